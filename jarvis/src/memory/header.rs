//! Whose file it is, told from its first bytes, so that a file of others isn't even opened as a database.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{ErrorKind as IoKind, Read as _};
use std::path::{Path, PathBuf};

use crate::error::{Error, ErrorKind};

/// The mark of a memory in the header of its file: `jrvs`.
pub(super) const APPLICATION: u32 = 0x6a72_7673;

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Nothing, or an empty file.
    Free,
    /// A memory.
    Memory,
}

/// Looks at the file. An error says that it is another's, or was cut.
pub(super) fn look(path: &Path) -> Result<Place, Error> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == IoKind::NotFound => return Ok(Place::Free),
        Err(error) => return Err(unreadable(path, &error)),
    };
    let kind = file.metadata().map_err(|error| unreadable(path, &error))?;
    if !kind.is_file() {
        return Err(foreign(path, "it is no file"));
    }
    if kind.len() == 0 {
        return Ok(Place::Free);
    }
    let mut header = [0; 100];
    if file.read_exact(&mut header).is_err() || !header.starts_with(b"SQLite format 3\0") {
        return Err(foreign(path, "it is no SQLite database"));
    }
    let number = |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    if number(68) != APPLICATION {
        return Err(foreign(path, "it is the database of another program"));
    }
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        other => u64::from(other),
    };
    let counted = number(24) == number(92);
    // While there is a log, pages may be in it that the file hasn't yet.
    let has_log = fs::metadata(log_of(path)).is_ok_and(|log| log.len() > 0);
    if counted && !has_log && kind.len() < page * u64::from(number(28)) {
        return Err(damaged(path, "the file is shorter than it says"));
    }
    Ok(Place::Memory)
}

/// Where SQLite keeps what isn't in the file yet.
fn log_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push("-wal");
    PathBuf::from(name)
}

#[cold]
fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::new(ErrorKind::Memory, format!("can't read the memory {}: {error}", path.display()))
}

#[cold]
fn foreign(path: &Path, why: &str) -> Error {
    let path = path.display();
    let message =
        format!("{path} is no memory of jarvis ({why}); it is left as it is: name another with --memory");
    Error::new(ErrorKind::Memory, message)
}

/// The memory can't be trusted any more.
#[cold]
pub(super) fn damaged(path: &Path, why: &str) -> Error {
    let path = path.display();
    let message =
        format!("the memory {path} is damaged ({why}); put a copy of it back, or move it away and add again");
    Error::new(ErrorKind::Memory, message)
}
