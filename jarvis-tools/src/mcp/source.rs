//! Where a server is.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use tokio::io::{AsyncRead, AsyncWrite};

pub(super) type Reader = Box<dyn AsyncRead + Send + Unpin>;
pub(super) type Writer = Box<dyn AsyncWrite + Send + Unpin>;

/// A server whose tools are wanted, and how to reach it.
///
/// ```
/// use jarvis_tools::mcp::McpSource;
///
/// let files = McpSource::command("npx")
///     .args(["-y", "@modelcontextprotocol/server-filesystem", "."])
///     .prefix("fs_");
/// let remote = McpSource::http("https://tools.example.com/mcp").token("secret");
/// # let _ = (files, remote);
/// ```
#[derive(Debug)]
pub struct McpSource {
    pub(super) way: Way,
    pub(super) prefix: String,
}

pub(super) enum Way {
    Command {
        program: OsString,
        args: Vec<OsString>,
        envs: Vec<(OsString, OsString)>,
        folder: Option<PathBuf>,
    },
    Http {
        url: String,
        token: Option<String>,
    },
    Streams(Mutex<Option<(Reader, Writer)>>),
}

impl McpSource {
    /// A command that speaks the protocol over its standard input and output. It is started once, again when
    /// it ended, and ended with the last of its tools.
    pub fn command(program: impl Into<OsString>) -> Self {
        Self::new(Way::Command { program: program.into(), args: Vec::new(), envs: Vec::new(), folder: None })
    }

    /// A server of streamable HTTP at this address.
    pub fn http(url: impl Into<String>) -> Self {
        Self::new(Way::Http { url: url.into(), token: None })
    }

    /// A server at the other end of two streams. Once they end there is no way back to it.
    pub fn streams(
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Self {
        Self::new(Way::Streams(Mutex::new(Some((Box::new(reader), Box::new(writer))))))
    }

    fn new(way: Way) -> Self {
        Self { way, prefix: String::new() }
    }

    /// Adds arguments of the command; other sources have none.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, more: impl IntoIterator<Item = A>) -> Self {
        if let Way::Command { args, .. } = &mut self.way {
            args.extend(more.into_iter().map(Into::into));
        }
        self
    }

    /// Sets a variable of the command's environment; other sources have none.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        if let Way::Command { envs, .. } = &mut self.way {
            envs.push((name.into(), value.into()));
        }
        self
    }

    /// Sets the folder that the command runs in; other sources have none.
    #[must_use]
    pub fn folder(mut self, path: impl Into<PathBuf>) -> Self {
        if let Way::Command { folder, .. } = &mut self.way {
            *folder = Some(path.into());
        }
        self
    }

    /// Sets what is sent as `Authorization: Bearer …` to an address; other sources have none.
    #[must_use]
    pub fn token(mut self, secret: impl Into<String>) -> Self {
        if let Way::Http { token, .. } = &mut self.way {
            *token = Some(secret.into());
        }
        self
    }

    /// Sets what stands before the names of the tools, so that several servers fit in one executor: nothing.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }
}

impl Way {
    /// The streams, the first time.
    pub(super) fn take(streams: &Mutex<Option<(Reader, Writer)>>) -> Option<(Reader, Writer)> {
        streams.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Without arguments, variables and tokens, which may be secret.
impl fmt::Debug for Way {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command { program, .. } => out.debug_tuple("Command").field(program).finish(),
            Self::Http { url, .. } => out.debug_tuple("Http").field(url).finish(),
            Self::Streams(_) => out.write_str("Streams"),
        }
    }
}
