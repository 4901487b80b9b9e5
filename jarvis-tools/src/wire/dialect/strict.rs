//! The strict dialects of OpenAI and Anthropic: closed objects and a handful of keywords.

use serde_json::{Map, Value, json};

use crate::error::Refusal;
use crate::text;
use crate::walk::Pointer;
use crate::wire::dialect::{first_keys, pattern, references};
use crate::wire::rendered::Lost;

/// What one provider's strict mode takes.
pub(in crate::wire) struct Profile {
    /// Keywords that are taken as they are.
    kept: &'static [&'static str],
    formats: &'static [&'static str],
    /// Every property is required, and null stands for those that may be left out.
    all_required: bool,
    recursion: bool,
    /// Patterns may speak of the boundaries of words.
    boundaries: bool,
    levels: usize,
}

pub(in crate::wire) const OPENAI: Profile = Profile {
    kept: &[
        "type",
        "multipleOf",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minItems",
        "maxItems",
    ],
    formats: &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
    all_required: true,
    recursion: true,
    boundaries: true,
    levels: 10,
};

pub(in crate::wire) const ANTHROPIC: Profile = Profile {
    kept: &["type"],
    formats: &["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"],
    all_required: false,
    recursion: false,
    boundaries: false,
    levels: usize::MAX,
};

/// OpenAI's limits of one schema.
const MAX_PROPERTIES: usize = 5_000;
const MAX_CHARACTERS: usize = 120_000;
const MAX_ENUM_VALUES: usize = 1_000;
/// A text enum of more values than this may have so many characters in all.
const LONG_ENUM: (usize, usize) = (250, 15_000);

/// Keywords that are handled together with others, or say nothing to a model.
const SILENT: [&str; 11] = [
    "description",
    "required",
    "additionalProperties",
    "title",
    "$schema",
    "$id",
    "$comment",
    "deprecated",
    "readOnly",
    "writeOnly",
    "unevaluatedProperties",
];

/// Keywords that shape a value in a way that can't be said otherwise.
const SHAPES: [&str; 10] = [
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "prefixItems",
    "patternProperties",
    "dependentSchemas",
    "dependentRequired",
    "additionalItems",
];

/// What a request counts over all of its strict tools.
#[derive(Clone, Copy, Default)]
pub(in crate::wire) struct Counts {
    /// Properties that may be left out.
    pub(in crate::wire) optional: usize,
    /// Properties of more than one type.
    pub(in crate::wire) unions: usize,
}

/// The strict form of a canonical schema. Constraints that it can't say stand in the descriptions.
pub(in crate::wire) fn strict(
    schema: &Value,
    profile: &'static Profile,
    lost: &mut Lost,
) -> Result<(Value, Counts), Refusal> {
    let mut walk = Walk {
        profile,
        lost,
        at: Pointer::default(),
        levels: 0,
        properties: 0,
        characters: 0,
        enum_values: 0,
        counts: Counts::default(),
    };
    let Value::Object(root) = schema else {
        return Err(walk.at.refuse("the parameters are no object schema"));
    };
    if root.contains_key("anyOf") || root.contains_key("oneOf") || root.contains_key("$ref") {
        return Err(walk.at.refuse(
            "strict mode takes no union or reference as the parameters themselves; \
             put it into a field, or leave `strict` out",
        ));
    }
    if !profile.recursion && references::is_recursive(schema) {
        return Err(walk.at.refuse("strict mode takes no schema that refers to itself; leave `strict` out"));
    }
    let mut root = root.clone();
    root.entry("type").or_insert_with(|| "object".into());
    root.entry("properties").or_insert_with(|| json!({}));
    let mut strict = Value::Object(walk.schema(&root)?);
    walk.check_totals()?;
    if profile.all_required {
        first_keys::tell_apart(&mut strict)?;
    }
    Ok((strict, walk.counts))
}

struct Walk<'l> {
    profile: &'static Profile,
    lost: &'l mut Lost,
    at: Pointer,
    levels: usize,
    properties: usize,
    characters: usize,
    enum_values: usize,
    counts: Counts,
}

