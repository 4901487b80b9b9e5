//! A value on its way into a type, from the text or from a tree, in lockstep with the schema: what the schema
//! calls an integer arrives as one, keys that it doesn't name are not shown, and null where a parameter may
//! be left out is as good as absent.
//!
//! One type serves both roads, so that the decoder of each argument type is compiled once. A failure on the
//! road through the text is no verdict: the tree has the last word. What is generic here is kept short, since
//! it is compiled anew for each type.

use std::ops::Deref;

use serde::de::{self, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::decode::error::Refused;
use crate::decode::list::Items;
use crate::decode::object::Entries;
use crate::decode::scalar::{self, Any};
use crate::decode::variant::{self, Variant};
use crate::decode::walk::Walk;
use crate::json::{self, Node, Number, Whole};
use crate::path::{PathSegment, Trail};
use crate::schema::{Compiled, Id, Named, Rule, Stream, Views};

/// A value, as it is handed from decoder to decoder: in one word, since they are many.
#[derive(Clone, Copy)]
pub(super) struct Value<'c, 'w>(pub(super) &'w Spot<'c, 'w>);

/// A value and the rule that it follows; none where anything goes.
#[derive(Clone, Copy)]
pub(super) struct Spot<'c, 'w> {
    /// None if it is still to be read from the text.
    pub(super) node: Option<&'w Node<'w>>,
    pub(super) rule: Option<Id>,
    pub(super) trail: &'w Trail<'w>,
    pub(super) walk: &'w Walk<'c>,
}

impl<'c, 'w> Deref for Value<'c, 'w> {
    type Target = Spot<'c, 'w>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        self.0
    }
}

/// How a value can be read on.
pub(super) enum Road<'c> {
    /// From a tree, or from the text where anything goes.
    Free,
    /// From the text, by this rule.
    By(&'c Rule),
    /// From the text, once it was read whole.
    Whole(Id),
}

impl<'c, 'w> Value<'c, 'w> {
    /// How this value can be read on.
    #[inline]
    pub(super) fn road(self) -> Road<'c> {
        let (None, Some(id)) = (self.node, self.rule) else { return Road::Free };
        let schema: &'c Compiled = self.walk.schema;
        let rule = schema.rule(id);
        if rule.stream == Stream::Direct { Road::By(rule) } else { self.other_road(id) }
    }

    #[inline(never)]
    fn other_road(self, mut id: Id) -> Road<'c> {
        let schema: &'c Compiled = self.walk.schema;
        loop {
            let rule = schema.rule(id);
            match rule.stream {
                Stream::Direct => return Road::By(rule),
                Stream::Follow(target) => id = target,
                Stream::Nullable(form) if self.walk.read(json::Scan::next) != Some(b'n') => id = form,
                Stream::Nullable(_) | Stream::Whole | Stream::Variants => return Road::Whole(id),
            }
        }
    }

    /// The same value, read whole.
    fn with<'n>(self, node: &'n Node<'n>) -> Spot<'c, 'n>
    where
        'w: 'n,
    {
        Spot { node: Some(node), ..*self.0 }
    }

    /// The rules for a value of a tree.
    pub(super) fn views(self) -> Option<Views<'c>> {
        let (Some(id), Some(node)) = (self.rule, self.node) else { return None };
        Some(self.walk.checked(|checker| checker.views(id, node)))
    }

    fn note_fields(self, fields: &'static [&'static str]) {
        if let (Some(record), Some(id)) = (self.walk.record, self.rule) {
            record.fields(self.walk.schema, id, fields);
        }
    }

    /// The value, or its start; from the text only what its rule takes.
    fn any(self, rule: Option<&Rule>) -> Result<Any<'w>, Refused> {
        match self.node {
            None => scalar::any(self.walk, rule),
            Some(node) => Ok(match node {
                Node::Null => Any::Null,
                Node::Bool(yes) => Any::Bool(*yes),
                Node::Number(number) => self.number(*number, false)?,
                Node::String(text) => Any::Text(text),
                Node::Array(_) => Any::List,
                Node::Object(_) => Any::Object,
            }),
        }
    }

    /// A number as an integer where the schema or the decoder wants one, however it is written. Below a place
    /// where anything goes this is the first to look at it, and nothing may be rounded.
    fn number(self, number: Number<'_>, wants_integer: bool) -> Result<Any<'w>, Refused> {
        let views = self.views();
        let as_integer = wants_integer || number.is_plain() || views.as_ref().is_some_and(Views::is_integer);
        if let Some(whole) = as_integer.then(|| Whole::of(number)).flatten() {
            return Ok(Any::Whole(whole));
        }
        let float = number.to_float();
        if float.is_infinite() || (number.is_plain() && !views.is_some_and(|views| views.is_float())) {
            return Err(Refused::unrepresentable(number));
        }
        Ok(Any::Float(float))
    }

    /// An integer for a decoder that wants one.
    fn integer(self) -> Result<Whole, Refused> {
        let any = match (self.node, self.road()) {
            (Some(Node::Number(number)), _) => self.number(*number, true)?,
            (Some(_), _) => self.any(None)?,
            (None, Road::By(rule)) => return scalar::integer(self.walk, Some(rule)),
            (None, Road::Free) => return scalar::integer(self.walk, None),
            (None, Road::Whole(id)) => return Value(&self.with(&self.walk.whole(id)?)).integer(),
        };
        match any {
            Any::Whole(whole) => Ok(whole),
            other => Err(other.mismatch("an integer")),
        }
    }

    /// A number for a decoder that wants a float.
    fn float(self) -> Result<f64, Refused> {
        match (self.node, self.road()) {
            (Some(Node::Number(number)), _) => Ok(number.to_float()),
            (Some(_), _) => Err(self.any(None)?.mismatch("a number")),
            (None, Road::By(rule)) => scalar::float(self.walk, Some(rule)),
            (None, Road::Free) => scalar::float(self.walk, None),
            (None, Road::Whole(id)) => Value(&self.with(&self.walk.whole(id)?)).float(),
        }
    }

    fn boolean(self) -> Result<bool, Refused> {
        match (self.node, self.road()) {
            (Some(Node::Bool(yes)), _) => Ok(*yes),
            (Some(_), _) => Err(self.any(None)?.mismatch("a boolean")),
            (None, Road::By(rule)) => scalar::boolean(self.walk, Some(rule)),
            (None, Road::Free) => scalar::boolean(self.walk, None),
            (None, Road::Whole(id)) => Value(&self.with(&self.walk.whole(id)?)).boolean(),
        }
    }

    /// Whether this is null, which is then read.
    fn null(self) -> Result<bool, Refused> {
        if let Some(node) = self.node {
            return Ok(matches!(node, Node::Null));
        }
        if self.walk.read(json::Scan::next) != Some(b'n') {
            return Ok(false);
        }
        let takes_null = match self.road() {
            Road::Free => true,
            Road::By(rule) => scalar::takes_null(rule),
            Road::Whole(id) => self.walk.takes_null(id),
        };
        if !takes_null {
            return Err(Refused::stop());
        }
        self.walk.read(|scan| scan.word("null"))?;
        Ok(true)
    }

    fn visit<'de, V: Visitor<'de>>(self, rule: Option<&'c Rule>, visitor: V) -> Result<V::Value, Refused> {
        match self.any(rule)? {
            Any::Null => visitor.visit_unit(),
            Any::Bool(yes) => visitor.visit_bool(yes),
            Any::Whole(Whole::Unsigned(number)) => visitor.visit_u64(number),
            Any::Whole(Whole::Negative(number)) => visitor.visit_i64(number),
            Any::Float(number) => visitor.visit_f64(number),
            Any::Text(text) => visitor.visit_str(text),
            Any::Escaped(raw) => self.walk.unescaped(raw, |text| visitor.visit_str(text))?,
            Any::List => self.list(rule, visitor),
            Any::Object => self.object(rule, true, visitor),
        }
    }

    fn list<'de, V: Visitor<'de>>(self, rule: Option<&'c Rule>, visitor: V) -> Result<V::Value, Refused> {
        let mut items = Items::new(self, rule)?;
        let list = visitor.visit_seq(&mut items)?;
        items.finish()?;
        Ok(list)
    }

    fn object<'de, V: Visitor<'de>>(
        self,
        rule: Option<&'c Rule>,
        takes_any: bool,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let mut entries = Entries::new(self, rule, takes_any)?;
        let object = visitor.visit_map(&mut entries)?;
        entries.finish()?;
        Ok(object)
    }

    /// The start of an enum that is read from the text; the rule if it must be read whole.
    fn start(self) -> Result<Result<variant::Start<'c>, Id>, Refused> {
        let schema: &'c Compiled = self.walk.schema;
        let mut id = self.rule.ok_or_else(Refused::stop)?;
        loop {
            let rule = schema.rule(id);
            match rule.stream {
                Stream::Follow(target) | Stream::Nullable(target) => id = target,
                Stream::Whole => return Ok(Err(id)),
                Stream::Direct | Stream::Variants => return variant::read(self.walk, rule).map(Ok),
            }
        }
    }

    /// The entry of an object in a tree that names a variant.
    fn entry(self) -> Result<(&'w str, &'w Node<'w>, Option<Id>), Refused> {
        let Some(Node::Object(entries)) = self.node else {
            return Err(Refused::mismatch("another value", "the name of a variant"));
        };
        let views = self.views();
        entries
            .iter()
            .find_map(|(key, node)| match views.as_ref().map_or(Named::Yes(None), |views| views.key(key)) {
                Named::Yes(rule) => Some((&**key, node, rule)),
                Named::No => None,
            })
            .ok_or_else(|| de::Error::custom("expected an object with the name of a variant as its key"))
    }
}

