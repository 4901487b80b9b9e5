//! The file: adding, searching, deleting.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jarvis_tools::builtin::{BoxError, BoxFuture, MemoryBackend, MemoryHit};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, params};
use serde::Serialize;

use super::header::{Place, damaged, look};
use super::schema::migrate;
use crate::error::{Error, ErrorKind};

/// How long one process waits for another that writes.
const PATIENCE: Duration = Duration::from_secs(30);

/// The most words of a query that are looked for.
const MOST_WORDS: usize = 64;

/// Texts that are remembered, in a SQLite file that several processes may use at once.
///
/// A handle, cheap to clone. What was added is found by its words, whatever their endings in English (`rise` finds
/// `rises`) and their accents; the best fit is the first (BM25). What a method has returned from is stored, also if the
/// process is killed a moment later.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("memory.db");
/// let memory = jarvis::Memory::open(&path)?;
/// memory.add(Some("almanac.md"), "The Sun rises in the east.")?;
/// let hits = memory.search("Where does the sun rise?", 5)?;
/// assert_eq!(hits[0].text, "The Sun rises in the east.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Memory {
    connection: Arc<Mutex<Connection>>,
    path: PathBuf,
}

/// How much is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MemoryStats {
    /// The file.
    pub path: PathBuf,
    /// How many texts there are.
    pub texts: u64,
    /// How many sources they come from.
    pub sources: u64,
    /// How large the file is, in bytes.
    pub bytes: u64,
}

impl Memory {
    /// Opens the memory in a file, which is made if there is none.
    ///
    /// # Errors
    ///
    /// If the file is another program's (it is left as it is), damaged, or can't be opened.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        if look(&path)? == Place::Free {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            if let Some(folder) = folder {
                fs::create_dir_all(folder).map_err(|error| {
                    let message = format!("can't make the folder {}: {error}", folder.display());
                    Error::new(ErrorKind::Memory, message)
                })?;
            }
        }
        let connection = connect(&path)?;
        Ok(Self { connection: Arc::new(Mutex::new(connection)), path })
    }

    /// Opens the memory in a file, if there is one.
    pub(crate) fn open_existing(path: &Path) -> Result<Option<Self>, Error> {
        if look(path)? == Place::Free { Ok(None) } else { Self::open(path).map(Some) }
    }

    /// Adds a text, and gives its id.
    ///
    /// # Errors
    ///
    /// If it is blank, or can't be stored.
    pub fn add(&self, source: Option<&str>, text: &str) -> Result<i64, Error> {
        let ids = self.add_all([(source, text)])?;
        ids.first().copied().ok_or_else(|| Error::new(ErrorKind::Memory, "there is no text to remember"))
    }

    /// Adds texts with their sources, all or none, and gives their ids. Blank ones are passed over.
    ///
    /// # Errors
    ///
    /// If they can't be stored; then none is.
    pub fn add_all<S: AsRef<str>, T: AsRef<str>>(
        &self,
        texts: impl IntoIterator<Item = (Option<S>, T)>,
    ) -> Result<Vec<i64>, Error> {
        self.change(|change| {
            let mut insert = change.prepare("INSERT INTO documents (source, text) VALUES (?1, ?2)")?;
            let mut ids = Vec::new();
            for (source, text) in texts {
                if !text.as_ref().trim().is_empty() {
                    let source = source.as_ref().map(AsRef::as_ref);
                    ids.push(insert.insert(params![source, text.as_ref()])?);
                }
            }
            Ok(ids)
        })
    }

    /// Puts the texts of sources in place of those that they had, all or none, and gives how many were added.
    ///
    /// # Errors
    ///
    /// If they can't be stored; then the old ones stay.
    pub fn replace(&self, sources: &[(String, Vec<String>)]) -> Result<usize, Error> {
        self.change(|change| {
            let mut delete = change.prepare("DELETE FROM documents WHERE source = ?1")?;
            let mut insert = change.prepare("INSERT INTO documents (source, text) VALUES (?1, ?2)")?;
            let mut added = 0;
            for (source, texts) in sources {
                delete.execute([source])?;
                for text in texts.iter().filter(|text| !text.trim().is_empty()) {
                    added += insert.execute([source, text])?;
                }
            }
            Ok(added)
        })
    }

    /// The texts that fit the words of a query best, at most `top_k`, the best first. Any text is a query; a higher
    /// score fits better.
    ///
    /// # Errors
    ///
    /// If the memory can't be read.
    pub fn search(&self, query: &str, top_k: usize) -> Result<Vec<MemoryHit>, Error> {
        let Some(wanted) = expression(query) else { return Ok(Vec::new()) };
        let most = i64::try_from(top_k).unwrap_or(i64::MAX);
        let find = |connection: &Connection| {
            let mut statement = connection.prepare(
                "SELECT id, source, documents.text, score FROM
                 (SELECT rowid AS found, rank AS score FROM words WHERE words MATCH ?1 ORDER BY rank LIMIT ?2)
                 JOIN documents ON id = found ORDER BY score, id",
            )?;
            let hits = statement.query_map(params![wanted, most], |row| {
                // SQLite's rank is the better the lower it is.
                let hit = MemoryHit::new(row.get::<_, String>(2)?, -row.get::<_, f64>(3)?);
                let hit = hit.with_id(row.get::<_, i64>(0)?.to_string());
                Ok(match row.get::<_, Option<String>>(1)? {
                    Some(source) => hit.with_source(source),
                    None => hit,
                })
            })?;
            hits.collect::<rusqlite::Result<Vec<MemoryHit>>>()
        };
        find(&self.lock()).map_err(|error| failure(&self.path, &error))
    }

    /// Forgets the text of this id, and says whether there was one.
    ///
    /// # Errors
    ///
    /// If the memory can't be written.
    pub fn delete(&self, id: i64) -> Result<bool, Error> {
        self.change(|change| change.execute("DELETE FROM documents WHERE id = ?1", [id]))
            .map(|count| count > 0)
    }

    /// Forgets all texts of a source, and says how many there were.
    ///
    /// # Errors
    ///
    /// If the memory can't be written.
    pub fn delete_source(&self, source: &str) -> Result<usize, Error> {
        self.change(|change| change.execute("DELETE FROM documents WHERE source = ?1", [source]))
    }

    /// How much is remembered.
    ///
    /// # Errors
    ///
    /// If the memory can't be read.
    pub fn stats(&self) -> Result<MemoryStats, Error> {
        let count = |connection: &Connection| {
            connection.query_row("SELECT count(*), count(DISTINCT source) FROM documents", [], |row| {
                Ok((row.get::<_, i64>(0)?.unsigned_abs(), row.get::<_, i64>(1)?.unsigned_abs()))
            })
        };
        let (texts, sources) = count(&self.lock()).map_err(|error| failure(&self.path, &error))?;
        let bytes = fs::metadata(&self.path).map(|file| file.len()).unwrap_or_default();
        Ok(MemoryStats { path: self.path.clone(), texts, sources, bytes })
    }

    /// Changes the memory, wholly or not at all.
    fn change<T>(&self, change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>) -> Result<T, Error> {
        let mut connection = self.lock();
        let run = |connection: &mut Connection| {
            let transaction = Transaction::new(connection, TransactionBehavior::Immediate)?;
            let done = change(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        run(&mut connection).map_err(|error| failure(&self.path, &error))
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // A panic in between has rolled its transaction back.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn connect(path: &Path) -> Result<Connection, Error> {
    let open = || {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        let known = migrate(&mut connection)?;
        // Readers don't wait for writers then. If another process is in the way, the next one to open it does this.
        let _ = connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()));
        Ok((connection, known))
    };
    match open() {
        Ok((connection, true)) => Ok(connection),
        Ok((_, false)) => Err(Error::new(
            ErrorKind::Memory,
            format!(
                "the memory {} is of a newer jarvis; update this one, or name another with --memory",
                path.display()
            ),
        )),
        Err(error) => Err(failure(path, &error)),
    }
}

