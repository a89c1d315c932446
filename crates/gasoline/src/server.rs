//! The server as the other commands see it: asked over HTTP, by hand, so that they start at once.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use gasoline_protocol::Hint;
use serde_json::Value;

/// How long a server on this machine may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Largest answer read; a snapshot of full buffers is well below.
const ANSWER_MAX_BYTES: u64 = 512 * 1024 * 1024;

/// Why a server could not be asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoServer {
    #[error("no server answers on 127.0.0.1:{port}")]
    NotRunning { port: u16 },
    #[error("something that is not Gasoline holds port {port}")]
    NotGasoline { port: u16 },
    #[error("the server on port {port} said {status}: {said}")]
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
            Self::Refused { .. } => "run `gasoline doctor`".to_owned(),
        }
    }
}

pub(crate) fn address(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, port))
}

/// What `/health` says, if it is a Gasoline that says it.
pub(crate) fn health(port: u16) -> Result<Value, NoServer> {
    let body = get(port, "/health")?;
    serde_json::from_slice::<Value>(&body)
        .ok()
        .filter(|health| health["name"] == "gasoline")
        .ok_or(NoServer::NotGasoline { port })
}

/// Asks for a path; anything but 200 is an error.
pub(crate) fn get(port: u16, path: &str) -> Result<Vec<u8>, NoServer> {
    let stream = TcpStream::connect_timeout(&address(port), PATIENCE)
        .map_err(|_| NoServer::NotRunning { port })?;
    let answer = ask(stream, port, path).map_err(|_| NoServer::NotGasoline { port })?;
    let (status, body) = parse(&answer).ok_or(NoServer::NotGasoline { port })?;
    if status == 200 {
        return Ok(body);
    }
    let said = String::from_utf8_lossy(&body).chars().take(300).collect();
    Err(NoServer::Refused { port, status, said })
}

fn ask(mut stream: TcpStream, port: u16, path: &str) -> std::io::Result<Vec<u8>> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(ANSWER_MAX_BYTES).read_to_end(&mut answer)?;
    Ok(answer)
}

/// Status and body of an answer, in either of the two ways HTTP/1.1 frames one.
fn parse(answer: &[u8]) -> Option<(u16, Vec<u8>)> {
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
    fn what_is_no_http_is_no_answer() {
        for answer in [&b"SSH-2.0-OpenSSH"[..], b"", b"HTTP/1.1 2\r\n\r\n", b"\r\n\r\n"] {
            assert_eq!(parse(answer), None);
        }
    }
}
