//! What the documents quote can be typed: commands with their flags, variables, tools with their
//! arguments.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, Command, CommandFactory};
use gasoline_server::mcp::{ToolChoice, tool_list};
use serde_json::Value;

use crate::args::Args;

/// Folders that hold other people's texts, or what pages said.
const FOREIGN: [&str; 9] = [
    ".git",
    ".venv",
    "cases",
    "corpus",
    "dist",
    "node_modules",
    "report-cases",
    "target",
    "test-results",
];

/// What a shell ends a command with.
const ENDS: [&str; 8] = ["|", "||", "&", "&&", ";", ">", ">>", "#"];

/// Variables that are none of the command's: npm's, those of our own tests, and what generated tests
/// read a password from.
const OTHER_VARIABLES: [&str; 4] =
    ["GASOLINE_BINARY", "GASOLINE_CHROMIUM", "GASOLINE_EXTENSION", "GASOLINE_PASSWORD"];

/// Names that begin like a tool's and are none: reasons why an answer is empty.
const OTHER_NAMES: [&str; 1] = ["capture_off"];

/// Every Markdown page of the project. The changelog may speak of what is gone.
fn pages() -> Vec<(PathBuf, String)> {
    fn gather(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            if path.is_dir() {
                if !FOREIGN.iter().any(|foreign| name == *foreign) {
                    gather(&path, found);
                }
            } else if path.extension().is_some_and(|ending| ending == "md")
                && name != "CHANGELOG.md"
            {
                let text = fs::read_to_string(&path).expect("a page");
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), &mut found);
    assert!(found.len() > 10, "the documents are not where they were");
    found
}

/// The code of a page that a person may copy: lines of shell, and code in sentences.
fn code(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(language) };
        } else {
            match fence {
                Some("sh" | "yaml") => found.push(line.to_owned()),
                Some("console") => {
                    found.extend(line.strip_prefix("$ ").map(str::to_owned));
                }
                Some(_) => {}
                None => found.extend(line.split('`').skip(1).step_by(2).map(str::to_owned)),
            }
        }
    }
    found
}

/// The words after each call of our command in a line of code.
fn calls(code: &str) -> Vec<Vec<&str>> {
    let words: Vec<&str> = code.split_whitespace().collect();
    let mut found = Vec::new();
    // `serve --ci`, as tables say it.
    if words.get(1).is_some_and(|word| word.starts_with("--"))
        && Args::command().find_subcommand(words[0]).is_some()
    {
        found.push(words.clone());
    }
    for (index, word) in words.iter().enumerate() {
        let before = index.checked_sub(1).map_or("", |before| words[before]);
        let is_call = match *word {
            "gasoline" => words.get(index + 1) != Some(&"--"),
            "gasoline-mcp" => ["npx", "-y"].contains(&before),
            "gasoline-report" => before == "npx",
            "--" => index >= 2 && words[..index].ends_with(&["cargo", "run"]),
            _ => false,
        };
        if !is_call {
            continue;
        }
        let rest = words[index + 1..].iter().copied();
        let rest = rest.take_while(|word| !ENDS.contains(word) && !word.starts_with('#'));
        let implied = (*word == "gasoline-report").then_some("report");
        found.push(implied.into_iter().chain(rest).collect());
    }
    found
}

/// Why a call cannot be typed.
fn complaint(words: &[&str]) -> Option<String> {
    let root = Args::command();
    let mut command = &root;
    let mut words = words.iter().copied().peekable();
    let mut places = 0;
    while let Some(word) = words.next() {
        let word = word.trim_matches(['"', '\'', '[', ']']);
        if word == "…" {
            return None;
        }
        if let Some(flag) = word.strip_prefix('-').filter(|flag| !flag.is_empty()) {
            let name = flag.trim_start_matches('-').split('=').next().unwrap_or_default();
            if ["help", "version", "h", "V"].contains(&name) {
                continue;
            }
            let Some(argument) = flag_of(command, name).or_else(|| flag_of(&root, name)) else {
                return Some(format!("`{}` has no `{word}`", command.get_name()));
            };
            let takes_value = argument.get_action().takes_values() && !flag.contains('=');
            let value = if takes_value { words.next() } else { None };
            if let Some(said) = value.and_then(|value| impossible(argument, value)) {
                return Some(said);
            }
        } else if command.has_subcommands() {
            match command.find_subcommand(word) {
                Some(found) => command = found,
                None => return Some(format!("`{}` has no command `{word}`", command.get_name())),
            }
        } else {
            let positions: Vec<&Arg> = command.get_positionals().collect();
            // A list given to a flag, such as files of `--from`.
            let is_list = command.get_arguments().any(|argument| {
                argument.get_num_args().is_some_and(|range| range.max_values() > 1)
            });
            match positions.get(places) {
                Some(argument) => {
                    if let Some(said) = impossible(argument, word) {
                        return Some(said);
                    }
                }
                None if is_list => {}
                None => return Some(format!("`{}` takes no `{word}`", command.get_name())),
            }
            places += 1;
        }
    }
    None
}

