//! What an error speaks of: addresses, statuses, the names in its message and in the line that broke.

use std::sync::LazyLock;

use regex::Regex;

use super::Broken;
use crate::limits;

/// The words of an error, to hold what happened before it against.
#[derive(Debug)]
pub(super) struct Mentions<'a> {
    /// The message, and those of its causes.
    said: String,
    /// The code around the places of the stack.
    code: Vec<&'a str>,
    /// The name of what was not what the code took it for: `items` of `order.items.map`.
    pub(super) culprit: Option<String>,
    /// The names in the message and in the line that broke.
    names: Vec<String>,
}

/// Browsers say which property was asked of nothing.
static READ: LazyLock<Regex> = LazyLock::new(|| {
    compile(r#"\((?:reading|setting) '([^']{1,80})'\)|can't access property "([^"]{1,80})""#)
});
/// … or which expression was not what it should be.
static EXPRESSION: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"([0-9A-Za-z_$.\[\]]{1,120}?)(?:\.([0-9A-Za-z_$]{1,60}))? (?:is not a function|is not iterable|is undefined|is null|is not an object)",
    )
});
static EVALUATED: LazyLock<Regex> =
    LazyLock::new(|| compile(r"evaluating '([0-9A-Za-z_$.\[\]]{1,120})'"));
static NAME: LazyLock<Regex> = LazyLock::new(|| compile(r"[A-Za-z_$][0-9A-Za-z_$]{2,60}"));
static STATUS: LazyLock<Regex> = LazyLock::new(|| compile(r"(?-u:\b)([45][0-9][0-9])(?-u:\b)"));

fn compile(expression: &str) -> Regex {
    #[expect(clippy::expect_used, reason = "a literal, compiled by the first test")]
    Regex::new(expression).expect("the expression is one")
}

impl<'a> Mentions<'a> {
    pub(super) fn of(broken: &Broken<'a>) -> Self {
        let entry = &broken.error.view;
        let mut said = entry.said().into_owned();
        if let Some(cause) = entry.cause {
            said.push('\n');
            said.push_str(cause.get());
        }
        let sources = broken.explained.map(|explained| &explained.sources[..]).unwrap_or_default();
        let code = sources.iter().flat_map(|source| &source.snippet).map(|line| &*line.text);
        let line = sources
            .first()
            .and_then(|source| source.snippet.iter().find(|line| line.is_error))
            .map(|line| &*line.text)
            .unwrap_or_default();
        let culprit = culprit(&said, line);
        let mut names: Vec<String> = culprit.iter().cloned().collect();
        let asked = READ.captures(&said).and_then(|found| found.get(1).or(found.get(2)));
        names.extend(asked.map(|name| name.as_str().to_owned()));
        names.extend(words(line));
        names.extend(words(&said));
        let mut known = std::collections::BTreeSet::new();
        names.retain(|name| known.insert(name.clone()));
        names.truncate(limits::MENTIONED_NAMES_MAX);
        Self { culprit, names, code: code.collect(), said }
    }

    /// Whether the message has this text, as more than a part of a longer word.
    pub(super) fn says(&self, text: &str) -> bool {
        has_whole(&self.said, text)
    }

    /// Whether the code around the error has this text.
    pub(super) fn has_in_code(&self, text: &str) -> bool {
        self.code.iter().any(|line| has_whole(line, text))
    }

    pub(super) fn says_status(&self, status: u16) -> bool {
        STATUS.captures_iter(&self.said).any(|found| found[1].parse() == Ok(status))
    }

    /// The browser's words, or a library's, for a request without an answer.
    pub(super) fn says_unanswered(&self) -> bool {
        ["Failed to fetch", "NetworkError when", "Load failed", "Network Error", "ERR_NETWORK"]
            .iter()
            .any(|words| self.said.contains(words))
    }

    /// The words for an answer that should have been JSON.
    pub(super) fn says_not_json(&self) -> bool {
        [
            "not valid JSON",
            "in JSON at position",
            "end of JSON input",
            "JSON.parse",
            "Unexpected token",
        ]
        .iter()
        .any(|words| self.said.contains(words))
    }

