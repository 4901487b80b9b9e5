#!/usr/bin/env python3
"""What tools cost to build: ours beside bare serde + schemars and the field's other crates.

Generates crates with 1 and 100 tools that all have the same arguments, and measures, for each way of defining
them, the CPU time of `cargo check` of the crate alone, the size of the stripped release binary a tool, and the
CPU time of a clean debug build with all dependencies. CPU time, since it hardly depends on what else runs.

    python3 benches/build-cost/measure.py            # everything, about half an hour on two cores
    python3 benches/build-cost/measure.py --only check floor jarvis
"""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANY = 100

MANIFEST = """\
[package]
name = "cost-{kind}-{count}"
version = "0.0.0"
edition = "2024"
publish = false

[workspace]

[dependencies]
{dependencies}

[profile.release]
strip = true
"""

SERDE = """\
serde = { version = "1", features = ["derive"] }
serde_json = "1"
schemars = { version = "1", default-features = false, features = ["derive", "std"] }
"""
TOKIO = 'tokio = { version = "1", default-features = false, features = ["rt", "macros"] }\n'

# The arguments of every tool, as a struct and as parameters.
ARGS = """\
/// Where and when.
#[derive({derives})]
pub struct Args{i} {{
    /// City name.
    pub city: String,
    /// Days ahead.
    {range}
    pub days: Option<u8>,
    /// What to tell of.
    pub topics: Vec<String>,
    /// Whether to be short.
    #[serde(default)]
    pub brief: bool,
}}
"""
RANGE = "#[schemars(range(min = 1, max = 14))]"
BODY = """\
    if city.len() > 80 {{
        return Err("{i}: too long".into());
    }}
    Ok(format!("{i}: {{city}} {{days:?}} {{topics:?}} {{brief}}"))
"""
TAKE = "let Args{i} {{ city, days, topics, brief }} = {args};\n"


def args(i, derives):
    return ARGS.format(i=i, derives=derives, range=RANGE)


def body(i, value="args"):
    return "    " + TAKE.format(i=i, args=value) + BODY.format(i=i)


def floor(count):
    tools = "".join(
        args(i, "Deserialize, JsonSchema")
        + f"/// Gets forecast {i}.\nasync fn tool_{i}(args: Args{i}) -> Result<String, String> {{\n{body(i)}}}\n"
        for i in range(count)
    )
    schemas = "".join(f"        ({i}, schemars::schema_for!(Args{i})),\n" for i in range(count))
    arms = "".join(
        f'        "tool_{i}" => tool_{i}(serde_json::from_str(text).map_err(|error| error.to_string())?).await,\n'
        for i in range(count)
    )
    return f"""use schemars::JsonSchema;
use serde::Deserialize;
{tools}
async fn call(name: &str, text: &str) -> Result<String, String> {{
    match name {{
{arms}        _ => Err("unknown".into()),
    }}
}}
#[tokio::main(flavor = "current_thread")]
async fn main() {{
    let schemas: Vec<(u8, schemars::Schema)> = vec![
{schemas}    ];
    println!("{{}}", serde_json::to_string(&schemas).unwrap());
    let arguments: Vec<String> = std::env::args().collect();
    println!("{{:?}}", call(&arguments[1], &arguments[2]).await);
}}
"""


def jarvis(count):
    tools = "".join(
        args(i, "Deserialize, JsonSchema, ToolArgs")
        + f"/// Gets forecast {i}.\n#[tool]\nasync fn tool_{i}(args: Args{i}) -> Result<String, String> {{\n{body(i)}}}\n"
        for i in range(count)
    )
    return jarvis_main(tools, f"tools![{', '.join(f'tool_{i}' for i in range(count))}]")


def jarvis_inline(count):
    tools = "".join(
        f"""/// Gets forecast {i}.
#[tool]
async fn tool_{i}(
    /// City name.
    city: String,
    /// Days ahead.
    #[arg(range(min = 1, max = 14))]
    days: Option<u8>,
    /// What to tell of.
    topics: Vec<String>,
    /// Whether to be short.
    #[arg(default)]
    brief: bool,
) -> Result<String, String> {{
{BODY.format(i=i)}}}
"""
        for i in range(count)
    )
    return jarvis_main(tools, f"tools![{', '.join(f'tool_{i}' for i in range(count))}]")


