//! What `#[tool]`, `#[derive(ToolArgs)]` and `tools!` make of functions and structs.

use std::sync::Arc;
use std::time::Duration;

use jarvis_tools::prelude::*;
use serde_json::{Value, json};

/// Where to look up the weather.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct WeatherArgs {
    /// City name.
    city: String,
    /// Days ahead.
    #[schemars(range(min = 1, max = 14))]
    days: Option<u8>,
}

#[derive(Debug, PartialEq, Serialize, JsonSchema)]
struct Forecast {
    city: String,
    days: u8,
}

/// Gets a forecast.
#[allow(clippy::unused_async)]
#[tool(category = "weather", timeout = "5s")]
async fn get_weather(args: WeatherArgs) -> Result<Forecast, ToolError> {
    Ok(Forecast { city: args.city, days: args.days.unwrap_or(1) })
}

/// Adds numbers.
#[tool(
    name = "sum",
    title = "Sum",
    description = "Adds two numbers.",
    category = "math",
    cost_estimate = 0.5,
    latency_estimate = 2,
    requires_confirmation,
    timeout = "0",
    inline,
    sequential,
    read_only,
    destructive = false,
    idempotent = true,
    open_world = false,
    strict,
    deny_unknown,
    repair,
    max_result_bytes = 1024,
    metadata(team = "core", level = 3, ratio = -1.5, stable = true)
)]
fn add(
    /// First number.
    #[arg(example = 1.5)]
    a: f64,
    /// Second number.
    #[arg(name = "plus", default = 1.0, range(min = -10.0, max = 10.0), sensitive)]
    b: f64,
) -> f64 {
    a + b
}

/// Says which call this is.
#[tool]
fn call_id(context: &ToolContext) -> String {
    context.call_id().to_owned()
}

///
/// Searches the notes.
///
///   - newest first
#[allow(clippy::unused_async)]
#[tool]
/// Always.
async fn search(
    /// What to look for.
    r#type: String,
    context: &ToolContext,
    #[arg(description = "How many.", default)] top_k: u8,
    /// The unit.
    #[arg(default = "metric", length(max = 10), pattern = "^[a-z]+$")]
    unit: String,
) -> String {
    format!("{} {type} {top_k} {unit}", context.tool_name())
}

#[doc = include_str!("notes.md")]
#[tool(blocking)]
async fn notes() {
    tokio::time::sleep(Duration::ZERO).await;
}

mod elsewhere {
    use jarvis_tools::prelude::*;

    /// Does nothing.
    #[doc = concat!("It is of version ", "1", ".")]
    #[tool]
    pub(super) fn r#move() {}
}

fn by_name(tools: &[Arc<dyn Tool>], name: &str) -> Arc<dyn Tool> {
    Arc::clone(tools.iter().find(|tool| tool.spec().name == name).expect("the tool is in the list"))
}

fn spec_of(tools: &[Arc<dyn Tool>]) -> ToolSpec {
    tools[0].spec().clone()
}

#[track_caller]
fn check_properties(spec: &ToolSpec, names: &[&str]) {
    let properties = spec.parameters()["properties"].as_object().expect("properties");
    assert_eq!(properties.keys().collect::<Vec<_>>(), names);
}

#[test]
fn the_defaults_are_those_of_a_spec_by_hand() {
    let spec = spec_of(&tools![get_weather]);
    assert_eq!(spec.name, "get_weather");
    assert_eq!(spec.description, "Gets a forecast.");
    assert_eq!(spec.category, "weather");
    assert_eq!(spec.timeout, Some(Duration::from_secs(5)));
    let plain = ToolSpec::new("get_weather", "Gets a forecast.", spec.parameters().clone())
        .category("weather")
        .timeout(Duration::from_secs(5))
        .output_schema(spec.output_schema.clone().expect("Forecast has a schema"));
    assert_eq!(json!(plain), json!(spec));
    check_properties(&spec, &["city", "days"]);
}

