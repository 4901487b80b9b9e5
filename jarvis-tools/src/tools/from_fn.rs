//! A tool from a closure.

use std::fmt;
use std::fmt::Display;
use std::future::Future;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::context::ToolContext;
use crate::definition::Definition;
use crate::error::{ArgumentErrors, DefinitionError};
use crate::spec::ToolSpec;
use crate::tool::{Prepared, Tool};
use crate::tools::prepare::{Prepare, boxed, outcome};

type Define = fn(ToolSpec) -> Result<Definition, DefinitionError>;

/// A tool made at run time from a closure; its argument type may come from any crate.
///
/// ```
/// use jarvis_tools::prelude::*;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Add {
///     /// First number.
///     a: i64,
///     /// Second number.
///     b: i64,
/// }
///
/// let add = FnTool::new("add", "Adds two numbers.", |args: Add| async move {
///     args.a.checked_add(args.b).ok_or("the sum is too large")
/// })?
/// .with(|spec| spec.category("math"))?;
/// assert_eq!(add.spec().parameters()["required"], serde_json::json!(["a", "b"]));
/// # Ok::<(), DefinitionError>(())
/// ```
pub struct FnTool {
    definition: Definition,
    define: Define,
    prepare: Prepare,
}

impl FnTool {
    /// A tool that runs an asynchronous closure, in place.
    ///
    /// # Errors
    ///
    /// If the name can't be used, the description is blank, or the type is no object or can't be described
    /// exactly.
    pub fn new<A, F, Fut, R, E>(name: &str, description: &str, handler: F) -> Result<Self, DefinitionError>
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: Fn(A) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, E>> + Send + 'static,
        R: Serialize + 'static,
        E: Display + 'static,
    {
        Self::with_context(name, description, move |arguments, _| handler(arguments))
    }

    /// As [`new`](Self::new), for a closure that wants to know about its call.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_context<A, F, Fut, R, E>(
        name: &str,
        description: &str,
        handler: F,
    ) -> Result<Self, DefinitionError>
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: Fn(A, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, E>> + Send + 'static,
        R: Serialize + 'static,
        E: Display + 'static,
    {
        let handler = Arc::new(handler);
        Self::build::<A>(name, description, move |definition, arguments, context| {
            let decoded = definition.decode::<A>(arguments, context)?;
            let (handler, context) = (Arc::clone(&handler), context.clone());
            Ok(decoded.run(move |arguments| async move { outcome(handler(arguments, context).await) }))
        })
    }

    /// A tool that runs a closure that may block, on a thread of its own.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn blocking<A, F, R, E>(name: &str, description: &str, handler: F) -> Result<Self, DefinitionError>
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: Fn(A, &ToolContext) -> Result<R, E> + Send + Sync + 'static,
        R: Serialize + 'static,
        E: Display + 'static,
    {
        let handler = Arc::new(handler);
        Self::build::<A>(name, description, move |definition, arguments, context| {
            let decoded = definition.decode::<A>(arguments, context)?;
            let handler = Arc::clone(&handler);
            Ok(decoded.run_blocking(move |arguments, context| outcome(handler(arguments, context))))
        })
    }

    fn build<A: DeserializeOwned + JsonSchema>(
        name: &str,
        description: &str,
        prepare: impl for<'a> Fn(&Definition, &str, &'a ToolContext) -> Result<Prepared<'a>, ArgumentErrors>
        + Send
        + Sync
        + 'static,
    ) -> Result<Self, DefinitionError> {
        let definition = Definition::typed::<A>(name, description)?;
        Ok(Self { definition, define: Definition::for_type::<A>, prepare: boxed(prepare) })
    }

    /// Says more about the tool: `tool.with(|spec| spec.category("math").timeout(…))`.
    ///
    /// # Errors
    ///
    /// If the tool can't be defined with what was said.
    pub fn with(self, change: impl FnOnce(ToolSpec) -> ToolSpec) -> Result<Self, DefinitionError> {
        let definition = (self.define)(change(self.definition.spec().clone()))?;
        Ok(Self { definition, ..self })
    }
}

impl Tool for FnTool {
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

impl fmt::Debug for FnTool {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("FnTool").field("spec", self.definition.spec()).finish_non_exhaustive()
    }
}
