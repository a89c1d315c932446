//! `/page-loads`: how each page loaded, load after load, beyond what the rings hold.

use axum::extract::State;
use gasoline_protocol::loads::{Figure, History, Load};
use serde_json::{Map, Value, json};

use super::Shared;
use super::reply::Json;
use crate::exit;

/// Pages, the one loaded last first; their loads oldest first.
pub(super) async fn get(State(app): Shared) -> Json {
    let histories = app.journal.histories();
    let pages: Vec<Value> = histories.iter().rev().map(page).collect();
    Json(exit::json(&json!({"pages": pages, "count": pages.len()})))
}

fn page(history: &History) -> Value {
    let mut out = json!({
        "url": history.page.url,
        "way": history.page.way,
        "loads": history.loads.iter().map(load).collect::<Vec<_>>(),
        "forgotten": history.forgotten,
    });
    if let Some(origin) = &history.page.origin {
        out["origin"] = json!(origin);
    }
    out
}

fn load(load: &Load) -> Value {
    let figures: Map<String, Value> = Figure::ALL
        .into_iter()
        .filter_map(|figure| Some((figure.name().to_owned(), json!(load.figures.get(figure)?))))
        .collect();
    let mut out = json!({"timestamp": load.time, "seq": load.seq, "figures": figures});
    if let Some(test) = &load.test {
        out["test_id"] = json!(test);
    }
    out
}
