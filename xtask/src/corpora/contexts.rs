//! The tokens of a corpus in ten places of a browser.

use std::collections::{BTreeMap, BTreeSet};

use gasoline_analysis::audit::Finding;
use gasoline_analysis::secrets::{Pattern, find};
use gasoline_protocol::Kind;
use serde_json::{Value, json};

use super::bars::Bars;
use super::traffic::{answered, findings, logged};
use super::{Detail, Row, is_secret, share};
use crate::project::say;

/// Tokens this short are passwords and words, which only a name betrays.
const TOKEN_MIN_CHARS: usize = 16;

pub(super) fn report(rows: &[Row], detail: Detail, bars: &mut Bars) {
    let tokens: BTreeSet<&str> = rows
        .iter()
        .filter(|row| row.label == "secret")
        .flat_map(|row| &row.secrets)
        .map(|secret| secret.trim_matches(['"', '\'']))
        .filter(|secret| secret.len() >= TOKEN_MIN_CHARS && !secret.contains(char::is_whitespace))
        .collect();
    let (mut found, mut all) = (0, 0);
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for token in &tokens {
        for (place, findings) in contexts(token, "apiKey") {
            let is_found = findings.iter().any(is_secret);
            all += 1;
            found += usize::from(is_found);
            *places.entry(place).or_default() += usize::from(!is_found);
            if !is_found && detail == Detail::Rows {
                say(format_args!("missed in {place}: {token:?}"));
            }
        }
    }
    say(format_args!("{} tokens in ten contexts: found {}", tokens.len(), share(found, all)));
    for (place, missed) in places.into_iter().filter(|(_, missed)| *missed > 0) {
        say(format_args!("    {place}: {missed} missed"));
    }
    bars.at_least("tokens in ten contexts", 97, found, all);
    neutral(&tokens, detail, bars);
}

/// The tokens that have a format of their own, behind a name that says nothing.
fn neutral(tokens: &BTreeSet<&str>, detail: Detail, bars: &mut Bars) {
    let is_format =
        |token: &&&str| find(token).any(|hit| matches!(hit.rule.pattern, Pattern::Format(_)));
    let (mut known, mut found, mut all) = (0, 0, 0);
    for token in tokens.iter().filter(is_format) {
        known += 1;
        for (place, findings) in contexts(token, "value") {
            let is_found = findings.iter().any(is_secret);
            all += 1;
            found += usize::from(is_found);
            if !is_found && detail == Detail::Rows {
                say(format_args!("missed without a name in {place}: {token:?}"));
            }
        }
    }
    say(format_args!(
        "{known} tokens with a format, without a telling name, in ten contexts: found {}",
        share(found, all)
    ));
    bars.at_least("tokens with a format, without a telling name", 97, found, all);
}

/// What is found of a token in each place, behind a name that says what it is, or behind any.
fn contexts(token: &str, name: &str) -> [(&'static str, Vec<Finding>); 10] {
    let is_neutral = name == "value";
    let called = |usual: &'static str| if is_neutral { "value" } else { usual };
    let json = json!({"user": 1, name: token}).to_string();
    let escaped = encode(token);
    let asked = |url: String| request(&json!({ "url": url }));
    let html = token.replace('&', "&amp;").replace('"', "&quot;");
    [
        ("URL query", asked(format!("https://a.test/x?page=1&{}={escaped}", called("api_key")))),
        (
            "URL fragment",
            asked(format!("https://a.test/x#{}={escaped}&state=1", called("access_token"))),
        ),
        ("JSON", answered(&json)),
        ("JSON in JSON", answered(&json!({"event": {"payload": json}}).to_string())),
        (
            "form body",
            request(&json!({"requestBody": format!("a=1&{}={escaped}&b=2", called("token"))})),
        ),
        ("console text", logged(&format!("using {} {token} now", called("token")))),
        (
            "console object",
            findings(
                Kind::Logs,
                &json!({"level": "log", "message": "x", "args": [{called("secret"): token}]}),
            ),
        ),
        (
            "header in a log",
            logged(&if is_neutral {
                format!("> X-Value: {token}")
            } else {
                format!("> Authorization: Bearer {token}")
            }),
        ),
        (
            "HTML attribute",
            answered(&format!(
                "<input type=\"hidden\" name=\"{}\" value=\"{html}\">",
                called("api_key")
            )),
        ),
        (
            "WebSocket frame",
            findings(
                Kind::WebsocketEvents,
                &json!({
                    "event": "message", "id": "w", "url": "wss://a.test/", "direction": "outgoing", "data": json,
                }),
            ),
        ),
    ]
}

fn request(members: &Value) -> Vec<Finding> {
    let mut body = json!({"method": "POST", "url": "https://a.test/x", "status": 200});
    for (name, value) in members.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    findings(Kind::NetworkBodies, &body)
}

fn encode(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes()
        .map(
            |byte| {
                if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
            },
        )
        .collect()
}
