//! Every HTTP route of the contract, asked of the real server: shapes, orders, refusals.

use crate::support::picture;
use crate::support::server::{JSON, Server};
use serde_json::{Value, json};

/// A list route: where it is posted, under which name, a good event, and how a list is ordered.
struct Route {
    path: &'static str,
    list: &'static str,
    /// The same events in `/snapshot`, `/health` and `/clear`.
    kind: &'static str,
    event: fn(u64) -> Value,
}

const ROUTES: [Route; 4] = [
    Route {
        path: "/logs",
        list: "entries",
        kind: "logs",
        event: |n| json!({"level": "info", "message": format!("line {n}"), "timestamp": at(n)}),
    },
    Route {
        path: "/network-bodies",
        list: "bodies",
        kind: "network_bodies",
        event: |n| json!({"method": "GET", "url": format!("http://localhost/api/{n}"), "status": 200, "timestamp": at(n)}),
    },
    Route {
        path: "/websocket-events",
        list: "events",
        kind: "websocket_events",
        event: |n| json!({"event": "message", "id": "ws-1", "url": "ws://localhost/live", "direction": "incoming", "data": format!("{n}"), "ts": at(n)}),
    },
    Route {
        path: "/enhanced-actions",
        list: "actions",
        kind: "enhanced_actions",
        event: |n| json!({"type": "click", "url": "http://localhost/", "timestamp": 1_750_000_000_000 + n}),
    },
];

/// A moment `n` milliseconds into an hour, as our clients write it.
fn at(n: u64) -> String {
    format!("2026-01-02T03:04:{:02}.{:03}Z", n / 1000, n % 1000)
}

fn batch(route: &Route, count: u64) -> Value {
    json!({route.list: (1..=count).map(route.event).collect::<Vec<_>>()})
}

#[test]
fn health_says_who_it_is_and_how_full_it_is() {
    let server = Server::start();
    server
        .feed("/logs", &json!({"entries": [{"level": "log", "message": "x"}], "client": "page-1"}));
    let health = server.read("/health");
    assert_eq!(health["status"], "ok");
    assert_eq!(health["name"], "gasoline");
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
    assert!(health["uptime_ms"].is_u64());
    assert_eq!(health["clients"], json!({"mcp": 0, "extension": 0, "pages": 1, "drivers": 0}));
    assert_eq!(
        health["buffers"]["logs"],
        json!({"held": 1, "capacity": 1000, "forgotten": 0, "lost": 0}),
    );
    assert!(health["memory_bytes"].as_u64().is_some_and(|bytes| bytes > 0));
}

#[test]
fn lists_come_back_in_their_order_with_place_and_time_of_receipt() {
    let server = Server::start();
    for route in &ROUTES {
        let receipt = server.feed(route.path, &batch(route, 3));
        assert_eq!(receipt, json!({"received": 3, "rejected": 0}), "{}", route.path);
        let answer = server.read(route.path);
        assert_eq!(answer["count"], 3, "{}", route.path);
        assert_eq!(answer.as_object().expect("an object").len(), 2, "{}", route.path);
        let events = answer[route.list].as_array().expect("a list");
        let seqs: Vec<u64> =
            events.iter().map(|event| event["seq"].as_u64().expect("seq")).collect();
        let is_oldest_first = route.path == "/logs";
        assert_eq!(seqs.is_sorted(), is_oldest_first, "{}: {seqs:?}", route.path);
        assert_eq!(seqs.is_sorted_by(|a, b| a > b), !is_oldest_first, "{}", route.path);
        for event in events {
            assert!(event["received_at"].is_u64(), "{event}");
            assert_eq!(event["ts"], event["timestamp"], "{event}");
        }
        let in_snapshot = &server.read("/snapshot")[route.kind];
        let oldest_first: Vec<u64> = in_snapshot
            .as_array()
            .expect("a list")
            .iter()
            .map(|event| event["seq"].as_u64().expect("seq"))
            .collect();
        assert!(oldest_first.is_sorted() && oldest_first.len() == 3, "{}", route.kind);
    }
}

#[test]
fn an_event_comes_back_as_it_was_sent() {
    let server = Server::start();
    let sent = json!({
        "level": "error", "message": "m", "source": "exception", "url": "http://localhost/a",
        "stack": "Error: m\n    at f (a.js:1:2)", "lineno": 1, "tabId": 7, "mine": {"deep": [1, null, "ü"]},
        "timestamp": at(5), "_aiContext": {"summary": "s"},
    });
    server.feed("/logs", &json!({"entries": [sent]}));
    let entry = server.read("/logs")["entries"][0].clone();
    for (name, value) in sent.as_object().expect("an object") {
        assert_eq!(&entry[name], value, "{name}");
    }
    assert_eq!(entry["type"], "exception", "filled from its twin");
    assert_eq!(entry["ts"], sent["timestamp"], "filled from its twin");
}

