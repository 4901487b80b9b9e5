//! schemars' own constraints.

use std::collections::BTreeMap;

use super::arguments;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Name(#[schemars(length(min = 1, max = 5))] String);

#[derive(Deserialize, JsonSchema)]
struct Inner {
    #[schemars(range(min = 0.5, max = 1.5))]
    x: f32,
    #[schemars(regex(pattern = r"^[a-z]{2,4}$"))]
    code: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Tagged {
    A {
        #[schemars(range(min = 1, max = 3))]
        n: u8,
    },
    B {
        #[schemars(length(max = 2))]
        list: Vec<u8>,
    },
}

arguments! {
    RangeInteger { #[schemars(range(min = 1, max = 14))] n: u8, #[schemars(range(min = -5))] m: i32 }
    RangeOption { #[schemars(range(min = 1, max = 14))] n: Option<u8> }
    RangeFloat { #[schemars(range(min = -1.5, max = 2.25))] x: f64, #[schemars(range(max = 10))] y: f32 }
    RangeU64 { #[schemars(range(min = 9_007_199_254_740_993_u64))] n: u64 }
    LengthString { #[schemars(length(min = 2, max = 4))] text: String }
    LengthEqual { #[schemars(length(equal = 3))] text: String, #[schemars(length(equal = 2))] list: Vec<u8> }
    LengthList { #[schemars(length(min = 1, max = 3))] list: Vec<String> }
    LengthOption { #[schemars(length(min = 1))] text: Option<String> }
    LengthMap { #[schemars(length(min = 1, max = 2))] map: BTreeMap<String, u8> }
    Regex { #[schemars(regex(pattern = r"^\d{3}-[A-F]+$"))] code: String }
    RegexOption { #[schemars(regex(pattern = r"^(a|b)c*$"))] code: Option<String> }
    RegexUnanchored { #[schemars(regex(pattern = r"[0-9]"))] text: String }
    InnerLength { #[schemars(inner(length(min = 1, max = 3)))] list: Vec<String> }
    InnerRange { #[schemars(inner(range(min = 1, max = 3)), length(max = 4))] list: Vec<u8> }
    InnerRegex { #[schemars(inner(regex(pattern = "^x")))] list: Vec<String> }
    Contains { #[schemars(contains(pattern = "needle"))] text: String }
    Email { #[schemars(email)] email: String, #[schemars(email)] maybe: Option<String> }
    UrlText { #[schemars(url)] url: String }
    Extended { #[schemars(extend("multipleOf" = 5))] n: u32, #[schemars(extend("minItems" = 1, "uniqueItems" = true))] list: Vec<u8> }
    ExtendedFloat { #[schemars(extend("multipleOf" = 0.25))] x: f64 }
    ExtendedEnum { #[schemars(extend("enum" = ["a", "b"]))] text: String }
    ExtendedExclusive { #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))] x: f64 }
    #[schemars(extend("minProperties" = 1))]
    ExtendedRoot { a: Option<u8>, b: Option<u8> }
    #[schemars(extend("dependentRequired" = { "a": ["b"] }))]
    Dependent { a: Option<u8>, b: Option<u8>, c: u8 }
    #[schemars(extend("anyOf" = [{ "required": ["a"] }, { "required": ["b"] }]))]
    AtLeastOne { a: Option<u8>, b: Option<String> }
    #[schemars(extend("not" = { "required": ["a", "b"] }))]
    NotBoth { a: Option<u8>, b: Option<String> }
    Newtyped { name: Name, maybe: Option<Name>, list: Vec<Name> }
    NestedConstraints { inner: Inner, list: Vec<Inner> }
    TaggedConstraints { e: Tagged }
    FlatConstraints { #[serde(flatten)] inner: Inner }
    NonZeroRange { #[schemars(range(min = 3))] n: std::num::NonZeroU8 }
}
