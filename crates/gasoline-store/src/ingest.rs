//! The only way in: clamp → scrub → stamp → append.
//!
//! [`Batch::read`] does the first three without a lock and keeps nothing; [`Journal::accept`]
//! appends. A batch is refused whole only when it is no batch; a bad event refuses itself.
//!
//! [`Journal::accept`]: crate::journal::Journal::accept

use std::borrow::Cow;
use std::sync::Arc;

use gasoline_protocol::batch::{self, BadBatch, Dropped};
use gasoline_protocol::complaint::complaint;
use gasoline_protocol::event::{Draft, EventView, Header, RESERVED_MEMBERS, Tail};
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::json::{rewrite, survey};
use gasoline_protocol::kind::EventKind;
use gasoline_protocol::limits::ENVELOPE_MEMBER_MAX_CHARS;
use gasoline_protocol::truncate::{Limit, before_token};
use gasoline_protocol::{Kind, PageText, schema, with_kind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::limits;
use crate::scrub::Scrub;

/// A rejected event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rejection {
    /// Its position in the list.
    pub index: usize,
    pub reason: String,
}

/// The outcome of a batch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Receipt {
    /// Events stored, or seen by a driver and reported by a page before.
    pub received: usize,
    /// Events rejected: with `received`, the length of the list.
    pub rejected: usize,
    /// The first rejected events.
    #[serde(skip_serializing_if = "is_empty")]
    pub rejections: Arc<Vec<Rejection>>,
    /// Rejected events that are not listed.
    #[serde(skip_serializing_if = "gasoline_protocol::wire::is_default")]
    pub rejections_omitted: usize,
}

fn is_empty(rejections: &Arc<Vec<Rejection>>) -> bool {
    rejections.is_empty()
}

impl Receipt {
    /// Bytes the listed rejections take.
    pub(crate) fn rejection_bytes(&self) -> usize {
        self.rejections.iter().map(|rejection| rejection.reason.len() + 48).sum()
    }

    /// Keeps the counts and lets the list go.
    pub(crate) fn forget_rejections(&mut self) {
        self.rejections_omitted = self.rejected;
        self.rejections = Arc::default();
    }
}

/// A small event and a large batch: what is made room for before the events are counted.
const USUAL_EVENT_BYTES: usize = 256;
const USUAL_BATCH: usize = 256;

/// A batch that was read and may be accepted.
#[derive(Debug)]
pub struct Batch {
    pub kind: Kind,
    pub drafts: Vec<Draft>,
    pub test: Option<Box<str>>,
    pub batch_id: Option<Box<str>>,
    pub client: Option<Box<str>>,
    /// What the client gave up before this batch.
    pub dropped: Dropped,
    pub rejections: Vec<Rejection>,
    pub rejected: usize,
}

impl Batch {
    /// Reads the body of a request that brings events of `kind`: a list of them, or one.
    pub fn read(kind: Kind, body: &[u8]) -> Result<Self, BadBatch> {
        Self::read_noting(kind, body, &mut |_| {})
    }

    /// The same, handing over each event that may be accepted as it came, before it is clamped.
    pub fn read_noting<'a>(
        kind: Kind,
        body: &'a [u8],
        note: &mut dyn FnMut(&'a str),
    ) -> Result<Self, BadBatch> {
        let drafter = Drafter::of(kind);
        let mut batch = Self::empty(kind);
        batch.drafts.reserve((body.len() / USUAL_EVENT_BYTES).min(USUAL_BATCH));
        let mut index = 0;
        let mut take = |json: &'a str| {
            let known = batch.drafts.len();
            batch.take(index, json, drafter);
            if batch.drafts.len() > known {
                note(json);
            }
            index += 1;
        };
        let envelope = match kind.info().list {
            Some(list) => batch::read(body, list, &mut take)?,
            None => batch::read_one(body).inspect(|(json, _)| take(json))?.1,
        };
        batch.address(&envelope);
        Ok(batch)
    }

    /// A batch of events the server itself makes (a screenshot's record).
    pub fn of(kind: Kind, drafts: Vec<Draft>, test: Option<Box<str>>) -> Self {
        Self { drafts, test, ..Self::empty(kind) }
    }

    fn empty(kind: Kind) -> Self {
        Self {
            kind,
            drafts: Vec::new(),
            test: None,
            batch_id: None,
            client: None,
            dropped: Dropped::default(),
            rejections: Vec::new(),
            rejected: 0,
        }
    }

    fn take(&mut self, index: usize, json: &str, drafter: Drafter) {
        match (drafter.draft)(json) {
            Ok(draft) => self.drafts.push(draft),
            Err(said) => {
                self.rejected += 1;
                if self.rejections.len() < limits::REJECTIONS_MAX_LISTED {
                    let reason = said.unwrap_or_else(|| (drafter.explain)(json));
                    let limit = Limit::Chars(limits::REASON_MAX_CHARS);
                    let reason = before_token(&reason, limit, "…").into_owned();
                    self.rejections.push(Rejection { index, reason });
                }
            }
        }
    }

    fn address(&mut self, envelope: &batch::Envelope<'_>) {
        self.test = envelope.test_id.as_deref().map(Box::from);
        self.batch_id = envelope.batch_id.as_deref().map(Box::from);
        self.client = envelope.client.as_deref().map(Box::from);
        self.dropped = envelope.dropped;
    }

    /// What to answer once all drafts are appended.
    pub(crate) fn receipt(&mut self) -> Receipt {
        Receipt {
            received: self.drafts.len(),
            rejected: self.rejected,
            rejections_omitted: self.rejected - self.rejections.len(),
            rejections: Arc::new(std::mem::take(&mut self.rejections)),
        }
    }
}

