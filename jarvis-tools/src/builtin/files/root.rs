//! A folder below which files are opened, and how nothing leads out of it.

use std::ffi::OsStr;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use cap_fs_ext::{DirExt as _, FollowSymlinks, OpenOptionsFollowExt as _, OpenOptionsSyncExt as _};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, Metadata, OpenOptions};

use super::refusal::{FILE_BYTES, Refusal};
use super::secrets::{is_secret_file, is_secret_folder};

/// A folder below which files are opened.
#[derive(Debug)]
pub(super) struct Root {
    folder: Dir,
    /// What its path was when it was opened, as given and with links followed.
    given: PathBuf,
    resolved: PathBuf,
}

/// What a file holds, and where it is.
pub(super) struct Contents {
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
}

impl Root {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let folder = Dir::open_ambient_dir(path, ambient_authority())?;
        Ok(Self { folder, given: std::path::absolute(path)?, resolved: path.canonicalize()? })
    }

    /// Reads the file of this path: one that is relative to the folder, or absolute and below it.
    pub(super) fn read(&self, path: &Path) -> Result<Contents, Refusal> {
        let below = if path.is_absolute() {
            path.strip_prefix(&self.given)
                .or_else(|_| path.strip_prefix(&self.resolved))
                .map_err(|_| Refusal::Outside)?
        } else {
            path
        };
        if below.as_os_str().is_empty() {
            return Err(Refusal::NoFile);
        }
        if below.file_name().and_then(OsStr::to_str).is_some_and(is_secret_file)
            || below.parent().is_some_and(|folders| names(folders).any(is_secret_folder_name))
        {
            return Err(Refusal::Secret);
        }
        let resolved = self.folder.canonicalize(below).map_err(|error| Refusal::on_the_way(&error))?;
        let path = self.resolved.join(&resolved);
        if SYSTEM.iter().any(|folder| path.starts_with(folder)) {
            return Err(Refusal::NoFile);
        }
        let bytes = self.read_resolved(&resolved)?;
        Ok(Contents { path, bytes })
    }

    /// Reads the file of a path without links.
    ///
    /// Each step refuses links, so that what became one in the meantime isn't followed, and the names that are
    /// checked are those of what is opened.
    fn read_resolved(&self, path: &Path) -> Result<Vec<u8>, Refusal> {
        let mut names = names(path);
        let name = names.next_back().ok_or(Refusal::NoFile)?;
        let mut opened = None;
        for folder in names {
            if is_secret_folder_name(folder) {
                return Err(Refusal::Secret);
            }
            let next = opened.as_ref().unwrap_or(&self.folder).open_dir_nofollow(folder);
            opened = Some(next.map_err(|error| Refusal::on_the_way(&error))?);
        }
        if is_secret_file(&name.to_string_lossy()) {
            return Err(Refusal::Secret);
        }
        read_file(opened.as_ref().unwrap_or(&self.folder), name)
    }
}

/// The names that a path consists of.
fn names(path: &Path) -> impl DoubleEndedIterator<Item = &OsStr> {
    path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(name),
        _ => None,
    })
}

fn is_secret_folder_name(name: &OsStr) -> bool {
    is_secret_folder(&name.to_string_lossy())
}

/// Reads a file that stands in this folder.
fn read_file(folder: &Dir, name: &OsStr) -> Result<Vec<u8>, Refusal> {
    // To open a device may do something already, so that it is asked first what it is.
    let metadata = folder.symlink_metadata(name).map_err(|error| Refusal::on_the_way(&error))?;
    check(&metadata)?;
    let mut options = OpenOptions::new();
    // A pipe that came in between doesn't wait for somebody to write.
    options.read(true).follow(FollowSymlinks::No).nonblock(true);
    let file = folder.open_with(name, &options).map_err(|error| Refusal::on_the_way(&error))?;
    check(&file.metadata().map_err(Refusal::Unreadable)?)?;
    let mut bytes = Vec::new();
    file.take(FILE_BYTES + 1).read_to_end(&mut bytes).map_err(Refusal::Unreadable)?;
    match u64::try_from(bytes.len()) {
        Ok(length) if length <= FILE_BYTES => Ok(bytes),
        // It grew while it was read.
        _ => Err(Refusal::TooLarge(FILE_BYTES + 1)),
    }
}

fn check(metadata: &Metadata) -> Result<(), Refusal> {
    if !metadata.is_file() || is_of_the_system(metadata) {
        return Err(Refusal::NoFile);
    }
    if metadata.len() > FILE_BYTES { Err(Refusal::TooLarge(metadata.len())) } else { Ok(()) }
}

/// Where the kernel shows itself and its processes, also on further file systems below (cgroups, tracing).
const SYSTEM: [&str; 2] = ["/proc", "/sys"];

/// Whether this is on a file system by which the kernel shows itself, wherever that is mounted.
#[cfg(unix)]
fn is_of_the_system(metadata: &Metadata) -> bool {
    let device =
        |path: &str| std::fs::metadata(path).map(|found| std::os::unix::fs::MetadataExt::dev(&found)).ok();
    let own = Some(cap_std::fs::MetadataExt::dev(metadata));
    // Where they aren't mounted, these are folders as any other.
    own != device("/") && SYSTEM.into_iter().any(|path| own == device(path))
}

#[cfg(not(unix))]
fn is_of_the_system(_: &Metadata) -> bool {
    false
}
