//! Request bodies: read whole, within bounds of size, time and memory.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, Request};
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::http::rejection::Rejection;
use crate::limits;

/// The memory all request bodies share, counted in kilobytes.
///
/// Room is taken as a body comes in, not as it is announced: a client that announces much and sends
/// little must not keep others out. Large bodies take turns, so that two halves never wait for each
/// other while the batches of everyday pass by.
#[derive(Debug, Clone)]
pub(crate) struct BodyRoom {
    room: Arc<Semaphore>,
    turn: Arc<Semaphore>,
}

impl Default for BodyRoom {
    fn default() -> Self {
        Self::of(limits::BODIES_MAX_BYTES)
    }
}

/// A body, and the room it takes while it is held.
pub(crate) struct Held {
    pub(crate) bytes: Bytes,
    _place: Place,
}

impl Held {
    /// The body as a text of its own, without a copy; its room stays taken.
    pub(crate) fn take_text(&mut self) -> Result<String, std::string::FromUtf8Error> {
        String::from_utf8(Vec::from(std::mem::take(&mut self.bytes)))
    }
}

/// The room one body has.
#[derive(Default)]
struct Place {
    kilobytes: usize,
    room: Option<OwnedSemaphorePermit>,
    turn: Option<OwnedSemaphorePermit>,
}

impl BodyRoom {
    pub(crate) fn of(bytes: usize) -> Self {
        let room = Arc::new(Semaphore::new(bytes / 1024));
        Self { room, turn: Arc::new(Semaphore::new(1)) }
    }

    /// Reads a body of at most `most` bytes that holds JSON, under whichever name it is sent:
    /// browsers send `text/plain` without asking first.
    pub(crate) async fn read(
        &self,
        request: Request<Body>,
        most: usize,
    ) -> Result<Held, Rejection> {
        let (head, body) = request.into_parts();
        check_type(&head.headers)?;
        let announced = announced_length(&head.headers);
        if announced.is_some_and(|length| length > most) {
            return Err(Rejection::TooLarge { most });
        }
        let whole = self.collect(body, announced.unwrap_or_default(), most);
        timeout(Duration::from_secs(limits::BODY_TIMEOUT_SECONDS), whole)
            .await
            .map_err(|_| Rejection::TooSlow)?
    }

    async fn collect(
        &self,
        mut body: Body,
        announced: usize,
        most: usize,
    ) -> Result<Held, Rejection> {
        let mut place = Place::default();
        let mut whole = Vec::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| Rejection::BrokenOff)?;
            let Ok(data) = frame.into_data() else { continue };
            let length = whole.len() + data.len();
            if length > most {
                return Err(Rejection::TooLarge { most });
            }
            if let Err(full) = self.grow(&mut place, length).await {
                drop((place, whole));
                // A client that is still sending would never read what it is told.
                let mut left = most;
                while let Some(Ok(frame)) = body.frame().await {
                    left = left.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
                    if left == 0 {
                        break;
                    }
                }
                return Err(full);
            }
            if whole.is_empty() {
                whole.reserve_exact(announced.max(length));
            }
            whole.extend_from_slice(&data);
        }
        Ok(Held { bytes: Bytes::from(whole), _place: place })
    }

    /// Makes the place of a body large enough for `bytes`.
    async fn grow(&self, place: &mut Place, bytes: usize) -> Result<(), Rejection> {
        if bytes > limits::BODY_LARGE_BYTES && place.turn.is_none() {
            place.turn = Some(acquire(&self.turn, 1).await?);
        }
        let step = limits::BODY_STEP_BYTES;
        let wanted = bytes.div_ceil(step) * (step / 1024);
        if wanted <= place.kilobytes {
            return Ok(());
        }
        let more = acquire(&self.room, wanted - place.kilobytes).await?;
        place.kilobytes = wanted;
        match &mut place.room {
            Some(room) => room.merge(more),
            None => place.room = Some(more),
        }
        Ok(())
    }
}

/// Waits a moment for what others hold.
async fn acquire(of: &Arc<Semaphore>, count: usize) -> Result<OwnedSemaphorePermit, Rejection> {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let acquired = Arc::clone(of).acquire_many_owned(count);
    timeout(Duration::from_millis(limits::BODIES_WAIT_MS), acquired)
        .await
        .ok()
        .and_then(Result::ok)
        .ok_or(Rejection::Overloaded)
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