fn flag_of<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|argument| {
        argument.get_long() == Some(name)
            || argument.get_short().is_some_and(|short| short.to_string() == name)
    })
}

/// Why a value is none that the argument takes. Capitals stand for a value.
fn impossible(argument: &Arg, value: &str) -> Option<String> {
    let known = argument.get_possible_values();
    let is_blank = value.chars().all(|letter| letter.is_uppercase() || letter == '-');
    let is_known = known.is_empty() || known.iter().any(|one| one.get_name() == value);
    (!is_known && !is_blank).then(|| format!("`{}` cannot be `{value}`", argument.get_id()))
}

#[test]
fn every_command_in_the_documents_can_be_typed() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (page, text) in pages() {
        for code in code(&text) {
            for call in calls(&code) {
                seen += 1;
                let said = complaint(&call);
                wrong.extend(said.map(|said| format!("{}: {code}: {said}", page.display())));
            }
        }
    }
    assert!(seen > 50, "only {seen} commands were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_variable_in_the_documents_is_read() {
    let root = Args::command();
    let mut known: BTreeSet<String> = OTHER_VARIABLES.map(str::to_owned).into();
    gather_variables(&root, &mut known);
    for (page, text) in pages() {
        let is_part = |letter: char| !letter.is_ascii_uppercase() && letter != '_';
        for word in text.split(is_part).filter(|word| word.starts_with("GASOLINE_")) {
            assert!(known.contains(word), "{}: nobody reads `{word}`", page.display());
        }
    }
}

fn gather_variables(command: &Command, known: &mut BTreeSet<String>) {
    let variables = command.get_arguments().filter_map(Arg::get_env);
    known.extend(variables.filter_map(|name| name.to_str()).map(str::to_owned));
    for below in command.get_subcommands() {
        gather_variables(below, known);
    }
}

#[test]
fn every_tool_in_the_documents_is_in_the_catalogue() {
    let list = tool_list(&ToolChoice::default());
    let tools: Vec<&Value> = list["tools"].as_array().expect("tools").iter().collect();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (page, text) in pages() {
        for code in code(&text) {
            if let Some((name, arguments)) = tool_call(&code, &tools) {
                seen += 1;
                let said = unknown(name, arguments, &tools);
                wrong.extend(said.map(|said| format!("{}: `{code}`: {said}", page.display())));
            }
        }
    }
    assert!(seen > 50, "only {seen} tools were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A name that begins with the verb of a tool, and what stands in braces after it.
fn tool_call<'a>(code: &'a str, tools: &[&Value]) -> Option<(&'a str, &'a str)> {
    let is_part = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let end = code.find(|letter| !is_part(letter)).unwrap_or(code.len());
    let (name, rest) = code.split_at(end);
    let verb = name.split_once('_')?.0;
    let verbs = tools.iter().filter_map(|tool| tool["name"].as_str()?.split_once('_'));
    let is_of_a_tool = verbs.into_iter().any(|(known, _)| known == verb);
    let arguments = rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let is_whole = rest.is_empty() || arguments.is_some();
    let is_meant = is_whole && !OTHER_NAMES.contains(&name);
    (is_of_a_tool && is_meant).then(|| (name, arguments.unwrap_or_default()))
}

fn unknown(name: &str, arguments: &str, tools: &[&Value]) -> Option<String> {
    let Some(tool) = tools.iter().find(|tool| tool["name"] == name) else {
        return Some("no such tool".to_owned());
    };
    arguments
        .split(", ")
        .filter_map(|member| member.split_once(':'))
        .map(|(argument, _)| argument.trim())
        .find(|argument| tool["inputSchema"]["properties"].get(argument).is_none())
        .map(|argument| format!("no argument `{argument}`"))
}

#[test]
fn what_cannot_be_typed_is_found() {
    let check = |line: &str, expected: Option<&str>| {
        let said: Vec<String> = calls(line).iter().filter_map(|call| complaint(call)).collect();
        assert_eq!(said.first().map(String::as_str), expected, "{line}");
    };
    check("claude mcp add gasoline -- gasoline mcp", None);
    check("npx -y gasoline-mcp extension DIR", None);
    check("cargo run -- serve --port 9000 &", None);
    check("gasoline report --from a.json b.json # why", None);
    check("npx gasoline-report --format ai-context", None);
    check("gasoline install CLIENT --write", None);
    check("gasoline fly", Some("`gasoline` has no command `fly`"));
    check("gasoline serve --fast", Some("`serve` has no `--fast`"));
    check("gasoline install emacs", Some("`client` cannot be `emacs`"));
    check("gasoline report --format pdf", Some("`format` cannot be `pdf`"));
    check("serve --ci", None);
    check("serve --fast", Some("`serve` has no `--fast`"));
    check("gasoline doctor now", Some("`doctor` takes no `now`"));
}
