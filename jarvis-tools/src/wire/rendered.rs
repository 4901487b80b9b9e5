//! Definitions as a provider takes them, and what was lost on the way.

use std::collections::HashSet;
use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::error::Refusal;
use crate::names::NameRule;
use crate::spec::ToolSpec;
use crate::text;
use crate::walk::Pointer;
use crate::wire::error::WireError;

/// The definitions of tools for one request.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Rendered {
    /// What belongs in the request's list of tools.
    pub tools: Vec<Value>,
    /// What the provider's dialect can't say. All of it is still checked when a call is decoded, and most of it
    /// stands in the descriptions, where the model reads it.
    pub losses: Vec<Loss>,
}

/// Something that a provider's dialect can't say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Loss {
    /// The tool.
    pub tool: String,
    /// The place in its schema, as a JSON pointer.
    pub path: String,
    /// What is not said there.
    pub what: String,
}

impl fmt::Display for Loss {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", text::name(&self.tool))?;
        if !self.path.is_empty() {
            write!(out, " at {}", self.path)?;
        }
        write!(out, ": {}", self.what)
    }
}

/// The losses of one tool while it is rendered, by place.
#[derive(Default)]
pub(super) struct Lost(Vec<(String, String)>);

impl Lost {
    pub(super) fn add(&mut self, at: &Pointer, what: impl Into<String>) {
        self.0.push((at.path(), what.into()));
    }

    pub(super) fn extend(&mut self, at: &Pointer, what: &[String]) {
        for one in what {
            self.add(at, one.as_str());
        }
    }
}

/// What a provider takes of any tool.
pub(super) struct Rules {
    pub(super) name: &'static NameRule,
    pub(super) most_tools: usize,
    /// In characters.
    pub(super) longest_description: usize,
}

/// Renders tools one by one, within the limits.
pub(super) fn render<'a>(
    specs: impl IntoIterator<Item = &'a ToolSpec>,
    rules: &Rules,
    mut one: impl FnMut(&ToolSpec, &mut Lost) -> Result<Value, Refusal>,
) -> Result<Rendered, WireError> {
    let mut names = HashSet::new();
    let mut rendered = Rendered::default();
    for spec in specs {
        let mut lost = Lost::default();
        let tool = if names.insert(spec.name.as_str()) {
            rules.check(spec).and_then(|()| one(spec, &mut lost))
        } else {
            Err(Refusal::new("", "two tools have this name; give one another name"))
        };
        rendered.tools.push(tool.map_err(|refusal| WireError::tool(&spec.name, refusal))?);
        let losses = lost.0.into_iter().map(|(path, what)| Loss { tool: spec.name.clone(), path, what });
        rendered.losses.extend(losses);
    }
    let (count, most) = (rendered.tools.len(), rules.most_tools);
    if count > most {
        return Err(WireError::general(format!(
            "{count} tools are too many for one request, which takes {most}; select those that are needed"
        )));
    }
    Ok(rendered)
}

impl Rules {
    fn check(&self, spec: &ToolSpec) -> Result<(), Refusal> {
        if !self.name.fits(&spec.name) {
            return Err(Refusal::new("", format!("a name has {} here", self.name.words())));
        }
        let (length, most) = (spec.description.chars().count(), self.longest_description);
        if length > most {
            let reason = format!("its description has {length} characters, and some servers take {most}");
            return Err(Refusal::new("", reason));
        }
        Ok(())
    }
}
