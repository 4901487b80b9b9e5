//! The entries of an object that the type is shown.

use std::borrow::Cow;
use std::slice;

use serde::de::{DeserializeSeed, MapAccess};

use crate::decode::error::Refused;
use crate::decode::key::Key;
use crate::decode::value::{Spot, Value};
use crate::decode::walk::Walk;
use crate::json::{Node, Scan, Text};
use crate::path::{PathSegment, Trail};
use crate::schema::{self, Id, Named, ObjectRules, Others, Rule, Views};

/// The entries of an object, from the text or from a tree.
pub(super) struct Entries<'c, 'w> {
    from: From<'c, 'w>,
    /// The entry whose key was shown last.
    next: Next<'w>,
    trail: &'w Trail<'w>,
    walk: &'w Walk<'c>,
}

#[derive(Clone, Copy)]
struct Next<'w> {
    key: &'w str,
    node: Option<&'w Node<'w>>,
    rule: Option<Id>,
}

enum From<'c, 'w> {
    /// With the rules for the keys, or none where anything goes.
    Tree {
        entries: slice::Iter<'w, (Cow<'w, str>, Node<'w>)>,
        views: Option<Views<'c>>,
    },
    Text(Reading<'c>),
}

/// An object that is being read from the text.
struct Reading<'c> {
    /// None where anything goes.
    rules: Option<&'c ObjectRules>,
    /// Which of the properties were met.
    met: u64,
    /// The property that comes next if they come in the order of the schema.
    guess: usize,
    /// How many keys were met.
    count: usize,
    /// Where the noted keys start, if any was noted.
    noted: Option<usize>,
    ended: bool,
}

/// What to do with a key.
enum Shown {
    Yes(Option<Id>),
    No,
}

impl<'c, 'w> Entries<'c, 'w> {
    /// The entries of a value, which is an object. A map of a type of its own may take keys of which the
    /// schema says nothing at all.
    pub(super) fn new(
        value: Value<'c, 'w>,
        rule: Option<&'c Rule>,
        takes_any: bool,
    ) -> Result<Self, Refused> {
        let Value(&Spot { node, trail, walk, .. }) = value;
        let from = match node {
            Some(Node::Object(entries)) => {
                let says =
                    |views: &Views<'_>| if takes_any { views.says_any_key() } else { views.says_keys() };
                From::Tree { entries: entries.iter(), views: value.views().filter(says) }
            }
            Some(_) => return Err(Refused::mismatch("another value", "an object")),
            None => {
                walk.enter()?;
                let rules = rule.and_then(|rule| rule.objects.as_deref());
                let rules = rules.filter(|rules| !takes_any || rules.says_any_key());
                From::Text(Reading { rules, met: 0, guess: 0, count: 0, noted: None, ended: false })
            }
        };
        Ok(Self { from, next: Next { key: "", node: None, rule: None }, trail, walk })
    }

    /// Goes to the next entry that is shown; false if there is none.
    #[inline]
    fn advance(&mut self) -> Result<bool, Refused> {
        if let From::Text(reading) = &mut self.from
            && let Some((key, rule)) = reading.foretold(self.walk)
        {
            self.next = Next { key, node: None, rule };
            return Ok(true);
        }
        if let From::Text(reading) = &mut self.from
            && reading.ends(self.walk)
        {
            return Ok(false);
        }
        self.search()
    }