impl Walk<'_> {
    fn schema(&mut self, schema: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
        self.at.check_depth()?;
        let mut out = Map::new();
        let mut lost = Vec::new();
        let is_object = has_type(schema, "object") || schema.contains_key("properties");
        if is_object {
            self.levels += 1;
            let most = self.profile.levels;
            if self.levels > most {
                return Err(self.at.refuse(format!("strict mode takes at most {most} levels of objects")));
            }
            self.refuse_open(schema)?;
        }
        if has_type(schema, "array") && !schema.contains_key("items") {
            return Err(self.at.refuse("strict mode takes no list whose items have no type"));
        }
        for (keyword, value) in schema {
            self.keyword(&mut out, &mut lost, schema, keyword, value)?;
        }
        if !is_typed(&out) {
            return Err(self.at.refuse("strict mode takes no value of any type; give it a type"));
        }
        if is_object {
            self.levels -= 1;
            out.insert("additionalProperties".to_owned(), false.into());
        }
        let out = if self.profile.all_required { apart(out) } else { out };
        self.lost.extend(&self.at, &lost);
        Ok(described(out, schema.get("description"), &lost))
    }

    fn keyword(
        &mut self,
        out: &mut Map<String, Value>,
        lost: &mut Vec<String>,
        schema: &Map<String, Value>,
        keyword: &str,
        value: &Value,
    ) -> Result<(), Refusal> {
        let kept = match keyword {
            _ if SILENT.contains(&keyword) => return Ok(()),
            _ if self.profile.kept.contains(&keyword) => Some(value.clone()),
            "minItems" if value.as_u64().is_some_and(|fewest| fewest < 2) => Some(value.clone()),
            "properties" => {
                let properties = self.properties(schema, value)?;
                let names = match schema.get("required") {
                    Some(required) if !self.profile.all_required => required.clone(),
                    None if !self.profile.all_required => json!([]),
                    _ => properties.keys().map(String::as_str).collect(),
                };
                out.insert("properties".to_owned(), Value::Object(properties));
                out.insert("required".to_owned(), names);
                return Ok(());
            }
            "items" => Some(self.at_step("items", |walk| walk.child(value))?),
            "anyOf" | "oneOf" => {
                if out.contains_key("anyOf") {
                    return Err(self.at.refuse("strict mode takes no `anyOf` beside a `oneOf`"));
                }
                let branches = self.at_step(keyword, |walk| walk.branches(value))?;
                out.insert("anyOf".to_owned(), branches);
                return Ok(());
            }
            "$defs" | "definitions" => Some(self.at_step(keyword, |walk| walk.definitions(value))?),
            "$ref" => match value.as_str() {
                Some(reference) if reference.starts_with('#') => Some(value.clone()),
                _ => return Err(self.at.refuse("strict mode takes no reference to another document")),
            },
            "enum" => Some(self.enumeration(out, schema, value)?),
            "const" => {
                self.enumeration(out, schema, &Value::Array(vec![value.clone()]))?;
                Some(value.clone())
            }
            "pattern" => value
                .as_str()
                .is_some_and(|text| !pattern::is_unusual(text, !self.profile.boundaries))
                .then(|| value.clone()),
            "format" => value
                .as_str()
                .is_some_and(|format| self.profile.formats.contains(&format))
                .then(|| value.clone()),
            _ if SHAPES.contains(&keyword) => {
                return Err(self.at.refuse(format!(
                    "strict mode can't express `{keyword}`; leave `strict` out or change the type"
                )));
            }
            _ => None,
        };
        match kept {
            Some(kept) => drop(out.insert(keyword.to_owned(), kept)),
            None => lost.push(format!("{keyword}: {}", text::shorten(&value.to_string(), 200))),
        }
        Ok(())
    }

    /// Objects whose keys aren't all known have no strict form.
    fn refuse_open(&self, schema: &Map<String, Value>) -> Result<(), Refusal> {
        let open = match schema.get("additionalProperties") {
            None => !schema.contains_key("properties"),
            Some(more) => *more != Value::Bool(false),
        };
        if open {
            return Err(self.at.refuse(
                "strict mode takes no object with keys of any name; use a list of pairs, \
                 or leave `strict` out",
            ));
        }
        Ok(())
    }

    fn properties(
        &mut self,
        schema: &Map<String, Value>,
        properties: &Value,
    ) -> Result<Map<String, Value>, Refusal> {
        let Value::Object(properties) = properties else {
            return Err(self.at.refuse("`properties` is no object"));
        };
        let required: Vec<&str> = match schema.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        self.properties += properties.len();
        self.at_step("properties", |walk| {
            let mut out = Map::new();
            for (name, property) in properties {
                walk.characters += name.chars().count();
                let property = walk.at_step(name, |walk| walk.child(property))?;
                let is_optional = !required.contains(&name.as_str());
                walk.counts.optional += usize::from(is_optional);
                let property =
                    if is_optional && walk.profile.all_required { nullable(property) } else { property };
                let has_forms =
                    property.get("anyOf").is_some() || property.get("type").is_some_and(Value::is_array);
                walk.counts.unions += usize::from(has_forms);
                out.insert(name.clone(), property);
            }
            Ok(out)
        })
    }

    fn definitions(&mut self, definitions: &Value) -> Result<Value, Refusal> {
        let Value::Object(definitions) = definitions else {
            return Err(self.at.refuse("the definitions are no object"));
        };
        let mut out = Map::new();
        // A definition stands where it is referred to, not inside of the object that holds it.
        let levels = std::mem::take(&mut self.levels);
        for (name, definition) in definitions {
            self.characters += name.chars().count();
            out.insert(name.clone(), self.at_step(name, |walk| walk.child(definition))?);
        }
        self.levels = levels;
        Ok(Value::Object(out))
    }

    fn branches(&mut self, branches: &Value) -> Result<Value, Refusal> {
        let Value::Array(branches) = branches else {
            return Err(self.at.refuse("the branches of a union are no list"));
        };
        let strict = branches
            .iter()
            .enumerate()
            .map(|(place, branch)| self.at_step(&place.to_string(), |walk| walk.child(branch)));
        strict.collect::<Result<Vec<_>, _>>().map(Value::Array)
    }

    fn child(&mut self, schema: &Value) -> Result<Value, Refusal> {
        match schema {
            Value::Object(schema) => self.schema(schema).map(Value::Object),
            _ => Err(self.at.refuse("strict mode takes no value of any type; give it a type")),
        }
    }

    /// Counts the values of an enum, and adds the type that it leaves to be guessed.
    fn enumeration(
        &mut self,
        out: &mut Map<String, Value>,
        schema: &Map<String, Value>,
        values: &Value,
    ) -> Result<Value, Refusal> {
        let Value::Array(items) = values else { return Err(self.at.refuse("`enum` is no list")) };
        if items.iter().any(|item| item.is_array() || item.is_object()) {
            return Err(self.at.refuse("strict mode takes no lists or objects as the values of an enum"));
        }
        let characters: usize = items.iter().filter_map(Value::as_str).map(|text| text.chars().count()).sum();
        self.enum_values += items.len();
        self.characters += characters;
        let (many, most) = LONG_ENUM;
        if items.len() > many && characters > most {
            return Err(self.at.refuse(format!(
                "strict mode takes at most {most} characters in an enum of more than {many} values"
            )));
        }
        if !schema.contains_key("type") {
            let mut words: Vec<&str> = Vec::new();
            for word in items.iter().map(type_word) {
                if !words.contains(&word) {
                    words.push(word);
                }
            }
            let types = if let [only] = words[..] { only.into() } else { json!(words) };
            out.insert("type".to_owned(), types);
        }
        Ok(values.clone())
    }

    fn check_totals(&self) -> Result<(), Refusal> {
        if !self.profile.all_required {
            return Ok(());
        }
        let totals = [
            (self.properties, MAX_PROPERTIES, "properties"),
            (self.characters, MAX_CHARACTERS, "characters of names and enum values"),
            (self.enum_values, MAX_ENUM_VALUES, "enum values"),
        ];
        match totals.iter().find(|(count, limit, _)| count > limit) {
            None => Ok(()),
            Some((count, limit, what)) => Err(self
                .at
                .refuse(format!("strict mode takes at most {limit} {what} in all, and these are {count}"))),
        }
    }

    fn at_step<T>(&mut self, step: &str, walk: impl FnOnce(&mut Self) -> T) -> T {
        let mut at = std::mem::take(&mut self.at);
        let value = at.at(step, |at| {
            std::mem::swap(&mut self.at, at);
            let value = walk(self);
            std::mem::swap(&mut self.at, at);
            value
        });
        self.at = at;
        value
    }
}

