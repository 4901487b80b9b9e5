//! Places whose type refuses more than a schema can say, and of which the schema says so: they name a format
//! or a pattern.

use crate::json::Node;
use crate::path::PathSegment;
use crate::schema::check::{Checker, Named};
use crate::schema::keys::is_of_integers;
use crate::schema::node::{Compiled, Id, Rule};

/// Whether the value at the end of some steps, or a part of it, has a format or a pattern.
pub(crate) fn is_opaque(compiled: &Compiled, root: &Node<'_>, steps: &[PathSegment]) -> bool {
    let mut checker = Checker::new(compiled, false);
    let (mut id, mut node) = (compiled.root(), root);
    for (place, step) in steps.iter().enumerate() {
        let views = checker.views(id, node);
        let next = match (step, node) {
            (PathSegment::Key(key), Node::Object(_)) => {
                let is_last = place + 1 == steps.len();
                if is_last
                    && views.key_rules().any(|id| says(compiled.rule(id)) && !is_exact(compiled.rule(id)))
                {
                    return true;
                }
                match views.key(key) {
                    Named::Yes(rule) => rule.zip(node.get(key)),
                    Named::No => None,
                }
            }
            (PathSegment::Index(index), Node::Array(items)) => views.item(*index).zip(items.get(*index)),
            _ => None,
        };
        let Some(next) = next else { return false };
        (id, node) = next;
    }
    holds(&mut checker, id, node)
}

fn says(rule: &Rule) -> bool {
    rule.strings
        .as_ref()
        .is_some_and(|rules| rules.pattern.is_some() || rules.format.is_some() || rules.annotation.is_some())
}

/// Whether a rule for keys is one that the framework wrote, and says all there is to say.
fn is_exact(rule: &Rule) -> bool {
    rule.strings.as_ref().is_some_and(|rules| {
        rules.pattern.as_ref().is_some_and(|pattern| is_of_integers(&pattern.text)) && rules.format.is_none()
    })
}

fn holds(checker: &mut Checker<'_>, id: Id, node: &Node<'_>) -> bool {
    let views = checker.views(id, node);
    if views.rules().any(says) {
        return true;
    }
    match node {
        Node::Object(entries) => entries.iter().any(|(key, value)| match views.key(key) {
            Named::Yes(Some(id)) => holds(checker, id, value),
            _ => false,
        }),
        Node::Array(items) => items
            .iter()
            .enumerate()
            .any(|(index, item)| views.item(index).is_some_and(|id| holds(checker, id, item))),
        _ => false,
    }
}
