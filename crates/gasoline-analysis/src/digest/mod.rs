//! Digest: a snapshot without its payloads. What is kept of a moment to be compared with another.

mod errors;
mod loads;
mod sockets;
mod traffic;

use std::collections::{BTreeMap, BTreeSet};

use gasoline_protocol::events::action::{ActionType, EnhancedAction};
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::truncate::prefix;
use gasoline_protocol::{Seq, Timestamp};

use crate::endpoints::{Endpoint, page};
use crate::limits;
use crate::noise::Noise;
use crate::verification::Watch;
use crate::view::{Row, View};

pub use errors::{ErrorDigest, Identity};
pub use loads::{Load, Metric};
pub use sockets::{SocketDigest, SocketState};
pub use traffic::Traffic;

/// What a digest cannot know, because it was gone before it was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Gaps {
    /// Events that had been forgotten to make room.
    pub forgotten: u64,
    /// False when `forgotten` is the least it can be.
    pub is_exact: bool,
    /// When somebody cleared the journal within the time that is looked at.
    pub cleared_at: Option<Timestamp>,
}

/// How many of each a digest holds.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    errors: usize,
    endpoints: usize,
    pages: usize,
    sockets: usize,
}

impl Room {
    /// Of one that is kept.
    pub const KEPT: Self = Self {
        errors: limits::DIGEST_MAX_ERRORS,
        endpoints: limits::DIGEST_MAX_ENDPOINTS,
        pages: limits::DIGEST_MAX_PAGES,
        sockets: limits::DIGEST_MAX_SOCKETS,
    };
    /// Of one that is made of a file and compared at once: what had no room would seem new in the
    /// other file, or gone.
    pub const OF_FILE: Self = Self {
        errors: limits::FILE_DIGEST_MAX,
        endpoints: limits::FILE_DIGEST_MAX,
        pages: limits::FILE_DIGEST_MAX,
        sockets: limits::FILE_DIGEST_MAX,
    };
}

/// When something was seen: its place in the journal, when it began, and how long it took.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Sighted {
    seq: Seq,
    time: Timestamp,
    took_ms: Option<f64>,
}

impl Sighted {
    fn of<T>(seen: &Row<'_, T>) -> Self {
        Self { seq: seen.seq, time: seen.time, took_ms: None }
    }

    fn later(self, other: Self) -> Self {
        if other.seq >= self.seq { other } else { self }
    }

    /// Whether it arrived and happened since then.
    fn is_since(self, watch: Watch) -> bool {
        self.seq > watch.since && watch.admits_call(self.time, self.took_ms)
    }
}

/// A snapshot without its payloads.
///
/// Outlines are not digested: one is taken when a page is left, and leaving is not visiting.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Digest {
    pub captured_at: Timestamp,
    /// The page something was last captured of, as its URL.
    pub page_url: Option<String>,
    /// Errors of the console, grouped, newest first, noise last.
    pub errors: Vec<ErrorDigest>,
    /// Warnings of the console, each time counted.
    pub warnings: usize,
    pub endpoints: BTreeMap<Endpoint, Traffic>,
    pub requests: usize,
    /// Connections by the URL they go to.
    pub sockets: BTreeMap<String, SocketDigest>,
    /// The newest load of each page.
    pub loads: Vec<Load>,
    /// Every page that something was captured of, and when last.
    pages: BTreeMap<String, Sighted>,
    /// What the user did, in words: `click button "Pay"`.
    pub deeds: BTreeSet<String>,
    /// Events of all kinds that were looked at.
    pub events: usize,
    /// Errors, endpoints and connections there was no room for.
    pub cut: usize,
    pub gaps: Gaps,
    /// What `endpoints` sums up, call by call: another sum can be made of those that came later.
    calls: BTreeMap<Endpoint, Vec<Traffic>>,
    /// What `sockets` sums up, in the same way.
    connections: BTreeMap<String, Vec<SocketDigest>>,
    /// The event that came last.
    newest: Sighted,
}

