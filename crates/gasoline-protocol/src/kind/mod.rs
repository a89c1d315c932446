//! The kinds of events, as one table. Routes, access rules, the extension's socket, `gasoline attach`,
//! the rings, resources, OpenAPI, the docs and the browser's routes iterate it.

pub mod limits;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::event::EventView;

crate::wire_enum! {
    /// The kinds of events. The order is the order of every listing.
    // The names are those in `/health`, `/snapshot`, `/clear` and saved files.
    #[derive(PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
    pub enum Kind {
        Logs = "logs",
        NetworkBodies = "network_bodies",
        WebsocketEvents = "websocket_events",
        EnhancedActions = "enhanced_actions",
        Performance = "performance",
        DomSnapshots = "dom_snapshots",
        Screenshots = "screenshots",
    }
}

/// A kind as a type, so that code can be written once for all kinds; see [`with_kind!`].
///
/// [`with_kind!`]: crate::with_kind
pub trait EventKind {
    const KIND: Kind;
    /// One event, borrowed from its JSON.
    type View<'a>: EventView<'a>;
}

/// Evaluates an expression with the type of a kind that is known only at run time:
/// `with_kind!(kind, K => draft::<K>(json))`. A kind that is not listed here does not compile.
#[macro_export]
macro_rules! with_kind {
    ($kind:expr, $type:ident => $body:expr) => {
        $crate::with_kind!(@ $kind, $type => $body,
            Logs: console::Logs,
            NetworkBodies: network::NetworkBodies,
            WebsocketEvents: websocket::WebSocketEvents,
            EnhancedActions: action::EnhancedActions,
            Performance: performance::PerformanceSnapshots,
            DomSnapshots: page::DomSnapshots,
            Screenshots: page::Screenshots,
        )
    };
    (@ $kind:expr, $type:ident => $body:expr, $($variant:ident: $module:ident::$marker:ident,)+) => {
        match $kind {
            $($crate::Kind::$variant => {
                type $type = $crate::events::$module::$marker;
                $body
            })+
        }
    };
}

/// What is known of a kind besides the type of its events.
#[derive(Debug)]
pub struct KindInfo {
    pub kind: Kind,
    /// The path that takes the events, and lists them.
    pub path: &'static str,
    pub body: PostBody,
    /// The schema of the body that is posted.
    pub body_schema: &'static str,
    /// One sentence on what is posted.
    pub summary: &'static str,
    /// One event (of [`PostBody::Screenshot`]: one body) as JSON.
    pub example: &'static str,
    /// The array in bodies and responses; `None`: events travel alone.
    pub list: Option<&'static str>,
    pub get: GetResponse,
    /// Whether `DELETE` clears the events.
    pub has_delete: bool,
    /// One event, in an error message to its sender.
    pub noun: &'static str,
    /// The events, in a message to a reader.
    pub plural: &'static str,
    /// The name in capture scripts and in `dropped`; `None`: not captured by a script.
    pub client_name: Option<&'static str>,
    /// The storage key of the extension's switch.
    pub setting: Option<&'static str>,
    pub resource: Option<Resource>,
    pub ring: RingLimits,
}

/// What a `POST` to the path of a kind takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostBody {
    /// Events in [`KindInfo::list`], with an envelope around it.
    Batch,
    /// One event, with the envelope inside.
    Single,
    /// An image, from which the server makes the event.
    Screenshot,
}

/// What a `GET` of the path of a kind returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GetResponse {
    OldestFirst,
    NewestFirst,
    /// The newest performance snapshot of a page, with its baseline.
    PageBaseline,
    /// The path takes no `GET`.
    Nothing,
}

/// An event by its own address: `gasoline://<name>/42`.
#[derive(Debug, Clone, Copy)]
pub struct Resource {
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
}

/// What one test or session keeps of a kind.
#[derive(Debug, Clone, Copy)]
pub struct RingLimits {
    pub max_events: usize,
    pub max_bytes: usize,
}

