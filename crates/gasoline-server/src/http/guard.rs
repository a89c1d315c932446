//! The guard before every route: who may ask, preflights, and the headers of every answer.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD,
    CACHE_CONTROL, VARY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};

use super::Shared;
use super::rejection::Rejection;
use crate::access::{Door, admit, door};

const PRIVATE_NETWORK_ASKED: HeaderName =
    HeaderName::from_static("access-control-request-private-network");
const PRIVATE_NETWORK_ALLOWED: HeaderName =
    HeaderName::from_static("access-control-allow-private-network");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

pub(super) async fn guard(State(app): Shared, request: Request, next: Next) -> Response {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let door = door(&method, uri.path());
    let admission = match admit(&app.config.access, &method, &uri, request.headers()) {
        Ok(admission) => admission,
        Err(denied) => return finish(Rejection::from(denied).into_response(), door),
    };
    let is_preflight =
        method == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    let wants_private = request.headers().contains_key(PRIVATE_NETWORK_ASKED);
    let mut response = if is_preflight && door != Door::Command {
        StatusCode::NO_CONTENT.into_response()
    } else {
        next.run(request).await
    };
    if let Some(origin) =
        admission.cors_origin.and_then(|origin| HeaderValue::try_from(origin).ok())
    {
        allow(response.headers_mut(), origin, is_preflight, wants_private);
    }
    finish(response, door)
}

/// Lets a page that may send read the receipt. The origin is echoed, never `*`: beacons carry
/// credentials, and those do not pass with a wildcard.
fn allow(headers: &mut HeaderMap, origin: HeaderValue, is_preflight: bool, wants_private: bool) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
    if is_preflight {
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("POST"));
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type"));
        headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
        if wants_private {
            headers.insert(PRIVATE_NETWORK_ALLOWED, HeaderValue::from_static("true"));
        }
    }
}

fn finish(mut response: Response, door: Door) -> Response {
    let headers = response.headers_mut();
    let policy = if door == Door::Script { "cross-origin" } else { "same-origin" };
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static(policy));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.append(VARY, HeaderValue::from_static("origin"));
    response
}
