//! Request bodies: read whole, within bounds of size, time and memory.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, Request};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::http::rejection::Rejection;
use crate::limits;

/// The memory all request bodies share, counted in kilobytes.
#[derive(Debug, Clone)]
pub(crate) struct BodyRoom(Arc<Semaphore>);

impl Default for BodyRoom {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(limits::BODIES_MAX_BYTES / 1024)))
    }
}

/// A body, and the room it takes while it is held.
pub(crate) struct Held {
    pub(crate) bytes: Bytes,
    _room: OwnedSemaphorePermit,
}

impl BodyRoom {
    /// Reads a body of at most `most` bytes that holds JSON, under whichever name it is sent:
    /// browsers send `text/plain` without asking first.
    pub(crate) async fn read(&self, request: Request<Body>, most: usize) -> Result<Held, Rejection> {
        let (head, body) = request.into_parts();
        check_type(&head.headers)?;
        let announced = announced_length(&head.headers);
        if announced.is_some_and(|length| length > most) {
            return Err(Rejection::TooLarge { most });
        }
        let kilobytes = u32::try_from(announced.unwrap_or(most) / 1024 + 1).unwrap_or(u32::MAX);
        let wait = Duration::from_millis(limits::BODIES_WAIT_MS);
        let room = timeout(wait, Arc::clone(&self.0).acquire_many_owned(kilobytes))
            .await
            .ok()
            .and_then(Result::ok)
            .ok_or(Rejection::Overloaded)?;
        let whole = Limited::new(body, most).collect();
        let bytes = timeout(Duration::from_secs(limits::BODY_TIMEOUT_SECONDS), whole)
            .await
            .map_err(|_| Rejection::TooSlow)?
            .map_err(|error| match error.downcast_ref::<LengthLimitError>() {
                Some(_) => Rejection::TooLarge { most },
                None => Rejection::BrokenOff,
            })?
            .to_bytes();
        Ok(Held { bytes, _room: room })
    }
}

fn announced_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn check_type(headers: &HeaderMap) -> Result<(), Rejection> {
    if headers.get(CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        return Err(Rejection::Encoded);
    }
    let Some(named) = headers.get(CONTENT_TYPE) else { return Ok(()) };
    let named = named.to_str().unwrap_or("");
    let essence = named.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    match essence.as_str() {
        "" | "application/json" | "text/plain" => Ok(()),
        _ => Err(Rejection::NotJsonType { found: essence }),
    }
}
