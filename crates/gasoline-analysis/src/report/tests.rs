//! Runs put together from small snapshots: who failed, why, and what was different.

use gasoline_protocol::event::Level;
use gasoline_protocol::{Seq, Since, Timestamp};
use serde_json::{Value, json};

use super::*;

const AT: i64 = 1_767_323_045_000;

/// A snapshot with these records and events; events name their test.
fn snapshot(tests: &[Value], events: &Value) -> String {
    let mut all = json!({"timestamp": AT + 60_000, "logs": [], "network_bodies": [],
        "websocket_events": [], "enhanced_actions": [], "tests": tests});
    if let (Some(all), Some(events)) = (all.as_object_mut(), events.as_object()) {
        all.extend(events.clone());
    }
    all.to_string()
}

fn record(id: &str, status: &str, at: i64, more: &Value) -> Value {
    let mut record = json!({"test_id": id, "status": status, "started": AT + at,
        "ended": AT + at + 500, "duration_ms": 500, "retries": 0});
    if let (Some(record), Some(more)) = (record.as_object_mut(), more.as_object()) {
        record.extend(more.clone());
    }
    record
}

fn read(texts: &[String], test_id: Option<&str>, severity: Level) -> Run {
    let mut shards: Vec<Shard<'_>> =
        texts.iter().map(|text| Shard::read("f.json", text).expect("a snapshot")).collect();
    run(&mut shards, &Options { test_id, severity, noise: &Noise::new() })
}

fn of(tests: &[Value], events: &Value) -> Run {
    read(&[snapshot(tests, events)], None, Level::Error)
}

/// `title: status (attempts)` of every test.
fn told(run: &Run) -> Vec<String> {
    run.tests
        .iter()
        .map(|it| format!("{}: {} ({})", it.title, it.status.name(), it.attempts.len()))
        .collect()
}

fn hints(run: &Run) -> Vec<String> {
    run.tests[0].evidence.hints.iter().map(|it| format!("{} | {}", it.says, it.because)).collect()
}

#[track_caller]
fn check_hint(run: &Run, says: &str, because: &str) {
    let hints = hints(run);
    let has = |hint: &String| hint.starts_with(says) && hint.contains(because);
    assert!(hints.iter().any(has), "no `{says}` because `{because}` in {hints:#?}");
}

fn error(test: &str, at: i64, message: &str) -> Value {
    json!({"test_id": test, "timestamp": AT + at, "level": "error", "message": message, "source": "exception"})
}

fn request(test: &str, at: i64, path: &str, status: u16, answer: &str) -> Value {
    json!({"test_id": test, "timestamp": AT + at, "method": "GET", "status": status, "duration": 20,
        "url": format!("http://localhost:3000{path}"), "responseBody": answer})
}

#[test]
fn attempts_of_one_test_are_one_test_and_failed_then_passed_is_flaky() {
    let named =
        |retry: u32| json!({"title": "pays", "file": "a.ts", "project": "p", "retries": retry});
    let run = of(
        &[
            record("p › a.ts › pays", "failed", 0, &named(0)),
            record("p › a.ts › pays #r1", "timedOut", 600, &named(1)),
            record("p › a.ts › pays #r2", "passed", 1_200, &named(2)),
        ],
        &json!({}),
    );
    assert_eq!(told(&run), ["pays: flaky (3)"]);
    assert_eq!(run.tests[0].test_id, "p › a.ts › pays #r1", "the last that failed is told");
    assert_eq!((run.summary.flaky, run.summary.failed, run.summary.attempts), (1, 0, 3));
}

#[test]
fn ids_alone_group_attempts_and_repeats_stay_apart() {
    let run = of(
        &[
            record("pays", "failed", 0, &json!({})),
            record("pays #r1", "passed", 600, &json!({"retries": 1})),
            record("pays #n1", "passed", 1_200, &json!({})),
        ],
        &json!({}),
    );
    assert_eq!(told(&run), ["pays: flaky (2)", "pays #n1: passed (1)"]);
}

#[test]
fn two_tests_of_one_title_are_two() {
    let named = json!({"title": "works", "file": "a.ts", "project": "p"});
    let run = of(
        &[
            record("p › a.ts › cart › works", "failed", 0, &named),
            record("p › a.ts › order › works", "passed", 600, &named),
        ],
        &json!({}),
    );
    assert_eq!(told(&run), ["works: failed (1)", "works: passed (1)"]);
}

