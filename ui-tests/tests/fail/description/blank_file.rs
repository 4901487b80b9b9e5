use jarvis_tools::tool;

#[doc = concat!(" ", "\n")]
#[tool]
fn ping() {}

fn main() {}
