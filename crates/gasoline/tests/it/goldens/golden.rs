//! One expected file: the steps taken, and everything that was returned.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::Value;

use super::server::Server;
use super::session::Session;

/// Rewrites the expected files instead of comparing with them.
const UPDATE: &str = "UPDATE_EXPECT";

/// Bytes of a text from which it is shown once a step.
const LONG_BYTES: usize = 200;

/// Bytes of JSON on one line.
const LINE_BYTES: usize = 120;

/// Members whose values differ from run to run.
const VARYING_MEMBERS: [&str; 3] = ["memory_bytes", "server", "secret"];

/// A golden under way.
pub(super) struct Golden {
    path: PathBuf,
    parts: Vec<Part>,
}

/// What was returned. Values are printed at the end, when what differs from run to run is replaced:
/// how they are laid out does not depend on it.
enum Part {
    Text(String),
    Json(Value),
}

impl Golden {
    pub(super) fn new(session: &Session, group: &str, name: &str) -> Self {
        Self { path: path(session.name, group, name), parts: Vec::new() }
    }

    pub(super) fn step(&mut self, step: &str) {
        self.parts.push(Part::Text(format!(">>> {step}\n")));
    }

    /// Text, compared byte by byte. It ends in a line of its own if it did not.
    pub(super) fn text(&mut self, title: &str, text: &str) {
        let end = if text.ends_with('\n') || text.is_empty() { "" } else { "⏎\n" };
        self.parts.push(Part::Text(format!("--- {title}\n{text}{end}")));
    }

    /// JSON, compared by value. A long text in it that the step has shown is not shown again.
    pub(super) fn json(&mut self, title: &str, value: &Value) {
        self.parts.push(Part::Text(format!("--- {title}\n")));
        self.parts.push(Part::Json(value.clone()));
    }

    /// JSON where it is, or a line of JSON each, else text.
    pub(super) fn json_or_text(&mut self, title: &str, text: &str) {
        let read = |text: &str| serde_json::from_str::<Value>(text).ok();
        let is_list = |value: &Value| value.is_object() || value.is_array();
        if let Some(value) = read(text).filter(is_list) {
            return self.json(title, &value);
        }
        match text.lines().map(|line| read(line).filter(is_list)).collect::<Option<Vec<_>>>() {
            Some(lines) if !lines.is_empty() => {
                for line in &lines {
                    self.json(title, line);
                }
            }
            _ => self.text(title, text),
        }
    }

    /// Compares with the expected file, or writes it. Returns what differs.
    pub(super) fn finish(self, server: &Server) -> Option<String> {
        let mut text = String::new();
        for part in self.parts {
            match part {
                Part::Text(part) => text.push_str(&normalize(&part, server)),
                Part::Json(mut value) => {
                    normalize_json(&mut value, server);
                    value.sort_all_objects();
                    let step = &text[text.rfind("\n>>> ").unwrap_or_default()..];
                    leave_out_shown(&mut value, step);
                    text.push_str(&printed(&value, 0));
                    text.push('\n');
                }
            }
        }
        let found = printable(&text);
        if is_update() {
            std::fs::create_dir_all(self.path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&self.path, found).expect("an expected file");
            return None;
        }
        let expected = std::fs::read_to_string(&self.path).unwrap_or_default();
        (found != expected).then(|| difference(&self.path, &expected, &found))
    }
}

/// Prints JSON on one line where it fits, else each member on a line of its own.
fn printed(value: &Value, indent: usize) -> String {
    let line = value.to_string();
    if indent + line.len() <= LINE_BYTES {
        return line;
    }
    let inner = indent + 1;
    let (open, members, close) = match value {
        Value::Array(values) => {
            ('[', values.iter().map(|value| printed(value, inner)).collect::<Vec<_>>(), ']')
        }
        Value::Object(members) => {
            let member =
                |(name, value)| format!("{}: {}", Value::from(name), printed(value, inner));
            ('{', members.iter().map(|(name, value)| member((&**name, value))).collect(), '}')
        }
        _ => return line,
    };
    let (start, end) = (" ".repeat(inner), " ".repeat(indent));
    format!("{open}\n{start}{}\n{end}{close}", members.join(&format!(",\n{start}")))
}

