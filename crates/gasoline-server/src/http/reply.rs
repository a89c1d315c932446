//! Responses of the HTTP routes: JSON text without secrets.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use gasoline_protocol::{Event, Kind};
use http::HeaderValue;
use http::header::CONTENT_TYPE;
use hyper::body::{Body, Frame};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::limits;
use gasoline_analysis::redact;

/// A JSON body.
pub(super) struct Json(pub(super) String);

impl Json {
    /// `response` holds nothing captured that is not redacted.
    pub(super) fn new(response: &impl Serialize) -> Self {
        Self(serde_json::to_string(response).unwrap_or_else(|_| "null".to_owned()))
    }
}

/// A value for each kind of event, by its name.
#[derive(Debug)]
pub(super) struct ByKind<T>(pub(super) [T; Kind::ALL.len()]);

impl<T: Serialize> Serialize for ByKind<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Kind::ALL.map(Kind::name).iter().zip(&self.0))
    }
}

impl<T: JsonSchema> JsonSchema for ByKind<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("ByKind_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        let names = Kind::ALL.map(Kind::name);
        let properties: Map<String, Value> =
            names.iter().map(|name| ((*name).to_owned(), value.clone().to_value())).collect();
        json_schema!({"type": "object", "properties": properties, "required": names})
    }
}

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

    /// All of the JSON.
    pub(super) fn whole(mut self) -> String {
        self.piece(usize::MAX)
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
                        redact::write_event(&mut out, &event);
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
