//! The browser that shops: found on this machine, started with a profile of its own, gone afterwards.

use std::fs::DirBuilder;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use crate::attach::Address;
use crate::limits::{CHROMIUM_START_POLL, CHROMIUM_START_TIMEOUT};

/// What Chromium is called where programs are looked for.
const NAMES: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
];

/// Where macOS keeps it.
const PLACES: [&str; 3] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

/// Nothing of the user's, nothing from the network, nothing that asks.
const FLAGS: [&str; 16] = [
    "--remote-debugging-port=0",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-breakpad",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-sync",
    "--disable-quic",
    "--no-proxy-server",
    "--password-store=basic",
    "--use-mock-keychain",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--window-size=900,860",
];

/// How often its profile is tried to be removed: its processes end one after the other.
const REMOVALS: u32 = 60;

/// The file in which the browser says where its debugger listens.
const PORT_FILE: &str = "DevToolsActivePort";

/// The first browser there is, among the programs of `PATH` and in the usual places.
pub(super) fn find() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let named = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    named.chain(PLACES.map(PathBuf::from)).find(|path| is_program(path))
}

pub(super) fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

/// A running browser. It ends when this is dropped, and its profile is removed.
pub(super) struct Chromium {
    child: Child,
    /// Dropped after the browser has ended.
    profile: Profile,
}

impl Chromium {
    /// Starts it; why not, in words.
    pub(super) fn start(program: &Path, is_headed: bool) -> Result<Self, String> {
        let profile = Profile::make().map_err(|error| format!("no folder for it: {error}"))?;
        let mut command = Command::new(program);
        command
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.0.display()))
            .args((!is_headed).then_some("--headless=new"))
            .args(is_root().then_some("--no-sandbox"))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Its own group: Ctrl-C is meant for us, and we end it.
            .process_group(0);
        let child = command.spawn().map_err(|error| error.to_string())?;
        Ok(Self { child, profile })
    }

    /// Where its debugger listens, once it does.
    pub(super) async fn address(&mut self) -> Result<Address, String> {
        let file = self.profile.0.join(PORT_FILE);
        let mut waited = Duration::ZERO;
        while waited < CHROMIUM_START_TIMEOUT {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(format!("it ended at once, {status}"));
            }
            let said = std::fs::read_to_string(&file).unwrap_or_default();
            // The second line is written last.
            if let Some((port, _)) = said.split_once('\n') {
                return Address::parse(port).map_err(|error| error.to_string());
            }
            tokio::time::sleep(CHROMIUM_START_POLL).await;
            waited += CHROMIUM_START_POLL;
        }
        Err(format!("it did not answer within {} s", CHROMIUM_START_TIMEOUT.as_secs()))
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // All of its group: the others would write into the profile until they notice.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
    }
}

/// A folder for one browser.
struct Profile(PathBuf);

impl Profile {
    fn make() -> std::io::Result<Self> {
        let path = std::env::temp_dir().join(format!("gasoline-demo-{}", std::process::id()));
        // One that an ended process of the same number left behind is nobody's.
        let _ = std::fs::remove_dir_all(&path);
        DirBuilder::new().mode(0o700).create(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        for _ in 0..REMOVALS {
            let _ = std::fs::remove_dir_all(&self.0);
            std::thread::sleep(CHROMIUM_START_POLL);
            // What still ends may have written into it again meanwhile.
            if !self.0.exists() {
                return;
            }
        }
    }
}

/// Chromium refuses to be root's in its sandbox.
fn is_root() -> bool {
    cfg!(target_os = "linux") && std::fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_texts_are_no_programs() {
        assert!(is_program(Path::new("/bin/sh")));
        for path in ["/", "/nonexistent", "/etc/passwd"] {
            assert!(!is_program(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn what_does_not_start_leaves_no_profile() {
        let refused = Chromium::start(Path::new("/nonexistent"), false);
        assert!(refused.is_err());
        let path = std::env::temp_dir().join(format!("gasoline-demo-{}", std::process::id()));
        assert!(!path.exists());
    }
}
