//! The entries of a timeline as JSON, in the specification's words.

use gasoline_analysis::timeline::{Background, Cause, Entry, Request, What};
use gasoline_protocol::action::{EnhancedAction, Selectors};
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::page::{DomSnapshot, Screenshot};
use gasoline_protocol::websocket::WebSocketEvent;
use serde_json::{Map, Value, json};

use crate::mcp::show;
use crate::pictures::Held;
use crate::{exit, limits};

/// One entry: what the specification names, then what we know besides.
pub(in crate::mcp) fn row(entry: &Entry<'_>, held: &Held) -> Value {
    let mut row = Members::default();
    row.value("ts", json!(entry.time.as_ms()));
    match &entry.what {
        What::Action(action) => row.action(action),
        What::Request(request) => row.request(request),
        What::Console(entry) => row.console(entry),
        What::Socket(socket) => row.socket(socket),
        What::Screenshot(screenshot) => row.screenshot(screenshot, held),
        What::Outline(outline) => row.outline(outline),
    }
    row.value("seq", json!(entry.seq.0));
    if let Some(action) = entry.caused_by {
        row.value("caused_by", json!(action.0));
    }
    row.text("test_id", entry.test);
    Value::Object(row.0)
}

/// The word for what makes requests by itself.
pub(super) fn background(by_itself: Background) -> &'static str {
    match by_itself {
        Background::Polling => "polling",
        Background::Analytics => "analytics",
        Background::HotReload => "hot_reload",
        Background::Static => "static",
        Background::Noise => "noise",
        Background::Late => "late",
    }
}

/// The members of an object; what is not there is left out.
#[derive(Default)]
struct Members(Map<String, Value>);

impl Members {
    fn value(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    fn text(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.value(name, json!(show::clip(text, limits::MESSAGE_SHOWN_CHARS)));
        }
    }

    fn number(&mut self, name: &str, number: Option<f64>) {
        if let Some(number) = number {
            self.value(name, plain(number));
        }
    }

    fn action(&mut self, action: &EnhancedAction<'_>) {
        self.value("kind", json!("action"));
        self.value("type", json!(action.kind.name()));
        self.text("url", action.url.as_deref());
        if let Some(selectors) = &action.selectors {
            self.value("selectors", selectors_of(selectors));
        }
        self.text("value", action.value.as_deref());
        self.text("inputType", action.input_type.as_deref());
        self.text("key", action.key.as_deref());
        self.text("fromUrl", action.from_url.as_deref());
        self.text("toUrl", action.to_url.as_deref());
        self.text("selectedValue", action.selected_value.as_deref());
        self.text("selectedText", action.selected_text.as_deref());
        self.number("scrollX", action.scroll_x);
        self.number("scrollY", action.scroll_y);
        if let Some(checked) = action.checked {
            self.value("checked", json!(checked));
        }
        self.text("frame", action.frame.as_ref().and_then(|frame| frame.url.as_deref()));
    }

    fn request(&mut self, request: &Request<'_>) {
        let body = request.body;
        self.value("kind", json!("network"));
        self.text("method", Some(&body.method));
        self.text("url", Some(&body.url));
        self.value("status", json!(body.status));
        self.number("duration", body.duration);
        self.text("contentType", body.content_type.as_deref());
        let has_type = body.content_type.as_deref().is_some_and(|kind| !kind.is_empty());
        if let Some(shape) = &request.shape {
            self.value(exit::SHAPE, shape.to_json(limits::SHAPE_SHOWN_LEVELS));
        } else if has_type {
            self.value(exit::SHAPE, Value::Null);
        }
        self.text("error", body.error.as_deref());
        if let Cause::Background(by_itself) = request.cause {
            self.value("background", json!(background(by_itself)));
        }
    }

    fn console(&mut self, entry: &LogEntry<'_>) {
        self.value("kind", json!("console"));
        self.value("level", json!(entry.level));
        self.text("message", Some(&entry.said()));
        self.text("source", Some(entry.origin()));
        self.text("url", entry.url.as_deref());
        if let Some(repeated) = entry.repeated {
            self.value("repeated", json!(repeated));
        }
    }

    fn socket(&mut self, socket: &WebSocketEvent<'_>) {
        self.value("kind", json!("websocket"));
        self.value("event", json!(socket.event));
        self.text("id", Some(&socket.id));
        self.text("url", socket.url.as_deref());
        if let Some(direction) = socket.direction {
            self.value("direction", json!(direction));
        }
        self.number("size", socket.size);
        self.text("data", socket.data.as_deref());
        self.number("code", socket.code);
        self.text("reason", socket.reason.as_deref());
    }

    fn screenshot(&mut self, screenshot: &Screenshot<'_>, held: &Held) {
        self.value("kind", json!("screenshot"));
        self.text("id", Some(&screenshot.id));
        self.text("url", screenshot.url.as_deref());
        self.text("trigger", screenshot.trigger.as_deref());
        self.text("actionId", screenshot.action_id.as_deref());
        self.text("errorId", screenshot.error_id.as_deref());
        self.text("selector", screenshot.selector.as_deref());
        if !held.has(&screenshot.id) {
            self.value("evicted", json!(true));
        }
    }

    fn outline(&mut self, outline: &DomSnapshot<'_>) {
        self.value("kind", json!("outline"));
        self.text("url", outline.url.as_deref());
        self.text("title", outline.title.as_deref());
    }
}

/// The ways to find an element again, as they were captured.
fn selectors_of(selectors: &Selectors<'_>) -> Value {
    let mut found = Members::default();
    found.text("testId", selectors.test_id.as_deref());
    found.text("testIdAttribute", selectors.test_id_attribute.as_deref());
    found.text("ariaLabel", selectors.aria_label.as_deref());
    if let Some(role) = &selectors.role {
        let mut named = Members::default();
        named.text("role", role.role.as_deref());
        named.text("name", role.name.as_deref());
        found.value("role", Value::Object(named.0));
    }
    found.text("id", selectors.id.as_deref());
    found.text("text", selectors.text.as_deref());
    found.text("cssPath", selectors.css_path.as_deref());
    found.text("locator", selectors.locator.as_deref());
    Value::Object(found.0)
}

/// A whole number without its `.0`.
fn plain(number: f64) -> Value {
    // The cast saturates, and what it changes stays as it is.
    #[expect(clippy::cast_possible_truncation)]
    let whole = number as i64;
    #[expect(clippy::cast_precision_loss)]
    let is_whole = (whole as f64 - number).abs() < f64::EPSILON;
    if is_whole { json!(whole) } else { json!(number) }
}
