//! The only place that writes files: new ones, by a bare name, in the folder the user named.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use gasoline_protocol::Hint;

use crate::limits;
use gasoline_analysis::redact;

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotSaved {
    #[error("this server writes no files: it was started without `--save-dir`")]
    NoFolder,
    #[error("`{name}` is no plain file name")]
    NotPlain { name: String },
    #[error("`{name}` must end in `{ending}`")]
    WrongEnding { name: String, ending: &'static str },
    #[error("`{name}` is there already")]
    Exists { name: String },
    #[error("`{name}` cannot be written: {reason}")]
    CannotWrite { name: String, reason: String },
}

impl Hint for NotSaved {
    fn hint(&self) -> String {
        match self {
            Self::NoFolder => {
                "leave out `save_to`, or ask the user to start `gasoline serve --save-dir DIR`"
            }
            Self::NotPlain { .. } => {
                "pass a name without folders, as `report.md`; letters, digits, `.`, `-` and `_`"
            }
            Self::WrongEnding { .. } => "let the name's ending say the format",
            Self::Exists { .. } => "pass another name: nothing is overwritten",
            Self::CannotWrite { .. } => "ask the user to look at the folder of `--save-dir`",
        }
        .to_owned()
    }
}

/// A place for a file and those beside it, checked before anything is made.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    folder: PathBuf,
    name: String,
    ending: &'static str,
}

impl Place {
    /// Checks the name and that there is a folder.
    pub(crate) fn new(
        folder: Option<&Path>,
        name: &str,
        ending: &'static str,
    ) -> Result<Self, NotSaved> {
        let folder = folder.ok_or(NotSaved::NoFolder)?.to_owned();
        let is_plain =
            |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
        let shown = || redact::echo(name, limits::SAVED_NAME_MAX_CHARS);
        if name.is_empty()
            || name.starts_with('.')
            || name.len() > limits::SAVED_NAME_MAX_CHARS
            || !name.chars().all(is_plain)
        {
            return Err(NotSaved::NotPlain { name: shown() });
        }
        if !name.ends_with(ending) || name.len() == ending.len() {
            return Err(NotSaved::WrongEnding { name: shown(), ending });
        }
        Ok(Self { folder, name: name.to_owned(), ending })
    }

    /// The name without its ending, for files that belong to it.
    pub(crate) fn stem(&self) -> &str {
        self.name.strip_suffix(self.ending).unwrap_or(&self.name)
    }

    /// Writes the file, then those beside it, and tells where it is.
    pub(crate) fn write(&self, text: &str, beside: &[(&str, &[u8])]) -> Result<PathBuf, NotSaved> {
        let all =
            std::iter::once((self.name.as_str(), text.as_bytes())).chain(beside.iter().copied());
        let mut written = Vec::new();
        for (name, bytes) in all {
            let path = self.folder.join(name);
            if let Err(not_saved) = write_new(&path, name, bytes) {
                // Half a report is worse than none.
                for path in written {
                    let _ = std::fs::remove_file(path);
                }
                return Err(not_saved);
            }
            written.push(path);
        }
        Ok(self.folder.join(&self.name))
    }
}

/// A new file, never another's: a link that somebody put there is not followed.
fn write_new(path: &Path, name: &str, bytes: &[u8]) -> Result<(), NotSaved> {
    let opened = OpenOptions::new().write(true).create_new(true).open(path);
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::AlreadyExists => NotSaved::Exists { name: name.to_owned() },
        _ => NotSaved::CannotWrite { name: name.to_owned(), reason: error.to_string() },
    };
    let written = opened.map_err(failed)?.write_all(bytes);
    written.map_err(|error| {
        let _ = std::fs::remove_file(path);
        failed(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_path() {
        let folder = Some(Path::new("/tmp"));
        for name in
            ["", ".md", "../a.md", "a/b.md", "/etc/a.md", "a\\b.md", ".a.md", "a\0.md", "é.md"]
        {
            let refused = Place::new(folder, name, ".md");
            assert!(
                matches!(refused, Err(NotSaved::NotPlain { .. })),
                "`{name}` was taken: {refused:?}"
            );
        }
        assert!(matches!(Place::new(folder, "a.html", ".md"), Err(NotSaved::WrongEnding { .. })));
        assert!(matches!(Place::new(None, "a.md", ".md"), Err(NotSaved::NoFolder)));
        assert_eq!(Place::new(folder, "a.b.md", ".md").expect("a plain name").stem(), "a.b");
    }
}
