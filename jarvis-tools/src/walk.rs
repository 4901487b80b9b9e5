//! Walks over JSON Schemas: which keywords hold schemas, where one is, and a visit of them all.

use serde_json::{Map, Value};

use crate::error::Refusal;

/// How many steps deep a schema may be, so that no walk runs out of stack; parsers take no more either.
const MAX_STEPS: usize = 128;

/// What the value of a keyword holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// One schema.
    One,
    /// A list of schemas.
    List,
    /// Schemas by name; the names are nobody's keywords.
    Named,
    /// One schema, or a list of them in older drafts.
    OneOrList,
}

/// The keywords that hold schemas.
const KEYWORDS: [(&str, Holds); 20] = [
    ("$defs", Holds::Named),
    ("additionalItems", Holds::One),
    ("additionalProperties", Holds::One),
    ("allOf", Holds::List),
    ("anyOf", Holds::List),
    ("contains", Holds::One),
    ("definitions", Holds::Named),
    ("dependentSchemas", Holds::Named),
    ("else", Holds::One),
    ("if", Holds::One),
    ("items", Holds::OneOrList),
    ("not", Holds::One),
    ("oneOf", Holds::List),
    ("patternProperties", Holds::Named),
    ("prefixItems", Holds::List),
    ("properties", Holds::Named),
    ("propertyNames", Holds::One),
    ("then", Holds::One),
    ("unevaluatedItems", Holds::One),
    ("unevaluatedProperties", Holds::One),
];

/// What a keyword holds, if it holds schemas.
pub(crate) fn holds(keyword: &str) -> Option<Holds> {
    KEYWORDS.binary_search_by(|(other, _)| (*other).cmp(keyword)).ok().map(|place| KEYWORDS[place].1)
}

/// A key as a step of a JSON pointer.
pub(crate) fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// A place in a schema.
#[derive(Default)]
pub(crate) struct Pointer(Vec<String>);

impl Pointer {
    /// Goes a step down for as long as `walk` takes.
    pub(crate) fn at<T>(&mut self, step: impl Into<String>, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.0.push(step.into());
        let value = walk(self);
        self.0.pop();
        value
    }

    pub(crate) fn check_depth(&self) -> Result<(), Refusal> {
        if self.0.len() <= MAX_STEPS {
            return Ok(());
        }
        Err(self.refuse(format!("the schema is nested more than {MAX_STEPS} steps deep")))
    }

    /// Whether this is one of a list of schemas, as the forms of a union are.
    pub(crate) fn is_listed(&self) -> bool {
        self.0.len().checked_sub(2).is_some_and(|parent| holds(&self.0[parent]) == Some(Holds::List))
    }

    /// The JSON pointer.
    pub(crate) fn path(&self) -> String {
        let mut path = String::new();
        for step in &self.0 {
            path.push('/');
            path.push_str(&escape(step));
        }
        path
    }

    #[cold]
    pub(crate) fn refuse(&self, reason: impl Into<String>) -> Refusal {
        Refusal::new(self.path(), reason)
    }
}

type Visit<'a> = dyn FnMut(&mut Map<String, Value>, &mut Pointer) -> Result<(), Refusal> + 'a;

/// Visits every schema object, those outside first.
pub(crate) fn each(schema: &mut Value, at: &mut Pointer, visit: &mut Visit) -> Result<(), Refusal> {
    at.check_depth()?;
    let Value::Object(schema) = schema else { return Ok(()) };
    visit(schema, at)?;
    for (keyword, value) in schema {
        let Some(holds) = holds(keyword) else { continue };
        at.at(keyword.as_str(), |at| match (holds, value) {
            (Holds::Named, Value::Object(named)) => named
                .iter_mut()
                .try_for_each(|(name, inner)| at.at(name.as_str(), |at| each(inner, at, visit))),
            (Holds::List | Holds::OneOrList, Value::Array(listed)) => listed
                .iter_mut()
                .enumerate()
                .try_for_each(|(place, inner)| at.at(place.to_string(), |at| each(inner, at, visit))),
            (Holds::One | Holds::OneOrList, one) => each(one, at, visit),
            _ => Ok(()),
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(KEYWORDS.is_sorted_by_key(|(keyword, _)| *keyword));
        assert_eq!(holds("items"), Some(Holds::OneOrList));
        assert_eq!(holds("title"), None);
    }

    #[test]
    fn names_of_properties_are_no_keywords() {
        let mut schema = json!({
            "properties": { "items": { "type": "string" }, "not": { "anyOf": [{ "type": "null" }, true] } },
            "enum": [{ "properties": {} }],
        });
        let mut seen = Vec::new();
        let visited = each(&mut schema, &mut Pointer::default(), &mut |_, at| {
            seen.push(at.refuse("").path);
            Ok(())
        });
        assert_eq!(visited, Ok(()));
        assert_eq!(seen, ["", "/properties/items", "/properties/not", "/properties/not/anyOf/0"]);
    }
}