fn has_type(schema: &Map<String, Value>, word: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(only)) => only == word,
        Some(Value::Array(words)) => words.iter().any(|one| one == word),
        _ => false,
    }
}

fn is_typed(schema: &Map<String, Value>) -> bool {
    ["type", "enum", "const", "anyOf", "$ref"].iter().any(|keyword| schema.contains_key(*keyword))
}

fn type_word(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A reference may have no other keyword beside it, so that it moves into a union of one.
fn apart(mut schema: Map<String, Value>) -> Map<String, Value> {
    let Some(reference) = schema.get("$ref").cloned() else { return schema };
    schema.retain(|keyword, _| keyword != "$ref");
    schema.insert("anyOf".to_owned(), json!([{ "$ref": reference }]));
    schema
}

/// Adds the description, and behind it the constraints that the dialect can't say.
fn described(
    mut schema: Map<String, Value>,
    description: Option<&Value>,
    lost: &[String],
) -> Map<String, Value> {
    let mut lines: Vec<&str> = description.and_then(Value::as_str).into_iter().collect();
    let lost = lost.join("; ");
    if !lost.is_empty() {
        lines.push(&lost);
    }
    if !lines.is_empty() {
        schema.insert("description".to_owned(), lines.join("\n").into());
    }
    schema
}

/// The same schema with null, which stands for a property that is left out.
fn nullable(schema: Value) -> Value {
    let Value::Object(mut schema) = schema else { return schema };
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        let null = json!({ "type": "null" });
        if !branches.contains(&null) {
            branches.push(null);
        }
        return Value::Object(schema);
    }
    if let Some(only) = schema.get("const").cloned() {
        schema.retain(|keyword, _| keyword != "const");
        schema.insert("enum".to_owned(), json!([only]));
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    match schema.get_mut("type") {
        Some(Value::Array(words)) if !words.iter().any(|word| word == "null") => words.push("null".into()),
        Some(word @ Value::String(_)) if word != "null" => *word = json!([word.take(), "null"]),
        _ => {}
    }
    Value::Object(schema)
}
