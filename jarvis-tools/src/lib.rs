//! Tools for language models, each written down once, as a typed function.
//!
//! [`#[tool]`](tool) on a function derives its spec, its JSON Schema, the decoding of what a model sends and
//! errors with field paths, all from the same types. A [`ToolExecutor`] runs calls: n calls give n results,
//! whatever panics, hangs, fails or is unknown. [`wire`] turns tools, calls and results into what providers
//! send and take.
//!
//! ```
//! use jarvis_tools::prelude::*;
//!
//! /// Where to look up the weather.
//! #[derive(Deserialize, JsonSchema, ToolArgs)]
//! struct WeatherArgs {
//!     /// City name.
//!     city: String,
//!     /// Days ahead.
//!     #[schemars(range(min = 1, max = 14))]
//!     days: Option<u8>,
//! }
//!
//! /// Gets a forecast.
//! #[tool(category = "weather", timeout = "5s")]
//! async fn get_weather(args: WeatherArgs) -> Result<String, ToolError> {
//!     Ok(format!("{} days of sun in {}.", args.days.unwrap_or(1), args.city))
//! }
//!
//! # async fn example() -> Result<(), DefinitionError> {
//! let executor = ToolExecutor::new(tools![get_weather])?;
//!
//! let call = ToolCall::new("call_1", "get_weather", r#"{"citty":"Oslo","days":"3"}"#);
//! let result = executor.execute(&call).await;
//! assert!(!result.success);
//! assert_eq!(
//!     result.content,
//!     "Invalid arguments for tool 'get_weather' (2 problems):\n  \
//!      - required parameter 'city' (type: string) is missing; keys sent: citty, days; \
//!      did you mean 'city' for 'citty'?\n  \
//!      - parameter 'days' has wrong type: expected integer, got string \"3\"",
//! );
//! # Ok(())
//! # }
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(example()).unwrap();
//! ```
//!
//! # What is taken although it isn't quite right
//!
//! What loses nothing is taken, always:
//!
//! - absent, `null`, empty or blank argument text means `{}`; a byte order mark is skipped;
//! - null at a parameter that may be left out means that it was left out; a null that the type itself can
//!   hold (`serde_json::Value`, a map's values, `Option<Option<T>>`) arrives as it is;
//! - a number without a fraction is an integer, however it is written (`5.0`, `5e0`, `-0`). Integers in plain
//!   digits are exact; with a fraction or exponent they are taken up to ±2^53, since other parsers will have
//!   rounded them beyond;
//! - keys that the type has no field for are ignored, and listed in the result's metadata as
//!   `ignored_arguments`, unless `deny_unknown` or `#[serde(deny_unknown_fields)]` refuses them.
//!
//! Everything else is refused, and nothing is run: lists for structs, two equal keys at any level, numbers out
//! of their type's range, fractions for integers, several values in one text, text that was cut off.
//!
//! # Features
//!
//! | feature | default | what it brings |
//! | --- | --- | --- |
//! | `preserve_order` | yes | properties keep the order of declaration; it reaches `serde_json`'s maps in the whole build |
//! | `builtin` | no | the tools `calculator`, `think`, `retrieval`, `llm` and `file_read`, in the module `builtin` |
//! | `discover` | no | `#[tool(register)]`, and [`ToolRegistry`]'s `discovered`, which finds such tools by name |
//! | `mcp` | no | tools served over the Model Context Protocol and taken from its servers, in the module `mcp` |
//! | `testing` | no | proofs that schema and decoder agree, with an independent validator |
//! | `tracing` | no | a span `execute_tool {name}` for each call, by OpenTelemetry's conventions for generative AI; that of a tool that blocks ends when its handler comes back |

// In the order of the data: no module imports one that stands after it, and a test checks it.
mod text;

mod path;

mod error;

mod contain;

mod trace;

mod json;

mod names;

mod walk;

mod schema;

mod spec;

mod call;

mod output;

mod result;

mod redact;

mod events;

mod context;

mod blocking;

mod tool;

mod toolset;

mod decode;

mod definition;

mod args;

mod tools;

mod registry;

#[cfg(feature = "discover")]
mod discover;

pub mod wire;

mod executor;

#[doc(hidden)]
pub mod __private;

mod macros;

#[cfg(feature = "builtin")]
pub mod builtin;

#[cfg(feature = "mcp")]
pub mod mcp;

#[cfg(feature = "testing")]
pub mod testing;

pub mod prelude;

pub use args::ToolArgs;
pub use call::ToolCall;
pub use context::ToolContext;
pub use definition::{Decoded, Definition};
pub use error::{
    ArgumentError, ArgumentErrorKind, ArgumentErrors, DefinitionError, Malformed, Received, ToolError,
    ToolErrorKind,
};
pub use events::{EventArguments, EventBus, Events, Progress, Subscription, ToolEvent};
pub use executor::{
    Confirmation, ConfirmationRequest, Hook, HookCall, LogHook, Retry, ToolExecutor, Total, Totals, Verdict,
};
pub use macros::{ToolArgs, tool, toolset};
pub use output::{Part, ToolOutput, Usage};
pub use path::{FieldPath, PathSegment};
pub use registry::ToolRegistry;
pub use result::ToolResult;
pub use spec::{Annotations, ToolSpec};
pub use tool::{Notes, Prepared, Tool, ToolExt};
pub use tools::{FnTool, SchemaTool};
pub use toolset::Toolset;
pub use wire::WireError;

/// The token that calls a call off, for [`ToolExecutor::with_cancellation`] and [`ToolContext::cancellation`].
#[doc(no_inline)]
pub use tokio_util::sync::CancellationToken;
