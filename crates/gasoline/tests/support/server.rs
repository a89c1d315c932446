//! `gasoline serve` on a port of its own, ended with the test.

use std::io::{BufRead, BufReader, Read as _};
use std::process::{ChildStderr, ChildStdout, Command, Stdio};

use serde_json::Value;

use super::http::{Answer, Connection};
use super::process::{Guarded, gasoline};

pub(crate) struct Server {
    pub(crate) process: Guarded,
    pub(crate) port: u16,
    /// Held open: whoever prints to a closed pipe fails.
    pub(crate) stdout: BufReader<ChildStdout>,
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    pub(crate) fn with(arguments: &[&str]) -> Self {
        let mut command = gasoline();
        command.args(["serve", "--port", "0"]).args(arguments);
        Self::run(&mut command)
    }

    /// A server with an idle rule longer than any test, and what it finds each time it looks.
    pub(crate) fn with_idle_rule() -> (Self, Looks) {
        let mut command = gasoline();
        command.args(["serve", "--port", "0", "--idle-exit-seconds", "3600"]);
        command.env("GASOLINE_LOG", "gasoline_server::serve=trace").stderr(Stdio::piped());
        let mut server = Self::start_of(&mut command);
        let stderr = server.process.0.stderr.take().expect("a pipe");
        (server, Looks(BufReader::new(stderr)))
    }

    /// Runs a command that serves, and reads the address it prints.
    pub(crate) fn run(command: &mut Command) -> Self {
        Self::start_of(command.stderr(Stdio::null()))
    }

    fn start_of(command: &mut Command) -> Self {
        let child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut process = Guarded(child);
        let mut stdout = BufReader::new(process.0.stdout.take().expect("a pipe"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("a line on stdout");
        let port = line
            .trim_end()
            .strip_prefix("http://127.0.0.1:")
            .and_then(|port| port.parse().ok())
            .unwrap_or_else(|| panic!("`{line}` is no address"));
        Self { process, port, stdout }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.pid()
    }

    pub(crate) fn connect(&self) -> Connection {
        Connection::open(self.port)
    }

    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        self.connect().ask(method, path, headers, body)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[JSON], body.to_string().as_bytes())
    }

    /// Posts what must be accepted.
    #[track_caller]
    pub(crate) fn feed(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    /// Reads what must be there.
    #[track_caller]
    pub(crate) fn read(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }
}

/// What a server logs each second when it looks whether it is needed.
pub(crate) struct Looks(BufReader<ChildStderr>);

impl Looks {
    /// Waits for a look that finds the server needed, or not needed.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, is_needed: bool) {
        let found = if is_needed { "this server is needed" } else { "this server is not needed" };
        let looks = self.0.by_ref().lines().map_while(Result::ok);
        let mut in_time = looks.filter(|line| line.contains("this server is")).take(300);
        assert!(in_time.any(|line| line.contains(found)), "no look says: {found}");
    }
}

pub(crate) const JSON: (&str, &str) = ("Content-Type", "application/json");
