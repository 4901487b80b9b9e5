//! What a tool is, for models and hosts: name, description, parameters, and how it may be used.

use std::panic::Location;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::DefinitionError;
use crate::names::ANY_TOOL;

/// Everything that is said about a tool.
///
/// Tools made by `#[tool]` fill it from the function and the attribute's keys; made by hand it starts with
/// [`ToolSpec::new`] and goes on with the methods named like the fields.
///
/// ```
/// use std::time::Duration;
/// use jarvis_tools::ToolSpec;
/// use serde_json::json;
///
/// let spec = ToolSpec::new("ping", "Answers with pong.", json!({ "type": "object" }))
///     .category("network")
///     .timeout(Duration::from_secs(5));
/// assert_eq!(spec.category, "network");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own, named by its field.
pub struct ToolSpec {
    /// The name that models call.
    pub name: String,
    /// A name for people, if another one is wanted.
    pub title: Option<String>,
    /// What the tool does, for the model. Only tools made from a foreign schema may have none.
    pub description: String,
    parameters: Value,
    #[serde(skip)]
    typed: bool,
    /// A word for grouping; empty when there is none.
    pub category: String,
    /// What a call is expected to cost, in US dollars.
    pub cost_estimate: f64,
    /// How long a call is expected to take, in seconds.
    pub latency_estimate: f64,
    /// Whether somebody must allow each call.
    pub requires_confirmation: bool,
    /// Anything else that the host wants to know.
    pub metadata: Map<String, Value>,
    /// The longest time that a call may take: none is the executor's default, zero is no limit.
    #[serde(serialize_with = "seconds", deserialize_with = "from_seconds")]
    pub timeout: Option<Duration>,
    /// Whether no other call of a batch may run beside it.
    pub sequential: bool,
    /// Whether providers that can are asked to hold the model to the schema.
    pub strict: bool,
    /// Whether arguments that the tool has no parameter for are refused instead of ignored.
    pub deny_unknown: bool,
    /// Whether slips in the arguments that can be mended without guessing are mended.
    pub repair: bool,
    /// The most bytes of a result's content: none is the executor's default.
    pub max_result_bytes: Option<usize>,
    /// Parameters whose values stay out of events, traces and confirmations.
    pub sensitive: Vec<String>,
    /// The schema of the structured result, where there is one.
    pub output_schema: Option<Value>,
    /// What the tool does to the world.
    pub annotations: Annotations,
    /// Where in the host's source the tool is defined, if known.
    #[serde(skip)]
    pub(crate) place: Option<&'static Location<'static>>,
}

/// What a tool does to the world, as hints for hosts; none is "not said".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Annotations {
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may destroy something.
    pub destructive: Option<bool>,
    /// A second call with the same arguments changes nothing more. Only such tools are tried again, after
    /// failures that say that it may help.
    pub idempotent: Option<bool>,
    /// It reaches things outside the host's own domain.
    pub open_world: Option<bool>,
}

impl ToolSpec {
    /// A tool of this name that does what the description says, with parameters after this JSON Schema.
    ///
    /// Nothing is checked here; [`SchemaTool::new`](crate::SchemaTool::new) and the registry do that.
    pub fn new(name: impl Into<String>, description: impl Into<String>, parameters: Value) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            parameters,
            typed: false,
            category: String::new(),
            cost_estimate: 0.0,
            latency_estimate: 0.0,
            requires_confirmation: false,
            metadata: Map::new(),
            timeout: None,
            sequential: false,
            strict: false,
            deny_unknown: false,
            repair: false,
            max_result_bytes: None,
            sensitive: Vec::new(),
            output_schema: None,
            annotations: Annotations::default(),
            place: None,
        }
    }

    /// The JSON Schema of the arguments, draft 2020-12; its root is an object.
    ///
    /// It can be read but not replaced, since the decoder goes by it.
    pub fn parameters(&self) -> &Value {
        &self.parameters
    }

    /// Sets the schema of a Rust type.
    pub(crate) fn set_type(&mut self, schema: Value) {
        self.parameters = schema;
        self.typed = true;
    }

    /// Takes the schema out; null is left in its place.
    pub(crate) fn take_parameters(&mut self) -> Value {
        std::mem::take(&mut self.parameters)
    }

    /// Sets a schema from elsewhere.
    pub(crate) fn set_parameters(&mut self, parameters: Value) {
        self.parameters = parameters;
        self.typed = false;
    }

    /// Whether the parameters describe a Rust type, whose limits are then among their bounds.
    pub(crate) fn is_typed(&self) -> bool {
        self.typed
    }

    /// Whether a tool of ours can be used: it has a name, and a description that says something.
    pub(crate) fn check_described(&self) -> Result<(), DefinitionError> {
        self.check()?;
        if self.description.trim().is_empty() {
            let reason = "it has no description; say what it does, since models choose tools by that";
            return Err(DefinitionError::tool(&self.name, reason));
        }
        Ok(())
    }

    /// Whether the name can be used. Tools that come from elsewhere may be without a description.
    pub(crate) fn check(&self) -> Result<(), DefinitionError> {
        if ANY_TOOL.fits(&self.name) {
            return Ok(());
        }
        Err(DefinitionError::tool(&self.name, format!("a name has {}", ANY_TOOL.words())))
    }
}

