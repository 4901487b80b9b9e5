//! Problems with the arguments of a call, in words that a model can act on.

use std::fmt;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::error::Malformed;
use crate::path::{FieldPath, PathSegment};
use crate::text;

/// The most problems that the text for the model lists.
const SHOWN_PROBLEMS: usize = 50;

/// The bytes of listed problems after which no further one is begun.
const ENOUGH_TEXT: usize = 4 * 1024;

/// The most bytes of one problem in a text.
const SHOWN_PROBLEM: usize = 2 * 1024;

/// The most characters of a path in a text; a longer one loses its middle, since its end says the most.
const SHOWN_PATH: usize = 160;

/// The most characters of what was expected, and of what a type's own decoder said.
const SHOWN_WORDS: usize = 500;

/// One problem with the arguments of a call.
///
/// Its [`Display`](fmt::Display) is one line for the model: type words of JSON, no Rust types, bounded
/// however large the input was. Serialised it is
/// `{"kind", "path", "expected", "received", "message", …}`; what there is nothing to say about is null.
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
        /// The keys that were sent in its place's object, sorted: the first 200.
        available: Vec<String>,
        /// How many more keys were sent.
        unlisted: usize,
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
        /// The parameters that exist there: the first 200.
        allowed: Vec<String>,
        /// How many more there are.
        unlisted: usize,
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
#[non_exhaustive]
pub struct Received {
    /// `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`.
    pub type_word: &'static str,
    /// The value as JSON, shortened; none for null and arrays, and for objects unless their keys are what is
    /// wrong, as in `of north, south`.
    pub value: Option<String>,
}

impl Received {
    /// A value of this type, and the value itself as JSON where it is short to say.
    pub fn new(type_word: &'static str, value: Option<String>) -> Self {
        Self { type_word, value }
    }
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

    /// What belongs there, where that can be said.
    fn expected(&self) -> Option<&str> {
        match self {
            Self::MissingParameter { expected, .. }
            | Self::NullParameter { expected }
            | Self::TypeMismatch { expected, .. }
            | Self::OutOfRange { expected, .. } => Some(expected),
            Self::InvalidNesting { .. } => Some("object"),
            _ => None,
        }
    }

    /// The type word of what was sent, or the value that is out of range; none where nothing was.
    fn received(&self) -> Option<&str> {
        match self {
            Self::NullParameter { .. } => Some("null"),
            Self::TypeMismatch { received, .. } => Some(received.type_word),
            Self::InvalidNesting { parent_type, .. } => Some(parent_type),
            Self::OutOfRange { received, .. } => Some(received),
            _ => None,
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

    /// The whole line but for its end where it is too long.
    fn line(&self) -> String {
        let mut lines = vec![self.own_line()];
        for other in &self.alternatives {
            let other = other.own_line();
            if !lines.contains(&other) {
                lines.push(other);
            }
        }
        let others = lines.split_off(1).join("; or ");
        let mut line = lines.concat();
        if !others.is_empty() {
            line.extend([" (in another form: ", &others, ")"]);
        }
        text::cut(line, SHOWN_PROBLEM)
    }

    fn own_line(&self) -> String {
        let path = shown_path(&self.path);
        let subject =
            if self.path.is_root() { "the arguments".to_owned() } else { format!("parameter '{path}'") };
        match &self.kind {
            ArgumentErrorKind::MissingParameter { expected, available, unlisted, similar } => {
                let mut line =
                    format!("required parameter '{path}' (type: {}) is missing", shown_words(expected));
                if !available.is_empty() {
                    line.extend(["; keys sent: ", &text::list_and(names(available), *unlisted)]);
                }
                if let (Some(similar), Some(PathSegment::Key(own))) = (similar, self.path.segments().last()) {
                    line.extend(["; did you mean ", &text::name(own), " for ", &text::name(similar), "?"]);
                }
                line
            }
            ArgumentErrorKind::NullParameter { expected } => {
                format!("{subject} must not be null: expected {}", shown_words(expected))
            }
            ArgumentErrorKind::TypeMismatch { expected, is_value, received } => {
                let what = if *is_value { "value" } else { "type" };
                format!("{subject} has wrong {what}: expected {}, got {received}", shown_words(expected))
            }
            ArgumentErrorKind::InvalidNesting { parent, parent_type } if parent == ROOT => {
                let own = if self.path.is_root() { String::new() } else { format!(" (parameters: {path})") };
                format!("the arguments must be a JSON object{own}, got {parent_type}")
            }
            ArgumentErrorKind::InvalidNesting { parent, parent_type } => {
                let parent = text::name(parent);
                format!("{subject} can't be found: {parent} must be an object, got {parent_type}")
            }
            ArgumentErrorKind::OutOfRange { expected, received } => {
                format!("{subject} must be {}, got {}", shown_words(expected), shown_words(received))
            }
            ArgumentErrorKind::UnknownParameter { allowed, unlisted, similar } => {
                let mut line = format!("unknown parameter '{path}'; ");
                if allowed.is_empty() {
                    line.push_str("leave it out, no parameters are allowed here");
                } else {
                    line.extend(["allowed: ", &text::list_and(names(allowed), *unlisted)]);
                }
                if let Some(similar) = similar {
                    line.extend(["; did you mean ", &text::name(similar), "?"]);
                }
                line
            }
            ArgumentErrorKind::DuplicateParameter => {
                format!("{subject} is given more than once; send it once")
            }
            ArgumentErrorKind::NotAllowed { reason } => {
                format!("{subject} is not allowed: {}", shown_words(reason))
            }
            ArgumentErrorKind::Malformed(malformed) => {
                malformed.line((!self.path.is_root()).then_some(path.as_str()))
            }
            ArgumentErrorKind::Custom { message } => {
                format!("{subject} is not accepted: {}", shown_words(message))
            }
        }
    }
}

/// What the arguments themselves are called where a parent has a name.
const ROOT: &str = "root";

fn names(names: &[String]) -> impl Iterator<Item = &str> {
    names.iter().map(String::as_str)
}

/// Words of any origin, on one line and not too many.
fn shown_words(words: &str) -> String {
    text::one_line(words, SHOWN_WORDS)
}

fn shown_path(path: &FieldPath) -> String {
    text::ends(&path.to_string(), SHOWN_PATH)
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.line())
    }
}

