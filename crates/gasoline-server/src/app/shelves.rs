//! What each MCP client keeps for itself: its verification sessions and its named snapshots.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use gasoline_analysis::digest::Digest;
use gasoline_analysis::verification::Session;
use gasoline_protocol::Seq;
use gasoline_store::Shelf;

use crate::app::latest::Latest;
use crate::app::lock;
use crate::limits;

/// The shelves of all clients, those used longest ago first.
#[derive(Debug, Default)]
pub(crate) struct Shelves {
    clients: Mutex<Latest<u64, Own, { limits::SHELVES_MAX }>>,
    last_session: AtomicU64,
}

/// The shelves of one client.
#[derive(Debug)]
pub(crate) struct Own {
    pub(crate) sessions: Shelf<Session>,
    pub(crate) snapshots: Shelf<Named>,
}

/// A digest under a name, and what it was restricted to.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub(crate) digest: Digest,
    pub(crate) url: Option<String>,
    /// How far the journal had come: what is compared with it later counts from here on.
    pub(crate) head: Seq,
}

impl Own {
    fn new() -> Self {
        let minutes = |minutes: u64| Duration::from_secs(minutes * 60);
        Self {
            sessions: Shelf::new(limits::SESSIONS_MAX, minutes(limits::SESSION_MINUTES)),
            snapshots: Shelf::new(limits::SNAPSHOTS_MAX, minutes(limits::SNAPSHOT_MINUTES)),
        }
    }
}

impl Shelves {
    /// Works on the shelves of a client.
    pub(crate) fn of<T>(&self, client: u64, work: impl FnOnce(&mut Own) -> T) -> T {
        lock(&self.clients).with(client, Own::new, work)
    }

    /// Forgets what a client kept: it has gone.
    pub(crate) fn forget(&self, client: u64) {
        lock(&self.clients).remove(&client);
    }

    /// An id no session had before.
    pub(crate) fn next_session_id(&self) -> String {
        format!("verify-{}", self.last_session.fetch_add(1, Ordering::SeqCst) + 1)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gasoline_store::ManualClock;
    use serde_json::{Value, json};

    use super::*;
    use crate::{App, Config, mcp};

    struct Desk {
        app: Arc<App>,
        clock: Arc<ManualClock>,
    }

    impl Desk {
        fn open() -> Self {
            let clock = Arc::new(ManualClock::at_ms(1_790_000_000_000));
            let app = Arc::new(App::new(Config::default(), Arc::clone(&clock) as _));
            Self { app, clock }
        }

        /// The text of what a tool answers.
        fn call(&self, tool: &'static str, arguments: &Value) -> String {
            let arguments = arguments.as_object().expect("an object").clone();
            let answer = mcp::call(&self.app, tool, arguments);
            answer["result"]["content"][0]["text"].as_str().expect("a text").to_owned()
        }

        fn pass_minutes(&self, minutes: i64) {
            self.clock.advance_ms(minutes * 60_000);
        }
    }

    #[test]
    fn a_session_nobody_uses_expires_after_half_an_hour_and_the_refusal_says_so() {
        let desk = Desk::open();
        let session = |action: &str| json!({"action": action, "session_id": "verify-1"});
        desk.call("verify_fix", &json!({"action": "start"}));
        desk.pass_minutes(29);
        assert!(desk.call("verify_fix", &session("watch")).contains("watches from here on"));
        desk.pass_minutes(29);
        assert!(desk.call("verify_fix", &session("compare")).starts_with("no_issues_detected"));
        desk.pass_minutes(30);
        let refused = desk.call("verify_fix", &session("compare"));
        assert!(refused.contains("has expired") && refused.contains("\nhint: "), "{refused}");
    }

    #[test]
    fn a_named_snapshot_expires_after_two_hours_however_often_it_is_used() {
        let desk = Desk::open();
        let compare = json!({"action": "compare", "compare_a": "a"});
        desk.call("diff_sessions", &json!({"action": "capture", "name": "a"}));
        desk.pass_minutes(119);
        assert!(desk.call("diff_sessions", &compare).contains("unchanged"));
        desk.pass_minutes(1);
        let refused = desk.call("diff_sessions", &compare);
        assert!(refused.contains("has expired: it is kept for 2 hours"), "{refused}");
    }

    #[test]
    fn the_client_that_asked_longest_ago_makes_room_and_one_that_left_is_forgotten() {
        let shelves = Shelves::default();
        let now = gasoline_protocol::Timestamp::default();
        let keep = |client: u64| {
            let kept = Named { digest: Digest::default(), url: None, head: Seq(0) };
            shelves.of(client, |own| own.snapshots.put("a", kept, now));
        };
        let has = |client: u64| shelves.of(client, |own| own.snapshots.get("a", now).is_ok());
        for client in 0..=8 {
            keep(client);
        }
        assert!(has(8) && has(1));
        shelves.forget(1);
        assert!(!has(1));
        assert!(!has(0), "eight clients keep something");
    }
}
