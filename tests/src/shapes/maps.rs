//! Maps with keys of every kind.

use std::collections::{BTreeMap, HashMap};

use super::arguments;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Level {
    Low,
    #[serde(rename = "very-high")]
    High,
}

#[derive(Deserialize, JsonSchema, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Documented {
    /// The first.
    First,
    /// The second.
    Second,
}

#[derive(Deserialize, JsonSchema, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Name(String);

#[derive(Deserialize, JsonSchema)]
struct Entry {
    n: u8,
    text: Option<String>,
}

arguments! {
    MapOfU8 { map: HashMap<String, u8> }
    MapOfString { map: BTreeMap<String, String> }
    MapOfStruct { map: BTreeMap<String, Entry> }
    MapOfOption { map: BTreeMap<String, Option<u8>> }
    MapOfList { map: BTreeMap<String, Vec<u8>> }
    MapOfMap { map: BTreeMap<String, BTreeMap<String, bool>> }
    MapOfValue { map: BTreeMap<String, serde_json::Value> }
    MapByU8 { map: BTreeMap<u8, String> }
    MapByU32 { map: HashMap<u32, bool> }
    MapByU64 { map: BTreeMap<u64, u8> }
    MapByI8 { map: BTreeMap<i8, u8> }
    MapByI64 { map: BTreeMap<i64, u8> }
    MapByUsize { map: BTreeMap<usize, u8> }
    MapByNonZeroU8 { map: BTreeMap<std::num::NonZeroU8, u8> }
    MapByNonZeroI64 { map: HashMap<std::num::NonZeroI64, bool> }
    MapByU8Named { #[schemars(extend("propertyNames" = { "maxLength": 2 }))] map: BTreeMap<u8, u8> }
    MapByI16Patterned { #[schemars(extend("propertyNames" = { "pattern": "^-" }))] map: BTreeMap<i16, u8> }
    MapByBoolNamed { #[schemars(extend("propertyNames" = { "maxLength": 4 }))] map: BTreeMap<bool, u8> }
    MapByCharNamed { #[schemars(extend("propertyNames" = { "maxLength": 1, "pattern": "[a-f]" }))] map: BTreeMap<char, u8> }
    MapByBool { map: BTreeMap<bool, u8> }
    MapByChar { map: BTreeMap<char, u8> }
    MapByEnum { map: HashMap<Level, u8> }
    MapByDocumented { map: BTreeMap<Documented, u8> }
    MapByNewtype { map: BTreeMap<Name, u8> }
    MapByUuid { #[schemars(extend("propertyNames" = { "format": "uuid" }))] map: BTreeMap<uuid::Uuid, u8> }
    MapOption { map: Option<BTreeMap<String, u8>> }
    MapDefault { #[serde(default)] map: BTreeMap<String, u8> }
    MapOfEnum { map: BTreeMap<String, Level> }
    MapOfTuple { map: BTreeMap<String, (u8, bool)> }
    IndexedTwice { map: BTreeMap<u8, BTreeMap<i16, Entry>> }
}
