//! The routes as data: what each takes, and everything it can answer. The docs are printed from it.

mod openapi;
mod schemas;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use gasoline_analysis::limits::{THROTTLE_MAX_SECONDS, THROTTLE_MIN_SECONDS};
use gasoline_analysis::signals::Category;
use gasoline_protocol::kind::{GetResponse, PostBody};
use gasoline_protocol::limits::{
    ENVELOPE_MEMBER_MAX_CHARS, HTTP_BODY_MAX_BYTES, SOURCE_MAP_MAX_BYTES,
};
use gasoline_protocol::{KINDS, schema};
use http::Method;
use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::http::capture::kinds::{ClearedEvents, ReceivedPerformance};
use crate::http::capture::screenshots::StoredScreenshot;
use crate::http::capture::source_maps::{ReceivedSourceMap, WantedSourceMaps};
use crate::http::capture::test_boundary::Marked;
use crate::http::clear::ClearResponse;
use crate::http::reads::page_loads::PageLoads;
use crate::http::reads::report::TestReport;
use crate::http::reads::tests_route::TestRecords;
use crate::http::root::About;
use crate::http::runners::{Joined, Runner};
use crate::http::streams::errands::{Errands, Received};
use crate::http::streams::live::Pulse;
use crate::{access, limits};
use schemas::{list, object, response, text, time};

pub use crate::access::Door;
pub use openapi::openapi;
pub use schemas::{components, event_name, shape};

/// One method of one path.
#[derive(Debug, Clone)]
pub struct Route {
    pub method: Method,
    /// With `{id}` where a value stands.
    pub path: &'static str,
    pub door: Door,
    /// One sentence.
    pub summary: Cow<'static, str>,
    pub body: Option<Body>,
    pub parameters: Vec<Parameter>,
    /// By status.
    pub answers: Vec<Answer>,
}

/// The JSON a route takes.
#[derive(Debug, Clone)]
pub struct Body {
    pub schema: Value,
    pub example: Value,
    pub is_required: bool,
}

/// A value in the path or in the query string.
#[derive(Debug, Clone)]
pub struct Parameter {
    pub name: &'static str,
    pub place: Place,
    pub meaning: &'static str,
    pub schema: Value,
    pub example: &'static str,
}

/// Where a parameter stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Path,
    Query,
}

/// What a route can answer.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub meaning: String,
    pub content: Content,
}

/// What stands in the body of an answer.
#[derive(Debug, Clone)]
pub enum Content {
    /// JSON of this schema.
    Json(Value),
    /// JSON of this schema, or a page for those who accept one.
    JsonOrPage(Value),
    Png,
    Script,
    /// Server-sent events, each with JSON of this schema.
    Events(Value),
    Nothing,
}

/// Every route of contract and code but MCP's own (`/mcp`), which MCP describes.
pub fn routes() -> Vec<Route> {
    [about_itself(), of_kinds(), of_pages(), of_all()].concat()
}

fn about_itself() -> Vec<Route> {
    vec![
        get("/", "The dashboard for browsers; for programs, what this is and where to go on.").add(
            200,
            "As accepted.".to_owned(),
            Content::JsonOrPage(response::<About>()),
        ),
        get("/dashboard.js", "The dashboard's script.").add(
            200,
            "The script.".to_owned(),
            Content::Script,
        ),
        get("/health", "Is it there, who is connected, how full is it.").answer(shape("Health")),
        get("/gasoline-ci.js", "The capture script, with the server's address written into it.")
            .of_script(),
        get("/gasoline-ci.min.js", "The same, minified.").of_script(),
        get("/events/stream", "Significant events as they happen, or since `Last-Event-ID`.")
            .of_events(),
        get("/live", "A pulse whenever what is kept has changed, for dashboards.").of_pulses(),
        get("/errands", "A driver asks what it is to do, and is held until there is something.")
            .of_errands(),
        post("/errands", "What became of an errand.")
            .take(
                shape("DriverAnswer"),
                json!({"id": 1, "client": "attach", "result": {"id": "7"}}),
            )
            .respond::<Received>()
            .reject(404, "Nobody waits for an answer to it, or it was given to another driver."),
        get("/ext", "The socket of the extension's worker: captures up, errands down.")
            .add(101, "It is a WebSocket from here on.".to_owned(), Content::Nothing)
            .reject(400, "It is no WebSocket handshake.")
            .reject(503, "Too many bodies at once; `Retry-After` says when to come again."),
    ]
}

