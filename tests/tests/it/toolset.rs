//! What `#[toolset]` makes of methods.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use jarvis_tools::prelude::*;
use serde_json::json;

/// How far to count.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Steps {
    /// The number of steps.
    steps: u32,
}

/// A value, given by its type.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Given<T> {
    /// The value.
    value: T,
}

#[derive(Default)]
struct Counter {
    count: AtomicU32,
}

/// Documented before.
#[toolset]
#[allow(clippy::unused_async)]
/// Documented behind.
impl Counter {
    const START: u32 = 7;

    /// Counts on.
    #[allow(clippy::missing_panics_doc)]
    ///
    /// And on.
    #[tool(category = "math", metadata(level = 1))]
    /// For ever.
    async fn count(&self, args: Steps) -> u32 {
        self.count.fetch_add(args.steps, Ordering::Relaxed) + args.steps
    }

    /// Counts on a thread of its own.
    #[tool]
    fn count_blocking(&self, context: &ToolContext, args: Steps) -> Result<String, String> {
        let count = self.count.fetch_add(args.steps, Ordering::Relaxed) + args.steps;
        if count > 100 {
            Err(format!("{count} is too much"))
        } else {
            Ok(format!("{} {count}", context.call_id()))
        }
    }

    /// Sets the count in place.
    #[tool(name = "set", inline)]
    fn set_count(
        &self,
        /// The new count.
        #[arg(default = Counter::START, range(max = 50))]
        count: u32,
    ) -> Self {
        self.count.store(count, Ordering::Relaxed);
        Self { count: AtomicU32::new(count) }
    }

    /// Waits on a thread of its own.
    #[tool(blocking)]
    async fn wait(&self, context: &ToolContext) -> String {
        tokio::time::sleep(std::time::Duration::ZERO).await;
        context.call_id().to_owned()
    }

    /// Isn't there.
    #[cfg(any())]
    #[tool]
    fn absent(&self, args: Missing) {}

    /// Is no tool.
    fn current(&self) -> u32 {
        self.count.load(Ordering::Relaxed)
    }
}

impl Serialize for Counter {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.current())
    }
}

struct Shouter<T, const N: usize>(T);

#[toolset]
impl<T, const N: usize> Shouter<T, N>
where
    T: Display + for<'de> Deserialize<'de> + JsonSchema + Send + Sync + 'static,
{
    /// Repeats what it has.
    #[tool(inline)]
    fn own(&self) -> String {
        self.0.to_string().repeat(N)
    }

    /// Repeats what it gets.
    #[tool]
    async fn given(&self, args: Given<T>) -> Result<String, std::fmt::Error> {
        std::future::ready(Ok(args.value.to_string().repeat(N))).await
    }
}

/// Runs a tool and compares what the model reads.
async fn check_run(tool: &Arc<dyn Tool>, arguments: &str, expected: Result<&str, &str>) {
    let result = tool.run(arguments, &ToolContext::new("call_1", tool.spec().name.as_str())).await;
    let (Ok(content) | Err(content)) = expected;
    assert_eq!((result.success, result.content.as_str()), (expected.is_ok(), content));
}

#[test]
fn tools_stand_in_the_order_of_the_block() {
    let tools = Counter::default().tools();
    let names: Vec<&str> = tools.iter().map(|tool| tool.spec().name.as_str()).collect();
    assert_eq!(names, ["count", "count_blocking", "set", "wait"]);
    let spec = tools[0].spec();
    assert_eq!(spec.description, "Counts on.\n\nAnd on.\nFor ever.");
    assert_eq!((spec.category.as_str(), &spec.metadata["level"]), ("math", &json!(1)));
    assert_eq!(tools[2].spec().parameters()["properties"]["count"]["default"], 7);
}

#[tokio::test]
async fn tools_share_the_value() {
    let counter = Arc::new(Counter::default());
    let tools = Arc::clone(&counter).tools();
    check_run(&tools[0], r#"{"steps":2}"#, Ok("2")).await;
    check_run(&tools[1], r#"{"steps":3}"#, Ok("call_1 5")).await;
    check_run(&tools[1], r#"{"steps":96}"#, Err("101 is too much")).await;
    check_run(&tools[2], "", Ok("7")).await;
    check_run(&tools[3], "", Ok("call_1")).await;
    assert_eq!(counter.current(), 7);
}

#[tokio::test]
async fn blocks_may_be_generic() {
    let texts = Shouter::<String, 2>("ha".to_owned()).tools();
    check_run(&texts[0], "", Ok("haha")).await;
    check_run(&texts[1], r#"{"value":"ho"}"#, Ok("hoho")).await;
    let numbers = Shouter::<u8, 3>(1).tools();
    check_run(&numbers[1], r#"{"value":2}"#, Ok("222")).await;
    assert_eq!(numbers[1].spec().parameters()["properties"]["value"]["maximum"], 255);
}

#[test]
fn executors_and_registries_take_them() {
    let executor = ToolExecutor::new(Counter::default().tools()).expect("the names differ");
    assert_eq!(executor.registry().len(), 4);
    let both = Counter::default().tools().into_iter().chain(Counter::default().tools());
    let error = ToolRegistry::new(both).expect_err("the names are the same").to_string();
    assert!(error.contains("two tools have this name (one at tests/tests/it/toolset.rs:"), "{error}");
}
