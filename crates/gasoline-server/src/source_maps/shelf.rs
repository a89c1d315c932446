//! The maps that are held, and the stacks that were explained with them.

use std::collections::VecDeque;
use std::sync::Arc;

use gasoline_analysis::sources::{Explained, SourceMap};
use gasoline_protocol::Timestamp;

use crate::limits;

/// A map, or why there is none.
pub(crate) type Outcome = Result<Arc<SourceMap>, Arc<str>>;

/// What is known of a script.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) outcome: Outcome,
    /// Tells one build of the script from another.
    pub(super) version: Version,
    /// When it was last known to be the one that is served.
    pub(super) checked_at: Timestamp,
    /// Whether somebody sent it: then nobody else is asked.
    pub(super) is_posted: bool,
}

/// What a server says about the script it serves, and the script itself as a number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Version {
    pub(super) etag: Option<String>,
    pub(super) modified: Option<String>,
    pub(super) hash: u64,
    /// How the browser that fetched it tells builds apart, in its own words.
    pub(super) told_by_browser: Option<String>,
}

impl Known {
    /// Whether it may be used without asking. A failure is remembered a little longer than a map: a
    /// script without one is asked for with every error.
    pub(super) fn is_fresh(&self, now: Timestamp) -> bool {
        let most = match self.outcome {
            Ok(_) => limits::MAP_FRESH_MS,
            Err(_) => limits::MAP_FAILURE_MS,
        };
        self.is_posted || now.ms_since(self.checked_at) < most
    }
}

/// A stack in the words of the source.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(super) stack: String,
    pub(crate) explained: Explained,
    /// Why a script of the page has no map, if one has none.
    pub(crate) reason: Option<Arc<str>>,
    pub(super) at: Timestamp,
}

impl Told {
    /// Whether asking again could tell more.
    pub(super) fn is_worth_asking_again(&self, now: Timestamp) -> bool {
        self.reason.is_some() && now.ms_since(self.at) >= limits::MAP_FAILURE_MS
    }
}

#[derive(Debug)]
struct Entry {
    url: Box<str>,
    known: Known,
    bytes: usize,
}

/// Both, bounded: what was used longest ago makes room.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    /// The one used last at the end.
    known: Vec<Entry>,
    bytes: usize,
    told: VecDeque<(u64, Arc<Told>)>,
    forgotten: u64,
}

impl Shelf {
    pub(super) fn find(&mut self, url: &str) -> Option<Known> {
        let at = self.known.iter().position(|entry| *entry.url == *url)?;
        self.known[at..].rotate_left(1);
        self.known.last().map(|entry| entry.known.clone())
    }

    /// Puts what is known of a script, within `room` bytes of maps altogether.
    pub(super) fn put(&mut self, url: &str, known: Known, room: usize) {
        if let Some(at) = self.known.iter().position(|entry| *entry.url == *url) {
            self.bytes -= self.known.remove(at).bytes;
        }
        let bytes = known.outcome.as_ref().map_or(0, |map| map.size_bytes());
        self.bytes += bytes;
        self.known.push(Entry { url: url.into(), known, bytes });
        self.fit(room);
    }

    /// Forgets maps until those left fit into `room` bytes.
    pub(super) fn fit(&mut self, room: usize) {
        let room = room.min(limits::MAPS_MAX_BYTES);
        while self.known.len() > limits::MAPS_MAX || self.bytes > room {
            self.bytes -= self.known.remove(0).bytes;
            self.forgotten += 1;
        }
    }

    /// Bytes of the maps held.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Maps held, their bytes, and how many were forgotten.
    pub(super) fn fill(&self) -> (usize, usize, u64) {
        let held = self.known.iter().filter(|entry| entry.known.outcome.is_ok()).count();
        (held, self.bytes, self.forgotten)
    }

    pub(super) fn told(&self, key: u64) -> Option<Arc<Told>> {
        self.told.iter().find(|(known, _)| *known == key).map(|(_, told)| Arc::clone(told))
    }

    /// Every stack that a map told more about.
    pub(super) fn mapped(&self) -> impl Iterator<Item = &Arc<Told>> {
        self.told.iter().map(|(_, told)| told).filter(|told| told.explained.is_mapped())
    }

    pub(super) fn tell(&mut self, key: u64, told: Arc<Told>) {
        self.told.retain(|(known, _)| *known != key);
        self.told.push_back((key, told));
        if self.told.len() > limits::EXPLANATIONS_MAX {
            self.told.pop_front();
        }
    }

    /// Forgets explanations that lack a map: one has come.
    pub(super) fn reconsider(&mut self) {
        self.told.retain(|(_, told)| told.reason.is_none());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(bytes: usize) -> Known {
        let content = "x".repeat(bytes);
        let text = format!(
            r#"{{"version":3,"sources":["a"],"sourcesContent":["{content}"],"mappings":""}}"#
        );
        let outcome =
            SourceMap::decode(text).map(Arc::new).map_err(|error| error.to_string().into());
        Known {
            outcome,
            version: Version::default(),
            checked_at: Timestamp::default(),
            is_posted: false,
        }
    }

    #[test]
    fn what_was_used_longest_ago_makes_room() {
        let mut shelf = Shelf::default();
        for number in 0..limits::MAPS_MAX {
            shelf.put(&number.to_string(), map(1), usize::MAX);
        }
        assert!(shelf.find("0").is_some());
        shelf.put("new", map(1), usize::MAX);
        assert!(shelf.find("0").is_some() && shelf.find("1").is_none());
        assert_eq!((shelf.fill().0, shelf.fill().2), (limits::MAPS_MAX, 1));
    }

    #[test]
    fn bytes_count_as_well_as_files() {
        let mut shelf = Shelf::default();
        let third = limits::MAPS_MAX_BYTES / 3;
        for name in ["a", "b", "c"] {
            shelf.put(name, map(third), usize::MAX);
        }
        assert!(shelf.bytes() <= limits::MAPS_MAX_BYTES);
        assert!(
            shelf.find("a").is_none() && shelf.find("b").is_some() && shelf.find("c").is_some()
        );
        shelf.fit(third / 2);
        assert_eq!(shelf.bytes(), 0);
    }

    #[test]
    fn a_map_and_a_failure_grow_old_and_what_was_sent_does_not() {
        let at = Timestamp::saturating_from_ms;
        let failed = Known { outcome: Err("no".into()), ..map(1) };
        let posted = Known { is_posted: true, ..map(1) };
        assert!(map(1).is_fresh(at(limits::MAP_FRESH_MS - 1)));
        assert!(!map(1).is_fresh(at(limits::MAP_FRESH_MS)));
        assert!(failed.is_fresh(at(limits::MAP_FAILURE_MS - 1)));
        assert!(!failed.is_fresh(at(limits::MAP_FAILURE_MS)));
        assert!(posted.is_fresh(at(i64::MAX / 2)));
    }
}