/// What is sent and read of each kind of event.
fn of_kinds() -> Vec<Route> {
    let mut routes = Vec::new();
    for info in &KINDS {
        let event: Value = serde_json::from_str(info.example).unwrap_or_default();
        let example = match (info.body, info.list) {
            (PostBody::Batch, Some(list)) => json!({ list: [event] }),
            _ => event,
        };
        let posted = post(info.path, info.summary).take(shape(info.body_schema), example);
        routes.push(posted.answer(match info.body {
            PostBody::Batch => shape("Receipt"),
            PostBody::Single => response::<ReceivedPerformance>(),
            PostBody::Screenshot => response::<StoredScreenshot>(),
        }));
        let listed = |order| {
            get(info.path, format!("Lists {}, {order} first.", info.plural))
                .since()
                .answer(list(info))
        };
        routes.extend(match info.get {
            GetResponse::OldestFirst => Some(listed("oldest")),
            GetResponse::NewestFirst => Some(listed("newest")),
            GetResponse::PageBaseline => {
                let summary = "The newest snapshot of a page, and what is usual for it.";
                Some(get(info.path, summary).since().by_page().answer(performance()))
            }
            GetResponse::Nothing => None,
        });
        if info.has_delete {
            let summary = format!("Forgets {}.", info.plural);
            routes.push(delete(info.path, summary).of_test().respond::<ClearedEvents>());
        }
    }
    routes
}

/// What is read of several events: connections, loads, images.
fn of_pages() -> Vec<Route> {
    vec![
        get("/websocket-status", "The table of WebSocket connections.")
            .of_test()
            .answer(shape("SocketStatus")),
        get("/page-loads", "How each page loaded, load after load; the one loaded last first.")
            .respond::<PageLoads>(),
        get("/screenshots/{id}.png", "A picture as it is kept.").of_picture(),
        get("/screenshots/{id}/thumb.png", "The thumbnail of a picture.").of_picture(),
    ]
}

fn of_all() -> Vec<Route> {
    vec![
        post("/enrichments", "What follows an error that was already sent.")
            .take(
                shape("EnrichmentBatch"),
                json!({"enrichments": [{
                    "id": "e1",
                    "_aiContext": {"summary": "cart was never loaded"},
                }]}),
            )
            .answer(shape("Receipt")),
        post("/source-maps", "The source map of a script, from whoever can reach it.")
            .take_up_to(
                SOURCE_MAP_MAX_BYTES,
                shape("PostedSourceMap"),
                json!({
                    "url": "http://localhost:3000/app.js",
                    "map": {"version": 3, "sources": ["src/cart.ts"], "mappings": "AAAA"},
                }),
            )
            .respond::<ReceivedSourceMap>(),
        get("/source-maps", "The scripts of errors whose maps the server may not fetch.")
            .since()
            .respond::<WantedSourceMaps>(),
        get("/snapshot", "Everything captured, of one test or of all, oldest first.")
            .since()
            .without_tests()
            .answer(shape("Snapshot")),
        get("/report", "Why the test that `test_id` names failed, as `gasoline report` says it.")
            .of_one_test()
            .respond::<TestReport>()
            .reject(404, "No test has this id."),
        get("/security-audit", "What the captured traffic gives away, down to `info`.")
            .since()
            .answer(shape("SecurityReport")),
        get("/openapi", "A sketch of the API that pages were seen to call, as OpenAPI 3.1.")
            .answer(json!({"type": "object", "required": ["openapi", "info", "paths"]})),
        post("/clear", CLEAR)
            .take_optional(shape("ClearRequest"), clear())
            .respond::<ClearResponse>(),
        delete("/clear", CLEAR)
            .take_optional(shape("ClearRequest"), clear())
            .respond::<ClearResponse>(),
        post("/test-boundary", "A runner says that a test starts or ends.")
            .take(
                shape("Boundary"),
                json!({"test_id": "chromium › cart.spec.ts › pays", "action": "start"}),
            )
            .respond::<Marked>(),
        get("/tests", "One record a test of the run, kept after `/clear`.")
            .of_test()
            .respond::<TestRecords>(),
        post("/runners", "Keeps a server of `serve --while PID` until this process has ended.")
            .take(schema::inline::<Runner>(), json!({"pid": 4711}))
            .respond::<Joined>()
            .reject(409, "The last process has ended, and the server is ending."),
    ]
}

