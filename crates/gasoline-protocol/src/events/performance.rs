//! Timings, vitals, long tasks of one page load.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::event::{EventView, Header};
use crate::kind::{EventKind, Kind};
use crate::text::PageText;

/// Milliseconds from the start of the navigation, as the `web-vitals` library defines them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Timing {
    pub dom_content_loaded: Option<f64>,
    pub load: Option<f64>,
    pub first_contentful_paint: Option<f64>,
    pub largest_contentful_paint: Option<f64>,
    pub interaction_to_next_paint: Option<f64>,
    pub time_to_first_byte: Option<f64>,
    pub dom_interactive: Option<f64>,
}

/// Requests of one type.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct TypeTotal {
    pub count: f64,
    pub size: f64,
}

/// One of the slowest requests.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SlowRequest<'a> {
    #[serde(borrow)]
    pub url: Option<PageText<'a>>,
    pub duration: Option<f64>,
    pub size: Option<f64>,
}

/// What was loaded.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NetworkTotals<'a> {
    pub request_count: Option<f64>,
    pub transfer_size: Option<f64>,
    pub decoded_size: Option<f64>,
    #[serde(default, deserialize_with = "crate::object::map")]
    pub by_type: Option<BTreeMap<String, TypeTotal>>,
    #[serde(borrow, default, deserialize_with = "crate::object::list")]
    pub slowest_requests: Option<Vec<SlowRequest<'a>>>,
}

/// Tasks that blocked the main thread for more than 50 ms.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LongTasks {
    pub count: f64,
    pub total_blocking_time: f64,
    pub longest: f64,
}

/// How one page load performed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PerformanceSnapshot<'a> {
    /// The path of the page.
    #[serde(borrow)]
    pub url: PageText<'a>,
    /// The page load: a later snapshot of the same one takes the earlier one's place.
    #[serde(borrow)]
    pub id: Option<PageText<'a>>,
    /// Where the page is from: one path may be a page of several applications.
    #[serde(borrow)]
    pub origin: Option<PageText<'a>>,
    /// How the page came to be shown, in the words of `web-vitals`: `navigate`, `reload`,
    /// `back-forward`, `back-forward-cache`, `prerender`, `restore`, `soft-navigation`. Of the last,
    /// a change of route, `load` is the time until all it asked for was there.
    #[serde(borrow)]
    pub navigation_type: Option<PageText<'a>>,
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub ts: Option<&'a RawValue>,
    #[serde(default, deserialize_with = "crate::object::one")]
    pub timing: Option<Timing>,
    #[serde(borrow, default, deserialize_with = "crate::object::one")]
    pub network: Option<NetworkTotals<'a>>,
    #[serde(default, deserialize_with = "crate::object::one")]
    pub long_tasks: Option<LongTasks>,
    pub cumulative_layout_shift: Option<f64>,
    pub tab_id: Option<i64>,
    #[serde(borrow, rename = "test_id")]
    pub test_id: Option<PageText<'a>>,
}

impl<'a> EventView<'a> for PerformanceSnapshot<'a> {
    fn check(&self) -> Result<(), String> {
        if self.url.is_empty() { Err("`url` is empty".to_owned()) } else { Ok(()) }
    }

    fn header(&self) -> Header<'a> {
        Header { ts: self.ts, timestamp: self.timestamp, test_id: self.test_id.clone() }
    }
}

/// Performance snapshots, as a kind of event.
#[derive(Debug)]
pub struct PerformanceSnapshots;

impl EventKind for PerformanceSnapshots {
    const KIND: Kind = Kind::Performance;
    type View<'a> = PerformanceSnapshot<'a>;
}
