//! A page that throws ten thousand different errors a second, for seconds: those who listen are told a
//! few times, whoever sends is answered at once, and the process stays small.

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::Over;
use crate::support::editor::Editor;
use crate::support::http::Connection;
use crate::support::process::{is_debug_build, signal};
use crate::support::server::{JSON, Server};
use crate::support::stream::{Stream, Told};
use serde_json::{Value, json};

const SECONDS: u32 = 5;
const ERRORS_A_SECOND: u32 = 10_000;
const ERRORS_A_BATCH: u32 = 500;

/// Clients that send, each on a connection of its own.
const SENDERS: u32 = 4;

/// The bound of the whole process, and what a debug build has beyond the shipped one.
const MEMORY_MAX_BYTES: u64 = 100_000_000;
const DEBUG_CODE_BYTES: u64 = 16_000_000;

/// A message that no other number gives, and that has no number in it: those would be taken for ids.
fn message(number: u32) -> String {
    let word: String = number.to_string().bytes().map(|digit| char::from(digit + 49)).collect();
    format!("TypeError: Cannot read properties of undefined (reading '{word}')")
}

/// The batches of one sender, as text: making them takes longer than sending them.
fn batches(sender: u32) -> Vec<String> {
    let count = SECONDS * ERRORS_A_SECOND / ERRORS_A_BATCH / SENDERS;
    let entry = |number: u32| {
        json!({"level": "error", "source": "exception", "message": message(number),
               "url": "http://localhost:3000/shop"})
    };
    let batch = |batch: u32| {
        let first = (sender * count + batch) * ERRORS_A_BATCH;
        let entries: Vec<Value> = (first..first + ERRORS_A_BATCH).map(entry).collect();
        json!({ "entries": entries }).to_string()
    };
    (0..count).map(batch).collect()
}

/// Sends its batches evenly over the seconds, or as fast as the machine lets it; every one is received.
#[expect(clippy::disallowed_methods, reason = "the pace of a flood is that of the real clock")]
fn send(port: u16, batches: &[String]) -> Duration {
    let mut connection = Connection::open(port);
    let start = Instant::now();
    let pace = Duration::from_secs(u64::from(SECONDS)) / u32::try_from(batches.len()).unwrap_or(1);
    for (place, body) in (0..).zip(batches) {
        thread::sleep((pace * place).saturating_sub(start.elapsed()));
        let answer = connection.ask("POST", "/logs", &[JSON], body.as_bytes());
        assert_eq!(answer.json(), json!({"received": ERRORS_A_BATCH, "rejected": 0}));
    }
    start.elapsed()
}

#[test]
fn a_flood_that_lasts_is_told_seldom_holds_nobody_up_and_fills_no_memory() {
    let server = Server::start();
    let port = server.port;
    let sent: Vec<Vec<String>> = (0..SENDERS).map(batches).collect();
    let on = json!({"enabled": true, "throttle_seconds": 1});
    let _neglected: Vec<_> = (0..4).map(|_| Stream::neglected(port)).collect();
    let mut dead = Editor::join(port);
    dead.call("configure_streaming", &on);
    signal("STOP", dead.process.pid());
    let mut editor = Editor::join(port);
    editor.call("configure_streaming", &on);
    let stream = Stream::open(port, "?throttle_seconds=1", None);
    stream.next();

    let (is_over, most_bytes) = (AtomicBool::new(false), AtomicU64::new(0));
    let took = thread::scope(|scope| {
        let over = Over(&is_over);
        let senders: Vec<_> =
            sent.iter().map(|batches| scope.spawn(move || send(port, batches))).collect();
        // Another page goes on being heard, and whoever asks is answered.
        let other = scope.spawn(|| {
            let mut connection = Connection::open(port);
            let mut heard = 0;
            while !is_over.load(Ordering::SeqCst) {
                let body = json!({"bodies": [{"method": "GET", "url": "http://localhost:3000/api",
                                              "status": 200}]});
                let answer =
                    connection.ask("POST", "/network-bodies", &[JSON], body.to_string().as_bytes());
                assert_eq!(answer.json()["received"], 1);
                heard += 1;
                let health = connection.ask("GET", "/health", &[], b"").json();
                let bytes = health["memory_bytes"].as_u64().expect("a number");
                most_bytes.fetch_max(bytes, Ordering::SeqCst);
            }
            heard
        });
        let took = senders.into_iter().map(|sender| sender.join().expect("a sender")).max();
        drop(over);
        assert!(other.join().expect("another page") > 0);
        took.unwrap_or_default()
    });

    let total = u64::from(SECONDS * ERRORS_A_SECOND);
    let bytes = most_bytes.load(Ordering::SeqCst);
    let line = format!(
        "a flood of {total} errors: {:.0} a second, {} MB at most\n",
        f64::from(SECONDS * ERRORS_A_SECOND) / took.as_secs_f64(),
        bytes / 1_000_000
    );
    // Past the harness, which swallows what a passing test prints.
    let _ = std::io::stderr().write_all(line.as_bytes());
    let code = if is_debug_build() { DEBUG_CODE_BYTES } else { 0 };
    assert!(bytes > 0 && bytes <= MEMORY_MAX_BYTES + code, "{line}");

    let health = server.read("/health");
    let logs = &health["buffers"]["logs"];
    assert_eq!(
        logs["held"].as_u64().zip(logs["forgotten"].as_u64()).map(|(a, b)| a + b),
        Some(total)
    );
    let called = editor.call("configure_streaming", &json!({}));
    let is_event = |message: &&Value| message["method"] == "notifications/gasoline/event";
    while !editor.others.iter().any(|message| is_event(&message)) {
        let message = editor.next_message().expect("a notification");
        editor.others.push(message);
    }
    let pushed: Vec<&Value> = editor.others.iter().filter(is_event).collect();
    let mut heard = vec![stream.next()];
    while heard.iter().all(|told| told.event == "missed") {
        heard.push(stream.next());
    }
    heard.extend(stream.so_far());
    let (lost, streamed): (Vec<Told>, Vec<Told>) =
        heard.into_iter().partition(|told| told.event == "missed");
    let minutes = health["uptime_ms"].as_u64().expect("a number") / 60_000 + 1;
    let most = usize::try_from(12 * minutes).expect("small");
    for (told, how) in [(pushed.len(), "pushed"), (streamed.len(), "streamed")] {
        assert!((1..=most).contains(&told), "{how} {told} times");
    }
    // What had no room is counted: in the journal, in the list of signals, in a notification.
    assert!(called.structured["unseen"].as_u64() > Some(0), "{}", called.structured);
    for name in ["missed", "batch_left"] {
        let counts = pushed.iter().filter_map(|one| one["params"]["context"][name].as_u64());
        assert!(counts.sum::<u64>() > 0, "no `{name}` in {pushed:?}");
    }
    assert!(lost.iter().any(|told| told.data["count"].as_u64() > Some(0)), "{lost:?}");
    signal("CONT", dead.process.pid());
}
