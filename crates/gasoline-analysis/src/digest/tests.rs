//! What a digest keeps of a snapshot, and what it does not.

use super::fixture::Events;
use super::*;

const SHOP: &str = r#""url":"http://localhost:3000/shop""#;

fn line(message: &str) -> String {
    format!(r#"{{"level":"error","message":"{message}",{SHOP}}}"#)
}

fn request(path: &str, rest: &str) -> String {
    format!(r#"{{"method":"GET","url":"http://localhost:3000{path}",{rest}}}"#)
}

#[test]
fn errors_are_grouped_with_their_pages_and_counted() {
    let lines = [line("order 81723 failed"), line("order 99999 failed"), line("boom")];
    let digest =
        Events { logs: lines.iter().map(String::as_str).collect(), ..Events::default() }.digest();
    let told: Vec<_> = digest.errors.iter().map(|error| (&*error.message, error.count)).collect();
    assert_eq!(told, [("boom", 1), ("order 99999 failed", 2)]);
    assert_eq!(digest.errors[1].pages, ["localhost:3000/shop"]);
    assert_eq!(digest.console_errors(), 3);
    assert_eq!(digest.page_url.as_deref(), Some("http://localhost:3000/shop"));
}

#[test]
fn the_same_words_thrown_by_another_script_are_another_error() {
    let thrown = |script: &str| {
        format!(
            r#"{{"level":"error","message":"x is undefined","source":"exception","stack":"TypeError: x is undefined\n    at f (http://localhost/{script}:1:2)"}}"#
        )
    };
    let lines = [thrown("cart.js"), thrown("pay.js"), thrown("pay.js")];
    let digest =
        Events { logs: lines.iter().map(String::as_str).collect(), ..Events::default() }.digest();
    assert_eq!(digest.errors.len(), 2);
    assert_ne!(digest.errors[0].identity, digest.errors[1].identity);
}

#[test]
fn requests_are_gathered_by_method_and_normalised_path() {
    let requests = [
        request("/api/users/1?x=1", r#""status":200,"duration":100"#),
        request("/api/users/2", r#""status":500,"duration":300"#),
        request("/api/users/3", r#""status":0,"error":"aborted""#),
    ];
    let digest =
        Events { requests: requests.iter().map(String::as_str).collect(), ..Events::default() }
            .digest();
    let (endpoint, traffic) = digest.endpoints.first_key_value().expect("one endpoint");
    assert_eq!(endpoint.to_string(), "GET /api/users/:id");
    assert_eq!((traffic.calls, traffic.answered, traffic.failures), (3, 2, 1));
    assert_eq!((traffic.status, traffic.telling_status()), (500, 500));
    assert_eq!(traffic.mean_ms(), Some(200.0));
    assert_eq!((digest.requests, digest.network_errors()), (3, 1));
}

#[test]
fn a_line_that_repeats_a_failed_request_is_not_counted_twice() {
    let failed = request("/api", r#""status":500"#);
    let echo =
        r#"{"level":"error","source":"network","message":"GET http://localhost:3000/api 500"}"#;
    let digest = Events { logs: vec![echo], requests: vec![&failed], ..Events::default() }.digest();
    assert_eq!((digest.console_errors(), digest.network_errors()), (0, 1));
}

#[test]
fn noise_is_kept_and_not_counted() {
    let noise = r#"{"level":"error","message":"x","source":"exception","filename":"chrome-extension://abc/a.js"}"#;
    let digest = Events { logs: vec![noise], ..Events::default() }.digest();
    assert_eq!((digest.errors.len(), digest.console_errors()), (1, 0));
    assert!(digest.errors[0].noise.is_some());
}

#[test]
fn connections_are_told_by_where_they_go_and_how_they_stand() {
    let events = vec![
        r#"{"event":"open","id":"1","url":"ws://localhost/live?token=a"}"#,
        r#"{"event":"message","id":"1","url":"ws://localhost/live"}"#,
        r#"{"event":"error","id":"2","url":"ws://localhost/dead"}"#,
        r#"{"event":"close","id":"2","url":"ws://localhost/dead","code":1006}"#,
        r#"{"event":"open","id":"3","url":"ws://localhost/done"}"#,
        r#"{"event":"close","id":"3","url":"ws://localhost/done","code":1000}"#,
    ];
    let digest = Events { sockets: events, ..Events::default() }.digest();
    let told: Vec<_> = digest
        .sockets
        .iter()
        .map(|(url, socket)| (&**url, socket.state, socket.close_code, socket.failures))
        .collect();
    assert_eq!(
        told,
        [
            ("localhost/dead", SocketState::Failed, Some(1006), 1),
            ("localhost/done", SocketState::Closed, None, 0),
            ("localhost/live", SocketState::Open, None, 0),
        ]
    );
}

#[test]
fn a_url_filter_asks_page_script_and_request() {
    let other = r#"{"level":"error","message":"elsewhere","url":"http://localhost:3000/other"}"#;
    let shop = line("here");
    let requests = [request("/shop/api", r#""status":500"#), request("/x", r#""status":500"#)];
    let loads =
        vec![r#"{"url":"/shop","timing":{"load":1}}"#, r#"{"url":"/x","timing":{"load":2}}"#];
    let events = Events {
        logs: vec![other, &shop],
        requests: requests.iter().map(String::as_str).collect(),
        loads,
        ..Events::default()
    };
    for filter in ["/shop", "http://localhost:3000/shop", "localhost:3000/shop"] {
        let digest = events.digest_of(Some(filter));
        assert_eq!(
            (digest.errors.len(), digest.requests, digest.loads.len()),
            (1, 1, 1),
            "{filter}"
        );
        assert_eq!(digest.errors[0].message, "here");
    }
    assert_eq!(events.digest_of(Some("localhost:3000")).errors.len(), 2);
    assert_eq!(events.digest_of(Some("")).errors.len(), 2);
}

#[test]
fn what_has_no_room_is_counted() {
    let lines: Vec<String> =
        (0..limits::DIGEST_MAX_ERRORS + 3).map(|number| line(&"x".repeat(number + 1))).collect();
    let requests: Vec<String> = (0..limits::DIGEST_MAX_ENDPOINTS + 4)
        .map(|number| request(&format!("/{}", "p".repeat(number + 1)), r#""status":200"#))
        .collect();
    let digest = Events {
        logs: lines.iter().map(String::as_str).collect(),
        requests: requests.iter().map(String::as_str).collect(),
        ..Events::default()
    }
    .digest();
    assert_eq!((digest.errors.len(), digest.cut), (limits::DIGEST_MAX_ERRORS, 7));
    assert_eq!(digest.endpoints.len(), limits::DIGEST_MAX_ENDPOINTS);
}

#[test]
fn a_page_is_known_however_much_another_one_said() {
    let chatter = vec![r#"{"level":"log","message":"x","url":"http://localhost/a"}"#; 300];
    let quiet = r#"{"level":"log","message":"y","url":"http://localhost/b"}"#;
    let logs = chatter.into_iter().chain([quiet]).collect();
    let digest = Events { logs, ..Events::default() }.digest();
    assert!(digest.has_page("localhost/b") && digest.has_page("/b"));
    assert_eq!(digest.pages.len(), 2);
}

#[test]
fn a_page_of_this_machine_may_move_to_another_port_as_a_whole() {
    let seen = |urls: &[&str]| {
        let lines: Vec<String> = urls
            .iter()
            .map(|url| format!(r#"{{"level":"log","message":"x","url":"http://{url}"}}"#))
            .collect();
        Events { logs: lines.iter().map(String::as_str).collect(), ..Events::default() }.digest()
    };
    assert!(seen(&["127.0.0.1:5174/cart"]).has_page("localhost:5173/cart"));
    assert!(!seen(&["localhost:5174/login"]).has_page("localhost:5173/cart"));
    assert!(!seen(&["localhost:5174/cart", "localhost:5173/"]).has_page("localhost:5173/cart"));
    assert!(!seen(&["shop.test:5174/cart"]).has_page("shop.test:5173/cart"));
    assert!(!seen(&["shop.test/cart"]).has_page("localhost:5173/cart"));
}

#[test]
fn what_came_since_an_earlier_moment_is_told_apart() {
    let lines = [line("early"), line("both"), line("both"), line("late")];
    let requests = [
        request("/api/a", r#""status":500,"duration":100"#),
        request("/api/gone", r#""status":500"#),
        request("/api/a", r#""status":200,"duration":440"#),
        request("/api/slow", r#""status":500,"duration":15000"#),
    ];
    let sockets = vec![
        r#"{"event":"open","id":"1","url":"ws://localhost/live"}"#,
        r#"{"event":"close","id":"2","url":"ws://localhost/live","code":1006}"#,
        r#"{"event":"message","id":"1","url":"ws://localhost/live"}"#,
    ];
    let loads = vec![
        r#"{"url":"/a","timing":{"load":1}}"#,
        r#"{"url":"/b","timing":{"load":2}}"#,
        r#"{"url":"/c","timing":{"load":3}}"#,
    ];
    let whole = Events {
        logs: lines.iter().map(String::as_str).collect(),
        requests: requests.iter().map(String::as_str).collect(),
        sockets,
        loads,
        ..Events::default()
    }
    .digest();
    // The fixture's events have their Seq as their time in seconds.
    let at = |seq: u64, ms: i64| Watch { since: Seq(seq), at: Timestamp::saturating_from_ms(ms) };
    let later = whole.since(at(2, 2500));
    let messages: Vec<&str> = later.errors.iter().map(|error| &*error.message).collect();
    assert_eq!(messages, ["late", "both"]);
    let calls: Vec<_> = later
        .endpoints
        .iter()
        .map(|(endpoint, calls)| (endpoint.to_string(), calls.failures, calls.mean_ms()))
        .collect();
    assert_eq!(
        calls,
        [("GET /api/a".to_owned(), 0, Some(440.0)), ("GET /api/slow".to_owned(), 1, Some(15000.0))]
    );
    let live = &later.sockets["localhost/live"];
    assert_eq!((live.state, live.failures, live.close_code), (SocketState::Open, 0, None));
    assert_eq!(later.loads.iter().map(|load| &*load.page).collect::<Vec<_>>(), ["/c"]);
    assert!(later.has_page("localhost:3000/shop") && later.events > 0);

    let slow = whole.since(at(2, 18_000));
    assert!(!slow.endpoints.keys().any(|it| it.path == "/api/slow"), "it was sent before");
    let nothing = whole.since(at(4, 4500));
    assert_eq!((nothing.events, nothing.issues(), nothing.pages.len()), (0, 0, 0));
}

#[test]
fn equal_material_gives_equal_digests() {
    let lines = [line("a"), line("b"), line("a")];
    let events = Events { logs: lines.iter().map(String::as_str).collect(), ..Events::default() };
    assert_eq!(events.digest(), events.digest());
}