/// Every kind, in the order of [`Kind`].
pub static KINDS: [KindInfo; Kind::ALL.len()] = [
    KindInfo {
        kind: Kind::Logs,
        path: "/logs",
        body: PostBody::Batch,
        body_schema: "LogBatch",
        summary: "Console lines, exceptions, unhandled rejections.",
        example: r#"{
            "level": "error",
            "message": "Uncaught TypeError: cart is undefined",
            "source": "exception",
            "url": "http://localhost:3000/cart",
            "timestamp": "2026-01-02T03:04:05.678Z"
        }"#,
        list: Some("entries"),
        get: GetResponse::OldestFirst,
        has_delete: true,
        noun: "entry",
        plural: "log entries",
        client_name: Some("log"),
        setting: None,
        resource: Some(Resource {
            name: "log",
            title: "log entry",
            description: "A log entry with its whole stack and context",
        }),
        ring: RingLimits { max_events: limits::LOGS_MAX_EVENTS, max_bytes: limits::LOGS_MAX_BYTES },
    },
    KindInfo {
        kind: Kind::NetworkBodies,
        path: "/network-bodies",
        body: PostBody::Batch,
        body_schema: "NetworkBatch",
        summary: "Requests with their bodies.",
        example: r#"{
            "method": "POST",
            "url": "http://localhost:3000/api/orders",
            "status": 500,
            "duration": 41,
            "requestBody": "{\"item\":7}",
            "responseBody": "{\"error\":\"out of stock\"}"
        }"#,
        list: Some("bodies"),
        get: GetResponse::NewestFirst,
        has_delete: false,
        noun: "body",
        plural: "requests",
        client_name: Some("network"),
        setting: Some("networkBodyCaptureEnabled"),
        resource: Some(Resource {
            name: "network",
            title: "request",
            description: "A request with its whole captured bodies",
        }),
        ring: RingLimits {
            max_events: limits::NETWORK_MAX_EVENTS,
            max_bytes: limits::NETWORK_MAX_BYTES,
        },
    },
    KindInfo {
        kind: Kind::WebsocketEvents,
        path: "/websocket-events",
        body: PostBody::Batch,
        body_schema: "WebSocketBatch",
        summary: "What WebSocket connections did and said.",
        example: r#"{
            "event": "message",
            "id": "ws-1",
            "url": "ws://localhost:3000/live",
            "direction": "incoming",
            "data": "{\"type\":\"tick\"}"
        }"#,
        list: Some("events"),
        get: GetResponse::NewestFirst,
        has_delete: false,
        noun: "event",
        plural: "WebSocket events",
        client_name: Some("websocket"),
        setting: Some("webSocketCaptureEnabled"),
        resource: Some(Resource {
            name: "websocket",
            title: "WebSocket event",
            description: "A WebSocket event with its whole data",
        }),
        ring: RingLimits {
            max_events: limits::WEBSOCKET_MAX_EVENTS,
            max_bytes: limits::WEBSOCKET_MAX_BYTES,
        },
    },
    KindInfo {
        kind: Kind::EnhancedActions,
        path: "/enhanced-actions",
        body: PostBody::Batch,
        body_schema: "ActionBatch",
        summary: "What the user did.",
        example: r#"{
            "type": "click",
            "timestamp": 1767323045678,
            "url": "http://localhost:3000/cart",
            "selectors": {"testId": "pay", "role": {"role": "button", "name": "Pay"}}
        }"#,
        list: Some("actions"),
        get: GetResponse::NewestFirst,
        has_delete: false,
        noun: "action",
        plural: "user actions",
        client_name: Some("action"),
        setting: Some("actionReplayEnabled"),
        resource: None,
        ring: RingLimits {
            max_events: limits::ACTIONS_MAX_EVENTS,
            max_bytes: limits::ACTIONS_MAX_BYTES,
        },
    },
    KindInfo {
        kind: Kind::Performance,
        path: "/performance-snapshot",
        body: PostBody::Single,
        body_schema: "PostedPerformance",
        summary: "How one page load performed.",
        example: r#"{
            "url": "/cart",
            "timestamp": 1767323045678,
            "timing": {"load": 812, "largestContentfulPaint": 640},
            "cumulativeLayoutShift": 0.02
        }"#,
        list: None,
        get: GetResponse::PageBaseline,
        has_delete: false,
        noun: "snapshot",
        plural: "performance snapshots",
        client_name: Some("performance"),
        setting: Some("performanceSnapshotEnabled"),
        resource: None,
        ring: RingLimits {
            max_events: limits::PERFORMANCE_MAX_EVENTS,
            max_bytes: limits::PERFORMANCE_MAX_BYTES,
        },
    },
    KindInfo {
        kind: Kind::DomSnapshots,
        path: "/dom-snapshots",
        body: PostBody::Batch,
        body_schema: "DomSnapshotBatch",
        summary: "Outlines of the page for assertions.",
        example: r#"{
            "url": "http://localhost:3000/cart",
            "title": "Cart",
            "elements": [{"role": "heading", "level": 1, "text": "Cart", "visible": true}]
        }"#,
        list: Some("snapshots"),
        get: GetResponse::Nothing,
        has_delete: false,
        noun: "snapshot",
        plural: "DOM outlines",
        client_name: Some("outline"),
        setting: Some("domSnapshotEnabled"),
        resource: None,
        ring: RingLimits {
            max_events: limits::OUTLINES_MAX_EVENTS,
            max_bytes: limits::OUTLINES_MAX_BYTES,
        },
    },
    KindInfo {
        kind: Kind::Screenshots,
        path: "/screenshots",
        body: PostBody::Screenshot,
        body_schema: "PostedScreenshot",
        summary: "A picture of the page.",
        // A PNG of one pixel.
        example: r#"{
            "dataUrl": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
            "url": "http://localhost:3000/cart",
            "trigger": "error"
        }"#,
        list: Some("screenshots"),
        get: GetResponse::NewestFirst,
        has_delete: false,
        noun: "screenshot",
        plural: "screenshots",
        client_name: None,
        setting: None,
        // Its address returns the image, not the event.
        resource: None,
        ring: RingLimits {
            max_events: limits::SCREENSHOT_RECORDS_MAX_EVENTS,
            max_bytes: limits::SCREENSHOT_RECORDS_MAX_BYTES,
        },
    },
];

