//! Reading files below folders that the host allows.

mod refusal;
mod root;
mod secrets;

use std::io;
use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::error::ToolError;
use crate::output::ToolOutput;
use refusal::Refusal;
use root::{Contents, Root};

/// The tool `file_read`: text files below folders that the host allows.
///
/// ```
/// use jarvis_tools::builtin::FileReader;
/// use jarvis_tools::prelude::*;
/// # use serde_json::json;
/// # let folder = std::env::temp_dir().join(format!("file-reader-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # std::fs::write(folder.join("notes.txt"), "one\ntwo\nthree\n")?;
///
/// let executor = ToolExecutor::new(FileReader::new([&folder])?.tools())?;
/// let call = ToolCall::new("call_1", "file_read", r#"{"path":"notes.txt","max_lines":2}"#);
/// let result = executor.execute_blocking(&call);
/// assert_eq!(result.content, "one\ntwo\n[truncated: the first 2 of 3 lines]");
/// assert_eq!(result.metadata["size_bytes"], 14);
///
/// let call = ToolCall::new("call_2", "file_read", r#"{"path":"/etc/passwd"}"#);
/// let result = executor.execute_blocking(&call);
/// assert_eq!(result.content, "Access denied: '/etc/passwd' is outside of the allowed directories.");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What it reads
///
/// A path is relative to the folders, the first that has it, or absolute and below one of them. Links lead to
/// what is in the same folder; one that leads out of it, or that is absolute, is outside, and what is outside
/// has the same answer whether it is there or not. Only regular files are read: no folders, pipes and devices,
/// and nothing of `/proc` and `/sys`.
///
/// The text is UTF-8 of at most 1,048,576 bytes; its line breaks arrive as `\n`. Where `max_lines` leaves
/// something out, a last line says so, and the metadata has `truncated`. Its `path` is where the file is, with
/// links followed, and `size_bytes` its size.
///
/// # What it doesn't
///
/// Files whose names say that they hold secrets (`.env`, `id_rsa`, `*.pem`, `credentials.json` and more, in any
/// case, by the name that was asked for and by the one that a link leads to) are refused, and so are files in
/// `.ssh`, `.aws`, `.gnupg` and `.kube`. That is a net under the host's choice of folders, and no replacement for it: a secret may have any
/// name, and a hard link has a name of its own.
#[derive(Debug)]
pub struct FileReader {
    roots: Vec<Root>,
}

/// Which file to read.
#[derive(Deserialize, JsonSchema, crate::ToolArgs)]
#[arg(crate = crate)]
pub struct FileReadArgs {
    /// Path of the file: absolute, or relative to an allowed directory.
    pub path: String,
    /// The most lines to read, from the start; left out, all.
    #[schemars(range(min = 1))]
    pub max_lines: Option<u64>,
}

impl FileReader {
    /// A reader of the files below these folders; without any it reads nothing.
    ///
    /// The folders are opened here: one that is moved later stays allowed where it is.
    ///
    /// # Errors
    ///
    /// If one of them isn't there, is no folder or can't be opened.
    pub fn new<P: AsRef<Path>>(allowed_dirs: impl IntoIterator<Item = P>) -> io::Result<Self> {
        let roots =
            allowed_dirs.into_iter().map(|path| Root::open(path.as_ref())).collect::<io::Result<_>>()?;
        Ok(Self { roots })
    }

    /// What the first folder that has the file says of it.
    fn find(&self, path: &Path) -> Result<Contents, Refusal> {
        let mut refusal = Refusal::Outside;
        for root in &self.roots {
            match root.read(path) {
                Err(Refusal::Outside) => {}
                Err(missing) if missing.is_elsewhere() => refusal = missing,
                found => return found,
            }
        }
        Err(refusal)
    }
}

#[crate::toolset(crate = crate)]
impl FileReader {
    /// Reads a text file below the allowed folders.
    ///
    /// # Errors
    ///
    /// [`Failed`](crate::ToolErrorKind::Failed), with the reason, if there is no such file, it isn't allowed,
    /// is too large or is no text.
    #[tool(
        description = "Reads a text file (UTF-8, at most 1 MiB) from the directories that are allowed, and returns \
            its text. Use max_lines to read only the start of a long file.",
        title = "Read file",
        category = "filesystem",
        cost_estimate = 0.0,
        latency_estimate = 0.01,
        // More than the largest file, and what is said of the lines that are left out.
        max_result_bytes = 1_114_112,
        read_only,
        idempotent,
        open_world = false
    )]
    pub fn file_read(&self, args: FileReadArgs) -> Result<ToolOutput, ToolError> {
        if args.path.trim().is_empty() {
            return Err(ToolError::failed("No path provided."));
        }
        let refused = |refusal: Refusal| refusal.into_error(&args.path);
        let contents = self.find(Path::new(&args.path)).map_err(refused)?;
        let size = contents.bytes.len();
        let text = String::from_utf8(contents.bytes)
            .map_err(|error| refused(Refusal::NoText(error.utf8_error().valid_up_to())))?;
        let (text, truncated) = first_lines(unified(text), args.max_lines);
        Ok(ToolOutput::text(text)
            .with_metadata("path", contents.path.to_string_lossy())
            .with_metadata("size_bytes", size)
            .with_metadata("truncated", truncated))
    }
}

/// The text with line breaks of one kind.
fn unified(text: String) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// So many lines of the text, with a line that says what was left out, and whether something was.
fn first_lines(mut text: String, limit: Option<u64>) -> (String, bool) {
    let limit = limit.and_then(|lines| usize::try_from(lines).ok()).unwrap_or(usize::MAX);
    let end = limit.checked_sub(1).and_then(|before| text.match_indices('\n').nth(before));
    let Some(end) = end.map(|(place, _)| place + 1).filter(|end| *end < text.len()) else {
        return (text, false);
    };
    let lines = text.lines().count();
    let mark = format!("[truncated: the first {limit} of {lines} lines]");
    text.truncate(end);
    (text + &mark, true)
}
