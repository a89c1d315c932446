//! How much a finding weighs: what its value and its name say against it.
//!
//! Nothing here decides whether a secret is masked. A key from a manual is masked like any other;
//! it is only not worth waking anybody.

use super::named::{Place, is_human_name, is_numeric_name};
use super::rule::{Pattern, Rule, Severity};
use super::values::{has_digit, is_word};
use crate::limits;
use crate::limits::{
    SECRET_DRAWN_MIN_BYTES, SECRET_DRAWN_WORD_MIN_BYTES, SECRET_SPOKEN_MIN_LETTERS,
};

/// Why a finding weighs less than its rule says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// It says of itself that it is nobody's: `AKIAIOSFODNN7EXAMPLE`.
    Example,
    /// It says that it opens nothing that matters: `sk_test_…`.
    Test,
    /// It lacks the check sum or the parts that real ones have.
    Unproven,
    /// Nothing but its name speaks for it, and it is made of words.
    Words,
    /// Nothing but its name speaks for it, and it is too short or too plain to open anything.
    Plain,
    /// Its name says whose it is, and those look otherwise.
    OtherFormat,
    /// Its name says that it is made to be in pages.
    ForPages,
    /// It guards a form, for one session.
    FormToken,
    /// The page that got it handed it back to the server: it was made for that.
    Returned,
}

impl Doubt {
    pub fn reason(self) -> &'static str {
        match self {
            Self::Example => "it calls itself an example",
            Self::Test => "it looks like a key for tests",
            Self::Unproven => "its check sum does not fit, so it may be made up or cut",
            Self::Words => "it is made of words, so it may be no secret",
            Self::Plain => "it is short or made of plain words, so it may be no secret",
            Self::ForPages => {
                "it is made to be public; check that its rights are those of any visitor"
            }
            Self::OtherFormat => "that vendor's keys look otherwise",
            Self::FormToken => "it guards a form for one session",
            Self::Returned => "the page sends it back to the server, so it was made for the page",
        }
    }
}

/// What the secret weighs, and why if that is less than usual.
pub fn weigh(rule: &Rule, name: Option<&str>, secret: &str) -> (Severity, Option<Doubt>) {
    let doubt = doubt(rule, name, secret);
    let severity = match doubt {
        None => rule.severity,
        Some(
            Doubt::Example
            | Doubt::FormToken
            | Doubt::OtherFormat
            | Doubt::ForPages
            | Doubt::Plain
            | Doubt::Returned,
        ) => Severity::Info,
        Some(Doubt::Test | Doubt::Unproven | Doubt::Words) => rule.severity.lowered(),
    };
    (severity, doubt)
}

fn doubt(rule: &Rule, name: Option<&str>, secret: &str) -> Option<Doubt> {
    let beginning = &secret[..secret.floor_char_boundary(limits::SECRET_WEIGHED_BYTES)];
    if says_example(beginning) {
        return Some(Doubt::Example);
    }
    if looks_like_a_test(beginning) {
        return Some(Doubt::Test);
    }
    if rule.is_proven.is_some_and(|is_proven| !is_proven(secret)) {
        return Some(Doubt::Unproven);
    }
    let name = name.filter(|_| rule.is_named())?.to_ascii_lowercase();
    if name.contains("csrf") || name.contains("xsrf") {
        return Some(Doubt::FormToken);
    }
    if name.replace(['-', '_'], "").ends_with("sentrykey") && is_hex(secret, 32) {
        return Some(Doubt::ForPages);
    }
    if is_plain(rule, &name, beginning) {
        return Some(Doubt::Plain);
    }
    if VENDORS.iter().any(|(vendor, fits)| name.contains(vendor) && !fits(secret)) {
        return Some(Doubt::OtherFormat);
    }
    (!is_human_name(&name) && is_wordy(beginning)).then_some(Doubt::Words)
}

/// Whether a value is too short or too plain to be what its name says. What people make up may be a
/// word, and in an address every value that is not one counts.
fn is_plain(rule: &Rule, name: &str, value: &str) -> bool {
    if is_numeric_name(name) {
        return !has_digit(value);
    }
    if is_human_name(name) {
        return false;
    }
    match rule.pattern {
        Pattern::Named(Place::Parameter) => value.len() < SECRET_DRAWN_MIN_BYTES && is_word(value),
        _ => !is_drawn(value),
    }
}

/// Whether a value may have been drawn at random: it is long enough, and neither a word nor several
/// with a number (`ROLE_ADMIN_1`).
fn is_drawn(value: &str) -> bool {
    let parts = || value.split(|letter: char| !letter.is_ascii_alphanumeric());
    let is_all = |part: &str, is: fn(&u8) -> bool| part.bytes().all(|byte| is(&byte));
    let is_word = |part: &str| {
        is_all(part, u8::is_ascii_uppercase)
            || is_all(part, u8::is_ascii_lowercase)
            || is_all(part, u8::is_ascii_digit) && part.len() < SECRET_DRAWN_MIN_BYTES
            || is_all(part, u8::is_ascii_alphabetic) && is_wordy(part)
    };
    value.len() >= SECRET_DRAWN_MIN_BYTES
        && (!parts().all(is_word) || value.len() >= SECRET_DRAWN_WORD_MIN_BYTES && !is_wordy(value))
}

