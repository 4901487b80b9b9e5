//! A value against a compiled schema: every problem, in the order of the schema.

mod absent;
mod array;
mod object;
mod rounding;
mod scalar;
mod union;
mod verdict;
mod views;

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::error::{ArgumentError, ArgumentErrorKind};
use crate::json::Node;
use crate::path::{FieldPath, Trail};
use crate::schema::node::{Compiled, Id, InPlace, Others, Rule, Types};
use crate::text;

pub(crate) use absent::Absent;
#[cfg(feature = "testing")]
pub(crate) use rounding::is_about_rounding;
pub(crate) use rounding::unrepresentable;
pub(crate) use scalar::{number_fits, text_fits};
pub(crate) use verdict::{Verdict, accepted, verdict};
pub(crate) use views::{Named, Views};

/// The most problems that are gathered; a value with more is hopeless, and the memory is bounded.
const MOST_PROBLEMS: usize = 1000;

/// The most pairs of names that one check compares in search of the one that was meant.
const MOST_COMPARISONS: usize = 50_000;

/// The most steps of one check, against schemas and values that were made to take for ever.
const MOST_STEPS: u64 = 20_000_000;

/// The most rules within rules, in a value within values: unoptimised code takes 875 in a thread's 2 MiB.
const DEEPEST: usize = 600;

/// How much a problem says against a form of a union; the form with the least is the nearest.
mod weight {
    /// Another type altogether.
    pub(super) const TYPE: u64 = 1000;
    /// A key that should be there.
    pub(super) const MISSING: u64 = 3;
    /// Another type further inside.
    pub(super) const INSIDE: u64 = 2;
    /// Anything inside.
    pub(super) const OTHER: u64 = 1;
}

/// Checks values against one schema; remembers which forms of unions a value fits.
pub(crate) struct Checker<'c> {
    compiled: &'c Compiled,
    deny_unknown: bool,
    /// By rule and address of the value, which doesn't move while it is checked.
    scores: HashMap<(Id, usize), u64>,
    /// The addresses of the nulls that stand for absence.
    absent: Absent,
    /// Whether all of them are known; if not, each rule goes by what it says itself.
    knows_absent: bool,
    steps: u64,
    depth: usize,
    in_alternative: bool,
    /// How many names may still be compared with others.
    comparisons: usize,
}

/// Where problems go.
struct Sink {
    problems: Problems,
    /// Which of several rules for one value were applied, by the address of the value: schemas that refer to
    /// themselves lead to the same ones on ever more ways.
    applied: BTreeSet<(Id, usize)>,
}

enum Problems {
    /// They are only counted.
    Score(u64),
    List(Vec<ArgumentError>),
}

impl Sink {
    fn score() -> Self {
        Self { problems: Problems::Score(0), applied: BTreeSet::new() }
    }

    fn list() -> Self {
        Self { problems: Problems::List(Vec::new()), applied: BTreeSet::new() }
    }

    fn add(&mut self, weight: u64, problem: impl FnOnce() -> ArgumentError) {
        match &mut self.problems {
            Problems::Score(score) => *score = score.saturating_add(weight),
            Problems::List(problems) if problems.len() < MOST_PROBLEMS => problems.push(problem()),
            Problems::List(_) => {}
        }
    }

    /// Whether one more problem would be kept.
    fn is_open(&self) -> bool {
        matches!(&self.problems, Problems::List(problems) if problems.len() < MOST_PROBLEMS)
    }

    fn into_score(self) -> u64 {
        match self.problems {
            Problems::Score(score) => score,
            Problems::List(problems) => problems.len() as u64,
        }
    }

    fn into_list(self) -> Vec<ArgumentError> {
        match self.problems {
            Problems::List(problems) => problems,
            Problems::Score(_) => Vec::new(),
        }
    }

    /// Whether a rule is applied to a value for the first time.
    fn is_first(&mut self, id: Id, node: &Node<'_>) -> bool {
        self.applied.insert((id, std::ptr::from_ref(node).addr()))
    }

    fn add_kind(&mut self, weight: u64, trail: &Trail<'_>, kind: impl FnOnce() -> ArgumentErrorKind) {
        self.add(weight, || ArgumentError::new(trail.to_path(), kind()));
    }
}

impl<'c> Checker<'c> {
    /// A checker for which null at a property that may be left out is as good as absence.
    pub(crate) fn new(compiled: &'c Compiled, deny_unknown: bool) -> Self {
        Self {
            compiled,
            deny_unknown,
            scores: HashMap::new(),
            absent: Absent::new(),
            knows_absent: false,
            steps: 0,
            depth: 0,
            in_alternative: false,
            comparisons: MOST_COMPARISONS,
        }
    }

    /// A checker for which these nulls stand for absence, and no others.
    pub(crate) fn with_absent(compiled: &'c Compiled, deny_unknown: bool, absent: Absent) -> Self {
        Self { absent, knows_absent: true, ..Self::new(compiled, deny_unknown) }
    }

