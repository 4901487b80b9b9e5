//! The independent validator, and what it is asked after the declared tolerances are undone.

use jsonschema::{Draft, Validator};
use serde_json::Value;

use crate::path::PathSegment;

/// Formats that the validator knows and that are annotations here. The schemas of types assert the others:
/// `date`, `date-time`, `ipv4`, `ipv6`, `time` and `uuid`.
const ANNOTATIONS: [&str; 14] = [
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "iri",
    "iri-reference",
    "json-pointer",
    "password",
    "regex",
    "relative-json-pointer",
    "uri",
    "uri-reference",
    "uri-template",
];

/// The most nulls of which each choice is tried as absent.
const MOST_NULLS: usize = 8;

/// An independent validator for one schema.
pub(super) struct Judge<'s> {
    schema: &'s Value,
    validator: Validator,
}

impl<'s> Judge<'s> {
    /// The error says what the validator has against the schema.
    pub(super) fn new(schema: &'s Value, asserts_formats: bool) -> Result<Self, String> {
        let mut options = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(asserts_formats)
            .should_ignore_unknown_formats(true);
        for name in ANNOTATIONS {
            options = options.with_format(name, |_: &str| true);
        }
        let validator = options.build(schema).map_err(|error| error.to_string())?;
        Ok(Self { schema, validator })
    }

    pub(super) fn accepts(&self, instance: &Value) -> bool {
        self.validator.is_valid(instance)
    }

    /// Whether the instance is accepted once null at properties that may be left out is taken as absence.
    pub(super) fn accepts_undone(&self, instance: &Value) -> bool {
        let mut nulls = Vec::new();
        self.nulls(&[self.schema], instance, &mut Vec::new(), &mut nulls);
        let without = |chosen: &dyn Fn(usize) -> bool| {
            let mut instance = instance.clone();
            for (_, path) in nulls.iter().enumerate().filter(|(place, _)| chosen(*place)) {
                remove(&mut instance, path);
            }
            self.accepts(&instance)
        };
        if nulls.is_empty() {
            return false;
        }
        without(&|_| true)
            || (nulls.len() <= MOST_NULLS
                && (1_u32..1 << nulls.len()).any(|choice| without(&|place| choice & (1 << place) != 0)))
    }

    /// The paths of the nulls that may stand for absence.
    fn nulls(
        &self,
        schemas: &[&'s Value],
        instance: &Value,
        path: &mut Vec<PathSegment>,
        found: &mut Vec<Vec<PathSegment>>,
    ) {
        let mut applicable = Vec::new();
        for schema in schemas {
            self.spread(schema, &mut applicable);
        }
        match instance {
            Value::Object(entries) => {
                for (key, value) in entries {
                    path.push(PathSegment::Key(key.clone()));
                    if value.is_null() && applicable.iter().any(|schema| is_optional(schema, key)) {
                        found.push(path.clone());
                    }
                    self.nulls(&members(&applicable, key), value, path, found);
                    path.pop();
                }
            }
            Value::Array(list) => {
                for (index, item) in list.iter().enumerate() {
                    path.push(PathSegment::Index(index));
                    self.nulls(&items(&applicable, index), item, path, found);
                    path.pop();
                }
            }
            _ => {}
        }
    }

    /// A schema and all that may apply to the same value.
    fn spread(&self, schema: &'s Value, applicable: &mut Vec<&'s Value>) {
        if applicable.iter().any(|known| std::ptr::eq(*known, schema)) {
            return;
        }
        applicable.push(schema);
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let parts = schema.get(keyword).and_then(Value::as_array).into_iter().flatten();
            parts.for_each(|part| self.spread(part, applicable));
        }
        for keyword in ["if", "then", "else"] {
            schema.get(keyword).into_iter().for_each(|part| self.spread(part, applicable));
        }
        let dependents = schema.get("dependentSchemas").and_then(Value::as_object);
        dependents.into_iter().flatten().for_each(|(_, part)| self.spread(part, applicable));
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
        if let Some(part) = target.and_then(|target| self.schema.pointer(target)) {
            self.spread(part, applicable);
        }
    }
}

fn is_optional(schema: &Value, key: &str) -> bool {
    let named = schema.get("properties").is_some_and(|properties| properties.get(key).is_some());
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    named && !required.into_iter().any(|name| name == key)
}

fn members<'s>(schemas: &[&'s Value], key: &str) -> Vec<&'s Value> {
    let mut members = Vec::new();
    for schema in schemas {
        members.extend(schema.get("properties").and_then(|properties| properties.get(key)));
        members.extend(schema.get("additionalProperties"));
        members.extend(schema.get("unevaluatedProperties"));
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        members.extend(patterns.into_iter().flat_map(|patterns| patterns.values()));
    }
    members
}

fn items<'s>(schemas: &[&'s Value], index: usize) -> Vec<&'s Value> {
    let mut items = Vec::new();
    for schema in schemas {
        items.extend(schema.get("prefixItems").and_then(|first| first.get(index)));
        items.extend(schema.get("items"));
        items.extend(schema.get("contains"));
    }
    items
}

fn remove(instance: &mut Value, path: &[PathSegment]) {
    let Some((PathSegment::Key(last), parents)) = path.split_last() else { return };
    let parent = parents.iter().try_fold(instance, |here, step| match step {
        PathSegment::Key(key) => here.get_mut(key),
        PathSegment::Index(index) => here.get_mut(index),
    });
    if let Some(Value::Object(entries)) = parent {
        entries.remove(last);
    }
}
