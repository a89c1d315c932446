//! `gasoline extension`: writes the browser extension that this binary carries.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use gasoline_protocol::Hint;
use serde_json::Value;

use crate::invocation::called;

/// The files of the built extension, by their path in its folder.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/extension.rs"));

const MANIFEST: &str = "manifest.json";

/// Why the extension was not written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CannotWrite {
    #[error("`{}` holds something else than the extension", path.display())]
    NotOurs { path: PathBuf },
    #[error("cannot write `{}`: {error}", path.display())]
    Unwritable { path: PathBuf, error: io::Error },
}

impl Hint for CannotWrite {
    fn hint(&self) -> String {
        let folder = match self {
            Self::NotOurs { .. } => "a new folder",
            Self::Unwritable { .. } => "a folder you may write to",
        };
        format!("name {folder}: `{} extension DIR`", called())
    }
}

pub(crate) fn run(folder: &Path, out: &mut dyn Write) -> Result<(), CannotWrite> {
    if !may_take(folder) {
        return Err(CannotWrite::NotOurs { path: folder.to_owned() });
    }
    for (name, bytes) in FILES {
        let path = folder.join(name);
        write(&path, bytes).map_err(|error| CannotWrite::Unwritable { path, error })?;
    }
    let version = manifest().and_then(|all| all["version"].as_str().map(str::to_owned));
    let shown = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let _ = writeln!(
        out,
        "wrote the extension {} to {}\n\n\
         To load it in Chrome, Edge or another Chromium:\n\
         1. open chrome://extensions\n\
         2. switch on Developer mode\n\
         3. press Load unpacked and choose that folder\n\
         If it is loaded from there already, press its reload button instead.\n\
         `{} doctor` says whether it is connected.",
        version.unwrap_or_default(),
        shown.display(),
        called(),
    );
    Ok(())
}

/// Whether nothing of somebody else is in the folder: it is new, empty, or an earlier copy.
fn may_take(folder: &Path) -> bool {
    match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none() || is_copy(folder),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Whether the folder's manifest names our extension.
fn is_copy(folder: &Path) -> bool {
    let found = fs::read(folder.join(MANIFEST)).ok();
    let found: Option<Value> = found.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let (Some(found), Some(ours)) = (found, manifest()) else { return false };
    found["name"].is_string() && found["name"] == ours["name"] && found["key"] == ours["key"]
}

fn manifest() -> Option<Value> {
    let (_, bytes) = FILES.iter().find(|(name, _)| *name == MANIFEST)?;
    serde_json::from_slice(bytes).ok()
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, bytes)
}
