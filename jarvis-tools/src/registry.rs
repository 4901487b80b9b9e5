//! Tools found by their names.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::contain::contain;
use crate::context::ToolContext;
use crate::error::{ArgumentErrors, DefinitionError};
use crate::spec::ToolSpec;
use crate::text;
use crate::tool::{Prepared, Tool};

/// The namespace that models put before names although nobody told them to.
const KNOWN_PREFIX: &str = "functions.";

/// Tools in the order in which they came, each found by its name.
///
/// ```
/// use jarvis_tools::prelude::*;
/// use jarvis_tools::ToolRegistry;
/// use std::sync::Arc;
///
/// # #[derive(Deserialize, JsonSchema)] struct Nothing {}
/// let tool = |name: &str| -> Result<Arc<dyn Tool>, DefinitionError> {
///     Ok(Arc::new(FnTool::new(name, "Answers.", |_: Nothing| async { Ok::<_, ToolError>("pong") })?))
/// };
/// let registry = ToolRegistry::new([tool("ping")?, tool("search")?, tool("think")?])?;
/// assert_eq!(registry.select(["think", "ping"])?.names().collect::<Vec<_>>(), ["think", "ping"]);
///
/// let error = registry.select(["serch"]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unknown tool 'serch' (did you mean 'search'?); available: ping, search, think",
/// );
/// # Ok::<(), DefinitionError>(())
/// ```
#[derive(Clone, Default)]
pub struct ToolRegistry {
    entries: Vec<Entry>,
    index: HashMap<Arc<str>, usize>,
}

/// A tool and what is known of it without asking it.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) name: Arc<str>,
    pub(crate) tool: Arc<dyn Tool>,
    pub(crate) sequential: bool,
    /// Only with the feature `tracing`, which shows it.
    pub(crate) description: Option<Arc<str>>,
    /// Its place in the registry.
    pub(crate) place: usize,
}

impl ToolRegistry {
    /// A registry of these tools.
    ///
    /// # Errors
    ///
    /// The first tool that can't be used, or whose name is taken.
    pub fn new(tools: impl IntoIterator<Item = Arc<dyn Tool>>) -> Result<Self, DefinitionError> {
        Self::default().merge(tools)
    }

    /// Adds a tool.
    ///
    /// # Errors
    ///
    /// If the tool can't be used, or another one has its name.
    pub fn insert(&mut self, tool: Arc<dyn Tool>) -> Result<(), DefinitionError> {
        let checked = contain(|| {
            tool.check()?;
            let spec = tool.spec();
            spec.check()?;
            let description = cfg!(feature = "tracing").then(|| spec.description.as_str().into());
            Ok((Arc::<str>::from(spec.name.as_str()), spec.sequential, description))
        });
        let (name, sequential, description) = checked.unwrap_or_else(|panic| {
            let detail = panic.host_detail().unwrap_or_default();
            Err(DefinitionError::list(format!("a tool panicked when it was asked for its spec: {detail}")))
        })?;
        if let Some(other) = self.get(&name) {
            return Err(taken(other.spec(), tool.spec()));
        }
        self.push(Entry { name, tool, sequential, description, place: 0 });
        Ok(())
    }

    /// The tool of exactly this name.
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Tool>> {
        self.entry(name).map(|entry| &entry.tool)
    }

