//! Unions: how a value says which form it has, and references that lead nowhere.

use std::collections::HashSet;

use serde_json::Value;

use crate::error::Refusal;
use crate::schema::node::{Compiled, Id, Rule, Tag, Types, Union};

/// A union whose tag is looked for once all rules are there.
pub(super) fn untagged(branches: Vec<Id>) -> Union {
    Union { branches, tag: None }
}

/// Finds the tags of all unions.
pub(super) fn tagged(mut compiled: Compiled) -> Compiled {
    for index in 0..compiled.rules.len() {
        let Some(in_place) = &compiled.rules[index].in_place else { continue };
        let tags = [&in_place.any, &in_place.one].map(|union| {
            let union = union.as_ref()?;
            by_property(&compiled, &union.branches).or_else(|| by_key(&compiled, &union.branches))
        });
        if let Some(in_place) = &mut compiled.rules[index].in_place {
            let [any, one] = tags;
            if let (Some(union), Some(tag)) = (&mut in_place.any, any) {
                union.tag = Some(tag);
            }
            if let (Some(union), Some(tag)) = (&mut in_place.one, one) {
                union.tag = Some(tag);
            }
        }
    }
    compiled
}

/// Follows references until a rule says something itself.
fn resolved(compiled: &Compiled, id: Id) -> &Rule {
    let mut rule = compiled.rule(id);
    // A chain of references ends, since endless ones were refused.
    while let (Some(in_place), None) = (&rule.in_place, &rule.objects) {
        match in_place.reference {
            Some(target) => rule = compiled.rule(target),
            None => break,
        }
    }
    rule
}

/// The texts that a rule takes, if it takes only those.
fn texts(rule: &Rule) -> Option<Vec<&str>> {
    rule.values.as_ref()?.iter().map(Value::as_str).collect()
}

/// A property that is required in every branch, with texts that no other branch has.
fn by_property(compiled: &Compiled, branches: &[Id]) -> Option<Tag> {
    let first = resolved(compiled, *branches.first()?).objects.as_ref()?;
    first.properties.iter().filter(|property| property.required).find_map(|candidate| {
        let mut seen = HashSet::new();
        let mut values = Vec::new();
        for (index, branch) in branches.iter().enumerate() {
            let rule = resolved(compiled, *branch);
            let property = rule.objects.as_ref()?.properties.iter().find(|own| own.name == candidate.name)?;
            if !property.required || rule.types != Types::OBJECT {
                return None;
            }
            for text in texts(compiled.rule(property.rule?))? {
                if !seen.insert(text) {
                    return None;
                }
                values.push((text.to_owned(), index));
            }
        }
        Some(Tag::Property { name: candidate.name.clone(), values })
    })
}

/// Branches that are an object of one required key, or texts, all different.
fn by_key(compiled: &Compiled, branches: &[Id]) -> Option<Tag> {
    let (mut keys, mut words) = (Vec::new(), Vec::new());
    let (mut seen, mut distinct) = (HashSet::new(), HashSet::new());
    for (index, branch) in branches.iter().enumerate() {
        let rule = resolved(compiled, *branch);
        if let Some(found) = texts(rule) {
            if found.iter().any(|text| !distinct.insert(*text)) {
                return None;
            }
            words.extend(found.into_iter().map(|text| (text.to_owned(), index)));
            continue;
        }
        let objects = rule.objects.as_ref()?;
        let mut required = objects.properties.iter().filter(|property| property.required);
        let (Some(only), None) = (required.next(), required.next()) else { return None };
        if rule.types != Types::OBJECT || !seen.insert(&only.name) {
            return None;
        }
        keys.push((only.name.clone(), index));
    }
    // Texts alone are an enumeration, and need no tag.
    (!keys.is_empty()).then_some(Tag::Key { keys, texts: words })
}

/// Refuses references that come back to their start without stepping into the value, and chains and fans of
/// references that no value needs: checking against them would not end, or not in time.
pub(super) fn refuse_endless(compiled: &Compiled) -> Result<(), Refusal> {
    /// The longest chain of rules for one value.
    const LONGEST: u32 = 24;
    /// The most rules that may hold for one value.
    const MOST: u64 = 10_000;

    let mut on_the_way = vec![false; compiled.rules.len()];
    // The length of the longest chain and the number of rules, once everything behind a rule was looked at.
    let mut sizes: Vec<Option<(u32, u64)>> = vec![None; compiled.rules.len()];
    for start in 0..compiled.rules.len() {
        let mut stack = vec![(start, false)];
        while let Some((index, finished)) = stack.pop() {
            if finished {
                let (length, count) = beside(&compiled.rules[index])
                    .filter_map(|id| sizes[id.0 as usize])
                    .fold((0, 0_u64), |(longest, all), (length, count)| {
                        (longest.max(length), all.saturating_add(count))
                    });
                if length >= LONGEST || count >= MOST {
                    return Err(Refusal::new(
                        "",
                        "too many rules for one value; it must be written more simply",
                    ));
                }
                on_the_way[index] = false;
                sizes[index] = Some((length + 1, count + 1));
                continue;
            }
            if sizes[index].is_some() {
                continue;
            }
            if on_the_way[index] {
                return Err(Refusal::new("", "a $ref leads back to itself without stepping into the value"));
            }
            on_the_way[index] = true;
            stack.push((index, true));
            stack.extend(beside(&compiled.rules[index]).map(|id| (id.0 as usize, false)));
        }
    }
    Ok(())
}

/// The rules that hold for the same value as this one.
fn beside(rule: &Rule) -> impl Iterator<Item = Id> {
    let in_place = rule.in_place.as_deref();
    let single = in_place.into_iter().flat_map(|rules| {
        let when = rules.when.as_ref();
        [rules.reference, rules.not, when.map(|when| when.test), when.and_then(|when| when.then)]
            .into_iter()
            .chain([when.and_then(|when| when.otherwise)])
            .flatten()
    });
    let listed = in_place.into_iter().flat_map(|rules| {
        let unions = [&rules.any, &rules.one].into_iter().flatten().flat_map(|union| &union.branches);
        rules.all.iter().chain(unions).copied()
    });
    let dependents = rule.objects.iter().flat_map(|rules| rules.dependents.iter().map(|(_, id)| *id));
    single.chain(listed).chain(dependents)
}
