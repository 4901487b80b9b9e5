//! A tree that the schema accepts into a type, in lockstep with the schema: what the schema calls an integer
//! arrives as one, keys that it doesn't name are not shown, and null where a parameter may be left out is
//! as good as absent.

use std::borrow::Cow;
use std::cell::RefCell;
use std::slice;

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

use crate::decode::error::Refused;
use crate::decode::key::Key;
use crate::decode::record::Record;
use crate::json::{Node, Number};
use crate::path::{FieldPath, PathSegment, Trail};
use crate::schema::{Absent, Checker, Compiled, Id, Named, Views};

/// Decodes a tree that the schema accepts, where some nulls stand for absence; also gives the keys that were
/// not shown. What the type asks for is
/// noted where a record is given.
pub(super) fn decode<A: DeserializeOwned>(
    schema: &Compiled,
    tree: &Node<'_>,
    absent: Absent,
    record: Option<&Record>,
) -> Result<(A, Vec<FieldPath>), Refused> {
    let checker = Checker::with_absent(schema, false, absent);
    let walk = Walk { schema, checker: RefCell::new(checker), record, ignored: RefCell::default() };
    let root = Value { node: tree, rule: Some(schema.root()), trail: Trail::Root, walk: &walk };
    let arguments = A::deserialize(root)?;
    Ok((arguments, walk.ignored.into_inner()))
}

/// What the whole walk shares.
struct Walk<'de> {
    schema: &'de Compiled,
    checker: RefCell<Checker<'de>>,
    ignored: RefCell<Vec<FieldPath>>,
    record: Option<&'de Record>,
}

/// A value and the rule that it follows; none where anything goes.
#[derive(Clone, Copy)]
struct Value<'de, 'w> {
    node: &'de Node<'de>,
    rule: Option<Id>,
    trail: Trail<'w>,
    walk: &'w Walk<'de>,
}

impl<'de> Value<'de, '_> {
    fn views(&self) -> Option<Views<'de>> {
        self.rule.map(|id| self.walk.checker.borrow_mut().views(id, self.node))
    }

    fn note_fields(&self, fields: &'static [&'static str]) {
        if let (Some(record), Some(id)) = (self.walk.record, self.rule) {
            record.fields(self.walk.schema, id, fields);
        }
    }

    /// A number as an integer where the schema or the decoder wants one, however it is written.
    fn number<V: Visitor<'de>>(
        self,
        number: Number<'_>,
        wants_integer: bool,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let as_integer =
            wants_integer || number.is_plain() || self.views().is_some_and(|views| views.is_integer());
        if let Some(integer) = number.to_integer().filter(|_| as_integer) {
            if let Ok(unsigned) = u64::try_from(integer) {
                return visitor.visit_u64(unsigned);
            }
            if let Ok(signed) = i64::try_from(integer) {
                return visitor.visit_i64(signed);
            }
        }
        visitor.visit_f64(number.to_float())
    }

    fn integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.node {
            Node::Number(number) => self.number(*number, true, visitor),
            _ => self.deserialize_any(visitor),
        }
    }

    fn float<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.node {
            Node::Number(number) => visitor.visit_f64(number.to_float()),
            _ => self.deserialize_any(visitor),
        }
    }

    fn list<V: Visitor<'de>>(self, items: &'de [Node<'de>], visitor: V) -> Result<V::Value, Refused> {
        let views = self.views();
        let mut access = Items { left: items.iter(), index: 0, views, trail: &self.trail, walk: self.walk };
        let list = visitor.visit_seq(&mut access)?;
        match access.left.len() {
            0 => Ok(list),
            left => Err(de::Error::invalid_length(items.len(), &&*format!("{} items", items.len() - left))),
        }
    }

    /// An object; a map of a type of its own may take keys of which the schema says nothing at all.
    fn entries<V: Visitor<'de>>(
        self,
        entries: &'de [(Cow<'de, str>, Node<'de>)],
        takes_any: bool,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let views = self.views().filter(|views| !takes_any || views.says_any_key());
        visitor.visit_map(Entries {
            left: entries.iter(),
            next: None,
            views,
            trail: &self.trail,
            walk: self.walk,
        })
    }
}

macro_rules! by {
    ($road:ident: $($method:ident)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            self.$road(visitor)
        }
    )+};
}

