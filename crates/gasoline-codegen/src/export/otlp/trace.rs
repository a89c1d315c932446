//! What becomes one trace: an attempt at a test, or a visit of a page in interactive use.

use std::collections::BTreeMap;

use gasoline_analysis::report::Record;
use gasoline_analysis::timeline::document;
use gasoline_analysis::view::View;
use gasoline_protocol::{Seq, Timestamp};

use super::super::Recorded;
use super::format::{SpanId, TraceId};
use super::id;

/// The events of one trace.
#[derive(Debug)]
pub(super) struct Trace<'a> {
    pub(super) id: TraceId,
    pub(super) root: SpanId,
    /// The attempt; none for a visit.
    pub(super) record: Option<&'a Record>,
    /// The page that was visited.
    pub(super) url: Option<String>,
    pub(super) view: View<'a>,
}

/// The visits of pages, while the events are dealt out among them.
#[derive(Debug, Default)]
struct Visits<'a> {
    known: BTreeMap<String, usize>,
    list: Vec<Visit<'a>>,
}

#[derive(Debug)]
struct Visit<'a> {
    /// The document that our clients name; else the address; else nothing.
    name: String,
    /// Clients other than ours name no document: their visits are told apart by time.
    is_timeless: bool,
    first: Timestamp,
    url: Option<String>,
    view: View<'a>,
}

impl<'a> Trace<'a> {
    /// A test is one trace; interactive use is as many as documents were seen.
    pub(super) fn of(session: Recorded<'a>) -> Vec<Self> {
        let record = session.record;
        if let Some(test) = session.test_id() {
            let started = record.started.map(|time| time.as_ms().to_string()).unwrap_or_default();
            let id = id::trace(&["test", test, &started]);
            let root = id::span(id, &["root"]);
            return vec![Self { id, root, record: Some(record), url: None, view: session.view }];
        }
        let visits = Visits::of(session.view).list.into_iter();
        visits
            .map(|Visit { name, is_timeless, first, url, view }| {
                let began = if is_timeless { String::new() } else { first.as_ms().to_string() };
                let id = id::trace(&["page", &name, &began]);
                Self { id, root: id::span(id, &["root"]), record: None, url, view }
            })
            .collect()
    }

    pub(super) fn is_test(&self) -> bool {
        self.record.is_some()
    }

    /// The span of an event.
    pub(super) fn span(&self, kind: &str, seq: Seq, time: Timestamp) -> SpanId {
        id::span(self.id, &[kind, &seq.to_string(), &time.as_ms().to_string()])
    }
}

impl<'a> Visits<'a> {
    fn of(view: View<'a>) -> Self {
        let mut visits = Self::default();
        for seen in view.actions {
            let (id, url) = (seen.view.id.as_deref(), seen.view.url.as_deref());
            visits.at(seen.time, id, url).actions.push(seen);
        }
        for seen in view.requests {
            let (id, url) = (seen.view.id.as_deref(), seen.view.page_url.as_deref());
            visits.at(seen.time, id, url).requests.push(seen);
        }
        for seen in view.logs {
            let (id, url) = (seen.view.id.as_deref(), seen.view.url.as_deref());
            visits.at(seen.time, id, url).logs.push(seen);
        }
        for seen in view.sockets {
            visits.at(seen.time, Some(&seen.view.id), None).sockets.push(seen);
        }
        for seen in view.loads {
            visits.at(seen.time, seen.view.id.as_deref(), None).loads.push(seen);
        }
        visits
    }

    /// The events of the visit to which one belongs.
    fn at(&mut self, time: Timestamp, id: Option<&str>, url: Option<&str>) -> &mut View<'a> {
        let document = document(id);
        let name = document.or(url).unwrap_or_default();
        let place = self.known.get(name).copied().unwrap_or(self.list.len());
        if place == self.list.len() {
            self.known.insert(name.to_owned(), place);
            self.list.push(Visit {
                name: name.to_owned(),
                is_timeless: document.is_some(),
                first: time,
                url: None,
                view: View::default(),
            });
        }
        let visit = &mut self.list[place];
        visit.first = visit.first.min(time);
        if visit.url.is_none() {
            visit.url = url.map(str::to_owned);
        }
        &mut visit.view
    }
}
