//! What the journal promises: scopes, bounds, cursors, retries, and all of it under concurrent load.

use std::collections::{BTreeMap, BTreeSet};

use gasoline_protocol::Purpose;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::kind::limits::LOGS_MAX_EVENTS;
use gasoline_protocol::snapshot::Missed;
use serde_json::{Value, json};

use super::*;
use crate::clock::ManualClock;
use crate::ingest::{Enrichment, enrichment};

fn journal() -> (Journal, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock::at_ms(1_000_000));
    (Journal::new(Arc::clone(&clock) as Arc<dyn Clock>), clock)
}

fn batch(body: &Value) -> Batch {
    Batch::read(Kind::Logs, body.to_string().as_bytes()).expect("a batch")
}

fn log(journal: &Journal, message: &str, test_id: Option<&str>) {
    let entry = json!({"level": "error", "message": message});
    journal.accept(batch(&json!({"entries": [entry], "test_id": test_id})));
}

fn boundary(journal: &Journal, test_id: &str, action: &str, more: &Value) {
    let mut body = json!({"test_id": test_id, "action": action});
    if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
        body.extend(more.clone());
    }
    journal.mark(serde_json::from_value(body).expect("a boundary"));
}

fn messages(journal: &Journal, query: &Query) -> Vec<String> {
    let snapshot = journal.snapshot(query);
    let read = |event: &Arc<Event>| {
        stored::view::<LogEntry<'_>>(event).expect("a log entry").said().into_owned()
    };
    snapshot.of(Kind::Logs).iter().map(read).collect()
}

fn records(journal: &Journal, test_id: Option<&str>) -> Vec<Record> {
    journal.tests(test_id).expose(Purpose::Store)
}

fn tests_since(journal: &Journal, test_id: Option<&str>, since: Since) -> Vec<Record> {
    journal.tests_since(test_id, since).expose(Purpose::Store)
}

fn in_test(test_id: &str) -> Query {
    Query::default().in_test(Some(test_id))
}

#[test]
fn a_batch_sent_again_is_answered_alike_and_stored_once() {
    let (journal, _) = journal();
    let body = json!({"batch_id": "b1", "entries": [{"level": "log", "message": "a"}, 7]});
    let first = journal.accept(batch(&body));
    let second = journal.accept(batch(&body));
    assert_eq!(first, second);
    assert_eq!((first.received, first.rejected), (1, 1));
    assert_eq!(messages(&journal, &Query::default()), ["a"]);
}

#[test]
fn only_the_newest_receipts_are_remembered() {
    let (journal, _) = journal();
    let body = |n: usize| json!({"batch_id": format!("b{n}"), "entries": [{"level": "log", "message": "a"}]});
    for n in 0..=limits::RECEIPTS_MAX {
        journal.accept(batch(&body(n)));
    }
    let accepted = || journal.fill()[Kind::Logs as usize].accepted;
    let before = accepted();
    journal.accept(batch(&body(1)));
    assert_eq!(accepted(), before, "still remembered");
    journal.accept(batch(&body(0)));
    assert_eq!(accepted(), before + 1, "forgotten, so taken as new");
}

#[test]
fn tests_do_not_evict_each_other() {
    let (journal, _) = journal();
    log(&journal, "mine", Some("quiet"));
    for n in 0..2 * LOGS_MAX_EVENTS {
        log(&journal, &format!("{n}"), Some("noisy"));
    }
    assert_eq!(messages(&journal, &in_test("quiet")), ["mine"]);
    let noisy = journal.snapshot(&in_test("noisy"));
    assert_eq!(noisy.of(Kind::Logs).len(), LOGS_MAX_EVENTS);
    assert_eq!(noisy.forgotten_of(Kind::Logs), LOGS_MAX_EVENTS as u64);
}

#[test]
fn an_event_without_a_test_belongs_to_the_only_running_one() {
    let (journal, _) = journal();
    log(&journal, "before", None);
    boundary(&journal, "a", "start", &json!({}));
    log(&journal, "during a", None);
    boundary(&journal, "b", "start", &json!({}));
    log(&journal, "during both", None);
    boundary(&journal, "b", "end", &json!({}));
    log(&journal, "during a again", None);
    boundary(&journal, "a", "end", &json!({}));
    log(&journal, "after", None);
    assert_eq!(messages(&journal, &in_test("a")), ["during a", "during a again"]);
    assert_eq!(messages(&journal, &in_test("b")), Vec::<String>::new());
    assert_eq!(
        messages(&journal, &Query::default()),
        ["before", "during a", "during both", "during a again", "after"],
    );
}