/// Methods that give a visitor a value of one kind.
macro_rules! numbers {
    ($($method:ident)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            match self.integer()? {
                Whole::Unsigned(number) => visitor.visit_u64(number),
                Whole::Negative(number) => visitor.visit_i64(number),
            }
        }
    )+};
}

macro_rules! floats {
    ($($method:ident)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            visitor.visit_f64(self.float()?)
        }
    )+};
}

macro_rules! texts {
    ($($method:ident)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            let text = match (self.node, self.road()) {
                (None, Road::By(rule)) => scalar::text(self.walk, Some(rule))?,
                (None, Road::Whole(id)) => return Value(&self.with(&self.walk.whole(id)?)).$method(visitor),
                _ => self.any(None)?,
            };
            match text {
                Any::Text(text) => visitor.visit_str(text),
                Any::Escaped(raw) => self.walk.unescaped(raw, |text| visitor.visit_str(text))?,
                other => Err(other.mismatch("a string")),
            }
        }
    )+};
}

impl<'de> Deserializer<'de> for Value<'_, '_> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.road() {
            Road::Free => self.visit(None, visitor),
            Road::By(rule) => self.visit(Some(rule), visitor),
            Road::Whole(id) => Value(&self.with(&self.walk.whole(id)?)).visit(None, visitor),
        }
    }

    numbers!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128);
    numbers!(deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128);
    floats!(deserialize_f32 deserialize_f64);
    texts!(deserialize_char deserialize_str deserialize_string deserialize_identifier);

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_bool(self.boolean()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        if self.null()? { visitor.visit_none() } else { visitor.visit_some(self) }
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
        let rule = match self.road() {
            Road::Free => None,
            Road::By(rule) => Some(rule),
            Road::Whole(id) => {
                return Value(&self.with(&self.walk.whole(id)?)).deserialize_struct("", &[], visitor);
            }
        };
        match self.any(rule)? {
            Any::Object => self.object(rule, false, visitor),
            // Serde's structs would take a list, which the schema never does.
            other => Err(other.mismatch("an object")),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let (key, node, rule) = match self.node {
            Some(Node::String(text)) => {
                if let (Some(record), Some(id)) = (self.walk.record, self.rule) {
                    record.choice(id, *self.trail);
                }
                return visitor.visit_enum(Variant { name: text, content: None });
            }
            Some(_) => {
                let (key, node, rule) = self.entry()?;
                (key, Some(node), rule)
            }
            None => match self.start()? {
                Ok(variant::Start::Name(name)) => return visitor.visit_enum(Variant { name, content: None }),
                Ok(variant::Start::Key(key, rule)) => (key, None, rule),
                Err(id) => {
                    return Value(&self.with(&self.walk.whole(id)?))
                        .deserialize_enum(name, variants, visitor);
                }
            },
        };
        let trail = Trail::Key(self.trail, key);
        let content = Spot { node, rule, trail: &trail, walk: self.walk };
        let value = visitor
            .visit_enum(Variant { name: key, content: Some(Value(&content)) })
            .map_err(|refused| refused.under(PathSegment::Key(key.to_owned())))?;
        if node.is_none() {
            variant::end(self.walk)?;
        }
        Ok(value)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.node {
            Some(_) => visitor.visit_unit(),
            // What is not looked at must still be well-formed.
            None => Err(Refused::stop()),
        }
    }

    forward_to_deserialize_any! {
        bytes byte_buf unit unit_struct seq tuple tuple_struct map
    }
}
