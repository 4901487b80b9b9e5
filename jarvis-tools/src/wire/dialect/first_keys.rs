//! OpenAI's strict mode tells the objects of a union apart by their first key: no two may begin with the same one,
//! unless its values differ, as those of a tag do.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::error::Refusal;
use crate::text;
use crate::walk::{Pointer, each};
use crate::wire::dialect::references;

/// Puts the properties of the objects of each union into an order in which they begin differently, which says
/// nothing else than before; a tag comes first. Objects for which there is no such order are refused.
pub(super) fn tell_apart(schema: &mut Value) -> Result<(), Refusal> {
    let before = references::definitions(schema).cloned().unwrap_or_default();
    each(schema, &mut Pointer::default(), &mut |schema, _| {
        order(schema, &before);
        Ok(())
    })?;
    let after = references::definitions(schema).cloned().unwrap_or_default();
    each(
        schema,
        &mut Pointer::default(),
        &mut |schema, at| match shared_key(&Objects::of(schema, &after).all) {
            None => Ok(()),
            Some(key) => Err(at.refuse(format!(
                "strict mode takes no union of objects that begin with the same key, as with {}; \
             give them a tag, or leave `strict` out",
                text::name(key)
            ))),
        },
    )
}

/// Gives each object of a union a first key that tells it apart, if two of them have the same. Those behind references
/// stay as they are.
fn order(schema: &mut Map<String, Value>, definitions: &Value) {
    let Objects { all, inline, .. } = Objects::of(schema, definitions);
    if shared_key(&all).is_none() {
        return;
    }
    let firsts = inline.iter().map(|place| distinct(all[*place], &all).map(str::to_owned));
    let mut firsts = firsts.collect::<Vec<_>>().into_iter();
    let Some(Value::Array(forms)) = schema.get_mut("anyOf") else { return };
    for form in forms {
        put_first(form, &mut firsts);
    }
}

/// The first property by which an object can be told from all others, rather one with values of its own.
fn distinct<'o>(own: Object<'o>, objects: &[Object<'o>]) -> Option<&'o str> {
    let is_apart = |name: &str, schema: &Value| {
        objects
            .iter()
            .filter(|other| !std::ptr::eq(**other, own))
            .all(|other| other.get(name).is_none_or(|theirs| are_apart(schema, theirs)))
    };
    let mut found = None;
    for (name, schema) in own {
        let has_values = values(schema).is_some();
        if (has_values || found.is_none()) && is_apart(name, schema) {
            found = Some(name.as_str());
            if has_values {
                break;
            }
        }
    }
    found
}

/// The properties of one object of a union.
type Object<'s> = &'s Map<String, Value>;

/// The objects that a union takes, also those in unions within it and behind references.
#[derive(Default)]
struct Objects<'s> {
    all: Vec<Object<'s>>,
    /// The places among them of those that aren't behind a reference.
    inline: Vec<usize>,
    /// The references that were followed.
    seen: HashSet<&'s str>,
}

impl<'s> Objects<'s> {
    fn of(schema: &'s Map<String, Value>, definitions: &'s Value) -> Self {
        let mut objects = Self::default();
        if let Some(Value::Array(forms)) = schema.get("anyOf") {
            for form in forms {
                objects.gather(form, definitions, true);
            }
        }
        objects
    }

    fn gather(&mut self, form: &'s Value, definitions: &'s Value, is_inline: bool) {
        if let Some(Value::Array(forms)) = form.get("anyOf") {
            for form in forms {
                self.gather(form, definitions, is_inline);
            }
        } else if let Some((reference, definition)) = references::definition(form, definitions) {
            if self.seen.insert(reference) {
                self.gather(definition, definitions, false);
            }
        } else if let Some(Value::Object(properties)) = form.get("properties") {
            if is_inline {
                self.inline.push(self.all.len());
            }
            self.all.push(properties);
        }
    }
}

/// Goes through the inline objects in the order in which they were gathered.
fn put_first(form: &mut Value, firsts: &mut impl Iterator<Item = Option<String>>) {
    let Value::Object(form) = form else { return };
    if let Some(Value::Array(forms)) = form.get_mut("anyOf") {
        for form in forms {
            put_first(form, firsts);
        }
        return;
    }
    let Some(Value::Object(properties)) = form.get_mut("properties") else { return };
    let Some(first) = firsts.next().flatten() else { return };
    let (own, others): (Map<_, _>, Map<_, _>) =
        std::mem::take(properties).into_iter().partition(|(name, _)| *name == first);
    properties.extend(own);
    properties.extend(others);
    let names = properties.keys().map(String::as_str).collect();
    form.insert("required".to_owned(), names);
}

/// The key that two of the objects begin with.
fn shared_key<'o>(objects: &[Object<'o>]) -> Option<&'o str> {
    let mut by_key: HashMap<&str, Vec<&Value>> = HashMap::new();
    for (name, schema) in objects.iter().filter_map(|object| object.iter().next()) {
        let others = by_key.entry(name).or_default();
        if others.iter().any(|other| !are_apart(schema, other)) {
            return Some(name);
        }
        others.push(schema);
    }
    None
}

/// Whether two schemas list their values, and none is in both.
fn are_apart(one: &Value, other: &Value) -> bool {
    match (values(one), values(other)) {
        (Some(one), Some(other)) => !one.iter().any(|value| other.contains(value)),
        _ => false,
    }
}

fn values(schema: &Value) -> Option<&[Value]> {
    match schema.get("const") {
        Some(only) => Some(std::slice::from_ref(only)),
        None => schema.get("enum")?.as_array().map(Vec::as_slice),
    }
}
