//! Does the steps of a calculation.

use super::fault::Fault;
use super::functions;
use super::limits::{Reason, Work};
use super::number::Number;
use super::operators;
use super::parse::{Action, Step};

/// The number that the steps lead to, which is neither infinite nor beyond the reals.
pub(super) fn evaluate(steps: Vec<Step>) -> Result<Number, Fault> {
    let mut stack = Vec::new();
    let mut work = Work::new();
    // Where a number first wasn't finite, which the result may come from.
    let mut beyond = None;
    for Step { at, action } in steps {
        let number = step(action, &mut stack, &mut work).map_err(|reason| Fault::value(at, reason))?;
        if number.is_beyond() {
            beyond.get_or_insert(at);
        }
        stack.push(number);
    }
    let at = beyond.unwrap_or(0);
    let result = pop(&mut stack).map_err(|reason| Fault::value(at, reason))?;
    match result {
        Number::Float(float) if float.is_nan() => Err(Fault::value(at, "the result is not a number")),
        Number::Float(float) if float.is_infinite() => {
            Err(Fault::value(at, "the result is infinite: floats end at about 1.8e308"))
        }
        finite => Ok(finite),
    }
}

fn step(action: Action, stack: &mut Vec<Number>, work: &mut Work) -> Result<Number, Reason> {
    match action {
        Action::Push(number) => Ok(number),
        Action::Negate => pop(stack).map(operators::negate),
        Action::Affirm => pop(stack).map(operators::affirm),
        Action::Apply(operator) => {
            let right = pop(stack)?;
            operators::apply(operator, pop(stack)?, right, work)
        }
        Action::Call(function, given) => {
            let arguments = stack.split_off(stack.len().saturating_sub(given));
            functions::call(function, arguments, work)
        }
    }
}

fn pop(stack: &mut Vec<Number>) -> Result<Number, Reason> {
    stack.pop().ok_or_else(|| "an operand is missing".into())
}
