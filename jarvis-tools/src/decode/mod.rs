//! Argument text into a type.

use serde::de::DeserializeOwned;

use crate::error::{ArgumentError, ArgumentErrors};
use crate::path::FieldPath;
use crate::schema::Compiled;
use crate::tool::Notes;

/// What may be done beyond the declared tolerances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) deny_unknown: bool,
    pub(crate) repair: bool,
}

pub(crate) fn arguments<A: DeserializeOwned>(
    tool: &str,
    _schema: &Compiled,
    text: &str,
    _options: Options,
) -> Result<(A, Notes), ArgumentErrors> {
    serde_json::from_str(text)
        .map(|value| (value, Notes::default()))
        .map_err(|error| ArgumentErrors::new(tool, ArgumentError::custom(FieldPath::root(), error), None))
}
