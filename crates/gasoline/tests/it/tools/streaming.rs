//! Streaming at the doors: notifications over stdio and HTTP, what rides on answers, waiting, and
//! `/events/stream`.

use crate::support::editor::{Editor, HttpEditor};
use crate::support::process::signal;
use crate::support::server::Server;
use crate::support::stream::{Stream, messages};
use crate::support::wait_until;
use serde_json::{Value, json};

const EVENT: &str = "notifications/gasoline/event";
const MESSAGE: &str = "notifications/message";

fn throw(server: &Server, message: &str) {
    let entry = json!({"level": "error", "message": message, "url": "http://localhost/shop"});
    server.feed("/logs", &json!({"entries": [entry]}));
}

fn answer(server: &Server, path: &str, status: u16) {
    let body = json!({"method": "POST", "url": format!("http://localhost{path}"),
                      "status": status, "responseBody": "{\"error\":\"no\"}"});
    server.feed("/network-bodies", &json!({"bodies": [body]}));
}

fn enable(editor: &mut Editor, more: &Value) {
    let mut arguments = json!({"enabled": true});
    let members = more.as_object().expect("an object").clone();
    arguments.as_object_mut().expect("an object").extend(members);
    let called = editor.call("configure_streaming", &arguments);
    assert_eq!(called.structured["enabled"], true, "{}", called.text);
    assert_eq!(called.structured["pushed"], true, "{}", called.text);
}

#[test]
fn what_comes_faster_than_it_is_looked_at_is_counted() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    enable(&mut editor, &json!({}));
    let body = |number: usize| json!({"method": "GET", "url": format!("http://localhost/{number}"), "status": 500});
    let bodies: Vec<Value> = (0..150).map(body).collect();
    server.feed("/network-bodies", &json!({ "bodies": bodies }));
    wait_until("fifty were forgotten before the look", || {
        editor.call("configure_streaming", &json!({})).structured["unseen"] == 50
    });
}

/// The next notification of a method.
#[track_caller]
fn notified(editor: &mut Editor, method: &str) -> Value {
    loop {
        if let Some(place) = editor.others.iter().position(|message| message["method"] == method) {
            return editor.others.remove(place)["params"].clone();
        }
        let message = editor.next_message().expect("a message");
        editor.others.push(message);
    }
}

/// Notifications that have come until an answer did.
fn so_far(editor: &mut Editor, method: &str) -> usize {
    editor.request("ping", &json!({}));
    editor.others.iter().filter(|message| message["method"] == method).count()
}

#[test]
fn nothing_is_pushed_until_it_is_switched_on_and_nothing_after_it_is_switched_off() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    throw(&server, "before anybody listened");
    let status = editor.call("configure_streaming", &json!({}));
    assert_eq!(status.structured["enabled"], false);
    assert_eq!(status.structured["throttle_seconds"], 5);
    enable(&mut editor, &json!({}));
    throw(&server, "before anybody listened");
    throw(&server, "cart is undefined");
    answer(&server, "/api/users", 200);
    answer(&server, "/api/users", 500);
    let told = notified(&mut editor, EVENT);
    assert_eq!(
        messages(&told),
        ["New error: cart is undefined", "Server error: POST /api/users → 500"],
    );
    assert_eq!(told["category"], "errors");
    assert_eq!(told["severity"], "error");
    assert!(told["timestamp"].as_str().is_some_and(|time| time.ends_with('Z')), "{told}");
    let second = &told["context"]["batch"][0]["context"];
    assert_eq!(second["method"], "POST");
    assert_eq!(second["status"], 500);
    assert_eq!(second["previous_status"], 200);
    assert_eq!(second["response_preview"], "{\"error\":\"no\"}");
    let message = notified(&mut editor, MESSAGE);
    assert_eq!((&message["level"], &message["logger"]), (&json!("error"), &json!("gasoline")));
    assert_eq!(message["data"], told, "the same content");
    let off = editor.call("configure_streaming", &json!({"enabled": false}));
    assert_eq!(off.structured["enabled"], false);
    throw(&server, "after it was switched off");
    let waited = editor.call("wait_for_event", &json!({"timeout_seconds": 3}));
    assert_eq!(waited.structured["timed_out"], true, "it waits from now on: {}", waited.text);
    assert_eq!(so_far(&mut editor, EVENT), 0);
    assert!(waited.structured.get("pending_events").is_none(), "nothing rides while it is off");
}

