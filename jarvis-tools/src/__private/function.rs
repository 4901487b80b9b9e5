//! The tools that stand beside functions, and those that stand in a `#[toolset]`.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::lazy::{Arguments, Lazy};
use super::spec::Spec;
use crate::context::ToolContext;
use crate::definition::Decoded;
use crate::error::{ArgumentErrors, DefinitionError};
use crate::spec::ToolSpec;
use crate::tool::{Prepared, Tool};
use crate::toolset::Toolset;

/// Calls a function, or a method of `S`, with decoded arguments.
type Call<S, A> = for<'a> fn(&'a Arc<S>, Decoded<'a, A>, &'a ToolContext) -> Prepared<'a>;

/// A function or method as a tool, with the value that it is called on.
struct Function<S, A> {
    this: Arc<S>,
    lazy: Lazy,
    arguments: Arguments<A>,
    call: Call<S, A>,
}

impl<S: Send + Sync, A> Tool for Function<S, A> {
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

    fn tool() -> &'static Arc<dyn Tool>;
}

/// The tool of a function, made at its first use.
pub struct Once(OnceLock<Arc<dyn Tool>>);

#[allow(clippy::new_without_default)] // It stands in a `static`, where `Default` can't be called.
impl Once {
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    pub fn get<A: 'static>(
        &self,
        spec: Spec,
        arguments: Arguments<A>,
        output_schema: fn() -> Option<Value>,
        call: Call<(), A>,
    ) -> &Arc<dyn Tool> {
        self.0.get_or_init(|| {
            let lazy = Lazy::new(spec, arguments.described, output_schema);
            Arc::new(Function { this: Arc::new(()), lazy, arguments, call })
        })
    }
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
    pub(super) tool: fn() -> &'static Arc<dyn Tool>,
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
        call: Call<S, A>,
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
