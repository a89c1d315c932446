//! One request to the collector, and what its answer means.

use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST, USER_AGENT};
use http::{Request, StatusCode};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::Endpoint;
use crate::{VERSION, limits};

/// One request that waits to be sent.
#[derive(Debug, Clone)]
pub(super) struct Parcel {
    /// `traces` or `logs`.
    pub(super) signal: &'static str,
    pub(super) body: Bytes,
    /// Spans or records in it.
    pub(super) rows: usize,
}

/// Why a request was not taken.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NotTaken {
    /// It may be taken later.
    Busy(String),
    /// It never will.
    Refused(String),
}

pub(super) async fn send(endpoint: &Endpoint, parcel: &Parcel) -> Result<(), NotTaken> {
    let patience = Duration::from_millis(limits::OTLP_TIMEOUT_MS);
    let asked = tokio::time::timeout(patience, ask(endpoint, parcel)).await;
    let late = || NotTaken::Busy(format!("no answer within {} s", patience.as_secs()));
    match asked.unwrap_or_else(|_| Err(late()))? {
        status if status.is_success() => Ok(()),
        // The ones that the protocol says to send again after.
        status @ (StatusCode::TOO_MANY_REQUESTS
        | StatusCode::BAD_GATEWAY
        | StatusCode::SERVICE_UNAVAILABLE
        | StatusCode::GATEWAY_TIMEOUT) => Err(NotTaken::Busy(format!("answered with {status}"))),
        status => Err(NotTaken::Refused(format!("answered with {status}"))),
    }
}

async fn ask(endpoint: &Endpoint, parcel: &Parcel) -> Result<StatusCode, NotTaken> {
    let nobody = |_| NotTaken::Busy("nothing listens".to_owned());
    let stream = TcpStream::connect(endpoint.addresses()).await.map_err(nobody)?;
    let broken = |error: hyper::Error| NotTaken::Busy(format!("broke off: {error}"));
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    let request = Request::post(endpoint.path(parcel.signal))
        .header(HOST, endpoint.authority())
        .header(USER_AGENT, format!("gasoline/{VERSION}"))
        .header(CONTENT_TYPE, "application/json")
        .body(Full::new(parcel.body.clone()))
        .map_err(|error| NotTaken::Refused(error.to_string()))?;
    // It ends with the answer, or when that is dropped.
    tokio::spawn(connection);
    Ok(sender.send_request(request).await.map_err(broken)?.status())
}