#[test]
fn an_events_own_test_wins_over_the_batch() {
    let (journal, _) = journal();
    let own = json!({"level": "log", "message": "own", "test_id": "b"});
    let other = json!({"level": "log", "message": "other"});
    journal.accept(batch(&json!({"test_id": "a", "entries": [own, other]})));
    assert_eq!(messages(&journal, &in_test("a")), ["other"]);
    assert_eq!(messages(&journal, &in_test("b")), ["own"]);
}

#[test]
fn a_cursor_gives_what_came_since_and_says_what_was_missed() {
    let (journal, _) = journal();
    log(&journal, "old", None);
    let cursor = journal.head();
    for n in 0..LOGS_MAX_EVENTS + 5 {
        log(&journal, &n.to_string(), None);
    }
    let snapshot = journal.snapshot(&Query::default().since(Since::Seq(cursor)));
    assert_eq!(snapshot.of(Kind::Logs).len(), LOGS_MAX_EVENTS);
    assert_eq!(snapshot.missed, Missed { count: 5, is_exact: true });
    let nothing = journal.snapshot(&Query::default().since(Since::Seq(snapshot.head)));
    assert!(nothing.is_empty());
    assert_eq!(nothing.missed.count, 0);
}

#[test]
fn a_time_is_compared_with_the_events_own_and_excluded() {
    let (journal, _) = journal();
    for ms in [100, 200, 300] {
        let entry = json!({"level": "log", "message": ms.to_string(), "timestamp": ms});
        journal.accept(batch(&json!({"entries": [entry]})));
    }
    let since = Since::parse("200").expect("a time");
    assert_eq!(messages(&journal, &Query::default().since(since)), ["300"]);
}

#[test]
fn clearing_one_test_leaves_the_others_and_every_record() {
    let (journal, _) = journal();
    boundary(&journal, "a", "start", &json!({"title": "A"}));
    log(&journal, "error of a", Some("a"));
    log(&journal, "error of b", Some("b"));
    let removed = journal.clear(&Scope::Test("a".to_owned()), &[]);
    assert_eq!(removed.total(), 1);
    assert_eq!(messages(&journal, &Query::default()), ["error of b"]);
    boundary(&journal, "a", "end", &json!({"status": "failed", "error": "expected 1", "retry": 1}));
    journal.clear(&Scope::Everything, &[]);

    let record = &records(&journal, Some("a"))[0];
    assert_eq!((&*record.status, record.retries), ("failed", 1));
    assert_eq!(record.title.as_deref(), Some("A"));
    assert_eq!(record.error.as_ref().map(|error| &*error.message), Some("expected 1"));
    assert_eq!(record.errors[0].message, "error of a");
    assert_eq!(records(&journal, None).len(), 2);
}

#[test]
fn starting_a_known_test_reopens_it_and_keeps_its_data() {
    let (journal, clock) = journal();
    boundary(&journal, "a", "start", &json!({}));
    log(&journal, "first", None);
    clock.advance_ms(50);
    boundary(&journal, "a", "end", &json!({"status": "failed"}));
    assert_eq!(records(&journal, None)[0].duration_ms, Some(50.0));
    boundary(&journal, "a", "start", &json!({}));
    let record = &records(&journal, None)[0];
    assert_eq!((&*record.status, record.ended, record.errors.len()), ("running", None, 1));
    assert_eq!(messages(&journal, &in_test("a")), ["first"]);
}

#[test]
fn a_log_line_about_a_failed_request_is_not_counted_beside_it() {
    let (journal, _) = journal();
    boundary(&journal, "a", "start", &json!({}));
    let line = json!({"level": "error", "message": "POST http://x/api → 500", "source": "network", "timestamp": 5});
    journal.accept(batch(&json!({"entries": [line]})));
    assert_eq!(records(&journal, None)[0].errors.len(), 1);
    let body = json!({"bodies": [{"method": "POST", "url": "http://x/api", "status": 500, "timestamp": 900}]});
    let bodies = Batch::read(Kind::NetworkBodies, body.to_string().as_bytes());
    journal.accept(bodies.expect("a batch"));
    let record = &records(&journal, None)[0];
    assert_eq!((record.errors.len(), record.network_failures.len()), (0, 1));
}

