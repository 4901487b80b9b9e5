//! Spans, as an exporter of OpenTelemetry receives them.

use jarvis_tools::prelude::*;
use opentelemetry::trace::{SpanId, Status, TracerProvider as _};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use std::fmt::Write as _;
use tracing::Instrument as _;
use tracing_subscriber::layer::SubscriberExt as _;

use crate::fixtures::{blocking, boom, executor, plain};

/// Takes nothing and rules nothing out. A thread without a subscriber that comes to a span for the first time may
/// otherwise note for the whole process that nobody listens there, at the moment in which somebody begins to.
struct Undecided;

impl tracing::Subscriber for Undecided {
    fn register_callsite(&self, _: &'static tracing::Metadata<'static>) -> tracing::subscriber::Interest {
        tracing::subscriber::Interest::sometimes()
    }
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        false
    }
    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }
    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn event(&self, _: &tracing::Event<'_>) {}
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

/// The spans that `work` made, as a tree with their attributes.
async fn tree(work: impl Future<Output = ()>) -> String {
    // Which places are listened to is remembered for the whole process: one subscriber at a time.
    static ONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let _one = ONE.lock().await;
    // It is set once; the others find it set.
    let _ = tracing::subscriber::set_global_default(Undecided);
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("test"))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false);
    let guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(layer));
    tracing::callsite::rebuild_interest_cache();
    work.instrument(tracing::info_span!("batch")).await;
    drop(guard);
    let spans = exporter.get_finished_spans().unwrap();
    let mut text = String::new();
    write(&spans, SpanId::INVALID, 0, &mut text);
    text
}

fn write(spans: &[SpanData], parent: SpanId, depth: usize, text: &mut String) {
    let mut children: Vec<_> = spans.iter().filter(|span| span.parent_span_id == parent).collect();
    children.sort_by_key(|span| span.start_time);
    for span in children {
        let status = match &span.status {
            Status::Error { .. } => " ERROR",
            _ => "",
        };
        let _ = writeln!(text, "{}{} {:?}{status}", "  ".repeat(depth), span.name, span.span_kind);
        for attribute in &span.attributes {
            let _ = writeln!(text, "{}- {} = {}", "  ".repeat(depth + 1), attribute.key, attribute.value);
        }
        write(spans, span.span_context.span_id(), depth + 1, text);
    }
}

fn tools() -> ToolExecutor {
    let inner =
        plain("inner", || async { Ok::<_, String>("hi") }.instrument(tracing::info_span!("asks a server")));
    let thread =
        blocking("thread", |_| tracing::info_span!("reads a file").in_scope(|| Ok::<_, String>(vec![1, 2])));
    executor([inner, boom(), thread]).max_in_flight(1)
}

fn calls() -> Vec<ToolCall> {
    let call = |id: &str, name: &str| ToolCall::new(id, name, "{}");
    vec![call("c1", "inner"), call("c2", "boom"), call("c3", "thread"), call("c4", "nope")]
}

#[tokio::test]
async fn the_spans_of_a_batch() {
    let spans = tree(async {
        tools().execute_all(&calls()).await;
    })
    .await;
    insta::assert_snapshot!(spans, @r"
    batch Internal
      execute_tool inner Internal
        - gen_ai.operation.name = execute_tool
        - gen_ai.tool.name = inner
        - gen_ai.tool.type = function
        - gen_ai.tool.call.id = c1
        - gen_ai.tool.description = A test tool.
        asks a server Internal
      execute_tool boom Internal ERROR
        - gen_ai.operation.name = execute_tool
        - gen_ai.tool.name = boom
        - gen_ai.tool.type = function
        - gen_ai.tool.call.id = c2
        - gen_ai.tool.description = A test tool.
        - error.type = failed
      execute_tool thread Internal
        - gen_ai.operation.name = execute_tool
        - gen_ai.tool.name = thread
        - gen_ai.tool.type = function
        - gen_ai.tool.call.id = c3
        - gen_ai.tool.description = A test tool.
        reads a file Internal
      execute_tool nope Internal ERROR
        - gen_ai.operation.name = execute_tool
        - gen_ai.tool.name = nope
        - gen_ai.tool.type = function
        - gen_ai.tool.call.id = c4
        - error.type = unknown_tool
    ");
}

#[tokio::test]
async fn arguments_and_results_only_where_asked_for() {
    let secret = FnTool::new("secret", "Takes one.", |args: crate::fixtures::Text| async move {
        Ok::<_, String>(vec![args.text.len()])
    });
    let secret: std::sync::Arc<dyn Tool> =
        std::sync::Arc::new(secret.unwrap().with(|spec| spec.sensitive("text")).unwrap());
    let executor = executor([secret]).trace_content(true);
    let spans = tree(async {
        executor.execute(&ToolCall::new("c1", "secret", r#"{"text":"hunter2"}"#)).await;
    })
    .await;
    insta::assert_snapshot!(spans, @r#"
    batch Internal
      execute_tool secret Internal
        - gen_ai.operation.name = execute_tool
        - gen_ai.tool.name = secret
        - gen_ai.tool.type = function
        - gen_ai.tool.call.id = c1
        - gen_ai.tool.description = Takes one.
        - gen_ai.tool.call.arguments = {"text":"[redacted]"}
        - gen_ai.tool.call.result = [7]
    "#);
}
