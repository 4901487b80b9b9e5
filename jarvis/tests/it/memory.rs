//! The memory, through the library and the command.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use jarvis::{ErrorKind, Memory};
use serde_json::{Value, json};

use crate::support::{Ran, run_in};

fn run(home: &Path, arguments: &[&str]) -> Ran {
    run_in(home, &[&["memory", "--memory", "m.db"], arguments].concat())
}

#[test]
fn texts_are_found_by_their_words() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path().join("deep/er/m.db")).unwrap();
    memory.add(Some("almanac.md"), "The Sun rises in the east.").unwrap();
    memory.add(Some("notes.txt"), "Milk, eggs, café crème.").unwrap();
    memory.add(None, "The sun sets in the west, and the moon rises.").unwrap();
    let found = |query: &str| -> Vec<String> {
        memory.search(query, 10).unwrap().into_iter().filter_map(|hit| hit.id).collect()
    };
    assert_eq!(found("sunrise east"), ["1"]);
    assert_eq!(found("CAFE"), ["2"]);
    assert_eq!(found("moon rise"), ["3", "1"]);
    assert_eq!(memory.search("sun", 1).unwrap().len(), 1);
    let scores: Vec<f64> = memory.search("moon rise", 10).unwrap().iter().map(|hit| hit.score).collect();
    assert!(scores[0] > scores[1], "{scores:?}");
}

#[test]
fn any_text_is_a_query() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path().join("m.db")).unwrap();
    memory.add(None, "AND OR NOT NEAR it's a \"quoted\" text").unwrap();
    for query in [
        "", " ", "\"", "'", "(", "*", "text:", "NEAR(", "AND", "NOT text", "-", "^", "{}", "\0", "a\0b",
        "💥", ";--",
    ] {
        memory.search(query, 5).unwrap_or_else(|error| panic!("{query:?}: {error}"));
    }
    assert_eq!(memory.search("NOT", 5).unwrap().len(), 1);
    assert_eq!(memory.search("\"quoted\" OR nothing", 5).unwrap().len(), 1);
    assert!(memory.search(&"word ".repeat(10_000), 5).unwrap().is_empty());
    let numbers = (0..5_000).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
    assert!(memory.search(&numbers, 5).unwrap().is_empty());
}

#[test]
fn what_is_deleted_is_found_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path().join("m.db")).unwrap();
    let first = memory.add(Some("a"), "alpha beta").unwrap();
    memory.add(Some("b"), "alpha gamma").unwrap();
    assert!(memory.delete(first).unwrap());
    assert!(!memory.delete(first).unwrap());
    assert_eq!(memory.search("alpha", 5).unwrap().len(), 1);
    assert_eq!(memory.delete_source("b").unwrap(), 1);
    assert!(memory.search("alpha", 5).unwrap().is_empty());
    assert_eq!(memory.stats().unwrap().texts, 0);
    assert_eq!(memory.add(None, " \n").unwrap_err().kind(), ErrorKind::Memory);
}

#[test]
fn the_command_adds_searches_and_deletes() {
    let home = tempfile::tempdir().unwrap();
    let notes = home.path().join("notes");
    fs::create_dir_all(notes.join(".git")).unwrap();
    fs::write(notes.join("a.md"), "The harbour is in Bergen.").unwrap();
    fs::write(notes.join("b.md"), "Trains leave at noon.").unwrap();
    fs::write(notes.join("c.png"), [0xff, 0xd8, 0x00]).unwrap();
    fs::write(notes.join(".git/d.md"), "hidden harbour").unwrap();
    let ran = run(home.path(), &["add", "notes"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "stored 2 files in 2 pieces\n"), "{}", ran.err);
    assert!(ran.err.contains("left out notes/c.png"), "{}", ran.err);
    // Once more changes nothing: a file takes the place of what it was.
    run(home.path(), &["add", "notes"]);
    run(home.path(), &["add", "--text", "The station is near the harbour.", "--source", "me"]);
    let hits: Value = serde_json::from_str(&run(home.path(), &["search", "harbour", "--json"]).out).unwrap();
    assert_eq!(hits.as_array().map(Vec::len), Some(2), "{hits}");
    let shown = run(home.path(), &["search", "where", "do", "trains", "leave"]).out;
    assert!(shown.contains("notes/b.md") && shown.contains("Trains leave at noon."), "{shown}");
    assert_eq!(run(home.path(), &["delete", "--source", "notes/a.md"]).out, "deleted 1 text\n");
    assert_eq!(run(home.path(), &["delete", "--source", "notes/a.md"]).code, 1);
    let stats: Value = serde_json::from_str(&run(home.path(), &["stats", "--json"]).out).unwrap();
    assert_eq!((&stats["texts"], &stats["sources"]), (&json!(2), &json!(2)));
    assert_eq!(run(home.path(), &["add", "notes/c.png"]).code, 1);
    assert_eq!(run(home.path(), &["add", "nowhere"]).code, 1);
    assert_eq!(run(home.path(), &["add"]).code, 2);
}

