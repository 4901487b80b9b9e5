//! Text that nobody would write: the reader takes what `serde_json` takes, and says no in few words.

use std::sync::Arc;

use jarvis_tools::prelude::*;
use jarvis_tools::{Definition, ToolContext};
use jarvis_tools_tests::calls::{call, wait};
use proptest::prelude::*;
use serde_json::{Map, Value};

/// The most bytes of an error's text.
const LARGEST: usize = 8 * 1024;

/// Anything under names of the model's choice.
fn anything() -> Definition {
    let parameters = serde_json::json!({ "type": "object" });
    Definition::from_schema(ToolSpec::new("any", "Takes anything.", parameters)).expect("a definition")
}

/// What the framework reads, or its words.
fn ours(text: &str) -> Result<Value, String> {
    let context = ToolContext::new("call_1", "any");
    match anything().decode::<Value>(text, &context) {
        Ok(decoded) => Ok(decoded.into_parts().0),
        Err(errors) => Err(errors.to_string()),
    }
}

/// What `serde_json` reads, with the tolerances that are declared: no text and null are the empty object, a
/// byte order mark is skipped, and arguments are an object.
fn theirs(text: &str) -> Option<Value> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_matches([' ', '\n', '\r', '\t']).is_empty() {
        return Some(Map::new().into());
    }
    match serde_json::from_str(text) {
        Ok(Value::Null) => Some(Map::new().into()),
        Ok(value @ Value::Object(_)) => Some(value),
        _ => None,
    }
}

/// Equal, but for the last digit of a float, which `serde_json` doesn't always get right, and for how whole
/// numbers are held.
fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            if left == right {
                return true;
            }
            let (Some(left), Some(right)) = (left.as_f64(), right.as_f64()) else { return false };
            // The smallest floats have fewer digits.
            let steps = 16.0 * f64::from_bits(1);
            (left - right).abs() <= (4.0 * f64::EPSILON * left.abs()).max(steps)
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| left.0 == right.0 && equal(left.1, right.1))
        }
        (left, right) => left == right,
    }
}

/// Holds both readers against each other.
fn agree(text: &str) -> Result<(), TestCaseError> {
    match (ours(text), theirs(text)) {
        (Ok(ours), Some(theirs)) => prop_assert!(equal(&ours, &theirs), "{text}: {ours} is not {theirs}"),
        (Ok(ours), None) => prop_assert!(false, "{text:?} was read as {ours}"),
        (Err(words), theirs) => {
            prop_assert!(words.len() <= LARGEST, "{} bytes: {words}", words.len());
            // Known differences: repeated keys, and integers that would be rounded, are refused.
            let known = words.contains("more than once") || words.contains("must be between");
            // The other reader takes numbers of any size then; ours says the same as ever.
            let known = known || cfg!(feature = "arbitrary_precision") && words.contains("64-bit float");
            prop_assert!(known || theirs.is_none(), "{text:?} was refused: {words}");
        }
    }
    Ok(())
}

/// Text that is nearly JSON: its own marks, words and odd characters in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[{}\\[\\],:]",
        2 => "[ \n\t\r]",
        2 => "\"[a-c]{0,2}\"",
        1 => prop::sample::select(vec![
            "true", "false", "null", "tru", "True", "NaN", "-", "-0", "0", "01", "1.", "1.5", "1e5", "1E+400", "1e-400",
            "\"", "\\", "\"\\u0041\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\q\"", "```", "\u{feff}", "'", "//",
            "\u{0}", "é", "😀", "18446744073709551616", "-9223372036854775809", "\"a\":1,\"a\":1",
        ]).prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((".{0,4}", inner), 0..6)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn arguments() -> impl Strategy<Value = String> {
    (prop::collection::vec((".{0,4}", json()), 0..6), any::<bool>()).prop_map(|(entries, pretty)| {
        let value = Value::Object(entries.into_iter().collect());
        if pretty { format!("{value:#}") } else { value.to_string() }
    })
}