def jarvis_toolset(count):
    structs = "".join(args(i, "Deserialize, JsonSchema, ToolArgs") for i in range(count))
    methods = "".join(
        f"/// Gets forecast {i}.\n#[tool]\nasync fn tool_{i}(&self, args: Args{i}) -> Result<String, String> {{\n{body(i)}}}\n"
        for i in range(count)
    )
    return jarvis_main(
        f"{structs}pub struct Weather;\n#[toolset]\nimpl Weather {{\n{methods}}}\n", "Weather.tools()"
    )


def jarvis_main(tools, listed):
    return f"""use jarvis_tools::prelude::*;
{tools}
#[tokio::main(flavor = "current_thread")]
async fn main() {{
    let executor = ToolExecutor::new({listed}).unwrap();
    println!("{{:?}}", executor.openai_tools());
    let arguments: Vec<String> = std::env::args().collect();
    let call = ToolCall::new("call_1", &arguments[1], &arguments[2]);
    println!("{{}}", executor.execute(&call).await.content);
}}
"""


def rmcp(count):
    structs = "".join(args(i, "Deserialize, JsonSchema") for i in range(count))
    methods = "".join(
        f"    /// Gets forecast {i}.\n    #[tool]\n    async fn tool_{i}(&self, args: Parameters<Args{i}>)"
        f" -> Result<String, String> {{\n{body(i, 'args.0')}}}\n"
        for i in range(count)
    )
    return f"""use rmcp::handler::server::wrapper::Parameters;
use rmcp::{{ServerHandler, ServiceExt, tool, tool_handler, tool_router}};
use schemars::JsonSchema;
use serde::Deserialize;
{structs}
#[derive(Clone)]
pub struct Server;
#[tool_router]
impl Server {{
{methods}}}
#[tool_handler]
impl ServerHandler for Server {{}}
#[tokio::main(flavor = "current_thread")]
async fn main() {{
    println!("{{:?}}", Server::tool_router().list_all());
    let (client, _server) = tokio::io::duplex(64);
    drop(Server.serve(client).await);
}}
"""


def rig(count):
    tools = "".join(
        args(i, "Deserialize, JsonSchema")
        + f"""pub struct Tool{i};
impl Tool for Tool{i} {{
    const NAME: &'static str = "tool_{i}";
    type Args = Args{i};
    type Output = String;
    type Error = Failure;
    fn description(&self) -> String {{
        "Gets forecast {i}.".into()
    }}
    fn parameters(&self) -> serde_json::Value {{
        schemars::schema_for!(Args{i}).to_value()
    }}
    async fn call(&self, _: &mut ToolContext, args: Args{i}) -> Result<String, Failure> {{
{body(i)}    }}
}}
"""
        for i in range(count)
    )
    handlers = "".join(f"        ErasedHandler::new(ToolAdapter::new(Tool{i})),\n" for i in range(count))
    return f"""use rig_core::serve::{{ErasedHandler, adapters::ToolAdapter}};
use rig_core::tool::{{Tool, ToolContext}};
use schemars::JsonSchema;
use serde::Deserialize;
#[derive(Debug)]
pub struct Failure(String);
impl std::fmt::Display for Failure {{
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{
        out.write_str(&self.0)
    }}
}}
impl std::error::Error for Failure {{}}
impl From<&str> for Failure {{
    fn from(text: &str) -> Self {{
        Self(text.into())
    }}
}}
{tools}
fn main() {{
    let handlers: Vec<ErasedHandler> = vec![
{handlers}    ];
    std::hint::black_box(handlers);
}}
"""


def llm_tool(count):
    tools = "".join(
        f"""/// Gets forecast {i}.
#[llm_tool]
async fn tool_{i}(
    /// City name.
    city: String,
    /// Days ahead.
    days: Option<u8>,
    /// What to tell of.
    topics: Vec<String>,
    /// Whether to be short.
    brief: bool,
) -> Result<String, ToolError> {{
{BODY.format(i=i).replace('.into()', '.to_owned().into()')}}}
"""
        for i in range(count)
    )
    listed = "".join(f"        .with_tool(Tool{i})\n" for i in range(count))
    return f"""use llm_tool::{{ToolContext, ToolError, ToolRegistry, llm_tool}};
{tools}
#[tokio::main(flavor = "current_thread")]
async fn main() {{
    let registry = ToolRegistry::new()
{listed};
    println!("{{:?}}", registry.definitions());
    let arguments: Vec<String> = std::env::args().collect();
    println!("{{:?}}", registry.dispatch_str(&arguments[1], &arguments[2], &ToolContext::new()).await);
}}
"""


