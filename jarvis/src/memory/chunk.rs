//! Long texts in pieces that a model can read.

/// The most characters of a piece.
const MOST: usize = 1_200;

/// The pieces of a text, in order: whole paragraphs as long as they fit, else lines, sentences, words.
pub(crate) fn chunks(text: &str) -> Vec<String> {
    let mut chunks: Vec<String> = Vec::new();
    let mut piece = String::new();
    for paragraph in paragraphs(text) {
        for part in parts(&paragraph) {
            let length = piece.chars().count() + part.chars().count() + 2;
            if length > MOST && !piece.is_empty() {
                chunks.push(std::mem::take(&mut piece));
            }
            if !piece.is_empty() {
                piece.push_str("\n\n");
            }
            piece.push_str(part);
        }
    }
    if !piece.is_empty() {
        chunks.push(piece);
    }
    chunks
}

/// What stands between blank lines.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in text.lines() {
        if line.trim().is_empty() {
            paragraphs.push(String::new());
        } else if let Some(paragraph) = paragraphs.last_mut() {
            if !paragraph.is_empty() {
                paragraph.push('\n');
            }
            paragraph.push_str(line.trim_end());
        }
    }
    paragraphs.retain(|paragraph| !paragraph.trim().is_empty());
    paragraphs
}

/// A paragraph in parts that fit, cut where it hurts least.
fn parts(paragraph: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = paragraph;
    while let Some((end, _)) = rest.char_indices().nth(MOST) {
        let head = &rest[..end];
        // A cut in the first half would leave crumbs.
        let late = |place: usize| place > end / 2;
        let cut = ["\n", ". ", " "]
            .iter()
            .find_map(|mark| head.rfind(mark).map(|place| place + mark.len()).filter(|place| late(*place)))
            .unwrap_or(end);
        parts.push(rest[..cut].trim());
        rest = rest[cut..].trim_start();
    }
    parts.push(rest);
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::{MOST, chunks};

    #[test]
    fn paragraphs_stay_whole_and_nothing_is_lost() {
        let long = "word ".repeat(1_000);
        let text = format!("First.\n\nSecond\nline.\r\n \n{long}\n\n{}", "x".repeat(3_000));
        let chunks = chunks(&text);
        assert_eq!(chunks[0].lines().take(4).collect::<Vec<_>>(), ["First.", "", "Second", "line."]);
        assert!(chunks.iter().all(|chunk| chunk.chars().count() <= MOST));
        let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).count();
        assert_eq!(chunks.iter().map(|chunk| letters(chunk)).sum::<usize>(), letters(&text));
    }

    #[test]
    fn blank_texts_have_no_pieces() {
        assert!(chunks(" \n\n\t\n").is_empty());
        assert_eq!(chunks(&"ü".repeat(MOST + 1)).len(), 2);
    }
}
