use jarvis_tools::prelude::*;

/// Something, a number of times.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Repeated<T>
where
    T: Clone,
{
    /// What is repeated.
    value: T,
    /// How often.
    times: u8,
}

/// Repeats a word.
#[tool]
fn repeat(args: Repeated<String>) -> String {
    args.value.repeat(args.times.into())
}

fn main() {
    assert_eq!(tools![repeat].len(), 1);
}
