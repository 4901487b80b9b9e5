//! Decoders of a type's own, and types read through others.

use std::collections::BTreeMap;

use super::arguments;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

#[derive(Deserialize, JsonSchema)]
#[serde(from = "String")]
struct Upper(String);

impl From<String> for Upper {
    fn from(text: String) -> Self {
        Self(text.to_uppercase())
    }
}

/// A text of `key=value`, which the pattern says.
#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("pattern" = "^[a-z]+=[0-9]+$"))]
struct Setting {
    key: String,
    value: u64,
}

impl TryFrom<String> for Setting {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (key, value) = text.split_once('=').ok_or("no '=' in it")?;
        Ok(Self { key: key.to_owned(), value: value.parse().map_err(|_| "the value is too large")? })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(from = "Raw")]
struct FromRaw {
    sum: u64,
}

#[derive(Deserialize, JsonSchema)]
struct Raw {
    a: u32,
    b: Option<u32>,
}

impl From<Raw> for FromRaw {
    fn from(raw: Raw) -> Self {
        Self { sum: u64::from(raw.a) + u64::from(raw.b.unwrap_or(0)) }
    }
}

fn comma_separated<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok(text.split(',').map(str::to_owned).collect())
}

fn number_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    match NumberOrText::deserialize(deserializer)? {
        NumberOrText::Number(number) => Ok(number),
        NumberOrText::Text(text) => Ok(i64::try_from(text.len()).unwrap_or(0)),
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum NumberOrText {
    Number(i64),
    Text(String),
}

mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(duration.as_secs())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u32::deserialize(deserializer).map(|seconds| Duration::from_secs(seconds.into()))
    }
}

mod hexadecimal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let text = String::deserialize(deserializer)?;
        u32::from_str_radix(&text, 16).map_err(D::Error::custom)
    }
}

struct ByHand {
    n: u8,
}

impl<'de> Deserialize<'de> for ByHand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = BTreeMap::<String, u8>::deserialize(deserializer)?;
        Ok(Self { n: map.values().fold(0, |all, n| all.wrapping_add(*n)) })
    }
}

impl JsonSchema for ByHand {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ByHand".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 255 },
        })
    }
}

arguments! {
    OwnFrom { text: Upper, list: Vec<Upper> }
    OwnTryFrom { setting: Setting, maybe: Option<Setting> }
    OwnFromRaw { raw: FromRaw, list: Vec<FromRaw> }
    OwnWithFunction {
        #[serde(deserialize_with = "comma_separated")]
        #[schemars(with = "String")]
        list: Vec<String>,
    }
    OwnWithUnion {
        #[serde(deserialize_with = "number_or_text")]
        #[schemars(with = "NumberOrText")]
        n: i64,
    }
    OwnWithModule {
        #[serde(with = "seconds")]
        #[schemars(with = "u32")]
        timeout: std::time::Duration,
    }
    OwnWithPattern {
        #[serde(deserialize_with = "hexadecimal::deserialize")]
        #[schemars(with = "String", regex(pattern = "^[0-9a-f]{1,8}$"))]
        color: u32,
    }
    OwnByHand { map: ByHand }
    OwnBoth { #[serde(default, with = "seconds")] #[schemars(with = "u32")] timeout: std::time::Duration, raw: Option<FromRaw> }
}
