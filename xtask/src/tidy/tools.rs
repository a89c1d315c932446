//! A tool is a file or a folder of its name, a heading of the docs, and cheap to list.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use crate::generate;
use crate::project::root;

const FOLDER: &str = "crates/gasoline-server/src/mcp/tools";
const PAGE: &str = "docs/tools.md";

/// What `tools/list` may cost every user, in bytes: all tools, and the preset `core`.
const LIST_MOST_BYTES: (usize, usize) = (18_000, 5 * 1024);

pub(super) fn check(files: &[PathBuf]) -> Result<Vec<String>> {
    let named: BTreeSet<String> = files
        .iter()
        .filter_map(|file| file.strip_prefix(FOLDER).ok()?.iter().next()?.to_str())
        .map(|name| name.trim_end_matches(".rs").to_owned())
        .filter(|name| name != "mod")
        .collect();
    let page = fs::read_to_string(root().join(PAGE)).unwrap_or_default();
    let told: BTreeSet<String> = headings(&page).map(str::to_owned).collect();
    let mut offences: Vec<String> = named
        .difference(&told)
        .map(|name| format!("{PAGE}: the tool `{name}` is missing"))
        .collect();
    offences.extend(
        told.difference(&named).map(|name| format!("{FOLDER}: no file or folder for `{name}`")),
    );
    let (all, core) = generate::tool_list_bytes()?;
    for (name, bytes, most) in [("all", all, LIST_MOST_BYTES.0), ("core", core, LIST_MOST_BYTES.1)]
    {
        if bytes > most {
            offences.push(format!("tools/list ({name}): {bytes} bytes, at most {most}"));
        }
    }
    Ok(offences)
}

/// The headings of the second level; examples in fences have others.
fn headings(page: &str) -> impl Iterator<Item = &str> {
    let parts = page.split("\n````").step_by(2);
    parts.flat_map(str::lines).filter_map(|line| line.strip_prefix("## "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_examples_are_not_headings_of_the_page() {
        let page = "# Tools\n\n## look\n\n````text\n> {}\n## inside\n````\n\n## list\n";
        assert_eq!(headings(page).collect::<Vec<_>>(), ["look", "list"]);
    }
}
