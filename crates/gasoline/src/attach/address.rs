//! Where the browser's debugger listens: on this machine, or it is not asked.

use std::net::{SocketAddr, TcpStream};

use gasoline_protocol::Hint;
use gasoline_protocol::url::{is_loopback, loopback_addresses};
use serde_json::Value;

use crate::limits::ATTACH_ADDRESS_TIMEOUT;
use crate::server;

/// Why no browser could be asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoBrowser {
    #[error("`{given}` is no address of a debugger")]
    BadAddress { given: String },
    #[error("`{host}` is not this machine")]
    Elsewhere { host: String },
    #[error("no browser answers on {host}:{port}")]
    Silent { host: String, port: u16 },
    #[error("what answers on {host}:{port} is not a debugger of Chromium")]
    Other { host: String, port: u16 },
    #[error("the debugger at `{url}` does not speak: {why}")]
    Speechless { url: String, why: String },
}

impl Hint for NoBrowser {
    fn hint(&self) -> String {
        match self {
            Self::BadAddress { .. } => {
                "pass a port or an address, like `--cdp http://127.0.0.1:9222`".to_owned()
            }
            Self::Elsewhere { .. } => {
                "run `gasoline attach` where the browser runs; only this machine is asked"
                    .to_owned()
            }
            Self::Silent { .. } | Self::Other { .. } => {
                "start the browser with `--remote-debugging-port=9222` and a \
                 `--user-data-dir` of its own"
                    .to_owned()
            }
            Self::Speechless { .. } => {
                "pass the address without a path, so that the debugger can be looked up".to_owned()
            }
        }
    }
}

/// The debugger's address in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    host: String,
    port: u16,
    /// The path of the socket, if it is known already.
    path: Option<String>,
}

impl Address {
    /// `9222`, `localhost:9222`, `http://127.0.0.1:9222`, `ws://127.0.0.1:9222/devtools/browser/…`.
    pub(crate) fn parse(given: &str) -> Result<Self, NoBrowser> {
        let bad = || NoBrowser::BadAddress { given: given.to_owned() };
        let rest = given.trim();
        let (is_socket, rest) = match rest.split_once("://") {
            Some(("ws", rest)) => (true, rest),
            Some(("http", rest)) => (false, rest),
            Some(_) => return Err(bad()),
            None => (false, rest),
        };
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) => (host, port),
            None => ("127.0.0.1", authority),
        };
        let port = port.parse().ok().filter(|port| *port > 0).ok_or_else(bad)?;
        let host = host.trim_matches(['[', ']']).to_owned();
        if host.is_empty() {
            return Err(bad());
        }
        if !is_loopback(&host) {
            return Err(NoBrowser::Elsewhere { host });
        }
        let path = (is_socket && !path.is_empty()).then(|| format!("/{path}"));
        Ok(Self { host, port, path })
    }

    /// A connection to the debugger.
    pub(crate) fn connect(&self) -> Result<TcpStream, NoBrowser> {
        let gone = || NoBrowser::Silent { host: self.host.clone(), port: self.port };
        let addresses = loopback_addresses(&self.host).into_iter();
        addresses
            .map(|address| SocketAddr::new(address, self.port))
            .find_map(|address| TcpStream::connect_timeout(&address, ATTACH_ADDRESS_TIMEOUT).ok())
            .ok_or_else(gone)
    }

    /// The path of the browser's own socket, and what the browser calls itself.
    pub(crate) fn look_up(&self) -> Result<(String, String), NoBrowser> {
        if let Some(path) = &self.path {
            return Ok((path.clone(), "the browser".to_owned()));
        }
        let not_chromium = || NoBrowser::Other { host: self.host.clone(), port: self.port };
        let stream = self.connect()?;
        let answer = stream
            .set_read_timeout(Some(ATTACH_ADDRESS_TIMEOUT))
            .and_then(|()| server::ask(stream, &self.authority(), "GET /json/version", ""))
            .map_err(|_| not_chromium())?;
        let (_, said) = server::parse(&answer).ok_or_else(not_chromium)?;
        let about: Value = serde_json::from_slice(&said).map_err(|_| not_chromium())?;
        let socket = about["webSocketDebuggerUrl"].as_str().ok_or_else(not_chromium)?;
        let path = socket.splitn(4, '/').nth(3).ok_or_else(not_chromium)?;
        let name = about["Browser"].as_str().unwrap_or("the browser").to_owned();
        Ok((format!("/{path}"), name))
    }

    /// As in the `Host` of a request.
    pub(crate) fn authority(&self) -> String {
        let host = &self.host;
        let port = self.port;
        if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_addresses_and_sockets_are_understood() {
        for (given, host, port) in [
            ("9222", "127.0.0.1", 9222),
            ("localhost:9222", "localhost", 9222),
            ("http://127.0.0.1:9222/", "127.0.0.1", 9222),
            ("http://[::1]:9222", "::1", 9222),
        ] {
            let address = Address::parse(given).expect(given);
            assert_eq!((&*address.host, address.port, address.path), (host, port, None), "{given}");
        }
        let socket = Address::parse("ws://127.0.0.1:9222/devtools/browser/ab-1").expect("a socket");
        assert_eq!(socket.path.as_deref(), Some("/devtools/browser/ab-1"));
    }

    #[test]
    fn other_machines_and_nonsense_are_refused() {
        for given in ["http://10.0.0.7:9222", "example.com:9222", "ws://127.0.0.1.evil.test:1/x"] {
            let refused = Address::parse(given);
            assert!(matches!(refused, Err(NoBrowser::Elsewhere { .. })), "{given}");
        }
        for given in ["", "chrome", "ftp://127.0.0.1:9", "http://127.0.0.1", ":9222", "localhost:0"]
        {
            let refused = Address::parse(given);
            assert!(matches!(refused, Err(NoBrowser::BadAddress { .. })), "{given}");
        }
    }
}
