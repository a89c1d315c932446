//! Secrets: one table, read twice. The audit reports what a rule finds; every exit masks it.
//!
//! Most texts hold no secret, so they are read once, for words without which no rule can apply
//! (`sieve`). What that pass points at is looked at closely: vendors' formats by their patterns,
//! named values where they stand, numbers by their digits.

mod assigned;
mod gaps;
mod login;
mod names;
mod numbers;
mod quotes;
mod rules;
mod sieve;
mod values;
mod words;

use std::ops::Range;

pub use gaps::Place;
pub use names::is_secret_name;
pub use numbers::Number;
pub use rules::{Pattern, RULES, Rule, Severity};
pub use values::looks_like_a_test;

use crate::limits;

/// A secret in a text: `start..end` are bytes, on the boundaries of characters.
#[derive(Debug, Clone, Copy)]
pub struct Hit<'t> {
    pub rule: &'static Rule,
    pub start: usize,
    pub end: usize,
    text: &'t str,
}

impl<'t> Hit<'t> {
    /// The secret itself. Show it only through [`shorten`].
    pub fn secret(&self) -> &'t str {
        &self.text[self.start..self.end]
    }
}

/// The secrets in `text`, in order, at most [`limits::SECRET_HITS_PER_TEXT`].
///
/// A vendor's rule takes precedence over the name before the value: `token=ghp_…` is one GitHub
/// token, not also a secret parameter.
pub fn find(text: &str) -> impl Iterator<Item = Hit<'_>> {
    let mut hits = Vec::new();
    sieve::scan(text, |rule, range| {
        hits.push(Hit { rule, start: range.start, end: range.end, text });
    });
    let is_named = |hit: &Hit<'_>| matches!(hit.rule.pattern, Pattern::Named(_));
    hits.sort_by_key(|hit| (hit.start, is_named(hit), hit.end));
    let mut covered: Vec<Range<usize>> = Vec::new();
    for hit in hits.iter().filter(|hit| !is_named(hit)) {
        covered.push(hit.start..hit.end);
    }
    merge(&mut covered);
    hits.retain(|hit| !is_named(hit) || !overlaps(&covered, hit.start..hit.end));
    hits.truncate(limits::SECRET_HITS_PER_TEXT);
    hits.into_iter()
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

fn spans_to_mask(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    sieve::scan(text, |rule, range| {
        if rule.masks {
            spans.push(range);
        }
    });
    merge(&mut spans);
    spans
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
