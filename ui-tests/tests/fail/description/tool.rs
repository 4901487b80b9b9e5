use jarvis_tools::tool;

#[tool]
fn ping() {}

///
#[tool]
fn pong() {}

#[tool(description = " ")]
fn pang() {}

fn main() {}
