//! The WebSocket connections of a session: state, rates, last messages, the shape of what they say.

use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

use gasoline_protocol::Timestamp;
use gasoline_protocol::events::websocket::{Direction, SocketEvent, WebSocketEvent};
use gasoline_protocol::truncate::past_token;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits;

/// Every connection seen, oldest first.
#[derive(Debug, Default)]
pub struct Connections {
    active: VecDeque<Connection>,
    closed: VecDeque<Connection>,
    /// Connections that had to go to make room.
    pub forgotten: u64,
}

#[derive(Debug)]
struct Connection {
    id: String,
    url: String,
    state: &'static str,
    opened_at: Timestamp,
    closed: Option<Closing>,
    incoming: Flow,
    outgoing: Flow,
    shape: Shape,
    sampled: Option<String>,
    tab: Option<i64>,
}

#[derive(Debug)]
struct Closing {
    at: Timestamp,
    code: Option<f64>,
    reason: String,
}

/// The messages of one direction.
#[derive(Debug, Default)]
struct Flow {
    total: u64,
    bytes: f64,
    last: Option<(Timestamp, String)>,
    /// Messages in each of the latest seconds.
    recent: VecDeque<(i64, u64)>,
}

/// What the JSON messages look like.
#[derive(Debug, Default)]
struct Shape {
    keys: BTreeSet<String>,
    variants: BTreeSet<String>,
    messages: u64,
}

impl Connections {
    /// Takes an event into account.
    pub fn see(&mut self, event: &WebSocketEvent<'_>, at: Timestamp) {
        let index = match self.active.iter().position(|known| *known.id == *event.id) {
            Some(index) => index,
            None if event.event == SocketEvent::Close && self.is_closed(&event.id) => return,
            None => self.open(event, at),
        };
        let Some(connection) = self.active.get_mut(index) else { return };
        connection.see(event, at);
        if connection.closed.is_some()
            && let Some(connection) = self.active.remove(index)
        {
            self.closed.push_back(connection);
            if self.closed.len() > limits::CONNECTIONS_MAX_CLOSED {
                self.closed.pop_front();
                self.forgotten += 1;
            }
        }
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }

    pub fn len(&self) -> usize {
        self.active.len() + self.closed.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The table as it is answered, newest first.
    pub fn status(&self, now: Timestamp) -> SocketStatus {
        SocketStatus {
            connections: self.active.iter().rev().map(|active| active.row(now)).collect(),
            closed: self.closed.iter().rev().map(Connection::closed_row).collect(),
        }
    }

    fn is_closed(&self, id: &str) -> bool {
        self.closed.iter().any(|known| known.id == id)
    }

    fn open(&mut self, event: &WebSocketEvent<'_>, at: Timestamp) -> usize {
        if self.active.len() >= limits::CONNECTIONS_MAX_ACTIVE {
            self.active.pop_front();
            self.forgotten += 1;
        }
        self.active.push_back(Connection {
            id: kept_text(&event.id, limits::CONNECTION_NAME_MAX_CHARS),
            url: kept_text(
                event.url.as_deref().unwrap_or_default(),
                limits::CONNECTION_NAME_MAX_CHARS,
            ),
            state: "connecting",
            opened_at: at,
            closed: None,
            incoming: Flow::default(),
            outgoing: Flow::default(),
            shape: Shape::default(),
            sampled: None,
            tab: event.tab_id,
        });
        self.active.len() - 1
    }
}

impl Connection {
    fn see(&mut self, event: &WebSocketEvent<'_>, at: Timestamp) {
        if self.url.is_empty()
            && let Some(url) = &event.url
        {
            self.url = kept_text(url, limits::CONNECTION_NAME_MAX_CHARS);
        }
        match event.event {
            SocketEvent::Connecting => self.state = "connecting",
            SocketEvent::Open => {
                self.state = "open";
                self.opened_at = at;
            }
            SocketEvent::Error => self.state = "error",
            SocketEvent::Close => {
                self.state = "closed";
                let reason = kept_text(
                    event.reason.as_deref().unwrap_or_default(),
                    limits::CONNECTION_NAME_MAX_CHARS,
                );
                self.closed = Some(Closing { at, code: event.code, reason });
            }
            SocketEvent::Message => {
                if self.state == "connecting" {
                    self.state = "open";
                }
                let data = event.data.as_deref().unwrap_or_default();
                let flow = match event.direction {
                    Some(Direction::Outgoing) => &mut self.outgoing,
                    _ => &mut self.incoming,
                };
                #[expect(clippy::cast_precision_loss, reason = "a message is no petabyte")]
                flow.see(at, event.size.unwrap_or(data.len() as f64), data);
                if event.direction != Some(Direction::Outgoing) {
                    self.shape.see(data);
                }
                self.sampled = event
                    .sampled
                    .map(|sampled| kept_text(sampled.get(), limits::CONNECTION_NAME_MAX_CHARS));
            }
        }
    }

