//! `gasoline attach` against a debugger that says what no browser should.

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};

use serde_json::{Value, json};
use support::process::gasoline;
use support::server::Server;
use tungstenite::{Message, WebSocket};

/// A debugger of our own: it tells where its socket is, and leaves that connection open as Chromium does.
struct Debugger {
    listener: TcpListener,
}

impl Debugger {
    fn listen() -> Self {
        Self { listener: TcpListener::bind("127.0.0.1:0").expect("a port") }
    }

    fn port(&self) -> u16 {
        self.listener.local_addr().expect("an address").port()
    }

    /// Answers the look-up and returns the socket, with the open connection of the look-up.
    fn meet(&self) -> (WebSocket<TcpStream>, TcpStream) {
        let (mut first, _) = self.listener.accept().expect("a look-up");
        let mut asked = [0; 4096];
        let _ = first.read(&mut asked).expect("a request");
        let about = json!({"Browser": "Fake/1", "webSocketDebuggerUrl": format!("ws://127.0.0.1:{}/devtools/browser/1", self.port())}).to_string();
        write!(first, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{about}", about.len())
            .expect("an answer");
        let (second, _) = self.listener.accept().expect("a socket");
        (tungstenite::accept(second).expect("a handshake"), first)
    }
}

fn attach(server: &Server, debugger: &Debugger) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut child = gasoline()
        .args(["attach", "--port", &server.port.to_string(), "--cdp", &debugger.port().to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("attach starts");
    let out = BufReader::new(child.stdout.take().expect("its stdout"));
    (child, out)
}

fn hear(socket: &mut WebSocket<TcpStream>) -> Value {
    let heard = socket.read().expect("a command").into_text().expect("text");
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
    let (mut child, mut out) = attach(&server, &debugger);
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
    let mut ready = String::new();
    out.read_line(&mut ready).expect("a line");
    assert_eq!(ready, "attached to Fake/1: 0 pages\n");

    let entry = json!({"entries": [{"level": "log", "message": "said"}]}).to_string();
    say(&mut socket, &called(&json!({"path": "/logs", "body": entry}).to_string()));
    drop(socket.close(None));
    while socket.read().is_ok() {}
    assert_eq!(child.wait().expect("an end").code(), Some(0));
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
    let (mut child, _out) = attach(&server, &debugger);
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
    assert_eq!(child.wait().expect("an end").code(), Some(0));
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
    let (mut child, mut out) = attach(&server, &debugger);
    let (mut socket, _open) = debugger.meet();
    hear(&mut socket);
    say(&mut socket, &json!({"id": 1, "result": {}}));
    out.read_line(&mut String::new()).expect("a line");
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
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[test]
fn a_page_that_never_answers_holds_nothing_up() {
    let server = Server::start();
    let debugger = Debugger::listen();
    let (mut child, mut out) = attach(&server, &debugger);
    let (mut socket, _open) = debugger.meet();
    hear(&mut socket);
    let page =
        json!({"sessionId": "s", "targetInfo": {"targetId": "t", "type": "page", "url": ""}});
    say(&mut socket, &json!({"method": "Target.attachedToTarget", "params": page}));
    say(&mut socket, &json!({"id": 1, "result": {}}));
    let mut ready = String::new();
    out.read_line(&mut ready).expect("a line");
    assert_eq!(ready, "attached to Fake/1: 1 page\n");
    // Nor does it stand still for ever itself.
    commands(&mut socket, "Target.setAutoAttach");
    commands(&mut socket, GO_ON);
    drop(socket);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}
