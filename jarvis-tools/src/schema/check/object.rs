//! Objects.

use std::borrow::Cow;

use crate::error::ArgumentErrorKind;
use crate::json::Node;
use crate::path::Trail;
use crate::schema::check::scalar::counted;
use crate::schema::check::{Checker, Sink, weight};
use crate::schema::node::{Id, ObjectRules, Others, Property, Rule};
use crate::text;

/// The most sent keys that a problem holds, and the most characters of one.
const MOST_AVAILABLE: usize = 200;
const LONGEST_AVAILABLE: usize = 256;

type Entry<'a> = (Cow<'a, str>, Node<'a>);

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
        for property in &rules.properties {
            self.property(rules, property, entries, trail, sink);
        }
        self.further_keys(rules, entries, trail, sink);
        for (key, companions) in &rules.companions {
            for name in companions.iter().filter(|_| self.has(node, key)) {
                if self.has(node, name) {
                    continue;
                }
                missing_parameter(
                    &Trail::Key(trail, name),
                    format!("any value, since '{key}' is given"),
                    entries,
                    rules,
                    sink,
                );
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

    fn property(
        &mut self,
        rules: &ObjectRules,
        property: &Property,
        entries: &[Entry<'_>],
        trail: &Trail<'_>,
        sink: &mut Sink,
    ) {
        let here = Trail::Key(trail, &property.name);
        match entries.iter().find(|(key, _)| *key == property.name) {
            Some((_, value)) if !(self.stands_for_absence(value) && property.required) => {
                let Some(id) = property.rule else { return };
                if !self.is_absent(property, value) {
                    self.value(id, value, &here, sink);
                }
            }
            _ if property.required => {
                let expected =
                    property.rule.map_or_else(|| "any value".to_owned(), |id| self.possible(id).words());
                missing_parameter(&here, expected, entries, rules, sink);
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
            let mut named =
                rules.properties.iter().any(|property| property.rule.is_some() && property.name == *key);
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
                    unknown_parameter(&here, key, rules.properties.iter().map(|own| own.name.as_str()), sink);
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
        for (key, _) in
            entries.iter().filter(|(key, value)| !views.names(key) && !self.stands_for_absence(value))
        {
            unknown_parameter(&Trail::Key(trail, key), key, views.properties(), sink);
        }
    }
}

fn missing_parameter(
    here: &Trail<'_>,
    expected: String,
    entries: &[Entry<'_>],
    rules: &ObjectRules,
    sink: &mut Sink,
) {
    let own = match here {
        Trail::Key(_, own) => own,
        Trail::Root | Trail::Index(..) => "",
    };
    sink.add_kind(weight::MISSING, here, || {
        if entries.iter().any(|(key, _)| key == own) {
            // It was sent, as null that is as good as nothing.
            return ArgumentErrorKind::NullParameter { expected };
        }
        // Of an object with thousands of keys the first say enough, and each missing one repeats them.
        let entries = &entries[..entries.len().min(MOST_AVAILABLE)];
        let mut available: Vec<String> =
            entries.iter().map(|(key, _)| text::shorten(key, LONGEST_AVAILABLE)).collect();
        available.sort_unstable();
        // Only a key that means nothing here can have been meant for another one.
        let strangers = entries
            .iter()
            .map(|(key, _)| &**key)
            .filter(|key| !rules.properties.iter().any(|property| property.name == *key));
        let similar = text::nearest(own, strangers).map(str::to_owned);
        ArgumentErrorKind::MissingParameter { expected, available, similar }
    });
}

fn unknown_parameter<'a>(
    here: &Trail<'_>,
    key: &str,
    allowed: impl Iterator<Item = &'a str> + Clone,
    sink: &mut Sink,
) {
    sink.add_kind(weight::OTHER, here, || ArgumentErrorKind::UnknownParameter {
        allowed: allowed.clone().map(str::to_owned).collect(),
        similar: text::nearest(key, allowed).map(str::to_owned),
    });
}