#[test]
fn each_client_is_told_what_it_asked_for_and_another_nothing() {
    let server = Server::start();
    let mut errors = Editor::join(server.port);
    let mut shop = Editor::join(server.port);
    let mut nobody = Editor::join(server.port);
    let mut http = HttpEditor::join(server.port);
    enable(&mut errors, &json!({"events": ["errors"]}));
    enable(&mut shop, &json!({"url_filter": "/api/shop", "throttle_seconds": 1}));
    http.call("configure_streaming", &json!({"enabled": true, "events": ["network_errors"]}));
    throw(&server, "broken");
    answer(&server, "/api/shop/pay", 500);
    answer(&server, "/api/other", 503);
    assert_eq!(messages(&notified(&mut errors, EVENT)), ["New error: broken"]);
    assert_eq!(messages(&notified(&mut shop, EVENT)), ["Server error: POST /api/shop/pay → 500"]);
    // This call looks at what has arrived before it answers.
    let riding = http.call("configure_streaming", &json!({})).structured["pending_events"].clone();
    assert_eq!(riding.as_array().map(Vec::len), Some(2), "{riding}");
    assert_eq!(so_far(&mut nobody, EVENT), 0);
    assert_eq!(so_far(&mut errors, EVENT) + so_far(&mut shop, EVENT), 0);
    let refused = errors.call("configure_streaming", &json!({"events": ["everything"]}));
    assert!(refused.is_error && refused.text.contains("`user_frustration`"), "{}", refused.text);
    let refused = errors.call("configure_streaming", &json!({"throttle_seconds": 61}));
    assert!(refused.is_error && refused.text.contains("\nhint: "), "{}", refused.text);
}

#[test]
fn what_was_not_told_yet_rides_on_the_next_answers_three_at_a_time() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    enable(&mut editor, &json!({}));
    for word in ["apple", "pear", "plum", "fig", "lime"] {
        throw(&server, &format!("no {word}"));
    }
    let mut ridden = Vec::new();
    wait_until("five events have ridden", || {
        let called = editor.call("get_browser_logs", &json!({}));
        let riding = called.structured["pending_events"].as_array().cloned().unwrap_or_default();
        assert!(riding.len() <= 3);
        if !riding.is_empty() {
            let last = called.whole["content"].as_array().and_then(|all| all.last().cloned());
            let text = last.expect("a block")["text"].to_string();
            assert!(text.contains("meanwhile in the browser"), "{text}");
        }
        ridden.extend(riding.iter().map(|one| one["message"].to_string()));
        ridden.len() >= 5
    });
    ridden.sort();
    ridden.dedup();
    assert_eq!(ridden.len(), 5, "each once: {ridden:?}");
    assert!(editor.call("get_status", &json!({})).structured.get("pending_events").is_none());
}

#[test]
fn the_level_a_client_sets_is_respected() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let set = editor.request("logging/setLevel", &json!({"level": "critical"}));
    assert!(set.get("result").is_some(), "{set}");
    enable(&mut editor, &json!({}));
    throw(&server, "broken");
    notified(&mut editor, EVENT);
    assert_eq!(so_far(&mut editor, MESSAGE), 0);
}

#[test]
fn whoever_waits_is_told_at_once_what_happens_or_happened_since_the_last_wait() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let quiet = editor.call("wait_for_event", &json!({"timeout_seconds": 1}));
    assert_eq!(quiet.structured["timed_out"], true);
    assert!(quiet.text.contains("no browser has sent anything"), "{}", quiet.text);
    throw(&server, "between two waits");
    let told = editor.call("wait_for_event", &json!({}));
    assert_eq!(told.structured["events"][0]["message"], "New error: between two waits");
    assert_eq!(told.structured["timed_out"], false);
    let id = editor.begin(
        "tools/call",
        &json!({"name": "wait_for_event", "arguments": {"events": ["network_errors"], "url": "/pay"}}),
    );
    throw(&server, "not asked for");
    answer(&server, "/other", 500);
    answer(&server, "/pay", 500);
    let told = editor.answer_to(id);
    let events = &told["result"]["structuredContent"]["events"];
    assert_eq!(events.as_array().map(Vec::len), Some(1), "{events}");
    assert_eq!(events[0]["message"], "Server error: POST /pay → 500");
    let refused = editor.call("wait_for_event", &json!({"timeout_seconds": 500}));
    assert!(refused.is_error && refused.text.contains("timeout_seconds"), "{}", refused.text);
}

