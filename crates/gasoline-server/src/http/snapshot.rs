//! `/snapshot`: everything that was captured, of one test or of all, in one answer.

use axum::extract::{RawQuery, State};
use gasoline_analysis::tally::tally;
use gasoline_protocol::{Kind, Snapshot};
use serde_json::{Map, Value, json};

use super::Shared;
use super::rejection::Rejection;
use super::reply::Listing;
use super::since::Asked;
use crate::app::App;
use crate::exit;

pub(super) async fn get(
    State(app): Shared,
    RawQuery(query): RawQuery,
) -> Result<Listing, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    let snapshot = app.journal.snapshot(&asked.query(&[]));
    Ok(render(&app, &snapshot, asked.test_id.as_deref()))
}

fn render(app: &App, snapshot: &Snapshot, test_id: Option<&str>) -> Listing {
    let mut listing = Listing::default();
    let mut out =
        format!("{{\"timestamp\":\"{}\",\"cursor\":\"{}\"", snapshot.taken_at, snapshot.head);
    if let Some(test_id) = test_id {
        out.push_str(",\"test_id\":");
        out.push_str(&exit::json(&test_id));
    }
    listing.text(out);
    for kind in Kind::ALL {
        listing.text(format!(",\"{}\":", kind.name()));
        listing.events(snapshot.of(kind).iter());
    }
    let forgotten: Map<String, Value> = Kind::ALL
        .into_iter()
        .map(|kind| (kind.name().to_owned(), json!(snapshot.forgotten_of(kind))))
        .collect();
    let tests = app.journal.tests(test_id);
    let mut out = ",\"tests\":".to_owned();
    out.push_str(&exit::json(&tests));
    out.push_str(",\"stats\":");
    out.push_str(&json!(tally(snapshot)).to_string());
    out.push_str(",\"forgotten\":");
    out.push_str(&Value::Object(forgotten).to_string());
    if snapshot.missed.count > 0 {
        let missed = json!({"count": snapshot.missed.count, "exact": snapshot.missed.is_exact});
        out.push_str(&format!(",\"missed\":{missed}"));
    }
    out.push('}');
    listing.text(out);
    listing
}
