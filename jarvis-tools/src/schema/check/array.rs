//! Lists.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::error::ArgumentErrorKind;
use crate::json::Node;
use crate::path::Trail;
use crate::schema::check::scalar::counted;
use crate::schema::check::{Checker, Sink, weight};
use crate::schema::node::{Contains, Rule};

impl Checker<'_> {
    pub(super) fn array(&mut self, rule: &Rule, items: &[Node<'_>], trail: &Trail<'_>, sink: &mut Sink) {
        let Some(rules) = &rule.arrays else { return };
        if let Some(fewest) = rules.fewest.filter(|fewest| items.len() < *fewest) {
            out_of_range(format!("a list of at least {}", counted(fewest, "item")), items.len(), trail, sink);
        }
        if let Some(most) = rules.most.filter(|most| items.len() > *most) {
            out_of_range(format!("a list of at most {}", counted(most, "item")), items.len(), trail, sink);
        }
        for (index, item) in items.iter().enumerate() {
            if let Some(id) = rules.first.get(index).copied().or(rules.others) {
                self.value(id, item, &Trail::Index(trail, index), sink);
            }
        }
        if rules.unique {
            unique(items, trail, sink);
        }
        if let Some(contains) = &rules.contains {
            self.contains(contains, items, trail, sink);
        }
    }

    fn contains(&mut self, contains: &Contains, items: &[Node<'_>], trail: &Trail<'_>, sink: &mut Sink) {
        let count = items.iter().filter(|item| self.fits(contains.item, item)).count();
        let expected = match contains.most {
            _ if count < contains.fewest => format!("at least {}", contains.fewest),
            Some(most) if count > most => format!("at most {most}"),
            _ => return,
        };
        sink.add_kind(weight::OTHER, trail, || ArgumentErrorKind::OutOfRange {
            expected: format!("a list with {expected} of its items being {}", self.expected(contains.item)),
            received: counted(count, "such item"),
        });
    }
}

fn out_of_range(expected: String, count: usize, trail: &Trail<'_>, sink: &mut Sink) {
    sink.add_kind(weight::OTHER, trail, || ArgumentErrorKind::OutOfRange {
        expected,
        received: count.to_string(),
    });
}

/// Finds equal items by a text that only equal values share, since comparing all pairs would cost the square.
fn unique(items: &[Node<'_>], trail: &Trail<'_>, sink: &mut Sink) {
    let mut seen: HashMap<String, usize> = HashMap::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let mut key = String::new();
        write_key(item, &mut key);
        if let Some(first) = seen.get(&key) {
            sink.add_kind(weight::OTHER, trail, || ArgumentErrorKind::OutOfRange {
                expected: "a list without equal items".to_owned(),
                received: format!("the same at {first} and {index}"),
            });
            return;
        }
        seen.insert(key, index);
    }
}

fn write_key(node: &Node<'_>, out: &mut String) {
    match node {
        Node::Null => out.push('n'),
        Node::Bool(yes) => out.push(if *yes { 't' } else { 'f' }),
        // Writing to a string can't fail.
        Node::Number(number) => drop(write!(out, "{}", number.decimal().key())),
        Node::String(text) => drop(write!(out, "{text:?}")),
        Node::Array(items) => {
            out.push('[');
            for item in items {
                write_key(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Node::Object(entries) => {
            let mut sorted: Vec<_> = entries.iter().collect();
            sorted.sort_by(|left, right| left.0.cmp(&right.0));
            out.push('{');
            for (key, value) in sorted {
                let _ = write!(out, "{key:?}:");
                write_key(value, out);
                out.push(',');
            }
            out.push('}');
        }
    }
}
