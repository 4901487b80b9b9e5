use jarvis_tools::prelude::*;

/// A number.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Number {
    /// The number.
    number: u8,
}

// A module that sees nothing but what it names. (What schemars derives needs its crate in sight.)
#[no_implicit_prelude]
mod bare {
    use super::Number;
    use ::jarvis_tools::{ToolContext, tool, toolset, tools};

    /// Doubles a number.
    #[tool(timeout = "1s", read_only)]
    pub(super) async fn double(args: Number) -> ::std::result::Result<u8, ::std::string::String> {
        ::std::result::Result::Ok(args.number)
    }

    /// Adds two numbers.
    #[tool]
    pub fn add(
        /// First number.
        a: f64,
        /// Second number.
        #[arg(default = 2.0, range(min = 0))]
        b: f64,
        /// A text.
        #[arg(default = "none")]
        text: ::std::string::String,
        /// A list.
        #[arg(default)]
        list: ::std::vec::Vec<u8>,
        context: &ToolContext,
    ) -> f64 {
        let _ = (text, list, context);
        a + b
    }

    pub struct Reader;

    #[toolset]
    impl Reader {
        /// Reads.
        #[tool]
        pub async fn read(
            &self,
            /// A number.
            number: u8,
        ) -> u8 {
            number
        }
    }

    pub fn count() -> usize {
        use ::jarvis_tools::Toolset as _;
        tools![double, add].len() + Reader.tools().len()
    }
}

fn main() {
    assert_eq!(bare::count(), 3);
}
