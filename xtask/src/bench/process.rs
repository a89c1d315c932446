//! The server under measure: started, asked over a kept connection, watched through /proc.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// Clock ticks a second in /proc, on every Linux there is.
const TICKS_PER_SECOND: f64 = 100.0;

/// What is measured: `GASOLINE_BINARY`, or the build that is shipped.
pub(super) fn shipped_binary() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("GASOLINE_BINARY") {
        return Some(PathBuf::from(named));
    }
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    Some(target.join("dist/gasoline")).filter(|path| path.is_file())
}

/// A running server; it ends with this value.
pub(super) struct Server {
    child: Child,
    pub(super) port: u16,
}

impl Server {
    pub(super) fn start(binary: &Path) -> Result<Self> {
        let mut child = Command::new(binary)
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let stdout = child.stdout.take().context("a pipe")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        Ok(Self { child, port: port.context("the server's address")? })
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn connect(&self) -> Result<Connection> {
        let stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_nodelay(true)?;
        Ok(Connection { reader: BufReader::new(stream), port: self.port })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Seconds of CPU a process has used.
pub(super) fn cpu_seconds(pid: u32) -> Result<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields: Vec<&str> =
        stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok());
    let used = ticks(11).zip(ticks(12)).context("times in /proc")?;
    Ok((used.0 + used.1) / TICKS_PER_SECOND)
}

/// Megabytes a process occupies now, and at its highest.
pub(super) fn resident_mb(pid: u32) -> Result<(f64, f64)> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().trim_end_matches("kB").trim().parse::<f64>().ok()
    };
    let (now, peak) = field("VmRSS:").zip(field("VmHWM:")).context("sizes in /proc")?;
    Ok((now / 1000.0, peak / 1000.0))
}

/// A kept connection.
pub(super) struct Connection {
    reader: BufReader<TcpStream>,
    port: u16,
}

impl Connection {
    pub(super) fn post(&mut self, path: &str, body: &str) -> Result<Vec<u8>> {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.port,
            body.len()
        );
        let mut request = head.into_bytes();
        request.extend_from_slice(body.as_bytes());
        self.reader.get_mut().write_all(&request)?;
        self.answer()
    }

    pub(super) fn get(&mut self, path: &str) -> Result<Vec<u8>> {
        let head = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port);
        self.reader.get_mut().write_all(head.as_bytes())?;
        self.answer()
    }

    fn answer(&mut self) -> Result<Vec<u8>> {
        let mut length = 0;
        let mut line = String::new();
        self.reader.read_line(&mut line)?;
        ensure!(line.starts_with("HTTP/1.1 200"), "the server said {line:?}");
        loop {
            line.clear();
            self.reader.read_line(&mut line)?;
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body)?;
        Ok(body)
    }
}

/// An editor: `gasoline mcp` on pipes.
pub(super) struct Editor {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    next_id: u64,
}

impl Editor {
    /// Starts one and waits for the answer to `initialize`.
    pub(super) fn open(binary: &Path, port: u16, environment: &[(&str, &str)]) -> Result<Self> {
        let mut child = Command::new(binary)
            .args(["mcp", "--port", &port.to_string()])
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().context("a pipe")?);
        let mut editor = Self { child, stdin, stdout, next_id: 1 };
        editor.ask(
            "initialize",
            &json!({
                "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": {"name": "bench", "version": "1"},
            }),
        )?;
        editor.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(editor)
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn ask(&mut self, method: &str, params: &Value) -> Result<String> {
        let id = self.next_id;
        self.next_id += 1;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        let mut line = String::new();
        self.stdout.read_line(&mut line)?;
        ensure!(line.contains("\"result\""), "{method}: {line}");
        Ok(line)
    }

    fn say(&mut self, message: &Value) -> Result<()> {
        let mut line = message.to_string();
        line.push('\n');
        let stdin = self.stdin.as_mut().context("stdin")?;
        stdin.write_all(line.as_bytes())?;
        Ok(stdin.flush()?)
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.stdin = None;
        let _ = self.child.wait();
    }
}
