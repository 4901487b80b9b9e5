//! What the calculator says, and what it refuses.
//!
//! Of the rows that the original's users are used to, these are answered otherwise:
//!
//! - 1 to 8, 11, 19 to 22, 24 to 26, 29, 30, 32, 42, 46: results of integers have no `.0`, no digit of an integer is
//!   lost, and floats are printed like Python's `repr`, since the arithmetic is Python's;
//! - 10, 31, 34: division by zero and an infinite result are failures, since neither is a number to go on with;
//! - 12, 13, 36 to 38, 41, 43, 47: they fail as before; the words say what is wrong and where, without the names of
//!   Python's syntax tree;
//! - 16, 45: a missing key and one that is no text are refused before the calculator is asked;
//! - 18: it is again what was documented;
//! - 35: leading blanks are taken, as Python's `eval` takes them.

use jarvis_tools::builtin::calculator;
use jarvis_tools::{ToolErrorKind, tools};
use serde_json::json;

use super::call;

#[track_caller]
fn check(expression: &str, expected: &str) {
    assert_eq!(calculator(expression.to_owned()).map_err(|error| error.to_string()), Ok(expected.to_owned()));
}

#[track_caller]
fn check_all(cases: &[(&str, &str)]) {
    for (expression, expected) in cases {
        check(expression, expected);
    }
}

fn fault(expression: &str) -> String {
    let error = calculator(expression.to_owned()).expect_err(expression);
    assert_eq!(error.kind(), ToolErrorKind::Failed);
    assert!(!error.is_retryable());
    error.to_string()
}

#[track_caller]
fn check_fault(expression: &str, expected: &str) {
    assert_eq!(fault(expression), expected, "{expression}");
}

#[test]
fn rows_1_to_8_operators() {
    check_all(&[
        ("2 + 3", "5"),
        ("10 - 3", "7"),
        ("4 * 5", "20"),
        ("10 / 4", "2.5"),
        ("floor(10/3)", "3"),
        ("10 % 3", "1"),
        ("2^10", "1024"),
        ("-5 + 3", "-2"),
        ("(2 + 3) * (4 - 1)", "15"),
        ("sqrt(16)", "4.0"),
    ]);
}

#[test]
fn row_9_functions_and_constants() {
    check_all(&[("ln(e)", "1.0"), ("pi", "3.141592653589793"), ("sin(0)", "0.0"), ("cos(0)", "1.0")]);
}

#[test]
fn row_11_precedence() {
    check("2 + 3 * 4", "14");
}

#[test]
fn rows_12_to_15_and_17_what_is_no_expression() {
    check_fault("2 +", "Syntax error at character 4: expected a number, got the end");
    check_fault("'hello'", "Syntax error at character 1: a text is no number; write numbers without quotes");
    check_fault(
        "exec(1)",
        "Error at character 1: Unknown function 'exec'; there are abs, round, min, max, sqrt, log, ln, log10, log2, \
         sin, cos, tan, ceil, floor",
    );
    check_fault("x + 1", "Error at character 1: unknown variable 'x'; there are pi and e");
    check_fault("import os", "Error at character 1: unknown variable 'import'; there are pi and e");
    assert!(fault("sqr(4)").ends_with("; did you mean 'sqrt'?"));
}

#[tokio::test]
async fn row_16_nothing_to_calculate() {
    check_fault("", "No expression provided.");
    check_fault(" \t\n", "No expression provided.");
    let result = call(tools![calculator], "calculator", json!({})).await;
    assert_eq!(
        result.content,
        "Invalid arguments for tool 'calculator': required parameter 'expression' (type: string) is missing",
    );
}

#[test]
fn rows_18_to_28_numbers() {
    check_all(&[
        ("sqrt(144) + 3**2", "21.0"),
        ("42/2", "21.0"),
        ("7*3", "21"),
        ("21", "21"),
        ("10//3", "3"),
        ("-7//2", "-4"),
        ("-7 % 3", "2"),
        ("7 % -3", "-2"),
        ("7.5 % 2", "1.5"),
        ("-2**2", "-4"),
        ("2**3**2", "512"),
        ("--5", "5"),
        ("2^-1", "0.5"),
        ("2**0.5", "1.4142135623730951"),
        ("log(100,10)", "2.0"),
        ("log10(1000)", "3.0"),
        ("log2(8)", "3.0"),
        ("round(2.5)", "2"),
        ("round(3.5)", "4"),
        ("round(2.567,2)", "2.57"),
        ("min(3,1,2)", "1"),
        ("max(3,1,2)", "3"),
        ("abs(-3)", "3"),
        ("0.1+0.2", "0.30000000000000004"),
        ("1/3", "0.3333333333333333"),
        ("tan(pi/4)", "0.9999999999999999"),
    ]);
}

