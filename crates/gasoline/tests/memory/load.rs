//! Load: nothing acknowledged is lost, nothing is kept twice, and the process stays small.
//!
//! A debug build gets fewer events; with `BINARY_UNDER_TEST=target/dist/gasoline` all are sent.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::support::Over;
use crate::support::http::{Answer, Connection};
use crate::support::picture;
use crate::support::process::{Memory, is_debug_build};
use crate::support::server::{JSON, Server};
use serde_json::{Value, json};

/// The bound of the whole process under any load.
const MEMORY_MAX_BYTES: u64 = 100_000_000;

/// The shipped binary, all of it. A debug build's code is not the product's, so that this much is
/// taken for it instead of what happens to be resident.
const SHIPPED_CODE_BYTES: u64 = 15_000_000;

/// Sends until there is room for it, as `Retry-After` asks.
fn insist(connection: &mut Connection, path: &str, body: &[u8]) -> Answer {
    loop {
        let answer = connection.ask("POST", path, &[JSON], body);
        if answer.status != 503 {
            return answer;
        }
        assert!(answer.header("retry-after").is_some(), "{}", answer.head);
    }
}

/// Prints what a process occupies, and fails if it was ever more than it may be.
#[track_caller]
fn check_memory(server: &Server, what: &str) {
    let memory = Memory::of(server.pid());
    let megabytes = |bytes: u64| bytes / 1_000_000;
    let counted = |bytes: u64| {
        if is_debug_build() { bytes - memory.mapped + SHIPPED_CODE_BYTES } else { bytes }
    };
    let (now, peak) = (counted(memory.now), counted(memory.peak));
    let line = format!("{what}: {} MB now, {} MB at most\n", megabytes(now), megabytes(peak));
    // Past the harness, which swallows what a passing test prints.
    let _ = std::io::stderr().write_all(line.as_bytes());
    assert!(peak <= MEMORY_MAX_BYTES, "{line}");
}

#[test]
fn ten_writers_with_readers_and_clears_lose_nothing_and_keep_their_order() {
    const WRITERS: usize = 10;
    const BATCH: usize = 50;
    let batches = if is_debug_build() { 24 } else { 200 };
    let server = Server::start();
    let port = server.port;
    let is_over = AtomicBool::new(false);
    let cleared = AtomicU64::new(0);
    let seen: Vec<BTreeMap<usize, u64>> = thread::scope(|scope| {
        let (is_over, cleared) = (&is_over, &cleared);
        let over = Over(is_over);
        let readers: Vec<_> = (0..2).map(|_| scope.spawn(move || read_on(port, is_over))).collect();
        // Every other writer has a test of its own, and one of those is cleared again and again.
        let clearer = scope.spawn(move || {
            let mut connection = Connection::open(port);
            while !is_over.load(Ordering::SeqCst) {
                let answer =
                    connection.ask("POST", "/clear", &[JSON], br#"{"test_id":"writer 0"}"#).json();
                cleared.fetch_add(
                    answer["entries_removed"].as_u64().expect("a count"),
                    Ordering::SeqCst,
                );
            }
        });
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                scope.spawn(move || {
                    let mut connection = Connection::open(port);
                    for batch in 0..batches {
                        let entries: Vec<Value> = (0..BATCH)
                            .map(|index| json!({"level": "log", "message": format!("{writer} {}", batch * BATCH + index)}))
                            .collect();
                        let mut body = json!({"entries": entries, "batch_id": format!("{writer}/{batch}"), "client": format!("writer {writer}")});
                        if writer % 2 == 0 {
                            body["test_id"] = json!(format!("writer {writer}"));
                        }
                        let body = body.to_string();
                        // Every fifth batch is sent twice, as a client does that lost the answer.
                        for _ in 0..if batch % 5 == 0 { 2 } else { 1 } {
                            let answer = insist(&mut connection, "/logs", body.as_bytes());
                            assert_eq!(answer.json(), json!({"received": BATCH, "rejected": 0}));
                        }
                    }
                })
            })
            .collect();
        for writer in writers {
            writer.join().expect("a writer");
        }
        drop(over);
        clearer.join().expect("a clearer");
        readers.into_iter().map(|reader| reader.join().expect("a reader")).collect()
    });
    assert!(seen.iter().all(|reader| !reader.is_empty()), "the readers saw something");

    let total = (WRITERS * BATCH * batches) as u64;
    let logs = server.read("/health")["buffers"]["logs"].clone();
    let (held, forgotten) =
        (logs["held"].as_u64().expect("held"), logs["forgotten"].as_u64().expect("forgotten"));
    let cleared = cleared.load(Ordering::SeqCst);
    assert_eq!(
        held + forgotten + cleared,
        total,
        "held {held}, forgotten {forgotten}, cleared {cleared}"
    );

    let entries = server.read("/logs")["entries"].clone();
    let newest = in_order(entries.as_array().expect("a list"));
    for writer in 0..WRITERS {
        // Those of the cleared test and of the shared session may all be gone.
        if writer % 2 == 0 && writer != 0 {
            assert_eq!(
                newest.get(&writer),
                Some(&((BATCH * batches - 1) as u64)),
                "the last is held"
            );
        }
    }
    check_memory(&server, "ten writers");
}

