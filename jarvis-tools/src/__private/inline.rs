//! Arguments that are parameters: how the struct that they are decoded into is described.

use schemars::{Schema, SchemaGenerator};
use serde::de::value::Error;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, forward_to_deserialize_any};
use serde_json::{Map, Value};

use crate::args::Argument;

/// An argument with a default, which may be left out.
pub struct Given<T>(Option<T>);

impl<T> Given<T> {
    pub fn or(self, default: impl FnOnce() -> T) -> T {
        self.0.unwrap_or_else(default)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(|value| Self(Some(value)))
    }
}

pub fn absent<T>() -> Given<T> {
    Given(None)
}

/// What the attribute says of an argument's values.
pub enum Rule {
    Minimum(Value),
    Maximum(Value),
    MinLength(usize),
    MaxLength(usize),
    Pattern(String),
    Example(Option<Value>),
    /// It may be left out, and is then this, as far as it can be shown.
    Default(Option<Value>),
}

impl Rule {
    pub fn minimum(bound: impl Into<Value>) -> Self {
        Self::Minimum(bound.into())
    }

    pub fn maximum(bound: impl Into<Value>) -> Self {
        Self::Maximum(bound.into())
    }

    pub fn pattern(pattern: impl ToString) -> Self {
        Self::Pattern(pattern.to_string())
    }

    pub fn example(example: impl Serialize) -> Self {
        Self::Example(serde_json::to_value(example).ok())
    }

    /// Writes the rule by the types of the schema. One that concerns none of them is written for texts, so that
    /// the definition is refused for it.
    fn write(self, schema: &mut Schema) {
        let is = |kind: &str| schema.get("type").is_some_and(|given| names(given, kind));
        let of_length = |text, list, map| {
            let keywords = [("string", text), ("array", list), ("object", map)];
            let fitting: Vec<&str> =
                keywords.iter().filter(|(kind, _)| is(kind)).map(|(_, keyword)| *keyword).collect();
            if fitting.is_empty() { vec![text] } else { fitting }
        };
        let (keywords, value) = match self {
            Self::Minimum(bound) => (vec!["minimum"], bound),
            Self::Maximum(bound) => (vec!["maximum"], bound),
            Self::MinLength(length) => (of_length("minLength", "minItems", "minProperties"), length.into()),
            Self::MaxLength(length) => (of_length("maxLength", "maxItems", "maxProperties"), length.into()),
            Self::Pattern(pattern) => (vec!["pattern"], pattern.into()),
            Self::Example(Some(example)) => (vec!["examples"], vec![example].into()),
            Self::Default(Some(default)) => (vec!["default"], default),
            Self::Example(None) | Self::Default(None) => return,
        };
        for keyword in keywords {
            schema.insert(keyword.to_owned(), value.clone());
        }
    }
}

fn names(given: &Value, kind: &str) -> bool {
    match given {
        Value::String(name) => name == kind,
        Value::Array(kinds) => kinds.iter().any(|name| name == kind),
        _ => false,
    }
}

/// The schema of the struct while it is made.
pub struct Object<'g> {
    generator: &'g mut SchemaGenerator,
    properties: Map<String, Value>,
    required: Vec<Value>,
}

impl<'g> Object<'g> {
    pub fn new(generator: &'g mut SchemaGenerator) -> Self {
        Self { generator, properties: Map::new(), required: Vec::new() }
    }

    pub fn property<T: Argument>(&mut self, name: &str, description: &str, rules: Vec<Rule>) {
        let schema = self.generator.subschema_for::<T>();
        self.add(name, description, rules, schema, T::deserialize(Missing).is_ok());
    }

    fn add(&mut self, name: &str, description: &str, rules: Vec<Rule>, mut schema: Schema, optional: bool) {
        if !optional && !rules.iter().any(|rule| matches!(rule, Rule::Default(_))) {
            self.required.push(name.into());
        }
        schema.insert("description".to_owned(), description.trim().into());
        for rule in rules {
            rule.write(&mut schema);
        }
        self.properties.insert(name.to_owned(), schema.into());
    }

    pub fn finish(self) -> Schema {
        schemars::json_schema!({
            "type": "object",
            "properties": self.properties,
            "required": self.required,
        })
    }
}

/// What serde gives a field that isn't there: only a type that can be nothing takes it.
struct Missing;

impl<'de> Deserializer<'de> for Missing {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(de::Error::custom("missing"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_none()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A default, to be shown in the schema if it can be.
pub struct Shown<T>(pub T);

impl<T: Serialize> Shown<T> {
    pub fn __jarvis_rule(self) -> Rule {
        Rule::Default(serde_json::to_value(self.0).ok())
    }
}

/// The step behind [`Shown`]'s own method, for what isn't `Serialize`.
pub trait NotShown: Sized {
    fn __jarvis_rule(self) -> Rule {
        Rule::Default(None)
    }
}

impl<T> NotShown for Shown<T> {}
