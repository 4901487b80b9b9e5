//! The tools of one `#[toolset]`.

use std::sync::Arc;

use super::meta::LazyDefinition;
use crate::context::ToolContext;
use crate::definition::Decoded;
use crate::error::{ArgumentErrors, DefinitionError};
use crate::spec::ToolSpec;
use crate::tool::{Prepared, Tool};
use crate::toolset::Toolset;

/// The list while it is made.
pub struct Methods<S> {
    this: Arc<S>,
    tools: Vec<Arc<dyn Tool>>,
}

/// Calls a method with decoded arguments.
type Call<S, A> = for<'a> fn(&'a Arc<S>, Decoded<'a, A>, &'a ToolContext) -> Prepared<'a>;

// `Toolset` says that `S` is `Send + Sync + 'static`, so that a type that isn't is reported once, at its block.
impl<S: Toolset> Methods<S> {
    pub fn of(this: Arc<S>) -> Self {
        Self { this, tools: Vec::new() }
    }

    pub fn add<A: 'static>(&mut self, definition: LazyDefinition<A>, call: Call<S, A>) {
        self.tools.push(Arc::new(Method { this: Arc::clone(&self.this), definition, call }));
    }

    pub fn list(self) -> Vec<Arc<dyn Tool>> {
        self.tools
    }
}

/// A method as a tool, with the value that all tools of the list share.
struct Method<S, A> {
    this: Arc<S>,
    definition: LazyDefinition<A>,
    call: Call<S, A>,
}

impl<S: Toolset, A> Tool for Method<S, A> {
    fn spec(&self) -> &ToolSpec {
        self.definition.spec()
    }

    fn check(&self) -> Result<(), DefinitionError> {
        self.definition.check()
    }

    fn prepare<'a>(
        &'a self,
        arguments: &str,
        context: &'a ToolContext,
    ) -> Result<Prepared<'a>, ArgumentErrors> {
        self.definition.decode(arguments, context).map(|decoded| (self.call)(&self.this, decoded, context))
    }
}