/// Throws at a moment, in a document, so that no test depends on how fast it runs.
fn throw_at(server: &Server, time: &str, document: char) {
    let id = format!("{}-1", document.to_string().repeat(16));
    let entry = json!({"level": "error", "message": "boom", "ts": time, "id": id});
    server.feed("/logs", &json!({"entries": [entry]}));
}

#[test]
fn whoever_waits_is_told_of_an_error_that_comes_again() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    throw_at(&server, "2026-01-01T10:00:00Z", 'a');
    let quiet = editor.call("wait_for_event", &json!({"timeout_seconds": 1}));
    assert_eq!(quiet.structured["timed_out"], true, "{}", quiet.text);
    throw_at(&server, "2026-01-01T10:01:00Z", 'a');
    let told = editor.call("wait_for_event", &json!({}));
    let event = &told.structured["events"][0];
    assert_eq!(event["message"], "Error again: boom", "{}", told.text);
    assert_eq!(event["context"]["seen_before"], true);
}

#[test]
fn an_error_is_news_again_after_a_clear_a_load_and_a_watch() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    editor.call("wait_for_event", &json!({"timeout_seconds": 1}));
    let throw = |document: char| throw_at(&server, "2026-01-01T10:00:00Z", document);
    let told = |editor: &mut Editor, document: char| {
        throw(document);
        let called = editor.call("wait_for_event", &json!({"timeout_seconds": 2}));
        called.structured["events"][0]["message"].as_str().map(str::to_owned)
    };
    assert_eq!(told(&mut editor, 'a').as_deref(), Some("New error: boom"));
    assert_eq!(told(&mut editor, 'a'), None, "it just goes on");
    assert_eq!(told(&mut editor, 'b').as_deref(), Some("Error again: boom"), "a new document");
    server.feed("/clear", &json!({}));
    assert_eq!(told(&mut editor, 'b').as_deref(), Some("Error again: boom"), "after a clear");
    editor.call("verify_fix", &json!({"action": "start"}));
    editor.call("verify_fix", &json!({"action": "watch", "session_id": "verify-1"}));
    assert_eq!(told(&mut editor, 'b').as_deref(), Some("Error again: boom"), "after a watch");
}

#[test]
fn what_there_is_no_room_for_is_counted() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    enable(&mut editor, &json!({}));
    let mut waiting = HttpEditor::join(server.port);
    waiting.call("wait_for_event", &json!({"timeout_seconds": 1}));
    let entry = |number: u8| json!({"level": "error", "message": format!("no {}", char::from(b'a' + number).to_string().repeat(9))});
    let entries: Vec<Value> = (0..26).map(entry).collect();
    server.feed("/logs", &json!({ "entries": entries }));
    let waited = waiting.call("wait_for_event", &json!({})).structured;
    let events = waited["events"].as_array().map_or(0, Vec::len) as u64;
    assert_eq!(events + waited["left"].as_u64().expect("some are left"), 26);
    let mut answer = json!(null);
    wait_until("some ride", || {
        let called = editor.call("get_status", &json!({}));
        answer = called.structured;
        answer.get("pending_events").is_some()
    });
    let count = |name: &str| answer[name].as_u64().expect("a count");
    assert_eq!((count("pending_left"), count("pending_lost")), (7, 16), "{answer}");
    let text = editor.call("get_status", &json!({})).whole["content"].to_string();
    assert!(text.contains("4 more with the next answer"), "{text}");
}