#[test]
fn the_tool_reads_the_memory() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("m.db");
    let call = |query: &str| {
        let arguments = json!({ "query": query }).to_string();
        let mut command = crate::support::jarvis(home.path());
        command.env("JARVIS_MEMORY", &path).args(["tools", "call", "retrieval", &arguments]);
        crate::support::finished(&mut command).out
    };
    assert_eq!(call("sun"), "No relevant results found.\n");
    assert!(!path.exists(), "searching makes no file");
    run(home.path(), &["add", "--text", "The Sun rises.", "--source", "almanac.md"]);
    assert_eq!(call("sun"), "[Source: almanac.md] The Sun rises.\n");
}

#[test]
fn what_is_no_memory_is_left_as_it_is() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("m.db");
    let sqlite = {
        let other = home.path().join("other.db");
        let memory = Memory::open(&other).unwrap();
        memory.add(None, "a text").unwrap();
        drop(memory);
        let mut bytes = fs::read(other).unwrap();
        bytes[68..72].fill(0);
        bytes
    };
    for (bytes, words) in [
        (b"hello, this is somebody's letter".to_vec(), "no SQLite database"),
        (vec![0; 5_000], "no SQLite database"),
        (sqlite, "another program"),
    ] {
        fs::write(&path, &bytes).unwrap();
        for arguments in [&["add", "--text", "x"][..], &["search", "x"], &["stats"], &["delete", "--id", "1"]]
        {
            let ran = run(home.path(), arguments);
            assert_eq!(ran.code, 1);
            assert!(ran.err.contains(words) && ran.err.contains("--memory"), "{}", ran.err);
        }
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert!(!home.path().join("m.db-wal").exists());
    }
}

#[test]
fn damage_is_said() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("m.db");
    let memory = Memory::open(&path).unwrap();
    memory.add_all((0..500).map(|number| (Some("many"), format!("text number {number}")))).unwrap();
    drop(memory);
    let whole = fs::read(&path).unwrap();
    let mut scribbled = whole.clone();
    scribbled[4_096..].fill(0x5a);
    for bytes in [whole[..whole.len() / 2].to_vec(), scribbled] {
        fs::write(&path, &bytes).unwrap();
        for arguments in [&["search", "number"][..], &["add", "--text", "more"], &["stats"]] {
            let ran = run(home.path(), arguments);
            assert_eq!(ran.code, 1, "{arguments:?}: {}", ran.out);
            assert!(ran.err.contains("is damaged"), "{}", ran.err);
        }
        assert_eq!(fs::read(&path).unwrap(), bytes, "it is left as it is");
    }
    let mut newer = whole;
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
    fs::write(&path, &newer).unwrap();
    assert!(run(home.path(), &["stats"]).err.contains("newer jarvis"));
}

#[test]
fn several_processes_add_at_once() {
    let home = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for worker in 0..6 {
            let home = home.path();
            scope.spawn(move || {
                for round in 0..4 {
                    let text = format!("worker{worker} round{round} together");
                    let ran = run(home, &["add", "--text", &text]);
                    assert_eq!(ran.code, 0, "{}", ran.err);
                    assert_eq!(run(home, &["search", &format!("worker{worker}")]).code, 0);
                }
            });
        }
    });
    let memory = Memory::open(home.path().join("m.db")).unwrap();
    assert_eq!(memory.stats().unwrap().texts, 24);
    assert_eq!(memory.search("together", 100).unwrap().len(), 24);
}

#[test]
fn what_was_said_to_be_stored_outlives_a_kill() {
    let home = tempfile::tempdir().unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("jarvis"))
        .args(["memory", "--memory", "m.db", "add", "--lines", "-"])
        .current_dir(home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        // The pipe breaks when the reader is killed.
        let mut number = 0;
        while writeln!(input, "text number {number}").is_ok() {
            number += 1;
        }
    });
    let mut said = String::new();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        said = lines.next().unwrap().unwrap();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    writer.join().unwrap();
    let said: u64 = said.split(' ').nth(1).unwrap().parse().unwrap();
    let memory = Memory::open(home.path().join("m.db")).unwrap();
    let stored = memory.stats().unwrap().texts;
    assert!(stored >= said && stored.is_multiple_of(1_000), "{stored} of {said}");
    assert_eq!(memory.search("number", 100).unwrap().len(), 100);
    memory.add(None, "and on").unwrap();
}
