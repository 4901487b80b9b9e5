//! Constraints without effect: they promise what nobody checks.

use serde_json::Value;

use crate::error::Refusal;
use crate::schema::check::Checker;
use crate::schema::compile::Places;
use crate::schema::node::{ArrayRules, Compiled, Rule, Types};
use crate::walk::escape;

/// The keywords that schemars writes for its constraints, and what they concern.
const WRITTEN: [(&[&str], &[&str], &str); 4] = [
    (&["length"], &["minLength", "maxLength", "minItems", "maxItems"], "texts and lists"),
    (&["range"], &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], "numbers"),
    (&["regex", "pattern", "contains"], &["pattern"], "texts"),
    (&["email", "url", "ip", "ipv4", "ipv6"], &["format"], "texts"),
];

/// Refuses constraints of fields, by their names, of which nothing is left in the schema that schemars made.
pub(crate) fn refuse_idle(schema: &Value, constrained: &[(&str, &str)]) -> Result<(), Refusal> {
    for (field, constraint) in constrained {
        let Some(property) = schema.get("properties").and_then(|all| all.get(field)) else { continue };
        // As in `inner(inner(length))`.
        let depth = constraint.matches("inner(").count();
        let name = constraint.rsplit('(').next().unwrap_or_default().trim_end_matches(')');
        let place = (0..depth).try_fold(property, |list, _| list.get("items"));
        let Some((_, keywords, concerns)) = WRITTEN.iter().find(|(names, ..)| names.contains(&name)) else {
            continue;
        };
        if !place.is_some_and(|place| keywords.iter().any(|keyword| says(place, keyword))) {
            let spelled = match constraint.split_once(name) {
                Some((before, after)) if *keywords != ["format"] => format!("{before}{name}(…){after}"),
                _ => (*constraint).to_owned(),
            };
            return Err(Refusal::new(
                format!("/properties/{}", escape(field)),
                format!(
                    "#[schemars({spelled})] has no effect here, since it is for {concerns}; say what holds \
                     with #[schemars(extend(…))], or take it away"
                ),
            ));
        }
    }
    Ok(())
}

/// Whether a schema has a keyword; a format, which schemars writes for all types, only counts for texts.
fn says(schema: &Value, keyword: &str) -> bool {
    let is_text = || match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|kind| kind == "string"),
        kind => kind.is_none_or(|kind| kind == "string"),
    };
    schema.get(keyword).is_some() && (keyword != "format" || is_text())
}

/// Refuses rules that concern no type which a value can have where they stand.
pub(super) fn refuse_idle_rules(compiled: &Compiled, places: &Places) -> Result<(), Refusal> {
    let checker = Checker::new(compiled, false);
    let mut idle: Vec<(&str, &str, Types)> = places
        .iter()
        .filter_map(|(pointer, id)| {
            let possible = checker.possible(*id);
            let about = concerns(compiled.rule(*id))
                .into_iter()
                .find(|(_, types)| possible != Types::NONE && possible.intersection(*types) == Types::NONE);
            about.map(|(what, _)| (pointer.as_str(), what, possible))
        })
        .collect();
    // The places have no order of their own.
    idle.sort_unstable_by_key(|(pointer, ..)| *pointer);
    match idle.first() {
        None => Ok(()),
        Some((pointer, what, possible)) => Err(Refusal::new(
            *pointer,
            format!("{what} has no effect here, where the type is {}; take it away", possible.words()),
        )),
    }
}

/// What a rule demands beside its type, and of which types.
fn concerns(rule: &Rule) -> Vec<(&'static str, Types)> {
    let mut concerns = Vec::new();
    if rule.numbers.is_some() {
        // Whole numbers are what all kinds of numbers have in common.
        concerns.push(("the range of a number", Types::NUMBER));
    }
    if let Some(strings) = &rule.strings {
        if strings.shortest.is_some() || strings.longest.is_some() {
            concerns.push(("the length of a text", Types::STRING));
        }
        if strings.pattern.is_some() {
            concerns.push(("a pattern", Types::STRING));
        }
    }
    let counts = |arrays: &ArrayRules| arrays.fewest.is_some() || arrays.most.is_some();
    if rule.arrays.as_deref().is_some_and(counts) {
        concerns.push(("the length of a list", Types::ARRAY));
    }
    if rule.objects.as_ref().is_some_and(|objects| objects.fewest.is_some() || objects.most.is_some()) {
        concerns.push(("the number of keys", Types::OBJECT));
    }
    concerns
}
