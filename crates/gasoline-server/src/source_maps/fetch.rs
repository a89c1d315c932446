//! What this server asks of others: a script or a map, of the page's own server. (What it sends, to a
//! collector if one was named, is in `otlp/`.)
//!
//! Plain HTTP to this machine, no cookies, nothing sent but the path. What comes back is only ever
//! read as a script or as a map; no answer of ours contains it as it is.

use std::net::SocketAddr;
use std::time::Duration;

use bytes::Bytes;
use gasoline_analysis::sources::find::{origin, resolve};
use gasoline_protocol::url::{Url, loopback_addresses};
use http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, ETAG, HOST, IF_MODIFIED_SINCE, IF_NONE_MATCH,
};
use http::header::{LAST_MODIFIED, LOCATION, USER_AGENT};
use http::{HeaderMap, HeaderName, Request, StatusCode};
use http_body_util::{BodyExt as _, Empty};
use hyper::body::Body as _;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::shelf::Version;
use crate::{VERSION, limits};
use gasoline_analysis::redact;

/// What a server answered.
pub(super) enum Fetched {
    Text {
        text: String,
        headers: HeaderMap,
    },
    /// It is the version we know.
    Same,
}

/// Why a URL was not or could not be fetched.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotFetched {
    #[error(
        "`{0}` is not on this machine or not on the page's origin; whoever can reach it may send the map to `/source-maps`"
    )]
    Elsewhere(String),
    #[error("`{0}` is served by HTTPS, which is left to the browser")]
    Encrypted(String),
    #[error("nothing listens at `{0}`")]
    NoServer(String),
    #[error("`{url}` is answered with {status}")]
    Refused { url: String, status: u16 },
    #[error("`{url}` did not come within {} s", limits::FETCH_TIMEOUT_MS / 1000)]
    TooSlow { url: String },
    #[error("`{url}` is larger than {most} bytes")]
    TooLarge { url: String, most: usize },
    #[error("`{0}` broke off")]
    BrokenOff(String),
    #[error("`{0}` is no text")]
    NoText(String),
}

/// Whether a script is the page's own, on this machine, and not of this server.
pub(super) fn is_ours_to_fetch(script: &str, page: &str, own_port: u16) -> Result<(), NotFetched> {
    let elsewhere = || NotFetched::Elsewhere(quote(script));
    let home = origin(script).filter(|home| origin(page) == Some(home)).ok_or_else(elsewhere)?;
    if home.starts_with("https://") {
        return Err(NotFetched::Encrypted(quote(script)));
    }
    addresses(home).ok_or_else(elsewhere)?;
    if is_this_server(script, own_port) {
        return Err(elsewhere());
    }
    Ok(())
}

/// Whether a URL is answered by this server itself.
pub(super) fn is_this_server(url: &str, own_port: u16) -> bool {
    let addresses = origin(url).and_then(addresses);
    addresses.is_some_and(|all| all.iter().any(|address| address.port() == own_port))
}

/// Gets a URL that [`is_ours_to_fetch`], following redirects that stay on its origin.
pub(super) async fn get(
    url: &str,
    known: Option<&Version>,
    most: usize,
) -> Result<Fetched, NotFetched> {
    let patience = Duration::from_millis(limits::FETCH_TIMEOUT_MS);
    let fetched = tokio::time::timeout(patience, follow(url, known, most)).await;
    fetched.unwrap_or_else(|_| Err(NotFetched::TooSlow { url: quote(url) }))
}

async fn follow(url: &str, known: Option<&Version>, most: usize) -> Result<Fetched, NotFetched> {
    let mut here = url.to_owned();
    for _ in 0..=limits::FETCH_REDIRECTS_MAX {
        let (head, body) = ask(&here, known).await?;
        let next = head.headers.get(LOCATION).filter(|_| head.status.is_redirection());
        if let Some(next) = next.and_then(|next| next.to_str().ok()) {
            let next = resolve(&here, next).unwrap_or_default();
            if origin(&next) != origin(&here) {
                return Err(NotFetched::Elsewhere(quote(&next)));
            }
            here = next;
            continue;
        }
        if head.status == StatusCode::NOT_MODIFIED && known.is_some() {
            return Ok(Fetched::Same);
        }
        let is_encoded = head.headers.get(CONTENT_ENCODING).is_some_and(|it| it != "identity");
        if head.status != StatusCode::OK || is_encoded {
            return Err(NotFetched::Refused { url: quote(&here), status: head.status.as_u16() });
        }
        // Before it is downloaded, where the server says its length.
        if body.size_hint().lower() > most as u64 {
            return Err(NotFetched::TooLarge { url: quote(&here), most });
        }
        let bytes = collect(&here, body, most).await?;
        let text = String::from_utf8(bytes).map_err(|_| NotFetched::NoText(quote(&here)))?;
        return Ok(Fetched::Text { text, headers: head.headers });
    }
    Err(NotFetched::Refused { url: quote(url), status: StatusCode::LOOP_DETECTED.as_u16() })
}

