//! Where the generated test is kept: in a folder of the user's, and never over a file that is theirs.

use std::path::{Path, PathBuf};

use super::CannotDemo;

/// The test's name in its folder.
const NAME: &str = "shop.spec.ts";

/// How a file begins that an earlier demo wrote.
const MARK: &str = "// Written by `gasoline demo`";

/// A place that can be written to.
pub(super) struct Place {
    file: PathBuf,
}

impl Place {
    /// Makes the folder and looks whether the test may be written, before anything else is done.
    pub(super) fn prepare(folder: &Path) -> Result<Self, CannotDemo> {
        let file = folder.join(NAME);
        let refused = |error| CannotDemo::NoFolder { folder: folder.to_owned(), error };
        std::fs::create_dir_all(folder).map_err(refused)?;
        match std::fs::read_to_string(&file) {
            Ok(text) if !text.starts_with(MARK) && !text.is_empty() => {
                return Err(CannotDemo::NotOurs { file });
            }
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                return Err(CannotDemo::NotOurs { file });
            }
            _ => {}
        }
        let opened = std::fs::OpenOptions::new().append(true).create(true).open(&file);
        opened.map_err(refused)?;
        Ok(Self { file })
    }

    pub(super) fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(&self.file)
    }

    /// Writes the test; where it is.
    pub(super) fn write(&self, script: &str, shop: &str) -> std::io::Result<&Path> {
        let text = format!("{MARK}, for its shop at {shop}, while that runs.\n{script}");
        std::fs::write(&self.file, text)?;
        Ok(&self.file)
    }
}

impl Drop for Place {
    /// Leaves no empty file behind if nothing came to be written.
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|about| about.len() == 0) {
            let _ = std::fs::remove_file(&self.file);
            // The folder goes too if there is nothing else in it.
            let _ = self.file.parent().map(std::fs::remove_dir);
        }
    }
}
