//! A schema on its way from a type to a tool: what the decoder shows of the type can still change it.

use serde_json::Value;

use crate::error::Refusal;
use crate::schema::canonical;
use crate::schema::compile::{Places, Source, compile_placed, refuse_deep};
use crate::schema::idle::refuse_idle_rules;
use crate::schema::keys::KeyKind;
use crate::schema::node::{Compiled, Id};
use crate::schema::stream;

/// The canonical schema of a type, not yet published.
pub(crate) struct Draft {
    schema: Value,
    compiled: Compiled,
    places: Places,
    /// The maps whose keys are known, as JSON pointers.
    named: Vec<String>,
}

impl Draft {
    /// The draft of what schemars says of a type.
    pub(crate) fn new(raw: Value, deny_unknown: bool) -> Result<Self, Refusal> {
        refuse_deep(&raw)?;
        let mut schema = canonical::canonical(raw)?;
        if deny_unknown {
            canonical::close(&mut schema);
        }
        let (compiled, places) = compile_placed(&schema, Source::Type)?;
        refuse_idle_rules(&compiled, &places)?;
        Ok(Self { schema, compiled, places, named: Vec::new() })
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// The JSON pointer of a rule.
    pub(crate) fn pointer(&self, id: Id) -> &str {
        self.places.iter().find(|(_, own)| **own == id).map_or("", |(pointer, _)| pointer)
    }

    /// Says which keys the maps at some rules have.
    pub(crate) fn name_keys(&mut self, maps: &[(Id, KeyKind)]) -> Result<(), Refusal> {
        for (id, kind) in maps {
            let pointer = self.pointer(*id).to_owned();
            if let Some(Value::Object(map)) = self.schema.pointer_mut(&pointer) {
                canonical::name_keys(map, kind.names());
            }
            self.named.push(pointer);
        }
        (self.compiled, self.places) = compile_placed(&self.schema, Source::Type)?;
        Ok(())
    }

    /// The rules of the maps whose keys are known.
    pub(crate) fn named(&self) -> Vec<Id> {
        self.named.iter().filter_map(|pointer| self.places.get(pointer)).copied().collect()
    }

    /// The schema as the tool shows it, and its compiled form.
    pub(crate) fn publish(self) -> (Value, Compiled) {
        let Self { mut schema, compiled, .. } = self;
        canonical::publish(&mut schema);
        (schema, stream::plan(compiled))
    }
}
