//! Null at a property that may be left out: the schema has the plain type, and a mark for the decoder.

use serde_json::{Map, Value};

/// Takes null out of a schema; whether it was there beside something else.
pub(super) fn strip(object: &mut Map<String, Value>) -> bool {
    let typed = strip_type(object);
    let listed = strip_values(object);
    let united = strip_union(object);
    typed || listed || united
}

fn strip_type(object: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(words)) = object.get_mut("type") else { return false };
    let count = words.len();
    words.retain(|word| word != "null");
    let found = words.len() < count;
    if let [only] = words.as_mut_slice() {
        let only = only.take();
        object.insert("type".to_owned(), only);
    }
    found
}

fn strip_values(object: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(values)) = object.get_mut("enum") else { return false };
    let count = values.len();
    if count > 1 {
        values.retain(|value| !value.is_null());
    }
    values.len() < count
}

fn strip_union(object: &mut Map<String, Value>) -> bool {
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(forms)) = object.get_mut(keyword) else { continue };
        let count = forms.len();
        forms.retain(|form| form.get("type").is_none_or(|word| word != "null"));
        if forms.len() == count || forms.is_empty() {
            continue;
        }
        if let [Value::Object(only)] = forms.as_mut_slice() {
            let only = std::mem::take(only);
            object.remove(keyword);
            // What is said beside the union (its description, its default) goes before what the form says.
            for (name, value) in only {
                object.entry(name).or_insert(value);
            }
        }
        return true;
    }
    false
}
