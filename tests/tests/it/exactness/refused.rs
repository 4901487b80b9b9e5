//! Types that can't be exact are refused when the tool is defined, with the place and the reason.

// The fields are there for the derives.
#![allow(dead_code)]

use std::collections::{BTreeMap, HashMap};

use jarvis_tools::prelude::*;
use serde::Deserializer;

use super::refusal;

/// Defines argument types that are refused: at which place, with which words.
macro_rules! refused {
    ($($test:ident: $(#[$attribute:meta])* { $($body:tt)* } at $path:literal because $words:literal;)+) => {$(
        #[test]
        fn $test() {
            #[derive(Deserialize, JsonSchema)]
            $(#[$attribute])*
            struct Arguments { $($body)* }

            let (path, words) = refusal::<Arguments>();
            assert!(words.contains($words), "{words}");
            assert_eq!(path, $path, "{words}");
        }
    )+};
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum IntegerKeysInside {
    A { map: BTreeMap<u8, u8> },
    B { n: u8 },
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum IntegerKeysUntagged {
    Map(BTreeMap<i32, String>),
    Number(u8),
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Tagged {
    A { n: u8 },
    B { text: String },
}

#[derive(Deserialize, JsonSchema)]
struct HasKind {
    kind: String,
    n: u8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum TagInside {
    Inner(HasKind),
    Other,
}

#[derive(Deserialize, JsonSchema)]
struct First {
    name: String,
    n: u8,
}

#[derive(Deserialize, JsonSchema)]
struct Second {
    name: String,
    m: u8,
}

#[derive(Deserialize, JsonSchema)]
enum WithOther {
    One,
    Two,
    #[serde(other)]
    Rest,
}

#[derive(Deserialize, JsonSchema)]
struct Aliased {
    #[serde(alias = "nick")]
    name: String,
}

/// An even number, which no schema says.
#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "u8")]
struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if number.is_multiple_of(2) { Ok(Self(number)) } else { Err(format!("{number} is odd")) }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(from = "u8")]
struct Panics;

impl From<u8> for Panics {
    fn from(_: u8) -> Self {
        panic!("not today")
    }
}

fn from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    String::deserialize(deserializer).map(|text| u8::try_from(text.len()).unwrap_or(0))
}

fn from_option<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    Option::<u8>::deserialize(deserializer)
}

#[expect(clippy::unnecessary_wraps, reason = "the default of an `Option`")]
fn three() -> Option<u8> {
    Some(3)
}

refused! {
    integer_keys_in_an_internally_tagged_enum: { e: IntegerKeysInside }
        at "/properties/e" because "invalid type: string";
    integer_keys_in_an_untagged_enum: { e: IntegerKeysUntagged }
        at "/properties/e" because "did not match any variant";
    integer_keys_in_a_flattened_map: { n: u8, #[serde(flatten)] map: HashMap<u16, String> }
        at "" because "invalid type: string";
    a_flattened_tagged_enum_in_a_closed_struct: #[serde(deny_unknown_fields)] { id: u8, #[serde(flatten)] e: Tagged }
        at "" because "unknown field";
    a_field_with_the_name_of_the_tag: { e: TagInside }
        at "/properties/e" because "missing field 'kind'";
    flattened_structs_with_one_name: { #[serde(flatten)] a: First, #[serde(flatten)] b: Second }
        at "" because "missing field 'name'";
    a_decoder_for_something_else: { #[serde(deserialize_with = "from_text")] n: u8 }
        at "/properties/n" because "invalid type";
    a_decoder_over_an_option_without_default: { #[serde(deserialize_with = "from_option")] n: Option<u8> }
        at "" because "missing field 'n'";
    a_variant_for_everything_else: { e: WithOther }
        at "/properties/e" because "serde(other)";
    an_alias_inside: { inner: Aliased }
        at "/properties/inner" because "a field 'nick'";
    another_name_in_schemars: { #[schemars(rename = "other")] name: Option<String>, n: u8 }
        at "" because "a field 'name'";
    a_rule_that_no_schema_says: { even: Even }
        at "/properties/even" because "is odd";
    a_decoder_that_panics: { n: u8, panics: Panics }
        at "" because "panics";
    keys_that_no_schema_says: { map: BTreeMap<uuid::Uuid, u8> }
        at "/properties/map/additionalProperties" because "propertyNames";
    an_option_with_another_default: { #[serde(default = "three")] n: Option<u8> }
        at "/properties/n" because "null could mean";
    signed_128_bits: { n: i128 }
        at "/properties/n" because "128-bit";
    unsigned_128_bits: { list: Vec<u128> }
        at "/properties/list/items" because "128-bit";
    a_text_of_the_operating_system: { text: std::ffi::OsString }
        at "/properties/text/oneOf/1/properties/Windows" because "OS string";
    a_range_beyond_the_type: { #[schemars(range(max = 300))] n: u8 }
        at "/properties/n/maximum" because "the type ends at 255";
    a_name_that_providers_refuse: { #[serde(rename = "odd name")] n: u8 }
        at "/properties/odd name" because "refused by providers";
    a_socket_address: { address: std::net::SocketAddr }
        at "/properties/address" because "invalid socket address";
}

#[test]
fn arguments_are_structs_with_named_fields() {
    #[derive(Deserialize, JsonSchema)]
    struct Tuple(u8, u8);

    for (_, words) in [refusal::<Vec<u8>>(), refusal::<u8>(), refusal::<Tuple>(), refusal::<Tagged>()] {
        assert!(words.contains("a struct with named fields"), "{words}");
    }
}
