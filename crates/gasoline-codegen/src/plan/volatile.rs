//! What differs from run to run: ids made during the session, times, random names.

use std::collections::{BTreeSet, HashSet};

use gasoline_analysis::ids::{Strictness, is_generated};
use gasoline_protocol::url::Url;
use gasoline_protocol::url::{decode_path, query_pairs};
use serde_json::{Number, Value};

use super::session::{Called, Session};
use crate::limits::ID_MIN_DIGITS;
use crate::step::{Pattern, Piece};

/// Knows which texts will not come again.
#[derive(Debug, Default)]
pub(super) struct Volatile {
    made: BTreeSet<String>,
}

impl Volatile {
    /// An id was made during the session if a call that changes something answered it, and nobody
    /// had told it before.
    pub(super) fn learn(session: &Session<'_>) -> Self {
        let all = || session.earlier.iter().chain(&session.requests);
        let answered = |called: &Called<'_>| {
            let body = called.request.body;
            let is_made_here = is_change(&body.method) && body.status < 400;
            let mut found = BTreeSet::new();
            // Reading a body costs more than all the rest: only what made something is read.
            if is_made_here && let Some(value) = session.answered(called) {
                ids(value, None, &mut found);
            }
            (is_made_here, found)
        };
        let mut known = Known::of(all().flat_map(|called| answered(called).1).collect());
        let mut made = BTreeSet::new();
        for action in &session.actions {
            // A page that was open at the start had its ids before.
            if let Some(url) = action.action.url.as_deref().or(action.action.to_url.as_deref()) {
                known.note_url(url);
                break;
            }
        }
        // Where nothing was made, nothing need be read.
        let is_any_wanted = !known.wanted.is_empty();
        for called in all().filter(|_| is_any_wanted) {
            known.note_url(&called.request.body.url);
            if let Some(value) = session.sent(called) {
                known.note(value, "");
            }
            let (is_made_here, ids) = answered(called);
            if is_made_here {
                made.extend(ids.into_iter().filter(|id| !known.told.contains(id)));
            } else if let Some(value) = session.answered(called) {
                known.note(value, "");
            }
        }
        Self { made }
    }

    /// A path in which such segments vary.
    pub(super) fn path(&self, path: &str) -> Pattern {
        let mut pattern = Pattern::default();
        for (place, segment) in path.split('/').enumerate() {
            if place > 0 {
                pattern.push(Piece::Text("/".to_owned()));
            }
            if self.is_made(segment) || is_random(segment) {
                pattern.push(Piece::Segment);
            } else {
                pattern.push(Piece::Text(segment.to_owned()));
            }
        }
        pattern
    }

    /// A text that people read, with what varies left open; `None` if it tells of time.
    pub(super) fn text(&self, text: &str) -> Option<Pattern> {
        if tells_time(text) {
            return None;
        }
        let mut pattern = Pattern::default();
        for token in tokens(text) {
            if is_word(token) && (self.is_made(token) || is_random(token)) {
                let is_number = token.bytes().all(|byte| byte.is_ascii_digit());
                pattern.push(if is_number { Piece::Digits } else { Piece::Anything });
                continue;
            }
            // `row-1042` has a number in it.
            for part in token.split_inclusive(['-', '_']) {
                let number = part.trim_end_matches(['-', '_']);
                let is_number =
                    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
                let varies =
                    is_number && (self.made.contains(number) || number.len() >= ID_MIN_DIGITS);
                if varies || (number.len() > 3 && self.made.contains(number)) {
                    pattern.push(if is_number { Piece::Digits } else { Piece::Anything });
                    pattern.push(Piece::Text(part[number.len()..].to_owned()));
                } else {
                    pattern.push(Piece::Text(part.to_owned()));
                }
            }
        }
        Some(pattern)
    }

    /// Whether a text will be the same in the next run.
    pub(super) fn is_stable(&self, text: &str) -> bool {
        self.text(text).is_some_and(|pattern| pattern.as_text().is_some())
    }

    pub(super) fn is_made(&self, text: &str) -> bool {
        self.made.contains(text) || (text.contains('%') && self.made.contains(&*decode_path(text)))
    }
}

pub(super) fn is_change(method: &str) -> bool {
    matches!(method.to_ascii_uppercase().as_str(), "POST" | "PUT" | "PATCH" | "DELETE")
}

pub(super) fn is_random(text: &str) -> bool {
    is_generated(text.as_bytes(), Strictness::Script)
}

/// Dates, times, "3 minutes ago".
pub(super) fn tells_time(text: &str) -> bool {
    const WORDS: [&str; 8] = [
        " ago",
        "just now",
        "today",
        "yesterday",
        "tomorrow",
        "o'clock",
        "this morning",
        "tonight",
    ];
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let lower = text.to_lowercase();
    if WORDS.iter().any(|word| lower.contains(word)) {
        return true;
    }
    let parts: Vec<&str> = lower
        .split(|one: char| one.is_whitespace() || one == ',')
        .filter(|it| !it.is_empty())
        .collect();
    let is_number = |part: &&str| part.trim_matches('.').bytes().all(|byte| byte.is_ascii_digit());
    let has_number_near = |place: usize| {
        parts.get(place + 1).is_some_and(is_number)
            || place.checked_sub(1).and_then(|before| parts.get(before)).is_some_and(is_number)
    };
    parts.iter().enumerate().any(|(place, part)| {
        let word = part.trim_end_matches('.');
        let is_month =
            MONTHS.iter().any(|month| word == *month || word == &month[..3] || word == "sept");
        (is_month && has_number_near(place)) || is_clock_or_date(part)
    })
}

