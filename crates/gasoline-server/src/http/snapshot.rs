//! `/snapshot`: everything that was captured, of one test or of all, in one answer.

use axum::extract::{RawQuery, State};
use gasoline_analysis::tally::tally;
use gasoline_protocol::{Kind, Snapshot};
use serde_json::{Map, Value, json};

use super::Shared;
use super::rejection::Rejection;
use super::reply::Json;
use super::since::Asked;
use crate::app::App;
use crate::exit;

pub(super) async fn get(State(app): Shared, RawQuery(query): RawQuery) -> Result<Json, Rejection> {
    let asked = Asked::read(query.as_deref())?;
    let snapshot = app.journal.snapshot(&asked.query(&[]));
    Ok(Json(render(&app, &snapshot, asked.test_id.as_deref())))
}

fn render(app: &App, snapshot: &Snapshot, test_id: Option<&str>) -> String {
    let events: usize =
        Kind::ALL.iter().flat_map(|kind| snapshot.of(*kind)).map(|event| event.cost()).sum();
    let mut out = String::with_capacity(events + 4096);
    out.push_str(&format!(
        "{{\"timestamp\":\"{}\",\"cursor\":\"{}\"",
        snapshot.taken_at, snapshot.head
    ));
    if let Some(test_id) = test_id {
        out.push_str(",\"test_id\":");
        out.push_str(&exit::json(&test_id));
    }
    for kind in Kind::ALL {
        out.push_str(&format!(",\"{}\":", kind.name()));
        exit::write_all(&mut out, snapshot.of(kind).iter());
    }
    let forgotten: Map<String, Value> = Kind::ALL
        .into_iter()
        .map(|kind| (kind.name().to_owned(), json!(snapshot.forgotten_of(kind))))
        .collect();
    let tests = app.journal.tests(test_id);
    out.push_str(",\"tests\":");
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
    out
}