#[test]
fn a_wait_can_be_cancelled_and_there_are_only_so_many() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let wait = json!({"name": "wait_for_event", "arguments": {"timeout_seconds": 60}});
    let waits: Vec<u64> = (0..33).map(|_| editor.begin("tools/call", &wait)).collect();
    let refused = editor.next_message().expect("one too many is refused");
    let said = refused["result"]["content"][0]["text"].as_str().expect("a text");
    assert!(said.starts_with("32 calls wait already\nhint: "), "{said}");
    for id in &waits {
        editor.tell(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
                            "params": {"requestId": id}}));
    }
    wait_until("there is room again", || {
        !editor.call("wait_for_event", &json!({"timeout_seconds": 1})).is_error
    });
    let is_answered = |message: &Value| waits.iter().any(|id| message["id"] == *id);
    assert!(!editor.others.iter().any(is_answered), "a cancelled call is not answered");
}

#[test]
fn repeated_clicks_without_effect_and_a_silent_form_are_told() {
    let server = Server::start();
    let stream = Stream::open(server.port, "?events=user_frustration&throttle_seconds=1", None);
    stream.next();
    let click = |id: &str| json!({"type": "click", "selectors": {"id": id}, "tabId": id.len()});
    let submit = json!({"type": "submit", "formAction": "http://localhost/orders", "tabId": 9});
    let mut actions = vec![submit];
    for _ in 0..3 {
        actions.extend([click("dead"), click("alive")]);
    }
    server.feed("/enhanced-actions", &json!({"actions": actions}));
    server.feed(
        "/network-bodies",
        &json!({"bodies": [
            {"method": "GET", "url": "http://localhost/api", "status": 200, "tabId": 5},
        ]}),
    );
    let mut told = stream.next().messages();
    if told.len() < 2 {
        told.extend(stream.next().messages());
    }
    told.sort();
    assert_eq!(
        told,
        [
            "Form submit to /orders — no response after 5s",
            "Repeated clicks on #dead — handler may be broken",
        ]
    );
}

#[test]
fn a_stream_is_for_programs_and_its_query_is_held_against_what_there_is() {
    let server = Server::start();
    for (query, word) in [("?events=all", "`user_frustration`"), ("?throttle_seconds=0", "1 to 60")]
    {
        let refused = server.get(&format!("/events/stream{query}"));
        refused.check_error(400);
        assert!(refused.text().contains(word), "{}", refused.text());
    }
    let foreign = [("Origin", "http://evil.example")];
    server.ask("GET", "/events/stream", &foreign, b"").check_error(403);
    let cross = [("Sec-Fetch-Site", "cross-site")];
    server.ask("GET", "/events/stream", &cross, b"").check_error(403);
    server.ask("GET", "/events/stream", &[("Host", "evil.example")], b"").check_error(403);
}

#[test]
fn a_reader_that_comes_back_is_sent_what_it_missed_or_told_of_it() {
    let server = Server::start();
    let stream = Stream::open(server.port, "", None);
    let start = stream.next();
    assert!(start.data.is_null(), "an id to come back with, and no event: {start:?}");
    drop(stream);
    throw(&server, "while nobody read");
    answer(&server, "/api", 500);
    let seen = |id: &str| {
        let mut all = Vec::new();
        wait_until("both are there", || {
            let stream = Stream::open(server.port, "", Some(id));
            assert_eq!(stream.next().id, id);
            let told = stream.next();
            let is_whole = told.messages().len() == 2;
            all = vec![told];
            is_whole
        });
        all.remove(0)
    };
    let told = seen(&start.id);
    assert_eq!(told.messages(), ["New error: while nobody read", "Server error: POST /api → 500"]);
    let again = Stream::open(server.port, "", Some(&told.id));
    again.next();
    throw(&server, "afterwards");
    assert_eq!(again.next().messages(), ["New error: afterwards"], "and nothing twice");

    let other = Stream::open(server.port, "", Some("1-7"));
    other.next();
    let missed = other.next();
    assert_eq!(missed.event, "missed");
    assert!(missed.data["reason"].as_str().is_some_and(|why| why.contains("started anew")));

    let place = || {
        let id = Stream::open(server.port, "", None).next().id;
        id.rsplit('-').next().and_then(|place| place.parse::<usize>().ok()).unwrap_or(0)
    };
    // In lots that the journal holds until they are looked at.
    for lot in 0..3 {
        let before = place();
        for number in 0..50 {
            answer(&server, &format!("/{}", "a".repeat(lot * 50 + number + 1)), 500);
        }
        wait_until("all is looked at", || place() >= before + 50);
    }
    let whole = Stream::open(server.port, "", None);
    let newest = whole.next().id;
    let (run, _) = newest.split_once('-').expect("an id");
    let late = Stream::open(server.port, "", Some(&format!("{run}-0")));
    late.next();
    let missed = late.next();
    assert_eq!(missed.event, "missed", "{missed:?}");
    assert!(missed.data["count"].as_u64().is_some_and(|count| count > 50), "{missed:?}");
    let mut replayed = 0;
    while replayed < 100 {
        replayed += late.next().messages().len();
    }
    assert_eq!(replayed, 100, "all that was kept");
}

