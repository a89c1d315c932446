//! A noise rule: what it is told to match, and whether it does.

use std::sync::OnceLock;

use crate::redact::{self, Quoted};
use gasoline_protocol::Captured;
use gasoline_protocol::Timestamp;
use gasoline_protocol::event::Level;
use regex::bytes::{Regex, RegexBuilder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits::NOISE_REGEX_MAX_BYTES;

gasoline_protocol::wire_enum! {
    /// The events a rule is about.
    #[derive(Deserialize, JsonSchema)]
    #[schemars(description = "")]
    pub enum Category {
        Console = "console",
        Network = "network",
        Websocket = "websocket",
    }
}

/// Why something is noise.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(description = "")]
pub enum Classification {
    Extension,
    Framework,
    Cosmetic,
    Analytics,
    Infrastructure,
    Repetitive,
    #[default]
    Dismissed,
}

/// All given must match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct MatchSpec {
    #[serde(alias = "message_regex", skip_serializing_if = "Option::is_none")]
    pub message_regex: Option<String>,
    /// Script URL.
    #[serde(alias = "source_regex", skip_serializing_if = "Option::is_none")]
    pub source_regex: Option<String>,
    #[serde(alias = "url_regex", skip_serializing_if = "Option::is_none")]
    pub url_regex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// 401 and 403 never match.
    #[serde(alias = "status_min", skip_serializing_if = "Option::is_none")]
    pub status_min: Option<u16>,
    #[serde(alias = "status_max", skip_serializing_if = "Option::is_none")]
    pub status_max: Option<u16>,
    /// Exact level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
}

/// A rule to add.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(description = "")]
pub struct NewRule {
    pub category: Category,
    #[serde(default)]
    pub classification: Classification,
    #[serde(alias = "match_spec")]
    pub match_spec: MatchSpec,
    #[serde(default)]
    pub reason: Option<Quoted>,
}

/// A rule in force.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    pub id: String,
    pub category: Category,
    pub classification: Classification,
    pub match_spec: MatchSpec,
    /// Built-in rules have always been there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip)]
    patterns: OnceLock<Patterns>,
}

/// The compiled expressions of a rule.
#[derive(Debug, Clone)]
pub(super) struct Patterns {
    pub(super) message: Option<Regex>,
    pub(super) source: Option<Regex>,
    pub(super) url: Option<Regex>,
}

impl Patterns {
    /// `Err` names the member that is no expression, and says why.
    pub(super) fn compile(spec: &MatchSpec) -> Result<Self, (&'static str, String)> {
        let compile = |member: &'static str, pattern: Option<&String>| {
            let compiled = pattern.map(|pattern| compile(pattern)).transpose();
            compiled.map_err(|error| (member, reason(&error)))
        };
        Ok(Self {
            message: compile("messageRegex", spec.message_regex.as_ref())?,
            source: compile("sourceRegex", spec.source_regex.as_ref())?,
            url: compile("urlRegex", spec.url_regex.as_ref())?,
        })
    }
}

impl Rule {
    /// The rule as it is shown: what its user wrote is redacted.
    #[must_use]
    pub fn shown(&self) -> Self {
        let mut rule = self.clone();
        if self.created_at.is_some() {
            let spec = redact::value(Captured::new(&self.match_spec));
            rule.match_spec = spec.value().unwrap_or_default();
        }
        rule
    }

    /// A rule whose expressions are known to compile; they do so when first needed.
    pub(super) fn new(id: String, rule: NewRule, created_at: Option<Timestamp>) -> Self {
        let NewRule { category, classification, match_spec, reason } = rule;
        let patterns = OnceLock::new();
        Self {
            id,
            category,
            classification,
            match_spec,
            created_at,
            reason: reason.map(Quoted::into_string),
            patterns,
        }
    }

    pub(super) fn is_same(&self, rule: &NewRule) -> bool {
        self.category == rule.category && self.match_spec == rule.match_spec
    }

    /// Message or script, and then everything else that is given.
    pub(super) fn marks_line(&self, line: &Line<'_>) -> bool {
        let Some(patterns) = self.patterns_of(Category::Console) else { return false };
        let is_level = self.match_spec.level.is_none_or(|level| level == line.level);
        is_level
            && (is_match(patterns.message.as_ref(), Some(line.message))
                || is_match(patterns.source.as_ref(), line.script))
            && (patterns.url.is_none() || is_match(patterns.url.as_ref(), line.page))
    }

    pub(super) fn marks_request(&self, method: &str, url: &str, status: u16) -> bool {
        let Some(patterns) = self.patterns_of(Category::Network) else { return false };
        let spec = &self.match_spec;
        spec.method.as_deref().is_none_or(|expected| expected.eq_ignore_ascii_case(method))
            && spec.status_min.is_none_or(|least| status >= least)
            && spec.status_max.is_none_or(|most| status <= most)
            && (patterns.url.is_none() || is_match(patterns.url.as_ref(), Some(url)))
    }

    pub(super) fn marks_socket(&self, url: &str) -> bool {
        self.patterns_of(Category::Websocket)
            .is_some_and(|patterns| is_match(patterns.url.as_ref(), Some(url)))
    }

    fn patterns_of(&self, category: Category) -> Option<&Patterns> {
        let compile = || Patterns::compile(&self.match_spec).expect("compiled before it was added");
        (self.category == category).then(|| self.patterns.get_or_init(compile))
    }
}

/// A log line as rules see it.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub(super) level: Level,
    pub(super) message: &'a str,
    pub(super) script: Option<&'a str>,
    pub(super) page: Option<&'a str>,
}

fn is_match(pattern: Option<&Regex>, text: Option<&str>) -> bool {
    matches!((pattern, text), (Some(pattern), Some(text)) if pattern.is_match(text.as_bytes()))
}

/// Compiles an expression over bytes, which is several times faster than over characters.
/// One that names a character beyond ASCII needs the slower kind.
fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern)
        .unicode(!pattern.is_ascii())
        .size_limit(NOISE_REGEX_MAX_BYTES)
        .build()
}

/// The last line of what `regex` says; the others draw an arrow.
fn reason(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}