const CLEAR: &str = "Forgets what was captured, all of it or one test's; records of tests stay.";

fn get(path: &'static str, summary: impl Into<Cow<'static, str>>) -> Route {
    Route::new(Method::GET, path, summary)
}

fn post(path: &'static str, summary: impl Into<Cow<'static, str>>) -> Route {
    Route::new(Method::POST, path, summary)
}

fn delete(path: &'static str, summary: impl Into<Cow<'static, str>>) -> Route {
    Route::new(Method::DELETE, path, summary)
}

impl Route {
    /// A route with the refusals that come before any path is looked at.
    fn new(method: Method, path: &'static str, summary: impl Into<Cow<'static, str>>) -> Self {
        let door = access::door(&method, path);
        let route = Self {
            method,
            path,
            door,
            summary: summary.into(),
            body: None,
            parameters: Vec::new(),
            answers: Vec::new(),
        };
        route
            .reject(403, "`Host`, `Origin` or `Sec-Fetch-Site` says that the asker may not.")
            .reject(405, "The path takes other methods; `Allow` lists them.")
            .add(431, too_large_a_head(), Content::Nothing)
    }

    fn take(self, schema: Value, example: Value) -> Self {
        self.take_up_to(HTTP_BODY_MAX_BYTES, schema, example)
    }

    fn take_up_to(mut self, most_bytes: usize, schema: Value, example: Value) -> Self {
        self.body = Some(Body { schema, example, is_required: true });
        let slow = format!("The body did not come within {} s.", limits::BODY_TIMEOUT_SECONDS);
        let large = format!("The body is larger than {} MiB.", most_bytes / 1024 / 1024);
        self.reject(400, "The body cannot be read; `error` says where.")
            .reject(408, slow)
            .reject(413, large)
            .reject(415, "The body is neither `application/json` nor `text/plain`, or is encoded.")
            .reject(503, "Too many bodies at once; `Retry-After` says when to come again.")
    }

    fn take_optional(self, schema: Value, example: Value) -> Self {
        let mut route = self.take(schema, example);
        if let Some(body) = &mut route.body {
            body.is_required = false;
        }
        route
    }

    /// Takes a value in the query string.
    fn query(
        mut self,
        name: &'static str,
        meaning: &'static str,
        schema: Value,
        example: &'static str,
    ) -> Self {
        self.parameters.push(Parameter { name, place: Place::Query, meaning, schema, example });
        self
    }

    /// Answers only what came after a moment, and only of one test if one is named.
    fn since(self) -> Self {
        let meaning = "Only what came after: a cursor (`c42`), an RFC 3339 time or epoch \
                       milliseconds.";
        let schema = json!({"type": "string", "anyOf": [
            {"pattern": "^c[0-9]{1,19}$"},
            {"pattern": "^[0-9]{1,14}$"},
            {"format": "date-time"},
        ]});
        self.query("since", meaning, schema, "c42").of_test()
    }

    fn without_tests(self) -> Self {
        let meaning = "`false` leaves out `tests` and `places`, which are always complete.";
        self.query("tests", meaning, json!({"type": "boolean"}), "false")
    }

    fn of_test(self) -> Self {
        self.query("test_id", "Only what belongs to this test.", text(), "login")
            .reject(400, "`since` is neither a cursor nor a time.")
    }

    /// As `since`, and the test must be named.
    fn of_one_test(self) -> Self {
        let mut route = self.since();
        for parameter in route.parameters.iter_mut().filter(|one| one.name == "test_id") {
            parameter.meaning = "The test; it must be named.";
        }
        for answer in route.answers.iter_mut().filter(|one| one.status == 400) {
            answer.meaning =
                "`test_id` is missing, or `since` is neither a cursor nor a time.".into();
        }
        route
    }

    fn by_page(self) -> Self {
        let meaning = "The page, by its path as it was sent; default: the page seen last.";
        self.query("url", meaning, text(), "/cart")
    }

