//! Where references within a schema lead.

use std::collections::HashSet;

use serde_json::Value;

/// The definitions of a schema, by name.
pub(super) fn definitions(schema: &Value) -> Option<&Value> {
    schema.get("$defs").or_else(|| schema.get("definitions"))
}

/// The reference that a schema is, and the definition that it leads to.
pub(super) fn definition<'s>(schema: &'s Value, definitions: &'s Value) -> Option<(&'s str, &'s Value)> {
    let reference = schema.get("$ref")?.as_str()?;
    Some((reference, definitions.get(unescape(inside(reference)))?))
}

/// What follows the place of the definitions; empty for another place.
fn inside(reference: &str) -> &str {
    ["#/$defs/", "#/definitions/"].iter().find_map(|at| reference.strip_prefix(at)).unwrap_or_default()
}

fn unescape(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// Whether a definition leads back to itself, or anything to a place outside of the definitions, which may lie
/// around it.
pub(super) fn is_recursive(schema: &Value) -> bool {
    let Some(Value::Object(definitions)) = definitions(schema) else {
        return !references(schema).is_empty();
    };
    let leads_to = |name: &str| -> Vec<String> { definitions.get(name).map(references).unwrap_or_default() };
    definitions.keys().any(|start| {
        let (mut seen, mut left) = (HashSet::new(), leads_to(start));
        while let Some(next) = left.pop() {
            if next == *start {
                return true;
            }
            if seen.insert(next.clone()) {
                left.extend(leads_to(&next));
            }
        }
        false
    }) || references(schema).iter().any(|name| !definitions.contains_key(name))
}

/// The names of the definitions that a schema refers to; an empty one is another place.
fn references(schema: &Value) -> Vec<String> {
    let (mut found, mut left) = (Vec::new(), vec![schema]);
    while let Some(value) = left.pop() {
        match value {
            Value::Array(items) => left.extend(items),
            Value::Object(object) => {
                if let Some(Value::String(reference)) = object.get("$ref") {
                    let inside = inside(reference);
                    found.push(inside.split('/').next().map(unescape).unwrap_or_default());
                }
                left.extend(object.values());
            }
            _ => {}
        }
    }
    found
}
