//! Noise: what is not about the application. Rules mark it and rank it down; they hide nothing.
//!
//! Matching a line asks one expression first, the alternation of all rules', and the rules one by
//! one only if that says yes. Expressions are compiled when first needed.

mod bad_rule;
mod rule;
mod rules;
mod statistics;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::events::websocket::WebSocketEvent;
use gasoline_protocol::{Event, Kind, Timestamp};
use regex::bytes::{Regex, RegexBuilder};
use serde::Serialize;

use crate::issues::frame;
use crate::limits::{NOISE_MAX_RULES, NOISE_SIEVE_MAX_BYTES};
use crate::redact::Quoted;
use crate::view::to_classify;
use rule::{Line, Patterns};

pub use bad_rule::{BadRule, CannotRemove, Fault};
pub use rule::{Category, Classification, MatchSpec, NewRule, Rule};
pub use statistics::Statistics;

const UNAUTHORIZED: u16 = 401;
const FORBIDDEN: u16 = 403;

/// Who asked for a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Author {
    /// Through a tool, for as long as the server lives.
    User,
    /// In the project's `.gasoline.toml`.
    Project,
}

impl Author {
    fn prefix(self) -> &'static str {
        match self {
            Self::User => "user_",
            Self::Project => "project_",
        }
    }
}

/// What became of a list of new rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Added {
    /// The ids of the rules that are new; one already in force is not added again.
    #[serde(skip)]
    pub ids: Vec<String>,
    pub rules_added: usize,
    pub total_rules: usize,
}

/// The rules in force: the built-in ones first, then the others in the order they came.
#[derive(Debug)]
pub struct Noise {
    rules: Vec<Rule>,
    /// How many ids each author was given; none is given twice.
    given: BTreeMap<Author, usize>,
    sieves: OnceLock<Sieves>,
}

impl Default for Noise {
    fn default() -> Self {
        Self::new()
    }
}

impl Noise {
    /// The built-in rules.
    pub fn new() -> Self {
        let built_in = rules::BUILT_IN.iter().map(|row| {
            let rule = NewRule {
                category: row.category,
                classification: row.classification,
                match_spec: row.spec.to_match_spec(),
                reason: Some(Quoted::new(row.reason)),
            };
            Rule::new(row.id.to_owned(), rule, None)
        });
        Self { rules: built_in.collect(), given: BTreeMap::new(), sieves: OnceLock::new() }
    }

    /// Adds all of the rules, or none and says which of them it is.
    pub fn add(
        &mut self,
        rules: Vec<NewRule>,
        author: Author,
        now: Timestamp,
    ) -> Result<Added, BadRule> {
        let mut new: Vec<NewRule> = Vec::new();
        for (index, rule) in rules.into_iter().enumerate() {
            check(&rule).map_err(|fault| BadRule { index, fault })?;
            let is_known = self.rules.iter().any(|known| known.is_same(&rule))
                || new.iter().any(|other| {
                    other.category == rule.category && other.match_spec == rule.match_spec
                });
            if is_known {
                continue;
            }
            if self.rules.len() + new.len() >= NOISE_MAX_RULES {
                return Err(BadRule { index, fault: Fault::TooMany });
            }
            new.push(rule);
        }
        let given = self.given.entry(author).or_default();
        let first = self.rules.len();
        for rule in new {
            *given += 1;
            self.rules.push(Rule::new(format!("{}{given}", author.prefix()), rule, Some(now)));
        }
        self.sieves = OnceLock::new();
        let ids: Vec<String> = self.rules[first..].iter().map(|rule| rule.id.clone()).collect();
        Ok(Added { rules_added: ids.len(), ids, total_rules: self.rules.len() })
    }

    /// Takes a rule out and returns it.
    pub fn remove(&mut self, id: &str) -> Result<Rule, CannotRemove> {
        let built_in = rules::BUILT_IN.len();
        match self.rules.iter().position(|rule| rule.id == id) {
            Some(place) if place < built_in => Err(CannotRemove::BuiltIn { id: id.to_owned() }),
            Some(place) => {
                self.sieves = OnceLock::new();
                Ok(self.rules.remove(place))
            }
            None => Err(CannotRemove::Unknown {
                id: id.to_owned(),
                known: self.rules[built_in..].iter().map(|rule| rule.id.clone()).collect(),
            }),
        }
    }

    /// Takes out what users added, and says how many. The project's rules are its own.
    pub fn reset(&mut self) -> usize {
        let before = self.rules.len();
        self.rules.retain(|rule| !rule.id.starts_with(Author::User.prefix()));
        self.sieves = OnceLock::new();
        before - self.rules.len()
    }

    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The first rule that marks a log line.
    pub fn log(&self, entry: &LogEntry<'_>) -> Option<&Rule> {
        let message = entry.said();
        let line = Line {
            level: entry.level,
            message: &message,
            script: script(entry),
            page: entry.url.as_deref(),
        };
        let sieves = self.sieves();
        let may_match = sieves.message.lets_through(line.message)
            || line.script.is_some_and(|script| sieves.source.lets_through(script));
        if !may_match || tells_of_refused_access(&message) {
            return None;
        }
        self.rules.iter().find(|rule| rule.marks_line(&line))
    }

    /// The first rule that marks a request. 401 and 403 are always the application's.
    pub fn request(&self, body: &NetworkBody<'_>) -> Option<&Rule> {
        let is_refused = matches!(body.status, UNAUTHORIZED | FORBIDDEN);
        if is_refused {
            return None;
        }
        let may_match = self.sieves().request.lets_through(&body.url);
        self.rules.iter().find(|rule| {
            (may_match || rule.match_spec.url_regex.is_none())
                && rule.marks_request(&body.method, &body.url, body.status)
        })
    }

