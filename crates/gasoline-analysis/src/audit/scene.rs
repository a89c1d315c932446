//! Scene: one event, where it happened, and every secret or personal datum seen in it.

use std::ops::Range;

use gasoline_protocol::sensitive::{REDACTED, is_sensitive_header};
use gasoline_protocol::truncate::one_line;
use gasoline_protocol::{Event, Kind, Purpose, Snapshot};
use serde_json::{Map, Value};

use super::Options;
use super::leaves::{Leaf, leaves, leaves_of, shown_name};
use super::url::pairs;
use crate::limits;
use crate::secrets::{self, Doubt, Pattern, Place, Rule, Severity};
use gasoline_protocol::url::{Url, decode_path};

/// Where in an event something was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Query,
    Fragment,
    /// Another part of the URL.
    Url,
    RequestBody,
    ResponseBody,
    RequestHeader,
    ResponseHeader,
    /// A message of a socket that the page sent, or got.
    Sent,
    Received,
    /// Whatever was written to the console.
    Console,
    /// What the user typed or chose.
    Action,
    /// The address of the page itself.
    PageUrl,
    Other,
}

/// How a request showed who sent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Auth {
    Shown,
    /// Neither a header nor a cookie can have been sent.
    None,
    /// No header; a page is not told of its session cookies.
    NotVisible,
}

/// A secret or personal datum in an event.
#[derive(Debug)]
pub(super) struct Trace {
    pub(super) rule: &'static Rule,
    pub(super) severity: Severity,
    pub(super) doubt: Option<Doubt>,
    pub(super) field: Field,
    /// The address of a page that it stands in. An action tells of two pages, so the scene's own
    /// need not be the one.
    pub(super) page: Option<String>,
    /// The parameter, header or member; empty where it has none.
    pub(super) name: String,
    /// The way to it within a body.
    pub(super) path: String,
    /// Levels of a body around it.
    pub(super) depth: usize,
    /// It may be shown only through [`secrets::shorten`].
    pub(super) secret: String,
    /// The text around it, already masked.
    pub(super) preview: String,
}

/// What happened, as far as findings tell of it.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) seq: u64,
    pub(super) kind: Kind,
    /// The method of a request, the level of a log entry, the direction of a message, the act.
    pub(super) verb: String,
    /// Of the request or socket; else of the page.
    pub(super) url: String,
    pub(super) page_url: Option<String>,
    pub(super) status: u16,
    pub(super) auth: Auth,
    pub(super) content_type: String,
    pub(super) initiator: String,
    /// `auth.js:45`, or the element an action was done to.
    pub(super) source: Option<String>,
    /// What did not load: the tag, and its URL.
    pub(super) resource: Option<(String, String)>,
    /// The form an action sent goes to.
    pub(super) form_action: Option<String>,
    pub(super) request_body: String,
    pub(super) has_json_answer: bool,
    pub(super) traces: Vec<Trace>,
}

/// The events that were asked for, read.
pub(super) fn scenes(snapshot: &Snapshot, options: &Options<'_>) -> Vec<Scene> {
    let events = Kind::ALL.into_iter().flat_map(|kind| snapshot.of(kind));
    events.filter_map(|event| Scene::of(event, options)).collect()
}

impl Scene {
    fn of(event: &Event, options: &Options<'_>) -> Option<Self> {
        let members: Map<String, Value> =
            serde_json::from_str(event.captured().expose(Purpose::FindSecrets)).ok()?;
        let text = |name: &str| members.get(name).and_then(Value::as_str);
        let owned = |name: &str| text(name).unwrap_or_default().to_owned();
        let page_url = match event.kind {
            Kind::NetworkBodies => text("pageUrl"),
            Kind::WebsocketEvents => None,
            _ => text("url"),
        };
        let urls = [text("url"), page_url, text("toUrl"), text("fromUrl")];
        let tab_id = members.get("tabId").and_then(Value::as_i64);
        if !options.admits(&urls, tab_id) {
            return None;
        }
        let metadata = |name: &str| members.get("metadata")?.get(name)?.as_str();
        let mut scene = Self {
            seq: event.seq.0,
            kind: event.kind,
            verb: match event.kind {
                Kind::NetworkBodies => owned("method"),
                Kind::Logs => owned("level"),
                Kind::WebsocketEvents => text("direction").unwrap_or("open").to_owned(),
                _ => owned("type"),
            },
            url: owned("url"),
            page_url: page_url.map(str::to_owned),
            status: members
                .get("status")
                .and_then(Value::as_u64)
                .map_or(0, |status| u16::try_from(status).unwrap_or(0)),
            auth: auth(&members),
            content_type: owned("contentType"),
            initiator: owned("initiator"),
            source: source(&members),
            resource: metadata("resourceUrl")
                .map(|url| (metadata("tag").unwrap_or("").to_owned(), url.to_owned())),
            form_action: text("formAction").map(str::to_owned),
            request_body: owned("requestBody"),
            has_json_answer: text("responseBody")
                .is_some_and(|body| body.trim_start().starts_with(['{', '['])),
            traces: Vec::new(),
        };
        scene.read(&members);
        Some(scene)
    }

