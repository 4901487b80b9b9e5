//! Keys of maps: texts that may stand for numbers, booleans, characters and variants.

use std::str::FromStr;

use serde::de::{self, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::decode::error::Refused;
use crate::decode::record::Record;
use crate::schema::{Id, KeyKind};

/// A key as serde sees it.
#[derive(Clone, Copy)]
pub(super) struct Key<'w> {
    pub(super) text: &'w str,
    /// Where to note what the key is read as, while a type is being probed.
    pub(super) record: Option<(&'w Record, Id)>,
}

impl<'w> Key<'w> {
    /// A key of which nothing is noted.
    pub(super) fn named(text: &'w str) -> Self {
        Self { text, record: None }
    }

    fn note(&self, kind: KeyKind) {
        if let Some((record, map)) = self.record {
            record.key(map, kind);
        }
    }

    fn parsed<T: FromStr>(&self, what: &str) -> Result<T, Refused> {
        self.text.parse().map_err(|_| de::Error::custom(format!("the key must be {what}")))
    }

    /// The map of the key, where it isn't known yet what its keys are read as.
    fn unknown(&self) -> Option<(&'w Record, Id)> {
        self.record.filter(|(record, map)| !record.knows(*map))
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident $kind:ident $what:literal,)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            let Some((record, map)) = self.unknown() else { return visitor.$visit(self.parsed($what)?) };
            // Whatever the key is, 0 is read, which some types leave out.
            let read = visitor.$visit(0);
            let (least, most) = ($kind::MIN.into(), $kind::MAX.into());
            record.key(map, KeyKind::Integer { least, most, zero: read.is_ok() });
            read
        }
    )+};
}

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_str(self.text)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.note(KeyKind::Bool);
        visitor.visit_bool(self.parsed("true or false")?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.note(KeyKind::Char);
        visitor.visit_str(self.text)
    }

    numbers! {
        deserialize_i8 visit_i8 i8 "an integer from -128 to 127",
        deserialize_i16 visit_i16 i16 "an integer from -32768 to 32767",
        deserialize_i32 visit_i32 i32 "an integer of at most 32 bits",
        deserialize_i64 visit_i64 i64 "an integer of at most 64 bits",
        deserialize_u8 visit_u8 u8 "an integer from 0 to 255",
        deserialize_u16 visit_u16 u16 "an integer from 0 to 65535",
        deserialize_u32 visit_u32 u32 "an integer from 0 of at most 32 bits",
        deserialize_u64 visit_u64 u64 "an integer from 0 of at most 64 bits",
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.note(KeyKind::Variants(variants));
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Key<'_> {
    type Error = Refused;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Refused> {
        let name = seed.deserialize(Key::named(self.text))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Key<'_> {
    type Error = Refused;

    fn unit_variant(self) -> Result<(), Refused> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, Refused> {
        Err(holds_nothing())
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Refused> {
        Err(holds_nothing())
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Refused> {
        Err(holds_nothing())
    }
}

#[cold]
fn holds_nothing() -> Refused {
    de::Error::custom("a key is a text and can hold nothing else")
}
