//! The words of findings about what was seen, and the evidence they show.

use gasoline_protocol::Kind;
use gasoline_protocol::truncate::truncate;
use gasoline_protocol::url::Url;
use serde_json::{Map, Value, json};

use super::scene::{Field, Scene, Trace};
use super::url::AuditUrl as _;
use super::url::pairs;
use crate::limits;
use crate::secrets::{self, Doubt, Place};

/// `API key exposed in URL query parameter`: where something was seen, behind what it is.
pub(super) fn place(field: Field) -> &'static str {
    match field {
        Field::Query => "in URL query parameter",
        Field::Fragment => "in URL fragment",
        Field::Url => "in URL",
        Field::PageUrl => "in the page's URL",
        Field::RequestBody => "in request body",
        Field::ResponseBody => "in response body",
        Field::RequestHeader => "in request header",
        Field::ResponseHeader => "in response header",
        Field::Sent => "in WebSocket message sent",
        Field::Received => "in WebSocket message received",
        Field::Console => "logged to console",
        Field::Action => "in a recorded user action",
        Field::Other => "in what the page shows",
    }
}

/// The name evidence gives the place.
fn field_name(field: Field) -> &'static str {
    match field {
        Field::Query => "query_param",
        Field::Fragment => "fragment",
        Field::Url => "url",
        Field::PageUrl => "page_url",
        Field::RequestBody => "request_body",
        Field::ResponseBody => "response_body",
        Field::RequestHeader => "request_header",
        Field::ResponseHeader => "response_header",
        Field::Sent | Field::Received => "data",
        Field::Console => "console",
        Field::Action => "action",
        Field::Other => "page",
    }
}

/// What is called the same in the specification's answers.
fn pattern(trace: &Trace) -> &'static str {
    if trace.rule.id == "jwt" { "jwt_token" } else { trace.rule.id }
}

/// What the thing is, by its rule and, where that knows only a name, by the name.
pub(super) fn thing(trace: &Trace) -> String {
    if !trace.rule.is_named() {
        return trace.rule.title.to_owned();
    }
    let name = trace.name.to_ascii_lowercase().replace(['-', '_', '.'], "");
    let kinds = [
        ("apikey", "API key"),
        ("privatekey", "Private key"),
        ("password", "Password"),
        ("passwd", "Password"),
        ("pwd", "Password"),
        ("token", "Token"),
        ("cookie", "Cookie"),
        ("session", "Session id"),
        ("sessid", "Session id"),
        ("authorization", "Authorization"),
        ("secret", "Secret"),
        ("key", "API key"),
    ];
    let known = kinds.iter().find(|(part, _)| name.contains(part));
    known.map_or("Secret", |(_, said)| said).to_owned()
}

/// One sentence on what happened where.
pub(super) fn what_happened(scene: &Scene, trace: &Trace, thing: &str) -> String {
    let named = if trace.name.is_empty() { String::new() } else { format!(" `{}`", trace.name) };
    let place = shown_place(&scene.url);
    match trace.field {
        Field::Query => format!(
            "{} request to {place} includes {} as query parameter{named}.",
            scene.verb,
            lower(thing)
        ),
        Field::Fragment => format!(
            "{} request to {place} includes {} in its fragment{named}.",
            scene.verb,
            lower(thing)
        ),
        Field::Url => format!("the URL {place} contains {}.", lower(thing)),
        Field::PageUrl => format!(
            "the address of the page {} contains {}{named}.",
            shown_place(scene.url_of(trace)),
            lower(thing)
        ),
        Field::RequestBody => {
            format!("{} request to {place} sends {}{}.", scene.verb, lower(thing), at(trace))
        }
        Field::ResponseBody => {
            format!("the answer to {} {place} contains {}{}.", scene.verb, lower(thing), at(trace))
        }
        Field::RequestHeader => {
            format!("{} request to {place} sends {} in header{named}.", scene.verb, lower(thing))
        }
        Field::ResponseHeader => {
            format!("the answer to {} {place} has {} in header{named}.", scene.verb, lower(thing))
        }
        Field::Sent => {
            format!("a message sent to {place} contains {}{}.", lower(thing), at(trace))
        }
        Field::Received => {
            format!("a message from {place} contains {}{}.", lower(thing), at(trace))
        }
        Field::Console => format!(
            "console.{}() call includes what appears to be {}.",
            level(&scene.verb),
            lower(thing)
        ),
        Field::Action => format!(
            "a recorded {} holds {}: it was typed or shown in plain text.",
            scene.verb,
            lower(thing)
        ),
        Field::Other => format!("the page {place} shows {}.", lower(thing)),
    }
}

