//! Bodies nobody should send: each is answered, none is believed, and the server lives on.

use std::fmt::Write as _;

use crate::support::server::{JSON, Server};
use serde_json::{Value, json};

/// Sends a body as it is; the server must answer with `status`, and answer others afterwards.
#[track_caller]
fn check(server: &Server, path: &str, body: &[u8], status: u16) -> Value {
    let answer = server.ask("POST", path, &[JSON], body);
    assert_eq!(answer.status, status, "{path}: {}", answer.text());
    if status != 200 {
        answer.check_error(status);
    }
    assert_eq!(server.get("/health").status, 200);
    answer.json()
}

/// The one entry that is held after posting `entry` as raw JSON.
#[track_caller]
fn kept(server: &Server, entry: &str) -> Value {
    server.feed("/clear", &json!({}));
    let receipt = check(server, "/logs", format!("{{\"entries\":[{entry}]}}").as_bytes(), 200);
    assert_eq!(receipt["received"], 1, "{receipt}");
    let answer = server.read("/logs");
    assert_eq!(answer["count"], 1);
    answer["entries"][0].clone()
}

#[test]
fn what_is_no_json_is_refused_whole() {
    let server = Server::start();
    let entry = r#"{"level":"log","message":"x"}"#;
    let cases: Vec<Vec<u8>> = vec![
        b"".to_vec(),
        b"   \n".to_vec(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"\"entries\"".to_vec(),
        b"{".to_vec(),
        b"\xef\xbb\xbf{}".to_vec(),
        b"\0".to_vec(),
        format!("{{\"entries\":[{entry}]").into_bytes(),
        format!("{{\"entries\":[{entry}]}} garbage").into_bytes(),
        format!("{{\"entries\":[{entry}]}}{{\"entries\":[{entry}]}}").into_bytes(),
        format!("{{\"entries\":[{entry},]}}").into_bytes(),
        b"{\"entries\":[{\"level\":\"log\",\"message\":\"\xff\xfe\"}]}".to_vec(),
        b"{\"entries\":[{\"level\":\"log\",\"message\":\"\xed\xa0\x80\"}]}".to_vec(),
        b"{\"entries\":[{\"level\":\"log\",\"message\":\"a\0b\"}]}".to_vec(),
        br#"{"entries":[{"level":"log","message":"\x"}]}"#.to_vec(),
        br#"{"entries":[NaN]}"#.to_vec(),
    ];
    for body in cases {
        check(&server, "/logs", &body, 400);
    }
    assert_eq!(server.read("/logs")["count"], 0, "nothing of a broken batch is kept");
}

#[test]
fn every_ingest_route_survives_the_same_rubbish() {
    let server = Server::start();
    for path in [
        "/logs",
        "/network-bodies",
        "/websocket-events",
        "/enhanced-actions",
        "/performance-snapshot",
        "/dom-snapshots",
        "/screenshots",
        "/enrichments",
        "/test-boundary",
    ] {
        for body in [&b""[..], b"[]", b"{", b"nonsense", b"\xff\xff", b"{\"a\":1} x"] {
            check(&server, path, body, 400);
        }
    }
}

#[test]
fn lone_surrogates_and_escaped_nul_bytes_come_back_as_json() {
    let server = Server::start();
    for text in [r"\ud800", r"a\udc00b", r"\ud83d\u0041", r"\u0000", r"\u0000\ud83d\ude00"] {
        let entry = kept(
            &server,
            &format!(r#"{{"level":"error","message":"{text}","mine":{{"{text}":"{text}"}}}}"#),
        );
        assert!(entry["message"].is_string(), "{text}");
        assert_eq!(entry["mine"].as_object().map(serde_json::Map::len), Some(1), "{text}: {entry}");
    }
    let entry = kept(&server, r#"{"level":"log","message":"\ud83d\ude00 \u0000"}"#);
    assert_eq!(entry["message"], "😀 \0");
}

#[test]
fn deep_nesting_is_cut_and_never_overflows() {
    let server = Server::start();
    let nest = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    // What no parser reads in bounded stack is refused: the entry, or the body around it.
    for depth in [13, 100, 126] {
        let body =
            format!(r#"{{"entries":[{{"level":"log","message":"x","args":{}}}]}}"#, nest(depth));
        let receipt = check(&server, "/logs", body.as_bytes(), 200);
        assert_eq!(receipt["received"], 1, "{depth}: {receipt}");
    }
    for depth in [1_000, 100_000, 2_000_000] {
        let body =
            format!(r#"{{"entries":[{{"level":"log","message":"x","args":{}}}]}}"#, nest(depth));
        let answer = server.ask("POST", "/logs", &[JSON], body.as_bytes());
        assert!([200, 400].contains(&answer.status), "{depth}: {}", answer.status);
        assert_eq!(server.get("/health").status, 200);
    }
    assert!(server.get("/logs").body.len() < 1_000_000);
}

#[test]
fn long_strings_arrays_and_objects_are_cut_to_their_limits() {
    let server = Server::start();
    let entry = kept(&server, &json!({"level": "log", "message": "é".repeat(100_000)}).to_string());
    let message = entry["message"].as_str().expect("a text");
    assert!(message.ends_with("... [truncated]"), "flagged");
    assert_eq!(message.chars().filter(|letter| *letter == 'é').count(), 10_240);

    let entry = kept(
        &server,
        &json!({"level": "log", "message": "m", "args": vec![1; 500_000]}).to_string(),
    );
    let args = entry["args"].as_array().expect("a list");
    assert!(args.len() <= 101, "{}", args.len());

    let mut many = String::from(r#"{"level":"log","message":"m""#);
    for number in 0..100_000 {
        let _ = write!(many, r#","key{number}":1"#);
    }
    many.push('}');
    let entry = kept(&server, &many);
    assert!(entry.as_object().map_or(0, serde_json::Map::len) < 70, "keys are cut");
    assert_eq!(entry["message"], "m");
}

#[test]
fn members_the_server_writes_cannot_be_forged() {
    let server = Server::start();
    let entry = kept(
        &server,
        r#"{"seq":999999,"received_at":1,"time_source":"trust me","level":"log","message":"m","timestamp":"2026-01-02T03:04:05Z"}"#,
    );
    assert_ne!(entry["seq"], 999_999);
    assert_ne!(entry["received_at"], 1);
    assert_eq!(entry.get("time_source"), None);
}

#[test]
fn duplicate_keys_do_not_reach_an_answer() {
    let server = Server::start();
    for body in [
        r#"{"entries":[{"level":"log","level":"error","message":"a","message":"b"}]}"#,
        r#"{"entries":[],"entries":[{"level":"log","message":"x","mine":{"a":1,"a":2}}]}"#,
        r#"{"test_id":"a","test_id":"b","entries":[{"level":"log","message":"x"}]}"#,
    ] {
        let answer = server.ask("POST", "/logs", &[JSON], body.as_bytes());
        assert!([200, 400].contains(&answer.status), "{body}: {}", answer.status);
        let text = server.get("/logs").text();
        for name in ["level", "message", "test_id"] {
            for entry in text.split("\"seq\":").skip(1) {
                assert!(entry.matches(&format!("\"{name}\":")).count() <= 1, "{entry}");
            }
        }
    }
}

#[test]
fn a_flood_of_bad_entries_is_counted_and_listed_in_part() {
    let server = Server::start();
    let body = format!("{{\"entries\":[{}]}}", vec!["1"; 1_000_000].join(","));
    let receipt = check(&server, "/logs", body.as_bytes(), 200);
    assert_eq!((&receipt["received"], &receipt["rejected"]), (&json!(0), &json!(1_000_000)));
    let listed = receipt["rejections"].as_array().map_or(0, Vec::len);
    assert!((1..=1_000).contains(&listed), "{listed}");
    assert_eq!(receipt["rejections_omitted"], 1_000_000 - listed);
}

#[test]
fn numbers_of_any_size_are_kept_as_they_are() {
    let server = Server::start();
    let text =
        r#"{"level":"log","message":"m","mine":[123456789012345678901234567890,1e400,-0.0,1E5]}"#;
    server.ask("POST", "/logs", &[JSON], format!("{{\"entries\":[{text}]}}").as_bytes());
    let answer = server.get("/logs").text();
    assert!(answer.contains("[123456789012345678901234567890,1e400,-0.0,1E5]"), "{answer}");
}

#[test]
fn a_body_of_exactly_the_limit_is_taken_and_one_byte_more_is_not() {
    const LIMIT: usize = 5 * 1024 * 1024;
    let server = Server::start();
    let mut body = br#"{"entries":[{"level":"log","message":"x"}]}"#.to_vec();
    body.resize(LIMIT, b' ');
    assert_eq!(check(&server, "/logs", &body, 200)["received"], 1);
    body.push(b' ');
    check(&server, "/logs", &body, 413);
}
