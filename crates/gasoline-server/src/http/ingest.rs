//! What the ingest routes have in common: a body in, a receipt out.

use std::sync::Arc;

use axum::extract::Request;
use gasoline_protocol::Kind;
use gasoline_protocol::limits::HTTP_BODY_MAX_BYTES;
use gasoline_store::{Batch, Receipt};
use http::header::{ORIGIN, USER_AGENT};

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
    let (origin, agent) = (origin(&request), agent(&request));
    let body = app.bodies.read(request, HTTP_BODY_MAX_BYTES).await?;
    let batch = read(&body.bytes)?;
    Ok(append(app, origin.as_deref(), agent.as_deref(), batch))
}

/// Accepts a batch of requests. Contracts are learnt from them as they came, before bodies are
/// clamped, and whatever the journal forgets.
pub(super) async fn accept_calls(app: &Arc<App>, request: Request) -> Result<Json, Rejection> {
    let (origin, agent) = (origin(&request), agent(&request));
    let body = app.bodies.read(request, HTTP_BODY_MAX_BYTES).await?;
    let mut calls = Vec::new();
    let note = &mut |json| calls.push(json);
    let batch = Batch::read_noting(Kind::NetworkBodies, "bodies", &body.bytes, note)?;
    if !app.journal.knows(&batch) {
        app.contracts().see_all(&calls, app.now());
    }
    let receipt = append(app, origin.as_deref(), agent.as_deref(), batch);
    Ok(Json(exit::json(&receipt)))
}

fn append(app: &Arc<App>, origin: Option<&str>, agent: Option<&str>, batch: Batch) -> Receipt {
    app.note_sender(origin, batch.client.as_deref());
    if let Some(agent) = agent {
        app.page_agents().note(batch.test.as_deref(), agent);
    }
    let receipt = app.journal.accept(batch);
    app.source_maps.make_room(app);
    app.source_maps.note_arrival();
    app.streaming.note_arrival();
    app.otlp.note_arrival();
    app.live.note_change();
    receipt
}

/// How the one that asks calls itself.
fn agent(request: &Request) -> Option<String> {
    request.headers().get(USER_AGENT).and_then(|agent| agent.to_str().ok()).map(str::to_owned)
}

/// The page or extension a request comes from.
pub(super) fn origin(request: &Request) -> Option<String> {
    request.headers().get(ORIGIN).and_then(|origin| origin.to_str().ok()).map(str::to_owned)
}
