//! What a driver saw of a page (`seenBy: "driver"`), joined with what the page reports itself.
//!
//! A driver and a page see many of the same errors and failed requests. A sighting that a page event
//! of the same test represents is not stored; one that comes before its page event is replaced by it.
//! Each page event represents one sighting, because a worker may fail like its page. Only an error
//! with the same top frame represents all its repeats, which a page counts instead of sending them.

use std::collections::VecDeque;
use std::sync::Arc;

use gasoline_protocol::event::{Draft, Level};
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::messages::split_type;
use gasoline_protocol::{Event, Facet, Seq, Timestamp};

use super::State;
use crate::ingest::enrichment;
use crate::session::Session;
use crate::{limits, stored};

/// All that a page is told of an error in a script of another origin.
const HIDDEN: &str = "Script error. (of another origin)";

/// The sightings of one test.
#[derive(Debug, Default)]
pub(crate) struct Sightings {
    /// Those that are stored, oldest first.
    kept: VecDeque<Seq>,
    /// Page events, with the number of sightings that each represents.
    joined: VecDeque<(Seq, u64)>,
}

impl Sightings {
    pub(super) fn note_kept(&mut self, seq: Seq) {
        self.kept.push_back(seq);
        if self.kept.len() > limits::SIGHTINGS_MAX {
            self.kept.pop_front();
        }
    }

    fn join(&mut self, page: Seq) {
        match self.joined.iter_mut().find(|(seq, _)| *seq == page) {
            Some((_, count)) => *count += 1,
            None => self.joined.push_back((page, 1)),
        }
        if self.joined.len() > limits::SIGHTINGS_MAX {
            self.joined.pop_front();
        }
    }

    fn joined(&self, page: Seq) -> u64 {
        self.joined.iter().find(|(seq, _)| *seq == page).map_or(0, |(_, count)| *count)
    }
}

/// How a page event represents a sighting, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// With all its repeats.
    Same,
    /// As one of several that look alike.
    One,
    /// Both are thrown objects.
    Object,
    /// It says that there was an error, and not which.
    Hidden,
}

enum Seen<'a> {
    Error(LogEntry<'a>),
    Request(NetworkBody<'a>),
}

impl<'a> Seen<'a> {
    /// An uncaught error or a failed request.
    fn read(facet: Facet, text: &'a str) -> Option<Self> {
        match facet {
            Facet::Log { level: Level::Error, is_retracted: false, .. } => {
                let entry: LogEntry<'_> = serde_json::from_str(text).ok()?;
                let is_uncaught = matches!(entry.origin(), "exception" | "unhandledrejection");
                is_uncaught.then_some(Self::Error(entry))
            }
            Facet::Network { is_failure: true, .. } => {
                serde_json::from_str(text).ok().map(Self::Request)
            }
            _ => None,
        }
    }

    fn is_of_driver(&self) -> bool {
        match self {
            Self::Error(entry) => entry.is_of_driver(),
            Self::Request(body) => body.is_of_driver(),
        }
    }

    /// Sightings that a page event may represent.
    fn capacity(&self) -> u64 {
        match self {
            Self::Error(entry) => entry.repeated.unwrap_or(1).max(1),
            Self::Request(_) => 1,
        }
    }
}

/// Whether a driver saw an uncaught error or a failed request.
pub(super) fn is_sighting(draft: &Draft) -> bool {
    // Asked of every event: few are read for it.
    let may_be = match draft.facet {
        Facet::Log { level, is_retracted, .. } => level == Level::Error && !is_retracted,
        Facet::Network { is_failure, .. } => is_failure,
        _ => false,
    };
    may_be
        && draft.text.contains("\"seenBy\"")
        && Seen::read(draft.facet, &draft.text).is_some_and(|seen| seen.is_of_driver())
}

fn likeness(page: &Seen<'_>, sighting: &Seen<'_>) -> Option<Likeness> {
    match (page, sighting) {
        (Seen::Error(page), Seen::Error(sighting)) => like_error(page, sighting),
        (Seen::Request(page), Seen::Request(sighting)) => {
            is_like_request(page, sighting).then_some(Likeness::One)
        }
        _ => None,
    }
}

fn like_error(page: &LogEntry<'_>, sighting: &LogEntry<'_>) -> Option<Likeness> {
    let (said, seen) = (page.said(), sighting.said());
    if said == HIDDEN {
        return sighting.stack.is_some().then_some(Likeness::Hidden);
    }
    let has_frame = has_frame(page, sighting);
    if has_frame == Some(false) {
        return None;
    }
    let ((name, text), (seen_name, seen_text)) = (named(&said), named(&seen));
    let is_same_frame = has_frame == Some(true);
    if start(text).eq(start(seen_text)) && (name == seen_name || is_same_frame) {
        return Some(if is_same_frame { Likeness::Same } else { Likeness::One });
    }
    // A page describes a thrown object by its properties, a driver by its class: `Object`, `Array(2)`.
    let is_class = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_uppercase())
            && text.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '$' | '(' | ')'))
    };
    let is_object = page.stack.is_none() && text.starts_with(['{', '[']);
    (is_object && sighting.stack.is_none() && is_class(seen_text)).then_some(Likeness::Object)
}

