//! Tools for any client of the Model Context Protocol.
//!
//! Over standard input and output, or over HTTP where an address is given:
//! `cargo run --example mcp_server -- 127.0.0.1:8000`.

use jarvis_tools::CancellationToken;
use jarvis_tools::mcp::{HttpOptions, McpServer};
use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Trip {
    /// Where it begins.
    from: Place,
    /// Where it ends.
    to: Place,
}

#[derive(Deserialize, JsonSchema)]
struct Place {
    /// Degrees north.
    #[schemars(range(min = -90.0, max = 90.0))]
    latitude: f64,
    /// Degrees east.
    #[schemars(range(min = -180.0, max = 180.0))]
    longitude: f64,
}

#[derive(Serialize, JsonSchema)]
struct Distance {
    kilometers: f64,
}

/// Says how far two places are apart.
#[tool(title = "Distance", read_only, idempotent)]
fn distance(args: Trip) -> Distance {
    let (from, to) = (args.from, args.to);
    let (north, east) = (to.latitude - from.latitude, to.longitude - from.longitude);
    let half = (north.to_radians() / 2.0).sin().powi(2)
        + from.latitude.to_radians().cos()
            * to.latitude.to_radians().cos()
            * (east.to_radians() / 2.0).sin().powi(2);
    Distance { kilometers: 2.0 * 6371.0 * half.sqrt().asin() }
}

/// Counts down, and says how far it is.
#[tool]
async fn countdown(
    /// Where to begin.
    #[arg(range(min = 1, max = 10))]
    from: u8,
    context: &ToolContext,
) -> String {
    for left in (0..from).rev() {
        context.progress((f64::from(from - left) / f64::from(from), format!("{left} left")));
        tokio::task::yield_now().await;
    }
    "liftoff".to_owned()
}

/// Always fails.
#[tool]
fn fail() -> Result<String, ToolError> {
    Err(ToolError::failed("the disk is full"))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let executor = ToolExecutor::new(tools![distance, countdown, fail])?;
    let server = McpServer::new(executor)?.name("example", env!("CARGO_PKG_VERSION"));
    let mut words = std::env::args().skip(1);
    let Some(address) = words.next() else {
        server.serve_stdio().await?;
        return Ok(());
    };
    let listener = tokio::net::TcpListener::bind(address).await?;
    eprintln!("listening on http://{}/mcp", listener.local_addr()?);
    let options = HttpOptions::default().stateless(words.next().as_deref() == Some("stateless"));
    server.serve_http(listener, options, CancellationToken::new()).await?;
    Ok(())
}