/// Checks that each writer's numbers only rise, and returns the newest of each.
fn in_order(entries: &[Value]) -> BTreeMap<usize, u64> {
    let mut newest = BTreeMap::new();
    let mut last_seq = 0;
    for entry in entries {
        let seq = entry["seq"].as_u64().expect("seq");
        assert!(seq > last_seq, "{seq} after {last_seq}");
        last_seq = seq;
        let (writer, number) =
            entry["message"].as_str().and_then(|text| text.split_once(' ')).expect("ours");
        let (writer, number): (usize, u64) =
            (writer.parse().expect("a writer"), number.parse().expect("a number"));
        if let Some(before) = newest.insert(writer, number) {
            assert!(number > before, "{writer}: {number} after {before}");
        }
    }
    newest
}

/// Follows the journal by cursor until told to stop; every part must be in order and nothing twice.
fn read_on(port: u16, is_over: &AtomicBool) -> BTreeMap<usize, u64> {
    let mut connection = Connection::open(port);
    let mut cursor = "c0".to_owned();
    let mut newest: BTreeMap<usize, u64> = BTreeMap::new();
    while !is_over.load(Ordering::SeqCst) {
        let answer = connection.ask("GET", &format!("/snapshot?since={cursor}"), &[], b"");
        assert_eq!(answer.status, 200);
        let snapshot = answer.json();
        for (writer, number) in in_order(snapshot["logs"].as_array().expect("a list")) {
            let before = newest.insert(writer, number);
            assert!(
                before.is_none_or(|before| number > before),
                "{writer}: {number} after {before:?}"
            );
        }
        snapshot["cursor"].as_str().expect("a cursor").clone_into(&mut cursor);
    }
    newest
}

