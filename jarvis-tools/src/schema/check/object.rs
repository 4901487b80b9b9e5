//! Objects.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::error::ArgumentErrorKind;
use crate::json::Node;
use crate::path::Trail;
use crate::schema::check::scalar::counted;
use crate::schema::check::{Checker, Sink, weight};
use crate::schema::node::{FEW, Id, ObjectRules, Others, Property, Rule};
use crate::text;

/// The most names that a problem lists, and the most characters of a sent one.
const MOST_LISTED: usize = 200;
const LONGEST_AVAILABLE: usize = 256;

pub(super) type Entry<'a> = (Cow<'a, str>, Node<'a>);

impl Checker<'_> {
    pub(super) fn object(
        &mut self,
        rule: &Rule,
        node: &Node<'_>,
        entries: &[Entry<'_>],
        trail: &Trail<'_>,
        sink: &mut Sink,
    ) {
        let Some(rules) = &rule.objects else { return };
        let sent = Sent::new(entries, rules);
        for property in &rules.properties {
            self.property(property, &sent, trail, sink);
        }
        self.further_keys(rules, entries, trail, sink);
        for (key, companions) in &rules.companions {
            let has = |name: &str| sent.get(name).is_some_and(|value| !self.stands_for_absence(value));
            if !has(key) {
                continue;
            }
            let missing: Vec<&String> = companions.iter().filter(|name| !has(name)).collect();
            for name in missing {
                let expected = format!("any value, since '{key}' is given");
                self.missing_parameter(&Trail::Key(trail, name), expected, &sent, sink);
            }
        }
        for (key, id) in &rules.dependents {
            if self.has(node, key) {
                self.apply(*id, node, trail, sink);
            }
        }
        let count = entries.iter().filter(|(_, value)| !self.stands_for_absence(value)).count();
        let range = match (rules.fewest, rules.most) {
            (Some(fewest), _) if count < fewest => format!("at least {}", counted(fewest, "key")),
            (_, Some(most)) if count > most => format!("at most {}", counted(most, "key")),
            _ => return,
        };
        sink.add_kind(weight::OTHER, trail, || ArgumentErrorKind::OutOfRange {
            expected: format!("an object of {range}"),
            received: count.to_string(),
        });
    }

    fn property(&mut self, property: &Property, sent: &Sent<'_, '_>, trail: &Trail<'_>, sink: &mut Sink) {
        let here = Trail::Key(trail, &property.name);
        match sent.get(&property.name) {
            Some(value) if !(self.stands_for_absence(value) && property.required) => {
                let Some(id) = property.rule else { return };
                if !self.is_absent(property, value) {
                    self.value(id, value, &here, sink);
                }
            }
            _ if property.required => {
                let expected =
                    property.rule.map_or_else(|| "any value".to_owned(), |id| self.possible(id).words());
                self.missing_parameter(&here, expected, sent, sink);
            }
            _ => {}
        }
    }

    /// Checks the keys that no property names.
    fn further_keys(
        &mut self,
        rules: &ObjectRules,
        entries: &[Entry<'_>],
        trail: &Trail<'_>,
        sink: &mut Sink,
    ) {
        if let (Others::Unnamed | Others::Open, [], None) = (rules.others, &rules.patterns[..], rules.names) {
            return;
        }
        for (key, value) in entries {
            if self.stands_for_absence(value) {
                continue;
            }
            let here = Trail::Key(trail, key);
            if let Some(id) = rules.names {
                // With a memory of its own: this node has no lasting address.
                let name = Node::String(Cow::Borrowed(key));
                Checker::new(self.compiled, false).apply(id, &name, &here, sink);
            }
            let mut named = rules.property(key).is_some_and(|property| property.rule.is_some());
            for (pattern, id) in &rules.patterns {
                if pattern.regex.is_match(key) {
                    named = true;
                    self.value(*id, value, &here, sink);
                }
            }
            match rules.others {
                _ if named => {}
                Others::Unnamed | Others::Open => {}
                Others::Closed => {
                    let allowed = rules.properties.iter().map(|own| own.name.as_str());
                    self.unknown_parameter(&here, key, allowed, sink);
                }
                Others::Each(id) => self.value(id, value, &here, sink),
            }
        }
    }

    /// Checks the keys that none of the rules for this value names against the rule for the rest.
    pub(super) fn remaining_keys(
        &mut self,
        id: Id,
        rest: Id,
        node: &Node<'_>,
        trail: &Trail<'_>,
        sink: &mut Sink,
    ) {
        let Node::Object(entries) = node else { return };
        let views = self.views(id, node);
        for (key, value) in entries {
            if views.evaluates(key) || self.stands_for_absence(value) {
                continue;
            }
            self.value(rest, value, &Trail::Key(trail, key), sink);
        }
    }

    /// Refuses the keys that no rule names, unless a closed schema has done so already.
    pub(super) fn denied_keys(&mut self, id: Id, node: &Node<'_>, trail: &Trail<'_>, sink: &mut Sink) {
        if matches!(node, Node::Object(_)) && !self.views(id, node).is_closed() {
            self.unknown_keys(id, node, trail, sink);
        }
    }

    /// Refuses the keys that none of the rules for this value names.
    pub(super) fn unknown_keys(&mut self, id: Id, node: &Node<'_>, trail: &Trail<'_>, sink: &mut Sink) {
        let Node::Object(entries) = node else { return };
        let views = self.views(id, node);
        if !views.says_keys() {
            return;
        }
        for (key, value) in entries.iter().filter(|(key, _)| !views.names(key)) {
            if self.stands_for_absence(value) {
                continue;
            }
            self.unknown_parameter(&Trail::Key(trail, key), key, views.properties(), sink);
        }
    }

    fn missing_parameter(
        &mut self,
        here: &Trail<'_>,
        expected: String,
        sent: &Sent<'_, '_>,
        sink: &mut Sink,
    ) {
        let own = match here {
            Trail::Key(_, own) => own,
            Trail::Root | Trail::Index(..) => "",
        };
        let may_compare = self.may_compare(sent.entries.len(), sink);
        sink.add_kind(weight::MISSING, here, || {
            if sent.get(own).is_some() {
                // It was sent, as null that is as good as nothing.
                return ArgumentErrorKind::NullParameter { expected };
            }
            let (available, unlisted) = available(sent.entries);
            let similar = if may_compare { sent.similar(own) } else { None };
            ArgumentErrorKind::MissingParameter { expected, available, unlisted, similar }
        });
    }

    fn unknown_parameter<'a>(
        &mut self,
        here: &Trail<'_>,
        key: &str,
        allowed: impl Iterator<Item = &'a str> + Clone,
        sink: &mut Sink,
    ) {
        let count = if sink.is_open() { allowed.clone().count() } else { 0 };
        let may_compare = self.may_compare(count, sink);
        sink.add_kind(weight::OTHER, here, || {
            let similar = if may_compare { text::nearest(key, allowed.clone()) } else { None };
            ArgumentErrorKind::UnknownParameter {
                allowed: allowed.take(MOST_LISTED).map(str::to_owned).collect(),
                unlisted: count.saturating_sub(MOST_LISTED),
                similar: similar.map(str::to_owned),
            }
        });
    }
}

