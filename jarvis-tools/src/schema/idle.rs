//! Constraints without effect: they promise what nobody checks.

use serde_json::Value;

use crate::error::Refusal;
use crate::schema::check::Checker;
use crate::schema::compile::Places;
use crate::schema::node::{ArrayRules, Compiled, Rule, Types};
use crate::walk::escape;

/// The keywords that schemars writes for its constraints.
const WRITTEN: [(&str, &[&str], &str); 3] = [
    ("length", &["minLength", "maxLength", "minItems", "maxItems"], "texts and lists"),
    ("range", &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], "numbers"),
    ("regex", &["pattern"], "texts"),
];

/// Refuses constraints of fields, by their names, of which nothing is left in the schema that schemars made.
pub(crate) fn refuse_idle(schema: &Value, constrained: &[(&str, &str)]) -> Result<(), Refusal> {
    for (field, constraint) in constrained {
        let Some((_, keywords, concerns)) = WRITTEN.iter().find(|(name, ..)| name == constraint) else {
            continue;
        };
        let Some(Value::Object(property)) = schema.get("properties").and_then(|all| all.get(field)) else {
            continue;
        };
        if !keywords.iter().any(|keyword| property.contains_key(*keyword)) {
            return Err(Refusal::new(
                format!("/properties/{}", escape(field)),
                format!(
                    "#[schemars({constraint}(…))] has no effect here, since it is for {concerns}; say what holds \
                     with #[schemars(extend(…))], or take it away"
                ),
            ));
        }
    }
    Ok(())
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
