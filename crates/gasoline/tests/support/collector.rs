//! An OpenTelemetry collector as far as tests need one: it takes requests and keeps them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::Value;

use super::PATIENCE;

/// A collector that answers each request with the next of `statuses`, and the last of them for ever.
pub(crate) struct Collector {
    port: u16,
    pub(crate) requests: Receiver<(String, Value)>,
}

impl Collector {
    pub(crate) fn start(port: u16, statuses: &'static [u16]) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (sender, requests) = channel();
        thread::spawn(move || {
            for (index, stream) in listener.incoming().flatten().enumerate() {
                let status = statuses[index.min(statuses.len() - 1)];
                let Some(request) = take(stream, status) else { continue };
                if sender.send(request).is_err() {
                    return;
                }
            }
        });
        Self { port, requests }
    }

    pub(crate) fn endpoint(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The next request: its path, and what it brings.
    pub(crate) fn next(&self) -> (String, Value) {
        self.requests.recv_timeout(PATIENCE).expect("a request comes")
    }
}

/// Reads a request and answers it.
fn take(stream: TcpStream, status: u16) -> Option<(String, Value)> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let length = head.lines().find_map(|line| {
        line.to_ascii_lowercase().strip_prefix("content-length: ")?.trim().parse().ok()
    });
    let mut body = vec![0; length?];
    reader.read_exact(&mut body).ok()?;
    let answer =
        format!("HTTP/1.1 {status} X\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}");
    reader.get_mut().write_all(answer.as_bytes()).ok()?;
    let path = head.split(' ').nth(1)?.to_owned();
    Some((path, serde_json::from_slice(&body).ok()?))
}