#[test]
fn rows_29_to_32_integers_stay_exact_and_floats_end() {
    check_all(&[
        ("123456789*987654321", "121932631112635269"),
        ("9007199254740993", "9007199254740993"),
        ("1e16", "1e+16"),
        ("1e-400", "0.0"),
    ]);
    assert!(calculator("2**1024".to_owned()).is_ok_and(|power| power.len() == 309));
    check_fault("1e400", "Error at character 1: the result is infinite: floats end at about 1.8e308");
    check_fault(
        "2 * (1e308 * 10)",
        "Error at character 12: the result is infinite: floats end at about 1.8e308",
    );
    check_fault("1e400 - 1e400", "Error at character 1: the result is not a number");
    check("1 / 1e400", "0.0");
}

#[test]
fn rows_33_and_34_where_nothing_is_defined() {
    check_fault(
        "sqrt(-1)",
        "Error at character 1: math domain error: a negative number has no real square root",
    );
    check_fault(
        "1 + log(0)",
        "Error at character 5: math domain error: only numbers above 0 have a logarithm",
    );
    for expression in ["1 / 0", "0/0", "1%0", "1//0", "1.5 % 0.0"] {
        assert!(fault(expression).ends_with(": division by zero"), "{expression}");
    }
    check_fault("0**-1", "Error at character 2: division by zero: 0 has no negative power");
    check_fault(
        "(-8)**0.5",
        "Error at character 5: the result is complex: a negative number has only whole powers",
    );
}

#[test]
fn row_35_blanks_and_line_breaks_are_python_s() {
    check_all(&[
        (" 2+2", "4"),
        ("\t2 +\u{c}2 ", "4"),
        ("2\n", "2"),
        ("\n2 # two", "2"),
        ("# two\n2", "2"),
        ("(1\n+\r\n2)", "3"),
        ("1+\\\n2", "3"),
    ]);
    check_fault(
        "1\n+2",
        "Syntax error at character 2: a line break ends the expression, unless it is inside of parentheses",
    );
    check_fault("\n 2", "Syntax error at character 3: unexpected indent");
    for expression in ["2\u{b}", "\u{feff}2", "2\u{a0}+3", "2\0", "\\", "1\\2", "1 \u{2028}+ 2"] {
        assert!(fault(expression).starts_with("Syntax error at character "), "{expression:?}");
    }
}

#[test]
fn rows_36_to_41_what_python_has_beyond_arithmetic() {
    let comma = "a comma only stands between the arguments of a function; write 1000 for 1,000";
    check_fault("1,000", &format!("Syntax error at character 2: {comma}"));
    for expression in ["[1,2]", "1<2", "a.b", "5&3", "~5", "1 if 2 else 3", "1;2", "$1", "5!", "max(1 for 2)"]
    {
        assert!(fault(expression).starts_with("Syntax error at character "), "{expression}");
    }
    check_fault("abs()", "Error at character 1: abs() takes exactly one argument (0 given)");
    check_fault("2 + abs(1,2)", "Error at character 5: abs() takes exactly one argument (2 given)");
    check_fault("min(3)", "Error at character 1: min() takes two arguments or more (1 given)");
    check_fault("round(1,2,3)", "Error at character 1: round() takes one or two arguments (3 given)");
    check_fault(
        "2(3)",
        "Syntax error at character 2: Only simple function calls are allowed; write * between the factors of a \
         product",
    );
    for expression in ["exp(1)", "pow(2,3)", "factorial(5)", "__import__(1)"] {
        assert!(fault(expression).contains("Unknown function"), "{expression}");
    }
    check_fault("sqrt * 2", "Error at character 1: 'sqrt' is a function; write sqrt(…)");
    check_fault("pi(2)", "Error at character 1: 'pi' is a number and can't be called");
}

#[test]
fn rows_42_and_43_kinds_of_numbers() {
    check_all(&[("True+1", "2"), ("0x10", "16"), ("1_000", "1000"), ("max(True, 0)", "True")]);
    check_fault("3j", "Error at character 1: complex numbers are not supported");
    check_fault(
        "2pi",
        "Syntax error at character 2: 'p' can't follow a number; write * between the factors of a product",
    );
    check_fault("007", "Syntax error at character 1: an integer doesn't start with 0");
    check_fault("1__0", "Syntax error at character 5: an underscore stands between two digits");
}

