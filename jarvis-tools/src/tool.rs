//! The one trait behind which all tools meet, and a call that is ready to run.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::AtomicBool;

use serde_json::Value;

use crate::blocking::Threads;
use crate::contain::{Contained, contain};
use crate::context::ToolContext;
use crate::error::{ArgumentErrors, DefinitionError, ToolError};
use crate::output::ToolOutput;
use crate::path::FieldPath;
use crate::result::ToolResult;
use crate::spec::ToolSpec;

/// A tool that a model can call.
///
/// `#[tool]` functions, `#[toolset]` methods, [`FnTool`](crate::FnTool) and [`SchemaTool`](crate::SchemaTool)
/// implement it; by hand it is needed only where the arguments are read in a way of one's own:
///
/// ```
/// use jarvis_tools::prelude::*;
/// use jarvis_tools::{ArgumentErrors, Definition, Prepared, ToolContext, ToolSpec};
///
/// /// What the tool takes.
/// #[derive(Deserialize, JsonSchema)]
/// struct Greeting {
///     name: String,
/// }
///
/// struct Greet {
///     definition: Definition,
///     word: String,
/// }
///
/// impl Tool for Greet {
///     fn spec(&self) -> &ToolSpec {
///         self.definition.spec()
///     }
///
///     fn prepare<'a>(
///         &'a self,
///         arguments: &str,
///         context: &'a ToolContext,
///     ) -> Result<Prepared<'a>, ArgumentErrors> {
///         let decoded = self.definition.decode::<Greeting>(arguments, context)?;
///         Ok(decoded.run(move |greeting| async move {
///             Ok(ToolOutput::text(format!("{}, {}!", self.word, greeting.name)))
///         }))
///     }
/// }
///
/// # fn main() -> Result<(), DefinitionError> {
/// let greet = Greet {
///     definition: Definition::typed::<Greeting>("greet", "Greets somebody.")?,
///     word: "Hello".to_owned(),
/// };
/// assert_eq!(greet.spec().parameters()["required"][0], "name");
/// # Ok(())
/// # }
/// ```
pub trait Tool: Send + Sync {
    /// What the tool is. Must be the same at every call.
    fn spec(&self) -> &ToolSpec;

    /// Decodes the arguments and runs nothing, so that a confirmation stands between valid arguments and
    /// the run, and a further attempt prepares again.
    ///
    /// # Errors
    ///
    /// Every problem with the arguments, at once.
    fn prepare<'a>(
        &'a self,
        arguments: &str,
        context: &'a ToolContext,
    ) -> Result<Prepared<'a>, ArgumentErrors>;

    /// Whether the tool can be used; asked once, by the registry that takes it.
    ///
    /// # Errors
    ///
    /// What is wrong with the definition. Tools that can't be made without a valid definition needn't
    /// say anything here.
    fn check(&self) -> Result<(), DefinitionError> {
        Ok(())
    }
}

impl dyn Tool + '_ {
    /// Runs a call without an executor: no timeout, no confirmation, no events.
    pub async fn run(&self, arguments: &str, context: &ToolContext) -> ToolResult {
        run(self, arguments, context).await
    }
}

/// Running any tool without an executor.
///
/// ```
/// use jarvis_tools::prelude::*;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Echo {
///     /// What to say.
///     text: String,
/// }
///
/// # async fn example() -> Result<(), DefinitionError> {
/// let echo = FnTool::new("echo", "Says it again.", |args: Echo| async move { Ok::<_, ToolError>(args.text) })?;
/// let result = echo.run(r#"{"text":"hi"}"#, &ToolContext::new("c1", "echo")).await;
/// assert_eq!(result.content, "hi");
/// # Ok(())
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(example()).unwrap();
/// ```
pub trait ToolExt: Tool {
    /// Runs a call without an executor: no timeout, no confirmation, no events. A list of tools has the same
    /// on each `dyn Tool`.
    fn run(&self, arguments: &str, context: &ToolContext) -> impl Future<Output = ToolResult> + Send {
        run(self, arguments, context)
    }
}

impl<T: Tool> ToolExt for T {}

