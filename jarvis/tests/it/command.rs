//! The command, as people run it.

use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

use crate::server::{Reply, Server, calls, says};

fn jarvis() -> Command {
    let mut command = Command::cargo_bin("jarvis").unwrap();
    let home = std::env::temp_dir().join("jarvis-tests-without-settings");
    command.env_clear().env("XDG_CONFIG_HOME", home);
    command
}

fn run(args: &[&str]) -> (i32, String, String) {
    told(jarvis().args(args).output().unwrap())
}

fn told(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn tools_are_called_without_anything_set_up() {
    let (code, out, _) = run(&["tools", "call", "calculator", r#"{"expression":"sqrt(144) + 3**2"}"#]);
    assert_eq!((code, out.as_str()), (0, "21.0\n"));
    let (code, out, err) = run(&["tools", "call", "file_read", r#"{"pth":"x","max_lines":"3"}"#]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("2 problems") && err.contains("did you mean 'path' for 'pth'?"), "{err}");
    let (code, _, err) = run(&["tools", "call", "calculator", r#"{"expression":"1/0"}"#]);
    assert_eq!(code, 1, "{err}");
    let (code, out, _) = run(&["tools", "call", "think", r#"{"thought":"Hm."}"#, "--json"]);
    let result: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, result["success"].as_bool()), (0, Some(true)));
    let output =
        jarvis().args(["tools", "call", "think", "-"]).write_stdin(r#"{"thought":"in"}"#).output().unwrap();
    assert_eq!(told(output).1, "in\n");
}

#[test]
fn tools_are_listed_and_shown_in_every_format() {
    let (code, out, _) = run(&["tools", "list"]);
    assert_eq!(code, 0);
    let names: Vec<&str> = out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, ["calculator", "think", "retrieval", "file_read"]);
    for format in ["openai", "openai-strict", "responses", "anthropic", "gemini", "ollama", "mcp"] {
        let (code, out, err) = run(&["tools", "show", "file_read", "--format", format]);
        assert_eq!(code, 0, "{format}: {err}");
        assert!(serde_json::from_str::<Value>(&out).unwrap().to_string().contains("file_read"), "{format}");
    }
}

#[test]
fn unknown_names_fail_and_say_what_there_is() {
    for (args, words) in [
        (&["tools", "show", "calculater"][..], "did you mean 'calculator'"),
        (&["tools", "call", "nope"][..], "available: calculator, think, retrieval, file_read"),
        (&["ask", "x", "--engine", "opnai"][..], "did you mean 'openai'"),
        (&["ask", "x", "--engine", "scripted"][..], "--engine scripted FILE"),
        (&["ask", "x"][..], "JARVIS_BASE_URL"),
    ] {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (1, ""), "{err}");
        assert!(err.contains(words), "{args:?}: {err}");
    }
    assert_eq!(run(&["nonsense"]).0, 2);
    assert_eq!(run(&["--help"]).0, 0);
}

#[test]
fn a_recorded_conversation() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script.jsonl");
    let first = calls(&[("c1", "calculator", r#"{"expression":"340*15/100"}"#)]);
    std::fs::write(&script, format!("{first}\n\"It is 51.\"\n")).unwrap();
    let script = script.to_str().unwrap();
    let args = [
        "ask",
        "--agent",
        "orchestrator",
        "--tools",
        "calculator,think",
        "What is 15% of 340?",
        "--engine",
        "scripted",
        script,
    ];
    let (code, out, err) = run(&args);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "It is 51.\n", ""));
    let (_, out, _) = run(&[&args[..], &["--json"]].concat());
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["tool_results"][0]["content"], "51.0");
    std::fs::write(folder.path().join("bad"), "{oops").unwrap();
    let (code, _, err) =
        run(&["ask", "x", "--engine", "scripted", folder.path().join("bad").to_str().unwrap()]);
    assert!(code == 1 && err.contains("no JSON in line 1"), "{err}");
}

#[tokio::test(flavor = "multi_thread")]
async fn asking_a_server() {
    let first = calls(&[("c1", "calculator", r#"{"expression":"340*15/100"}"#)]);
    let server = Server::start([Reply::Json(first), Reply::Json(says("It is 51."))]).await;
    let url = server.url.clone();
    let output = tokio::task::spawn_blocking(move || {
        jarvis()
            .args([
                "ask",
                "--agent",
                "orchestrator",
                "--tools",
                "calculator,think",
                "What is 15% of 340?",
                "--json",
            ])
            .envs([
                ("JARVIS_BASE_URL", url.as_str()),
                ("JARVIS_API_KEY", "sk-secret-123"),
                ("JARVIS_MODEL", "small"),
            ])
            .output()
            .unwrap()
    });
    let (code, out, err) = told(output.await.unwrap());
    assert_eq!(code, 0, "{err}");
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["content"], "It is 51.");
    assert!(!out.contains("sk-secret-123") && !err.contains("sk-secret-123"));
}

#[test]
fn settings_of_a_file_and_their_mistakes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("jarvis.toml");
    std::fs::write(
        &file,
        "[engine]\nbase_url = \"http://localhost:1/v1\"\napi_key = \"sk-secret-123\"\nmodel = \"small\"\n",
    )
    .unwrap();
    let output = jarvis().arg("config").current_dir(folder.path()).output().unwrap();
    let (code, out, _) = told(output);
    assert_eq!(code, 0);
    assert!(
        out.contains("http://localhost:1/v1") && out.contains("(set)") && !out.contains("sk-secret"),
        "{out}"
    );
    std::fs::write(&file, "[engine]\napi_key = \"sk-secret-123\nmodel = 5\n").unwrap();
    let (code, _, err) = told(jarvis().arg("config").current_dir(folder.path()).output().unwrap());
    assert_eq!(code, 1);
    assert!(err.contains("line 2") && !err.contains("sk-secret"), "{err}");
    let (code, _, err) = told(jarvis().arg("config").env("JARVIS_CONFIG", "/nowhere").output().unwrap());
    assert!(code == 1 && err.contains("/nowhere"), "{err}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_one_server_is_not_sent_to_another() {
    let server = Server::start((0..7).map(|_| Reply::Json(says("Hello.")))).await;
    let url = server.url.clone();
    let codes = tokio::task::spawn_blocking(move || {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("jarvis.toml");
        let elsewhere = "http://127.0.0.1:9/v1";
        let write = |base_url: &str| {
            let text = format!(
                "[engine]\nbase_url = \"{base_url}/\"\napi_key = \"of-the-file\"\nmodel = \"small\"\n"
            );
            std::fs::write(&file, text).unwrap();
        };
        let ask = |settings: &[(&str, &str)], options: &[&str]| {
            let mut command = jarvis();
            command.current_dir(folder.path()).env("JARVIS_MODEL", "small").envs(settings.iter().copied());
            told(command.args(["ask", "Hi?"]).args(options).output().unwrap())
        };
        let openai = ("OPENAI_API_KEY", "of-openai");
        let own = ("JARVIS_API_KEY", "of-jarvis");
        let mut all = vec![
            ask(&[("JARVIS_BASE_URL", &url), openai], &[]),
            ask(&[("OPENAI_BASE_URL", &url), openai], &[]),
            ask(&[own], &["--base-url", &url]),
            ask(&[("JARVIS_BASE_URL", elsewhere), own], &["--base-url", &url]),
        ];
        write(&url);
        all.push(ask(&[], &[]));
        write(elsewhere);
        all.push(ask(&[], &["--base-url", &url]));
        all.push(ask(&[("JARVIS_BASE_URL", &url)], &[]));
        all
    });
    for (code, _, err) in codes.await.unwrap() {
        assert_eq!(code, 0, "{err}");
    }
    assert_eq!(server.keys(), ["none", "of-openai", "of-jarvis", "none", "of-the-file", "none", "none"]);
}

#[test]
fn the_settings_of_an_agent_and_of_prices() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("jarvis.toml");
    let text = "[agent]\nname = \"orchestrator\"\ntools = [\"calculator\", \"think\"]\nsystem = \"Be brief.\"\n\
        [engine]\ntemperature = 0.5\n[prices.\"gpt-x\"]\ninput = 2.5\noutput = 10\n";
    std::fs::write(&file, text).unwrap();
    let (code, out, err) = told(jarvis().arg("config").current_dir(folder.path()).output().unwrap());
    assert_eq!(code, 0, "{err}");
    for line in [
        "temperature   0.5",
        "agent tools   calculator, think",
        "system        Be brief.",
        "gpt-x: 2.5 in, 10 out",
    ] {
        assert!(out.contains(line), "{out}");
    }
    for (wrong, words) in
        [("input = -1.0\noutput = 1", "price of 'gpt-x'"), ("input = 1.0", "missing field `output`")]
    {
        std::fs::write(&file, format!("[prices.\"gpt-x\"]\n{wrong}\n")).unwrap();
        let (code, _, err) = told(jarvis().arg("config").current_dir(folder.path()).output().unwrap());
        assert!(code == 1 && err.contains(words), "{err}");
    }
}
