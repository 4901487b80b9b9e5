//! The decoder held against the judge.

use std::fmt;

use crate::contain::contain;
use crate::context::ToolContext;
use crate::error::{ArgumentError, ArgumentErrorKind, ArgumentErrors};
use crate::json;
use crate::path::PathSegment;
use crate::schema::{self, Compiled, Random, Witnesses};
use crate::testing::instance::Instance;
use crate::testing::judge::Judge;
use crate::testing::mutate::{Vocabulary, mutate};
use crate::tool::Tool;

/// How many disagreements a report keeps.
const KEPT: usize = 20;

/// How many instances are tried where nothing else is asked for.
const INSTANCES: usize = 1000;

/// How a tool is held against the judge.
///
/// ```
/// use jarvis_tools::prelude::*;
/// use jarvis_tools::testing::Exactness;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Search {
///     /// What to look for.
///     text: String,
///     /// How many hits.
///     #[schemars(range(min = 1, max = 50))]
///     hits: Option<u8>,
/// }
///
/// let tool = FnTool::new("search", "Searches.", |_: Search| async { Ok::<_, ToolError>("") })?;
/// let report = Exactness::new().instances(2000).seed(7).check(&tool);
/// assert_eq!(report.instances, 2000);
/// assert!(report.accepted > 100 && report.rejected > 100);
/// report.assert();
/// # Ok::<(), DefinitionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exactness {
    instances: usize,
    seed: u64,
    asserts_formats: bool,
}

impl Default for Exactness {
    fn default() -> Self {
        Self { instances: INSTANCES, seed: 0, asserts_formats: true }
    }
}

impl Exactness {
    /// A thousand instances.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how many instances are tried.
    #[must_use]
    pub fn instances(self, instances: usize) -> Self {
        Self { instances, ..self }
    }

    /// Sets what the instances are made from: the same seed gives the same ones.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Takes every `format` as an annotation, as a [`SchemaTool`](crate::SchemaTool) does.
    #[must_use]
    pub fn formats_are_annotations(self) -> Self {
        Self { asserts_formats: false, ..self }
    }

    /// Tries the instances; runs nothing.
    pub fn check(&self, tool: &dyn Tool) -> Report {
        let mut report = Report { tool: tool.spec().name.clone(), ..Report::default() };
        let schema = tool.spec().parameters();
        let (compiled, judge) = match (schema::of_spec(schema), Judge::new(schema, self.asserts_formats)) {
            (Ok(compiled), Ok(judge)) => (compiled, judge),
            (Err(refusal), _) => {
                report.add("the schema can't be read", "", None, refusal.reason);
                return report;
            }
            (_, Err(reason)) => {
                report.add("the validator can't read the schema", "", None, reason);
                return report;
            }
        };
        let vocabulary = Vocabulary::of(schema);
        let mut trial = Trial { tool, compiled: &compiled, judge, divides: vocabulary.divides(), report };
        let mut instances = Instances::new(&compiled, &vocabulary, self.seed);
        for _ in 0..self.instances {
            trial.hold(&instances.next());
        }
        Report { made_up: instances.found, ..trial.report }
    }
}

/// Instances inside and just outside of a schema, and some far from it.
struct Instances<'c> {
    witnesses: Witnesses<'c>,
    vocabulary: &'c Vocabulary,
    random: Random,
    found: usize,
}

impl<'c> Instances<'c> {
    fn new(compiled: &'c Compiled, vocabulary: &'c Vocabulary, seed: u64) -> Self {
        Self { witnesses: Witnesses::new(compiled, seed), vocabulary, random: Random::new(!seed), found: 0 }
    }

    fn next(&mut self) -> Instance {
        let random = &mut self.random;
        match random.below(20) {
            0 => return self.vocabulary.arbitrary(random, 0),
            1 => return self.vocabulary.object(random, 0),
            _ => {}
        }
        let Some(mut instance) = self.witnesses.next().and_then(|text| Instance::parse(&text)) else {
            return self.vocabulary.object(random, 0);
        };
        self.found += 1;
        let changes = *random.pick(&[0, 1, 1, 1, 2]).unwrap_or(&1);
        for _ in 0..changes {
            mutate(&mut instance, self.vocabulary, random);
        }
        instance
    }
}

/// What the instances showed.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The name of the tool.
    pub tool: String,
    /// How many instances were tried.
    pub instances: usize,
    /// How many of them were made from arguments that the schema accepts; the others are made of its words.
    pub made_up: usize,
    /// How many of them the tool took.
    pub accepted: usize,
    /// How many of them it refused.
    pub rejected: usize,
    /// How many a type's own decoder refused, at a place whose schema names a format or a pattern.
    pub custom: usize,
    /// How many had a number that no type holds without rounding.
    pub rounded: usize,
    /// How many instances tool and judge disagreed on.
    pub disagreed: usize,
    /// The first disagreements.
    pub disagreements: Vec<Disagreement>,
}

/// An instance on which tool and judge disagree.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Disagreement {
    /// What doesn't hold.
    pub law: &'static str,
    /// The arguments as text.
    pub instance: String,
    /// Whether the judge accepts them.
    pub judge: Option<bool>,
    /// What the tool said.
    pub verdict: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}", self.law)?;
        writeln!(out, "  arguments: {}", self.instance)?;
        let judge = match self.judge {
            Some(true) => "accepts them",
            Some(false) => "refuses them",
            None => "was not asked",
        };
        writeln!(out, "  the judge {judge}")?;
        write!(out, "  the tool:  {}", self.verdict)
    }
}

