//! Live: tells dashboards that something changed, and how far it has got. What changed they ask for.

use gasoline_protocol::Seq;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::watch;

use crate::app::App;

/// Changes of what is kept, counted.
#[derive(Debug, Default)]
pub(crate) struct Live(watch::Sender<Changes>);

/// How often what is kept has changed.
#[derive(Debug, Clone, Copy, Default)]
struct Changes {
    all: u64,
    /// Those that took something away: whoever copied it begins anew.
    cleared: u64,
}

impl Live {
    /// Something was added. It costs nothing while no dashboard is open.
    pub(crate) fn note_change(&self) {
        self.0.send_modify(|changes| changes.all += 1);
    }

    /// Something was taken away.
    pub(crate) fn note_clear(&self) {
        self.0.send_modify(|changes| {
            changes.all += 1;
            changes.cleared += 1;
        });
    }

    pub(crate) fn watch(&self) -> Watch {
        let mut changes = self.0.subscribe();
        // The first pulse says where things stand.
        changes.mark_changed();
        Watch(changes)
    }
}

/// One reader's place.
pub(crate) struct Watch(watch::Receiver<Changes>);

impl Watch {
    /// The next pulse, as soon as something has changed since the last; `None` when there is no more.
    pub(crate) async fn next(&mut self, app: &App) -> Option<Pulse> {
        self.0.changed().await.ok()?;
        let cleared = self.0.borrow_and_update().cleared;
        Some(Pulse {
            run: app.started().as_ms(),
            cursor: app.journal.head(),
            cleared,
            tests: app.journal.test_changes(),
        })
    }
}

/// How far the journal has got.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Pulse {
    /// When the server was started, in milliseconds since the epoch.
    run: i64,
    /// The newest event.
    cursor: Seq,
    /// How often something was taken away.
    cleared: u64,
    /// How often the records of tests have changed.
    tests: u64,
}
