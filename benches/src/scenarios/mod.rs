//! What is measured.

mod call;
mod decode;
mod errors;
mod long;
mod lookup;
mod stream;

use std::rc::Rc;

use tokio::runtime::{Builder, Runtime};

use crate::Failure;
use crate::harness::Group;

/// Something worth to know.
pub struct Scenario {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What the rows are.
    pub about: &'static str,
    groups: fn() -> Result<Vec<Group>, Failure>,
}

impl Scenario {
    /// What it measures, made and tried once.
    ///
    /// # Errors
    ///
    /// If one of the contenders doesn't do what it should.
    pub fn groups(&self) -> Result<Vec<Group>, Failure> {
        (self.groups)()
    }
}

/// All of them.
pub const SCENARIOS: [Scenario; 6] = [
    Scenario {
        name: "decode",
        title: "Decoding",
        about: "Argument text into a type, and dropping it. Bare is `serde_json::from_str`; ours is \
                `Definition::decode`, which also refuses what the schema refuses.",
        groups: decode::groups,
    },
    Scenario {
        name: "call",
        title: "A whole call",
        about: "From the text of the arguments to the text of the result, with the same types and the same \
                handler. Bare is `from_str`, the handler and `to_string`; ours is `ToolExecutor::execute`.",
        groups: call::groups,
    },
    Scenario {
        name: "errors",
        title: "Errors",
        about: "All problems of arguments that are refused, against bare decoding of valid arguments of the \
                same size.",
        groups: errors::groups,
    },
    Scenario {
        name: "lookup",
        title: "Many tools and many calls",
        about: "Times are those of one call, whatever the number of tools or calls.",
        groups: lookup::groups,
    },
    Scenario {
        name: "long",
        title: "Long arguments",
        about: "Times are those of one kilobyte of argument text, so that a ratio of 1 is linear.",
        groups: long::groups,
    },
    Scenario {
        name: "stream",
        title: "Streams",
        about: "Times are those of a thousand pieces, so that a ratio of 1 is linear. Bare reads each event with \
                `serde_json` and puts the piece behind the others; ours is `ChatStream`.",
        groups: stream::groups,
    },
];

/// A runtime on the thread that measures.
fn runtime() -> Result<Rc<Runtime>, Failure> {
    Ok(Rc::new(Builder::new_current_thread().enable_time().build()?))
}

/// Whether a contender does what it should.
pub(crate) fn expect(holds: bool, what: impl FnOnce() -> String) -> Result<(), Failure> {
    if holds { Ok(()) } else { Err(what().into()) }
}
