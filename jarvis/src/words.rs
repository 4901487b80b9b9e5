//! Names and texts in messages.

/// The text for a terminal: what a model or a file brought can't steer it.
pub(crate) fn printable(text: &str) -> String {
    let harmless = |letter: char| matches!(letter, '\n' | '\t') || !letter.is_control();
    text.chars().map(|letter| if harmless(letter) { letter } else { '\u{fffd}' }).collect()
}