/// The keys of an object as they were sent.
struct Sent<'e, 'a> {
    entries: &'e [Entry<'a>],
    rules: &'e ObjectRules,
    /// Where the keys are, where there are too many to look through.
    places: HashMap<&'e str, usize>,
}

impl<'e, 'a> Sent<'e, 'a> {
    fn new(entries: &'e [Entry<'a>], rules: &'e ObjectRules) -> Self {
        let asked = rules.properties.len() + rules.companions.len();
        let many = entries.len() > FEW && asked > FEW;
        let places = entries.iter().enumerate().filter(|_| many);
        let places = places.map(|(place, (key, _))| (&**key, place)).collect();
        Self { entries, rules, places }
    }

    fn get(&self, name: &str) -> Option<&'e Node<'a>> {
        let place = if self.places.is_empty() {
            self.entries.iter().position(|(key, _)| key == name)
        } else {
            self.places.get(name).copied()
        };
        place.map(|place| &self.entries[place].1)
    }

    /// The key that was probably meant to be `name`, which is one that means nothing here.
    fn similar(&self, name: &str) -> Option<String> {
        let keys = self.entries.iter().map(|(key, _)| &**key);
        let strangers = keys.filter(|key| self.rules.property(key).is_none());
        text::nearest(name, strangers).map(str::to_owned)
    }
}

/// The keys of an object in order, as far as a problem holds them, and how many more there are.
pub(super) fn available(entries: &[Entry<'_>]) -> (Vec<String>, usize) {
    let mut keys: Vec<&str> = entries.iter().map(|(key, _)| &**key).collect();
    let unlisted = keys.len().saturating_sub(MOST_LISTED);
    if unlisted > 0 {
        keys.select_nth_unstable(MOST_LISTED);
        keys.truncate(MOST_LISTED);
    }
    keys.sort_unstable();
    (keys.into_iter().map(|key| text::shorten(key, LONGEST_AVAILABLE)).collect(), unlisted)
}