/// Type and text of an error; one without a text is its type.
fn named(message: &str) -> (Option<&str>, &str) {
    let message = message.trim_end().trim_end_matches(':');
    match split_type(message) {
        (None, text) if text.ends_with("Error") && !text.contains(' ') => (Some(text), ""),
        (name, text) => (name, text.trim()),
    }
}

fn start(text: &str) -> impl Iterator<Item = char> {
    text.chars().take(limits::SIGHTING_TEXT_MAX_CHARS)
}

/// Whether the page's top frame is one of the driver's, where both have frames: the driver's stack may
/// begin with frames of the capture script.
fn has_frame(page: &LogEntry<'_>, sighting: &LogEntry<'_>) -> Option<bool> {
    let (file, line, column) = (page.filename.as_deref()?, page.lineno?, page.colno?);
    let stack = sighting.stack.as_deref()?;
    let frame = format!("{file}:{line}:{column}");
    let is_end = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_digit());
    Some(stack.match_indices(&frame).any(|(at, _)| is_end(&stack[at + frame.len()..])))
}

fn is_like_request(page: &NetworkBody<'_>, sighting: &NetworkBody<'_>) -> bool {
    let without_fragment = |url: &str| url.split('#').next().unwrap_or_default().to_owned();
    let url = without_fragment(&page.url);
    let is_url = url == without_fragment(&sighting.url)
        || sighting.requested_url.as_deref().is_some_and(|asked| url == without_fragment(asked));
    let is_type = page.initiator.is_none() || page.initiator == sighting.initiator;
    let is_timeout = |body: &NetworkBody<'_>| body.error.as_deref() == Some("timeout");
    // A page that may not read a response is told nothing of it.
    let is_status = page.status == sighting.status || page.status == 0;
    is_url
        && is_type
        && is_status
        && (is_timeout(page) || !is_timeout(sighting))
        && page.method.eq_ignore_ascii_case(&sighting.method)
}

fn is_near(page: Timestamp, sighting: Timestamp) -> bool {
    let late = sighting.ms_since(page);
    (-limits::SIGHTING_EARLY_MS..=limits::SIGHTING_LATE_MS).contains(&late)
}

/// The page event that represents a sighting: the nearest in time of those that may.
fn find(session: &Session, draft: &Draft, time: Timestamp) -> Option<(Arc<Event>, Likeness)> {
    let sighting = Seen::read(draft.facet, &draft.text)?;
    let near = session.ring(draft.kind).iter().rev().filter(|event| is_near(event.time, time));
    let mut found: Option<(Arc<Event>, Likeness)> = None;
    for event in near.take(limits::SIGHTING_CANDIDATES_MAX) {
        let Some(page) = Seen::read(event.facet, stored::json(event)) else { continue };
        let Some(likeness) = likeness(&page, &sighting).filter(|_| !page.is_of_driver()) else {
            continue;
        };
        if likeness == Likeness::Same {
            return Some((Arc::clone(event), likeness));
        }
        let is_free = session.sightings.joined(event.seq) < page.capacity();
        let apart = |event: &Event| event.time.ms_since(time).abs();
        let rank = |event: &Event, likeness| (likeness, apart(event));
        let is_nearer =
            found.as_ref().is_none_or(|(best, is)| rank(event, likeness) < rank(best, *is));
        if is_free && is_nearer {
            found = Some((Arc::clone(event), likeness));
        }
    }
    found
}

impl State {
    /// Whether a page event represents the sighting: then it is not stored.
    pub(super) fn join_sighting(
        &mut self,
        draft: &Draft,
        now: Timestamp,
        test: Option<&Arc<str>>,
    ) -> bool {
        let time = draft.time.unwrap_or(now);
        let session = match test {
            Some(test_id) => self.tests.get_mut(test_id),
            None => Some(&mut self.interactive),
        };
        let Some(session) = session else { return false };
        let Some((page, likeness)) = find(session, draft, time) else { return false };
        session.sightings.join(page.seq);
        if likeness != Likeness::Hidden {
            return true;
        }
        self.retract(&page);
        false
    }

