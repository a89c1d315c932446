//! Looking: the events that arrived since the last look, masked, one after the other.

use gasoline_analysis::signals::{Signal, Suspect, Watcher};
use gasoline_protocol::action::EnhancedAction;
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::event::Level;
use gasoline_protocol::loads::Page;
use gasoline_protocol::network::NetworkBody;
use gasoline_protocol::performance::PerformanceSnapshot;
use gasoline_protocol::{Event, Facet, Kind, Timestamp};
use gasoline_store::{Query, Since};

use super::Watched;
use crate::app::App;
use crate::exit::{self, Row};
use crate::{limits, mcp};

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
    let text = exit::leaving(event);
    match event.kind {
        Kind::Logs => {
            let Some(view) = Event::read::<LogEntry<'_>>(&text) else { return Vec::new() };
            watcher.log(&Row { event, view }.seen(), &app.noise(), now).into_iter().collect()
        }
        Kind::NetworkBodies => {
            let view = Event::read::<NetworkBody<'_>>(&text);
            let captured = Event::read::<NetworkBody<'_>>(event.text());
            let Some((view, captured)) = view.zip(captured) else { return Vec::new() };
            watcher.request(&Row { event, view }.seen(), &captured, &app.noise(), now)
        }
        Kind::EnhancedActions => {
            if let Some(view) = Event::read::<EnhancedAction<'_>>(&text) {
                watcher.frustration.see(&Row { event, view }.seen(), now);
            }
            Vec::new()
        }
        Kind::Performance => {
            let view = Event::read::<PerformanceSnapshot<'_>>(&text);
            let captured = Event::read::<PerformanceSnapshot<'_>>(event.text());
            let Some((view, captured)) = view.zip(captured) else { return Vec::new() };
            let history = app.journal.history(&Page::of(&captured));
            watcher.load(&Row { event, view }.seen(), history.as_ref(), now)
        }
        _ => Vec::new(),
    }
}

/// Holds what the user did against what came of it.
fn judge(app: &App, due: &[Suspect], now: Timestamp) -> Vec<Signal> {
    let snapshot = app.journal.snapshot(&Query::of(&EFFECTS));
    mcp::timeline::with_sources(&snapshot, &app.noise(), |sources| {
        due.iter().filter_map(|suspect| suspect.judge(sources, now)).collect()
    })
}
