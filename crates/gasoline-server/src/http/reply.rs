//! Answers of the HTTP routes: JSON text, already masked.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use gasoline_protocol::Event;
use http::HeaderValue;
use http::header::CONTENT_TYPE;
use hyper::body::{Body, Frame};

use crate::{exit, limits};

/// A JSON body. Whoever makes one has masked it.
pub(super) struct Json(pub(super) String);

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        let mut response = self.0.into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}

/// A JSON body of events, written piece by piece: everything captured, as one text, would double
/// the memory of the process.
#[derive(Default)]
pub(super) struct Listing {
    parts: VecDeque<Part>,
    /// Bytes of the events, about.
    size: usize,
    is_inside: bool,
}

enum Part {
    Text(String),
    Events(std::vec::IntoIter<Arc<Event>>),
}

impl Listing {
    pub(super) fn text(&mut self, text: impl Into<String>) {
        self.parts.push_back(Part::Text(text.into()));
    }

    /// Events, as an array.
    pub(super) fn events<'a>(&mut self, events: impl Iterator<Item = &'a Arc<Event>>) {
        let events: Vec<_> = events.cloned().collect();
        self.size += events.iter().map(|event| event.cost()).sum::<usize>();
        self.text("[");
        self.parts.push_back(Part::Events(events.into_iter()));
        self.text("]");
    }

    /// The next piece of the JSON, of at least `least` bytes if as much is left.
    fn piece(&mut self, least: usize) -> String {
        let mut out = String::with_capacity(self.size.min(least) + 4096);
        while out.len() < least {
            match self.parts.front_mut() {
                None => break,
                Some(Part::Text(text)) => {
                    out.push_str(text);
                    self.is_inside = false;
                    self.parts.pop_front();
                }
                Some(Part::Events(events)) => match events.next() {
                    Some(event) => {
                        if self.is_inside {
                            out.push(',');
                        }
                        self.is_inside = true;
                        exit::write(&mut out, &event);
                    }
                    None => {
                        self.parts.pop_front();
                    }
                },
            }
        }
        out
    }
}

impl Body for Listing {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let piece = self.piece(limits::PIECE_BYTES);
        Poll::Ready((!piece.is_empty()).then(|| Ok(Frame::data(piece.into()))))
    }
}

impl IntoResponse for Listing {
    fn into_response(mut self) -> Response {
        if self.size <= limits::WHOLE_ANSWER_MAX_BYTES {
            return Json(self.piece(usize::MAX)).into_response();
        }
        let mut response = axum::body::Body::new(self).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}

/// `{<name>: [...], "count": n}`, the shape of every list.
pub(super) fn list<'a>(
    name: &str,
    events: impl ExactSizeIterator<Item = &'a Arc<Event>>,
) -> Listing {
    let count = events.len();
    let mut listing = Listing::default();
    listing.text(format!("{{\"{name}\":"));
    listing.events(events);
    listing.text(format!(",\"count\":{count}}}"));
    listing
}
