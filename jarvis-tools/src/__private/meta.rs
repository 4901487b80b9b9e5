//! A tool's spec as the macro writes it down, and the definition that is made of it once.

use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::args::ToolArgs;
use crate::context::ToolContext;
use crate::definition::{Decoded, Definition};
use crate::error::{ArgumentError, ArgumentErrors, DefinitionError};
use crate::path::FieldPath;
use crate::spec::{Annotations, ToolSpec};

/// The attribute's keys, as constants.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // They are the keys of the attribute, one to one.
pub struct ToolMeta {
    pub name: &'static str,
    pub title: Option<&'static str>,
    pub description: &'static str,
    pub category: &'static str,
    pub cost_estimate: f64,
    pub latency_estimate: f64,
    pub requires_confirmation: bool,
    pub timeout: Option<Duration>,
    pub sequential: bool,
    pub strict: bool,
    pub deny_unknown: bool,
    pub repair: bool,
    pub max_result_bytes: Option<usize>,
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
    pub idempotent: Option<bool>,
    pub open_world: Option<bool>,
    pub metadata: &'static [(&'static str, MetaValue)],
    /// `file:line` of the function.
    pub place: &'static str,
}

/// A value in `metadata(key = value)`.
#[derive(Clone, Copy, Debug)]
pub enum MetaValue {
    Text(&'static str),
    Bool(bool),
    Integer(i64),
    Float(f64),
}

impl ToolMeta {
    /// What holds where the attribute says nothing.
    pub const DEFAULT: Self = Self {
        name: "",
        title: None,
        description: "",
        category: "",
        cost_estimate: 0.0,
        latency_estimate: 0.0,
        requires_confirmation: false,
        timeout: None,
        sequential: false,
        strict: false,
        deny_unknown: false,
        repair: false,
        max_result_bytes: None,
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
        metadata: &[],
        place: "",
    };

    fn to_spec(self) -> ToolSpec {
        let mut spec = ToolSpec::new(self.name, self.description.trim(), Value::Null);
        spec.title = self.title.map(str::to_owned);
        self.category.clone_into(&mut spec.category);
        spec.cost_estimate = self.cost_estimate;
        spec.latency_estimate = self.latency_estimate;
        spec.requires_confirmation = self.requires_confirmation;
        spec.timeout = self.timeout;
        spec.sequential = self.sequential;
        spec.strict = self.strict;
        spec.deny_unknown = self.deny_unknown;
        spec.repair = self.repair;
        spec.max_result_bytes = self.max_result_bytes;
        spec.annotations = Annotations {
            read_only: self.read_only,
            destructive: self.destructive,
            idempotent: self.idempotent,
            open_world: self.open_world,
        };
        spec.metadata =
            self.metadata.iter().map(|(key, value)| ((*key).to_owned(), value.to_json())).collect();
        spec.place = Some(self.place);
        spec
    }
}

impl MetaValue {
    fn to_json(self) -> Value {
        match self {
            Self::Text(text) => text.into(),
            Self::Bool(yes) => yes.into(),
            Self::Integer(number) => number.into(),
            Self::Float(number) => number.into(),
        }
    }
}

/// A definition that is made at its first use, and how to decode into `A`; it lives in a `static` of each tool.
///
/// Only [`define`] asks for `A: ToolArgs`, so that a type without it is reported once.
pub struct LazyDefinition<A> {
    meta: ToolMeta,
    output_schema: fn() -> Option<Value>,
    define: fn(ToolSpec) -> Attempt,
    decode: Decode<A>,
    attempt: OnceLock<Attempt>,
}

type Decode<A> = for<'a> fn(&Definition, &str, &'a ToolContext) -> Result<Decoded<'a, A>, ArgumentErrors>;

/// A definition, or why there is none, with the spec as far as it is known.
type Attempt = Result<Definition, Box<(ToolSpec, DefinitionError)>>;

/// The definition of a tool whose arguments are of type `A`.
pub const fn define<A: ToolArgs>(meta: ToolMeta, output_schema: fn() -> Option<Value>) -> LazyDefinition<A> {
    LazyDefinition {
        meta,
        output_schema,
        define: attempt::<A>,
        decode: Definition::decode::<A>,
        attempt: OnceLock::new(),
    }
}

fn attempt<A: ToolArgs>(mut spec: ToolSpec) -> Attempt {
    spec.sensitive = A::SENSITIVE.iter().map(|&field| field.to_owned()).collect();
    let kept = spec.clone();
    Definition::for_type::<A>(spec).map_err(|error| Box::new((kept, error)))
}

impl<A> LazyDefinition<A> {
    pub fn spec(&self) -> &ToolSpec {
        match self.attempt() {
            Ok(definition) => definition.spec(),
            Err(failed) => &failed.0,
        }
    }

    pub fn check(&self) -> Result<(), DefinitionError> {
        match self.attempt() {
            Ok(_) => Ok(()),
            Err(failed) => Err(failed.1.clone()),
        }
    }

    pub fn decode<'a>(
        &self,
        arguments: &str,
        context: &'a ToolContext,
    ) -> Result<Decoded<'a, A>, ArgumentErrors> {
        match self.attempt() {
            Ok(definition) => (self.decode)(definition, arguments, context),
            // Registries refuse such a tool; this is for a call without one.
            Err(failed) => {
                let problem = ArgumentError::custom(FieldPath::root(), &failed.1);
                Err(ArgumentErrors::new(&failed.0.name, problem, None))
            }
        }
    }

    fn attempt(&self) -> &Attempt {
        self.attempt.get_or_init(|| {
            let mut spec = self.meta.to_spec();
            spec.output_schema = (self.output_schema)();
            (self.define)(spec)
        })
    }
}

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
