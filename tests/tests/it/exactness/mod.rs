//! What the schema accepts decodes, and what decodes the schema accepts.

mod catalogue;
mod faults;
mod hostile;
mod patterns;
mod refused;
mod schemas;

use jarvis_tools::prelude::*;
use jarvis_tools_tests::shapes::tool;
use serde::de::DeserializeOwned;

/// The refusal of an argument type: its place and its words.
#[track_caller]
fn refusal<A: DeserializeOwned + JsonSchema + Send + 'static>() -> (String, String) {
    match tool::<A>("tool") {
        Ok(tool) => panic!("{} was not refused: {}", std::any::type_name::<A>(), tool.spec().parameters()),
        Err(error) => (error.schema_path().to_owned(), error.to_string()),
    }
}