fn is_hex(value: &str, length: usize) -> bool {
    value.len() == length && value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a key can be of a vendor.
type Fits = fn(&str) -> bool;

/// Vendors all of whose keys begin alike.
const VENDORS: &[(&str, Fits)] = &[
    ("telegram", is_telegram_token),
    ("openai", |key| key.starts_with("sk-")),
    ("anthropic", |key| key.starts_with("sk-ant-")),
    ("huggingface", |key| key.starts_with("hf_") || key.starts_with("api_org_")),
    ("sendgrid", |key| key.starts_with("SG.")),
];

/// `123456789:AAH…`: the number of the bot, and thirty-five letters.
fn is_telegram_token(token: &str) -> bool {
    token.split_once(':').is_some_and(|(bot, key)| {
        (5..=16).contains(&bot.len())
            && bot.bytes().all(|byte| byte.is_ascii_digit())
            && key.starts_with('A')
            && key.len() == 35
    })
}

/// Whether a secret says of itself that it opens nothing that matters: a finding weighs less.
pub fn looks_like_a_test(secret: &str) -> bool {
    ["test", "dev", "staging", "sandbox"].iter().any(|word| says(secret, word))
}

/// Whether a secret says of itself that it is nobody's.
pub fn says_example(secret: &str) -> bool {
    ["example", "sample", "demo", "dummy", "mock", "fake", "placeholder", "changeme"]
        .iter()
        .any(|word| says(secret, word))
        || ["your_", "your-", "YOUR_", "YOUR-", "my_", "my-"]
            .iter()
            .any(|start| secret.starts_with(start))
}

/// Whether a word stands in a text in small letters, in large ones, or with one large one: random
/// letters spell `tEsT` a dozen times as often.
fn says(text: &str, word: &str) -> bool {
    let rest = &word.as_bytes()[1..];
    text.as_bytes().windows(word.len()).any(|part| {
        part.eq_ignore_ascii_case(word.as_bytes())
            && (&part[1..] == rest || part.iter().all(u8::is_ascii_uppercase))
    })
}

/// Whether most of a value is made of words that could be spoken.
pub(super) fn is_wordy(value: &str) -> bool {
    let bytes = value.as_bytes();
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
    let mut spoken = 0;
    let mut start = 0;
    while start < bytes.len() {
        let from = start + usize::from(bytes[start].is_ascii_uppercase());
        let small = bytes[from..].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        let end = from + small;
        if end - start >= SECRET_SPOKEN_MIN_LETTERS && is_spoken(&bytes[start..end]) {
            spoken += end - start;
        }
        start = end.max(start + 1);
    }
    spoken * 10 >= letters * 7 && letters > 0
}

/// Whether letters have vowels, and not too many other letters between them.
fn is_spoken(word: &[u8]) -> bool {
    let is_vowel = |byte: u8| b"aeiouy".contains(&byte.to_ascii_lowercase());
    let vowels = word.iter().filter(|byte| is_vowel(**byte)).count();
    let longest = word.split(|byte| is_vowel(*byte)).map(<[u8]>::len).max().unwrap_or(0);
    vowels * 5 >= word.len() && longest <= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(is: fn(&str) -> bool, expected: bool, values: &[&str]) {
        for value in values {
            assert_eq!(is(value), expected, "{value}");
        }
    }

    #[test]
    fn a_key_from_a_manual_says_so() {
        check(says_example, true, &["AKIAIOSFODNN7EXAMPLE", "DUMMY", "fake-key-1", "YOUR_API_KEY"]);
        check(says_example, false, &["AKIAQWERTYUIOPAS2345", "aFaKeX", "sampling"]);
    }

    #[test]
    fn a_key_for_tests_says_so() {
        check(looks_like_a_test, true, &["sk_test_abc", "DEV-KEY", "aTest1", "tvly-dev-abc"]);
        check(looks_like_a_test, false, &["sk_live_abc", "tEsT", "dEv0"]);
    }

    #[test]
    fn words_can_be_spoken_and_random_letters_cannot() {
        check(is_wordy, true, &["clm74873:AgencyIdentificationCodeContentType", "swordfish"]);
        check(is_wordy, true, &["prod5-session-storage", "my_secret_value"]);
        check(is_wordy, false, &["9fe19fed2cf63748fa8c", "a1B2c3D4e5F6g7H8i9J0", "xkcdqwrtzp"]);
        check(is_wordy, false, &["zpczok4kqgnw5prpfy3ehiylbqvgbjfkdiqkejsxqamy7qbkep7q"]);
    }
}
