//! Recorded calls of a public benchmark, valid and mutated, with the exact problems of each.

use std::collections::BTreeMap;

use jarvis_tools_tests::cases::{Case, Verdict, run};

const SAMPLE: &str = include_str!("../../data/bfcl-sample.jsonl");

/// The kinds of mutation, and how many calls of each the sample has at least.
const KINDS: [(&str, usize); 7] = [
    ("valid", 40),
    ("type", 40),
    ("missing", 40),
    ("null", 40),
    ("two", 40),
    ("enum", 40),
    ("array-root", 40),
];

/// The kind of mutation, which an id ends with: `simple_python_5.0.type:root_type`.
fn kind(id: &str) -> &'static str {
    KINDS
        .into_iter()
        .filter_map(|(kind, _)| Some((id.rfind(&format!(".{kind}"))?, kind)))
        .max()
        .map_or_else(|| panic!("{id} names no kind"), |(_, kind)| kind)
}

#[tokio::test]
async fn every_call_of_the_sample_has_exactly_its_problems() {
    let mut counts = BTreeMap::<&str, usize>::new();
    let mut differences = Vec::new();
    for line in SAMPLE.lines() {
        let case: Case = serde_json::from_str(line).expect("a case a line");
        let kind = kind(&case.id);
        *counts.entry(kind).or_default() += 1;
        let problems = case.errors.as_ref().expect("the problems are known").len();
        assert_eq!(case.valid, kind == "valid", "{}", case.id);
        assert_eq!(case.valid, problems == 0, "{}", case.id);
        match run(&case).await {
            Verdict::Right => {}
            Verdict::Wrong(words) => differences.push(format!("{}: wrong: {words}", case.id)),
            Verdict::Refused(reason) => differences.push(format!("{}: refused: {reason}", case.id)),
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    for (kind, least) in KINDS {
        let count = counts.get(kind).copied().unwrap_or_default();
        assert!(count >= least, "{count} calls of the kind {kind}");
    }
}
