//! Which rules can be judged while the text is read, and which need the whole value first.

use crate::json::Node;
use crate::schema::check::Checker;
use crate::schema::node::{
    Bound, Compiled, Id, InPlace, NumberRules, ObjectRules, Others, Rule, Stream, Tag, Types,
};

/// The most properties of an object whose keys are noted in the bits of one number.
const MOST_PROPERTIES: usize = 64;

/// Finds out for each rule how it can be judged.
pub(super) fn plan(mut compiled: Compiled) -> Compiled {
    let ids: Vec<Id> = compiled.ids().collect();
    let streams: Vec<Stream> = ids.iter().map(|id| stream(&compiled, compiled.rule(*id))).collect();
    let absent: Vec<Vec<bool>> = ids.iter().map(|id| nulls_that_mean_absence(&compiled, *id)).collect();
    for ((rule, stream), absent) in compiled.rules.iter_mut().zip(streams).zip(absent) {
        rule.stream = stream;
        if let Some(numbers) = &mut rule.numbers {
            numbers.whole = whole_range(numbers);
            numbers.float = float_range(numbers);
        }
        if let Some(objects) = &mut rule.objects {
            objects.required = objects
                .properties
                .iter()
                .enumerate()
                .filter(|(place, property)| property.required && *place < MOST_PROPERTIES)
                .fold(0, |bits, (place, _)| bits | (1 << place));
            for (property, absent) in objects.properties.iter_mut().zip(absent) {
                property.null_is_absence = absent;
            }
        }
    }
    compiled
}

fn stream(compiled: &Compiled, rule: &Rule) -> Stream {
    // Only texts are compared with what is listed while they are read.
    let plain_values = rule
        .values
        .as_ref()
        .is_none_or(|values| rule.types == Types::STRING && values.iter().all(serde_json::Value::is_string));
    let plain_list = rule.arrays.as_ref().is_none_or(|rules| {
        rules.contains.is_none()
            && (!rules.unique
                || rules.others.is_some_and(|id| is_scalar(compiled, id)) && rules.first.is_empty())
    });
    let plain_object = rule.objects.as_ref().is_none_or(|rules| is_plain(compiled, rules));
    if !(plain_values && plain_list && plain_object) {
        return Stream::Whole;
    }
    match &rule.in_place {
        None => Stream::Direct,
        Some(in_place) if says_nothing_else(rule) => in_place_stream(compiled, in_place),
        Some(_) => Stream::Whole,
    }
}

/// Whether all that a rule says is said by the rules for the same value.
fn says_nothing_else(rule: &Rule) -> bool {
    rule.types == Types::ANY
        && rule.values.is_none()
        && rule.numbers.is_none()
        && rule.strings.is_none()
        && rule.arrays.is_none()
        && rule.objects.is_none()
}

fn in_place_stream(compiled: &Compiled, rules: &InPlace) -> Stream {
    let InPlace { reference, all, any, one, not, when } = rules;
    if !all.is_empty() || not.is_some() || when.is_some() {
        return Stream::Whole;
    }
    match (reference, any, one) {
        (Some(target), None, None) => Stream::Follow(*target),
        (None, Some(union), None) | (None, None, Some(union)) => {
            match (&union.tag, union.branches.as_slice()) {
                (Some(Tag::Key { .. }), _) => Stream::Variants,
                (None, [form, null] | [null, form]) if is_null(compiled.rule(*null)) => {
                    Stream::Nullable(*form)
                }
                _ => Stream::Whole,
            }
        }
        _ => Stream::Whole,
    }
}

fn is_null(rule: &Rule) -> bool {
    rule.types == Types::NULL && rule.in_place.is_none() && rule.values.is_none()
}

/// Whether each key can be judged when it is met.
fn is_plain(compiled: &Compiled, rules: &ObjectRules) -> bool {
    let counts = rules.fewest.is_some() || rules.most.is_some();
    rules.patterns.is_empty()
        && rules.companions.is_empty()
        && rules.dependents.is_empty()
        && rules.unevaluated == Others::Unnamed
        && rules.properties.len() <= MOST_PROPERTIES
        // Of an object of which nothing else is said, a map shows all keys and a struct none.
        && (!(counts || rules.names.is_some()) || (rules.properties.is_empty() && rules.says_any_key()))
        && rules.names.is_none_or(|id| {
            let names = compiled.rule(id);
            names.in_place.is_none() && names.values.iter().flatten().all(serde_json::Value::is_string)
        })
}

/// Whether a rule takes texts and numbers alone, of which equal ones are written alike.
fn is_scalar(compiled: &Compiled, id: Id) -> bool {
    let rule = compiled.rule(id);
    let scalars = Types::STRING.union(Types::INTEGER).union(Types::BOOLEAN).union(Types::NULL);
    rule.in_place.is_none() && scalars.contains(rule.types)
}

/// For each property, whether a null stands for its absence.
fn nulls_that_mean_absence(compiled: &Compiled, id: Id) -> Vec<bool> {
    let properties = compiled.rule(id).objects.iter().flat_map(|rules| &rules.properties);
    properties.map(|property| Checker::new(compiled, false).is_absent(property, &Node::Null)).collect()
}

/// The whole numbers that the bounds leave, if bounds are all there is.
fn whole_range(rules: &NumberRules) -> Option<(i128, i128)> {
    if rules.above.is_some() || rules.below.is_some() || rules.multiple_of.is_some() {
        return None;
    }
    let least = rules.minimum.as_ref().map_or(Some(i128::MIN), |bound| bound.value.to_integer())?;
    let most = rules.maximum.as_ref().map_or(Some(i128::MAX), |bound| bound.value.to_integer())?;
    Some((least, most))
}

/// The bounds as floats, if bounds are all there is.
fn float_range(rules: &NumberRules) -> Option<(f64, f64)> {
    if rules.above.is_some() || rules.below.is_some() || rules.multiple_of.is_some() {
        return None;
    }
    let float = |bound: &Option<Bound>, otherwise: f64| match bound {
        None => Some(otherwise),
        Some(bound) => bound.text.parse().ok(),
    };
    Some((float(&rules.minimum, f64::NEG_INFINITY)?, float(&rules.maximum, f64::INFINITY)?))
}
