//! Argument text into a type: the one place where what a model wrote becomes a Rust value.

mod error;
mod record;

mod scalar;
mod walk;

mod key;
mod list;
mod object;
mod value;
mod variant;

mod probe;
mod repair;

use serde::de::DeserializeOwned;

use crate::decode::error::Refused;
use crate::decode::record::Record;
use crate::decode::value::{Spot, Value};
use crate::decode::walk::Walk;
use crate::error::{ArgumentError, ArgumentErrorKind, ArgumentErrors, Refusal};
use crate::json::{self, Node};
use crate::path::{FieldPath, Trail};
use crate::schema::{self, Absent, Checker, Compiled, Draft, Verdict};
use crate::tool::Notes;

/// What may be done beyond the declared tolerances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    /// Arguments that the type has no field for are refused.
    pub(crate) deny_unknown: bool,
    /// Slips that can be mended without guessing are mended.
    pub(crate) repair: bool,
}

/// Decodes a value and keeps it. The rest of decoding is not generic, so that it is compiled once.
type Fill<'f> = &'f mut dyn FnMut(Value<'_, '_>) -> Result<(), Refused>;

/// Lets a type decode values made up after its schema, which shows what schemars can't say of it; a type that
/// refuses what its schema accepts is refused.
pub(crate) fn probe<A: DeserializeOwned>(draft: &mut Draft) -> Result<(), Refusal> {
    probe::probe(draft, &mut |value| A::deserialize(value).map(drop))
}

/// Reads the arguments of a call of `tool`.
///
/// What is right is decoded straight from the text. What isn't, or can't be judged that way, is read into a
/// tree, checked against the compiled schema, and decoded only if nothing speaks against it, so that all
/// problems come back at once.
pub(crate) fn arguments<A: DeserializeOwned>(
    tool: &str,
    schema: &Compiled,
    text: &str,
    options: Options,
) -> Result<(A, Notes), ArgumentErrors> {
    let mut arguments = None;
    let notes = fill(tool, schema, text, options, &mut |value| {
        arguments = Some(A::deserialize(value)?);
        Ok(())
    })?;
    match arguments {
        Some(arguments) => Ok((arguments, notes)),
        // There are notes only if the last attempt kept its arguments.
        None => Err(ArgumentErrors::new(tool, Refused::stop().into_problem(), None)),
    }
}

fn fill(
    tool: &str,
    schema: &Compiled,
    text: &str,
    options: Options,
    keep: Fill<'_>,
) -> Result<Notes, ArgumentErrors> {
    if let Ok(ignored) = from_text(schema, text, options.deny_unknown, keep) {
        return Ok(Notes { ignored, ..Notes::default() });
    }
    let mut mended = None;
    let Read { checked, repairs, instead } = read(tool, schema, text, options, &mut mended)?;
    match from_tree(schema, &checked.tree, checked.absent, None, keep) {
        Ok(ignored) => Ok(Notes { ignored, repairs, mended }),
        Err(refused) => {
            Err(instead.unwrap_or_else(|| ArgumentErrors::new(tool, refused.into_problem(), None)))
        }
    }
}

/// Decodes straight from the text; gives the keys that were not shown. A failure is no verdict.
fn from_text(
    schema: &Compiled,
    text: &str,
    deny_unknown: bool,
    keep: Fill<'_>,
) -> Result<Vec<FieldPath>, Refused> {
    let walk = Walk::text(schema, text, deny_unknown);
    keep(Value(&Spot { node: None, rule: Some(schema.root()), trail: &Trail::Root, walk: &walk }))?;
    if walk.read(json::Scan::next).is_some() {
        return Err(Refused::stop());
    }
    Ok(walk.into_ignored())
}

/// Decodes a tree that the schema accepts, in which some nulls stand for absence; gives the keys that were not
/// shown. What the type asks for is noted where a record is given.
fn from_tree(
    schema: &Compiled,
    tree: &Node<'_>,
    absent: Absent,
    record: Option<&Record>,
    keep: Fill<'_>,
) -> Result<Vec<FieldPath>, Refused> {
    let checker = Checker::with_absent(schema, false, absent);
    let walk = Walk::tree(schema, checker, record);
    let root = Spot { node: Some(tree), rule: Some(schema.root()), trail: &Trail::Root, walk: &walk };
    keep(Value(&root))?;
    Ok(walk.into_ignored())
}

/// What is to be decoded.
struct Read<'t> {
    checked: Checked<'t>,
    repairs: Vec<String>,
    /// What is wrong with a text that was mended: if mending doesn't make it right, that is to be told.
    instead: Option<ArgumentErrors>,
}

/// The tree of a text that the schema accepts, perhaps after it was mended. Not generic, so that it is
/// compiled once.
fn read<'t>(
    tool: &str,
    schema: &Compiled,
    text: &'t str,
    options: Options,
    mended: &'t mut Option<String>,
) -> Result<Read<'t>, ArgumentErrors> {
    let errors = match checked(tool, schema, text, options) {
        Ok(checked) => return Ok(Read { checked, repairs: Vec::new(), instead: None }),
        Err(errors) if options.repair => errors,
        Err(errors) => return Err(errors),
    };
    let Some(repair::Mended { text, repairs }) = repair::mend(schema, text) else { return Err(errors) };
    match checked(tool, schema, mended.insert(text), options) {
        Ok(checked) => Ok(Read { checked, repairs, instead: Some(errors) }),
        Err(_) => Err(errors),
    }
}

/// A tree that the schema accepts, and the nulls in it that stand for absence.
struct Checked<'t> {
    tree: Node<'t>,
    absent: Absent,
}

/// The tree of a text that the schema accepts as it is.
fn checked<'t>(
    tool: &str,
    schema: &Compiled,
    text: &'t str,
    options: Options,
) -> Result<Checked<'t>, ArgumentErrors> {
    let parsed = json::parse(text).map_err(|problem| ArgumentErrors::new(tool, *problem, None))?;
    let root = match parsed.root {
        // Models write null for "no arguments".
        Node::Null => Node::Object(Vec::new()),
        root => root,
    };
    let mut problems: Vec<ArgumentError> = parsed.duplicates.into_iter().map(duplicate).collect();
    let Verdict { problems: found, absent } = schema::verdict(schema, options.deny_unknown, &root);
    problems.extend(found);
    let mut problems = problems.into_iter();
    match problems.next() {
        None => Ok(Checked { tree: root, absent }),
        Some(first) => Err(ArgumentErrors::new(tool, first, problems)),
    }
}

fn duplicate(path: FieldPath) -> ArgumentError {
    ArgumentError::new(path, ArgumentErrorKind::DuplicateParameter)
}
