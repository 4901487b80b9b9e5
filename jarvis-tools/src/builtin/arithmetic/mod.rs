//! The calculator: text → tokens → steps → number → text.

mod evaluate;
mod fault;
mod float;
mod functions;
mod lex;
mod limits;
mod number;
mod operators;
mod parse;
mod print;

use crate::error::ToolError;
use fault::Fault;

/// Calculates an arithmetic expression exactly as Python does.
///
/// Integers are exact; `/` gives a float, `//` and `%` round down.
/// Operators: + - * / // % ** (^ is a power, too), parentheses.
/// Functions: abs, round(x, digits), min, max, sqrt, log(x, base), ln, log10, log2, sin, cos, tan (radians),
/// ceil, floor. Constants: pi, e.
///
/// ```
/// use jarvis_tools::builtin::calculator;
///
/// assert_eq!(calculator("2 + 2".to_owned())?, "4");
/// assert_eq!(calculator("sqrt(144) + 3**2".to_owned())?, "21.0");
/// assert_eq!(calculator("-7 // 2".to_owned())?, "-4");
/// assert_eq!(
///     calculator("1 + 1/0".to_owned()).unwrap_err().to_string(),
///     "Error at character 6: division by zero",
/// );
/// # Ok::<(), jarvis_tools::ToolError>(())
/// ```
///
/// # Errors
///
/// [`Failed`](crate::ToolErrorKind::Failed), with what is wrong and where, if the text is no expression, has
/// no value among the reals, or is beyond a limit: 16,384 bytes, 200 nested parentheses, 4,300 digits of a
/// number that is written or printed, 65,536 bits of one on the way.
#[crate::tool(
    crate = crate,
    description = "Calculates an arithmetic expression exactly as Python does. \
        Integers are exact of any size; / gives a float, // and % round down. \
        Operators: + - * / // % ** (^ means power, too) and parentheses. \
        Functions: abs(x), round(x, digits), min(a, b, …), max(a, b, …), sqrt(x), log(x, base), ln(x), log10(x), \
        log2(x), sin(x), cos(x), tan(x) in radians, ceil(x), floor(x). Constants: pi, e.",
    title = "Calculator",
    category = "math",
    cost_estimate = 0.0,
    latency_estimate = 0.001,
    inline,
    read_only,
    idempotent,
    open_world = false
)]
pub fn calculator(
    /// The expression to calculate, such as `2 * (3 + 4)**2` or `round(sqrt(2), 3)`.
    expression: String,
) -> Result<String, ToolError> {
    calculate(&expression).map_err(ToolError::failed)
}

/// The printed value of an expression, or the words for what is wrong with it.
fn calculate(expression: &str) -> Result<String, String> {
    if expression.trim().is_empty() {
        return Err("No expression provided.".to_owned());
    }
    if expression.len() > limits::EXPRESSION_BYTES {
        let bytes = expression.len();
        return Err(format!("The expression is too long: {bytes} bytes (max {}).", limits::EXPRESSION_BYTES));
    }
    let printed = parse::parse(expression).and_then(|steps| {
        let last = steps.last().map_or(0, |step| step.at);
        let number = evaluate::evaluate(steps)?;
        print::print(&number).map_err(|reason| Fault::value(last, reason))
    });
    printed.map_err(|fault| fault.in_words(expression))
}
