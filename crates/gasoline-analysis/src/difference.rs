//! The differences between two digests: their errors, endpoints, sockets and page loads, matched once.

use std::collections::{BTreeMap, BTreeSet};

use crate::digest::{Digest, ErrorDigest, Identity, Load, SocketDigest, Traffic};
use crate::endpoints::{Endpoint, Slugs};

/// Before and after.
pub type Pair<T> = [Option<T>; 2];

/// A subject of two digests and how its failure differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference<'d> {
    pub subject: Subject<'d>,
    pub change: Change,
    /// The noise rule of the newest failure.
    pub noise: Option<String>,
}

/// What is compared, with both sides.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject<'d> {
    Error(Pair<&'d ErrorDigest>),
    Endpoint(Endpoint, Box<Pair<Traffic>>),
    /// The connections to one URL.
    Socket(&'d str, Pair<&'d SocketDigest>),
    /// A page that both loaded.
    Load(&'d Load, &'d Load),
}

/// What happened to a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    New,
    Resolved,
    Changed,
    Unchanged,
    /// It did not occur again, but nothing happened that could have shown it.
    NotExercised,
    /// Neither side fails.
    NoFailure,
}

/// All differences, including subjects that are equal: errors, endpoints, sockets, then loads, the
/// newest first.
pub fn differences<'d>(before: &'d Digest, after: &'d Digest) -> Vec<Difference<'d>> {
    let mut differences = Vec::new();
    let mut add = |subject, (change, noise)| {
        differences.push(Difference { subject, change, noise });
    };
    for pair in errors(before, after) {
        let failures = pair.map(|side| side.map(|error| (error.count, &error.noise)));
        let is_exercised = pair[0].is_some_and(|error| could_show(error, after));
        add(Subject::Error(pair), change(failures, is_exercised));
    }
    for (endpoint, pair) in endpoints(before, after) {
        let sides = pair.each_ref().map(Option::as_ref);
        let failures = sides.map(|side| Some((side?.failed_with.as_ref()?, &side?.noise)));
        // A request that the page aborted proves nothing.
        let change = change(failures, sides[1].is_some_and(|traffic| traffic.answered > 0));
        add(Subject::Endpoint(endpoint, Box::new(pair)), change);
    }
    let urls: BTreeSet<&String> = before.sockets.keys().chain(after.sockets.keys()).collect();
    for url in urls {
        let pair = [before, after].map(|digest| digest.sockets.get(url));
        let failing = pair.map(|side| side.filter(|socket| socket.is_failing()));
        let failures = failing.map(|side| side.map(|socket| (socket.close_code, &socket.noise)));
        let change = change(failures, pair[1].is_some_and(SocketDigest::has_recovered));
        add(Subject::Socket(url, pair), change);
    }
    for load in after.loads.iter().rev() {
        let known = before.loads.iter().find(|known| known.page == load.page);
        // Later measurements of one load are not a second load.
        let is_other = |known: &&Load| known.id.is_none() || known.id != load.id;
        if let Some(known) = known.filter(is_other) {
            add(Subject::Load(known, load), (Change::NoFailure, None));
        }
    }
    differences
}

/// Compares the failures before and after, each with its noise rule.
fn change<F: PartialEq>(
    failures: Pair<(F, &Option<String>)>,
    is_exercised: bool,
) -> (Change, Option<String>) {
    let (change, noise) = match failures {
        [Some((old, _)), Some((new, noise))] if old == new => (Change::Unchanged, noise),
        [Some(_), Some((_, noise))] => (Change::Changed, noise),
        [None, Some((_, noise))] => (Change::New, noise),
        [Some((_, noise)), None] if is_exercised => (Change::Resolved, noise),
        [Some((_, noise)), None] => (Change::NotExercised, noise),
        [None, None] => return (Change::NoFailure, None),
    };
    (change, noise.clone())
}

/// Whether anything happened that would have shown an error. A load alone proves no visit: it is
/// reported when the page is left, at the latest.
fn could_show(error: &ErrorDigest, after: &Digest) -> bool {
    if error.pages.is_empty() {
        return after.events > 0;
    }
    error.pages.iter().any(|page| after.has_page(page))
}

/// First the errors of `before`, then those that only `after` has.
fn errors<'d>(before: &'d Digest, after: &'d Digest) -> Vec<Pair<&'d ErrorDigest>> {
    let known: BTreeSet<&Identity> = before.errors.iter().map(|error| &error.identity).collect();
    let mut others: Vec<&ErrorDigest> =
        after.errors.iter().filter(|error| !known.contains(&error.identity)).collect();
    let mut pairs = Vec::new();
    for error in &before.errors {
        let same = after.errors.iter().find(|other| other.identity == error.identity);
        // A build may rename the script: the message is the same, and so is the name without its hash.
        let like = || {
            let index = others.iter().position(|other| error.identity.is_like(&other.identity))?;
            Some(others.remove(index))
        };
        pairs.push([Some(error), same.or_else(like)]);
    }
    pairs.extend(others.into_iter().map(|error| [None, Some(error)]));
    pairs
}

/// The traffic of both, by endpoint. Slugs are learned from both sides: one side alone may have called
/// too few to recognize them.
fn endpoints(before: &Digest, after: &Digest) -> BTreeMap<Endpoint, Pair<Traffic>> {
    let all = before.endpoints.keys().chain(after.endpoints.keys());
    let slugs = Slugs::learn(all.map(|endpoint| &*endpoint.path));
    let named = |endpoint: &Endpoint| Endpoint {
        method: endpoint.method.clone(),
        path: slugs.apply(&endpoint.path),
    };
    let mut pairs: BTreeMap<Endpoint, Pair<Traffic>> = BTreeMap::new();
    for (side, digest) in [before, after].into_iter().enumerate() {
        for (endpoint, traffic) in &digest.endpoints {
            let pair = pairs.entry(named(endpoint)).or_default();
            pair[side].get_or_insert_default().merge(traffic);
        }
    }
    pairs
}
