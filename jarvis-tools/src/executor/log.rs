//! A line for each call.

use std::fmt;
use std::time::Instant;

use crate::error::ToolError;
use crate::executor::hook::{Hook, HookCall, Verdict};
use crate::output::ToolOutput;
use crate::text;

/// The most characters of arguments and failures in a line.
const SHOWN: usize = 200;

/// A hook that writes a line when a call comes in, and one when it is known what came of it: the length of an
/// output, or why there is none (only the kind of the failure, where the tool has sensitive parameters).
///
/// ```
/// use jarvis_tools::prelude::*;
/// use jarvis_tools::LogHook;
/// use std::sync::{Arc, Mutex};
///
/// # #[derive(Deserialize, JsonSchema)] struct Nothing {}
/// # async fn example() -> Result<(), DefinitionError> {
/// let ping = FnTool::new("ping", "Answers.", |_: Nothing| async { Err::<(), _>("nobody is there") })?;
/// let lines = Arc::new(Mutex::new(Vec::new()));
/// let log = LogHook::new({
///     let lines = Arc::clone(&lines);
///     move |line: &str| lines.lock().unwrap().push(line.to_owned())
/// });
/// let executor = ToolExecutor::new([Arc::new(ping) as _])?.hook(log.with_arguments());
/// executor.execute(&ToolCall::new("c1", "ping", "{}")).await;
/// assert_eq!(*lines.lock().unwrap(), ["c1 ping {}", "c1 ping failed: nobody is there"]);
/// # Ok(())
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(example()).unwrap();
/// ```
pub struct LogHook<W> {
    write: W,
    arguments: bool,
}

impl LogHook<fn(&str)> {
    /// Writes to the standard error stream, with the time since the hook was made.
    pub fn stderr() -> LogHook<impl Fn(&str) + Send + Sync + 'static> {
        let started = Instant::now();
        LogHook::new(move |line: &str| eprintln!("[{:9.3} s] {line}", started.elapsed().as_secs_f64()))
    }
}

impl<W: Fn(&str) + Send + Sync + 'static> LogHook<W> {
    /// Hands each line, without a line break, to `write`.
    pub fn new(write: W) -> Self {
        Self { write, arguments: false }
    }

    /// Writes the arguments too; sensitive ones are `"[redacted]"`.
    #[must_use]
    pub fn with_arguments(mut self) -> Self {
        self.arguments = true;
        self
    }

    fn line(&self, call: &HookCall<'_>, what: &str) {
        let (id, tool) = (text::bare_name(call.id()), text::bare_name(&call.spec().name));
        (self.write)(&text::one_line(&format!("{id} {tool} {what}"), 2 * SHOWN));
    }
}

impl<W: Fn(&str) + Send + Sync + 'static> Hook for LogHook<W> {
    async fn before_decoding(&self, call: &mut HookCall<'_>) -> Verdict {
        if self.arguments {
            self.line(call, &text::one_line(&call.shown_arguments().to_string(), SHOWN));
        } else {
            self.line(call, "called");
        }
        Verdict::Continue
    }

    async fn after_running(
        &self,
        call: &HookCall<'_>,
        outcome: Result<ToolOutput, ToolError>,
    ) -> Result<ToolOutput, ToolError> {
        match &outcome {
            Ok(output) => self.line(call, &format!("ok, {} bytes", output.content().len())),
            // Problems repeat what was sent.
            Err(error) if !call.spec().sensitive.is_empty() => self.line(call, error.kind().name()),
            Err(error) => {
                let message = text::one_line(error.message(), SHOWN);
                self.line(call, &format!("{}: {message}", error.kind()));
            }
        }
        outcome
    }
}

impl<W> fmt::Debug for LogHook<W> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("LogHook").field("arguments", &self.arguments).finish_non_exhaustive()
    }
}
