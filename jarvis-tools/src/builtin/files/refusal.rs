//! Why a file isn't read, in words for a model.

use std::io;

use crate::error::ToolError;
use crate::text;

/// The most bytes of a file.
pub(super) const FILE_BYTES: u64 = 1_048_576;

/// The longest piece of a path that an error shows.
const SHOWN_PATH: usize = 200;

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
            _ => Self::Missing,
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