impl<'de> Deserializer<'de> for Value<'de, '_> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.node {
            Node::Null => visitor.visit_unit(),
            Node::Bool(yes) => visitor.visit_bool(*yes),
            Node::Number(number) => self.number(*number, false, visitor),
            Node::String(text) => visitor.visit_borrowed_str(text),
            Node::Array(items) => self.list(items, visitor),
            Node::Object(entries) => self.entries(entries, true, visitor),
        }
    }

    by!(integer: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128);
    by!(integer: deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128);
    by!(float: deserialize_f32 deserialize_f64);

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.node {
            Node::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.note_fields(fields);
        match self.node {
            Node::Object(entries) => self.entries(entries, false, visitor),
            // Serde's structs would take a list, which the schema never does.
            Node::Array(_) => Err(de::Error::custom("expected an object, got an array")),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        match self.node {
            Node::String(text) => {
                if let (Some(record), Some(id)) = (self.walk.record, self.rule) {
                    record.choice(id, self.trail);
                }
                visitor.visit_enum(Variant { name: text, content: None })
            }
            Node::Object(entries) => {
                let views = self.views();
                let named = |key: &str| views.as_ref().map_or(Named::Yes(None), |views| views.key(key));
                for (key, node) in entries {
                    if let Named::Yes(rule) = named(key) {
                        let content =
                            Value { node, rule, trail: Trail::Key(&self.trail, key), walk: self.walk };
                        return visitor
                            .visit_enum(Variant { name: key, content: Some(content) })
                            .map_err(|refused| refused.under(PathSegment::Key(key.to_string())));
                    }
                }
                Err(de::Error::custom("expected an object with the name of a variant as its key"))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map identifier
    }
}

/// The items of a list.
struct Items<'de, 'w> {
    left: slice::Iter<'de, Node<'de>>,
    index: usize,
    views: Option<Views<'de>>,
    trail: &'w Trail<'w>,
    walk: &'w Walk<'de>,
}

impl<'de> SeqAccess<'de> for &mut Items<'de, '_> {
    type Error = Refused;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Refused> {
        let Some(node) = self.left.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        let rule = self.views.as_ref().and_then(|views| views.item(index));
        let value = Value { node, rule, trail: Trail::Index(self.trail, index), walk: self.walk };
        seed.deserialize(value).map(Some).map_err(|refused| refused.under(PathSegment::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// The entries of an object that the type is shown.
struct Entries<'de, 'w> {
    left: slice::Iter<'de, (Cow<'de, str>, Node<'de>)>,
    /// The entry whose key was shown last.
    next: Option<(&'de str, &'de Node<'de>, Option<Id>)>,
    /// None where anything goes.
    views: Option<Views<'de>>,
    trail: &'w Trail<'w>,
    walk: &'w Walk<'de>,
}

impl Entries<'_, '_> {
    /// The rule for an entry; `No` if the type is not shown it.
    fn shown(&self, key: &str, node: &Node<'_>) -> Named {
        let Some(views) = &self.views else { return Named::Yes(None) };
        let named = views.key(key);
        if let Named::No = named {
            self.walk.ignored.borrow_mut().push(Trail::Key(self.trail, key).to_path());
        }
        let is_hidden = self.walk.checker.borrow().is_hidden(views, key, node);
        if is_hidden { Named::No } else { named }
    }
}

impl<'de> MapAccess<'de> for Entries<'de, '_> {
    type Error = Refused;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Refused> {
        while let Some((key, node)) = self.left.next() {
            if let Named::Yes(rule) = self.shown(key, node) {
                self.next = Some((key, node, rule));
                let record =
                    self.walk.record.and_then(|record| Some((record, self.views.as_ref()?.unnamed_keys()?)));
                let read = seed.deserialize(Key { text: key, record }).map(Some);
                return read.map_err(|refused| refused.under(PathSegment::Key(key.to_string())));
            }
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refused> {
        let Some((key, node, rule)) = self.next.take() else {
            return Err(de::Error::custom("a value was asked for before its key"));
        };
        let value = Value { node, rule, trail: Trail::Key(self.trail, key), walk: self.walk };
        seed.deserialize(value).map_err(|refused| refused.under(PathSegment::Key(key.to_owned())))
    }
}

/// A variant of an enum: its name, and what it holds.
struct Variant<'de, 'w> {
    name: &'de str,
    content: Option<Value<'de, 'w>>,
}

impl<'de, 'w> EnumAccess<'de> for Variant<'de, 'w> {
    type Error = Refused;
    type Variant = Content<'de, 'w>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Content<'de, 'w>), Refused> {
        Ok((seed.deserialize(Key::named(self.name))?, Content(self.content)))
    }
}

/// What a variant holds; none for a text that is its name alone.
struct Content<'de, 'w>(Option<Value<'de, 'w>>);

impl<'de, 'w> Content<'de, 'w> {
    fn value(self) -> Result<Value<'de, 'w>, Refused> {
        self.0.ok_or_else(|| {
            de::Error::custom("expected an object with the variant's contents, got its name alone")
        })
    }
}

impl<'de> VariantAccess<'de> for Content<'de, '_> {
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
