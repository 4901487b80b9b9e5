//! Tools found by their names.

use std::sync::Arc;

use jarvis_tools::prelude::*;
use jarvis_tools::{ArgumentErrors, Prepared, ToolErrorKind};
use serde_json::json;

use crate::fixtures::{call, echo, executor, failed, ok, ping, plain};

fn named(names: &[&str]) -> ToolRegistry {
    ToolRegistry::new(names.iter().map(|name| plain(name, || async { Ok::<_, String>(()) }))).unwrap()
}

fn names(registry: &ToolRegistry) -> Vec<&str> {
    registry.names().collect()
}

#[test]
fn tools_keep_their_order() {
    let registry = named(&["zebra", "ant", "mule"]);
    assert_eq!(names(&registry), ["zebra", "ant", "mule"]);
    assert_eq!((registry.len(), registry.is_empty()), (3, false));
    assert_eq!(registry.get("ant").map(|tool| tool.spec().name.as_str()), Some("ant"));
    assert!(registry.get("Ant").is_none());
    assert_eq!(registry.iter().count(), registry.specs().count());
    assert!(ToolRegistry::default().is_empty());
}

#[test]
fn b094_and_row_94_a_second_tool_of_one_name_is_an_error_that_names_it() {
    let error = ToolRegistry::new([ping(), echo(), ping()]).unwrap_err();
    assert_eq!(error.tool_name(), Some("ping"));
    assert!(error.to_string().contains("two tools have this name"), "{error}");
    assert!(ToolExecutor::new([ping(), ping()]).is_err());
    assert!(named(&["ping"]).merge([ping()]).is_err());
}

#[test]
fn select_takes_the_order_of_the_names() {
    let registry = named(&["a", "b", "c"]);
    assert_eq!(names(&registry.select(["c", "a", "c"]).unwrap()), ["c", "a"]);
    assert!(registry.select(Vec::<String>::new()).unwrap().is_empty());
}

#[test]
fn select_says_what_there_is_and_what_was_probably_meant() {
    let registry = named(&["calculator", "think"]);
    let error = registry.select(["think", "calculater"]).unwrap_err().to_string();
    assert_eq!(error, "unknown tool 'calculater' (did you mean 'calculator'?); available: calculator, think");
    let error = registry.select(["x", "thinks"]).unwrap_err().to_string();
    assert!(error.contains("x, thinks"), "{error}");
    let many: Vec<String> = (0..1000).map(|place| format!("t{place}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(named(&many).select(["nothing like it"]).unwrap_err().to_string().len() < 500);
}

#[tokio::test]
async fn prefixed_tools_answer_to_their_new_names() {
    let registry = ToolRegistry::new([echo(), ping()]).unwrap().prefixed("server_").unwrap();
    assert_eq!(names(&registry), ["server_echo", "server_ping"]);
    let executor = ToolExecutor::from(registry.merge([ping()]).unwrap());
    ok(&executor.execute(&call("server_ping")).await, "pong");
    ok(&executor.execute(&call("ping")).await, "pong");
    let result = executor.execute(&call("server_echo")).await;
    failed(&result, ToolErrorKind::InvalidArguments, "Invalid arguments for tool 'server_echo'");
    let definition = executor.registry().get("server_echo").unwrap().spec().to_openai_function();
    assert_eq!(definition["function"]["name"], "server_echo");
}

#[test]
fn a_prefix_that_makes_no_name_is_refused() {
    assert!(named(&["a"]).prefixed("no spaces ").is_err());
    assert!(named(&["a"]).prefixed(&"x".repeat(200)).is_err());
}

/// A tool that is wrong in a way of its own.
struct Wrong {
    spec: ToolSpec,
    panics: bool,
}

impl Tool for Wrong {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn prepare<'a>(&'a self, _: &str, context: &'a ToolContext) -> Result<Prepared<'a>, ArgumentErrors> {
        Ok(Prepared::future(
            async { Ok(ToolOutput::text(context.tool_name())) },
            jarvis_tools::Notes::default(),
        ))
    }

    fn check(&self) -> Result<(), DefinitionError> {
        assert!(!self.panics, "in check");
        FnTool::new("", "", |_: crate::fixtures::Nothing| async { Ok::<_, String>(()) }).map(drop)
    }
}

#[test]
fn tools_are_checked_when_they_are_taken() {
    let spec = ToolSpec::new("fine", "Fine.", json!({ "type": "object" }));
    let wrong = |panics| -> Arc<dyn Tool> { Arc::new(Wrong { spec: spec.clone(), panics }) };
    assert!(ToolRegistry::new([wrong(false)]).is_err());
    let error = ToolRegistry::new([wrong(true)]).unwrap_err();
    assert!(error.to_string().contains("in check"), "{error}");
}

#[test]
fn executors_take_lists_and_registries() {
    let list: Vec<Arc<dyn Tool>> = vec![ping()];
    assert_eq!(executor(list.into_iter().chain([echo()])).available_tools().len(), 2);
    let registry = ToolRegistry::new([ping(), echo()]).unwrap();
    assert_eq!(ToolExecutor::new(registry).unwrap().available_tools().len(), 2);
}

#[test]
fn only_tools_from_elsewhere_may_be_without_a_description() {
    for description in ["", " \n"] {
        let handler = |_: crate::fixtures::Nothing| async { Ok::<_, String>(()) };
        let error = FnTool::new("f", description, handler).unwrap_err();
        assert!(error.to_string().contains("it has no description"), "{error}");
        let spec = ToolSpec::new("f", description, serde_json::json!({ "type": "object" }));
        let tool = SchemaTool::new(spec, |_: serde_json::Value| async { Ok::<_, String>(()) }).unwrap();
        ToolRegistry::new([std::sync::Arc::new(tool) as std::sync::Arc<dyn Tool>]).unwrap();
    }
}

#[test]
fn a_spec_can_be_stored() {
    let spec = ToolSpec::new("f", "Does it.", serde_json::json!({ "type": "object" }))
        .timeout(std::time::Duration::from_millis(1500))
        .category("math");
    let stored = serde_json::to_value(&spec).unwrap();
    assert_eq!(serde_json::from_value::<ToolSpec>(stored).unwrap(), spec);
}
