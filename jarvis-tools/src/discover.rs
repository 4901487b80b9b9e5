//! Tools that are found by themselves, when the program is linked.

use std::sync::Arc;

use crate::error::DefinitionError;
use crate::registry::ToolRegistry;
use crate::tool::Tool;

/// A function with `#[tool(register)]`.
pub struct Registered {
    tool: fn() -> Arc<dyn Tool>,
}

impl Registered {
    pub(crate) const fn new(tool: fn() -> Arc<dyn Tool>) -> Self {
        Self { tool }
    }
}

inventory::collect!(Registered);

impl ToolRegistry {
    /// All tools of this program that say `#[tool(register)]`, in the order of their names.
    ///
    /// They are found when the program is linked, in all crates that it uses something of. A crate of which
    /// nothing is used is left out by the linker, and its tools with it; `use its_name as _;` keeps it.
    ///
    /// ```
    /// use jarvis_tools::prelude::*;
    ///
    /// /// Answers with pong.
    /// #[tool(register)]
    /// fn ping() -> &'static str {
    ///     "pong"
    /// }
    ///
    /// let registry = ToolRegistry::discovered()?;
    /// assert_eq!(registry.names().collect::<Vec<_>>(), ["ping"]);
    /// # Ok::<(), DefinitionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first tool that can't be used, or two that have the same name, with both places.
    pub fn discovered() -> Result<Self, DefinitionError> {
        in_order(inventory::iter::<Registered>())
    }
}

fn in_order<'a>(
    registered: impl IntoIterator<Item = &'a Registered>,
) -> Result<ToolRegistry, DefinitionError> {
    let mut tools: Vec<Arc<dyn Tool>> =
        registered.into_iter().map(|registered| (registered.tool)()).collect();
    // The linker's order is no order, not even among tools of one name.
    tools.sort_by(|left, right| {
        let key = |tool: &Arc<dyn Tool>| (tool.spec().name.clone(), tool.spec().place);
        key(left).cmp(&key(right))
    });
    ToolRegistry::new(tools)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::__private::registered;
    use crate::{tool, tools};

    /// Answers with pong.
    #[tool(crate = crate, register)]
    fn ping() -> &'static str {
        "pong"
    }

    /// Adds.
    #[tool(crate = crate, register)]
    fn add() {}

    /// Isn't discovered.
    #[tool(crate = crate, register = false)]
    fn hidden() {}

    mod elsewhere {
        /// Adds, too.
        #[crate::tool(crate = crate)]
        pub(super) fn add() {}
    }

    #[test]
    fn tools_come_in_the_order_of_their_names() {
        let names: Vec<String> = ToolRegistry::discovered().unwrap().names().map(str::to_owned).collect();
        assert_eq!(names, ["add", "ping"]);
        assert_eq!(tools![hidden, ping].len(), 2);
    }

    #[test]
    fn two_of_one_name_are_an_error_with_both_places() {
        let first = registered::<add>();
        let second = registered::<elsewhere::add>();
        let message = |registered: [&Registered; 2]| in_order(registered).unwrap_err().to_string();
        let error = message([&first, &second]);
        assert_eq!(error, message([&second, &first]));
        assert_eq!(error.matches("discover.rs:").count(), 2, "{error}");
    }
}
