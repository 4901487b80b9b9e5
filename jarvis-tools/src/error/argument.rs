//! Problems with the arguments of a call, in words that a model can act on.

use std::fmt;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::error::Malformed;
use crate::path::FieldPath;
use crate::text;

/// The most problems that the text for the model lists.
const SHOWN_PROBLEMS: usize = 50;

/// The most characters of a path in a text.
const SHOWN_PATH: usize = 200;

/// One problem with the arguments of a call.
///
/// Its [`Display`](fmt::Display) is one line for the model: type words of JSON, no Rust types, bounded
/// however large the input was. Serialised it is
/// `{"kind", "path", "message", "expected", "received", …}`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentError {
    /// Where: the parameter's own path, also when it is missing.
    pub path: FieldPath,
    /// What is wrong there.
    pub kind: ArgumentErrorKind,
    /// Where a value may have one of several forms and no tag says which: what kept it from being one of
    /// the others, nearest first.
    pub alternatives: Vec<ArgumentError>,
}

/// The kinds of problem that arguments can have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgumentErrorKind {
    /// A required parameter was left out.
    MissingParameter {
        /// The type words of what belongs there.
        expected: String,
        /// The keys that were sent in its place's object, sorted.
        available: Vec<String>,
        /// The sent key that was probably meant to be this one.
        similar: Option<String>,
    },
    /// Null where null isn't allowed.
    NullParameter {
        /// The type words of what belongs there.
        expected: String,
    },
    /// A value of a wrong type, or one that is not among the values that are allowed.
    TypeMismatch {
        /// The type words of what belongs there, or the allowed values.
        expected: String,
        /// Whether the type was right and only the value is not among those allowed.
        is_value: bool,
        /// What was sent.
        received: Received,
    },
    /// The arguments are no object, so that this parameter can't be in them.
    InvalidNesting {
        /// What should have been an object: `root` for the arguments themselves.
        parent: String,
        /// The type word of what it is.
        parent_type: &'static str,
    },
    /// A bound, length, count, multiple, pattern, format or uniqueness that the value doesn't keep.
    OutOfRange {
        /// What the value must be: `at most 14`, `a list of at most 3 items`.
        expected: String,
        /// What was sent, or its length or count.
        received: String,
    },
    /// A parameter that the tool doesn't have, where further ones are refused.
    UnknownParameter {
        /// The parameters that exist there.
        allowed: Vec<String>,
        /// The parameter that was probably meant.
        similar: Option<String>,
    },
    /// A key that stands twice in one object.
    DuplicateParameter,
    /// A value that the schema excludes.
    NotAllowed {
        /// Why.
        reason: String,
    },
    /// Text that isn't one JSON value.
    Malformed(Malformed),
    /// A refusal by the type's own decoder.
    Custom {
        /// Its words.
        message: String,
    },
}

/// A received value as errors show it: the type word, and the value itself when it is short to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`.
    pub type_word: &'static str,
    /// The value as JSON, shortened; none for null, arrays and objects.
    pub value: Option<String>,
}

impl fmt::Display for Received {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.type_word)?;
        match &self.value {
            Some(value) => write!(out, " {value}"),
            None => Ok(()),
        }
    }
}

impl ArgumentErrorKind {
    /// The name of this kind in JSON, as in `missing_parameter`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::MissingParameter { .. } => "missing_parameter",
            Self::NullParameter { .. } => "null_parameter",
            Self::TypeMismatch { .. } => "type_mismatch",
            Self::InvalidNesting { .. } => "invalid_nesting",
            Self::OutOfRange { .. } => "out_of_range",
            Self::UnknownParameter { .. } => "unknown_parameter",
            Self::DuplicateParameter => "duplicate_parameter",
            Self::NotAllowed { .. } => "not_allowed",
            Self::Malformed(_) => "malformed_json",
            Self::Custom { .. } => "custom",
        }
    }
}

impl ArgumentError {
    /// A problem of this kind at this path.
    #[cold]
    pub fn new(path: FieldPath, kind: ArgumentErrorKind) -> Self {
        Self { path, kind, alternatives: Vec::new() }
    }

