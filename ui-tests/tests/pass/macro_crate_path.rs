// A macro of a crate that exports the framework under another name, for its own users.
pub mod framework {
    pub use jarvis_tools::*;
}

macro_rules! pinger {
    ($name:ident, $answer:expr) => {
        /// Answers.
        #[$crate::framework::tool(crate = $crate::framework, name = "ping")]
        fn $name(
            /// How often.
            #[arg(default = $answer)]
            times: u8,
            context: &$crate::framework::ToolContext,
        ) -> String {
            context.call_id().repeat(times.into())
        }
    };
}

macro_rules! list {
    ($($tool:path),*) => { $crate::framework::tools![$($tool),*] };
}

pinger!(answer, 1 + 1);

fn main() {
    assert_eq!(list![answer].len(), 1);
    assert_eq!(list![self::answer][0].spec().name, "ping");
}