/// `12:34`, `2026-01-02`, `1/2/2026`, `02.01.2026`.
fn is_clock_or_date(part: &str) -> bool {
    [(':', 2), ('-', 3), ('/', 3), ('.', 3)].into_iter().any(|(sign, count)| {
        let numbers: Vec<&str> =
            part.split(['t', 'z']).next().unwrap_or(part).split(sign).collect();
        let is_short = |it: &&str| {
            !it.is_empty() && it.len() <= 4 && it.bytes().all(|byte| byte.is_ascii_digit())
        };
        numbers.len() >= count && numbers.len() <= 3 && numbers.iter().all(is_short)
    })
}

/// Which of the ids that calls answered had been told before, whatever their name was then.
///
/// Only those are looked for: a session tells ten thousand texts, and few of them are ids.
struct Known {
    wanted: HashSet<String>,
    /// Those that are numbers, to be found without writing out each number.
    numbers: HashSet<Number>,
    told: HashSet<String>,
}

impl Known {
    fn of(wanted: HashSet<String>) -> Self {
        let numbers = wanted.iter().filter_map(|id| id.parse().ok()).collect();
        Self { wanted, numbers, told: HashSet::new() }
    }

    fn note_text(&mut self, text: &str) {
        if self.wanted.contains(text) {
            self.told.insert(text.to_owned());
        }
    }

    fn note_url(&mut self, url: &str) {
        if let Some(address) = Url::absolute(url) {
            address.path.split('/').for_each(|segment| self.note_text(&decode_path(segment)));
            query_pairs(address.query).for_each(|(_, value)| self.note_text(&value));
        }
    }

    fn note(&mut self, value: &Value, name: &str) {
        let is_id = || is_id_name(name) || name.strip_suffix('s').is_some_and(is_id_name);
        match value {
            Value::String(text) => self.note_text(text),
            // 25 may be told as a price: only under a name for ids it is one.
            Value::Number(number) if self.numbers.contains(number) && is_id() => {
                self.told.insert(number.to_string());
            }
            Value::Array(items) => items.iter().for_each(|item| self.note(item, name)),
            Value::Object(members) => {
                members.iter().for_each(|(name, member)| self.note(member, name));
            }
            _ => {}
        }
    }
}

/// The values of members that are named like ids.
fn ids(value: &Value, name: Option<&str>, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| ids(item, name, found)),
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| ids(member, Some(name), found));
        }
        Value::String(text) if name.is_some_and(is_id_name) && text.len() <= 64 => {
            found.insert(text.clone());
        }
        Value::Number(number) if name.is_some_and(is_id_name) => {
            found.insert(number.to_string());
        }
        _ => {}
    }
}

pub(super) fn is_id_name(name: &str) -> bool {
    const NAMES: [&str; 12] = [
        "id",
        "_id",
        "uuid",
        "guid",
        "ulid",
        "key",
        "slug",
        "code",
        "number",
        "ref",
        "reference",
        "no",
    ];
    let lower = name.to_lowercase();
    NAMES.contains(&lower.as_str())
        || name.ends_with("Id")
        || name.ends_with("ID")
        || lower.ends_with("_id")
        || name.ends_with("Number")
        || lower.ends_with("_number")
        || name.ends_with("Uuid")
}

fn is_word(token: &str) -> bool {
    token.chars().next().is_some_and(char::is_alphanumeric)
}

/// Words (with the hyphens inside them), and what stands between them.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let is_inside = |one: char| one.is_alphanumeric() || one == '-' || one == '_';
        let is_of_kind = |one: char| is_inside(one) == is_inside(first);
        let end = rest.find(|one| !is_of_kind(one)).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        rest = after;
        Some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volatile(made: &[&str]) -> Volatile {
        Volatile { made: made.iter().map(|id| (*id).to_owned()).collect() }
    }

    #[test]
    fn made_and_random_segments_vary() {
        let volatile = volatile(&["17"]);
        assert_eq!(volatile.path("/orders/17/items").show(), "/orders/…/items");
        assert_eq!(volatile.path("/orders/18").show(), "/orders/18");
        assert_eq!(volatile.path("/u/550e8400-e29b-41d4-a716-446655440000").show(), "/u/…");
        assert_eq!(volatile.path("/t/1700000000000").show(), "/t/…");
        assert_eq!(
            volatile.path("/returns/return_634f32ed563f8139/done").show(),
            "/returns/…/done"
        );
        assert!(volatile.path("/internationalization-guidelines").as_text().is_some());
    }

    #[test]
    fn numbers_in_texts_vary_if_they_were_made() {
        let volatile = volatile(&["1042", "ORD-77"]);
        assert_eq!(
            volatile.text("Order #1042 confirmed").expect("text").show(),
            "Order #… confirmed"
        );
        assert_eq!(volatile.text("Order ORD-77").expect("text").show(), "Order …");
        assert!(volatile.is_stable("2 items, 34.50 €"));
        assert!(volatile.is_stable("Total: $12.00"));
        assert!(!volatile.is_stable("Ticket 123456"));
    }

    #[test]
    fn what_tells_time_is_never_stable() {
        for text in
            ["3 minutes ago", "at 12:34", "2026-01-02", "1/2/2026", "Jan 5, 2026", "5 March"]
        {
            assert!(tells_time(text), "{text}");
        }
        for text in ["Marketing 5", "May I help", "v1.2", "24/7", "A-B", "Version 1.2.3-x"] {
            assert!(!tells_time(text), "{text}");
        }
    }
}
