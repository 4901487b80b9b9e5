//! Values made up after a schema: what it accepts, as JSON text.

mod aim;
mod heights;
mod numbers;
mod object;
mod random;
mod texts;

use serde_json::Value;

use crate::json;
use crate::schema::check::verdict;
use crate::schema::node::{ArrayRules, Compiled, Id, Rule, Types, Union};
use aim::{Aim, Parents};
use heights::Heights;
pub(crate) use random::Random;

/// How often a value is made anew if the schema doesn't accept it.
const TRIES: usize = 20;

/// The nesting from which on values are kept small.
const DEEP: usize = 5;

/// The nesting at which a value is given up.
const DEEPEST: usize = 50;

/// The most parts of one value; where it is reached, what may be left out is.
const MOST_PARTS: usize = 120;

/// Makes values that one schema accepts, the same ones for the same seed.
pub(crate) struct Witnesses<'c> {
    compiled: &'c Compiled,
    heights: Heights,
    random: Random,
    /// Whether null stands where a property may be left out and its type has null.
    nulls: bool,
    parts: usize,
    /// The rules that the value at hand met, and whether any value met them.
    met: Vec<Id>,
    seen: Vec<bool>,
    /// Where the values are to come to.
    aim: Option<Aim>,
    /// Whether the part at hand is one on the way there.
    on_the_way: bool,
}

impl<'c> Witnesses<'c> {
    pub(crate) fn new(compiled: &'c Compiled, seed: u64) -> Self {
        let heights = Heights::of(compiled);
        Self {
            compiled,
            heights,
            random: Random::new(seed),
            nulls: false,
            parts: 0,
            met: Vec::new(),
            seen: vec![false; compiled.rules.len()],
            aim: None,
            on_the_way: false,
        }
    }

    /// Also makes the nulls that are as good as absence.
    pub(crate) fn with_nulls(self) -> Self {
        Self { nulls: true, ..self }
    }

    /// A value that the schema accepts, as JSON text; none if none was found.
    pub(crate) fn next(&mut self) -> Option<String> {
        (0..TRIES).find_map(|_| {
            self.parts = 0;
            self.met.clear();
            self.on_the_way = self.aim.is_some();
            let mut out = String::new();
            self.value(&[self.compiled.root()], 0, &mut out)?;
            let parsed = json::parse(&out).ok()?;
            let fits = parsed.duplicates.is_empty()
                && verdict(self.compiled, false, &parsed.root).problems.is_empty();
            fits.then(|| {
                for id in &self.met {
                    self.seen[id.0 as usize] = true;
                }
                out
            })
        })
    }

    /// Values that come to rules which no value met so far, for at most so many of the rules.
    pub(crate) fn further(&mut self, most: usize) -> Vec<String> {
        let compiled: &'c Compiled = self.compiled;
        let parents = Parents::of(compiled);
        let mut texts = Vec::new();
        let mut tried = 0;
        for id in compiled.ids() {
            if tried == most || self.seen[id.0 as usize] || self.heights.of_rule(id) == Heights::ENDLESS {
                continue;
            }
            let aim = Aim::at(id, &parents);
            if aim.from(compiled.root()) == Aim::NOWHERE {
                continue;
            }
            tried += 1;
            self.aim = Some(aim);
            texts.extend(self.next());
        }
        self.aim = None;
        texts
    }

