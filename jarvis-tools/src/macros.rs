//! The macros, with their documentation, which a crate of macros couldn't test.

/// Makes a function a tool that a model can call.
///
/// The function stays as it is, and can be called and tested as before. Beside it stands a hidden struct of
/// the same name, which implements [`Tool`](crate::Tool) and which [`tools!`](crate::tools) finds by that
/// name.
///
/// ```
/// use jarvis_tools::prelude::*;
///
/// /// Where to look up the weather.
/// #[derive(Deserialize, JsonSchema, ToolArgs)]
/// struct WeatherArgs {
///     /// City name.
///     city: String,
///     /// Days ahead.
///     #[schemars(range(min = 1, max = 14))]
///     days: Option<u8>,
/// }
///
/// /// Gets a forecast.
/// #[tool(category = "weather", timeout = "5s")]
/// async fn get_weather(args: WeatherArgs) -> Result<String, ToolError> {
///     Ok(format!("{} days of sun in {}.", args.days.unwrap_or(1), args.city))
/// }
///
/// /// Adds two numbers.
/// #[tool(inline)]
/// fn add(
///     /// First number.
///     a: f64,
///     /// Second number.
///     #[arg(default = 1.0)]
///     b: f64,
/// ) -> f64 {
///     a + b
/// }
///
/// assert_eq!(tools![get_weather, add].len(), 2);
/// assert_eq!(add(2.0, 3.0), 5.0);
/// ```
///
/// # The function
///
/// It is a free `fn` or `async fn` without generics. An `async fn` runs in place; a `fn` runs on a thread of
/// its own, unless it is `inline`.
///
/// What a parameter is, its form says:
///
/// | parameter | is |
/// | --- | --- |
/// | one without a doc comment and without `#[arg]` | the struct of arguments; its type derives [`ToolArgs`](crate::ToolArgs) |
/// | one with a doc comment or `#[arg(…)]` | an argument of its own |
/// | `&ToolContext` | the [context](crate::ToolContext) of the call, which the model doesn't see |
///
/// Without parameters it is a tool without arguments. Arguments are of owned types, since each call brings
/// its own.
///
/// It returns text (`String`, `&'static str`), `()`, a [`ToolOutput`](crate::ToolOutput), any type that is
/// `Serialize`, or a `Result` of one of these with an error that is `Display`.
///
/// # The description
///
/// By the description a model decides when to call the tool: the doc comment of the function, with its line
/// breaks, or the key `description`. `#[doc = include_str!("…")]` works too. A tool without one doesn't
/// compile, and neither does an argument without one.
///
/// # Keys of `#[tool(…)]`
///
/// Keys that are yes or no are given alone, or as `key = true` and `key = false`.
///
/// | key | says | otherwise |
/// | --- | --- | --- |
/// | `name = "…"` | the name that models call: 1 to 64 ASCII letters, digits, `_` and `-` | the function's |
/// | `title = "…"` | a name for people | none |
/// | `description = "…"` | what the tool does | the doc comment |
/// | `category = "…"` | a word for grouping | empty |
/// | `cost_estimate = 0.002` | the expected cost of a call, in US dollars | 0 |
/// | `latency_estimate = 1.5` | the expected duration of a call, in seconds | 0 |
/// | `requires_confirmation` | somebody must allow each call | no |
/// | `timeout = "5s"` | the longest time of a call: `500ms`, `5s`, `2m`, or `0` for no limit | the executor's |
/// | `blocking` | an `async fn` runs on a thread of its own | in place |
/// | `inline` | a cheap `fn` runs in place | on a thread of its own |
/// | `sequential` | no other call of a batch runs beside it | no |
/// | `read_only` | it changes nothing | not said |
/// | `destructive` | it may destroy something | not said |
/// | `idempotent` | a second call with the same arguments changes nothing more | not said |
/// | `open_world` | it reaches things outside the host's own domain | not said |
/// | `strict` | providers that can are asked to hold the model to the schema | no |
/// | `deny_unknown` | arguments that there is no parameter for are refused | they are ignored |
/// | `repair` | slips in the arguments that can be mended without guessing are mended | no |
/// | `max_result_bytes = 65536` | the most bytes of a result's content | the executor's |
/// | `register` | with the feature `discover`: `ToolRegistry::discovered` finds it | no |
/// | `metadata(team = "search", level = 2)` | anything else for the host: texts, numbers, `true` and `false` | empty |
/// | `crate = ::path` | the path of this crate, if it was renamed | `::jarvis_tools` |
///
/// # Keys of `#[arg(…)]`
///
/// On a parameter that is an argument of its own:
///
/// | key | says | otherwise |
/// | --- | --- | --- |
/// | `name = "…"` | the name of the property: 1 to 64 ASCII letters, digits, `_`, `-` and `.` | the parameter's |
/// | `description = "…"` | what the argument is | the doc comment |
/// | `default`, `default = …` | it may be left out, and is then this, or the default of its type | required, unless it is an `Option` |
/// | `range(min = 1, max = 14)` | the bounds of a number, one or both | those of its type |
/// | `length(min = 1, max = 80)` | the bounds of a text's or list's length, or of a map's number of keys | none |
/// | `pattern = "^[a-z]+$"` | the regular expression that a text matches | none |
/// | `example = …` | a value as an example | none |
/// | `sensitive` | the value stays out of events, traces and confirmations | no |
///
/// # Errors
///
/// Every mistake is reported when the tool is compiled, all at once, each at its place. What only shows in
/// the types of the arguments is reported by [`Tool::check`](crate::Tool::check), which whoever takes the
/// tool asks.
///
/// # Names
///
/// The hidden struct takes the function's name among the types. If a module, type or crate of that name is
/// used in the same module, name the function otherwise and the tool with `name`:
///
/// ```
/// use jarvis_tools::prelude::*;
///
/// mod search {
///     pub fn everything() {}
/// }
///
/// /// Searches everything.
/// #[tool(name = "search")]
/// fn search_tool() {
///     search::everything();
/// }
///
/// assert_eq!(tools![search_tool][0].spec().name, "search");
/// ```
pub use jarvis_tools_macros::tool;