/// Replaces long texts that have been shown.
fn leave_out_shown(value: &mut Value, shown: &str) {
    match value {
        Value::String(text) if text.len() > LONG_BYTES && shown.contains(&**text) => {
            *text = format!("(shown above: {} bytes)", text.len());
        }
        Value::Array(values) => values.iter_mut().for_each(|value| leave_out_shown(value, shown)),
        Value::Object(members) => {
            members.values_mut().for_each(|value| leave_out_shown(value, shown));
        }
        _ => {}
    }
}

/// Whether the expected files are being rewritten.
pub(super) fn is_update() -> bool {
    std::env::var_os(UPDATE).is_some()
}

/// Where an expected file is.
pub(super) fn path(session: &str, group: &str, name: &str) -> PathBuf {
    super::folder().join("expected").join(session).join(group).join(format!("{name}.txt"))
}

/// Replaces what differs from run to run or from build to build: the port, the folder of the test,
/// the binary and its version, the hash of the dashboard's style, random names and secrets, and
/// the memory of the process.
fn normalize(text: &str, server: &Server) -> String {
    let port = server.port;
    let folder = server.folder.path().display().to_string();
    let known = [
        (format!("127.0.0.1:{port}"), "127.0.0.1:{port}"),
        (format!("port {port}"), "port {port}"),
        (format!("\"port\":{port}"), "\"port\":{port}"),
        (folder, "{folder}"),
        (env!("CARGO_BIN_EXE_gasoline").to_owned(), "{gasoline}"),
        (env!("CARGO_PKG_VERSION").to_owned(), "{version}"),
    ];
    let text = known.iter().fold(text.to_owned(), |text, (value, name)| text.replace(value, name));
    let style = text.split("'sha256-").nth(1).and_then(|rest| rest.split('\'').next());
    let text = style.map_or_else(|| text.clone(), |hash| text.replace(hash, "{style}"));
    let memory = text.split("127.0.0.1:{port} (").nth(1).and_then(|rest| rest.split(" MB)").next());
    let memory = memory.filter(|number| number.parse::<u32>().is_ok());
    let text = memory.map_or_else(
        || text.clone(),
        |number| text.replace(&format!("({number} MB)"), "({memory_bytes})"),
    );
    VARYING_MEMBERS.iter().fold(text, |text, name| without_value(&text, name))
}

/// The same for every text in a value, and for the members whose values vary.
fn normalize_json(value: &mut Value, server: &Server) {
    match value {
        Value::String(text) => *text = normalize(text, server),
        Value::Array(values) => values.iter_mut().for_each(|value| normalize_json(value, server)),
        Value::Object(members) => {
            for (name, value) in members {
                let is_port = name == "port" && *value == server.port;
                let is_varying = VARYING_MEMBERS.contains(&&**name);
                if is_port || (is_varying && (value.is_number() || value.is_string())) {
                    *value = format!("{{{name}}}").into();
                } else {
                    normalize_json(value, server);
                }
            }
        }
        _ => {}
    }
}

/// Replaces the value of a member that is a number or a string.
fn without_value(text: &str, name: &str) -> String {
    let member = format!("\"{name}\":");
    let mut parts = text.split(&member);
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find([',', '}', '\n']).unwrap_or(part.len());
        let _ = write!(replaced, "{member}{{{name}}}{}", &part[end..]);
    }
    replaced
}

/// Writes what does not print, and what would move or hide other text, as `\u{…}`.
fn printable(text: &str) -> String {
    let mut printed = String::new();
    for character in text.chars() {
        match character {
            '\n' | '\\' | '"' | '\'' => printed.push(character),
            _ => printed.extend(character.escape_debug()),
        }
    }
    printed
}

/// The first line that differs, with what stands around it.
fn difference(path: &std::path::Path, expected: &str, found: &str) -> String {
    let (expected, found): (Vec<&str>, Vec<&str>) =
        (expected.split('\n').collect(), found.split('\n').collect());
    let same = expected.iter().zip(&found).take_while(|(one, other)| one == other).count();
    let around = |lines: &[&str], sign: &str| {
        let end = lines.len().min(same + 4);
        let shown = lines[same.min(end)..end].iter();
        shown.fold(String::new(), |text, line| {
            text + sign + " " + &line.chars().take(400).collect::<String>() + "\n"
        })
    };
    let step = found[..same.min(found.len())].iter().rev().find(|line| line.starts_with(">>> "));
    format!(
        "{}:{}\n  {}\n{}{}",
        path.display(),
        same + 1,
        step.unwrap_or(&""),
        around(&expected, "-"),
        around(&found, "+"),
    )
}