#[test]
fn the_same_record_in_two_shards_is_one_and_the_later_look_counts() {
    let open = record("t", "running", 0, &json!({"ended": null, "duration_ms": null}));
    let texts = [
        snapshot(&[open], &json!({})),
        snapshot(&[record("t", "passed", 0, &json!({}))], &json!({})),
    ];
    assert_eq!(told(&read(&texts, None, Level::Error)), ["t: passed (1)"]);
    let reversed = [texts[1].clone(), texts[0].clone()];
    assert_eq!(told(&read(&reversed, None, Level::Error)), ["t: passed (1)"]);
}

#[test]
fn what_failed_on_one_machine_and_passed_on_another_is_no_flaky_test() {
    let named =
        |retry: u32| json!({"title": "pays", "file": "a.ts", "project": "p", "retries": retry});
    let texts = [
        snapshot(&[record("pays", "failed", 0, &named(0))], &json!({})),
        snapshot(&[record("pays", "passed", 90, &named(0))], &json!({})),
    ];
    let merged = |texts: &[String]| {
        let mut shards: Vec<Shard<'_>> = texts
            .iter()
            .zip(["linux.json", "windows.json"])
            .map(|(text, name)| Shard::read(name, text).expect("a snapshot"))
            .collect();
        let noise = Noise::new();
        run(&mut shards, &Options { test_id: None, severity: Level::Error, noise: &noise })
    };
    let told_all = ["pays (linux.json): failed (1)", "pays (windows.json): passed (1)"];
    assert_eq!(told(&merged(&texts)), told_all);
    let retried = |at: i64, last: &str| {
        [record("pays", "failed", at, &named(0)), record("pays #r1", last, at + 600, &named(1))]
    };
    let texts =
        [snapshot(&retried(0, "failed"), &json!({})), snapshot(&retried(90, "passed"), &json!({}))];
    let told_all = ["pays (linux.json): failed (2)", "pays (windows.json): flaky (2)"];
    assert_eq!(told(&merged(&texts)), told_all, "attempts stay with their shard");
    let texts = [
        snapshot(&retried(0, "passed")[..1], &json!({})),
        snapshot(&retried(0, "passed")[1..], &json!({})),
    ];
    assert_eq!(told(&merged(&texts)), ["pays: flaky (2)"], "a retry may be in a later file");
}

#[test]
fn where_the_runner_says_nothing_the_browser_decides_and_the_report_says_so() {
    let run = of(
        &[record("a", "unknown", 0, &json!({})), record("b", "unknown", 100, &json!({}))],
        &json!({"logs": [error("a", 10, "boom")]}),
    );
    assert_eq!(told(&run), ["a: failed (1)", "b: unknown (1)"]);
    assert!(run.tests[0].because.as_ref().is_some_and(|it| it.contains("1 error")));
    let run = of(&[record("c", "running", 0, &json!({"ended": null}))], &json!({}));
    assert_eq!(told(&run), ["c: interrupted (1)"]);
}

#[test]
fn events_of_no_recorded_test_are_told_as_one_only_without_tests() {
    let events = json!({"logs": [
        {"timestamp": AT, "level": "error", "message": "boom", "source": "exception"}]});
    let run = of(&[], &events);
    assert_eq!(told(&run), ["interactive session: failed (1)"]);
    assert!(run.notes.iter().any(|note| note.contains("no test was recorded")), "{:?}", run.notes);
    let beside = of(&[record("t", "passed", 0, &json!({}))], &events);
    assert_eq!(told(&beside), ["t: passed (1)"]);
    assert!(beside.notes.iter().any(|it| it.starts_with("1 event outside of tests")));
    assert!(of(&[], &json!({})).tests.is_empty());
}

