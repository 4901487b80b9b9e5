//! What the fuzz targets check, as plain functions of bytes: each panics if something doesn't hold.

pub mod calculator;
pub mod decode;
pub mod generate;
pub mod schema;
pub mod seeds;
pub mod stream;
pub mod text;

mod stack;

pub use stack::on_small_stack;

use jarvis_tools::ArgumentErrors;

/// The most bytes of an error's text.
const LARGEST_ERROR: usize = 8 * 1024;

/// Checks that errors are said in few words, on lines of their own, and as JSON.
fn are_bounded(errors: &ArgumentErrors) {
    let whole = errors.to_string();
    assert!(whole.len() <= LARGEST_ERROR, "{} bytes: {whole}", whole.len());
    assert!(!errors.problems().is_empty());
    for problem in errors {
        let line = problem.to_string();
        assert!(!line.is_empty() && line.len() <= LARGEST_ERROR && !line.contains('\n'), "{line:?}");
    }
    let json = errors.to_json();
    let listed = json.as_array().map_or(0, Vec::len);
    assert_eq!(listed, errors.problems().len(), "{json}");
    for (problem, json) in errors.problems().iter().zip(json.as_array().into_iter().flatten()) {
        assert_eq!(json["kind"], problem.kind.name());
        assert_eq!(json["message"], problem.to_string());
    }
}

/// The longest text that the bytes start with.
fn text_of(data: &[u8]) -> &str {
    let end = std::str::from_utf8(data).map_or_else(|error| error.valid_up_to(), str::len);
    std::str::from_utf8(&data[..end]).unwrap_or_default()
}
