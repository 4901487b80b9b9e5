//! Proofs for your own tools that schema and decoder say the same. Feature `testing`.
//!
//! An independent validator (the `jsonschema` crate) judges generated instances, inside and just outside of
//! a tool's schema, and [`assert_exact`] demands the same verdict of the tool:
//!
//! - what the schema accepts, the tool takes, but for a refusal by a type's own decoder at a place whose
//!   schema names a `format` or a `pattern`, and for numbers that would have been rounded;
//! - what the tool takes, the schema accepts, once null at a property that may be left out is taken as
//!   absence;
//! - each problem of a refusal names a place that is in the arguments.
//!
//! With the feature `builtin` there are a memory and a language model for tests of what uses them, too.

#[cfg(feature = "builtin")]
mod backend;
#[cfg(feature = "builtin")]
mod engine;
mod exact;
mod instance;
mod judge;
mod mutate;

use serde_json::Value;

use crate::contain::contain;
use crate::context::ToolContext;
use crate::error::ArgumentErrorKind;
use crate::registry::ToolRegistry;
use crate::schema::{self, Witnesses};
use crate::spec::ToolSpec;
use crate::tool::Tool;

#[cfg(feature = "builtin")]
pub use backend::InMemoryBackend;
#[cfg(feature = "builtin")]
pub use engine::ScriptedEngine;
pub use exact::{Disagreement, Exactness, Report};

/// Arguments that the tool's schema accepts, the same for the same seed; null if none could be made up.
///
/// ```
/// use jarvis_tools::{ToolSpec, testing::arbitrary_arguments};
/// use serde_json::json;
///
/// let parameters = json!({
///     "type": "object",
///     "properties": { "days": { "type": "integer", "minimum": 1, "maximum": 14 } },
///     "required": ["days"],
/// });
/// let spec = ToolSpec::new("forecast", "Gets a forecast.", parameters);
/// let arguments = arbitrary_arguments(&spec, 42);
/// assert!((1..=14).contains(&arguments["days"].as_i64().unwrap()));
/// assert_eq!(arguments, arbitrary_arguments(&spec, 42));
/// ```
pub fn arbitrary_arguments(spec: &ToolSpec, seed: u64) -> Value {
    schema::of_spec(spec.parameters())
        .ok()
        .and_then(|compiled| Witnesses::new(&compiled, seed).next())
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

/// Holds a tool against the judge over a thousand instances; [`Exactness`] does it with other numbers.
///
/// ```
/// use jarvis_tools::prelude::*;
/// use jarvis_tools::testing::assert_exact;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Add {
///     a: i64,
///     b: Option<i64>,
/// }
///
/// let tool = FnTool::new("add", "Adds.", |_: Add| async { Ok::<_, ToolError>("") })?;
/// assert_exact(&tool);
/// # Ok::<(), DefinitionError>(())
/// ```
///
/// # Panics
///
/// If tool and judge disagree on an instance; the message shows it with both verdicts.
#[track_caller]
pub fn assert_exact(tool: &dyn Tool) {
    Exactness::new().check(tool).assert();
}

/// How many generated arguments [`check_all`] hands to each tool.
const CALLS: u64 = 25;

/// Checks that each tool of a registry can be defined and called with generated arguments; runs none.
///
/// Tools that can't be defined are refused by the registry already, and so named by its error.
///
/// # Panics
///
/// If a tool refuses arguments that its schema accepts; the message shows them.
#[track_caller]
pub fn check_all(registry: &ToolRegistry) {
    for tool in registry.iter() {
        let spec = tool.spec();
        if let Err(error) = tool.check() {
            panic!("{error}");
        }
        let mut taken = false;
        let mut refusals = Vec::new();
        for seed in 0..CALLS {
            let arguments = arbitrary_arguments(spec, seed).to_string();
            let context = ToolContext::new("check", spec.name.as_str());
            match contain(|| tool.prepare(&arguments, &context).map(drop)) {
                Ok(Ok(())) => taken = true,
                Ok(Err(errors)) => {
                    let custom = |kind: &ArgumentErrorKind| matches!(kind, ArgumentErrorKind::Custom { .. });
                    let own = errors.problems().iter().all(|problem| custom(&problem.kind));
                    refusals.push((own, format!("{arguments}\n  {errors}")));
                }
                Err(panic) => {
                    let detail = panic.host_detail().unwrap_or_default();
                    panic!("tool '{}' panics when it decodes {arguments}: {detail}", spec.name);
                }
            }
        }
        // A decoder of a type's own may refuse some of them, but not all.
        if let Some((_, first)) = refusals.iter().find(|(own, _)| !own || !taken) {
            panic!("tool '{}' refuses arguments that its schema accepts: {first}", spec.name);
        }
    }
}