/// Valid arguments with a few characters taken out, put in, doubled or swapped.
fn mutated() -> impl Strategy<Value = String> {
    let odd = prop::sample::select("{}[]\",:\\ \n0-.eEtu\u{0}é'`/".chars().collect::<Vec<_>>());
    let edit = (any::<prop::sample::Index>(), 0..4_u8, odd);
    (arguments(), prop::collection::vec(edit, 1..4)).prop_map(|(text, edits)| {
        let mut characters: Vec<char> = text.chars().collect();
        for (place, what, odd) in edits {
            let at = place.index(characters.len() + 1);
            match what {
                0 if at < characters.len() => drop(characters.remove(at)),
                1 => characters.insert(at, odd),
                2 if at < characters.len() => characters[at] = odd,
                _ => characters.truncate(at),
            }
        }
        characters.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn valid_arguments_arrive_as_they_are(text in arguments()) {
        prop_assert!(ours(&text).is_ok(), "{text} was refused: {:?}", ours(&text));
        agree(&text)?;
    }

    #[test]
    fn the_readers_agree_on_spoiled_arguments(text in mutated()) {
        agree(&text)?;
    }

    #[test]
    fn the_readers_agree_on_pieces_of_json(text in pieces()) {
        agree(&text)?;
        agree(&format!("{{\"a\":{text}}}"))?;
    }

    #[test]
    fn the_readers_agree_on_any_text(text in any::<String>()) {
        agree(&text)?;
        agree(&format!("{{\"{text}\":\"{text}\"}}"))?;
    }
}

#[test]
fn the_strategies_reach_both_answers() {
    // So that the properties above can't hold for want of cases.
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut share = |strategy: BoxedStrategy<String>| {
        let texts = (0..400).map(|_| strategy.new_tree(&mut runner).expect("a text").current());
        texts.filter(|text| ours(text).is_ok()).count()
    };
    let (spoiled, nearly) =
        (share(mutated().boxed()), share(pieces().prop_map(|text| format!("{{\"a\":{text}}}")).boxed()));
    assert!((20..380).contains(&spoiled), "{spoiled} of 400 spoiled texts were read");
    assert!((5..395).contains(&nearly), "{nearly} of 400 pieces were read");
}

/// Checks that a text is refused in few words, and that `serde_json` refuses it too.
#[track_caller]
fn refused(text: &str, words: &str) {
    let answer = ours(text).err().unwrap_or_else(|| panic!("{} bytes were read", text.len()));
    assert!(answer.len() <= LARGEST, "{} bytes: {answer}", answer.len());
    assert!(answer.contains(words), "{answer}");
    assert_eq!(theirs(text), None);
}

#[test]
fn deep_nesting_has_the_same_limit() {
    for levels in [1, 100, 125, 126, 127, 128, 200] {
        let text = format!(r#"{{"a":{}{}}}"#, "[".repeat(levels), "]".repeat(levels));
        assert_eq!(ours(&text).is_ok(), theirs(&text).is_some(), "{levels} levels");
    }
    refused(&format!(r#"{{"a":{}"#, "[".repeat(1_000_000)), "nested too deeply");
    refused(&r#"{"a":"#.repeat(1_000_000), "nested too deeply");
}

// The other reader would take the number of a million digits.
#[cfg(not(feature = "arbitrary_precision"))]
#[test]
fn megabytes_of_nothing() {
    let size = 4 * 1024 * 1024 - 16;
    refused(&format!("{{{}", ",".repeat(size)), "expected a key in double quotes, found ','");
    refused(&format!(r#"{{"a":[{}"#, ",".repeat(size)), "inside 'a[0]'");
    refused(&format!(r#"{{"a":[{}"#, "1,".repeat(size / 2)), "ends early inside 'a[");
    refused(&"\"".repeat(size), "more than one JSON value");
    refused(&"\n".repeat(size).replacen('\n', "{", 1), "ends early");
    refused(&format!("{}x", "\n".repeat(size)), "line 4194289, column 1");
    refused(&format!(r#"{{"a":-{}"#, "0".repeat(size)), "starts with 0");
    refused(&format!(r#"{{"a":1e{}}}"#, "9".repeat(size)), "64-bit float");
    assert_eq!(ours(&" ".repeat(size)), Ok(Map::new().into()));
}

#[test]
fn megabytes_of_something() {
    let long = "é".repeat(1_000_000);
    let text = format!(r#"{{"{long}":"{long}"}}"#);
    assert_eq!(ours(&text).ok(), theirs(&text));
    let small = format!(r#"{{"a":1e-{}}}"#, "9".repeat(1_000_000));
    assert_eq!(ours(&small), Ok(serde_json::json!({ "a": 0.0 })));
    let many = (0..100_000).map(|key| format!(r#""{key}":{key},"#)).collect::<Vec<_>>().concat();
    let text = format!(r#"{{{many}"x":[]}}"#);
    assert_eq!(ours(&text).ok(), theirs(&text));
}

#[test]
fn more_than_the_executor_takes_is_not_read() {
    let tool = SchemaTool::new(
        ToolSpec::new("any", "Takes anything.", serde_json::json!({ "type": "object" })),
        |_: Value| async { Ok::<_, ToolError>(()) },
    );
    let tools: Vec<Arc<dyn Tool>> = vec![Arc::new(tool.expect("a tool"))];
    let text = " ".repeat(4 * 1024 * 1024 + 1);
    let result = wait(call(tools.clone(), &text));
    assert_eq!(result.metadata["problems"][0]["reason"], "too_long", "{}", result.content);
    assert!(wait(call(tools, &text[1..])).success);
}
