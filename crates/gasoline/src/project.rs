//! `.gasoline.toml`: what a project brings along, found from the working directory upward.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use gasoline_analysis::noise::{Author, NewRule, Noise};
use gasoline_analysis::performance::Budget;
use gasoline_protocol::Timestamp;
use serde_json::Value;

use crate::limits::PROJECT_FILE_MAX_BYTES;

/// The file's name.
const NAME: &str = ".gasoline.toml";

/// What the file says, as far as it can be used.
#[derive(Debug, Default)]
pub(crate) struct Project {
    /// Noise rules, each as JSON.
    pub(crate) noise: Vec<Value>,
    /// Performance budgets, each as JSON.
    pub(crate) budgets: Vec<Value>,
    /// What is wrong with the rest.
    pub(crate) complaints: Vec<String>,
}

/// Reads the file of the project, if it has one. What cannot be read is told on stderr and left out:
/// a typing error must not keep an editor from starting.
pub(crate) fn read(from: &Path, err: &mut dyn Write) -> Project {
    let Some(path) = find(from) else { return Project::default() };
    let is_small = fs::metadata(&path).is_ok_and(|file| file.len() <= PROJECT_FILE_MAX_BYTES);
    let project = match fs::read_to_string(&path) {
        Ok(text) if is_small => parse(&text),
        Ok(_) => Project::refused(format!(
            "it is larger than {PROJECT_FILE_MAX_BYTES} bytes and was not read"
        )),
        Err(error) => Project::refused(format!("it cannot be read: {error}")),
    };
    for what in &project.complaints {
        let _ = writeln!(err, "warning: {}: {what}", path.display());
    }
    project
}

/// The built-in noise rules and those of the project the command runs in.
pub(crate) fn noise(err: &mut dyn Write) -> Noise {
    let mut noise = Noise::new();
    let Ok(folder) = std::env::current_dir() else { return noise };
    for rule in read(&folder, err).noise {
        let added =
            serde_json::from_value(rule).map_err(|error| error.to_string()).and_then(|rule| {
                noise
                    .add(vec![rule], Author::Project, Timestamp::default())
                    .map_err(|bad| bad.to_string())
            });
        if let Err(what) = added {
            let _ = writeln!(err, "warning: a noise rule of the project is not used: {what}");
        }
    }
    noise
}

impl Project {
    fn refused(what: String) -> Self {
        Self { complaints: vec![what], ..Self::default() }
    }
}

fn find(from: &Path) -> Option<PathBuf> {
    from.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

fn parse(text: &str) -> Project {
    let table: toml::Table = match toml::from_str(text) {
        Ok(table) => table,
        Err(error) => return Project::refused(error.to_string()),
    };
    let unknown = table.keys().filter(|key| !["noise", "budget"].contains(&key.as_str()));
    let complaint =
        |key| format!("`{key}` is not known; the file takes `[[noise]]` and `[[budget]]`");
    let mut complaints: Vec<String> = unknown.map(complaint).collect();
    let is_rule = |rule: &Value| {
        serde_json::from_value::<NewRule>(rule.clone()).map(drop).map_err(|bad| bad.to_string())
    };
    let noise = list(&table, "noise", "noise rule", is_rule, &mut complaints);
    let is_budget = |budget: &Value| {
        let table = budget.as_object().ok_or("it is no table")?;
        Budget::read(table).map(drop)
    };
    let budgets = list(&table, "budget", "budget", is_budget, &mut complaints);
    Project { noise, budgets, complaints }
}

/// The tables under a name that are as they should be.
fn list(
    table: &toml::Table,
    name: &str,
    noun: &str,
    check: impl Fn(&Value) -> Result<(), String>,
    complaints: &mut Vec<String>,
) -> Vec<Value> {
    let listed = match table.get(name) {
        None => return Vec::new(),
        Some(toml::Value::Array(listed)) => listed,
        Some(_) => {
            complaints.push(format!("`{name}` must be a list: write `[[{name}]]`"));
            return Vec::new();
        }
    };
    let mut good = Vec::new();
    for (index, entry) in listed.iter().enumerate() {
        let json = serde_json::to_value(entry).unwrap_or_default();
        match check(&json) {
            Ok(()) => good.push(json),
            Err(error) => complaints.push(format!("{noun} {}: {error}", index + 1)),
        }
    }
    good
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
        let Project { noise, complaints, .. } = parse(text);
        assert_eq!((noise.len(), complaints), (2, vec![]));
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
        let Project { noise, complaints, .. } = parse(text);
        assert_eq!((noise.len(), complaints.len()), (1, 2));
        assert!(complaints[1].starts_with("noise rule 2"), "{complaints:?}");
    }

    #[test]
    fn budgets_are_read_and_a_bad_one_names_what_there_is() {
        let text = "
            [[budget]]
            lcp = 2500
            cls = 0.1
            [[budget]]
            url = '/checkout'
            lpc = 1000
        ";
        let Project { budgets, complaints, .. } = parse(text);
        assert_eq!(budgets, [serde_json::json!({"lcp": 2500, "cls": 0.1})]);
        assert!(
            complaints[0].starts_with("budget 2: unknown figure `lpc`; one of `ttfb`"),
            "{complaints:?}"
        );
        assert_eq!(parse("budget = 3").complaints, ["`budget` must be a list: write `[[budget]]`"]);
    }
}
