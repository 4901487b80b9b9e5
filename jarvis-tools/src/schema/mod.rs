//! The canonical schema of a tool's arguments, and its compiled form.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

use crate::error::Refusal;

/// A compiled schema.
#[derive(Debug)]
pub struct Compiled;

/// The schema of a type as schemars gives it for reading, its definitions under `$defs`.
pub(crate) fn of_type<T: JsonSchema>() -> Value {
    generate::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// The schema of a type as schemars gives it for writing.
pub(crate) fn of_output<T: JsonSchema>() -> Value {
    generate::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn generate<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let mut generator = SchemaGenerator::new(settings.with(|settings| settings.inline_subschemas = true));
    let mut root = generator.subschema_for::<T>();
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    root.to_value()
}

pub(crate) fn typed(raw: Value, _deny_unknown: bool) -> Result<(Value, Compiled), Refusal> {
    Ok((raw, Compiled))
}

pub(crate) fn foreign(raw: Value, _deny_unknown: bool) -> Result<(Value, Compiled), Refusal> {
    Ok((raw, Compiled))
}
