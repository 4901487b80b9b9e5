//! Ways to rules that values made at random don't meet.

use crate::schema::node::{Compiled, Id, Others, Rule};

/// For each rule, how many steps lead from it to the one that is aimed at.
pub(super) struct Aim(Vec<u32>);

impl Aim {
    /// No way leads there.
    pub(super) const NOWHERE: u32 = u32::MAX;

    pub(super) fn at(target: Id, parents: &Parents) -> Self {
        let mut steps = vec![Self::NOWHERE; parents.0.len()];
        let mut ring = vec![target];
        let mut distance = 0;
        while !ring.is_empty() {
            let mut next = Vec::new();
            for id in ring {
                let own = &mut steps[id.0 as usize];
                if *own == Self::NOWHERE {
                    *own = distance;
                    next.extend(&parents.0[id.0 as usize]);
                }
            }
            ring = next;
            distance += 1;
        }
        Self(steps)
    }

    pub(super) fn from(&self, id: Id) -> u32 {
        self.0.get(id.0 as usize).copied().unwrap_or(Self::NOWHERE)
    }
}

/// For each rule, those that lead to it.
pub(super) struct Parents(Vec<Vec<Id>>);

impl Parents {
    pub(super) fn of(compiled: &Compiled) -> Self {
        let mut parents = vec![Vec::new(); compiled.rules.len()];
        for id in compiled.ids() {
            for child in children(compiled.rule(id)) {
                parents[child.0 as usize].push(id);
            }
        }
        Self(parents)
    }
}

/// The rules for the same value, and those for its parts, that a value of a rule may meet.
fn children(rule: &Rule) -> Vec<Id> {
    let mut children = Vec::new();
    if let Some(in_place) = &rule.in_place {
        children.extend(in_place.reference.iter().chain(&in_place.all));
        children
            .extend([&in_place.any, &in_place.one].into_iter().flatten().flat_map(|union| &union.branches));
        if let Some(when) = &in_place.when {
            children.extend([when.then, when.otherwise].into_iter().flatten());
        }
    }
    if let Some(arrays) = &rule.arrays {
        children.extend(arrays.first.iter().chain(&arrays.others));
        children.extend(arrays.contains.as_ref().map(|held| held.item));
    }
    if let Some(objects) = &rule.objects {
        children.extend(objects.properties.iter().filter_map(|property| property.rule));
        children.extend(objects.patterns.iter().map(|(_, id)| *id).chain(objects.names));
        children.extend([objects.others, objects.unevaluated].into_iter().filter_map(
            |others| match others {
                Others::Each(id) => Some(id),
                Others::Unnamed | Others::Open | Others::Closed => None,
            },
        ));
    }
    children
}
