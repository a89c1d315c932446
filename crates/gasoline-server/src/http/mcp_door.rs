//! `/mcp`: MCP over streamable HTTP. Bodies are read here, in the room all bodies share.

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use gasoline_protocol::limits::HTTP_BODY_MAX_BYTES;
use http::Method;

use super::Shared;
use super::rejection::Rejection;
use crate::mcp::HttpService;

pub(super) async fn serve(
    State(app): Shared,
    Extension(service): Extension<HttpService>,
    request: Request,
) -> Result<Response, Rejection> {
    if request.method() != Method::POST {
        return Ok(service.handle(request).await.into_response());
    }
    let (head, body) = request.into_parts();
    let copy = Request::from_parts(head.clone(), body);
    let whole = app.bodies.read(copy, HTTP_BODY_MAX_BYTES).await?;
    let request = Request::from_parts(head, Body::from(whole.bytes.clone()));
    Ok(service.handle(request).await.into_response())
}
