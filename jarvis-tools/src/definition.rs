//! A tool's spec together with the compiled schema that its decoder goes by.

use std::fmt;
use std::future::Future;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::context::ToolContext;
use crate::decode;
use crate::error::{ArgumentErrors, DefinitionError, Refusal, ToolError};
use crate::output::ToolOutput;
use crate::schema::{self, Compiled, Draft};
use crate::spec::ToolSpec;
use crate::tool::{Notes, Prepared};

/// A tool's spec and the compiled schema of its arguments, made together so that they can't differ.
#[derive(Debug)]
pub struct Definition {
    spec: ToolSpec,
    schema: Compiled,
}

impl Definition {
    /// A tool whose arguments are of type `A`, with the schema of that type.
    ///
    /// # Errors
    ///
    /// If the name can't be used, the description is blank, or the type can't be described exactly: the path
    /// and the reason.
    pub fn typed<A: JsonSchema + DeserializeOwned>(
        name: impl Into<String>,
        description: impl Into<String>,
    ) -> Result<Self, DefinitionError> {
        Self::for_type::<A>(ToolSpec::new(name, description, serde_json::Value::Null))
    }

    /// As [`typed`](Self::typed), with everything else that a spec says; its parameters are replaced.
    ///
    /// # Errors
    ///
    /// As [`typed`](Self::typed).
    pub fn for_type<A: JsonSchema + DeserializeOwned>(spec: ToolSpec) -> Result<Self, DefinitionError> {
        let raw = schema::of_input(A::json_schema);
        Self::from_raw(spec, raw, decode::probe::<A>)
    }

    /// The part of [`for_type`](Self::for_type) that is the same for all types.
    pub(crate) fn from_raw(
        mut spec: ToolSpec,
        raw: serde_json::Value,
        probe: fn(&mut Draft) -> Result<(), Refusal>,
    ) -> Result<Self, DefinitionError> {
        spec.check_described()?;
        let draft = Draft::new(raw, spec.deny_unknown).and_then(|mut draft| {
            probe(&mut draft)?;
            Ok(draft)
        });
        let (parameters, schema) =
            draft.map_err(|refusal| DefinitionError::schema(&spec.name, refusal))?.publish();
        spec.set_type(parameters);
        Ok(Self { spec, schema })
    }

    /// A tool whose arguments follow the JSON Schema of its spec.
    ///
    /// # Errors
    ///
    /// If the name can't be used, the schema is none or uses something that isn't supported: the place and
    /// the reason.
    pub fn from_schema(mut spec: ToolSpec) -> Result<Self, DefinitionError> {
        spec.check()?;
        // Taken and not cloned: it may be too deep even for that.
        let (parameters, schema) = schema::foreign(spec.take_parameters(), spec.deny_unknown)
            .map_err(|refusal| DefinitionError::schema(&spec.name, refusal))?;
        spec.set_parameters(parameters);
        Ok(Self { spec, schema })
    }

    /// What the tool is.
    pub fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    /// Reads argument text into `A`.
    ///
    /// # Errors
    ///
    /// Every problem at once, in the order of the schema.
    pub fn decode<'a, A: DeserializeOwned>(
        &self,
        arguments: &str,
        context: &'a ToolContext,
    ) -> Result<Decoded<'a, A>, ArgumentErrors> {
        let options = decode::Options {
            deny_unknown: self.spec.deny_unknown || context.deny_unknown(),
            repair: self.spec.repair || context.repair(),
        };
        let (value, notes) = decode::arguments(&self.spec.name, &self.schema, arguments, options)?;
        Ok(Decoded { value, notes, context })
    }
}

/// Valid arguments, ready for a handler.
#[must_use = "decoded arguments do nothing until they are given to a handler"]
pub struct Decoded<'a, A> {
    value: A,
    notes: Notes,
    context: &'a ToolContext,
}

impl<'a, A> Decoded<'a, A> {
    /// The arguments and what decoding did beside filling them in.
    pub fn into_parts(self) -> (A, Notes) {
        (self.value, self.notes)
    }

    /// Gives the arguments to an asynchronous handler, which runs in place.
    pub fn run<F, Fut>(self, handler: F) -> Prepared<'a>
    where
        A: Send + 'a,
        F: FnOnce(A) -> Fut + Send + 'a,
        Fut: Future<Output = Result<ToolOutput, ToolError>> + Send + 'a,
    {
        let value = self.value;
        // The handler is called inside the future, where a panic is contained.
        Prepared::future(async move { handler(value).await }, self.notes)
    }

    /// Gives the arguments to a cheap synchronous handler, which runs in place.
    pub fn run_inline<F>(self, handler: F) -> Prepared<'a>
    where
        A: Send + 'a,
        F: FnOnce(A, &ToolContext) -> Result<ToolOutput, ToolError> + Send + 'a,
    {
        let (value, context) = (self.value, self.context);
        Prepared::future(async move { handler(value, context) }, self.notes)
    }

    /// Gives the arguments to a handler that may block, which runs on a thread of its own.
    pub fn run_blocking<F>(self, handler: F) -> Prepared<'a>
    where
        A: Send + 'static,
        F: FnOnce(A, &ToolContext) -> Result<ToolOutput, ToolError> + Send + 'static,
    {
        let (value, context) = (self.value, self.context.clone());
        Prepared::blocking(move || handler(value, &context), self.notes)
    }
}

/// The arguments themselves are not shown, since they may be secret.
impl<A> fmt::Debug for Decoded<'_, A> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Decoded").field("notes", &self.notes).finish_non_exhaustive()
    }
}
