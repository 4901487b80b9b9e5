//! The items of a list.

use std::slice;

use serde::de::{self, DeserializeSeed, SeqAccess};

use crate::decode::error::Refused;
use crate::decode::value::{Spot, Value};
use crate::decode::walk::Walk;
use crate::json::Node;
use crate::path::{PathSegment, Trail};
use crate::schema::{ArrayRules, Id, Rule, Views};

/// The items of a list, from the text or from a tree.
pub(super) struct Items<'c, 'w> {
    from: From<'c, 'w>,
    index: usize,
    /// The item that comes next.
    next: (Option<&'w Node<'w>>, Option<Id>),
    trail: &'w Trail<'w>,
    walk: &'w Walk<'c>,
}

enum From<'c, 'w> {
    Tree { items: slice::Iter<'w, Node<'w>>, views: Option<Views<'c>> },
    Text { rules: Option<&'c ArrayRules>, ended: bool, noted: Option<usize> },
}

impl<'c, 'w> Items<'c, 'w> {
    /// The items of a value, which is a list.
    pub(super) fn new(value: Value<'c, 'w>, rule: Option<&'c Rule>) -> Result<Self, Refused> {
        let Value(&Spot { node, trail, walk, .. }) = value;
        let from = match node {
            Some(Node::Array(items)) => From::Tree { items: items.iter(), views: value.views() },
            Some(_) => return Err(Refused::mismatch("a single value", "an array")),
            None => {
                walk.enter()?;
                let rules = rule.and_then(|rule| rule.arrays.as_deref());
                From::Text { rules, ended: false, noted: None }
            }
        };
        Ok(Self { from, index: 0, next: (None, None), trail, walk })
    }

    /// Goes to the next item; false if there is none.
    fn advance(&mut self) -> Result<bool, Refused> {
        match &mut self.from {
            From::Tree { items, views } => {
                let Some(node) = items.next() else { return Ok(false) };
                self.next = (Some(node), views.as_ref().and_then(|views| views.item(self.index)));
            }
            From::Text { ended: true, .. } => return Ok(false),
            From::Text { rules, ended, .. } => {
                let is_first = self.index == 0;
                let more = self.walk.read(|scan| match scan.next() {
                    Some(b']') => {
                        scan.step();
                        Some(false)
                    }
                    _ if is_first => Some(true),
                    Some(b',') => {
                        scan.step();
                        (scan.next() != Some(b']')).then_some(true)
                    }
                    _ => None,
                });
                match more {
                    None => return Err(Refused::stop()),
                    Some(false) => {
                        *ended = true;
                        return Ok(false);
                    }
                    Some(true) => {}
                }
                self.next.1 = rules.and_then(|rules| rules.first.get(self.index).copied().or(rules.others));
            }
        }
        self.index += 1;
        Ok(true)
    }

    /// Where the item of a set starts, of which each may stand there once.
    fn start_of_unique(&self) -> Option<usize> {
        match &self.from {
            From::Text { rules: Some(rules), .. } if rules.unique => Some(self.walk.scan.get().at()),
            _ => None,
        }
    }

    /// Notes the item of a set that was read, by its text.
    fn note_unique(&mut self, start: usize) -> Result<(), Refused> {
        let From::Text { noted, .. } = &mut self.from else { return Ok(()) };
        let text = self.walk.scan.get().since(start).trim();
        // Equal numbers and texts can be written in several ways, unless they are plain.
        let is_plain =
            text.starts_with('"') || !text.contains(['.', 'e', 'E']) || matches!(text, "true" | "false");
        if !is_plain || text == "-0" || text.contains('\\') {
            return Err(Refused::stop());
        }
        let first = *noted.get_or_insert_with(|| self.walk.first_key());
        self.walk.note(first, text)
    }

    /// Checks that the list was read to its end.
    pub(super) fn finish(mut self) -> Result<(), Refused> {
        let left = match &self.from {
            From::Tree { items, .. } => items.len(),
            From::Text { .. } => usize::from(self.advance()?),
        };
        if left > 0 {
            let read = self.index;
            return Err(de::Error::invalid_length(read + left, &&*format!("{read} items")));
        }
        if let From::Text { rules, noted, .. } = &self.from {
            self.walk.leave();
            if let Some(first) = noted {
                self.walk.forget(*first);
            }
            let fits = rules.is_none_or(|rules| {
                rules.fewest.is_none_or(|fewest| self.index >= fewest)
                    && rules.most.is_none_or(|most| self.index <= most)
            });
            if !fits {
                return Err(Refused::stop());
            }
        }
        Ok(())
    }
}

impl<'de> SeqAccess<'de> for &mut Items<'_, '_> {
    type Error = Refused;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Refused> {
        if !self.advance()? {
            return Ok(None);
        }
        let index = self.index - 1;
        let start = self.start_of_unique();
        let (node, rule) = self.next;
        let trail = Trail::Index(self.trail, index);
        let item = seed
            .deserialize(Value(&Spot { node, rule, trail: &trail, walk: self.walk }))
            .map_err(|refused| refused.under(PathSegment::Index(index)))?;
        if let Some(start) = start {
            self.note_unique(start)?;
        }
        Ok(Some(item))
    }

    fn size_hint(&self) -> Option<usize> {
        match &self.from {
            From::Tree { items, .. } => Some(items.len()),
            From::Text { .. } => None,
        }
    }
}
