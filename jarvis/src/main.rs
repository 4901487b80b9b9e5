//! The command `jarvis`.

fn main() -> std::process::ExitCode {
    jarvis::cli([])
}
