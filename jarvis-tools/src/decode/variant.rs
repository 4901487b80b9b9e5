//! A variant of an enum: its name, and what it holds.

use serde::de::{self, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use crate::decode::error::Refused;
use crate::decode::key::Key;
use crate::decode::value::Value;
use crate::decode::walk::Walk;
use crate::json::{Scan, Text};
use crate::schema::{self, Id, Rule, Stream, Tag, Types};

/// A variant of an enum: its name, and what it holds.
pub(super) struct Variant<'c, 'w> {
    pub(super) name: &'w str,
    /// None for a text that is the name alone.
    pub(super) content: Option<Value<'c, 'w>>,
}

/// The start of an enum that is read from the text.
pub(super) enum Start<'c> {
    /// A text, which is the name.
    Name(&'c str),
    /// An object, of which the key was read: the name, and the rule for its value.
    Key(&'c str, Option<Id>),
}

/// Reads the start of an enum whose variants its rule names, or lists as texts.
pub(super) fn read<'c>(walk: &Walk<'c>, rule: &'c Rule) -> Result<Start<'c>, Refused> {
    let forms = rule.in_place.as_ref().and_then(|rules| rules.any.as_ref().or(rules.one.as_ref()));
    match (walk.read(Scan::next), forms) {
        (Some(b'"'), forms) => {
            let Text::Plain(name) = walk.read(Scan::string)? else { return Err(Refused::stop()) };
            let fits = match forms.and_then(|union| union.tag.as_ref()) {
                Some(Tag::Key { texts, .. }) => texts.iter().any(|(text, _)| text == name),
                _ => rule.types.contains(Types::STRING) && schema::text_fits(rule, name),
            };
            if fits { Ok(Start::Name(name)) } else { Err(Refused::stop()) }
        }
        (Some(b'{'), Some(union)) => {
            walk.enter()?;
            let name = walk.read(|scan| {
                if scan.next() != Some(b'"') {
                    return None;
                }
                let Ok(Text::Plain(name)) = scan.string() else { return None };
                if scan.next() != Some(b':') {
                    return None;
                }
                scan.step();
                Some(name)
            });
            let content = name.and_then(|name| {
                let Some(Tag::Key { keys, .. }) = &union.tag else { return None };
                let (_, index) = keys.iter().find(|(key, _)| key == name)?;
                let form = walk.schema.rule(union.branches[*index]);
                let objects = form.objects.as_ref().filter(|_| form.stream == Stream::Direct)?;
                let property = objects.property(name)?;
                Some((name, property.rule))
            });
            match content {
                Some((name, rule)) => Ok(Start::Key(name, rule)),
                None => Err(Refused::stop()),
            }
        }
        _ => Err(Refused::stop()),
    }
}

/// Reads the end of an object that held a variant and nothing else.
pub(super) fn end(walk: &Walk<'_>) -> Result<(), Refused> {
    if walk.read(Scan::next) != Some(b'}') {
        return Err(Refused::stop());
    }
    walk.read(Scan::step);
    walk.leave();
    Ok(())
}

impl<'de, 'c, 'w> EnumAccess<'de> for Variant<'c, 'w> {
    type Error = Refused;
    type Variant = Content<'c, 'w>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Content<'c, 'w>), Refused> {
        Ok((seed.deserialize(Key::named(self.name))?, Content(self.content)))
    }
}

/// What a variant holds; none for a text that is its name alone.
pub(super) struct Content<'c, 'w>(Option<Value<'c, 'w>>);

impl<'c, 'w> Content<'c, 'w> {
    fn value(self) -> Result<Value<'c, 'w>, Refused> {
        self.0.ok_or_else(|| {
            de::Error::custom("expected an object with the variant's contents, got its name alone")
        })
    }
}

impl<'de> VariantAccess<'de> for Content<'_, '_> {
    type Error = Refused;

    fn unit_variant(self) -> Result<(), Refused> {
        match self.0 {
            None => Ok(()),
            Some(_) => Err(de::Error::custom("this variant is a text and holds nothing")),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Refused> {
        seed.deserialize(self.value()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Refused> {
        self.value()?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.value()?.deserialize_struct("", fields, visitor)
    }
}
