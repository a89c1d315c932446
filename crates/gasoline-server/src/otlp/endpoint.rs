//! Where the collector listens: plain HTTP on this machine, and nowhere else.

use std::fmt;
use std::net::SocketAddr;

use gasoline_analysis::sources::find::origin;
use gasoline_protocol::Hint;

use crate::source_maps::addresses;
use gasoline_analysis::redact;

/// A collector on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// `127.0.0.1:4318`, as it was written.
    authority: String,
    /// What stands before `/v1/traces`.
    path: String,
    addresses: Vec<SocketAddr>,
}

/// Why nothing may be sent to an endpoint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no plain HTTP address of this machine")]
pub struct BadEndpoint(String);

impl Hint for BadEndpoint {
    fn hint(&self) -> String {
        "name a collector on this machine, like `http://127.0.0.1:4318`: Gasoline sends nothing \
         elsewhere, and a collector forwards to wherever you want"
            .to_owned()
    }
}

impl Endpoint {
    /// Reads `http://127.0.0.1:4318`, with a path if the collector has one.
    pub fn parse(text: &str) -> Result<Self, BadEndpoint> {
        let bad = || BadEndpoint(redact::echo(text, 200));
        let home = origin(text).filter(|home| home.starts_with("http://")).ok_or_else(bad)?;
        let addresses = addresses(home).ok_or_else(bad)?;
        let path = text[home.len()..].trim_end_matches('/');
        let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b'?' && byte != b'#';
        if !path.bytes().all(is_plain) {
            return Err(bad());
        }
        let authority = home["http://".len()..].to_owned();
        Ok(Self { authority, path: path.to_owned(), addresses })
    }

    pub(super) fn authority(&self) -> &str {
        &self.authority
    }

    pub(super) fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// The path of a signal: `traces` or `logs`.
    pub(super) fn path(&self, signal: &str) -> String {
        format!("{}/v1/{signal}", self.path)
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "http://{}{}", self.authority, self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collector_on_this_machine_is_taken_with_its_path() {
        for (text, path) in [
            ("http://127.0.0.1:4318", "/v1/traces"),
            ("http://localhost:4318/", "/v1/traces"),
            ("http://[::1]:4318/otel/", "/otel/v1/traces"),
            ("http://0.0.0.0:4318", "/v1/traces"),
        ] {
            let endpoint = Endpoint::parse(text).expect(text);
            assert_eq!(endpoint.path("traces"), path, "{text}");
            assert_eq!(endpoint.to_string(), text.trim_end_matches('/'));
        }
    }

    #[test]
    fn anything_else_is_refused_with_what_to_do() {
        for text in [
            "",
            "127.0.0.1:4318",
            "https://127.0.0.1:4318",
            "http://collector.example:4318",
            "http://127.0.0.1.evil.example",
            "http://localhost@evil.example",
            "http://10.0.0.1:4318",
            "http://127.0.0.1:99999",
            "http://127.0.0.1:4318/a b",
            "http://127.0.0.1:4318/?key=1",
            "grpc://127.0.0.1:4317",
        ] {
            let refused = Endpoint::parse(text).expect_err(text);
            assert!(refused.hint().contains("collector forwards"), "{text}");
        }
    }
}
