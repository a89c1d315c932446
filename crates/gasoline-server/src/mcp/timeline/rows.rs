//! The entries of a timeline as JSON, in the specification's words.

use gasoline_analysis::timeline::{Background, Cause, Entry, Request, What};
use gasoline_protocol::event::Level;
use gasoline_protocol::events::action::{ActionType, EnhancedAction, Selectors};
use gasoline_protocol::events::websocket::{Direction, SocketEvent};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Number, Value};

use crate::limits;
use crate::mcp::response::show::{self, number};
use crate::pictures::Held;

/// One entry: what the specification names, then what we know besides.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct TimelineRow {
    /// Milliseconds since 1970.
    ts: i64,
    #[serde(flatten)]
    what: WhatRow,
    seq: u64,
    /// The `seq` of the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    caused_by: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", rename_all_fields = "camelCase")]
enum WhatRow {
    Action {
        #[serde(rename = "type")]
        action: ActionType,
        #[serde(skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        selectors: Option<Box<SelectorsRow>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        input_type: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        from_url: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        to_url: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        selected_value: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        selected_text: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        scroll_x: Option<Number>,
        #[serde(skip_serializing_if = "Option::is_none")]
        scroll_y: Option<Number>,
        #[serde(skip_serializing_if = "Option::is_none")]
        checked: Option<bool>,
        /// The URL of the frame.
        #[serde(skip_serializing_if = "Option::is_none")]
        frame: Option<String>,
    },
    Network {
        method: String,
        url: String,
        /// 0 when there was no response.
        status: u16,
        /// Milliseconds.
        #[serde(skip_serializing_if = "Option::is_none")]
        duration: Option<Number>,
        #[serde(skip_serializing_if = "Option::is_none")]
        content_type: Option<String>,
        /// Names and types of the response; null where it is not JSON or was truncated.
        #[serde(skip_serializing_if = "Option::is_none")]
        response_shape: Option<Value>,
        /// Why there was no response.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<String>,
        /// No action caused it.
        #[serde(skip_serializing_if = "Option::is_none")]
        background: Option<Background>,
    },
    Console {
        level: Level,
        message: String,
        source: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        /// How often the line came in a row.
        #[serde(skip_serializing_if = "Option::is_none")]
        repeated: Option<u64>,
    },
    WebSocket {
        event: SocketEvent,
        /// The connection.
        id: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        direction: Option<Direction>,
        /// Bytes of the complete message.
        #[serde(skip_serializing_if = "Option::is_none")]
        size: Option<Number>,
        #[serde(skip_serializing_if = "Option::is_none")]
        data: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        code: Option<Number>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    Screenshot {
        id: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        trigger: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        action_id: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        error_id: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        selector: Option<String>,
        /// The image is no longer stored.
        #[serde(skip_serializing_if = "Option::is_none")]
        evicted: Option<bool>,
    },
    /// Scripts are written from these; `get_session_timeline` does not include them.
    #[schemars(skip)]
    Outline {
        #[serde(skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
}

/// The ways to find an element again, as they were captured.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SelectorsRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    test_id: Option<String>,
    /// Where it is not `data-testid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    test_id_attribute: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    aria_label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<RoleRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    css_path: Option<String>,
    /// In the words of Playwright.
    #[serde(skip_serializing_if = "Option::is_none")]
    locator: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct RoleRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

impl TimelineRow {
    pub(in crate::mcp) fn new(entry: &Entry<'_>, held: &Held) -> Self {
        Self {
            ts: entry.time.as_ms(),
            what: WhatRow::new(&entry.what, held),
            seq: entry.seq.0,
            caused_by: entry.caused_by.map(|action| action.0),
            test_id: text(entry.test),
        }
    }
}

impl WhatRow {
    fn new(what: &What<'_>, held: &Held) -> Self {
        match what {
            What::Action(action) => Self::action(action),
            What::Request(request) => Self::request(request),
            What::Console(line) => Self::Console {
                level: line.level,
                message: short(&line.said()),
                source: short(line.origin()),
                url: text(line.url.as_deref()),
                repeated: line.repeated,
            },
            What::Socket(socket) => Self::WebSocket {
                event: socket.event,
                id: short(&socket.id),
                url: text(socket.url.as_deref()),
                direction: socket.direction,
                size: socket.size.map(number),
                data: text(socket.data.as_deref()),
                code: socket.code.map(number),
                reason: text(socket.reason.as_deref()),
            },
            What::Screenshot(screenshot) => Self::Screenshot {
                id: short(&screenshot.id),
                url: text(screenshot.url.as_deref()),
                trigger: text(screenshot.trigger.as_deref()),
                action_id: text(screenshot.action_id.as_deref()),
                error_id: text(screenshot.error_id.as_deref()),
                selector: text(screenshot.selector.as_deref()),
                evicted: (!held.has(&screenshot.id)).then_some(true),
            },
            What::Outline(outline) => Self::Outline {
                url: text(outline.url.as_deref()),
                title: text(outline.title.as_deref()),
            },
        }
    }

    fn action(action: &EnhancedAction<'_>) -> Self {
        Self::Action {
            action: action.kind,
            url: text(action.url.as_deref()),
            selectors: action.selectors.as_ref().map(|found| Box::new(SelectorsRow::new(found))),
            value: text(action.value.as_deref()),
            input_type: text(action.input_type.as_deref()),
            key: text(action.key.as_deref()),
            from_url: text(action.from_url.as_deref()),
            to_url: text(action.to_url.as_deref()),
            selected_value: text(action.selected_value.as_deref()),
            selected_text: text(action.selected_text.as_deref()),
            scroll_x: action.scroll_x.map(number),
            scroll_y: action.scroll_y.map(number),
            checked: action.checked,
            frame: text(action.frame.as_ref().and_then(|frame| frame.url.as_deref())),
        }
    }

    fn request(request: &Request<'_>) -> Self {
        let body = request.body;
        let shape = request.shape.as_ref().map(|shape| shape.to_json(limits::SHAPE_SHOWN_LEVELS));
        let has_type = body.content_type.as_deref().is_some_and(|kind| !kind.is_empty());
        let background = match request.cause {
            Cause::Background(background) => Some(background),
            Cause::Action(_) | Cause::PageLoad(_) => None,
        };
        Self::Network {
            method: short(&body.method),
            url: short(&body.url),
            status: body.status,
            duration: body.duration.map(number),
            content_type: text(body.content_type.as_deref()),
            response_shape: shape.or(has_type.then_some(Value::Null)),
            error: text(body.error.as_deref()),
            background,
        }
    }
}

impl SelectorsRow {
    fn new(selectors: &Selectors<'_>) -> Self {
        Self {
            test_id: text(selectors.test_id.as_deref()),
            test_id_attribute: text(selectors.test_id_attribute.as_deref()),
            aria_label: text(selectors.aria_label.as_deref()),
            role: selectors.role.as_ref().map(|role| RoleRow {
                role: text(role.role.as_deref()),
                name: text(role.name.as_deref()),
            }),
            id: text(selectors.id.as_deref()),
            text: text(selectors.text.as_deref()),
            css_path: text(selectors.css_path.as_deref()),
            locator: text(selectors.locator.as_deref()),
        }
    }
}

fn text(text: Option<&str>) -> Option<String> {
    text.map(short)
}

fn short(text: &str) -> String {
    show::truncated(text, limits::MESSAGE_SHOWN_CHARS)
}