#[test]
fn what_two_files_tell_of_no_recorded_test_is_told_of_both() {
    let calm = json!({"level": "info", "message": "calm", "timestamp": AT});
    let broken =
        json!({"level": "error", "message": "boom", "source": "exception", "timestamp": AT});
    for test in [json!(null), json!("unrecorded")] {
        let texts = [&calm, &broken].map(|entry| {
            let mut entry = entry.clone();
            if !test.is_null() {
                entry["test_id"] = test.clone();
            }
            snapshot(&[], &json!({"logs": [entry]}))
        });
        let failed = |texts: &[String]| {
            let run = read(texts, None, Level::Error);
            (run.tests.len(), run.summary.failed)
        };
        assert_eq!(failed(&texts), (2, 1), "{test}");
        assert_eq!(failed(&[texts[1].clone(), texts[0].clone()]), (2, 1), "{test}");
    }
}

#[test]
fn a_test_is_found_by_its_id_its_title_or_a_part_of_its_id() {
    let tests = [
        record("p › cart › adds", "passed", 0, &json!({"title": "adds"})),
        record("p › cart › adds two", "passed", 1, &json!({"title": "adds two"})),
    ];
    let texts = [snapshot(&tests, &json!({}))];
    let count = |wanted: &str| read(&texts, Some(wanted), Level::Error).tests.len();
    assert_eq!(
        (count("adds"), count("p › cart › adds two"), count("cart"), count("x")),
        (1, 1, 2, 0)
    );
}

#[test]
fn since_leaves_out_what_was_before() {
    let rows = |at: i64| {
        json!({"errors": [{"message": "boom", "source": "exception", "timestamp": AT + at, "count": 3}],
        "network_failures": [{"method": "GET", "url": "/api", "status": 500, "timestamp": AT + at}], "screenshots": ["7"]})
    };
    let with = |mut rows: Value, start: &str, last: &str| {
        rows["start_cursor"] = json!(start);
        rows["last_cursor"] = json!(last);
        rows
    };
    let mut late = error("new", 10_100, "later");
    late["seq"] = json!(8);
    let text = snapshot(
        &[
            record("old", "failed", 0, &with(rows(100), "c0", "c5")),
            record("new", "failed", 10_000, &with(rows(10_050), "c5", "c8")),
            record("silent", "failed", 20_000, &with(json!({}), "c8", "c8")),
        ],
        &json!({"logs": [late]}),
    );
    let noise = Noise::new();
    let since = |since: Since| {
        let mut shard = Shard::read("", &text).expect("a snapshot");
        shard.keep_since(since);
        run(&mut [shard], &Options { test_id: None, severity: Level::Error, noise: &noise })
    };
    let later = since(Since::Time(Timestamp::saturating_from_ms(AT + 5_000)));
    assert_eq!(told(&later), ["new: failed (1)", "silent: failed (1)"]);
    let run = since(Since::Seq(Seq(7)));
    assert_eq!(told(&run), ["new: failed (1)", "silent: failed (1)"]);
    let evidence = &run.tests[0].evidence;
    let messages: Vec<&str> = evidence.errors.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(messages, ["later"], "the record tells of more than was asked for");
    assert_eq!((evidence.network_failures.len(), evidence.screenshots.len()), (0, 0));
    assert_eq!(told(&since(Since::Seq(Seq(8)))), ["silent: failed (1)"], "it started there");
    assert_eq!(told(&since(Since::Seq(Seq(999_999)))), [""; 0]);
}

#[test]
fn severity_lets_more_of_the_console_through() {
    let line = |level: &str| json!({"test_id": "t", "timestamp": AT + 5, "level": level, "message": level});
    let text = [snapshot(
        &[record("t", "failed", 0, &json!({}))],
        &json!({"logs": [line("error"), line("warn"), line("info"), line("debug")]}),
    )];
    let listed = |severity| read(&text, None, severity).tests[0].evidence.console.len();
    assert_eq!((listed(Level::Error), listed(Level::Warn), listed(Level::Debug)), (0, 1, 3));
}

