// Traits that every type has, with methods that are called as those of an expansion.
#![allow(dead_code)]

use jarvis_tools::prelude::*;

trait Everything: Sized {
    fn kind(&self) -> u8 {
        1
    }
    fn output_schema(&self) -> u8 {
        2
    }
    fn convert<T>(self, _: T) -> u8 {
        3
    }
    fn run<T>(self, _: T) -> u8 {
        4
    }
    fn run_blocking<T>(self, _: T) -> u8 {
        4
    }
    fn run_inline<T>(self, _: T) -> u8 {
        4
    }
    fn map<T>(self, _: T) -> u8 {
        5
    }
    fn or<T>(self, _: T) -> u8 {
        6
    }
    fn get<T>(self, _: T) -> u8 {
        7
    }
    fn spec(self) -> u8 {
        8
    }
    fn block_on<T>(self, _: T) -> u8 {
        9
    }
    fn tool() -> u8 {
        10
    }
    fn default() -> u8 {
        11
    }
    fn add<T>(self, _: T) -> u8 {
        13
    }
    fn finish(self) -> u8 {
        14
    }
    fn property<T>(self, _: T) -> u8 {
        15
    }
    fn new() -> u8 {
        16
    }
    fn arguments() -> u8 {
        17
    }
}

impl<T> Everything for T {}

trait More {
    fn kind(self) -> u8;
    fn convert(self) -> u8;
    fn output_schema(self) -> u8;
    fn list(self) -> u8;
}

impl<T> More for T {
    fn kind(self) -> u8 {
        1
    }
    fn convert(self) -> u8 {
        2
    }
    fn output_schema(self) -> u8 {
        3
    }
    fn list(self) -> u8 {
        4
    }
}

/// Where to look.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Place {
    /// City name.
    city: String,
}

/// Runs in place.
#[tool]
async fn forecast(place: Place, context: &ToolContext) -> Result<Vec<u8>, String> {
    let _ = context;
    Ok(place.city.into_bytes())
}

/// Runs on a thread.
#[tool]
fn blocking(
    /// A number.
    #[arg(default = 3, range(min = 1))]
    number: u8,
    /// A text.
    #[arg(default)]
    text: String,
) -> String {
    format!("{number}{text}")
}

/// Runs on a thread, too.
#[tool(blocking)]
async fn waiting() {}

/// Runs in place, too.
#[tool(inline)]
fn inline(place: Place) -> usize {
    place.city.len()
}

struct Reader;

#[toolset]
impl Reader {
    /// Reads.
    #[tool]
    async fn read(&self, place: Place) -> String {
        place.city
    }

    /// Writes.
    #[tool]
    fn write(
        &self,
        /// A number.
        #[arg(default = 3)]
        number: u8,
    ) -> u8 {
        number
    }
}

fn main() {
    assert_eq!(tools![forecast, blocking, waiting, inline].len(), 4);
    assert_eq!(Toolset::tools(Reader).len(), 2);
}
