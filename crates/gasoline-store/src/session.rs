//! The rings of one test, or of the interactive session.

use std::collections::VecDeque;
use std::sync::Arc;

use gasoline_protocol::events::performance::PerformanceSnapshot;
use gasoline_protocol::events::websocket::WebSocketEvent;
use gasoline_protocol::loads::Page;
use gasoline_protocol::{Event, Kind, Seq, Timestamp};

use crate::connections::Connections;
use crate::journal::sightings::Sightings;
use crate::ring::Ring;
use crate::{limits, stored};

/// A picture and its thumbnail, both PNG.
#[derive(Debug)]
pub struct Picture {
    pub id: u64,
    pub full: Arc<[u8]>,
    pub thumb: Arc<[u8]>,
}

impl Picture {
    fn bytes(&self) -> usize {
        self.full.len() + self.thumb.len()
    }
}

/// Everything captured in one test or session that is still held.
#[derive(Debug)]
pub(crate) struct Session {
    rings: [Ring; Kind::ALL.len()],
    pub(crate) connections: Connections,
    pictures: VecDeque<Picture>,
    picture_bytes: usize,
    pub(crate) pictures_forgotten: u64,
    ring_bytes: usize,
    pub(crate) cleared_at: Option<Timestamp>,
    pub(crate) sightings: Sightings,
    /// Counts up, so that the oldest session can be told.
    pub(crate) born: u64,
}

impl Session {
    pub(crate) fn new(born: u64) -> Self {
        Self {
            rings: Kind::ALL.map(Ring::new),
            connections: Connections::default(),
            pictures: VecDeque::new(),
            picture_bytes: 0,
            pictures_forgotten: 0,
            ring_bytes: 0,
            cleared_at: None,
            sightings: Sightings::default(),
            born,
        }
    }

    pub(crate) fn ring(&self, kind: Kind) -> &Ring {
        &self.rings[kind as usize]
    }

    pub(crate) fn ring_mut(&mut self, kind: Kind) -> &mut Ring {
        &mut self.rings[kind as usize]
    }

    pub(crate) fn bytes(&self) -> usize {
        self.ring_bytes + self.picture_bytes + self.connections.len() * limits::CONNECTION_BYTES
    }

    /// Whether it holds nothing: to let it go costs nobody anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.pictures.is_empty() && self.rings.iter().all(Ring::is_empty)
    }

    pub(crate) fn append(&mut self, event: Arc<Event>, dropped: &mut Vec<Arc<Event>>) {
        match event.kind {
            Kind::WebsocketEvents => {
                if let Some(socket) = stored::view::<WebSocketEvent<'_>>(&event) {
                    self.connections.see(&socket, event.time);
                }
            }
            Kind::Performance => self.supersede(&event, dropped),
            _ => {}
        }
        let grown = self.ring_mut(event.kind).push(event, dropped);
        self.ring_bytes = self.ring_bytes.saturating_add_signed(grown);
    }

    /// Only the newest performance snapshot of a page is kept.
    fn supersede(&mut self, newer: &Event, dropped: &mut Vec<Arc<Event>>) {
        let page = |event: &Event| {
            stored::view::<PerformanceSnapshot<'_>>(event).map(|all| Page::of(&all))
        };
        let shown = page(newer);
        let freed =
            self.ring_mut(Kind::Performance).forget_where(|older| page(older) == shown, dropped);
        self.ring_bytes -= freed;
    }

    pub(crate) fn add_picture(&mut self, picture: Picture) {
        self.picture_bytes += picture.bytes();
        self.pictures.push_back(picture);
        while self.pictures.len() > limits::PICTURES_MAX
            || (self.picture_bytes > limits::PICTURES_MAX_BYTES && self.pictures.len() > 1)
        {
            self.forget_picture();
        }
    }

    fn forget_picture(&mut self) -> usize {
        let Some(oldest) = self.pictures.pop_front() else { return 0 };
        self.picture_bytes -= oldest.bytes();
        self.pictures_forgotten += 1;
        oldest.bytes()
    }

    pub(crate) fn picture(&self, id: u64) -> Option<&Picture> {
        self.pictures.iter().find(|picture| picture.id == id)
    }

    pub(crate) fn picture_ids(&self) -> impl Iterator<Item = u64> {
        self.pictures.iter().map(|picture| picture.id)
    }

    pub(crate) fn pictures(&self) -> usize {
        self.pictures.len()
    }

    /// Drops about `bytes` of the oldest events, pictures first if they take more than half.
    pub(crate) fn forget(&mut self, bytes: usize, dropped: &mut Vec<Arc<Event>>) {
        let mut freed = 0;
        while freed < bytes && self.picture_bytes > self.ring_bytes {
            freed += self.forget_picture();
        }
        while freed < bytes {
            let oldest = self.rings.iter_mut().filter_map(|ring| Some((ring.oldest()?, ring)));
            let Some((_, ring)) = oldest.min_by_key(|(seq, _)| *seq) else { break };
            let cost = ring.forget_oldest(dropped);
            self.ring_bytes -= cost;
            freed += cost;
        }
    }

    /// Empties the rings of `kinds`; returns how many events each held.
    pub(crate) fn clear(
        &mut self,
        kinds: &[Kind],
        now: Timestamp,
        dropped: &mut Vec<Arc<Event>>,
    ) -> Vec<(Kind, usize)> {
        self.cleared_at = Some(now);
        kinds
            .iter()
            .map(|kind| {
                match kind {
                    Kind::WebsocketEvents => self.connections.clear(),
                    Kind::Screenshots => {
                        self.pictures.clear();
                        self.picture_bytes = 0;
                    }
                    _ => {}
                }
                self.ring_bytes -= self.ring(*kind).bytes();
                let events = self.ring_mut(*kind).clear();
                let count = events.len();
                dropped.extend(events);
                (*kind, count)
            })
            .collect()
    }

    /// Takes out an event that another one represents.
    pub(crate) fn remove(&mut self, kind: Kind, seq: Seq) -> Option<Arc<Event>> {
        let event = self.ring_mut(kind).remove(seq)?;
        self.ring_bytes -= event.cost();
        Some(event)
    }

    /// Puts a changed event in the place of the one with its Seq.
    pub(crate) fn replace(&mut self, event: Arc<Event>) {
        let kind = event.kind;
        let grown = self.ring_mut(kind).replace(event);
        self.ring_bytes = self.ring_bytes.saturating_add_signed(grown);
    }
}
