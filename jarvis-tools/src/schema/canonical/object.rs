//! Objects: which properties may be left out, and what that means for null.

use serde_json::{Map, Value};

use crate::error::Refusal;
use crate::schema::canonical::null;
use crate::schema::compile::{TAKES_NULL, escape};

/// The longest name that a property may have; providers refuse longer ones.
const LONGEST_NAME: usize = 64;

/// Makes the properties of an object exact.
pub(super) fn fields(object: &mut Map<String, Value>, pointer: &str) -> Result<(), Refusal> {
    let mut required = match object.get("required") {
        Some(Value::Array(names)) => names.clone(),
        _ => Vec::new(),
    };
    let mut seen = std::collections::HashSet::new();
    required.retain(|name| seen.insert(name.to_string()));
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        for (name, property) in properties.iter_mut() {
            let here = format!("{pointer}/properties/{}", escape(name));
            check_name(name, &here)?;
            if !required.iter().any(|required| required == name) {
                optional(property, &here)?;
            }
        }
    }
    if required.is_empty() {
        object.remove("required");
    } else {
        object.insert("required".to_owned(), required.into());
    }
    // An empty struct; whether a bare object is one or a map is seen when it is decoded.
    let is_bare = object.len()
        == usize::from(object.contains_key("type")) + usize::from(object.contains_key("description"));
    if is_bare && object.get("type").is_some_and(|word| word == "object") {
        object.insert("properties".to_owned(), Map::new().into());
    }
    Ok(())
}

/// A property that may be left out has the plain type, without null.
fn optional(property: &mut Value, pointer: &str) -> Result<(), Refusal> {
    let Value::Object(schema) = property else { return Ok(()) };
    if !null::strip(schema) {
        return Ok(());
    }
    match schema.get("default") {
        None => {}
        Some(Value::Null) => {
            schema.remove("default");
        }
        Some(default) => {
            return Err(Refusal::new(
                pointer,
                format!(
                    "an optional field with the default {default}: null could mean the default or nothing; \
                     take the Option or the default away"
                ),
            ));
        }
    }
    schema.insert(TAKES_NULL.to_owned(), true.into());
    Ok(())
}

fn check_name(name: &str, pointer: &str) -> Result<(), Refusal> {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-');
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(allowed) {
        return Err(Refusal::new(
            pointer,
            format!(
                "the name {name:?} is refused by providers; a property has 1 to {LONGEST_NAME} characters out of \
                 letters, digits, '_', '-' and '.'"
            ),
        ));
    }
    Ok(())
}
