//! The routes as data: what each takes, and everything it can answer. The docs are printed from it.

mod openapi;
mod schemas;
#[cfg(test)]
mod tests;

use gasoline_analysis::limits::{THROTTLE_MAX_SECONDS, THROTTLE_MIN_SECONDS};
use gasoline_analysis::signals::Category;
use gasoline_protocol::Kind;
use gasoline_protocol::limits::{
    ENVELOPE_MEMBER_MAX_CHARS, HTTP_BODY_MAX_BYTES, SOURCE_MAP_MAX_BYTES,
};
use http::Method;
use serde_json::{Value, json};

use crate::{access, limits};
use schemas::{list, object, shape};

pub use crate::access::Door;
pub use openapi::openapi;
pub use schemas::{components, event_name};

/// One method of one path.
#[derive(Debug, Clone)]
pub struct Route {
    pub method: Method,
    /// With `{id}` where a value stands.
    pub path: &'static str,
    pub door: Door,
    /// One sentence.
    pub summary: &'static str,
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
    [about_itself(), of_console_and_network(), of_sockets_and_actions(), of_pages(), of_all()]
        .concat()
}

fn about_itself() -> Vec<Route> {
    vec![
        get("/", "The dashboard for browsers; for programs, what this is and where to go on.").add(
            200,
            "As accepted.".to_owned(),
            Content::JsonOrPage(root()),
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
            .answer(object("", &[("received", json!({"type": "boolean", "const": true}), "")]))
            .reject(404, "Nobody waits for an answer to it, or it was given to another driver."),
        get("/ext", "The socket of the extension's worker: captures up, errands down.")
            .add(101, "It is a WebSocket from here on.".to_owned(), Content::Nothing)
            .reject(400, "It is no WebSocket handshake.")
            .reject(503, "Too many bodies at once; `Retry-After` says when to come again."),
    ]
}

fn of_console_and_network() -> Vec<Route> {
    vec![
        post("/logs", "Console lines, exceptions, unhandled rejections.")
            .take(
                shape("LogBatch"),
                json!({"entries": [{
                    "level": "error",
                    "message": "Uncaught TypeError: cart is undefined",
                    "source": "exception",
                    "url": "http://localhost:3000/cart",
                    "timestamp": "2026-01-02T03:04:05.678Z",
                }]}),
            )
            .answer(shape("Receipt")),
        get("/logs", "Log entries, oldest first.").since().answer(list("entries", Kind::Logs)),
        delete("/logs", "Forgets log entries.").of_test().answer(cleared_logs()),
        post("/network-bodies", "Requests with their bodies.")
            .take(
                shape("NetworkBatch"),
                json!({"bodies": [{
                    "method": "POST",
                    "url": "http://localhost:3000/api/orders",
                    "status": 500,
                    "duration": 41,
                    "requestBody": "{\"item\":7}",
                    "responseBody": "{\"error\":\"out of stock\"}",
                }]}),
            )
            .answer(shape("Receipt")),
        get("/network-bodies", "Requests with their bodies, newest first.")
            .since()
            .answer(list("bodies", Kind::NetworkBodies)),
    ]
}

fn of_sockets_and_actions() -> Vec<Route> {
    vec![
        post("/websocket-events", "What WebSocket connections did and said.")
            .take(
                shape("WebSocketBatch"),
                json!({"events": [{
                    "event": "message",
                    "id": "ws-1",
                    "url": "ws://localhost:3000/live",
                    "direction": "incoming",
                    "data": "{\"type\":\"tick\"}",
                }]}),
            )
            .answer(shape("Receipt")),
        get("/websocket-events", "WebSocket events, newest first.")
            .since()
            .answer(list("events", Kind::WebsocketEvents)),
        get("/websocket-status", "The table of WebSocket connections.")
            .of_test()
            .answer(shape("SocketStatus")),
        post("/enhanced-actions", "What the user did.")
            .take(
                shape("ActionBatch"),
                json!({"actions": [{
                    "type": "click",
                    "timestamp": 1_767_323_045_678_i64,
                    "url": "http://localhost:3000/cart",
                    "selectors": {"testId": "pay", "role": {"role": "button", "name": "Pay"}},
                }]}),
            )
            .answer(shape("Receipt")),
        get("/enhanced-actions", "User actions, newest first.")
            .since()
            .answer(list("actions", Kind::EnhancedActions)),
    ]
}

fn of_pages() -> Vec<Route> {
    vec![
        post("/performance-snapshot", "How one page load performed.")
            .take(
                shape("PostedPerformance"),
                json!({
                    "url": "/cart",
                    "timestamp": 1_767_323_045_678_i64,
                    "timing": {"load": 812, "largestContentfulPaint": 640},
                    "cumulativeLayoutShift": 0.02,
                }),
            )
            .answer(object(
                "",
                &[
                    ("received", json!({"type": "boolean"}), ""),
                    ("baseline_updated", json!({"type": "boolean"}), ""),
                ],
            )),
        get("/performance-snapshot", "The newest snapshot of a page, and what is usual for it.")
            .since()
            .by_page()
            .answer(performance()),
        get("/page-loads", "How each page loaded, load after load; the one loaded last first.")
            .answer(page_loads()),
        post("/dom-snapshots", "Outlines of the page for assertions.")
            .take(
                shape("DomSnapshotBatch"),
                json!({"snapshots": [{
                    "url": "http://localhost:3000/cart",
                    "title": "Cart",
                    "elements": [{"role": "heading", "level": 1, "text": "Cart", "visible": true}],
                }]}),
            )
            .answer(shape("Receipt")),
        post("/screenshots", "A picture of the page.")
            .take(
                shape("PostedScreenshot"),
                json!({
                    "dataUrl": ONE_PIXEL,
                    "url": "http://localhost:3000/cart",
                    "trigger": "error",
                }),
            )
            .answer(object("", &[("id", json!({"type": "string"}), "Names the picture.")])),
        get("/screenshots", "The records of screenshots, newest first.")
            .since()
            .answer(list("screenshots", Kind::Screenshots)),
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
            .answer(object(
                "",
                &[
                    ("received", json!({"type": "boolean", "const": true}), ""),
                    (
                        "map_url?",
                        json!({"type": "string"}),
                        "Where the `script` that was sent has its map: the sender is to fetch it, and send it.",
                    ),
                ],
            )),
        get("/source-maps", "The scripts of errors whose maps the server may not fetch.")
            .since()
            .answer(object(
                "",
                &[
                    ("count", json!({"type": "integer", "minimum": 0}), ""),
                    ("wanted", json!({"type": "array", "items": {"type": "string"}}), ""),
                ],
            )),
        get("/snapshot", "Everything captured, of one test or of all, oldest first.")
            .since()
            .without_tests()
            .answer(shape("Snapshot")),
        get("/security-audit", "What the captured traffic gives away, down to `info`.")
            .since()
            .answer(shape("SecurityReport")),
        get("/openapi", "A sketch of the API that pages were seen to call, as OpenAPI 3.1.")
            .answer(json!({"type": "object", "required": ["openapi", "info", "paths"]})),
        post("/clear", CLEAR).take_optional(shape("ClearRequest"), clear()).answer(cleared()),
        delete("/clear", CLEAR).take_optional(shape("ClearRequest"), clear()).answer(cleared()),
        post("/test-boundary", "A runner says that a test starts or ends.")
            .take(
                shape("Boundary"),
                json!({"test_id": "chromium › cart.spec.ts › pays", "action": "start"}),
            )
            .answer(object(
                "",
                &[
                    ("test_id", json!({"type": "string"}), ""),
                    ("action", json!({"enum": ["start", "end"]}), ""),
                    ("timestamp", json!({"type": "string", "format": "date-time"}), ""),
                ],
            )),
        get("/tests", "One record a test of the run, kept after `/clear`.")
            .of_test()
            .answer(tests()),
    ]
}

const CLEAR: &str = "Forgets what was captured, all of it or one test's; records of tests stay.";

/// A PNG of one pixel.
const ONE_PIXEL: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlE\
                         QVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn get(path: &'static str, summary: &'static str) -> Route {
    Route::new(Method::GET, path, summary)
}

fn post(path: &'static str, summary: &'static str) -> Route {
    Route::new(Method::POST, path, summary)
}

fn delete(path: &'static str, summary: &'static str) -> Route {
    Route::new(Method::DELETE, path, summary)
}

impl Route {
    /// A route with the refusals that come before any path is looked at.
    fn new(method: Method, path: &'static str, summary: &'static str) -> Self {
        let door = access::door(&method, path);
        let route = Self {
            method,
            path,
            door,
            summary,
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

    /// Answers only what came after a moment, and only of one test if one is named.
    fn since(mut self) -> Self {
        self.parameters.push(Parameter {
            name: "since",
            place: Place::Query,
            meaning: "Only what came after: a cursor (`c42`), an RFC 3339 time or epoch \
                      milliseconds.",
            schema: json!({"type": "string", "anyOf": [
                {"pattern": "^c[0-9]{1,19}$"},
                {"pattern": "^[0-9]{1,14}$"},
                {"format": "date-time"},
            ]}),
            example: "c42",
        });
        self.of_test()
    }

    fn without_tests(mut self) -> Self {
        self.parameters.push(Parameter {
            name: "tests",
            place: Place::Query,
            meaning: "`false` leaves out `tests` and `places`, which are always told whole.",
            schema: json!({"type": "boolean"}),
            example: "false",
        });
        self
    }

    fn of_test(mut self) -> Self {
        self.parameters.push(Parameter {
            name: "test_id",
            place: Place::Query,
            meaning: "Only what belongs to this test.",
            schema: json!({"type": "string"}),
            example: "login",
        });
        self.reject(400, "`since` is no cursor and no time.")
    }

    fn by_page(mut self) -> Self {
        self.parameters.push(Parameter {
            name: "url",
            place: Place::Query,
            meaning: "The page, by its path as it was sent; default: the page seen last.",
            schema: json!({"type": "string"}),
            example: "/cart",
        });
        self
    }

    fn of_script(mut self) -> Self {
        self.parameters.push(Parameter {
            name: "test_id",
            place: Place::Query,
            meaning: "The test whose pages load it.",
            schema: json!({"type": "string", "maxLength": ENVELOPE_MEMBER_MAX_CHARS}),
            example: "login",
        });
        self.parameters.push(Parameter {
            name: "mode",
            place: Place::Query,
            meaning: "`errors-only` sends requests that went well without bodies and headers.",
            schema: json!({"type": "string", "enum": ["all", "errors-only"]}),
            example: "all",
        });
        self.add(200, "The script.".to_owned(), Content::Script)
            .reject(400, "`mode` is unknown, or `test_id` too long.")
    }

    fn of_events(mut self) -> Self {
        let category = json!({"type": "string", "enum": Category::ALL.map(Category::name)});
        let mut add = |name, meaning, schema, example| {
            let place = Place::Query;
            self.parameters.push(Parameter { name, place, meaning, schema, example });
        };
        let many = json!({"type": "array", "items": category});
        add("events", "Only these, with commas between them.", many, "errors,network_errors");
        let text = json!({"type": "string"});
        add("url_filter", "Only what has this in its URL or its page's.", text, "/checkout");
        let seconds = json!({
            "type": "number", "minimum": THROTTLE_MIN_SECONDS, "maximum": THROTTLE_MAX_SECONDS,
        });
        add("throttle_seconds", "Least seconds between two events; 5 by default.", seconds, "5");
        self.add(200, "Each `data` is one event.".to_owned(), Content::Events(signal(&category)))
            .reject(400, "An event is unknown, or `throttle_seconds` out of range.")
            .reject(503, "Too many streams at once; `Retry-After` says when to come again.")
    }

    fn of_pulses(self) -> Self {
        let count = json!({"type": "integer", "minimum": 0});
        let pulse = object(
            "How far the journal has got.",
            &[
                ("run", json!({"type": "integer"}), "When the server was started, in ms."),
                ("cursor", json!({"type": "string"}), "The newest event."),
                ("cleared", count.clone(), "How often something was taken away."),
                ("tests", count, "How often the records of tests have changed."),
            ],
        );
        self.add(200, "Each `data` is one pulse.".to_owned(), Content::Events(pulse))
            .reject(503, "Too many streams at once; `Retry-After` says when to come again.")
    }

    fn of_errands(mut self) -> Self {
        self.parameters.push(Parameter {
            name: "client",
            place: Place::Query,
            meaning: "Who asks, by a name no other driver has: asking again ends the question and \
                      gives up the errand before.",
            schema: json!({"type": "string", "maxLength": limits::DRIVER_NAME_MAX_CHARS}),
            example: "attach",
        });
        let errands = json!({"type": "array", "items": shape("DriverErrand"), "maxItems": 1});
        self.answer(object("", &[("errands", errands, "Empty after a while: ask again.")]))
            .reject(400, "`client` is too long.")
            .reject(503, "Too many drivers wait; `Retry-After` says when to come again.")
    }

    fn of_picture(mut self) -> Self {
        self.parameters.push(Parameter {
            name: "id",
            place: Place::Path,
            meaning: "The `id` of its record.",
            schema: json!({"type": "integer", "minimum": 1}),
            example: "1",
        });
        self.add(200, "The picture.".to_owned(), Content::Png)
            .reject(404, "There is no such picture, or it is no longer held.")
    }

    fn answer(self, schema: Value) -> Self {
        self.add(200, "As asked.".to_owned(), Content::Json(schema))
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

fn root() -> Value {
    let names = ["name", "version", "health", "logs", "snapshot", "mcp"];
    object("", &names.map(|name| (name, json!({"type": "string"}), "")))
}

fn signal(category: &Value) -> Value {
    let text = json!({"type": "string"});
    object(
        "Something worth telling unasked.",
        &[
            ("category", category.clone(), ""),
            ("severity", json!({"type": "string", "enum": ["error", "warning"]}), ""),
            ("message", text, ""),
            ("timestamp", json!({"type": "string", "format": "date-time"}), "When it happened."),
            (
                "context",
                json!({"type": "object"}),
                "What it is about; `batch` has what came with it, `batch_left` counts the rest.",
            ),
        ],
    )
}

fn cleared_logs() -> Value {
    object("", &[("cleared", json!({"type": "boolean", "const": true}), "")])
}

fn clear() -> Value {
    json!({"test_id": "login"})
}

fn cleared() -> Value {
    let count = json!({"type": "integer", "minimum": 0});
    let by_kind = json!({"type": "object", "additionalProperties": count});
    object(
        "",
        &[
            ("cleared", json!({"type": "boolean", "const": true}), ""),
            ("entries_removed", count, "Events removed."),
            ("removed", by_kind, "The same by kind of event."),
        ],
    )
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

fn page_loads() -> Value {
    let text = json!({"type": "string"});
    let count = json!({"type": "integer", "minimum": 0});
    let figures = json!({"type": "object", "additionalProperties": {"type": "number"}});
    let load = object(
        "",
        &[
            ("timestamp", json!({"type": "string", "format": "date-time"}), ""),
            ("seq", json!({"type": "string"}), "Its place in the journal."),
            ("figures", figures, "By the names `check_performance` has for them."),
            ("test_id?", text.clone(), ""),
        ],
    );
    let page = object(
        "",
        &[
            ("url", text.clone(), "Its path."),
            ("origin?", text, ""),
            ("way", json!({"enum": ["load", "route", "restored"]}), "How it came to be shown."),
            ("loads", json!({"type": "array", "items": load}), "Oldest first."),
            ("forgotten", count.clone(), "Loads for which there was no room."),
        ],
    );
    let pages = json!({"type": "array", "items": page});
    object("", &[("pages", pages, ""), ("count", count, "How many are listed.")])
}

fn tests() -> Value {
    let records = json!({"type": "array", "items": shape("TestRecord")});
    let count = json!({"type": "integer", "minimum": 0});
    object("", &[("tests", records, ""), ("count", count, "How many are listed.")])
}
