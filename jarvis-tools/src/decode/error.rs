//! A refusal by a type's own decoder, with the path that is known when it comes back.

use std::fmt;

use serde::de;

use crate::error::ArgumentError;
use crate::path::PathSegment;

/// What a decoder said, and the steps from there to the root.
#[derive(Debug)]
pub(super) struct Refused(Box<Inner>);

#[derive(Debug)]
struct Inner {
    message: String,
    steps: Vec<PathSegment>,
}

impl Refused {
    /// The refusal as seen from the object around it.
    #[cold]
    pub(super) fn under(mut self, step: PathSegment) -> Self {
        self.0.steps.push(step);
        self
    }

    #[cold]
    pub(super) fn into_problem(self) -> ArgumentError {
        ArgumentError::custom(self.0.steps.into_iter().rev().collect(), self.0.message)
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
        Self(Box::new(Inner { message: message.to_string(), steps: Vec::new() }))
    }
}
