//! What follows an event that is kept already: more of its context, or that it was no error.

use std::sync::Arc;

use gasoline_protocol::batch::Dropped;
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::event::Captured as _;
use gasoline_protocol::{Event, Kind};

use super::Journal;
use crate::ingest::Receipt;

impl Journal {
    /// Adds members to the newest log entry that has this id. False if none is held.
    pub fn enrich(&self, id: &str, enriched: impl Fn(&str) -> Option<Box<str>>) -> bool {
        let mut state = self.lock();
        let quoted = format!("\"{id}\"");
        let add = |event: &Arc<Event>| {
            let text = enriched(event.text())?;
            let facet = Event::read::<LogEntry<'_>>(&text).map(|entry| entry.facet());
            Some((event.facet, Arc::new(event.with_text(text, facet.unwrap_or(event.facet)))))
        };
        let found = state.sessions_mut().find_map(|session| {
            let held = session.ring(Kind::Logs).iter().rev();
            let (old, event) = held.filter(|event| event.text().contains(&quoted)).find_map(add)?;
            session.replace(Arc::clone(&event));
            Some((old, event))
        });
        let Some((old, event)) = found else { return false };
        if let Some(test_id) = event.test.as_ref().filter(|_| !old.is_retracted())
            && event.facet.is_retracted()
        {
            state.records.take_back(test_id, &event);
        }
        true
    }

    /// The receipt of a batch of enrichments that was seen before.
    pub fn enriched(&self, batch_id: Option<&str>) -> Option<Receipt> {
        self.lock().receipts.find(None, batch_id?).cloned()
    }

    /// Remembers the receipt of a batch of enrichments, and what was given up before it, once.
    pub fn note_enriched(
        &self,
        batch_id: Option<&str>,
        receipt: Receipt,
        dropped: &Dropped,
    ) -> Receipt {
        let mut state = self.lock();
        if let Some(batch_id) = batch_id {
            if let Some(known) = state.receipts.find(None, batch_id) {
                return known.clone();
            }
            state.receipts.remember(None, batch_id, receipt.clone());
        }
        state.lost.add(dropped);
        receipt
    }
}