    /// Marks a page error of which a driver knows more.
    pub(super) fn retract(&mut self, page: &Event) {
        let id = stored::view::<LogEntry<'_>>(page).and_then(|entry| entry.id);
        let retracted = id.and_then(|id| {
            let text = serde_json::json!({"id": &*id, "retracted": true});
            enrichment(&text.to_string()).ok()
        });
        if let Some(retracted) = retracted {
            self.enrich(&retracted);
        }
    }

    /// Takes out the stored sightings that this page event represents, before it is stored itself.
    /// True if a sighting says more than the page event.
    pub(super) fn replace_sightings(
        &mut self,
        page: &Event,
        dropped: &mut Vec<Arc<Event>>,
    ) -> bool {
        let session = match &page.test {
            Some(test_id) => self.tests.get_mut(test_id),
            None => Some(&mut self.interactive),
        };
        let Some(session) = session.filter(|session| !session.sightings.kept.is_empty()) else {
            return false;
        };
        let Some(seen) = Seen::read(page.facet, stored::json(page)) else { return false };
        let mut free = seen.capacity();
        let mut says_less = false;
        let mut replaced = Vec::new();
        for seq in &session.sightings.kept {
            let Some(event) = session.ring(page.kind).get(*seq) else { continue };
            let sighting = Seen::read(event.facet, stored::json(event));
            let likeness = sighting.and_then(|sighting| likeness(&seen, &sighting));
            match likeness.filter(|_| is_near(page.time, event.time)) {
                Some(Likeness::Same) => replaced.push(*seq),
                Some(Likeness::One | Likeness::Object) if free > 0 => {
                    free -= 1;
                    replaced.push(*seq);
                }
                Some(Likeness::Hidden) => says_less = true,
                _ => {}
            }
        }
        for seq in replaced {
            session.sightings.kept.retain(|kept| *kept != seq);
            session.sightings.join(page.seq);
            let Some(event) = session.remove(page.kind, seq) else { continue };
            self.accepted[page.kind as usize] -= 1;
            if let Some(test_id) = &page.test {
                self.records.take_back(test_id, &event);
            }
            dropped.push(event);
        }
        says_less
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::Journal;
    use super::*;
    use crate::clock::{Clock, ManualClock};
    use crate::ingest::Batch;
    use crate::query::Query;
    use gasoline_protocol::Kind;

    fn journal() -> Journal {
        Journal::new(Arc::new(ManualClock::at_ms(1_000_000)) as Arc<dyn Clock>)
    }

    fn post(journal: &Journal, kind: Kind, event: &Value) {
        let list = kind.info().list.expect("a list");
        let body = json!({list: [event]}).to_string();
        let receipt = journal.accept(Batch::read(kind, body.as_bytes()).expect("a batch"));
        assert_eq!((receipt.received, receipt.rejected), (1, 0), "{event}");
    }

    /// An event with the members of another.
    fn with(event: &Value, more: &Value) -> Value {
        let mut all = event.clone();
        for (name, value) in more.as_object().expect("an object") {
            all[name] = value.clone();
        }
        all
    }

    /// Posts a page event and a sighting, in both orders, and says which are stored without those
    /// that count as no error.
    fn stored(kind: Kind, page: &Value, sighting: &Value) -> Vec<&'static str> {
        let in_order = |events: &[&Value]| {
            let journal = journal();
            for event in events {
                post(&journal, kind, event);
            }
            let snapshot = journal.snapshot(&Query::default());
            let mut names: Vec<&str> = snapshot
                .of(kind)
                .iter()
                .filter(|event| !event.facet.is_retracted())
                .map(|event| if stored::json(event).contains("seenBy") { "driver" } else { "page" })
                .collect();
            names.sort_unstable();
            let fill = journal.fill()[kind as usize];
            assert_eq!(fill.held as u64, fill.accepted, "what is not stored is not counted");
            names
        };
        let names = in_order(&[page, sighting]);
        assert_eq!(in_order(&[sighting, page]), names, "page: {page}, driver: {sighting}");
        names
    }

    const STACK: &str = "TypeError: no id\n    at pay (http://shop.test/app.js:1:2)";