impl Digest {
    /// Digests what a URL filter lets through: `url` is a substring of page, script or request.
    pub fn of(view: &View<'_>, url: Option<&str>, noise: &Noise, captured_at: Timestamp) -> Self {
        Self::within(Room::KEPT, view, url, noise, captured_at)
    }

    /// The same, with as much room as is said.
    pub fn within(
        room: Room,
        view: &View<'_>,
        url: Option<&str>,
        noise: &Noise,
        captured_at: Timestamp,
    ) -> Self {
        let only = Only(url.filter(|url| !url.is_empty()));
        let requests: Vec<_> = view
            .requests
            .iter()
            .filter(|seen| only.admits([Some(&*seen.view.url), seen.view.page_url.as_deref()]))
            .collect();
        let sockets: Vec<_> =
            view.sockets.iter().filter(|seen| only.admits([seen.view.url.as_deref()])).collect();
        let actions: Vec<_> = view
            .actions
            .iter()
            .filter(|seen| only.admits([seen.view.url.as_deref(), seen.view.to_url.as_deref()]))
            .collect();
        let loads: Vec<_> =
            view.loads.iter().filter(|seen| only.admits_path(&seen.view.url)).collect();
        let logs: Vec<_> = view.logs.iter().filter(|seen| only.admits_line(&seen.view)).collect();
        let called = |seen: &Row<'_, NetworkBody<'_>>| Sighted {
            took_ms: seen.view.duration,
            ..Sighted::of(seen)
        };
        let pages: Vec<(Sighted, &str)> = logs
            .iter()
            .filter_map(|seen| Some((Sighted::of(seen), seen.view.url.as_deref()?)))
            .chain(
                requests
                    .iter()
                    .filter_map(|seen| Some((called(seen), seen.view.page_url.as_deref()?))),
            )
            .chain(actions.iter().flat_map(|seen| {
                [&seen.view.url, &seen.view.to_url]
                    .into_iter()
                    .flatten()
                    .map(|url| (Sighted::of(seen), &**url))
            }))
            .collect();
        let lasts = [
            logs.last().map(|seen| Sighted::of(seen)),
            requests.last().map(|seen| called(seen)),
            sockets.last().map(|seen| Sighted::of(seen)),
            actions.last().map(|seen| Sighted::of(seen)),
            loads.last().map(|seen| Sighted::of(seen)),
        ];
        let (connections, cut) = sockets::each(&sockets, noise, room.sockets);
        let mut digest = Self {
            captured_at,
            cut,
            page_url: newest(&pages),
            requests: requests.len(),
            sockets: sums(&connections, SocketDigest::merge),
            connections,
            newest: lasts.into_iter().flatten().fold(Sighted::default(), Sighted::later),
            loads: loads::digest(&loads),
            pages: distinct(&pages, room.pages),
            deeds: deeds(&actions),
            events: logs.len() + requests.len() + sockets.len() + actions.len() + loads.len(),
            ..Self::default()
        };
        digest.take_errors(errors::digest(&logs, &requests, &actions, noise), room.errors);
        digest.take_endpoints(traffic::each(&requests, noise), room.endpoints);
        digest
    }

    /// What of it came since an earlier moment, though the journal holds it no longer. Of an error
    /// that came before and after, all sightings count; what is not compared stays as it was.
    #[must_use]
    pub fn since(&self, watch: Watch) -> Self {
        let mut later = self.clone();
        later.errors.retain(|error| error.last.is_since(watch));
        later.loads.retain(|load| load.last.is_since(watch));
        later.pages.retain(|_, last| last.is_since(watch));
        retain(&mut later.calls, |call| call.last.is_since(watch));
        retain(&mut later.connections, |connection| connection.last.is_since(watch));
        later.endpoints = sums(&later.calls, Traffic::merge);
        later.sockets = sums(&later.connections, SocketDigest::merge);
        later.requests = later.calls.values().map(Vec::len).sum();
        let is_quiet = later.errors.is_empty()
            && later.loads.is_empty()
            && later.pages.is_empty()
            && later.calls.is_empty()
            && later.connections.is_empty()
            && !self.newest.is_since(watch);
        if is_quiet {
            later.events = 0;
        }
        later.gaps.cleared_at = self.gaps.cleared_at.filter(|at| *at >= watch.at);
        later
    }

