//! Objects.

use serde_json::Value;

use crate::schema::node::{Id, ObjectRules, Others, Rule};
use crate::schema::witness::{Aim, Heights, Witnesses, texts, write_text};

/// The most keys beyond those that a schema names.
const FURTHER: usize = 3;

/// A key that will be written, and what holds for its value.
struct Member {
    key: String,
    ids: Vec<Id>,
}

impl<'c> Witnesses<'c> {
    pub(super) fn object(&mut self, rules: &[&'c Rule], depth: usize, out: &mut String) -> Option<()> {
        let own: Vec<&'c ObjectRules> = rules.iter().filter_map(|rule| rule.objects.as_deref()).collect();
        let mut members = self.named(&own, depth);
        self.other_keys(&own, depth, &mut members);
        if self.random.one_in(3) {
            self.random.shuffle(&mut members);
        }
        let nearest = members.iter().map(|member| self.steps(&member.ids)).enumerate();
        let nearest = nearest.min_by_key(|(_, steps)| *steps).filter(|(_, steps)| *steps < Aim::NOWHERE);
        out.push('{');
        for (place, member) in members.iter().enumerate() {
            if place > 0 {
                out.push(',');
            }
            write_text(&member.key, out);
            out.push(':');
            let is_nearest = nearest.is_some_and(|(nearest, _)| nearest == place);
            out.push_str(&self.part_on_the_way(is_nearest, &member.ids, depth)?);
        }
        out.push('}');
        Some(())
    }

    /// How far it is from a part of an object to where the value is to come to.
    pub(super) fn way_in_object(&self, objects: &ObjectRules) -> u32 {
        let properties = objects.properties.iter().filter_map(|property| property.rule.as_ref());
        self.steps(properties).min(self.way_in_others(objects))
    }

    fn way_in_others(&self, objects: &ObjectRules) -> u32 {
        let others = [&objects.others, &objects.unevaluated].into_iter().filter_map(|others| match others {
            Others::Each(id) => Some(id),
            Others::Unnamed | Others::Open | Others::Closed => None,
        });
        self.steps(objects.patterns.iter().map(|(_, id)| id).chain(others).chain(&objects.names))
    }

    /// The properties that are required, and some of the others.
    fn named(&mut self, own: &[&'c ObjectRules], depth: usize) -> Vec<Member> {
        let mut properties: Vec<(&'c str, bool, Vec<Id>)> = Vec::new();
        for property in own.iter().flat_map(|rules| &rules.properties) {
            match properties.iter_mut().find(|(name, ..)| *name == property.name) {
                Some((_, required, ids)) => {
                    *required |= property.required;
                    ids.extend(property.rule);
                }
                None => {
                    properties.push((&property.name, property.required, property.rule.into_iter().collect()));
                }
            }
        }
        let fewest = own.iter().filter_map(|rules| rules.fewest).max().unwrap_or(0);
        let mut included: Vec<&str> = Vec::new();
        let nearest = properties.iter().map(|(.., ids)| self.steps(ids)).min().unwrap_or(Aim::NOWHERE);
        for (place, (name, required, ids)) in properties.iter().enumerate() {
            let possible = ids.iter().all(|id| self.heights.of_rule(*id) < Heights::ENDLESS);
            let needed = included.len() + (properties.len() - place) <= fewest;
            let leads = nearest < Aim::NOWHERE && self.steps(ids) == nearest;
            let wanted = if self.is_small(depth) { self.random.one_in(8) } else { self.random.one_in(2) };
            if *required || (possible && (needed || wanted || leads)) {
                included.push(name);
            }
        }
        // Keys that must stand beside others; a chain of them ends, since each round adds one.
        loop {
            let missing = own.iter().flat_map(|rules| &rules.companions).find_map(|(key, companions)| {
                let missing = companions.iter().find(|name| !included.contains(&name.as_str()));
                missing.filter(|_| included.contains(&key.as_str()))
            });
            match missing {
                Some(name) => included.push(name),
                None => break,
            }
        }
        included
            .into_iter()
            .map(|name| {
                let mut ids: Vec<Id> = properties
                    .iter()
                    .filter(|(own, ..)| *own == name)
                    .flat_map(|(.., ids)| ids.iter().copied())
                    .collect();
                ids.extend(unnamed(own, name).unwrap_or_default());
                Member { key: name.to_owned(), ids }
            })
            .collect()
    }

    /// Keys that no property names, where there may be some.
    fn other_keys(&mut self, own: &[&'c ObjectRules], depth: usize, members: &mut Vec<Member>) {
        let takes = |rules: &&ObjectRules| {
            !rules.patterns.is_empty()
                || matches!(rules.others, Others::Open | Others::Each(_))
                || matches!(rules.unevaluated, Others::Open | Others::Each(_))
        };
        if !own.iter().any(takes) {
            return;
        }
        let fewest = own.iter().filter_map(|rules| rules.fewest).max().unwrap_or(0);
        let most = own.iter().filter_map(|rules| rules.most).min().unwrap_or(usize::MAX);
        let leads = own.iter().any(|rules| self.way_in_others(rules) < Aim::NOWHERE);
        let wanted = if self.is_small(depth) { 0 } else { self.random.below(FURTHER + 1) };
        let wanted = wanted.max(usize::from(leads));
        let count = (members.len() + wanted).max(fewest).min(most);
        // A key may turn out to be taken; then there are fewer.
        for _ in 0..count.saturating_sub(members.len()).min(100) * 3 {
            if members.len() >= count {
                break;
            }
            let Some(key) = self.key(own) else { continue };
            let is_used = members.iter().any(|member| member.key == key)
                || own.iter().flat_map(|rules| &rules.properties).any(|property| property.name == key);
            if is_used {
                continue;
            }
            if let Some(ids) = unnamed(own, &key) {
                members.push(Member { key, ids });
            }
        }
    }

    /// A key for the rest of an object.
    fn key(&mut self, own: &[&'c ObjectRules]) -> Option<String> {
        let patterns: Vec<_> = own.iter().flat_map(|rules| &rules.patterns).collect();
        if let Some((pattern, _)) = self.random.pick(&patterns).copied() {
            return Some(texts::matching(pattern, &mut self.random));
        }
        let names: Vec<Id> = own.iter().filter_map(|rules| rules.names).collect();
        if names.is_empty() {
            return Some(texts::key(&mut self.random));
        }
        let on_the_way = self.on_the_way;
        self.on_the_way = self.steps(&names) < Aim::NOWHERE;
        let mut out = String::new();
        let made = self.value(&names, super::DEEP, &mut out);
        self.on_the_way = on_the_way;
        made?;
        match serde_json::from_str(&out) {
            Ok(Value::String(key)) => Some(key),
            _ => None,
        }
    }
}

/// What holds for the value of a key beside its properties; none if the key is refused.
fn unnamed(own: &[&ObjectRules], key: &str) -> Option<Vec<Id>> {
    let mut ids = Vec::new();
    let mut evaluated = false;
    for rules in own {
        let named = rules.properties.iter().any(|property| property.rule.is_some() && property.name == key);
        let before = ids.len();
        ids.extend(
            rules.patterns.iter().filter(|(pattern, _)| pattern.regex.is_match(key)).map(|(_, id)| *id),
        );
        evaluated |= named || ids.len() > before;
        match rules.others {
            _ if named || ids.len() > before => {}
            Others::Each(id) => {
                ids.push(id);
                evaluated = true;
            }
            Others::Open => evaluated = true,
            Others::Closed => return None,
            Others::Unnamed => {}
        }
    }
    for rules in own {
        match rules.unevaluated {
            Others::Each(id) if !evaluated => ids.push(id),
            Others::Closed if !evaluated => return None,
            _ => {}
        }
    }
    Some(ids)
}