    fn uncaught(message: &str) -> Value {
        json!({"level": "error", "source": "exception", "message": message, "id": "e1", "timestamp": 10_000})
    }

    fn thrown() -> Value {
        let frame =
            json!({"filename": "http://shop.test/app.js", "lineno": 1, "colno": 2, "stack": STACK});
        with(&uncaught("Uncaught TypeError: no id"), &frame)
    }

    fn raised(message: &str, stack: Option<&str>) -> Value {
        json!({"level": "error", "source": "exception", "message": message, "stack": stack,
            "timestamp": 10_500, "metadata": {"seenBy": "driver"}})
    }

    #[test]
    fn an_error_is_joined_by_name_message_and_top_frame() {
        let place =
            |line: u32| format!("TypeError: no id\n    at pay (http://shop.test/app.js:{line}:2)");
        let inner = format!("TypeError: no id\n    at fetch (http://ci.test/g.js:9:9)\n{STACK}");
        let worker = "Error: Boom\n    at w (http://shop.test/worker.js:1:7)";
        let at_worker = json!({"filename": "http://shop.test/worker.js", "lineno": 1, "colno": 7});
        let rejected = |text: &str| with(&uncaught(text), &json!({"source": "unhandledrejection"}));
        let logged = |text: &str| with(&uncaught(text), &json!({"source": "console"}));
        for (page, sighting, expected) in [
            (thrown(), raised("TypeError: no id", Some(STACK)), &["page"][..]),
            (thrown(), raised("TypeError: no id", Some(&inner)), &["page"]),
            (thrown(), raised("TypeError: no id", Some(&place(12))), &["driver", "page"]),
            (thrown(), raised("TypeError: no price", Some(STACK)), &["driver", "page"]),
            (thrown(), raised("RangeError: far", None), &["driver", "page"]),
            // Browsers have two names for a DOMException.
            (thrown(), raised("Error: no id", Some(STACK)), &["page"]),
            (
                uncaught("Uncaught TypeError: no id"),
                raised("Error: no id", None),
                &["driver", "page"],
            ),
            // The error of a worker: not what its page logs, nor what the page itself throws.
            (logged("Boom"), raised("Error: Boom", Some(worker)), &["driver", "page"]),
            (
                logged("Error: Boom happened"),
                raised("Error: Boom", Some(worker)),
                &["driver", "page"],
            ),
            (
                with(&thrown(), &json!({"message": "Uncaught Error: Boom"})),
                raised("Error: Boom", Some(worker)),
                &["driver", "page"],
            ),
            (
                with(&uncaught("Uncaught Error: Boom"), &at_worker),
                raised("Error: Boom", Some(worker)),
                &["page"],
            ),
            // A thrown string, beside another uncaught error.
            (uncaught("Uncaught sold out"), raised("sold out", None), &["page"]),
            (thrown(), raised("sold out", None), &["driver", "page"]),
            (
                rejected("Unhandled Promise Rejection: sold out"),
                raised("sold out", None),
                &["page"],
            ),
            // An error without a message.
            (uncaught("Uncaught Error"), raised("Error: ", None), &["page"]),
            (
                thrown(),
                raised("Error: ", Some("Error\n    at http://shop.test/b.js:3:4")),
                &["driver", "page"],
            ),
            // A thrown object is described by its properties, or by its class.
            (uncaught("Uncaught {a: 1}"), raised("Object", None), &["page"]),
            (uncaught("Uncaught {a: 1}"), raised("sold out", None), &["driver", "page"]),
            (thrown(), raised("Object", None), &["driver", "page"]),
            (
                with(&thrown(), &json!({"level": "warn"})),
                raised("TypeError: no id", Some(STACK)),
                &["driver", "page"],
            ),
            // A script of another origin: the driver knows more.
            (uncaught(HIDDEN), raised("TypeError: no plugin", Some(STACK)), &["driver"]),
            (uncaught(HIDDEN), raised("the page crashed", None), &["driver", "page"]),
        ] {
            assert_eq!(stored(Kind::Logs, &page, &sighting), expected, "{page} {sighting}");
        }
    }

    #[test]
    fn an_error_is_joined_within_seconds() {
        for (at, expected) in [
            (8_000, &["page"][..]),
            (7_999, &["driver", "page"]),
            (22_000, &["page"]),
            (22_001, &["driver", "page"]),
        ] {
            let sighting =
                with(&raised("TypeError: no id", Some(STACK)), &json!({"timestamp": at}));
            assert_eq!(stored(Kind::Logs, &thrown(), &sighting), expected, "{at}");
        }
    }

