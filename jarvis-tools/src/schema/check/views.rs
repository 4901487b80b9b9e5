//! The rules that hold for one value: its own, those referred to, and the chosen forms of unions.

use crate::json::Node;
use crate::schema::check::Checker;
use crate::schema::node::{ArrayRules, Compiled, Id, ObjectRules, Others, Property, Rule, Tag, Types, Union};

/// The rules that hold for one value.
pub(crate) struct Views<'c> {
    rules: Vec<(Id, &'c Rule)>,
    /// Whether keys of which nothing is said belong to the value.
    is_open: bool,
}

/// What the rules for an object say of one of its keys.
pub(crate) enum Named {
    /// The rule for its value; none if only the key belongs here.
    Yes(Option<Id>),
    /// The type has no field for it.
    No,
}

impl<'c> Checker<'c> {
    /// The rules that hold for a value, for a union those of the form that it has or is nearest to.
    pub(crate) fn views(&mut self, id: Id, node: &Node<'_>) -> Views<'c> {
        let mut views = Views { rules: Vec::with_capacity(1), is_open: self.compiled.is_open };
        self.gather(id, node, &mut views);
        views
    }

    fn gather(&mut self, id: Id, node: &Node<'_>, views: &mut Views<'c>) {
        let compiled: &'c Compiled = self.compiled;
        let rule = compiled.rule(id);
        views.rules.push((id, rule));
        if let Some(objects) = &rule.objects {
            for (key, id) in &objects.dependents {
                if self.has(node, key) {
                    self.gather(*id, node, views);
                }
            }
        }
        let Some(in_place) = &rule.in_place else { return };
        for id in in_place.reference.iter().chain(&in_place.all) {
            self.gather(*id, node, views);
        }
        for union in [&in_place.any, &in_place.one].into_iter().flatten() {
            for id in self.chosen(union, node) {
                self.gather(id, node, views);
            }
        }
        if let Some(when) = &in_place.when {
            let fits = self.fits(when.test, node);
            let branch = if fits { when.then } else { when.otherwise };
            let test = fits.then_some(when.test);
            for id in test.into_iter().chain(branch) {
                self.gather(id, node, views);
            }
        }
    }

    /// The form that a tag names, or those that a value fits, or the one that it is nearest to.
    fn chosen(&mut self, union: &Union, node: &Node<'_>) -> Vec<Id> {
        if let Some(index) = union.tag.as_ref().and_then(|tag| tag.branch(node)) {
            return vec![union.branches[index]];
        }
        let scores: Vec<(u64, Id)> = union.branches.iter().map(|id| (self.score(*id, node), *id)).collect();
        let least = scores.iter().map(|(score, _)| *score).min().unwrap_or_default();
        let mut chosen: Vec<Id> =
            scores.iter().filter(|(score, _)| *score == least).map(|(_, id)| *id).collect();
        if least > 0 {
            chosen.truncate(1);
        }
        chosen
    }
}

impl Tag {
    /// The place of the one branch that a value can have by its tag.
    pub(super) fn branch(&self, node: &Node<'_>) -> Option<usize> {
        let find = |places: &[(String, usize)], wanted: &str| {
            places.iter().find(|(text, _)| text == wanted).map(|(_, index)| *index)
        };
        match (self, node) {
            (Tag::Property { name, values }, Node::Object(_)) => match node.get(name)? {
                Node::String(value) => find(values, value),
                _ => None,
            },
            (Tag::Key { keys, .. }, Node::Object(entries)) => {
                let mut present = keys.iter().filter(|(key, _)| entries.iter().any(|(own, _)| own == key));
                match (present.next(), present.next()) {
                    (Some((_, index)), None) => Some(*index),
                    _ => None,
                }
            }
            (Tag::Key { texts, .. }, Node::String(own)) => find(texts, own),
            _ => None,
        }
    }
}

impl<'c> Views<'c> {
    pub(crate) fn rules(&self) -> impl Iterator<Item = &'c Rule> {
        self.rules.iter().map(|(_, rule)| *rule)
    }

    /// The rules for the keys of an object.
    pub(crate) fn key_rules(&self) -> impl Iterator<Item = Id> {
        self.objects().filter_map(|rules| rules.names)
    }

