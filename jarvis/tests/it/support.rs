//! What the tests share.

use assert_cmd::Command;

/// What the environment of whoever runs the tests may say.
pub(crate) const NOT_SET: [&str; 11] = [
    "JARVIS_CONFIG",
    "JARVIS_BASE_URL",
    "JARVIS_API_KEY",
    "JARVIS_ENGINE",
    "JARVIS_MODEL",
    "JARVIS_SCRIPT",
    "JARVIS_MEMORY",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
];

/// The real binary, in a folder of its own and with nothing configured.
pub(crate) fn jarvis(home: &std::path::Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("jarvis"));
    command.current_dir(home);
    for name in NOT_SET {
        command.env_remove(name);
    }
    command.env("HOME", home).env("NO_PROXY", "*");
    command
}

/// What a command did.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the binary in this folder.
pub(crate) fn run_in(home: &std::path::Path, arguments: &[&str]) -> Ran {
    finished(jarvis(home).args(arguments))
}

/// Runs a command that was prepared.
pub(crate) fn finished(command: &mut Command) -> Ran {
    let output = command.output().expect("it runs");
    Ran {
        code: output.status.code().expect("it exits"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}