    #[test]
    fn a_request_is_joined_by_method_url_type_and_status() {
        let page = json!({"method": "GET", "url": "http://shop.test/api", "status": 503,
            "initiator": "fetch", "timestamp": 10_000});
        let driver = with(&page, &json!({"seenBy": "driver"}));
        let of_page = |more: Value| with(&page, &more);
        let of_driver = |more: Value| with(&driver, &more);
        for (page, sighting, expected) in [
            (of_page(json!({})), of_driver(json!({})), &["page"][..]),
            (
                of_page(json!({"method": "get", "url": "http://shop.test/api#part"})),
                of_driver(json!({})),
                &["page"],
            ),
            (of_page(json!({})), of_driver(json!({"method": "POST"})), &["driver", "page"]),
            (
                of_page(json!({})),
                of_driver(json!({"url": "http://shop.test/api?x"})),
                &["driver", "page"],
            ),
            // A document that failed after a failed fetch of the same URL.
            (of_page(json!({})), of_driver(json!({"initiator": "resource"})), &["driver", "page"]),
            (of_page(json!({})), of_driver(json!({"status": 500})), &["driver", "page"]),
            (of_page(json!({"status": 200})), of_driver(json!({})), &["driver", "page"]),
            // Without CORS headers a page is shown no status.
            (of_page(json!({"status": 0, "error": "network"})), of_driver(json!({})), &["page"]),
            (
                of_page(json!({"url": "http://shop.test/from"})),
                of_driver(json!({"requestedUrl": "http://shop.test/from"})),
                &["page"],
            ),
            // A request that is still under way is not the one that failed before it.
            (
                of_page(json!({"status": 0, "error": "network"})),
                of_driver(json!({"status": 0, "error": "timeout"})),
                &["driver", "page"],
            ),
        ] {
            assert_eq!(
                stored(Kind::NetworkBodies, &page, &sighting),
                expected,
                "{page} {sighting}"
            );
        }
    }

    #[test]
    fn a_page_event_represents_one_sighting_and_an_error_with_its_frame_all_repeats() {
        let count = |page: &Value, sighting: &Value| {
            let journal = journal();
            post(&journal, Kind::Logs, page);
            for _ in 0..3 {
                post(&journal, Kind::Logs, sighting);
            }
            journal.snapshot(&Query::default()).of(Kind::Logs).len()
        };
        let thrown_text = uncaught("Uncaught sold out");
        assert_eq!(count(&thrown_text, &raised("sold out", None)), 3);
        assert_eq!(
            count(&with(&thrown_text, &json!({"repeated": 2})), &raised("sold out", None)),
            2
        );
        assert_eq!(count(&thrown(), &raised("TypeError: no id", Some(STACK))), 1);
    }

    #[test]
    fn sightings_are_joined_within_one_test_and_leave_its_record() {
        let journal = journal();
        let failed = json!({"method": "GET", "url": "http://a.test/", "status": 500, "initiator": "fetch",
            "timestamp": 10_000});
        let seen = with(&failed, &json!({"seenBy": "driver"}));
        post(&journal, Kind::NetworkBodies, &with(&failed, &json!({"test_id": "other"})));
        post(&journal, Kind::NetworkBodies, &with(&seen, &json!({"test_id": "t"})));
        post(&journal, Kind::Logs, &with(&raised("Error: x", None), &json!({"test_id": "t"})));
        let records =
            || journal.tests(Some("t")).expose(gasoline_protocol::Purpose::Store).remove(0);
        assert_eq!((records().network_failures.len(), records().errors.len()), (1, 1));
        let head = journal.head();
        post(&journal, Kind::NetworkBodies, &with(&failed, &json!({"test_id": "t"})));
        post(&journal, Kind::Logs, &with(&uncaught("Uncaught Error: x"), &json!({"test_id": "t"})));
        assert_eq!((records().network_failures.len(), records().errors.len()), (1, 1));
        assert_eq!(records().errors[0].message, "Uncaught Error: x");
        let snapshot = journal.snapshot(&Query::default().in_test(Some("t")));
        let seqs: Vec<Seq> =
            snapshot.of(Kind::NetworkBodies).iter().map(|event| event.seq).collect();
        assert_eq!(seqs, [Seq(head.0 + 1)], "the page event has a place of its own");
        assert_eq!(
            snapshot.forgotten_of(Kind::NetworkBodies),
            0,
            "what was replaced is not missed"
        );
    }
}