#[test]
fn what_only_the_record_remembers_is_told_like_what_is_held() {
    let row = json!({"errors": [{"message": "boom", "source": "exception", "timestamp": AT + 300, "count": 4, "url": "http://localhost:3000/",
            "stack": "Error: boom\n    at pay (http://localhost:3000/src/pay.ts:3:1)"}],
        "network_failures": [{"method": "GET", "url": "http://localhost:3000/api/pay", "status": 500,
            "timestamp": AT + 270, "duration": 20, "responseBody": "{\"message\":\"no such card\"}"}],
        "ws_errors": [{"event": "close", "id": "w", "url": "ws://localhost:3000/live", "code": 1006, "timestamp": AT + 310}]});
    let run = of(&[record("t", "failed", 0, &row)], &json!({}));
    let evidence = &run.tests[0].evidence;
    assert_eq!((evidence.errors[0].count, evidence.errors[0].at_ms), (4, 300));
    assert_eq!(evidence.errors[0].frames[0].file, "src/pay.ts");
    assert_eq!((evidence.network_failures.len(), evidence.ws_errors.len()), (1, 1));
    check_hint(&run, "Possible root cause: \"no such card\"", "`message` of its answer");
    let held = json!({"logs": [error("t", 300, "boom")],
        "network_bodies": [request("t", 270, "/api/pay", 500, "")]});
    let run = of(&[record("t", "failed", 0, &row)], &held);
    let evidence = &run.tests[0].evidence;
    assert_eq!((evidence.errors.len(), evidence.network_failures.len()), (1, 1), "told once");
    assert_eq!(evidence.errors[0].count, 4, "the record counted further");
}

#[test]
fn a_stack_is_told_in_the_words_of_its_source_where_the_snapshot_knows_them() {
    let stack = "Error: boom\n    at a (http://localhost:3000/assets/index-1.js:1:99)";
    let mut thrown = error("t", 10, "boom");
    thrown["stack"] = json!(stack);
    let place = json!({"stack": stack, "frames": [{"file": "src/pay.ts", "line": 7, "mapped": true}], "sources": []});
    let run =
        of(&[record("t", "failed", 0, &json!({}))], &json!({"logs": [thrown], "places": [place]}));
    assert_eq!(run.tests[0].evidence.errors[0].frames[0].file, "src/pay.ts");
    let clipped = json!({"errors": [{"message": "boom", "source": "exception", "timestamp": AT,
        "count": 1, "stack": format!("{}…", &stack[..30])}]});
    let place = json!({"stack": stack, "frames": [{"file": "src/pay.ts", "line": 7, "mapped": true}], "sources": []});
    let run = of(&[record("t", "failed", 0, &clipped)], &json!({"places": [place]}));
    assert_eq!(run.tests[0].evidence.errors[0].frames[0].line, 7, "by its beginning");
}