/// The setters of a spec: each one a method named like its field.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $kind:ty),+) $body:expr;)+) => {
        impl ToolSpec {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name(mut self, $($argument: $kind),+) -> Self {
                    let apply: fn(&mut Self, $($kind),+) = $body;
                    apply(&mut self, $($argument),+);
                    self
                }
            )+
        }
    };
}

setters! {
    /// Sets the name for people.
    title(title: String) |spec, title| spec.title = Some(title);
    /// Sets the word for grouping.
    category(category: &str) |spec, category| category.clone_into(&mut spec.category);
    /// Sets the expected cost of a call in US dollars.
    cost_estimate(dollars: f64) |spec, dollars| spec.cost_estimate = dollars;
    /// Sets the expected duration of a call in seconds.
    latency_estimate(seconds: f64) |spec, seconds| spec.latency_estimate = seconds;
    /// Sets whether somebody must allow each call.
    requires_confirmation(required: bool) |spec, required| spec.requires_confirmation = required;
    /// Adds something that the host wants to know.
    metadata(key: &str, value: Value) |spec, key, value| { spec.metadata.insert(key.to_owned(), value); };
    /// Sets the longest time that a call may take; zero is no limit.
    timeout(timeout: Duration) |spec, timeout| spec.timeout = Some(timeout);
    /// Sets whether no other call of a batch may run beside it.
    sequential(sequential: bool) |spec, sequential| spec.sequential = sequential;
    /// Sets whether providers are asked to hold the model to the schema.
    strict(strict: bool) |spec, strict| spec.strict = strict;
    /// Sets whether unknown arguments are refused.
    deny_unknown(deny: bool) |spec, deny| spec.deny_unknown = deny;
    /// Sets whether slips in the arguments are mended.
    repair(repair: bool) |spec, repair| spec.repair = repair;
    /// Sets the most bytes of a result's content.
    max_result_bytes(bytes: usize) |spec, bytes| spec.max_result_bytes = Some(bytes);
    /// Adds a parameter whose value stays out of events, traces and confirmations.
    sensitive(parameter: &str) |spec, parameter| spec.sensitive.push(parameter.to_owned());
    /// Sets the schema of the structured result.
    output_schema(schema: Value) |spec, schema| spec.output_schema = Some(schema);
    /// Sets what the tool does to the world.
    annotations(annotations: Annotations) |spec, annotations| spec.annotations = annotations;
}

impl Annotations {
    /// Sets whether it changes nothing.
    #[must_use]
    pub fn read_only(mut self, yes: bool) -> Self {
        self.read_only = Some(yes);
        self
    }

    /// Sets whether it may destroy something.
    #[must_use]
    pub fn destructive(mut self, yes: bool) -> Self {
        self.destructive = Some(yes);
        self
    }

    /// Sets whether a second call with the same arguments changes nothing more.
    #[must_use]
    pub fn idempotent(mut self, yes: bool) -> Self {
        self.idempotent = Some(yes);
        self
    }

    /// Sets whether it reaches things outside the host's own domain.
    #[must_use]
    pub fn open_world(mut self, yes: bool) -> Self {
        self.open_world = Some(yes);
        self
    }
}

// The signature is serde's.
#[allow(clippy::ref_option)]
fn seconds<S: serde::Serializer>(timeout: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    timeout.map(|timeout| timeout.as_secs_f64()).serialize(serializer)
}

fn from_seconds<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let seconds = Option::<f64>::deserialize(deserializer)?;
    seconds.map(Duration::try_from_secs_f64).transpose().map_err(serde::de::Error::custom)
}