    /// A refusal in words of one's own, for hand-written tools.
    #[cold]
    pub fn custom(path: FieldPath, message: impl fmt::Display) -> Self {
        Self::new(path, ArgumentErrorKind::Custom { message: message.to_string() })
    }

    fn write_own(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = text::shorten(&self.path.to_string(), SHOWN_PATH);
        let subject =
            if self.path.is_root() { "the arguments".to_owned() } else { format!("parameter '{path}'") };
        match &self.kind {
            ArgumentErrorKind::MissingParameter { expected, available, similar } => {
                write!(out, "required parameter '{path}' (type: {expected}) is missing")?;
                if !available.is_empty() {
                    write!(out, "; keys sent: {}", text::list(available.iter().map(String::as_str)))?;
                }
                match (similar, self.path.segments().last()) {
                    (Some(similar), Some(crate::path::PathSegment::Key(own))) => {
                        write!(out, "; did you mean {} for {}?", text::name(own), text::name(similar))
                    }
                    _ => Ok(()),
                }
            }
            ArgumentErrorKind::NullParameter { expected } => {
                write!(out, "{subject} is null, expected {expected}")
            }
            ArgumentErrorKind::TypeMismatch { expected, is_value: false, received } => {
                write!(out, "{subject} has wrong type: expected {expected}, got {received}")
            }
            ArgumentErrorKind::TypeMismatch { expected, is_value: true, received } => {
                write!(out, "{subject} has wrong value: expected {expected}, got {received}")
            }
            ArgumentErrorKind::InvalidNesting { parent, parent_type } => {
                if self.path.is_root() {
                    write!(out, "the arguments must be a JSON object, got {parent_type}")
                } else if parent == "root" {
                    write!(
                        out,
                        "{subject} can't be found: the arguments must be a JSON object, got {parent_type}"
                    )
                } else {
                    write!(out, "{subject} can't be found: '{parent}' must be an object, got {parent_type}")
                }
            }
            ArgumentErrorKind::OutOfRange { expected, received } => {
                write!(out, "{subject} must be {expected}, got {received}")
            }
            ArgumentErrorKind::UnknownParameter { allowed, similar } => {
                write!(out, "unknown parameter '{path}'")?;
                if allowed.is_empty() {
                    out.write_str("; none are allowed here")?;
                } else {
                    write!(out, "; allowed: {}", text::list(allowed.iter().map(String::as_str)))?;
                }
                match similar {
                    Some(similar) => write!(out, "; did you mean {}?", text::name(similar)),
                    None => Ok(()),
                }
            }
            ArgumentErrorKind::DuplicateParameter => {
                write!(out, "{subject} is given more than once; send it once")
            }
            ArgumentErrorKind::NotAllowed { reason } => write!(out, "{subject} is not allowed: {reason}"),
            ArgumentErrorKind::Malformed(malformed) => {
                malformed.write(out, (!self.path.is_root()).then_some(path.as_str()))
            }
            ArgumentErrorKind::Custom { message } => {
                write!(out, "{subject} is not accepted: {}", text::shorten(message, 500))
            }
        }
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_own(out)?;
        for (index, other) in self.alternatives.iter().enumerate() {
            out.write_str(if index == 0 { " (in another form: " } else { "; or " })?;
            other.write_own(out)?;
        }
        if self.alternatives.is_empty() { Ok(()) } else { out.write_str(")") }
    }
}

impl std::error::Error for ArgumentError {}

