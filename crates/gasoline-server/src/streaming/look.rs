//! Looking: the events that arrived since the last look, masked, one after the other.

use gasoline_analysis::masking::redacted;
use gasoline_analysis::signals::{Signal, Suspect, Watcher};
use gasoline_analysis::view::{Row, Session};
use gasoline_protocol::event::Level;
use gasoline_protocol::events::action::EnhancedAction;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::events::performance::PerformanceSnapshot;
use gasoline_protocol::loads::Page;
use gasoline_protocol::{Event, Facet, Kind, Timestamp};
use gasoline_store::{Query, Since};

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
    let text = redacted(event);
    let signals = match event.kind {
        Kind::Logs => Row::<LogEntry<'_>>::read(event, &text)
            .and_then(|row| watcher.log(&row, &app.noise(), now))
            .map(|signal| vec![signal]),
        Kind::NetworkBodies => Row::<NetworkBody<'_>>::read(event, &text)
            .map(|row| watcher.request(&row, &app.noise(), now)),
        Kind::EnhancedActions => Row::<EnhancedAction<'_>>::read(event, &text).map(|row| {
            watcher.frustration.see(&row, now);
            Vec::new()
        }),
        Kind::Performance => Row::<PerformanceSnapshot<'_>>::read(event, &text).map(|row| {
            let page = Page::of(row.captured().as_ref().unwrap_or(&row.view));
            watcher.load(&row, app.journal.history(&page).as_ref(), now)
        }),
        _ => None,
    };
    signals.unwrap_or_default()
}

/// Holds what the user did against what came of it.
fn judge(app: &App, due: &[Suspect], now: Timestamp) -> Vec<Signal> {
    let snapshot = app.journal.snapshot(&Query::of(&EFFECTS));
    let session = Session::new(&snapshot, |_| true);
    let (view, noise) = (session.view(), app.noise());
    due.iter().filter_map(|suspect| suspect.judge(&view, Some(&noise), now)).collect()
}
