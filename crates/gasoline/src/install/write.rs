//! Replaces a file as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::limits::CONFIG_MAX_LINKS;

/// Replaces `before` by `after`, and returns the backup if it made one.
///
/// The first time, what was there is kept beside it as `.bak`. A link stays a link: the file it
/// leads to is replaced. If the file is no longer what was read, nothing happens and the error is
/// [`ErrorKind::ResourceBusy`].
pub(super) fn replace(
    path: &Path,
    before: Option<&[u8]>,
    after: &str,
) -> io::Result<Option<PathBuf>> {
    let target = follow(path)?;
    let folder = target.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let draft = beside(&target, &format!(".{}.tmp", std::process::id()));
    let replaced = write_draft(&draft, &target, after)
        .and_then(|()| expect_unchanged(&target, before))
        .and_then(|()| if before.is_some() { back_up(&target) } else { Ok(None) })
        .and_then(|backup| fs::rename(&draft, &target).map(|()| backup));
    if replaced.is_err() {
        let _ = fs::remove_file(&draft);
    }
    replaced
}

/// The file at the end of a chain of links, whether it exists or not.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..CONFIG_MAX_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new(".")).join(next),
            // Not a link, or nothing there.
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("its links go round in a circle"))
}

/// Keeps the original once: a later run must not replace it with our own work.
fn back_up(target: &Path) -> io::Result<Option<PathBuf>> {
    let backup = beside(target, ".bak");
    if backup.symlink_metadata().is_ok() {
        return Ok(None);
    }
    fs::copy(target, &backup)?;
    Ok(Some(backup))
}

fn beside(target: &Path, suffix: &str) -> PathBuf {
    let mut name = target.file_name().map(OsString::from).unwrap_or_default();
    name.push(suffix);
    target.with_file_name(name)
}

fn write_draft(draft: &Path, target: &Path, text: &str) -> io::Result<()> {
    let mut file = create(draft, target)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A new file that nobody may read who could not read the old one.
fn create(draft: &Path, target: &Path) -> io::Result<File> {
    let old = match fs::metadata(target) {
        Ok(old) => old,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return OpenOptions::new().write(true).create_new(true).open(draft);
        }
        Err(error) => return Err(error),
    };
    if old.permissions().readonly() {
        // A rename would replace it all the same.
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it is read-only"));
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(draft)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only root may, and only root needs to: its files would not be the user's.
        let _ = fchown(&file, Some(old.uid()), Some(old.gid()));
    }
    file.set_permissions(old.permissions())?;
    Ok(file)
}

fn expect_unchanged(target: &Path, before: Option<&[u8]>) -> io::Result<()> {
    let now = match fs::read(target) {
        Ok(now) => Some(now),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if now.as_deref() == before { Ok(()) } else { Err(ErrorKind::ResourceBusy.into()) }
}
