//! What schemars says of a type.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

/// What makes the schema of a type: [`JsonSchema::json_schema`].
pub(crate) type Describe = fn(&mut SchemaGenerator) -> Schema;

/// The schema of what a type reads. Types that are not recursive stand where they are used.
pub(crate) fn of_input(describe: Describe) -> Value {
    generate(describe, SchemaSettings::draft2020_12().for_deserialize())
}

/// The schema of what a type writes.
pub(crate) fn of_output<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = generate(SchemaGenerator::subschema_for::<T>, settings);
    super::canonical::tidy(&mut schema);
    schema
}

/// Not generic, so that it is compiled once.
fn generate(describe: Describe, settings: SchemaSettings) -> Value {
    let mut generator = SchemaGenerator::new(settings.with(|settings| settings.inline_subschemas = true));
    // Not as a root schema: there a recursive type refers to itself as `#`.
    let mut root = describe(&mut generator);
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    root.to_value()
}
