//! The events that are sent: like those of a real page in size and shape.

use gasoline_protocol::Timestamp;
use serde_json::{Value, json};

/// Entries in one batch, as our clients send them.
pub(super) const BATCH: usize = 50;

/// When the session begins that the events are of; it lasts forty seconds.
const START_MS: u64 = 1_767_323_045_000;

/// So many milliseconds into the session, as our clients write it.
pub(super) fn time(ms: usize) -> String {
    let ms = START_MS + ms as u64;
    Timestamp::saturating_from_ms(i64::try_from(ms).unwrap_or(i64::MAX)).to_string()
}

/// A log entry of about 430 bytes, as a small application logs one.
pub(super) fn entry(number: usize) -> Value {
    let level = ["log", "info", "warn", "error", "debug"][number % 5];
    json!({
        "level": level,
        "message": format!("Order {number} could not be loaded: TypeError: Cannot read properties of undefined (reading 'total')"),
        "args": ["Order could not be loaded", {"order": number, "attempt": 2, "cached": false}],
        "source": "console",
        "timestamp": time(number * 40),
        "url": "http://localhost:3000/orders/list?page=2",
        "stack": "TypeError: Cannot read\n    at load (http://localhost:3000/app.js:120:15)",
        "tabId": 7,
        "id": format!("e{number}"),
    })
}

pub(super) fn batch(number: usize) -> String {
    let entries: Vec<Value> = (0..BATCH).map(|index| entry(number * BATCH + index)).collect();
    json!({ "entries": entries }).to_string()
}

pub(super) fn entry_bytes() -> usize {
    batch(0).len() / BATCH
}

/// A request with bodies of a few kilobytes.
pub(super) fn request(number: usize) -> Value {
    let rows: Vec<Value> = (0..60)
        .map(|row| json!({"id": row, "name": format!("item {row}"), "price": 12.5, "tags": ["a", "b"]}))
        .collect();
    json!({
        "method": "GET",
        "url": format!("http://localhost:3000/api/orders/{number}?expand=items"),
        "status": if number.is_multiple_of(5) { 500 } else { 200 },
        "duration": 12 + number,
        "requestBody": json!({"filter": "open", "page": number}).to_string(),
        "responseBody": json!({ "items": rows }).to_string(),
        "contentType": "application/json",
        "responseHeaders": {"content-type": "application/json", "x-request-id": format!("r{number}")},
        "timestamp": time(number * 400),
        "pageUrl": "http://localhost:3000/orders",
    })
}

fn socket(number: usize) -> Value {
    let event = if number < 5 { "open" } else { "message" };
    json!({
        "event": event, "id": format!("ws{}", number % 5), "url": "ws://localhost:3000/live",
        "direction": "incoming", "size": 300, "timestamp": time(number * 80),
        "data": json!({"type": "tick", "n": number, "text": "x".repeat(250)}).to_string(),
    })
}

pub(super) fn action(number: usize) -> Value {
    json!({
        "type": "click", "timestamp": START_MS + number as u64 * 800,
        "url": "http://localhost:3000/orders",
        "selectors": {"testId": format!("row-{number}"), "role": {"role": "button", "name": "Open"}, "cssPath": "main > ul > li > button"},
    })
}

/// Bodies that fill every ring, with their paths.
pub(super) fn full_buffers() -> Vec<(&'static str, String)> {
    let list = |name: &str, count: usize, make: fn(usize) -> Value| {
        let events: Vec<Value> = (0..count).map(make).collect();
        json!({ name: events }).to_string()
    };
    let mut bodies = vec![
        ("/logs", list("entries", 1_000, entry)),
        ("/network-bodies", list("bodies", 100, request)),
        ("/websocket-events", list("events", 500, socket)),
        ("/enhanced-actions", list("actions", 50, action)),
    ];
    bodies.extend((0..PAGE_LOADS).map(|number| ("/performance-snapshot", load(number))));
    bodies
}

/// Twenty pages, loaded and come to by a change of route, thirty times each.
const PAGE_LOADS: usize = 20 * 2 * 30;

fn load(number: usize) -> String {
    let way = if number.is_multiple_of(2) { "navigate" } else { "soft-navigation" };
    let milliseconds = 800 + number * 7919 % 400;
    json!({
        "id": format!("load-{number}"), "url": format!("/page/{}", number / 2 % 20),
        "origin": "http://localhost:3000", "navigationType": way,
        "timing": {"timeToFirstByte": 20, "firstContentfulPaint": milliseconds,
                   "largestContentfulPaint": milliseconds + 90, "domContentLoaded": milliseconds,
                   "load": milliseconds + 100, "interactionToNextPaint": 80},
        "network": {"requestCount": 40, "transferSize": 900_000, "decodedSize": 2_000_000,
                    "byType": {"script": {"count": 9, "size": 700_000}},
                    "slowestRequests": [{"url": "http://localhost:3000/a.js", "duration": 90, "size": 1}]},
        "longTasks": {"count": 3, "totalBlockingTime": 200, "longest": 120},
        "cumulativeLayoutShift": 0.02,
    })
    .to_string()
}
