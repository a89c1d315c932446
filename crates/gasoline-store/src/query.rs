//! Queries: since when, of which test, of which kinds → a `Snapshot`.

use std::sync::Arc;

use gasoline_protocol::snapshot::Missed;
use gasoline_protocol::{Event, Kind, Since, Snapshot};

use crate::session::Session;

/// Whose events.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Scope {
    #[default]
    Everything,
    Test(String),
}

/// What a reader wants to see.
#[derive(Debug, Clone, Default)]
pub struct Query {
    pub scope: Scope,
    pub since: Since,
    /// All kinds if empty.
    pub kinds: Vec<Kind>,
}

impl Query {
    pub fn of(kinds: &[Kind]) -> Self {
        Self { kinds: kinds.to_vec(), ..Self::default() }
    }

    #[must_use]
    pub fn in_test(mut self, test_id: Option<&str>) -> Self {
        if let Some(test_id) = test_id {
            self.scope = Scope::Test(test_id.to_owned());
        }
        self
    }

    #[must_use]
    pub fn since(mut self, since: Since) -> Self {
        self.since = since;
        self
    }

    pub(crate) fn wants(&self, kind: Kind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// Adds what one session has to the snapshot.
    pub(crate) fn gather(&self, session: &Session, snapshot: &mut Snapshot) {
        snapshot.cleared_at = snapshot.cleared_at.max(session.cleared_at);
        for kind in Kind::ALL.into_iter().filter(|kind| self.wants(*kind)) {
            let ring = session.ring(kind);
            snapshot.forgotten[kind as usize] += ring.forgotten.total();
            if let Since::Seq(seq) = self.since {
                add(&mut snapshot.missed, ring.forgotten.after(seq));
            }
            let events: &mut Vec<Arc<Event>> = snapshot.of_mut(kind);
            match self.since {
                Since::Seq(seq) => events.extend(ring.after(seq).cloned()),
                since => {
                    let asked = ring.iter().filter(|event| since.admits(event.seq, event.time));
                    events.extend(asked.cloned());
                }
            }
        }
    }
}

/// Adds up what was missed in several rings.
pub(crate) fn add(missed: &mut Missed, more: Missed) {
    missed.count += more.count;
    missed.is_exact &= more.is_exact;
}
