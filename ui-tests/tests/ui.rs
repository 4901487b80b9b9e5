//! What compiles, and what the compiler says of what doesn't.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/pass/*.rs");
    cases.compile_fail("tests/fail/*/*.rs");
}
