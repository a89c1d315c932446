//! A saved snapshot: a file that `gasoline snapshot` wrote, read back.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use gasoline_analysis::report::Shard;
use gasoline_analysis::session_file::FileInfo;
use gasoline_analysis::view::Session;
use gasoline_protocol::{Hint, Kind};

use crate::limits::SAVED_FILE_MAX_BYTES;

/// Why a file is of no use.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("cannot read `{}`: {error}", path.display())]
    NoFile { path: PathBuf, error: std::io::Error },
    #[error("`{}` is larger than {SAVED_FILE_MAX_BYTES} bytes", path.display())]
    TooLarge { path: PathBuf },
    #[error("`{}` ends in the middle: it was not saved whole", path.display())]
    Truncated { path: PathBuf },
    #[error("`{}` is no JSON: {error}", path.display())]
    NoJson { path: PathBuf, error: serde_json::Error },
    #[error("`{}` is no snapshot of Gasoline: {what}", path.display())]
    Foreign { path: PathBuf, what: String },
}

impl Hint for Unreadable {
    fn hint(&self) -> String {
        match self {
            Self::NoFile { .. } => "name a file that `gasoline snapshot --output FILE` wrote",
            Self::TooLarge { .. } => "save less with `gasoline snapshot --since` or `--test-id`",
            Self::Truncated { .. } => "save it again with `gasoline snapshot --output FILE`",
            Self::NoJson { .. } | Self::Foreign { .. } => {
                "make one with `gasoline snapshot --output FILE` while the server runs"
            }
        }
        .to_owned()
    }
}

/// The text of a saved snapshot.
#[derive(Debug)]
pub(crate) struct Saved {
    path: PathBuf,
    text: String,
}

impl Saved {
    pub(crate) fn open(path: &Path) -> Result<Self, Unreadable> {
        let no_file = |error| Unreadable::NoFile { path: path.to_owned(), error };
        // A pipe has no size, and is read no further than a file.
        let mut text = String::new();
        let file = fs::File::open(path).map_err(no_file)?;
        let size =
            file.take(SAVED_FILE_MAX_BYTES + 1).read_to_string(&mut text).map_err(no_file)?;
        if size as u64 > SAVED_FILE_MAX_BYTES {
            return Err(Unreadable::TooLarge { path: path.to_owned() });
        }
        Ok(Self { path: path.to_owned(), text })
    }

    /// A snapshot that a server just answered.
    pub(crate) fn answered(text: String) -> Self {
        Self { path: PathBuf::new(), text }
    }

    /// Whether a server answered it just now.
    pub(crate) fn is_answer(&self) -> bool {
        self.path.as_os_str().is_empty()
    }

    /// What the snapshot says of a run of tests.
    pub(crate) fn shard(&self) -> Result<Shard<'_>, Unreadable> {
        let name = self.path.display().to_string();
        Shard::read(&name, &self.text).map_err(|error| self.complaint(error))
    }

    /// The events that a digest reads, and what else the file says.
    pub(crate) fn session(&self) -> Result<(Session<'_>, FileInfo<'_>), Unreadable> {
        Session::read(&self.text, |kind| !matches!(kind, Kind::DomSnapshots | Kind::Screenshots))
            .map_err(|error| self.complaint(error))
    }

    fn complaint(&self, error: serde_json::Error) -> Unreadable {
        let path = self.path.clone();
        match error.classify() {
            serde_json::error::Category::Eof => Unreadable::Truncated { path },
            serde_json::error::Category::Data => {
                Unreadable::Foreign { path, what: error.to_string() }
            }
            _ => Unreadable::NoJson { path, error },
        }
    }
}
