//! `gasoline mcp`: MCP over stdio, through a tunnel to the one server of this machine.
//!
//! Any number of editors share that server and its journal. If none runs, one is started in the
//! background, which ends by itself when nobody needs it. If it dies, the tunnel is dug again and
//! what was said before is said again, so that the editor notices nothing.
//!
//! Plain threads, no async: this process must start in milliseconds and weigh next to nothing.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::os::unix::process::{CommandExt, parent_id};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use gasoline_protocol::Hint;
use gasoline_server::mcp::ToolChoice;
use gasoline_server::mcp::tunnel::{Hello, PROTOCOL};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::args::Mcp;
use crate::limits::{
    BRIDGE_FAREWELL_TIMEOUT, BRIDGE_GREETING_TIMEOUT, BRIDGE_HEAD_MAX_BYTES, BRIDGE_PARENT_POLL,
    BRIDGE_START_POLL, BRIDGE_START_TIMEOUT,
};
use crate::{CLEAN, project, serve, server};

/// Attempts to reach a server again before giving up.
const REJOIN_ATTEMPTS: u32 = 5;

/// Why the editor gets no server.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CannotJoin {
    #[error("something that is not Gasoline holds port {port}")]
    NotGasoline { port: u16 },
    #[error("the server on port {port} is too old or too new to join: it said `{said}`")]
    NoTunnel { port: u16, said: String },
    #[error("a server was started on port {port} but did not listen within {} seconds", BRIDGE_START_TIMEOUT.as_secs())]
    NotStarted { port: u16 },
    #[error("the server that was started on port {port} ended at once ({status})")]
    Ended { port: u16, status: ExitStatus },
    #[error("`{}` is no folder to save reports in", folder.display())]
    NoFolder { folder: PathBuf },
    #[error("cannot start a server: {0}")]
    NoProcess(std::io::Error),
}

impl Hint for CannotJoin {
    fn hint(&self) -> String {
        match self {
            Self::NotGasoline { .. } => {
                "stop it, or choose another port with `--port N` (or GASOLINE_PORT)".to_owned()
            }
            Self::NoTunnel { .. } => {
                "end the other server, or run the same version of `gasoline` everywhere".to_owned()
            }
            Self::NotStarted { .. } => "run `gasoline serve` to see why".to_owned(),
            Self::Ended { .. } => {
                "run `gasoline serve` with the same flags and environment to see why".to_owned()
            }
            Self::NoFolder { .. } => "create it, or name another with `--save-dir`".to_owned(),
            Self::NoProcess(_) => "check that the `gasoline` program can be run".to_owned(),
        }
    }
}

pub(crate) fn run(port: u16, options: &Mcp) -> anyhow::Result<u8> {
    // Before we join: who is given to another parent meanwhile would take that one for its editor.
    let parent = parent_id();
    ToolChoice::new(&options.tools.tools, &options.tools.exclude_tools)?;
    let folder = std::env::current_dir().unwrap_or_default();
    let project = project::read(&folder, &mut anstream::stderr());
    let hello = Hello {
        noise: project.noise,
        budgets: project.budgets,
        complaints: project.complaints,
        tools: options.tools.tools.clone(),
        exclude_tools: options.tools.exclude_tools.clone(),
    };
    // The server works elsewhere than the editor.
    let save_dir = options.save_dir.as_deref().map(std::path::absolute).transpose()?;
    if let Some(endpoint) = &options.otlp {
        gasoline_server::Endpoint::parse(endpoint)?;
    }
    let (hello, otlp) = (serde_json::to_string(&hello)? + "\n", options.otlp.clone());
    let server = Server { port, hello, save_dir, otlp };
    let stream = server.join()?;
    let (ended, end) = channel();
    let line = Arc::new(Line::new(stream.try_clone()?));
    watch_parent(parent, ended.clone());
    thread::spawn({
        let (line, ended) = (Arc::clone(&line), ended.clone());
        move || listen_to_editor(&line, &ended)
    });
    thread::spawn({
        let line = Arc::clone(&line);
        move || listen_to_server(&server, stream, &line, &ended)
    });
    wait(&line, &end)
}