    fn row(&self, now: Timestamp) -> ActiveRow {
        let sampled = self.sampled.as_deref().and_then(|json| serde_json::from_str(json).ok());
        ActiveRow {
            id: self.id.clone(),
            url: self.url.clone(),
            state: Cow::Borrowed(self.state),
            opened_at: self.opened_at,
            duration: spell(now.ms_since(self.opened_at)),
            message_rate: Both {
                incoming: self.incoming.rate(now),
                outgoing: self.outgoing.rate(now),
            },
            last_message: LastMessages {
                incoming: self.incoming.last_message(now),
                outgoing: self.outgoing.last_message(now),
            },
            schema: (self.shape.messages > 0).then(|| SchemaRow {
                detected_keys: self.shape.keys.iter().cloned().collect(),
                message_count: self.shape.messages,
                consistent: self.shape.variants.len() <= 1,
                variants: self.shape.variants.iter().cloned().collect(),
            }),
            sampling: Sampling {
                active: sampled.is_some(),
                rate: sampled
                    .as_ref()
                    .and_then(|all: &Value| messages_per_second(all.get("rate")?)),
                reason: sampled
                    .is_some()
                    .then_some(Cow::Borrowed("the connection is too busy to keep every message")),
            },
            tab_id: self.tab,
        }
    }

    fn closed_row(&self) -> ClosedRow {
        ClosedRow {
            id: self.id.clone(),
            url: self.url.clone(),
            state: Cow::Borrowed("closed"),
            opened_at: self.opened_at,
            closed_at: self.closed.as_ref().map(|closing| closing.at),
            close_code: self.closed.as_ref().and_then(|closing| closing.code),
            close_reason: self.closed.as_ref().map(|all| all.reason.clone()).unwrap_or_default(),
            total_messages: Both { incoming: self.incoming.total, outgoing: self.outgoing.total },
            tab_id: self.tab,
        }
    }
}

impl Flow {
    fn see(&mut self, at: Timestamp, bytes: f64, data: &str) {
        self.total += 1;
        // JSON has no infinity.
        self.bytes = (self.bytes + bytes.max(0.0)).min(f64::MAX);
        self.last = Some((at, kept_text(data, limits::PREVIEW_MAX_CHARS)));
        let second = at.as_ms() / 1000;
        match self.recent.back_mut() {
            Some((latest, count)) if *latest == second => *count += 1,
            _ => self.recent.push_back((second, 1)),
        }
        while self.recent.len() > limits::RATE_WINDOW_SECONDS {
            self.recent.pop_front();
        }
    }

    #[expect(clippy::cast_precision_loss, clippy::cast_possible_wrap, reason = "five seconds")]
    fn rate(&self, now: Timestamp) -> Rate {
        let window = limits::RATE_WINDOW_SECONDS as i64;
        let oldest = now.as_ms() / 1000 - window;
        let count: u64 =
            self.recent.iter().filter(|(second, _)| *second > oldest).map(|(_, count)| count).sum();
        let per_second = (count as f64 / window as f64 * 10.0).round() / 10.0;
        Rate { per_second, total: self.total, bytes: self.bytes }
    }

