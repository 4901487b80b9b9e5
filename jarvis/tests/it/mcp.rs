//! The Model Context Protocol, as a command.

use assert_cmd::Command;
use serde_json::{Value, json};

fn jarvis(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("jarvis").unwrap();
    let home = std::env::temp_dir().join("jarvis-tests-without-settings");
    command.env_clear().env("XDG_CONFIG_HOME", home).args(args);
    command
}

#[test]
fn the_tools_are_served_over_standard_input_and_output() {
    let hello = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" },
    });
    let call = json!({ "name": "calculator", "arguments": { "expression": "2+2" } });
    let lines = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }),
        json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": call }),
    ];
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let output = jarvis(&["mcp", "--tools", "calculator,think"]).write_stdin(input).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).expect("nothing but the protocol"))
        .collect();
    let answer = |id: u64| &answers.iter().find(|answer| answer["id"] == id).expect("an answer")["result"];
    assert_eq!(answer(1)["serverInfo"]["name"], "jarvis");
    let names: Vec<&Value> =
        answer(2)["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["calculator", "think"]);
    assert_eq!(answer(3)["content"][0]["text"], "4");
}

#[test]
fn others_are_not_let_in_without_a_token() {
    let output = jarvis(&["serve", "--address", "0.0.0.0:0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("set a token"), "{text}");
}

#[test]
fn servers_that_are_not_there_say_so() {
    for (server, words) in [
        ("fs", "--mcp wants NAME=COMMAND or NAME=URL"),
        ("fs=no-such-server", "--mcp fs: the server can't be reached"),
    ] {
        let output = jarvis(&["ask", "--mcp", server, "Hello?"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(words), "{text}");
    }
}
