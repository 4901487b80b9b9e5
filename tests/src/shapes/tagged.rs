//! Internally and adjacently tagged enums.

use super::arguments;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Point {
    x: i32,
    y: Option<i32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Internal {
    Nothing,
    Struct { a: u8, b: Option<String> },
    Point(Point),
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum InternalDocs {
    /// The first form.
    FirstForm {
        /// A part.
        n: u8,
    },
    /// The second form.
    SecondForm { text: String, list: Vec<u8> },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "kebab-case", rename_all_fields = "camelCase")]
enum InternalRenamed {
    AddOne { long_name: i64 },
    DropAll { other_name: Option<f32> },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", deny_unknown_fields)]
enum InternalClosed {
    A { n: u8 },
    B { text: Option<String> },
    C,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "t")]
enum InternalSame {
    A { value: u8 },
    B { value: String },
    C { value: Option<bool> },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "outer")]
enum InternalNested {
    Inner(Internal),
    Adjacent { part: Adjacent },
    External { part: External },
}

#[derive(Deserialize, JsonSchema)]
enum External {
    Word,
    Number(u8),
    Struct { n: i64 },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Nothing,
    Number(u8),
    Pair(u8, String),
    Struct { a: u8, b: Option<u8> },
    Point(Point),
    Maybe(Option<u8>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type", content = "value", rename_all = "snake_case", deny_unknown_fields)]
enum AdjacentClosed {
    /// A word.
    Word(String),
    /// A list.
    ListOf(Vec<i8>),
    Empty,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum InternalMaps {
    Map(std::collections::BTreeMap<String, u8>),
    Open {
        n: u8,
        #[serde(flatten)]
        rest: std::collections::BTreeMap<String, serde_json::Value>,
    },
    Flat {
        #[serde(flatten)]
        point: Point,
    },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum InternalFloats {
    A { n: u64, list: Vec<i32>, pair: (u8, f32), nested: Point },
    B { x: f64, maybe: Option<i16> },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
struct TaggedStruct {
    n: u8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum InternalDefaults {
    A {
        #[serde(default)]
        n: u8,
        #[serde(default)]
        maybe: Option<u8>,
    },
    B {
        #[serde(default)]
        list: Vec<Point>,
    },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum InternalOne {
    Only { n: u8 },
}

#[derive(Deserialize, JsonSchema)]
struct UnitStruct;

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum InternalUnits {
    Unit(UnitStruct),
    Empty {},
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum AdjacentUnits {
    A,
    B,
}

arguments! {
    TagAdjacentUnits { e: AdjacentUnits, list: Vec<AdjacentUnits> }
    TagInternal { e: Internal }
    TagInternalList { list: Vec<Internal>, maybe: Option<Internal> }
    TagInternalDocs { e: InternalDocs }
    TagInternalRenamed { e: InternalRenamed }
    TagInternalClosed { e: InternalClosed }
    TagInternalSame { e: InternalSame }
    TagInternalNested { e: InternalNested }
    TagInternalMaps { e: InternalMaps }
    TagInternalFloats { e: InternalFloats }
    TagInternalDefaults { e: InternalDefaults }
    TagInternalOne { e: InternalOne }
    TagInternalUnits { e: InternalUnits }
    TagAdjacent { e: Adjacent }
    TagAdjacentList { list: Vec<Adjacent>, maybe: Option<Adjacent> }
    TagAdjacentClosed { e: AdjacentClosed }
    TagStruct { s: TaggedStruct }
    TagInMap { map: std::collections::BTreeMap<String, Internal> }
}
