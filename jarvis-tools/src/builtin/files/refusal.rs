//! Why a file isn't read, in words for a model.

use std::io;

use crate::error::ToolError;
use crate::text;

/// The most bytes of a file.
pub(super) const FILE_BYTES: u64 = 1_048_576;

/// The longest piece of a path that an error shows.
const SHOWN_PATH: usize = 200;

/// The system's numbers for what says nothing about a path: a failing disk, no memory, too many open files.
/// They are the same on every Unix.
#[cfg(unix)]
const SHORTAGES: [i32; 4] = [5, 12, 23, 24];
#[cfg(not(unix))]
const SHORTAGES: [i32; 0] = [];

/// Why a file isn't read.
#[derive(Debug)]
pub(super) enum Refusal {
    /// It is outside of the allowed folders, whether it is there or not.
    Outside,
    /// It isn't there.
    Missing,
    /// Its name, or a folder's on the way, is that of a secret.
    Secret,
    /// It is a folder, a device, a pipe or something of the system's.
    NoFile,
    /// It has so many bytes, or more.
    TooLarge(u64),
    /// Its bytes from here on are no text.
    NoText(usize),
    /// The system says why.
    Unreadable(io::Error),
}

impl Refusal {
    /// Why a path couldn't be followed below an allowed folder.
    pub(super) fn on_the_way(error: &io::Error) -> Self {
        match error.kind() {
            // That of the sandbox has no number; the system's own has one.
            io::ErrorKind::PermissionDenied if error.raw_os_error().is_none() => Self::Outside,
            io::ErrorKind::PermissionDenied => Self::Unreadable(io::ErrorKind::PermissionDenied.into()),
            _ => match error.raw_os_error() {
                // The file may be there all the same, and to say that it isn't would be a lie.
                Some(code) if SHORTAGES.contains(&code) => {
                    Self::Unreadable(io::Error::from_raw_os_error(code))
                }
                _ => Self::Missing,
            },
        }
    }

    /// Whether another folder may have what this one hasn't.
    pub(super) fn is_elsewhere(&self) -> bool {
        matches!(self, Self::Outside | Self::Missing)
    }

    /// The error of the call for this path.
    pub(super) fn into_error(self, path: &str) -> ToolError {
        let path = text::one_line(path, SHOWN_PATH);
        ToolError::failed(match self {
            Self::Outside => format!("Access denied: '{path}' is outside of the allowed directories."),
            Self::Missing => format!("File not found: '{path}'."),
            Self::Secret => format!("Access denied: '{path}' is a sensitive file."),
            Self::NoFile => format!("Not a file: '{path}'."),
            Self::TooLarge(bytes) => format!("File too large: {bytes} bytes (max {FILE_BYTES})."),
            Self::NoText(byte) => format!("Not a text file: '{path}' is no valid UTF-8 at byte {byte}."),
            Self::Unreadable(error) => format!("'{path}' can't be read: {error}."),
        })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_shortage_does_not_say_that_a_file_is_missing() {
        let words = |code| {
            let refusal = Refusal::on_the_way(&io::Error::from_raw_os_error(code));
            refusal.into_error("a.txt").to_string()
        };
        assert_eq!(words(2), "File not found: 'a.txt'.");
        for code in SHORTAGES {
            assert!(words(code).starts_with("'a.txt' can't be read: "), "{}", words(code));
        }
    }
}
