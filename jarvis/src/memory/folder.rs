//! Files and folders to remember.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Error, ErrorKind};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 * 1024 * 1024;

/// A file that was found: its text, or why it is left out.
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    pub(crate) text: Result<String, String>,
}

/// The files that a path names: itself, or all below a folder in the order of their names. Links and hidden names below
/// a folder are passed over.
pub(crate) fn find(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable =
        |error: io::Error| Error::new(ErrorKind::File, format!("can't read {}: {error}", path.display()));
    let kind = fs::metadata(path).map_err(unreadable)?;
    if !kind.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut files = Vec::new();
    let mut folders = vec![path.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries: io::Result<Vec<_>> = fs::read_dir(&folder).and_then(Iterator::collect);
        for entry in entries.map_err(unreadable)? {
            let kind = entry.file_type().map_err(unreadable)?;
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

impl Found {
    /// Reads a file.
    pub(crate) fn read(path: PathBuf) -> Self {
        let text = read(&path);
        Self { path, text }
    }
}

fn read(path: &Path) -> Result<String, String> {
    let kind = fs::metadata(path).map_err(|error| error.to_string())?;
    if !kind.is_file() {
        return Err("it is no file".to_owned());
    }
    if kind.len() > LARGEST {
        return Err(format!("it has {} bytes, and {LARGEST} are the most", kind.len()));
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "it is no text in UTF-8".to_owned())?;
    if text.contains('\0') { Err("it is no text".to_owned()) } else { Ok(text) }
}