    /// All problems of the arguments.
    fn problems(&mut self, node: &Node<'_>) -> Vec<ArgumentError> {
        let mut sink = Sink::list();
        let root = self.compiled.root();
        if matches!(node, Node::Object(_)) {
            self.value(root, node, &Trail::Root, &mut sink);
        } else {
            self.no_object(root, node, &mut sink);
        }
        if self.is_exhausted() {
            let reason = "they are too much to check against the schema; send less".to_owned();
            return vec![ArgumentError::new(FieldPath::root(), ArgumentErrorKind::NotAllowed { reason })];
        }
        sink.into_list()
    }

    /// Whether a name may be compared with so many others, for a problem that is kept.
    fn may_compare(&mut self, others: usize, sink: &Sink) -> bool {
        let left = self.comparisons.checked_sub(others).filter(|_| sink.is_open());
        self.comparisons = left.unwrap_or(self.comparisons);
        left.is_some()
    }

    fn is_exhausted(&self) -> bool {
        self.steps > MOST_STEPS
    }

    /// Whether a rule accepts a value at a place of its own.
    fn accepts(&mut self, id: Id, node: &Node<'_>) -> bool {
        let mut sink = Sink::score();
        self.value(id, node, &Trail::Root, &mut sink);
        sink.into_score() == 0
    }

    /// Whether a rule accepts a value.
    pub(crate) fn fits(&mut self, id: Id, node: &Node<'_>) -> bool {
        self.score(id, node) == 0
    }

    /// How much speaks against a value; 0 if nothing does.
    fn score(&mut self, id: Id, node: &Node<'_>) -> u64 {
        let key = (id, std::ptr::from_ref(node).addr());
        if let Some(score) = self.scores.get(&key) {
            return *score;
        }
        let mut sink = Sink::score();
        self.apply(id, node, &Trail::Root, &mut sink);
        let score = sink.into_score();
        self.scores.insert(key, score);
        score
    }

    /// Arguments that are no object: each parameter is out of reach.
    fn no_object(&self, root: Id, node: &Node<'_>, sink: &mut Sink) {
        let kind =
            || ArgumentErrorKind::InvalidNesting { parent: "root".to_owned(), parent_type: node.type_word() };
        let properties = self.compiled.rule(root).objects.as_ref().map_or(&[][..], |rules| &rules.properties);
        if properties.is_empty() {
            sink.add_kind(weight::TYPE, &Trail::Root, kind);
        }
        for property in properties {
            sink.add_kind(weight::TYPE, &Trail::Key(&Trail::Root, &property.name), kind);
        }
    }

    /// Checks a value at a place of its own.
    fn value(&mut self, id: Id, node: &Node<'_>, trail: &Trail<'_>, sink: &mut Sink) {
        self.apply(id, node, trail, sink);
        if self.deny_unknown {
            self.denied_keys(id, node, trail, sink);
        }
    }

    /// Checks a value against one rule, which may be one of several for it.
    fn apply(&mut self, id: Id, node: &Node<'_>, trail: &Trail<'_>, sink: &mut Sink) {
        self.depth += 1;
        if self.depth > DEEPEST {
            // Deeper rules within rules than a thread's stack may hold.
            self.steps = MOST_STEPS;
        }
        self.step(id, node, trail, sink);
        self.depth -= 1;
    }

    fn step(&mut self, id: Id, node: &Node<'_>, trail: &Trail<'_>, sink: &mut Sink) {
        self.steps += 1;
        if self.is_exhausted() {
            // What wasn't looked at must not pass.
            if let Problems::Score(score) = &mut sink.problems {
                *score = score.saturating_add(weight::TYPE);
            }
            return;
        }
        let rule = self.compiled.rule(id);
        if self.takes_null(rule, node) {
            return;
        }
        if !self.types(id, rule, node, trail, sink) {
            return;
        }
        match node {
            Node::Number(number) => scalar::number(rule, *number, trail, sink),
            Node::String(text) => scalar::string(rule, text, trail, sink),
            Node::Array(items) => self.array(rule, items, trail, sink),
            Node::Object(entries) => self.object(rule, node, entries, trail, sink),
            Node::Null | Node::Bool(_) => {}
        }
        if let Some(in_place) = &rule.in_place {
            self.in_place(in_place, node, trail, sink);
        }
        match rule.objects.as_ref().map(|rules| rules.unevaluated) {
            Some(Others::Closed) => self.unknown_keys(id, node, trail, sink),
            Some(Others::Each(rest)) => self.remaining_keys(id, rest, node, trail, sink),
            _ => {}
        }
    }