    fn take_errors(&mut self, (mut errors, warnings): (Vec<ErrorDigest>, usize), most: usize) {
        self.cut += errors.len().saturating_sub(most);
        errors.truncate(most);
        self.errors = errors;
        self.warnings = warnings;
    }

    /// Takes the endpoints that were called last, those that failed before the others.
    fn take_endpoints(&mut self, calls: BTreeMap<Endpoint, Vec<Traffic>>, most: usize) {
        let mut ranked: Vec<(Endpoint, Traffic)> =
            sums(&calls, Traffic::merge).into_iter().collect();
        ranked.sort_by_key(|(_, traffic)| {
            std::cmp::Reverse((traffic.is_failing(), traffic.last.seq))
        });
        self.cut += ranked.len().saturating_sub(most);
        ranked.truncate(most);
        self.endpoints = ranked.into_iter().collect();
        self.calls = calls;
        self.calls.retain(|endpoint, _| self.endpoints.contains_key(endpoint));
    }

    /// How often the application's own errors came; noise does not count.
    pub fn console_errors(&self) -> usize {
        self.errors.iter().filter(|error| error.noise.is_none()).map(|error| error.count).sum()
    }

    /// How many requests failed; noise does not count.
    pub fn network_errors(&self) -> usize {
        let failing = self.endpoints.values().filter(|traffic| traffic.noise.is_none());
        failing.map(|traffic| traffic.failures).sum()
    }

    /// How many connections failed; noise does not count.
    pub fn websocket_errors(&self) -> usize {
        let failing = self.sockets.values().filter(|socket| socket.noise.is_none());
        failing.map(|socket| socket.failures).sum()
    }

    /// How often anything went wrong.
    pub fn issues(&self) -> usize {
        self.console_errors() + self.network_errors() + self.websocket_errors()
    }

    /// Whether anything was captured of a page, or of its path where no more is known.
    pub fn has_page(&self, wanted: &str) -> bool {
        self.pages.contains_key(wanted)
            || (wanted.starts_with('/')
                && self.pages.keys().any(|page| crate::endpoints::page_path(page) == wanted))
            || self.has_moved(wanted)
    }

    /// Whether a page of this machine is now served at another port, as development servers do.
    /// Where anything is still at the old one, that is another application.
    fn has_moved(&self, wanted: &str) -> bool {
        let is_local = |host: &str| host == "localhost" || host.starts_with("localhost:");
        let Some((host, path)) = wanted.split_once('/').filter(|(host, _)| is_local(host)) else {
            return false;
        };
        let others = || self.pages.keys().filter_map(|page| page.split_once('/'));
        others().all(|(other, _)| other != host)
            && others().any(|(other, same)| is_local(other) && same == path)
    }
}

/// Each list as one.
fn sums<K: Ord + Clone, T: Default>(
    lists: &BTreeMap<K, Vec<T>>,
    merge: fn(&mut T, &T),
) -> BTreeMap<K, T> {
    let sum = |list: &[T]| {
        let mut whole = T::default();
        for one in list {
            merge(&mut whole, one);
        }
        whole
    };
    lists.iter().map(|(key, list)| (key.clone(), sum(list))).collect()
}

/// Leaves out what is not kept, and lists that are empty then.
fn retain<K: Ord, T>(lists: &mut BTreeMap<K, Vec<T>>, is_kept: impl Fn(&T) -> bool) {
    lists.retain(|_, list| {
        list.retain(&is_kept);
        !list.is_empty()
    });
}