#[test]
fn every_key_reaches_the_spec() {
    let spec = spec_of(&tools![add]);
    assert_eq!((spec.name.as_str(), spec.title.as_deref()), ("sum", Some("Sum")));
    assert_eq!(spec.description, "Adds two numbers.");
    assert_eq!(spec.category, "math");
    assert_eq!(json!([spec.cost_estimate, spec.latency_estimate]), json!([0.5, 2.0]));
    assert!(spec.requires_confirmation && spec.sequential && spec.strict);
    assert!(spec.deny_unknown && spec.repair);
    assert_eq!(spec.timeout, Some(Duration::ZERO));
    assert_eq!(spec.max_result_bytes, Some(1024));
    assert_eq!(spec.sensitive, ["plus"]);
    assert_eq!(
        json!(spec.annotations),
        json!({ "read_only": true, "destructive": false, "idempotent": true, "open_world": false })
    );
    assert_eq!(
        Value::Object(spec.metadata.clone()),
        json!({ "team": "core", "level": 3, "ratio": -1.5, "stable": true })
    );
}

#[cfg(feature = "preserve_order")]
#[test]
fn inline_arguments_are_properties_in_order() {
    let spec = spec_of(&tools![add]);
    check_properties(&spec, &["a", "plus"]);
    let plus = &spec.parameters()["properties"]["plus"];
    assert_eq!(plus["description"], "Second number.");
    assert_eq!((&plus["minimum"], &plus["maximum"]), (&json!(-10.0), &json!(10.0)));
    assert_eq!(plus["default"], 1.0);

    let spec = spec_of(&tools![search]);
    check_properties(&spec, &["type", "top_k", "unit"]);
    assert_eq!(spec.parameters()["required"], json!(["type"]));
    let unit = &spec.parameters()["properties"]["unit"];
    assert_eq!((&unit["pattern"], &unit["maxLength"]), (&json!("^[a-z]+$"), &json!(10)));
}

