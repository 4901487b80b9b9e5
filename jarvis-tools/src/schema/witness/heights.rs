//! How deep a value must be at least, so that values of recursive schemas come to an end.

use crate::schema::node::{Compiled, Id, Rule, Types, Union};

/// For each rule, the least nesting of a value that it accepts, as far as types and required parts tell.
pub(super) struct Heights(Vec<u32>);

impl Heights {
    /// No value at all, or none that ends.
    pub(super) const ENDLESS: u32 = u32::MAX;

    pub(super) fn of(compiled: &Compiled) -> Self {
        /// A value that needs more nesting than this is not made.
        const ROUNDS: usize = 40;
        let mut heights = Self(vec![Self::ENDLESS; compiled.rules.len()]);
        for _ in 0..ROUNDS {
            let mut changed = false;
            // Parts mostly stand behind the whole.
            for (index, rule) in compiled.rules.iter().enumerate().rev() {
                let height = heights.measure(rule);
                changed |= height != heights.0[index];
                heights.0[index] = height;
            }
            if !changed {
                break;
            }
        }
        heights
    }

    pub(super) fn of_rule(&self, id: Id) -> u32 {
        self.0.get(id.0 as usize).copied().unwrap_or(Self::ENDLESS)
    }

    fn measure(&self, rule: &Rule) -> u32 {
        let own = self.own(rule);
        let Some(in_place) = &rule.in_place else { return own };
        let beside = in_place.reference.iter().chain(&in_place.all).map(|id| self.of_rule(*id));
        let unions = [&in_place.any, &in_place.one].into_iter().flatten().map(|union| self.nearest(union));
        beside.chain(unions).fold(own, u32::max)
    }

    fn nearest(&self, union: &Union) -> u32 {
        union.branches.iter().map(|id| self.of_rule(*id)).min().unwrap_or(Self::ENDLESS)
    }

    fn own(&self, rule: &Rule) -> u32 {
        if rule.types == Types::NONE {
            return Self::ENDLESS;
        }
        let simple = [Types::NULL, Types::BOOLEAN, Types::INTEGER, Types::STRING];
        if rule.values.is_some() || simple.iter().any(|kind| rule.types.contains(*kind)) {
            return 0;
        }
        let object = rule.types.contains(Types::OBJECT).then(|| {
            let parts = rule.objects.iter().flat_map(|rules| &rules.properties);
            let required = parts.filter(|part| part.required).filter_map(|part| part.rule);
            required.map(|id| self.of_rule(id).saturating_add(1)).max().unwrap_or(1)
        });
        let array = rule.types.contains(Types::ARRAY).then(|| {
            let Some(rules) = &rule.arrays else { return 1 };
            let fewest = rules.fewest.unwrap_or(0);
            let first = rules.first.iter().take(fewest);
            let others = rules.others.iter().filter(|_| fewest > rules.first.len());
            first.chain(others).map(|id| self.of_rule(*id).saturating_add(1)).max().unwrap_or(1)
        });
        object.into_iter().chain(array).min().unwrap_or(Self::ENDLESS)
    }
}
