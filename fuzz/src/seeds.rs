//! What the targets start from: recorded calls, made-up arguments of each type, and texts that models get wrong.

use jarvis_tools::testing::arbitrary_arguments;
use serde_json::Value;

use crate::decode;

/// Calls of the Berkeley Function Calling Leaderboard; `tests/data/README.md` says under which licence.
const CALLS: &str = include_str!("../../tests/data/bfcl-sample.jsonl");

/// Expressions with CPython's results; `tests/data/calculator/generate.py` writes them.
const EXPRESSIONS: &str = include_str!("../../tests/data/calculator/results.tsv");

/// Texts that something was once wrong about somewhere, or that come close to a limit.
pub fn nasty_texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "",
        " \n\t",
        "null",
        "\u{feff}",
        "\u{feff}{}",
        "\u{feff}\u{feff}{}",
        "{}",
        "[]",
        "\"\"",
        "0",
        "-0",
        "-",
        "{}{}",
        "{} x",
        "{},",
        "[{}]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "[1,]",
        "[,1]",
        "{'a':1}",
        "{a:1}",
        "{\"a\":True,\"b\":None,\"c\":NaN,\"d\":-Infinity}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":1.}",
        "{\"a\":1e}",
        "{\"a\":1e+}",
        "{\"a\":-}",
        "{\"a\":1.5e-3}",
        "{\"a\":1E400,\"b\":-1e400}",
        "{\"a\":1e-400,\"b\":5e-324}",
        "{\"a\":1e99999999999999999999}",
        "{\"a\":0e99999999999999999999}",
        "{\"a\":9007199254740993.0}",
        "{\"a\":18446744073709551616,\"b\":-9223372036854775809}",
        "{\"a\":170141183460469231731687303715884105728}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1e999,\"a\":2}",
        "{\"a\":{\"b\":1,\"\\u0062\":2}}",
        "{\"a\":\"\\ud83d\"}",
        "{\"a\":\"\\ude00\\ud83d\"}",
        "{\"a\":\"\\ud83d\\ude00\"}",
        "{\"a\":\"\\ud83d\\u0041\"}",
        "{\"a\":\"\\ud83d\\",
        "{\"a\":\"\\u12",
        "{\"a\":\"\\q\"}",
        "{\"a\":\"\\u00zz\"}",
        "{\"a\":\"\\\u{e9}\"}",
        "{\"a\":\"x\ny\"}",
        "{\"a\":\"\u{0}\"}",
        "{\"a\":\"\u{7f}\u{80}\u{2028}\"}",
        "{\"a\":tru",
        "{\"a\":truex}",
        "{\"a\":nul}",
        "// a\n{}",
        "{/**/}",
        "```json\n{\"a\":1}\n```",
        "```\n{}```",
        "``````",
        "Sure: {}",
        "{\"arguments\":{\"a\":1}}",
        "{\"arguments\":\"{\\\"arguments\\\":{}}\"}",
        "\"{\\\"a\\\":\\\"[1,\\\\\\\"2\\\\\\\"]\\\"}\"",
        "{\"a\":\"5\",\"b\":\"true\",\"c\":\"null\",\"d\":\" 5\",\"e\":\"[1]\",\"f\":\"{}\"}",
        "{\"\":{\"\":[{\"\":\"\"}]}}",
        "{\"\\u0000\\n\":\"\u{1f}\"}",
    ]
    .map(str::to_owned)
    .into();
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"next\":", "}]"), ("{\"children\":[", "]}")] {
        let levels = 128 / open.matches(['[', '{']).count();
        for levels in [levels - 1, levels, 2000] {
            texts.push(format!("{{\"a\":{}1{}}}", open.repeat(levels), close.repeat(levels)));
            texts.push(open.repeat(levels));
        }
    }
    for name in ["list", "json", "tree", "children", "a"] {
        texts.push(format!("{{\"{name}\":{}}}", quoted(6, 60)));
    }
    texts.push(
        (0..40).map(|index| format!(",\"k{index}\":{index}")).collect::<String>().replacen(',', "{", 1)
            + ",\"k3\":1}",
    );
    texts
}

