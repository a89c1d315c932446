//! What follows an event that is kept already: more of its context, or that it was no error.
//!
//! An enrichment may overtake its entry, which was refused for a moment, sent again, or went another
//! way. It waits for a while, and joins the entry when that arrives.

use std::collections::VecDeque;
use std::sync::Arc;

use gasoline_protocol::batch::Dropped;
use gasoline_protocol::event::EventView as _;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::{Event, Kind, Timestamp};

use super::{Journal, State};
use crate::ingest::{Enrichment, Receipt};
use crate::{limits, stored};

/// Enrichments whose entry has not arrived, oldest first.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    items: VecDeque<(Timestamp, Enrichment)>,
    bytes: usize,
    unclaimed: u64,
}

impl Waiting {
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Lets go of those that waited long enough, and counts them.
    fn expire(&mut self, now: Timestamp) {
        let is_over = |at: Timestamp| now.ms_since(at) >= limits::ENRICHMENT_WAIT_MS;
        while let Some((_, item)) = self.items.pop_front_if(|(at, _)| is_over(*at)) {
            self.bytes -= item.size_bytes();
            self.unclaimed += 1;
        }
    }

    /// Lets one wait. False if there is no room.
    fn add(&mut self, item: Enrichment, now: Timestamp) -> bool {
        let bytes = self.bytes + item.size_bytes();
        let has_room = self.items.len() < limits::ENRICHMENTS_WAITING_MAX
            && bytes <= limits::ENRICHMENTS_WAITING_MAX_BYTES;
        if has_room {
            self.bytes = bytes;
            self.items.push_back((now, item));
        }
        has_room
    }

    /// The event with all that waited for it, in the order of arrival.
    pub(super) fn join(&mut self, event: Event, now: Timestamp) -> Event {
        self.expire(now);
        if self.items.is_empty() || event.kind != Kind::Logs {
            return event;
        }
        let entry = stored::view::<LogEntry<'_>>(&event);
        let Some(id) = entry.and_then(|entry| entry.id.map(|id| id.to_string())) else {
            return event;
        };
        let mut joined = event;
        while let Some(at) = self.items.iter().position(|(_, item)| item.id == id)
            && let Some((_, item)) = self.items.remove(at)
        {
            self.bytes -= item.size_bytes();
            if let Some(more) = enriched(&joined, &item) {
                joined = more;
            }
        }
        joined
    }
}

/// The event with the members of an enrichment; `None` if that is for another.
fn enriched(event: &Event, item: &Enrichment) -> Option<Event> {
    let text = item.join(stored::json(event))?;
    let facet = serde_json::from_str::<LogEntry<'_>>(&text).ok().map(|entry| entry.facet());
    Some(event.with_text(text, facet.unwrap_or(event.facet)))
}

impl State {
    /// Adds members to the newest log entry that an enrichment names. False if none is held.
    pub(super) fn enrich(&mut self, item: &Enrichment) -> bool {
        let quoted = format!("\"{}\"", item.id);
        let found = self.sessions_mut().find_map(|session| {
            let held = session.ring(Kind::Logs).iter().rev();
            let named = held.filter(|event| stored::json(event).contains(&quoted));
            let (old, event) = named
                .into_iter()
                .find_map(|event| Some((event.facet, Arc::new(enriched(event, item)?))))?;
            session.replace(Arc::clone(&event));
            Some((old, event))
        });
        let Some((old, event)) = found else { return false };
        if let Some(test_id) = event.test.as_ref().filter(|_| !old.is_retracted())
            && event.facet.is_retracted()
        {
            self.records.take_back(test_id, &event);
        }
        true
    }
}

impl Journal {
    /// Adds an enrichment to its entry, or lets it wait for that. The reason if it can do neither.
    pub fn enrich(&self, item: Enrichment) -> Result<(), String> {
        let now = self.clock.now();
        let mut state = self.lock();
        state.waiting.expire(now);
        if state.enrich(&item) {
            return Ok(());
        }
        let id = item.id.clone();
        if state.waiting.add(item, now) {
            return Ok(());
        }
        Err(format!(
            "no entry of `{}` has the id `{id}`, and too many enrichments wait for theirs",
            Kind::Logs.name()
        ))
    }

    /// How many enrichments wait for their entry, and how many waited in vain since the start.
    pub fn waiting_enrichments(&self) -> (usize, u64) {
        let now = self.clock.now();
        let mut state = self.lock();
        state.waiting.expire(now);
        (state.waiting.items.len(), state.waiting.unclaimed)
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
        state.lost.add(dropped, limits::LOST_MAX_COUNT);
        self.publish(&state);
        receipt
    }
}
