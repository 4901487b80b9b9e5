//! What happens to calls, for whoever wants to watch.

mod arguments;

mod event;

mod queue;

mod dispatch;

mod bus;

pub use arguments::EventArguments;
pub use bus::{EventBus, Subscription};
pub use event::{Progress, ToolEvent};
pub use queue::Events;
