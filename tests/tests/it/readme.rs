//! What the README shows is what happens.

use std::process::Command;

const README: &str = include_str!("../../../README.md");

/// The first block of the README that is fenced with this word.
fn block(word: &str) -> &'static str {
    let start = README.split_once(&format!("```{word}\n")).expect("the README has such a block").1;
    start.split_once("```").expect("the block ends").0
}

#[test]
fn the_example_is_the_one_that_runs() {
    let (_, example) =
        include_str!("../../../examples/weather.rs").split_once("\n\n").expect("a comment stands in front");
    assert_eq!(block("rust"), example);
}

#[test]
fn the_output_is_real() {
    let run = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "jarvis-tools-examples", "--example", "weather"])
        .output()
        .expect("cargo runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(block("text"), String::from_utf8_lossy(&run.stdout));
}

#[test]
fn every_key_of_the_macro_is_in_the_table() {
    let documented = include_str!("../../../jarvis-tools/src/macros.rs");
    let keys: Vec<&str> = documented
        .lines()
        .skip_while(|line| !line.contains("# Keys of `#[tool(…)]`"))
        .take_while(|line| !line.contains("# Keys of `#[arg(…)]`"))
        .filter_map(|line| line.strip_prefix("/// | `"))
        .filter_map(|line| line.split([' ', '`', '(']).next())
        .collect();
    assert!(keys.len() > 15, "{keys:?}");
    for key in keys {
        assert!(README.contains(&format!("`{key}")), "the README doesn't name the key {key}");
    }
}
