//! `gasoline attach` against a debugger that says what no browser should.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use crate::support::process::{Guarded, gasoline};
use crate::support::server::Server;
use crate::support::{PATIENCE, wait_until};
use serde_json::{Value, json};
use tungstenite::{Error, Message, WebSocket};

/// A debugger of our own: it tells where its socket is, and leaves that connection open as Chromium does.
/// It waits for nobody without end, so that a test whose other side is silent fails.
struct Debugger {
    listener: TcpListener,
}

impl Debugger {
    fn listen() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("it can be asked who came");
        Self { listener }
    }

    fn port(&self) -> u16 {
        self.listener.local_addr().expect("an address").port()
    }

    #[track_caller]
    fn accept(&self, what: &str) -> TcpStream {
        let mut accepted = None;
        wait_until(what, || {
            accepted = self.listener.accept().ok();
            accepted.is_some()
        });
        let (stream, _) = accepted.expect("somebody came");
        // Some systems hand on what the listener was told.
        stream.set_nonblocking(false).expect("it can be waited for");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Answers the look-up and returns the socket, with the open connection of the look-up.
    #[track_caller]
    fn meet(&self) -> (WebSocket<TcpStream>, TcpStream) {
        let mut first = self.accept("it looks the debugger up");
        let mut asked = [0; 4096];
        let _ = first.read(&mut asked).expect("a request");
        let about = json!({"Browser": "Fake/1", "webSocketDebuggerUrl": format!("ws://127.0.0.1:{}/devtools/browser/1", self.port())}).to_string();
        write!(first, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{about}", about.len())
            .expect("an answer");
        let second = self.accept("it opens the socket");
        (tungstenite::accept(second).expect("a handshake"), first)
    }
}

/// `gasoline attach`, and the lines it prints.
struct Attached {
    process: Guarded,
    lines: Receiver<String>,
}

impl Attached {
    fn to(server: &Server, debugger: &Debugger) -> Self {
        let (port, cdp) = (server.port.to_string(), debugger.port().to_string());
        let child = gasoline()
            .args(["attach", "--port", &port, "--cdp", &cdp])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("attach starts");
        let mut process = Guarded(child);
        let stdout = process.0.stdout.take().expect("its stdout");
        let (said, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if said.send(line).is_err() {
                    return;
                }
            }
        });
        Self { process, lines }
    }

    #[track_caller]
    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line of `attach`")
    }

    /// The code it ends with.
    #[track_caller]
    fn end(&mut self) -> Option<i32> {
        self.process.end().code()
    }
}

/// The next command.
#[track_caller]
fn hear(socket: &mut WebSocket<TcpStream>) -> Value {
    let heard = match socket.read() {
        Ok(heard) => heard.into_text().expect("text"),
        Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
            panic!("no command came within {PATIENCE:?}")
        }
        Err(error) => panic!("no command comes any more: {error}"),
    };
    serde_json::from_str(&heard).expect("JSON")
}

fn say(socket: &mut WebSocket<TcpStream>, message: &Value) {
    socket.send(Message::text(message.to_string())).expect("it listens");
}

/// A PNG of one dot.
const DOT: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

/// What a page said through the browser's function.
fn called(payload: &str) -> Value {
    json!({"method": "Runtime.bindingCalled", "sessionId": "s",
        "params": {"name": "__gasolineAttached", "payload": payload}})
}

#[test]
fn what_a_browser_should_not_say_ends_nothing_and_commands_nobody() {
    let server = Server::start();
    server.feed("/logs", &json!({"entries": [{"level": "log", "message": "kept"}]}));
    let debugger = Debugger::listen();
    let mut attached = Attached::to(&server, &debugger);
    let (mut socket, _open) = debugger.meet();
    assert_eq!(hear(&mut socket)["method"], "Target.setAutoAttach");
    socket.send(Message::text("no JSON")).expect("it listens");
    for odd in [
        json!([]),
        json!({"method": "Target.targetInfoChanged", "params": {}}),
        json!({"method": "Target.attachedToTarget", "params": {"targetInfo": 7}}),
        json!({"id": 99, "result": null}),
        called("no JSON"),
        called("{\"path\": \"/logs\"}"),
        called("{\"path\": \"/clear\", \"body\": \"{}\"}"),
        called("{\"path\": \"/mcp\", \"body\": \"{}\"}"),
    ] {
        say(&mut socket, &odd);
    }
    say(&mut socket, &json!({"id": 1, "result": {}}));
    assert_eq!(attached.line(), "attached to Fake/1: 0 pages");

    let entry = json!({"entries": [{"level": "log", "message": "said"}]}).to_string();
    say(&mut socket, &called(&json!({"path": "/logs", "body": entry}).to_string()));
    drop(socket.close(None));
    while socket.read().is_ok() {}
    assert_eq!(attached.end(), Some(0));
    let logs = server.get("/logs").json();
    let said: Vec<&str> = logs["entries"]
        .as_array()
        .expect("entries")
        .iter()
        .filter_map(|entry| entry["message"].as_str())
        .collect();
    assert_eq!(said, ["kept", "said"]);
}

