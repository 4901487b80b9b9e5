//! A tool from a JSON Schema.

use std::fmt;
use std::fmt::Display;
use std::future::Future;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::context::ToolContext;
use crate::definition::Definition;
use crate::error::{ArgumentErrors, DefinitionError};
use crate::spec::ToolSpec;
use crate::tool::{Prepared, Tool};
use crate::tools::prepare::{Prepare, boxed, outcome};

/// A tool whose parameters are given as a JSON Schema, as from a configuration or another protocol.
///
/// The arguments are checked against the schema by the same code as those of typed tools, and reach the
/// handler as a [`Value`]. The description may be empty, as that of some tools of other protocols is. Keys that the schema doesn't name reach it too, unless the schema or the spec
/// refuses them: an open JSON Schema says that they belong to the instance.
///
/// ```
/// use jarvis_tools::prelude::*;
/// use serde_json::{Value, json};
///
/// let parameters = json!({
///     "type": "object",
///     "properties": { "city": { "type": "string" } },
///     "required": ["city"],
/// });
/// let spec = ToolSpec::new("weather.now", "Says how the weather is.", parameters);
/// let tool = SchemaTool::new(spec, |arguments: Value| async move {
///     Ok::<_, ToolError>(format!("Sunny in {}.", arguments["city"]))
/// })?;
/// # Ok::<(), DefinitionError>(())
/// ```
pub struct SchemaTool {
    definition: Definition,
    prepare: Prepare,
}

impl SchemaTool {
    /// A tool with the parameters of this spec that runs an asynchronous closure, in place.
    ///
    /// # Errors
    ///
    /// If the name can't be used, the parameters are no object schema or use a keyword that isn't
    /// supported: the place in the schema and the reason.
    pub fn new<F, Fut, R, E>(spec: ToolSpec, handler: F) -> Result<Self, DefinitionError>
    where
        F: Fn(Value) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, E>> + Send + 'static,
        R: Serialize + 'static,
        E: Display + 'static,
    {
        Self::with_context(spec, move |arguments, _| handler(arguments))
    }

    /// As [`new`](Self::new), for a closure that wants to know about its call.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_context<F, Fut, R, E>(spec: ToolSpec, handler: F) -> Result<Self, DefinitionError>
    where
        F: Fn(Value, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, E>> + Send + 'static,
        R: Serialize + 'static,
        E: Display + 'static,
    {
        let definition = Definition::from_schema(spec)?;
        let handler = Arc::new(handler);
        let prepare = boxed(move |definition, arguments, context| {
            let decoded = definition.decode::<Value>(arguments, context)?;
            let (handler, context) = (Arc::clone(&handler), context.clone());
            Ok(decoded.run(move |arguments| async move { outcome(handler(arguments, context).await) }))
        });
        Ok(Self { definition, prepare })
    }
}

impl Tool for SchemaTool {
    fn spec(&self) -> &ToolSpec {
        self.definition.spec()
    }

    fn prepare<'a>(
        &'a self,
        arguments: &str,
        context: &'a ToolContext,
    ) -> Result<Prepared<'a>, ArgumentErrors> {
        (self.prepare)(&self.definition, arguments, context)
    }
}

impl fmt::Debug for SchemaTool {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SchemaTool").field("spec", self.definition.spec()).finish_non_exhaustive()
    }
}