fn newest(pages: &[(Sighted, &str)]) -> Option<String> {
    let newest = pages.iter().max_by_key(|(last, _)| last.seq);
    newest.map(|(_, url)| kept_text(url))
}

/// A text as far as it is kept: what pages send may be long, and a digest must stay small.
fn kept_text(text: &str) -> String {
    prefix(text, limits::DIGEST_TEXT_MAX_CHARS).to_owned()
}

/// The pages, each once. A page is told by all its events, so their number says nothing.
fn distinct(pages: &[(Sighted, &str)], most: usize) -> BTreeMap<String, Sighted> {
    let mut urls: BTreeMap<&str, Sighted> = BTreeMap::new();
    for (sighted, url) in pages {
        let last = urls.entry(url).or_default();
        *last = last.later(*sighted);
    }
    let mut distinct: BTreeMap<String, Sighted> = BTreeMap::new();
    for (url, sighted) in urls {
        let last = distinct.entry(kept_text(&page(url))).or_default();
        *last = last.later(sighted);
    }
    distinct.into_iter().take(most).collect()
}

/// The latest things the user did.
fn deeds(actions: &[&Row<'_, EnhancedAction<'_>>]) -> BTreeSet<String> {
    let latest = actions.iter().rev().filter_map(|seen| deed(&seen.view));
    latest.take(limits::DIGEST_MAX_DEEDS).collect()
}

/// What the user did, in words that are the same when it is done again: `click button "Pay"`.
/// Scrolling and navigation lead to few errors and are seldom repeated alike.
pub(crate) fn deed(action: &EnhancedAction<'_>) -> Option<String> {
    if matches!(action.kind, ActionType::Scroll | ActionType::Navigate) {
        return None;
    }
    let selectors = action.selectors.as_ref()?;
    let role = selectors.role.as_ref().and_then(|role| {
        let name = role.name.as_deref().filter(|name| !name.is_empty())?;
        Some(format!("{} \"{name}\"", role.role.as_deref().unwrap_or("element")))
    });
    let target = role
        .or_else(|| Some(format!("\"{}\"", selectors.text.as_deref()?)))
        .or_else(|| Some(format!("\"{}\"", selectors.aria_label.as_deref()?)))
        .or_else(|| Some(format!("[data-testid={}]", selectors.test_id.as_deref()?)))
        .or_else(|| Some(format!("#{}", selectors.id.as_deref()?)))
        .or_else(|| selectors.css_path.as_deref().map(str::to_owned))?;
    Some(format!("{} {}", action.kind.name(), prefix(&target, limits::DEED_MAX_CHARS)))
}

/// What a URL filter lets through.
#[derive(Debug, Clone, Copy)]
struct Only<'a>(Option<&'a str>);

impl Only<'_> {
    fn admits<'b>(self, urls: impl IntoIterator<Item = Option<&'b str>>) -> bool {
        self.0.is_none_or(|wanted| urls.into_iter().flatten().any(|url| url.contains(wanted)))
    }

    fn admits_line(self, entry: &LogEntry<'_>) -> bool {
        self.admits([entry.url.as_deref(), entry.filename.as_deref(), entry.stack.as_deref()])
    }

    /// Of a page load only the path is known: a filter that names a host is asked for its path.
    fn admits_path(self, path: &str) -> bool {
        self.0.is_none_or(|wanted| {
            let rest = wanted.split_once("://").map_or(wanted, |(_, rest)| rest);
            let names_host = rest.len() < wanted.len() || rest.contains(':');
            let wanted =
                if names_host { rest.find('/').map_or("", |at| &rest[at..]) } else { wanted };
            path.contains(wanted)
        })
    }
}

#[cfg(test)]
pub(crate) mod fixture;

#[cfg(test)]
mod tests;
