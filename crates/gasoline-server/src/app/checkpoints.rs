//! Checkpoints: places in the journal that readers come back to.

use std::sync::Mutex;

use gasoline_protocol::{Seq, Timestamp};

use crate::app::latest::Latest;
use crate::app::lock;
use crate::limits;

/// A place in the journal, and when it was saved.
pub(crate) type Checkpoint = (Seq, Timestamp);

/// The checkpoints that have a name, and where each client last looked.
#[derive(Debug, Default)]
pub(crate) struct Checkpoints {
    named: Mutex<Latest<String, Checkpoint, { limits::CHECKPOINTS_MAX }>>,
    by_client: Mutex<Latest<u64, Checkpoint, { limits::CLIENTS_MAX }>>,
}

impl Checkpoints {
    pub(crate) fn named(&self, name: &str) -> Option<Checkpoint> {
        lock(&self.named).find(|known| known == name).copied()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        lock(&self.named).keys().cloned().collect()
    }

    /// Saves under a name; the oldest makes room.
    pub(crate) fn save(&self, name: &str, place: Checkpoint) {
        lock(&self.named).put(name.to_owned(), place);
    }

    /// Where the client last looked, if it did.
    pub(crate) fn of_client(&self, client: u64) -> Option<Checkpoint> {
        lock(&self.by_client).find(|known| *known == client).copied()
    }

    pub(crate) fn advance(&self, client: u64, place: Checkpoint) {
        lock(&self.by_client).put(client, place);
    }

    pub(crate) fn clear(&self) {
        *lock(&self.named) = Latest::default();
        *lock(&self.by_client) = Latest::default();
    }
}
