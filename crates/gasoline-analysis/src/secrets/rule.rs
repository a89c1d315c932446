//! Rule: one kind of secret, how it is recognised, and what is said about it.

use serde::Deserialize;

use super::follow::Around;
use super::named::Place;
use super::numbers::Number;
use super::personal::Datum;
use super::values::is_crossed_out;

/// A kind of secret. The words are for people.
#[derive(Debug)]
pub struct Rule {
    pub id: &'static str,
    pub title: &'static str,
    pub advice: &'static str,
    pub cwe: &'static str,
    pub severity: Severity,
    /// Whether what it finds is masked wherever it leaves. Keys made for pages are not, nor is what
    /// an application has to show: addresses and numbers of people.
    pub masks: bool,
    /// Without one of these, in any case, the pattern cannot match.
    pub keywords: &'static [&'static str],
    /// Whether one of them begins the pattern, so that it has to begin a word: `re_` is in every
    /// `store_id`.
    pub is_led_by_start: bool,
    pub pattern: Pattern,
    /// What the pattern leaves to be looked at around its match.
    pub around: Around,
    /// A last look at what the pattern found.
    pub is_valid: Option<fn(&str) -> bool>,
    /// What every real one has, a checksum say: what lacks it is masked all the same, but weighs
    /// less.
    pub is_proven: Option<fn(&str) -> bool>,
}

gasoline_protocol::wire_enum! {
    /// How much a secret matters.
    #[derive(PartialOrd, Ord, Hash, Deserialize, schemars::JsonSchema)]
    #[schemars(description = "")]
    pub enum Severity {
        Info = "info",
        Warning = "warning",
        Critical = "critical",
    }
}

impl Severity {
    /// One step less.
    #[must_use]
    pub fn lowered(self) -> Self {
        match self {
            Self::Critical => Self::Warning,
            Self::Warning | Self::Info => Self::Info,
        }
    }
}

/// How a secret is recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// By its own shape, a regular expression over bytes; the group `secret` where only a part of
    /// the match is one.
    Format(&'static str),
    /// By the name before it.
    Named(Place),
    /// By standing between `://` and `@`.
    Login,
    /// By its digits.
    Digits(Number),
    /// By the role that a JSON Web Token gives: found as that, and told apart afterwards.
    Role(&'static str),
    /// By what it tells about a person. Only audits look for these.
    Personal(Datum),
}

impl Rule {
    /// A credential with a format of its own: the usual row.
    pub(super) const fn token(id: &'static str, title: &'static str, advice: &'static str) -> Self {
        Self {
            id,
            title,
            advice,
            cwe: "CWE-798",
            severity: Severity::Critical,
            masks: true,
            keywords: &[],
            is_led_by_start: false,
            pattern: Pattern::Login,
            around: Around::Nothing,
            is_valid: Some(is_not_crossed_out),
            is_proven: None,
        }
    }

    /// A secret known by something else than its format.
    pub(super) const fn known_by(pattern: Pattern, id: &'static str, title: &'static str) -> Self {
        let mut rule = Self::token(id, title, "");
        rule.pattern = pattern;
        rule.is_valid = None;
        rule
    }

    /// What tells about a person: found, and shown.
    pub(super) const fn personal(datum: Datum, id: &'static str, title: &'static str) -> Self {
        let mut rule = Self::known_by(Pattern::Personal(datum), id, title);
        rule.masks = false;
        rule.cwe = "CWE-359";
        rule.severity = Severity::Warning;
        rule.advice("Send the page only what it shows, and only to whom it belongs.")
    }

    pub(super) const fn format(
        mut self,
        keywords: &'static [&'static str],
        pattern: &'static str,
    ) -> Self {
        self.keywords = keywords;
        self.pattern = Pattern::Format(pattern);
        self
    }

    /// The same, for patterns that begin with their keyword.
    pub(super) const fn format_at_start(
        self,
        keywords: &'static [&'static str],
        pattern: &'static str,
    ) -> Self {
        let mut rule = self.format(keywords, pattern);
        rule.is_led_by_start = true;
        rule
    }

    pub(super) const fn around(mut self, around: Around) -> Self {
        self.around = around;
        self
    }

    pub(super) const fn valid_if(mut self, is_valid: fn(&str) -> bool) -> Self {
        self.is_valid = Some(is_valid);
        self
    }

    pub(super) const fn proven_by(mut self, is_proven: fn(&str) -> bool) -> Self {
        self.is_proven = Some(is_proven);
        self
    }

    pub(super) const fn advice(mut self, advice: &'static str) -> Self {
        self.advice = advice;
        self
    }

    pub(super) const fn cwe(mut self, cwe: &'static str) -> Self {
        self.cwe = cwe;
        self
    }

    pub(super) const fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// A key that is meant to be in a page: worth knowing, not worth hiding.
    pub(super) const fn made_for_pages(mut self) -> Self {
        self.severity = Severity::Info;
        self.masks = false;
        self.cwe = "CWE-200";
        self
    }

    /// Whether it opens a session rather than an account: such a thing belongs into headers.
    pub fn is_session(&self) -> bool {
        matches!(self.id, "jwt" | "bearer_token" | "basic_login")
    }

    /// Whether it tells about a person.
    pub fn is_personal(&self) -> bool {
        matches!(self.pattern, Pattern::Personal(_) | Pattern::Digits(_))
    }

    /// Whether it is known by its name alone.
    pub fn is_named(&self) -> bool {
        matches!(self.pattern, Pattern::Named(_))
    }
}

fn is_not_crossed_out(token: &str) -> bool {
    !is_crossed_out(token)
}
