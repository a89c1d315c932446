//! What must be true of each file: its first sentence, its name, its paths, and what its crate may do.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::crates;
use crate::project::root;

/// Names that say nothing about what is inside.
const BANNED_NAMES: [&str; 12] = [
    "base", "common", "core", "helpers", "impl", "manager", "misc", "more", "new", "types",
    "utils", "v2",
];

/// What programs are called.
const CODE: [&str; 11] = ["cjs", "css", "js", "jsx", "mjs", "mts", "py", "rs", "sh", "ts", "tsx"];

/// Files that are copied into each report as they are.
const WITHOUT_COMMENT: [&str; 2] = [
    "crates/gasoline-codegen/src/report/html/filter.js",
    "crates/gasoline-codegen/src/report/html/report.css",
];

/// Folders that exist on one machine only.
const MACHINE_FOLDERS: [&str; 5] = ["Users", "home", "root", "tmp", "work"];

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
    if (is_code(file) || text.starts_with("#!/")) && !has_first_sentence(file, text) {
        found.push("the first line must be a sentence that says what is inside".to_owned());
    }
    for (index, line) in without_tests(file, text).lines().enumerate() {
        if let Some(folder) = MACHINE_FOLDERS.iter().find(|folder| names_folder(line, folder)) {
            found.push(format!("line {}: `/{folder}/` exists on one machine only", index + 1));
        }
    }
    found.extend(crates::offences_of(file, text));
    found
}

fn has_extension(file: &Path, extensions: &[&str]) -> bool {
    file.extension().is_some_and(|found| extensions.iter().any(|known| found == *known))
}

pub(super) fn is_rust(file: &Path) -> bool {
    has_extension(file, &["rs"])
}

/// Whether a file is a program of ours.
pub(super) fn is_code(file: &Path) -> bool {
    has_extension(file, &CODE) && !WITHOUT_COMMENT.iter().any(|known| file == Path::new(known))
}

/// The part of the name or of the folders that says nothing.
fn banned_name(file: &Path) -> Option<&str> {
    let names = file.iter().filter_map(|part| part.to_str()?.split('.').next());
    is_code(file).then(|| names.into_iter().find(|name| BANNED_NAMES.contains(name)))?
}

/// Whether a file begins with a comment of several words. A line that names an interpreter may be first.
fn has_first_sentence(file: &Path, text: &str) -> bool {
    let mut lines = text.lines().skip(usize::from(text.starts_with("#!/")));
    let first = lines.next().unwrap_or_default();
    let begins: &[&str] = match file.extension().and_then(|extension| extension.to_str()) {
        Some("rs") => &["//! "],
        Some("py") => &["\"\"\"", "# "],
        Some("css") => &["/* "],
        Some("sh") | None => &["# "],
        _ => &["// ", "/** ", "/* "],
    };
    let inside = begins.iter().find_map(|begin| first.strip_prefix(begin));
    let mut below = || lines.next().unwrap_or_default().trim_start().strip_prefix("* ");
    let words = inside.or_else(|| below().filter(|_| first == "/**" && !is_rust(file)));
    words.is_some_and(|words| words.split_whitespace().count() > 1)
}

/// A file without its tests, whose examples may look like anything: their lines are empty.
pub(super) fn without_tests(file: &Path, text: &str) -> String {
    if is_test(file) {
        return String::new();
    }
    if !is_rust(file) {
        return text.to_owned();
    }
    let mut own = String::with_capacity(text.len());
    // While in a test: by how much it is indented. Rustfmt sees to it that its end is as well.
    let mut test = None;
    for line in text.lines() {
        let (code, indent) = (line.trim_start(), line.len() - line.trim_start().len());
        if test.is_none() && code == "#[cfg(test)]" {
            test = Some(indent);
        } else if let Some(its_indent) = test {
            let is_attribute = code.starts_with("#[");
            let is_end = code.starts_with('}') || code.ends_with([';', '}']);
            test = test.filter(|_| indent != its_indent || is_attribute || !is_end);
        } else {
            own.push_str(line);
        }
        own.push('\n');
    }
    own
}

/// Whether a file is nothing but tests.
pub(super) fn is_test(file: &Path) -> bool {
    let is_of_tests = ["e2e", "fuzz"].iter().any(|folder| file.starts_with(folder));
    is_of_tests
        || file
            .iter()
            .map(std::ffi::OsStr::to_string_lossy)
            .any(|part| matches!(&*part, "tests" | "tests.rs") || part.contains(".test."))
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
        check("a/ring.css", "/* A ring. */\n", &[]);
        check("a/ring.py", "#!/usr/bin/env python3\n\"\"\"A ring.\"\"\"\n", &[]);
        check("scripts/ring", "#!/bin/sh\n# A ring.\n", &[]);
        let missing = "the first line must be a sentence that says what is inside";
        check("a/ring.rs", "use std::fs;\n", &[missing]);
        for file in ["a/ring.ts", "a/ring.tsx", "a/ring.mjs", "a/ring.js", "e2e/ring.mts"] {
            check(file, "import a from \"a\";\n", &[missing]);
        }
        check("a/ring.py", "import a\n", &[missing]);
        check("a/ring.rs", "// A ring.\n", &[missing]);
        check("a/ring.css", "a { color: red }\n", &[missing]);
        check("scripts/ring", "#!/bin/sh\nset -eu\n", &[missing]);
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
        for file in ["a/helpers.tsx", "a/helpers.py", "a/helpers/ring.mjs"] {
            let said = "`helpers` says nothing; name it for what is inside";
            assert_eq!(
                offences_of(Path::new(file), "// Some things.\n").first().map(String::as_str),
                Some(said)
            );
        }
        check("docs/base.md", "", &[]);
    }

    #[test]
    fn no_path_of_one_machine_is_named_outside_tests() {
        check("run.txt", "cd /root/x\n", &["line 1: `/root/` exists on one machine only"]);
        check("run.txt", "cd docs/work/x; curl http://a/tmp/b\n", &[]);
        check("a/tests/x.rs", "//! A test.\nlet a = \"/home/ann\";\n", &[]);
        check("a.rs", "//! A thing.\n#[cfg(test)]\nmod tests {\n// /home/ann\n}\n", &[]);
    }
}
