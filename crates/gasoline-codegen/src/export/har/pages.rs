//! The pages of a HAR: one a document, with the times of its load where they were measured.

use std::collections::BTreeMap;

use gasoline_analysis::timeline::document;
use gasoline_analysis::view::Row;
use gasoline_protocol::Timestamp;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::events::performance::PerformanceSnapshot;
use gasoline_protocol::loads::Way;

use super::super::Recorded;
use super::format::{Page, PageTimings};
use super::socket::Connection;

/// What makes events those of one page: the test, and the document our clients name in their ids.
/// Of other clients it is the address.
type Key = (String, String);

#[derive(Debug, Default)]
pub(super) struct Pages {
    known: BTreeMap<Key, usize>,
    list: Vec<Page>,
}

impl Pages {
    /// Finds the pages of a session, in the order in which they were first heard of.
    pub(super) fn see(&mut self, session: &Recorded<'_>) {
        let view = &session.view;
        let mut sightings: Vec<(Timestamp, Key, String)> = Vec::new();
        let mut see = |time: Timestamp, id: Option<&str>, url: Option<&str>| {
            if let Some((key, url)) = key(session, id, url).zip(url) {
                sightings.push((time, key, url.to_owned()));
            }
        };
        for seen in &view.requests {
            see(seen.time, seen.view.id.as_deref(), seen.view.page_url.as_deref());
        }
        for seen in &view.actions {
            see(seen.time, seen.view.id.as_deref(), seen.view.url.as_deref());
        }
        for seen in &view.logs {
            see(seen.time, seen.view.id.as_deref(), seen.view.url.as_deref());
        }
        sightings.sort_by_key(|sighting| sighting.0);
        for (started_date_time, key, title) in sightings {
            let place = self.list.len();
            self.known.entry(key).or_insert_with(|| {
                let id = format!("page_{}", place + 1);
                let page_timings = PageTimings { on_content_load: -1.0, on_load: -1.0 };
                self.list.push(Page { started_date_time, id, title, page_timings });
                place
            });
        }
        for seen in &view.loads {
            self.measure(session, seen);
        }
    }

    /// Notes how long a page took to load. A change of route is no load.
    fn measure(&mut self, session: &Recorded<'_>, seen: &Row<'_, PerformanceSnapshot<'_>>) {
        let load = &seen.view;
        if Way::of(load.navigation_type.as_deref()) != Way::Load {
            return;
        }
        let url = format!("{}{}", load.origin.as_deref().unwrap_or_default(), &*load.url);
        let key = key(session, load.id.as_deref(), Some(&url));
        let Some(place) = key.and_then(|key| self.known.get(&key)) else { return };
        let timing = load.timing.unwrap_or_default();
        let known = |ms: Option<f64>| ms.filter(|ms| *ms >= 0.0).unwrap_or(-1.0);
        self.list[*place].page_timings = PageTimings {
            on_content_load: known(timing.dom_content_loaded),
            on_load: known(timing.load),
        };
    }

    pub(super) fn of_request(
        &self,
        session: &Recorded<'_>,
        seen: &Row<'_, NetworkBody<'_>>,
    ) -> Option<String> {
        self.find(session, seen.view.id.as_deref(), seen.view.page_url.as_deref())
    }

    /// A socket names no page, but its id the document.
    pub(super) fn of_socket(
        &self,
        session: &Recorded<'_>,
        connection: &Connection<'_>,
    ) -> Option<String> {
        self.find(session, Some(connection.id), None)
    }

    fn find(&self, session: &Recorded<'_>, id: Option<&str>, url: Option<&str>) -> Option<String> {
        let place = self.known.get(&key(session, id, url)?)?;
        Some(self.list[*place].id.clone())
    }

    pub(super) fn into_list(self) -> Vec<Page> {
        self.list
    }
}

fn key(session: &Recorded<'_>, id: Option<&str>, url: Option<&str>) -> Option<Key> {
    let page = document(id).or(url)?;
    Some((session.record.test_id.clone(), page.to_owned()))
}