impl Serialize for ArgumentError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind.name())?;
        map.serialize_entry("path", &self.path)?;
        map.serialize_entry("message", &self.to_string())?;
        match &self.kind {
            ArgumentErrorKind::MissingParameter { expected, available, similar } => {
                map.serialize_entry("expected", expected)?;
                map.serialize_entry("available", available)?;
                if let Some(similar) = similar {
                    map.serialize_entry("similar", similar)?;
                }
            }
            ArgumentErrorKind::NullParameter { expected } => {
                map.serialize_entry("expected", expected)?;
                map.serialize_entry("received", "null")?;
            }
            ArgumentErrorKind::TypeMismatch { expected, received, .. } => {
                map.serialize_entry("expected", expected)?;
                map.serialize_entry("received", received.type_word)?;
                if let Some(value) = &received.value {
                    map.serialize_entry("value", value)?;
                }
            }
            ArgumentErrorKind::InvalidNesting { parent, parent_type } => {
                map.serialize_entry("expected", "object")?;
                map.serialize_entry("received", parent_type)?;
                map.serialize_entry("parent", parent)?;
            }
            ArgumentErrorKind::OutOfRange { expected, received } => {
                map.serialize_entry("expected", expected)?;
                map.serialize_entry("received", received)?;
            }
            ArgumentErrorKind::UnknownParameter { allowed, similar } => {
                map.serialize_entry("allowed", allowed)?;
                if let Some(similar) = similar {
                    map.serialize_entry("similar", similar)?;
                }
            }
            ArgumentErrorKind::Malformed(malformed) => map.serialize_entry("reason", malformed.name())?,
            ArgumentErrorKind::DuplicateParameter
            | ArgumentErrorKind::NotAllowed { .. }
            | ArgumentErrorKind::Custom { .. } => {}
        }
        if !self.alternatives.is_empty() {
            map.serialize_entry("alternatives", &self.alternatives)?;
        }
        map.end()
    }
}

/// All problems with the arguments of one call, in the order of the schema; never none.
///
/// Its [`Display`](fmt::Display) is the text that the model reads:
/// `Invalid arguments for tool 'x': …` for one problem, a header with the count and a list for several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentErrors {
    tool: String,
    // Boxed, so that a result that may hold it stays small.
    problems: Box<Vec<ArgumentError>>,
}

impl ArgumentErrors {
    /// The problems of a call of `tool`: the first, and those behind it.
    #[cold]
    pub fn new(
        tool: impl Into<String>,
        first: ArgumentError,
        more: impl IntoIterator<Item = ArgumentError>,
    ) -> Self {
        let mut problems = vec![first];
        problems.extend(more);
        Self { tool: tool.into(), problems: Box::new(problems) }
    }

    /// The name of the tool that was called.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The problems, in the order of the schema; at least one.
    pub fn problems(&self) -> &[ArgumentError] {
        &self.problems
    }

    /// The problems as JSON, as they stand in a result's metadata.
    pub fn to_json(&self) -> Value {
        // Serialising these types can't fail: their keys are strings and they hold no floats.
        serde_json::to_value(&*self.problems).unwrap_or_default()
    }
}

impl<'a> IntoIterator for &'a ArgumentErrors {
    type Item = &'a ArgumentError;
    type IntoIter = std::slice::Iter<'a, ArgumentError>;

    fn into_iter(self) -> Self::IntoIter {
        self.problems.iter()
    }
}

impl fmt::Display for ArgumentErrors {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Invalid arguments for tool {}", text::name(&self.tool))?;
        if let [only] = self.problems.as_slice() {
            return write!(out, ": {only}");
        }
        if let Some(parent_type) = self.nesting() {
            let names: Vec<String> = self.problems.iter().map(|problem| problem.path.to_string()).collect();
            return write!(
                out,
                ": the arguments must be a JSON object with {}, got {parent_type}",
                text::list(names.iter().map(String::as_str)),
            );
        }
        write!(out, " ({} problems):", self.problems.len())?;
        for problem in self.problems.iter().take(SHOWN_PROBLEMS) {
            write!(out, "\n  - {problem}")?;
        }
        match self.problems.len().checked_sub(SHOWN_PROBLEMS) {
            None | Some(0) => Ok(()),
            Some(more) => write!(out, "\n  - and {more} more"),
        }
    }
}

impl ArgumentErrors {
    /// The type of the arguments, if all that is wrong is that they are no object.
    fn nesting(&self) -> Option<&'static str> {
        self.problems.iter().try_fold("", |_, problem| match problem.kind {
            ArgumentErrorKind::InvalidNesting { parent_type, .. } => Some(parent_type),
            _ => None,
        })
    }
}

impl std::error::Error for ArgumentErrors {}