#[tokio::test]
async fn row_45_an_expression_that_is_no_text() {
    let result = call(tools![calculator], "calculator", json!({ "expression": 5 })).await;
    assert_eq!(
        result.content,
        "Invalid arguments for tool 'calculator': parameter 'expression' has wrong type: expected string, \
         got integer 5",
    );
}

#[test]
fn rows_46_and_47_of_the_rust_calculator() {
    check_all(&[("2+2", "4"), ("1e21", "1e+21"), ("-0.0", "-0.0")]);
    check_fault("(2+3", "Syntax error at character 1: '(' is never closed");
    check_fault("2+3)", "Syntax error at character 4: expected an operator or the end, got ')'");
}

#[test]
fn row_44_nesting_has_python_s_limit() {
    let nested = |levels: usize| format!("{}1{}", "(".repeat(levels), ")".repeat(levels));
    check(&nested(200), "1");
    check_fault(&nested(201), "Syntax error at character 201: too many nested parentheses: at most 200");
    check_fault(
        &"(".repeat(10_000),
        "Syntax error at character 201: too many nested parentheses: at most 200",
    );
    let calls = format!("{}1{}", "abs(".repeat(200), ")".repeat(200));
    check(&calls, "1");
    check(&format!("{}1", "-".repeat(16_000)), "1");
    check(&vec!["1"; 5_000].join("**"), "1");
    check(&vec!["1"; 8_000].join("+"), "8000");
}

#[test]
fn what_is_too_large_is_refused_before_it_is_computed() {
    let too_large = "the number is too large: integers may have at most 65536 bits on the way";
    check_fault("9**9**9", &format!("Error at character 2: {too_large}"));
    for expression in ["9**9**9**9", "2**65537", "2**(10**400)", "(2**40000)*(2**40000)", "-(3**60000)"] {
        assert!(fault(expression).ends_with(too_large), "{expression}");
    }
    check("1**(10**30)", "1");
    check("2**65535 // 2**65534", "2");
    check("10**4299 // 10**4298", "10");
    check_fault(
        "10**4300",
        "Error at character 3: the result is too large: integers have at most 4300 digits",
    );
    let digits = "9".repeat(4_301);
    check_fault(&digits, "Error at character 1: the number is too large: integers have at most 4300 digits");
    check(&"0".repeat(5_000), "0");
    check_fault("10**400 * 1.0", "Error at character 9: the integer is too large to become a float");
    check_fault("9.9**999", "Error at character 4: the power is too large for a float");
    check_fault(&"1".repeat(16_385), "The expression is too long: 16385 bytes (max 16384).");
    let long = vec!["3**40000%2**60000"; 900].join("+");
    assert!(fault(&long).ends_with("the calculation is too long: use fewer or smaller integers"));
    check("round(5, -10**4000)", "0");
    check("round(5.5, -(10**4000))", "0.0");
}

#[test]
fn places_count_characters() {
    check_fault(
        "2 + é",
        "Syntax error at character 5: the character U+00E9 doesn't belong into an expression; there are numbers, + - * / // % ** ^, parentheses and functions",
    );
    assert!(fault("(1 # é\n+ ١)").starts_with("Syntax error at character 10: the character U+0661"));
    for expression in ["１+１", "π", "2²", "1−2", "½"] {
        assert!(fault(expression).starts_with("Syntax error at character "), "{expression}");
    }
}

#[test]
fn the_shortest_of_two_equally_near_numbers_is_the_even_one() {
    check("941547696909630.25", "941547696909630.2");
    // Unless it is another float's: the one below a power of two is nearer than the one above.
    check("5.426657103235053e-166", "5.426657103235053e-166");
    check("5e-324", "5e-324");
    check("9007199254740992.0 * 4", "3.602879701896397e+16");
}

#[tokio::test]
async fn the_spec_says_what_a_host_wants_to_know() {
    let tools = tools![calculator];
    let spec = tools[0].spec();
    assert_eq!((spec.name.as_str(), spec.category.as_str()), ("calculator", "math"));
    assert_eq!(spec.parameters()["required"], json!(["expression"]));
    assert_eq!(spec.annotations.read_only, Some(true));
    let result = call(tools, "calculator", json!({ "expression": "2+2" })).await;
    assert_eq!((result.success, result.content.as_str(), result.cost_usd), (true, "4", 0.0));
}
