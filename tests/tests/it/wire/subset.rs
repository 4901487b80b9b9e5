//! What each provider takes of JSON Schema, written down a second time, to check what is rendered.

use serde_json::{Map, Value};

/// A provider's subset of JSON Schema.
pub(super) struct Subset {
    pub(super) keywords: &'static [&'static str],
    /// Every object is closed.
    pub(super) closed: bool,
    /// Every property is required, and the objects of a union begin with different keys, or with a key of different
    /// values.
    pub(super) all_required: bool,
    /// Types are one word in capitals, and nothing stands beside `anyOf`.
    pub(super) open_api: bool,
    pub(super) property: fn(&str) -> bool,
}

pub(super) const OPENAI_STRICT: Subset = Subset {
    keywords: &[
        "type",
        "description",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "enum",
        "const",
        "anyOf",
        "$ref",
        "$defs",
        "pattern",
        "format",
        "multipleOf",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minItems",
        "maxItems",
    ],
    closed: true,
    all_required: true,
    open_api: false,
    property: chat_property,
};

pub(super) const ANTHROPIC_STRICT: Subset = Subset {
    keywords: &[
        "type",
        "description",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "enum",
        "const",
        "anyOf",
        "$ref",
        "$defs",
        "pattern",
        "format",
        "minItems",
    ],
    closed: true,
    all_required: false,
    open_api: false,
    property: chat_property,
};

pub(super) const GEMINI: Subset = Subset {
    keywords: &[
        "type",
        "format",
        "title",
        "description",
        "nullable",
        "enum",
        "items",
        "minItems",
        "maxItems",
        "properties",
        "required",
        "minProperties",
        "maxProperties",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "pattern",
        "example",
        "anyOf",
        "propertyOrdering",
        "default",
    ],
    closed: false,
    all_required: false,
    open_api: true,
    property: gemini_property,
};

fn chat_property(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
}

fn gemini_property(name: &str) -> bool {
    name.len() <= 64
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

impl Subset {
    /// The first thing that a schema has and the provider doesn't take.
    pub(super) fn against(&self, schema: &Value, path: &str) -> Option<String> {
        let Value::Object(object) = schema else { return Some(format!("{path} is no object")) };
        let find = |problem: String| Some(format!("{path}: {problem}"));
        if let Some(other) = object.keys().find(|keyword| !self.keywords.contains(&keyword.as_str())) {
            return find(format!("the keyword {other}"));
        }
        let says = |keyword: &str| object.contains_key(keyword);
        if !["type", "anyOf", "$ref", "enum", "const"].iter().any(|keyword| says(keyword)) {
            return find("no type".to_owned());
        }
        if let Some(problem) = self.of_types(object).or_else(|| self.of_objects(object)) {
            return find(problem);
        }
        if self.open_api && says("anyOf") && object.len() > 1 {
            return find("something beside anyOf".to_owned());
        }
        if object.get("type").is_some_and(|kind| kind == "array" || kind == "ARRAY") && !says("items") {
            return find("a list without items".to_owned());
        }
        if let Some(key) = self.all_required.then(|| twice_first(object)).flatten() {
            return find(format!("two objects of a union begin with {key}"));
        }
        self.inside(object, path)
    }

    fn of_types(&self, object: &Map<String, Value>) -> Option<String> {
        if !self.open_api {
            return None;
        }
        let words = ["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"];
        match object.get("type") {
            None => {}
            Some(Value::String(word)) if words.contains(&word.as_str()) => {}
            Some(other) => return Some(format!("the type {other}")),
        }
        let texts = object.get("enum").and_then(Value::as_array);
        (!texts.is_none_or(|values| values.iter().all(Value::is_string)))
            .then(|| "an enum of other than texts".to_owned())
    }

    fn of_objects(&self, object: &Map<String, Value>) -> Option<String> {
        let is_object = object.get("type").is_some_and(|kind| {
            kind == "object"
                || kind == "OBJECT"
                || kind.as_array().is_some_and(|words| words.iter().any(|word| word == "object"))
        });
        if !is_object {
            return None;
        }
        if self.closed && object.get("additionalProperties") != Some(&Value::Bool(false)) {
            return Some("an open object".to_owned());
        }
        let Some(Value::Object(properties)) = object.get("properties") else {
            return Some("an object without properties".to_owned());
        };
        if let Some(name) = properties.keys().find(|name| !(self.property)(name)) {
            return Some(format!("the property {name}"));
        }
        let required: Vec<&str> = object
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        if let Some(name) = required.iter().find(|name| !properties.contains_key(**name)) {
            return Some(format!("{name} is required and no property"));
        }
        (self.all_required && required.len() < properties.len())
            .then(|| "a property that isn't required".to_owned())
    }

    fn inside(&self, object: &Map<String, Value>, path: &str) -> Option<String> {
        let named = ["properties", "$defs"]
            .iter()
            .filter_map(|keyword| Some((*keyword, object.get(*keyword)?.as_object()?)));
        let mut named = named.flat_map(|(keyword, map)| {
            map.iter().map(move |(name, inner)| (format!("{path}/{keyword}/{name}"), inner))
        });
        let listed = object.get("anyOf").and_then(Value::as_array).into_iter().flatten();
        let mut listed = listed.enumerate().map(|(place, inner)| (format!("{path}/anyOf/{place}"), inner));
        let mut items = object.get("items").into_iter().map(|inner| (format!("{path}/items"), inner));
        named
            .find_map(|(path, inner)| self.against(inner, &path))
            .or_else(|| listed.find_map(|(path, inner)| self.against(inner, &path)))
            .or_else(|| items.find_map(|(path, inner)| self.against(inner, &path)))
    }
}

/// The key that two objects of a union begin with, if its values don't tell them apart. Objects behind references are
/// left to tests of their own.
fn twice_first(object: &Map<String, Value>) -> Option<String> {
    let mut firsts: Vec<(&String, Option<Vec<&Value>>)> = Vec::new();
    let mut left: Vec<&Value> = object.get("anyOf").and_then(Value::as_array).into_iter().flatten().collect();
    while let Some(form) = left.pop() {
        left.extend(form.get("anyOf").and_then(Value::as_array).into_iter().flatten());
        let properties = form.get("properties").and_then(Value::as_object);
        let Some((key, schema)) = properties.and_then(|properties| properties.iter().next()) else {
            continue;
        };
        let listed = schema.get("enum").and_then(Value::as_array).map(|values| values.iter().collect());
        let values: Option<Vec<&Value>> = schema.get("const").map(|only| vec![only]).or(listed);
        let is_met = |(other, theirs): &(&String, Option<Vec<&Value>>)| {
            *other == key
                && match (&values, theirs) {
                    (Some(own), Some(theirs)) => own.iter().any(|value| theirs.contains(value)),
                    _ => true,
                }
        };
        if firsts.iter().any(is_met) {
            return Some(key.clone());
        }
        firsts.push((key, values));
    }
    None
}
