//! What the source of a crate may contain: limits, writes of files, standard output, async, I/O.

use std::path::Path;

use super::sources::{is_rust, without_tests};

/// Crates that the server is compiled from.
const SERVER: [&str; 5] = [
    "gasoline-analysis",
    "gasoline-codegen",
    "gasoline-protocol",
    "gasoline-server",
    "gasoline-store",
];

/// Crates that know no client: they neither wait nor print.
const BELOW_THE_SERVER: [&str; 4] =
    ["gasoline-analysis", "gasoline-codegen", "gasoline-protocol", "gasoline-store"];

/// Crates that see only their arguments.
const PURE: [&str; 2] = ["gasoline-analysis", "gasoline-codegen"];

/// The one place where the server writes files, within the folder that its user named.
const SERVER_WRITER: &str = "crates/gasoline-server/src/save.rs";

/// Where the command writes: what its user named, and the demo's own folders.
const COMMAND_WRITERS: [&str; 7] = [
    "crates/gasoline/src/demo/chromium.rs",
    "crates/gasoline/src/demo/keep.rs",
    "crates/gasoline/src/demo/recorded/mod.rs",
    "crates/gasoline/src/extension.rs",
    "crates/gasoline/src/install/write.rs",
    "crates/gasoline/src/man.rs",
    "crates/gasoline/src/snapshot.rs",
];

/// Items of `fs` modules that leave files as they are; `self` and `File` do nothing by themselves.
const READING: [&str; 11] = [
    "DirEntry",
    "File",
    "Metadata",
    "canonicalize",
    "exists",
    "metadata",
    "read",
    "read_dir",
    "read_link",
    "read_to_string",
    "symlink_metadata",
];

/// Methods that make or change files, whatever their type is imported as.
const WRITING: [&str; 6] =
    ["File::create", "File::create_new", "File::options", "OpenOptions", "DirBuilder", "set_len"];

/// Words that print or wait.
const PRINTING: [&str; 4] = ["stdout", "Stdout", "println!", "print!"];
const WAITING: [&str; 4] = ["async fn", "async move", "async {", ".await"];

/// Words that ask the system instead of an argument.
const IMPURE: [&str; 8] = [
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "std::{",
    "Instant",
    "SystemTime",
];

/// Words of a name that make its constant a limit.
const LIMITING: [&str; 5] = ["MAX", "MIN", "MOST", "PATIENCE", "TIMEOUT"];

/// The offences of one file, each with its line.
pub(super) fn offences_of(file: &Path, text: &str) -> Vec<String> {
    let Some(name) = crate_of(file).filter(|_| is_rust(file)) else { return Vec::new() };
    let is_in = |crates: &[&str]| crates.contains(&name);
    let is_writer = file == Path::new(SERVER_WRITER)
        || COMMAND_WRITERS.iter().any(|writer| file == Path::new(writer));
    let mut found = Vec::new();
    for (index, line) in without_tests(file, text).lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let mut offend = |said: &str| found.push(format!("line {}: {said}", index + 1));
        if !file.ends_with("limits.rs") && is_limit(code) {
            offend("a limit belongs into the `limits.rs` of its crate, its unit in its name");
        }
        if !is_writer && writes(code) {
            offend(if is_in(&SERVER) {
                "the server writes files only in `save.rs`"
            } else {
                "this is not one of the files in which the command writes"
            });
        }
        if is_in(&BELOW_THE_SERVER) && has_any(code, &PRINTING) {
            offend("only the server and the command know standard output");
        }
        if is_in(&BELOW_THE_SERVER) && has_any(code, &WAITING) {
            offend("nothing below the server is async");
        }
        if is_in(&PURE) && has_any(code, &IMPURE) {
            offend("analysis and codegen do no I/O and never ask the time");
        }
    }
    found
}

/// The crate whose source a file is.
fn crate_of(file: &Path) -> Option<&str> {
    let mut parts = file.iter().filter_map(|part| part.to_str());
    let (folder, name, source) = (parts.next()?, parts.next()?, parts.next()?);
    (folder == "crates" && source == "src").then_some(name)
}

/// Whether a line declares a number, or a span of time, that bounds something.
fn is_limit(line: &str) -> bool {
    let Some((before, declared)) = line.split_once("const ") else { return false };
    let is_declaration = before.trim().is_empty() || before.trim().starts_with("pub");
    let Some((name, rest)) = declared.split_once(": ").filter(|_| is_declaration) else {
        return false;
    };
    let kind = rest.split(" =").next().unwrap_or_default();
    let is_number = kind.starts_with(['u', 'i', 'f'])
        && kind.ends_with(|end: char| end.is_ascii_digit())
        || kind == "usize";
    kind.ends_with("Duration")
        || is_number
            && (name.ends_with("_MS") || name.split('_').any(|word| LIMITING.contains(&word)))
}

/// Whether a line names something of an `fs` module that may make, change or remove files.
fn writes(line: &str) -> bool {
    let is_read = |item: &str| {
        let end = item.find(|end: char| !is_of_word(end)).unwrap_or(item.len());
        READING.contains(&&item[..end])
    };
    let items = places(line, "fs::").map(|at| &line[at + "fs::".len()..]);
    let mut items = items.flat_map(|rest| match rest.strip_prefix('{') {
        Some(list) => list.split('}').next().unwrap_or(list).split(", ").collect(),
        None => vec![rest],
    });
    items.any(|item| item != "self" && !is_read(item))
        || has_any(line, &["fs as"])
        || has_any(line, &WRITING)
}

