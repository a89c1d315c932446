//! `security_audit` and `gasoline export sarif` on the real binary: found in every field, never shown.

use crate::support::editor::{Called, Editor};
use crate::support::folder::Folder;
use crate::support::process::{gasoline, run};
use crate::support::server::Server;
use serde_json::{Value, json};

/// A Stripe key of nobody, another for each number.
fn key(number: usize) -> String {
    format!("sk_live_{}{number:04}", "q7Rz2XwK9bVt4LmPs8Yc")
}

fn audit(server: &Server, arguments: &Value) -> Called {
    let called = Editor::join(server.port).call("security_audit", arguments);
    assert!(!called.is_error, "{}", called.text);
    assert!(called.text.len() < 8 * 1024, "{} bytes of text", called.text.len());
    assert!(called.whole.to_string().len() < 50 * 1024, "{}", called.whole.to_string().len());
    called
}

fn rules(called: &Called) -> Vec<String> {
    let findings = called.structured["findings"].as_array().expect("findings");
    let said = |finding: &Value| {
        format!("{} {} {}", finding["severity"], finding["category"], finding["rule"])
            .replace('"', "")
    };
    findings.iter().map(said).collect()
}

/// Events with one key each, one for every field of theirs that holds text.
fn planted() -> Vec<(&'static str, Value)> {
    let request = |name: &str, value: Value| {
        let mut body =
            json!({"method": "POST", "url": format!("https://shop.test/{name}"), "status": 200});
        body[name] = value;
        ("/network-bodies", json!({ "bodies": [body] }))
    };
    let entry = |name: &str, value: Value| {
        let mut entry =
            json!({"level": "info", "message": "x", "url": format!("https://shop.test/{name}")});
        entry[name] = value;
        ("/logs", json!({ "entries": [entry] }))
    };
    let action = |name: &str, value: Value| {
        let mut action = json!({"type": "input", "url": format!("https://shop.test/{name}")});
        action[name] = value;
        ("/enhanced-actions", json!({ "actions": [action] }))
    };
    let frame = |direction: &str, data: String| {
        let event = json!({"event": "message", "id": "w", "url": "wss://shop.test/live", "direction": direction, "data": data});
        ("/websocket-events", json!({ "events": [event] }))
    };
    let inner = json!({"deep": {"value": key(5)}}).to_string();
    vec![
        request("url", json!(format!("https://shop.test/query?q={}", key(0)))),
        request("url", json!(format!("https://shop.test/fragment#q={}", key(1)))),
        request("url", json!(format!("https://shop.test/path/{}/x", key(2)))),
        request("requestBody", json!(format!("a=1&b={}", key(3)))),
        request("requestBody", json!(json!({"a": [key(4)]}).to_string())),
        request("responseBody", json!(json!({ "body": inner }).to_string())),
        request("responseBody", json!(format!("<a data-x='{}'>", key(6)))),
        request("requestHeaders", json!({"x-note": key(7)})),
        request("responseHeaders", json!({"x-note": key(8)})),
        request("pageUrl", json!(format!("https://shop.test/page?q={}", key(9)))),
        entry("message", json!(format!("config {}", key(10)))),
        entry("args", json!(["config", {"a": key(11)}])),
        entry(
            "stack",
            json!(format!("Error: {}\n    at a (https://shop.test/app.js:1:2)", key(12))),
        ),
        entry("_context", json!({"a": key(13)})),
        entry("url", json!(format!("https://shop.test/log?q={}", key(14)))),
        action("value", json!(key(15))),
        action("selectors", json!({"text": key(16)})),
        action("toUrl", json!(format!("https://shop.test/next?q={}", key(17)))),
        frame("incoming", json!({"a": key(18)}).to_string()),
        frame("outgoing", format!("auth {}", key(19))),
        (
            "/dom-snapshots",
            json!({"snapshots": [{"url": "https://shop.test/dom", "elements": [{"text": key(20)}]}]}),
        ),
    ]
}

#[test]
fn a_secret_is_found_in_every_field_and_never_shown_whole() {
    for (number, (path, body)) in planted().into_iter().enumerate() {
        let server = Server::start();
        server.feed(path, &body);
        let called = audit(&server, &json!({}));
        assert_eq!(
            rules(&called),
            ["critical credentials stripe_secret_key"],
            "{body}\n{}",
            called.text
        );
        let whole = called.whole.to_string();
        assert!(!whole.contains(&key(number)[6..29]), "{whole}");
        assert!(called.text.contains("sk_liv***"), "{}", called.text);
    }
}

