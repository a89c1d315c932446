//! A secret planted in every field of every kind of event leaves by no tool, route or resource.

mod page_text;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::support::collector::Collector;
use crate::support::editor::{Editor, HttpEditor};
use crate::support::folder::Folder;
use crate::support::picture;
use crate::support::process::{gasoline, run, signal};
use crate::support::server::{JSON, Server};
use crate::support::stream::Stream;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use gasoline_protocol::boundary::Boundary;
use gasoline_protocol::complaint::complaint;
use gasoline_protocol::kind::PostBody;
use gasoline_protocol::{Kind, schema};
use serde_json::{Value, json};

/// What is planted: a text to send, and the part of it that must never come back.
struct Plant {
    text: String,
    needle: String,
}

/// A kind of secret: each number makes another one.
type Maker = fn(u64) -> Plant;

const MAKERS: [(&str, Maker); 8] = [
    ("a GitHub token", |number| whole(format!("ghp_{}", letters(number, 36)))),
    ("an AWS key", |number| {
        whole(format!(
            "AKIA{}",
            letters(number, 16).to_uppercase().replace(['0', '1', '8', '9'], "Q")
        ))
    }),
    ("a Stripe key", |number| whole(format!("sk_live_{}", letters(number, 24)))),
    ("a JSON Web Token", |number| {
        let part = |text: String| URL_SAFE_NO_PAD.encode(text);
        let head = part(r#"{"alg":"HS256","typ":"JWT"}"#.to_owned());
        let body = part(format!(r#"{{"sub":"{}"}}"#, letters(number, 20)));
        let signature = letters(number, 43);
        Plant { text: format!("{head}.{body}.{signature}"), needle: signature[..30].to_owned() }
    }),
    ("a password in a URL", |number| {
        let needle = letters(number, 20);
        Plant { text: format!("https://shop.example/login?user=ann&password={needle}&x=1"), needle }
    }),
    ("a password in JSON text", |number| {
        let needle = letters(number, 20);
        Plant { text: json!({"user": "ann", "password": needle}).to_string(), needle }
    }),
    ("a bearer token", |number| {
        let needle = letters(number, 40);
        Plant { text: format!("Authorization: Bearer {needle}"), needle: needle[6..36].to_owned() }
    }),
    ("a card number", |number| {
        let digits = card(number);
        Plant { needle: digits[6..].to_owned(), text: digits }
    }),
];

/// A secret of which only the first six and last three characters may be shown.
fn whole(text: String) -> Plant {
    Plant { needle: text[6..text.len() - 3].to_owned(), text }
}

/// Letters and digits that look random and differ for each number.
fn letters(number: u64, count: usize) -> String {
    const ALPHABET: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let mut state = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut text: String = (0..count - 2)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            char::from(ALPHABET[(state % 56) as usize])
        })
        .collect();
    // At least one digit and one letter, whatever came before.
    text.push_str("7x");
    text
}

/// A Visa number with a check digit that fits.
fn card(number: u64) -> String {
    let digits = format!("4539{:011}", number * 7_919 + 13);
    let sum: u32 = digits
        .chars()
        .rev()
        .enumerate()
        .filter_map(|(index, digit)| Some((index, digit.to_digit(10)?)))
        .map(|(index, digit)| match index % 2 {
            0 if digit * 2 > 9 => digit * 2 - 9,
            0 => digit * 2,
            _ => digit,
        })
        .sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

/// Makes secrets and remembers what must never be seen again.
struct Gardener {
    make: Maker,
    /// Which of its like it is: they share what takes long among them.
    round: usize,
    next: u64,
    needles: BTreeSet<String>,
    /// Numbers in fields that are numbers by their schema: they come back as they were.
    numbers: BTreeSet<u64>,
    /// Those that were sent, by kind.
    sent_numbers: BTreeMap<Kind, BTreeSet<u64>>,
}

impl Gardener {
    fn new(make: Maker, round: usize) -> Self {
        let (needles, numbers) = (BTreeSet::new(), BTreeSet::new());
        Self { make, round, next: 0, needles, numbers, sent_numbers: BTreeMap::new() }
    }

    /// A secret, as a number if it is one.
    fn plant_digits(&mut self) -> Value {
        let text = self.plant();
        text.parse::<u64>().map_or_else(|_| json!(text), |number| json!(number))
    }

    /// What looks like a secret and is a number by its schema. Only card numbers are numbers.
    fn plant_number(&mut self) -> Option<Value> {
        self.next += 1;
        let number: u64 = (self.make)(self.next).text.parse().ok()?;
        self.numbers.insert(number);
        Some(json!(number))
    }

    fn plant(&mut self) -> String {
        self.next += 1;
        let Plant { text, needle } = (self.make)(self.next);
        self.needles.insert(needle);
        text
    }

    /// Every value that fits the schema and has one secret in it.
    fn plants(&mut self, schema: &Value) -> Vec<Value> {
        let variants = ["anyOf", "oneOf"].into_iter().filter_map(|name| schema[name].as_array());
        let variants: Vec<&Value> = variants.flatten().collect();
        if !variants.is_empty() {
            return variants.into_iter().flat_map(|variant| self.plants(variant)).collect();
        }
        if schema.get("enum").is_some() || schema.get("const").is_some() {
            return Vec::new();
        }
        let is = |name: &str| match &schema["type"] {
            Value::String(kind) => kind == name,
            Value::Array(kinds) => kinds.iter().any(|kind| kind == name),
            _ => false,
        };
        let is_anything = schema.get("type").is_none();
        let mut values = Vec::new();
        if is("string") || is_anything {
            values.push(json!(self.plant()));
        }
        if (is("number") || is("integer")) && schema.get("maximum").is_none() {
            // What may be a string as well is a time, and a card number cannot be read as one.
            values.extend(if is("string") {
                Some(self.plant_digits()).filter(Value::is_number)
            } else {
                self.plant_number()
            });
        }
        if is("array") {
            let inner = self.plants(&schema["items"]);
            values.extend(inner.into_iter().map(|value| json!([value])));
        }
        if is("object") {
            for (name, member) in schema["properties"].as_object().into_iter().flatten() {
                let inner = self.plants(member);
                values.extend(inner.into_iter().map(|value| json!({name: value})));
            }
            if let Some(members @ Value::Object(_)) = schema.get("additionalProperties") {
                let inner = self.plants(members);
                values.extend(inner.into_iter().map(|value| json!({"any-name": value})));
            }
        }
        if is_anything {
            values.extend(self.nested());
        }
        values
    }

    /// Secrets in depth: elements, members, keys, and behind a telling name.
    fn nested(&mut self) -> Vec<Value> {
        vec![
            json!([[1, self.plant()]]),
            json!({"deep": {"deeper": [{"value": self.plant()}]}}),
            json!({self.plant(): 1}),
            json!({"in": {self.plant(): {"x": null}}}),
            json!({"apiKey": self.plant(), "client_secret": [self.plant()]}),
            json!({"tabId": self.plant_digits(), "level": [self.plant_digits()]}),
            json!([json!({"size": self.plant_digits()}).to_string()]),
        ]
    }

    /// Events of a kind, each with one secret, in every field there is and in fields there are not.
    fn events(&mut self, kind: Kind) -> Vec<Value> {
        let schema = schema::of(kind);
        let mut events = Vec::new();
        for (name, member) in schema["properties"].as_object().expect("fields") {
            // What belongs to a test of that name is planted by the batch as well.
            for value in self.plants(member) {
                events.push(with(least(kind), name, value));
            }
        }
        for value in self.nested() {
            events.push(with(least(kind), "unknown", value));
        }
        // A number in a text that is JSON.
        for name in ["requestBody", "responseBody", "data"] {
            if schema["properties"].get(name).is_some()
                && let digits @ Value::Number(_) = self.plant_digits()
            {
                let body = json!({"size": digits, "list": [digits]}).to_string();
                events.push(with(least(kind), name, json!(body)));
            }
        }
        let secret = self.plant();
        events.push(with(least(kind), &secret, json!(true)));
        events
    }

    /// Events whose numbers are larger than their schema allows.
    fn oversized(&mut self, kind: Kind) -> Vec<Value> {
        let fields = schema::of(kind)["properties"].as_object().expect("fields");
        let bounded = fields.iter().filter(|(_, member)| member.get("maximum").is_some());
        bounded.map(|(name, _)| with(least(kind), name, self.plant_digits())).collect()
    }
}

fn with(mut event: Value, name: &str, value: Value) -> Value {
    event[name] = value;
    event
}

/// The least a client may send.
fn least(kind: Kind) -> Value {
    match kind {
        Kind::Logs => json!({"level": "error", "args": ["least"]}),
        Kind::NetworkBodies => {
            json!({"method": "POST", "url": "http://localhost/api", "status": 500})
        }
        Kind::WebsocketEvents => {
            json!({"event": "message", "id": "w", "direction": "incoming", "url": "ws://localhost/"})
        }
        Kind::EnhancedActions => json!({"type": "input"}),
        Kind::Performance => json!({"url": "/page"}),
        Kind::DomSnapshots => json!({}),
        Kind::Screenshots => json!({"dataUrl": picture::data_url(&picture::white(4, 4))}),
    }
}

/// The path of a kind, and the list in its body, if it has one.
fn route(kind: Kind) -> (&'static str, &'static str) {
    let info = kind.info();
    let list = info.list.filter(|_| info.body == PostBody::Batch);
    (info.path, list.unwrap_or_default())
}

/// Every byte that was answered, with what was asked.
#[derive(Default)]
struct Heard(Vec<(String, String)>);

impl Heard {
    fn note(&mut self, asked: impl Into<String>, answer: impl Into<String>) {
        self.0.push((asked.into(), answer.into()));
    }

    /// Answers that show a planted secret. Looked for by their first bytes, all at once.
    fn leaks(&self, needles: &BTreeSet<String>) -> Vec<String> {
        const FIRST: usize = 6;
        let first = |needle: &str| needle.as_bytes()[..FIRST].to_vec();
        let firsts: HashSet<Vec<u8>> = needles.iter().map(|needle| first(needle)).collect();
        let mut is_first = vec![false; 1 << 16];
        let pair = |bytes: &[u8]| usize::from(bytes[0]) << 8 | usize::from(bytes[1]);
        for bytes in &firsts {
            is_first[pair(bytes)] = true;
        }
        let mut leaks = Vec::new();
        for (asked, answer) in &self.0 {
            for (at, bytes) in answer.as_bytes().windows(FIRST).enumerate() {
                if is_first[pair(bytes)]
                    && firsts.contains(bytes)
                    && needles
                        .iter()
                        .any(|needle| answer.as_bytes()[at..].starts_with(needle.as_bytes()))
                {
                    let from = at.saturating_sub(80);
                    let around = &answer.as_bytes()[from..(at + 100).min(answer.len())];
                    leaks.push(format!("{asked}: …{}…", String::from_utf8_lossy(around)));
                }
            }
        }
        leaks
    }
}

/// Sends one secret in every field of every kind, within the rings of a few tests.
fn sow(server: &Server, gardener: &mut Gardener, heard: &mut Heard) {
    for kind in Kind::ALL {
        let (path, list) = route(kind);
        let events = gardener.events(kind);
        let numbers = std::mem::take(&mut gardener.numbers);
        gardener.sent_numbers.insert(kind, numbers);
        for (index, chunk) in events.chunks(15).enumerate() {
            let test = format!("test {index}");
            if list.is_empty() {
                for event in chunk {
                    let event = with(event.clone(), "test_id", json!(test));
                    let answer = server.post(path, &event);
                    assert!(
                        [200, 400].contains(&answer.status),
                        "{path} {event}: {}",
                        answer.text()
                    );
                    heard.note(format!("POST {path}"), answer.text());
                }
                continue;
            }
            let body = json!({list: chunk, "test_id": test, "client": gardener.plant()});
            let receipt = server.feed(path, &body);
            assert_eq!(receipt["received"], chunk.len(), "{path}: {receipt}");
            heard.note(format!("POST {path}"), receipt.to_string());
            // The interactive session as well, so that answers without a test have something to show.
            if index == 0 {
                server.feed(path, &json!({list: chunk}));
            }
        }
        // A test whose name is a secret: its events carry it without having been sent with it.
        let event = least(kind);
        let mut named = if list.is_empty() { event } else { json!({list: [event]}) };
        named["test_id"] = json!(gardener.plant());
        heard.note(format!("POST {path}"), server.feed(path, &named).to_string());
        sow_refused(server, gardener, heard, kind);
    }
    sow_tests(server, gardener, heard);
    sow_enrichments(server, gardener, heard);
}

/// Refusals that say what was there.
fn sow_refused(server: &Server, gardener: &mut Gardener, heard: &mut Heard, kind: Kind) {
    let (path, list) = route(kind);
    let mut bad = vec![json!(gardener.plant())];
    for name in [
        "level",
        "status",
        "event",
        "type",
        "direction",
        "tabId",
        "url",
        "timing",
        "elements",
        "selectors",
    ] {
        bad.push(with(least(kind), name, json!({gardener.plant(): gardener.plant()})));
        bad.push(with(least(kind), name, json!(gardener.plant())));
    }
    for event in gardener.oversized(kind) {
        let receipt = server.feed(path, &json!({list: [event]}));
        assert_eq!(receipt["rejected"], 1, "{path} {event}: {receipt}");
        heard.note(format!("POST {path}, out of range"), receipt.to_string());
    }
    for event in &bad {
        let body = if list.is_empty() { event.clone() } else { json!({list: [event]}) };
        heard.note(format!("POST {path}, refused"), server.post(path, &body).text());
    }
    for body in [
        gardener.plant(),
        json!({gardener.plant(): 1}).to_string(),
        json!({list: gardener.plant(), "batch_id": {gardener.plant(): 1}}).to_string(),
    ] {
        heard.note(
            format!("POST {path}, malformed"),
            server.ask("POST", path, &[JSON], body.as_bytes()).text(),
        );
    }
}

/// Every event leaves as its schema documents it, and numbers of the schema leave as they were sent.
fn assert_documented(server: &Server, gardener: &Gardener) {
    let snapshot = server.read("/snapshot");
    for kind in Kind::ALL {
        let events = snapshot[kind.name()].as_array().expect("a list");
        assert!(!events.is_empty(), "{kind:?}");
        for event in events {
            assert_eq!(complaint(schema::of(kind), event, "field"), None, "{kind:?} {event}");
        }
        // Records of screenshots are made by the server, and of page loads only the latest are kept.
        if matches!(kind, Kind::Screenshots | Kind::Performance) {
            continue;
        }
        let text = snapshot[kind.name()].to_string();
        for number in &gardener.sent_numbers[&kind] {
            assert!(text.contains(&format!(":{number}")), "{kind:?}: {number} is missing");
        }
    }
}

/// Boundaries of tests: every field, and an id that is itself a secret.
fn sow_tests(server: &Server, gardener: &mut Gardener, heard: &mut Heard) {
    let schema = schema::inline::<Boundary>();
    for (name, member) in schema["properties"].as_object().expect("fields") {
        for (index, value) in gardener.plants(member).into_iter().enumerate() {
            for action in ["start", "end"] {
                let boundary = json!({"test_id": format!("{name} {index}"), "action": action, "status": "failed"});
                let answer = server.post("/test-boundary", &with(boundary, name, value.clone()));
                heard.note("POST /test-boundary", answer.text());
            }
        }
    }
    for value in
        [json!(gardener.plant()), json!({"message": gardener.plant(), "stack": gardener.plant()})]
    {
        let boundary =
            json!({"test_id": "failed test", "action": "end", "status": "failed", "error": value});
        heard.note("POST /test-boundary", server.feed("/test-boundary", &boundary).to_string());
    }
    for bad in [json!({"test_id": "t", "action": gardener.plant()}), json!({gardener.plant(): 1})] {
        heard.note("POST /test-boundary, refused", server.post("/test-boundary", &bad).text());
    }
}

/// Enrichments of an entry, and of one that is not there.
fn sow_enrichments(server: &Server, gardener: &mut Gardener, heard: &mut Heard) {
    server.feed(
        "/logs",
        &json!({"entries": [{"level": "error", "message": "enriched", "id": "e1"}]}),
    );
    for value in gardener.nested() {
        let body = json!({"enrichments": [
            {"id": "e1", "_aiContext": value, "_enrichments": [gardener.plant()]},
            {"id": gardener.plant(), "_aiContext": {}},
        ]});
        heard.note("POST /enrichments", server.feed("/enrichments", &body).to_string());
    }
}

/// Secrets that lie where something is cut: half of one is recognised by no rule.
fn sow_at_the_cuts(server: &Server, gardener: &mut Gardener) {
    const CUTS: [usize; 12] = [60, 80, 100, 120, 200, 500, 600, 1_024, 4_000, 4_096, 8_192, 10_240];
    for (index, cut) in CUTS.into_iter().enumerate() {
        let mut text = || {
            let secret = (gardener.make)({
                gardener.next += 1;
                gardener.next
            })
            .text;
            // Half of it lies before the cut; that half must not be seen either.
            let half = secret.len() / 2;
            gardener.needles.insert(secret[6..half].to_owned());
            let before = "words and ".repeat(cut / 10 + 1);
            format!(
                "{} {secret} and more {}",
                &before[..cut.saturating_sub(half + 1)],
                "tail ".repeat(4_000)
            )
        };
        let test = format!("cut {index}");
        server.feed("/test-boundary", &json!({
            "test_id": test, "action": "end", "status": "failed", "title": text(), "file": text(),
            "project": text(), "error": {"message": text(), "stack": text()},
        }));
        server.feed("/logs", &json!({"test_id": test, "entries": [
            {"level": "error", "message": text(), "stack": format!("    at {}", text()), "url": text(),
             "source": text(), "filename": text()},
            {"level": "warn", "args": [text()]},
            {"level": "error", "message": "placed", "stack": format!("at app.js {}", text())},
        ]}));
        server.feed("/performance-snapshot", &json!({"url": text(), "timing": {"load": 100}}));
        server.feed("/network-bodies", &json!({"test_id": test, "bodies": [
            {"method": "POST", "url": text(), "status": 500, "requestBody": text(), "responseBody": text(), "error": text()},
        ]}));
        server.feed("/websocket-events", &json!({"test_id": test, "events": [
            {"event": "open", "id": format!("o{index}"), "url": text()},
            {"event": "message", "id": format!("o{index}"), "direction": "incoming", "data": text()},
            {"event": "message", "id": format!("o{index}"), "direction": "outgoing", "data": text()},
            {"event": "open", "id": format!("c{index}"), "url": text()},
            {"event": "close", "id": format!("c{index}"), "url": text(), "code": 1006, "reason": text()},
        ]}));
        server.feed("/enhanced-actions", &json!({"test_id": test, "actions": [
            {"type": "input", "value": text(), "url": text(), "selectors": {"text": text(), "cssPath": text()}},
        ]}));
    }
}

/// Asks for everything there is to ask.
///
/// Once thoroughly; for the other kinds of secrets a sample of the resources will do, since they all
/// leave by the same door.
fn harvest(server: &Server, gardener: &mut Gardener, heard: &mut Heard, is_thorough: bool) {
    let secret = gardener.plant();
    let encoded = secret.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    let mut paths: Vec<String> = [
        "/",
        "/health",
        "/logs",
        "/websocket-events",
        "/websocket-status",
        "/network-bodies",
        "/enhanced-actions",
        "/performance-snapshot",
        "/performance-snapshot?url=/page",
        "/page-loads",
        "/screenshots",
        "/snapshot",
        "/snapshot?since=c0",
        "/snapshot?test_id=test+1",
        "/tests",
        "/security-audit",
        "/source-maps",
        "/openapi",
        "/security-audit?test_id=test+1",
        "/logs?test_id=test+2",
        "/websocket-status?test_id=test+0",
        "/nothing",
        "/gasoline-ci.js",
    ]
    .map(str::to_owned)
    .into();
    for path in [
        "/logs?since=",
        "/snapshot?test_id=",
        "/tests?test_id=",
        "/performance-snapshot?url=",
        "/gasoline-ci.js?mode=",
        "/",
        "/screenshots/",
    ] {
        paths.push(format!("{path}{encoded}"));
        if secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            paths.push(format!("{path}{secret}"));
        }
    }
    for path in paths {
        let answer = server.get(&path);
        heard.note(format!("GET {path}"), answer.head.clone() + &answer.text());
        heard.note(format!("PUT {path}"), server.ask("PUT", &path, &[], b"").text());
    }
    for name in ["Origin", "Host", "Content-Type"] {
        let answer = server.ask("POST", "/clear", &[(name, &secret)], b"{}");
        assert!(answer.status >= 400, "{name}");
        heard.note(format!("{name}: (secret)"), answer.head.clone() + &answer.text());
    }

    let calls = calls(&secret);
    let mut editor = Editor::join(server.port);
    let mut http = HttpEditor::join(server.port);
    for (tool, arguments) in &calls {
        let params = json!({"name": tool, "arguments": arguments});
        let answer = editor.request("tools/call", &params);
        heard.note(format!("{tool} {arguments}"), answer.to_string());
        if is_thorough && arguments.get("limit").is_none() {
            let answer = http.request("tools/call", &params);
            heard.note(format!("{tool} {arguments} over HTTP"), answer.to_string());
        }
    }
    let answer = editor.request("tools/call", &json!({"name": secret, "arguments": {}}));
    heard.note("an unknown tool", answer.to_string());
    heard.note("resources/list", editor.request("resources/list", &json!({})).to_string());
    let snapshot = server.read("/snapshot");
    for (kind, name) in
        [("log", "logs"), ("network", "network_bodies"), ("websocket", "websocket_events")]
    {
        let events = snapshot[name].as_array().expect("a list");
        for event in events.iter().step_by(if is_thorough { 1 } else { 5 }) {
            let uri = format!("gasoline://{kind}/{}", event["seq"]);
            let answer = editor.request("resources/read", &json!({"uri": uri}));
            assert!(answer.get("result").is_some(), "{uri}: {answer}");
            heard.note(uri, answer.to_string());
        }
    }
    for uri in
        [format!("gasoline://log/{secret}"), format!("gasoline://{secret}/1"), secret.clone()]
    {
        let answer = editor.request("resources/read", &json!({"uri": uri}));
        heard.note("resources/read of a secret", answer.to_string());
    }
    harvest_by_commands(server, gardener, heard, is_thorough);
}

/// What the other commands say: of the server, of a file they saved, and of one somebody else made.
fn harvest_by_commands(
    server: &Server,
    gardener: &mut Gardener,
    heard: &mut Heard,
    is_thorough: bool,
) {
    let port = server.port.to_string();
    let mut said = |arguments: &[&str], codes: &[i32]| {
        let said = run(gasoline().args(arguments).args(["--port", &port]));
        let asked = format!("gasoline {}", arguments.join(" "));
        assert!(said.code.is_some_and(|code| codes.contains(&code)), "{asked}: {}", said.err);
        heard.note(asked, said.out.clone() + &said.err);
        said.out
    };
    let folder = Folder::new();
    let saved = said(&["snapshot"], &[0]);
    let saved = folder.write("saved.json", &saved);
    let foreign = folder.write("foreign.json", &unmasked(gardener).to_string());
    let (saved, foreign) = (saved.to_string_lossy(), foreign.to_string_lossy());
    let formats = ["text", "json", "ai-context", "junit", "html", "github"];
    let formats = match gardener.round % 2 {
        _ if is_thorough => &formats[..],
        0 => &formats[..3],
        _ => &formats[3..],
    };
    for format in formats {
        let words = ["report", "--format", format, "--severity", "info", "--from"];
        said(&words[..5], &[1]);
        said(&[&words[..], &[&foreign]].concat(), &[1]);
        if is_thorough {
            said(&[&words[..], &[&saved]].concat(), &[1]);
        }
    }
    for format in ["text", "json"] {
        said(&["diff", "--format", format, &saved, &foreign], &[0, 1]);
        said(&["diff", "--format", format, &foreign, &saved], &[0, 1]);
    }
    for format in ["sarif", "openapi", "har", "otlp"] {
        said(&["export", format], &[0]);
    }
    for format in ["har", "otlp"] {
        said(&["export", format, "--from", &foreign], &[0]);
    }
    said(&["doctor"], &[0, 1, 2]);
}

/// A snapshot that was saved by nobody of ours: its secrets are as they were.
fn unmasked(gardener: &mut Gardener) -> Value {
    let mut snapshot = json!({"timestamp": "2026-01-01T00:00:00Z", "cursor": "c9"});
    for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Screenshots) {
        let mut events = gardener.events(kind);
        for (index, event) in events.iter_mut().enumerate() {
            event["seq"] = json!(index + 1);
            event["test_id"] = json!(format!("foreign {}", index % 3));
            event["timestamp"] = json!("2026-01-01T00:00:00Z");
        }
        snapshot[kind.name()] = json!(events);
    }
    let mut text = || gardener.plant();
    let stack = text();
    snapshot["tests"] = json!([0, 1, 2].map(|index| json!({
        "test_id": format!("foreign {index}"), "status": "failed", "title": text(),
        "file": text(), "project": text(), "error": {"message": text(), "stack": text()},
        "errors": [{"message": text(), "source": text(), "url": text(), "stack": stack, "count": 1}],
        "network_failures": [{"method": text(), "url": text(), "status": 500,
            "requestBody": text(), "responseBody": text(), "error": text()}],
        "ws_errors": [{"event": "close", "id": text(), "url": text(), "reason": text()}],
        "screenshots": [text()],
    })));
    snapshot["places"] = json!([{"stack": stack, "sources": [],
        "frames": [{"file": text(), "line": 1, "function": text(), "mapped": true}]}]);
    snapshot
}

