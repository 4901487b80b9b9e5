//! Calls of typed tools, and what came of them in a notation that is short to compare.

use std::sync::Arc;

use jarvis_tools::ToolResult;
use jarvis_tools::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Calls the only tool of a list with this argument text, through the executor.
///
/// # Panics
///
/// If the tool can't be used.
pub async fn call(tools: Vec<Arc<dyn Tool>>, arguments: &str) -> ToolResult {
    let name = tools.first().expect("a tool").spec().name.clone();
    let executor = ToolExecutor::new(tools).unwrap_or_else(|error| panic!("{error}"));
    executor.execute(&ToolCall::new("call_1", name, arguments)).await
}

/// The problems of a result, one a line: its kind and its path, what was expected and what came, as in
/// `type_mismatch days: integer, got string`.
pub fn problems(result: &ToolResult) -> Vec<String> {
    let Some(Value::Array(problems)) = result.metadata.get("problems") else { return Vec::new() };
    problems.iter().map(problem).collect()
}

fn problem(problem: &Value) -> String {
    let word = |key: &str| problem[key].as_str().unwrap_or_default();
    let list = |key: &str| {
        let words = problem[key].as_array().into_iter().flatten();
        words.map(|word| word.as_str().unwrap_or_default()).collect::<Vec<_>>().join(", ")
    };
    let mut line = format!("{} {}", word("kind"), word("path"));
    if let Some(expected) = problem["expected"].as_str() {
        line.push_str(": ");
        line.push_str(expected);
    }
    if let Some(received) = problem["received"].as_str() {
        line.push_str(", got ");
        line.push_str(received);
    }
    if let Some(parent) = problem["parent"].as_str() {
        line.push_str(" in ");
        line.push_str(parent);
    }
    if problem.get("available").is_some() {
        line.push_str(" among ");
        line.push_str(&list("available"));
    }
    if problem.get("allowed").is_some() {
        line.push_str("; allowed ");
        line.push_str(&list("allowed"));
    }
    line
}

/// Checks that a call succeeds and gives this JSON.
///
/// # Panics
///
/// If it doesn't.
#[track_caller]
pub fn gives(tools: Vec<Arc<dyn Tool>>, arguments: &str, expected: Value) {
    let result = wait(call(tools, arguments));
    assert!(result.success, "{arguments}: {}", result.content);
    let content: Value =
        serde_json::from_str(&result.content).unwrap_or_else(|_| result.content.as_str().into());
    assert_eq!(content, expected, "{arguments}");
}

/// Checks that a call is refused with exactly these problems, in this order; gives the result.
///
/// # Panics
///
/// If it isn't.
#[track_caller]
pub fn refuses(tools: Vec<Arc<dyn Tool>>, arguments: &str, expected: &[&str]) -> ToolResult {
    let result = wait(call(tools, arguments));
    assert!(!result.success, "{arguments} was taken: {}", result.content);
    let expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
    assert_eq!(in_order(problems(&result)), in_order(expected), "{arguments}: {}", result.content);
    result
}

/// Checks that a call is refused with exactly this text.
///
/// # Panics
///
/// If it isn't.
#[track_caller]
pub fn says(tools: Vec<Arc<dyn Tool>>, arguments: &str, expected: &str) {
    let result = wait(call(tools, arguments));
    assert!(!result.success, "{arguments} was taken: {}", result.content);
    let lines = |text: &str| in_order(text.lines().map(str::to_owned).collect());
    assert_eq!(lines(&result.content), lines(expected), "{arguments}");
}

/// The texts as they are; without `preserve_order`, where properties come in alphabetical order, in an order of
/// their own, and so the words of each.
fn in_order(mut texts: Vec<String>) -> Vec<String> {
    if !cfg!(feature = "preserve_order") {
        for text in &mut texts {
            let mut words: Vec<&str> =
                text.split([' ', ',', ';', '(', ')']).filter(|word| !word.is_empty()).collect();
            words.sort_unstable();
            *text = words.join(" ");
        }
        texts.sort_unstable();
    }
    texts
}

/// A tool that gives arguments of this type back.
///
/// # Panics
///
/// If the type can't be the arguments of a tool.
#[track_caller]
pub fn typed<A: Serialize + DeserializeOwned + JsonSchema + Send + 'static>() -> Vec<Arc<dyn Tool>> {
    match define::<A>() {
        Ok(tool) => vec![Arc::new(tool)],
        Err(error) => panic!("{error}"),
    }
}

/// As [`typed`], for types that may be refused.
///
/// # Errors
///
/// Why the type can't be the arguments of a tool.
pub fn define<A: Serialize + DeserializeOwned + JsonSchema + Send + 'static>()
-> Result<FnTool, DefinitionError> {
    FnTool::new("echo", "Gives its arguments back.", |args: A| async move { Ok::<_, ToolError>(args) })
}

/// The canonical schema of a type.
///
/// # Panics
///
/// If the type can't be the arguments of a tool.
#[track_caller]
pub fn schema<A: Serialize + DeserializeOwned + JsonSchema + Send + 'static>() -> Value {
    match define::<A>() {
        Ok(tool) => tool.spec().parameters().clone(),
        Err(error) => panic!("{error}"),
    }
}

/// Waits for a future in a runtime of its own, so that a check that fails names the line of its caller.
///
/// # Panics
///
/// If there can be no runtime.
pub fn wait<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    runtime.expect("a runtime").block_on(future)
}

/// Defines argument structs and tools that give them back as JSON.
#[macro_export]
macro_rules! echo {
    ($(#[$meta:meta])* $tool:ident($args:ident {
        $($(#[$field_meta:meta])* $field:ident: $type:ty),* $(,)?
    })) => {
        #[derive(Serialize, Deserialize, JsonSchema, ToolArgs)]
        $(#[$meta])*
        struct $args {
            $(
                #[doc = "A value."]
                $(#[$field_meta])*
                $field: $type,
            )*
        }

        #[doc = "Gives its arguments back."]
        #[tool(inline)]
        fn $tool(args: $args) -> $args {
            args
        }
    };
}