/// A tunnel to a server that runs, for MCP as over stdio.
pub(crate) fn tunnel(port: u16) -> Result<TcpStream, CannotJoin> {
    let stream = TcpStream::connect(server::address(port));
    let stream = stream.map_err(|_| CannotJoin::NotStarted { port })?;
    Server { port, hello: "{}\n".to_owned(), save_dir: None, otlp: None }.dig(stream)
}

/// Why the process ends.
enum End {
    StdinClosed,
    ParentGone,
    ServerGone(CannotJoin),
    StdoutClosed,
}

fn wait(line: &Line, end: &Receiver<End>) -> anyhow::Result<u8> {
    match end.recv() {
        Ok(End::StdinClosed) => {
            line.close(BRIDGE_FAREWELL_TIMEOUT);
            Ok(CLEAN)
        }
        Ok(End::ServerGone(error)) => Err(error.into()),
        Ok(End::ParentGone | End::StdoutClosed) | Err(_) => Ok(CLEAN),
    }
}

/// An editor that is killed may leave its pipe open in a grandchild; then only this tells.
fn watch_parent(parent: u32, ended: Sender<End>) {
    thread::spawn(move || {
        loop {
            thread::sleep(BRIDGE_PARENT_POLL);
            if parent_id() != parent {
                let _ = ended.send(End::ParentGone);
                return;
            }
        }
    });
}

/// The one server of this machine, as far as this process is concerned.
struct Server {
    port: u16,
    hello: String,
    /// Where the one that is started may save reports.
    save_dir: Option<PathBuf>,
    /// Where the one that is started sends what it captures.
    otlp: Option<String>,
}

impl Server {
    /// A tunnel to the running server, or to one started for the purpose.
    fn join(&self) -> Result<TcpStream, CannotJoin> {
        if let Ok(stream) = TcpStream::connect(server::address(self.port)) {
            return self.dig(stream);
        }
        let mut started = self.start()?;
        let mut waited = Duration::ZERO;
        while waited < BRIDGE_START_TIMEOUT {
            thread::sleep(BRIDGE_START_POLL);
            waited += BRIDGE_START_POLL;
            if let Ok(stream) = TcpStream::connect(server::address(self.port)) {
                return self.dig(stream);
            }
            // One that finds another server on the port ends well, and leaves the editor to that one.
            if let Ok(Some(status)) = started.try_wait()
                && !status.success()
            {
                return Err(CannotJoin::Ended { port: self.port, status });
            }
        }
        Err(CannotJoin::NotStarted { port: self.port })
    }

    fn start(&self) -> Result<Child, CannotJoin> {
        if let Some(folder) = self.save_dir.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(CannotJoin::NoFolder { folder: folder.clone() });
        }
        let program = std::env::current_exe().map_err(CannotJoin::NoProcess)?;
        Command::new(program)
            .args(["serve", "--background", "--port", &self.port.to_string()])
            // What was meant for this client is not meant for all.
            .env_remove("GASOLINE_TOOLS")
            .env_remove("GASOLINE_EXCLUDE_TOOLS")
            .env_remove("GASOLINE_SAVE_DIR")
            .args(
                self.save_dir
                    .iter()
                    .flat_map(|folder| [OsStr::new("--save-dir"), folder.as_os_str()]),
            )
            .args(self.otlp.iter().flat_map(|endpoint| ["--otlp", endpoint]))
            // Saves it from starting itself anew for them.
            .envs(serve::ALLOCATOR_SETTINGS)
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Its own group: Ctrl-C in the editor's terminal is not meant for it.
            .process_group(0)
            .spawn()
            .map_err(CannotJoin::NoProcess)
    }

    /// Turns a connection into a tunnel.
    fn dig(&self, mut stream: TcpStream) -> Result<TcpStream, CannotJoin> {
        let port = self.port;
        let broken = |_| CannotJoin::NotGasoline { port };
        let _ = stream.set_nodelay(true);
        stream.set_read_timeout(Some(BRIDGE_GREETING_TIMEOUT)).map_err(broken)?;
        let request = format!(
            "GET /mcp/stdio HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: {PROTOCOL}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).map_err(broken)?;
        let head = read_head(&mut stream).map_err(broken)?;
        let is_tunnel = head.starts_with("HTTP/1.1 101")
            && head.lines().any(|line| line.eq_ignore_ascii_case(&format!("upgrade: {PROTOCOL}")));
        if !is_tunnel {
            return Err(match server::health(port) {
                Ok(_) => {
                    let said = head.lines().next().unwrap_or_default().to_owned();
                    CannotJoin::NoTunnel { port, said }
                }
                Err(_) => CannotJoin::NotGasoline { port },
            });
        }
        stream.set_read_timeout(None).map_err(broken)?;
        stream.write_all(self.hello.as_bytes()).map_err(broken)?;
        Ok(stream)
    }
}

