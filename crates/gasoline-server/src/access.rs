//! Who may ask what. A server on localhost is reachable from every page the user opens.
//!
//! | door | no Origin | our own | extension | loopback page | other page, `null` |
//! |---|---|---|---|---|---|
//! | command | yes, unless a page of another site asks | yes | no | no | no |
//! | ingest, script | yes | yes | yes | yes | only `--allow-origin` or `--ci` |
//! | extension | no | no | yes | no | no |
//!
//! And before all: the `Host` must be ours, or a name that was made to point here (DNS rebinding)
//! would pass for us.

use gasoline_protocol::url::{is_loopback, split_port};
use gasoline_protocol::{Hint, Kind};
use http::header::{HOST, ORIGIN};
use http::{HeaderMap, HeaderName, Method, Uri};

use gasoline_analysis::redact;

gasoline_protocol::wire_enum! {
    /// What a request is for, as far as access is concerned.
    pub enum Door {
        /// Captured data coming in.
        Ingest = "ingest",
        /// The capture script, which pages load.
        Script = "script",
        /// The socket of the extension's worker.
        Extension = "extension",
        /// Reads and commands: everything else.
        Command = "command",
    }
}

/// What the user allowed beyond the rules.
#[derive(Debug, Clone, Default)]
pub struct AccessPolicy {
    /// The port we listen on; a `Host` with another one is not ours.
    pub port: u16,
    /// Origins that may send captured data.
    pub allowed_origins: Vec<String>,
    /// Any page may send captured data: the pages are those of a test run.
    pub ci: bool,
}

/// A request that may pass.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Admission {
    /// The origin to name in the answer, so that the page may read it.
    pub(crate) cors_origin: Option<String>,
}

/// Why a request may not pass.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Denied {
    #[error("`Host: {0}` is not this server")]
    ForeignHost(String),
    #[error("`Origin: {0}` may not read from or command this server")]
    ForeignOrigin(String),
    #[error("`Origin: {0}` may not send captured data")]
    UnknownPage(String),
    #[error("a page of another site may not read from this server")]
    CrossSite,
    #[error("{0} is no browser extension")]
    NoExtension(String),
}

impl Hint for Denied {
    fn hint(&self) -> String {
        match self {
            Self::ForeignHost(_) => {
                "ask `http://127.0.0.1:PORT` or `http://localhost:PORT` with the server's own port"
            }
            Self::ForeignOrigin(_) | Self::CrossSite => {
                "ask from a program, or open the server's own address in a tab"
            }
            Self::NoExtension(_) => {
                "this path is for the extension's worker; programs send to `/logs` and its neighbours"
            }
            Self::UnknownPage(_) => "start the server with `--allow-origin ORIGIN`, or with `--ci`",
        }
        .to_owned()
    }
}

/// What a request is for.
pub(crate) fn door(method: &Method, path: &str) -> Door {
    let is_ingest =
        || Kind::of_path(path).is_some() || matches!(path, "/enrichments" | "/source-maps");
    match path {
        "/gasoline-ci.js" | "/gasoline-ci.min.js" => Door::Script,
        "/ext" => Door::Extension,
        _ if (method == Method::POST || method == Method::OPTIONS) && is_ingest() => Door::Ingest,
        _ => Door::Command,
    }
}

