//! A tool's spec as the macro writes it down.

use std::panic::Location;
use std::time::Duration;

use serde_json::Value;

use crate::spec::ToolSpec;

/// What a tool's attribute says, and where it stands, as constants.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    name: &'static str,
    description: &'static str,
    keys: &'static [Key],
    place: &'static Location<'static>,
}

/// A key of the attribute, if it says something.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    Title(&'static str),
    Category(&'static str),
    CostEstimate(f64),
    LatencyEstimate(f64),
    RequiresConfirmation,
    /// In milliseconds.
    Timeout(u64),
    Sequential,
    Strict,
    DenyUnknown,
    Repair,
    MaxResultBytes(usize),
    ReadOnly(bool),
    Destructive(bool),
    Idempotent(bool),
    OpenWorld(bool),
    MetaText(&'static str, &'static str),
    MetaBool(&'static str, bool),
    MetaInteger(&'static str, i64),
    MetaFloat(&'static str, f64),
}

impl Spec {
    /// The spec of a tool that is written down where this is called.
    #[track_caller]
    pub const fn new(name: &'static str, description: &'static str, keys: &'static [Key]) -> Self {
        Self { name, description, keys, place: Location::caller() }
    }

    /// The tool's name; empty if the definition has mistakes, which are reported where it stands.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    pub(super) fn to_spec(self) -> ToolSpec {
        let mut spec = ToolSpec::new(self.name, self.description.trim(), Value::Null);
        for key in self.keys {
            key.write(&mut spec);
        }
        spec.place = Some(self.place);
        spec
    }
}

impl Key {
    fn write(self, spec: &mut ToolSpec) {
        let mut metadata = |name: &str, value: Value| drop(spec.metadata.insert(name.to_owned(), value));
        match self {
            Self::Title(text) => spec.title = Some(text.to_owned()),
            Self::Category(text) => text.clone_into(&mut spec.category),
            Self::CostEstimate(dollars) => spec.cost_estimate = dollars,
            Self::LatencyEstimate(seconds) => spec.latency_estimate = seconds,
            Self::RequiresConfirmation => spec.requires_confirmation = true,
            Self::Timeout(milliseconds) => spec.timeout = Some(Duration::from_millis(milliseconds)),
            Self::Sequential => spec.sequential = true,
            Self::Strict => spec.strict = true,
            Self::DenyUnknown => spec.deny_unknown = true,
            Self::Repair => spec.repair = true,
            Self::MaxResultBytes(bytes) => spec.max_result_bytes = Some(bytes),
            Self::ReadOnly(yes) => spec.annotations.read_only = Some(yes),
            Self::Destructive(yes) => spec.annotations.destructive = Some(yes),
            Self::Idempotent(yes) => spec.annotations.idempotent = Some(yes),
            Self::OpenWorld(yes) => spec.annotations.open_world = Some(yes),
            Self::MetaText(name, text) => metadata(name, text.into()),
            Self::MetaBool(name, yes) => metadata(name, yes.into()),
            Self::MetaInteger(name, number) => metadata(name, number.into()),
            Self::MetaFloat(name, number) => metadata(name, number.into()),
        }
    }
}
