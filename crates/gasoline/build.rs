//! Lists the files of the built extension, so that the binary can carry them, and tells it what it is
//! built from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const FOLDER: &str = "../../packages/extension/dist";

fn main() -> io::Result<()> {
    let folder = Path::new(&std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join(FOLDER);
    let mut files = Vec::new();
    gather(&folder, &mut files)?;
    files.sort();
    let mut table = "&[\n".to_owned();
    for file in &files {
        let name = file.strip_prefix(&folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
        table.push_str(&format!(
            "    ({name:?}, include_bytes!({:?})),\n",
            file.display().to_string()
        ));
    }
    table.push_str("]\n");
    let out = std::env::var("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("extension.rs"), table)?;
    // A folder is watched with all that is in it: a file that is added is noticed.
    let mut out = io::stdout();
    io::Write::write_all(&mut out, format!("cargo::rerun-if-changed={FOLDER}\n").as_bytes())?;
    io::Write::write_all(&mut out, origin().as_bytes())
}

/// What `--version` tells. Without a repository, as in a tarball, there is no commit to tell.
fn origin() -> String {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let mut lines = format!(
        "cargo::rustc-env=GASOLINE_BUILD_TARGET={}\ncargo::rustc-env=GASOLINE_BUILD_PROFILE={}\n",
        variable("TARGET"),
        variable("PROFILE")
    );
    let rustc = said(&variable("RUSTC"), &["--version"]).unwrap_or_default();
    let rustc = rustc.strip_prefix("rustc ").unwrap_or(&rustc);
    lines.push_str(&format!("cargo::rustc-env=GASOLINE_BUILD_RUSTC={rustc}\n"));
    let commit = commit().map(|commit| format!(" ({commit})")).unwrap_or_default();
    lines.push_str(&format!("cargo::rustc-env=GASOLINE_BUILD_COMMIT={commit}\n"));
    if let Some(log) =
        said("git", &["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        lines.push_str(&format!("cargo::rerun-if-changed={log}\n"));
    }
    // Whether there are changes beside the commit is asked again when sources change.
    for folder in
        ["src", "../gasoline-server/src", "../gasoline-codegen/src", "../gasoline-analysis/src"]
    {
        lines.push_str(&format!("cargo::rerun-if-changed={folder}\n"));
    }
    lines
}

/// The commit, with `+changes` if there are some. A repository around ours says nothing about us.
fn commit() -> Option<String> {
    let root = Path::new(&std::env::var("CARGO_MANIFEST_DIR").ok()?).join("../..").canonicalize();
    let top = said("git", &["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root.ok()? {
        return None;
    }
    let commit = said("git", &["rev-parse", "--short=12", "HEAD"])?;
    let status = ["--no-optional-locks", "status", "--porcelain", "--untracked-files=no"];
    let is_changed = said("git", &status).is_none_or(|changes| !changes.is_empty());
    Some(if is_changed { format!("{commit}+changes") } else { commit })
}

fn said(program: &str, words: &[&str]) -> Option<String> {
    let output = std::process::Command::new(program).args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
