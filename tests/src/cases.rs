//! Calls of tools that are given as JSON Schemas, held against the exact problems that they have.

use std::collections::BTreeSet;
use std::sync::Arc;

use jarvis_tools::prelude::*;
use serde_json::Value;

/// One call and what is right for it.
#[derive(Debug, Deserialize)]
pub struct Case {
    /// A name for reports.
    #[serde(default)]
    pub id: String,
    /// The tool that is called.
    pub tool: CaseTool,
    /// The arguments as text.
    pub arguments: String,
    /// Whether the tool may run.
    pub valid: bool,
    /// The exact problems, where they are known.
    pub errors: Option<BTreeSet<Problem>>,
}

/// A tool as providers see it.
#[derive(Debug, Deserialize)]
pub struct CaseTool {
    /// The name that models call.
    pub name: String,
    /// What it does.
    #[serde(default)]
    pub description: String,
    /// The JSON Schema of its arguments.
    pub parameters: Value,
}

/// Where something is wrong, and the kind of it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The path of the parameter.
    pub path: String,
    /// The kind, as in `type_mismatch`.
    pub kind: String,
}

/// What came of a case.
#[derive(Debug)]
pub enum Verdict {
    /// As it should be.
    Right,
    /// Not as it should be, in words.
    Wrong(String),
    /// The tool could not be defined, with the reason.
    Refused(String),
}

/// Runs a case through the executor.
///
/// # Panics
///
/// If the problems in a result's metadata can't be read.
pub async fn run(case: &Case) -> Verdict {
    let spec = ToolSpec::new(&case.tool.name, &case.tool.description, case.tool.parameters.clone());
    let tool = match SchemaTool::new(spec, |arguments: Value| async move { Ok::<_, ToolError>(arguments) }) {
        Ok(tool) => Arc::new(tool) as Arc<dyn Tool>,
        Err(error) => return Verdict::Refused(error.to_string()),
    };
    let executor = match ToolExecutor::new([tool]) {
        Ok(executor) => executor,
        Err(error) => return Verdict::Refused(error.to_string()),
    };
    let result = executor.execute(&ToolCall::new("call", &case.tool.name, &case.arguments)).await;
    let problems: BTreeSet<Problem> = match result.metadata.get("problems") {
        Some(problems) => serde_json::from_value(problems.clone()).expect("a problem has a path and a kind"),
        None => BTreeSet::new(),
    };
    if result.success != case.valid {
        return Verdict::Wrong(format!("valid should be {}; {}", case.valid, result.content));
    }
    match &case.errors {
        Some(errors) if *errors != problems => {
            Verdict::Wrong(format!("should be {errors:?}; got {problems:?}"))
        }
        _ => Verdict::Right,
    }
}
