//! What the ingest routes have in common: a body in, a receipt out.

use std::sync::Arc;

use axum::extract::Request;
use gasoline_protocol::Kind;
use gasoline_protocol::limits::HTTP_BODY_MAX_BYTES;
use gasoline_store::{Batch, Receipt};
use http::header::ORIGIN;

use super::rejection::Rejection;
use super::reply::Json;
use crate::app::App;
use crate::exit;

/// Accepts a batch of events of `kind`, listed under `list`.
pub(super) async fn accept(
    app: &Arc<App>,
    request: Request,
    kind: Kind,
    list: &'static str,
) -> Result<Json, Rejection> {
    let receipt = take(app, request, |body| Ok(Batch::read(kind, list, body)?)).await?;
    Ok(Json(exit::json(&receipt)))
}

/// Reads a batch by `read` and appends it.
pub(super) async fn take(
    app: &Arc<App>,
    request: Request,
    read: impl FnOnce(&[u8]) -> Result<Batch, Rejection>,
) -> Result<Receipt, Rejection> {
    let origin = origin(&request);
    let body = app.bodies.read(request, HTTP_BODY_MAX_BYTES).await?;
    let batch = read(&body.bytes)?;
    app.note_sender(origin.as_deref(), batch.client.as_deref());
    let receipt = app.journal.accept(batch);
    app.source_maps.make_room(app);
    app.source_maps.note_arrival();
    Ok(receipt)
}

/// The page or extension a request comes from.
pub(super) fn origin(request: &Request) -> Option<String> {
    request.headers().get(ORIGIN).and_then(|origin| origin.to_str().ok()).map(str::to_owned)
}