    fn last_message(&self, now: Timestamp) -> Option<LastMessage> {
        let (at, preview) = self.last.as_ref()?;
        Some(LastMessage { at: *at, age: spell(now.ms_since(*at)), preview: preview.clone() })
    }
}

impl Shape {
    fn see(&mut self, data: &str) {
        let Ok(Value::Object(members)) = serde_json::from_str::<Value>(data) else { return };
        self.messages += 1;
        let mut keys: Vec<&str> = members.keys().map(String::as_str).collect();
        keys.sort_unstable();
        for key in &keys {
            if self.keys.len() < limits::CONNECTION_MAX_KEYS {
                self.keys.insert(kept_text(key, 100));
            }
        }
        if self.variants.len() < limits::CONNECTION_MAX_VARIANTS {
            self.variants.insert(kept_text(&keys.join(","), limits::PREVIEW_MAX_CHARS));
        }
    }
}

/// The WebSocket connections, newest first.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SocketStatus {
    /// Open ones.
    pub connections: Vec<ActiveRow>,
    /// Closed ones.
    pub closed: Vec<ClosedRow>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActiveRow {
    pub id: String,
    pub url: String,
    #[schemars(extend("enum" = ["connecting", "open", "error"]))]
    pub state: Cow<'static, str>,
    pub opened_at: Timestamp,
    pub duration: String,
    pub message_rate: Both<Rate>,
    pub last_message: LastMessages,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// What its JSON messages have in common.
    pub schema: Option<SchemaRow>,
    pub sampling: Sampling,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<i64>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosedRow {
    pub id: String,
    pub url: String,
    #[schemars(extend("const" = "closed"))]
    pub state: Cow<'static, str>,
    pub opened_at: Timestamp,
    pub closed_at: Option<Timestamp>,
    pub close_code: Option<f64>,
    pub close_reason: String,
    pub total_messages: Both<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<i64>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Both<T> {
    pub incoming: T,
    pub outgoing: T,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rate {
    pub per_second: f64,
    pub total: u64,
    pub bytes: f64,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct LastMessages {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incoming: Option<LastMessage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outgoing: Option<LastMessage>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct LastMessage {
    pub at: Timestamp,
    pub age: String,
    pub preview: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SchemaRow {
    pub detected_keys: Vec<String>,
    pub message_count: u64,
    pub consistent: bool,
    pub variants: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sampling {
    pub active: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Cow<'static, str>>,
}

/// A span as people say it.
///
/// | milliseconds | text |
/// |---|---|
/// | 240 | `0.2s` |
/// | 42 000 | `42s` |
/// | 125 000 | `2m05s` |
/// | 7 500 000 | `2h05m` |
pub fn spell(ms: i64) -> String {
    let ms = ms.max(0);
    match ms / 1000 {
        0..10 => format!("{}.{}s", ms / 1000, ms % 1000 / 100),
        seconds @ 10..60 => format!("{seconds}s"),
        seconds @ 60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        seconds => format!("{}h{:02}m", seconds / 3600, seconds % 3600 / 60),
    }
}

fn kept_text(text: &str, max_chars: usize) -> String {
    past_token(text, max_chars, "").into_owned()
}

/// The rate of a sampled connection: our clients send a number, others `48.2/s`.
fn messages_per_second(rate: &Value) -> Option<f64> {
    rate.as_f64().or_else(|| rate.as_str()?.trim_end_matches("/s").parse().ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn at(ms: i64) -> Timestamp {
        Timestamp::from_ms(ms).expect("in range")
    }

    fn seen(events: &[(i64, Value)]) -> Connections {
        let mut connections = Connections::default();
        for (ms, event) in events {
            let text = event.to_string();
            connections.see(&serde_json::from_str(&text).expect("an event"), at(*ms));
        }
        connections
    }

    #[test]
    fn an_open_connection_tells_its_rates_last_message_and_schema() {
        let message = |n: i64| {
            json!({"event": "message", "id": "a", "direction": "incoming", "size": 10,
                   "data": format!("{{\"type\":\"tick\",\"n\":{n}}}")})
        };
        let mut events = vec![(0, json!({"event": "open", "id": "a", "url": "ws://x/live"}))];
        events.extend((0..10).map(|n| (n * 500, message(n))));
        let status = serde_json::to_value(seen(&events).status(at(5_000))).expect("serializes");
        let row = &status["connections"][0];
        assert_eq!(row["state"], "open");
        assert_eq!(
            row["messageRate"]["incoming"],
            json!({"perSecond": 1.6, "total": 10, "bytes": 100.0})
        );
        assert_eq!(row["lastMessage"]["incoming"]["preview"], "{\"type\":\"tick\",\"n\":9}");
        assert_eq!(row["lastMessage"]["incoming"]["age"], "0.5s");
        assert_eq!(row["schema"]["detectedKeys"], json!(["n", "type"]));
        assert_eq!(row["schema"]["consistent"], true);
        assert_eq!(row["sampling"], json!({"active": false}));
    }

    #[test]
    fn a_closed_connection_keeps_code_reason_and_totals() {
        let connections = seen(&[
            (0, json!({"event": "open", "id": "a", "url": "ws://x"})),
            (1, json!({"event": "message", "id": "a", "direction": "outgoing", "data": "hi"})),
            (2, json!({"event": "close", "id": "a", "code": 1006, "reason": "gone"})),
        ]);
        let status = serde_json::to_value(connections.status(at(9))).expect("serializes");
        assert_eq!(status["connections"], json!([]));
        assert_eq!(status["closed"][0]["closeCode"], 1006.0);
        assert_eq!(status["closed"][0]["closeReason"], "gone");
        assert_eq!(status["closed"][0]["totalMessages"], json!({"incoming": 0, "outgoing": 1}));
    }

    #[test]
    fn sizes_that_add_up_to_infinity_stay_a_number() {
        let message = json!({"event": "message", "id": "a", "direction": "incoming",
                             "size": f64::MAX, "data": "x"});
        let status = seen(&[(0, message.clone()), (1, message)]).status(at(2));
        let status = serde_json::to_value(status).expect("serializes");
        assert_eq!(status["connections"][0]["messageRate"]["incoming"]["bytes"], f64::MAX);
    }

    #[test]
    fn a_sampled_connection_says_so() {
        let sampled =
            json!({"event": "message", "id": "a", "data": "x", "sampled": {"rate": "80/s"}});
        let status = serde_json::to_value(seen(&[(0, sampled)]).status(at(0))).expect("serializes");
        assert_eq!(status["connections"][0]["sampling"]["active"], true);
        assert_eq!(status["connections"][0]["sampling"]["rate"], 80.0);
        assert_eq!(messages_per_second(&json!(48.2)), Some(48.2));
        assert_eq!(messages_per_second(&json!("fast")), None);
    }

    #[test]
    fn the_oldest_connections_make_room_and_are_counted() {
        let events: Vec<_> =
            (0..25).map(|n| (n, json!({"event": "open", "id": format!("c{n}")}))).collect();
        let connections = seen(&events);
        assert_eq!(connections.len(), limits::CONNECTIONS_MAX_ACTIVE);
        assert_eq!(connections.forgotten, 5);
    }

    #[test]
    fn spans_are_spelt_for_people() {
        for (ms, text) in [(240, "0.2s"), (42_000, "42s"), (125_000, "2m05s"), (7_500_000, "2h05m")]
        {
            assert_eq!(spell(ms), text);
        }
    }
}