/// How events of one kind are read, and how a refusal of one is worded.
///
/// Wording takes far longer than refusing, and a flood of bad events is counted without it.
#[derive(Clone, Copy)]
struct Drafter {
    /// `Err(None)`: it does not read as its type; `explain` says why.
    draft: fn(&str) -> Result<Draft, Option<String>>,
    explain: fn(&str) -> String,
}

impl Drafter {
    fn of(kind: Kind) -> Self {
        with_kind!(kind, K => Self { draft: try_draft::<K>, explain: explain::<K> })
    }
}

/// Makes an event ready to be appended: clamp → scrub → stamp.
///
/// Most events need no change and are copied once, with what the client left out at their end.
pub fn draft<K: EventKind>(json: &str) -> Result<Draft, String> {
    try_draft::<K>(json).map_err(|said| said.unwrap_or_else(|| explain::<K>(json)))
}

fn try_draft<K: EventKind>(json: &str) -> Result<Draft, Option<String>> {
    if !json.starts_with('{') {
        return Err(None);
    }
    let survey = survey(json, K::View::STRING_ALARM_BYTES, RESERVED_MEMBERS);
    let mut scrub = Scrub::default();
    let clamped = if survey.needs_rewrite {
        Cow::Owned(rewrite(json, &mut scrub))
    } else {
        Cow::Borrowed(json)
    };
    let event: K::View<'_> = serde_json::from_str(&clamped).map_err(|_| None)?;
    event.check()?;
    let header = event.header();
    let test = header.test_id.as_deref().filter(|id| !id.is_empty());
    if test.is_some_and(|id| id.chars().count() > ENVELOPE_MEMBER_MAX_CHARS) {
        let said = format!("`test_id` is longer than {ENVELOPE_MEMBER_MAX_CHARS} characters");
        return Err(Some(said));
    }
    let time = header.time();
    let tail = stamp(&event, &header, &scrub.flags);
    // What the server writes may not stand there already: as `null`, or as what cannot be used.
    let has_useless = survey.has_outer_null
        || !scrub.flags.is_empty()
        || header.unreadable_time().is_some()
        || (test.is_none() && header.test_id.is_some());
    let whole = if has_useless || event.is_sensitive() {
        let mut useless = tail.names().to_vec();
        useless.extend(test.is_none().then_some("test_id"));
        useless.extend(time.is_none().then_some(["ts", "timestamp"]).into_iter().flatten());
        tail.append_to(&rewrite(&clamped, &mut Scrub::again(useless, event.is_sensitive())))
    } else {
        tail.append_to(&clamped)
    };
    Ok(Draft { kind: K::KIND, facet: event.facet(), time, test: test.map(Box::from), text: whole })
}

/// What is wrong with an event that does not read as its type.
fn explain<K: EventKind>(json: &str) -> String {
    if !json.starts_with('{') {
        return format!("the {} must be an object", K::KIND.info().noun);
    }
    let clamped = rewrite(json, &mut Scrub::default());
    let said = serde_json::from_str::<Value>(&clamped)
        .ok()
        .and_then(|value| complaint(schema::of(K::KIND), &value, "field"));
    let serde_says = || {
        let error = serde_json::from_str::<K::View<'_>>(&clamped).err();
        error.map(|error| without_place(&error.to_string())).unwrap_or_default()
    };
    said.unwrap_or_else(serde_says)
}

