//! Secrets: one table, read twice. The audit reports what a rule finds; every exit masks it.
//!
//! Most texts hold no secret, so they are read once, for words without which no rule can apply
//! (`sieve`). What that pass points at is looked at closely: vendors' formats by their patterns,
//! named values where they stand, numbers by their digits.

mod checksum;
mod escapes;
#[cfg(test)]
mod examples;
mod follow;
mod login;
mod named;
mod numbers;
mod personal;
mod rule;
mod rules;
mod sequences;
mod sieve;
mod values;
mod weight;
mod words;

use std::ops::Range;

pub use follow::Around;
pub use named::{Place, is_human_name, is_secret_member, is_secret_name};
pub use numbers::Number;
pub use personal::{Datum, personal_member};
pub use rule::{Pattern, Rule, Severity};
pub use rules::RULES;
pub use weight::{Doubt, looks_like_a_test, says_example, weigh};

use crate::limits;
use sieve::Found;

/// A secret in a text: `start..end` are bytes, on the boundaries of characters.
#[derive(Debug, Clone)]
pub struct Hit<'t> {
    pub rule: &'static Rule,
    pub start: usize,
    pub end: usize,
    /// The name before it, where it was known by that.
    pub name: Option<&'t str>,
    text: &'t str,
}

impl<'t> Hit<'t> {
    /// The secret itself. Show it only through [`shorten`].
    pub fn secret(&self) -> &'t str {
        &self.text[self.start..self.end]
    }

    /// How much it weighs, and why if that is less than its rule says.
    pub fn weight(&self) -> (Severity, Option<Doubt>) {
        weigh(self.rule, self.name, self.secret())
    }
}

/// The secrets in `text`, in order, at most [`limits::SECRET_HITS_PER_TEXT`].
///
/// A vendor's rule takes precedence over the name before the value: `token=ghp_…` is one GitHub
/// token, not also a secret parameter. Of two formats that fit, the one that begins first counts,
/// then the longer, then the one that stands first in the table.
pub fn find(text: &str) -> impl Iterator<Item = Hit<'_>> {
    let mut hits = Vec::new();
    sieve::scan(text, |found| hits.push(hit(text, found)));
    settle(hits)
}

/// The same, and what tells about people.
pub fn find_all(text: &str) -> impl Iterator<Item = Hit<'_>> {
    let mut hits = Vec::new();
    if text.len() < limits::SECRET_TEXT_MIN_BYTES {
        return settle(hits);
    }
    sieve::scan(text, |found| hits.push(hit(text, found)));
    personal::scan(text, |datum, range| {
        let rule = sieve::rule_for(&Pattern::Personal(datum));
        hits.push(hit(text, Found { rule, range, name: 0..0 }));
    });
    settle(hits)
}

fn hit(text: &str, mut found: Found) -> Hit<'_> {
    if found.rule.id == "jwt"
        && let Some(role) = values::role_in(&text[found.range.clone()])
    {
        found.rule = sieve::rule_for(&Pattern::Role(role));
    }
    let name = text.get(found.name).filter(|name| !name.is_empty());
    Hit { rule: found.rule, start: found.range.start, end: found.range.end, name, text }
}

