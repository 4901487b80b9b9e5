//! What schemars says of a type.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

/// The schema of what a type reads. Types that are not recursive stand where they are used.
pub(crate) fn of_type<T: JsonSchema>() -> Value {
    generate::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// The schema of what a type writes.
pub(crate) fn of_output<T: JsonSchema>() -> Value {
    let mut schema = generate::<T>(SchemaSettings::draft2020_12().for_serialize());
    super::canonical::tidy(&mut schema);
    schema
}

fn generate<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let mut generator = SchemaGenerator::new(settings.with(|settings| settings.inline_subschemas = true));
    // Not as a root schema: there a recursive type refers to itself as `#`.
    let mut root = generator.subschema_for::<T>();
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    root.to_value()
}
