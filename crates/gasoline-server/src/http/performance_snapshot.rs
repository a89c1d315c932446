//! `/performance-snapshot`: how a page load performed, and what is usual for that page.

use axum::extract::{RawQuery, Request, State};
use gasoline_protocol::loads::Way;
use gasoline_protocol::performance::PerformanceSnapshot;
use gasoline_protocol::{Event, Kind};
use gasoline_store::Batch;

use super::rejection::Rejection;
use super::reply::Json;
use super::since::Asked;
use super::{Shared, ingest};
use crate::exit;

pub(super) async fn post(State(app): Shared, request: Request) -> Result<Json, Rejection> {
    let read = |body: &[u8]| {
        let batch = Batch::read_one(Kind::Performance, body)?;
        // There is no list here whose other events could be kept.
        match batch.rejections.first() {
            Some(refused) => Err(Rejection::Malformed {
                what: refused.reason.clone(),
                hint: "send one performance snapshot, see docs/http.md".to_owned(),
            }),
            None => Ok(batch),
        }
    };
    ingest::take(&app, request, read).await?;
    Ok(Json("{\"received\":true,\"baseline_updated\":true}".to_owned()))
}

/// The snapshot of a page (`?url=`), or the newest, with its page's baseline.
pub(super) async fn get(State(app): Shared, RawQuery(query): RawQuery) -> Result<Json, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    let snapshot = app.journal.snapshot(&asked.query(&[Kind::Performance]));
    let page = |event: &Event| {
        let view = Event::read::<PerformanceSnapshot<'_>>(event.text())?;
        // A change of route is no load, and has no part in the baseline.
        (Way::of(view.navigation_type.as_deref()) == Way::Load).then(|| view.url.to_string())
    };
    let found = snapshot.of(Kind::Performance).iter().rev().find_map(|event| {
        let page = page(event)?;
        asked.url.as_ref().is_none_or(|url| *url == page).then_some((event, page))
    });
    let mut out = "{\"snapshot\":".to_owned();
    match &found {
        Some((event, _)) => exit::write(&mut out, event),
        None => out.push_str("null"),
    }
    let url = asked.url.or(found.map(|(_, page)| page));
    let baseline = url.and_then(|url| app.journal.baseline(&url));
    out.push_str(",\"baseline\":");
    out.push_str(&exit::json(&baseline));
    out.push('}');
    Ok(Json(out))
}
