//! Plays the attacker: what a hostile page, a rebound name or a rude program may try over a socket.

use std::io::ErrorKind;
use std::thread;

use crate::support::http::{Answer, Connection};
use crate::support::server::{JSON, Server};
use crate::support::wait_until;
use serde_json::json;

/// Reads and commands: only programs and our own page may ask.
const COMMANDS: [(&str, &str); 20] = [
    ("GET", "/"),
    ("GET", "/dashboard.js"),
    ("GET", "/health"),
    ("GET", "/logs"),
    ("DELETE", "/logs"),
    ("GET", "/websocket-events"),
    ("GET", "/websocket-status"),
    ("GET", "/network-bodies"),
    ("GET", "/enhanced-actions"),
    ("GET", "/performance-snapshot"),
    ("GET", "/page-loads"),
    ("GET", "/screenshots/1.png"),
    ("GET", "/screenshots/1/thumb.png"),
    ("GET", "/snapshot"),
    ("POST", "/clear"),
    ("DELETE", "/clear"),
    ("POST", "/test-boundary"),
    ("GET", "/tests"),
    ("POST", "/mcp"),
    ("GET", "/mcp/stdio"),
];

/// Captured data coming in.
const INGEST: [(&str, &str); 8] = [
    ("/logs", r#"{"entries":[]}"#),
    ("/websocket-events", r#"{"events":[]}"#),
    ("/network-bodies", r#"{"bodies":[]}"#),
    ("/enhanced-actions", r#"{"actions":[]}"#),
    ("/performance-snapshot", r#"{"url":"/"}"#),
    ("/dom-snapshots", r#"{"snapshots":[]}"#),
    ("/screenshots", r#"{"dataUrl":""}"#),
    ("/enrichments", r#"{"enrichments":[]}"#),
];

const FOREIGN: [&str; 7] = [
    "https://evil.example",
    "null",
    "http://127.0.0.1.evil.example",
    "http://localhost.evil.example:7890",
    "file://",
    "https://127.0.0.1@evil.example",
    "*",
];

fn is_cors_free(answer: &Answer) -> bool {
    !answer.head.to_ascii_lowercase().contains("access-control-")
}

#[track_caller]
fn check_refused(answer: &Answer) {
    answer.check_error(403);
    assert!(is_cors_free(answer), "{}", answer.head);
}

/// A server that holds one line, and a check that nobody has touched it.
fn guarded() -> Server {
    let server = Server::start();
    server.feed("/logs", &json!({"entries": [{"level": "error", "message": "precious"}]}));
    server
}

#[track_caller]
fn check_untouched(server: &Server) {
    let logs = server.read("/logs");
    assert_eq!(logs["count"], 1);
    assert_eq!(logs["entries"][0]["message"], "precious");
    assert_eq!(server.read("/tests")["count"], 0);
}

#[test]
fn a_name_that_was_made_to_point_here_is_refused_on_every_route() {
    let server = guarded();
    let port = server.port;
    let hosts = [
        format!("evil.example:{port}"),
        "evil.example".to_owned(),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost:{}", port.wrapping_add(1)),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{port}@evil.example"),
        format!("0.0.0.0:{port}"),
        format!("127.0.0.2:{port}"),
        String::new(),
    ];
    for host in &hosts {
        for (method, path) in COMMANDS {
            check_refused(&server.ask(method, path, &[("Host", host)], b""));
        }
        for (path, body) in INGEST {
            check_refused(&server.ask("POST", path, &[("Host", host), JSON], body.as_bytes()));
        }
        for path in ["/gasoline-ci.js", "/nothing"] {
            check_refused(&server.ask("GET", path, &[("Host", host)], b""));
        }
    }
    for host in ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"] {
        let host = format!("{host}:{port}");
        assert_eq!(server.ask("GET", "/health", &[("Host", &host)], b"").status, 200, "{host}");
    }
    check_untouched(&server);
}

#[test]
fn a_host_given_twice_or_in_the_request_line_or_not_at_all_is_refused() {
    let server = guarded();
    let port = server.port;
    for head in [
        format!("GET /logs HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n"),
        format!("GET http://evil.example/logs HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"),
        "GET /logs HTTP/1.1\r\n\r\n".to_owned(),
        "GET /logs HTTP/1.0\r\n\r\n".to_owned(),
    ] {
        let mut connection = server.connect();
        connection.send(head.as_bytes()).expect("sent");
        let answer = connection.answer().expect("an answer");
        assert!([400, 403].contains(&answer.status), "{head}: {}", answer.status);
        assert!(!answer.text().contains("precious"));
    }
}

#[test]
fn no_page_reads_or_commands_whatever_its_origin() {
    let server = guarded();
    let others = ["chrome-extension://abcdef", "moz-extension://abcdef", "http://localhost:3000"];
    for origin in FOREIGN.into_iter().chain(others) {
        for (method, path) in COMMANDS {
            check_refused(&server.ask(method, path, &[("Origin", origin), JSON], b"{}"));
        }
    }
    check_untouched(&server);
}

#[test]
fn our_own_page_reads_and_commands() {
    let server = guarded();
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        let origin = format!("http://{host}:{}", server.port);
        for path in ["/logs", "/snapshot", "/health", "/tests"] {
            let headers = [("Origin", origin.as_str()), ("Sec-Fetch-Site", "same-origin")];
            assert_eq!(server.ask("GET", path, &headers, b"").status, 200, "{origin} {path}");
        }
    }
    let wrong_scheme = format!("https://127.0.0.1:{}", server.port);
    check_refused(&server.ask("GET", "/logs", &[("Origin", &wrong_scheme)], b""));
    let two = [("Origin", "https://evil.example"), ("Origin", "http://localhost:1")];
    check_refused(&server.ask("GET", "/logs", &two, b""));
}

#[test]
fn a_page_of_another_site_that_sends_no_origin_reads_nothing() {
    let server = guarded();
    for site in ["cross-site", "same-site"] {
        for (method, path) in COMMANDS {
            for mode in ["no-cors", "navigate"] {
                let headers = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode)];
                check_refused(&server.ask(method, path, &headers, b""));
            }
        }
        let visit = [
            ("Sec-Fetch-Site", site),
            ("Sec-Fetch-Mode", "navigate"),
            ("Sec-Fetch-Dest", "document"),
        ];
        assert_eq!(server.ask("GET", "/", &visit, b"").status, 200, "a link to the dashboard");
        check_refused(&server.ask("GET", "/snapshot", &visit, b""));
        let frame = [
            ("Sec-Fetch-Site", site),
            ("Sec-Fetch-Mode", "navigate"),
            ("Sec-Fetch-Dest", "iframe"),
        ];
        check_refused(&server.ask("GET", "/", &frame, b""));
    }
    check_untouched(&server);
}

#[test]
fn a_foreign_page_cannot_slip_in_data_without_asking_first() {
    let server = guarded();
    for origin in FOREIGN {
        for (path, body) in INGEST {
            for kind in ["text/plain", "application/json", "text/plain;charset=UTF-8"] {
                let headers =
                    [("Origin", origin), ("Content-Type", kind), ("Sec-Fetch-Mode", "no-cors")];
                check_refused(&server.ask("POST", path, &headers, body.as_bytes()));
            }
        }
    }
    check_untouched(&server);
}

#[test]
fn pages_on_loopback_and_extensions_may_send_and_read_the_receipt() {
    let server = Server::start();
    for origin in [
        "http://localhost:3000",
        "https://shop.localhost",
        "http://127.0.0.1:5173",
        "http://[::1]:8080",
        "chrome-extension://abcdefghijklmnop",
        "moz-extension://0a1b2c",
    ] {
        let headers = [("Origin", origin), ("Content-Type", "text/plain")];
        let answer = server.ask("POST", "/logs", &headers, br#"{"entries":[]}"#);
        assert_eq!(answer.status, 200, "{origin}");
        assert_eq!(answer.header("access-control-allow-origin"), Some(origin), "echoed, never *");
        assert!(
            answer.header("vary").is_some_and(|vary| vary.contains("origin")),
            "{}",
            answer.head
        );
        // The refusal of a body is for the page to read as well.
        let refused = server.ask("POST", "/logs", &headers, b"[");
        assert_eq!(refused.status, 400);
        assert_eq!(refused.header("access-control-allow-origin"), Some(origin));
    }
}

#[track_caller]
fn preflight(server: &Server, path: &str, origin: &str) -> Answer {
    let headers = [
        ("Origin", origin),
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "content-type"),
        ("Access-Control-Request-Private-Network", "true"),
    ];
    server.ask("OPTIONS", path, &headers, b"")
}

#[test]
fn preflights_are_answered_for_those_who_may_send_and_no_others() {
    let server = Server::start();
    for (path, _) in INGEST {
        let answer = preflight(&server, path, "http://localhost:3000");
        assert_eq!(answer.status, 204, "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), Some("http://localhost:3000"));
        assert_eq!(answer.header("access-control-allow-private-network"), Some("true"));
        assert!(
            answer.header("access-control-allow-methods").is_some_and(|all| all.contains("POST"))
        );
        assert_eq!(answer.header("access-control-allow-headers"), Some("content-type"));
        for origin in FOREIGN {
            check_refused(&preflight(&server, path, origin));
        }
    }
    for path in ["/clear", "/snapshot", "/mcp", "/test-boundary", "/tests", "/health"] {
        check_refused(&preflight(&server, path, "http://localhost:3000"));
    }
}

#[test]
fn an_allowed_origin_may_send_and_still_not_read() {
    let server = Server::with(&["--allow-origin", "https://staging.example"]);
    let send = |origin: &str| {
        server.ask("POST", "/logs", &[("Origin", origin), JSON], br#"{"entries":[]}"#)
    };
    let answer = send("https://staging.example");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://staging.example"));
    for origin in
        ["https://staging.example:8443", "http://staging.example", "https://evil.example", "null"]
    {
        check_refused(&send(origin));
    }
    check_refused(&server.ask("GET", "/logs", &[("Origin", "https://staging.example")], b""));
}

#[test]
fn in_ci_any_page_may_send_and_none_may_read() {
    let server = Server::with(&["--ci"]);
    for origin in ["https://evil.example", "null", "file://"] {
        let answer = server.ask("POST", "/logs", &[("Origin", origin), JSON], br#"{"entries":[]}"#);
        assert_eq!(answer.status, 200, "{origin}");
        assert_eq!(answer.header("access-control-allow-origin"), Some(origin));
        assert_eq!(preflight(&server, "/logs", origin).status, 204);
        for (method, path) in COMMANDS {
            check_refused(&server.ask(method, path, &[("Origin", origin)], b""));
        }
    }
    check_refused(&server.ask("GET", "/logs", &[("Host", "evil.example")], b""));
}

#[test]
fn mcp_over_http_is_for_programs_and_our_own_page() {
    let server = Server::start();
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
    }});
    let ask = |more: &[(&str, &str)]| {
        let mut headers = vec![JSON, ("Accept", "application/json, text/event-stream")];
        headers.extend(more);
        server.ask("POST", "/mcp", &headers, hello.to_string().as_bytes())
    };
    assert_eq!(ask(&[]).status, 200);
    assert_eq!(ask(&[("Origin", &format!("http://localhost:{}", server.port))]).status, 200);
    for origin in FOREIGN {
        check_refused(&ask(&[("Origin", origin)]));
    }
    check_refused(&ask(&[("Host", "evil.example")]));
    check_refused(&ask(&[("Sec-Fetch-Site", "cross-site")]));
}

#[test]
fn an_oversized_body_is_refused_by_its_announcement() {
    let server = Server::start();
    for (path, _) in INGEST {
        let mut connection = server.connect();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 99999999999\r\n\r\n",
            server.port
        );
        connection.send(head.as_bytes()).expect("sent");
        connection.answer().expect("an answer before any body").check_error(413);
    }
}

#[test]
fn an_oversized_body_in_chunks_is_refused_when_it_grows_too_large() {
    let server = Server::start();
    let mut connection = server.connect();
    let head = format!(
        "POST /logs HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.port
    );
    connection.send(head.as_bytes()).expect("sent");
    let chunk = format!("100000\r\n{}\r\n", " ".repeat(0x10_0000));
    let mut sent = 0;
    // The server may close as soon as it has seen enough.
    while sent < 32 && connection.send(chunk.as_bytes()).is_ok() {
        sent += 1;
    }
    match connection.answer() {
        Ok(answer) => {
            answer.check_error(413);
        }
        Err(error) => assert!(
            matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe),
            "{error}"
        ),
    }
    assert!(sent < 32, "it went on reading");
    assert_eq!(server.get("/health").status, 200);
}

#[test]
fn a_slow_body_keeps_nobody_else_waiting_and_is_told_so() {
    let server = Server::start();
    let mut slow: Vec<Connection> = (0..20).map(|_| server.connect()).collect();
    for connection in &mut slow {
        let head = format!(
            "POST /logs HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 1000\r\n\r\n{{",
            server.port
        );
        connection.send(head.as_bytes()).expect("sent");
    }
    for _ in 0..50 {
        let receipt =
            server.feed("/logs", &json!({"entries": [{"level": "log", "message": "quick"}]}));
        assert_eq!(receipt["received"], 1);
    }
    // No answer must be read before the slow ones were given up, so nothing here measures time.
    for connection in &mut slow {
        match connection.answer() {
            Ok(answer) => {
                answer.check_error(408);
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{error}"),
        }
    }
    assert_eq!(server.read("/logs")["count"], 50);
}

#[test]
fn slow_bodies_that_announce_much_cannot_shut_others_out() {
    let server = Server::start();
    let mut slow: Vec<Connection> = (0..30).map(|_| server.connect()).collect();
    for connection in &mut slow {
        let head = format!(
            "POST /logs HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 5000000\r\n\r\n{{",
            server.port
        );
        connection.send(head.as_bytes()).expect("sent");
    }
    for _ in 0..20 {
        let answer =
            server.post("/logs", &json!({"entries": [{"level": "log", "message": "quick"}]}));
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    assert_eq!(server.read("/logs")["count"], 20);
}

#[test]
fn floods_of_headers_end_the_request_and_not_the_server() {
    let server = Server::start();
    let line = format!("GET /health HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", server.port);
    let many = (0..10_000).map(|number| format!("X-{number}: 1\r\n")).collect::<Vec<_>>().concat();
    let long = format!("X-Long: {}\r\n", "a".repeat(1_000_000));
    let long_name = format!("{}: 1\r\n", "n".repeat(1_000_000));
    let long_line = format!("GET /{} HTTP/1.1\r\n", "p".repeat(1_000_000));
    for request in [
        format!("{line}{many}\r\n"),
        format!("{line}{long}\r\n"),
        format!("{line}{long_name}\r\n"),
        format!("{long_line}\r\n"),
        "A".repeat(1_000_000),
    ] {
        let mut connection = server.connect();
        let _ = connection.send(request.as_bytes());
        if let Ok(answer) = connection.answer() {
            assert!([400, 414, 431].contains(&answer.status), "{}", answer.status);
        }
        assert_eq!(server.get("/health").status, 200);
    }
}

#[test]
fn hundreds_of_idle_connections_do_not_stop_the_server() {
    let server = Server::start();
    let idle: Vec<Connection> =
        (0..300).filter_map(|_| Connection::try_open(server.port).ok()).collect();
    assert!(idle.len() >= 200, "{}", idle.len());
    assert_eq!(server.get("/health").status, 200, "while they are open");
    drop(idle);
    for _ in 0..10 {
        assert_eq!(server.get("/health").status, 200, "afterwards");
    }
}

#[test]
fn a_second_request_cannot_hide_in_the_first() {
    let server = guarded();
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let hidden = format!("DELETE /clear HTTP/1.1\r\n{host}\r\n");
    let length = hidden.len();
    for head in [
        format!("Content-Length: 0\r\nContent-Length: {length}\r\n"),
        format!("Content-Length: {length}\r\nContent-Length: 0\r\n"),
        "Content-Length: 0, 5\r\n".to_owned(),
        "Content-Length: +5\r\n".to_owned(),
        "Content-Length: -1\r\n".to_owned(),
        "Transfer-Encoding: chunked, identity\r\n".to_owned(),
        "Transfer-Encoding: xchunked\r\n".to_owned(),
    ] {
        let mut connection = server.connect();
        let request = format!("POST /logs HTTP/1.1\r\n{host}{head}\r\n{hidden}");
        connection.send(request.as_bytes()).expect("sent");
        connection.finish();
        let answer = connection.answer().expect("an answer");
        assert!(answer.status >= 400, "{head}: {}", answer.status);
        // Whatever follows, it is no answer to the hidden request.
        while let Ok(next) = connection.answer() {
            assert!(!next.text().contains("cleared"), "{head}: {}", next.text());
        }
    }
    // Both framings at once: whichever wins, the rest of the bytes must not become a request.
    let mut connection = server.connect();
    let both = format!(
        "POST /logs HTTP/1.1\r\n{host}Content-Length: {}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{hidden}",
        5 + length
    );
    connection.send(both.as_bytes()).expect("sent");
    connection.finish();
    while let Ok(next) = connection.answer() {
        assert!(!next.text().contains("cleared"), "{}", next.text());
    }
    check_untouched(&server);
}

#[test]
fn no_path_leads_to_a_file() {
    let server = guarded();
    for path in [
        "/screenshots/../../../../etc/passwd",
        "/screenshots/..%2f..%2f..%2fetc%2fpasswd.png",
        "/screenshots/%2e%2e/%2e%2e/etc/passwd",
        "/screenshots/....//etc/passwd.png",
        "/screenshots/1.png/../../logs",
        "/screenshots//etc/passwd.png",
        "/screenshots/file:%2f%2f%2fetc%2fpasswd.png",
        "/screenshots/..%5c..%5cwindows.png",
        "/screenshots/1%00.png",
        "/screenshots/-1.png",
        "/screenshots/+1.png",
        "/screenshots/1e1.png",
        "/screenshots/18446744073709551616.png",
        "/screenshots/%ff.png",
        "/../etc/passwd",
    ] {
        let answer = server.get(path);
        assert!([400, 404].contains(&answer.status), "{path}: {}", answer.status);
        assert!(!answer.text().contains("root:"), "{path}");
    }
}

#[test]
fn a_connection_that_breaks_off_mid_body_leaves_nothing_behind() {
    let server = guarded();
    for _ in 0..20 {
        let mut connection = server.connect();
        let head = format!(
            "POST /logs HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 5000\r\n\r\n",
            server.port
        );
        connection.send(head.as_bytes()).expect("sent");
        connection.send(br#"{"entries":[{"level":"log","message":"half"}"#).expect("sent");
    }
    // The room those bodies took is free again: a body of the largest size passes.
    let mut large = br#"{"entries":[]}"#.to_vec();
    large.resize(5 * 1024 * 1024, b' ');
    wait_until("room for a large body", || {
        server.ask("POST", "/logs", &[JSON], &large).status == 200
    });
    check_untouched(&server);
}

#[test]
fn many_rude_programs_at_once_leave_the_server_answering() {
    let server = guarded();
    let port = server.port;
    let rude: Vec<_> = (0..8)
        .map(|number: usize| {
            thread::spawn(move || {
                for round in 0..25 {
                    let Ok(mut connection) = Connection::try_open(port) else { continue };
                    let bytes: Vec<u8> = (0..2_000_usize)
                        .map(|index| (index * 31 + number * 7 + round * 13).to_le_bytes()[0])
                        .collect();
                    let _ = connection.send(&bytes);
                    connection.finish();
                    let _ = connection.answer();
                }
            })
        })
        .collect();
    for thread in rude {
        thread.join().expect("a rude program");
    }
    check_untouched(&server);
}
