//! `/performance-snapshot`: how a page load performed, and what is usual for that page.

use axum::extract::{RawQuery, State};
use gasoline_analysis::view::to_classify;
use gasoline_protocol::events::performance::PerformanceSnapshot;
use gasoline_protocol::loads::Way;
use gasoline_protocol::{Event, Kind};

use crate::http::Shared;
use crate::http::rejection::Rejection;
use crate::http::reply::Json;
use crate::http::since::Asked;
use gasoline_analysis::redact;

/// The snapshot of a page (`?url=`), or the newest, with its page's baseline.
pub(crate) async fn get(State(app): Shared, RawQuery(query): RawQuery) -> Result<Json, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    let snapshot = app.journal.snapshot(&asked.query(&[Kind::Performance]));
    let page = |event: &Event| {
        let view = to_classify::<PerformanceSnapshot<'_>>(event)?;
        // A change of route is no load, and has no part in the baseline.
        (Way::of(view.navigation_type.as_deref()) == Way::Load).then(|| view.url.to_string())
    };
    let found = snapshot.of(Kind::Performance).iter().rev().find_map(|event| {
        let page = page(event)?;
        asked.url.as_ref().is_none_or(|url| *url == page).then_some((event, page))
    });
    let mut out = "{\"snapshot\":".to_owned();
    match &found {
        Some((event, _)) => redact::write_event(&mut out, event),
        None => out.push_str("null"),
    }
    let url = asked.url.or(found.map(|(_, page)| page));
    let baseline = url.map(|url| app.journal.baseline(&url)).unwrap_or_default();
    out.push_str(",\"baseline\":");
    out.push_str(redact::value(baseline.as_ref()).as_str());
    out.push('}');
    Ok(Json(out))
}
