//! Which pictures are still there.

use std::collections::BTreeSet;

use gasoline_analysis::view::to_classify;
use gasoline_protocol::Event;
use gasoline_protocol::events::page::Screenshot;

use crate::app::App;

/// The pictures that are held: records outlive them.
pub(crate) struct Held(BTreeSet<u64>);

impl Held {
    pub(crate) fn now(app: &App) -> Self {
        Self(app.journal.held_pictures())
    }

    /// Whether the picture of this id is.
    pub(crate) fn has(&self, id: &str) -> bool {
        id.parse().is_ok_and(|id| self.0.contains(&id))
    }

    /// Whether the picture of this record is.
    pub(crate) fn has_event(&self, record: &Event) -> bool {
        to_classify::<Screenshot<'_>>(record).is_some_and(|shot| self.has(&shot.id))
    }
}