fn at(trace: &Trace) -> String {
    if trace.path.is_empty() {
        String::new()
    } else {
        format!(" at `{}`", truncate(&trace.path, limits::AUDIT_NAME_MAX_CHARS))
    }
}

fn level(level: &str) -> &str {
    if level.is_empty() { "log" } else { level }
}

/// The thing with an article, as it stands within a sentence.
fn lower(thing: &str) -> String {
    let acronym = thing.chars().nth(1).is_some_and(char::is_uppercase);
    let vowel = thing.starts_with(['A', 'E', 'I', 'O', 'U']) && !thing.starts_with("US");
    let article = if vowel { "an" } else { "a" };
    let is_name = thing.contains(' ') && thing.chars().next().is_some_and(char::is_uppercase);
    if acronym || is_name {
        format!("{article} {thing}")
    } else {
        format!("{article} {}", thing.to_lowercase())
    }
}

/// Where it was seen, and as much of it as may be shown.
pub(super) fn evidence(scene: &Scene, trace: &Trace) -> Map<String, Value> {
    let mut shown = Map::new();
    let mut set = |name: &str, value: Value| {
        shown.insert(name.to_owned(), value);
    };
    match scene.kind {
        Kind::NetworkBodies => {
            set("method", json!(scene.verb));
            set("url", json!(shown_url(&scene.url)));
            if scene.status > 0 {
                set("status", json!(scene.status));
            }
        }
        Kind::WebsocketEvents => {
            set("type", json!("websocket"));
            set("url", json!(shown_url(&scene.url)));
            set("direction", json!(scene.verb));
        }
        Kind::Logs => {
            set("type", json!("console"));
            set("level", json!(scene.verb));
            set("pattern", json!(pattern(trace)));
            set("redacted_preview", json!(trace.preview));
            if let Some(source) = &scene.source {
                set("source", json!(source));
            }
            set("url", json!(shown_url(scene.url_of(trace))));
        }
        Kind::EnhancedActions => {
            set("type", json!("action"));
            set("action", json!(scene.verb));
            if let Some(source) = &scene.source {
                set("selector", json!(source));
            }
            set("url", json!(shown_url(scene.url_of(trace))));
        }
        _ => {
            set("type", json!(scene.kind.name()));
            set("url", json!(shown_url(scene.url_of(trace))));
        }
    }
    let has_own_url = matches!(scene.kind, Kind::NetworkBodies | Kind::WebsocketEvents);
    let page = trace.page.as_ref().or(scene.page_url.as_ref());
    if let Some(page) = page.filter(|page| has_own_url && **page != scene.url) {
        set("page_url", json!(shown_url(page)));
    }
    set("field", json!(field_name(trace.field)));
    if !trace.name.is_empty() {
        set("param_name", json!(trace.name));
    }
    if !trace.path.is_empty() && trace.path != trace.name {
        set("path", json!(truncate(&trace.path, limits::AUDIT_NAME_MAX_CHARS)));
    }
    set("redacted_value", json!(secrets::shorten(&trace.secret)));
    shown
}

/// The advice, with what makes the finding weigh less and where it was seen.
pub(super) fn recommendation(advice: &str, doubt: Option<Doubt>, url: &str) -> String {
    let mut said = advice.to_owned();
    if let Some(doubt) = doubt {
        said.push_str(&format!(" Weighs less than usual: {}.", doubt.reason()));
    }
    if Url::parse(url).is_for_development() {
        said.push_str(
            " Note: this is a staging or development URL; check that production differs.",
        );
    }
    said
}

/// A URL with every value of a parameter taken out that is a secret or tells about a person.
pub(super) fn shown_url(url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let address = Url::parse(url);
    let mut shown = secrets::mask(&url[..end]).unwrap_or_else(|| url[..end].to_owned());
    for (sign, part) in [('?', address.query), ('#', address.fragment)] {
        if part.is_empty() {
            continue;
        }
        let shown_pairs: Vec<String> = pairs(part)
            .map(|(name, value)| {
                let is_secret = secrets::is_secret_member(&name, &value, Place::Parameter)
                    || secrets::find_all(&value).next().is_some();
                let value = if is_secret { secrets::shorten(&value) } else { value.into_owned() };
                if name.is_empty() { value } else { format!("{name}={value}") }
            })
            .collect();
        shown.push(sign);
        shown.push_str(&shown_pairs.join("&"));
    }
    let shown = secrets::mask(&shown).unwrap_or(shown);
    truncate(&shown, limits::AUDIT_URL_MAX_CHARS)
}

/// Host and path of a URL, for a sentence.
pub(super) fn shown_place(url: &str) -> String {
    let place = Url::parse(url).place();
    let place = secrets::mask(&place).unwrap_or(place);
    truncate(&place, limits::AUDIT_NAME_MAX_CHARS * 2)
}