/// Calls of `security_audit`, which looks for secrets.
fn audit_calls(secret: &str) -> Vec<(&'static str, Value)> {
    let calls = [
        json!({}),
        json!({"severity_min": "info"}),
        json!({"severity_min": "info", "checks": ["credentials"]}),
        json!({"severity_min": "info", "checks": ["pii_exposure"]}),
        json!({"severity_min": "info", "checks": ["transport", "auth_patterns"]}),
        json!({"severity_min": "info", "test_id": "cut 1"}),
        json!({"url_filter": secret, "severity_min": "info"}),
        json!({"checks": [secret]}),
        json!({"severity_min": secret}),
    ];
    calls.map(|arguments| ("security_audit", arguments)).into()
}

/// Calls of `validate_api`, which knows a request from its first answer on.
fn contract_calls(secret: &str) -> Vec<(&'static str, Value)> {
    let calls = [
        json!({"action": "analyze"}),
        json!({"action": "report"}),
        json!({"action": "report", "url_filter": secret}),
        json!({"action": "analyze", "ignore_endpoints": [secret]}),
        json!({ "action": secret }),
    ];
    calls.map(|arguments| ("validate_api", arguments)).into()
}

/// Calls of `configure_noise`, which lists what its users wrote.
fn noise_calls(secret: &str) -> Vec<(&'static str, Value)> {
    let calls = [
        json!({"action": "add", "rules": [
            {"category": "console", "matchSpec": {"messageRegex": "never said"}, "reason": secret},
        ]}),
        json!({"action": "add", "rules": [
            {"category": "console", "matchSpec": {"sourceRegex": secret}},
        ]}),
        json!({"action": "list"}),
        json!({"action": "remove", "rule_id": secret}),
        json!({ "action": secret }),
    ];
    calls.map(|arguments| ("configure_noise", arguments)).into()
}