#[test]
fn the_request_behind_an_error_is_the_primary_failure_and_its_answer_the_cause() {
    let run = of(
        &[record("t", "failed", 0, &json!({}))],
        &json!({"logs": [error("t", 130, "Error: GET /api/cart failed")],
            "network_bodies": [
                request("t", 100, "/api/cart", 500, r#"{"details":"user.address is null"}"#),
                request("t", 90, "/api/ads", 404, "")]}),
    );
    check_hint(&run, "Primary failure: GET /api/cart → 500", "the certain cause of");
    check_hint(&run, "Root cause likely: \"user.address is null\"", "`details` of its answer");
    let marked: Vec<&str> = run.tests[0]
        .evidence
        .timeline
        .iter()
        .filter(|it| it.is_primary)
        .map(|it| it.says.as_str())
        .collect();
    assert_eq!(marked, ["GET /api/cart"]);
}

#[test]
fn noise_is_no_cause_however_well_its_time_fits() {
    let noisy = json!({"test_id": "t", "timestamp": AT + 100, "method": "POST", "status": 0, "error": "network",
        "url": "https://www.google-analytics.com/g/collect", "duration": 1});
    let run = of(
        &[record("t", "failed", 0, &json!({}))],
        &json!({"logs": [error("t", 101, "TypeError: x is undefined")], "network_bodies": [noisy]}),
    );
    assert_eq!(run.tests[0].evidence.errors[0].cause, None);
    check_hint(&run, "Primary failure: TypeError: x is undefined", "no request failed");
}

#[test]
fn without_an_error_the_gravest_failed_request_is_primary() {
    let run = of(
        &[record("t", "failed", 0, &json!({}))],
        &json!({"network_bodies": [request("t", 10, "/a", 404, ""), request("t", 50, "/b", 503, "")]}),
    );
    check_hint(&run, "Primary failure: GET /b → 503", "the gravest of 2 requests");
}

#[test]
fn nothing_wrong_in_the_browser_is_said_and_so_is_nothing_captured() {
    let run = of(
        &[record("t", "failed", 0, &json!({}))],
        &json!({"network_bodies": [request("t", 10, "/a", 200, "")]}),
    );
    check_hint(&run, "The browser saw nothing wrong", "among 1 request");
    check_hint(
        &of(&[record("t", "failed", 0, &json!({}))], &json!({})),
        "Nothing was captured",
        "",
    );
}

/// The first hint of the first test, which headlines and job summaries show alone.
#[track_caller]
fn check_headline(run: &Run, says: &str, because: &str) {
    let hints = hints(run);
    let has = |hint: &String| hint.starts_with(says) && hint.contains(because);
    assert!(
        hints.first().is_some_and(has),
        "`{says}` because `{because}` is not first: {hints:#?}"
    );
    let contradicts = |hint: &String| hint.contains("saw nothing wrong");
    assert!(!hints.iter().any(contradicts), "{hints:#?}");
}

#[test]
fn a_lost_socket_is_the_primary_failure_where_nothing_else_failed() {
    let event = |at: i64, event: &str| {
        json!({"test_id": "t", "timestamp": AT + at, "event": event,
        "id": "w", "url": "ws://localhost:3000/live"})
    };
    let mut close = event(51, "close");
    close["code"] = json!(4_001);
    close["reason"] = json!("sold out");
    let run = of(
        &[record("t", "failed", 0, &json!({}))],
        &json!({"websocket_events": [event(50, "error"), close]}),
    );
    let says = "Primary failure: the socket /live was closed with code 4001: sold out";
    check_headline(&run, says, "after 51 ms; no error of the page");
    let sockets = hints(&run).iter().filter(|hint| hint.contains("socket")).count();
    assert_eq!(sockets, 1, "told once");
    let primary = run.tests[0].evidence.timeline.iter().find(|it| it.is_primary);
    assert_eq!(primary.map(|it| it.says.as_str()), Some("socket /live close"));
    let run = of(
        &[record("t", "failed", 0, &json!({}))],
        &json!({"websocket_events": [event(50, "error")],
            "logs": [error("t", 10, "TypeError: x is undefined")]}),
    );
    check_headline(&run, "Primary failure: TypeError", "");
    check_hint(&run, "The socket /live was lost", "");
}

#[test]
fn a_dialog_that_nobody_answered_is_the_primary_failure_where_nothing_else_failed() {
    let line = |seen_by: &str| {
        json!({"test_id": "t", "timestamp": AT + 40, "level": "warn",
        "source": "console", "metadata": {"seenBy": seen_by},
        "message": "the page opened a dialog (confirm) that was dismissed, because the test handles none: Sure?"})
    };
    let of_test =
        |line: Value| of(&[record("t", "failed", 0, &json!({}))], &json!({"logs": [line]}));
    let says = "Primary failure: the page opened a dialog (confirm) that was dismissed";
    check_headline(&of_test(line("driver")), says, "seen by the driver after 40 ms");
    let run = of_test(line("page"));
    assert!(!hints(&run)[0].contains("dialog"), "what a page says about dialogs is its own");
}

#[test]
fn the_browsers_own_reason_comes_before_what_the_page_makes_of_it() {
    let reason = json!({"test_id": "t", "timestamp": AT + 40, "level": "error", "source": "network",
        "metadata": {"seenBy": "driver"}, "message": "Access to fetch at 'http://api.test/rates' from \
            origin 'http://localhost:3000' has been blocked by CORS policy"});
    let mut failed = request("t", 30, "/api/rates", 0, "");
    failed["error"] = json!("network");
    let run = of(
        &[record("t", "failed", 0, &json!({}))],
        &json!({"logs": [error("t", 41, "TypeError: Failed to fetch"), reason],
            "network_bodies": [failed]}),
    );
    check_headline(
        &run,
        "Primary failure: Access to fetch at 'http://api.test/rates'",
        "own reason",
    );
    assert!(hints(&run)[0].contains("CORS policy"), "{:?}", hints(&run));
}

#[test]
fn an_answer_that_has_what_the_test_received_is_told_where_nothing_failed() {
    let failed = |received: &str| {
        let error = format!(
            "Error: expect(locator).toHaveText\n\nExpected: \"20\"\nReceived: {received}\n"
        );
        of(
            &[record("t", "failed", 0, &json!({"error": error}))],
            &json!({"network_bodies": [request("t", 10, "/api/old", 200, r#"{"total":25}"#),
                request("t", 20, "/api/cart", 200, r#"{"total":25,"currency":"EUR"}"#),
                request("t", 30, "/api/ads", 200, r#"{"total":250}"#)]}),
        )
    };
    let says =
        "Likely a wrong answer: GET /api/cart → 200 has what the test received: {\"total\":25";
    check_headline(&failed("\"25\""), says, "the runner received `25`");
    check_hint(&failed("\"26\""), "The browser saw nothing wrong", "");
    check_hint(&failed("<element(s) not found>"), "The browser saw nothing wrong", "");
}

#[test]
fn what_is_missing_in_a_shard_is_told_and_no_test_is_blamed_for_it() {
    let gap = "the server stopped answering at 12:03:04";
    let gaps = |more: Value| {
        let mut all = json!({"gaps": [gap, 5, ""]});
        all.as_object_mut()
            .expect("an object")
            .extend(more.as_object().expect("an object").clone());
        of(&[record("t", "failed", 0, &json!({}))], &all)
    };
    let run = gaps(json!({}));
    assert_eq!(run.notes, [format!("`f.json`: {gap}")]);
    check_headline(&run, "Nothing is held of this test: what it captured may be lost", gap);
    let run = gaps(json!({"network_bodies": [request("t", 10, "/a", 200, "")]}));
    check_headline(&run, "Nothing went wrong in what is held of this test", gap);
    for odd in [json!({"gaps": "all"}), json!({"gaps": {"a": 1}}), json!({"gaps": null})] {
        assert!(of(&[record("t", "failed", 0, &json!({}))], &odd).notes.is_empty(), "{odd}");
    }
    let forgotten = json!({"forgotten": {"logs": 3}});
    let run = of(&[record("t", "failed", 0, &json!({}))], &forgotten);
    check_headline(&run, "Nothing is held of this test", "3 events had been forgotten");
}

#[test]
fn a_refused_access_a_slow_request_a_lost_socket_and_noise_are_told_with_their_evidence() {
    let mut slow = request("t", 10, "/api/report", 200, "");
    slow["duration"] = json!(4_800);
    let noisy = json!({"test_id": "t", "timestamp": AT + 40, "method": "POST", "status": 0, "error": "network",
        "url": "https://www.google-analytics.com/g/collect"});
    let run = of(
        &[record("t", "timedOut", 0, &json!({"duration_ms": 5_000}))],
        &json!({"network_bodies": [slow, request("t", 30, "/api/me", 401, ""), noisy],
            "websocket_events": [{"test_id": "t", "timestamp": AT + 50, "event": "close", "id": "w",
                "url": "ws://localhost:3000/live", "code": 1006}]}),
    );
    check_hint(&run, "Access was refused", "GET /api/me → 401");
    check_hint(&run, "Slow: GET /api/report", "4.8 s of 5.0 s");
    check_hint(&run, "The socket /live was lost", "code 1006");
    check_hint(&run, "Unrelated noise: POST www.google-analytics.com", "rule builtin_");
    assert_eq!(run.summary.network_failures, 1, "noise is not counted");
}

#[test]
fn an_error_that_other_tests_have_too_is_told_as_such_and_one_of_every_attempt_as_no_chance() {
    let failed = |id: &str, at: i64| record(id, "failed", at, &json!({"error": "no button"}));
    let run = of(
        &[
            failed("a", 0),
            failed("b", 600),
            record("a #r1", "failed", 1_200, &json!({"retries": 1, "error": "no button"})),
        ],
        &json!({"logs": [error("a #r1", 1_210, "order 81723 failed"), error("b", 610, "order 99001 failed")]}),
    );
    check_hint(&run, "Not of this test alone: 1 other failed test", "ids and numbers apart");
    check_hint(&run, "Not a matter of chance", "2 attempts");
}

#[test]
fn a_flaky_test_tells_what_was_different() {
    let named = |retry: u32| json!({"title": "pays", "file": "a.ts", "retries": retry});
    let slow = |test: &str, at: i64, path: &str, ms: u32| {
        let mut it = request(test, at, path, 200, "");
        it["duration"] = json!(ms);
        it
    };
    let run = of(
        &[record("pays", "failed", 0, &named(0)), record("pays #r1", "passed", 1_000, &named(1))],
        &json!({"logs": [error("pays", 90, "Error: boom")], "network_bodies": [
            request("pays", 10, "/api/orders/1", 500, ""), request("pays #r1", 1_010, "/api/orders/2", 200, ""),
            slow("pays", 20, "/api/a", 900), slow("pays #r1", 1_020, "/api/a", 30),
            slow("pays", 30, "/api/b", 40), slow("pays #r1", 1_030, "/api/b", 40),
            request("pays", 50, "/api/only", 200, ""),
        ]}),
    );
    let lines = &run.tests[0].difference.as_ref().expect("a difference").lines;
    for words in [
        "only when it failed: `Error: boom`",
        "GET /api/orders/1 → 500 when it failed, 200 when it passed",
        "GET /api/a took 900 ms when it failed, 30 ms when it passed",
        "GET /api/only → 200 was asked only when it failed",
        "answers came in another order",
    ] {
        assert!(lines.iter().any(|line| line.contains(words)), "no `{words}` in {lines:#?}");
    }
}

#[test]
fn attempts_of_which_one_holds_nothing_are_not_compared() {
    let named = |retry: u32| json!({"title": "pays", "file": "a.ts", "retries": retry});
    let compared = |events: Value| {
        let run = of(
            &[
                record("pays", "failed", 0, &named(0)),
                record("pays #r1", "passed", 1_000, &named(1)),
            ],
            &events,
        );
        run.tests[0].difference.as_ref().expect("a difference").lines.clone()
    };
    let failed = json!({"network_bodies": [request("pays", 10, "/api/a", 200, "")]});
    let passed = json!({"network_bodies": [request("pays #r1", 1_010, "/api/a", 200, "")]});
    let cannot = |which: &str| [format!("cannot be compared: events are held {which}")];
    assert_eq!(compared(failed), cannot("not of the attempt that passed"));
    assert_eq!(compared(passed), cannot("not of the attempt that failed"));
    assert_eq!(compared(json!({})), cannot("of neither attempt"));
}

#[test]
fn secrets_in_a_file_are_masked_wherever_they_stand() {
    const KEY: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    let text = snapshot(
        &[record(
            "t",
            "failed",
            0,
            &json!({"title": format!("uses {KEY}"), "error": format!("token {KEY}"),
            "errors": [{"message": format!("remembered {KEY}"), "source": "console", "timestamp": AT, "count": 1}]}),
        )],
        &json!({"logs": [error("t", 10, &format!("Error: {KEY}"))],
            "network_bodies": [request("t", 10, &format!("/api?key={KEY}"), 500, &format!(r#"{{"message":"{KEY}"}}"#))],
            "places": [{"stack": KEY, "frames": [{"file": KEY, "line": 1}], "sources": []}]}),
    );
    let run = read(&[text], None, Level::Debug);
    let whole = serde_json::to_string(&run).expect("JSON");
    assert!(!whole.contains(KEY) && whole.contains("***"), "{whole}");
}

#[test]
fn rows_that_cannot_be_read_are_counted_and_told() {
    let text = snapshot(
        &[json!(5), json!({"test_id": 1}), record("t", "passed", 0, &json!({}))],
        &json!({"logs": [7, {"seq": "x"}], "forgotten": {"logs": 3}}),
    );
    let run = read(&[text], None, Level::Error);
    assert_eq!(run.summary.passed, 1);
    assert!(run.notes.iter().any(|note| note.contains("4 rows of `f.json`")), "{:?}", run.notes);
    assert!(run.notes.iter().any(|note| note.contains("3 events")), "{:?}", run.notes);
}

#[test]
fn json_that_is_no_snapshot_is_refused() {
    for text in ["", "{", "[]", "{}", "null", r#"{"timestamp":1,"logs":{}}"#, "\u{0}"] {
        assert!(Shard::read("", text).is_err(), "{text}");
    }
}