    /// How far it is from any of some rules to where the value at hand is to come to.
    fn steps<'i>(&self, ids: impl IntoIterator<Item = &'i Id>) -> u32 {
        let aim = self.aim.as_ref().filter(|_| self.on_the_way);
        let steps = aim.and_then(|aim| ids.into_iter().map(|id| aim.from(*id)).min());
        steps.unwrap_or(Aim::NOWHERE)
    }

    /// As [`Self::part`], of a part that is or isn't on the way.
    fn part_on_the_way(&mut self, is: bool, ids: &[Id], depth: usize) -> Option<String> {
        let before = self.on_the_way;
        self.on_the_way = before && is;
        let part = self.part(ids, depth);
        self.on_the_way = before && !is;
        part
    }

    fn is_small(&self, depth: usize) -> bool {
        depth > DEEP || self.parts > MOST_PARTS
    }

    /// Writes a value after all of some rules; none if that can't be.
    fn value(&mut self, ids: &[Id], depth: usize, out: &mut String) -> Option<()> {
        self.parts += 1;
        if depth > DEEPEST || self.parts > MOST_PARTS * 20 {
            return None;
        }
        let mut rules = Vec::with_capacity(ids.len());
        for id in ids {
            self.gather(*id, depth, 0, &mut rules)?;
        }
        let may_be_null = self.nulls && !self.on_the_way && rules.iter().any(|rule| rule.takes_null);
        if may_be_null && self.random.one_in(4) {
            out.push_str("null");
            return Some(());
        }
        let types = rules.iter().fold(Types::ANY, |types, rule| types.intersection(rule.types));
        if let Some(values) = rules.iter().find_map(|rule| rule.values.as_ref()) {
            let allowed: Vec<&Value> =
                values.iter().filter(|value| types.contains(Types::of_value(value))).collect();
            out.push_str(&self.random.pick(&allowed)?.to_string());
            return Some(());
        }
        match self.kind(types, &rules, depth)? {
            Types::NULL => out.push_str("null"),
            Types::BOOLEAN => out.push_str(if self.random.one_in(2) { "true" } else { "false" }),
            Types::INTEGER => out.push_str(&numbers::integer(&rules, &mut self.random)),
            Types::NUMBER => out.push_str(&numbers::number(&rules, &mut self.random)),
            Types::STRING => write_text(&texts::text(&rules, &mut self.random), out),
            Types::ARRAY => self.array(&rules, depth, out)?,
            _ => self.object(&rules, depth, out)?,
        }
        Some(())
    }

    /// One of some types; where anything goes, mostly one without parts.
    fn kind(&mut self, types: Types, rules: &[&Rule], depth: usize) -> Option<Types> {
        let of_lists = rules.iter().filter_map(|rule| rule.arrays.as_deref());
        let of_lists = of_lists.map(|arrays| self.way_in_list(arrays).0).min().unwrap_or(Aim::NOWHERE);
        let of_objects = rules.iter().filter_map(|rule| rule.objects.as_deref());
        let of_objects = of_objects.map(|objects| self.way_in_object(objects)).min().unwrap_or(Aim::NOWHERE);
        if of_lists < Aim::NOWHERE || of_objects < Aim::NOWHERE {
            let kind = if of_lists < of_objects { Types::ARRAY } else { Types::OBJECT };
            return types.contains(kind).then_some(kind);
        }
        let simple = [Types::NULL, Types::BOOLEAN, Types::NUMBER, Types::INTEGER, Types::STRING];
        let nested = [Types::ARRAY, Types::OBJECT];
        let mut kinds: Vec<Types> = simple.iter().filter(|kind| types.contains(**kind)).copied().collect();
        if types.contains(Types::NUMBER) {
            kinds.retain(|kind| *kind != Types::INTEGER);
        }
        // A form that says something of its parts is meant to have some.
        let says = |kind: Types| match kind {
            Types::ARRAY => rules.iter().any(|rule| rule.arrays.is_some()),
            _ => rules.iter().any(|rule| rule.objects.is_some()),
        };
        for kind in nested.into_iter().filter(|kind| types.contains(*kind)) {
            if kinds.is_empty() || (!self.is_small(depth) && (says(kind) || self.random.one_in(4))) {
                kinds.push(kind);
            }
        }
        let has_type = rules.iter().any(|rule| rule.types != Types::ANY);
        if !has_type && !self.is_small(depth) {
            // Without a type, what is said of parts is all that tells what is meant.
            if let Some(kind) = nested.into_iter().find(|kind| says(*kind)) {
                return Some(kind);
            }
        }
        self.random.pick(&kinds).copied()
    }

    /// The rules that hold for one value, with one form chosen of each union.
    fn gather(&mut self, id: Id, depth: usize, chain: usize, rules: &mut Vec<&'c Rule>) -> Option<()> {
        /// More rules for one value are made only by schemas that want to exhaust us.
        const MOST: usize = 200;
        if rules.len() > MOST || chain > MOST {
            return None;
        }
        let compiled: &'c Compiled = self.compiled;
        let rule = compiled.rule(id);
        rules.push(rule);
        self.met.push(id);
        let left = self.steps([&id]);
        if left == 0 {
            self.on_the_way = false;
        }
        let Some(in_place) = &rule.in_place else { return Some(()) };
        for id in in_place.reference.iter().chain(&in_place.all) {
            self.gather(*id, depth, chain + 1, rules)?;
        }
        for union in [&in_place.any, &in_place.one].into_iter().flatten() {
            let form = self.form(union, depth, left)?;
            self.gather(form, depth, chain + 1, rules)?;
        }
        if let Some(when) = &in_place.when {
            let [then, otherwise] = [&when.then, &when.otherwise].map(|branch| self.steps(branch) < left);
            let branch = if then || (!otherwise && self.random.one_in(2)) {
                self.gather(when.test, depth, chain + 1, rules)?;
                when.then
            } else {
                when.otherwise
            };
            if let Some(id) = branch {
                self.gather(id, depth, chain + 1, rules)?;
            }
        }
        Some(())
    }

    /// One of the forms of a value from which it is so far to where it is to come to.
    fn form(&mut self, union: &Union, depth: usize, left: u32) -> Option<Id> {
        if let Some(nearest) = union.branches.iter().find(|id| self.steps([*id]) < left) {
            return Some(*nearest);
        }
        let least = union.branches.iter().map(|id| self.heights.of_rule(*id)).min()?;
        let small = self.is_small(depth);
        let fitting: Vec<Id> = union
            .branches
            .iter()
            .copied()
            .filter(|id| {
                let height = self.heights.of_rule(*id);
                if small { height == least } else { height < Heights::ENDLESS }
            })
            .collect();
        self.random.pick(&fitting).copied()
    }

    fn array(&mut self, rules: &[&'c Rule], depth: usize, out: &mut String) -> Option<()> {
        let own: Vec<_> = rules.iter().filter_map(|rule| rule.arrays.as_deref()).collect();
        let held = own.iter().filter_map(|rules| rules.contains.as_ref().map(|held| held.fewest)).max();
        let fewest = own.iter().filter_map(|rules| rules.fewest).max().unwrap_or(0).max(held.unwrap_or(0));
        let most = own.iter().filter_map(|rules| rules.most).min().unwrap_or(usize::MAX);
        let further = if self.is_small(depth) { 0 } else { self.random.below(4) };
        let way = own.iter().map(|arrays| self.way_in_list(arrays)).min().unwrap_or((Aim::NOWHERE, 0));
        let way = (way.0 < Aim::NOWHERE).then_some(way.1);
        let least = way.map_or(0, |place| place + 1);
        let count = fewest.saturating_add(further).max(least).min(most);
        if count > MOST_PARTS * 10 {
            return None;
        }
        let unique = own.iter().any(|rules| rules.unique);
        let mut items: Vec<String> = Vec::with_capacity(count);
        for index in 0..count {
            let mut ids: Vec<Id> =
                own.iter().filter_map(|rules| rules.first.get(index).copied().or(rules.others)).collect();
            ids.extend(
                own.iter()
                    .filter_map(|rules| rules.contains.as_ref())
                    .filter(|held| index < held.fewest)
                    .map(|held| held.item),
            );
            let mut item = self.part_on_the_way(way == Some(index), &ids, depth)?;
            for _ in 0..TRIES {
                if !unique || !items.contains(&item) {
                    break;
                }
                item = self.part(&ids, depth)?;
            }
            if unique && items.contains(&item) && items.len() >= fewest {
                break;
            }
            items.push(item);
        }
        out.push('[');
        out.push_str(&items.join(","));
        out.push(']');
        Some(())
    }

    /// How far it is from an item of a list to where the value is to come to, and the place of that item.
    fn way_in_list(&self, arrays: &ArrayRules) -> (u32, usize) {
        let first = arrays.first.iter().enumerate().map(|(place, id)| (self.steps([id]), place));
        let others = arrays.others.iter().map(|id| (self.steps([id]), arrays.first.len()));
        let held = arrays.contains.iter().map(|held| (self.steps([&held.item]), 0));
        first.chain(others).chain(held).min().unwrap_or((Aim::NOWHERE, 0))
    }

    /// The text of a value inside of another.
    fn part(&mut self, ids: &[Id], depth: usize) -> Option<String> {
        let mut out = String::new();
        if ids.is_empty() {
            self.anything(depth + 1, &mut out);
        } else {
            self.value(ids, depth + 1, &mut out)?;
        }
        Some(out)
    }

    /// Any value at all.
    fn anything(&mut self, depth: usize, out: &mut String) {
        let kinds = if self.is_small(depth) { 6 } else { 8 };
        match self.random.below(kinds) {
            0 => out.push_str("null"),
            1 => out.push_str("true"),
            2 | 3 => out.push_str(&self.random.between(-5, 300).to_string()),
            4 => out.push_str("1.5"),
            5 => write_text(&texts::key(&mut self.random), out),
            6 => {
                let count = self.random.below(3);
                let items: Vec<String> = (0..count).filter_map(|_| self.part(&[], depth)).collect();
                out.push('[');
                out.push_str(&items.join(","));
                out.push(']');
            }
            _ => {
                out.push_str("{\"any\":");
                self.anything(depth + 1, out);
                out.push('}');
            }
        }
    }
}

fn write_text(text: &str, out: &mut String) {
    out.push_str(&Value::from(text).to_string());
}