#[test]
fn a_missing_message_is_rendered_from_its_arguments() {
    let server = Server::start();
    let entry = json!({"level": "log", "args": ["total", {"sum": 3}], "type": "console", "ts": 5});
    server.feed("/logs", &json!({"entries": [entry]}));
    let entry = server.read("/logs")["entries"][0].clone();
    assert_eq!(entry["message"], "total {\"sum\":3}");
    assert_eq!(entry["source"], "console");
    assert_eq!(entry["timestamp"], 5);
}

#[test]
fn an_unreadable_or_missing_time_becomes_the_time_of_receipt_and_says_so() {
    let server = Server::start();
    server.feed(
        "/logs",
        &json!({"entries": [
            {"level": "log", "message": "none"},
            {"level": "log", "message": "odd", "timestamp": "soon"},
            {"level": "log", "message": "good", "timestamp": at(1)},
        ]}),
    );
    let entries = server.read("/logs")["entries"].clone();
    for index in [0, 1] {
        assert_eq!(entries[index]["time_source"], "receipt", "{}", entries[index]);
        assert!(entries[index]["timestamp"].as_str().is_some_and(|time| time.starts_with("20")));
    }
    assert_eq!(entries[1]["time_sent"], "soon");
    assert_eq!(entries[2].get("time_source"), None);
}

#[test]
fn a_bad_entry_refuses_itself_by_index_and_the_others_stay() {
    let server = Server::start();
    let receipt = server.feed(
        "/logs",
        &json!({"entries": [
            {"level": "info", "message": "good"}, 7, {"message": "no level"},
            {"level": "fatal", "message": "x"}, {"level": "warn", "message": "good too"},
        ]}),
    );
    assert_eq!((&receipt["received"], &receipt["rejected"]), (&json!(2), &json!(3)));
    let rejections = receipt["rejections"].as_array().expect("a list");
    let indexes: Vec<u64> =
        rejections.iter().map(|refused| refused["index"].as_u64().expect("index")).collect();
    assert_eq!(indexes, [1, 2, 3]);
    assert!(
        rejections
            .iter()
            .all(|refused| refused["reason"].as_str().is_some_and(|why| !why.is_empty()))
    );
    let reason = rejections[2]["reason"].as_str().expect("a reason");
    assert!(reason.contains("`fatal`") && reason.contains("`warn`"), "{reason}");
    assert_eq!(server.read("/logs")["count"], 2);
}

#[test]
fn a_batch_of_nothing_but_bad_entries_is_still_answered_200() {
    let server = Server::start();
    let receipt = server.feed("/network-bodies", &json!({"bodies": [1, {"url": "/x"}]}));
    assert_eq!((&receipt["received"], &receipt["rejected"]), (&json!(0), &json!(2)));
    for route in &ROUTES {
        server.post(route.path, &json!({"other": []})).check_error(400);
        server.post(route.path, &json!({route.list: {}})).check_error(400);
        assert_eq!(server.feed(route.path, &json!({route.list: []}))["received"], 0);
    }
}

#[test]
fn a_batch_sent_again_is_answered_alike_and_kept_once() {
    let server = Server::start();
    for route in &ROUTES {
        let mut body = batch(route, 2);
        body[route.list].as_array_mut().expect("a list").push(json!(5));
        body["batch_id"] = json!("b-1");
        let first = server.feed(route.path, &body);
        assert_eq!(first["received"], 2, "{}", route.path);
        // What counts is the id: the rest may have changed on the way.
        body[route.list] = json!([]);
        assert_eq!(server.feed(route.path, &body), first, "{}", route.path);
        assert_eq!(server.read(route.path)["count"], 2, "{}", route.path);
    }
}

#[test]
fn dom_snapshots_and_actions_are_taken_and_shown_in_the_snapshot() {
    let server = Server::start();
    let outline = json!({
        "timestamp": at(1), "url": "http://localhost/", "title": "Shop",
        "elements": [{"role": "heading", "level": 1, "text": "Shop", "visible": true}],
        "dynamic": [{"cssPath": "#clock", "textHash": "abc"}],
    });
    let receipt = server.feed("/dom-snapshots", &json!({"snapshots": [outline]}));
    assert_eq!(receipt, json!({"received": 1, "rejected": 0}));
    let kept = server.read("/snapshot")["dom_snapshots"][0].clone();
    assert_eq!(kept["title"], "Shop");
    assert_eq!(kept["dynamic"], outline["dynamic"]);
}

