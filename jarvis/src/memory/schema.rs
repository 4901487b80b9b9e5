//! The tables, and how they came to be.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::header::APPLICATION;

/// The steps from nothing to now; the version of a file is the number of those that it took.
const MIGRATIONS: [&str; 1] = ["
    CREATE TABLE documents (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        source TEXT,
        text TEXT NOT NULL
    ) STRICT;
    CREATE INDEX documents_by_source ON documents (source);
    CREATE VIRTUAL TABLE words USING fts5 (
        text, content = 'documents', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN
        INSERT INTO words (rowid, text) VALUES (new.id, new.text);
    END;
    CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN
        INSERT INTO words (words, rowid, text) VALUES ('delete', old.id, old.text);
    END;
"];

/// Brings a file to the newest version; false if it is of a newer one.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<bool> {
    if version(connection)? == MIGRATIONS.len() {
        return Ok(true);
    }
    let step = Transaction::new(connection, TransactionBehavior::Immediate)?;
    // Another process may have been quicker.
    let version = version(&step)?;
    let Some(missing) = MIGRATIONS.get(version..) else { return Ok(false) };
    for migration in missing {
        step.execute_batch(migration)?;
    }
    step.pragma_update(None, "application_id", APPLICATION)?;
    step.execute_batch(&format!("PRAGMA user_version = {}", MIGRATIONS.len()))?;
    step.commit()?;
    Ok(true)
}

fn version(connection: &Connection) -> rusqlite::Result<usize> {
    connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0)).map(|version| {
        // A version that is no number of steps is one that isn't known here.
        usize::try_from(version).unwrap_or(usize::MAX)
    })
}
