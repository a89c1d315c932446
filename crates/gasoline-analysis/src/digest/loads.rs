//! The page loads of a digest.

use std::collections::BTreeMap;

use gasoline_protocol::Seq;
use gasoline_protocol::events::performance::PerformanceSnapshot;
use gasoline_protocol::loads::Way;

use super::Sighted;
use crate::endpoints;
use crate::view::Row;

gasoline_protocol::wire_enum! {
    /// What is measured of a load.
    #[derive(PartialOrd, Ord)]
    pub enum Metric {
        LoadTime = "load_time",
        FirstContentfulPaint = "first_contentful_paint",
        LargestContentfulPaint = "largest_contentful_paint",
        CumulativeLayoutShift = "cumulative_layout_shift",
        RequestCount = "request_count",
        TransferSize = "transfer_size",
    }
}

/// One load of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Load {
    /// The path of the page.
    pub page: String,
    /// Which load it is: more may become known of one long after it began.
    pub id: Option<String>,
    values: [Option<f64>; Metric::ALL.len()],
    pub seq: Seq,
    pub(super) last: Sighted,
}

impl Load {
    pub fn value(&self, metric: Metric) -> Option<f64> {
        self.values[metric as usize]
    }
}

/// The newest load of each page, the newest last.
pub(super) fn digest(loads: &[&Row<'_, PerformanceSnapshot<'_>>]) -> Vec<Load> {
    let mut by_page: BTreeMap<String, Load> = BTreeMap::new();
    for seen in loads {
        // A change of route is no load.
        if Way::of(seen.view.navigation_type.as_deref()) != Way::Load {
            continue;
        }
        let load = one(seen);
        by_page.insert(load.page.clone(), load);
    }
    let mut loads: Vec<Load> = by_page.into_values().collect();
    loads.sort_by_key(|load| load.seq);
    loads
}

fn one(seen: &Row<'_, PerformanceSnapshot<'_>>) -> Load {
    let view = &seen.view;
    let timing = view.timing.unwrap_or_default();
    let network = view.network.as_ref();
    let mut load = Load {
        page: endpoints::path(&view.url),
        id: view.id.as_deref().map(str::to_owned),
        seq: seen.seq,
        last: Sighted::of(seen),
        ..Load::default()
    };
    for metric in Metric::ALL {
        load.values[metric as usize] = match metric {
            Metric::LoadTime => timing.load,
            Metric::FirstContentfulPaint => timing.first_contentful_paint,
            Metric::LargestContentfulPaint => timing.largest_contentful_paint,
            Metric::CumulativeLayoutShift => view.cumulative_layout_shift,
            Metric::RequestCount => network.and_then(|totals| totals.request_count),
            Metric::TransferSize => network.and_then(|totals| totals.transfer_size),
        };
    }
    load
}
