//! The routes of the catalogue: the example of each, its parameters, and what it rejects.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gasoline_server::http::catalogue::{Content, Place, Route, routes};
use serde_json::json;

use super::golden::Golden;
use super::server::Server;
use super::session::{Batch, Session};
use crate::support::http::Answer;
use crate::support::server::JSON;
use crate::support::stream::Stream;
use crate::support::worker::{Worker, hello};

/// What no route of the catalogue is asked with: other paths, methods and callers.
const GUARD: &str = "guard";

/// The route that holds its caller, and by how much that is shortened.
const HELD: &str = "get-errands";
const HURRY: u32 = 1_000;

/// Characters shown of a script or page, which is compiled from `packages/`.
const COMPILED_SHOWN_CHARS: usize = 12;

/// The names of the goldens, one a route.
pub(super) fn names() -> Vec<String> {
    let of_routes = routes().iter().map(name).collect::<Vec<_>>();
    of_routes.into_iter().chain([GUARD.to_owned()]).collect()
}

/// `GET /screenshots/{id}.png` is `get-screenshots-id-png`.
fn name(route: &Route) -> String {
    let method = route.method.as_str().to_lowercase();
    let words = route.path.split(|character: char| !character.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    std::iter::once(&*method).chain(words).collect::<Vec<_>>().join("-")
}

pub(super) fn make(session: &Session, golden: Golden, name: &str) -> Option<String> {
    let mut server = Server::start(session, if name == HELD { HURRY } else { 1 });
    server.play(&session.batches);
    let mut steps = Steps { golden, server, session };
    if name == GUARD {
        steps.guard();
    } else {
        let route = routes().into_iter().find(|route| self::name(route) == name);
        steps.take(&route.expect("a route"));
    }
    steps.golden.finish(&steps.server)
}

type Header<'a> = (&'a str, &'a str);

struct Steps<'a> {
    golden: Golden,
    server: Server,
    session: &'a Session,
}