#[test]
fn a_flood_is_told_a_few_times_and_hurts_nobody() {
    let server = Server::start();
    let _neglected: Vec<_> = (0..8).map(|_| Stream::neglected(server.port)).collect();
    let mut dead = Editor::join(server.port);
    enable(&mut dead, &json!({"throttle_seconds": 1}));
    signal("STOP", dead.process.pid());
    let mut editor = Editor::join(server.port);
    enable(&mut editor, &json!({"throttle_seconds": 1}));
    let stream = Stream::open(server.port, "?throttle_seconds=1", None);
    stream.next();
    let word = |number: usize| -> String {
        number.to_string().bytes().map(|digit| char::from(digit + 49)).collect()
    };
    let mut connection = server.connect();
    for round in 0..100 {
        let entries: Vec<Value> = (0..300)
            .map(|number| {
                json!({"level": "error", "message": format!("broken {}", word(round * 300 + number))})
            })
            .collect();
        let body = json!({"entries": entries}).to_string();
        let answer =
            connection.ask("POST", "/logs", &[crate::support::server::JSON], body.as_bytes());
        assert_eq!(answer.json()["received"], 300);
    }
    let told = notified(&mut editor, EVENT);
    assert!(told["context"]["batch"].as_array().is_some_and(|batch| batch.len() < 10), "{told}");
    assert!(told["context"]["batch_left"].as_u64().is_some_and(|left| left > 0), "{told}");
    stream.next();
    assert!(!editor.call("get_browser_errors", &json!({})).is_error, "others are answered");
    let health = server.read("/health");
    let bytes = health["memory_bytes"].as_u64().expect("a number");
    assert!(bytes < 120_000_000, "{bytes} bytes");
    // However long that took, a minute has at most twelve.
    let uptime_ms = health["uptime_ms"].as_u64().expect("a number");
    let most = usize::try_from(12 * (uptime_ms / 60_000 + 1)).expect("small");
    let streamed = stream.so_far().iter().filter(|event| event.event != "missed").count();
    assert!(so_far(&mut editor, EVENT) < most && streamed < most);
    signal("CONT", dead.process.pid());
}

#[test]
fn a_client_without_a_session_is_told_with_its_answers_and_where_it_listens() {
    let server = Server::start();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut editor = Editor::spawn(crate::support::process::gasoline().args([
        "mcp",
        "--port",
        &server.port.to_string(),
    ]));
    let call =
        |tool: &str, arguments: Value| json!({"name": tool, "arguments": arguments, "_meta": meta});
    let on = editor.request("tools/call", &call("configure_streaming", json!({"enabled": true})));
    assert_eq!(on["result"]["structuredContent"]["pushed"], false, "{on}");
    editor.begin("subscriptions/listen", &json!({"notifications": {}, "_meta": meta}));
    notified(&mut editor, "notifications/subscriptions/acknowledged");
    throw(&server, "broken");
    assert_eq!(messages(&notified(&mut editor, EVENT)), ["New error: broken"]);
    assert_eq!(editor.others.iter().filter(|one| one["method"] == MESSAGE).count(), 0);
    let riding = editor.request("tools/call", &call("get_status", json!({})));
    let riding = &riding["result"]["structuredContent"]["pending_events"];
    assert_eq!(riding[0]["message"], "New error: broken", "{riding}");
}
