//! A session to write tests with: events as clients send them, given their time as the store does.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use gasoline_protocol::action::EnhancedAction;
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::event::Captured;
use gasoline_protocol::network::NetworkBody;
use gasoline_protocol::page::{DomSnapshot, Screenshot};
use gasoline_protocol::websocket::WebSocketEvent;
use gasoline_protocol::{Seq, Timestamp};
use serde_json::{Value, json};

use crate::noise::Noise;
use crate::timeline::{Cause, Entry, Scope, Seen, Sources, Timeline, What, timeline};

/// Compiled once for all tests.
static NOISE: LazyLock<Noise> = LazyLock::new(Noise::new);

/// The JSON of an event, with its place.
type Text = (Seq, String);

#[derive(Debug, Default)]
pub(super) struct Session {
    actions: Vec<Text>,
    requests: Vec<Text>,
    logs: Vec<Text>,
    sockets: Vec<Text>,
    screenshots: Vec<Text>,
    outlines: Vec<Text>,
    captured: Vec<Text>,
    tests: BTreeMap<Seq, String>,
    count: u64,
    received_at: Timestamp,
}

impl Session {
    pub(super) fn received_at(&mut self, ms: i64) {
        self.received_at = Timestamp::saturating_from_ms(ms);
    }

    fn next(&mut self, event: &Value) -> Text {
        self.count += 1;
        if let Some(test) = event["test_id"].as_str() {
            self.tests.insert(Seq(self.count), test.to_owned());
        }
        (Seq(self.count), event.to_string())
    }

    pub(super) fn action(&mut self, event: &Value) -> Seq {
        let text = self.next(event);
        self.actions.push(text);
        Seq(self.count)
    }

    /// An action of which only type and time matter.
    pub(super) fn act(&mut self, time: u64, kind: &str) -> Seq {
        self.action(
            &json!({"type": kind, "timestamp": time, "key": (kind == "keypress").then_some("Tab")}),
        )
    }

    pub(super) fn request(&mut self, event: &Value) -> Seq {
        let text = self.next(event);
        self.requests.push(text);
        Seq(self.count)
    }

    /// A request that takes ten milliseconds.
    pub(super) fn get(&mut self, time: u64, url: &str) -> Seq {
        self.took(time, 10, url)
    }

    /// A request that takes so many milliseconds.
    pub(super) fn took(&mut self, time: u64, duration: u64, url: &str) -> Seq {
        self.request(&json!({"method": "GET", "url": url, "status": 200, "timestamp": time, "duration": duration}))
    }

    pub(super) fn log(&mut self, event: &Value) -> Seq {
        let text = self.next(event);
        self.logs.push(text);
        Seq(self.count)
    }

    pub(super) fn socket(&mut self, event: &Value) -> Seq {
        let text = self.next(event);
        self.sockets.push(text);
        Seq(self.count)
    }

    pub(super) fn screenshot(&mut self, event: &Value) -> Seq {
        let text = self.next(event);
        self.screenshots.push(text);
        Seq(self.count)
    }

    pub(super) fn outline(&mut self, event: &Value) -> Seq {
        let text = self.next(event);
        self.outlines.push(text);
        Seq(self.count)
    }

    /// What a response was before it was masked.
    pub(super) fn captured(&mut self, seq: Seq, body: &str) {
        self.captured.push((seq, body.to_owned()));
    }

    pub(super) fn read<R>(&self, scope: &Scope, look: impl FnOnce(&Timeline<'_>) -> R) -> R {
        let actions: Vec<EnhancedAction<'_>> = views(&self.actions);
        let requests: Vec<NetworkBody<'_>> = views(&self.requests);
        let logs: Vec<LogEntry<'_>> = views(&self.logs);
        let sockets: Vec<WebSocketEvent<'_>> = views(&self.sockets);
        let screenshots: Vec<Screenshot<'_>> = views(&self.screenshots);
        let outlines: Vec<DomSnapshot<'_>> = views(&self.outlines);
        let captured: BTreeMap<Seq, &str> =
            self.captured.iter().map(|(seq, body)| (*seq, body.as_str())).collect();
        let sources = Sources {
            actions: &self.seen(&self.actions, &actions),
            requests: &self.seen(&self.requests, &requests),
            logs: &self.seen(&self.logs, &logs),
            sockets: &self.seen(&self.sockets, &sockets),
            screenshots: &self.seen(&self.screenshots, &screenshots),
            outlines: &self.seen(&self.outlines, &outlines),
            captured,
            noise: Some(&NOISE),
        };
        look(&timeline(&sources, scope))
    }

    fn seen<'a, T: Captured<'a>>(&'a self, texts: &[Text], views: &'a [T]) -> Vec<Seen<'a, T>> {
        let rows = texts.iter().zip(views);
        rows.map(|((seq, _), view)| {
            let header = view.header();
            let time = header.time().unwrap_or(self.received_at);
            Seen { seq: *seq, time, test: self.tests.get(seq).map(String::as_str), view }
        })
        .collect()
    }

    /// One line an entry.
    pub(super) fn lines(&self, scope: &Scope) -> Vec<String> {
        self.read(scope, |timeline| timeline.entries.iter().map(line).collect())
    }

    #[track_caller]
    pub(super) fn check(&self, scope: &Scope, expected: &[&str]) {
        assert_eq!(self.lines(scope), expected);
    }
}

fn views<'a, T: Captured<'a>>(texts: &'a [Text]) -> Vec<T> {
    texts.iter().map(|(_, text)| serde_json::from_str(text).expect("an event")).collect()
}

/// `1050 network GET /api/a ← #1`.
fn line(entry: &Entry<'_>) -> String {
    let what = match &entry.what {
        What::Action(action) => format!("action {}", action.kind.name()),
        What::Request(request) => {
            let url = request.body.url.trim_start_matches("http://localhost:3000");
            format!("network {} {url}", request.body.method)
        }
        What::Console(entry) => format!("console {}", entry.said()),
        What::Socket(socket) => format!("socket {}", socket.event.name()),
        What::Screenshot(screenshot) => format!("screenshot {}", screenshot.id),
        What::Outline(_) => "outline".to_owned(),
    };
    let number = |seq: Seq| format!(" #{}", seq.0);
    let cause = match &entry.what {
        What::Request(request) => match request.cause {
            Cause::Action(seq) => number(seq),
            Cause::PageLoad(seq) => format!(" load{}", seq.map(number).unwrap_or_default()),
            Cause::Background(by_itself) => format!(" {by_itself:?}"),
        },
        _ => entry.caused_by.map(number).unwrap_or_default(),
    };
    let arrow = if cause.is_empty() { "" } else { " ←" };
    format!("{} {what}{arrow}{cause}", entry.time.as_ms())
}