/// Decides on a request by its head alone.
pub(crate) fn admit(
    policy: &AccessPolicy,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Admission, Denied> {
    check_host(policy, uri, headers)?;
    let door = door(method, uri.path());
    let Some(origin) = single(headers, &ORIGIN) else {
        return match (door, headers.contains_key(ORIGIN)) {
            (_, true) => Err(Denied::ForeignOrigin("two of them".to_owned())),
            (Door::Extension, false) => Err(Denied::NoExtension("a program".to_owned())),
            (Door::Command, false) if is_from_another_site(uri, headers) => Err(Denied::CrossSite),
            _ => Ok(Admission { cors_origin: None }),
        };
    };
    if door == Door::Extension {
        if is_extension(origin) {
            return Ok(Admission { cors_origin: None });
        }
        return Err(Denied::NoExtension(format!("`Origin: {}`", quote(origin))));
    }
    if policy.is_own(origin) {
        return Ok(Admission { cors_origin: None });
    }
    match door {
        Door::Command | Door::Extension => Err(Denied::ForeignOrigin(quote(origin))),
        Door::Ingest | Door::Script if policy.may_send(origin) => {
            Ok(Admission { cors_origin: Some(origin.to_owned()) })
        }
        Door::Ingest | Door::Script => Err(Denied::UnknownPage(quote(origin))),
    }
}

fn check_host(policy: &AccessPolicy, uri: &Uri, headers: &HeaderMap) -> Result<(), Denied> {
    let host = single(headers, &HOST).unwrap_or("");
    let named = uri.authority().map(http::uri::Authority::as_str);
    for authority in [Some(host), named].into_iter().flatten() {
        if !policy.is_own_authority(authority) {
            return Err(Denied::ForeignHost(quote(authority)));
        }
    }
    Ok(())
}

/// Browsers say where a request comes from even when they send no `Origin`: `<img src>`, links.
fn is_from_another_site(uri: &Uri, headers: &HeaderMap) -> bool {
    let says = |name: &'static str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_visit = uri.path() == "/"
        && says("sec-fetch-mode") == Some("navigate")
        && says("sec-fetch-dest") == Some("document");
    matches!(says("sec-fetch-site"), Some("cross-site" | "same-site")) && !is_visit
}

impl AccessPolicy {
    fn is_own_authority(&self, authority: &str) -> bool {
        let Some((host, port)) = host_and_port(authority) else { return false };
        let is_own_port = match port {
            Some(port) => port.parse() == Ok(self.port),
            None => self.port == 80,
        };
        is_own_port
            && matches!(host.to_ascii_lowercase().as_str(), "127.0.0.1" | "localhost" | "[::1]")
    }

    fn is_own(&self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|authority| self.is_own_authority(authority))
    }

    fn may_send(&self, origin: &str) -> bool {
        self.ci
            || is_extension(origin)
            || is_loopback_page(origin)
            || self.allowed_origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))
    }
}

/// Whether an origin is that of a browser extension.
pub(crate) fn is_extension(origin: &str) -> bool {
    ["chrome-extension://", "moz-extension://"]
        .iter()
        .any(|scheme| origin.len() > scheme.len() && origin.starts_with(scheme))
}

fn is_loopback_page(origin: &str) -> bool {
    let Some(authority) =
        origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
    else {
        return false;
    };
    let Some((host, _)) = host_and_port(authority) else { return false };
    // The contract grants loopback pages this right, and `0.0.0.0` is every interface.
    host != "0.0.0.0" && is_loopback(host)
}

/// Host and port of an authority; `None` if it is more than that (`user@host`, a path).
fn host_and_port(authority: &str) -> Option<(&str, Option<&str>)> {
    (!authority.contains(['@', '/', '?', '#', '\\'])).then(|| split_port(authority))
}

/// The value of a header that must not come twice.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

