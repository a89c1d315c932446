//! A digest of the journal, masked: what the tools that compare keep.

use std::sync::Arc;

use gasoline_analysis::changes::Seen;
use gasoline_analysis::digest::{Digest, Gaps, Material};
use gasoline_analysis::verification::Watch;
use gasoline_protocol::action::EnhancedActions;
use gasoline_protocol::console::Logs;
use gasoline_protocol::network::NetworkBodies;
use gasoline_protocol::performance::PerformanceSnapshots;
use gasoline_protocol::websocket::WebSocketEvents;
use gasoline_protocol::{Event, Kind, Seq};
use gasoline_store::{Query, Since};

use crate::app::App;
use crate::exit::{Leaving, Row};

/// What is digested.
const KINDS: [Kind; 5] = [
    Kind::Logs,
    Kind::NetworkBodies,
    Kind::WebsocketEvents,
    Kind::EnhancedActions,
    Kind::Performance,
];

/// What may hold an issue: losses among these are told. An older load of a page is no loss.
const TELLING: [Kind; 3] = [Kind::Logs, Kind::NetworkBodies, Kind::WebsocketEvents];

/// Digests everything held, or what came since a session watches, and says up to where.
pub(super) fn take(app: &Arc<App>, watch: Option<Watch>, url: Option<&str>) -> (Digest, Seq) {
    let since = watch.map_or(Since::Beginning, |watch| Since::Seq(watch.since));
    let snapshot = app.journal.snapshot(&Query::of(&KINDS).since(since));
    let is_in_time = |event: &Event| watch.is_none_or(|watch| watch.admits(event.time));
    let of = |kind| Leaving::of_those(&snapshot, kind, is_in_time);
    let logs = of(Kind::Logs);
    // Whether a request is in time depends on how long it took, which only its text says.
    let requests = Leaving::of(&snapshot, Kind::NetworkBodies);
    let (sockets, actions) = (of(Kind::WebsocketEvents), of(Kind::EnhancedActions));
    let loads = of(Kind::Performance);
    let (logs, mut requests) = (logs.rows::<Logs>(), requests.rows::<NetworkBodies>());
    requests.retain(|row| {
        watch.is_none_or(|watch| watch.admits_call(row.event.time, row.view.duration))
    });
    let (sockets, actions) = (sockets.rows::<WebSocketEvents>(), actions.rows::<EnhancedActions>());
    let loads = loads.rows::<PerformanceSnapshots>();
    let material = Material {
        logs: logs.iter().map(seen).collect(),
        requests: requests.iter().map(seen).collect(),
        sockets: sockets.iter().map(seen).collect(),
        actions: actions.iter().map(seen).collect(),
        loads: loads.iter().map(seen).collect(),
    };
    let mut digest = Digest::of(&material, url, &app.noise(), snapshot.taken_at);
    digest.gaps = gaps(app, watch);
    (digest, snapshot.head)
}

fn gaps(app: &Arc<App>, watch: Option<Watch>) -> Gaps {
    let Some(watch) = watch else {
        let snapshot = app.journal.snapshot(&Query::of(&TELLING));
        let forgotten = TELLING.iter().map(|kind| snapshot.forgotten_of(*kind)).sum();
        return Gaps { forgotten, is_exact: true, cleared_at: snapshot.cleared_at };
    };
    let snapshot = app.journal.snapshot(&Query::of(&TELLING).since(Since::Seq(watch.since)));
    Gaps {
        forgotten: snapshot.missed.count,
        is_exact: snapshot.missed.is_exact,
        cleared_at: snapshot.cleared_at.filter(|at| *at >= watch.at),
    }
}

fn seen<'a, T>(row: &'a Row<'a, T>) -> Seen<'a, T> {
    let event: &Event = row.event;
    Seen { seq: event.seq, time: event.time, test: event.test.as_deref(), view: &row.view }
}