    #[inline(never)]
    fn search(&mut self) -> Result<bool, Refused> {
        let (trail, walk) = (self.trail, self.walk);
        match &mut self.from {
            From::Text(reading) => match reading.advance(walk, trail)? {
                Some((key, rule)) => {
                    self.next = Next { key, node: None, rule };
                    Ok(true)
                }
                None => Ok(false),
            },
            From::Tree { entries, views } => {
                for (key, node) in entries {
                    if let Shown::Yes(rule) = shown(views.as_ref(), key, node, trail, walk) {
                        self.next = Next { key, node: Some(node), rule };
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    fn record(&self) -> Option<(&'c crate::decode::record::Record, Id)> {
        let From::Tree { views: Some(views), .. } = &self.from else { return None };
        Some((self.walk.record?, views.free_keys()?))
    }

    /// Checks that the object was read to its end.
    #[inline]
    pub(super) fn finish(&self) -> Result<(), Refused> {
        match &self.from {
            From::Tree { .. } => Ok(()),
            From::Text(reading) => {
                self.walk.leave();
                if let Some(first) = reading.noted {
                    self.walk.forget(first);
                }
                if reading.is_complete() { Ok(()) } else { Err(Refused::stop()) }
            }
        }
    }
}

/// Whether an entry of a tree is shown, and the rule for it.
fn shown(views: Option<&Views<'_>>, key: &str, node: &Node<'_>, trail: &Trail<'_>, walk: &Walk<'_>) -> Shown {
    let Some(views) = views else { return Shown::Yes(None) };
    let Named::Yes(rule) = views.key(key) else {
        walk.ignore(Trail::Key(trail, key));
        return Shown::No;
    };
    let is_hidden = matches!(node, Node::Null) && walk.checked(|checker| checker.is_hidden(views, key, node));
    if is_hidden { Shown::No } else { Shown::Yes(rule) }
}

impl<'c> Reading<'c> {
    /// Reads on to the value of the next entry that is shown; none if there is no further one.
    fn advance(
        &mut self,
        walk: &Walk<'c>,
        trail: &Trail<'_>,
    ) -> Result<Option<(&'c str, Option<Id>)>, Refused> {
        loop {
            let Some(key) = self.key(walk)? else { return Ok(None) };
            let next = walk.read(|scan| {
                if scan.next() != Some(b':') {
                    return None;
                }
                scan.step();
                scan.next()
            });
            let Some(next) = next else { return Err(Refused::stop()) };
            match self.shown(key, next, walk, trail)? {
                Shown::Yes(rule) => return Ok(Some((key, rule))),
                Shown::No => {}
            }
        }
    }

    /// Reads on to the value of the next entry if its key is the one that comes next in the order of the schema,
    /// and written as usual. Anything else stays to be read.
    #[inline]
    fn foretold(&mut self, walk: &Walk<'c>) -> Option<(&'c str, Option<Id>)> {
        let rules = self.rules?;
        let property = rules.properties.get(self.guess)?;
        let mut scan = walk.scan.get();
        if self.count > 0 {
            if scan.next()? != b',' {
                return None;
            }
            scan.step();
        }
        scan.next()?;
        scan.word(&property.written).ok()?;
        let next = scan.next()?;
        let (rule, met) = (property.rule?, 1 << self.guess);
        if self.ended || self.met & met != 0 || (next == b'n' && property.null_is_absence) {
            return None;
        }
        walk.scan.set(scan);
        self.met |= met;
        self.guess += 1;
        self.count += 1;
        Some((&property.name, Some(rule)))
    }

    /// Reads the end of the object, if this is it.
    #[inline]
    fn ends(&mut self, walk: &Walk<'c>) -> bool {
        if !self.ended && walk.read(Scan::next) == Some(b'}') {
            walk.read(Scan::step);
            self.ended = true;
        }
        self.ended
    }

    /// Notes a key that no property names; it must be a new one.
    fn note(&mut self, key: &'c str, walk: &Walk<'c>) -> Result<(), Refused> {
        let first = *self.noted.get_or_insert_with(|| walk.first_key());
        walk.note(first, key)
    }

    /// Reads the next key; none at the end of the object.
    fn key(&mut self, walk: &Walk<'c>) -> Result<Option<&'c str>, Refused> {
        if self.ends(walk) {
            return Ok(None);
        }
        let key = walk.read(|scan| {
            match (scan.next(), self.count) {
                (Some(b'"'), 0) => {}
                (Some(b','), 1..) => {
                    scan.step();
                    if scan.next() != Some(b'"') {
                        return Err(Refused::stop());
                    }
                }
                _ => return Err(Refused::stop()),
            }
            match scan.string()? {
                Text::Plain(key) => Ok(Some(key)),
                // Rare enough to leave it to the tree.
                Text::Escaped(_) => Err(Refused::stop()),
            }
        })?;
        self.count += usize::from(key.is_some());
        Ok(key)
    }

    /// Judges a key whose value starts with `next`; the value of one that is not shown is read over.
    #[inline]
    fn shown(
        &mut self,
        key: &'c str,
        next: u8,
        walk: &Walk<'c>,
        trail: &Trail<'_>,
    ) -> Result<Shown, Refused> {
        let Some(rules) = self.rules else {
            self.note(key, walk)?;
            return Ok(Shown::Yes(None));
        };
        // Properties that may be left out often are: the next ones first.
        let (before, after) = rules.properties.split_at(self.guess.min(rules.properties.len()));
        let place = after.iter().position(|own| own.name == key).map(|place| before.len() + place);
        let place = place.or_else(|| before.iter().position(|own| own.name == key));
        let Some(place) = place else { return self.stranger(rules, key, walk, trail) };
        self.guess = place + 1;
        if self.met & (1 << place) != 0 {
            return Err(Refused::stop());
        }
        self.met |= 1 << place;
        let property = &rules.properties[place];
        if next == b'n' && property.null_is_absence {
            walk.read(|scan| scan.word("null"))?;
            return Ok(Shown::No);
        }
        match property.rule {
            Some(rule) => Ok(Shown::Yes(Some(rule))),
            // It is required and nothing else: further keys say what it is.
            None => Err(Refused::stop()),
        }
    }

    /// Judges a key that no property names.
    #[inline(never)]
    fn stranger(
        &mut self,
        rules: &'c ObjectRules,
        key: &'c str,
        walk: &Walk<'c>,
        trail: &Trail<'_>,
    ) -> Result<Shown, Refused> {
        self.note(key, walk)?;
        if rules.names.is_some_and(|id| !schema::text_fits(walk.schema.rule(id), key)) {
            return Err(Refused::stop());
        }
        match rules.others {
            Others::Each(rule) => Ok(Shown::Yes(Some(rule))),
            Others::Open => Ok(Shown::Yes(None)),
            Others::Closed => Err(Refused::stop()),
            Others::Unnamed if walk.deny_unknown => Err(Refused::stop()),
            Others::Unnamed if walk.schema.is_open() => Ok(Shown::Yes(None)),
            Others::Unnamed => {
                walk.skip()?;
                walk.ignore(Trail::Key(trail, key));
                Ok(Shown::No)
            }
        }
    }

    fn is_complete(&self) -> bool {
        self.ended
            && self.rules.is_none_or(|rules| {
                self.met & rules.required == rules.required
                    && rules.fewest.is_none_or(|fewest| self.count >= fewest)
                    && rules.most.is_none_or(|most| self.count <= most)
            })
    }
}

impl<'de> MapAccess<'de> for &mut Entries<'_, '_> {
    type Error = Refused;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Refused> {
        if !self.advance()? {
            return Ok(None);
        }
        let key = self.next.key;
        let read = seed.deserialize(Key { text: key, record: self.record() }).map(Some);
        read.map_err(|refused| refused.under(PathSegment::Key(key.to_owned())))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refused> {
        let Next { key, node, rule } = self.next;
        let trail = Trail::Key(self.trail, key);
        seed.deserialize(Value(&Spot { node, rule, trail: &trail, walk: self.walk }))
            .map_err(|refused| refused.under(PathSegment::Key(key.to_owned())))
    }
}
