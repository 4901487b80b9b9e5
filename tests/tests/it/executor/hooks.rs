//! Steps of one's own on the road of a call.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use jarvis_tools::prelude::*;
use jarvis_tools::{CancellationToken, EventBus, Hook, HookCall, LogHook, ToolErrorKind, Verdict};
use serde_json::json;

use crate::fixtures::{boom, call, drain, echo, executor, failed, ok, ping, plain};

/// Which step of a hook does something.
#[derive(Clone, Copy, Debug, PartialEq)]
enum At {
    Before,
    Decoded,
    After,
}

type Outcome = Result<ToolOutput, ToolError>;

/// Notes each step that it is asked for, and does something at one.
struct Step<F> {
    name: &'static str,
    seen: Arc<Mutex<Vec<String>>>,
    at: At,
    act: F,
}

impl<F: Fn(&mut HookCall<'_>) -> Verdict + Send + Sync + 'static> Step<F> {
    fn go(&self, at: At, call: &mut HookCall<'_>) -> Verdict {
        self.seen.lock().unwrap().push(format!("{} {at:?} {}", self.name, call.arguments()));
        if self.at == at { (self.act)(call) } else { Verdict::Continue }
    }
}

impl<F: Fn(&mut HookCall<'_>) -> Verdict + Send + Sync + 'static> Hook for Step<F> {
    async fn before_decoding(&self, call: &mut HookCall<'_>) -> Verdict {
        self.go(At::Before, call)
    }

    async fn after_decoding(&self, call: &mut HookCall<'_>) -> Verdict {
        self.go(At::Decoded, call)
    }

    async fn after_running(&self, call: &HookCall<'_>, outcome: Outcome) -> Outcome {
        let came = outcome.as_ref().map_or_else(|error| error.kind().name(), |output| output.content());
        self.seen.lock().unwrap().push(format!("{} After {}: {came}", self.name, call.id()));
        outcome
    }
}

fn step<F>(at: At, act: F) -> Step<F>
where
    F: Fn(&mut HookCall<'_>) -> Verdict + Send + Sync + 'static,
{
    Step { name: "only", seen: Arc::default(), at, act }
}

fn say(text: &str) -> ToolCall {
    ToolCall::new("c1", "echo", json!({ "text": text }).to_string())
}

#[tokio::test]
async fn hooks_are_asked_in_order_at_each_step() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let named = |name| Step {
        name,
        seen: Arc::clone(&seen),
        at: At::Before,
        act: |_: &mut HookCall<'_>| Verdict::Continue,
    };
    let executor = executor([echo()]).hook(named("one")).hook(named("two"));
    ok(&executor.execute(&say("hi")).await, "hi");
    assert_eq!(
        *seen.lock().unwrap(),
        [
            r#"one Before {"text":"hi"}"#,
            r#"two Before {"text":"hi"}"#,
            r#"one Decoded {"text":"hi"}"#,
            r#"two Decoded {"text":"hi"}"#,
            "one After c1: hi",
            "two After c1: hi",
        ]
    );
}

#[tokio::test]
async fn row_80_what_a_hook_rewrites_is_checked() {
    for at in [At::Before, At::Decoded] {
        let rewrites = |text: &'static str| {
            executor([echo()]).hook(step(at, move |call| {
                call.set_arguments(text);
                Verdict::Continue
            }))
        };
        ok(&rewrites(r#"{"text":"other"}"#).execute(&say("hi")).await, "other");
        for text in ["5", "true", "[]", r#""text""#, "{", r#"{"text":5}"#] {
            let result = rewrites(text).execute(&say("hi")).await;
            failed(&result, ToolErrorKind::InvalidArguments, "Invalid arguments for tool 'echo'");
        }
    }
}

#[tokio::test]
async fn a_later_hook_sees_what_an_earlier_one_rewrote_and_it_is_valid() {
    let late = step(At::Decoded, |_| panic!("not asked about invalid arguments"));
    let early = step(At::Decoded, |call| {
        call.set_arguments("{}");
        Verdict::Continue
    });
    let result = executor([echo()]).hook(early).hook(late).execute(&say("hi")).await;
    failed(&result, ToolErrorKind::InvalidArguments, "'text'");
}

#[tokio::test]
async fn a_hook_may_answer_or_refuse_and_nothing_runs() {
    for at in [At::Before, At::Decoded] {
        let bus = EventBus::new();
        let mut events = bus.subscribe();
        let nothing =
            plain("nothing", || async { if true { panic!("it ran") } else { Ok::<_, String>(()) } });
        let executor = executor([nothing]).with_bus(bus);
        let answers = executor.clone().hook(step(at, |_| Verdict::Answer(ToolOutput::text("known already"))));
        ok(&answers.execute(&call("nothing")).await, "known already");
        let refuses = executor.clone().hook(step(at, |_| Verdict::refuse("not now")));
        failed(&refuses.execute(&call("nothing")).await, ToolErrorKind::Denied, "not now");
        let fails = executor.hook(step(at, |_| Verdict::Refuse(ToolError::failed("full").retryable())));
        let result = fails.execute(&call("nothing")).await;
        failed(&result, ToolErrorKind::Failed, "full");
        assert!(result.retryable);
        assert_eq!(drain(&mut events), ["end c1 ok", "end c1 denied", "end c1 failed"]);
    }
}

/// Has the last word on everything.
struct LastWord;

impl Hook for LastWord {
    async fn after_running(&self, _: &HookCall<'_>, outcome: Outcome) -> Outcome {
        match outcome {
            Ok(output) if output.content() == "secret" => Err(ToolError::denied("it isn't for you")),
            Ok(output) => Ok(ToolOutput::text(output.content().to_uppercase())),
            Err(error) => Ok(ToolOutput::text(format!("no: {}", error.kind()))),
        }
    }
}

#[tokio::test]
async fn the_last_step_sees_every_outcome_and_decides() {
    let executor = executor([echo(), boom()]).hook(LastWord);
    ok(&executor.execute(&say("hi")).await, "HI");
    failed(&executor.execute(&say("secret")).await, ToolErrorKind::Denied, "it isn't for you");
    ok(&executor.execute(&call("boom")).await, "no: failed");
    ok(&executor.execute(&call("echo")).await, "no: invalid_arguments");
    failed(&executor.execute(&call("nope")).await, ToolErrorKind::UnknownTool, "nope");
    let token = CancellationToken::new();
    token.cancel();
    ok(&executor.with_cancellation(token).execute(&say("hi")).await, "no: cancelled");
}

/// Panics at one step.
struct Panics(At);

impl Hook for Panics {
    async fn before_decoding(&self, _: &mut HookCall<'_>) -> Verdict {
        assert!(self.0 != At::Before, "before");
        Verdict::Continue
    }

    async fn after_decoding(&self, _: &mut HookCall<'_>) -> Verdict {
        tokio::task::yield_now().await;
        assert!(self.0 != At::Decoded, "decoded");
        Verdict::Continue
    }

    async fn after_running(&self, _: &HookCall<'_>, outcome: Outcome) -> Outcome {
        assert!(self.0 != At::After, "after");
        outcome
    }
}

#[tokio::test]
async fn a_hook_that_panics_has_failed_the_call() {
    for (at, expected) in [
        (At::Before, &["end c1 panicked"][..]),
        (At::Decoded, &["end c1 panicked"]),
        (At::After, &["start c1", "end c1 panicked"]),
    ] {
        let bus = EventBus::new();
        let mut events = bus.subscribe();
        let executor = executor([ping()]).with_bus(bus).hook(Panics(at));
        failed(&executor.execute(&call("ping")).await, ToolErrorKind::Panicked, "failed unexpectedly");
        assert_eq!(drain(&mut events), expected);
    }
}

/// Never answers.
struct Hangs(At);

impl Hook for Hangs {
    async fn before_decoding(&self, _: &mut HookCall<'_>) -> Verdict {
        if self.0 == At::Before { std::future::pending().await } else { Verdict::Continue }
    }

    async fn after_running(&self, _: &HookCall<'_>, outcome: Outcome) -> Outcome {
        if self.0 == At::After { std::future::pending().await } else { outcome }
    }
}

#[tokio::test]
async fn a_cancelled_call_has_its_result_while_a_hook_hangs() {
    let token = CancellationToken::new();
    let executor = executor([ping()]).hook(Hangs(At::After)).default_timeout(Duration::ZERO);
    let executor = executor.with_cancellation(token.clone());
    let call = call("ping");
    let mut running = Box::pin(executor.execute(&call));
    assert!(crate::fixtures::poll_once(running.as_mut()).await.is_pending());
    token.cancel();
    failed(&running.await, ToolErrorKind::Cancelled, "cancelled");
}

#[tokio::test(start_paused = true)]
async fn a_hook_that_never_answers_ends_with_the_time_of_a_call() {
    for at in [At::Before, At::After] {
        let executor = executor([ping()]).hook(Hangs(at)).default_timeout(Duration::from_secs(1));
        let result = executor.execute(&call("ping")).await;
        failed(&result, ToolErrorKind::TimedOut, "a hook did not answer within 1 s");
    }
}

#[tokio::test]
async fn a_log_holds_no_secrets() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let log = || {
        LogHook::new({
            let lines = Arc::clone(&lines);
            move |line: &str| lines.lock().unwrap().push(line.to_owned())
        })
    };
    let secret = FnTool::new("secret", "Takes one.", |args: crate::fixtures::Text| async move {
        Ok::<_, String>(args.text.len())
    });
    let secret: Arc<dyn Tool> = Arc::new(secret.unwrap().with(|spec| spec.sensitive("text")).unwrap());
    let plain = executor([secret, boom()]).hook(log());
    let with_arguments = plain.clone().hook(log().with_arguments());
    plain.execute(&ToolCall::new("c1", "secret", r#"{"text":"hunter2"}"#)).await;
    plain.execute(&ToolCall::new("c2", "secret", r#"{"text":["hunter2"]}"#)).await;
    with_arguments.execute(&ToolCall::new("c\n3", "secret", r#"{"text":"hunter2"}"#)).await;
    plain.execute(&ToolCall::new("c4", "boom", "{}")).await;
    let lines = lines.lock().unwrap();
    assert_eq!(
        *lines,
        [
            "c1 secret called",
            "c1 secret ok, 1 bytes",
            "c2 secret called",
            "c2 secret invalid_arguments",
            r"c\n3 secret called",
            r#"c\n3 secret {"text":"[redacted]"}"#,
            r"c\n3 secret ok, 1 bytes",
            r"c\n3 secret ok, 1 bytes",
            "c4 boom called",
            "c4 boom failed: boom",
        ]
    );
}
