//! The server as the other commands see it: asked over HTTP, by hand, so that they start at once.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use gasoline_protocol::Hint;
use gasoline_protocol::truncate::truncate;
use serde_json::Value;

use crate::limits::{
    SERVER_POST_TIMEOUT, SERVER_REPORT_TIMEOUT, SERVER_RESPONSE_MAX_BYTES, SERVER_TIMEOUT,
};

/// Why a server could not be asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoServer {
    #[error("no server answers on 127.0.0.1:{port}")]
    NotRunning { port: u16 },
    #[error("something that is not Gasoline holds port {port}")]
    NotGasoline { port: u16 },
    #[error("the server on port {port} did not answer within {seconds} s")]
    TooSlow { port: u16, seconds: u64 },
    #[error("the server on port {port} said {status}: {}", refusal(said, "error").unwrap_or_else(|| shown(said)))]
    Refused { port: u16, status: u16, said: String },
}

impl Hint for NoServer {
    fn hint(&self) -> String {
        match self {
            Self::NotRunning { .. } => {
                "start one with `gasoline serve`, or pass `--port`".to_owned()
            }
            Self::NotGasoline { .. } => {
                "stop it, or choose another port with `--port N` (or GASOLINE_PORT)".to_owned()
            }
            Self::TooSlow { .. } => "try again when the machine is less busy".to_owned(),
            Self::Refused { said, .. } => {
                refusal(said, "hint").unwrap_or_else(|| "run `gasoline doctor`".to_owned())
            }
        }
    }
}

/// A member of the server's refusal, if it is one of ours.
fn refusal(said: &str, member: &str) -> Option<String> {
    serde_json::from_str::<Value>(said).ok()?[member].as_str().map(str::to_owned)
}

/// As much as is shown of what is none.
fn shown(said: &str) -> String {
    truncate(said, 300)
}

pub(crate) fn address(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, port))
}

/// What `/health` says, if it is a Gasoline that says it.
pub(crate) fn health(port: u16) -> Result<Value, NoServer> {
    let body = get_within(SERVER_TIMEOUT, port, "/health").map_err(|error| match error {
        NoServer::TooSlow { .. } => NoServer::NotGasoline { port },
        other => other,
    })?;
    serde_json::from_slice::<Value>(&body)
        .ok()
        .filter(|health| health["name"] == "gasoline")
        .ok_or(NoServer::NotGasoline { port })
}

/// Asks a Gasoline for a path; anything but 200 is an error.
pub(crate) fn get(port: u16, path: &str) -> Result<Vec<u8>, NoServer> {
    health(port)?;
    get_within(SERVER_REPORT_TIMEOUT, port, path)
}

/// Sends JSON to a path of a Gasoline; anything but 200 is an error. Nothing captured is handed
/// to a stranger on the port.
pub(crate) fn post(port: u16, path: &str, body: &str) -> Result<Vec<u8>, NoServer> {
    health(port)?;
    exchange(SERVER_POST_TIMEOUT, port, &format!("POST {path}"), body)
}

fn get_within(patience: Duration, port: u16, path: &str) -> Result<Vec<u8>, NoServer> {
    exchange(patience, port, &format!("GET {path}"), "")
}

fn exchange(patience: Duration, port: u16, request: &str, body: &str) -> Result<Vec<u8>, NoServer> {
    let stream = TcpStream::connect_timeout(&address(port), SERVER_TIMEOUT)
        .map_err(|_| NoServer::NotRunning { port })?;
    stream.set_read_timeout(Some(patience)).map_err(|_| NoServer::NotRunning { port })?;
    let answer = ask(stream, &format!("127.0.0.1:{port}"), request, body).map_err(|error| {
        // A read that ran out of time is said in either way, by platform.
        match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                NoServer::TooSlow { port, seconds: patience.as_secs() }
            }
            _ => NoServer::NotGasoline { port },
        }
    })?;
    let (status, body) = parse(&answer).ok_or(NoServer::NotGasoline { port })?;
    if status == 200 {
        return Ok(body);
    }
    let said = String::from_utf8_lossy(&body).into_owned();
    Err(NoServer::Refused { port, status, said })
}

/// Sends one request and reads its answer: to the end of the connection, or as far as it says.
pub(crate) fn ask(
    mut stream: TcpStream,
    host: &str,
    request: &str,
    body: &str,
) -> std::io::Result<Vec<u8>> {
    stream.set_write_timeout(Some(SERVER_TIMEOUT))?;
    let length = body.len();
    write!(
        stream,
        "{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut reader = BufReader::new(stream.take(SERVER_RESPONSE_MAX_BYTES));
    let mut answer = Vec::new();
    let mut rest = u64::MAX;
    // A browser's debugger leaves the connection open, so the length has to be looked at.
    loop {
        let start = answer.len();
        let is_last = reader.read_until(b'\n', &mut answer)? <= 2;
        let line = String::from_utf8_lossy(&answer[start..]).to_ascii_lowercase();
        if let Some(said) = line.strip_prefix("content-length:") {
            rest = said.trim().parse().unwrap_or(u64::MAX);
        }
        if is_last {
            break;
        }
    }
    reader.take(rest).read_to_end(&mut answer)?;
    Ok(answer)
}

/// Status and body of an answer, in either of the two ways HTTP/1.1 frames one.
pub(crate) fn parse(answer: &[u8]) -> Option<(u16, Vec<u8>)> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).ok()?;
    let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    let body = &answer[end + 4..];
    let is_chunked = head.lines().any(|line| {
        line.to_ascii_lowercase().starts_with("transfer-encoding:")
            && line.to_ascii_lowercase().contains("chunked")
    });
    Some((status, if is_chunked { unchunk(body)? } else { body.to_vec() }))
}

fn unchunk(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::with_capacity(body.len());
    loop {
        let line = body.windows(2).position(|window| window == b"\r\n")?;
        let size = std::str::from_utf8(&body[..line]).ok()?.split(';').next()?;
        let size = usize::from_str_radix(size.trim(), 16).ok()?;
        body = &body[line + 2..];
        if size == 0 {
            return Some(whole);
        }
        whole.extend_from_slice(body.get(..size)?);
        body = body.get(size + 2..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_framings_are_read() {
        let plain = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi";
        assert_eq!(parse(plain), Some((200, b"hi".to_vec())));
        let chunked = b"HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n1\r\n!\r\n0\r\n\r\n";
        assert_eq!(parse(chunked), Some((404, b"hi!".to_vec())));
    }

    #[test]
    fn one_that_takes_too_long_is_no_stranger() {
        let busy = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = busy.local_addr().expect("an address").port();
        let asked = exchange(Duration::from_millis(50), port, "POST /logs", "{}");
        assert!(matches!(asked, Err(NoServer::TooSlow { .. })), "{asked:?}");
    }

    #[test]
    fn what_is_no_http_is_no_answer() {
        for answer in [&b"SSH-2.0-OpenSSH"[..], b"", b"HTTP/1.1 2\r\n\r\n", b"\r\n\r\n"] {
            assert_eq!(parse(answer), None);
        }
    }
}
