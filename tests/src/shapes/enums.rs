//! Externally tagged enums.

use super::arguments;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
enum Unit {
    One,
    Two,
    Three,
}

/// A documented enum.
#[derive(Deserialize, JsonSchema)]
enum UnitDocs {
    /// The first.
    One,
    /// The second.
    Two,
}

#[derive(Deserialize, JsonSchema)]
enum UnitSomeDocs {
    /// The first.
    One,
    Two,
    #[serde(rename = "three!")]
    Three,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Kebab {
    FirstOne,
    SecondOne,
}

#[derive(Deserialize, JsonSchema)]
enum Single {
    Only,
}

#[derive(Deserialize, JsonSchema)]
struct Point {
    x: i32,
    y: Option<i32>,
}

#[derive(Deserialize, JsonSchema)]
enum Shape {
    Nothing,
    Newtype(u8),
    Tuple(u8, String),
    Struct { a: u8, b: Option<bool> },
    Point(Point),
}

#[derive(Deserialize, JsonSchema)]
enum ShapeDocs {
    /// Nothing.
    Nothing,
    /// A number.
    Number(f64),
    /// A structure.
    Struct {
        /// A part.
        a: u8,
    },
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
enum RenamedFields {
    FirstCase {
        long_name: u8,
        other_name: Option<u8>,
    },
    SecondCase {
        long_name: String,
    },
    #[serde(rename_all = "UPPERCASE")]
    ThirdCase {
        long_name: bool,
    },
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
enum Closed {
    A { n: u8 },
    B { text: String },
}

#[derive(Deserialize, JsonSchema)]
enum Options {
    Maybe(Option<u8>),
    List(Vec<u8>),
    Pair((u8, u8)),
    Empty {},
    EmptyTuple(),
    UnitInside(()),
    Nested(Box<Shape>),
}

#[derive(Deserialize, JsonSchema)]
enum Skips {
    Kept(u8),
    #[serde(skip)]
    #[allow(dead_code)]
    Gone(u8),
    #[serde(skip_serializing)]
    Read,
}

#[derive(Deserialize, JsonSchema)]
enum OnlyStructs {
    A { n: u8 },
}

#[derive(Deserialize, JsonSchema)]
enum LastUntagged {
    Named {
        n: u8,
    },
    Word,
    #[serde(untagged)]
    Free(bool),
}

arguments! {
    EnumUnit { e: Unit }
    EnumUnitDocs { e: UnitDocs, maybe: Option<UnitDocs> }
    EnumUnitSomeDocs { e: UnitSomeDocs }
    EnumKebab { e: Kebab, list: Vec<Kebab> }
    EnumSingle { e: Single }
    EnumShape { e: Shape }
    EnumShapes { list: Vec<Shape>, maybe: Option<Shape> }
    EnumShapeDocs { e: ShapeDocs }
    EnumRenamedFields { e: RenamedFields }
    EnumClosed { e: Closed }
    EnumOptions { e: Options }
    EnumSkips { e: Skips }
    EnumOnlyStructs { e: OnlyStructs, maybe: Option<OnlyStructs> }
    EnumInMap { map: std::collections::BTreeMap<String, Shape> }
    EnumInTuple { pair: (Shape, Unit) }
    EnumLastUntagged { e: LastUntagged }
    EnumResult { result: Result<u8, String> }
    EnumBound { bound: std::ops::Bound<u8> }
    EnumDefault { #[serde(default)] e: WithDefault, list: Vec<Option<Unit>> }
}

#[derive(Deserialize, JsonSchema, Default, serde::Serialize)]
enum WithDefault {
    #[default]
    First,
    Second(u8),
}
