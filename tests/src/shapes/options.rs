//! Values that may be left out or be null.

use super::arguments;
use schemars::JsonSchema;
use serde::Deserialize;

fn seven() -> u8 {
    7
}

fn twice<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

#[derive(Deserialize, JsonSchema, Default, serde::Serialize)]
struct Inner {
    a: u8,
    b: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
enum Word {
    One,
    Two,
}

arguments! {
    OptionU8 { n: Option<u8> }
    OptionString { text: Option<String> }
    OptionBool { yes: Option<bool> }
    OptionF32 { x: Option<f32> }
    OptionChar { letter: Option<char> }
    OptionUnit { nothing: Option<()> }
    OptionValue { value: Option<serde_json::Value> }
    OptionList { list: Option<Vec<Option<u8>>> }
    OptionStruct { inner: Option<Inner> }
    OptionEnum { word: Option<Word> }
    OptionTuple { pair: Option<(u8, Option<String>)> }
    OptionOption { n: Option<Option<u8>> }
    OptionBox { n: Option<Box<u8>>, m: Box<Option<u8>> }
    ListOfOptions { list: Vec<Option<String>> }
    TupleOfOptions { pair: (Option<u8>, Option<bool>) }
    DefaultValue { #[serde(default)] n: u8, #[serde(default)] text: String, #[serde(default)] list: Vec<u8> }
    DefaultFunction { #[serde(default = "seven")] n: u8 }
    DefaultNothing { #[serde(default)] n: Option<u8> }
    DefaultStruct { #[serde(default)] inner: Inner }
    #[serde(default)]
    DefaultContainer { n: u8, text: String, maybe: Option<u8>, inner: Inner }
    DoubleOption {
        #[serde(default, deserialize_with = "twice")]
        #[schemars(with = "Option<u8>")]
        n: Option<Option<u8>>,
    }
    RequiredOption {
        #[schemars(required)]
        n: Option<u8>,
        other: Option<u8>,
    }
    SkippedWhenNone { #[serde(skip_serializing_if = "Option::is_none")] n: Option<u8> }
    ManyOptions { a: Option<u8>, b: Option<i64>, c: Option<f64>, d: Option<String>, e: Option<Vec<u8>>, f: Option<Inner> }
}

impl Default for DefaultContainer {
    fn default() -> Self {
        Self { n: 3, text: "three".into(), maybe: None, inner: Inner::default() }
    }
}