#[test]
fn descriptions_keep_their_line_breaks() {
    assert_eq!(spec_of(&tools![search]).description, "Searches the notes.\n\n  - newest first\nAlways.");
    assert_eq!(spec_of(&tools![notes]).description, "Reads the notes.\n\nNewest first.");
    assert_eq!(spec_of(&tools![elsewhere::r#move]).description, "Does nothing.\nIt is of version 1.");
}

#[test]
fn raw_names_lose_their_mark() {
    assert_eq!(spec_of(&tools![elsewhere::r#move,]).name, "move");
}

#[test]
fn a_list_can_be_empty() {
    assert!(tools![].is_empty());
}

#[tokio::test]
async fn the_functions_stay_plain() {
    assert!((add(1.0, 2.0) - 3.0).abs() < f64::EPSILON);
    let forecast = get_weather(WeatherArgs { city: "Oslo".to_owned(), days: None }).await.unwrap();
    assert_eq!(forecast, Forecast { city: "Oslo".to_owned(), days: 1 });
    elsewhere::r#move();
}

#[tokio::test]
async fn tools_run() {
    let tools = tools![get_weather, add, call_id, search, notes, elsewhere::r#move];
    for (name, arguments, content) in [
        ("get_weather", r#"{"city":"Oslo"}"#, r#"{"city":"Oslo","days":1}"#),
        ("sum", r#"{"a":2.0}"#, "3.0"),
        ("call_id", "{}", "call_1"),
        ("search", r#"{"type":"x"}"#, "search x 0 metric"),
        ("notes", "{}", "OK"),
        ("move", "{}", "OK"),
    ] {
        let tool = by_name(&tools, name);
        let result = tool.run(arguments, &ToolContext::new("call_1", name)).await;
        assert!(result.success, "{name}: {}", result.content);
        assert_eq!(result.content, content, "{name}");
    }
}

#[test]
fn sensitive_fields_go_by_their_names_in_json() {
    /// Who logs in.
    #[derive(Deserialize, JsonSchema, ToolArgs)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code)]
    struct Login {
        /// Account.
        user_name: String,
        /// Password.
        #[arg(sensitive)]
        pass_word: String,
    }

    /// Logs in.
    #[tool]
    fn log_in(_login: Login) {}

    assert_eq!(spec_of(&tools![log_in]).sensitive, ["passWord"]);
}

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Newest,
    Oldest,
}

/// Inside.
#[derive(Default, Deserialize, Serialize, JsonSchema)]
struct Inner {
    depth: Option<u8>,
}

type Maybe<T> = Option<T>;

#[test]
fn single_arguments_are_described_as_a_struct_of_them_is() {
    fn oldest() -> Order {
        Order::Oldest
    }

    fn limit() -> u32 {
        10
    }

    #[derive(Deserialize, JsonSchema, ToolArgs)]
    #[allow(dead_code)]
    struct Everything {
        /// A text.
        #[schemars(length(min = 1, max = 9), regex(pattern = "^[a-z]+$"), example = &"abc")]
        text: String,
        /// A number, if any.
        #[schemars(range(min = 1, max = 14))]
        number: Option<u8>,
        /// Under another name of `Option`.
        #[schemars(range(min = -0.5))]
        fraction: Maybe<f64>,
        /// A list.
        #[schemars(length(max = 3))]
        list: Vec<Inner>,
        /// What comes first.
        #[serde(default = "oldest")]
        order: Order,
        /// A limit.
        #[serde(rename = "max-count", default = "limit")]
        limit: u32,
        /// Of another type.
        #[serde(default)]
        inner: Inner,
        /// Anything.
        anything: Value,
        /// Nothing.
        #[schemars(range(min = 1))]
        unconcerned: bool,
    }

    /// Takes a struct.
    #[tool(name = "same")]
    fn derived(_everything: Everything) {}

    /// Takes single arguments.
    #[tool(name = "same")]
    #[allow(clippy::too_many_arguments)]
    fn single(
        /// A text.
        #[arg(length(min = 1, max = 9), pattern = "^[a-z]+$", example = "abc")]
        _text: String,
        /// A number, if any.
        #[arg(range(min = 1, max = 14))]
        _number: Option<u8>,
        /// Under another name of `Option`.
        #[arg(range(min = -0.5))]
        _fraction: Maybe<f64>,
        /// A list.
        #[arg(length(max = 3))]
        _list: Vec<Inner>,
        /// What comes first.
        #[arg(default = Order::Oldest)]
        _order: Order,
        /// A limit.
        #[arg(name = "max-count", default = 10)]
        _limit: u32,
        /// Of another type.
        #[arg(default)]
        _inner: Inner,
        /// Anything.
        _anything: Value,
        /// Nothing.
        #[arg(range(min = 1))]
        _unconcerned: bool,
    ) {
    }

    let derived = spec_of(&tools![derived]).parameters().clone();
    // The parameters' names begin with `_`, since nobody uses them here.
    let single = spec_of(&tools![single]).parameters().to_string().replace("\"_", "\"");
    assert_eq!(serde_json::from_str::<Value>(&single).unwrap(), derived);
}

#[tokio::test]
async fn defaults_of_single_arguments_are_filled_in() {
    /// Shows what it got.
    #[tool(inline)]
    fn show(
        /// One.
        #[arg(default = 7)]
        one: u8,
        /// Two.
        #[arg(default)]
        two: Vec<u8>,
        /// Three.
        #[arg(default)]
        three: Option<u8>,
        /// Four.
        four: Maybe<u8>,
    ) -> String {
        format!("{one} {two:?} {three:?} {four:?}")
    }

    let tool = by_name(&tools![show], "show");
    for (arguments, content) in [
        ("", "7 [] None None"),
        (r#"{"one":null,"two":null,"three":null,"four":null}"#, "7 [] None None"),
        (r#"{"one":1,"two":[2.0],"three":3,"four":4}"#, "1 [2] Some(3) Some(4)"),
    ] {
        let result = tool.run(arguments, &ToolContext::new("call_1", "show")).await;
        assert_eq!(result.content, content, "{arguments}");
    }
    let result = tool.run(r#"{"one":"1","two":2}"#, &ToolContext::new("call_1", "show")).await;
    assert!(!result.success && result.content.contains("'one'") && result.content.contains("'two'"));
}

/// Says how it was called.
#[tool(inline)]
fn context(context: &ToolContext) -> String {
    context.tool_name().to_owned()
}

/// Counts.
#[tool(inline)]
fn args(
    /// A number.
    args: u8,
) -> u8 {
    args
}

/// Decodes.
#[tool]
async fn decoded(
    /// A number.
    decoded: u8,
) -> u8 {
    decoded
}

/// Runs.
#[tool(blocking)]
async fn runtime(
    /// A number.
    runtime: u8,
) -> u8 {
    runtime
}

#[tokio::test]
async fn functions_may_have_any_name() {
    let executor = ToolExecutor::new(tools![context, args, decoded, runtime]).unwrap();
    for (name, arguments, content) in [
        ("context", "{}", "context"),
        ("args", r#"{"args":1}"#, "1"),
        ("decoded", r#"{"decoded":2}"#, "2"),
        ("runtime", r#"{"runtime":3}"#, "3"),
    ] {
        let result = executor.execute(&ToolCall::new("c1", name, arguments)).await;
        assert_eq!(result.content, content);
    }
}
