//! Values against a schema: what is wrong with them, and which nulls stand for absence.

use std::collections::HashSet;

use crate::error::ArgumentError;
use crate::json::Node;
use crate::path::{FieldPath, PathSegment, Trail};
use crate::schema::check::absent::{Absent, holds_null};
use crate::schema::check::{Checker, MOST_PROBLEMS, Named, rounding};
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
    let look = |absent| Checker::with_absent(schema, deny_unknown, absent).problems(root);
    let (problems, absent) = if holds_null(root) && matches!(root, Node::Object(_)) {
        match judged(schema, deny_unknown, schema.root(), root) {
            Judged::Accepted(absent) => (Vec::new(), absent),
            Judged::Refused { absent, pruned } => match (look(absent), pruned) {
                // Where whole objects are compared, absence can't be seen.
                (problems, Some(pruned)) if problems.is_empty() => (
                    Checker::with_absent(schema, deny_unknown, Absent::new()).problems(&pruned),
                    Absent::new(),
                ),
                (problems, _) => (problems, Absent::new()),
            },
        }
    } else {
        // Nothing can stand for absence, so that one look tells.
        (look(Absent::new()), Absent::new())
    };
    let rounded = rounded(schema, schema.root(), root, &absent);
    Verdict { problems: merged(schema, root, &absent, problems, rounded), absent }
}

/// The nulls that stand for absence in a value that a rule accepts; none if it doesn't.
pub(crate) fn accepted(schema: &Compiled, deny_unknown: bool, id: Id, node: &Node<'_>) -> Option<Absent> {
    match judged(schema, deny_unknown, id, node) {
        Judged::Accepted(absent) => rounded(schema, id, node, &absent).is_empty().then_some(absent),
        Judged::Refused { .. } => None,
    }
}

/// What a rule says of a value.
enum Judged<'n> {
    /// It is accepted once these nulls are taken as absence.
    Accepted(Absent),
    Refused {
        absent: Absent,
        /// The value without these nulls, if there are any.
        pruned: Option<Node<'n>>,
    },
}

/// Judges a value as it is, and if the rule refuses that, without the nulls that may stand for absence.
fn judged<'n>(schema: &Compiled, deny_unknown: bool, id: Id, node: &Node<'n>) -> Judged<'n> {
    let accepts =
        |node: &Node<'_>| Checker::with_absent(schema, deny_unknown, Absent::new()).accepts(id, node);
    if accepts(node) {
        return Judged::Accepted(Absent::new());
    }
    if !holds_null(node) {
        return Judged::Refused { absent: Absent::new(), pruned: None };
    }
    let absent = Checker::new(schema, deny_unknown).find_absent(id, node);
    if absent.is_empty() {
        return Judged::Refused { absent, pruned: None };
    }
    let pruned = absent.without(node);
    if accepts(&pruned) { Judged::Accepted(absent) } else { Judged::Refused { absent, pruned: Some(pruned) } }
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

/// Puts the numbers that would be rounded among the other problems, in the order of the schema; a number that
/// is refused anyway is one problem.
fn merged(
    schema: &Compiled,
    root: &Node<'_>,
    absent: &Absent,
    problems: Vec<ArgumentError>,
    mut rounded: Vec<ArgumentError>,
) -> Vec<ArgumentError> {
    if problems.is_empty() || rounded.is_empty() {
        rounded.extend(problems);
        return rounded;
    }
    let told: HashSet<&FieldPath> = problems.iter().map(|problem| &problem.path).collect();
    rounded.retain(|problem| !told.contains(&problem.path));
    let mut checker = Checker::with_absent(schema, false, absent.clone());
    let mut ranked: Vec<(Vec<usize>, ArgumentError)> =
        rounded.into_iter().map(|problem| (checker.rank(root, &problem.path), problem)).collect();
    ranked.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut ranked = ranked.into_iter().peekable();
    let mut merged = Vec::with_capacity(problems.len() + ranked.len());
    for problem in problems {
        let rank = checker.rank(root, &problem.path);
        while let Some((_, before)) = ranked.next_if(|(other, _)| *other < rank) {
            merged.push(before);
        }
        merged.push(problem);
    }
    merged.extend(ranked.map(|(_, problem)| problem));
    merged.truncate(MOST_PROBLEMS);
    merged
}

impl Checker<'_> {
    /// Where a path stands in the order of the schema: at each step the place of the property, behind which
    /// come the other keys as they were sent, or of the item.
    fn rank(&mut self, root: &Node<'_>, path: &FieldPath) -> Vec<usize> {
        let mut rank = Vec::with_capacity(path.segments().len());
        let mut rule = Some(self.compiled.root());
        let mut node = Some(root);
        for segment in path.segments() {
            let views = rule.zip(node).map(|(id, node)| self.views(id, node));
            (rule, node) = match (segment, node) {
                (PathSegment::Index(index), Some(Node::Array(items))) => {
                    rank.push(*index);
                    (views.and_then(|views| views.item(*index)), items.get(*index))
                }
                (PathSegment::Key(key), Some(Node::Object(entries))) => {
                    let place =
                        views.as_ref().and_then(|views| views.properties().position(|own| own == key));
                    let properties = views.as_ref().map_or(0, |views| views.properties().count());
                    let sent = entries.iter().position(|(own, _)| own == key);
                    rank.push(place.unwrap_or(properties + sent.unwrap_or(entries.len())));
                    let rule = views.and_then(|views| match views.key(key) {
                        Named::Yes(rule) => rule,
                        Named::No => None,
                    });
                    (rule, sent.map(|place| &entries[place].1))
                }
                _ => break,
            };
        }
        rank
    }
}