impl Steps<'_> {
    fn take(&mut self, route: &Route) {
        let is_stream =
            route.answers.iter().any(|answer| matches!(answer.content, Content::Events(_)));
        match route.path {
            "/ext" => self.socket(),
            "/live" => self.pulses(),
            "/events/stream" => self.signals(),
            _ => assert!(!is_stream, "{}: a stream needs steps of its own", route.path),
        }
        let method = route.method.as_str();
        let path = route.path.replace("{id}", "1");
        if let Some(body) = &route.body {
            let example = body.example.to_string();
            for sent in [&*example, "{}", "[]", "no JSON", "{\"test_id\": 7}", ""] {
                self.ask(method, &path, &[JSON], sent);
            }
            self.ask(method, &path, &[("Content-Type", "text/html")], &example);
        } else if !is_stream {
            self.ask(method, &path, &[], "");
        }
        if route.path == "/" {
            self.ask(method, &path, &[("Accept", "text/html")], "");
        }
        for parameter in &route.parameters {
            let values: &[&str] = match (parameter.name, parameter.place) {
                ("id", Place::Path) => &["999999", "x"],
                ("since", _) => &["$SINCE", "c999999", "yesterday"],
                ("test_id", _) => &["$TEST"],
                ("url", _) => &["$PAGE", "/nowhere"],
                ("tests", _) => &["false&since=$SINCE"],
                ("client", _) => &["attach"],
                _ if is_stream => &["nonsense"],
                _ => &[parameter.example, "nonsense"],
            };
            // What a stream does not reject, it streams.
            let values = if parameter.name == "url_filter" { &[] } else { values };
            for value in values {
                let target = match parameter.place {
                    Place::Path => route.path.replace("{id}", value),
                    Place::Query => format!("{path}?{}={value}", parameter.name),
                };
                self.ask(method, &target, &[], "");
            }
        }
        let foreign = [("Origin", "https://elsewhere.test"), JSON];
        self.ask(method, &path, &foreign, "");
    }

    fn guard(&mut self) {
        let preflight =
            [("Origin", "http://localhost:3000"), ("Access-Control-Request-Method", "POST")];
        let cases: [(&str, &str, &[Header<'_>]); 8] = [
            ("GET", "/nowhere", &[]),
            ("DELETE", "/health", &[]),
            ("PUT", "/logs", &[]),
            ("GET", "/health", &[("Host", "elsewhere.test")]),
            ("GET", "/health", &[("Origin", "http://localhost:3000")]),
            ("GET", "/health", &[("Sec-Fetch-Site", "cross-site")]),
            ("OPTIONS", "/logs", &preflight),
            ("OPTIONS", "/snapshot", &preflight),
        ];
        for (method, path, headers) in cases {
            self.ask(method, path, headers, "");
        }
    }

    fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) {
        let target = self.session.fill_in(path, percent_encoded);
        let shown = headers
            .iter()
            .fold(String::new(), |text, (name, value)| text + " " + name + ": " + value + ";");
        self.golden.step(&format!("{method} {path}{shown} {body}"));
        let answer = self.server.ask(method, &target, headers, body.as_bytes());
        self.show(&answer);
    }

    /// Shows status, headers and body. Left out is what says how the body was sent, and when.
    fn show(&mut self, answer: &Answer) {
        let sent = ["date", "content-length", "transfer-encoding", "connection"];
        let lines = answer.head.lines().skip(1).filter(|line| !line.is_empty());
        let kept =
            lines.filter(|line| !sent.iter().any(|name| line.to_lowercase().starts_with(name)));
        let mut headers: Vec<String> = kept.map(str::to_lowercase).collect();
        headers.sort();
        self.golden.text(&answer.status.to_string(), &(headers.join("\n") + "\n"));
        let kind = answer.header("content-type").unwrap_or_default();
        let body = answer.text();
        if kind.starts_with("image/") {
            self.golden.text("body in base64", &STANDARD.encode(&answer.body));
        } else if kind.starts_with("text/javascript") || kind.starts_with("text/html") {
            let beginning: String = body.chars().take(COMPILED_SHOWN_CHARS).collect();
            self.golden.text("beginning of the body", &beginning);
            let settings = body.find("{\"host\":").map(|at| &body[at..]);
            if let Some(settings) = settings.and_then(|text| text.split_inclusive('}').next()) {
                self.golden.text("settings in it", settings);
            }
        } else {
            self.golden.json_or_text("body", &body);
        }
    }

    /// The first pulse, and the one after something came.
    fn pulses(&mut self) {
        let pulses = Stream::pulses(self.server.port);
        self.golden.step("GET /live");
        self.golden.json("pulse", &pulses.next().data);
        self.server.play(&[self.sentinel()]);
        self.golden.json("pulse", &pulses.next().data);
    }

    /// What comes for a reader that returns after the rest of the session.
    fn signals(&mut self) {
        self.server.watch();
        let first = Stream::open(self.server.port, "", None).next();
        self.golden.step("GET /events/stream");
        self.golden.text("id", &first.id);
        self.server.play(&self.session.later);
        self.server.play(&[self.sentinel()]);
        let stream = Stream::open(self.server.port, "", Some(&first.id));
        self.golden.step(&format!("GET /events/stream Last-Event-ID: {}", first.id));
        loop {
            let told = stream.next();
            self.golden.text("id", &told.id);
            self.golden.json("data", &told.data);
            if told.messages().iter().any(|message| message.contains(LAST)) {
                break;
            }
        }
    }

    /// An error that comes after all others.
    fn sentinel(&self) -> Batch {
        let session = self.session;
        let last = session.batches.iter().chain(&session.later).map(|batch| batch.at).max();
        let entry = json!({"level": "error", "source": "exception", "message": LAST, "url": "http://localhost/"});
        let at = last.unwrap_or(session.began) + 1_000;
        Batch { at, path: "/logs".to_owned(), body: json!({"entries": [entry]}) }
    }

    /// The handshake of a worker, and a batch that it sends.
    fn socket(&mut self) {
        let mut worker = Worker::open(self.server.port);
        for frame in [hello("one", None), json!({"type": "nonsense"})] {
            self.golden.step(&format!("frame {frame}"));
            worker.say(&frame);
            if frame["type"] == "hello" {
                self.golden.json("frame", &worker.hear("welcome"));
            }
        }
        let entries = json!({"entries": [{"level": "error", "message": "by socket"}, 7]});
        for (id, path, body) in
            [(1, "/logs", &entries), (2, "/logs", &json!([])), (3, "/nowhere", &entries)]
        {
            self.golden.step(&format!("batch {path} {body}"));
            self.golden.json("frame", &worker.batch(id, path, body));
        }
    }
}

/// The message of the error that ends a stream's steps.
const LAST: &str = "the last error of the session";

fn percent_encoded(value: &str) -> String {
    let encode = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    value.bytes().map(encode).collect()
}
