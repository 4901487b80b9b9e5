//! What a handler returns, told apart by its concrete type: the macro calls
//! `(&&&&&&Probe::<Type>::NEW).__jarvis_kind().convert(value)`, and method lookup takes the first of the traits below
//! whose bounds hold, so that aliases of `Result` work and a missing trait is reported in words of our own.

// Methods are found by `self`, which carries nothing but its type.
#![allow(clippy::unused_self)]

use std::any::TypeId;
use std::borrow::Cow;
use std::fmt::Display;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::context::ToolContext;
use crate::error::ToolError;
use crate::output::ToolOutput;
use crate::schema;

/// Stands for a type without having a value of it.
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T> Probe<T> {
    pub const NEW: Self = Self(PhantomData);
}

type Outcome = Result<ToolOutput, ToolError>;

/// A type that a tool can return. Nothing implements it: it only carries the message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the result of a tool",
    label = "can't be written as JSON",
    note = "return `String`, `&'static str`, `()`, `ToolOutput` or a type with `#[derive(serde::Serialize)]`"
)]
pub trait HandlerOutput {
    fn never() -> Outcome;
}

/// An error that a tool can return. Nothing implements it: it only carries the message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the error of a tool",
    label = "has no text for the model",
    note = "return `ToolError`, `String` or a type that implements `std::fmt::Display`"
)]
pub trait HandlerError {
    fn never() -> Outcome;
}

/// A step of the lookup: a trait whose one method gives a mark that knows how to convert the value. Its name is
/// one that no trait of the user's has, since all traits in scope take part in the lookup.
macro_rules! step {
    ($(#[$doc:meta])* $Step:ident, $Kind:ident) => {
        $(#[$doc])*
        pub struct $Kind;

        pub trait $Step {
            fn __jarvis_kind(&self) -> $Kind {
                $Kind
            }
        }
    };
}

step! {
    /// A result both sides of which can be sent.
    KindOfResult, ResultKind
}

impl ResultKind {
    pub fn convert<R: Serialize + 'static, E: Display + 'static>(self, outcome: Result<R, E>) -> Outcome {
        outcome.map_err(ToolError::from_handler).and_then(ToolOutput::from_handler)
    }
}

step! {
    /// A result whose error can't be sent.
    KindOfBadError, BadErrorKind
}

impl BadErrorKind {
    pub fn convert<R, E: HandlerError>(self, _: Result<R, E>) -> Outcome {
        E::never()
    }
}

step! {
    /// A result whose value can't be sent.
    KindOfBadOutput, BadOutputKind
}

impl BadOutputKind {
    pub fn convert<R: HandlerOutput, E>(self, _: Result<R, E>) -> Outcome {
        R::never()
    }
}

step! {
    /// A result neither side of which can be sent.
    KindOfBadResult, BadResultKind
}

impl BadResultKind {
    pub fn convert<R: HandlerOutput, E: HandlerError>(self, outcome: Result<R, E>) -> Outcome {
        outcome.map_or_else(|_| E::never(), |_| R::never())
    }
}

step! {
    /// A value that can be sent.
    KindOfValue, ValueKind
}

impl ValueKind {
    pub fn convert<R: Serialize + 'static>(self, value: R) -> Outcome {
        ToolOutput::from_handler(value)
    }
}

step! {
    /// A value that can't be sent.
    KindOfUnknown, UnknownKind
}

impl UnknownKind {
    pub fn convert<R: HandlerOutput>(self, _: R) -> Outcome {
        R::never()
    }
}

impl<R: Serialize + 'static, E: Display + 'static> KindOfResult for &&&&&Probe<Result<R, E>> {}
impl<R: Serialize + 'static, E> KindOfBadError for &&&&Probe<Result<R, E>> {}
impl<R, E: Display + 'static> KindOfBadOutput for &&&Probe<Result<R, E>> {}
impl<R, E> KindOfBadResult for &&Probe<Result<R, E>> {}
impl<T: Serialize + 'static> KindOfValue for &Probe<T> {}
impl<T> KindOfUnknown for Probe<T> {}

/// The schema of what is sent as a structured value, for a result.
pub trait SchemaOfResult {
    fn __jarvis_output_schema(&self) -> Option<Value>;
}

/// The schema of what is sent as a structured value, for a value.
pub trait SchemaOfValue {
    fn __jarvis_output_schema(&self) -> Option<Value>;
}

/// No schema, since the type has none.
pub trait SchemaOfNone {
    fn __jarvis_output_schema(&self) -> Option<Value> {
        None
    }
}

impl<R: JsonSchema + 'static, E> SchemaOfResult for &&Probe<Result<R, E>> {
    fn __jarvis_output_schema(&self) -> Option<Value> {
        structured::<R>()
    }
}

impl<T: JsonSchema + 'static> SchemaOfValue for &Probe<T> {
    fn __jarvis_output_schema(&self) -> Option<Value> {
        structured::<T>()
    }
}

impl<T> SchemaOfNone for Probe<T> {}

fn structured<T: JsonSchema + 'static>() -> Option<Value> {
    let sent_as_text = [
        TypeId::of::<String>(),
        TypeId::of::<&'static str>(),
        TypeId::of::<Cow<'static, str>>(),
        TypeId::of::<Box<str>>(),
        TypeId::of::<()>(),
    ];
    (!sent_as_text.contains(&TypeId::of::<T>())).then(schema::of_output::<T>)
}

/// A type that a tool's function can take by reference.
#[diagnostic::on_unimplemented(
    message = "a tool's function can't take `&{Self}`",
    label = "not the context of the call",
    note = "the only reference is `&ToolContext`; an argument is of a type of its own (`String` for `&str`, `Vec<T>` for `&[T]`), with a doc comment or `#[arg(...)]`"
)]
pub trait Context {
    fn of(context: &ToolContext) -> &Self;
}

impl Context for ToolContext {
    fn of(context: &ToolContext) -> &Self {
        context
    }
}

pub fn context<T: Context + ?Sized>(context: &ToolContext) -> &T {
    T::of(context)
}

/// Fails, at compile time, if a description that only the compiler could put together says nothing.
#[track_caller]
pub const fn assert_described(description: &str, message: &str) {
    assert!(!description.as_bytes().trim_ascii().is_empty(), "{}", message);
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! kind {
        ($kind:ty) => {{
            let probe = Probe::<$kind>::NEW;
            std::any::type_name_of_val(&(&&&&&&probe).__jarvis_kind()).rsplit("::").next().unwrap_or_default()
        }};
    }

    struct Opaque;
    type Alias<T> = Result<T, std::fmt::Error>;

    #[test]
    fn lookup_takes_the_most_specific_kind() {
        assert_eq!(kind!(Alias<String>), "ResultKind");
        assert_eq!(kind!(Result<u8, ToolError>), "ResultKind");
        assert_eq!(kind!(Result<u8, Opaque>), "BadErrorKind");
        assert_eq!(kind!(Alias<Opaque>), "BadOutputKind");
        assert_eq!(kind!(Result<Opaque, Opaque>), "BadResultKind");
        assert_eq!(kind!(Vec<u8>), "ValueKind");
        assert_eq!(kind!(Opaque), "UnknownKind");
    }
}
