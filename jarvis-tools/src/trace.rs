//! Spans of calls, by OpenTelemetry's conventions for generative AI; nothing at all without the feature
//! `tracing`.
//!
//! A span ends when nobody is inside of it any more: that of a tool that blocks when its handler comes back,
//! also behind a timeout.

#[cfg(feature = "tracing")]
pub(crate) use on::{CallSpan, Carried};

#[cfg(not(feature = "tracing"))]
pub(crate) use off::{CallSpan, Carried};

#[cfg(feature = "tracing")]
mod on {
    use std::fmt;
    use std::future::Future;

    use tracing::dispatcher::{self, Dispatch};
    use tracing::field::Empty;
    use tracing::{Instrument, Span};

    use crate::error::ToolErrorKind;
    use crate::text;

    /// The span `execute_tool {name}` of one call.
    pub(crate) struct CallSpan(Span);

    impl CallSpan {
        pub(crate) fn new(call_id: &str, tool: &str, description: Option<&str>) -> Self {
            Self(tracing::info_span!(
                "execute_tool",
                "otel.name" = format!("execute_tool {}", text::bare_name(tool)),
                "otel.kind" = "internal",
                "gen_ai.operation.name" = "execute_tool",
                "gen_ai.tool.name" = text::bare_name(tool),
                "gen_ai.tool.type" = "function",
                "gen_ai.tool.call.id" = call_id,
                "gen_ai.tool.description" = description,
                "gen_ai.tool.call.arguments" = Empty,
                "gen_ai.tool.call.result" = Empty,
                "error.type" = Empty,
                "otel.status_code" = Empty,
            ))
        }

        /// Runs a future inside of the span.
        pub(crate) fn around<F: Future>(&self, future: F) -> impl Future<Output = F::Output> {
            future.instrument(self.0.clone())
        }

        pub(crate) fn arguments(&self, arguments: impl FnOnce() -> String) {
            self.text("gen_ai.tool.call.arguments", arguments);
        }

        pub(crate) fn result(&self, result: impl FnOnce() -> String) {
            self.text("gen_ai.tool.call.result", result);
        }

        pub(crate) fn failed(&self, kind: ToolErrorKind) {
            self.0.record("error.type", kind.name());
            self.0.record("otel.status_code", "ERROR");
        }

        fn text(&self, field: &str, text: impl FnOnce() -> String) {
            if !self.0.is_disabled() {
                self.0.record(field, text().as_str());
            }
        }
    }

    impl fmt::Debug for CallSpan {
        fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(out)
        }
    }

    /// The span and the subscriber of a thread, for another thread that works for it.
    pub(crate) struct Carried {
        span: Span,
        dispatch: Dispatch,
    }

    impl Carried {
        pub(crate) fn here() -> Self {
            Self { span: Span::current(), dispatch: dispatcher::get_default(Dispatch::clone) }
        }

        pub(crate) fn run<T>(self, work: impl FnOnce() -> T) -> T {
            dispatcher::with_default(&self.dispatch, || self.span.in_scope(work))
        }
    }
}

#[cfg(not(feature = "tracing"))]
mod off {
    use std::future::Future;

    use crate::error::ToolErrorKind;

    /// No span.
    #[derive(Debug)]
    pub(crate) struct CallSpan;

    #[allow(clippy::unused_self)] // As the one that there is with the feature.
    impl CallSpan {
        pub(crate) fn new(_: &str, _: &str, _: Option<&str>) -> Self {
            Self
        }

        pub(crate) fn around<F: Future>(&self, future: F) -> F {
            future
        }

        pub(crate) fn arguments(&self, _: impl FnOnce() -> String) {}

        pub(crate) fn result(&self, _: impl FnOnce() -> String) {}

        pub(crate) fn failed(&self, _: ToolErrorKind) {}
    }

    /// Nothing to carry.
    pub(crate) struct Carried;

    impl Carried {
        pub(crate) fn here() -> Self {
            Self
        }

        #[allow(clippy::unused_self)] // As the one that there is with the feature.
        pub(crate) fn run<T>(self, work: impl FnOnce() -> T) -> T {
            work()
        }
    }
}
