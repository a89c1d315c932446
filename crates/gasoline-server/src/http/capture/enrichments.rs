//! `/enrichments`: what follows an error that was already sent.

use axum::extract::{Request, State};
use gasoline_analysis::redact;
use gasoline_protocol::Captured;
use gasoline_protocol::batch;
use gasoline_protocol::limits::HTTP_BODY_MAX_BYTES;
use gasoline_store::ingest::enrichment;
use gasoline_store::limits::REJECTIONS_MAX_LISTED;
use gasoline_store::{Receipt, Rejection as Refused};

use crate::http::Shared;
use crate::http::capture::kinds;
use crate::http::rejection::Rejection;
use crate::http::reply::Json;
use crate::limits;

pub(crate) async fn post(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    let origin = kinds::origin(&request);
    let body = app.bodies.read(request, HTTP_BODY_MAX_BYTES).await?;
    let mut items = Vec::new();
    let mut beyond = 0;
    let envelope = batch::read(&body.bytes, "enrichments", &mut |json| {
        // Each looks through all entries held: as many as one batch of errors has, not a flood.
        if items.len() < limits::ENRICHMENTS_MAX {
            items.push(enrichment(json));
        } else {
            beyond += 1;
        }
    })?;
    app.note_sender(origin.as_deref(), envelope.client.as_deref());
    let batch_id = envelope.batch_id.as_deref();
    if let Some(receipt) = app.journal.enriched(batch_id) {
        return Ok(Json::new(&redact::value(Captured::new(&receipt))));
    }
    let mut receipt = Receipt::default();
    let mut rejections = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        // One that waits for its entry is received: it is not to be sent again.
        match item.and_then(|item| app.journal.enrich(item)) {
            Ok(()) => receipt.received += 1,
            Err(reason) => {
                receipt.rejected += 1;
                if rejections.len() < REJECTIONS_MAX_LISTED {
                    rejections.push(Refused { index, reason });
                }
            }
        }
    }
    receipt.rejected += beyond;
    receipt.rejections_omitted = receipt.rejected - rejections.len();
    receipt.rejections = rejections.into();
    let receipt = app.journal.note_enriched(batch_id, receipt, &envelope.dropped);
    Ok(Json::new(&redact::value(Captured::new(&receipt))))
}
