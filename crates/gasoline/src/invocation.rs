//! How this program is started again: the words its user has for it, to be copied into a shell.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

const PACKAGE: &str = "gasoline-mcp";

/// The words for the program that runs.
pub(crate) fn called() -> String {
    let executable = env::current_exe().unwrap_or_else(|_| PathBuf::from("gasoline"));
    let folder = env::current_dir().unwrap_or_default();
    Start { executable, folder, path: env::var_os("PATH").unwrap_or_default() }.words()
}

/// What tells how it was started.
struct Start {
    executable: PathBuf,
    /// Where the user is.
    folder: PathBuf,
    /// `PATH`.
    path: OsString,
}

impl Start {
    /// | This program | Words |
    /// |---|---|
    /// | was fetched by `npx` | `npx -y gasoline-mcp` |
    /// | is what the shell starts as `gasoline` | `gasoline` |
    /// | is a package of the project | `npx gasoline` |
    /// | is anywhere else | where it is |
    fn words(&self) -> String {
        let program = fs::canonicalize(&self.executable).unwrap_or(self.executable.clone());
        if is_fetched(&program) {
            return format!("npx -y {PACKAGE}");
        }
        if self.is_on_path(&program) {
            return "gasoline".to_owned();
        }
        let is_of_project = |folder: &Path| program.starts_with(folder.join("node_modules"));
        if self.folder.ancestors().any(is_of_project) {
            return "npx gasoline".to_owned();
        }
        quoted(&match self.executable.strip_prefix(&self.folder) {
            Ok(below) => format!("./{}", below.display()),
            Err(_) => self.executable.display().to_string(),
        })
    }

    /// Whether a shell starts this program, or the script that starts it, when it is told `gasoline`.
    fn is_on_path(&self, program: &Path) -> bool {
        let name = format!("gasoline{}", env::consts::EXE_SUFFIX);
        // npm puts a project's own folder in front for as long as a command of it runs.
        let is_lasting =
            |folder: &PathBuf| folder.is_absolute() && !folder.ends_with("node_modules/.bin");
        let found = env::split_paths(&self.path)
            .filter(is_lasting)
            .map(|folder| folder.join(&name))
            .find(|candidate| candidate.is_file());
        let Some(found) = found.and_then(|found| fs::canonicalize(found).ok()) else {
            return false;
        };
        found == program || packages_of_script(&found).is_some_and(|all| program.starts_with(all))
    }
}

/// The folder of packages that a script of ours belongs to: `lib/node_modules`, where it is global.
fn packages_of_script(script: &Path) -> Option<&Path> {
    let ours = Path::new(PACKAGE).join("bin/gasoline.js");
    script.ends_with(ours).then(|| script.ancestors().nth(3))?
}

/// Whether `npx` fetched this program by its name, and would again. From a file or a folder it has
/// another name, which only its user knows.
fn is_fetched(program: &Path) -> bool {
    let is_cache =
        |folder: &&Path| folder.parent().and_then(Path::file_name) == Some(OsStr::new("_npx"));
    let Some(cache) = program.ancestors().find(is_cache) else { return false };
    let about = fs::read(cache.join("package.json")).ok();
    let about: Option<Value> = about.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let about = about.unwrap_or_default();
    let version = about["dependencies"][PACKAGE].as_str();
    version.is_some_and(|version| !version.contains([':', '/']))
}

/// A word that shells take as one.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+:@,=~".contains(letter);
    if word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// A machine with a few files, gone at the end of its test.
    struct Machine(PathBuf);

    impl Machine {
        fn new() -> Self {
            static COUNT: AtomicUsize = AtomicUsize::new(0);
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("gasoline-invocation-{}-{count}", std::process::id());
            let root = env::temp_dir().join(name);
            fs::create_dir_all(&root).expect("a folder");
            Self(fs::canonicalize(root).expect("a folder"))
        }

        fn write(&self, path: &str, text: &str) -> PathBuf {
            let path = self.0.join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(&path, text).expect("a file");
            path
        }

        fn link(&self, path: &str, target: &Path) {
            let path = self.0.join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            symlink(target, path).expect("a link");
        }

        /// The words for a program, for one who is in `folder` and has `path`.
        fn words(&self, program: &Path, folder: &str, path: &[&str]) -> String {
            let path = env::join_paths(path.iter().map(|part| self.0.join(part))).expect("a PATH");
            let words =
                Start { executable: program.to_owned(), folder: self.0.join(folder), path }.words();
            words.replace(&*self.0.to_string_lossy(), "~")
        }
    }

    impl Drop for Machine {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_program_of_the_shell_has_its_short_name_unless_another_comes_first() {
        let machine = Machine::new();
        let program = machine.write("opt/gasoline", "");
        machine.link("bin/gasoline", &program);
        assert_eq!(machine.words(&program, "shop", &["empty", "bin"]), "gasoline");
        machine.write("other/gasoline", "");
        assert_eq!(machine.words(&program, "shop", &["other", "bin"]), "~/opt/gasoline");
    }

    #[test]
    fn a_global_package_is_started_by_its_script() {
        let machine = Machine::new();
        let program = machine.write("lib/node_modules/gasoline-mcp-linux-x64/bin/gasoline", "");
        let script = machine.write("lib/node_modules/gasoline-mcp/bin/gasoline.js", "");
        machine.link("bin/gasoline", &script);
        assert_eq!(machine.words(&program, "shop", &["bin"]), "gasoline");
    }

    #[test]
    fn a_package_of_the_project_is_started_by_npx() {
        let machine = Machine::new();
        let modules = "shop/node_modules";
        let program = machine.write(&format!("{modules}/gasoline-mcp-linux-x64/bin/gasoline"), "");
        let script = machine.write(&format!("{modules}/gasoline-mcp/bin/gasoline.js"), "");
        machine.link(&format!("{modules}/.bin/gasoline"), &script);
        let path = format!("{modules}/.bin");
        assert_eq!(machine.words(&program, "shop/src", &[&path]), "npx gasoline");
        assert_eq!(
            machine.words(&program, "elsewhere", &[&path]),
            "~/shop/node_modules/gasoline-mcp-linux-x64/bin/gasoline",
        );
    }

    #[test]
    fn what_npx_fetched_by_name_it_fetches_again_and_what_it_had_from_a_file_it_does_not() {
        let machine = Machine::new();
        let cache = ".npm/_npx/0a1b2c";
        let program =
            machine.write(&format!("{cache}/node_modules/gasoline-mcp-linux-x64/bin/gasoline"), "");
        let about = format!("{cache}/package.json");
        machine.write(&about, r#"{"dependencies": {"gasoline-mcp": "^0.1.0"}}"#);
        assert_eq!(machine.words(&program, "shop", &[]), "npx -y gasoline-mcp");
        machine.write(&about, r#"{"dependencies": {"gasoline-mcp": "file:../a.tgz"}}"#);
        let path = format!("~/{cache}/node_modules/gasoline-mcp-linux-x64/bin/gasoline");
        assert_eq!(machine.words(&program, "shop", &[]), path);
    }

    #[test]
    fn any_other_is_told_by_its_place_as_a_shell_takes_it() {
        let machine = Machine::new();
        let program = machine.write("clone/target/debug/gasoline", "");
        assert_eq!(machine.words(&program, "clone", &[]), "./target/debug/gasoline");
        let program = machine.write("it's here/gasoline", "");
        assert_eq!(machine.words(&program, "clone", &[]), "'~/it'\\''s here/gasoline'");
    }
}