    fn objects(&self) -> impl Iterator<Item = &'c ObjectRules> {
        self.rules().filter_map(|rule| rule.objects.as_deref())
    }

    fn arrays(&self) -> impl Iterator<Item = &'c ArrayRules> {
        self.rules().filter_map(|rule| rule.arrays.as_deref())
    }

    /// The rule that lets an object have keys of any name.
    pub(crate) fn free_keys(&self) -> Option<Id> {
        let is_free = |rules: &ObjectRules| matches!(rules.others, Others::Each(_) | Others::Open);
        self.rules.iter().find(|(_, rule)| rule.objects.as_deref().is_some_and(is_free)).map(|(id, _)| *id)
    }

    /// Whether anything is said of the keys of an object.
    pub(crate) fn says_keys(&self) -> bool {
        self.objects().next().is_some()
    }

    /// Whether one of the rules refuses keys that aren't named.
    pub(super) fn is_closed(&self) -> bool {
        self.objects().any(|rules| rules.others == Others::Closed || rules.unevaluated == Others::Closed)
    }

    /// Whether a key of an object is named, or the rest of keys spoken of.
    pub(crate) fn says_any_key(&self) -> bool {
        self.objects().any(ObjectRules::says_any_key)
    }

    /// The properties that are named, for an error.
    pub(super) fn properties(&self) -> impl Iterator<Item = &'c str> + Clone {
        let rules: Vec<&'c ObjectRules> = self.objects().collect();
        rules.into_iter().flat_map(|rules| rules.properties.iter().map(|property| property.name.as_str()))
    }

    /// Whether a key belongs to the value.
    pub(crate) fn names(&self, key: &str) -> bool {
        matches!(self.said(key), Named::Yes(_))
    }

    /// Whether a key is named by anything but the first rule's own rule for the rest of keys.
    pub(super) fn evaluates(&self, key: &str) -> bool {
        let is_rest = |(_, rule): &(Id, &Rule)| {
            let unevaluated = rule.objects.as_ref().map(|rules| rules.unevaluated);
            matches!(unevaluated, Some(Others::Open | Others::Each(_)))
        };
        matches!(self.named(key), Named::Yes(_)) || self.rules.iter().skip(1).any(is_rest)
    }

    /// Whether a key of an object is shown to the decoder, and the rule for its value.
    pub(crate) fn key(&self, key: &str) -> Named {
        match self.said(key) {
            Named::No if self.is_open => Named::Yes(None),
            said => said,
        }
    }

    /// What is said of a key of an object.
    fn said(&self, key: &str) -> Named {
        match self.named(key) {
            Named::Yes(id) => Named::Yes(id),
            Named::No => self.objects().fold(Named::No, |said, rules| match (said, rules.unevaluated) {
                (Named::No, Others::Each(id)) => Named::Yes(Some(id)),
                (Named::No, Others::Open) => Named::Yes(None),
                (said, _) => said,
            }),
        }
    }

    fn named(&self, key: &str) -> Named {
        let mut open = false;
        for rules in self.objects() {
            if let Some(property) = rules.property(key)
                && property.rule.is_some()
            {
                return Named::Yes(property.rule);
            }
            if let Some((_, id)) = rules.patterns.iter().find(|(pattern, _)| pattern.regex.is_match(key)) {
                return Named::Yes(Some(*id));
            }
            match rules.others {
                Others::Each(id) => return Named::Yes(Some(id)),
                Others::Open => open = true,
                Others::Unnamed | Others::Closed => {}
            }
        }
        if open { Named::Yes(None) } else { Named::No }
    }

    /// All that is said of the property of this name.
    pub(super) fn properties_named<'k>(
        &self,
        key: &'k str,
    ) -> impl Iterator<Item = &'c Property> + use<'_, 'c, 'k> {
        self.objects().filter_map(move |rules| rules.property(key))
    }

    /// The rule for the item at a place of a list.
    pub(crate) fn item(&self, index: usize) -> Option<Id> {
        self.arrays().find_map(|rules| rules.first.get(index).copied().or(rules.others))
    }

    /// Whether a number is declared as one that may have a fraction, so that a float is what holds it.
    pub(crate) fn is_float(&self) -> bool {
        self.rules().any(|rule| rule.types != Types::ANY && rule.types.contains(Types::NUMBER))
    }

    /// Whether a number is taken as an integer: somewhere only integers are allowed.
    pub(crate) fn is_integer(&self) -> bool {
        self.rules().any(|rule| rule.types.contains(Types::INTEGER) && !rule.types.contains(Types::NUMBER))
    }
}