#[test]
fn the_answer_has_the_shape_of_the_specification() {
    let server = Server::start();
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "GET", "url": "https://app.example.com/api/data?api_key=q7Rz2XwK9bVt4LmPs8Yc", "status": 200},
        {"method": "GET", "url": "https://app.example.com/api/users/profile", "status": 200, "credentials": "omit",
         "responseBody": "{\"email\":\"ann@shop.org\",\"phone\":\"4155550132\"}"},
        {"method": "GET", "url": "http://cdn.example.com/lib.js", "status": 200, "contentType": "text/javascript",
         "pageUrl": "https://app.example.com/dashboard"},
    ]}));
    server.feed("/logs", &json!({"entries": [{"level": "log", "url": "https://app.example.com/",
        "filename": "https://app.example.com/auth.js", "lineno": 45,
        "message": "Token: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.q7Rz2XwK9bVt4LmPs8Yc"}]}));
    let called = audit(&server, &json!({}));
    assert_eq!(
        rules(&called),
        [
            "critical credentials secret_parameter",
            "critical pii_exposure jwt",
            "critical transport mixed_content",
            "warning auth_patterns missing_auth",
            "warning pii_exposure email",
            "warning pii_exposure phone",
        ],
        "{}",
        called.text
    );
    let findings = &called.structured["findings"];
    for finding in findings.as_array().expect("findings") {
        for name in ["severity", "category", "title", "description", "recommendation", "cwe"] {
            assert!(finding[name].is_string(), "{name} in {finding}");
        }
        assert!(called.text.contains(finding["title"].as_str().expect("words")), "{}", called.text);
    }
    assert_eq!(findings[0]["evidence"]["redacted_value"], "q7Rz2X***8Yc");
    assert_eq!(findings[1]["evidence"]["source"], "auth.js:45");
    assert_eq!(findings[2]["evidence"]["resource_type"], "script");
    assert_eq!(findings[3]["evidence"]["cookie_session"], "none");
    let summary = &called.structured["summary"];
    assert_eq!(
        (&summary["total"], &summary["critical"], &summary["warning"]),
        (&json!(6), &json!(3), &json!(3))
    );
    assert_eq!(summary["scanned"]["network_requests"], 3);
    assert_eq!(summary["scanned"]["console_entries"], 1);
    assert_eq!(summary["scanned"]["unique_endpoints"], 3);
}

#[test]
fn every_argument_narrows_the_audit() {
    let server = Server::start();
    let body = |path: &str, tab: u64| json!({"method": "GET", "url": format!("https://shop.test/{path}"), "status": 200, "tabId": tab, "responseBody": key(1)});
    server.feed("/network-bodies", &json!({"bodies": [body("a", 1), body("b", 2)]}));
    server.feed("/network-bodies", &json!({"test_id": "t1", "bodies": [body("c", 1)]}));
    server.feed("/logs", &json!({"entries": [{"level": "log", "message": "ann@shop.org"}]}));
    let count = |arguments: Value| rules(&audit(&server, &arguments)).len();
    assert_eq!(count(json!({})), 3);
    assert_eq!(count(json!({"severity_min": "info"})), 4);
    assert_eq!(count(json!({"url_filter": "/b"})), 1);
    assert_eq!(count(json!({"url": "/b"})), 1);
    assert_eq!(count(json!({"tab_id": 1})), 2);
    assert_eq!(count(json!({"test_id": "t1"})), 1);
    assert_eq!(count(json!({"since": "c2"})), 1);
    assert_eq!(count(json!({"checks": ["transport"]})), 0);
    assert_eq!(count(json!({"checks": []})), 3);
    let refused =
        Editor::join(server.port).call("security_audit", &json!({"checks": ["credential"]}));
    assert!(
        refused.is_error
            && refused.text.contains("`credentials`")
            && refused.text.contains("hint: "),
        "{}",
        refused.text
    );
}

#[test]
fn a_secret_beside_another_is_not_shown_by_its_end() {
    let server = Server::start();
    let token = "9fe19fed2cf63748fa8cd0b17a3e5c42";
    let line = format!("token={token} {}", key(1));
    server.feed("/logs", &json!({"entries": [{"level": "log", "message": line}]}));
    let said = audit(&server, &json!({"severity_min": "info"})).whole.to_string();
    assert!(said.contains("sk_liv***"), "{said}");
    assert!(!said.contains(&token[22..]) && !said.contains(&token[6..16]), "{said}");
    let answer = server.get("/security-audit").text();
    assert!(answer.contains("sk_liv***") && !answer.contains(&token[22..]), "{answer}");
}

#[test]
fn calls_of_one_endpoint_are_one_finding() {
    let server = Server::start();
    let body = |number: usize| json!({"method": "GET", "url": format!("https://shop.test/api/users/{number}"), "status": 200, "responseBody": key(1)});
    let bodies: Vec<Value> = (1..=30).map(body).collect();
    server.feed("/network-bodies", &json!({ "bodies": bodies }));
    let called = audit(&server, &json!({}));
    assert_eq!(rules(&called), ["critical credentials stripe_secret_key"], "{}", called.text);
    assert_eq!(called.structured["findings"][0]["occurrences"], 30);
}