/// The head of an HTTP answer, read byte by byte: what follows belongs to the tunnel.
fn read_head(stream: &mut TcpStream) -> std::io::Result<String> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        if head.len() >= BRIDGE_HEAD_MAX_BYTES || stream.read(&mut byte)? == 0 {
            return Err(ErrorKind::InvalidData.into());
        }
        head.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

/// What must be said again when the tunnel is dug anew.
struct Talk {
    /// `None` while there is no tunnel.
    tunnel: Option<TcpStream>,
    /// The editor's `initialize` and `notifications/initialized`, as they came.
    opening: Vec<Vec<u8>>,
    /// The id of `initialize`, and whether it was answered.
    opening_id: Option<(String, bool)>,
    /// Requests without an answer yet, oldest first.
    pending: Vec<(String, Vec<u8>)>,
    /// An answer the editor has had before.
    swallow: Option<String>,
    /// The editor has closed its end: a broken tunnel is not mended any more.
    is_closing: bool,
}

/// The line between editor and server: one end may break and be mended.
struct Line {
    talk: Mutex<Talk>,
    changed: Condvar,
}

/// As much of a JSON-RPC message as the bridge must know.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    method: Option<String>,
}

impl Message<'_> {
    fn id(&self) -> Option<String> {
        self.id.map(|id| id.get().to_owned()).filter(|id| id != "null")
    }
}

/// The id of the request that a message answers.
fn answered_id(message: &[u8]) -> Option<String> {
    let known: Message<'_> = serde_json::from_slice(message).ok()?;
    known.id().filter(|_| known.method.is_none())
}

