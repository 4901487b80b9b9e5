//! A type's decoder against its schema, at definition: values made up after the schema must decode.
//!
//! It is a sample, and finds nearly every shape that can't be exact; `testing` finds the rest.

use crate::contain::contain;
use crate::decode::error::Refused;
use crate::decode::record::Record;
use crate::decode::{Fill, from_tree};
use crate::error::Refusal;
use crate::json::{self, Node};
use crate::path::{FieldPath, PathSegment};
use crate::schema::{self, Absent, Compiled, Draft, Id, Named, Witnesses};
use crate::text;

/// How many values are decoded.
const WITNESSES: usize = 64;

/// After as many values that could not be made up, no more are tried.
const VAIN: usize = 4;

/// How often the schema is made better by what the decoder shows, each time a level deeper.
const ROUNDS: usize = 8;

/// How many places of enums are tried with a name that no variant has.
const CHOICES: usize = 16;

/// Lets a decoder read values made up after its schema.
pub(super) fn probe(draft: &mut Draft, decode: Fill<'_>) -> Result<(), Refusal> {
    for round in 0..ROUNDS {
        let record = Record::new(draft.named());
        let outcome = read_witnesses(draft, decode, &record);
        let keys = record.take_keys();
        if !keys.is_empty() && round + 1 < ROUNDS {
            // What failed may have failed for its keys.
            draft.name_keys(&keys)?;
            continue;
        }
        let texts = outcome?;
        if let Some((id, field)) = record.take_strangers().first() {
            return Err(Refusal::new(draft.pointer(*id), stranger(field)));
        }
        return choices(draft, decode, &record, &texts);
    }
    Ok(())
}

/// The values, as texts; the first of them that is refused without a reason is an error.
fn read_witnesses(draft: &Draft, decode: Fill<'_>, record: &Record) -> Result<Vec<String>, Refusal> {
    let mut witnesses = Witnesses::new(draft.compiled(), 0).with_nulls();
    let mut texts = Vec::with_capacity(WITNESSES);
    let mut refusal = None;
    let mut vain = 0;
    while texts.len() < WITNESSES && vain < VAIN {
        let Some(text) = witnesses.next() else {
            vain += 1;
            continue;
        };
        refusal = refusal.or(read_witness(draft, decode, record, &text)?);
        texts.push(text);
    }
    // Deep in recursive types and in rare forms are parts that none of them has.
    for text in witnesses.further(WITNESSES) {
        refusal = refusal.or(read_witness(draft, decode, record, &text)?);
        texts.push(text);
    }
    refusal.map_or(Ok(texts), Err)
}

/// Why a type can't be used that refuses a value, if it does; a panic is an error at once.
fn read_witness(
    draft: &Draft,
    decode: Fill<'_>,
    record: &Record,
    text: &str,
) -> Result<Option<Refusal>, Refusal> {
    let compiled = draft.compiled();
    let Ok(parsed) = json::parse(text) else { return Ok(None) };
    let absent = schema::verdict(compiled, false, &parsed.root).absent;
    match contain(|| from_tree(compiled, &parsed.root, absent, Some(record), decode)) {
        Ok(Ok(_)) => Ok(None),
        Ok(Err(refused)) => Ok(contradiction(draft, &parsed.root, refused)),
        Err(panic) => {
            let detail = panic.host_detail().unwrap_or_default().to_owned();
            let shown = text::shorten(text, 200);
            Err(Refusal::new("", format!("its decoder panics when it reads {shown}: {detail}")))
        }
    }
}

/// Why a type can't be used that refuses a value which its schema accepts; none if the schema says of the place
/// that its type has rules of its own.
fn contradiction(draft: &Draft, root: &Node<'_>, refused: Refused) -> Option<Refusal> {
    let is_own = refused.is_own();
    let problem = refused.into_problem();
    let steps = problem.path.segments();
    if is_own && schema::is_opaque(draft.compiled(), root, steps) {
        return None;
    }
    let (id, node) = place(draft.compiled(), root, steps);
    let mut shown = String::new();
    json::write(node, &mut shown);
    let advice = if is_own {
        "say what it takes with #[schemars(range(…))], #[schemars(length(…))], #[schemars(regex(…))] or \
         #[schemars(extend(\"propertyNames\" = …))] for the keys of a map; a rule that no schema can say is named \
         by #[schemars(extend(\"format\" = \"…\"))]"
    } else {
        "decode it as the schema says, or say with #[schemars(with = \"…\")] what it is decoded from"
    };
    let message = match &problem.kind {
        crate::error::ArgumentErrorKind::Custom { message } => text::shorten(message, 300),
        _ => String::new(),
    };
    let place = if steps.is_empty() { String::new() } else { format!(" at '{}'", problem.path) };
    let reason = format!(
        "the schema accepts {}{place}, which the type refuses: {message}; {advice}",
        text::shorten(&shown, 200)
    );
    Some(Refusal::new(draft.pointer(id), reason))
}

/// The rule and the value at the end of some steps, as far as they go.
fn place<'n, 't>(compiled: &Compiled, root: &'n Node<'t>, steps: &[PathSegment]) -> (Id, &'n Node<'t>) {
    let mut checker = schema::Checker::new(compiled, false);
    let (mut id, mut node) = (compiled.root(), root);
    for step in steps {
        let views = checker.views(id, node);
        let next = match (step, node) {
            (PathSegment::Key(key), Node::Object(_)) => match views.key(key) {
                Named::Yes(rule) => rule.zip(node.get(key)),
                Named::No => None,
            },
            (PathSegment::Index(index), Node::Array(items)) => views.item(*index).zip(items.get(*index)),
            _ => None,
        };
        match next {
            Some(next) => (id, node) = next,
            None => break,
        }
    }
    (id, node)
}

fn stranger(field: &str) -> String {
    format!(
        "the type reads a field '{field}' that its schema doesn't name, as an alias or because serde and schemars \
         were given different names; take the alias away, or leave the field out with #[serde(skip)]"
    )
}

/// Tries names that no variant has where enums are read.
fn choices(draft: &Draft, decode: Fill<'_>, record: &Record, texts: &[String]) -> Result<(), Refusal> {
    let compiled = draft.compiled();
    for (id, path) in record.take_choices().iter().take(CHOICES) {
        let Some(mut parsed) = texts.iter().find_map(|text| {
            let mut parsed = json::parse(text).ok()?;
            at(&mut parsed.root, path).filter(|node| matches!(node, Node::String(_)))?;
            Some(parsed)
        }) else {
            continue;
        };
        if let Some(node) = at(&mut parsed.root, path) {
            *node = Node::String("\u{0} no variant".into());
        }
        let unread = Record::default();
        if contain(|| from_tree(compiled, &parsed.root, Absent::default(), Some(&unread), decode))
            .is_ok_and(|outcome| outcome.is_ok())
        {
            return Err(Refusal::new(
                draft.pointer(*id),
                format!(
                    "the enum at '{path}' reads any text, as with #[serde(other)], but its schema lists the texts \
                     that it takes; take the variant for other texts away, or make the field a String"
                ),
            ));
        }
    }
    Ok(())
}

fn at<'n, 't>(root: &'n mut Node<'t>, path: &FieldPath) -> Option<&'n mut Node<'t>> {
    path.segments().iter().try_fold(root, |node, step| match (node, step) {
        (Node::Object(entries), PathSegment::Key(key)) => {
            entries.iter_mut().find(|(own, _)| own == key).map(|(_, value)| value)
        }
        (Node::Array(items), PathSegment::Index(index)) => items.get_mut(*index),
        _ => None,
    })
}
