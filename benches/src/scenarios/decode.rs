//! Argument text into a type.

use std::hint::black_box;
use std::sync::Arc;

use jarvis_tools::{Decoded, Definition, ToolContext};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Failure;
use crate::harness::{Contender, Group};
use crate::payloads::{self, SIZES};
use crate::scenarios::expect;
use crate::types::{Route, Search, Trip};

pub(super) fn groups() -> Result<Vec<Group>, Failure> {
    let mut groups = Vec::new();
    for (label, bytes) in SIZES {
        groups.push(group::<Trip>(
            "Structs, lists, options, strings, numbers, a unit enum",
            label,
            payloads::trip(bytes)?,
        )?);
    }
    for (label, bytes) in SIZES {
        groups.push(group::<Search>(
            "With maps, sets, values of any type and constraints",
            label,
            payloads::search(bytes)?,
        )?);
    }
    for (label, bytes) in SIZES {
        groups.push(group::<Route>("With a tagged enum inside", label, payloads::route(bytes)?)?);
    }
    Ok(groups)
}

fn group<T>(table: &str, label: &str, text: String) -> Result<Group, Failure>
where
    T: DeserializeOwned + Serialize + JsonSchema + 'static,
{
    let text: Arc<str> = text.into();
    let definition = Definition::typed::<T>("t", "Measured.")?;
    let context = ToolContext::new("c1", "t");
    let (decoded, notes) = definition.decode::<T>(&text, &context)?.into_parts();
    expect(serde_json::to_string(&decoded)? == *text && notes.ignored.is_empty(), || {
        format!("{table}, {label}: decoded to something else")
    })?;

    let mut contenders = vec![bare::<T>(&text)];
    #[cfg(feature = "peers")]
    let schema = definition.spec().parameters().clone();
    let own = Arc::clone(&text);
    contenders.push(Contender::of("jarvis-tools", move || {
        drop(black_box(definition.decode::<T>(black_box(&own), &context).map(Decoded::into_parts)));
    }));
    #[cfg(feature = "peers")]
    contenders.push(crate::peers::schema::validated::<T>(&schema, &text)?);
    Ok(Group { table: table.to_owned(), label: label.to_owned(), contenders })
}

/// What everything is measured against.
pub(super) fn bare<T: DeserializeOwned>(text: &Arc<str>) -> Contender {
    let text = Arc::clone(text);
    Contender::of("bare", move || drop(black_box(serde_json::from_str::<T>(black_box(&text)))))
}