/// The words of a query, each quoted, any of which may be there; none if it has none.
fn expression(query: &str) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    for word in query.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let quoted = format!("\"{}\"", word.to_lowercase());
        if words.len() < MOST_WORDS && !words.contains(&quoted) {
            words.push(quoted);
        }
    }
    (!words.is_empty()).then(|| words.join(" OR "))
}

#[cold]
fn failure(path: &Path, error: &rusqlite::Error) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => damaged(path, &error.to_string()),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::new(
            ErrorKind::Memory,
            format!(
                "another process has been writing to the memory {} for long; try again later",
                path.display()
            ),
        ),
        _ => Error::new(ErrorKind::Memory, format!("the memory {}: {error}", path.display())),
    }
}

impl MemoryBackend for Memory {
    fn search<'a>(&'a self, query: &'a str, top_k: usize) -> BoxFuture<'a, Result<Vec<MemoryHit>, BoxError>> {
        let (memory, query) = (self.clone(), query.to_owned());
        Box::pin(async move {
            let search = tokio::task::spawn_blocking(move || Self::search(&memory, &query, top_k));
            Ok(search.await??)
        })
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Memory").field("path", &self.path).finish_non_exhaustive()
    }
}

/// A memory that is opened when it is first searched; one that isn't there has nothing in it.
pub(crate) struct Lazy {
    path: PathBuf,
    opened: Mutex<Option<Memory>>,
}

impl Lazy {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, opened: Mutex::new(None) }
    }

    fn get(&self) -> Result<Option<Memory>, Error> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if opened.is_none() {
            *opened = Memory::open_existing(&self.path)?;
        }
        Ok(opened.clone())
    }
}

impl MemoryBackend for Lazy {
    fn search<'a>(&'a self, query: &'a str, top_k: usize) -> BoxFuture<'a, Result<Vec<MemoryHit>, BoxError>> {
        Box::pin(async move {
            match self.get()? {
                Some(memory) => MemoryBackend::search(&memory, query, top_k).await,
                None => Ok(Vec::new()),
            }
        })
    }
}
