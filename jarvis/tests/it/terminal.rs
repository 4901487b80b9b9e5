//! The command in a terminal: spinner, confirmation, Ctrl-C.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use rexpect::session::{PtySession, spawn_command};
use serde_json::json;

use crate::support::NOT_SET;

/// Far beyond what anything here takes.
const PATIENCE_MS: u64 = 60_000;

/// Runs a binary in a terminal; behind it stands `code=` with its exit code.
fn terminal(binary: &Path, home: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> PtySession {
    let mut command = Command::new("sh");
    // The shell outlives a Ctrl-C that the binary gets.
    command.args(["-c", r#"trap : INT; "$0" "$@"; echo "code=$?""#]).arg(binary).args(arguments);
    for name in NOT_SET {
        command.env_remove(name);
    }
    command.current_dir(home).env("HOME", home).env("TERM", "xterm").envs(environment.iter().copied());
    spawn_command(command, Some(PATIENCE_MS)).unwrap()
}

fn jarvis() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("jarvis").to_owned()
}

/// The example with tools of its own, which is built beside the tests.
fn own_tools() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let example = tests.parent().and_then(Path::parent).unwrap().join("examples/own_tools");
    if !example.exists() {
        // Where only this test was asked for, cargo leaves examples out.
        let built = Command::new(env!("CARGO"))
            .args(["build", "-q", "-p", "jarvis", "--example", "own_tools"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(built.unwrap().success());
    }
    example
}

#[test]
fn a_spinner_turns_until_ctrl_c() {
    let home = tempfile::tempdir().unwrap();
    // Takes connections and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", silent.local_addr().unwrap());
    let environment = [("JARVIS_BASE_URL", url.as_str()), ("JARVIS_MODEL", "small")];
    let mut session = terminal(&jarvis(), home.path(), &["ask", "Anybody there?"], &environment);
    session.exp_string("thinking").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("code=130").unwrap();
}

#[test]
fn somebody_at_the_terminal_says_whether_a_tool_may_run() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("old.txt");
    fs::write(&file, "old").unwrap();
    let call = ["tools", "call", "delete_file", r#"{"name":"old.txt"}"#];
    let mut session = terminal(&own_tools(), home.path(), &call, &[]);
    session.exp_string("[y/N]").unwrap();
    session.send_line("n").unwrap();
    session.exp_string("code=1").unwrap();
    assert!(file.exists());
    let mut session = terminal(&own_tools(), home.path(), &call, &[]);
    let asked = session.exp_string("[y/N]").unwrap();
    assert!(asked.contains("delete_file") && asked.contains("old.txt"), "{asked}");
    session.send_line("y").unwrap();
    session.exp_string("Deleted old.txt.").unwrap();
    session.exp_string("code=0").unwrap();
    assert!(!file.exists());
}

#[test]
fn ctrl_c_at_the_question_runs_nothing() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("old.txt");
    fs::write(&file, "old").unwrap();
    let call = ["tools", "call", "delete_file", r#"{"name":"old.txt"}"#];
    let mut session = terminal(&own_tools(), home.path(), &call, &[]);
    session.exp_string("[y/N]").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("code=130").unwrap();
    assert!(file.exists());
}

#[test]
fn the_calls_of_a_conversation_are_shown_and_confirmed() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("old.txt");
    fs::write(&file, "old").unwrap();
    let script = home.path().join("talk.json");
    let call =
        json!({ "id": "c1", "function": { "name": "delete_file", "arguments": "{\"name\":\"old.txt\"}" } });
    let first =
        json!({ "choices": [{ "message": { "tool_calls": [call] }, "finish_reason": "tool_calls" }] });
    fs::write(&script, json!([first, "It is gone."]).to_string()).unwrap();
    let arguments = ["ask", "Delete it!", "--tools", "delete_file", "--engine", "scripted", "talk.json"];
    let mut session = terminal(&own_tools(), home.path(), &arguments, &[]);
    session.exp_string("[y/N]").unwrap();
    session.send_line("y").unwrap();
    session.exp_string("delete_file").unwrap();
    session.exp_string("It is gone.").unwrap();
    session.exp_string("code=0").unwrap();
    assert!(!file.exists());
}

#[test]
fn an_answer_can_not_steer_the_terminal() {
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("talk.json");
    let call =
        json!({ "id": "c1", "function": { "name": "think", "arguments": "{\"thought\":\"\u{9b}2J\"}" } });
    let first =
        json!({ "choices": [{ "message": { "tool_calls": [call] }, "finish_reason": "tool_calls" }] });
    fs::write(&script, json!([first, "Title: \u{1b}]0;owned\u{7} end."]).to_string()).unwrap();
    let arguments = ["ask", "Hi?", "--tools", "think", "--engine", "scripted", "talk.json"];
    let mut session = terminal(&jarvis(), home.path(), &arguments, &[]);
    let shown = session.exp_string("end.").unwrap();
    // The bytes, each as a letter: a replacement character has three.
    let replaced = "\u{ef}\u{bf}\u{bd}";
    assert!(shown.contains(&format!("Title: {replaced}]0;owned{replaced}")), "{shown:?}");
    assert!(shown.contains(&format!("{replaced}2J")), "{shown:?}");
    session.exp_string("code=0").unwrap();
}

#[test]
fn without_a_terminal_nobody_is_asked() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("old.txt");
    fs::write(&file, "old").unwrap();
    let run = |more: &[&str]| {
        let mut command = assert_cmd::Command::new(own_tools());
        command
            .current_dir(home.path())
            .args(["tools", "call", "delete_file", r#"{"name":"old.txt"}"#])
            .args(more);
        crate::support::finished(&mut command)
    };
    let ran = run(&[]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("--yes") && file.exists(), "{}", ran.err);
    assert_eq!(run(&["--yes"]).code, 0);
    assert!(!file.exists());
}