async fn ask(
    url: &str,
    known: Option<&Version>,
) -> Result<(http::response::Parts, hyper::body::Incoming), NotFetched> {
    let elsewhere = || NotFetched::Elsewhere(quote(url));
    let home = origin(url).ok_or_else(elsewhere)?;
    let addresses = addresses(home).ok_or_else(elsewhere)?;
    let rest = url[home.len()..].split('#').next().unwrap_or_default();
    let path = if rest.starts_with('/') { rest.to_owned() } else { format!("/{rest}") };
    let mut request = Request::get(path)
        .header(HOST, &home["http://".len()..])
        .header(USER_AGENT, format!("gasoline/{VERSION}"))
        .header(ACCEPT_ENCODING, "identity");
    if let Some(etag) = known.and_then(|known| known.etag.as_deref()) {
        request = request.header(IF_NONE_MATCH, etag);
    } else if let Some(modified) = known.and_then(|known| known.modified.as_deref()) {
        request = request.header(IF_MODIFIED_SINCE, modified);
    }
    let request = request.body(Empty::<Bytes>::new()).map_err(|_| elsewhere())?;
    let stream =
        TcpStream::connect(&*addresses).await.map_err(|_| NotFetched::NoServer(quote(home)))?;
    let broken = |_| NotFetched::BrokenOff(quote(url));
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    // It ends with the answer, or when that is dropped.
    tokio::spawn(connection);
    Ok(sender.send_request(request).await.map_err(broken)?.into_parts())
}

async fn collect(
    url: &str,
    mut body: hyper::body::Incoming,
    most: usize,
) -> Result<Vec<u8>, NotFetched> {
    let mut whole = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| NotFetched::BrokenOff(quote(url)))?;
        let Ok(data) = frame.into_data() else { continue };
        if whole.len() + data.len() > most {
            return Err(NotFetched::TooLarge { url: quote(url), most });
        }
        whole.extend_from_slice(&data);
    }
    Ok(whole)
}

/// Where an origin on this machine listens; `None` for any other. No name is looked up.
pub(crate) fn addresses(home: &str) -> Option<Vec<SocketAddr>> {
    let url = Url::absolute(home).filter(|url| matches!(url.scheme, "http" | "https"))?;
    let hosts = if url.has_user() { Vec::new() } else { loopback_addresses(url.host()) };
    let port = url.port().filter(|_| !hosts.is_empty())?;
    Some(hosts.into_iter().map(|host| SocketAddr::new(host, port)).collect())
}

/// What the server says about the version it sent.
pub(super) fn version(headers: &HeaderMap, hash: u64) -> Version {
    let said = |name: HeaderName| {
        headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
    };
    Version { etag: said(ETAG), modified: said(LAST_MODIFIED), hash, told_by_browser: None }
}

/// A URL as an error message quotes it.
pub(super) fn quote(url: &str) -> String {
    redact::echo(url, limits::URL_SHOWN_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(script: &str, page: &str, is_fetched: bool) {
        assert_eq!(is_ours_to_fetch(script, page, 7890).is_ok(), is_fetched, "{script} of {page}");
    }

    #[test]
    fn only_the_page_s_own_server_on_this_machine_is_asked() {
        check("http://localhost:3000/app.js", "http://localhost:3000/cart", true);
        check("http://127.0.0.1:3000/app.js", "http://127.0.0.1:3000/", true);
        check("http://[::1]:3000/app.js", "http://[::1]:3000", true);
        check("http://shop.localhost/app.js", "http://shop.localhost/", true);
        for (script, page) in [
            ("http://localhost:3001/app.js", "http://localhost:3000/"),
            ("http://127.0.0.1:3000/app.js", "http://localhost:3000/"),
            ("http://evil.example/app.js", "http://evil.example/"),
            ("http://localhost.evil.example/app.js", "http://localhost.evil.example/"),
            ("http://localhost:80@evil.example/a.js", "http://localhost:80@evil.example/"),
            ("http://192.168.0.1/app.js", "http://192.168.0.1/"),
            ("https://localhost:3000/app.js", "https://localhost:3000/"),
            ("http://localhost:7890/snapshot", "http://localhost:7890/"),
            ("http://localhost:99999/a.js", "http://localhost:99999/"),
            ("file:///etc/passwd", "file:///etc/passwd"),
            ("webpack-internal:///./a.js", "webpack-internal:///./a.js"),
            ("http://localhost:3000/app.js", ""),
        ] {
            check(script, page, false);
        }
    }
}