    fn read(&mut self, members: &Map<String, Value>) {
        for (name, value) in members {
            match (self.kind, name.as_str(), value) {
                (Kind::NetworkBodies | Kind::WebsocketEvents, "url", Value::String(url)) => {
                    self.read_url(url);
                }
                (_, "url" | "pageUrl" | "fromUrl" | "toUrl", Value::String(url)) => {
                    self.read_page_url(url);
                }
                (_, "requestBody", Value::String(body)) => self.read_text(Field::RequestBody, body),
                (_, "responseBody", Value::String(body)) => {
                    self.read_text(Field::ResponseBody, body);
                }
                (Kind::WebsocketEvents, "data", Value::String(data)) => {
                    let field = if self.verb == "outgoing" { Field::Sent } else { Field::Received };
                    self.read_text(field, data);
                }
                (_, "requestHeaders" | "responseHeaders", Value::Object(headers)) => {
                    let field = if name == "requestHeaders" {
                        Field::RequestHeader
                    } else {
                        Field::ResponseHeader
                    };
                    for (name, value) in headers {
                        leaves_of(value, name, &mut |leaf| self.see(field, &leaf));
                    }
                }
                (_, "seq" | "received_at" | "timestamp" | "ts" | "id" | "tabId" | "frameId", _) => {
                }
                _ => {
                    let field = match self.kind {
                        Kind::Logs => Field::Console,
                        Kind::EnhancedActions => Field::Action,
                        _ => Field::Other,
                    };
                    leaves_of(value, name, &mut |leaf| self.see(field, &leaf));
                }
            }
        }
    }

    fn read_text(&mut self, field: Field, text: &str) {
        leaves(text, &mut |leaf| self.see(field, &leaf));
    }

    /// Reads an address once, however many members hold it.
    fn read_page_url(&mut self, url: &str) {
        if self.traces.iter().any(|trace| trace.page.as_deref() == Some(url)) {
            return;
        }
        let before = self.traces.len();
        self.read_url(url);
        for trace in &mut self.traces[before..] {
            trace.field = Field::PageUrl;
            trace.page = Some(url.to_owned());
        }
    }

    fn read_url(&mut self, url: &str) {
        let address = Url::parse(url);
        let end = url.find(['?', '#']).unwrap_or(url.len());
        let leaf = |name, text| Leaf { name, way: None, text, depth: 0, is_whole: true };
        self.see(Field::Url, &leaf("".into(), decode_path(&url[..end])));
        for (field, part) in [(Field::Query, address.query), (Field::Fragment, address.fragment)] {
            for (name, value) in pairs(part) {
                self.see(field, &Leaf { is_whole: false, ..leaf(name, value) });
            }
        }
    }

    /// Notes what is in a leaf: by the leaf's own structure, else by its name.
    fn see(&mut self, field: Field, leaf: &Leaf<'_>) {
        let text = &*leaf.text;
        if text.len() < limits::AUDIT_TEXT_MIN_BYTES || text == REDACTED {
            return;
        }
        let mut is_known = false;
        let mut spans = None;
        for hit in secrets::find_all(text) {
            is_known = true;
            if self.is_new(field, hit.rule, hit.secret()) {
                let weight = hit.weight();
                let spans = spans.get_or_insert_with(|| secrets::spans_to_mask(text));
                let preview = preview(text, hit.start..hit.end, spans);
                let name = hit.name.unwrap_or(&leaf.name);
                let seen = Seen { rule: hit.rule, name, secret: hit.secret(), preview };
                self.note(field, leaf, seen, weight);
            }
        }
        if is_known || leaf.is_whole || leaf.name.is_empty() || self.see_with_name(field, leaf) {
            return;
        }
        let place = if matches!(field, Field::Query | Field::Fragment) {
            Place::Parameter
        } else {
            Place::Member
        };
        let rule = if secrets::is_secret_member(&leaf.name, text, place) {
            rule_for(Pattern::Named(place))
        } else if let Some(datum) = secrets::personal_member(&leaf.name, text) {
            rule_for(Pattern::Personal(datum))
        } else {
            return;
        };
        if self.is_new(field, rule, text) {
            let weight = secrets::weigh(rule, Some(&leaf.name), text);
            let preview = format!("{}: {}", shown_name(&leaf.name), secrets::shorten(text));
            self.note(field, leaf, Seen { rule, name: &leaf.name, secret: text, preview }, weight);
        }
    }

