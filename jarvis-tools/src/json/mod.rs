//! Argument text as a tree that keeps what a decoder must not lose: the digits of numbers and the order of
//! keys. It depends on no feature of `serde_json`, so that verdicts are the same in every build.

mod number;
mod parse;
mod scan;
mod string;
mod write;

pub(crate) use number::{Decimal, Number};
pub(crate) use parse::{DEEPEST, parse, parse_lenient, parse_part};
pub(crate) use scan::{Scan, Stop, Text, Whole, float};
pub(crate) use string::unescape;
pub(crate) use write::write;

use std::borrow::Cow;

use serde_json::Value;

use crate::error::Received;
use crate::text;

/// A JSON value that borrows from the text where it can.
#[derive(Clone, Debug)]
pub(crate) enum Node<'a> {
    Null,
    Bool(bool),
    Number(Number<'a>),
    String(Cow<'a, str>),
    Array(Vec<Node<'a>>),
    Object(Vec<(Cow<'a, str>, Node<'a>)>),
}

impl Node<'_> {
    /// The type word of JSON Schema; a number without a fraction is an `integer`.
    pub(crate) fn type_word(&self) -> &'static str {
        match self {
            Node::Null => "null",
            Node::Bool(_) => "boolean",
            Node::Number(number) if number.is_whole() => "integer",
            Node::Number(_) => "number",
            Node::String(_) => "string",
            Node::Array(_) => "array",
            Node::Object(_) => "object",
        }
    }

    /// The value as errors show it.
    pub(crate) fn received(&self) -> Received {
        let value = match self {
            Node::Null | Node::Array(_) | Node::Object(_) => None,
            Node::Bool(yes) => Some(yes.to_string()),
            Node::Number(number) => Some(text::shown(number.text())),
            Node::String(text) => Some(text::quoted(text)),
        };
        Received { type_word: self.type_word(), value }
    }

    /// The value for hosts to see; a number that no type holds is its digits as text.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Node::Null => Value::Null,
            Node::Bool(yes) => (*yes).into(),
            Node::Number(number) => match Whole::of(*number) {
                Some(Whole::Unsigned(whole)) => whole.into(),
                Some(Whole::Negative(whole)) => whole.into(),
                None => match float(*number).filter(|_| !number.is_plain()) {
                    Some(float) => float.into(),
                    None => number.text().into(),
                },
            },
            Node::String(text) => (**text).into(),
            Node::Array(items) => items.iter().map(Self::to_value).collect(),
            Node::Object(entries) => {
                entries.iter().map(|(key, value)| (key.to_string(), value.to_value())).collect()
            }
        }
    }

    /// The value of a key, if this is an object that has it.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Node::Object(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }
}

/// Equality as JSON Schema has it: numbers by value, objects whatever the order of their keys.
impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Node::Null, Node::Null) => true,
            (Node::Bool(left), Node::Bool(right)) => left == right,
            (Node::Number(left), Node::Number(right)) => left.decimal() == right.decimal(),
            (Node::String(left), Node::String(right)) => left == right,
            (Node::Array(left), Node::Array(right)) => left == right,
            (Node::Object(left), Node::Object(right)) => {
                left.len() == right.len()
                    && left.iter().all(|(key, value)| other.get(key).is_some_and(|other| value == other))
            }
            _ => false,
        }
    }
}

impl PartialEq<Value> for Node<'_> {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Node::Null, Value::Null) => true,
            (Node::Bool(left), Value::Bool(right)) => left == right,
            (Node::Number(left), Value::Number(right)) => {
                left.decimal() == Number::new(&right.to_string()).decimal()
            }
            (Node::String(left), Value::String(right)) => left == right,
            (Node::Array(left), Value::Array(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(left, right)| left == right)
            }
            (Node::Object(left), Value::Object(right)) => {
                left.len() == right.len()
                    && left.iter().all(|(key, value)| right.get(&**key).is_some_and(|other| value == other))
            }
            _ => false,
        }
    }
}
