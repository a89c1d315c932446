//! What narrows an audit, what bounds it, and what it never shows: filters, redaction, edge cases.

use super::*;

#[test]
fn only_matching_urls_are_scanned() {
    let traffic = request(&json!({"url": "http://a.test/one"}))
        .request(&json!({"url": "http://b.test/two"}))
        .log("ann@shop.org");
    let report = traffic.audit(&Options { url: Some("b.test"), ..Options::default() });
    assert_eq!(report.findings.len(), 1);
    assert_eq!(
        report.summary.scanned,
        Scanned { network_requests: 1, unique_endpoints: 1, ..Scanned::default() }
    );
}

#[test]
fn endpoints_are_never_grouped() {
    let call =
        |path: &str| json!({"url": format!("https://shop.test/{path}"), "responseBody": aws_key()});
    let traffic = request(&call("a")).request(&call("b")).request(&call("b?x=1"));
    let found = check(&traffic, &["critical credentials aws_access_key"; 2]);
    assert_eq!((found[0].occurrences, found[1].occurrences), (1, 2));
}

#[test]
fn methods_of_one_path_are_endpoints_of_their_own() {
    let call =
        |method: &str| json!({"method": method, "credentials": "omit", "responseBody": profile()});
    let traffic = request(&call("GET")).request(&call("POST")).request(&call("POST"));
    let options = Options { checks: &[Category::AuthPatterns], ..Options::default() };
    let found = traffic.audit(&options).findings;
    let said: Vec<_> =
        found.iter().map(|one| (one.evidence["method"].clone(), one.occurrences)).collect();
    assert_eq!(said, [(json!("GET"), 1), (json!("POST"), 2)]);
}

#[test]
fn calls_of_one_endpoint_are_one_finding() {
    let call = |number: usize, body: String| {
        json!({"url": format!("https://shop.test/api/users/{number}/keys/9fe19fed-2cf6-4748-fa8c-d0b17a3e{number:04}?page={number}"),
            "credentials": "omit", "responseBody": body})
    };
    let body = json!({"key": aws_key(), "email": "ann@shop.org"}).to_string();
    let traffic = (1..=30)
        .fold(Traffic::default(), |traffic, number| traffic.request(&call(number, body.clone())));
    let expected = [
        "critical credentials aws_access_key",
        "warning auth_patterns missing_auth",
        "warning pii_exposure email",
    ];
    let found = check(&traffic, &expected);
    assert!(found.iter().all(|one| one.occurrences == 30), "{found:#?}");
    assert_eq!(traffic.audit(&Options::default()).summary.scanned.unique_endpoints, 1);
}

#[test]
fn the_least_severity_is_kept_to() {
    let traffic = request(&json!({"responseBody": aws_key()}))
        .request(&json!({"url": "http://a.test/"}))
        .log("ann@shop.org");
    for (severity_min, shown, below) in
        [(Severity::Info, 3, 0), (Severity::Warning, 2, 1), (Severity::Critical, 1, 2)]
    {
        let report = traffic.audit(&Options { severity_min, ..Options::default() });
        assert_eq!((report.summary.total, report.summary.below_severity_min), (shown, below));
    }
}

#[test]
fn a_category_lists_twenty_and_counts_the_rest() {
    let traffic = (0..30).fold(Traffic::default(), |traffic, number| {
        traffic.request(&json!({"url": format!("http://a.test/page-{number}x")}))
    });
    let report = traffic.audit(&Options::default());
    assert_eq!(
        (report.findings.len(), report.summary.total, report.summary.truncated),
        (20, 30, 10)
    );
}

#[test]
fn no_secret_is_shown_whole() {
    let secret = letters(40);
    let traffic = request(&json!({
        "url": format!("https://shop.test/a?api_key={secret}&x=%61%40b.test#token={secret}"),
        "requestBody": json!({"api_secret": secret}).to_string(), "responseBody": format!("Authorization: Bearer {secret}"),
    }))
    .log(&format!("password: {secret}"));
    let findings = traffic.all();
    assert!(findings.len() >= 5);
    let said = serde_json::to_string(&findings).expect("JSON");
    assert!(!said.contains(&secret[6..34]), "{said}");
    assert!(said.contains("q7Rz2X***"), "{said}");
}

/// Half a secret is known by no rule: whatever stands before a hit is covered before it is cut.
#[test]
fn a_neighbouring_secret_is_not_shown_by_its_end() {
    let hex = "9fe19fed2cf63748fa8cd0b17a3e5c42";
    let neighbours = [
        format!("token={hex}"),
        format!("Authorization: Bearer {}", letters(60)),
        format!("password: {}", letters(40)),
        format!("postgres://ann:{}@db", letters(30)),
        format!("ghp_{}", letters(36)),
    ];
    for neighbour in neighbours {
        for gap in [" ", ", ", "&id=", " — "] {
            let line = format!("{neighbour}{gap}{}", aws_key());
            let inner = json!({"note": line}).to_string();
            for traffic in [log(&line), log(&inner), request(&json!({"responseBody": inner}))] {
                let said = serde_json::to_string(&traffic.all()).expect("JSON");
                let tail = &neighbour[neighbour.len() - 10..];
                assert!(!said.contains(tail), "{line}: {said}");
                assert!(said.contains("AKIAQZ***SPL"), "{line}: {said}");
            }
        }
    }
}

#[test]
fn empty_buffers() {
    let report = Traffic::default().audit(&Options::default());
    assert_eq!((report.summary.total, report.summary.scanned.total()), (0, 0));
}

#[test]
fn binary_bodies() {
    check(
        &request(
            &json!({"responseBody": "\u{0}\u{1}\u{fffd}PNG\u{1a}", "contentType": "image/png"}),
        ),
        &[],
    );
    check(&request(&json!({"responseBody": "[Binary: 1024 bytes]"})), &[]);
}

#[test]
fn very_large_responses() {
    let rows: Vec<Value> = (0..2_000).map(|id| json!({"id": id, "key": aws_key()})).collect();
    let found = check(
        &request(&json!({"responseBody": json!(rows).to_string()})),
        &["critical credentials aws_access_key"],
    );
    assert_eq!(found[0].occurrences, 1);
    let deep = "[".repeat(500) + &"]".repeat(500);
    check(&request(&json!({"responseBody": deep})), &[]);
}

#[test]
fn equal_snapshots_give_equal_reports() {
    let traffic = request(&json!({"responseBody": profile()})).log(&format!("Token: {}", jwt()));
    let said = || serde_json::to_string(&traffic.audit(&Options::default())).expect("JSON");
    assert_eq!(said(), said());
}
