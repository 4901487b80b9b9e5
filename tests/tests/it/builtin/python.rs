//! The calculator against recorded results of Python itself.
//!
//! `tests/data/calculator/generate.py` writes them.

use jarvis_tools::builtin::calculator;

const RESULTS: &str = include_str!("../../../data/calculator/results.tsv");

/// How far apart what the C library computes may be from what Python's does.
const TOLERANCE: f64 = 1e-14;

/// Whether an expression uses what the C library computes, and not IEEE 754.
fn is_inexact(expression: &str) -> bool {
    ["sin", "cos", "tan", "log", "ln", "**", "^"].iter().any(|name| expression.contains(name))
}

fn agree(expression: &str, expected: &str, got: Result<&str, &str>) -> bool {
    match got {
        Err(_) => expected == "!",
        Ok(got) if got == expected => true,
        Ok(got) if is_inexact(expression) && (got.contains(['.', 'e']) && expected.contains(['.', 'e'])) => {
            let (Ok(got), Ok(expected)) = (got.parse::<f64>(), expected.parse::<f64>()) else { return false };
            (got - expected).abs() <= TOLERANCE * expected.abs()
        }
        Ok(_) => false,
    }
}

#[test]
fn the_calculator_says_what_python_says() {
    let mut wrong = Vec::new();
    let mut failures = 0;
    for line in RESULTS.lines() {
        let (expression, expected) = line.split_once('\t').expect("a tab");
        let got = calculator(expression.to_owned()).map_err(|error| error.to_string());
        if !agree(expression, expected, got.as_deref().map_err(String::as_str)) {
            wrong.push(format!("{expression}\n  expected {expected}\n  got      {got:?}"));
        }
        failures += usize::from(expected == "!");
    }
    let lines = RESULTS.lines().count();
    assert!(lines - failures >= 2_000 && failures >= 400, "{lines} lines, {failures} failures");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}