    /// Checks the type and the allowed values; says whether the rest is worth looking at.
    fn types(&self, id: Id, rule: &Rule, node: &Node<'_>, trail: &Trail<'_>, sink: &mut Sink) -> bool {
        if rule.types == Types::NONE {
            sink.add_kind(weight::TYPE, trail, || ArgumentErrorKind::NotAllowed {
                reason: "nothing is allowed here; leave it out".to_owned(),
            });
            return false;
        }
        let right_type = rule.types.contains(type_of(node));
        let right_value = rule.values.as_ref().is_none_or(|values| values.iter().any(|value| node == value));
        if right_type && right_value {
            return true;
        }
        let expected = || self.expected(id);
        // Scores are counted from the value that has the forms.
        let other_type = if matches!(trail, Trail::Root) { weight::TYPE } else { weight::INSIDE };
        if matches!(node, Node::Null) {
            sink.add_kind(other_type, trail, || ArgumentErrorKind::NullParameter { expected: expected() });
        } else {
            let is_value = right_type
                && rule.values.iter().flatten().any(|value| type_of_value(value).contains(type_of(node)));
            let weight = if is_value { weight::MISSING } else { other_type };
            sink.add_kind(weight, trail, || ArgumentErrorKind::TypeMismatch {
                expected: expected(),
                is_value,
                received: node.received(),
            });
        }
        false
    }

    fn in_place(&mut self, rules: &InPlace, node: &Node<'_>, trail: &Trail<'_>, sink: &mut Sink) {
        if let Some(target) = rules.reference
            && sink.is_first(target, node)
        {
            self.apply(target, node, trail, sink);
        }
        for id in &rules.all {
            if sink.is_first(*id, node) {
                self.apply(*id, node, trail, sink);
            }
        }
        if let Some(union) = &rules.any {
            self.union(union, false, node, trail, sink);
        }
        if let Some(union) = &rules.one {
            self.union(union, true, node, trail, sink);
        }
        if let Some(not) = rules.not
            && self.fits(not, node)
        {
            sink.add_kind(weight::OTHER, trail, || ArgumentErrorKind::NotAllowed {
                reason: match &self.compiled.rule(not).values {
                    Some(values) => format!("it must not be {}", listed(values)),
                    None => "the schema excludes such a value".to_owned(),
                },
            });
        }
        if let Some(when) = &rules.when {
            let branch = if self.fits(when.test, node) { when.then } else { when.otherwise };
            if let Some(id) = branch {
                self.apply(id, node, trail, sink);
            }
        }
    }

    /// What belongs where this rule holds: the allowed values, or type words.
    pub(super) fn expected(&self, id: Id) -> String {
        let rule = self.compiled.rule(id);
        match &rule.values {
            Some(values) if values.len() == 1 => listed(values),
            Some(values) => format!("one of {}", listed(values)),
            None => self.possible(id).words(),
        }
    }

    /// The texts that a rule allows, if it lists what it allows.
    pub(crate) fn texts(&self, id: Id) -> Option<Vec<&'c str>> {
        let compiled: &'c Compiled = self.compiled;
        let rule = compiled.rule(id);
        match (&rule.values, rule.in_place.as_ref().and_then(|rules| rules.reference)) {
            (Some(values), _) => Some(values.iter().filter_map(Value::as_str).collect()),
            (None, Some(target)) => self.texts(target),
            (None, None) => None,
        }
    }

    /// The types that a value can have where this rule holds.
    pub(crate) fn possible(&self, id: Id) -> Types {
        let rule = self.compiled.rule(id);
        let mut types = rule.types;
        if let Some(values) = &rule.values {
            types = types.intersection(
                values.iter().fold(Types::NONE, |types, value| types.union(type_of_value(value))),
            );
        }
        let Some(in_place) = &rule.in_place else { return types };
        for id in in_place.reference.iter().chain(&in_place.all) {
            types = types.intersection(self.possible(*id));
        }
        for union in [&in_place.any, &in_place.one].into_iter().flatten() {
            let any = union.branches.iter().fold(Types::NONE, |types, id| types.union(self.possible(*id)));
            types = types.intersection(any);
        }
        types
    }
}

/// The narrowest type of a value.
fn type_of(node: &Node<'_>) -> Types {
    match node {
        Node::Null => Types::NULL,
        Node::Bool(_) => Types::BOOLEAN,
        Node::Number(number) if number.is_whole() => Types::INTEGER,
        Node::Number(_) => Types::NUMBER,
        Node::String(_) => Types::STRING,
        Node::Array(_) => Types::ARRAY,
        Node::Object(_) => Types::OBJECT,
    }
}

fn type_of_value(value: &Value) -> Types {
    match value {
        Value::Null => Types::NULL,
        Value::Bool(_) => Types::BOOLEAN,
        Value::Number(_) => Types::NUMBER,
        Value::String(_) => Types::STRING,
        Value::Array(_) => Types::ARRAY,
        Value::Object(_) => Types::OBJECT,
    }
}

/// Allowed values as errors list them, as JSON.
fn listed(values: &[Value]) -> String {
    let shown: Vec<String> = values.iter().map(|value| text::shown(&value.to_string())).collect();
    text::list(shown.iter().map(String::as_str))
}