/// Leaves one hit for each stretch of text.
fn settle(mut hits: Vec<Hit<'_>>) -> std::vec::IntoIter<Hit<'_>> {
    if hits.is_empty() {
        return hits.into_iter();
    }
    // Stable, so that rows of the table that fit alike keep their order.
    hits.sort_by_key(|hit| (rank(hit), hit.start, std::cmp::Reverse(hit.end)));
    let mut kept: Vec<Hit<'_>> = Vec::new();
    let mut covered: Vec<Range<usize>> = Vec::new();
    let mut last_rank = 0;
    let mut fresh: Vec<Range<usize>> = Vec::new();
    for hit in hits {
        if rank(&hit) != last_rank {
            last_rank = rank(&hit);
            covered.append(&mut fresh);
            merge(&mut covered);
        }
        let is_new = fresh.last().is_none_or(|span| span.end <= hit.start);
        if is_new && !overlaps(&covered, hit.start..hit.end) {
            fresh.push(hit.start..hit.end);
            kept.push(hit);
        }
    }
    kept.sort_by_key(|hit| hit.start);
    kept.truncate(limits::SECRET_HITS_PER_TEXT);
    kept.into_iter()
}

/// What gives way to what, where two overlap.
fn rank(hit: &Hit<'_>) -> u8 {
    match hit.rule.pattern {
        Pattern::Format(_) | Pattern::Role(_) | Pattern::Login | Pattern::Digits(_) => 0,
        Pattern::Named(_) => 1,
        Pattern::Personal(_) => 2,
    }
}

/// `text` with the middle of every secret taken out; `None` when there is none.
///
/// Masking what is masked changes nothing, and no rule that masks finds anything in it.
pub fn mask(text: &str) -> Option<String> {
    let spans = spans_to_mask(text);
    if spans.is_empty() {
        return None;
    }
    let mut masked = cover(text, &spans, shorten);
    for round in 1..=2 * limits::SECRET_MASK_ROUNDS {
        let spans = spans_to_mask(&masked);
        if spans.is_empty() {
            break;
        }
        let show_ends = round < limits::SECRET_MASK_ROUNDS;
        let show = |secret: &str| if show_ends { shorten(secret) } else { GAP.to_owned() };
        masked = cover(&masked, &spans, show);
    }
    Some(masked)
}

/// A secret as it may be shown. A short one could be read off its two ends, so it shows neither.
///
/// | secret | shown |
/// |---|---|
/// | `hunter2` | `***` |
/// | `ghp_16C7e42F292c6912E7710c838347Ae178B4a` | `ghp_16***B4a` |
pub fn shorten(secret: &str) -> String {
    let length = secret.chars().count();
    if length < limits::SECRET_LONG_ENOUGH_TO_SHOW {
        return GAP.to_owned();
    }
    let start = secret.chars().take(limits::SECRET_SHOWN_AT_START);
    let end = secret.chars().skip(length - limits::SECRET_SHOWN_AT_END);
    start.chain(GAP.chars()).chain(end).collect()
}

/// What stands for the part of a secret that is not shown.
const GAP: &str = "***";

/// Whether `value` is exactly what [`shorten`] makes of a secret.
fn is_masked(value: &str) -> bool {
    let shown = limits::SECRET_SHOWN_AT_START + limits::SECRET_SHOWN_AT_END;
    let mut letters = value.chars();
    value == GAP
        || letters.by_ref().take(limits::SECRET_SHOWN_AT_START).count() > 0
            && letters.as_str().starts_with(GAP)
            && value.chars().count() == shown + GAP.len()
}

/// Where [`mask`] covers a text: sorted, and apart from each other.
pub fn spans_to_mask(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    sieve::scan(text, |found| {
        if found.rule.masks {
            spans.push(found.range);
        }
    });
    merge(&mut spans);
    spans
}

/// A part of a text, in which the secrets of the whole are covered by their `spans`: half a secret is
/// known by no rule, nor is one whose name was cut off.
pub fn mask_part(text: &str, part: Range<usize>, spans: &[Range<usize>]) -> String {
    let mut masked = String::new();
    let mut from = part.start;
    let first = spans.partition_point(|span| span.end <= part.start);
    for span in spans[first..].iter().take_while(|span| span.start < part.end) {
        masked.push_str(&text[from..span.start.max(from)]);
        let is_whole = part.start <= span.start && span.end <= part.end;
        masked.push_str(&if is_whole { shorten(&text[span.clone()]) } else { GAP.to_owned() });
        from = span.end.min(part.end);
    }
    masked.push_str(&text[from..part.end]);
    masked
}

/// Sorts spans and joins those that overlap.
fn merge(spans: &mut Vec<Range<usize>>) {
    spans.sort_by_key(|span| span.start);
    spans.dedup_by(|next, kept| {
        let overlap = next.start < kept.end;
        if overlap {
            kept.end = kept.end.max(next.end);
        }
        overlap
    });
}

/// Whether one of `spans`, sorted and apart from each other, shares a byte with `range`.
fn overlaps(spans: &[Range<usize>], range: Range<usize>) -> bool {
    let after = spans.partition_point(|span| span.end <= range.start);
    spans.get(after).is_some_and(|span| span.start < range.end)
}

fn cover(text: &str, spans: &[Range<usize>], show: impl Fn(&str) -> String) -> String {
    let mut covered = String::with_capacity(text.len());
    let mut from = 0;
    for span in spans {
        covered.push_str(&text[from..span.start]);
        covered.push_str(&show(&text[span.clone()]));
        from = span.end;
    }
    covered.push_str(&text[from..]);
    covered
}

#[cfg(test)]
mod tests;
