//! Walks over schemas, and what all dialects have in common.

use serde_json::{Map, Value};

use crate::error::Refusal;

/// How many steps deep a schema may be, so that no walk runs out of stack; parsers take no more either.
const MAX_STEPS: usize = 128;

/// Keywords whose value is a map from names to schemas. The names are nobody's keywords.
pub(super) const NAMED: [&str; 5] =
    ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

/// Keywords whose value is a list of schemas.
const LISTED: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];

/// Keywords whose value is a schema.
const SINGLE: [&str; 11] = [
    "items",
    "additionalProperties",
    "additionalItems",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
];

/// A place in a schema.
#[derive(Default)]
pub(super) struct Pointer(Vec<String>);

impl Pointer {
    /// Goes a step down for as long as `walk` takes.
    pub(super) fn at<T>(&mut self, step: impl Into<String>, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.0.push(step.into());
        let value = walk(self);
        self.0.pop();
        value
    }

    pub(super) fn check_depth(&self) -> Result<(), Refusal> {
        if self.0.len() <= MAX_STEPS {
            return Ok(());
        }
        Err(self.refuse(format!("the schema is nested more than {MAX_STEPS} steps deep")))
    }

    fn is_branch(&self) -> bool {
        self.0.len().checked_sub(2).is_some_and(|parent| LISTED.contains(&self.0[parent].as_str()))
    }

    #[cold]
    pub(super) fn refuse(&self, reason: impl Into<String>) -> Refusal {
        let mut path = String::new();
        for step in &self.0 {
            path.push('/');
            path.push_str(&step.replace('~', "~0").replace('/', "~1"));
        }
        Refusal::new(path, reason)
    }
}

type Visit<'a> = dyn FnMut(&mut Map<String, Value>, &mut Pointer) -> Result<(), Refusal> + 'a;

/// Visits every schema object, those outside first.
pub(super) fn each(schema: &mut Value, at: &mut Pointer, visit: &mut Visit) -> Result<(), Refusal> {
    at.check_depth()?;
    let Value::Object(schema) = schema else { return Ok(()) };
    visit(schema, at)?;
    for (keyword, value) in schema {
        at.at(keyword.as_str(), |at| match value {
            Value::Object(named) if NAMED.contains(&keyword.as_str()) => named
                .iter_mut()
                .try_for_each(|(name, inner)| at.at(name.as_str(), |at| each(inner, at, visit))),
            Value::Array(listed) if LISTED.contains(&keyword.as_str()) || keyword == "items" => listed
                .iter_mut()
                .enumerate()
                .try_for_each(|(place, inner)| at.at(place.to_string(), |at| each(inner, at, visit))),
            single if SINGLE.contains(&keyword.as_str()) => each(single, at, visit),
            _ => Ok(()),
        })?;
    }
    Ok(())
}

/// Leaves out bounds that only restate the limits of a Rust type, but for `minimum: 0`, which models need.
pub(super) fn drop_type_limits(schema: &mut Map<String, Value>) {
    let (Some(low), Some(high)) = (schema.get("minimum"), schema.get("maximum")) else { return };
    let restates = match (low.as_i64(), high.as_i64(), high.as_u64()) {
        (Some(low), Some(high), _) => [
            (i64::from(i8::MIN), i64::from(i8::MAX)),
            (i64::from(i16::MIN), i64::from(i16::MAX)),
            (i64::from(i32::MIN), i64::from(i32::MAX)),
            (i64::MIN, i64::MAX),
            (0, i64::from(u8::MAX)),
            (0, i64::from(u16::MAX)),
            (0, i64::from(u32::MAX)),
        ]
        .contains(&(low, high)),
        (Some(0), None, Some(high)) => high == u64::MAX,
        _ => {
            let limit = f64::from(f32::MAX);
            low.as_f64() == Some(-limit) && high.as_f64() == Some(limit)
        }
    };
    if restates {
        let unsigned = low.as_i64() == Some(0);
        schema.retain(|keyword, _| keyword != "maximum" && (keyword != "minimum" || unsigned));
    }
}

/// Closes the objects of a schema, where that can be said without looking at other parts of it.
pub(crate) fn close(schema: &mut Value) {
    let open = |schema: &Map<String, Value>| {
        schema.contains_key("properties")
            && !["additionalProperties", "unevaluatedProperties", "anyOf", "oneOf", "allOf", "$ref", "if"]
                .iter()
                .any(|keyword| schema.contains_key(*keyword))
    };
    // Nothing is refused but a depth that no checked schema has; what lies below it stays open.
    let _ = each(schema, &mut Pointer::default(), &mut |schema, at| {
        if open(schema) && !at.is_branch() {
            schema.insert("additionalProperties".to_owned(), false.into());
        }
        Ok(())
    });
}
