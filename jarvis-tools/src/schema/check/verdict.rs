//! Arguments against a schema: what is wrong with them, and which nulls stand for absence.

use crate::error::ArgumentError;
use crate::json::Node;
use crate::path::Trail;
use crate::schema::check::absent::{Absent, holds_null};
use crate::schema::check::{Checker, rounding};
use crate::schema::node::Compiled;

/// What a schema says of arguments.
#[derive(Default)]
pub(crate) struct Verdict {
    /// All problems, in the order of the schema; none if the arguments are accepted.
    pub(crate) problems: Vec<ArgumentError>,
    /// The nulls that stand for absence.
    pub(crate) absent: Absent,
}

/// Judges arguments: as they are, and if the schema refuses that, without the nulls that may stand for absence.
pub(crate) fn verdict(schema: &Compiled, deny_unknown: bool, root: &Node<'_>) -> Verdict {
    let mut verdict = by_schema(schema, deny_unknown, root);
    if rounding::is_at_risk(root) {
        let mut checker = Checker::with_absent(schema, deny_unknown, verdict.absent.clone());
        checker.rounded(Some(schema.root()), root, &Trail::Root, &mut verdict.problems);
    }
    verdict
}

fn by_schema(schema: &Compiled, deny_unknown: bool, root: &Node<'_>) -> Verdict {
    let mut checker = Checker::with_absent(schema, deny_unknown, Absent::new());
    if !matches!(root, Node::Object(_)) || !holds_null(root) {
        return Verdict { problems: checker.problems(root), absent: Absent::new() };
    }
    if checker.accepts(root) {
        return Verdict::default();
    }
    let absent = Checker::new(schema, deny_unknown).find_absent(root);
    let pruned = absent.without(root);
    let mut of_pruned = Checker::with_absent(schema, deny_unknown, Absent::new());
    if of_pruned.accepts(&pruned) {
        return Verdict { problems: Vec::new(), absent };
    }
    // The problems are those of what was sent, in which the nulls can be seen.
    let mut problems = Checker::with_absent(schema, deny_unknown, absent).problems(root);
    if problems.is_empty() {
        problems = of_pruned.problems(&pruned);
    }
    Verdict { problems, absent: Absent::new() }
}
