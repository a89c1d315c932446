//! Links within the project: what they name exists, headings included, and every guide has one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::Result;

use crate::project::root;

/// Folders of texts that quote what pages said.
const QUOTING: [&str; 2] = ["cases", "report-cases"];

pub(super) fn check(files: &[PathBuf]) -> Result<Vec<String>> {
    let is_page = |file: &&PathBuf| {
        let is_quoting = file.iter().any(|part| QUOTING.iter().any(|folder| part == *folder));
        file.extension().is_some_and(|found| found == "md") && !is_quoting
    };
    let mut pages = BTreeMap::new();
    for file in files.iter().filter(is_page) {
        pages.insert(file.clone(), fs::read_to_string(root().join(file))?);
    }
    let mut found = offences(&pages, &|path| root().join(path).exists());
    found.extend(unlinked(&pages));
    Ok(found)
}

fn offences(pages: &BTreeMap<PathBuf, String>, exists: &dyn Fn(&Path) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for (file, text) in pages {
        for link in links(text).into_iter().filter(|link| !is_elsewhere(link)) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { file.clone() } else { beside(file, path) };
            if !exists(&target) {
                found.push(format!("{}: `{link}` leads nowhere", file.display()));
                continue;
            }
            let Some(page) = pages.get(&target).filter(|_| !anchor.is_empty()) else { continue };
            if !anchors(page).contains(anchor) {
                found.push(format!("{}: `{link}` names no heading", file.display()));
            }
        }
    }
    found
}

/// Guides that no other page leads to: nobody finds them.
fn unlinked(pages: &BTreeMap<PathBuf, String>) -> Vec<String> {
    let is_guide = |file: &&PathBuf| file.starts_with("docs");
    let is_linked = |guide: &&PathBuf| {
        pages.iter().filter(|(file, _)| file != guide).any(|(file, text)| {
            let paths = links(text).into_iter().filter(|link| !is_elsewhere(link));
            let mut paths = paths.map(|link| link.split('#').next().unwrap_or_default());
            paths.any(|path| beside(file, path) == **guide)
        })
    };
    let lonely = pages.keys().filter(is_guide).filter(|guide| !is_linked(guide));
    lonely.map(|guide| format!("{}: no page links to it", guide.display())).collect()
}

/// Whether a link leaves the project.
fn is_elsewhere(link: &str) -> bool {
    link.contains(':') || link.starts_with("//")
}

/// A path as it is meant in a file: relative to its folder.
fn beside(file: &Path, path: &str) -> PathBuf {
    let mut out = file.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            Component::Normal(name) => out.push(name),
            _ => {}
        }
    }
    out
}

/// Where a page's links lead: of Markdown, and of the little HTML that is in it.
fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in prose(text) {
        for (opening, closing) in
            [("](", ')'), ("href=\"", '"'), ("src=\"", '"'), ("srcset=\"", '"')]
        {
            let mut rest = line;
            while let Some((_, after)) = rest.split_once(opening) {
                let Some((link, after)) = after.split_once(closing) else { break };
                let is_in_code = line[..line.len() - after.len()].matches('`').count() % 2 == 1;
                // A link's own text may hold code; an odd backtick before its end means we are inside.
                if !is_in_code && !link.contains(' ') {
                    found.push(link);
                }
                rest = after;
            }
        }
    }
    found
}

/// The lines outside fenced code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_fence && !is_code
    })
}

/// The anchors that GitHub gives a page's headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let headings = prose(text).filter(|line| line.starts_with('#'));
    for heading in headings.filter_map(|line| line.trim_start_matches('#').strip_prefix(' ')) {
        let name = anchor(heading);
        let mut unique = name.clone();
        let mut repeat = 0;
        while !found.insert(unique.clone()) {
            repeat += 1;
            unique = format!("{name}-{repeat}");
        }
    }
    found
}

fn anchor(heading: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
    heading.trim().to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let pages = BTreeMap::from([
            (PathBuf::from("docs/a.md"), text.to_owned()),
            (
                PathBuf::from("README.md"),
                "# Read me\n## `x`, and more?\n## Twice\n## Twice\n".to_owned(),
            ),
        ]);
        let exists = |path: &Path| pages.contains_key(path);
        assert_eq!(offences(&pages, &exists), expected);
    }

    #[test]
    fn a_link_leads_somewhere() {
        check("[there](../README.md) [here](a.md) [out](https://a.example/b)", &[]);
        check("[a](b.md)", &["docs/a.md: `b.md` leads nowhere"]);
        check("<img src=\"b.png\">", &["docs/a.md: `b.png` leads nowhere"]);
    }

    #[test]
    fn an_anchor_is_a_heading_as_github_spells_it() {
        check("[a](../README.md#x-and-more) [b](../README.md#twice-1) [c](#top)\n# Top\n", &[]);
        check("[a](../README.md#y)", &["docs/a.md: `../README.md#y` names no heading"]);
    }

    #[test]
    fn a_guide_is_linked_by_another_page() {
        let pages = |all: &[(&str, &str)]| -> BTreeMap<PathBuf, String> {
            all.iter().map(|(file, text)| (PathBuf::from(file), (*text).to_owned())).collect()
        };
        let linked = pages(&[("README.md", "[a](docs/a.md#top)"), ("docs/a.md", "# Top\n")]);
        assert_eq!(unlinked(&linked), [""; 0]);
        let alone = pages(&[("README.md", "docs/a.md"), ("docs/a.md", "# Top\n[me](a.md)")]);
        assert_eq!(unlinked(&alone), ["docs/a.md: no page links to it"]);
    }

    #[test]
    fn code_holds_no_links() {
        check("`[a](b.md)`\n```md\n[a](b.md)\n```\n", &[]);
        check("[`a`](b.md)", &["docs/a.md: `b.md` leads nowhere"]);
    }
}
