//! Results as text, for where a message holds nothing else.

use crate::output::Part;
use crate::result::ToolResult;
use crate::text;

/// The most characters of what stands for a part that is no text.
const MAX_LABEL: usize = 2_000;

/// The content, and behind it the texts of parts and a line for each that is none and that `shown` leaves.
pub(super) fn as_text(result: &ToolResult, shown: impl Fn(&Part) -> bool) -> String {
    let mut content = result.content.clone();
    for part in result.parts.iter().filter(|part| !shown(part)) {
        content.push_str("\n\n");
        match part {
            Part::Text { text, .. } | Part::Resource { text: Some(text), .. } => content.push_str(text),
            Part::Image { mime_type, .. } => content.push_str(&label("image, ", mime_type)),
            Part::Audio { mime_type, .. } => content.push_str(&label("audio, ", mime_type)),
            Part::Resource { uri, .. } => content.push_str(&label("resource ", uri)),
        }
    }
    content
}

fn label(kind: &str, name: &str) -> String {
    format!("[{kind}{}]", text::shorten(name, MAX_LABEL))
}

/// Whether a part is a picture of a kind that chat providers look at.
pub(super) fn is_picture(part: &Part) -> bool {
    const KINDS: [&str; 4] = ["image/jpeg", "image/png", "image/gif", "image/webp"];
    matches!(part, Part::Image { mime_type, .. } if KINDS.contains(&mime_type.as_str()))
}
