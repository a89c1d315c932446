//! Saved snapshots: the files that were named, and those in folders that were.

use std::io::Write;
use std::path::{Path, PathBuf};

use gasoline_protocol::Since;

use super::CannotReport;
use super::source::complain;
use crate::limits::REPORT_PROGRESS_MIN_BYTES;
use crate::saved::Saved;

/// Opens every file. One that cannot be read is told by name and left out, unless it is the only one.
pub(super) fn open(
    named: &[PathBuf],
    since: Since,
    err: &mut dyn Write,
) -> anyhow::Result<(Vec<Saved>, Vec<String>)> {
    let paths = list(named)?;
    if let (Since::Seq(_), files @ 2..) = (since, paths.len()) {
        return Err(CannotReport::CursorOfMany { files }.into());
    }
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
    let is_long = paths.iter().map(|path| size(path)).sum::<u64>() >= REPORT_PROGRESS_MIN_BYTES;
    let (mut texts, mut refused) = (Vec::with_capacity(paths.len()), Vec::new());
    for (index, path) in paths.iter().enumerate() {
        if is_long {
            let megabytes = size(path) / 1_000_000;
            let (number, all, path) = (index + 1, paths.len(), path.display());
            let _ = writeln!(err, "reading {number} of {all}: {path} ({megabytes} MB)");
        }
        match Saved::open(path) {
            Ok(saved) => texts.push(saved),
            Err(error) if paths.len() == 1 => return Err(error.into()),
            Err(error) => refused.push(complain(&error, err)),
        }
    }
    Ok((texts, refused))
}

/// The files of what was named: a folder stands for its `.json` files, in the order of their names.
fn list(named: &[PathBuf]) -> Result<Vec<PathBuf>, CannotReport> {
    let mut paths = Vec::new();
    for path in named.iter().flat_map(|path| parts(path)) {
        if !path.is_dir() {
            paths.push(path);
            continue;
        }
        let listed = std::fs::read_dir(&path).into_iter().flatten().flatten();
        let mut inside: Vec<PathBuf> = listed
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
            .collect();
        if inside.is_empty() {
            return Err(CannotReport::EmptyFolder { folder: path.display().to_string() });
        }
        inside.sort();
        paths.extend(inside);
    }
    // A shell's pattern and a folder may name the same file.
    let mut distinct: Vec<PathBuf> = Vec::with_capacity(paths.len());
    for path in paths {
        if !distinct.contains(&path) {
            distinct.push(path);
        }
    }
    Ok(distinct)
}

/// An environment variable is one text: commas part its files, unless a file is called just so.
fn parts(path: &Path) -> Vec<PathBuf> {
    match path.to_str() {
        Some(text) if text.contains(',') && !path.exists() => {
            text.split(',').filter(|part| !part.is_empty()).map(PathBuf::from).collect()
        }
        _ => vec![path.to_owned()],
    }
}
