//! Structs, primitives, lists, maps, tuples, defaults, bounds and docs.

use std::collections::{BTreeMap, HashMap};

use jarvis_tools::prelude::*;
use jarvis_tools_tests::calls::{define, gives, schema, typed};
use serde_json::{Value, json};

/// Checks one property of a type.
#[track_caller]
fn property<A>(name: &str, expected: Value)
where
    A: Serialize + for<'de> Deserialize<'de> + JsonSchema + Send + 'static,
{
    let schema = schema::<A>();
    assert_eq!(schema["properties"][name], expected, "{schema}");
}

/// Checks that a type is refused with these words.
#[track_caller]
fn refused<A>(words: &[&str])
where
    A: Serialize + for<'de> Deserialize<'de> + JsonSchema + Send + 'static,
{
    let error = define::<A>().expect_err("it is refused").to_string();
    for word in words {
        assert!(error.contains(word), "{word:?} is missing in {error}");
    }
}

/// How a thing is.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Thing {
    /// What it is called.
    ///
    ///   - as people say it
    ///   - not as books do
    title: String,
    #[serde(rename = "zIndex")]
    z_index: Option<i64>,
    alpha: bool,
}

#[cfg(feature = "preserve_order")]
#[test]
fn the_root_is_an_object_without_a_title() {
    let schema = schema::<Thing>();
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "description": "How a thing is.",
            "properties": {
                "title": {
                    "type": "string",
                    "description": "What it is called.\n\n  - as people say it\n  - not as books do",
                },
                "zIndex": { "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX },
                "alpha": { "type": "boolean" },
            },
            "required": ["title", "alpha"],
        })
    );
    // In the order of declaration, not of the alphabet.
    let properties = schema["properties"].as_object().expect("an object");
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["title", "zIndex", "alpha"]);
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Primitives {
    text: String,
    letter: char,
    yes: bool,
    tiny: i8,
    byte: u8,
    word: u64,
    single: f32,
    double: f64,
}

#[test]
fn primitives_say_what_the_decoder_takes() {
    let integer = |least: i64, most: u64| json!({ "type": "integer", "minimum": least, "maximum": most });
    property::<Primitives>("text", json!({ "type": "string" }));
    property::<Primitives>("letter", json!({ "type": "string", "minLength": 1, "maxLength": 1 }));
    property::<Primitives>("yes", json!({ "type": "boolean" }));
    property::<Primitives>("tiny", integer(-128, 127));
    property::<Primitives>("byte", integer(0, 255));
    property::<Primitives>("word", integer(0, u64::MAX));
    property::<Primitives>("double", json!({ "type": "number" }));
    let (least, most) = (f64::from(f32::MIN), f64::from(f32::MAX));
    property::<Primitives>("single", json!({ "type": "number", "minimum": least, "maximum": most }));
}