/// Makes methods of one value tools, which share it.
///
/// It stands on an `impl` block, and `#[tool]` on those of its methods that a model may call. State and
/// dependencies come through the value, so that the compiler checks that they are there. The block stays as it
/// is; beside it [`Toolset`](crate::Toolset) is implemented, whose `tools()` gives the list.
///
/// ```
/// use jarvis_tools::prelude::*;
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// #[derive(Default)]
/// struct Counter {
///     count: AtomicU64,
/// }
///
/// /// How far to count.
/// #[derive(Deserialize, JsonSchema, ToolArgs)]
/// struct Steps {
///     /// The number of steps.
///     steps: u64,
/// }
///
/// #[toolset]
/// impl Counter {
///     /// Counts on.
///     #[tool]
///     async fn count(&self, args: Steps) -> u64 {
///         self.count.fetch_add(args.steps, Ordering::Relaxed) + args.steps
///     }
///
///     /// Sets the count.
///     #[tool(name = "set_count", inline, idempotent)]
///     fn set(
///         &self,
///         /// The new count.
///         #[arg(default = 0)]
///         count: u64,
///     ) {
///         self.count.store(count, Ordering::Relaxed);
///     }
///
///     // Other methods stay what they are.
///     fn current(&self) -> u64 {
///         self.count.load(Ordering::Relaxed)
///     }
/// }
///
/// // A value that is used elsewhere, too, is shared by an `Arc`; else `Counter::default().tools()` will do.
/// let counter = std::sync::Arc::new(Counter::default());
/// let executor = ToolExecutor::new(counter.clone().tools())?;
/// assert_eq!(executor.registry().names().collect::<Vec<_>>(), ["count", "set_count"]);
/// assert_eq!(counter.current(), 0);
/// # Ok::<(), DefinitionError>(())
/// ```
///
/// # The methods
///
/// They take `&self`, and besides what a [`#[tool]`](macro@crate::tool) function takes; all its keys work but
/// two. Calls run side by side, so what changes is kept in a `Mutex` or an atomic. `#[cfg(…)]` on a method leaves
/// its tool out, too.
///
/// # The block
///
/// It may be generic and have a `where` clause. Since tools run on several threads and live on without the place
/// where they were made, the type is `Send + Sync + 'static`, and so are its parameters:
///
/// ```
/// use jarvis_tools::prelude::*;
///
/// trait Store: Send + Sync + 'static {
///     fn read(&self, key: &str) -> Option<String>;
/// }
///
/// struct Notes<S> {
///     store: S,
/// }
///
/// #[toolset]
/// impl<S: Store> Notes<S> {
///     /// Reads a note.
///     #[tool(read_only)]
///     fn read_note(
///         &self,
///         /// The name of the note.
///         name: String,
///     ) -> Result<String, String> {
///         self.store.read(&name).ok_or_else(|| format!("there is no note '{name}'"))
///     }
/// }
/// # struct Nothing;
/// # impl Store for Nothing { fn read(&self, _: &str) -> Option<String> { None } }
/// # assert_eq!(Notes { store: Nothing }.tools().len(), 1);
/// ```
///
/// The argument struct may depend on the parameters (`args: Query<S>`), while single arguments may not.
///
/// A type has one toolset. `#[toolset(crate = ::path)]` says where this crate is, if it was renamed; `#[tool]` on
/// its methods takes no `crate`, and no `register`, since a method can't be discovered without its value.
pub use jarvis_tools_macros::toolset;

