//! Tools for language models, each written down once, as a typed function.

// In the order of the data: no module imports one that stands after it, and a test checks it.
mod text;

mod path;

mod error;

mod contain;

mod json;

mod schema;

mod spec;

mod call;

mod output;

mod result;

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

mod macros;

#[doc(hidden)]
pub mod __private;

pub mod prelude;

pub use args::ToolArgs;
pub use call::ToolCall;
pub use context::{Progress, ToolContext};
pub use definition::{Decoded, Definition};
pub use error::{
    ArgumentError, ArgumentErrorKind, ArgumentErrors, DefinitionError, Malformed, Received, ToolError,
    ToolErrorKind,
};
pub use events::{EventBus, Events, Subscription, ToolEvent};
pub use executor::{Confirmation, ConfirmationRequest, ToolExecutor};
pub use macros::{ToolArgs, tool, toolset};
pub use output::{Part, ToolOutput, Usage};
pub use path::{FieldPath, PathSegment};
pub use registry::ToolRegistry;
pub use result::ToolResult;
pub use spec::{Annotations, ToolSpec};
pub use tool::{Notes, Prepared, Tool};
pub use tools::{FnTool, SchemaTool};
pub use toolset::Toolset;
pub use wire::WireError;

/// The token that calls a call off, for [`ToolExecutor::with_cancellation`] and [`ToolContext::cancellation`].
#[doc(no_inline)]
pub use tokio_util::sync::CancellationToken;
