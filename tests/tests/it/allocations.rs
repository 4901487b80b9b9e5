//! How much a call allocates beyond bare `serde_json`, counted exactly on the thread of the test.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use allocation_counter::measure;
use jarvis_tools::prelude::*;
use jarvis_tools::{Decoded, Definition};
use serde::de::DeserializeOwned;

/// The id and the name of the call, in its context and in its result, the context and the boxed future.
const MORE_THAN_BARE_IN_A_CALL: u64 = 5;

/// Scalars of each kind.
#[derive(Deserialize, Serialize, JsonSchema, ToolArgs)]
struct Scalars {
    /// Where.
    city: String,
    /// How long.
    days: u8,
    /// How far from there.
    offset: Option<i64>,
    /// For how much.
    budget: Option<f64>,
    /// Whether without a change.
    direct: Option<bool>,
    /// How.
    class: Option<Class>,
}

/// A unit enum.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Class {
    First,
    NightTrain,
}

/// Structs and lists inside of each other.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Nested {
    stops: Vec<Stop>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Stop {
    name: String,
    place: Place,
    tags: Vec<String>,
    class: Option<Class>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Place {
    lat: f64,
    lon: f64,
    zip: Option<String>,
}

/// Maps, sets, values of any type and constraints.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Mapped {
    numbers: HashMap<String, u32>,
    names: BTreeSet<String>,
    any: serde_json::Value,
    #[schemars(regex(pattern = "^[A-Z]{2}[0-9]$"))]
    code: String,
}

const SCALARS: &str =
    r#"{"city":"Oslo","days":3,"offset":-60,"budget":1499.95,"direct":true,"class":"night_train"}"#;

/// Text with so many stops, whose names have escapes.
fn nested(stops: usize) -> String {
    let stop = r#"{"name":"Hotel \"Old Town\"","place":{"lat":59.91,"lon":10.75,"zip":"0150"},"tags":["quiet","lake"],"class":"first"}"#;
    format!(r#"{{"stops":[{}]}}"#, vec![stop; stops].join(","))
}

/// How many allocations decoding takes, bare and ours.
fn counted<T: DeserializeOwned + JsonSchema>(text: &str) -> (u64, u64) {
    let definition = Definition::typed::<T>("t", "Counts.").expect("the type can be described");
    let context = ToolContext::new("c1", "t");
    let decode = || definition.decode::<T>(text, &context).map(Decoded::into_parts).map(drop);
    decode().expect("the arguments are valid");
    let bare = measure(|| drop(serde_json::from_str::<T>(text)));
    let ours = measure(|| drop(decode()));
    (bare.count_total, ours.count_total)
}

#[track_caller]
fn as_many<T: DeserializeOwned + JsonSchema>(text: &str) {
    let (bare, ours) = counted::<T>(text);
    // With the digits of numbers kept, the other's values of any type take more.
    let more_is_theirs = cfg!(feature = "arbitrary_precision") && ours < bare;
    assert!(ours == bare || more_is_theirs, "{ours} instead of {bare}");
}

#[test]
fn decoding_allocates_as_much_as_bare() {
    as_many::<Scalars>(SCALARS);
    as_many::<Nested>(&nested(6));
    as_many::<Nested>(&nested(600));
    as_many::<Mapped>(r#"{"numbers":{"a":1,"b":2},"names":["x","y"],"any":{"z":[1,"t"]},"code":"AB1"}"#);
}

#[test]
fn counting_is_exact() {
    let (bare, _) = counted::<Scalars>(SCALARS);
    assert_eq!(bare, 1, "a string of the arguments");
}

#[tokio::test]
async fn a_call_that_nobody_listens_to_allocates_no_more_than_is_pinned() {
    /// Gives the arguments back.
    #[tool]
    async fn echo(scalars: Scalars) -> Scalars {
        scalars
    }

    let executor = ToolExecutor::new(tools![echo]).expect("the tool can be used");
    let call = ToolCall::new("c1", "echo", SCALARS);
    assert!(executor.execute(&call).await.success);
    let bare =
        measure(|| drop(serde_json::from_str::<Scalars>(SCALARS).map(|it| serde_json::to_string(&it))));
    let mut future = Box::pin(executor.execute(&call));
    let mut task = std::task::Context::from_waker(std::task::Waker::noop());
    let ours = measure(|| assert!(future.as_mut().poll(&mut task).is_ready()));
    let (ours, bare) = (ours.count_total, bare.count_total);
    let more = MORE_THAN_BARE_IN_A_CALL;
    assert_eq!(ours, bare + more);
}

#[tokio::test]
async fn events_cost_the_same_however_long_the_arguments_are() {
    let count = || {
        let tool = FnTool::new("count", "Counts.", |nested: Nested| async move {
            Ok::<_, ToolError>(nested.stops.len())
        });
        ToolExecutor::new([Arc::new(tool.expect("the tool can be used")) as Arc<dyn Tool>])
            .expect("the tool can be used")
    };
    let in_a_call = |executor: &ToolExecutor, text: &str| {
        let call = ToolCall::new("c1", "count", text);
        let mut future = Box::pin(executor.execute(&call));
        let mut task = std::task::Context::from_waker(std::task::Waker::noop());
        measure(|| assert!(future.as_mut().poll(&mut task).is_ready())).count_total
    };
    let (silent, watched) = (count(), count());
    let mut events = watched.bus().subscribe();
    let mut more = Vec::new();
    for text in [nested(1), nested(600)] {
        // The queue of the subscriber has its room from the second call on.
        in_a_call(&watched, &text);
        in_a_call(&silent, &text);
        while events.try_recv().is_some() {}
        more.push(in_a_call(&watched, &text) - in_a_call(&silent, &text));
    }
    assert_eq!(more[0], more[1]);
}