/// Serde's words without "at line 1 column 9", which nobody who sent a batch can use.
fn without_place(error: &str) -> String {
    error.split(" at line ").next().unwrap_or(error).to_owned()
}

/// What the server writes at the end of the event.
fn stamp<'a, T: EventView<'a>>(event: &T, header: &Header<'a>, flags: &[&'static str]) -> Tail {
    let mut tail = Tail::default();
    event.fill(&mut tail);
    match header.readable_times() {
        (Some(timestamp), None) => tail.json("ts", timestamp.get()),
        (None, Some(ts)) => tail.json("timestamp", ts.get()),
        _ => {}
    }
    // A time that cannot be read is kept beside the one that replaces it.
    if let Some(raw) = header.unreadable_time() {
        tail.json("time_sent", raw.get());
    }
    for flag in flags {
        tail.json(flag, "true");
    }
    tail
}

/// What follows an error that was already sent: members for the entry with this id.
#[derive(Debug)]
pub struct Enrichment {
    pub id: String,
    members: Tail,
}

/// The members an enrichment may bring to its entry.
const ENRICHING: [&str; 3] = ["_aiContext", "_enrichments", "_retracted"];

/// Reads one enrichment, clamped and scrubbed like an event.
pub fn enrichment(json: &str) -> Result<Enrichment, String> {
    #[derive(Deserialize)]
    struct Sent<'a> {
        #[serde(borrow)]
        id: PageText<'a>,
        #[serde(borrow, rename = "_aiContext")]
        ai_context: Option<&'a RawValue>,
        #[serde(borrow, rename = "_enrichments")]
        enrichments: Option<&'a RawValue>,
        #[serde(borrow)]
        retracted: Option<&'a RawValue>,
    }
    if !json.starts_with('{') {
        return Err("the enrichment must be an object".to_owned());
    }
    let clamped = rewrite(json, &mut Scrub::default());
    let sent: Sent<'_> =
        serde_json::from_str(&clamped).map_err(|error| without_place(&error.to_string()))?;
    if sent.enrichments.is_some_and(|raw| !raw.get().starts_with('[')) {
        return Err("`_enrichments` must be an array".to_owned());
    }
    let retracted = match sent.retracted.map(RawValue::get) {
        None | Some("null" | "false") => None,
        Some("true") => sent.retracted,
        Some(_) => return Err("`retracted` must be `true` or `false`".to_owned()),
    };
    let mut members = Tail::default();
    for (name, raw) in ENRICHING.into_iter().zip([sent.ai_context, sent.enrichments, retracted]) {
        if let Some(raw) = raw {
            members.json(name, raw.get());
        }
    }
    if members.names().is_empty() {
        return Err("it has none of `_aiContext`, `_enrichments` and `retracted`".to_owned());
    }
    Ok(Enrichment { id: sent.id.to_string(), members })
}

impl Enrichment {
    /// Bytes it takes while it waits for its entry.
    pub(crate) fn size_bytes(&self) -> usize {
        size_of::<Self>() + self.id.len() + self.members.size_bytes()
    }

    /// The entry with the new members, or `None` if it is another entry.
    pub fn join(&self, entry: &str) -> Option<Box<str>> {
        let known: LogEntry<'_> = serde_json::from_str(entry).ok()?;
        if known.id.as_deref() != Some(&self.id) {
            return None;
        }
        let old = self.members.names().to_vec();
        Some(self.members.append_to(&rewrite(entry, &mut Scrub::again(old, false))))
    }
}

#[cfg(test)]
mod tests {
    use gasoline_protocol::events::console::Logs;
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(kind: Kind, event: &Value, expected: Result<Value, &str>) {
        let text = event.to_string();
        let drafter = Drafter::of(kind);
        let drafted =
            (drafter.draft)(&text).map_err(|said| said.unwrap_or_else(|| (drafter.explain)(&text)));
        let drafted = drafted.map(|draft| {
            serde_json::from_str::<Value>(&draft.text).expect("a stored event is JSON")
        });
        assert_eq!(drafted, expected.map_err(str::to_owned));
    }

