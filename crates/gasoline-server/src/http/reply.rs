//! Answers of the HTTP routes: JSON text, already masked.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use gasoline_protocol::Event;
use http::HeaderValue;
use http::header::CONTENT_TYPE;

use crate::exit;

/// A JSON body. Whoever makes one has masked it.
pub(super) struct Json(pub(super) String);

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        let mut response = self.0.into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}

/// `{<name>: [...], "count": n}`, the shape of every list.
pub(super) fn list<'a>(name: &str, events: impl ExactSizeIterator<Item = &'a Arc<Event>>) -> Json {
    let count = events.len();
    let mut out = format!("{{\"{name}\":");
    exit::write_all(&mut out, events);
    out.push_str(&format!(",\"count\":{count}}}"));
    Json(out)
}
