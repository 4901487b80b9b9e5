//! One result for each call, of the right kind, whatever the tool does.

use std::collections::BTreeMap;
use std::sync::Arc;

use jarvis_tools::prelude::*;
use jarvis_tools::{ArgumentErrors, EventBus, Prepared, ToolErrorKind};
use serde_json::{Value, json};

use crate::fixtures::{
    blocking, boom, call, drain, echo, executor, failed, hang, ok, ping, plain, plain_with,
};

#[tokio::test]
async fn row_75_a_call_that_succeeds() {
    let result = executor([echo()]).execute(&ToolCall::new("c9", "echo", r#"{"text":"hi"}"#)).await;
    ok(&result, "hi");
    assert_eq!((result.call_id.as_str(), result.tool_name.as_str()), ("c9", "echo"));
    assert!(result.latency_seconds > 0.0);
}

#[tokio::test]
async fn row_76_and_b096_an_unknown_tool_names_the_nearest_and_what_there_is() {
    let executor = executor([plain("search", || async { Ok::<_, String>(()) }), ping()]);
    let result = executor.execute(&call("serch")).await;
    failed(&result, ToolErrorKind::UnknownTool, "Unknown tool");
    assert_eq!(result.content, "Unknown tool 'serch' (did you mean 'search'?); available: search, ping");
    assert_eq!(result.tool_name, "serch");
}

#[tokio::test]
async fn unknown_tools_of_an_executor_without_tools_and_with_many() {
    let none = executor([]).execute(&call("x")).await;
    assert_eq!(none.content, "Unknown tool 'x'; there are no tools");
    let many =
        executor((0..500).map(|place| plain(&format!("tool_{place}"), || async { Ok::<_, String>(()) })));
    let result = many.execute(&call(&"zz".repeat(5000))).await;
    assert!(result.content.contains("and 480 more") && result.content.len() < 1000, "{}", result.content);
}

#[tokio::test]
async fn b095_only_the_known_prefix_is_stripped_and_only_for_an_exact_name() {
    let schema = |name: &'static str| -> Arc<dyn Tool> {
        let spec = ToolSpec::new(name, "A tool.", json!({ "type": "object" }));
        Arc::new(SchemaTool::new(spec, move |_: Value| async move { Ok::<_, String>(name) }).unwrap())
    };
    let executor = executor([ping(), schema("a.b"), schema("b"), schema("functions.c"), schema("c")]);
    ok(&executor.execute(&call("functions.ping")).await, "pong");
    assert_eq!(executor.execute(&call("functions.ping")).await.tool_name, "functions.ping");
    ok(&executor.execute(&call("a.b")).await, "a.b");
    ok(&executor.execute(&call("functions.c")).await, "functions.c");
    for unknown in ["x.b", "functions.functions.ping", "functions.", "functions.pin", "Ping", " ping", ""] {
        failed(&executor.execute(&call(unknown)).await, ToolErrorKind::UnknownTool, "Unknown tool");
    }
}

#[tokio::test]
async fn row_77_and_b104_broken_arguments_have_an_answer_like_all_others() {
    let executor = executor([echo(), ping()]);
    let calls = [ToolCall::new("c1", "echo", r#"{"text":"#), ToolCall::new("c2", "ping", "{}")];
    let results = executor.execute_all(&calls).await;
    assert_eq!(results.len(), 2);
    failed(&results[0], ToolErrorKind::InvalidArguments, "Invalid arguments for tool 'echo'");
    assert!(results[0].metadata["problems"].is_array());
    ok(&results[1], "pong");
}

/// The arguments' own law differs from the row's for null: it means that there are none.
#[tokio::test]
async fn row_78_arguments_are_an_object() {
    let executor = executor([echo(), ping()]);
    for (text, word) in [("42", "integer"), ("true", "boolean"), ("[]", "array"), (r#""text""#, "string")] {
        let result = executor.execute(&ToolCall::new("", "echo", text)).await;
        failed(&result, ToolErrorKind::InvalidArguments, "Invalid arguments for tool 'echo'");
        assert!(result.content.contains(word), "{}", result.content);
        assert_eq!(result.metadata["problems"][0]["kind"], "invalid_nesting");
    }
    ok(&executor.execute(&ToolCall::new("", "ping", "null")).await, "pong");
}

#[tokio::test]
async fn row_79_blank_arguments_are_none() {
    for text in ["", "  \n", "\u{feff}"] {
        ok(&executor([ping()]).execute(&ToolCall::new("", "ping", text)).await, "pong");
    }
}

/// Unlike the row, in which the last of two equal keys won.
#[tokio::test]
async fn row_91_a_repeated_key_is_refused() {
    let result = executor([echo()]).execute(&ToolCall::new("", "echo", r#"{"text":"1","text":"2"}"#)).await;
    failed(&result, ToolErrorKind::InvalidArguments, "Invalid arguments for tool 'echo'");
    assert_eq!(result.metadata["problems"][0]["kind"], "duplicate_parameter");
}

#[tokio::test]
async fn row_92_an_unknown_key_is_ignored_and_said_so() {
    let result = executor([echo()]).execute(&ToolCall::new("", "echo", r#"{"text":"1","more":2}"#)).await;
    ok(&result, "1");
    assert_eq!(result.metadata["ignored_arguments"], json!(["more"]));
}

#[tokio::test]
async fn row_93_odd_keys_are_a_normal_result() {
    for key in ["self", "function", "__proto__"] {
        let text = json!({ key: 1, "text": "hi" }).to_string();
        ok(&executor([echo()]).execute(&ToolCall::new("", "echo", text)).await, "hi");
    }
}

#[test]
fn row_95_no_tools_no_definitions() {
    let executor = executor([]);
    assert!(executor.available_tools().is_empty());
    assert!(executor.openai_tools().is_empty());
}

#[test]
fn definitions_follow_the_registry() {
    let executor = executor([ping(), echo()]);
    let names: Vec<_> = executor.available_tools().iter().map(|spec| spec.name.as_str()).collect();
    assert_eq!(names, ["ping", "echo"]);
    assert_eq!(executor.openai_tools()[1], executor.available_tools()[1].to_openai_function());
    let closed = executor.deny_unknown(true);
    assert_eq!(closed.openai_tools()[1]["function"]["parameters"]["additionalProperties"], false);
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "It is never made.")]
struct Explosive {
    #[serde(default, deserialize_with = "explode")]
    #[schemars(with = "String")]
    fuse: String,
}

fn explode<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let fuse = String::deserialize(deserializer)?;
    // A decoder that panics on all that its schema accepts is refused when the tool is defined.
    assert_ne!(fuse, "lit", "in the decoder");
    Ok(fuse)
}

/// A hand-written tool that panics when it is asked to prepare.
struct PanicsInPrepare(ToolSpec);

impl Tool for PanicsInPrepare {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn prepare<'a>(&'a self, _: &str, _: &'a ToolContext) -> Result<Prepared<'a>, ArgumentErrors> {
        panic!("in prepare")
    }
}

/// A payload, and a value, that panics when it is dropped.
struct PanicsInDrop;

impl Drop for PanicsInDrop {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "in drop");
    }
}

async fn after_an_await() -> Result<(), String> {
    tokio::task::yield_now().await;
    panic!("after an await")
}

/// A tool that fails in some way, the kind of its failure, and whether its handler was started.
fn broken_tools() -> Vec<(Arc<dyn Tool>, ToolErrorKind, bool)> {
    use ToolErrorKind::{Failed, Panicked, TimedOut, Unserializable};
    let explosive = |_: Explosive| async { Ok::<_, String>(()) };
    let prepare = ToolSpec::new("prepare", "Panics.", json!({ "type": "object" }));
    vec![
        (
            plain("before", || async { if true { panic!("before") } else { Ok::<_, String>(()) } }),
            Panicked,
            true,
        ),
        (plain("after", after_an_await), Panicked, true),
        (
            plain("payload", || async {
                if true { std::panic::panic_any(PanicsInDrop) } else { Ok::<_, String>(()) }
            }),
            Panicked,
            true,
        ),
        (Arc::new(FnTool::new("decoder", "Panics.", explosive).unwrap()), Panicked, false),
        (Arc::new(PanicsInPrepare(prepare)), Panicked, false),
        (
            plain_with(
                "drop",
                |spec| spec.timeout(std::time::Duration::from_millis(50)),
                || async {
                    let _held = PanicsInDrop;
                    std::future::pending::<Result<(), String>>().await
                },
            ),
            TimedOut,
            true,
        ),
        (hang(), TimedOut, true),
        (plain("blank", || async { Err::<(), _>("  ") }), Failed, true),
        (plain("anyhow", || async { Err::<(), _>(anyhow::anyhow!("inner").context("outer")) }), Failed, true),
        (plain("keys", || async { Ok::<_, String>(BTreeMap::from([(vec![1], 2)])) }), Unserializable, true),
    ]
}

/// Runs the tool, and then another one beside it.
async fn check_broken(tool: Arc<dyn Tool>, kind: ToolErrorKind, started: bool) {
    let name = tool.spec().name.clone();
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let executor = executor([tool, ping()]).with_bus(bus);
    let result = executor.execute(&ToolCall::new("c1", &name, r#"{"fuse":"lit"}"#)).await;
    assert_eq!((result.success, result.error), (false, Some(kind)), "{name}: {result:?}");
    assert!(!result.content.trim().is_empty());
    let mut expected = vec![format!("end c1 {kind}")];
    if started {
        expected.insert(0, "start c1".to_owned());
    }
    assert_eq!(drain(&mut events), expected, "{name}");
    ok(&executor.execute(&call("ping")).await, "pong");
}

#[tokio::test(start_paused = true)]
async fn broken_tools_give_one_failed_result_and_harm_nothing_else() {
    for (tool, kind, started) in broken_tools() {
        check_broken(tool, kind, started).await;
    }
}

#[tokio::test]
async fn b107_panics_on_a_thread_are_contained_too() {
    let sync = blocking("sync", |_| -> Result<(), String> { panic!("sync") });
    check_broken(sync, ToolErrorKind::Panicked, true).await;
    let payload = blocking("payload", |_| -> Result<(), String> { std::panic::panic_any(PanicsInDrop) });
    check_broken(payload, ToolErrorKind::Panicked, true).await;
}

#[tokio::test]
async fn b107_the_text_of_a_panic_is_for_the_host_only() {
    let result = executor([plain("after", after_an_await)]).execute(&call("after")).await;
    assert_eq!(result.content, "the tool failed unexpectedly");
    assert_eq!(result.metadata["panic"], "after an await");
}

#[tokio::test]
async fn row_81_the_words_of_an_error_reach_the_model() {
    failed(&executor([boom()]).execute(&call("boom")).await, ToolErrorKind::Failed, "boom");
    let blank = plain("blank", || async { Err::<(), _>("") });
    let result = executor([blank]).execute(&call("blank")).await;
    assert_eq!(result.content, "the tool failed without a message");
    let causes = plain("causes", || async { Err::<(), _>(anyhow::anyhow!("inner").context("outer")) });
    assert_eq!(executor([causes]).execute(&call("causes")).await.content, "outer: inner");
    let own = plain("own", || async { Err::<(), _>(ToolError::denied("not today")) });
    failed(&executor([own]).execute(&call("own")).await, ToolErrorKind::Denied, "not today");
}

#[tokio::test]
async fn b120_a_result_is_never_empty() {
    let unit = plain("unit", || async { Ok::<_, String>(()) });
    let empty = plain("empty", || async { Ok::<_, String>(" \n") });
    let default = plain("default", || async { Ok::<_, String>(ToolOutput::default()) });
    let executor = executor([unit, empty, default]);
    ok(&executor.execute(&call("unit")).await, "OK");
    ok(&executor.execute(&call("empty")).await, "(empty)");
    ok(&executor.execute(&call("default")).await, "(empty)");
}

#[tokio::test]
async fn long_results_are_cut_at_a_character_and_say_so() {
    let long = |name: &str, spec: fn(ToolSpec) -> ToolSpec| {
        plain_with(name, spec, || async { Ok::<_, String>("é".repeat(10)) })
    };
    let list = plain("list", || async { Ok::<_, String>(vec![1; 100]) });
    let tools = [long("long", |spec| spec), long("own", |spec| spec.max_result_bytes(20)), list];
    let executor = executor(tools).max_result_bytes(5);
    let cut = executor.execute(&call("long")).await;
    ok(&cut, "éé\n[cut off: the first 4 of 20 bytes]");
    assert_eq!(cut.metadata["content_bytes"], 20);
    let own = executor.execute(&call("own")).await;
    ok(&own, &"é".repeat(10));
    assert!(own.metadata.is_empty());
    let list = executor.execute(&call("list")).await;
    assert_eq!(list.structured(), None);
}

#[tokio::test]
async fn what_is_cut_off_is_let_go_of() {
    let vast = plain("vast", || async { Ok::<_, String>("x".repeat(1 << 20)) });
    let result = executor([vast]).max_result_bytes(100).execute(&call("vast")).await;
    assert!(result.content.capacity() < 1000, "{}", result.content.capacity());
}

#[tokio::test]
async fn long_arguments_are_not_even_read() {
    let executor = executor([echo()]).max_argument_bytes(20);
    ok(&executor.execute(&ToolCall::new("", "echo", r#"{"text":"12345678"}"#)).await, "12345678");
    let result = executor.execute(&ToolCall::new("", "echo", r#"{"text":"1234567890"}"#)).await;
    failed(&result, ToolErrorKind::InvalidArguments, "at most 20 are taken");
    assert_eq!(result.metadata["problems"][0]["reason"], "too_long");
}

#[tokio::test]
async fn handlers_find_what_was_given_with_the_call() {
    struct User(&'static str);
    let whoami = FnTool::with_context(
        "whoami",
        "Says it.",
        |_: crate::fixtures::Nothing, context: ToolContext| async move {
            let user = context.get::<User>().map(|user| user.0);
            Ok::<_, String>(format!("{}/{}: {user:?}", context.call_id(), context.tool_name()))
        },
    );
    let tool: Arc<dyn Tool> = Arc::new(whoami.unwrap());
    let executor = executor([tool]);
    let ada = executor.with(7_u32).with(User("ada"));
    ok(&ada.execute(&call("functions.whoami")).await, r#"c1/whoami: Some("ada")"#);
    let bob = ada.with(User("bob"));
    ok(&bob.execute(&call("whoami")).await, r#"c1/whoami: Some("bob")"#);
    ok(&executor.execute(&call("whoami")).await, "c1/whoami: None");
}

#[tokio::test]
async fn usage_cost_and_metadata_come_along() {
    let rich = plain("rich", || async {
        let usage = jarvis_tools::Usage::new(1, 2);
        let output = ToolOutput::text("hi").with_cost(0.5).with_usage(usage).with_metadata("k", "v");
        Ok::<_, String>(output.with_structured(json!([1])))
    });
    let result = executor([rich]).execute(&call("rich")).await;
    ok(&result, "hi");
    assert!((result.cost_usd - 0.5).abs() < f64::EPSILON);
    assert_eq!(result.usage.map(jarvis_tools::Usage::total_tokens), Some(3));
    assert_eq!(result.metadata["k"], "v");
    assert_eq!(result.structured(), Some(json!([1])));
}

#[test]
fn calls_that_need_no_timer_need_no_runtime() {
    let executor = executor([ping(), hang()]);
    let mut task = std::task::Context::from_waker(std::task::Waker::noop());
    let ready = call("ping");
    let mut future = Box::pin(executor.execute(&ready));
    let std::task::Poll::Ready(result) = future.as_mut().poll(&mut task) else { panic!("not ready") };
    ok(&result, "pong");
    let waits = call("hang");
    let mut future = Box::pin(executor.execute(&waits));
    let std::task::Poll::Ready(result) = future.as_mut().poll(&mut task) else { panic!("not ready") };
    failed(&result, ToolErrorKind::Failed, "runtime");
}

#[tokio::test]
async fn a_result_and_its_end_say_if_a_retry_can_help() {
    type Boxed = Box<dyn std::error::Error + Send + Sync>;
    let busy = || ToolError::denied("busy").retryable();
    let own = plain("own", move || async move { Err::<(), _>(busy()) });
    let boxed = plain("boxed", move || async move { Err::<(), Boxed>(busy().into()) });
    let other = plain("other", || async { Err::<(), Boxed>("other".into()) });
    let inside = plain("inside", move || async move { Err::<(), _>(anyhow::Error::from(busy())) });
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let executor = executor([own, boxed, other, inside]).with_bus(bus);
    for (name, kind, retryable) in [
        ("own", ToolErrorKind::Denied, true),
        ("boxed", ToolErrorKind::Denied, true),
        ("other", ToolErrorKind::Failed, false),
        ("inside", ToolErrorKind::Failed, false),
    ] {
        let result = executor.execute(&call(name)).await;
        assert_eq!((result.error, result.retryable), (Some(kind), retryable), "{name}");
        assert_eq!(serde_json::to_value(&result).unwrap()["retryable"], retryable);
        let end = std::iter::from_fn(|| events.try_recv()).last().unwrap();
        assert_eq!(serde_json::to_value(&*end).unwrap()["retryable"], retryable);
    }
}

#[tokio::test]
async fn texts_of_parts_and_structured_values_are_bounded_too() {
    use jarvis_tools::Part;
    let part = |text: &str| Part::Text { text: text.to_owned() };
    let large = plain("large", move || async move {
        let image = Part::Image { data: "x".repeat(100), mime_type: "image/png".to_owned() };
        let output = ToolOutput::text("12345").with_part(part("67")).with_part(part("89abc"));
        Ok::<_, String>(output.with_part(part("gone")).with_part(image).with_structured(json!(vec!["x"; 9])))
    });
    let many = plain("many", move || async move {
        Ok::<_, String>((0..500).fold(ToolOutput::text("x"), |output, _| output.with_part(part(""))))
    });
    let executor = executor([large, many]).max_result_bytes(9);
    let result = executor.execute(&call("large")).await;
    ok(&result, "12345\n[left out: 1 of 4 further parts]");
    let cut = part("89\n[cut off: the first 2 of 5 bytes]");
    assert_eq!((result.parts.len(), &result.parts[0], &result.parts[1]), (3, &part("67"), &cut));
    assert_eq!(result.structured(), None);
    assert_eq!(
        (&result.metadata["structured_bytes"], &result.metadata["parts_left_out"]),
        (&json!(37), &json!(1))
    );
    let many = executor.execute(&call("many")).await;
    assert_eq!(many.parts.len(), 100);
    ok(&many, "x\n[left out: 400 of 500 further parts]");
}

#[tokio::test]
async fn any_tool_runs_without_an_executor() {
    let echo = FnTool::new("echo", "Says it again.", |args: crate::fixtures::Text| async move {
        Ok::<_, String>(args.text)
    });
    let echo = echo.unwrap();
    ok(&echo.run(r#"{"text":"hi"}"#, &ToolContext::new("c1", "echo")).await, "hi");
    let list: Vec<Arc<dyn Tool>> = vec![Arc::new(echo)];
    ok(&list[0].run(r#"{"text":"hi"}"#, &ToolContext::default()).await, "hi");
    assert!(format!("{:?}", list[0]).contains("Says it again."));
}
