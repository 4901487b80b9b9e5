//! Flattened structs, maps and enums.

use std::collections::{BTreeMap, HashMap};

use super::arguments;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize, JsonSchema)]
struct Paging {
    limit: u8,
    offset: Option<u64>,
}

#[derive(Deserialize, JsonSchema)]
struct Sorting {
    by: String,
    #[serde(default)]
    descending: bool,
}

#[derive(Deserialize, JsonSchema)]
struct Two {
    #[serde(flatten)]
    paging: Paging,
    #[serde(flatten)]
    sorting: Sorting,
    x: f32,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Internal {
    A { n: u8 },
    B { text: String, maybe: Option<i32> },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A(u8),
    B { n: i64 },
    C,
}

#[derive(Deserialize, JsonSchema)]
enum External {
    Number(u8),
    Struct { n: i64 },
    Pair(u8, bool),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    ById { id: u64 },
    ByName { name: String, exact: Option<bool> },
}

#[derive(Deserialize, JsonSchema)]
struct Lists {
    list: Vec<u8>,
    pairs: Vec<(u8, f64)>,
    inner: Option<Paging>,
}

arguments! {
    FlatStruct { name: String, #[serde(flatten)] paging: Paging }
    FlatTwo { #[serde(flatten)] paging: Paging, #[serde(flatten)] sorting: Sorting }
    FlatDeep { #[serde(flatten)] two: Two, name: Option<String> }
    FlatInner { inner: Two, list: Vec<Two> }
    FlatOption { name: String, #[serde(flatten)] sorting: Option<Sorting> }
    FlatMap { name: String, #[serde(flatten)] rest: HashMap<String, u8> }
    FlatValues { name: String, #[serde(flatten)] rest: BTreeMap<String, Value> }
    FlatObject { n: Option<u8>, #[serde(flatten)] rest: serde_json::Map<String, Value> }
    FlatOptionMap { n: Option<u8>, #[serde(flatten)] rest: BTreeMap<String, Option<u8>> }
    FlatStructAndMap { #[serde(flatten)] paging: Paging, #[serde(flatten)] rest: BTreeMap<String, String> }
    FlatInternal { id: u8, #[serde(flatten)] e: Internal }
    FlatAdjacent { id: u8, #[serde(flatten)] e: Adjacent }
    FlatExternal { id: u8, #[serde(flatten)] e: External }
    FlatUntagged { n: Option<u8>, #[serde(flatten)] e: Untagged }
    FlatEnumAndStruct { #[serde(flatten)] e: Internal, #[serde(flatten)] paging: Paging }
    FlatTwoEnums { #[serde(flatten)] a: Internal, #[serde(flatten)] b: Adjacent }
    FlatOptionEnum { id: u8, #[serde(flatten)] e: Option<External> }
    FlatOptionInternal { id: u8, #[serde(flatten)] e: Option<Internal> }
    FlatLists { #[serde(flatten)] lists: Lists, big: u64 }
    FlatDefault { #[serde(default)] n: u8, #[serde(flatten)] sorting: Sorting }
    #[serde(deny_unknown_fields)]
    FlatClosed { n: u8, #[serde(flatten)] paging: Paging }
    FlatInEnum { e: Holder }
    FlatBoxed { #[serde(flatten)] paging: Box<Paging>, n: Option<u8> }
    FlatNewtype { #[serde(flatten)] wrapped: Wrapped, n: Option<u8> }
}

#[derive(Deserialize, JsonSchema)]
struct Wrapped(Paging);

#[derive(Deserialize, JsonSchema)]
enum Holder {
    Flat {
        a: u8,
        #[serde(flatten)]
        paging: Paging,
    },
    Other(u8),
}
