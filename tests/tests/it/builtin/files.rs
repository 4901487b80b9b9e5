//! What `file_read` reads, and what it doesn't, on a real file system.
//!
//! Of the rows that the original's users are used to, these are answered otherwise:
//!
//! - 59: `max_lines` of 0 and -1 are refused, since the schema says that it is at least 1;
//! - 62: text that is no UTF-8 is refused, not mended without a word;
//! - 64: an empty file is `(empty)`, since providers refuse empty results;
//! - 66, 67: the holes are closed: any case, more names, and the name that a link leads to;
//! - 70: what is missing outside of the folders has the answer of what is forbidden;
//! - 71: a path with a NUL and a loop of links are still not found.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use jarvis_tools::ToolResult;
use jarvis_tools::builtin::FileReader;
use jarvis_tools::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with a few files, one of them outside of what is allowed.
struct Place {
    folder: TempDir,
    executor: ToolExecutor,
}

impl Place {
    /// `inside/` is allowed.
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("inside")).unwrap();
        fs::create_dir(folder.path().join("outside")).unwrap();
        fs::write(folder.path().join("outside/treasure.txt"), "gold").unwrap();
        let reader = FileReader::new([folder.path().join("inside")]).unwrap();
        let executor = ToolExecutor::new(reader.tools()).unwrap();
        Self { folder, executor }
    }

    fn inside(&self, name: &str) -> PathBuf {
        self.folder.path().join("inside").join(name)
    }

    fn outside(&self, name: &str) -> PathBuf {
        self.folder.path().join("outside").join(name)
    }

    fn with(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        let path = self.inside(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    fn call(&self, arguments: Value) -> ToolResult {
        self.executor.execute_blocking(&ToolCall::new("call_1", "file_read", arguments.to_string()))
    }

    fn read(&self, path: impl AsRef<Path>) -> Result<String, String> {
        let result = self.call(json!({ "path": path.as_ref().to_str().unwrap() }));
        if result.success { Ok(result.content) } else { Err(result.content) }
    }

    /// What is refused by absolute and by relative path.
    #[track_caller]
    fn check_refused(&self, name: &str, words: &str) {
        for path in [PathBuf::from(name), self.inside(name)] {
            let refused = self.read(&path).expect_err(name);
            assert!(refused.contains(words), "{}: {refused}", path.display());
        }
    }
}

const OUTSIDE: &str = "is outside of the allowed directories.";
const SENSITIVE: &str = "is a sensitive file.";
const MISSING: &str = "File not found: ";
const NO_FILE: &str = "Not a file: ";

#[test]
fn rows_50_and_51_nothing_and_missing() {
    let place = Place::new();
    for path in ["", " \n"] {
        assert_eq!(place.read(path), Err("No path provided.".to_owned()));
    }
    place.check_refused("nope.txt", MISSING);
    place.check_refused("no/folder/nope.txt", MISSING);
    let place = place.with("a.txt", "a");
    place.check_refused("a.txt/b", MISSING);
}

#[test]
fn rows_52_55_and_58_text() {
    let place = Place::new().with("two.txt", "line1\nline2\n").with("deep/er/main.py", "print(1)\n");
    for path in [PathBuf::from("two.txt"), place.inside("two.txt"), place.inside("./deep/../two.txt")] {
        let result = place.call(json!({ "path": path.to_str().unwrap() }));
        assert_eq!((result.success, result.content.as_str()), (true, "line1\nline2\n"));
        assert_eq!(result.metadata["size_bytes"], 12);
        assert_eq!(result.metadata["truncated"], false);
        let resolved = place.inside("two.txt").canonicalize().unwrap();
        assert_eq!(result.metadata["path"], resolved.to_str().unwrap());
    }
    assert_eq!(place.read("deep/er/main.py"), Ok("print(1)\n".to_owned()));
}

#[test]
fn rows_53_and_59_the_first_lines() {
    let place = Place::new()
        .with("four.txt", "1\n2\n3\n4\n")
        .with("open.txt", "1\n2\n3")
        .with("crlf.txt", "1\r\n2\r\n3\r\n")
        .with("long.txt", "one line without an end");
    let first = |name: &str, lines: Value| {
        let result = place.call(json!({ "path": name, "max_lines": lines }));
        let truncated = result.metadata.get("truncated").and_then(Value::as_bool);
        (result.content, truncated)
    };
    let cases = [
        ("four.txt", json!(2), "1\n2\n[truncated: the first 2 of 4 lines]", true),
        ("four.txt", json!(1), "1\n[truncated: the first 1 of 4 lines]", true),
        ("four.txt", json!(4), "1\n2\n3\n4\n", false),
        ("four.txt", json!(100), "1\n2\n3\n4\n", false),
        ("four.txt", json!(u64::MAX), "1\n2\n3\n4\n", false),
        ("four.txt", json!(null), "1\n2\n3\n4\n", false),
        ("open.txt", json!(2), "1\n2\n[truncated: the first 2 of 3 lines]", true),
        ("open.txt", json!(3), "1\n2\n3", false),
        ("crlf.txt", json!(2), "1\n2\n[truncated: the first 2 of 3 lines]", true),
        ("crlf.txt", json!(3), "1\n2\n3\n", false),
        ("long.txt", json!(1), "one line without an end", false),
    ];
    for (name, lines, expected, truncated) in cases {
        assert_eq!(first(name, lines.clone()), (expected.to_owned(), Some(truncated)), "{name} {lines}");
    }
    for lines in [json!(0), json!(-1)] {
        let (content, _) = first("four.txt", lines);
        assert!(content.contains("parameter 'max_lines' must be at least 1"), "{content}");
    }
}

#[test]
fn row_60_lines_that_are_no_number() {
    let place = Place::new().with("a.txt", "a");
    for lines in [json!("2"), json!(1.5)] {
        let result = place.call(json!({ "path": "a.txt", "max_lines": lines }));
        assert!(result.content.contains("parameter 'max_lines' has wrong type: expected integer"));
    }
}

#[test]
fn rows_54_68_and_70_outside_there_is_one_answer() {
    let place = Place::new().with("sub/a.txt", "a");
    let treasure = place.outside("treasure.txt");
    let missing = place.outside("missing.txt");
    for path in [&treasure, &missing] {
        let expected = format!("Access denied: '{}' {OUTSIDE}", path.display());
        assert_eq!(place.read(path), Err(expected));
    }
    for path in ["/etc/passwd", "/etc/nothing", "/", "//etc/passwd", "/etc/\0"] {
        assert!(place.read(path).unwrap_err().ends_with(OUTSIDE), "{path:?}");
    }
    for path in [
        "../outside/treasure.txt",
        "../outside/missing.txt",
        "..",
        "../..",
        "sub/../../outside/treasure.txt",
        "sub/../../outside/missing.txt",
        "../inside-else",
    ] {
        place.check_refused(path, OUTSIDE);
    }
    // A folder whose name only begins as the allowed one's.
    fs::create_dir(place.folder.path().join("inside2")).unwrap();
    fs::write(place.folder.path().join("inside2/a.txt"), "gold").unwrap();
    assert!(place.read(place.folder.path().join("inside2/a.txt")).unwrap_err().ends_with(OUTSIDE));
    let nothing = ToolExecutor::new(FileReader::new::<&str>([]).unwrap().tools()).unwrap();
    let result = nothing.execute_blocking(&ToolCall::new("c", "file_read", r#"{"path":"a.txt"}"#));
    assert!(result.content.ends_with(OUTSIDE));
}

#[test]
fn row_56_folders_are_no_files() {
    let place = Place::new().with("sub/a.txt", "a");
    for path in ["sub", "sub/", ".", "sub/.."] {
        place.check_refused(path, NO_FILE);
    }
}

#[test]
fn rows_57_65_and_66_secrets_in_any_case() {
    let mut place = Place::new().with("main.py", "1").with("package.json", "{}");
    for name in [
        ".env",
        "server.pem",
        "credentials.json",
        "prod.env",
        ".env.local",
        "server.PEM",
        "ID_ECDSA",
        ".Npmrc",
        "sub/id_rsa",
        ".ssh/config",
        ".AWS/config",
        "deep/.gnupg/x/y",
    ] {
        place = place.with(name, "gold");
        place.check_refused(name, SENSITIVE);
    }
    // What is missing has the answer of what is there.
    place.check_refused("other/.env", SENSITIVE);
    assert_eq!(place.read("main.py"), Ok("1".to_owned()));
    assert_eq!(place.read("package.json"), Ok("{}".to_owned()));
}

#[test]
fn row_61_the_largest_file() {
    let text = "x".repeat(1_048_576);
    let place = Place::new().with("largest.txt", &text).with("larger.txt", format!("{text}y"));
    assert_eq!(place.read("largest.txt"), Ok(text));
    let refused = "File too large: 1048577 bytes (max 1048576).";
    assert_eq!(place.read("larger.txt"), Err(refused.to_owned()));
    let result = place.call(json!({ "path": "larger.txt", "max_lines": 1 }));
    assert_eq!(result.content, refused);
    let lines = "x\n".repeat(524_288);
    let place = place.with("lines.txt", &lines);
    let result = place.call(json!({ "path": "lines.txt", "max_lines": 524_287 }));
    assert!(result.content.ends_with("x\n[truncated: the first 524287 of 524288 lines]"));
}

#[test]
fn rows_62_to_64_bytes_and_text() {
    let place = Place::new()
        .with("utf16.txt", [0xff, 0xfe, 0x00, 0x61])
        .with("cut.txt", [b'a', 0xc3])
        .with("crlf.txt", "a\r\nb\rc\r\n")
        .with("empty.txt", "")
        .with("marked.txt", "\u{feff}a");
    place.check_refused("utf16.txt", "is no valid UTF-8 at byte 0.");
    place.check_refused("cut.txt", "is no valid UTF-8 at byte 1.");
    let result = place.call(json!({ "path": "crlf.txt" }));
    assert_eq!((result.content.as_str(), &result.metadata["size_bytes"]), ("a\nb\nc\n", &json!(8)));
    assert_eq!(place.read("empty.txt"), Ok("(empty)".to_owned()));
    assert_eq!(place.read("marked.txt"), Ok("\u{feff}a".to_owned()));
}

#[test]
fn row_71_paths_that_no_system_has() {
    let place = Place::new();
    place.check_refused("a\0.txt", MISSING);
    place.check_refused(&"a".repeat(300), MISSING);
    place.check_refused(&"a/".repeat(5_000), MISSING);
    let words = place.read("a/".repeat(50_000)).unwrap_err();
    assert!(words.len() < 300, "{}", words.len());
}

#[test]
fn the_first_folder_that_has_a_file_is_read() {
    let place = Place::new().with("sub/a.txt", "inner").with("b.txt", "outer").with("a.txt", "above");
    let reader = FileReader::new([place.inside("sub"), place.inside("")]).unwrap();
    let executor = ToolExecutor::new(reader.tools()).unwrap();
    let read = |path: &Path| {
        let arguments = json!({ "path": path.to_str().unwrap() }).to_string();
        executor.execute_blocking(&ToolCall::new("c", "file_read", arguments)).content
    };
    assert_eq!(read(Path::new("a.txt")), "inner");
    assert_eq!(read(Path::new("b.txt")), "outer");
    assert_eq!(read(&place.inside("sub/../b.txt")), "outer");
    assert!(read(Path::new("c.txt")).starts_with(MISSING));
    assert!(FileReader::new([place.inside("a.txt")]).is_err());
    assert!(FileReader::new([place.inside("nowhere")]).is_err());
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn row_67_a_link_to_a_secret() {
        let place = Place::new().with(".env", "gold").with("sub/.ssh/config", "gold").with("a.txt", "a");
        symlink(".env", place.inside("link.txt")).unwrap();
        symlink("link.txt", place.inside("chain.txt")).unwrap();
        symlink("sub/.ssh", place.inside("folder")).unwrap();
        symlink("a.txt", place.inside("good.txt")).unwrap();
        fs::create_dir(place.inside("plain")).unwrap();
        fs::write(place.inside("plain/config"), "gold").unwrap();
        symlink("plain", place.inside(".Aws")).unwrap();
        for name in ["link.txt", "chain.txt", "folder/config", ".Aws/config", "sub/../.Aws/config"] {
            place.check_refused(name, SENSITIVE);
        }
        let result = place.call(json!({ "path": "good.txt" }));
        assert_eq!(result.content, "a");
        assert!(result.metadata["path"].as_str().unwrap().ends_with("/inside/a.txt"));
    }

    #[test]
    fn row_69_links_that_lead_out() {
        let place = Place::new().with("sub/a.txt", "a");
        let links = [
            ("file", place.outside("treasure.txt")),
            ("missing", place.outside("missing.txt")),
            ("relative", PathBuf::from("../outside/treasure.txt")),
            ("relative-missing", PathBuf::from("../outside/missing.txt")),
            ("folder", place.outside("")),
            ("sub/up", PathBuf::from("../..")),
            ("root", PathBuf::from("/")),
        ];
        for (name, target) in links {
            symlink(target, place.inside(name)).unwrap();
        }
        for name in [
            "file",
            "missing",
            "relative",
            "relative-missing",
            "folder/treasure.txt",
            "folder/missing.txt",
            "sub/up/outside/treasure.txt",
            "root/etc/passwd",
            "root/nothing",
        ] {
            place.check_refused(name, OUTSIDE);
        }
    }

    #[test]
    fn row_71_a_loop_of_links() {
        let place = Place::new();
        symlink("two", place.inside("one")).unwrap();
        symlink("one", place.inside("two")).unwrap();
        symlink("self", place.inside("self")).unwrap();
        place.check_refused("one", MISSING);
        place.check_refused("self/a", MISSING);
    }

    #[test]
    fn pipes_and_sockets_are_no_files_and_nobody_waits_for_them() {
        let place = Place::new();
        let folder = fs::File::open(place.inside("")).unwrap();
        rustix::fs::mknodat(&folder, "pipe", rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
        symlink("pipe", place.inside("link")).unwrap();
        let _listener = UnixListener::bind(place.inside("socket")).unwrap();
        for name in ["pipe", "link", "socket"] {
            place.check_refused(name, NO_FILE);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn row_72_devices_and_the_kernel_s_files() {
        let everything = |root: &str, path: &str| {
            let Ok(reader) = FileReader::new([root]) else { return MISSING.to_owned() };
            let executor = ToolExecutor::new(reader.tools()).unwrap();
            let arguments = json!({ "path": path }).to_string();
            executor.execute_blocking(&ToolCall::new("c", "file_read", arguments)).content
        };
        for (root, path) in [
            ("/", "/dev/zero"),
            ("/", "dev/null"),
            ("/dev", "/dev/random"),
            ("/", "/proc/version"),
            ("/", "/proc/self/environ"),
            ("/proc", "/proc/self/environ"),
            ("/proc", "self/maps"),
            ("/proc/self", "environ"),
            ("/sys", "kernel/notes"),
            // What is mounted below has devices of its own.
            ("/", "/sys/fs/cgroup/cgroup.procs"),
            ("/sys", "fs/cgroup/memory/memory.stat"),
            ("/sys/fs/cgroup", "memory/memory.stat"),
            ("/sys/fs/cgroup/memory", "memory.stat"),
        ] {
            let content = everything(root, path);
            assert!(content.starts_with(NO_FILE) || content.starts_with(MISSING), "{root} {path}: {content}");
        }
        for path in ["/proc/self/root/etc/passwd", "/proc/self/cwd/Cargo.toml", "/proc/self/fd/0"] {
            let content = everything("/proc", path);
            assert!(content.contains(OUTSIDE) || content.starts_with(MISSING), "{path}: {content}");
        }
    }

    /// Reads while somebody else swaps what is read for links, and back.
    fn race(place: &Place, path: &str, swap: impl Fn(usize) + Sync) {
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut round = 0;
                while !stop.load(Ordering::Relaxed) {
                    swap(round);
                    round += 1;
                }
            });
            let answers: Vec<_> = (0..1_500).map(|_| place.read(path)).collect();
            stop.store(true, Ordering::Relaxed);
            for answer in answers {
                assert!(!answer.clone().unwrap_or_else(|words| words).contains("gold"), "{answer:?}");
            }
        });
    }

    #[test]
    fn a_file_that_becomes_a_link_to_a_secret() {
        let place = Place::new().with(".env", "gold").with("x.txt", "lead");
        let next = place.inside("next");
        let targets =
            [PathBuf::from(".env"), place.outside("treasure.txt"), PathBuf::from("../outside/treasure.txt")];
        race(&place, "x.txt", |round| {
            match targets.get(round % 4) {
                Some(target) => symlink(target, &next).unwrap(),
                None => fs::write(&next, "lead").unwrap(),
            }
            fs::rename(&next, place.inside("x.txt")).unwrap();
        });
    }

    #[test]
    fn a_folder_that_becomes_a_link_to_the_outside() {
        let place = Place::new().with("real/treasure.txt", "lead").with(".ssh/treasure.txt", "gold");
        let next = place.inside("next");
        let targets =
            [PathBuf::from("real"), place.outside(""), PathBuf::from("../outside"), PathBuf::from(".ssh")];
        race(&place, "folder/treasure.txt", |round| {
            symlink(&targets[round % 4], &next).unwrap();
            fs::rename(&next, place.inside("folder")).unwrap();
        });
    }
}