fn has_any(line: &str, words: &[&str]) -> bool {
    words.iter().any(|word| places(line, word).next().is_some())
}

/// Where a line has these words, not as a part of longer ones.
fn places<'a>(line: &'a str, words: &'a str) -> impl Iterator<Item = usize> + 'a {
    line.match_indices(words).map(|(at, _)| at).filter(move |at| {
        let before = line[..*at].chars().next_back();
        let after = line[at + words.len()..].chars().next();
        let joins = |edge: Option<char>, next: Option<char>| {
            edge.is_some_and(is_of_word) && next.is_some_and(is_of_word)
        };
        !joins(words.chars().next(), before) && !joins(words.chars().next_back(), after)
    })
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, line: &str, expected: Option<&str>) {
        let expected: Vec<String> =
            expected.map(|said| format!("line 2: {said}")).into_iter().collect();
        assert_eq!(offences_of(Path::new(file), &format!("//! A ring.\n{line}\n")), expected);
    }

    #[test]
    fn limits_are_declared_in_limits_rs() {
        let said = Some("a limit belongs into the `limits.rs` of its crate, its unit in its name");
        for line in [
            "const MAX_BYTES: usize = 1;",
            "pub(crate) const BODY_MAX_BYTES: u64 = 8 * 1024;",
            "    const MOST: usize = 8;",
            "const ID_MIN_DIGITS: usize = 4;",
            "const RETRY_MS: u64 = 300;",
            "const LOOK: Duration = Duration::from_millis(10);",
            "const PATIENCE: std::time::Duration = Duration::from_secs(5);",
        ] {
            check("crates/gasoline-store/src/ring.rs", line, said);
            check("crates/gasoline/src/attach/ring.rs", line, said);
            check("crates/gasoline/src/limits.rs", line, None);
            check("crates/gasoline/tests/ring.rs", line, None);
        }
        for line in [
            "const FORBIDDEN: u16 = 403;",
            "const MAX_NAME: &str = \"max\";",
            "const WIDTH: f64 = 960.0;",
            "const MINUTES: u64 = 5;",
            "use crate::limits::BODY_MAX_BYTES;",
        ] {
            check("crates/gasoline-store/src/ring.rs", line, None);
        }
    }

    #[test]
    fn the_server_writes_files_in_one_place() {
        let said = Some("the server writes files only in `save.rs`");
        for line in [
            "std::fs::write(path, text)?;",
            "fs::create_dir_all(folder)?;",
            "use std::fs::OpenOptions;",
            "use std::fs::{self, write};",
            "use std::fs::*;",
            "use std::fs as disk;",
            "tokio::fs::write(path, text).await?;",
            "std::os::unix::fs::symlink(a, b)?;",
            "let file = File::create(path)?;",
            "let file = File::options().append(true).open(path)?;",
        ] {
            check("crates/gasoline-server/src/http/a.rs", line, said);
            check(SERVER_WRITER, line, None);
        }
        for line in ["fs::read_to_string(path)?", "use std::fs;", "let refs = refs::new();"] {
            check("crates/gasoline-server/src/http/a.rs", line, None);
        }
        check("crates/gasoline-store/src/a.rs", "fs::rename(a, b)?;", said);
        check("crates/gasoline-store/tests/a.rs", "fs::rename(a, b)?;", None);
    }

    #[test]
    fn the_command_writes_files_in_known_places() {
        let line = "std::fs::write(path, text)?;";
        check("crates/gasoline/src/snapshot.rs", line, None);
        let said = "this is not one of the files in which the command writes";
        check("crates/gasoline/src/doctor.rs", line, Some(said));
    }

    #[test]
    fn only_the_server_and_the_command_know_stdout() {
        let said = Some("only the server and the command know standard output");
        for line in ["let mut out = std::io::stdout().lock();", "println!(\"{report}\");"] {
            check("crates/gasoline-store/src/a.rs", line, said);
            check("crates/gasoline-server/src/a.rs", line, None);
            check("crates/gasoline/src/a.rs", line, None);
        }
        check("crates/gasoline-store/src/a.rs", "// Not to stdout.", None);
    }

    #[test]
    fn nothing_below_the_server_is_async() {
        let said = Some("nothing below the server is async");
        for line in ["async fn accept() {}", "let a = b.await;", "run(async move {});"] {
            check("crates/gasoline-store/src/a.rs", line, said);
            check("crates/gasoline-server/src/a.rs", line, None);
        }
        check("crates/gasoline-codegen/src/a.rs", "for a in &step.awaits {", None);
    }

    #[test]
    fn analysis_and_codegen_are_pure() {
        let said = Some("analysis and codegen do no I/O and never ask the time");
        for line in [
            "let home = std::env::home_dir();",
            "use std::{env, fs};",
            "let text = std::fs::read_link(path);",
            "let now = Instant::now();",
        ] {
            check("crates/gasoline-analysis/src/a.rs", line, said);
            check("crates/gasoline-store/src/a.rs", line, None);
        }
        check("crates/gasoline-analysis/src/a.rs", "let is_Instantly = 1;", None);
    }

    #[test]
    fn what_comes_after_the_tests_is_checked_too() {
        let text = "//! A ring.\n#[cfg(test)]\n#[expect(unused)]\nmod tests {\n    println!();\n}\n\
                    #[cfg(test)]\nmod more;\n\nfn a() {\n    println!();\n}\n";
        let said = "line 11: only the server and the command know standard output";
        assert_eq!(offences_of(Path::new("crates/gasoline-store/src/a.rs"), text), [said]);
    }
}
