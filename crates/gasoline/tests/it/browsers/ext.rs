//! The socket of the extension's worker, asked of the real server: pairing, batches, pings, ends.

use std::time::Duration;

use crate::support::editor::Editor;
use crate::support::process::{Memory, signal};
use crate::support::server::Server;
use crate::support::wait_until;
use crate::support::worker::{EXTENSION, Worker, hello};
use serde_json::{Value, json};

/// A server that waits for browsers a tenth of the time: for a sign of life four and a half seconds,
/// which a worker has on a busy machine as well.
fn hurried() -> Server {
    Server::with(&["--hurry", "10"])
}

fn line(message: &str) -> Value {
    json!({"level": "info", "message": message})
}

#[test]
fn the_first_hello_is_paired_and_others_need_its_secret() {
    let server = Server::start();
    let (mut first, welcome) = Worker::join(server.port, "one", Some("of an earlier server"));
    assert_eq!(welcome["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(welcome["settings"], json!({}));
    let secret = welcome["secret"].as_str().expect("a secret").to_owned();
    assert!(secret.len() >= 32 && secret != "of an earlier server", "{secret}");

    first.batch(0, "/logs", &json!({"entries": []}));
    for wrong in [None, Some(""), Some("of an earlier server")] {
        let mut other = Worker::open(server.port);
        other.say(&hello("two", wrong));
        let (code, reason) = other.closed().expect("a closing frame");
        assert_eq!(code, 4403);
        assert!(reason.contains("paired"), "{reason}");
    }
    let (_same, again) = Worker::join(server.port, "two", Some(&secret));
    assert_eq!(again["secret"], secret.as_str());
    // Another extension is paired for itself.
    let origin = "moz-extension://11111111-2222-3333-4444-555555555555";
    let mut other = Worker::try_open(server.port, &[("Origin", origin)]).expect("it opens");
    other.say(&hello("three", None));
    assert_ne!(other.hear("welcome")["secret"], secret.as_str());
    assert_eq!(server.read("/health")["clients"]["extension"], 3);
    first.batch(1, "/logs", &json!({"entries": [line("x")], "client": "extension/0.1.0 one"}));
    assert_eq!(server.read("/health")["clients"]["extension"], 3, "counted by its socket alone");
}

#[test]
fn a_worker_that_was_ended_before_it_read_its_secret_is_not_locked_out() {
    let server = Server::start();
    let mut first = Worker::open(server.port);
    first.say(&hello("one", None));
    wait_until("it is seated", || server.read("/health")["clients"]["extension"] == 1);
    drop(first);
    let (mut again, welcome) = Worker::join(server.port, "one", None);
    again.batch(1, "/logs", &json!({"entries": []}));
    let mut other = Worker::open(server.port);
    other.say(&hello("two", None));
    assert_eq!(other.closed().map(|(code, _)| code), Some(4403));
    assert!(welcome["secret"].is_string());
}

#[test]
fn the_same_browser_connecting_again_replaces_its_older_socket() {
    let server = Server::start();
    let (mut older, welcome) = Worker::join(server.port, "one", None);
    let (mut newer, _) = Worker::join(server.port, "one", welcome["secret"].as_str());
    assert_eq!(older.closed().map(|(code, _)| code), Some(4409));
    assert_eq!(newer.batch(1, "/logs", &json!({"entries": [line("x")]}))["status"], 200);
    wait_until("one browser is left", || server.read("/health")["clients"]["extension"] == 1);
}

#[test]
fn a_first_frame_that_is_no_hello_is_refused() {
    let server = Server::start();
    for frame in [
        "{}",
        "x",
        r#"{"type":"pong"}"#,
        r#"{"type":"hello"}"#,
        r#"{"type":"batch","id":1,"path":"/logs"}"#,
    ] {
        let mut worker = Worker::open(server.port);
        worker.say_text(frame);
        assert_eq!(worker.closed().map(|(code, _)| code), Some(4401), "{frame}");
    }
    let mut silent = Worker::open(server.port);
    assert_eq!(silent.closed().map(|(code, _)| code), Some(4401), "silence");
    assert_eq!(server.read("/logs")["count"], 0);
}

#[test]
fn only_extensions_may_open_the_socket() {
    for arguments in [&[][..], &["--ci"]] {
        let server = Server::with(arguments);
        let own = format!("http://127.0.0.1:{}", server.port);
        let host = format!("evil.example:{}", server.port);
        let refused: [&[(&str, &str)]; 8] = [
            &[],
            &[("Origin", "null")],
            &[("Origin", "http://localhost:3000")],
            &[("Origin", "https://evil.example")],
            &[("Origin", &own)],
            &[("Origin", "chrome-extension://")],
            &[("Origin", EXTENSION), ("Host", &host)],
            &[("Origin", EXTENSION), ("Host", "127.0.0.1:1")],
        ];
        for headers in refused {
            let Err((status, body)) = Worker::try_open(server.port, headers) else {
                panic!("{headers:?} may pass");
            };
            assert_eq!(status, 403, "{headers:?}");
            let body: Value =
                serde_json::from_str(&body).unwrap_or_else(|_| json!({"error": "?", "hint": "?"}));
            assert!(body["error"].is_string() && body["hint"].is_string(), "{headers:?}: {body}");
        }
        // By hand, where the body can be read whole.
        server.ask("GET", "/ext", &[], b"").check_error(403);
        server.ask("GET", "/ext", &[("Origin", EXTENSION)], b"").check_error(400);
        server.ask("POST", "/ext", &[("Origin", EXTENSION)], b"{}").check_error(405);
    }
}

#[test]
fn a_batch_is_answered_as_http_would_answer_it() {
    let server = Server::start();
    let (mut worker, _) = Worker::join(server.port, "one", None);
    let entries = json!({"entries": [line("a"), {"level": "fatal"}, line("b")], "batch_id": "b1"});
    let receipt = worker.batch(17, "/logs", &entries);
    assert_eq!(receipt["status"], 200);
    assert_eq!(receipt["body"], server.feed("/logs", &entries), "the same batch over HTTP");
    assert_eq!(receipt["body"]["received"], 2);
    assert_eq!(receipt["body"]["rejections"][0]["index"], 1);
    assert_eq!(server.read("/logs")["count"], 2, "kept once");

    let cases = [
        (
            "/network-bodies",
            json!({"bodies": [{"method": "GET", "url": "/a", "status": 200}]}),
            200,
        ),
        (
            "/websocket-events",
            json!({"events": [{"event": "open", "id": "w", "url": "ws://a"}]}),
            200,
        ),
        ("/enhanced-actions", json!({"actions": [{"type": "click"}]}), 200),
        ("/performance-snapshot", json!({"url": "/a"}), 200),
        ("/dom-snapshots", json!({"snapshots": [{"url": "/a"}]}), 200),
        ("/enrichments", json!({"enrichments": [{"id": "none", "_aiContext": {}}]}), 200),
        ("/screenshots", json!({"dataUrl": "data:image/png;base64,eA=="}), 400),
        ("/logs", json!({"nothing": 1}), 400),
        ("/logs", json!([1]), 400),
        ("/clear", json!({}), 404),
        ("/mcp", json!({}), 404),
    ];
    for (index, (path, body, status)) in cases.into_iter().enumerate() {
        let receipt = worker.batch(index as u64, path, &body);
        assert_eq!(receipt["status"], status, "{path}: {receipt}");
        if status != 404 {
            assert_eq!(receipt["body"], server.post(path, &body).json(), "{path}");
        }
    }
    assert_eq!(server.read("/logs")["count"], 2, "nothing was cleared");
}

#[test]
fn a_batch_sent_again_after_a_reconnect_is_stored_once() {
    let server = Server::start();
    let (mut worker, welcome) = Worker::join(server.port, "one", None);
    let body = json!({"entries": [line("once")], "batch_id": "page-1", "dropped": {"log": 3}});
    let receipt = worker.batch(1, "/logs", &body);
    drop(worker);
    let (mut worker, _) = Worker::join(server.port, "one", welcome["secret"].as_str());
    assert_eq!(worker.batch(9, "/logs", &body)["body"], receipt["body"]);
    assert_eq!(server.feed("/logs", &body), receipt["body"]);
    assert_eq!(server.read("/logs")["count"], 1);
    assert_eq!(server.read("/health")["buffers"]["logs"]["lost"], 3, "counted once");
}

#[test]
fn pings_come_and_a_silent_worker_is_let_go() {
    let server = hurried();
    let (mut talking, _) = Worker::join(server.port, "one", None);
    let origin = "moz-extension://2";
    let mut silent = Worker::try_open(server.port, &[("Origin", origin)]).expect("it opens");
    silent.say(&hello("two", None));
    silent.hear("welcome");
    // Four pings take longer than a silent one is waited for.
    for _ in 0..4 {
        assert_eq!(talking.hear("ping"), json!({"type": "ping"}));
        talking.say(&json!({"type": "pong"}));
    }
    assert!(silent.closed().is_none(), "it is taken for dead");
    assert_eq!(server.read("/health")["clients"]["extension"], 1);
    assert_eq!(talking.batch(1, "/logs", &json!({"entries": [line("x")]}))["status"], 200);
}

#[test]
fn a_frame_that_is_too_large_is_refused_and_the_largest_body_is_not() {
    let server = Server::start();
    let (mut worker, welcome) = Worker::join(server.port, "one", None);
    let entry = |bytes: usize| json!({"entries": [line(&"x".repeat(bytes))]});
    let most = 5 * 1024 * 1024 - entry(0).to_string().len();
    assert_eq!(worker.batch(1, "/logs", &entry(most))["status"], 200);
    assert_eq!(worker.batch(2, "/logs", &entry(most + 1))["status"], 413);
    // The head of a masked text frame of six megabytes; the rest never comes.
    let mut head = vec![0x81, 0xff];
    head.extend_from_slice(&(6u64 << 20).to_be_bytes());
    head.extend_from_slice(&[0; 4]);
    worker.raw(&head);
    assert_eq!(worker.closed().map(|(code, _)| code), Some(4426));
    let (mut worker, _) = Worker::join(server.port, "one", welcome["secret"].as_str());
    assert_eq!(worker.batch(1, "/logs", &entry(1))["status"], 200);
}

#[test]
fn a_thousand_frames_of_garbage_do_no_harm() {
    let server = Server::start();
    let (mut worker, _) = Worker::join(server.port, "one", None);
    let garbage = [
        "",
        "\n",
        "null",
        "[]",
        "{",
        "{}",
        "\u{0}",
        "{\"type\":\"batch\"}\n{}",
        "{\"type\":\"batch\",\"id\":-1,\"path\":\"/logs\"}\n{}",
        "{\"type\":\"answer\",\"id\":99,\"result\":{}}",
        "{\"type\":\"answer\",\"id\":99}",
        "{\"type\":\"status\"}",
        "{\"type\":\"status\",\"paused\":7,\"tabs\":[]}",
        "{\"type\":\"hello\",\"version\":\"1\",\"browser\":\"x\",\"secret\":null}",
        "{\"type\":\"errand\"}",
        "{\"type\":\"status\",\"paused\":false,\"tabs\":[{\"id\":1}],\"settings\":{\"a\":[[[[]]]]}}",
    ];
    for index in 0..1000 {
        worker.say_text(garbage[index % garbage.len()]);
    }
    worker.socket.send(tungstenite::Message::binary(vec![0, 159, 146, 150])).expect("sent");
    assert_eq!(worker.batch(1, "/logs", &json!({"entries": [line("x")]}))["status"], 200);
    assert_eq!(server.read("/health")["clients"]["extension"], 1);
}

#[test]
fn a_worker_that_reads_nothing_blocks_nobody_and_takes_no_memory() {
    let server = hurried();
    let (mut worker, _) = Worker::join(server.port, "one", None);
    worker.socket.get_mut().set_write_timeout(Some(Duration::from_millis(50))).expect("a timeout");
    // Each receipt lists what was refused, and is longer than the batch.
    let batch = format!(
        "{}\n{}",
        json!({"type": "batch", "id": 1, "path": "/logs"}),
        json!({"entries": vec![json!({}); 50]})
    );
    // It sends until nothing goes out any more, because nobody reads its receipts.
    for _ in 0..100_000 {
        if worker.socket.send(tungstenite::Message::text(batch.as_str())).is_err() {
            break;
        }
    }
    assert_eq!(server.get("/health").status, 200);
    wait_until("it is let go", || server.read("/health")["clients"]["extension"] == 0);
    assert!(Memory::of(server.pid()).peak < 100_000_000);
}

#[test]
fn a_flood_of_large_batches_stays_within_the_memory() {
    let server = Server::start();
    let (mut worker, _) = Worker::join(server.port, "one", None);
    let entries: Vec<Value> = (0..400).map(|_| line(&"y".repeat(10_000))).collect();
    let body = json!({"entries": entries});
    for id in 0..30 {
        assert_eq!(worker.batch(id, "/logs", &body)["status"], 200);
    }
    let peak = Memory::of(server.pid()).peak;
    assert!(peak < 100_000_000, "{peak} bytes at most");
}

#[test]
fn large_frames_that_stop_in_the_middle_take_turns() {
    let server = Server::start();
    // The head of a masked text frame of five megabytes, and most of what it announces.
    let mut frame = vec![0x81, 0xff];
    frame.extend_from_slice(&(5u64 << 20).to_be_bytes());
    frame.resize(4_900_000, 0);
    let mut stuck: Vec<Worker> = (0..7).map(|_| Worker::open(server.port)).collect();
    for worker in &mut stuck {
        let stream = worker.socket.get_mut();
        stream.set_nonblocking(true).expect("it can be");
        let mut sent = 0;
        for _ in 0..100 {
            sent += std::io::Write::write(stream, &frame[sent..]).unwrap_or(0);
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    let (mut worker, _) = Worker::join(server.port, "one", None);
    assert_eq!(worker.batch(1, "/logs", &json!({"entries": [line("x")]}))["status"], 200);
    // All of them together would be thirty-five megabytes.
    let peak = Memory::of(server.pid()).own_peak();
    assert!(peak < 20_000_000, "{peak} bytes at most");
    // The others are gone when their hello does not come; a large batch has its turn then.
    let large = json!({"entries": [line(&"x".repeat(3_000_000))]});
    assert_eq!(worker.batch(2, "/logs", &large)["status"], 200);
}

#[test]
fn no_more_than_a_few_sockets_are_open_at_once() {
    let server = Server::start();
    let held: Vec<Worker> = (0..8).map(|_| Worker::open(server.port)).collect();
    let Err((status, _)) = Worker::try_open(server.port, &[("Origin", EXTENSION)]) else {
        panic!("a ninth one may open");
    };
    assert_eq!(status, 503);
    drop(held);
    wait_until("there is room again", || {
        Worker::try_open(server.port, &[("Origin", EXTENSION)]).is_ok()
    });
}

#[test]
fn the_end_of_the_server_closes_the_sockets() {
    let mut server = Server::start();
    let (mut worker, _) = Worker::join(server.port, "one", None);
    let mut unseated = Worker::open(server.port);
    signal("TERM", server.pid());
    assert_eq!(worker.closed().map(|(code, _)| code), Some(1001));
    assert_eq!(unseated.closed().map(|(code, _)| code), Some(1001));
    assert!(server.process.end().success());
}

#[test]
fn an_open_socket_keeps_the_server_needed() {
    let (server, mut looks) = Server::with_idle_rule();
    let (mut worker, _) = Worker::join(server.port, "one", None);
    looks.wait_for(true);
    worker.socket.close(None).expect("it closes");
    worker.closed();
    drop(worker);
    looks.wait_for(false);
}

#[test]
fn the_status_of_a_browser_is_told() {
    let server = Server::start();
    let mut editor = Editor::join(server.port);
    let (mut worker, _) = Worker::join(server.port, "one", None);
    worker.say(&json!({
        "type": "status", "paused": false,
        "tabs": [
            {"id": 5, "url": "http://localhost:3000/cart", "title": "Cart", "active": true, "captured": true},
            {"id": 6, "url": "https://other.example/", "title": "Other", "active": false, "captured": false},
        ],
        "settings": {"logLevel": "error", "networkBodyCaptureEnabled": false, "actionReplayEnabled": true},
    }));
    worker.batch(1, "/logs", &json!({"entries": [line("x")]}));
    let status = editor.call("get_status", &json!({}));
    let browser = &status.structured["browsers"][0];
    assert_eq!(
        browser["tabs"],
        json!([{"id": 5, "url": "http://localhost:3000/cart", "title": "Cart", "active": true}])
    );
    assert_eq!(
        browser["settings"],
        json!({"logLevel": "error", "networkBodyCaptureEnabled": false})
    );
    assert!(
        status.text.contains("1 of 2 tabs captured") && status.text.contains("tab 5"),
        "{}",
        status.text
    );
    assert!(!status.text.contains("other.example"), "{}", status.text);
    let health = server.read("/health");
    assert_eq!(
        health["browsers"],
        json!([{
            "version": env!("CARGO_PKG_VERSION"), "paused": false, "tabs": 2, "captured_tabs": 1,
        }])
    );
    let empty = editor.call("get_network_bodies", &json!({}));
    assert_eq!(empty.structured["empty"]["reason"], "capture_off", "{}", empty.text);

    worker.say(&json!({"type": "status", "paused": true, "tabs": [], "settings": {}}));
    worker.batch(2, "/logs", &json!({"entries": []}));
    let empty = editor.call("get_enhanced_actions", &json!({}));
    assert_eq!(empty.structured["empty"]["reason"], "capture_off");
    assert!(empty.text.contains("paused") && empty.text.contains("hint: "), "{}", empty.text);

    worker.say(&json!({"type": "status", "paused": false, "tabs": [{"id": 1}], "settings": {}}));
    worker.batch(3, "/logs", &json!({"entries": []}));
    let empty = editor.call("get_enhanced_actions", &json!({}));
    assert_eq!(empty.structured["empty"]["reason"], "no_tab_captured");
    drop(worker);
    wait_until("it is gone", || {
        editor.call("get_status", &json!({})).structured["browsers"] == json!([])
    });
}
