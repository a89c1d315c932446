//! What must be true of each file: its first sentence, its name, its numbers, its paths.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::project::root;

/// Names that say nothing about what is inside.
const BANNED_NAMES: [&str; 12] = [
    "base", "common", "core", "helpers", "impl", "manager", "misc", "more", "new", "types",
    "utils", "v2",
];

/// Folders that exist on one machine only.
const MACHINE_FOLDERS: [&str; 4] = ["home", "root", "tmp", "work"];

/// What makes or changes files. The server does so in one place, within the folder its user named.
const WRITES_FILES: [&str; 8] = [
    "fs::write",
    "File::create",
    "OpenOptions",
    "create_dir",
    "fs::rename",
    "fs::copy",
    "fs::remove",
    "hard_link",
];

/// The one place.
const WRITER: &str = "crates/gasoline-server/src/save.rs";

/// Files that hold what others wrote, or what a tool writes.
const WRITTEN_BY_TOOLS: [&str; 2] = ["Cargo.lock", "package-lock.json"];

pub(super) fn check(files: &[PathBuf]) -> Result<Vec<String>> {
    let mut offences = Vec::new();
    for file in
        files.iter().filter(|file| !WRITTEN_BY_TOOLS.iter().any(|name| file.ends_with(name)))
    {
        let Ok(text) = String::from_utf8(fs::read(root().join(file))?) else { continue };
        let found = offences_of(file, &text);
        offences.extend(found.into_iter().map(|said| format!("{}: {said}", file.display())));
    }
    Ok(offences)
}

fn offences_of(file: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(name) = banned_name(file) {
        found.push(format!("`{name}` says nothing; name it for what is inside"));
    }
    if is_code(file) && !has_first_sentence(file, text) {
        found.push("the first line must be a sentence that says what is inside".to_owned());
    }
    let own = without_tests(file, text);
    for (index, line) in own.lines().enumerate() {
        let place = index + 1;
        if is_rust(file) && !file.ends_with("limits.rs") && line.contains(concat!("const ", "MAX_"))
        {
            found.push(format!(
                "line {place}: a limit belongs into a `limits.rs`, its unit in its name"
            ));
        }
        if is_of_the_server(file) && WRITES_FILES.iter().any(|call| line.contains(call)) {
            found.push(format!("line {place}: files are written by `{WRITER}` alone"));
        }
        if let Some(folder) = MACHINE_FOLDERS.iter().find(|folder| names_folder(line, folder)) {
            found.push(format!("line {place}: `/{folder}/` exists on one machine only"));
        }
    }
    found
}

fn has_extension(file: &Path, extensions: &[&str]) -> bool {
    file.extension().is_some_and(|found| extensions.iter().any(|known| found == *known))
}

fn is_rust(file: &Path) -> bool {
    has_extension(file, &["rs"])
}

pub(super) fn is_code(file: &Path) -> bool {
    has_extension(file, &["rs", "ts"])
}

/// Whether a file is compiled into the server, its writer aside. The command around it writes what its
/// user names, and nobody else can reach that.
fn is_of_the_server(file: &Path) -> bool {
    let is_of_a_room = file.to_str().is_some_and(|path| path.starts_with("crates/gasoline-"));
    is_rust(file) && is_of_a_room && file != Path::new(WRITER)
}

fn banned_name(file: &Path) -> Option<String> {
    if !has_extension(file, &["rs", "ts", "js", "mjs"]) {
        return None;
    }
    let name = file.file_name()?.to_str()?.split('.').next()?;
    BANNED_NAMES.contains(&name).then(|| name.to_owned())
}

fn has_first_sentence(file: &Path, text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let words = if is_rust(file) {
        first.strip_prefix("//! ")
    } else {
        first.strip_prefix("// ").or_else(|| first.strip_prefix("/** ")).or_else(|| {
            let second = text.lines().nth(1).unwrap_or_default();
            second.trim_start().strip_prefix("* ").filter(|_| first == "/**")
        })
    };
    words.is_some_and(|words| words.split_whitespace().count() > 1)
}

/// The part of a file that is no test: examples in tests may look like anything.
fn without_tests<'a>(file: &Path, text: &'a str) -> &'a str {
    if is_test(file) {
        return "";
    }
    if !is_rust(file) {
        return text;
    }
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

/// Whether a file is nothing but tests.
pub(super) fn is_test(file: &Path) -> bool {
    file.iter().map(std::ffi::OsStr::to_string_lossy).any(|part| {
        matches!(&*part, "tests" | "tests.rs" | "e2e" | "fuzz") || part.contains(".test.")
    })
}

/// Whether a line names `/folder/` as a path from the root, not as a part of another.
fn names_folder(line: &str, folder: &str) -> bool {
    let path = format!("/{folder}/");
    line.match_indices(&path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before
            .is_none_or(|character| !character.is_alphanumeric() && !"._-}*/~".contains(character))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, text: &str, expected: &[&str]) {
        assert_eq!(offences_of(Path::new(file), text), expected);
    }

    #[test]
    fn a_file_begins_with_a_sentence() {
        check("a/ring.rs", "//! A ring.\n", &[]);
        check("a/ring.ts", "/** A ring. */\n", &[]);
        check("a/ring.ts", "/**\n * A ring.\n */\n", &[]);
        let missing = "the first line must be a sentence that says what is inside";
        check("a/ring.rs", "use std::fs;\n", &[missing]);
        check("a/ring.ts", "import a from \"a\";\n", &[missing]);
    }

    #[test]
    fn a_name_says_what_is_inside() {
        check(
            "a/utils.rs",
            "//! Some things.\n",
            &["`utils` says nothing; name it for what is inside"],
        );
        check(
            "a/types.d.ts",
            "// Some things.\n",
            &["`types` says nothing; name it for what is inside"],
        );
        check("docs/base.md", "", &[]);
    }

    #[test]
    fn limits_live_in_one_file() {
        let text = "//! A ring.\nconst MAX_BYTES: usize = 1;\n";
        check(
            "a/ring.rs",
            text,
            &["line 2: a limit belongs into a `limits.rs`, its unit in its name"],
        );
        check("a/limits.rs", text, &[]);
    }

    #[test]
    fn the_server_writes_files_in_one_place() {
        let text = "//! A door.\nstd::fs::write(path, text)?;\n";
        check(
            "crates/gasoline-server/src/http/a.rs",
            text,
            &["line 2: files are written by `crates/gasoline-server/src/save.rs` alone"],
        );
        check(WRITER, text, &[]);
        check("crates/gasoline/src/snapshot.rs", text, &[]);
        check("crates/gasoline-store/tests/a.rs", text, &[]);
    }

    #[test]
    fn no_path_of_one_machine_is_named_outside_tests() {
        check("run.sh", "cd /root/x\n", &["line 1: `/root/` exists on one machine only"]);
        check("run.sh", "cd docs/work/x; curl http://a/tmp/b\n", &[]);
        check("a/tests/x.rs", "//! A test.\nlet a = \"/home/ann\";\n", &[]);
        check("a.rs", "//! A thing.\n#[cfg(test)]\nmod tests {\n// /home/ann\n}\n", &[]);
    }
}
