//! The extension's worker as a script: a WebSocket client that says what a test tells it to.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::handshake::HandshakeError;
use tungstenite::http::HeaderValue;
use tungstenite::{Error, Message, WebSocket};

use super::PATIENCE;

/// The origin of a browser extension.
pub(crate) const EXTENSION: &str = "chrome-extension://abcdefghijklmnopabcdefghijklmnop";

pub(crate) struct Worker {
    pub(crate) socket: WebSocket<TcpStream>,
}

impl Worker {
    /// Opens the socket and says nothing yet.
    #[track_caller]
    pub(crate) fn open(port: u16) -> Self {
        Self::try_open(port, &[("Origin", EXTENSION)]).expect("the socket opens")
    }

    /// Opens the socket with these headers; else the status and body it was refused with.
    pub(crate) fn try_open(port: u16, headers: &[(&str, &str)]) -> Result<Self, (u16, String)> {
        let address = format!("ws://127.0.0.1:{port}/ext");
        let mut request = address.into_client_request().expect("a request");
        for (name, value) in headers {
            let name = tungstenite::http::HeaderName::try_from(*name).expect("a name");
            request.headers_mut().insert(name, HeaderValue::from_str(value).expect("a value"));
        }
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Self { socket }),
            Err(HandshakeError::Failure(Error::Http(answer))) => {
                let body = answer.body().clone().unwrap_or_default();
                Err((answer.status().as_u16(), String::from_utf8_lossy(&body).into_owned()))
            }
            Err(error) => panic!("no handshake: {error}"),
        }
    }

    /// Opens the socket and says hello; returns the welcome too.
    #[track_caller]
    pub(crate) fn join(port: u16, browser: &str, secret: Option<&str>) -> (Self, Value) {
        let mut worker = Self::open(port);
        worker.say(&hello(browser, secret));
        let welcome = worker.hear("welcome");
        worker.say(&json!({"type": "pong"}));
        (worker, welcome)
    }

    pub(crate) fn say(&mut self, frame: &Value) {
        self.say_text(&frame.to_string());
    }

    pub(crate) fn say_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).expect("the frame is sent");
    }

    /// Sends a batch and waits for its receipt.
    #[track_caller]
    pub(crate) fn batch(&mut self, id: u64, path: &str, body: &Value) -> Value {
        let head = json!({"type": "batch", "id": id, "path": path});
        self.say_text(&format!("{head}\n{body}"));
        let receipt = self.hear("receipt");
        assert_eq!(receipt["id"], id, "{receipt}");
        receipt
    }

    /// The next frame of a type; others before it are passed over.
    #[track_caller]
    pub(crate) fn hear(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().unwrap_or_else(|close| panic!("no {kind}: {close:?}"));
            if frame["type"] == kind {
                return frame;
            }
        }
    }

    /// The next frame, or the code and reason the server closed with.
    #[track_caller]
    pub(crate) fn next(&mut self) -> Result<Value, Option<(u16, String)>> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    return Ok(serde_json::from_str(&text).expect("a frame is JSON"));
                }
                Ok(Message::Close(frame)) => {
                    let said = frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
                    return Err(said);
                }
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("nothing came")
                }
                Err(_) => return Err(None),
            }
        }
    }

    /// Reads to the end; returns how the server closed.
    #[track_caller]
    pub(crate) fn closed(&mut self) -> Option<(u16, String)> {
        loop {
            if let Err(close) = self.next() {
                return close;
            }
        }
    }

    /// Whether the connection is gone without a word.
    pub(crate) fn is_cut(&mut self) -> bool {
        let mut rest = Vec::new();
        self.socket.get_mut().read_to_end(&mut rest).is_ok()
    }

    /// Writes bytes past the protocol.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.socket.get_mut().write_all(bytes).expect("bytes are sent");
    }

    /// Tells that this browser has one captured tab, which is active.
    pub(crate) fn show(&mut self, tab_id: i64, url: &str) {
        self.say(&json!({
            "type": "status", "paused": false, "settings": {},
            "tabs": [{"id": tab_id, "url": url, "title": "A page", "active": true, "captured": true}],
        }));
    }
}

pub(crate) fn hello(browser: &str, secret: Option<&str>) -> Value {
    json!({
        "type": "hello", "version": env!("CARGO_PKG_VERSION"), "browser": browser,
        "secret": secret, "userAgent": "A browser of tests",
    })
}
