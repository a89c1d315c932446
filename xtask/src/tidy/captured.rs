//! Where captured values are read without redaction: few places, each with its purpose.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::sources::{is_rust, without_tests};
use crate::project::root;

const EXPOSURES_MAX: usize = 20;
const FILES_MAX: usize = 12;

pub(super) fn check(files: &[PathBuf]) -> Result<Vec<String>> {
    let mut sources = Vec::new();
    for file in files.iter().filter(|file| is_product(file)) {
        sources.push((file.clone(), fs::read_to_string(root().join(file))?));
    }
    Ok(offences_of(&sources))
}

fn is_product(file: &Path) -> bool {
    file.starts_with("crates") && is_rust(file)
}

fn offences_of(sources: &[(PathBuf, String)]) -> Vec<String> {
    let mut total = 0;
    let mut exposing = Vec::new();
    for (file, text) in sources {
        let exposures = without_tests(file, text).matches(".expose(Purpose::").count();
        total += exposures;
        if exposures > 0 {
            exposing.push(file.display().to_string());
        }
    }
    if total <= EXPOSURES_MAX && exposing.len() <= FILES_MAX {
        return Vec::new();
    }
    vec![format!(
        "captured values are read without redaction at {total} places in {} files ({}), at most \
         {EXPOSURES_MAX} in {FILES_MAX} are allowed: use `gasoline_analysis::redact` or a `View`",
        exposing.len(),
        exposing.join(", ")
    )]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: usize, exposures: usize) -> usize {
        let text = "captured.expose(Purpose::Store);\n".repeat(exposures);
        let file = |index| (PathBuf::from(format!("crates/a/src/{index}.rs")), text.clone());
        offences_of(&(0..files).map(file).collect::<Vec<_>>()).len()
    }

    #[test]
    fn exposures_are_limited_by_place_and_by_file() {
        assert_eq!(check(1, EXPOSURES_MAX), 0);
        assert_eq!(check(1, EXPOSURES_MAX + 1), 1);
        assert_eq!(check(FILES_MAX, 1), 0);
        assert_eq!(check(FILES_MAX + 1, 1), 1);
    }

    #[test]
    fn tests_may_expose() {
        let text = format!(
            "#[cfg(test)]\nmod tests {{\n{}}}\n",
            "    it.expose(Purpose::Store);\n".repeat(30)
        );
        assert!(offences_of(&[(PathBuf::from("crates/a/src/b.rs"), text)]).is_empty());
    }
}
