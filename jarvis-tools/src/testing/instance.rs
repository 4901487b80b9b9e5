//! Instances as their text is written: numbers by their digits, keys in order, repeated ones too.

use std::fmt;

use serde_json::Value;

use crate::json::{self, Decimal, Node};
use crate::path::PathSegment;

/// A JSON value that can be changed into nearly anything that a model might write.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Instance {
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Array(Vec<Instance>),
    Object(Vec<(String, Instance)>),
}

impl Instance {
    pub(super) fn parse(text: &str) -> Option<Self> {
        Some(Self::of(&json::parse(text).ok()?.root))
    }

    fn of(node: &Node<'_>) -> Self {
        match node {
            Node::Null => Self::Null,
            Node::Bool(yes) => Self::Bool(*yes),
            Node::Number(number) => Self::Number(number.text().to_owned()),
            Node::String(text) => Self::String(text.to_string()),
            Node::Array(items) => Self::Array(items.iter().map(Self::of).collect()),
            Node::Object(entries) => {
                Self::Object(entries.iter().map(|(key, value)| (key.to_string(), Self::of(value))).collect())
            }
        }
    }

    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::String(text.into())
    }

    pub(super) fn number(text: impl Into<String>) -> Self {
        Self::Number(text.into())
    }

    /// How many values there are in it, with itself.
    pub(super) fn size(&self) -> usize {
        1 + match self {
            Self::Array(items) => items.iter().map(Self::size).sum(),
            Self::Object(entries) => entries.iter().map(|(_, value)| value.size()).sum(),
            _ => 0,
        }
    }

    /// The value at a place, counted depth first; 0 is the whole.
    pub(super) fn at(&mut self, place: usize) -> Option<&mut Self> {
        fn find<'a>(here: &'a mut Instance, left: &mut usize) -> Option<&'a mut Instance> {
            if *left == 0 {
                return Some(here);
            }
            *left -= 1;
            match here {
                Instance::Array(items) => items.iter_mut().find_map(|item| find(item, left)),
                Instance::Object(entries) => entries.iter_mut().find_map(|(_, value)| find(value, left)),
                _ => None,
            }
        }
        find(self, &mut { place })
    }

    /// The value at the end of some steps.
    pub(super) fn under(&self, steps: &[PathSegment]) -> Option<&Self> {
        steps.iter().try_fold(self, |here, step| match (here, step) {
            (Self::Object(entries), PathSegment::Key(key)) => {
                entries.iter().find(|(own, _)| own == key).map(|(_, value)| value)
            }
            (Self::Array(items), PathSegment::Index(index)) => items.get(*index),
            _ => None,
        })
    }

    /// Whether a key stands twice in one object.
    pub(super) fn repeats_keys(&self) -> bool {
        match self {
            Self::Array(items) => items.iter().any(Self::repeats_keys),
            Self::Object(entries) => {
                let repeated =
                    |place: usize| entries[..place].iter().any(|(earlier, _)| *earlier == entries[place].0);
                (1..entries.len()).any(repeated) || entries.iter().any(|(_, value)| value.repeats_keys())
            }
            _ => false,
        }
    }

    /// The value as the judge reads it; none if it would round a number. Beyond the whole numbers that floats
    /// hold exactly, their shortest digits stand for them where that is good enough.
    pub(super) fn to_value(&self, shortest: bool) -> Option<Value> {
        Some(match self {
            Self::Null => Value::Null,
            Self::Bool(yes) => Value::Bool(*yes),
            Self::Number(text) => Value::Number(exact(text, shortest)?),
            Self::String(text) => Value::String(text.clone()),
            Self::Array(items) => {
                Value::Array(items.iter().map(|item| item.to_value(shortest)).collect::<Option<_>>()?)
            }
            Self::Object(entries) => Value::Object(
                entries
                    .iter()
                    .map(|(key, value)| Some((key.clone(), value.to_value(shortest)?)))
                    .collect::<Option<_>>()?,
            ),
        })
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => out.write_str("null"),
            Self::Bool(yes) => write!(out, "{yes}"),
            Self::Number(text) => out.write_str(text),
            Self::String(text) => write!(out, "{}", Value::from(text.as_str())),
            Self::Array(items) => {
                out.write_str("[")?;
                for (place, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if place > 0 { "," } else { "" })?;
                }
                out.write_str("]")
            }
            Self::Object(entries) => {
                out.write_str("{")?;
                for (place, (key, value)) in entries.iter().enumerate() {
                    let comma = if place > 0 { "," } else { "" };
                    write!(out, "{comma}{}:{value}", Value::from(key.as_str()))?;
                }
                out.write_str("}")
            }
        }
    }
}

/// The number of a text, if it is read as exactly that.
fn exact(text: &str, shortest: bool) -> Option<serde_json::Number> {
    let float: f64 = text.parse().ok()?;
    let fits = text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok();
    let small = shortest || float.abs() < 9e15;
    let is_exact =
        fits || (small && float.is_finite() && Decimal::of(text) == Decimal::of(&format!("{float:?}")));
    text.parse().ok().filter(|_| is_exact)
}