    /// Notes what has a format only beside its name, an AWS secret key say, and whether there is such.
    fn see_with_name(&mut self, field: Field, leaf: &Leaf<'_>) -> bool {
        let (from, to) =
            (limits::AUDIT_NAMED_FORMAT_MIN_BYTES, limits::AUDIT_NAMED_FORMAT_MAX_BYTES);
        if !(from..=to).contains(&leaf.text.len()) || leaf.text.contains(char::is_whitespace) {
            return false;
        }
        let path = leaf.path();
        let way = path.to_ascii_lowercase();
        if !way.contains("key") && !way.contains("aws") {
            return false;
        }
        let line = format!("{}: {}", if path.is_empty() { &leaf.name } else { &*path }, leaf.text);
        let start = line.len() - leaf.text.len();
        let known = secrets::find(&line)
            .find(|hit| hit.start >= start && matches!(hit.rule.pattern, Pattern::Format(_)));
        let Some(hit) = known else { return false };
        if self.is_new(field, hit.rule, hit.secret()) {
            let preview = format!("{}: {}", shown_name(&leaf.name), secrets::shorten(hit.secret()));
            let seen = Seen { rule: hit.rule, name: &leaf.name, secret: hit.secret(), preview };
            self.note(field, leaf, seen, hit.weight());
        }
        true
    }

    /// Whether this was not seen yet, and there is room for it.
    fn is_new(&self, field: Field, rule: &Rule, secret: &str) -> bool {
        let is_same = |known: &Trace| {
            known.rule.id == rule.id && known.field == field && known.secret == secret
        };
        self.traces.len() < limits::SECRET_HITS_PER_TEXT && !self.traces.iter().any(is_same)
    }

    fn note(
        &mut self,
        field: Field,
        leaf: &Leaf<'_>,
        seen: Seen<'_>,
        (severity, doubt): (Severity, Option<Doubt>),
    ) {
        self.traces.push(Trace {
            rule: seen.rule,
            severity,
            doubt,
            field,
            page: None,
            name: shown_name(seen.name),
            path: leaf.path(),
            depth: leaf.depth,
            secret: seen.secret.to_owned(),
            preview: seen.preview,
        });
    }

    pub(super) fn address(&self) -> Url<'_> {
        Url::parse(&self.url)
    }

    /// The address that a trace is blamed on.
    pub(super) fn url_of<'a>(&'a self, trace: &'a Trace) -> &'a str {
        trace.page.as_deref().unwrap_or(&self.url)
    }
}

/// What was seen in a leaf.
struct Seen<'a> {
    rule: &'static Rule,
    name: &'a str,
    secret: &'a str,
    preview: String,
}

fn rule_for(pattern: Pattern) -> &'static Rule {
    let row = secrets::RULES.iter().find(|rule| rule.pattern == pattern);
    row.expect("the table has a row for every pattern")
}

/// A little of the text before a secret, and the secret as it may be shown. The secrets of the whole
/// text are covered before it is cut: half a secret is known by no rule.
fn preview(text: &str, secret: Range<usize>, spans: &[Range<usize>]) -> String {
    let from = secret.start.saturating_sub(limits::AUDIT_PREVIEW_BYTES);
    let from = text.floor_char_boundary(from);
    let before = secrets::mask_part(text, from..secret.start, spans);
    let before = one_line(&before);
    let before = secrets::mask(&before).unwrap_or(before);
    let gap = if before.is_empty() || before.ends_with(['=', '"', '\'', '/']) { "" } else { " " };
    format!("{before}{gap}{}", secrets::shorten(&text[secret]))
}

fn auth(members: &Map<String, Value>) -> Auth {
    let headers = members.get("requestHeaders").and_then(Value::as_object);
    let proves = |name: &String| {
        let name = name.to_ascii_lowercase();
        is_sensitive_header(&name) && !name.contains("csrf") && !name.contains("xsrf")
    };
    let is = |name: &str| members.get(name).and_then(Value::as_bool);
    if is("hasAuthHeader") == Some(true)
        || headers.is_some_and(|headers| headers.keys().any(proves))
    {
        Auth::Shown
    } else if omits_cookies(members) || is("hasCookie") == Some(false) {
        Auth::None
    } else {
        Auth::NotVisible
    }
}

/// Whether the page itself kept its cookies back: it said so, or said that they go to its own origin
/// and asked another.
fn omits_cookies(members: &Map<String, Value>) -> bool {
    let text = |name: &str| members.get(name).and_then(Value::as_str).unwrap_or_default();
    let (there, here) = (Url::parse(text("url")), Url::parse(text("pageUrl")));
    match text("credentials") {
        "omit" => true,
        "same-origin" => !here.is_same_origin(&there) && !here.scheme.is_empty(),
        _ => false,
    }
}

/// Where it was written or done: the file and line of a log entry, the element of an action.
fn source(members: &Map<String, Value>) -> Option<String> {
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    if let Some(file) = text("filename").filter(|file| !file.is_empty()) {
        let name = file.rsplit('/').next().unwrap_or(file);
        let line = members.get("lineno").and_then(Value::as_u64);
        return Some(line.map_or(name.to_owned(), |line| format!("{name}:{line}")));
    }
    if let Some(frame) = text("stack")
        .and_then(|stack| stack.lines().find(|line| line.contains(".js") || line.contains(".ts")))
    {
        let place = frame.rsplit('/').next().unwrap_or(frame).trim_end_matches(')');
        return Some(shown_name(place));
    }
    let selectors = members.get("selectors")?;
    ["testId", "id", "ariaLabel", "cssPath"]
        .into_iter()
        .find_map(|name| Some(selectors.get(name)?.as_str()?.to_owned()))
}
