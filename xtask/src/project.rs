//! Where the project lies, and the one way its commands speak.

use std::fmt::Display;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package)
}

/// Writes a line to standard output. A reader that has gone away is no error.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

/// Folders whose files are not the project's own.
const FOREIGN_FOLDERS: [&str; 7] =
    [".git", ".venv", "corpus", "dist", "node_modules", "target", "test-results"];

/// Every file of the project, by its path from the root, in order.
pub(crate) fn files() -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    gather(root(), &mut found)?;
    found.sort();
    Ok(found)
}

fn gather(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // In a worktree `.git` is a file.
        if FOREIGN_FOLDERS.contains(&&*name) {
            continue;
        }
        if path.is_dir() {
            gather(&path, found)?;
        } else {
            found.extend(path.strip_prefix(root()).map(Path::to_owned));
        }
    }
    Ok(())
}
