//! What `gasoline install` has to know about the machine, gathered once and handed in.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Os {
    Linux,
    Mac,
    Windows,
}

/// The machine, as far as config files are concerned.
#[derive(Debug, Clone)]
pub(crate) struct System {
    pub(crate) os: Os,
    pub(crate) home: PathBuf,
    /// Where a project's config goes.
    pub(crate) project: PathBuf,
    /// This program.
    pub(crate) executable: PathBuf,
    /// The `gasoline` that a shell would start, if it is this program.
    pub(crate) on_path: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`.
    pub(crate) config_home: Option<PathBuf>,
    /// `APPDATA`.
    pub(crate) app_data: Option<PathBuf>,
    /// `CLAUDE_CONFIG_DIR`.
    pub(crate) claude_config: Option<PathBuf>,
    /// The folder that Windows shows to a packaged Claude Desktop in place of `APPDATA`.
    pub(crate) claude_package: Option<PathBuf>,
}

impl System {
    /// The machine this program runs on, or `None` if it has no home directory.
    pub(crate) fn here() -> Option<Self> {
        let os = match env::consts::OS {
            "windows" => Os::Windows,
            "macos" => Os::Mac,
            _ => Os::Linux,
        };
        let executable = env::current_exe().unwrap_or_else(|_| PathBuf::from("gasoline"));
        Some(Self {
            os,
            home: env::home_dir().filter(|home| home.is_absolute())?,
            project: env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
            on_path: find_on_path(&executable),
            executable,
            config_home: folder("XDG_CONFIG_HOME"),
            app_data: folder("APPDATA"),
            claude_config: folder("CLAUDE_CONFIG_DIR"),
            claude_package: folder("LOCALAPPDATA").and_then(|local| find_claude_package(&local)),
        })
    }
}

/// The XDG rules ask to ignore paths that are not absolute; it suits the other variables as well.
fn folder(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

fn find_on_path(executable: &Path) -> Option<PathBuf> {
    let this = fs::canonicalize(executable).ok()?;
    let name = format!("gasoline{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&name))
        .find(|candidate| fs::canonicalize(candidate).is_ok_and(|found| found == this))
}

/// Since 2026 the Windows installer makes a package, whose `APPDATA` is redirected:
/// <https://github.com/anthropics/claude-code/issues/26073>.
fn find_claude_package(local_app_data: &Path) -> Option<PathBuf> {
    let is_claude = |name: &OsStr| name.to_string_lossy().starts_with("Claude_");
    fs::read_dir(local_app_data.join("Packages"))
        .ok()?
        .flatten()
        .filter(|package| is_claude(&package.file_name()))
        .map(|package| package.path().join("LocalCache").join("Roaming").join("Claude"))
        .find(|folder| folder.is_dir())
}
