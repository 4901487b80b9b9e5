#![deny(missing_docs, unused_qualifications, unsafe_code, unreachable_pub, unused, nonstandard_style)]
#![deny(unused_results, single_use_lifetimes, unused_lifetimes, missing_debug_implementations)]
//! A crate that allows nothing, with toolsets.

use std::sync::Arc;

use jarvis_tools::prelude::*;

/// What to read.
#[derive(Debug, Deserialize, JsonSchema, ToolArgs)]
pub struct Query<T> {
    /// The path.
    pub path: T,
}

/// Reads files.
#[derive(Debug, Clone)]
pub struct Reader<T>(T);

/// Where files are.
pub trait Files: std::fmt::Debug + Send + Sync + 'static {
    /// How files are named.
    type Path: Serialize + for<'de> Deserialize<'de> + JsonSchema + Send + 'static;
}

#[toolset]
/// Documented.
impl<T> Reader<T>
where
    T: Files,
{
    /// A limit.
    pub const LIMIT: u8 = 2;

    /// Reads a file.
    #[jarvis_tools::tool(read_only, timeout = "1s")]
    #[must_use]
    pub async fn read(&self, Query { path }: Query<T::Path>, context: &ToolContext) -> Result<T::Path, String> {
        if context.call_id().is_empty() { Err(format!("{:?}", self.0)) } else { Ok(path) }
    }

    /// Says how many files there are.
    #[tool(blocking)]
    pub async fn count(&self) -> u8 {
        Self::LIMIT
    }

    /// Isn't there.
    #[tool(name = "count")]
    #[cfg(any())]
    pub fn count(&self) {}

    /// Moves files.
    #[tool]
    #[deprecated]
    fn r#move(
        &self,
        /// Whither.
        #[arg(default = "home")]
        r#type: String,
        context: &ToolContext,
        /// How many.
        count: Option<u8>,
    ) -> String {
        let _ = (count, context);
        r#type
    }

    fn tools(&self) -> u8 {
        Self::LIMIT
    }
}

#[derive(Debug)]
struct Disk;

impl Files for Disk {
    type Path = String;
}

fn main() {
    let reader = Arc::new(Reader(Disk));
    assert_eq!(reader.as_ref().tools(), 2);
    assert_eq!(Toolset::tools(Arc::clone(&reader)).len(), 3);

    mod inner {
        #[derive(Default)]
        pub(super) struct Local(u8);

        #[jarvis_tools::toolset(crate = ::jarvis_tools)]
        impl Local {
            /// Is nested.
            #[tool(inline)]
            pub(super) fn nested(&self) -> u8 {
                self.0
            }
        }
    }

    assert_eq!(inner::Local::default().nested(), 0);
    assert_eq!(Toolset::tools(inner::Local::default())[0].spec().name, "nested");
}
