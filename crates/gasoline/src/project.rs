//! `.gasoline.toml`: what a project brings along, found from the working directory upward.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use gasoline_analysis::noise::NewRule;
use serde_json::Value;

/// The file's name.
const NAME: &str = ".gasoline.toml";

/// Largest file read: rules are lines, not data.
const FILE_MAX_BYTES: u64 = 128 * 1024;

/// The noise rules of the project, each as JSON. What cannot be read is told on stderr and left out:
/// a typing error must not keep an editor from starting.
pub(crate) fn noise_rules(from: &Path, err: &mut dyn Write) -> Vec<Value> {
    let Some(path) = find(from) else { return Vec::new() };
    let mut warn = |what: String| {
        let _ = writeln!(err, "warning: {}: {what}", path.display());
    };
    let is_small = fs::metadata(&path).is_ok_and(|file| file.len() <= FILE_MAX_BYTES);
    let text = match fs::read_to_string(&path) {
        Ok(text) if is_small => text,
        Ok(_) => {
            warn(format!("it is larger than {FILE_MAX_BYTES} bytes and was not read"));
            return Vec::new();
        }
        Err(error) => {
            warn(format!("it cannot be read: {error}"));
            return Vec::new();
        }
    };
    let (rules, complaints) = read(&text);
    complaints.into_iter().for_each(&mut warn);
    rules
}

fn find(from: &Path) -> Option<PathBuf> {
    from.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// The rules that can be used, and what is wrong with the rest.
fn read(text: &str) -> (Vec<Value>, Vec<String>) {
    let table: toml::Table = match toml::from_str(text) {
        Ok(table) => table,
        Err(error) => return (Vec::new(), vec![error.to_string()]),
    };
    let mut complaints: Vec<String> = table
        .keys()
        .filter(|key| *key != "noise")
        .map(|key| format!("`{key}` is not known; the file takes `[[noise]]`"))
        .collect();
    let mut rules = Vec::new();
    let listed = match table.get("noise") {
        None => &Vec::new(),
        Some(toml::Value::Array(listed)) => listed,
        Some(_) => {
            complaints.push("`noise` must be a list: write `[[noise]]`".to_owned());
            &Vec::new()
        }
    };
    for (index, rule) in listed.iter().enumerate() {
        let json = serde_json::to_value(rule).unwrap_or_default();
        match serde_json::from_value::<NewRule>(json.clone()) {
            Ok(_) => rules.push(json),
            Err(error) => complaints.push(format!("noise rule {}: {error}", index + 1)),
        }
    }
    (rules, complaints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_in_either_spelling() {
        let text = r#"
            [[noise]]
            category = "console"
            match_spec = { message_regex = "chatty" }

            [[noise]]
            category = "network"
            matchSpec = { urlRegex = "/poll" }
        "#;
        let (rules, complaints) = read(text);
        assert_eq!((rules.len(), complaints), (2, vec![]));
    }

    #[test]
    fn a_bad_rule_is_told_and_the_others_stay() {
        let text = "
            colour = 1
            [[noise]]
            category = 'console'
            match_spec = { message_regex = 'a' }
            [[noise]]
            category = 'sound'
            match_spec = {}
        ";
        let (rules, complaints) = read(text);
        assert_eq!((rules.len(), complaints.len()), (1, 2));
        assert!(complaints[1].starts_with("noise rule 2"), "{complaints:?}");
    }
}
