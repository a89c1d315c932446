//! Which part of a session a timeline shows.

use std::collections::BTreeSet;

use gasoline_protocol::Since;

use super::{Entry, What};

/// Which part of a session is asked for. What caused something is told by the whole of it.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// From the action that many places from the end; all if it is not given.
    pub last_n_actions: Option<usize>,
    pub include: Include,
    /// Entries at most, the newest; all if it is not given.
    pub cap: Option<usize>,
    /// Only what has this in its URL or its page's.
    pub url: Option<String>,
    pub tab_id: Option<i64>,
    /// Only what came after.
    pub since: Since,
    /// Whether nobody asks for the shapes of responses: to tell them, every body is read.
    pub is_shapeless: bool,
}

/// A kind of entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Actions,
    Network,
    /// Errors and warnings.
    Console,
    Sockets,
    Screenshots,
    Outlines,
}

/// The kinds of entries that are asked for: actions, requests and the console unless told otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Include(BTreeSet<Part>);

impl Include {
    pub fn only(parts: &[Part]) -> Self {
        Self(parts.iter().copied().collect())
    }

    #[must_use]
    pub fn and(mut self, part: Part) -> Self {
        self.0.insert(part);
        self
    }

    pub fn has(&self, part: Part) -> bool {
        self.0.contains(&part)
    }
}

impl Default for Include {
    fn default() -> Self {
        Self::only(&[Part::Actions, Part::Network, Part::Console])
    }
}

impl Scope {
    /// Takes out what is not asked for, and tells how many the cap took. `entries` are in order.
    pub(super) fn narrow(&self, entries: &mut Vec<Entry<'_>>) {
        entries.retain(|entry| self.admits(entry));
        let is_action = |entry: &&Entry<'_>| matches!(entry.what, What::Action(_));
        let first = self.last_n_actions.and_then(|count| {
            let place = count.checked_sub(1)?;
            let first = entries.iter().rev().filter(is_action).nth(place)?;
            Some((first.order(), first.seq))
        });
        if let Some((start, seq)) = first {
            // What typing caused may have begun before its last letter, which is its time.
            entries.retain(|entry| entry.order() >= start || entry.caused_by == Some(seq));
        }
        entries.retain(|entry| self.include.has(entry.what.part()));
    }

    fn admits(&self, entry: &Entry<'_>) -> bool {
        self.since.admits(entry.seq, entry.time)
            && self.tab_id.is_none_or(|wanted| entry.what.tab_id() == Some(wanted))
            && self.url.as_deref().is_none_or(|wanted| {
                entry.what.urls().into_iter().flatten().any(|url| url.contains(wanted))
            })
    }
}
