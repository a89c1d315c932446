//! Event: one thing that happened in a page, stored as the JSON it came in.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::captured::Captured;
use crate::events::websocket::SocketEvent;
use crate::json::encode_into;
use crate::kind::Kind;
use crate::text::PageText;
use crate::time::{Timestamp, WireTime};

/// The place of an event in the journal. Later events have larger ones, across all kinds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seq(pub u64);

/// A Seq as readers hold it: `c42`.
impl fmt::Display for Seq {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "c{}", self.0)
    }
}

impl FromStr for Seq {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let digits = text.strip_prefix('c').ok_or(())?;
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(());
        }
        digits.parse().map(Self).map_err(|_| ())
    }
}

impl JsonSchema for Seq {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Seq".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}

impl Serialize for Seq {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

crate::wire_enum! {
    /// How loud a log line is.
    #[derive(PartialOrd, Ord, Deserialize, JsonSchema)]
    pub enum Level {
        Debug = "debug",
        Log = "log",
        Info = "info",
        Warn = "warn",
        Error = "error",
    }
}

/// What can be asked of an event without reading its JSON again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facet {
    /// `is_network`: another client's line about a request, which a network body may repeat.
    /// `is_retracted`: a rejection that was handled late, and counts as no error.
    Log {
        level: Level,
        is_network: bool,
        is_retracted: bool,
    },
    Network {
        status: u16,
        is_failure: bool,
    },
    WebSocket {
        event: SocketEvent,
        is_error: bool,
    },
    Plain,
}

impl Facet {
    pub fn is_retracted(self) -> bool {
        matches!(self, Self::Log { is_retracted: true, .. })
    }
}

/// One event, in the shape clients send it.
pub trait EventView<'a>: Deserialize<'a> + JsonSchema {
    /// Strings longer than this many bytes may have to be cut.
    const STRING_ALARM_BYTES: usize = crate::limits::STRING_MAX_CHARS;

    /// What the types alone do not say; `Err` is the reason for a refusal.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    fn facet(&self) -> Facet {
        Facet::Plain
    }

    fn header(&self) -> Header<'a>;

    /// Whether something is in it that the client should have taken out.
    fn is_sensitive(&self) -> bool {
        false
    }

    /// Adds the members that the client left out.
    fn fill(&self, _tail: &mut Tail) {}
}

/// Members written at the end of an event.
#[derive(Debug)]
pub struct Tail {
    /// Each with a comma before it.
    json: String,
    names: [&'static str; Self::CAPACITY],
    count: usize,
}

impl Default for Tail {
    fn default() -> Self {
        Self {
            json: String::with_capacity(Self::USUAL_BYTES),
            names: [""; Self::CAPACITY],
            count: 0,
        }
    }
}

impl Tail {
    /// Space for more members than any event is given.
    const CAPACITY: usize = 8;

    /// Room for a source and a time, which most events are given: made for every event, it pays to
    /// allocate once.
    const USUAL_BYTES: usize = 96;

    /// Adds a member whose value is a text.
    pub fn text(&mut self, name: &'static str, text: &str) {
        self.start(name);
        encode_into(&mut self.json, text);
    }

    /// Adds a member whose value is JSON already.
    pub fn json(&mut self, name: &'static str, json: &str) {
        self.start(name);
        self.json.push_str(json);
    }

    fn start(&mut self, name: &'static str) {
        self.names[self.count] = name;
        self.count += 1;
        self.json.push_str(",\"");
        self.json.push_str(name);
        self.json.push_str("\":");
    }

    /// Bytes of what was added.
    pub fn size_bytes(&self) -> usize {
        self.json.len()
    }

    /// The names of what was added, which may not stand in the event a second time.
    pub fn names(&self) -> &[&'static str] {
        &self.names[..self.count]
    }

    /// `object` with these members at its end.
    pub fn append_to(&self, object: &str) -> Box<str> {
        let open = object.trim_end().strip_suffix('}').unwrap_or(object).trim_end();
        // An object without members takes the first one without its comma.
        let tail = if open.ends_with('{') { self.json.get(1..).unwrap_or("") } else { &self.json };
        let mut whole = String::with_capacity(open.len() + tail.len() + 1);
        whole.push_str(open);
        whole.push_str(tail);
        whole.push('}');
        whole.into_boxed_str()
    }
}

/// The members every kind of event has.
#[derive(Debug, Clone, Default)]
pub struct Header<'a> {
    pub ts: Option<&'a RawValue>,
    pub timestamp: Option<&'a RawValue>,
    pub test_id: Option<PageText<'a>>,
}

impl Header<'_> {
    /// When it happened, by the first of the two members that can be read.
    pub fn time(&self) -> Option<Timestamp> {
        self.timestamp.and_then(read_time).or_else(|| self.ts.and_then(read_time))
    }

    /// The two members as far as they can be read: `timestamp` and `ts`.
    pub fn readable_times(&self) -> (Option<&RawValue>, Option<&RawValue>) {
        let readable = |raw: &&RawValue| read_time(raw).is_some();
        (self.timestamp.filter(readable), self.ts.filter(readable))
    }

    /// The first of the two members that is there and cannot be read.
    pub fn unreadable_time(&self) -> Option<&RawValue> {
        [self.timestamp, self.ts].into_iter().flatten().find(|raw| read_time(raw).is_none())
    }
}