/// Calls of every tool in many ways.
fn calls(secret: &str) -> Vec<(&'static str, Value)> {
    let mut calls = contract_calls(secret);
    calls.extend(audit_calls(secret));
    calls.extend(noise_calls(secret));
    for tool in
        ["get_browser_errors", "get_browser_logs", "get_network_bodies", "get_websocket_events"]
    {
        for arguments in [
            json!({}),
            json!({"limit": 1000}),
            json!({"limit": 3}),
            json!({"since": "c1", "limit": 100}),
            json!({"test_id": "test 0"}),
            json!({"test_id": "test 1", "limit": 500}),
            json!({"test_id": "cut 3", "limit": 500}),
            json!({"url": "localhost"}),
            json!({"url": secret}),
            json!({"since": secret}),
            json!({"test_id": secret}),
            json!({secret: 1}),
            json!({"limit": secret}),
        ] {
            calls.push((tool, arguments));
        }
    }
    calls.extend([
        ("get_browser_logs", json!({"level": "error", "limit": 500})),
        ("get_browser_logs", json!({"level": secret})),
        ("get_network_bodies", json!({"full": true})),
        ("get_network_bodies", json!({"full": true, "limit": 100})),
        ("get_network_bodies", json!({"status_min": 400, "limit": 100})),
        ("get_network_bodies", json!({"method": secret})),
        ("get_websocket_events", json!({"connection_id": "w", "limit": 500})),
        ("get_websocket_status", json!({})),
        ("get_websocket_status", json!({"test_id": "test 0"})),
        ("get_websocket_status", json!({"test_id": "cut 1"})),
        ("get_websocket_status", json!({"connection_id": secret})),
        ("get_enhanced_actions", json!({})),
        ("get_enhanced_actions", json!({"last_n": 500})),
        ("get_enhanced_actions", json!({"test_id": "test 1", "last_n": 500})),
        ("get_session_timeline", json!({})),
        ("get_session_timeline", json!({"last_n_actions": 500})),
        (
            "get_session_timeline",
            json!({"include": ["actions", "network", "console", "websocket", "screenshot"], "test_id": "test 0"}),
        ),
        ("get_session_timeline", json!({"url": secret})),
        ("get_reproduction_script", json!({})),
        ("get_reproduction_script", json!({"test_id": "test 0", "fixtures": "mock"})),
        ("get_reproduction_script", json!({"test_id": "test 1", "format": "cypress", "include_fixtures": true, "last_n_actions": 3})),
        ("get_reproduction_script", json!({"base_url": format!("http://localhost/{secret}")})),
        ("get_reproduction_script", json!({"format": secret})),
        ("generate_test", json!({"assert_response_shape": true})),
        ("generate_test", json!({"test_id": "test 0", "include_fixtures": true})),
        ("generate_test", json!({"test_id": "cut 3", "fixtures": "setup", "last_n_actions": 5})),
        ("generate_test", json!({"test_name": secret})),
        ("get_changes_since", json!({"checkpoint": "c0"})),
        ("get_changes_since", json!({"checkpoint": "c0", "severity": "errors_only"})),
        ("get_changes_since", json!({"checkpoint": "c0", "include": ["network", "websocket", "actions"]})),
        ("get_changes_since", json!({"checkpoint": "c0", "test_id": "cut 2"})),
        ("get_changes_since", json!({"save_as": secret.chars().take(50).collect::<String>()})),
        ("get_changes_since", json!({"checkpoint": "no such name"})),
        ("get_changes_since", json!({"checkpoint": secret})),
        ("get_changes_since", json!({"severity": secret})),
        ("verify_fix", json!({"action": "start"})),
        ("verify_fix", json!({"action": "watch", "session_id": "verify-1"})),
        ("verify_fix", json!({"action": "compare", "session_id": "verify-1"})),
        ("verify_fix", json!({"action": "start", "label": secret.chars().take(50).collect::<String>()})),
        ("verify_fix", json!({"action": "start", "url_filter": "localhost"})),
        ("verify_fix", json!({"action": "start", "url_filter": secret})),
        ("verify_fix", json!({"action": "status", "session_id": "verify-4"})),
        ("verify_fix", json!({"action": "status"})),
        ("verify_fix", json!({"action": "status", "session_id": "verify-1"})),
        ("verify_fix", json!({"action": "cancel", "session_id": secret})),
        ("diff_sessions", json!({"action": "capture", "name": "empty", "url_filter": secret})),
        ("diff_sessions", json!({"action": "capture", "name": "all"})),
        ("diff_sessions", json!({"action": "capture", "name": secret})),
        ("diff_sessions", json!({"action": "compare", "compare_a": "empty", "compare_b": "all"})),
        ("diff_sessions", json!({"action": "compare", "compare_a": "all", "compare_b": "empty"})),
        ("diff_sessions", json!({"action": "compare", "compare_a": "all"})),
        ("diff_sessions", json!({"action": "compare", "compare_a": secret})),
        ("diff_sessions", json!({"action": "list"})),
        ("diff_sessions", json!({"action": "delete", "name": secret})),
        ("configure_streaming", json!({"enabled": true, "url_filter": secret})),
        ("configure_streaming", json!({"events": [secret]})),
        ("wait_for_event", json!({"timeout_seconds": 1, "url": secret})),
        ("configure_streaming", json!({"enabled": false})),
        ("query_dom", json!({"selector": secret})),
        ("get_page_info", json!({"tab_id": secret})),
        ("run_accessibility_audit", json!({"tags": [secret], "scope": secret})),
        ("capture_screenshot", json!({"selector": secret})),
        ("configure_capture", json!({"log_level": secret})),
        ("configure_capture", json!({})),
        ("check_performance", json!({})),
        ("get_status", json!({})),
        ("clear_browser_logs", json!({"test_id": secret})),
    ]);
    calls
}

