//! From what schemars says of a type to the canonical schema: exactly what the decoder takes, in a form that
//! models read well.

mod null;
mod numbers;
mod object;
mod shapes;

use serde_json::{Map, Value};

use crate::error::Refusal;
use crate::schema::compile::{TAKES_NULL, escape};
use crate::schema::format::Format;

pub(super) use shapes::name_keys;

/// The keywords that hold one schema.
const ONE: [&str; 10] = [
    "additionalProperties",
    "contains",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// The keywords that hold a list of schemas.
const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];

/// The keywords that hold schemas by name; the names are not keywords.
const MAP: [&str; 4] = ["$defs", "dependentSchemas", "patternProperties", "properties"];

/// The canonical schema of a tool's arguments. Properties whose type has null carry a mark for the compiler,
/// which [`publish`] takes away.
pub(super) fn canonical(raw: Value) -> Result<Value, Refusal> {
    let mut schema = raw;
    exact(&mut schema, "")?;
    let Value::Object(root) = &mut schema else {
        return Err(Refusal::new("", "the arguments must be a struct with named fields"));
    };
    if root.get("type").is_none_or(|word| word != "object") {
        return Err(Refusal::new(
            "",
            "the arguments must be a struct with named fields: a model sends an object; \
             put the value into a field of a struct",
        ));
    }
    root.entry("properties").or_insert_with(|| Map::new().into());
    root.entry("required").or_insert_with(|| Vec::<Value>::new().into());
    Ok(schema)
}

/// Makes one schema exact, its parts first.
fn exact(schema: &mut Value, pointer: &str) -> Result<(), Refusal> {
    match schema {
        // An object in every schema position: several clients know no boolean schemas.
        Value::Bool(true) => *schema = Map::new().into(),
        Value::Object(object) => {
            each_part(object, pointer, &mut exact)?;
            object.remove("$schema");
            shapes::unit_enum(object);
            shapes::tuple(object);
            shapes::keyed_map(object);
            shapes::standard_type(object);
            numbers::bounds(object, pointer)?;
            format(object);
            object::fields(object, pointer)?;
        }
        _ => {}
    }
    Ok(())
}

/// Calls `change` for each schema directly inside of one.
fn each_part(
    object: &mut Map<String, Value>,
    pointer: &str,
    change: &mut dyn FnMut(&mut Value, &str) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    for (keyword, value) in object.iter_mut() {
        let here = format!("{pointer}/{}", escape(keyword));
        match value {
            // A closed object says `false`, which every reader knows; `true` is what leaving it out says.
            Value::Bool(false) if ONE.contains(&keyword.as_str()) => {}
            value if ONE.contains(&keyword.as_str()) => change(value, &here)?,
            Value::Array(list) if LIST.contains(&keyword.as_str()) => {
                for (index, part) in list.iter_mut().enumerate() {
                    change(part, &format!("{here}/{index}"))?;
                }
            }
            Value::Object(map) if MAP.contains(&keyword.as_str()) => {
                for (name, part) in map.iter_mut() {
                    change(part, &format!("{here}/{}", escape(name)))?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Drops formats that no standard knows.
fn format(object: &mut Map<String, Value>) {
    if object.get("format").is_some_and(|name| !name.as_str().is_some_and(Format::is_known)) {
        object.remove("format");
    }
}

/// Closes every object of which it isn't said whether it takes further keys.
pub(super) fn close(schema: &mut Value) {
    fn walk(schema: &mut Value, in_place: bool) {
        let Value::Object(object) = schema else { return };
        let applies =
            ["allOf", "anyOf", "oneOf", "if", "$ref"].iter().any(|keyword| object.contains_key(*keyword));
        let named = object.contains_key("properties") || object.contains_key("patternProperties");
        let spoken_of =
            ["additionalProperties", "unevaluatedProperties"].iter().any(|word| object.contains_key(*word));
        if !in_place && !spoken_of && (named || (applies && holds_objects(object))) {
            // What stands in the parts is only seen by the second keyword.
            let keyword = if applies { "unevaluatedProperties" } else { "additionalProperties" };
            object.insert(keyword.to_owned(), false.into());
        }
        for (keyword, value) in object.iter_mut() {
            let beside = ["allOf", "anyOf", "oneOf", "if", "then", "else", "not", "dependentSchemas"];
            let in_place = beside.contains(&keyword.as_str());
            match value {
                Value::Array(list) if LIST.contains(&keyword.as_str()) => {
                    for part in list {
                        walk(part, in_place);
                    }
                }
                Value::Object(map) if MAP.contains(&keyword.as_str()) => {
                    for part in map.values_mut() {
                        walk(part, in_place);
                    }
                }
                Value::Object(_) if ONE.contains(&keyword.as_str()) => walk(value, in_place),
                _ => {}
            }
        }
    }
    walk(schema, false);
}

/// Whether the forms of a union are objects with properties of their own.
fn holds_objects(object: &Map<String, Value>) -> bool {
    ["allOf", "anyOf", "oneOf"]
        .iter()
        .filter_map(|keyword| object.get(*keyword)?.as_array())
        .flatten()
        .any(|part| part.get("properties").is_some())
}

/// Takes the compiler's marks away.
pub(super) fn publish(schema: &mut Value) {
    if let Value::Object(object) = schema {
        object.remove(TAKES_NULL);
        // The callback never fails.
        let _ = each_part(object, "", &mut |part, _| {
            publish(part);
            Ok(())
        });
    }
}

/// Tidies the schema of a result, which nobody decodes: booleans and numeric formats have no place in it.
pub(super) fn tidy(schema: &mut Value) {
    match schema {
        Value::Bool(true) => *schema = Map::new().into(),
        Value::Object(object) => {
            // The callback never fails.
            let _ = each_part(object, "", &mut |part, _| {
                tidy(part);
                Ok(())
            });
            shapes::unit_enum(object);
            format(object);
        }
        _ => {}
    }
}
