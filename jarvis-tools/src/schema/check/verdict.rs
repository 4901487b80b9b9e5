//! Values against a schema: what is wrong with them, and which nulls stand for absence.

use crate::error::ArgumentError;
use crate::json::Node;
use crate::path::Trail;
use crate::schema::check::absent::{Absent, holds_null};
use crate::schema::check::{Checker, rounding};
use crate::schema::node::{Compiled, Id};

/// What a schema says of arguments.
pub(crate) struct Verdict {
    /// All problems, in the order of the schema; none if the arguments are accepted.
    pub(crate) problems: Vec<ArgumentError>,
    /// The nulls that stand for absence.
    pub(crate) absent: Absent,
}

/// Judges arguments.
pub(crate) fn verdict(schema: &Compiled, deny_unknown: bool, root: &Node<'_>) -> Verdict {
    let accepted = match root {
        Node::Object(_) => by_rule(schema, deny_unknown, schema.root(), root),
        _ => None,
    };
    let (mut problems, absent) = match accepted {
        Some(absent) => (Vec::new(), absent),
        None => (problems(schema, deny_unknown, root), Absent::new()),
    };
    problems.extend(rounded(schema, schema.root(), root, &absent));
    Verdict { problems, absent }
}

/// The nulls that stand for absence in a value that a rule accepts; none if it doesn't.
pub(crate) fn accepted(schema: &Compiled, deny_unknown: bool, id: Id, node: &Node<'_>) -> Option<Absent> {
    by_rule(schema, deny_unknown, id, node).filter(|absent| rounded(schema, id, node, absent).is_empty())
}

/// Judges a value as it is, and if the rule refuses that, without the nulls that may stand for absence.
fn by_rule(schema: &Compiled, deny_unknown: bool, id: Id, node: &Node<'_>) -> Option<Absent> {
    let accepts =
        |node: &Node<'_>| Checker::with_absent(schema, deny_unknown, Absent::new()).accepts(id, node);
    if accepts(node) {
        return Some(Absent::new());
    }
    if !holds_null(node) {
        return None;
    }
    let absent = Checker::new(schema, deny_unknown).find_absent(id, node);
    accepts(&absent.without(node)).then_some(absent)
}

/// The problems of arguments that the schema refuses: those of what was sent, in which nulls can be seen.
fn problems(schema: &Compiled, deny_unknown: bool, root: &Node<'_>) -> Vec<ArgumentError> {
    let absent = if holds_null(root) {
        Checker::new(schema, deny_unknown).find_absent(schema.root(), root)
    } else {
        Absent::new()
    };
    let pruned = absent.without(root);
    let problems = Checker::with_absent(schema, deny_unknown, absent).problems(root);
    if problems.is_empty() {
        // Where whole objects are compared, absence can't be seen.
        return Checker::with_absent(schema, deny_unknown, Absent::new()).problems(&pruned);
    }
    problems
}

/// The numbers of a value that would be rounded on the way to the tool.
fn rounded(schema: &Compiled, id: Id, node: &Node<'_>, absent: &Absent) -> Vec<ArgumentError> {
    let mut problems = Vec::new();
    if rounding::is_at_risk(node) {
        let mut checker = Checker::with_absent(schema, false, absent.clone());
        checker.rounded(Some(id), node, &Trail::Root, &mut problems);
    }
    problems
}