#[test]
fn no_planted_secret_leaves_by_any_door() {
    for (index, (name, make)) in MAKERS.into_iter().enumerate() {
        let collector = Collector::start(0, &[200]);
        let mut server = Server::with(&["--otlp", &collector.endpoint()]);
        let mut gardener = Gardener::new(make, index);
        let mut heard = Heard::default();
        let mut listener = Editor::join(server.port);
        listener.call("configure_streaming", &json!({"enabled": true, "throttle_seconds": 1}));
        let stream = Stream::open(server.port, "?throttle_seconds=1", None);
        sow(&server, &mut gardener, &mut heard);
        let told = [stream.next(), stream.next()];
        heard.note("/events/stream", format!("{told:?}"));
        for _ in 0..5 {
            heard.note("what rides", listener.call("get_status", &json!({})).whole.to_string());
        }
        heard.note("notifications", format!("{:?}", listener.others));
        assert_documented(&server, &gardener);
        harvest(&server, &mut gardener, &mut heard, index == 0);
        // An editor that outlives its server would start another.
        drop(listener);
        signal("TERM", server.pid());
        server.process.end();
        heard.note("OTLP", collector.next().1.to_string());
        for (path, request) in collector.requests.try_iter() {
            heard.note(path, request.to_string());
        }
        assert!(gardener.needles.len() > 300, "{name}: only {} planted", gardener.needles.len());
        assert!(
            heard.0.iter().any(|(_, answer)| answer.contains("***")),
            "{name}: something is masked"
        );
        let leaks = heard.leaks(&gardener.needles);
        assert!(
            leaks.is_empty(),
            "{name}: {} leaks\n{}",
            leaks.len(),
            leaks.iter().take(12).cloned().collect::<Vec<_>>().join("\n")
        );
    }
}

