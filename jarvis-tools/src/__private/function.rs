//! The tools that stand beside functions, and those that stand in a `#[toolset]`.

use std::sync::Arc;

use serde_json::Value;

use super::lazy::{Arguments, Lazy};
use super::spec::Spec;
use crate::context::ToolContext;
use crate::definition::Decoded;
use crate::error::{ArgumentErrors, DefinitionError};
use crate::spec::ToolSpec;
use crate::tool::{Prepared, Tool};
use crate::toolset::Toolset;

/// Calls a function, or a method of `T`, with decoded arguments.
type Call<T, A> = for<'a> fn(&'a T, Decoded<'a, A>, &'a ToolContext) -> Prepared<'a>;

/// A function or method as a tool, with what it is called on: nothing, or a shared value.
pub struct Function<T, A> {
    this: T,
    lazy: Lazy,
    arguments: Arguments<A>,
    call: Call<T, A>,
}

/// The tool of a function, for a `static`.
pub const fn function<A>(
    spec: Spec,
    arguments: Arguments<A>,
    output_schema: fn() -> Option<Value>,
    call: Call<(), A>,
) -> Function<(), A> {
    Function { this: (), lazy: Lazy::new(spec, arguments.described, output_schema), arguments, call }
}

impl<T: Send + Sync, A> Tool for Function<T, A> {
    fn spec(&self) -> &ToolSpec {
        self.lazy.spec()
    }

    fn check(&self) -> Result<(), DefinitionError> {
        self.lazy.check()
    }

    fn prepare<'a>(
        &'a self,
        arguments: &str,
        context: &'a ToolContext,
    ) -> Result<Prepared<'a>, ArgumentErrors> {
        let definition = self.lazy.definition()?;
        let decoded = self.arguments.decode(definition, arguments, context)?;
        Ok((self.call)(&self.this, decoded, context))
    }
}

/// The hidden struct of a `#[tool]` function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no `#[tool]` function",
    label = "expected the name of a function with `#[tool]`",
    note = "`tools![]` takes the names of `#[tool]` functions; other tools join the list with `Vec::push` or `Iterator::chain`"
)]
pub trait ToolFunction: Send + Sync + Sized + 'static {
    const SPEC: Spec;
    const ENTRY: Entry = Entry { name: Self::SPEC.name(), tool: Self::tool };

    fn tool() -> &'static dyn Tool;
}

// Whoever lacks a `Tool` needn't hear of this.
#[diagnostic::do_not_recommend]
impl<T: ToolFunction> Tool for T {
    fn spec(&self) -> &ToolSpec {
        T::tool().spec()
    }

    fn check(&self) -> Result<(), DefinitionError> {
        T::tool().check()
    }

    fn prepare<'a>(
        &'a self,
        arguments: &str,
        context: &'a ToolContext,
    ) -> Result<Prepared<'a>, ArgumentErrors> {
        T::tool().prepare(arguments, context)
    }
}

/// An element of `tools![]`.
#[derive(Clone, Copy)]
pub struct Entry {
    pub(super) name: &'static str,
    pub(super) tool: fn() -> &'static dyn Tool,
}

impl Entry {
    pub(super) fn to_tool(self) -> Arc<dyn Tool> {
        Arc::new(Static((self.tool)()))
    }
}

/// A tool that lives as long as the program.
struct Static(&'static dyn Tool);

impl Tool for Static {
    fn spec(&self) -> &ToolSpec {
        self.0.spec()
    }

    fn check(&self) -> Result<(), DefinitionError> {
        self.0.check()
    }

    fn prepare<'a>(
        &'a self,
        arguments: &str,
        context: &'a ToolContext,
    ) -> Result<Prepared<'a>, ArgumentErrors> {
        self.0.prepare(arguments, context)
    }
}

/// The list of a `#[toolset]` while it is made.
pub struct Methods<S> {
    this: Arc<S>,
    tools: Vec<Arc<dyn Tool>>,
}

// `Toolset` says that `S` is `Send + Sync + 'static`, so that a type that isn't is reported at its block.
impl<S: Toolset> Methods<S> {
    pub fn of(this: Arc<S>) -> Self {
        Self { this, tools: Vec::new() }
    }

    pub fn add<A: 'static>(
        &mut self,
        spec: Spec,
        arguments: Arguments<A>,
        output_schema: fn() -> Option<Value>,
        call: Call<Arc<S>, A>,
    ) {
        let lazy = Lazy::new(spec, arguments.described, output_schema);
        self.tools.push(Arc::new(Function { this: Arc::clone(&self.this), lazy, arguments, call }));
    }

    pub fn list(self) -> Vec<Arc<dyn Tool>> {
        self.tools
    }
}

/// The tool of a function whose definition didn't compile.
pub fn unfinished() -> ! {
    unreachable!("a tool with mistakes in its definition doesn't compile")
}