#[test]
fn a_million_small_entries_fit() {
    let server = Server::start();
    let batches = if is_debug_build() { 800 } else { 20_000 };
    let entries = vec![r#"{"level":"log","message":"m"}"#; 50].join(",");
    thread::scope(|scope| {
        for writer in 0..4 {
            let (server, entries) = (&server, &entries);
            scope.spawn(move || {
                let mut connection = server.connect();
                for batch in 0..batches / 4 {
                    // Over more tests than are kept live, so that whole tests are dropped too.
                    let body =
                        format!(r#"{{"entries":[{entries}],"test_id":"{writer} {}"}}"#, batch / 20);
                    assert_eq!(insist(&mut connection, "/logs", body.as_bytes()).status, 200);
                }
            });
        }
    });
    check_memory(&server, "a million small entries");
}

#[test]
fn many_tests_with_large_bodies_fit() {
    let server = Server::start();
    let rounds = if is_debug_build() { 2 } else { 8 };
    let body = json!({
        "method": "POST", "url": "http://localhost/api", "status": 500,
        "requestBody": "request ".repeat(1_000), "responseBody": "response ".repeat(1_800),
        "responseHeaders": {"x": "y ".repeat(1_000)},
    });
    let bodies = vec![body; 50];
    thread::scope(|scope| {
        for writer in 0..4 {
            let (server, bodies) = (&server, &bodies);
            scope.spawn(move || {
                let mut connection = server.connect();
                for round in 0..rounds * 16 {
                    let test = format!("test {}", round % 16 * 4 + writer);
                    let start = json!({"test_id": test, "action": "start"}).to_string();
                    insist(&mut connection, "/test-boundary", start.as_bytes());
                    let batch = json!({"bodies": bodies, "test_id": test}).to_string();
                    assert_eq!(
                        insist(&mut connection, "/network-bodies", batch.as_bytes()).status,
                        200
                    );
                }
            });
        }
    });
    check_memory(&server, "64 running tests with large bodies");
    let answer = server.get("/snapshot");
    assert_eq!(answer.status, 200);
    check_memory(&server, &format!("a snapshot of it ({} MB)", answer.body.len() / 1_000_000));
}

/// Several clients that send the same large body at once.
fn storm(server: &Server, path: &str, body: &[u8], clients: usize, times: usize) {
    thread::scope(|scope| {
        for _ in 0..clients {
            scope.spawn(move || {
                let mut connection = server.connect();
                for _ in 0..times {
                    let answer = insist(&mut connection, path, body);
                    assert!([200, 400].contains(&answer.status), "{}", answer.text());
                }
            });
        }
    });
}

#[test]
fn large_bodies_at_once_fit() {
    const LARGE: usize = 5 * 1024 * 1024 - 100;
    let server = Server::start();
    let (clients, times) = if is_debug_build() { (3, 1) } else { (6, 2) };
    let fill = |open: &str, item: &str, close: &str| {
        let count = (LARGE - open.len() - close.len()) / item.len();
        format!("{open}{}{close}", item.repeat(count)).into_bytes()
    };
    let bodies = [
        ("numbers", "/logs", fill(r#"{"entries":["#, "1,", "1]}")),
        ("one string", "/logs", fill(r#"{"entries":[{"level":"log","message":""#, "x", r#""}]}"#)),
        (
            "escapes",
            "/logs",
            fill(r#"{"entries":[{"level":"log","message":""#, r"\u0041", r#""}]}"#),
        ),
        (
            "empty objects",
            "/logs",
            fill(r#"{"entries":["#, "{                          },", "{}]}"),
        ),
        (
            "small entries",
            "/logs",
            fill(r#"{"entries":["#, r#"{"level":"log","message":"m"},"#, r#"{"level":"log"}]}"#),
        ),
        ("one array", "/logs", fill(r#"{"entries":[{"level":"log","args":["#, "1,", "1]}]}")),
        ("keys", "/logs", fill(r#"{"entries":[{"level":"log","message":"m""#, r#","k":1"#, "}]}")),
        ("nesting", "/logs", fill(r#"{"entries":[{"level":"log","args":["#, "[", "]}]}")),
        ("white space", "/logs", fill(r#"{"entries":[]"#, " ", "}")),
        (
            "messages",
            "/websocket-events",
            fill(
                r#"{"events":["#,
                r#"{"event":"message","id":"a","data":"b"},"#,
                r#"{"event":"open","id":"a"}]}"#,
            ),
        ),
        (
            "a boundary",
            "/test-boundary",
            fill(r#"{"test_id":"t","action":"end","title":""#, "t", r#""}"#),
        ),
        (
            "enrichments",
            "/enrichments",
            fill(r#"{"enrichments":["#, r#"{"id":"x","_aiContext":1},"#, r#"{"id":"x"}]}"#),
        ),
        (
            "no picture",
            "/screenshots",
            fill(r#"{"dataUrl":"data:image/png;base64,"#, "AAAA", r#""}"#),
        ),
    ];
    for (name, path, body) in &bodies {
        storm(&server, path, body, clients, times);
        check_memory(&server, &format!("{clients} bodies of 5 MiB at once: {name}"));
    }
}

#[test]
fn distinct_tests_without_end_fit() {
    let server = Server::start();
    let tests = if is_debug_build() { 5_200 } else { 40_000 };
    let long = "t".repeat(900);
    let mut connection = server.connect();
    for number in (0..tests).step_by(50) {
        let entries: Vec<Value> = (number..number + 50)
            .map(|number| {
                json!({
                    "level": "error", "message": format!("m{number} {}", "x".repeat(300)),
                    "test_id": format!("{long} {number}"),
                })
            })
            .collect();
        let body = json!({"entries": entries}).to_string();
        assert_eq!(insist(&mut connection, "/logs", body.as_bytes()).status, 200);
    }
    check_memory(&server, "distinct tests without end");
    assert!(server.read("/tests")["count"].as_u64() <= Some(5_000));
    check_memory(&server, "their records, read");
}

#[test]
fn endless_names_fit() {
    let server = Server::start();
    let rounds = if is_debug_build() { 100 } else { 1_000 };
    let mut connection = server.connect();
    for round in 0..rounds {
        let name = format!("{round} {}", "n".repeat(900));
        let entries: Vec<Value> = (0..50)
            .map(|index| json!({"event": "open", "id": format!("{name} {index}"), "url": name}))
            .collect();
        let body = json!({"events": entries, "batch_id": name, "client": name}).to_string();
        assert_eq!(insist(&mut connection, "/websocket-events", body.as_bytes()).status, 200);
        let body = json!({"url": name, "timing": {"load": 1}}).to_string();
        assert_eq!(insist(&mut connection, "/performance-snapshot", body.as_bytes()).status, 200);
        let bad =
            json!({"entries": vec![json!({"level": name}); 50], "batch_id": format!("bad {name}")})
                .to_string();
        assert_eq!(insist(&mut connection, "/logs", bad.as_bytes()).status, 200);
    }
    check_memory(&server, "connections, pages, clients and receipts without end");
}

#[test]
fn screenshots_in_many_tests_fit() {
    let server = Server::start();
    let rounds = if is_debug_build() { 3 } else { 40 };
    let picture = picture::data_url(&picture::noise(400, 300, 7));
    thread::scope(|scope| {
        for writer in 0..4 {
            let (server, picture) = (&server, &picture);
            scope.spawn(move || {
                let mut connection = server.connect();
                for round in 0..rounds * 4 {
                    let body =
                        json!({"dataUrl": picture, "test_id": format!("{writer} {}", round % 16)})
                            .to_string();
                    let answer = insist(&mut connection, "/screenshots", body.as_bytes());
                    assert_eq!(answer.status, 200, "{}", answer.text());
                }
            });
        }
    });
    check_memory(&server, "screenshots in many tests");
}

#[test]
fn very_large_pictures_at_once_fit() {
    let server = Server::start();
    let clients = if is_debug_build() { 3 } else { 8 };
    let picture = picture::data_url(&picture::white(6_000, 6_000));
    let body = json!({"dataUrl": picture}).to_string();
    storm(&server, "/screenshots", body.as_bytes(), clients, 1);
    check_memory(&server, "pictures of 36 megapixels at once");
}
