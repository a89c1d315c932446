//! What an HTTP client is told when it cannot have what it asked for: `{"error", "hint"}`.

use axum::response::{IntoResponse, Response};
use gasoline_protocol::Hint;
use gasoline_protocol::batch::BadBatch;
use http::header::RETRY_AFTER;
use http::{HeaderValue, StatusCode};
use schemars::JsonSchema;
use serde::Serialize;

use super::reply::Json;
use crate::access::Denied;
use crate::limits;
use crate::pictures::BadPicture;
use gasoline_analysis::redact;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Rejection {
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    BadBatch(#[from] BadBatch),
    #[error(transparent)]
    BadPicture(#[from] BadPicture),
    #[error("{what}")]
    Malformed { what: String, hint: String },
    #[error("there is nothing at `{path}`")]
    NoSuchPath { path: String },
    #[error("{what}")]
    NotFound { what: String, hint: String },
    #[error("`{method}` is not for `{path}`")]
    WrongMethod { method: String, path: String },
    #[error("the body is larger than {most} bytes")]
    TooLarge { most: usize },
    #[error("a body of type `{found}` cannot be read")]
    NotJsonType { found: String },
    #[error("an encoded body cannot be read")]
    Encoded,
    #[error("the body did not come within {} seconds", limits::BODY_TIMEOUT_SECONDS)]
    TooSlow,
    #[error("the body broke off")]
    BrokenOff,
    #[error("too many requests at once")]
    Overloaded,
    #[error("this server is ending: the last process it ran for has ended")]
    Ending,
}

impl Rejection {
    fn status(&self) -> StatusCode {
        match self {
            Self::Denied(_) => StatusCode::FORBIDDEN,
            Self::BadBatch(_) | Self::BadPicture(_) | Self::Malformed { .. } | Self::BrokenOff => {
                StatusCode::BAD_REQUEST
            }
            Self::NoSuchPath { .. } | Self::NotFound { .. } => StatusCode::NOT_FOUND,
            Self::WrongMethod { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJsonType { .. } | Self::Encoded => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Overloaded => StatusCode::SERVICE_UNAVAILABLE,
            Self::Ending => StatusCode::CONFLICT,
        }
    }
}

impl Hint for Rejection {
    fn hint(&self) -> String {
        match self {
            Self::Denied(denied) => denied.hint(),
            Self::BadBatch(bad) => bad.hint(),
            Self::BadPicture(bad) => bad.hint(),
            Self::Malformed { hint, .. } | Self::NotFound { hint, .. } => hint.clone(),
            Self::NoSuchPath { .. } => "see docs/http.md for the paths there are".to_owned(),
            Self::WrongMethod { .. } => {
                "see the `Allow` header for the methods it takes".to_owned()
            }
            Self::TooLarge { .. } => "split the batch".to_owned(),
            Self::NotJsonType { .. } => "send `application/json` or `text/plain`".to_owned(),
            Self::Encoded => "send the body without `Content-Encoding`".to_owned(),
            Self::TooSlow | Self::BrokenOff => {
                "send it again; with a `batch_id` nothing is stored twice".to_owned()
            }
            Self::Overloaded => "wait as `Retry-After` says and send it again".to_owned(),
            Self::Ending => "start another one with `gasoline serve --ci --while PID`".to_owned(),
        }
    }
}

/// Why a request was rejected.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RejectionBody {
    /// What is wrong.
    error: String,
    /// What to do about it.
    hint: String,
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let error = redact::text(&self.to_string()).into_owned();
        let body = serde_json::to_string(&RejectionBody { error, hint: self.hint() });
        let mut response = (self.status(), Json(body.unwrap_or_default())).into_response();
        let headers = response.headers_mut();
        if matches!(self, Self::Overloaded) {
            headers.insert(RETRY_AFTER, HeaderValue::from(limits::RETRY_AFTER_SECONDS));
        }
        response
    }
}
