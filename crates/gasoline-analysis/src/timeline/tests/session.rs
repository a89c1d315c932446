//! A session to write tests with: events as clients send them, given their time as the store does.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use gasoline_protocol::event::{Draft, EventView};
use gasoline_protocol::{Event, Facet, Kind, Seq, Timestamp};
use serde_json::{Value, json};

use crate::noise::Noise;
use crate::timeline::{Cause, Entry, Scope, Timeline, What, timeline};
use crate::view::{Row, View};

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
    captured: BTreeMap<Seq, Event>,
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

    /// The request as it was before it was redacted.
    pub(super) fn captured(&mut self, seq: Seq, request: &Value) {
        let draft = Draft {
            kind: Kind::NetworkBodies,
            facet: Facet::Plain,
            time: None,
            test: None,
            text: request.to_string().into(),
        };
        self.captured.insert(seq, Event::new(draft, seq, self.received_at, None));
    }

    pub(super) fn read<R>(&self, scope: &Scope, look: impl FnOnce(&Timeline<'_>) -> R) -> R {
        let view = View {
            actions: self.rows(&self.actions),
            requests: self.rows(&self.requests),
            logs: self.rows(&self.logs),
            sockets: self.rows(&self.sockets),
            screenshots: self.rows(&self.screenshots),
            outlines: self.rows(&self.outlines),
            ..View::default()
        };
        look(&timeline(&view, Some(&NOISE), scope))
    }

    fn rows<'a, V: EventView<'a>>(&'a self, texts: &'a [Text]) -> Vec<Row<'a, V>> {
        let rows = texts.iter().map(|(seq, text)| {
            let view: V = serde_json::from_str(text).expect("the case is an event");
            let time = view.header().time().unwrap_or(self.received_at);
            let test = self.tests.get(seq).map(String::as_str);
            Row { test, event: self.captured.get(seq), ..Row::new(*seq, time, view) }
        });
        rows.collect()
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

/// `1050 network GET /api/a ← #1`.
fn line(entry: &Entry<'_>) -> String {
    let what = match &entry.what {
        What::Action(action) => format!("action {}", action.kind.name()),
        What::Request(request) => {
            let url = request.body.url.trim_start_matches("http://localhost:3000");
            format!("network {} {url}", request.body.method.line())
        }
        What::Console(entry) => format!("console {}", entry.said()),
        What::Socket(socket) => format!("socket {}", socket.event.name()),
        What::Screenshot(screenshot) => format!("screenshot {}", &*screenshot.id),
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
