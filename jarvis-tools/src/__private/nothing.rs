//! The arguments of a tool without parameters.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

use crate::args::ToolArgs;

/// The arguments of a tool without parameters.
pub struct NoArguments;

impl<'de> Deserialize<'de> for NoArguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Nothing;

        impl<'de> Visitor<'de> for Nothing {
            type Value = NoArguments;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<NoArguments, M::Error> {
                while map.next_entry::<serde::de::IgnoredAny, serde::de::IgnoredAny>()?.is_some() {}
                Ok(NoArguments)
            }
        }

        deserializer.deserialize_struct("NoArguments", &[], Nothing)
    }
}

impl schemars::JsonSchema for NoArguments {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "NoArguments".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "object" })
    }
}

impl ToolArgs for NoArguments {}
