//! Rows 36 to 56: values inside of others, and all of a call at once.

use jarvis_tools::prelude::*;
use jarvis_tools_tests::calls::{call, gives, refuses, says, wait};
use jarvis_tools_tests::echo;
use serde_json::json;

#[derive(Serialize, Deserialize, JsonSchema)]
struct C {
    c: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct D {
    d: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct HasB {
    b: C,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct HasC {
    c: D,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Host {
    host: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Port {
    port: u16,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct PortText {
    port: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Settings {
    theme: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct ThemedProfile {
    settings: Settings,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct AgedProfile {
    age: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct ThemedUser {
    profile: ThemedProfile,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct AgedUser {
    profile: AgedProfile,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Item {
    name: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct MaybeB {
    b: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Units {
    Celsius,
    Fahrenheit,
}

echo!(deep(Deep { a: HasB }));
echo!(other(Other { a: HasC }));
echo!(host(HostArgs { config: Host }));
echo!(port(PortArgs { config: Port }));
echo!(port_text(PortTextArgs { config: PortText }));
echo!(age(AgeArgs { user: AgedUser }));
echo!(theme(ThemeArgs { user: ThemedUser }));
echo!(key(KeyArgs { key: String }));
echo!(items(ItemsArgs { items: Vec<Item> }));
echo!(maybe(MaybeArgs { a: Option<MaybeB> }));
echo!(wanted(WantedArgs { wanted: String }));
echo!(country(CountryArgs { country: String }));
echo!(person(PersonArgs { name: String, age: u8 }));
echo!(three(ThreeArgs { a: String, b: String, c: String }));
echo!(two(TwoArgs { a: String, c: i64 }));
echo!(one(OneArgs { a: i64 }));
echo!(units(UnitsArgs { units: Units }));

#[test]
fn r036_r037_values_inside_of_others() {
    gives(tools![deep], r#"{"a":{"b":{"c":"deep"}}}"#, json!({ "a": { "b": { "c": "deep" } } }));
    // The key without a field is left out.
    gives(
        tools![port],
        r#"{"config":{"host":"localhost","port":8080}}"#,
        json!({ "config": { "port": 8080 } }),
    );
}

#[test]
fn r038_r039_a_missing_value_inside() {
    refuses(
        tools![port_text],
        r#"{"config":{"host":"h"}}"#,
        &["missing_parameter config.port: string among host"],
    );
    refuses(
        tools![age],
        r#"{"user":{"profile":{"name":"John"}}}"#,
        &["missing_parameter user.profile.age: integer among name"],
    );
}

#[test]
fn r040_to_042_the_object_on_the_way_is_what_is_missing() {
    refuses(tools![deep], r#"{"a":{}}"#, &["missing_parameter a.b: object"]);
    refuses(tools![other], r#"{"a":{"b":"v"}}"#, &["missing_parameter a.c: object among b"]);
    refuses(
        tools![theme],
        r#"{"user":{"profile":{}}}"#,
        &["missing_parameter user.profile.settings: object"],
    );
}

#[test]
fn r043_to_045_no_object_on_the_way() {
    // The other library called this a nesting that can't be entered, at the field inside; here the value
    // itself has the wrong type, and `invalid_nesting` is for the arguments as a whole.
    refuses(tools![host], r#"{"config":"text"}"#, &["type_mismatch config: object, got string"]);
    refuses(tools![host], r#"{"config":null}"#, &["null_parameter config: object, got null"]);
    refuses(tools![host], r#"{"config":[1,2]}"#, &["type_mismatch config: object, got array"]);
}

#[test]
fn r046_null_arguments_are_none_at_all() {
    // The other library refused null; models write it for "no arguments", so it means `{}`.
    refuses(tools![key], "null", &["missing_parameter key: string"]);
}

#[test]
fn r047_arguments_that_are_no_object() {
    for (arguments, word) in
        [(r#""text""#, "string"), ("[1]", "array"), ("1", "integer"), ("false", "boolean")]
    {
        let expected = format!("invalid_nesting key: object, got {word} in root");
        refuses(tools![key], arguments, &[&expected]);
    }
    refuses(
        tools![person],
        "[]",
        &[
            "invalid_nesting name: object, got array in root",
            "invalid_nesting age: object, got array in root",
        ],
    );
    says(
        tools![person],
        "[]",
        "Invalid arguments for tool 'person': the arguments must be a JSON object (parameters: name, age), got array",
    );
}

#[test]
fn r048_items_of_lists_have_paths() {
    // The other library had no paths into lists.
    let valid = json!({ "items": [{ "name": "x" }] });
    gives(tools![items], &valid.to_string(), valid);
    refuses(
        tools![items],
        r#"{"items":[{"name":"x"},{"nam":"y"},{"name":3}]}"#,
        &[
            "missing_parameter items[1].name: string among nam",
            "type_mismatch items[2].name: string, got integer",
        ],
    );
}

#[test]
fn r049_an_optional_inside_of_an_optional() {
    // The other library missed the object on the way; here it is optional too.
    gives(tools![maybe], "{}", json!({ "a": null }));
    gives(tools![maybe], r#"{"a":{}}"#, json!({ "a": { "b": null } }));
}

#[test]
fn r050_further_keys_are_ignored_and_reported() {
    let arguments = r#"{"wanted":"yes","unexpected":{"deep":[1]}}"#;
    gives(tools![wanted], arguments, json!({ "wanted": "yes" }));
    let result = wait(call(tools![wanted], arguments));
    assert_eq!(result.metadata["ignored_arguments"], json!(["unexpected"]));
}

#[test]
fn r051_only_the_keys_beside_it_were_sent() {
    refuses(
        tools![country],
        r#"{"user":{"name":"J"},"age":30,"city":"NY"}"#,
        &["missing_parameter country: string among age, city, user"],
    );
}

#[test]
fn r052_to_055_all_parameters_are_checked_at_once() {
    let alice = json!({ "name": "Alice", "age": 30 });
    gives(tools![person], &alice.to_string(), alice);
    refuses(
        tools![three],
        "{}",
        &["missing_parameter a: string", "missing_parameter b: string", "missing_parameter c: string"],
    );
    refuses(
        tools![two],
        r#"{"a":null,"b":"x"}"#,
        &["null_parameter a: string, got null", "missing_parameter c: integer among a, b"],
    );
    // The other library didn't look at the type here.
    refuses(tools![one], r#"{"a":"x"}"#, &["type_mismatch a: integer, got string"]);
}

#[test]
fn r056_a_value_outside_of_an_enum() {
    // The other library handed it on.
    refuses(
        tools![units],
        r#"{"units":"kelvin"}"#,
        &[r#"type_mismatch units: one of "celsius", "fahrenheit", got string"#],
    );
    says(
        tools![units],
        r#"{"units":"kelvin"}"#,
        "Invalid arguments for tool 'units': parameter 'units' has wrong value: \
         expected one of \"celsius\", \"fahrenheit\", got string \"kelvin\"",
    );
}
