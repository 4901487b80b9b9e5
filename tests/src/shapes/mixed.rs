//! Shapes within shapes: tagged enums in newtypes and generics, recursion through every kind of part.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroI16;

use super::arguments;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize, JsonSchema)]
struct Point {
    x: i32,
    y: Option<i32>,
}

#[derive(Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "kebab-case")]
enum Word {
    OneTwo,
    Three,
}

#[derive(Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(untagged)]
enum Key {
    Word(Word),
    Text(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "k")]
enum Tagged {
    A { n: u8 },
    B(Point),
    C,
}

#[derive(Deserialize, JsonSchema)]
struct Newtype(Tagged);

#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
struct Transparent {
    inner: Tagged,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "k", content = "c")]
enum Adjacent {
    A(Tagged),
    B(Newtype),
    C(Option<Transparent>),
    D(BTreeMap<String, Tagged>),
    E(),
    F(()),
}

#[derive(Deserialize, JsonSchema)]
enum Recursive {
    A(Tagged),
    B(Box<Recursive>),
    C(Vec<Recursive>),
    D { e: Option<Box<Recursive>> },
    U,
    P(Newtype, Transparent),
    ByNumber(BTreeMap<u8, Recursive>),
    ByLetter(BTreeMap<char, Option<Recursive>>),
    ByWord { map: HashMap<Word, Recursive> },
}

#[derive(Deserialize, JsonSchema)]
struct Deep {
    next: Option<Box<Deep>>,
    last: Option<Last>,
}

#[derive(Deserialize, JsonSchema)]
struct Last {
    back: Option<Box<Deep>>,
    maps: Vec<BTreeMap<bool, BTreeMap<NonZeroI16, Deep>>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum RecursiveUntagged {
    Leaf(f32),
    Tagged(Tagged),
    List(Vec<RecursiveUntagged>),
    Map(BTreeMap<String, RecursiveUntagged>),
}

#[derive(Deserialize, JsonSchema)]
enum SomeUntagged {
    A(u8),
    B {
        x: u8,
    },
    #[serde(untagged)]
    Rest(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "k")]
enum TaggedOrNot {
    A {
        n: u8,
    },
    #[serde(untagged)]
    Rest {
        m: String,
    },
}

#[derive(Deserialize, JsonSchema)]
struct Generic<T = u8> {
    t: T,
    maybe: Option<T>,
    list: Vec<T>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(default)]
struct Defaults {
    a: u8,
    text: String,
    maybe: Option<u8>,
    list: Vec<Point>,
}

impl Default for Defaults {
    fn default() -> Self {
        Self { a: 7, text: "x".to_owned(), maybe: None, list: Vec::new() }
    }
}

#[derive(Deserialize, JsonSchema)]
struct Rest<T> {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, T>,
}

#[derive(Deserialize, JsonSchema)]
struct TwoFlat {
    #[serde(flatten)]
    e: Tagged,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

arguments! {
    MixedKeys { by_key: BTreeMap<Key, u8>, nested: BTreeMap<char, BTreeMap<bool, BTreeMap<NonZeroI16, f32>>> }
    MixedNewtypes { a: Newtype, b: Transparent, c: Vec<Newtype>, d: Option<Transparent> }
    MixedAdjacent { a: Adjacent, list: Vec<Adjacent> }
    MixedRecursive { e: Recursive }
    MixedRecursiveTuple { pair: (Tagged, Recursive), list: Vec<(u8, Option<Recursive>)> }
    MixedDeep { deep: Deep }
    MixedUntagged { e: RecursiveUntagged }
    MixedSomeUntagged { a: SomeUntagged, b: TaggedOrNot }
    MixedGenerics { a: Generic, b: Generic<String>, c: Generic<Option<u8>>, d: Generic<Generic<f32>> }
    MixedDefaults { a: Defaults, b: Option<Defaults>, #[serde(default)] c: Defaults }
    MixedRest { a: Rest<u8>, b: Rest<Option<String>>, c: Rest<Vec<Point>> }
    MixedTwoFlat { two: TwoFlat }
    MixedFlatDefaults { #[serde(flatten)] a: Defaults, #[serde(flatten)] rest: BTreeMap<String, f32> }
    MixedFlatNewtype { #[serde(flatten)] a: Transparent, #[serde(flatten)] b: Box<Option<Defaults>> }
    MixedFlatWords { #[serde(flatten)] map: BTreeMap<Word, u8> }
    MixedNulls { a: Option<Option<u8>>, b: Option<Option<Option<Tagged>>>, c: Option<()>, d: Vec<Option<Option<u8>>> }
    MixedContains {
        #[schemars(extend("contains" = { "const": 3 }, "minContains" = 2, "maxContains" = 3))]
        a: Vec<u8>,
        #[schemars(extend("contains" = { "type": "string" }))]
        b: Vec<Value>,
    }
    MixedConstants {
        #[schemars(extend("const" = 5))]
        a: u8,
        #[schemars(extend("enum" = [1, 2.0, 3e0]))]
        b: u8,
        #[schemars(extend("enum" = [null, 1]))]
        c: Option<u8>,
    }
    #[schemars(extend("dependentSchemas" = { "a": { "required": ["b"], "properties": { "b": { "minimum": 3 } } } }))]
    MixedDependent { a: Option<u8>, b: Option<u8> }
    #[schemars(extend(
        "if" = { "properties": { "a": { "const": 1 } }, "required": ["a"] },
        "then" = { "required": ["b"] },
        "else" = { "properties": { "b": { "maximum": 3 } } },
    ))]
    MixedIf { a: Option<u8>, b: Option<u8> }
}
