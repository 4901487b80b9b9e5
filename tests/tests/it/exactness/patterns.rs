//! Patterns mean what they mean to the independent validator, or are refused.

use std::sync::Arc;

use jarvis_tools::prelude::*;
use jarvis_tools_tests::calls::wait;
use serde_json::{Value, json};

const PATTERNS: [&str; 33] = [
    "^a.c$",
    r"^\d+$",
    r"^\D$",
    r"^\w+$",
    r"^\W$",
    r"^\s$",
    r"^\S$",
    "^[a-c]$",
    "^[^a-c]$",
    "^[!--]$",
    "^[--/]$",
    r"^[\w-]+$",
    r"^[\w.-]+$",
    r"^[a\-z]+$",
    "^[&&a]$",
    "^[~~a]$",
    "^[a^]$",
    "^a{2,3}$",
    "^a{2}$",
    "^a{2,}$",
    "^(ab|cd)+$",
    "^(?:ab)?c$",
    "^(?<x>ab)c$",
    r"^\x41\u0042$",
    r"^\cJ$",
    r"^\.\*\$$",
    r"\bab\b",
    "^a*?b$",
    r"^\p{Lu}+$",
    r"^\/$",
    "a|^b",
    "^$",
    r"^[\d\s]+$",
];

const TEXTS: [&str; 44] = [
    "",
    "a",
    "b",
    "c",
    "aa",
    "aaa",
    "aaaa",
    "abc",
    "a\nc",
    "a\u{2028}c",
    "ab",
    "abab",
    "abcd",
    "abcdx",
    "AB",
    "A",
    "É",
    "é",
    "1",
    "12",
    "٣",
    " ",
    "\t",
    "\n",
    "\u{85}",
    "\u{a0}",
    "\u{feff}",
    "\u{8}",
    "_",
    "-",
    "--",
    "!",
    "#",
    ",",
    ".",
    "/",
    "&",
    "~",
    "^",
    "a-z",
    "x ab y",
    "éab",
    ".*$",
    "a b",
];

#[test]
fn patterns_match_what_they_match_elsewhere() {
    for pattern in PATTERNS {
        let parameters = json!({
            "type": "object",
            "properties": { "text": { "type": "string", "pattern": pattern } },
            "required": ["text"],
        });
        let judge =
            jsonschema::draft202012::new(&parameters).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        let spec = ToolSpec::new("t", "A test tool.", parameters);
        let tool = SchemaTool::new(spec, |_: Value| async { Ok::<_, ToolError>(()) });
        let tool: Arc<dyn Tool> = Arc::new(tool.unwrap_or_else(|error| panic!("{pattern}: {error}")));
        let context = jarvis_tools::ToolContext::new("c", "t");
        for text in TEXTS {
            // The validator's word boundary goes by Unicode, ECMA-262's by ASCII.
            if pattern.contains(r"\b") && !text.is_ascii() {
                continue;
            }
            let arguments = json!({ "text": text });
            let result = wait(tool.run(&arguments.to_string(), &context));
            assert_eq!(
                result.success,
                judge.is_valid(&arguments),
                "{pattern} and {text:?}: {}",
                result.content
            );
        }
    }
}
