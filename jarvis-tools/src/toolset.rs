//! The tools of one value.

use std::sync::Arc;

use crate::tool::Tool;

/// A value whose methods are tools. It is implemented by [`#[toolset]`](macro@crate::toolset), which says more.
///
/// A type has at most one toolset; for a value that is also used elsewhere, an `Arc` of it is one, too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tools",
    label = "no toolset",
    note = "put `#[toolset]` on an `impl` block of the type, and `#[tool]` on its methods"
)]
pub trait Toolset: Send + Sync + Sized + 'static {
    /// The tools of a shared value, each defined anew.
    fn tools_of(this: Arc<Self>) -> Vec<Arc<dyn Tool>>;

    /// The tools of this value, which they share.
    ///
    /// Definitions are made here, once a tool, so that this is called when a program starts, not at every
    /// request; the list can be cloned. What is wrong with a definition is reported by whoever takes the tools.
    fn tools(self) -> Vec<Arc<dyn Tool>> {
        Self::tools_of(Arc::new(self))
    }
}

impl<T: Toolset> Toolset for Arc<T> {
    fn tools_of(this: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        T::tools_of(Arc::clone(&this))
    }

    fn tools(self) -> Vec<Arc<dyn Tool>> {
        T::tools_of(self)
    }
}
