//! The names that tools and properties can have.

/// What a name may be made of: ASCII letters, digits and some marks, up to a length.
pub(crate) struct NameRule {
    longest: usize,
    marks: &'static str,
}

/// A tool, wherever it comes from: the longest and freest names that any protocol allows (MCP).
pub(crate) const ANY_TOOL: NameRule = NameRule { longest: 128, marks: "_-./" };

/// A tool as chat providers take it.
pub(crate) const CHAT_TOOL: NameRule = NameRule { longest: 64, marks: "_-" };

/// A property as chat providers take it.
pub(crate) const CHAT_PROPERTY: NameRule = NameRule { longest: 64, marks: "_.-" };

/// A tool as Gemini takes it, which must begin with a letter or `_`; older texts allow 63 characters.
pub(crate) const GEMINI_TOOL: NameRule = NameRule { longest: 63, marks: "_-." };

/// A property as Gemini takes it, which must begin with a letter or `_`.
pub(crate) const GEMINI_PROPERTY: NameRule = NameRule { longest: 64, marks: "_" };

/// A tool as MCP's released revisions have it.
pub(crate) const MCP_TOOL: NameRule = NameRule { longest: 128, marks: "_-." };

impl NameRule {
    pub(crate) fn fits(&self, name: &str) -> bool {
        (1..=self.longest).contains(&name.len())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || self.marks.contains(letter))
    }

    /// A name like this one that fits, for a history that is sent back.
    pub(crate) fn mended(&self, name: &str) -> String {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || self.marks.contains(letter);
        let mended: String =
            name.chars().take(self.longest).map(|letter| if fits(letter) { letter } else { '_' }).collect();
        if mended.is_empty() { "_".to_owned() } else { mended }
    }

    /// The rule in words: `1 to 64 characters out of letters, digits, '_' and '-'`.
    #[cold]
    pub(crate) fn words(&self) -> String {
        let mut words = format!("1 to {} characters out of letters, digits", self.longest);
        let last = self.marks.chars().count().saturating_sub(1);
        for (place, mark) in self.marks.chars().enumerate() {
            words.push_str(if place == last { " and '" } else { ", '" });
            words.push(mark);
            words.push('\'');
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_in_words() {
        assert_eq!(CHAT_TOOL.words(), "1 to 64 characters out of letters, digits, '_' and '-'");
        assert_eq!(ANY_TOOL.words(), "1 to 128 characters out of letters, digits, '_', '-', '.' and '/'");
    }

    #[test]
    fn a_mended_name_fits() {
        for name in ["", "é", "a.b", "functions.ping", "a b", "ok", "x\ny", &"é".repeat(70)] {
            let mended = CHAT_TOOL.mended(name);
            assert!(CHAT_TOOL.fits(&mended), "{mended}");
            assert!(!CHAT_TOOL.fits(name) || mended == name);
        }
        assert_eq!(CHAT_TOOL.mended("functions.ping"), "functions_ping");
    }

    #[test]
    fn what_fits() {
        for (name, any, chat, property) in [
            ("get_weather-2", true, true, true),
            ("a.b", true, false, true),
            ("a/b", true, false, false),
            ("é", false, false, false),
            ("", false, false, false),
            ("a b", false, false, false),
        ] {
            let fits = (ANY_TOOL.fits(name), CHAT_TOOL.fits(name), CHAT_PROPERTY.fits(name));
            assert_eq!(fits, (any, chat, property), "{name}");
        }
        assert!(ANY_TOOL.fits(&"x".repeat(128)) && !ANY_TOOL.fits(&"x".repeat(129)));
    }
}
