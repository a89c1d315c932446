//! Lists the files of the built extension, so that the binary can carry them.

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
    io::Write::write_all(&mut out, format!("cargo::rerun-if-changed={FOLDER}\n").as_bytes())
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