impl std::error::Error for ArgumentError {}

impl Serialize for ArgumentError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind.name())?;
        map.serialize_entry("path", &self.path)?;
        map.serialize_entry("expected", &self.kind.expected())?;
        map.serialize_entry("received", &self.kind.received())?;
        map.serialize_entry("message", &self.line())?;
        match &self.kind {
            ArgumentErrorKind::MissingParameter { available, unlisted, similar, .. } => {
                if !available.is_empty() {
                    map.serialize_entry("available", available)?;
                }
                if *unlisted > 0 {
                    map.serialize_entry("unlisted", unlisted)?;
                }
                if let Some(similar) = similar {
                    map.serialize_entry("similar", similar)?;
                }
            }
            ArgumentErrorKind::TypeMismatch { received, .. } => {
                if let Some(value) = &received.value {
                    map.serialize_entry("value", value)?;
                }
            }
            ArgumentErrorKind::InvalidNesting { parent, .. } => map.serialize_entry("parent", parent)?,
            ArgumentErrorKind::UnknownParameter { allowed, unlisted, similar } => {
                map.serialize_entry("allowed", allowed)?;
                if *unlisted > 0 {
                    map.serialize_entry("unlisted", unlisted)?;
                }
                if let Some(similar) = similar {
                    map.serialize_entry("similar", similar)?;
                }
            }
            ArgumentErrorKind::Malformed(malformed) => map.serialize_entry("reason", malformed.name())?,
            ArgumentErrorKind::NullParameter { .. }
            | ArgumentErrorKind::OutOfRange { .. }
            | ArgumentErrorKind::DuplicateParameter
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
    problems: Box<[ArgumentError]>,
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
        Self { tool: tool.into(), problems: problems.into_boxed_slice() }
    }

    /// The name of the tool that was called.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The problems, in the order of the schema; at least one.
    pub fn problems(&self) -> &[ArgumentError] {
        &self.problems
    }

    /// Goes through the problems, in the order of the schema.
    pub fn iter(&self) -> std::slice::Iter<'_, ArgumentError> {
        self.problems.iter()
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
        self.iter()
    }
}

impl fmt::Display for ArgumentErrors {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Invalid arguments for tool {}", text::name(&self.tool))?;
        if let [only] = &*self.problems {
            return write!(out, ": {only}");
        }
        if let Some(parent_type) = self.nesting() {
            let parameters: Vec<String> =
                self.problems.iter().map(|problem| shown_path(&problem.path)).collect();
            return write!(
                out,
                ": the arguments must be a JSON object (parameters: {}), got {parent_type}",
                text::list(names(&parameters)),
            );
        }
        write!(out, " ({} problems):", self.problems.len())?;
        let (mut shown, mut written) = (0, 0);
        for problem in self.problems.iter().take(SHOWN_PROBLEMS) {
            if written > ENOUGH_TEXT {
                break;
            }
            let line = problem.line();
            write!(out, "\n  - {line}")?;
            shown += 1;
            written += line.len();
        }
        match self.problems.len() - shown {
            0 => Ok(()),
            more => write!(out, "\n  - and {more} more"),
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