#[test]
fn errors_that_come_at_once_have_their_pictures_one_after_the_other() {
    let server = Server::start();
    let debugger = Debugger::listen();
    let mut attached = Attached::to(&server, &debugger);
    let (mut socket, _open) = debugger.meet();
    assert_eq!(hear(&mut socket)["method"], "Target.setAutoAttach");
    say(&mut socket, &json!({"id": 1, "result": {}}));
    for id in ["first", "second"] {
        let entry = json!({"entries": [{"level": "error", "message": id, "id": id}]}).to_string();
        say(&mut socket, &called(&json!({"path": "/logs", "body": entry}).to_string()));
    }
    let mut taken = 0;
    while taken < 2 {
        let command = hear(&mut socket);
        if command["method"] == "Page.captureScreenshot" {
            say(&mut socket, &json!({"id": command["id"], "result": {"data": DOT}}));
            taken += 1;
        }
    }
    drop(socket.close(None));
    while socket.read().is_ok() {}
    assert_eq!(attached.end(), Some(0));
    let snapshot = server.get("/snapshot").json();
    let pictured: Vec<&str> = snapshot["screenshots"]
        .as_array()
        .expect("pictures")
        .iter()
        .filter_map(|picture| picture["errorId"].as_str())
        .collect();
    assert_eq!(pictured, ["first", "second"]);
}

const GO_ON: &str = "Runtime.runIfWaitingForDebugger";

/// Ids of the commands to a new page, up to one with this method.
#[track_caller]
fn commands(socket: &mut WebSocket<TcpStream>, last: &str) -> Vec<Value> {
    let mut ids = Vec::new();
    loop {
        let command = hear(socket);
        ids.push(command["id"].clone());
        if command["method"] == last {
            return ids;
        }
        assert_ne!(command["method"], GO_ON, "before {last}");
    }
}

/// Where a browser lets a page navigate while our script is under way, the page's comes first.
#[test]
fn a_new_page_stands_still_until_every_step_is_answered() {
    let server = Server::start();
    let debugger = Debugger::listen();
    let mut attached = Attached::to(&server, &debugger);
    let (mut socket, _open) = debugger.meet();
    hear(&mut socket);
    say(&mut socket, &json!({"id": 1, "result": {}}));
    attached.line();
    let page =
        json!({"sessionId": "s", "targetInfo": {"targetId": "t", "type": "page", "url": ""}});
    say(&mut socket, &json!({"method": "Target.attachedToTarget", "params": page}));
    let mut steps = commands(&mut socket, "Target.setAutoAttach");
    let first = steps.remove(0);
    for id in steps {
        say(&mut socket, &json!({"id": id, "sessionId": "s", "result": {}}));
    }
    // A stranger comes in between, who needs no step: it goes on at once, the page does not.
    let other = json!({"sessionId": "o", "targetInfo": {"targetId": "o", "type": "other"}});
    say(&mut socket, &json!({"method": "Target.attachedToTarget", "params": other}));
    let next = hear(&mut socket);
    assert_eq!((&next["method"], &next["sessionId"]), (&json!(GO_ON), &json!("o")));
    say(&mut socket, &json!({"id": first, "sessionId": "s", "result": {}}));
    let next = hear(&mut socket);
    assert_eq!((&next["method"], &next["sessionId"]), (&json!(GO_ON), &json!("s")));
    drop(socket);
    assert_eq!(attached.end(), Some(0));
}

#[test]
fn a_page_that_never_answers_holds_nothing_up() {
    let server = Server::start();
    let debugger = Debugger::listen();
    let mut attached = Attached::to(&server, &debugger);
    let (mut socket, _open) = debugger.meet();
    hear(&mut socket);
    let page =
        json!({"sessionId": "s", "targetInfo": {"targetId": "t", "type": "page", "url": ""}});
    say(&mut socket, &json!({"method": "Target.attachedToTarget", "params": page}));
    say(&mut socket, &json!({"id": 1, "result": {}}));
    assert_eq!(attached.line(), "attached to Fake/1: 1 page");
    // Nor does it stand still for ever itself.
    commands(&mut socket, "Target.setAutoAttach");
    commands(&mut socket, GO_ON);
    drop(socket);
    assert_eq!(attached.end(), Some(0));
}