fn read_time(raw: &RawValue) -> Option<Timestamp> {
    serde_json::from_str::<WireTime>(raw.get()).ok().and_then(|WireTime(time)| time)
}

/// An event that was accepted but has no place in the journal yet.
#[derive(Debug)]
pub struct Draft {
    pub kind: Kind,
    pub facet: Facet,
    /// `None`: unreadable or absent, so the time of receipt counts.
    pub time: Option<Timestamp>,
    /// The event's own test id; it wins over the batch's.
    pub test: Option<Box<str>>,
    /// One JSON object.
    pub text: Box<str>,
}

/// One thing that happened in a page.
#[derive(Debug)]
pub struct Event {
    pub seq: Seq,
    pub kind: Kind,
    pub facet: Facet,
    pub time: Timestamp,
    pub received_at: Timestamp,
    /// The test it belongs to; `None` for the interactive session.
    pub test: Option<Arc<str>>,
    json: Box<str>,
    names_its_test: bool,
    has_time: bool,
    is_clean: OnceLock<bool>,
}

impl Event {
    pub fn new(draft: Draft, seq: Seq, received_at: Timestamp, test: Option<Arc<str>>) -> Self {
        Self {
            seq,
            kind: draft.kind,
            facet: draft.facet,
            time: draft.time.unwrap_or(received_at),
            received_at,
            test,
            json: draft.text,
            names_its_test: draft.test.is_some(),
            has_time: draft.time.is_some(),
            is_clean: OnceLock::new(),
        }
    }

    /// The same event with another text: what followed it has been added.
    #[must_use]
    pub fn with_text(&self, json: Box<str>, facet: Facet) -> Self {
        Self { json, facet, test: self.test.clone(), is_clean: OnceLock::new(), ..*self }
    }

    /// The JSON object as stored.
    pub fn captured(&self) -> Captured<&str> {
        Captured::new(&self.json)
    }

    /// The event as stored, parsed as its type.
    pub fn view<'a, V: EventView<'a>>(&'a self) -> Option<Captured<V>> {
        serde_json::from_str(&self.json).ok().map(Captured::new)
    }

    /// Bytes it takes, its share of the bookkeeping included.
    pub fn cost(&self) -> usize {
        self.json.len() + size_of::<Self>() + Self::ALLOCATION_BYTES
    }

    /// Two allocations' headers and rounding, two reference counts, and its place in a ring.
    const ALLOCATION_BYTES: usize = 64;

    /// Whether redaction changes nothing, found once by `scan` and remembered.
    pub fn is_clean(&self, scan: impl FnOnce(Captured<&str>) -> bool) -> bool {
        *self.is_clean.get_or_init(|| scan(self.captured()))
    }

    /// Writes the event as it is returned: `json` (redacted) with its Seq, time of receipt and, where
    /// the client left them to us, test id and time.
    pub fn write_json(&self, out: &mut String, json: &str, test_id: Option<&str>) {
        use std::fmt::Write as _;
        let _ =
            write!(out, "{{\"seq\":{},\"received_at\":{}", self.seq.0, self.received_at.as_ms());
        if !self.names_its_test
            && let Some(test_id) = test_id
        {
            out.push_str(",\"test_id\":");
            encode_into(out, test_id);
        }
        if !self.has_time {
            let time = self.time;
            let _ = write!(
                out,
                ",\"timestamp\":\"{time}\",\"ts\":\"{time}\",\"time_source\":\"receipt\""
            );
        }
        match json.strip_prefix('{').map(str::trim_start) {
            Some("}") | None => out.push('}'),
            Some(rest) => {
                out.push(',');
                out.push_str(rest);
            }
        }
    }
}

/// Members the server writes itself; what a client sends under these names is dropped.
pub const RESERVED_MEMBERS: &[&str] = &["seq", "received_at", "time_source"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_and_nothing_else_is_one() {
        assert_eq!("c42".parse(), Ok(Seq(42)));
        assert_eq!(Seq(42).to_string(), "c42");
        for text in ["42", "c", "c-1", "C42", "c4 2", "c99999999999999999999", "checkout"] {
            assert_eq!(text.parse::<Seq>(), Err(()), "{text}");
        }
    }

    #[test]
    fn an_event_is_answered_with_its_place_and_what_the_client_left_out() {
        let draft = Draft {
            kind: Kind::Logs,
            facet: Facet::Plain,
            time: None,
            test: None,
            text: r#"{"level":"info"}"#.into(),
        };
        let received = Timestamp::from_ms(5).expect("in range");
        let event = Event::new(draft, Seq(7), received, None);
        let mut out = String::new();
        event.write_json(&mut out, r#"{"level":"info"}"#, Some("a › b"));
        assert_eq!(
            out,
            "{\"seq\":7,\"received_at\":5,\"test_id\":\"a › b\",\
             \"timestamp\":\"1970-01-01T00:00:00.005Z\",\"ts\":\"1970-01-01T00:00:00.005Z\",\
             \"time_source\":\"receipt\",\"level\":\"info\"}"
        );
    }
}