impl Report {
    /// Panics if tool and judge disagreed, showing the instance and both verdicts.
    ///
    /// # Panics
    ///
    /// If there was a disagreement, or if no arguments could be made up that the schema accepts.
    #[track_caller]
    pub fn assert(&self) {
        assert!(
            self.made_up > 0 || self.instances < KEPT || self.disagreed > 0,
            "no arguments could be made up that the schema of tool '{}' accepts",
            self.tool
        );
        if let Some(first) = self.disagreements.first() {
            panic!(
                "the schema and the decoder of tool '{}' disagree on {} of {} instances; first: {first}",
                self.tool, self.disagreed, self.instances
            );
        }
    }

    fn add(&mut self, law: &'static str, instance: &str, judge: Option<bool>, verdict: String) {
        self.disagreed += 1;
        if self.disagreements.len() < KEPT {
            self.disagreements.push(Disagreement { law, instance: instance.to_owned(), judge, verdict });
        }
    }
}

struct Trial<'t> {
    tool: &'t dyn Tool,
    compiled: &'t Compiled,
    judge: Judge<'t>,
    /// Whether the schema divides numbers anywhere.
    divides: bool,
    report: Report,
}

impl Trial<'_> {
    fn hold(&mut self, instance: &Instance) {
        self.report.instances += 1;
        let text = instance.to_string();
        let context = ToolContext::new("exactness", self.report.tool.as_str());
        let verdict = match contain(|| self.tool.prepare(&text, &context).map(drop)) {
            Ok(verdict) => verdict,
            Err(panic) => {
                let detail = panic.host_detail().unwrap_or("a panic").to_owned();
                return self.report.add("decoding panics", &text, None, detail);
            }
        };
        match &verdict {
            Ok(()) => self.report.accepted += 1,
            Err(_) => self.report.rejected += 1,
        }
        if instance.repeats_keys() {
            if verdict.is_ok() {
                self.report.add("a key that stands twice is taken", &text, None, words(&verdict));
            }
            return;
        }
        // What floats don't hold exactly the judge would see as another number.
        let Some(value) = instance.to_value(!self.divides) else { return };
        let judged = self.judge.accepts(&value);
        match &verdict {
            Err(errors) if judged => self.refused(&text, errors),
            Ok(()) if !judged && !is_no_arguments(instance) && !self.judge.accepts_undone(&value) => {
                self.report.add(
                    "law 2: the schema refuses what the tool takes",
                    &text,
                    Some(false),
                    words(&verdict),
                );
            }
            Err(errors) => {
                let lost = errors.problems().iter().find(|problem| !exists(instance, problem));
                if let Some(problem) = lost {
                    let detail = format!("{} at '{}': {errors}", problem.kind.name(), problem.path);
                    self.report.add("a problem's path is not in the arguments", &text, Some(judged), detail);
                }
            }
            Ok(()) => {}
        }
    }

    /// The judge accepts what the tool refuses: right only for reasons that no schema can say.
    fn refused(&mut self, text: &str, errors: &ArgumentErrors) {
        let problems = errors.problems();
        if problems.iter().all(|problem| matches!(problem.kind, ArgumentErrorKind::Malformed(_))) {
            // More nesting than is read.
            return;
        }
        if problems.iter().all(|problem| schema::is_about_rounding(&problem.kind)) {
            self.report.rounded += 1;
            return;
        }
        let parsed = json::parse(text);
        let opaque = |problem: &ArgumentError| {
            matches!(problem.kind, ArgumentErrorKind::Custom { .. })
                && parsed.as_ref().is_ok_and(|parsed| {
                    schema::is_opaque(self.compiled, &parsed.root, problem.path.segments())
                })
        };
        if problems.iter().all(opaque) {
            self.report.custom += 1;
            return;
        }
        self.report.add(
            "law 1: the tool refuses what the schema takes",
            text,
            Some(true),
            errors.to_string(),
        );
    }
}

/// Null and blank text stand for no arguments.
fn is_no_arguments(instance: &Instance) -> bool {
    matches!(instance, Instance::Null)
}

fn words(verdict: &Result<(), ArgumentErrors>) -> String {
    match verdict {
        Ok(()) => "takes them".to_owned(),
        Err(errors) => errors.to_string(),
    }
}

/// Whether a problem is about something that was sent, or about a key that is missing in what was sent.
fn exists(instance: &Instance, problem: &ArgumentError) -> bool {
    let steps = problem.path.segments();
    match (&problem.kind, steps.split_last()) {
        (ArgumentErrorKind::InvalidNesting { .. } | ArgumentErrorKind::Malformed(_), _) => true,
        // Null stands for no arguments at all.
        (ArgumentErrorKind::MissingParameter { .. }, Some((_, []))) if *instance == Instance::Null => true,
        (ArgumentErrorKind::MissingParameter { .. }, Some((PathSegment::Key(key), parent))) => {
            matches!(instance.under(parent), Some(Instance::Object(entries)) if entries.iter().all(|(own, _)| own != key))
        }
        _ => instance.under(steps).is_some(),
    }
}
