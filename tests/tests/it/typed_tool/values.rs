//! Rows 1 to 35: one value.

use jarvis_tools::prelude::*;
use jarvis_tools_tests::calls::{gives, refuses, says};
use jarvis_tools_tests::echo;
use serde_json::{Map, Value, json};

echo!(text(Text { x: String }));
echo!(named(Named { name: String }));
echo!(nope(Nope { nope: String }));
echo!(whole(Whole { n: i32 }));
echo!(long(Long { n: i64 }));
echo!(double(Double { x: f64 }));
echo!(truth(Truth { t: bool }));
echo!(list(List { items: Vec<i64> }));
echo!(object(Object { inner: Map<String, Value> }));
echo!(optionals(Optionals { s: Option<String>, i: Option<i32>, d: Option<f64>, b: Option<bool> }));

#[test]
fn r001_to_003_a_text_arrives_untouched() {
    for text in ["hello", "", "  héllo wörld  "] {
        gives(tools![text], &json!({ "x": text }).to_string(), json!({ "x": text }));
    }
}

#[test]
fn r004_to_007_anything_else_is_no_text() {
    // A whole number is an `integer` in the words of JSON Schema, not just a number.
    for (value, word) in [("42", "integer"), ("4.5", "number"), ("true", "boolean"), (r#"{"a":1}"#, "object")]
    {
        let expected = format!("type_mismatch name: string, got {word}");
        refuses(tools![named], &format!(r#"{{"name":{value}}}"#), &[&expected]);
    }
    refuses(tools![named], r#"{"name":["a"]}"#, &["type_mismatch name: string, got array"]);
}

#[test]
fn r008_null_is_no_text() {
    refuses(tools![named], r#"{"name":null}"#, &["null_parameter name: string, got null"]);
}

#[test]
fn r009_to_011_what_is_missing_and_what_was_sent() {
    refuses(tools![named], r#"{"other":"x"}"#, &["missing_parameter name: string among other"]);
    refuses(tools![named], r#"{"Name":"x"}"#, &["missing_parameter name: string among Name"]);
    refuses(
        tools![nope],
        r#"{"zeta":1,"alpha":2,"mid":3}"#,
        &["missing_parameter nope: string among alpha, mid, zeta"],
    );
    says(
        tools![named],
        r#"{"Name":"x"}"#,
        "Invalid arguments for tool 'named': required parameter 'name' (type: string) is missing; \
         keys sent: Name; did you mean 'name' for 'Name'?",
    );
}

#[test]
fn r012_whole_numbers() {
    for n in [42, -7, 0] {
        gives(tools![whole], &json!({ "n": n }).to_string(), json!({ "n": n }));
    }
}

#[test]
fn r013_to_015_what_is_no_integer() {
    refuses(tools![whole], r#"{"n":"123"}"#, &["type_mismatch n: integer, got string"]);
    refuses(tools![whole], r#"{"n":true}"#, &["type_mismatch n: integer, got boolean"]);
    refuses(tools![whole], r#"{"n":null}"#, &["null_parameter n: integer, got null"]);
}

#[test]
fn r016_nothing_sent_is_not_listed() {
    refuses(tools![whole], "{}", &["missing_parameter n: integer"]);
    says(
        tools![whole],
        "{}",
        "Invalid arguments for tool 'whole': required parameter 'n' (type: integer) is missing",
    );
}

#[test]
fn r017_a_fraction_is_never_cut_off() {
    // The other library gave 3.
    refuses(tools![whole], r#"{"n":3.9}"#, &["type_mismatch n: integer, got number"]);
}

#[test]
fn r018_a_number_that_is_too_large_is_never_clamped() {
    // The other library gave 2147483647.
    refuses(tools![whole], r#"{"n":1e10}"#, &["out_of_range n: at most 2147483647, got 1e10"]);
    gives(tools![long], r#"{"n":1e10}"#, json!({ "n": 10_000_000_000_i64 }));
}

#[test]
fn r019_a_whole_number_with_a_point() {
    gives(tools![whole], r#"{"n":2.0}"#, json!({ "n": 2 }));
}

#[test]
fn r020_r021_floats() {
    for (sent, x) in [("3.25", 3.25), ("-0.5", -0.5), ("2", 2.0)] {
        gives(tools![double], &format!(r#"{{"x":{sent}}}"#), json!({ "x": x }));
    }
    refuses(tools![double], r#"{"x":"3.25"}"#, &["type_mismatch x: number, got string"]);
}

#[test]
fn r022_to_024_booleans() {
    for t in [true, false] {
        gives(tools![truth], &json!({ "t": t }).to_string(), json!({ "t": t }));
        let quoted = json!({ "t": t.to_string() }).to_string();
        refuses(tools![truth], &quoted, &["type_mismatch t: boolean, got string"]);
        let counted = json!({ "t": i32::from(t) }).to_string();
        // As in row 4: 0 and 1 are integers.
        refuses(tools![truth], &counted, &["type_mismatch t: boolean, got integer"]);
    }
}

#[test]
fn r025_r026_lists() {
    gives(tools![list], r#"{"items":[1,2]}"#, json!({ "items": [1, 2] }));
    refuses(tools![list], r#"{"items":"oops"}"#, &["type_mismatch items: array, got string"]);
}

#[test]
fn r027_to_029_objects() {
    gives(tools![object], r#"{"inner":{"k":1}}"#, json!({ "inner": { "k": 1 } }));
    refuses(tools![object], r#"{"inner":5}"#, &["type_mismatch inner: object, got integer"]);
    refuses(tools![object], r#"{"inner":true}"#, &["type_mismatch inner: object, got boolean"]);
}

#[test]
fn r030_to_033_optionals() {
    let all = json!({ "s": "v", "i": 5, "d": 1.5, "b": false });
    gives(tools![optionals], &all.to_string(), all);
    let none = json!({ "s": null, "i": null, "d": null, "b": null });
    gives(tools![optionals], "{}", none.clone());
    gives(tools![optionals], &none.to_string(), none);
    gives(tools![optionals], r#"{"s":""}"#, json!({ "s": "", "i": null, "d": null, "b": null }));
}

#[test]
fn r034_r035_an_optional_of_a_wrong_type_is_an_error() {
    refuses(tools![optionals], r#"{"i":"5"}"#, &["type_mismatch i: integer, got string"]);
    refuses(tools![optionals], r#"{"d":"1.5"}"#, &["type_mismatch d: number, got string"]);
    refuses(tools![optionals], r#"{"b":"true"}"#, &["type_mismatch b: boolean, got string"]);
    refuses(tools![optionals], r#"{"s":1}"#, &["type_mismatch s: string, got integer"]);
}