#[test]
fn beyond_the_live_tests_the_oldest_ended_one_keeps_only_its_record() {
    let (journal, _) = journal();
    for n in 0..limits::TESTS_MAX_LIVE {
        let id = format!("t{n}");
        boundary(&journal, &id, "start", &json!({}));
        log(&journal, "kept in the record", Some(&id));
    }
    boundary(&journal, "t7", "end", &json!({"status": "passed"}));
    log(&journal, "one more", Some("new"));
    assert!(messages(&journal, &in_test("t7")).is_empty());
    assert_eq!(messages(&journal, &in_test("t0")).len(), 1);
    assert_eq!(records(&journal, Some("t7"))[0].errors.len(), 1);
    let missed = journal.snapshot(&Query::default().since(Since::Seq(Seq(0)))).missed;
    assert_eq!(missed, Missed { count: 1, is_exact: true });
}

#[test]
fn a_failed_test_outlives_those_that_passed_after_it_and_were_cleared() {
    let (journal, _) = journal();
    boundary(&journal, "failed", "start", &json!({}));
    log(&journal, "why", Some("failed"));
    boundary(&journal, "failed", "end", &json!({"status": "failed"}));
    for n in 0..2 * limits::TESTS_MAX_LIVE {
        let id = format!("passed {n}");
        boundary(&journal, &id, "start", &json!({}));
        log(&journal, "fine", Some(&id));
        boundary(&journal, &id, "end", &json!({"status": "passed"}));
        journal.clear(&Scope::Test(id), &[]);
    }
    assert_eq!(messages(&journal, &in_test("failed")), ["why"]);
}

#[test]
fn records_are_told_since_a_cursor_or_a_time_like_events() {
    let (journal, clock) = journal();
    let ids = |since: Since| -> Vec<String> {
        tests_since(&journal, None, since).iter().map(|it| it.test_id.to_string()).collect()
    };
    boundary(&journal, "old", "start", &json!({}));
    log(&journal, "before", Some("old"));
    boundary(&journal, "old", "end", &json!({"status": "failed"}));
    let (cursor, time) = (journal.head(), journal.now());
    clock.advance_ms(10);
    boundary(&journal, "silent", "start", &json!({}));
    boundary(&journal, "silent", "end", &json!({"status": "failed"}));
    boundary(&journal, "new", "start", &json!({}));
    log(&journal, "after", Some("new"));
    boundary(&journal, "new", "end", &json!({"status": "failed"}));
    assert_eq!(ids(Since::Beginning), ["old", "silent", "new"]);
    assert_eq!(ids(Since::Seq(cursor)), ["silent", "new"]);
    assert_eq!(ids(Since::Time(time)), ["silent", "new"]);
    assert!(ids(Since::Seq(Seq(999_999))).is_empty());
    boundary(&journal, "old", "start", &json!({}));
    assert_eq!(tests_since(&journal, Some("old"), Since::Seq(Seq(999_999))).len(), 1, "it runs");
}

#[test]
fn the_budget_holds_whatever_is_sent_and_running_tests_keep_their_share() {
    let (journal, _) = journal();
    boundary(&journal, "small", "start", &json!({}));
    log(&journal, "mine", Some("small"));
    let text = "word ".repeat(2_000);
    for n in 0..9_000 {
        let body = json!({
            "bodies": [{"method": "GET", "url": "/a", "status": 200, "responseBody": text, "requestBody": "b"}],
            "test_id": format!("flood{}", n % 63),
        });
        let bodies = Batch::read(Kind::NetworkBodies, body.to_string().as_bytes());
        journal.accept(bodies.expect("a batch"));
        if n % 100 == 0 {
            assert!(journal.bytes() <= limits::BUDGET_MAX_BYTES);
        }
    }
    assert_eq!(messages(&journal, &in_test("small")), ["mine"]);
    let fill = journal.fill()[Kind::NetworkBodies as usize];
    assert_eq!(fill.held as u64 + fill.forgotten, fill.accepted, "everything dropped is counted");
}

#[test]
fn records_are_bounded_in_number_and_bytes() {
    let (journal, _) = journal();
    let text = "x ".repeat(2_000);
    for n in 0..limits::RECORDS_MAX + 10 {
        let id = format!("t{n}");
        boundary(&journal, &id, "start", &json!({}));
        log(&journal, &format!("{n} {text}"), Some(&id));
        boundary(&journal, &id, "end", &json!({"status": "failed"}));
    }
    let all = records(&journal, None);
    assert_eq!(all.len(), limits::RECORDS_MAX);
    assert_eq!(&*all[0].test_id, "t10");
    assert!(all[0].errors.is_empty() && all[0].omitted == 1, "stripped, and says so");
    assert_eq!(all.last().map(|record| record.errors.len()), Some(1));
    assert!(journal.bytes() <= limits::BUDGET_MAX_BYTES);
}