impl Kind {
    pub fn info(self) -> &'static KindInfo {
        &KINDS[self as usize]
    }

    /// The kind whose events are posted to `path`.
    pub fn of_path(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.info().path == path)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;
    use crate::complaint::complaint;
    use crate::schema;

    #[test]
    fn every_row_is_at_the_place_of_its_kind() {
        for (index, info) in KINDS.iter().enumerate() {
            assert_eq!(info.kind as usize, index, "{:?}", info.kind);
            assert_eq!(with_kind!(info.kind, K => K::KIND), info.kind);
            assert_eq!(Kind::of_path(info.path), Some(info.kind));
        }
    }

    #[test]
    fn no_two_kinds_share_a_name() {
        let columns: [fn(&KindInfo) -> Option<&'static str>; 5] = [
            |info| Some(info.path),
            |info| Some(info.body_schema),
            |info| info.client_name,
            |info| info.setting,
            |info| info.resource.map(|resource| resource.name),
        ];
        for column in columns {
            let names: Vec<_> = KINDS.iter().filter_map(column).collect();
            let distinct: BTreeSet<_> = names.iter().collect();
            assert_eq!(distinct.len(), names.len(), "{names:?}");
        }
    }

    #[test]
    fn examples_are_events_of_their_kind() {
        for info in &KINDS {
            let example: Value = serde_json::from_str(info.example).expect("JSON");
            // The record of a screenshot is made from the image.
            if info.body != PostBody::Screenshot {
                assert_eq!(complaint(schema::of(info.kind), &example, "field"), None);
            }
        }
    }
}