#[test]
fn an_audit_of_nothing_says_why() {
    let server = Server::start();
    let called = audit(&server, &json!({}));
    assert!(called.text.starts_with("scanned: 0"), "{}", called.text);
    assert_eq!(called.structured["empty"]["reason"], "no_browser_connected");
    assert_eq!(called.structured["summary"]["scanned"]["network_requests"], 0);
}

#[test]
fn harmless_traffic_has_no_findings() {
    let server = Server::start();
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "POST", "url": "http://localhost:3000/api/login", "status": 200, "pageUrl": "http://localhost:3000/",
         "requestBody": "{\"user\":\"ann\",\"password\":\"swordfish\"}", "responseBody": "{\"token\":\"q7Rz2XwK9bVt4LmPs8Yc\"}"},
        {"method": "GET", "url": "http://localhost:3000/api/items?page=2", "status": 200, "hasAuthHeader": true,
         "responseBody": "{\"items\":[{\"id\":4012888888881,\"name\":\"Token ring\"}],\"nextPageToken\":\"abc123def\"}"},
    ]}));
    server.feed("/logs", &json!({"entries": [{"level": "error", "message": "Unexpected token < in JSON at position 0"}]}));
    let called = audit(&server, &json!({}));
    assert_eq!(rules(&called), Vec::<String>::new(), "{}", called.text);
    assert!(called.text.contains("no findings"), "{}", called.text);
}

#[test]
fn an_audit_of_a_flood_stays_within_its_bounds() {
    let server = Server::start();
    for number in 0..100 {
        server.feed(
            "/network-bodies",
            &json!({"bodies": [{"method": "GET", "status": 200,
            "url": format!("http://api.shop.test/{number}x/{}", "long".repeat(60)),
            "responseBody": format!("{} {}", key(number), "words and ".repeat(1_500))}]}),
        );
    }
    let called = audit(&server, &json!({"severity_min": "info"}));
    let summary = &called.structured["summary"];
    assert_eq!(summary["total"], 200);
    assert!(
        called.structured["truncated"]["hint"].is_string(),
        "{}",
        called.structured["truncated"]
    );
}

#[test]
fn findings_are_exported_as_sarif() {
    let server = Server::start();
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "GET", "url": "https://shop.test/a b?q=ж", "status": 200, "responseBody": key(1)},
        {"method": "GET", "url": "http://api.shop.test/a", "status": 200},
    ]}));
    let port = server.port.to_string();
    let said =
        run(gasoline().args(["export", "sarif", "--port", &port, "--severity-min", "warning"]));
    assert_eq!(said.code, Some(0), "{}", said.err);
    let log: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let ids: Vec<&str> = results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    assert_eq!(ids, ["credentials/stripe_secret_key", "transport/plain_http"]);
    assert_eq!(results[0]["level"], "error");
    assert_eq!(
        results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
        "shop.test/a%20b",
        "code scanning refuses locations that have a scheme"
    );
    assert_eq!(results[0]["properties"]["url"], "https://shop.test/a%20b?q=%D0%B6");
    assert!(!said.out.contains(&key(1)), "{}", said.out);
    let nobody = run(gasoline().args(["export", "sarif", "--port", &port, "--test-id", "nope"]));
    assert_eq!((nobody.code, nobody.out.as_str()), (Some(2), ""), "{}", nobody.err);
    assert!(nobody.err.contains("no test is called `nope`"), "{}", nobody.err);
    let late = run(gasoline().args(["export", "sarif", "--port", &port, "--since", "soon"]));
    assert_eq!((late.code, late.out.as_str()), (Some(2), ""), "{}", late.err);
    assert!(late.err.contains("said 400: `since=soon` is neither a cursor"), "{}", late.err);
    assert!(late.err.contains("hint: send a cursor"), "{}", late.err);
    let missing = run(gasoline().args(["export", "sarif", "--port", "1"]));
    assert_eq!(missing.code, Some(2));
    assert!(missing.err.contains("hint: "), "{}", missing.err);
}

