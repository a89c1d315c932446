//! Programs: how they are started, watched by their process id, and ended.

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};

use super::wait_until;

/// Another build to test in place of the one cargo made, to see the figures of a release.
const OTHER_BINARY: &str = "BINARY_UNDER_TEST";

/// What commands read of the environment besides their own settings: the CI job, the exporter, and
/// where an editor keeps its settings.
const FOREIGN_SETTINGS: [&str; 4] = ["GITHUB_", "CI_", "OTEL_", "CLAUDE_CONFIG_DIR"];

/// The real binary, in an environment that holds no settings of whoever runs the tests.
pub(crate) fn gasoline() -> Command {
    let other = std::env::var_os(OTHER_BINARY);
    let mut command = Command::new(other.unwrap_or_else(|| env!("CARGO_BIN_EXE_gasoline").into()));
    clean(&mut command);
    command
}

/// Whether the binary is a debug build, which takes its time.
pub(crate) fn is_debug_build() -> bool {
    cfg!(debug_assertions) && std::env::var_os(OTHER_BINARY).is_none()
}

/// Removes every variable that changes what a command does from its environment.
pub(crate) fn clean(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("GASOLINE_") || FOREIGN_SETTINGS.iter().any(|one| text.starts_with(one))
        {
            command.env_remove(name);
        }
    }
    command.env("HOME", env!("CARGO_TARGET_TMPDIR")).env_remove("XDG_CONFIG_HOME");
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
}

/// What a program that ends by itself said.
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs a program to its end, with an empty stdin.
pub(crate) fn run(command: &mut Command) -> Said {
    let output = command.stdin(Stdio::null()).output().expect("the program runs");
    Said {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("stdout is text"),
        err: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}

/// A child that is killed when the test lets go of it.
pub(crate) struct Guarded(pub(crate) Child);

impl Guarded {
    pub(crate) fn pid(&self) -> u32 {
        self.0.id()
    }

    /// Waits for its end.
    #[track_caller]
    pub(crate) fn end(&mut self) -> ExitStatus {
        let mut status = None;
        wait_until("the process ends", || {
            status = self.0.try_wait().expect("a child can be waited for");
            status.is_some()
        });
        status.expect("it has ended")
    }

    /// All of its stderr, once it has ended.
    pub(crate) fn stderr(&mut self) -> String {
        let mut text = String::new();
        if let Some(stderr) = &mut self.0.stderr {
            stderr.read_to_string(&mut text).expect("stderr is text");
        }
        text
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Sends a signal to one process.
pub(crate) fn signal(name: &str, pid: u32) {
    let _ = Command::new("kill")
        .args([&format!("-{name}"), &pid.to_string()])
        .stderr(Stdio::null())
        .status();
}

/// Whether a process is there and has not ended.
pub(crate) fn is_alive(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().and_then(|rest| rest.trim().chars().next());
    state.is_some_and(|state| state != 'Z' && state != 'X')
}

/// A port nobody listens on, and that nobody is given who asks for any: those are larger. So no server
/// of another test, and no connection, takes it before it is used or between two uses.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Other test processes begin elsewhere; the browser tests use the ports below.
    let first = 19_000 + std::process::id() % 130 * 100;
    loop {
        let port = first + u32::from(NEXT.fetch_add(1, Ordering::SeqCst));
        let port = u16::try_from(port).expect("a port");
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}

/// The server that `gasoline mcp` starts for a port; ended, if it is still there, with the test.
pub(crate) struct Background {
    pub(crate) port: u16,
}

impl Background {
    pub(crate) fn pid(&self) -> Option<u32> {
        let port = self.port.to_string();
        let wanted = ["serve", "--background", "--port", &port];
        let processes = fs::read_dir("/proc").expect("a list of processes");
        processes.flatten().find_map(|entry| {
            let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
            let line = fs::read(entry.path().join("cmdline")).ok()?;
            let words: Vec<&[u8]> = line.split(|byte| *byte == 0).skip(1).take(4).collect();
            let is_it = words == wanted.map(|word| OsStr::new(word).as_encoded_bytes());
            (is_it && is_alive(pid)).then_some(pid)
        })
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        while let Some(pid) = self.pid() {
            signal("KILL", pid);
            wait_until("the background server is gone", || !is_alive(pid));
        }
    }
}

/// What a process occupies now and at most so far, in bytes.
pub(crate) struct Memory {
    pub(crate) now: u64,
    pub(crate) peak: u64,
    /// What of it is mapped from files, which is the binary: how much of that is resident depends on
    /// the build and on how far the kernel reads ahead.
    pub(crate) mapped: u64,
}

impl Memory {
    pub(crate) fn of(pid: u32) -> Self {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("a running process");
        let read = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a figure");
            let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().expect("kilobytes");
            kilobytes * 1024
        };
        Self { now: read("VmRSS:"), peak: read("VmHWM:"), mapped: read("RssFile:") }
    }

    /// The most it took for itself, beside its code.
    pub(crate) fn own_peak(&self) -> u64 {
        self.peak - self.mapped
    }
}
