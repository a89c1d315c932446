//! The events of a session on their way into a timeline, and its entries on their way out.

pub(super) mod rows;
pub(super) mod text;
mod words;

use gasoline_analysis::noise::Noise;
use gasoline_analysis::timeline::{Seen, Sources};
use gasoline_protocol::action::EnhancedActions;
use gasoline_protocol::console::Logs;
use gasoline_protocol::event::Level;
use gasoline_protocol::network::{NetworkBodies, NetworkBody};
use gasoline_protocol::page::{DomSnapshots, Screenshots};
use gasoline_protocol::websocket::WebSocketEvents;
use gasoline_protocol::{Event, Facet, Kind, Snapshot};

use crate::exit::{Leaving, Row};

/// Hands the events of a snapshot, masked, to what makes a timeline or a script of them.
pub(crate) fn with_sources<R>(
    snapshot: &Snapshot,
    noise: &Noise,
    work: impl FnOnce(&Sources<'_>) -> R,
) -> R {
    let actions = Leaving::of(snapshot, Kind::EnhancedActions);
    let requests = Leaving::of(snapshot, Kind::NetworkBodies);
    let logs = Leaving::of_those(snapshot, Kind::Logs, |event| {
        matches!(event.facet, Facet::Log { level: Level::Warn | Level::Error, .. })
    });
    let sockets = Leaving::of(snapshot, Kind::WebsocketEvents);
    let screenshots = Leaving::of(snapshot, Kind::Screenshots);
    let outlines = Leaving::of(snapshot, Kind::DomSnapshots);
    let actions = actions.rows::<EnhancedActions>();
    let requests = requests.rows::<NetworkBodies>();
    let logs = logs.rows::<Logs>();
    let sockets = sockets.rows::<WebSocketEvents>();
    let screenshots = screenshots.rows::<Screenshots>();
    let outlines = outlines.rows::<DomSnapshots>();
    let captured: Vec<(&Event, NetworkBody<'_>)> = requests
        .iter()
        .filter(|row| is_masked(row.event))
        .filter_map(|row| Some((row.event, Event::read(row.event.text())?)))
        .collect();
    let bodies = captured
        .iter()
        .filter_map(|(event, body)| Some((event.seq, &**body.response_body.as_ref()?)));
    work(&Sources {
        actions: &seen(&actions),
        requests: &seen(&requests),
        logs: &seen(&logs),
        sockets: &seen(&sockets),
        screenshots: &seen(&screenshots),
        outlines: &seen(&outlines),
        captured: bodies.collect(),
        noise: Some(noise),
    })
}

/// Whether an event that has left was changed by it.
fn is_masked(event: &Event) -> bool {
    !event.is_clean(|_| false)
}

fn seen<'a, T>(rows: &'a [Row<'a, T>]) -> Vec<Seen<'a, T>> {
    let seen = |row: &'a Row<'a, T>| Seen {
        seq: row.event.seq,
        time: row.event.time,
        test: row.event.test.as_deref(),
        view: &row.view,
    };
    rows.iter().map(seen).collect()
}
