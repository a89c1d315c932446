//! `scripts/test` where something is missing: it says what, and installs only where it may.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Held while programs are written, and while one is started: until it runs, a child has the files
/// open that its parent has, and a program that is open for writing cannot be run.
static WRITING: Mutex<()> = Mutex::new(());

/// A machine that has a shell and these programs; gone at the end of its test.
struct Machine(PathBuf);

impl Machine {
    fn new(name: &str, programs: &[(&str, &str)]) -> Self {
        let _alone = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        // One that a killed process of the same number left behind is nobody's.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        for program in ["bash", "dirname"] {
            let found = ["/bin", "/usr/bin"].map(|place| Path::new(place).join(program));
            let found = found.into_iter().find(|path| path.exists()).expect("a shell");
            symlink(found, folder.join(program)).expect("a link");
        }
        for (name, does) in programs {
            let program = folder.join(name);
            fs::write(&program, format!("#!{}/bash\n{does}\n", folder.display())).expect("written");
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("runnable");
        }
        Self(folder)
    }

    /// How it ended, and what it said.
    fn test(&self) -> (Option<i32>, String) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/test");
        let mut command = Command::new(self.0.join("bash"));
        command.arg(script).env("PATH", &self.0).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let alone = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let child = command.spawn().expect("it starts");
        drop(alone);
        let said = child.wait_with_output().expect("it runs");
        let text = format!(
            "{}{}",
            String::from_utf8_lossy(&said.stdout),
            String::from_utf8_lossy(&said.stderr)
        );
        (said.status.code(), text)
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const LACKS: &str =
    "error: the tests need what this machine lacks: gcc libc6-dev chromium python3-venv\nhint: ";

#[test]
fn what_is_missing_is_told_to_one_who_may_not_install_it() {
    let user = [("id", "echo 1000"), ("cargo", ""), ("node", ""), ("apt-get", "echo installed")];
    let (code, said) = Machine::new("gasoline-test-user", &user).test();
    assert_eq!(code, Some(2), "{said}");
    assert!(said.starts_with(LACKS) && !said.contains("installed"), "{said}");
    let elsewhere = [("id", "echo 0"), ("cargo", ""), ("node", "")];
    let (code, said) = Machine::new("gasoline-test-elsewhere", &elsewhere).test();
    assert_eq!(code, Some(2), "{said}");
    assert!(said.starts_with(LACKS), "{said}");
    let (code, said) = Machine::new("gasoline-test-bare", &[("id", "echo 0")]).test();
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("there is no cargo\nhint: "), "{said}");
}

#[test]
fn it_ends_where_the_lists_of_packages_cannot_be_had() {
    let root = [("id", "echo 0"), ("cargo", "echo tested"), ("node", ""), ("apt-get", "exit 100")];
    let (code, said) = Machine::new("gasoline-test-offline", &root).test();
    assert_eq!(code, Some(100), "{said}");
    assert!(!said.contains("tested"), "{said}");
}