    fn of_script(self) -> Self {
        let test = json!({"type": "string", "maxLength": ENVELOPE_MEMBER_MAX_CHARS});
        let mode = json!({"type": "string", "enum": ["all", "errors-only"]});
        let meaning = "`errors-only` sends requests that went well without bodies and headers.";
        self.query("test_id", "The test whose pages load it.", test, "login")
            .query("mode", meaning, mode, "all")
            .add(200, "The script.".to_owned(), Content::Script)
            .reject(400, "`mode` is unknown, or `test_id` too long.")
    }

    fn of_events(self) -> Self {
        let category = json!({"type": "string", "enum": Category::ALL.map(Category::name)});
        let many = json!({"type": "array", "items": category});
        let filter = "Only what has this in its URL or its page's.";
        let seconds = json!({
            "type": "number", "minimum": THROTTLE_MIN_SECONDS, "maximum": THROTTLE_MAX_SECONDS,
        });
        let throttle = "Least seconds between two events; 5 by default.";
        self.query("events", "Only these, with commas between them.", many, "errors,network_errors")
            .query("url_filter", filter, text(), "/checkout")
            .query("throttle_seconds", throttle, seconds, "5")
            .stream("Each `data` is one event.", signal(&category))
            .reject(400, "An event is unknown, or `throttle_seconds` out of range.")
    }

    fn of_pulses(self) -> Self {
        self.stream("Each `data` is one pulse.", response::<Pulse>())
    }

    fn stream(self, meaning: &str, schema: Value) -> Self {
        self.add(200, meaning.to_owned(), Content::Events(schema))
            .reject(503, "Too many streams at once; `Retry-After` says when to come again.")
    }

    fn of_errands(self) -> Self {
        let meaning = "The name of the driver, which no other has: a new request under it ends the \
                       earlier one.";
        let name = json!({"type": "string", "maxLength": limits::DRIVER_NAME_MAX_CHARS});
        self.query("client", meaning, name, "attach")
            .respond::<Errands>()
            .reject(400, "`client` is too long.")
            .reject(503, "Too many drivers wait; `Retry-After` says when to come again.")
    }

    fn of_picture(mut self) -> Self {
        let (place, meaning) = (Place::Path, "The `id` of its record.");
        let schema = json!({"type": "integer", "minimum": 1});
        self.parameters.push(Parameter { name: "id", place, meaning, schema, example: "1" });
        self.add(200, "The picture.".to_owned(), Content::Png)
            .reject(404, "There is no such picture, or it is no longer held.")
    }

    fn answer(self, schema: Value) -> Self {
        self.add(200, "As asked.".to_owned(), Content::Json(schema))
    }

    fn respond<T: JsonSchema>(self) -> Self {
        self.answer(response::<T>())
    }

    fn reject(self, status: u16, meaning: impl Into<String>) -> Self {
        self.add(status, meaning.into(), Content::Json(shape("Rejection")))
    }

    fn add(mut self, status: u16, meaning: String, content: Content) -> Self {
        self.answers.push(Answer { status, meaning, content });
        self.answers.sort_by_key(|answer| answer.status);
        self
    }
}

fn too_large_a_head() -> String {
    format!(
        "The head is larger than {} KiB or has more than {} headers.",
        limits::HEAD_MAX_BYTES / 1024,
        limits::HEADERS_MAX
    )
}

fn signal(category: &Value) -> Value {
    object(
        "Something worth telling unasked.",
        &[
            ("category", category.clone(), ""),
            ("severity", json!({"type": "string", "enum": ["error", "warning"]}), ""),
            ("message", text(), ""),
            ("timestamp", time(), "When it happened."),
            (
                "context",
                json!({"type": "object"}),
                "What it is about; `batch` has what came with it, `batch_left` counts the rest.",
            ),
        ],
    )
}

fn clear() -> Value {
    json!({"test_id": "login"})
}

fn performance() -> Value {
    let maybe = |name: &str| json!({"anyOf": [shape(name), {"type": "null"}]});
    object(
        "",
        &[
            ("snapshot", maybe("PerformanceSnapshot"), "The newest, with its stamp."),
            ("baseline", maybe("Baseline"), "What is usual for the page."),
        ],
    )
}
