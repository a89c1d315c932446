//! Looking: the events that arrived since the last look, masked, one after the other.

use gasoline_analysis::signals::{Signal, Suspect, Watcher};
use gasoline_analysis::view::{Row, Session};
use gasoline_protocol::event::Level;
use gasoline_protocol::events::performance::PerformanceSnapshot;
use gasoline_protocol::loads::Page;
use gasoline_protocol::{Event, Facet, Kind, Purpose, Since, Timestamp};
use gasoline_store::Query;

use super::Watched;
use crate::app::App;
use crate::limits;

/// What may be worth a signal.
const TELLING: [Kind; 4] =
    [Kind::Logs, Kind::NetworkBodies, Kind::EnhancedActions, Kind::Performance];

/// What shows that an action had an effect.
const EFFECTS: [Kind; 4] =
    [Kind::EnhancedActions, Kind::NetworkBodies, Kind::WebsocketEvents, Kind::DomSnapshots];

/// A watcher that has seen what is there.
pub(super) fn begin(app: &App) -> Watched {
    let mut watched = Watched { watcher: Watcher::default(), seen: gasoline_protocol::Seq(0) };
    let _ = look(app, &mut watched);
    // What was done before anybody listened frustrated nobody who is listening.
    watched.watcher.frustration = gasoline_analysis::signals::Frustration::default();
    watched
}

/// What a look found.
pub(super) struct Found {
    pub(super) signals: Vec<Signal>,
    /// Events that came too fast: they were forgotten before the look, or too many for it.
    pub(super) unseen: u64,
}

/// What is worth telling of what came since the last look, and of what has become due.
pub(super) fn look(app: &App, watched: &mut Watched) -> Found {
    let now = app.now();
    let snapshot = app.journal.snapshot(&Query::of(&TELLING).since(Since::Seq(watched.seen)));
    watched.seen = snapshot.head;
    let mut unseen = snapshot.missed.count;
    let mut events: Vec<&Event> = Vec::new();
    for kind in TELLING {
        let telling = snapshot.of(kind).iter().map(|event| &**event).filter(
            |event| !matches!(event.facet, Facet::Log { level, .. } if level != Level::Error),
        );
        let mut newest = telling.rev();
        events.extend(newest.by_ref().take(limits::LOOKED_AT_MAX));
        unseen += newest.count() as u64;
    }
    events.sort_unstable_by_key(|event| event.seq);
    let mut signals = Vec::new();
    for event in events {
        signals.extend(see(app, &mut watched.watcher, event, now));
    }
    let due = watched.watcher.frustration.due(now);
    if !due.is_empty() {
        signals.extend(judge(app, &due, now));
    }
    Found { signals, unseen }
}

fn see(app: &App, watcher: &mut Watcher, event: &Event, now: Timestamp) -> Vec<Signal> {
    let session = Session::of_event(event);
    let view = session.view();
    let mut signals = Vec::new();
    signals.extend(view.logs.iter().filter_map(|row| watcher.log(row, &app.retained.noise(), now)));
    signals.extend(
        view.requests.iter().flat_map(|row| watcher.request(row, &app.retained.noise(), now)),
    );
    for row in &view.actions {
        watcher.frustration.see(row, now);
    }
    for row in &view.loads {
        let history = app.journal.history(&page(row));
        signals.extend(watcher.load(row, history.as_ref(), now));
    }
    signals
}

/// The page as the journal knows it: histories are not redacted.
fn page(row: &Row<'_, PerformanceSnapshot<'_>>) -> Page {
    let captured = row.captured().map(|load| load.expose(Purpose::Classify));
    Page::of(captured.as_ref().unwrap_or(&row.view))
}

/// Holds what the user did against what came of it.
fn judge(app: &App, due: &[Suspect], now: Timestamp) -> Vec<Signal> {
    let snapshot = app.journal.snapshot(&Query::of(&EFFECTS));
    let session = Session::new(&snapshot, |_| true);
    let (view, noise) = (session.view(), app.retained.noise());
    due.iter().filter_map(|suspect| suspect.judge(&view, Some(&noise), now)).collect()
}