fn quote(header: &str) -> String {
    redact::echo(header, 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &[(&str, &str)] = &[("host", "127.0.0.1:7890")];

    fn policy() -> AccessPolicy {
        AccessPolicy { port: 7890, ..AccessPolicy::default() }
    }

    #[track_caller]
    fn ask(policy: &AccessPolicy, method: &str, path: &str, headers: &[(&str, &str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("a header name");
            map.append(name, value.parse().expect("a header value"));
        }
        let method: Method = method.parse().expect("a method");
        admit(policy, &method, &path.parse().expect("a path"), &map).is_ok()
    }

    #[test]
    fn only_our_own_host_is_answered() {
        for host in ["127.0.0.1:7890", "localhost:7890", "LOCALHOST:7890", "[::1]:7890"] {
            assert!(ask(&policy(), "GET", "/logs", &[("host", host)]), "{host}");
        }
        for host in [
            "evil.example:7890",
            "127.0.0.1:80",
            "127.0.0.1",
            "localhost.evil.example:7890",
            "127.0.0.1:7890@evil.example",
            "127.0.0.2:7890",
            "",
        ] {
            assert!(!ask(&policy(), "GET", "/logs", &[("host", host)]), "{host}");
            assert!(!ask(&policy(), "POST", "/logs", &[("host", host)]), "{host}");
        }
        assert!(!ask(&policy(), "GET", "/logs", &[]));
        assert!(!ask(&policy(), "GET", "/logs", &[OURS[0], ("host", "evil.example")]));
        assert!(!ask(&policy(), "GET", "http://evil.example/logs", OURS));
    }

    #[test]
    fn no_page_but_ours_reads_or_commands() {
        for (method, path) in [
            ("GET", "/logs"),
            ("GET", "/snapshot"),
            ("POST", "/clear"),
            ("DELETE", "/logs"),
            ("POST", "/test-boundary"),
            ("POST", "/runners"),
            ("POST", "/mcp"),
            ("GET", "/mcp/stdio"),
            ("GET", "/screenshots/1.png"),
            ("GET", "/errands"),
            ("POST", "/errands"),
        ] {
            for origin in [
                "https://evil.example",
                "null",
                "http://localhost:3000",
                "chrome-extension://abc",
                "http://127.0.0.1:7890.evil.example",
                "https://127.0.0.1:7890",
            ] {
                let headers = [OURS[0], ("origin", origin)];
                assert!(!ask(&policy(), method, path, &headers), "{method} {path} {origin}");
            }
            let headers = [OURS[0], ("origin", "http://localhost:7890")];
            assert!(ask(&policy(), method, path, &headers), "{method} {path}");
        }
    }

    #[test]
    fn a_request_without_origin_from_another_site_reads_nothing() {
        for site in ["cross-site", "same-site"] {
            assert!(!ask(&policy(), "GET", "/snapshot", &[OURS[0], ("sec-fetch-site", site)]));
        }
        for site in ["none", "same-origin"] {
            assert!(ask(&policy(), "GET", "/snapshot", &[OURS[0], ("sec-fetch-site", site)]));
        }
        let visit = [
            OURS[0],
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert!(ask(&policy(), "GET", "/", &visit));
        assert!(!ask(&policy(), "GET", "/snapshot", &visit));
    }

    #[test]
    fn pages_on_loopback_and_extensions_send() {
        for origin in [
            "http://localhost:3000",
            "https://app.localhost",
            "http://127.0.0.1:5173",
            "http://[::1]:8080",
            "chrome-extension://abcdef",
            "moz-extension://abcdef",
        ] {
            assert!(ask(&policy(), "POST", "/logs", &[OURS[0], ("origin", origin)]), "{origin}");
        }
        for origin in [
            "http://0.0.0.0:3000",
            "http://0.0.0.0.:3000",
            "http://localhost.evil.example",
            "http://[localhost]",
            "http://[0.0.0.0]",
        ] {
            assert!(!ask(&policy(), "POST", "/logs", &[OURS[0], ("origin", origin)]), "{origin}");
        }
    }

    #[test]
    fn other_pages_send_only_when_allowed() {
        let allowed = AccessPolicy {
            allowed_origins: vec!["https://staging.example".to_owned()],
            ..policy()
        };
        let ci = AccessPolicy { ci: true, ..policy() };
        for origin in
            ["https://staging.example", "null", "https://evil.example", "chrome-extension://"]
        {
            let headers = [OURS[0], ("origin", origin)];
            assert!(!ask(&policy(), "POST", "/logs", &headers), "{origin}");
            assert!(!ask(&policy(), "OPTIONS", "/logs", &headers), "{origin}");
            assert_eq!(
                ask(&allowed, "POST", "/logs", &headers),
                origin == "https://staging.example",
                "{origin}"
            );
            assert!(ask(&ci, "POST", "/logs", &headers), "{origin}");
            assert!(!ask(&ci, "GET", "/logs", &headers), "{origin}: reads stay closed");
        }
    }

    #[test]
    fn the_socket_is_for_extensions_only() {
        let ci = AccessPolicy { ci: true, ..policy() };
        for policy in [policy(), ci] {
            assert!(!ask(&policy, "GET", "/ext", &[OURS[0]]), "a program");
            for origin in
                ["http://127.0.0.1:7890", "http://localhost:3000", "null", "chrome-extension://"]
            {
                assert!(!ask(&policy, "GET", "/ext", &[OURS[0], ("origin", origin)]), "{origin}");
            }
            for origin in ["chrome-extension://abcdef", "moz-extension://1-2"] {
                assert!(ask(&policy, "GET", "/ext", &[OURS[0], ("origin", origin)]), "{origin}");
                let rebound = [("host", "evil.example:7890"), ("origin", origin)];
                assert!(!ask(&policy, "GET", "/ext", &rebound), "{origin}");
            }
        }
    }

    #[test]
    fn the_script_is_for_pages() {
        let script = [OURS[0], ("sec-fetch-site", "cross-site")];
        assert!(ask(&policy(), "GET", "/gasoline-ci.js", &script));
    }
}
