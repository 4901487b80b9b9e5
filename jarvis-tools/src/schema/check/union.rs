//! Values that have one of several forms.

use serde_json::Value;

use crate::error::{ArgumentError, ArgumentErrorKind, Received};
use crate::json::Node;
use crate::path::Trail;
use crate::schema::check::object::{Entry, available};
use crate::schema::check::{Checker, Problems, Sink, listed, type_of, weight};
use crate::schema::node::{Id, Tag, Types, Union};
use crate::text;

/// The most other forms that one error speaks of.
const MOST_ALTERNATIVES: usize = 3;

impl Checker<'_> {
    /// Checks that a value has one of the forms, or exactly one.
    pub(super) fn union(
        &mut self,
        union: &Union,
        exactly: bool,
        node: &Node<'_>,
        trail: &Trail<'_>,
        sink: &mut Sink,
    ) {
        match (&union.tag, node) {
            (Some(Tag::Property { name, values }), Node::Object(_)) => {
                return self.by_property(union, name, values, node, trail, sink);
            }
            (Some(Tag::Key { keys, .. }), Node::Object(entries))
                if !entries.iter().any(|(own, _)| keys.iter().any(|(key, _)| key == own)) =>
            {
                return no_key(keys, entries, trail, sink);
            }
            (Some(Tag::Key { texts, .. }), Node::String(own))
                if !texts.iter().any(|(text, _)| text == own) =>
            {
                return self.unknown_text(union, texts, node, trail, sink);
            }
            _ => {}
        }
        let tagged = union.tag.as_ref().and_then(|tag| tag.branch(node)).map(|index| union.branches[index]);
        match tagged {
            Some(branch) => self.apply(branch, node, trail, sink),
            None => self.by_trial(union, exactly, node, trail, sink),
        }
    }

    /// The form is named by the value of a property.
    fn by_property(
        &mut self,
        union: &Union,
        name: &str,
        values: &[(String, usize)],
        node: &Node<'_>,
        trail: &Trail<'_>,
        sink: &mut Sink,
    ) {
        let here = Trail::Key(trail, name);
        let words = || {
            let tags: Vec<Value> = values.iter().map(|(value, _)| value.as_str().into()).collect();
            format!("one of {}", listed(&tags))
        };
        match node.get(name) {
            Some(Node::String(own)) => match values.iter().find(|(value, _)| value == own) {
                Some((_, index)) => self.apply(union.branches[*index], node, trail, sink),
                None => sink.add_kind(weight::TYPE, &here, || ArgumentErrorKind::TypeMismatch {
                    expected: words(),
                    is_value: true,
                    received: Node::String(own.as_ref().into()).received(),
                }),
            },
            Some(Node::Null) => {
                sink.add_kind(weight::TYPE, &here, || ArgumentErrorKind::NullParameter { expected: words() });
            }
            Some(other) => sink.add_kind(weight::TYPE, &here, || ArgumentErrorKind::TypeMismatch {
                expected: words(),
                is_value: false,
                received: other.received(),
            }),
            None => sink.add_kind(weight::TYPE, &here, || {
                let entries = if let Node::Object(entries) = node { &entries[..] } else { &[] };
                let (available, unlisted) = available(entries);
                let similar = text::nearest(name, available.iter().map(String::as_str)).map(str::to_owned);
                ArgumentErrorKind::MissingParameter { expected: words(), available, unlisted, similar }
            }),
        }
    }

    /// A text that is none of those that name a form.
    fn unknown_text(
        &mut self,
        union: &Union,
        texts: &[(String, usize)],
        node: &Node<'_>,
        trail: &Trail<'_>,
        sink: &mut Sink,
    ) {
        let expected = || {
            let words: Vec<Value> = texts.iter().map(|(text, _)| text.as_str().into()).collect();
            if words.is_empty() {
                union.branches.iter().fold(Types::NONE, |types, id| types.union(self.possible(*id))).words()
            } else {
                format!("one of {}, or an object", listed(&words))
            }
        };
        sink.add_kind(weight::TYPE, trail, || ArgumentErrorKind::TypeMismatch {
            expected: expected(),
            is_value: !texts.is_empty(),
            received: node.received(),
        });
    }

    /// Nothing names the form: each is tried.
    fn by_trial(
        &mut self,
        union: &Union,
        exactly: bool,
        node: &Node<'_>,
        trail: &Trail<'_>,
        sink: &mut Sink,
    ) {
        let mut scores: Vec<(u64, Id)> =
            union.branches.iter().map(|id| (self.score(*id, node), *id)).collect();
        let fitting = scores.iter().filter(|(score, _)| *score == 0).count();
        if fitting > 1 && exactly {
            sink.add_kind(weight::OTHER, trail, || ArgumentErrorKind::NotAllowed {
                reason: "it has more than one of the forms of which it may have one".to_owned(),
            });
        }
        if fitting > 0 {
            return;
        }
        if let Problems::Score(score) = &mut sink.problems {
            let least = scores.iter().map(|(score, _)| *score).min().unwrap_or(weight::TYPE);
            let most = if matches!(trail, Trail::Root) { least } else { weight::MISSING };
            *score = score.saturating_add(least.min(most));
            return;
        }
        let possible = union.branches.iter().fold(Types::NONE, |types, id| types.union(self.possible(*id)));
        if !possible.contains(type_of(node)) {
            let expected = possible.words();
            sink.add_kind(weight::TYPE, trail, || match node {
                Node::Null => ArgumentErrorKind::NullParameter { expected },
                _ => ArgumentErrorKind::TypeMismatch { expected, is_value: false, received: node.received() },
            });
            return;
        }
        // The order of the forms decides between equally near ones.
        scores.sort_by_key(|(score, _)| *score);
        self.nearest(&scores, node, trail, sink);
    }

    /// The problems of the nearest form, and a word on the others.
    fn nearest(&mut self, scores: &[(u64, Id)], node: &Node<'_>, trail: &Trail<'_>, sink: &mut Sink) {
        let Some(((_, nearest), others)) = scores.split_first() else { return };
        // What was found on the way here already is not told again.
        let mut own = Sink { applied: std::mem::take(&mut sink.applied), ..Sink::list() };
        self.apply(*nearest, node, trail, &mut own);
        sink.applied = std::mem::take(&mut own.applied);
        let mut problems = own.into_list();
        if !self.in_alternative {
            self.in_alternative = true;
            // A form of another type is no alternative: what was sent was not meant to be one.
            let candidates = others.iter().filter(|(score, _)| *score < weight::TYPE).take(MOST_ALTERNATIVES);
            let alternatives: Vec<ArgumentError> =
                candidates.filter_map(|(_, id)| self.listed(*id, node, trail).into_iter().next()).collect();
            self.in_alternative = false;
            if let Some(first) = problems.first_mut() {
                first.alternatives = alternatives;
            }
        }
        for problem in problems {
            sink.add(weight::OTHER, || problem);
        }
    }

    fn listed(&mut self, id: Id, node: &Node<'_>, trail: &Trail<'_>) -> Vec<ArgumentError> {
        let mut sink = Sink::list();
        self.apply(id, node, trail, &mut sink);
        sink.into_list()
    }
}

/// An object without any of the keys that name a form.
fn no_key(keys: &[(String, usize)], entries: &[Entry<'_>], trail: &Trail<'_>, sink: &mut Sink) {
    let sent = || text::list(entries.iter().map(|(key, _)| &**key));
    sink.add_kind(weight::TYPE, trail, || ArgumentErrorKind::TypeMismatch {
        expected: format!(
            "an object with one of the keys {}",
            text::list(keys.iter().map(|(key, _)| key.as_str()))
        ),
        is_value: true,
        received: Received::new("object", (!entries.is_empty()).then(|| format!("of {}", sent()))),
    });
}