    /// How many tools there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no tool.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| &*entry.name)
    }

    /// The tools, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Tool>> {
        self.entries.iter().map(|entry| &entry.tool)
    }

    /// The specs, in order.
    pub fn specs(&self) -> impl Iterator<Item = &ToolSpec> {
        self.iter().map(|tool| tool.spec())
    }

    /// The tools of these names, in the order of the names; a name that is repeated counts once.
    ///
    /// # Errors
    ///
    /// Names that no tool has, with the nearest name, and what there is.
    pub fn select<N: AsRef<str>>(&self, names: impl IntoIterator<Item = N>) -> Result<Self, DefinitionError> {
        let mut selected = Self::default();
        let mut unknown = Vec::new();
        for name in names {
            let name = name.as_ref();
            match self.entry(name) {
                Some(_) if selected.entry(name).is_some() => {}
                Some(entry) => selected.push(entry.clone()),
                None => unknown.push(name.to_owned()),
            }
        }
        match unknown.as_slice() {
            [] => Ok(selected),
            [only] => Err(DefinitionError::list(format!("unknown tool {}", self.hint(only)))),
            [first, ..] => {
                let all = text::list(unknown.iter().map(String::as_str));
                Err(DefinitionError::list(format!("unknown tools: {all}; first {}", self.hint(first))))
            }
        }
    }

    /// These tools and, behind them, the others.
    ///
    /// # Errors
    ///
    /// The first of the others that can't be used, or whose name is taken.
    pub fn merge(mut self, others: impl IntoIterator<Item = Arc<dyn Tool>>) -> Result<Self, DefinitionError> {
        for tool in others {
            self.insert(tool)?;
        }
        Ok(self)
    }

    /// The same tools under names that begin with `prefix`, as for those of one server among several.
    ///
    /// # Errors
    ///
    /// The first name that can't be used with the prefix.
    pub fn prefixed(self, prefix: &str) -> Result<Self, DefinitionError> {
        Self::new(self.into_iter().map(|tool| -> Arc<dyn Tool> {
            let mut spec = tool.spec().clone();
            spec.name.insert_str(0, prefix);
            Arc::new(Renamed { tool, spec })
        }))
    }

    fn push(&mut self, entry: Entry) {
        let place = self.entries.len();
        self.index.insert(Arc::clone(&entry.name), place);
        self.entries.push(Entry { place, ..entry });
    }

    pub(crate) fn entry(&self, name: &str) -> Option<&Entry> {
        self.index.get(name).and_then(|&place| self.entries.get(place))
    }

    /// The tool that a model called: exactly this name, or the name behind the one known prefix.
    pub(crate) fn called(&self, name: &str) -> Option<&Entry> {
        self.entry(name).or_else(|| self.entry(name.strip_prefix(KNOWN_PREFIX)?))
    }

    /// An unknown name, the nearest to it, and what there is.
    #[cold]
    pub(crate) fn hint(&self, name: &str) -> String {
        let mut hint = text::name(name);
        if let Some(nearest) = text::nearest(name, self.names()) {
            hint.push_str(" (did you mean ");
            hint.push_str(&text::name(nearest));
            hint.push_str("?)");
        }
        if self.is_empty() {
            hint.push_str("; there are no tools");
        } else {
            hint.push_str("; available: ");
            hint.push_str(&text::list(self.names()));
        }
        hint
    }
}

#[cold]
fn taken(first: &ToolSpec, second: &ToolSpec) -> DefinitionError {
    let places = match (first.place, second.place) {
        (Some(first), Some(second)) => format!(" (one at {first}, one at {second})"),
        (Some(place), None) | (None, Some(place)) => format!(" (one at {place})"),
        (None, None) => String::new(),
    };
    DefinitionError::tool(&second.name, format!("two tools have this name{places}; give one another name"))
}

impl IntoIterator for ToolRegistry {
    type Item = Arc<dyn Tool>;
    type IntoIter = std::vec::IntoIter<Arc<dyn Tool>>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter().map(|entry| entry.tool).collect::<Vec<_>>().into_iter()
    }
}

impl fmt::Debug for ToolRegistry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("ToolRegistry ")?;
        out.debug_list().entries(self.names()).finish()
    }
}

/// A tool under another name, which its errors carry too.
struct Renamed {
    tool: Arc<dyn Tool>,
    spec: ToolSpec,
}

impl Tool for Renamed {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn prepare<'a>(
        &'a self,
        arguments: &str,
        context: &'a ToolContext,
    ) -> Result<Prepared<'a>, ArgumentErrors> {
        self.tool.prepare(arguments, context).map_err(|errors| match errors.problems() {
            [first, more @ ..] => {
                ArgumentErrors::new(self.spec.name.as_str(), first.clone(), more.iter().cloned())
            }
            [] => errors,
        })
    }

    fn check(&self) -> Result<(), DefinitionError> {
        self.tool.check()
    }
}