    /// The words for a value that is not of the kind the code takes it for.
    pub(super) fn says_wrong_kind(&self) -> bool {
        ["is not a function", "is not iterable"].iter().any(|words| self.said.contains(words))
    }

    pub(super) fn into_names(self) -> Vec<String> {
        self.names
    }
}

/// What was undefined, null or of another kind: the name before the property that was asked of it.
fn culprit(said: &str, line: &str) -> Option<String> {
    let last = |path: &str| {
        let path = path.split('[').next().unwrap_or_default();
        path.rsplit('.').next().filter(|name| !name.is_empty()).map(str::to_owned)
    };
    if let Some(found) = EVALUATED.captures(said) {
        let (before, _) = found.get(1)?.as_str().rsplit_once('.')?;
        return last(before);
    }
    if let Some(found) = EXPRESSION.captures(said) {
        let is_call = said[found.get(0)?.end().saturating_sub(10)..].starts_with("a function");
        let (before, property) = (found.get(1)?.as_str(), found.get(2));
        return match property {
            // `order.items.map is not a function`: `items` is no array.
            Some(_) if is_call => last(before),
            Some(property) => Some(property.as_str().to_owned()),
            None => last(before),
        }
        .filter(|name| name != "undefined" && name != "object");
    }
    let asked = READ.captures(said)?;
    let asked = asked.get(1).or(asked.get(2))?.as_str();
    let mut rest = line;
    while let Some(at) = rest.find(asked) {
        let before = rest[..at].trim_end_matches(['.', '?']);
        if before.len() < at {
            let start = before
                .rfind(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '$'))
                .map_or(0, |place| {
                    place + before[place..].chars().next().map_or(1, char::len_utf8)
                });
            return Some(before[start..].to_owned()).filter(|name| !name.is_empty());
        }
        rest = &rest[at + asked.len()..];
    }
    None
}

fn words(text: &str) -> impl Iterator<Item = String> {
    NAME.find_iter(text).map(|found| found.as_str().to_owned()).take(limits::MENTIONED_NAMES_MAX)
}

fn has_whole(text: &str, part: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let is_cut_at_start = |at: usize| part.starts_with(is_word) && text[..at].ends_with(is_word);
    let is_cut_at_end = |end: usize| part.ends_with(is_word) && text[end..].starts_with(is_word);
    text.match_indices(part).any(|(at, _)| !is_cut_at_start(at) && !is_cut_at_end(at + part.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_culprit_is_what_was_not_what_the_code_took_it_for() {
        for (said, line, expected) in [
            (
                "Cannot read properties of undefined (reading 'user')",
                "  setUser(result.data.user)",
                Some("data"),
            ),
            (
                "Cannot read properties of undefined (reading 'user')",
                "  setUser(result.data?.user.name ?? data.user)",
                Some("data"),
            ),
            ("Cannot read properties of null (reading 'length')", "if (cart.length)", Some("cart")),
            ("Cannot read properties of undefined (reading 'x')", "", None),
            ("order.items.map is not a function", "", Some("items")),
            ("order.items is not iterable", "", Some("items")),
            ("undefined is not iterable (cannot read property Symbol(Symbol.iterator))", "", None),
            (r#"can't access property "length", order.items is undefined"#, "", Some("items")),
            ("undefined is not an object (evaluating 'order.items.length')", "", Some("items")),
            ("pay is not a function", "", Some("pay")),
            ("out of stock", "throw new Error(body.message)", None),
        ] {
            assert_eq!(culprit(said, line).as_deref(), expected, "{said}");
        }
    }

    #[test]
    fn a_text_is_found_only_whole() {
        for (text, part, expected) in [
            ("GET /api/cart failed", "/api/cart", true),
            ("GET /api/carts failed", "/api/cart", false),
            ("fetch('/api/cart')", "/api/cart", true),
            ("fetch(`/api/cart/${id}`)", "/api/cart", true),
            ("out of stock: 3", "out of stock", true),
        ] {
            assert_eq!(has_whole(text, part), expected, "{text}");
        }
    }
}
