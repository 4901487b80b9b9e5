//! What of regular expressions strict modes don't take.

/// Whether a pattern looks around or refers back to a group, or to words' boundaries where those count as unusual.
pub(super) fn is_unusual(pattern: &str, with_boundaries: bool) -> bool {
    if ["(?=", "(?!", "(?<=", "(?<!", "(?P="].iter().any(|look| pattern.contains(look)) {
        return true;
    }
    let mut letters = pattern.chars();
    let mut in_class = false;
    while let Some(letter) = letters.next() {
        match letter {
            '[' => in_class = true,
            ']' => in_class = false,
            '\\' => match letters.next() {
                Some('1'..='9' | 'k') if !in_class => return true,
                Some('b' | 'B') if !in_class && with_boundaries => return true,
                _ => {}
            },
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_unusual;

    #[test]
    fn patterns() {
        for (pattern, unusual, with_boundaries) in [
            ("^[a-z]+$", false, false),
            ("(?:a|b){2,3}", false, false),
            (r"\d\\1", false, false),
            (r"[\1\b]", false, false),
            (r"\bword\b", false, true),
            (r"(a)\1", true, true),
            (r"(?<n>a)\k<n>", true, true),
            ("(?P<n>a)(?P=n)", true, true),
            ("(?=a)b", true, true),
            ("(?<!a)b", true, true),
        ] {
            assert_eq!(
                (is_unusual(pattern, false), is_unusual(pattern, true)),
                (unusual, with_boundaries),
                "{pattern}"
            );
        }
    }
}
