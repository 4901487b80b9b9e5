//! Untagged enums.

use std::collections::BTreeMap;

use super::arguments;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Scalar {
    Number(i64),
    Text(String),
    Flag(bool),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Structs {
    Both { a: u8, b: u8 },
    First { a: u8 },
    Text { text: String, n: Option<u8> },
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Numbers {
    Small(u8),
    Signed(i32),
    Float(f64),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum WithNull {
    Nothing,
    Number(u8),
    List(Vec<Option<u8>>),
}

#[derive(Deserialize, JsonSchema)]
struct Point {
    x: i32,
    y: Option<i32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Mixed {
    Point(Point),
    Pair(u8, u8),
    Map(BTreeMap<String, bool>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
enum Closed {
    A { a: u8 },
    B { a: u8, b: u8 },
    C { c: Option<u8> },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Tagged {
    A { n: u8 },
    B { n: String },
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum OfTagged {
    Tagged(Tagged),
    Number(u8),
    Word(Word),
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Word {
    Yes,
    No,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Nested {
    Scalar(Scalar),
    List(Vec<Nested2>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Nested2 {
    Scalar(Scalar),
    Object { inner: Scalar, more: Option<Vec<Scalar>> },
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum Documented {
    /// By its id.
    ById {
        /// The id.
        item_id: u64,
    },
    /// By its name.
    ByName { item_name: String },
}

arguments! {
    UntaggedScalar { e: Scalar }
    UntaggedScalars { list: Vec<Scalar>, maybe: Option<Scalar> }
    UntaggedOneOrMany { e: OneOrMany }
    UntaggedStructs { e: Structs }
    UntaggedNumbers { e: Numbers, list: Vec<Numbers> }
    UntaggedNull { e: WithNull, maybe: Option<WithNull> }
    UntaggedMixed { e: Mixed }
    UntaggedClosed { e: Closed }
    UntaggedTagged { e: OfTagged }
    UntaggedNested { e: Nested }
    UntaggedDocs { e: Documented }
    UntaggedInMap { map: BTreeMap<String, Structs> }
}