#[test]
fn a_performance_snapshot_is_kept_by_page_and_makes_a_baseline() {
    let server = Server::start();
    let snapshot = |url: &str, load: u32| {
        json!({
            "url": url, "timestamp": 1_750_000_000_000_u64, "timing": {"load": load, "timeToFirstByte": 20},
            "network": {"requestCount": 3, "transferSize": 1000, "byType": {"script": {"count": 1, "size": 10}},
                        "slowestRequests": [{"url": "/a.js", "duration": 9, "size": 3}]},
            "longTasks": {"count": 1, "totalBlockingTime": 30, "longest": 80},
            "cumulativeLayoutShift": 0.02,
        })
    };
    for (url, load) in [("/a", 100), ("/b", 200), ("/a", 120)] {
        let receipt = server.feed("/performance-snapshot", &snapshot(url, load));
        assert_eq!(receipt, json!({"received": true, "baseline_updated": true}));
    }
    let answer = server.read("/performance-snapshot?url=/a");
    assert_eq!(answer["snapshot"]["timing"]["load"], 120);
    assert!(answer["baseline"].is_object(), "{answer}");
    assert_eq!(server.read("/performance-snapshot")["snapshot"]["url"], "/a", "the newest");
    assert_eq!(
        server.read("/performance-snapshot?url=/none"),
        json!({"snapshot": null, "baseline": null})
    );
    server.post("/performance-snapshot", &json!({"timing": {}})).check_error(400);
    assert_eq!(server.read("/snapshot")["performance"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_screenshot_comes_back_as_picture_and_thumbnail() {
    let server = Server::start();
    let png = picture::white(640, 400);
    let receipt = server.feed(
        "/screenshots",
        &json!({
            "dataUrl": picture::data_url(&png), "url": "http://localhost/", "trigger": "error",
            "errorId": "e1", "fullPage": false,
        }),
    );
    let id = receipt["id"].as_str().expect("an id").to_owned();
    assert_eq!(receipt.as_object().expect("an object").len(), 1);
    let full = server.get(&format!("/screenshots/{id}.png"));
    assert_eq!((full.status, full.header("content-type")), (200, Some("image/png")));
    assert_eq!(full.body, png, "small enough to be kept as it is");
    let thumb = server.get(&format!("/screenshots/{id}/thumb.png"));
    assert_eq!(picture::size(&thumb.body), (320, 200));
    let record = server.read("/snapshot")["screenshots"][0].clone();
    assert_eq!(record["id"], json!(id));
    assert_eq!((&record["trigger"], &record["errorId"]), (&json!("error"), &json!("e1")));
    assert_eq!(record.get("dataUrl"), None, "only what is known of it");
    server.get("/screenshots/999.png").check_error(404);
    server.get("/screenshots/999/thumb.png").check_error(404);
    for bad in [
        "",
        "data:image/jpeg;base64,AAAA",
        "data:image/png;base64,@@@",
        "data:image/png;base64,AAAA",
    ] {
        server.post("/screenshots", &json!({"dataUrl": bad})).check_error(400);
    }
}

#[test]
fn an_enrichment_joins_the_error_that_was_already_sent() {
    let server = Server::start();
    server.feed("/logs", &json!({"entries": [{"level": "error", "message": "m", "id": "e-1"}]}));
    let receipt = server.feed(
        "/enrichments",
        &json!({"enrichments": [
            {"id": "e-1", "_aiContext": {"summary": "why"}, "_enrichments": ["aiContext"]},
            {"id": "e-2", "_aiContext": {"summary": "early"}},
            {"id": "e-1"},
        ]}),
    );
    assert_eq!((&receipt["received"], &receipt["rejected"]), (&json!(2), &json!(1)));
    let entry = server.read("/logs")["entries"][0].clone();
    assert_eq!(entry["_aiContext"], json!({"summary": "why"}));
    assert_eq!(entry["_enrichments"], json!(["aiContext"]));
    assert_eq!(server.read("/logs")["count"], 1);
    // One that overtook its entry joins that when it arrives.
    let health = || server.read("/health")["enrichments"].clone();
    assert_eq!(health(), json!({"waiting": 1, "unclaimed": 0}));
    server.feed("/logs", &json!({"entries": [{"level": "error", "message": "m", "id": "e-2"}]}));
    let entry = server.read("/logs")["entries"][1].clone();
    assert_eq!(entry["_aiContext"], json!({"summary": "early"}));
    assert_eq!(health(), json!({"waiting": 0, "unclaimed": 0}));
}

#[test]
fn the_table_of_connections_follows_the_events() {
    let server = Server::start();
    let event = |event: &str, id: &str, n: u64| json!({"event": event, "id": id, "url": "ws://localhost/live", "ts": at(n), "code": 1006});
    server.feed(
        "/websocket-events",
        &json!({"events": [event("open", "a", 1), event("open", "b", 2), event("close", "b", 3)]}),
    );
    let status = server.read("/websocket-status");
    assert_eq!(status["connections"].as_array().map(Vec::len), Some(1));
    assert_eq!(status["connections"][0]["id"], "a");
    assert_eq!(status["closed"][0]["closeCode"].as_f64(), Some(1006.0), "{status}");
}

#[test]
fn a_snapshot_holds_everything_and_can_be_narrowed() {
    let server = Server::start();
    server.feed(
        "/logs",
        &json!({"entries": [
            {"level": "error", "message": "first", "timestamp": at(100)},
            {"level": "warn", "message": "second", "timestamp": at(200)},
        ]}),
    );
    let first = server.read("/snapshot");
    let cursor = first["cursor"].as_str().expect("a cursor").to_owned();
    server.feed(
        "/logs",
        &json!({"entries": [
        {"level": "info", "message": "third", "timestamp": at(300)},
        {"level": "info", "message": "of t", "timestamp": at(50), "test_id": "t › 1"},
    ], "test_id": "ignored"}),
    );
    let messages = |path: &str| -> Vec<String> {
        let logs = server.read(path)["logs"].clone();
        let logs = logs.as_array().expect("a list");
        logs.iter().map(|entry| entry["message"].as_str().expect("text").to_owned()).collect()
    };
    assert_eq!(messages("/snapshot"), ["first", "second", "third", "of t"], "as accepted");
    assert_eq!(messages(&format!("/snapshot?since={cursor}")), ["third", "of t"]);
    assert_eq!(
        messages(&format!("/snapshot?since={}", at(200))),
        ["third"],
        "exclusive, by own time"
    );
    assert_eq!(messages("/snapshot?test_id=t+%E2%80%BA%201"), ["of t"]);
    assert_eq!(messages("/snapshot?test_id=ignored"), ["third"], "an event's own test id wins");
    assert_eq!(messages("/snapshot?test_id=nobody"), [""; 0]);
    server.get("/snapshot?since=soon").check_error(400);

    let whole = server.read("/snapshot");
    for kind in [
        "logs",
        "network_bodies",
        "websocket_events",
        "enhanced_actions",
        "performance",
        "dom_snapshots",
        "screenshots",
        "tests",
    ] {
        assert!(whole[kind].is_array(), "{kind}");
    }
    assert_eq!(whole["stats"]["error_count"], 1, "{}", whole["stats"]);
    assert_eq!(whole["forgotten"]["logs"], 0);
    assert!(whole["timestamp"].is_string());
}

#[test]
fn what_a_full_ring_forgets_is_counted() {
    let server = Server::start();
    let before = server.read("/snapshot")["cursor"].as_str().expect("a cursor").to_owned();
    for _ in 0..3 {
        server.feed("/network-bodies", &batch(&ROUTES[1], 50));
    }
    let whole = server.read("/snapshot");
    assert_eq!(whole["network_bodies"].as_array().map(Vec::len), Some(100));
    assert_eq!(whole["forgotten"]["network_bodies"], 50);
    let missed = server.read(&format!("/snapshot?since={before}"))["missed"].clone();
    assert_eq!(missed, json!({"count": 50, "exact": true}));
    assert_eq!(server.read("/health")["buffers"]["network_bodies"]["forgotten"], 50);
}

#[test]
fn clearing_takes_all_or_one_tests_data_and_says_how_much() {
    let server = Server::start();
    let fill = || {
        server.feed(
            "/logs",
            &json!({"entries": [{"level": "log", "message": "a"}], "test_id": "t1"}),
        );
        server.feed(
            "/logs",
            &json!({"entries": [{"level": "log", "message": "b"}], "test_id": "t2"}),
        );
        server.feed("/enhanced-actions", &batch(&ROUTES[3], 2));
    };
    fill();
    let cleared = server.feed("/clear", &json!({"test_id": "t1", "preserve_config": true}));
    assert_eq!(cleared["cleared"], true);
    assert_eq!(cleared["entries_removed"], 1);
    assert_eq!(cleared["removed"]["logs"], 1);
    assert_eq!(server.read("/logs")["count"], 1);
    assert_eq!(server.read("/enhanced-actions")["count"], 2);

    fill();
    let cleared = server.ask("DELETE", "/clear", &[], b"").json();
    assert_eq!((&cleared["cleared"], &cleared["entries_removed"]), (&json!(true), &json!(7)));
    assert_eq!(cleared["removed"]["enhanced_actions"], 4);
    assert_eq!(server.read("/logs")["count"], 0);
    assert_eq!(server.read("/tests")["count"], 2, "records outlive a clear");

    fill();
    assert_eq!(server.ask("DELETE", "/logs", &[], b"").json(), json!({"cleared": true}));
    assert_eq!(server.read("/logs")["count"], 0);
    assert_eq!(server.read("/enhanced-actions")["count"], 2, "only the logs");
    server.ask("POST", "/clear", &[], b"[").check_error(400);
}

#[test]
fn a_test_leaves_a_record_of_what_went_wrong_in_it() {
    let server = Server::start();
    let started = server.feed("/test-boundary", &json!({
        "test_id": "chromium › a.spec.ts › pays", "action": "start", "title": "pays", "file": "a.spec.ts",
        "line": 12, "project": "chromium", "retry": 1, "worker": 3,
    }));
    assert_eq!(started["test_id"], "chromium › a.spec.ts › pays");
    assert_eq!(started["action"], "start");
    assert!(started["timestamp"].is_string() || started["timestamp"].is_u64(), "{started}");
    let running = server.read("/tests");
    assert_eq!(running["count"], 1);
    assert_eq!(running["tests"][0]["status"], "running");

    // Without an id of its own an event belongs to the single running test.
    server.feed(
        "/logs",
        &json!({"entries": [{"level": "error", "message": "boom", "stack": "Error: boom\n at x"}]}),
    );
    server.feed(
        "/network-bodies",
        &json!({"bodies": [
            {"method": "POST", "url": "http://localhost/pay", "status": 500, "duration": 12,
             "requestBody": "q".repeat(3000), "responseBody": "{\"why\":1}"},
            {"method": "GET", "url": "http://localhost/x", "status": 0, "error": "aborted"},
        ]}),
    );
    server.feed(
        "/websocket-events",
        &json!({"events": [
            {"event": "close", "id": "w", "url": "ws://localhost/", "code": 1006, "reason": "gone"},
        ]}),
    );
    let shot = json!({"dataUrl": picture::data_url(&picture::white(10, 10)), "trigger": "failure"});
    let shot = server.feed("/screenshots", &shot)["id"].clone();
    server.feed(
        "/test-boundary",
        &json!({
            "test_id": "chromium › a.spec.ts › pays", "action": "end", "status": "timedOut",
            "duration_ms": 1234, "error": "expected 1 to be 2",
        }),
    );
    server.feed("/clear", &json!({}));

    let record = server.read("/tests?test_id=chromium+%E2%80%BA+a.spec.ts+%E2%80%BA+pays")["tests"]
        [0]
    .clone();
    assert_eq!(record["status"], "timedOut", "the runner's word, as sent");
    assert_eq!((&record["duration_ms"], &record["retries"]), (&json!(1234.0), &json!(1)));
    assert!(!record["started"].is_null() && !record["ended"].is_null(), "{record}");
    assert_eq!((&record["title"], &record["line"]), (&json!("pays"), &json!(12)));
    assert_eq!(record["error"]["message"], "expected 1 to be 2");
    assert_eq!(record["errors"][0]["message"], "boom");
    assert_eq!(record["errors"][0]["stack"], "Error: boom\n at x");
    let failures = record["network_failures"].as_array().expect("a list");
    assert_eq!(failures.len(), 1, "an aborted request is no failure");
    assert_eq!((&failures[0]["method"], &failures[0]["status"]), (&json!("POST"), &json!(500)));
    assert_eq!(failures[0]["url"], "http://localhost/pay");
    assert_eq!(failures[0]["duration"], 12.0);
    assert!(failures[0]["requestBody"].as_str().is_some_and(|body| body.len() <= 1100), "clipped");
    assert_eq!(failures[0]["responseBody"], "{\"why\":1}");
    assert_eq!(record["ws_errors"][0]["code"], 1006.0);
    assert_eq!(record["screenshots"], json!([shot]));
    assert_eq!(server.read("/snapshot")["tests"][0]["status"], "timedOut");
}

#[test]
fn a_boundary_that_makes_no_sense_is_refused() {
    let server = Server::start();
    for body in [
        json!({"action": "start"}),
        json!({"test_id": "", "action": "start"}),
        json!({"test_id": "t", "action": "pause"}),
        json!({"test_id": 7, "action": "start"}),
        json!({"test_id": "t".repeat(2000), "action": "start"}),
        json!([]),
    ] {
        server.post("/test-boundary", &body).check_error(400);
    }
    assert_eq!(server.read("/tests"), json!({"tests": [], "count": 0}));
}

#[test]
fn starting_a_known_test_reopens_it_and_keeps_its_data() {
    let server = Server::start();
    let mark = |action: &str| {
        server
            .feed("/test-boundary", &json!({"test_id": "t", "action": action, "status": "failed"}));
    };
    mark("start");
    server.feed("/logs", &json!({"entries": [{"level": "error", "message": "one"}]}));
    mark("end");
    mark("start");
    let tests = server.read("/tests");
    assert_eq!((&tests["count"], &tests["tests"][0]["status"]), (&json!(1), &json!("running")));
    assert_eq!(tests["tests"][0]["errors"][0]["message"], "one");
    assert_eq!(server.read("/snapshot?test_id=t")["logs"].as_array().map(Vec::len), Some(1));
}

#[test]
fn an_unknown_path_is_a_404_with_a_hint() {
    let server = Server::start();
    for path in ["/gasoline-ci", "/nothing", "/logs/1", "/screenshots/1", "/screenshots/", "//"] {
        server.get(path).check_error(404);
    }
}

#[test]
fn a_wrong_method_is_a_405_that_names_the_right_ones() {
    let server = Server::start();
    for (method, path, allowed) in [
        ("POST", "/health", "GET"),
        ("PUT", "/logs", "POST"),
        ("DELETE", "/network-bodies", "POST"),
        ("GET", "/dom-snapshots", "POST"),
        ("GET", "/enrichments", "POST"),
        ("POST", "/snapshot", "GET"),
        ("GET", "/clear", "DELETE"),
        ("GET", "/test-boundary", "POST"),
        ("DELETE", "/tests", "GET"),
        ("POST", "/websocket-status", "GET"),
        ("POST", "/screenshots/1.png", "GET"),
        ("DELETE", "/", "GET"),
    ] {
        let answer = server.ask(method, path, &[], b"");
        answer.check_error(405);
        let allow = answer.header("allow").unwrap_or_else(|| panic!("{method} {path}: no Allow"));
        assert!(allow.split(',').any(|name| name.trim() == allowed), "{method} {path}: {allow}");
        assert!(!allow.split(',').any(|name| name.trim() == method), "{method} {path}: {allow}");
    }
}

#[test]
fn plain_text_that_holds_json_is_taken_and_other_types_are_not() {
    let server = Server::start();
    let body = br#"{"entries":[{"level":"log","message":"x"}]}"#;
    for kind in
        ["text/plain", "text/plain;charset=UTF-8", "application/json; charset=utf-8", "TEXT/PLAIN"]
    {
        let answer = server.ask("POST", "/logs", &[("Content-Type", kind)], body);
        assert_eq!(answer.status, 200, "{kind}");
    }
    assert_eq!(server.ask("POST", "/logs", &[], body).status, 200, "no type at all");
    for kind in
        ["application/x-www-form-urlencoded", "multipart/form-data", "text/html", "image/png"]
    {
        server.ask("POST", "/logs", &[("Content-Type", kind)], body).check_error(415);
    }
    server.ask("POST", "/logs", &[JSON, ("Content-Encoding", "gzip")], body).check_error(415);
    assert_eq!(server.read("/logs")["count"], 5);
}

#[test]
fn every_answer_says_that_it_is_not_for_other_sites_nor_for_caches() {
    let server = Server::start();
    for path in ["/health", "/logs", "/snapshot", "/nothing", "/"] {
        let answer = server.get(path);
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
        assert_eq!(answer.header("content-type"), Some("application/json"), "{path}");
    }
    let script = server.get("/gasoline-ci.js");
    assert_eq!(script.header("cross-origin-resource-policy"), Some("cross-origin"));
}
