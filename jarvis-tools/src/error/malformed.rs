//! Why argument text is not one JSON object.

/// Why the argument text can't be read as JSON.
///
/// Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Malformed {
    /// The text ends before its JSON does: the model's output was cut off.
    Truncated,
    /// A character that JSON doesn't have there.
    Syntax {
        /// What would have been right, and what stands there.
        detail: String,
        /// Where, counted from 1.
        line: usize,
        /// Where in the line, counted from 1.
        column: usize,
    },
    /// A second JSON value follows the first.
    SeveralValues {
        /// Where the second one starts, in bytes from the start of the text.
        offset: usize,
    },
    /// The text is wrapped in a Markdown code fence.
    CodeFence,
    /// More nesting than the parser takes.
    TooDeep {
        /// The deepest nesting that is read.
        limit: usize,
    },
    /// More text than is taken.
    TooLong {
        /// The length of the text in bytes.
        length: usize,
        /// The longest text that is taken, in bytes.
        limit: usize,
    },
}

impl Malformed {
    /// The name of this reason in JSON.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Malformed::Truncated => "truncated",
            Malformed::Syntax { .. } => "syntax",
            Malformed::SeveralValues { .. } => "several_values",
            Malformed::CodeFence => "code_fence",
            Malformed::TooDeep { .. } => "too_deep",
            Malformed::TooLong { .. } => "too_long",
        }
    }

    /// Says what is wrong and what to do; `place` is the field it broke off in, ready to be read.
    pub(crate) fn line(&self, place: Option<&str>) -> String {
        let inside = place.map(|place| format!(" inside '{place}'")).unwrap_or_default();
        match self {
            Malformed::Truncated => format!(
                "the JSON text ends early{inside}; it was probably cut off: send the whole call again, shorter \
                 if it was long"
            ),
            Malformed::Syntax { detail, line, column } => {
                format!("the text is not valid JSON{inside}: {detail} (line {line}, column {column})")
            }
            Malformed::SeveralValues { offset } => format!(
                "the text holds more than one JSON value (the second starts at byte {offset}); send one JSON \
                 object, and a call of its own for each further one"
            ),
            Malformed::CodeFence => {
                "the text is wrapped in a Markdown code fence; send the JSON object alone".to_owned()
            }
            Malformed::TooDeep { limit } => {
                format!(
                    "the JSON is nested too deeply{inside}: at most {limit} levels are read; nest it less"
                )
            }
            Malformed::TooLong { length, limit } => {
                format!("the text is too long: {length} bytes, at most {limit} are taken; send less at once")
            }
        }
    }
}