/// Derives [`ToolArgs`](trait@crate::ToolArgs): makes a struct the arguments of a tool.
///
/// It stands beside `Deserialize` and `JsonSchema` on a struct with named fields, and refuses what would make
/// the schema, which the model reads, and the decoder say different things.
///
/// ```
/// use jarvis_tools::prelude::*;
///
/// /// Who logs in.
/// #[derive(Deserialize, JsonSchema, ToolArgs)]
/// #[serde(rename_all = "camelCase")]
/// struct Login {
///     /// Account name.
///     #[schemars(length(min = 1))]
///     user_name: String,
///     /// Password.
///     #[arg(sensitive)]
///     password: String,
/// }
///
/// /// Logs in.
/// #[tool]
/// fn log_in(login: Login) -> String {
///     login.user_name
/// }
///
/// let spec = tools![log_in][0].spec().clone();
/// assert_eq!(spec.parameters()["required"][0], "userName");
/// assert_eq!(spec.sensitive, ["password"]);
/// ```
///
/// # Attributes
///
/// | attribute | on | says |
/// | --- | --- | --- |
/// | doc comment, `#[schemars(description = …)]` | a field | what the argument is; each field has one |
/// | `#[arg(sensitive)]` | a field of the struct that the tool takes, not of one inside it | the value stays out of events, traces and confirmations |
/// | `#[arg(crate = ::path)]` | the struct | the path of this crate, if it was renamed |
/// | `#[serde(…)]` | both | names, defaults, what is skipped or flattened: schema and decoder read it |
/// | `#[schemars(…)]` | both | constraints: `range`, `length`, `regex`, `example`. Also `contains`, `email`, `url`, `inner`. One that has no effect on its field's type is refused when the tool is defined; inside of nested types, and but for `regex` in the keys of a map, schemars leaves it out without a word |
///
/// # Errors
///
/// These don't compile:
///
/// - an enum, a union, a struct without named fields, a struct that borrows;
/// - a field without a description, unless it is skipped or flattened;
/// - a property name that providers refuse: it has 1 to 64 ASCII letters, digits, `_`, `-` and `.`;
/// - keys in `#[schemars(…)]` that the decoder doesn't read: names, defaults, `skip`, `flatten`, `required`;
/// - `#[serde(alias)]`, since a schema can't say that a field has two names;
/// - `#[serde(with)]` and `#[serde(deserialize_with)]` without `#[schemars(with = "T")]`;
/// - `#[serde(from, try_from, remote, tag, transparent)]` on the struct, which is then read in another shape;
/// - bounds that no value is between: `range(min = 5, max = 1)`;
/// - a struct that is flattened into itself.
pub use jarvis_tools_macros::ToolArgs;

/// A list of `#[tool]` functions, as a `Vec<Arc<dyn Tool>>`.
///
/// It takes the paths of the functions; two tools of one name in one list don't compile. Tools of other kinds
/// join the list as in any `Vec`.
///
/// ```
/// use jarvis_tools::prelude::*;
///
/// mod network {
///     use jarvis_tools::prelude::*;
///
///     /// Answers with pong.
///     #[tool]
///     pub fn ping() -> &'static str {
///         "pong"
///     }
/// }
///
/// /// Says what the version is.
/// #[tool]
/// fn version() -> &'static str {
///     env!("CARGO_PKG_VERSION")
/// }
///
/// let tools = tools![version, network::ping];
/// assert_eq!(tools[1].spec().name, "ping");
/// ```
#[macro_export]
macro_rules! tools {
    ($($tools:tt)*) => {
        $crate::__private::tools!($crate; $($tools)*)
    };
}