#[test]
fn enrichment_joins_the_entry_it_names() {
    let (journal, _) = journal();
    let entry = json!({"level": "error", "message": "m", "id": "e1"});
    journal.accept(batch(&json!({"entries": [entry]})));
    assert_eq!(journal.enrich(context("e1", "why")), Ok(()));
    assert_eq!(summaries(&journal), ["why"]);
    assert_eq!(journal.waiting_enrichments(), (0, 0));
}

/// An enrichment of the entry `id`.
fn context(id: &str, summary: &str) -> Enrichment {
    let sent = json!({"id": id, "_aiContext": {"summary": summary}});
    enrichment(&sent.to_string()).expect("an enrichment")
}

/// What the entries say of their context, oldest first.
fn summaries(journal: &Journal) -> Vec<String> {
    let snapshot = journal.snapshot(&Query::default());
    let entries = snapshot.of(Kind::Logs).iter();
    entries
        .filter_map(|event| serde_json::from_str::<Value>(stored::json(event)).ok())
        .map(|entry| entry["_aiContext"]["summary"].as_str().unwrap_or("none").to_owned())
        .collect()
}

#[test]
fn an_enrichment_that_overtook_its_entry_waits_for_it() {
    let (journal, _) = journal();
    assert_eq!(journal.enrich(context("e2", "of another")), Ok(()));
    assert_eq!(journal.enrich(context("e1", "first")), Ok(()));
    let retracted = enrichment(r#"{"id":"e1","retracted":true}"#).expect("an enrichment");
    assert_eq!(journal.enrich(retracted), Ok(()));
    assert_eq!(journal.waiting_enrichments(), (3, 0));
    boundary(&journal, "t", "start", &json!({}));
    let entry = |id: &str| json!({"level": "error", "message": "m", "id": id});
    let body = json!({"entries": [entry("e1"), entry("e3")], "test_id": "t"});
    journal.accept(batch(&body));
    assert_eq!(summaries(&journal), ["first", "none"]);
    assert_eq!(journal.waiting_enrichments(), (1, 0));
    // What was taken back before it arrived never counted.
    assert_eq!(records(&journal, None)[0].errors.iter().map(|error| error.count).sum::<u32>(), 1);
    // An entry of the same id that comes later has nothing to claim.
    journal.accept(batch(&json!({"entries": [entry("e1")]})));
    assert_eq!(summaries(&journal), ["first", "none", "none"]);
}

#[test]
fn an_enrichment_that_nobody_claims_is_let_go_and_counted() {
    let (journal, clock) = journal();
    journal.enrich(context("e1", "late")).expect("it waits");
    clock.advance_ms(limits::ENRICHMENT_WAIT_MS - 1);
    journal.enrich(context("e2", "in time")).expect("it waits");
    assert_eq!(journal.waiting_enrichments(), (2, 0));
    clock.advance_ms(1);
    let entry = |id: &str| json!({"level": "error", "message": "m", "id": id});
    journal.accept(batch(&json!({"entries": [entry("e1"), entry("e2")]})));
    assert_eq!(summaries(&journal), ["none", "in time"]);
    assert_eq!(journal.waiting_enrichments(), (0, 1));
}

#[test]
fn no_more_wait_than_there_is_room_for() {
    let (journal, clock) = journal();
    for number in 0..limits::ENRICHMENTS_WAITING_MAX {
        journal.enrich(context(&number.to_string(), "s")).expect("it waits");
    }
    let refused = journal.enrich(context("more", "s")).expect_err("too many wait");
    assert!(refused.contains("`more`") && refused.contains("too many"), "{refused}");
    let before = journal.bytes();
    clock.advance_ms(limits::ENRICHMENT_WAIT_MS);
    assert_eq!(journal.waiting_enrichments(), (0, limits::ENRICHMENTS_WAITING_MAX as u64));
    assert!(journal.bytes() < before);

    let long = "s".repeat(10_000);
    let waiting = (0..)
        .take_while(|number: &u32| journal.enrich(context(&number.to_string(), &long)).is_ok());
    let most = limits::ENRICHMENTS_WAITING_MAX_BYTES / long.len();
    assert!(waiting.count() <= most.min(limits::ENRICHMENTS_WAITING_MAX));
}

/// Ten writers, readers and scoped clears at once: what was acknowledged is there or was counted,
/// nothing twice, and each writer's order is kept.
#[test]
fn nothing_acknowledged_is_lost_and_order_is_kept_per_client() {
    const WRITERS: usize = 10;
    const BATCHES: usize = 200;
    const EACH: usize = 50;
    let (journal, _) = journal();
    let acknowledged: usize = std::thread::scope(|scope| {
        let journal = &journal;
        for reader in 0..2 {
            scope.spawn(move || {
                for round in 0..300 {
                    let snapshot = journal.snapshot(&Query::default());
                    let seqs: Vec<Seq> =
                        snapshot.of(Kind::Logs).iter().map(|event| event.seq).collect();
                    assert!(
                        seqs.is_sorted_by(|a, b| a < b),
                        "a snapshot is in order, nothing twice"
                    );
                    if reader == 0 && round % 10 == 0 {
                        journal.clear(&Scope::Test("cleared".to_owned()), &[]);
                    }
                }
            });
        }
        scope.spawn(move || {
            for n in 0..500 {
                log(journal, &n.to_string(), Some("cleared"));
            }
        });
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                scope.spawn(move || {
                    let mut received = 0;
                    for number in 0..BATCHES {
                        let entries: Vec<Value> = (0..EACH)
                            .map(|n| json!({"level": "log", "message": format!("{writer}:{}", number * EACH + n)}))
                            .collect();
                        let body = json!({
                            "entries": entries,
                            "test_id": format!("w{writer}"),
                            "batch_id": format!("{writer}-{number}"),
                        });
                        received += journal.accept(batch(&body)).received;
                        if number % 7 == 0 {
                            assert_eq!(journal.accept(batch(&body)).received, EACH, "sent again");
                        }
                    }
                    received
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().expect("a writer")).sum()
    });
    assert_eq!(acknowledged, WRITERS * BATCHES * EACH);

    let mut held: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for message in messages(&journal, &Query::of(&[Kind::Logs])) {
        if let Some((writer, number)) = message.split_once(':') {
            held.entry(writer.to_owned()).or_default().push(number.parse().expect("a number"));
        }
    }
    assert_eq!(held.len(), WRITERS);
    for (writer, numbers) in held {
        let newest: Vec<usize> = (BATCHES * EACH - LOGS_MAX_EVENTS..BATCHES * EACH).collect();
        assert_eq!(numbers, newest, "writer {writer} keeps its newest, in order, each once");
        let lost = journal.snapshot(&in_test(&format!("w{writer}"))).forgotten_of(Kind::Logs);
        assert_eq!(lost, (BATCHES * EACH - numbers.len()) as u64);
    }
    let all: BTreeSet<Seq> =
        journal.snapshot(&Query::default()).of(Kind::Logs).iter().map(|event| event.seq).collect();
    assert!(all.len() as u64 <= journal.head().0);
}

#[test]
fn every_change_is_followed_in_order() {
    let seen: Arc<Mutex<Vec<Progress>>> = Arc::default();
    let (journal, _) = journal();
    let list = Arc::clone(&seen);
    let journal = journal.followed_by(move |progress| {
        list.lock().expect("nobody panicked").push(progress);
    });
    boundary(&journal, "a", "start", &json!({}));
    log(&journal, "broken", Some("a"));
    boundary(&journal, "a", "end", &json!({"status": "failed"}));
    journal.explain("a", Vec::new());
    journal.clear(&Scope::Everything, &[]);
    journal.note_enriched(None, Receipt::default(), &Dropped::default());
    let seen = seen.lock().expect("nobody panicked");
    let steps: Vec<_> = seen.iter().map(|it| (it.head.0, it.ended, it.cleared)).collect();
    assert_eq!(steps, [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 0), (1, 1, 1), (1, 1, 1)]);
    assert!(seen.windows(2).all(|pair| pair[0].tests <= pair[1].tests) && seen[2].tests > 0);
}

#[test]
fn ended_tests_are_numbered_and_the_latest_are_listed() {
    let (journal, _) = journal();
    assert!(journal.ended_tests(0).is_empty());
    let count = limits::ENDED_TESTS_MAX as u64 + 2;
    for number in 1..=count {
        boundary(&journal, &number.to_string(), "end", &json!({"status": "passed"}));
    }
    let ended = journal.ended_tests(0);
    assert_eq!((ended.len(), ended[0].0), (limits::ENDED_TESTS_MAX, 3), "the first two are gone");
    assert!(ended.iter().all(|(number, test_id)| **test_id == number.to_string()));
    assert_eq!(journal.ended_tests(count - 1).len(), 1);
    assert!(journal.ended_tests(count).is_empty());
}
