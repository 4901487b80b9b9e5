use jarvis_tools::{tool, tools};

pub mod public {
    use jarvis_tools::tool;

    /// Is public.
    #[tool]
    pub fn everywhere() {}

    /// Is seen in the crate.
    #[tool]
    pub(crate) fn here() {}

    pub mod inner {
        use jarvis_tools::tool;

        /// Is seen one module up.
        #[tool]
        pub(in crate::public) fn up() {}
    }

    pub fn tools() -> usize {
        jarvis_tools::tools![inner::up, self::everywhere, here].len()
    }
}

macro_rules! greeter {
    ($name:ident, $doc:literal, $($argument:ident: $kind:ty),*) => {
        #[doc = $doc]
        #[tool(category = "greeting")]
        fn $name($(#[arg(description = $doc)] $argument: $kind,)* #[arg(description = "Own.", default = "hi")] own: String) -> String {
            let mut text = own;
            $(text.push_str(&$argument.to_string());)*
            text
        }
    };
}

greeter!(greet, "Greets somebody.", who: String, times: u8);

fn main() {
    /// Is nested.
    #[tool]
    fn nested(
        /// A number.
        #[arg(default = 3)]
        number: u8,
    ) -> u8 {
        number
    }

    assert_eq!(nested(2), 2);
    assert_eq!(tools![nested, public::everywhere, crate::public::here, greet].len(), 4);
    assert_eq!(public::tools(), 3);
}