#[test]
fn every_option_of_the_export_narrows_it() {
    let server = Server::start();
    server.feed(
        "/network-bodies",
        &json!({"bodies": [
            {"method": "GET", "url": "https://shop.test/a", "status": 200, "responseBody": key(1)},
            {"method": "GET", "url": "http://api.shop.test/b", "status": 200},
        ]}),
    );
    server.feed(
        "/network-bodies",
        &json!({"test_id": "t1", "bodies": [{"method": "GET", "url": "http://api.shop.test/c", "status": 200}]}),
    );
    server.feed("/logs", &json!({"entries": [{"level": "log", "message": "ann@shop.org"}]}));
    let port = server.port.to_string();
    let count = |options: &[&str]| {
        let said = run(gasoline().args(["export", "sarif", "--port", &port]).args(options));
        assert_eq!(said.code, Some(0), "{}", said.err);
        let log: Value = serde_json::from_str(&said.out).expect("JSON");
        log["runs"][0]["results"].as_array().map(Vec::len)
    };
    assert_eq!(count(&["--severity-min", "info"]), Some(4));
    assert_eq!(count(&["--severity-min", "warning"]), Some(3));
    assert_eq!(count(&["--severity-min", "critical"]), Some(1));
    assert_eq!(count(&["--test-id", "t1"]), Some(1));
    assert_eq!(count(&["--since", "c1"]), Some(3));
    let folder = Folder::new();
    let file = folder.path().join("findings.sarif");
    let said = run(gasoline().args(["export", "sarif", "--port", &port, "--output"]).arg(&file));
    assert_eq!((said.code, said.out.as_str()), (Some(0), ""), "{}", said.err);
    let log: Value =
        serde_json::from_slice(&std::fs::read(&file).expect("a file")).expect("JSON in it");
    assert_eq!(log["version"], "2.1.0");
}

#[test]
fn insecure_transport_is_told_by_what_travels() {
    let server = Server::start();
    let resource = |url: &str, kind: &str| json!({"method": "GET", "url": url, "status": 200, "contentType": kind, "pageUrl": "https://shop.test/cart"});
    server.feed("/network-bodies", &json!({"bodies": [
        resource("http://cdn.test/lib.js", "text/javascript"),
        resource("http://cdn.test/a.png", "image/png"),
        resource("http://localhost:3000/api", "application/json"),
        {"method": "GET", "url": "http://api.shop.test/items", "status": 200, "pageUrl": "http://shop.test/"},
    ]}));
    let socket = |id: &str, url: &str| json!({"event": "open", "id": id, "url": url});
    server.feed(
        "/websocket-events",
        &json!({"events": [socket("1", "ws://live.shop.test/feed"), socket("2", "ws://localhost:3000/feed"), socket("3", "wss://live.shop.test/feed")]}),
    );
    let transport = |severity: &str| {
        rules(&audit(&server, &json!({"checks": ["transport"], "severity_min": severity})))
    };
    assert_eq!(
        transport("warning"),
        [
            "critical transport mixed_content",
            "warning transport mixed_content",
            "warning transport plain_http",
            "warning transport plain_websocket",
        ]
    );
    assert_eq!(transport("critical"), ["critical transport mixed_content"]);
}

#[test]
fn a_token_that_the_page_hands_back_is_no_alarm() {
    let server = Server::start();
    let token = "pay_3f9a2bc04d1e77a8";
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "POST", "url": "https://shop.test/api/payments", "status": 201, "pageUrl": "https://shop.test/",
         "responseBody": json!({"paymentToken": token}).to_string()},
    ]}));
    assert_eq!(rules(&audit(&server, &json!({}))), ["critical pii_exposure secret_member"]);
    server.feed("/network-bodies", &json!({"bodies": [
        {"method": "POST", "url": "https://shop.test/api/orders", "status": 201, "pageUrl": "https://shop.test/",
         "requestBody": json!({"paymentToken": token}).to_string()},
    ]}));
    assert_eq!(rules(&audit(&server, &json!({}))), [""; 0]);
    assert_eq!(rules(&audit(&server, &json!({"url_filter": "/payments"}))), [""; 0]);
    let called = audit(&server, &json!({"severity_min": "info", "url_filter": "/payments"}));
    assert!(called.text.contains("made for the page"), "{}", called.text);
}

#[test]
fn binary_and_empty_bodies_and_very_large_ones_are_scanned_without_fuss() {
    let server = Server::start();
    let body = |number: u32, text: String| json!({"method": "GET", "url": format!("https://shop.test/{number}x"), "status": 200, "responseBody": text});
    server.feed(
        "/network-bodies",
        &json!({"bodies": [
            body(1, "\u{0}\u{1}\u{fffd}PNG\u{1a}".to_owned()),
            body(2, "[Binary: 1024 bytes]".to_owned()),
            body(3, String::new()),
            body(4, "word ".repeat(200_000)),
        ]}),
    );
    let called = audit(&server, &json!({"severity_min": "info"}));
    assert_eq!(rules(&called), [""; 0], "{}", called.text);
    assert_eq!(called.structured["summary"]["scanned"]["network_requests"], 4);
}
