//! Where in the arguments something is.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::text;

/// The most characters of a key in the path of an error, of which there may be many inside of it.
const LONGEST_KEY: usize = 256;

/// One step into the arguments: a key of an object or an index of a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PathSegment {
    /// The value of this key.
    Key(String),
    /// The item at this place, counted from 0.
    Index(usize),
}

/// The place of a value in the arguments, from the root, which is the empty path.
///
/// Written as `address.city`, `items[0].name` or `["odd key"].x`: keys that are not made of letters,
/// digits, `_`, `-` and `$` alone are quoted as JSON strings in brackets.
///
/// ```
/// use jarvis_tools::{FieldPath, PathSegment};
///
/// let path = FieldPath::from_iter([
///     PathSegment::Key("items".into()),
///     PathSegment::Index(0),
///     PathSegment::Key("odd key".into()),
/// ]);
/// assert_eq!(path.to_string(), r#"items[0]["odd key"]"#);
/// assert_eq!(FieldPath::root().to_string(), "");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldPath {
    segments: Vec<PathSegment>,
}

impl FieldPath {
    /// The path of the arguments themselves.
    pub fn root() -> Self {
        Self::default()
    }

    /// The steps from the root.
    pub fn segments(&self) -> &[PathSegment] {
        &self.segments
    }

    /// Whether this is the path of the arguments themselves.
    pub fn is_root(&self) -> bool {
        self.segments.is_empty()
    }

    /// The path of `key` in the object at this path.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.segments.push(PathSegment::Key(key.into()));
        self
    }

    /// The path of the item at `index` in the list at this path.
    #[must_use]
    pub fn index(mut self, index: usize) -> Self {
        self.segments.push(PathSegment::Index(index));
        self
    }
}

impl FromIterator<PathSegment> for FieldPath {
    fn from_iter<I: IntoIterator<Item = PathSegment>>(segments: I) -> Self {
        Self { segments: segments.into_iter().collect() }
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, segment) in self.segments.iter().enumerate() {
            match segment {
                PathSegment::Index(index) => write!(out, "[{index}]")?,
                PathSegment::Key(key) if is_plain(key) => {
                    let dot = if place > 0 { "." } else { "" };
                    write!(out, "{dot}{key}")?;
                }
                PathSegment::Key(key) => write!(out, "[{}]", serde_json::Value::from(key.as_str()))?,
            }
        }
        Ok(())
    }
}

impl Serialize for FieldPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn is_plain(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '$'))
}

/// A path while a walk is on its way: a list on the stack, turned into a [`FieldPath`] only for an error.
#[derive(Clone, Copy)]
pub(crate) enum Trail<'a> {
    Root,
    Key(&'a Trail<'a>, &'a str),
    Index(&'a Trail<'a>, usize),
}

impl Trail<'_> {
    pub(crate) fn to_path(self) -> FieldPath {
        let mut segments = Vec::new();
        let mut here = self;
        loop {
            here = match here {
                Trail::Root => break,
                Trail::Key(parent, key) => {
                    segments.push(PathSegment::Key(text::shorten(key, LONGEST_KEY)));
                    *parent
                }
                Trail::Index(parent, index) => {
                    segments.push(PathSegment::Index(index));
                    *parent
                }
            };
        }
        segments.reverse();
        FieldPath { segments }
    }
}
