//! Definitions that are made at their first use.

use std::sync::OnceLock;

use serde_json::Value;

use super::spec::Spec;
use crate::args::ToolArgs;
use crate::context::ToolContext;
use crate::decode;
use crate::definition::{Decoded, Definition};
use crate::error::{ArgumentError, ArgumentErrors, DefinitionError, Refusal};
use crate::path::FieldPath;
use crate::schema::{self, Describe, Draft};
use crate::spec::ToolSpec;

/// What is known of a tool's arguments by their type. It asks for nothing of `A`, so that a type that can't be
/// the arguments of a tool is reported once, where this is made.
pub struct Arguments<A> {
    pub(super) described: Described,
    decode: for<'a> fn(&Definition, &str, &'a ToolContext) -> Result<Decoded<'a, A>, ArgumentErrors>,
}

/// The part that a definition is made of.
#[derive(Clone, Copy)]
pub(super) struct Described {
    sensitive: &'static [&'static str],
    constrained: &'static [(&'static str, &'static str)],
    schema: Describe,
    probe: fn(&mut Draft) -> Result<(), Refusal>,
}

pub const fn arguments<A: ToolArgs>() -> Arguments<A> {
    let described = Described {
        sensitive: A::SENSITIVE,
        constrained: A::CONSTRAINED,
        schema: A::json_schema,
        probe: decode::probe::<A>,
    };
    Arguments { described, decode: Definition::decode::<A> }
}

impl<A> Arguments<A> {
    pub(super) fn decode<'a>(
        &self,
        definition: &Definition,
        arguments: &str,
        context: &'a ToolContext,
    ) -> Result<Decoded<'a, A>, ArgumentErrors> {
        (self.decode)(definition, arguments, context)
    }
}

/// A definition that is made at its first use.
pub(super) struct Lazy {
    spec: Spec,
    arguments: Described,
    output_schema: fn() -> Option<Value>,
    attempt: OnceLock<Attempt>,
}

/// A definition, or why there is none, with the spec as far as it is known.
type Attempt = Result<Definition, Box<(ToolSpec, DefinitionError)>>;

impl Lazy {
    pub(super) const fn new(spec: Spec, arguments: Described, output_schema: fn() -> Option<Value>) -> Self {
        Self { spec, arguments, output_schema, attempt: OnceLock::new() }
    }

    fn attempt(&self) -> &Attempt {
        self.attempt.get_or_init(|| {
            let mut spec = self.spec.to_spec();
            spec.output_schema = (self.output_schema)();
            spec.sensitive = self.arguments.sensitive.iter().map(|&field| field.to_owned()).collect();
            let kept = spec.clone();
            let schema = schema::of_input(self.arguments.schema);
            schema::refuse_idle(&schema, self.arguments.constrained)
                .map_err(|refusal| DefinitionError::schema(&spec.name, refusal))
                .and_then(|()| Definition::from_raw(spec, schema, self.arguments.probe))
                .map_err(|error| Box::new((kept, error)))
        })
    }

    pub(super) fn spec(&self) -> &ToolSpec {
        match self.attempt() {
            Ok(definition) => definition.spec(),
            Err(failed) => &failed.0,
        }
    }

    pub(super) fn check(&self) -> Result<(), DefinitionError> {
        match self.attempt() {
            Ok(_) => Ok(()),
            Err(failed) => Err(failed.1.clone()),
        }
    }

    /// Registries refuse a tool without a definition; the error is for a call without one.
    pub(super) fn definition(&self) -> Result<&Definition, ArgumentErrors> {
        match self.attempt() {
            Ok(definition) => Ok(definition),
            Err(failed) => Err(ArgumentErrors::new(
                &failed.0.name,
                ArgumentError::custom(FieldPath::root(), &failed.1),
                None,
            )),
        }
    }
}