#[test]
fn integers_that_json_can_not_carry_are_refused() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Wide {
        n: u128,
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Nested {
        inner: Vec<Option<i128>>,
    }

    refused::<Wide>(&["/properties/n", "128-bit"]);
    refused::<Nested>(&["/properties/inner/items", "128-bit"]);
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[allow(clippy::option_option)] // Its schema is what is tested.
struct Optionals {
    number: Option<u8>,
    list: Option<Vec<String>>,
    inner: Option<Inner>,
    twice: Option<Option<u8>>,
    items: Vec<Option<bool>>,
    map: BTreeMap<String, Option<bool>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Inner {
    /// A value.
    x: Option<String>,
}

#[test]
fn what_may_be_left_out_has_the_plain_type() {
    let byte = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
    property::<Optionals>("number", byte.clone());
    property::<Optionals>("list", json!({ "type": "array", "items": { "type": "string" } }));
    property::<Optionals>(
        "inner",
        json!({ "type": "object", "properties": { "x": { "type": "string", "description": "A value." } } }),
    );
    property::<Optionals>("twice", byte);
    assert_eq!(schema::<Optionals>()["required"], json!(["items", "map"]));
    // Elsewhere null is a value.
    let nullable = json!({ "type": ["boolean", "null"] });
    property::<Optionals>("items", json!({ "type": "array", "items": nullable }));
    property::<Optionals>("map", json!({ "type": "object", "additionalProperties": nullable }));
}

fn five() -> u32 {
    5
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Defaults {
    #[serde(default = "five")]
    count: u32,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    maybe: Option<u8>,
}

#[test]
fn defaults_are_shown_and_not_required() {
    property::<Defaults>(
        "count",
        json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX, "default": 5 }),
    );
    property::<Defaults>("names", json!({ "type": "array", "items": { "type": "string" }, "default": [] }));
    // Null is no value of the plain type, so it is not shown as its default.
    property::<Defaults>("maybe", json!({ "type": "integer", "minimum": 0, "maximum": 255 }));
    assert_eq!(schema::<Defaults>()["required"], json!([]));
}

#[test]
fn an_optional_with_a_default_of_its_own_is_refused() {
    #[allow(clippy::unnecessary_wraps)] // The field's type asks for it.
    fn some() -> Option<u8> {
        Some(3)
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Both {
        #[serde(default = "some")]
        n: Option<u8>,
    }

    refused::<Both>(&["/properties/n", "null could mean", "take the Option or the default away"]);
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Containers {
    nested: Vec<Vec<u8>>,
    map: HashMap<String, Vec<bool>>,
    same: (f64, f64, f64),
    mixed: (String, bool),
    fixed: [bool; 3],
    set: std::collections::BTreeSet<String>,
    any: Value,
    object: serde_json::Map<String, Value>,
    #[serde(rename = "by.number")]
    keyed: BTreeMap<u8, bool>,
}

#[test]
fn lists_maps_and_tuples() {
    let byte = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
    let list = |items: Value| json!({ "type": "array", "items": items });
    property::<Containers>("nested", list(list(byte)));
    let bools = list(json!({ "type": "boolean" }));
    property::<Containers>("map", json!({ "type": "object", "additionalProperties": bools }));
    let fixed =
        |kind: &str| json!({ "type": "array", "items": { "type": kind }, "minItems": 3, "maxItems": 3 });
    property::<Containers>("same", fixed("number"));
    property::<Containers>("fixed", fixed("boolean"));
    property::<Containers>(
        "mixed",
        json!({
            "type": "array",
            "prefixItems": [{ "type": "string" }, { "type": "boolean" }],
            "minItems": 2,
            "maxItems": 2,
        }),
    );
    property::<Containers>(
        "set",
        json!({ "type": "array", "uniqueItems": true, "items": { "type": "string" } }),
    );
    property::<Containers>("any", json!({}));
    property::<Containers>("object", json!({ "type": "object", "additionalProperties": {} }));
    let keyed = schema::<Containers>()["properties"]["by.number"].clone();
    assert_eq!(keyed["additionalProperties"], json!({ "type": "boolean" }), "{keyed}");
    assert!(keyed.get("propertyNames").is_some() && keyed.get("patternProperties").is_none(), "{keyed}");
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Bounds {
    #[schemars(range(min = 1, max = 14))]
    days: u8,
    #[schemars(range(min = -1.5))]
    degrees: f64,
    #[schemars(length(min = 2, max = 5))]
    name: String,
    #[schemars(length(min = 1), inner(length(max = 3)))]
    tags: Vec<String>,
    #[schemars(regex(pattern = "^[a-z]+$"))]
    word: Option<String>,
}

#[test]
fn bounds_of_schemars_narrow_those_of_the_types() {
    property::<Bounds>("days", json!({ "type": "integer", "minimum": 1, "maximum": 14 }));
    property::<Bounds>("degrees", json!({ "type": "number", "minimum": -1.5 }));
    property::<Bounds>("name", json!({ "type": "string", "minLength": 2, "maxLength": 5 }));
    property::<Bounds>(
        "tags",
        json!({ "type": "array", "items": { "type": "string", "maxLength": 3 }, "minItems": 1 }),
    );
    property::<Bounds>("word", json!({ "type": "string", "pattern": "^[a-z]+$" }));
}

#[test]
fn bounds_beyond_the_type_are_refused() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Loose {
        #[schemars(range(max = 1000))]
        n: u8,
    }

    refused::<Loose>(&["/properties/n/maximum", "1000", "255"]);
}

#[test]
fn names_that_providers_refuse_are_refused_at_any_depth() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Account {
        #[serde(rename = "Account Number")]
        number: u32,
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Nested {
        accounts: Vec<Account>,
    }

    refused::<Account>(&["Account Number"]);
    refused::<Nested>(&["/properties/accounts/items/properties/Account Number"]);
}

#[test]
fn what_is_renamed_and_flattened_goes_by_its_names_in_json() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Paging {
        page_size: u8,
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    struct Query {
        search_text: String,
        #[serde(flatten)]
        paging: Paging,
        #[serde(skip)]
        #[allow(dead_code)]
        hidden: u8,
    }

    let schema = schema::<Query>();
    assert_eq!(schema["required"], json!(["searchText", "page_size"]));
    assert_eq!(schema["properties"]["searchText"], json!({ "type": "string" }), "{schema}");
    assert!(schema["properties"].get("hidden").is_none(), "{schema}");
    let valid = json!({ "searchText": "x", "page_size": 3 });
    gives(typed::<Query>(), &valid.to_string(), valid);
}

#[test]
fn generics_are_described_by_what_fills_them() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Holder<T> {
        value: T,
    }

    property::<Holder<bool>>("value", json!({ "type": "boolean" }));
    property::<Holder<Vec<String>>>("value", json!({ "type": "array", "items": { "type": "string" } }));
}