impl Line {
    fn new(tunnel: TcpStream) -> Self {
        let talk = Talk {
            tunnel: Some(tunnel),
            opening: Vec::new(),
            opening_id: None,
            pending: Vec::new(),
            swallow: None,
            is_closing: false,
        };
        Self { talk: Mutex::new(talk), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Talk> {
        self.talk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes a message of the editor on.
    fn say(&self, message: &[u8]) {
        let mut talk = self.lock();
        let known = serde_json::from_slice::<Message<'_>>(message).ok();
        let method = known.as_ref().and_then(|message| message.method.as_deref());
        let request_id = known.as_ref().and_then(Message::id).filter(|_| method.is_some());
        match method {
            Some("initialize") => {
                talk.opening = vec![message.to_vec()];
                talk.opening_id = request_id.clone().map(|id| (id, false));
            }
            Some("notifications/initialized") => talk.opening.push(message.to_vec()),
            _ => {}
        }
        if let Some(id) = request_id {
            // If the tunnel breaks now, mending it says this again.
            talk.pending.push((id, message.to_vec()));
            talk.write(message);
            return;
        }
        while !talk.write(message) {
            talk = self.changed.wait(talk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether the editor has not had this answer before.
    fn is_news(&self, message: &[u8]) -> bool {
        let mut talk = self.lock();
        let is_old = talk.swallow.is_some() && answered_id(message) == talk.swallow;
        if is_old {
            talk.swallow = None;
        }
        !is_old
    }

    /// Notes an answer the editor has now had. Not sooner: when nothing is pending, we may end.
    fn settle(&self, message: &[u8]) {
        let Some(id) = answered_id(message) else { return };
        let mut talk = self.lock();
        talk.pending.retain(|(pending, _)| *pending != id);
        if let Some((opening, is_answered)) = &mut talk.opening_id
            && *opening == id
        {
            *is_answered = true;
        }
        self.changed.notify_all();
    }

    /// Notes that the tunnel is gone; false if nobody needs another.
    fn broken(&self) -> bool {
        let mut talk = self.lock();
        talk.tunnel = None;
        self.changed.notify_all();
        !talk.is_closing
    }

    /// Takes a new tunnel into use and says again what the new server must know.
    fn mend(&self, tunnel: TcpStream) {
        let mut talk = self.lock();
        talk.tunnel = Some(tunnel);
        let mut again = Vec::new();
        // An opening that was never answered is among the pending requests.
        if let Some((id, true)) = talk.opening_id.clone() {
            again.extend(talk.opening.iter().cloned());
            talk.swallow = Some(id);
        }
        again.extend(talk.pending.iter().map(|(_, message)| message.clone()));
        for message in again {
            talk.write(&message);
        }
        self.changed.notify_all();
    }

    /// No more will be said; what is under way is waited for.
    fn close(&self, patience: Duration) {
        let mut talk = self.lock();
        talk.is_closing = true;
        if let Some(tunnel) = &talk.tunnel {
            let _ = tunnel.shutdown(Shutdown::Write);
        }
        let is_waiting = |talk: &mut Talk| talk.tunnel.is_some() && !talk.pending.is_empty();
        let _ = self.changed.wait_timeout_while(talk, patience, is_waiting);
    }
}

impl Talk {
    /// False if there is no tunnel to write to.
    fn write(&mut self, message: &[u8]) -> bool {
        let Some(tunnel) = &mut self.tunnel else { return false };
        let written = tunnel.write_all(message).is_ok();
        if !written {
            self.tunnel = None;
        }
        written
    }
}

fn listen_to_editor(line: &Line, ended: &Sender<End>) {
    let mut stdin = std::io::stdin().lock();
    let mut message = Vec::new();
    loop {
        message.clear();
        match stdin.read_until(b'\n', &mut message) {
            Ok(0) | Err(_) => break,
            Ok(_) => {
                if !message.ends_with(b"\n") {
                    message.push(b'\n');
                }
                line.say(&message);
            }
        }
    }
    let _ = ended.send(End::StdinClosed);
}

fn listen_to_server(server: &Server, mut stream: TcpStream, line: &Line, ended: &Sender<End>) {
    let mut stdout = std::io::stdout();
    loop {
        let mut reader = BufReader::new(stream);
        let mut message = Vec::new();
        while reader.read_until(b'\n', &mut message).is_ok_and(|read| read > 0) {
            // A message cut off by the server's death would be no JSON.
            let is_whole = message.ends_with(b"\n");
            if is_whole && line.is_news(&message) {
                if stdout.write_all(&message).and_then(|()| stdout.flush()).is_err() {
                    let _ = ended.send(End::StdoutClosed);
                    return;
                }
                line.settle(&message);
            }
            message.clear();
        }
        if !line.broken() {
            return;
        }
        match rejoin(server, line) {
            Ok(again) => stream = again,
            Err(error) => {
                let _ = ended.send(End::ServerGone(error));
                return;
            }
        }
    }
}

fn rejoin(server: &Server, line: &Line) -> Result<TcpStream, CannotJoin> {
    let mut attempt = 0;
    loop {
        attempt += 1;
        match server.join().and_then(|stream| {
            let copy = stream.try_clone().map_err(CannotJoin::NoProcess)?;
            Ok((stream, copy))
        }) {
            Ok((stream, copy)) => {
                line.mend(copy);
                return Ok(stream);
            }
            Err(error) if attempt >= REJOIN_ATTEMPTS => return Err(error),
            Err(_) => thread::sleep(Duration::from_millis(50) * attempt),
        }
    }
}
