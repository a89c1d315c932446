//! A reader of `/events/stream` or `/live`, who reads or does not.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::Value;

use super::PATIENCE;

/// One event of a stream.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Told {
    pub(crate) id: String,
    /// Empty for what is told usually.
    pub(crate) event: String,
    pub(crate) data: Value,
}

impl Told {
    /// The messages of an event and of what came with it.
    pub(crate) fn messages(&self) -> Vec<String> {
        messages(&self.data)
    }
}

/// The messages of a notification and of what came with it.
pub(crate) fn messages(params: &Value) -> Vec<String> {
    let batch = params["context"]["batch"].as_array().into_iter().flatten();
    let all = std::iter::once(params).chain(batch);
    all.filter_map(|signal| signal["message"].as_str()).map(str::to_owned).collect()
}

pub(crate) struct Stream {
    events: Receiver<Told>,
    connection: TcpStream,
}

impl Stream {
    /// Opens a stream and waits until it is open.
    pub(crate) fn open(port: u16, query: &str, last: Option<&str>) -> Self {
        Self::read(ask(port, &format!("/events/stream{query}"), last))
    }

    /// Opens the pulses of a dashboard.
    pub(crate) fn pulses(port: u16) -> Self {
        Self::read(ask(port, "/live", None))
    }

    fn read(connection: TcpStream) -> Self {
        let (said, events) = channel();
        let mut lines = BufReader::new(connection.try_clone().expect("a socket")).lines();
        connection.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let first = lines.next().expect("an answer").expect("a line");
        assert!(first.starts_with("HTTP/1.1 200"), "{first}");
        // From here on it is read beside the test, which has its own patience.
        connection.set_read_timeout(None).expect("no timeout");
        thread::spawn(move || {
            let mut told = Told::default();
            for line in lines.map_while(Result::ok) {
                match line.split_once(": ") {
                    Some(("id", id)) => id.clone_into(&mut told.id),
                    Some(("event", event)) => event.clone_into(&mut told.event),
                    Some(("data", data)) => {
                        told.data = serde_json::from_str(data).expect("JSON");
                    }
                    _ => {}
                }
                let is_whole = line.is_empty() && !(told.id.is_empty() && told.data.is_null());
                if is_whole && said.send(std::mem::take(&mut told)).is_err() {
                    return;
                }
            }
        });
        Self { events, connection }
    }

    /// Opens a stream that nobody reads.
    pub(crate) fn neglected(port: u16) -> TcpStream {
        ask(port, "/events/stream?throttle_seconds=1", None)
    }

    #[track_caller]
    pub(crate) fn next(&self) -> Told {
        self.events.recv_timeout(PATIENCE).expect("an event of the stream")
    }

    /// What has come by now.
    pub(crate) fn so_far(&self) -> Vec<Told> {
        self.events.try_iter().collect()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // The thread that reads holds the socket as well.
        let _ = self.connection.shutdown(std::net::Shutdown::Both);
    }
}

fn ask(port: u16, path: &str, last: Option<&str>) -> TcpStream {
    let mut connection = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("a connection");
    let last = last.map(|id| format!("Last-Event-ID: {id}\r\n")).unwrap_or_default();
    let head = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{last}\r\n");
    connection.write_all(head.as_bytes()).expect("a request");
    connection
}
