//! All problems of a call at once.

use std::collections::BTreeMap;

use jarvis_tools::prelude::*;
use jarvis_tools_tests::calls::{call, gives, refuses, says, typed, wait};
use serde_json::{Value, json};

/// Where to look up the weather.
#[derive(Serialize, Deserialize, JsonSchema, ToolArgs)]
struct WeatherArgs {
    /// City name.
    city: String,
    /// Days ahead.
    #[schemars(range(min = 1, max = 14))]
    days: Option<u8>,
}

/// Gets a forecast.
#[tool(inline)]
fn get_weather(args: WeatherArgs) -> WeatherArgs {
    args
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Geo {
    lat: f64,
    lon: f64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Address {
    city: String,
    geo: Geo,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Line {
    #[schemars(length(min = 3))]
    sku: String,
    count: u8,
}

/// An order.
#[derive(Serialize, Deserialize, JsonSchema, ToolArgs)]
struct OrderArgs {
    /// Number.
    number: u32,
    /// Name.
    name: String,
    /// Price.
    #[schemars(range(min = 0.0))]
    price: f64,
    /// Whether it is a gift.
    gift: bool,
    /// Tags.
    #[schemars(length(max = 2))]
    tags: Vec<String>,
    /// Size.
    size: Size,
    /// Where to.
    address: Address,
    /// What.
    lines: Vec<Line>,
    /// Notes.
    notes: Option<String>,
    /// Labels.
    labels: BTreeMap<String, i32>,
    /// From and to.
    hours: (u8, u8),
    /// Anything.
    extra: Value,
}

/// Takes an order.
#[tool(inline)]
fn order(args: OrderArgs) -> OrderArgs {
    args
}

#[test]
fn the_example_of_the_documentation() {
    says(
        tools![get_weather],
        r#"{"citty":"Oslo","days":"3"}"#,
        "Invalid arguments for tool 'get_weather' (2 problems):\n\
         \x20 - required parameter 'city' (type: string) is missing; keys sent: citty, days; \
         did you mean 'city' for 'citty'?\n\
         \x20 - parameter 'days' has wrong type: expected integer, got string \"3\"",
    );
}

#[test]
fn ten_faults_are_ten_problems_with_their_paths() {
    let faulty = json!({
        "numbr": 7,
        "name": null,
        "price": -0.5,
        "gift": "yes",
        "tags": ["a", "b", "c"],
        "size": "huge",
        "address": { "town": "Oslo", "geo": { "lat": "north", "lon": 10 } },
        "lines": [{ "sku": "abc", "count": 1 }, { "sku": "abc", "count": 300 }],
        "notes": null,
        "labels": { "a": 1, "b": 1.5 },
        "hours": [9, 17],
        "extra": null,
    });
    refuses(
        tools![order],
        &faulty.to_string(),
        &[
            "missing_parameter number: integer among address, extra, gift, hours, labels, lines, name, notes, \
             numbr, price, size, tags",
            "null_parameter name: string, got null",
            "out_of_range price: at least 0.0, got -0.5",
            "type_mismatch gift: boolean, got string",
            "out_of_range tags: a list of at most 2 items, got 3",
            r#"type_mismatch size: one of "small", "large", got string"#,
            "missing_parameter address.city: string among geo, town",
            "type_mismatch address.geo.lat: number, got string",
            "out_of_range lines[1].count: at most 255, got 300",
            "type_mismatch labels.b: integer, got number",
        ],
    );
}

#[test]
fn without_its_faults_it_arrives() {
    let right = json!({
        "number": 7,
        "name": "n",
        "price": 0.5,
        "gift": true,
        "tags": ["a", "b"],
        "size": "large",
        "address": { "city": "Oslo", "geo": { "lat": 59.5, "lon": 10.0 } },
        "lines": [{ "sku": "abc", "count": 255 }],
        "notes": "x",
        "labels": { "a": 1 },
        "hours": [9, 17],
        "extra": { "any": [null] },
    });
    gives(tools![order], &right.to_string(), right);
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Numbers {
    whole: u64,
    float: f64,
    text: String,
    list: Option<Vec<u8>>,
}

/// The paths of the problems with arguments, in order.
#[track_caller]
fn places<A>(arguments: &str) -> Vec<String>
where
    A: Serialize + for<'de> Deserialize<'de> + JsonSchema + Send + 'static,
{
    let result = wait(call(typed::<A>(), arguments));
    let problems = result.metadata["problems"].as_array().cloned().unwrap_or_default();
    problems.iter().map(|problem| problem["path"].as_str().unwrap_or_default().to_owned()).collect()
}

#[cfg(feature = "preserve_order")]
#[test]
fn a_number_that_nothing_holds_is_one_problem_in_its_place() {
    let huge = "18446744073709551616";
    assert_eq!(
        places::<Numbers>(&format!(r#"{{"text":1,"float":1e400,"whole":{huge}}}"#)),
        ["whole", "float", "text"]
    );
    assert_eq!(
        places::<Numbers>(&format!(r#"{{"whole":{huge},"float":"x","text":"t"}}"#)),
        ["whole", "float"]
    );
    assert_eq!(
        places::<Numbers>(r#"{"whole":9007199254740993.0,"float":1e400,"list":["x",1e400,{}]}"#),
        ["whole", "float", "text", "list[0]", "list[1]", "list[2]"]
    );
    assert_eq!(places::<Numbers>(r#"{"whole":1,"float":1e400,"text":"t","list":1}"#), ["float", "list"]);
}

#[test]
fn a_wrong_key_of_an_enum_is_named() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    enum Shape {
        Circle(u8),
        Square(u8),
    }
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Drawing {
        shape: Shape,
    }
    says(
        typed::<Drawing>(),
        r#"{"shape":{"Cirle":1}}"#,
        "Invalid arguments for tool 'echo': parameter 'shape' has wrong value: expected an object with one of the keys Circle, Square, \
         got object of Cirle",
    );
    says(
        typed::<Drawing>(),
        r#"{"shape":{}}"#,
        "Invalid arguments for tool 'echo': parameter 'shape' has wrong value: expected an object with one of the keys Circle, Square, got object",
    );
}

#[test]
fn a_blank_key_is_seen() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct One {
        name: String,
    }
    says(
        typed::<One>(),
        r#"{"":1}"#,
        "Invalid arguments for tool 'echo': required parameter 'name' (type: string) is missing; keys sent: ''",
    );
}
