//! `/page-loads`: how each page loaded, load after load, beyond what the rings hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use gasoline_analysis::performance;
use gasoline_protocol::loads::{self, Figure, History, Way};
use gasoline_protocol::{Seq, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use crate::http::Shared;
use crate::http::reply::Json;

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PageLoads {
    /// The page loaded last comes first.
    pages: Vec<Page>,
    /// Number of pages.
    count: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Page {
    /// Its path.
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    /// How it came to be shown.
    way: Way,
    /// Oldest first.
    loads: Vec<Load>,
    /// Evicted loads.
    forgotten: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Load {
    timestamp: Timestamp,
    seq: Seq,
    /// By the names that `check_performance` uses.
    figures: BTreeMap<&'static str, f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test_id: Option<Arc<str>>,
}

pub(crate) async fn get(State(app): Shared) -> Json {
    let histories = performance::histories(app.journal.histories());
    let pages: Vec<Page> = histories.iter().rev().map(Page::new).collect();
    Json::new(&PageLoads { count: pages.len(), pages })
}

impl Page {
    fn new(history: &History) -> Self {
        Self {
            url: history.page.url.clone(),
            origin: history.page.origin.clone(),
            way: history.page.way,
            loads: history.loads.iter().map(Load::new).collect(),
            forgotten: history.forgotten,
        }
    }
}

impl Load {
    fn new(load: &loads::Load) -> Self {
        let value = |figure: Figure| Some((figure.name(), load.figures.get(figure)?));
        Self {
            timestamp: load.time,
            seq: load.seq,
            figures: Figure::ALL.into_iter().filter_map(value).collect(),
            test_id: load.test.clone(),
        }
    }
}
