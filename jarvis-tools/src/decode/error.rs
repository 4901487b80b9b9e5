//! A refusal by a type's own decoder, with the path that is known when it comes back.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

use crate::error::{ArgumentError, ArgumentErrorKind};
use crate::json::Number;
use crate::path::PathSegment;
use crate::schema;

/// What a decoder said, and the steps from there to the root.
#[derive(Debug)]
pub(super) struct Refused(Box<Inner>);

#[derive(Debug)]
struct Inner {
    message: String,
    steps: Vec<PathSegment>,
    is_own: bool,
    /// A kind of its own, instead of the message.
    kind: Option<ArgumentErrorKind>,
}

impl Refused {
    #[cold]
    fn new(message: String, is_own: bool) -> Self {
        Self(Box::new(Inner { message, steps: Vec::new(), is_own, kind: None }))
    }

    /// The text isn't what was looked for. On the road through the text that is no verdict, and says nothing.
    #[cold]
    pub(super) fn stop() -> Self {
        Self::new(String::new(), false)
    }

    /// A value of another type than the decoder wanted.
    #[cold]
    pub(super) fn mismatch(received: &str, expected: &str) -> Self {
        Self::new(format!("invalid type: {received}, expected {expected}"), false)
    }

    /// The refusal as seen from the object around it.
    #[cold]
    pub(super) fn under(mut self, step: PathSegment) -> Self {
        self.0.steps.push(step);
        self
    }

    /// Whether the decoder refused a value of the right shape, for a reason of its own.
    pub(super) fn is_own(&self) -> bool {
        self.0.is_own
    }

    /// A number that no value of the type that anything goes for holds.
    #[cold]
    pub(super) fn unrepresentable(number: Number<'_>) -> Self {
        let mut refused = Self::new(String::new(), false);
        refused.0.kind = Some(schema::unrepresentable(number));
        refused
    }

    #[cold]
    pub(super) fn into_problem(self) -> ArgumentError {
        let path = self.0.steps.into_iter().rev().collect();
        match self.0.kind {
            Some(kind) => ArgumentError::new(path, kind),
            None => ArgumentError::custom(path, self.0.message),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.message)
    }
}

impl std::error::Error for Refused {}

impl de::Error for Refused {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string(), true)
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(format!("invalid type: {unexpected}, expected {expected}"), false)
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::new(format!("invalid length {length}, expected {expected}"), false)
    }

    #[cold]
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::new(format!("unknown variant '{variant}', expected one of {}", expected.join(", ")), false)
    }

    #[cold]
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::new(format!("unknown field '{field}', expected one of {}", expected.join(", ")), false)
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        Self::new(format!("missing field '{field}'"), false)
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        Self::new(format!("duplicate field '{field}'"), false)
    }
}