#[test]
fn half_a_secret_at_a_cut_does_not_leave_either() {
    // Only what is recognised by its own shape: a half is still most of a key.
    for (index, (name, make)) in [MAKERS[0], MAKERS[2]].into_iter().enumerate() {
        let server = Server::start();
        let mut gardener = Gardener::new(make, index);
        let mut heard = Heard::default();
        sow_at_the_cuts(&server, &mut gardener);
        harvest(&server, &mut gardener, &mut heard, false);
        let leaks = heard.leaks(&gardener.needles);
        assert!(
            leaks.is_empty(),
            "{name}: {} leaks\n{}",
            leaks.len(),
            leaks.iter().take(12).cloned().collect::<Vec<_>>().join("\n")
        );
    }
}

#[test]
fn redacted_events_keep_their_documented_form() {
    const CARD: u64 = 4_012_888_888_881_881;
    let server = Server::start();
    server.feed(
        "/enhanced-actions",
        &json!({"actions": [{"type": "click", "tabId": CARD, "id": CARD.to_string()}]}),
    );
    let action = &server.read("/enhanced-actions")["actions"][0];
    assert_eq!((&action["tabId"], &action["id"]), (&json!(CARD), &json!("***")));

    server.feed(
        "/network-bodies",
        &json!({"bodies": [{
            "method": "POST", "url": "http://localhost/pay", "status": 500, "duration": CARD,
            "credentials": "include", "metadata": {"tabId": CARD},
            "requestBody": json!({"card": CARD, "pin_code": 123_456}).to_string(),
        }]}),
    );
    let check = |body: &Value| {
        assert_eq!(body["duration"].as_f64(), json!(CARD).as_f64(), "{body}");
        let sent: Value = serde_json::from_str(body["requestBody"].as_str().expect("a body"))
            .expect("the body is JSON");
        assert_eq!(sent["card"], "***");
    };
    let body = &server.read("/network-bodies")["bodies"][0];
    check(body);
    assert_eq!(
        (&body["credentials"], &body["metadata"]["tabId"]),
        (&json!("include"), &json!("***"))
    );
    let mut editor = Editor::join(server.port);
    let answer = editor.call("get_network_bodies", &json!({"full": true}));
    check(&answer.structured["bodies"][0]);
    // A number that was measured is a number in the record of its test, too.
    server.feed("/test-boundary", &json!({"test_id": "t", "action": "start"}));
    let ended = json!({"test_id": "t", "action": "end", "status": "failed", "duration_ms": CARD});
    server.feed("/test-boundary", &ended);
    assert_eq!(server.read("/tests")["tests"][0]["duration_ms"].as_f64(), json!(CARD).as_f64());
}