/// Lists in a text in lists in a text, and so on, as models write that encode a value more than once.
fn quoted(times: usize, levels: usize) -> String {
    let mut text = "1".to_owned();
    for _ in 0..times {
        text = format!("{}{text}{}", "[".repeat(levels), "]".repeat(levels));
        text = Value::from(text).to_string();
    }
    text
}

/// Recorded calls: the schema and the arguments.
fn calls() -> Vec<(String, String)> {
    let text = |case: &Value, part: &str| case[part].as_str().unwrap_or_default().to_owned();
    CALLS
        .lines()
        .step_by(3)
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .map(|case| (case["tool"]["parameters"].to_string(), text(&case, "arguments")))
        .collect()
}

/// Schemas that are hard to check against, each with arguments.
fn nasty_schemas() -> Vec<String> {
    let deep = "{\"a\":".repeat(120) + "1" + &"}".repeat(120);
    let list = format!("{{\"a\":{}1{}}}", "[".repeat(120), "]".repeat(120));
    let many: Vec<String> = (0..300).map(|item| (item % 299).to_string()).collect();
    let many = format!("{{\"a\":[{}]}}", many.join(","));
    let quoted = format!("{{\"a\":{}}}", quoted(6, 60));
    [
        (r##"{"properties":{"a":{"$ref":"#"}}}"##, &deep),
        (r##"{"properties":{"a":{"anyOf":[{"$ref":"#"},{"type":"integer"}]}}}"##, &deep),
        (r##"{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}],"$defs":{"a":{"properties":{"a":{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}}}}}"##, &deep),
        (r##"{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"oneOf":[{"type":"array","items":{"$ref":"#/$defs/a"}},{"type":"array","prefixItems":[{"$ref":"#/$defs/a"}]},{"type":"integer"}]}}}"##, &list),
        (r##"{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"not":{"not":{"items":{"$ref":"#/$defs/a"},"uniqueItems":true}}}}}"##, &list),
        (r##"{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"array","items":{"$ref":"#/$defs/a"}}}}"##, &quoted),
        (r##"{"properties":{"a":{"type":"array","items":{"type":"integer","multipleOf":0.1,"maximum":1e20},"uniqueItems":true,"contains":{"const":5},"maxContains":1}}}"##, &many),
        (r##"{"properties":{"a":{"enum":[1,"a",null,[1],{"a":1}]}},"patternProperties":{"^a":{"not":{"const":1.0}}},"propertyNames":{"pattern":"^[a-c]+$"},"additionalProperties":false}"##, &many),
        (r##"{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"properties":{"c":{"minLength":3}}},"dependentRequired":{"a":["c"]},"dependentSchemas":{"a":{"minProperties":2}},"unevaluatedProperties":false}"##, &deep),
        (r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##, &deep),
    ]
    .map(|(schema, arguments)| format!("{schema}\n{arguments}"))
    .into()
}

/// Expressions, the long ones among them shortened, and texts that are far from one.
fn expressions() -> Vec<String> {
    let recorded = EXPRESSIONS.lines().step_by(3).filter_map(|line| line.split('\t').next());
    let recorded = recorded.map(|expression| expression.chars().take(400).collect());
    let nested =
        ["(", "abs(", "-", "2**", "1+", "(1,", "min(1,"].map(|piece| piece.repeat(16_384 / piece.len()));
    let hostile =
        ["9**9**9", "10**400 * 1.0", "3**40000 % 2**60000", "(1\n+\\\n2) # three", "\u{661}+\u{3c0}"];
    recorded.chain(nested).chain(hostile.map(str::to_owned)).collect()
}

/// The seeds of a target.
pub fn of(target: &str) -> Vec<Vec<u8>> {
    let texts = nasty_texts();
    match target {
        "calculator" => expressions().into_iter().map(String::into_bytes).collect(),
        "decode" => {
            let of_type = |byte: u8| {
                let spec = decode::tool(byte).spec();
                (0..2).map(move |seed| (byte, arbitrary_arguments(spec, seed).to_string()))
            };
            let some = texts
                .into_iter()
                .enumerate()
                .map(|(index, text)| (u8::try_from(index * 7 % 256).unwrap_or(0), text));
            (0..=u8::MAX)
                .flat_map(of_type)
                .chain(some)
                .map(|(byte, text)| [&[byte], text.as_bytes()].concat())
                .collect()
        }
        "stream" => streams(),
        "schema" => {
            let recorded = calls().into_iter().map(|(schema, arguments)| format!("{schema}\n{arguments}"));
            let made_up = (0..200_u64).map(noise);
            recorded.chain(nasty_schemas()).map(String::into_bytes).chain(made_up).collect()
        }
        _ => {
            calls().into_iter().map(|(_, arguments)| arguments).chain(texts).map(String::into_bytes).collect()
        }
    }
}

/// Recorded streams behind the byte of their provider; whole, and without their end.
fn streams() -> Vec<Vec<u8>> {
    const RECORDED: &[(u8, &[u8])] = &[
        (1, include_bytes!("../../tests/tests/it/stream/fixtures/anthropic_error.sse")),
        (1, include_bytes!("../../tests/tests/it/stream/fixtures/anthropic_max_tokens.sse")),
        (1, include_bytes!("../../tests/tests/it/stream/fixtures/anthropic_parallel.sse")),
        (0, include_bytes!("../../tests/tests/it/stream/fixtures/chat_length.sse")),
        (0, include_bytes!("../../tests/tests/it/stream/fixtures/chat_length_readable.sse")),
        (0, include_bytes!("../../tests/tests/it/stream/fixtures/chat_parallel.sse")),
        (0, include_bytes!("../../tests/tests/it/stream/fixtures/chat_refusal.sse")),
        (0, include_bytes!("../../tests/tests/it/stream/fixtures/chat_repeats.sse")),
        (0, include_bytes!("../../tests/tests/it/stream/fixtures/chat_text.sse")),
        (0, include_bytes!("../../tests/tests/it/stream/fixtures/chat_whole_calls.sse")),
        (3, include_bytes!("../../tests/tests/it/stream/fixtures/gemini_blocked.sse")),
        (3, include_bytes!("../../tests/tests/it/stream/fixtures/gemini_max_tokens.sse")),
        (3, include_bytes!("../../tests/tests/it/stream/fixtures/gemini_parallel.sse")),
        (3, include_bytes!("../../tests/tests/it/stream/fixtures/gemini_snake.sse")),
        (4, include_bytes!("../../tests/tests/it/stream/fixtures/ollama_calls.ndjson")),
        (4, include_bytes!("../../tests/tests/it/stream/fixtures/ollama_length.ndjson")),
        (2, include_bytes!("../../tests/tests/it/stream/fixtures/responses_incomplete.sse")),
        (2, include_bytes!("../../tests/tests/it/stream/fixtures/responses_parallel.sse")),
        (2, include_bytes!("../../tests/tests/it/stream/fixtures/responses_refusal.sse")),
    ];
    let with = |(first, bytes): &(u8, &[u8])| {
        let half = &bytes[..bytes.len() / 2];
        [[&[*first + 100], *bytes].concat(), [&[*first + 5], half].concat()]
    };
    RECORDED.iter().flat_map(with).collect()
}

/// Bytes without any order, the same for the same seed.
fn noise(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut bytes = vec![0];
    while bytes.len() < 500 {
        // xorshift64
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend(state.to_le_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{calculator, on_small_stack, schema, stream, text};

    #[test]
    fn the_seeds_of_the_calculator_pass() {
        of("calculator").iter().for_each(|seed| on_small_stack(calculator::check, seed));
    }

    #[test]
    fn the_seeds_of_decode_pass() {
        of("decode").iter().for_each(|seed| on_small_stack(decode::check, seed));
    }

    #[test]
    fn the_seeds_of_schema_pass() {
        of("schema").iter().for_each(|seed| on_small_stack(schema::check, seed));
    }

    #[test]
    fn the_seeds_of_stream_pass() {
        of("stream").iter().for_each(|seed| on_small_stack(stream::check, seed));
    }

    #[test]
    fn the_seeds_of_text_pass() {
        of("text").iter().for_each(|seed| on_small_stack(text::check, seed));
    }

    #[test]
    fn every_type_meets_every_nasty_text() {
        for text in nasty_texts() {
            for byte in 0..=u8::MAX {
                on_small_stack(decode::check, &[&[byte], text.as_bytes()].concat());
            }
        }
    }
}
