//! Argument text into the types of the catalogue.
//!
//! The first byte chooses the type, the rest is the text.

use std::sync::OnceLock;

use jarvis_tools::prelude::*;
use jarvis_tools::{ArgumentError, ArgumentErrors, FieldPath, FnTool, Notes, PathSegment, ToolContext};
use jarvis_tools_tests::shapes::{self, Shape};

use crate::{are_bounded, text_of};

/// A type of the catalogue as tools that differ in what they let pass.
struct Variants {
    strict: FnTool,
    repairing: FnTool,
    denying: FnTool,
}

impl Variants {
    fn of(shape: &Shape) -> Self {
        let tool = || shape.tool().unwrap_or_else(|error| panic!("{}: {error}", shape.name));
        let with = |change: fn(ToolSpec) -> ToolSpec| {
            tool().with(change).unwrap_or_else(|error| panic!("{}: {error}", shape.name))
        };
        Self {
            strict: tool(),
            repairing: with(|spec| spec.repair(true)),
            denying: with(|spec| spec.deny_unknown(true).repair(true)),
        }
    }
}

/// The type that a byte chooses.
fn variants(byte: u8) -> &'static Variants {
    static ALL: OnceLock<Vec<(Shape, OnceLock<Variants>)>> = OnceLock::new();
    let all = ALL.get_or_init(|| shapes::all().into_iter().map(|shape| (shape, OnceLock::new())).collect());
    let (shape, variants) = &all[usize::from(byte) % all.len()];
    variants.get_or_init(|| Variants::of(shape))
}

/// The tool of the type that a byte chooses.
pub fn tool(byte: u8) -> &'static dyn Tool {
    &variants(byte).strict
}

fn prepared(tool: &FnTool, text: &str) -> Result<Notes, ArgumentErrors> {
    let context = ToolContext::new("fuzz", tool.spec().name.as_str());
    let prepared = tool.prepare(text, &context);
    let prepared = prepared.map(|prepared| prepared.notes().clone());
    if let Err(errors) = &prepared {
        are_bounded(errors);
    }
    prepared
}

/// A key that no type has.
const STRANGER: &str = "no such key";

/// Checks that what is taken is taken too where a list under an unknown key sends it by the other road, through
/// a tree.
fn holds_on_both_roads(tool: &FnTool, text: &str, notes: &Notes) {
    let Some((before, inside)) = text.split_once('{') else { return };
    let comma = if inside.trim_start().starts_with('}') { "" } else { "," };
    let other = format!("{before}{{\"{STRANGER}\":[[]]{comma}{inside}");
    match prepared(tool, &other) {
        Ok(others) => {
            let is_known = |path: &&FieldPath| path.segments() != [PathSegment::Key(STRANGER.to_owned())];
            let ignored: Vec<&FieldPath> = others.ignored.iter().filter(is_known).collect();
            let enough = notes.ignored.len() >= 99;
            assert!(enough || ignored == notes.ignored.iter().collect::<Vec<_>>(), "{notes:?} {others:?}");
        }
        // Where the rest of keys is spoken of, it isn't this one.
        Err(errors) => {
            let is_about_it = |problem: &ArgumentError| match problem.path.segments() {
                [] => true,
                [PathSegment::Key(key), ..] => key == STRANGER,
                _ => false,
            };
            assert!(errors.problems().iter().any(is_about_it), "{errors}");
        }
    }
}

/// Holds the verdicts of the variants of one type against each other.
///
/// # Panics
///
/// If something doesn't hold.
pub fn check(data: &[u8]) {
    let Some((choice, rest)) = data.split_first() else { return };
    let (tools, text) = (variants(*choice), text_of(rest));
    let strict = prepared(&tools.strict, text);
    let repaired = prepared(&tools.repairing, text);
    match (&strict, &repaired) {
        (Ok(strict), Ok(repaired)) => {
            assert_eq!(strict, repaired, "what is right is not mended");
            assert!(repaired.repairs.is_empty());
        }
        (Err(_), Ok(repaired)) => assert!(!repaired.repairs.is_empty(), "what is mended is said"),
        (Ok(_), Err(errors)) => panic!("mending refuses what is right: {errors}"),
        (Err(strict), Err(repaired)) => {
            assert_eq!(strict, repaired, "the problems are those of what was sent")
        }
    }
    if let Ok(notes) = &strict {
        holds_on_both_roads(&tools.strict, text, notes);
    }
    if let Ok(notes) = prepared(&tools.denying, text) {
        assert!(notes.ignored.is_empty(), "what is refused is not ignored: {:?}", notes.ignored);
        assert!(repaired.is_ok(), "a closed schema takes what the open one refuses");
    }
}