    /// The first rule that marks the connections to a URL.
    pub fn socket(&self, url: &str) -> Option<&Rule> {
        let may_match = self.sieves().socket.lets_through(url);
        may_match.then(|| self.rules.iter().find(|rule| rule.marks_socket(url))).flatten()
    }

    /// The first rule that marks an event; of other kinds than these three none is noise.
    pub fn event(&self, event: &Event) -> Option<&Rule> {
        match event.kind {
            Kind::Logs => self.log(&to_classify::<LogEntry<'_>>(event)?),
            Kind::NetworkBodies => self.request(&to_classify::<NetworkBody<'_>>(event)?),
            Kind::WebsocketEvents => {
                self.socket(to_classify::<WebSocketEvent<'_>>(event)?.url.as_deref()?)
            }
            _ => None,
        }
    }

    fn sieves(&self) -> &Sieves {
        self.sieves.get_or_init(|| Sieves::new(&self.rules))
    }
}

/// What a rule must have to match something, but not everything.
fn check(rule: &NewRule) -> Result<(), Fault> {
    let MatchSpec { message_regex, source_regex, url_regex, method, status_min, status_max, level } =
        &rule.match_spec;
    let category = rule.category;
    let (is_console, is_network) = (category == Category::Console, category == Category::Network);
    let misplaced = [
        ("messageRegex", message_regex.is_some() && !is_console),
        ("sourceRegex", source_regex.is_some() && !is_console),
        ("level", level.is_some() && !is_console),
        ("method", method.is_some() && !is_network),
        ("statusMin", status_min.is_some() && !is_network),
        ("statusMax", status_max.is_some() && !is_network),
    ];
    if let Some((member, _)) = misplaced.into_iter().find(|(_, is_misplaced)| *is_misplaced) {
        return Err(Fault::Misplaced { member, category });
    }
    let is_empty = match category {
        Category::Console => message_regex.is_none() && source_regex.is_none(),
        Category::Network => {
            url_regex.is_none() && method.is_none() && status_min.or(*status_max).is_none()
        }
        Category::Websocket => url_regex.is_none(),
    };
    if is_empty {
        return Err(Fault::Empty(category));
    }
    if let (Some(least), Some(most)) = (*status_min, *status_max)
        && least > most
    {
        return Err(Fault::NoStatus { least, most });
    }
    let patterns = Patterns::compile(&rule.match_spec)
        .map_err(|(member, reason)| Fault::Unreadable { member, reason })?;
    let all = [
        ("messageRegex", patterns.message),
        ("sourceRegex", patterns.source),
        ("urlRegex", patterns.url),
    ];
    // What matches nothing at all matches everything.
    let is_everything = |pattern: &Option<Regex>| pattern.as_ref().is_some_and(|p| p.is_match(b""));
    match all.into_iter().find(|(_, pattern)| is_everything(pattern)) {
        Some((member, _)) => Err(Fault::Everything { member }),
        None => Ok(()),
    }
}

/// The script a line comes from. Extensions wrap `fetch` and the console and so stand at the top of
/// the application's own stacks: the first frame that is not an extension's counts.
fn script<'a>(entry: &'a LogEntry<'_>) -> Option<&'a str> {
    // Safari hides which extension it is.
    let is_extension =
        |script: &str| script.contains("-extension://") || script.starts_with("webkit-masked-url:");
    let filename = entry.filename.as_deref().filter(|name| !name.is_empty());
    if let Some(filename) = filename
        && !is_extension(filename)
    {
        return Some(filename);
    }
    let scripts = || entry.stack.as_deref().into_iter().flat_map(frame::scripts);
    scripts().find(|script| !is_extension(script)).or(filename).or_else(|| scripts().next())
}

/// Asked only of lines that some rule may match.
fn tells_of_refused_access(message: &str) -> bool {
    ["401 (", "403 (", "status of 401", "status of 403", "status code 401", "status code 403"]
        .iter()
        .any(|words| message.contains(words))
}

/// One expression for all rules of a kind.
#[derive(Debug)]
struct Sieves {
    message: Sieve,
    source: Sieve,
    request: Sieve,
    socket: Sieve,
}

impl Sieves {
    fn new(rules: &[Rule]) -> Self {
        let of = |category, pattern: fn(&MatchSpec) -> Option<&String>| {
            let rules = rules.iter().filter(|rule| rule.category == category);
            Sieve::new(rules.filter_map(|rule| pattern(&rule.match_spec)))
        };
        Self {
            message: of(Category::Console, |spec| spec.message_regex.as_ref()),
            source: of(Category::Console, |spec| spec.source_regex.as_ref()),
            request: of(Category::Network, |spec| spec.url_regex.as_ref()),
            socket: of(Category::Websocket, |spec| spec.url_regex.as_ref()),
        }
    }
}

/// Lets through what some pattern may match. `None` lets everything through.
#[derive(Debug)]
struct Sieve(Option<Regex>);

impl Sieve {
    fn new<'a>(patterns: impl Iterator<Item = &'a String>) -> Self {
        let each: Vec<String> = patterns
            .map(|pattern| format!("(?{}:{pattern})", if pattern.is_ascii() { "-u" } else { "u" }))
            .collect();
        Self(RegexBuilder::new(&each.join("|")).size_limit(NOISE_SIEVE_MAX_BYTES).build().ok())
    }

    fn lets_through(&self, text: &str) -> bool {
        self.0.as_ref().is_none_or(|regex| regex.is_match(text.as_bytes()))
    }
}

#[cfg(test)]
mod tests;
