//! What is sent of a test, or of page visits: read from the journal and redacted.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use gasoline_analysis::report::Record;
use gasoline_analysis::view::Session;
use gasoline_codegen::export::Recorded;
use gasoline_codegen::export::otlp::{Begun, Origin, otlp};
use gasoline_protocol::event::Facet;
use gasoline_protocol::events::websocket::{SocketEvent, WebSocketEvents};
use gasoline_protocol::{Event, Kind, Seq, Since, Snapshot};
use gasoline_store::query::{Query, Scope};
use serde_json::value::RawValue;

use super::send::Parcel;
use crate::app::App;
use gasoline_analysis::redact;

/// Everything about one attempt. Of one whose events were forgotten the outcome is left.
pub(super) fn test(app: &App, test_id: &str, origin: &Origin) -> Vec<Parcel> {
    let records = redact::value(app.journal.tests(Some(test_id)).as_ref());
    let records: Vec<&RawValue> = serde_json::from_str(records.as_str()).unwrap_or_default();
    let record = records.first().and_then(|record| Record::read(record.get()));
    let Some(record) = record else { return Vec::new() };
    let query = Query { scope: Scope::Test(test_id.to_owned()), ..Query::default() };
    let snapshot = app.journal.snapshot(&query);
    parcels(&snapshot, &record, origin, &mut Begun::default(), |_| true)
}

/// What came of interactive use since a place in the journal, and the next place to ask from. With
/// `is_last` nothing follows, and sockets go as they stand.
pub(super) fn visits(
    app: &App,
    since: Seq,
    is_last: bool,
    origin: &Origin,
    begun: &mut Begun,
) -> (Vec<Parcel>, Seq) {
    let mut snapshot =
        app.journal.snapshot(&Query { since: Since::Seq(since), ..Query::default() });
    let closed = &mut *snapshot.of_mut(Kind::WebsocketEvents);
    let is_due = is_last || closed.iter().any(|event| is_close(event));
    closed.clear();
    if is_due {
        let whole = app.journal.snapshot(&Query::of(&[Kind::WebsocketEvents]));
        let due = connections(&whole, since, is_last);
        let events = whole.of(Kind::WebsocketEvents).iter();
        closed.extend(events.filter(|event| due.contains(&event.seq)).cloned());
    }
    let parcels = parcels(&snapshot, &Record::default(), origin, begun, is_untested);
    (parcels, snapshot.head)
}

fn is_untested(event: &Event) -> bool {
    event.test.is_none()
}

fn is_close(event: &Event) -> bool {
    matches!(event.facet, Facet::WebSocket { event: SocketEvent::Close, .. })
}

/// The events of the connections that closed since a place, and with `is_last` of those still open:
/// a connection is one span, which is made when all of it is known.
fn connections(snapshot: &Snapshot, since: Seq, is_last: bool) -> BTreeSet<Seq> {
    let session = Session::new(snapshot, is_untested);
    let rows = session.rows::<WebSocketEvents>();
    let mut open: BTreeMap<&str, Vec<Seq>> = BTreeMap::new();
    let mut due = BTreeSet::new();
    for row in &rows {
        open.entry(&row.view.id).or_default().push(row.seq);
        // Clients other than ours may give an id to the next connection.
        if row.view.event == SocketEvent::Close
            && let Some(events) = open.remove(&*row.view.id)
            && row.seq > since
        {
            due.extend(events);
        }
    }
    if is_last {
        due.extend(open.into_values().flatten());
    }
    due
}

fn parcels(
    snapshot: &Snapshot,
    record: &Record,
    origin: &Origin,
    begun: &mut Begun,
    is_asked: fn(&Event) -> bool,
) -> Vec<Parcel> {
    let session = Session::new(snapshot, |event| {
        !matches!(event.kind, Kind::DomSnapshots | Kind::Screenshots) && is_asked(event)
    });
    let told = otlp(vec![Recorded { record, view: session.view() }], origin, begun);
    let parcel = |signal: &'static str, body: Option<String>, rows: usize| {
        body.map(|body| Parcel { signal, body: Bytes::from(body), rows })
    };
    [parcel("traces", told.traces, told.spans), parcel("logs", told.logs, told.records)]
        .into_iter()
        .flatten()
        .collect()
}
