//! Structs in structs, with the attributes of serde.

use std::borrow::Cow;
use std::sync::Arc;

use super::arguments;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Address {
    city: String,
    zip: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Empty {}

#[derive(Deserialize, JsonSchema)]
struct Unit;

#[derive(Deserialize, JsonSchema)]
struct Meters(f64);

#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
struct Transparent {
    inner: Address,
}

#[derive(Deserialize, JsonSchema)]
struct Page<T> {
    items: Vec<T>,
    next: Option<T>,
}

#[derive(Deserialize, JsonSchema, Clone)]
#[serde(deny_unknown_fields)]
struct Closed {
    a: u8,
    b: Option<u8>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Camel {
    first_name: String,
    last_name: Option<String>,
}

#[derive(Deserialize, JsonSchema, Default)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct AllAtOnce {
    first_value: u8,
    second_value: Option<u8>,
}

#[derive(Deserialize, JsonSchema)]
struct Level3 {
    n: u8,
}

#[derive(Deserialize, JsonSchema)]
struct Level2 {
    third: Level3,
    list: Vec<Level3>,
}

#[derive(Deserialize, JsonSchema)]
struct NewtypeOfOption(Option<u8>);

#[derive(Deserialize, JsonSchema)]
struct NewtypeOfList(Vec<Address>);

arguments! {
    Nested { address: Address, other: Option<Address> }
    Deep { second: Level2, more: Vec<Level2> }
    HoldsEmpty { empty: Empty, unit: Unit, maybe: Option<Empty> }
    Newtypes { length: Meters, list: NewtypeOfList, maybe: Option<Meters> }
    NewtypeOption { n: NewtypeOfOption }
    HoldsTransparent { inner: Transparent, list: Vec<Transparent> }
    Generic { strings: Page<String>, numbers: Page<u8>, nested: Page<Page<bool>> }
    Pointers { a: Box<Address>, b: Arc<Address>, c: Cow<'static, str>, d: Box<Option<Address>> }
    CowStruct { a: Cow<'static, Closed> }
    HoldsClosed { closed: Closed, list: Vec<Closed> }
    #[serde(deny_unknown_fields)]
    ClosedRoot { a: u8, b: Option<String>, address: Address }
    #[serde(rename_all = "camelCase")]
    CamelRoot { first_name: String, inner: Camel }
    #[serde(rename_all = "SCREAMING-KEBAB-CASE")]
    ScreamingRoot { first_name: String, last_name: Option<u8> }
    Renamed { #[serde(rename = "type")] kind: String, #[serde(rename = "max-items")] max: Option<u8> }
    #[serde(rename_all(deserialize = "UPPERCASE", serialize = "lowercase"))]
    TwoNames { first: u8, #[serde(rename(deserialize = "in", serialize = "out"))] second: u8 }
    Skips { a: u8, #[serde(skip)] b: u8, #[serde(skip_serializing)] c: u8 }
    SkipsDeserializing { a: u8, #[serde(skip_deserializing)] b: u8 }
    HoldsAllAtOnce { all: AllAtOnce, list: Vec<AllAtOnce> }
    #[serde(deny_unknown_fields, rename_all = "snake_case", default)]
    RootAllAtOnce { first: u8, second: Option<String>, third: Vec<u8> }
    #[schemars(title = "Title", description = "Described")]
    #[deprecated]
    Described { #[schemars(title = "Field", example = 3, extend("x-note" = "y"))] a: u8, title: String, description: Option<String> }
    OddNames { a1: u8, #[serde(rename = "dotted.name")] b: u8 }
}

impl Default for RootAllAtOnce {
    fn default() -> Self {
        Self { first: 9, second: None, third: vec![1] }
    }
}
