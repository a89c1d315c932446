//! Sizes, told and not judged: a hard gate breeds files cut in the wrong place.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::sources;
use crate::project::{root, say};

/// Files in a folder beyond which it is worth a look.
const FOLDER_COMFORTABLE_FILES: usize = 16;

/// Largest files that are listed.
const LARGEST_SHOWN: usize = 10;

pub(super) fn tell(files: &[PathBuf]) -> Result<()> {
    let mut folders = BTreeMap::<&Path, usize>::new();
    let mut sizes = Vec::new();
    for file in files.iter().filter(|file| sources::is_code(file)) {
        *folders.entry(file.parent().unwrap_or(Path::new(""))).or_default() += 1;
        let is_generated = file.to_string_lossy().contains(".generated.");
        if !is_generated && !sources::is_test(file) {
            sizes.push((code_lines(&fs::read_to_string(root().join(file))?), file));
        }
    }
    for (folder, count) in
        folders.into_iter().filter(|(_, count)| *count > FOLDER_COMFORTABLE_FILES)
    {
        say(format_args!("{count:5} files in {}", folder.display()));
    }
    sizes.sort_by(|a, b| b.cmp(a));
    for (lines, file) in sizes.into_iter().take(LARGEST_SHOWN) {
        say(format_args!("{lines:5} lines of code in {}", file.display()));
    }
    Ok(())
}

/// Lines before the tests of a file.
fn code_lines(text: &str) -> usize {
    text.lines().take_while(|line| *line != "#[cfg(test)]").count()
}
