//! The answers given to batches, remembered so that a client may send one again.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use gasoline_protocol::Kind;

use crate::ingest::Receipt;
use crate::limits;

/// What a batch held: events of a kind, or (`None`) what follows events.
type Contents = Option<Kind>;

/// The newest receipts, found by the kind of batch and its `batch_id`.
#[derive(Debug, Default)]
pub struct Receipts {
    given: HashMap<(Contents, Arc<str>), Receipt>,
    order: VecDeque<(Contents, Arc<str>)>,
    /// Bytes of the rejections inside, and how many of the oldest receipts have lost theirs.
    rejection_bytes: usize,
    stripped: usize,
}

impl Receipts {
    pub fn find(&self, of: Contents, batch_id: &str) -> Option<&Receipt> {
        self.given.get(&(of, Arc::from(batch_id)))
    }

    pub fn remember(&mut self, of: Contents, batch_id: &str, receipt: Receipt) {
        let key = (of, Arc::<str>::from(batch_id));
        self.rejection_bytes += receipt.rejection_bytes();
        self.given.insert(key.clone(), receipt);
        self.order.push_back(key);
        if self.order.len() > limits::RECEIPTS_MAX
            && let Some(oldest) = self.order.pop_front()
            && let Some(receipt) = self.given.remove(&oldest)
        {
            self.rejection_bytes -= receipt.rejection_bytes();
            self.stripped = self.stripped.saturating_sub(1);
        }
        while self.rejection_bytes > limits::REMEMBERED_REJECTIONS_MAX_BYTES {
            let Some(key) = self.order.get(self.stripped) else { break };
            self.stripped += 1;
            if let Some(receipt) = self.given.get_mut(key) {
                self.rejection_bytes -= receipt.rejection_bytes();
                receipt.forget_rejections();
            }
        }
    }
}
