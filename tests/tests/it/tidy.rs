//! Rules about the files themselves.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files below a folder whose names end like this.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the entry is readable").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found
}

#[test]
fn no_module_imports_one_that_stands_after_it() {
    imports_go_back("jarvis-tools/src");
    imports_go_back("jarvis/src");
}

fn imports_go_back(folder: &str) {
    let modules: Vec<String> = read(&format!("{folder}/lib.rs"))
        .lines()
        .filter_map(|line| {
            line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';').map(str::to_owned)
        })
        .collect();
    assert!(modules.len() > 5, "{modules:?}");
    let place = |module: &str| modules.iter().position(|other| other == module);
    let source = root().join(folder);
    for (own, module) in modules.iter().enumerate() {
        let mut paths = vec![source.join(format!("{module}.rs"))];
        if source.join(module).is_dir() {
            paths.extend(files(&source.join(module), ".rs"));
        }
        for path in paths.iter().filter(|path| path.exists()) {
            let text = fs::read_to_string(path).expect("the file is readable");
            // Docs may point forward, and tests may use everything.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for used in line.split("crate::").skip(1) {
                    let name: String = used
                        .chars()
                        .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                        .collect();
                    if let Some(other) = place(&name) {
                        assert!(
                            other <= own,
                            "{}: `{module}` imports `{name}`, which stands after it",
                            path.display()
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn every_ui_case_has_its_words() {
    let cases = files(&root().join("ui-tests/tests/fail"), ".rs");
    assert!(cases.len() >= 60, "{} cases", cases.len());
    for case in cases {
        assert!(case.with_extension("stderr").exists(), "{} has no .stderr", case.display());
    }
}

#[test]
fn the_macros_are_pinned_and_the_changelog_names_the_version() {
    let version = env!("CARGO_PKG_VERSION");
    assert!(read("Cargo.toml").contains(&format!("jarvis-tools-macros\", version = \"={version}\"")));
    assert!(read("CHANGELOG.md").contains(&format!("## {version}")));
}

#[test]
fn no_file_is_too_long() {
    for folder in
        ["jarvis-tools/src", "jarvis-tools-macros/src", "jarvis", "tests", "examples", "benches/src"]
    {
        for path in files(&root().join(folder), ".rs") {
            let lines = fs::read_to_string(&path).expect("the file is readable").lines().count();
            assert!(lines <= 500, "{} has {lines} lines", path.display());
        }
    }
}
