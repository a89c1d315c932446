//! An editor: an MCP client over the pipes of `gasoline mcp`, or over `/mcp`.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;

use serde_json::{Value, json};

use super::PATIENCE;
use super::http::{Answer, Connection};
use super::process::{Guarded, gasoline};

/// The revision most clients speak.
pub(crate) const USUAL_VERSION: &str = "2025-06-18";

/// `gasoline mcp`. A server that it starts, because the one of a killed test is gone, ends soon.
pub(crate) fn mcp() -> Command {
    let mut command = gasoline();
    command.arg("mcp").env("GASOLINE_IDLE_EXIT_SECONDS", "60");
    command
}

/// An MCP client over stdio.
pub(crate) struct Editor {
    pub(crate) process: Guarded,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    next_id: u64,
    /// Messages that answered nothing we asked.
    pub(crate) others: Vec<Value>,
}

impl Editor {
    /// Starts `gasoline mcp` on a port and shakes hands.
    pub(crate) fn join(port: u16) -> Self {
        Self::run(mcp().args(["--port", &port.to_string()]))
    }

    /// Starts a command that speaks MCP and shakes hands.
    pub(crate) fn run(command: &mut Command) -> Self {
        let mut editor = Self::spawn(command);
        editor.initialize(USUAL_VERSION);
        editor
    }

    /// Starts a command that speaks MCP and says nothing yet.
    pub(crate) fn spawn(command: &mut Command) -> Self {
        let child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut process = Guarded(child);
        let stdout = process.0.stdout.take().expect("a pipe");
        let (said, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if said.send(line).is_err() {
                    return;
                }
            }
        });
        let stdin = process.0.stdin.take();
        Self { process, stdin, lines, next_id: 1, others: Vec::new() }
    }

    pub(crate) fn initialize(&mut self, version: &str) -> Value {
        let answer = self.request("initialize", &opening(version));
        self.tell(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer["result"].clone()
    }

    /// Writes one line as it is.
    pub(crate) fn say(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        // A process that has ended is noticed by whoever waits for its answer.
        let _ = stdin.write_all(format!("{line}\n").as_bytes());
        let _ = stdin.flush();
    }

    pub(crate) fn tell(&mut self, message: &Value) {
        self.say(&message.to_string());
    }

    /// Sends a request and returns its id.
    pub(crate) fn begin(&mut self, method: &str, params: &Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.tell(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// The answer to a request, whole.
    #[track_caller]
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        self.answer_to(id)
    }

    #[track_caller]
    pub(crate) fn answer_to(&mut self, id: u64) -> Value {
        loop {
            let message = self.next_message().expect("an answer");
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.others.push(message);
        }
    }

    /// The next line of stdout, which must be JSON-RPC; `None` once stdout is closed.
    #[track_caller]
    pub(crate) fn next_message(&mut self) -> Option<Value> {
        let line = match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => panic!("no message came"),
        };
        let message: Value = serde_json::from_str(&line)
            .unwrap_or_else(|error| panic!("stdout has a line that is no JSON ({error}): {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        Some(message)
    }

    /// The result of a tool; a JSON-RPC error fails the test.
    #[track_caller]
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Called {
        let answer = self.request("tools/call", &json!({"name": tool, "arguments": arguments}));
        Called::of(&answer)
    }

    pub(crate) fn close_stdin(&mut self) {
        self.stdin = None;
    }
}

fn opening(version: &str) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "tests", "version": "1"},
    })
}

/// What a tool answered.
#[derive(Debug, Clone)]
pub(crate) struct Called {
    pub(crate) is_error: bool,
    pub(crate) text: String,
    pub(crate) structured: Value,
    pub(crate) whole: Value,
}

impl Called {
    #[track_caller]
    pub(crate) fn of(answer: &Value) -> Self {
        let result = answer.get("result").unwrap_or_else(|| panic!("no result: {answer}"));
        Self {
            is_error: result["isError"] == true,
            text: result["content"][0]["text"].as_str().expect("a text").to_owned(),
            structured: result["structuredContent"].clone(),
            whole: result.clone(),
        }
    }
}

/// An MCP client over streamable HTTP. Each message has its own connection: the server closes one
/// that is idle, however slow the test is between two messages.
pub(crate) struct HttpEditor {
    port: u16,
    session: Option<String>,
    next_id: u64,
}

impl HttpEditor {
    pub(crate) fn join(port: u16) -> Self {
        let mut editor = Self { port, session: None, next_id: 1 };
        let answer = editor.send(&json!({
            "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": opening(USUAL_VERSION),
        }));
        editor.session = answer.header("mcp-session-id").map(str::to_owned);
        editor.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        editor
    }

    fn send(&self, message: &Value) -> Answer {
        let mut headers = vec![
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", USUAL_VERSION),
        ];
        if let Some(session) = &self.session {
            headers.push(("Mcp-Session-Id", session));
        }
        let mut connection = Connection::open(self.port);
        connection.ask("POST", "/mcp", &headers, message.to_string().as_bytes())
    }

    /// The status a request is answered with.
    pub(crate) fn status(&mut self, method: &str) -> u16 {
        self.send(&json!({"jsonrpc": "2.0", "id": 0, "method": method, "params": {}})).status
    }

    #[track_caller]
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let answer = self.send(&message);
        assert_eq!(answer.status, 200, "{}", answer.text());
        if answer.header("content-type").is_some_and(|kind| kind.starts_with("application/json")) {
            return answer.json();
        }
        let text = answer.text();
        let events = text.lines().filter_map(|line| line.strip_prefix("data:"));
        let messages = events.filter_map(|data| serde_json::from_str::<Value>(data.trim()).ok());
        let mut answers = messages.filter(|message| message["id"] == id);
        answers.next().unwrap_or_else(|| panic!("no answer in: {text}"))
    }

    #[track_caller]
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Called {
        let answer = self.request("tools/call", &json!({"name": tool, "arguments": arguments}));
        Called::of(&answer)
    }
}
