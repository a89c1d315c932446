//! Errors of two digests: new, resolved, unchanged.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::digest::{Digest, ErrorDigest, Identity};

/// The three lists; noise stands last in each.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ErrorDiff {
    pub new: Vec<ErrorRow>,
    pub resolved: Vec<ErrorRow>,
    pub unchanged: Vec<ErrorRow>,
}

/// One error and how often it came.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ErrorRow {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub message: String,
    pub count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
    /// No page it was seen on is in the other session: it may be gone, or was only not met. It is
    /// listed as resolved, and not counted as such.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub not_exercised: bool,
}

/// An error of both digests, or of one.
pub(crate) type Pair<'a> = (Option<&'a ErrorDigest>, Option<&'a ErrorDigest>);

/// The errors of both digests side by side: first those of `before`, then those only `after` has.
pub(crate) fn matched<'a>(before: &'a Digest, after: &'a Digest) -> Vec<Pair<'a>> {
    let known: BTreeSet<&Identity> = before.errors.iter().map(|error| &error.identity).collect();
    let mut others: Vec<&ErrorDigest> =
        after.errors.iter().filter(|error| !known.contains(&error.identity)).collect();
    let mut pairs: Vec<Pair<'a>> = Vec::new();
    for error in &before.errors {
        let same = after.errors.iter().find(|other| other.identity == error.identity);
        // A build may call the script otherwise: the message is the same, and so is what is not a hash.
        let like = || {
            let place = others.iter().position(|other| error.identity.is_like(&other.identity))?;
            Some(others.remove(place))
        };
        pairs.push((Some(error), same.or_else(like)));
    }
    pairs.extend(others.into_iter().map(|error| (None, Some(error))));
    pairs
}

pub(super) fn diff(before: &Digest, after: &Digest) -> ErrorDiff {
    let mut diff = ErrorDiff::default();
    for pair in matched(before, after) {
        match pair {
            (_, None) => {
                diff.resolved.extend(pair.0.map(|error| ErrorRow {
                    not_exercised: !could_show(error, after),
                    ..row(error)
                }));
            }
            (None, Some(error)) => diff.new.push(row(error)),
            (Some(_), Some(error)) => diff.unchanged.push(row(error)),
        }
    }
    for rows in [&mut diff.new, &mut diff.resolved, &mut diff.unchanged] {
        rows.sort_by_key(|row| row.noise.is_some());
    }
    diff
}

/// Whether anything happened that would have shown an error.
fn could_show(error: &ErrorDigest, digest: &Digest) -> bool {
    if error.pages.is_empty() {
        return digest.events > 0;
    }
    error.pages.iter().any(|page| digest.has_page(page))
}

fn row(error: &ErrorDigest) -> ErrorRow {
    ErrorRow {
        kind: "console",
        message: error.message.clone(),
        count: error.count,
        noise: error.noise.clone(),
        not_exercised: false,
    }
}
