//! The search: one pass for the words a secret cannot do without, then a close look.

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use regex::bytes::{Regex, RegexBuilder};

use super::escapes::Unescaped;
use super::follow::Walk;
use super::named::{self, STEMS};
use super::rule::{Pattern, Rule};
use super::rules::RULES;
use super::sequences::without_sequences;
use super::words::Words;
use super::{is_masked, login, numbers};

/// A set of rules, one bit each, by their index in the table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct RuleSet([u64; RULES.len().div_ceil(u64::BITS as usize)]);

impl RuleSet {
    fn insert(&mut self, index: usize) {
        let bits = u64::BITS as usize;
        self.0[index / bits] |= 1 << (index % bits);
    }

    fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn add(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }

    fn without(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// Calls `visit` with the index of each rule, in order.
    fn each(self, mut visit: impl FnMut(usize)) {
        for (index, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                visit(index * u64::BITS as usize + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

/// What a word in the text may lead to.
#[derive(Debug, Clone, Copy, Default)]
struct Lead {
    rules: RuleSet,
    /// Those of them that it has to begin a word for.
    rules_at_start: RuleSet,
    /// It is a part of a secret's name.
    name: bool,
    length: usize,
}

struct Sieve {
    words: Words,
    /// By the number of the word.
    leads: Vec<Lead>,
    patterns: Vec<OnceLock<Compiled>>,
}

struct Compiled {
    regex: Regex,
    /// The match has to begin where a word could: its pattern begins with `\b`.
    begins_word: bool,
    /// The group `secret`: where it takes part, it alone is the secret, else the whole match.
    secret: Option<usize>,
}

static SIEVE: LazyLock<Sieve> = LazyLock::new(Sieve::new);

/// Where a secret was found.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) rule: &'static Rule,
    pub(super) range: Range<usize>,
    /// Where its name is, if it was known by that; else empty.
    pub(super) name: Range<usize>,
}

/// Calls `report` for every secret in `text` that is not masked already, in no order.
pub(super) fn scan(text: &str, mut report: impl FnMut(Found)) {
    match without_sequences(text) {
        Some(plain) => scan_plain(&plain, &mut report),
        None => scan_plain(text, &mut report),
    }
    let Some(unescaped) = Unescaped::of(text) else { return };
    scan_plain(&unescaped.text, |found| {
        let range = unescaped.before(&found.range);
        // What holds no escape was found above, and so was what stands behind a name.
        if range.len() > found.range.len() && !found.rule.is_named() {
            report(Found { range, ..found });
        }
    });
}

fn scan_plain(text: &str, mut report: impl FnMut(Found)) {
    let mut report = |rule: &'static Rule, range: Range<usize>, name: Range<usize>| {
        let range = text.floor_char_boundary(range.start)..text.ceil_char_boundary(range.end);
        if !range.is_empty() && !is_masked(&text[range.clone()]) {
            report(Found { rule, range, name });
        }
    };
    let candidates = SIEVE.sift(text, &mut report);
    login::scan(text, |password| report(rule_for(&Pattern::Login), password, 0..0));
    numbers::scan(text, |number, range| report(rule_for(&Pattern::Digits(number)), range, 0..0));
    candidates.each(|index| SIEVE.match_pattern(index, text, &mut report));
}

impl Sieve {
    fn new() -> Self {
        let mut words: Vec<&'static str> = Vec::new();
        let mut leads: Vec<Lead> = Vec::new();
        let mut lead_of = |word: &'static str, add: &dyn Fn(&mut Lead)| {
            let known = words.iter().position(|known| *known == word);
            let index = known.unwrap_or_else(|| {
                words.push(word);
                leads.push(Lead { length: word.len(), ..Lead::default() });
                words.len() - 1
            });
            add(&mut leads[index]);
        };
        for (index, rule) in RULES.iter().enumerate() {
            for word in rule.keywords {
                lead_of(word, &|lead| {
                    lead.rules.insert(index);
                    if rule.is_led_by_start {
                        lead.rules_at_start.insert(index);
                    }
                });
            }
        }
        for stem in STEMS {
            lead_of(stem, &|lead| lead.name = true);
        }
        let patterns = RULES.iter().map(|_| OnceLock::new()).collect();
        Self { words: Words::new(&words), leads, patterns }
    }

    /// Reads `text` once: reports named values, and returns the rules whose patterns may match.
    fn sift(
        &self,
        text: &str,
        report: &mut impl FnMut(&'static Rule, Range<usize>, Range<usize>),
    ) -> RuleSet {
        let mut candidates = RuleSet::default();
        let mut read_until = 0;
        self.words.scan(text.as_bytes(), |index, start| {
            let lead = self.leads[index];
            let fits = lead.rules_at_start.is_empty() || begins_word(text.as_bytes(), start);
            let rules = if fits { lead.rules } else { lead.rules.without(lead.rules_at_start) };
            candidates.add(rules);
            if !lead.name || start < read_until {
                return;
            }
            match named::behind(text, start..start + lead.length) {
                named::Lead::Nothing { until } => read_until = read_until.max(until),
                named::Lead::Value(value) => {
                    read_until = value.range.end;
                    report(rule_for(&Pattern::Named(value.place)), value.range, value.name);
                }
            }
        });
        candidates
    }

    fn match_pattern(
        &self,
        index: usize,
        text: &str,
        report: &mut impl FnMut(&'static Rule, Range<usize>, Range<usize>),
    ) {
        let rule = &RULES[index];
        let Pattern::Format(pattern) = rule.pattern else { return };
        let compiled = self.patterns[index].get_or_init(|| Compiled::new(pattern));
        let mut walk = Walk::default();
        compiled.each(text, |whole, secret| {
            let range = walk.whole(rule.around, text.as_bytes(), &whole, secret);
            let Some(range) = range else { return };
            let secret = text.get(range.clone()).unwrap_or_default();
            if rule.is_valid.is_none_or(|is_valid| is_valid(secret)) {
                report(rule, range, 0..0);
            }
        });
    }
}

impl Compiled {
    /// A leading `\b` is taken off and checked apart, because to a regular expression the `n` of an
    /// escaped line break and the `D` of `%3D` would be letters of the word.
    fn new(pattern: &str) -> Self {
        let bare = pattern.strip_prefix(r"\b");
        let regex = RegexBuilder::new(bare.unwrap_or(pattern)).unicode(false).build();
        let regex = regex.expect("the patterns of the table are tested");
        let secret = regex.capture_names().position(|name| name == Some("secret"));
        Self { regex, begins_word: bare.is_some(), secret }
    }

    /// Calls `report` with every match and the secret in it.
    fn each(&self, text: &str, mut report: impl FnMut(Range<usize>, Range<usize>)) {
        let bytes = text.as_bytes();
        let fits = |start: usize| !self.begins_word || begins_word(bytes, start);
        match self.secret {
            None => self
                .regex
                .find_iter(bytes)
                .filter(|found| fits(found.start()))
                .for_each(|found| report(found.range(), found.range())),
            Some(group) => self
                .regex
                .captures_iter(bytes)
                .filter(|found| found.get(0).is_some_and(|whole| fits(whole.start())))
                .filter_map(|found| {
                    let whole = found.get(0)?;
                    Some((whole.range(), found.get(group).unwrap_or(whole).range()))
                })
                .for_each(|(whole, secret)| report(whole, secret)),
        }
    }
}

/// Whether a word can begin at `start`: after anything but a letter or digit, and after those that
/// belong to an escape (`\n`, `%3D`, `\u0022`).
pub(super) fn begins_word(bytes: &[u8], start: usize) -> bool {
    let is_hex = |hex: &[u8]| hex.iter().all(u8::is_ascii_hexdigit);
    let before = &bytes[..start];
    !before.last().is_some_and(u8::is_ascii_alphanumeric)
        || match before {
            [.., b'\\', b'n' | b'r' | b't'] => true,
            [.., b'%', a, b] => is_hex(&[*a, *b]),
            [.., b'\\', b'u', a, b, c, d] => is_hex(&[*a, *b, *c, *d]),
            _ => false,
        }
}

/// The row of the table for a secret that is not found by a format. These rows come first.
pub(super) fn rule_for(pattern: &Pattern) -> &'static Rule {
    let row = RULES.iter().find(|rule| rule.pattern == *pattern);
    row.expect("the table has a row for every pattern")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_every_rule_of_the_table() {
        let mut all = RuleSet::default();
        (0..RULES.len()).rev().for_each(|index| all.insert(index));
        let mut seen = Vec::new();
        all.each(|index| seen.push(index));
        assert_eq!(seen, (0..RULES.len()).collect::<Vec<_>>());

        let mut last = RuleSet::default();
        last.insert(RULES.len() - 1);
        assert!(!last.is_empty() && last.without(all).is_empty());
        let mut rest = all.without(last);
        assert_ne!(rest, all);
        rest.add(last);
        assert_eq!(rest, all);
    }
}