OURS = f'jarvis-tools = {{ path = "{ROOT}/jarvis-tools" }}\n'
KINDS = {
    "floor": (floor, SERDE + TOKIO),
    "jarvis": (jarvis, OURS + SERDE + TOKIO),
    "jarvis-inline": (jarvis_inline, OURS + TOKIO),
    "jarvis-toolset": (jarvis_toolset, OURS + SERDE + TOKIO),
    "rmcp": (rmcp, 'rmcp = "=3.11.0"\n' + SERDE + TOKIO.replace('"rt"', '"io-util", "rt"')),
    "rig": (rig, 'rig-core = "=0.44.0"\n' + SERDE + TOKIO),
    "llm-tool": (llm_tool, 'llm-tool = "=0.10.5"\n' + SERDE + TOKIO),
}


def write(target, kind, count):
    make, dependencies = KINDS[kind]
    folder = target / f"{kind}-{count}"
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "Cargo.toml").write_text(MANIFEST.format(kind=kind, count=count, dependencies=dependencies))
    (folder / "src/main.rs").write_text(make(count))
    return folder


def cargo(folder, out, *arguments):
    """Runs cargo and gives the CPU seconds that it and its children took."""
    environment = os.environ | {"CARGO_INCREMENTAL": "0", "CARGO_TARGET_DIR": str(out), "CARGO_TERM_COLOR": "never"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(["cargo", *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode != 0:
        sys.exit(f"{folder.name}: cargo {' '.join(arguments)}\n{run.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check(folder, out, runs):
    cargo(folder, out, "check", "--quiet")
    times = []
    for _ in range(runs):
        (folder / "src/main.rs").touch()
        times.append(cargo(folder, out, "check", "--quiet"))
    return min(times)


def size(folder, out):
    cargo(folder, out, "build", "--quiet", "--release")
    return (out / "release" / f"cost-{folder.name}").stat().st_size


def clean(folder, out):
    shutil.rmtree(out, ignore_errors=True)
    seconds = cargo(folder, out, "build", "--quiet")
    shutil.rmtree(out, ignore_errors=True)
    return seconds


def crates(folder):
    tree = ["cargo", "tree", "--edges", "normal", "--prefix", "none"]
    lines = subprocess.run(tree, cwd=folder, capture_output=True, text=True, check=True).stdout.splitlines()
    return len({line.split(" (")[0] for line in lines}) - 1


def row(name, cells):
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--only", choices=["check", "size", "clean"], action="append")
    parser.add_argument("--runs", type=int, default=5, help="of each check, of which the fastest counts")
    parser.add_argument("--target", type=pathlib.Path, default=ROOT / "target/build-cost")
    options = parser.parse_args()
    kinds = options.kinds or list(KINDS)
    wanted = options.only or ["check", "size", "clean"]
    target = options.target.resolve()
    folders = {kind: (write(target, kind, 1), write(target, kind, MANY)) for kind in kinds}
    for few, many in folders.values():
        cargo(few, target / "out", "generate-lockfile")
        shutil.copy(few / "Cargo.lock", many / "Cargo.lock")
        lock = many / "Cargo.lock"
        lock.write_text(lock.read_text().replace(f'name = "cost-{few.name}"', f'name = "cost-{many.name}"'))

    def out(kind):
        # Ours all have the same dependencies.
        return target / f"out-{kind.removesuffix('-inline').removesuffix('-toolset')}"

    columns = {}
    if "check" in wanted:
        columns[f"check, {MANY} tools"] = (lambda kind: check(folders[kind][1], out(kind), options.runs), "{:.2f} s")
    if "size" in wanted:
        
        def per_tool(kind):
            few, many = (size(folder, out(kind)) for folder in folders[kind])
            return (many - few) / (MANY - 1)

        columns["size a tool"] = (lambda kind: per_tool(kind) / 1000, "{:.1f} KB")
    if "clean" in wanted:
        columns["clean build"] = (lambda kind: clean(folders[kind][0], target / "out-clean"), "{:.1f} s")
        columns["crates"] = (lambda kind: crates(folders[kind][0]), "{:.0f}")
    values = {}
    for column, (measure, form) in columns.items():
        for kind in kinds:
            values[kind, column] = measure(kind)
            print(f"{kind}: {column}: {form.format(values[kind, column])}", file=sys.stderr, flush=True)

    def cell(kind, column):
        value, form = values[kind, column], columns[column][1]
        base = values.get(("floor", column))
        return form.format(value) + (f" ({value / base:.2f})" if base and column != "crates" else "")

    row("tools by", list(columns))
    row("---", ["---:"] * len(columns))
    for kind in kinds:
        row(kind, [cell(kind, column) for column in columns])


if __name__ == "__main__":
    main()
