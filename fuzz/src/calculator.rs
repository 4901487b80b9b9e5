//! Arbitrary text as an expression: a number that is read as itself again, or a few words on one line.

use jarvis_tools::builtin::calculator;

use crate::text_of;

/// The most bytes of a number: a sign and the digits of the largest integer.
const LARGEST_NUMBER: usize = 4_301;

/// The most bytes of an error's text.
const LARGEST_ERROR: usize = 1_024;

/// Calculates the text.
///
/// # Panics
///
/// If the answer is neither a number nor an error as they should be.
pub fn check(data: &[u8]) {
    match calculator(text_of(data).to_owned()) {
        Ok(number) => {
            assert!(!number.is_empty() && number.len() <= LARGEST_NUMBER, "{number}");
            assert!(!["inf", "nan"].iter().any(|word| number.contains(word)), "{number}");
            let again = calculator(number.clone()).map_err(|error| error.to_string());
            assert_eq!(again, Ok(number));
        }
        Err(error) => {
            let words = error.to_string();
            assert!(words.len() <= LARGEST_ERROR && !words.contains('\n'), "{words:?}");
            let header =
                ["Syntax error at character ", "Error at character ", "No expression", "The expression is"];
            assert!(header.iter().any(|header| words.starts_with(header)), "{words:?}");
        }
    }
}
