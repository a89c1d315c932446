//! The counts of a snapshot.

use std::collections::BTreeSet;

use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::events::websocket::WebSocketEvent;
use gasoline_protocol::{Event, Facet, Kind, Snapshot};
use schemars::JsonSchema;
use serde::Serialize;

use crate::requests::Failures;
use crate::view::to_classify;

/// `stats` of `/snapshot`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tally {
    pub total_logs: usize,
    pub error_count: usize,
    pub warning_count: usize,
    pub network_failures: usize,
    pub ws_connections: usize,
}

/// Counts a snapshot. A failed request counts once, however many clients told of it.
pub fn tally(snapshot: &Snapshot) -> Tally {
    let mut failures = Failures::default();
    let mut tally = Tally { total_logs: snapshot.of(Kind::Logs).len(), ..Tally::default() };
    for event in snapshot.of(Kind::NetworkBodies) {
        if let Facet::Network { is_failure: true, .. } = event.facet {
            tally.network_failures += 1;
            if let Some(body) = to_classify::<NetworkBody<'_>>(event) {
                failures.note(&body, event.time);
            }
        }
    }
    let is_repeat = |event: &Event| {
        to_classify::<LogEntry<'_>>(event).is_some_and(|entry| failures.repeats(&entry, event.time))
    };
    for event in snapshot.of(Kind::Logs) {
        let Facet::Log { level, is_network, is_retracted: false } = event.facet else { continue };
        let count = match level {
            Level::Error => &mut tally.error_count,
            Level::Warn => &mut tally.warning_count,
            _ => continue,
        };
        *count += usize::from(!(is_network && is_repeat(event)));
    }
    let sockets = snapshot.of(Kind::WebsocketEvents).iter();
    let ids: BTreeSet<String> = sockets
        .filter_map(|event| to_classify::<WebSocketEvent<'_>>(event))
        .map(|socket| socket.id.to_string())
        .collect();
    tally.ws_connections = ids.len();
    tally
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gasoline_protocol::event::Draft;
    use gasoline_protocol::{Seq, Timestamp};

    use super::*;

    fn event(kind: Kind, facet: Facet, ms: i64, text: &str) -> Arc<Event> {
        let time = Timestamp::from_ms(ms);
        let draft = Draft { kind, facet, time, test: None, text: text.into() };
        Arc::new(Event::new(draft, Seq(1), Timestamp::default(), None))
    }

    fn snapshot(line_ms: i64) -> Snapshot {
        let mut snapshot = Snapshot::default();
        let line = r#"{"level":"error","message":"GET /a → 500","source":"network"}"#;
        let log = Facet::Log { level: Level::Error, is_network: true, is_retracted: false };
        snapshot.of_mut(Kind::Logs).push(event(Kind::Logs, log, line_ms, line));
        let body = r#"{"method":"GET","url":"/a","status":500}"#;
        let failed = Facet::Network { status: 500, is_failure: true };
        snapshot.of_mut(Kind::NetworkBodies).push(event(Kind::NetworkBodies, failed, 1_000, body));
        snapshot
    }

    #[test]
    fn a_failed_request_told_twice_is_counted_once() {
        let counted = tally(&snapshot(2_500));
        assert_eq!((counted.error_count, counted.network_failures), (0, 1));
        assert_eq!(counted.total_logs, 1, "the line itself is kept");
    }

    #[test]
    fn a_line_about_another_moment_counts() {
        assert_eq!(tally(&snapshot(60_000)).error_count, 1);
    }
}