    #[test]
    fn what_the_client_left_out_is_filled_from_its_twin() {
        check(
            Kind::Logs,
            &json!({"level": "error", "args": ["a", {"b": 1}], "type": "console", "ts": 5}),
            Ok(json!({
                "level": "error", "args": ["a", {"b": 1}], "type": "console", "ts": 5,
                "message": "a {\"b\":1}", "source": "console", "timestamp": 5
            })),
        );
    }

    #[test]
    fn null_counts_as_left_out() {
        check(
            Kind::Logs,
            &json!({"level": "log", "message": null, "args": ["x"], "ts": null, "timestamp": 5, "test_id": null}),
            Ok(json!({"level": "log", "args": ["x"], "timestamp": 5, "message": "x", "ts": 5})),
        );
    }

    #[test]
    fn a_time_that_cannot_be_read_is_kept_aside() {
        check(
            Kind::Logs,
            &json!({"level": "log", "message": "x", "timestamp": "soon"}),
            Ok(json!({"level": "log", "message": "x", "time_sent": "soon"})),
        );
        check(
            Kind::Logs,
            &json!({"level": "log", "message": "x", "timestamp": false, "ts": 5}),
            Ok(
                json!({"level": "log", "message": "x", "ts": 5, "timestamp": 5, "time_sent": false}),
            ),
        );
    }

    #[test]
    fn unknown_members_and_large_numbers_are_kept() {
        let json = r#"{"level":"info","message":"m","mine":{"big":123456789012345678901}}"#;
        let draft = draft::<Logs>(json).expect("a log entry");
        assert_eq!(&*draft.text, json);
    }

    #[test]
    fn a_bad_event_says_which_member_and_what_was_there() {
        let entry = json!({"level": "fatal", "message": "m"});
        check(
            Kind::Logs,
            &entry,
            Err("unknown `level` `fatal`; one of `debug`, `log`, `info`, `warn`, `error`"),
        );
        check(
            Kind::Logs,
            &json!({"message": "m"}),
            Err("`level` is missing; one of `debug`, `log`, `info`, `warn`, `error`"),
        );
        check(Kind::Logs, &json!(7), Err("the entry must be an object"));
        check(
            Kind::NetworkBodies,
            &json!({"method": "GET", "url": "/a", "status": "200"}),
            Err("`status` must be a whole number, found a string"),
        );
        check(Kind::Logs, &json!({"level": "log", "args": 1}), Err("`args` must be an array"));
        check(
            Kind::Logs,
            &json!({"level": "log", "_actions": {}}),
            Err("`_actions` must be an array"),
        );
    }

    #[test]
    fn a_typed_password_never_gets_in() {
        check(
            Kind::EnhancedActions,
            &json!({"type": "input", "inputType": "password", "value": "hunter2", "timestamp": 5}),
            Ok(json!({
                "type": "input", "inputType": "password", "value": "[redacted]", "timestamp": 5, "ts": 5
            })),
        );
    }

    #[test]
    fn a_body_that_was_cut_says_so_even_if_the_client_denied_it() {
        let body = json!({
            "method": "POST", "url": "/a", "status": 200, "ts": 1, "timestamp": 1,
            "requestTruncated": false, "requestBody": "x ".repeat(5_000)
        });
        check(
            Kind::NetworkBodies,
            &body,
            Ok(json!({
                "method": "POST", "url": "/a", "status": 200, "ts": 1, "timestamp": 1,
                "requestBody": "x ".repeat(4_096), "requestTruncated": true
            })),
        );
    }

    #[test]
    fn one_bad_event_refuses_itself_alone() {
        let body = json!({"entries": [{"level": "log", "message": "a"}, 5, {"level": "x"}]});
        let mut batch = Batch::read(Kind::Logs, body.to_string().as_bytes()).expect("read");
        let receipt = batch.receipt();
        assert_eq!((receipt.received, receipt.rejected), (1, 2));
        let indexes: Vec<usize> =
            receipt.rejections.iter().map(|rejected| rejected.index).collect();
        assert_eq!(indexes, [1, 2]);
    }

    #[test]
    fn a_flood_of_bad_events_is_counted_beyond_what_is_listed() {
        let body = json!({"entries": vec![1; 1_000]}).to_string();
        let mut batch = Batch::read(Kind::Logs, body.as_bytes()).expect("read");
        let receipt = batch.receipt();
        assert_eq!(
            (receipt.rejected, receipt.rejections.len()),
            (1_000, limits::REJECTIONS_MAX_LISTED)
        );
        assert_eq!(receipt.rejections_omitted, 900);
    }
}