async fn run<T: Tool + ?Sized>(tool: &T, arguments: &str, context: &ToolContext) -> ToolResult {
    let started = std::time::Instant::now();
    let (outcome, notes) = match contain(|| tool.prepare(arguments, context)) {
        Ok(Ok(Prepared { work, notes })) => {
            (work.run(Threads::shared(), &AtomicBool::new(false)).await, notes)
        }
        Ok(Err(errors)) => (Err(errors.into()), Notes::default()),
        Err(panicked) => (Err(panicked), Notes::default()),
    };
    let mut result = ToolResult::new(context.call_id(), &tool.spec().name, outcome);
    result.latency_seconds = started.elapsed().as_secs_f64();
    notes.write(&mut result);
    result
}

impl fmt::Debug for dyn Tool + '_ {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Tool").field("spec", self.spec()).finish_non_exhaustive()
    }
}

/// What decoding did beside filling in the arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Notes {
    /// The arguments that the tool has no parameter for, and that were left out.
    pub ignored: Vec<FieldPath>,
    /// The slips that were mended, in words; empty unless repair is switched on.
    pub repairs: Vec<String>,
    /// The text that was decoded in place of the one that was sent, if that was mended.
    pub(crate) mended: Option<String>,
}

impl Notes {
    /// Arguments that were left out, and slips that were mended.
    pub fn new(ignored: Vec<FieldPath>, repairs: Vec<String>) -> Self {
        Self { ignored, repairs, mended: None }
    }

    /// Puts the notes into a result's metadata, where there are any.
    pub(crate) fn write(&self, result: &mut ToolResult) {
        if !self.ignored.is_empty() {
            let paths: Vec<Value> = self.ignored.iter().map(|path| path.to_string().into()).collect();
            result.metadata.insert("ignored_arguments".to_owned(), paths.into());
        }
        if !self.repairs.is_empty() {
            result.metadata.insert("repairs".to_owned(), self.repairs.clone().into());
        }
    }
}

/// A call whose arguments are valid: it can be run, once, or dropped.
#[must_use = "a prepared call does nothing until it is run"]
pub struct Prepared<'a> {
    work: Work<'a>,
    notes: Notes,
}

type Handler<'a> = dyn Future<Output = Result<ToolOutput, ToolError>> + Send + 'a;

/// What runs, and where.
pub(crate) enum Work<'a> {
    /// In place, by whoever polls.
    Future(Contained<Pin<Box<Handler<'a>>>>),
    /// On a thread of its own.
    Thread(Box<dyn FnOnce() -> Result<ToolOutput, ToolError> + Send>),
}

impl<'a> Prepared<'a> {
    /// A call that runs in place, in the task of its caller.
    pub fn future(
        future: impl Future<Output = Result<ToolOutput, ToolError>> + Send + 'a,
        notes: Notes,
    ) -> Self {
        Self { work: Work::Future(Contained::new(Box::pin(future))), notes }
    }

    /// A call that may block: it runs on a thread of its own.
    pub fn blocking(
        run: impl FnOnce() -> Result<ToolOutput, ToolError> + Send + 'static,
        notes: Notes,
    ) -> Self {
        Self { work: Work::Thread(Box::new(run)), notes }
    }

    /// What decoding did beside filling in the arguments.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Runs the call. A panic of the handler is an error of kind `Panicked`.
    ///
    /// # Errors
    ///
    /// The handler's own.
    pub async fn run(self) -> Result<ToolOutput, ToolError> {
        self.work.run(Threads::shared(), &AtomicBool::new(false)).await
    }

    pub(crate) fn into_parts(self) -> (Work<'a>, Notes) {
        (self.work, self.notes)
    }
}

impl fmt::Debug for Prepared<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blocks = matches!(self.work, Work::Thread(_));
        out.debug_struct("Prepared")
            .field("blocks", &blocks)
            .field("notes", &self.notes)
            .finish_non_exhaustive()
    }
}

impl Work<'_> {
    /// Runs it, if it blocks on one of `threads`; `waiting` is set while none of them is free.
    pub(crate) async fn run(self, threads: &Threads, waiting: &AtomicBool) -> Result<ToolOutput, ToolError> {
        match self {
            Work::Future(future) => future.await?,
            Work::Thread(run) => threads.run(run, waiting).await,
        }
    }
}
