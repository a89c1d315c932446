//! The rows of "Session Comparison" that need no server, in their order.

use super::*;
use crate::digest::fixture::Events;

fn lines<'a>(logs: &[&'a str]) -> Events<'a> {
    Events { logs: logs.to_vec(), ..Events::default() }
}

fn requests<'a>(requests: &[&'a str]) -> Events<'a> {
    Events { requests: requests.to_vec(), ..Events::default() }
}

fn loaded(load: &str) -> String {
    format!(r#"{{"url":"/","timing":{{{load}}}}}"#)
}

#[track_caller]
fn check(before: &Events<'_>, after: &Events<'_>, expected: Verdict) -> Comparison {
    let comparison = compare(&before.digest(), &after.digest());
    assert_eq!(comparison.summary.verdict, expected, "{comparison:#?}");
    comparison
}

const BOOM: &str = r#"{"level":"error","message":"boom 81723","url":"http://localhost/a"}"#;
const BOOM_AGAIN: &str = r#"{"level":"error","message":"boom 99999","url":"http://localhost/a"}"#;
const OTHER: &str = r#"{"level":"error","message":"no","url":"http://localhost/a"}"#;
const QUIET: &str = r#"{"level":"log","message":"hi","url":"http://localhost/a"}"#;
const NOISE: &str = r#"{"level":"error","message":"x","source":"exception","filename":"chrome-extension://abc/a.js"}"#;

#[test]
fn compare_error_diff() {
    let diff = compare(&lines(&[BOOM, OTHER]).digest(), &lines(&[BOOM_AGAIN]).digest()).diff.errors;
    assert_eq!((diff.new.len(), diff.resolved.len(), diff.unchanged.len()), (0, 1, 1));
    assert_eq!(diff.resolved[0].message, "no");
    assert!(!diff.resolved[0].not_exercised, "its page is in both");
    let gone = compare(&lines(&[BOOM]).digest(), &lines(&[]).digest()).diff.errors;
    assert!(gone.resolved[0].not_exercised, "nobody went there");
}

#[test]
fn compare_network_diff() {
    let before = requests(&[
        r#"{"method":"GET","url":"/api/dashboard","status":200,"duration":100}"#,
        r#"{"method":"GET","url":"/api/gone","status":500}"#,
        r#"{"method":"POST","url":"/api/login","status":500}"#,
        r#"{"method":"GET","url":"/api/same/1","status":200,"duration":100}"#,
    ]);
    let after = requests(&[
        r#"{"method":"GET","url":"/api/dashboard?b=2","status":200,"duration":440}"#,
        r#"{"method":"POST","url":"/api/login","status":200}"#,
        r#"{"method":"GET","url":"/api/feature-flags","status":200}"#,
        r#"{"method":"GET","url":"/api/notifications","status":502}"#,
        r#"{"method":"GET","url":"/api/same/2","status":200,"duration":130}"#,
    ]);
    let comparison = check(&before, &after, Verdict::Mixed);
    let diff = serde_json::to_value(&comparison.diff.network).expect("JSON");
    assert_eq!(
        diff,
        serde_json::json!({
            "new_errors": [{"method": "GET", "url": "/api/notifications", "status": 502}],
            "status_changes": [
                {"method": "POST", "url": "/api/login", "before": 500, "after": 200},
                {"method": "GET", "url": "/api/dashboard", "before": 200, "after": 200, "duration_change": "+340ms"},
            ],
            "new_endpoints": [{"method": "GET", "url": "/api/feature-flags", "status": 200}],
            "missing_endpoints": [{"method": "GET", "url": "/api/gone", "status": 500}],
        })
    );
    assert_eq!(
        comparison.summary.resolved_network_errors, 1,
        "what was not called is not resolved"
    );
}

#[test]
fn a_slug_that_only_one_session_called_is_the_same_endpoint() {
    let before = requests(&[
        r#"{"method":"GET","url":"/posts/hello-world","status":200}"#,
        r#"{"method":"GET","url":"/posts/my-cat","status":200}"#,
    ]);
    let after = requests(&[r#"{"method":"GET","url":"/posts/on-rust","status":500}"#]);
    let diff = check(&before, &after, Verdict::Regressed).diff.network;
    assert_eq!(
        (diff.new_errors[0].url.as_str(), diff.status_changes[0].before),
        ("/posts/:id", 200)
    );
    assert!(diff.missing_endpoints.is_empty() && diff.new_endpoints.is_empty());
}

#[test]
fn compare_performance_diff() {
    let before = r#"{"url":"/","id":"1","timing":{"load":1100,"firstContentfulPaint":500},"network":{"requestCount":12,"transferSize":340000},"cumulativeLayoutShift":0.01}"#;
    let after = r#"{"url":"/","id":"2","timing":{"load":3200,"firstContentfulPaint":520},"network":{"requestCount":47,"transferSize":2400000},"cumulativeLayoutShift":0.2}"#;
    let before = Events { loads: vec![before], ..Events::default() };
    let after = Events { loads: vec![after], ..Events::default() };
    let comparison = check(&before, &after, Verdict::Regressed);
    assert_eq!(comparison.summary.performance_regressions, 4);
    assert_eq!(
        serde_json::to_value(&comparison.diff.performance).expect("JSON"),
        serde_json::json!({
            "page": "/",
            "load_time": {"before": 1100, "after": 3200, "change": "+191%", "regression": true},
            "first_contentful_paint": {"before": 500, "after": 520, "change": "+4%", "regression": false},
            "cumulative_layout_shift": {"before": 0.01, "after": 0.2, "change": "+0.19", "regression": true},
            "request_count": {"before": 12, "after": 47, "change": "+292%", "regression": true},
            "transfer_size": {"before": 340_000, "after": 2_400_000, "change": "+606%", "regression": true},
        })
    );
    check(&before, &before, Verdict::Unchanged);
}

#[test]
fn a_part_without_an_amount_or_an_amount_without_a_part_is_no_regression() {
    for (before, after, is_worse) in [
        (10.0, 190.0, false),
        (1000.0, 1400.0, false),
        (400.0, 601.0, true),
        (1000.0, 100.0, false),
    ] {
        let load = |id: u8, ms: f64| {
            loaded(&format!(r#""load":{ms}"#)).replace(r#""url""#, &format!(r#""id":"{id}","url""#))
        };
        let (before, after) = (load(1, before), load(2, after));
        let before = Events { loads: vec![&before], ..Events::default() };
        let after = Events { loads: vec![&after], ..Events::default() };
        check(&before, &after, if is_worse { Verdict::Regressed } else { Verdict::Unchanged });
    }
}

#[test]
fn compare_websocket_diff() {
    let open = r#"{"event":"open","id":"1","url":"ws://localhost/live"}"#;
    let failed = r#"{"event":"close","id":"2","url":"ws://localhost/live","code":1006}"#;
    let before = Events { sockets: vec![open], ..Events::default() };
    let after = Events { sockets: vec![failed], ..Events::default() };
    let worse = check(&before, &after, Verdict::Regressed);
    assert_eq!(
        serde_json::to_value(&worse.diff.websockets).expect("JSON"),
        serde_json::json!({"connection_changes": [
            {"url": "localhost/live", "change": "failing", "before": "open", "after": "failed", "close_code": 1006},
        ]})
    );
    check(&after, &before, Verdict::Improved);
    let connecting = r#"{"event":"connecting","id":"3","url":"ws://localhost/live"}"#;
    let connecting = Events { sockets: vec![connecting], ..Events::default() };
    check(&after, &connecting, Verdict::Unchanged);
    let none = Events::default();
    assert_eq!(
        check(&none, &before, Verdict::Unchanged).diff.websockets.connection_changes[0].change,
        "new"
    );
    assert_eq!(
        check(&before, &none, Verdict::Unchanged).diff.websockets.connection_changes[0].change,
        "missing"
    );
}

#[test]
fn verdict_improved() {
    check(&lines(&[BOOM, OTHER]), &lines(&[BOOM]), Verdict::Improved);
}

#[test]
fn verdict_regressed() {
    let comparison =
        check(&lines(&[BOOM]), &lines(&[BOOM, OTHER, OTHER, OTHER]), Verdict::Regressed);
    assert_eq!(comparison.summary.new_errors, 3, "each time is counted");
}

#[test]
fn verdict_unchanged() {
    check(&lines(&[BOOM]), &lines(&[BOOM_AGAIN, BOOM]), Verdict::Unchanged);
}

#[test]
fn verdict_mixed() {
    check(&lines(&[BOOM]), &lines(&[OTHER]), Verdict::Mixed);
    let slow =
        |id: u8, load: u32| format!(r#"{{"url":"/","id":"{id}","timing":{{"load":{load}}}}}"#);
    let (before, after) = (slow(1, 500), slow(2, 5000));
    let before = Events { loads: vec![&before], ..lines(&[BOOM]) };
    let after = Events { loads: vec![&after], ..lines(&[QUIET]) };
    check(&before, &after, Verdict::Mixed);
}

#[test]
fn an_error_whose_page_nobody_visited_is_listed_and_not_counted_as_resolved() {
    let elsewhere = r#"{"level":"log","message":"hi","url":"http://localhost/b"}"#;
    let comparison = check(&lines(&[BOOM]), &lines(&[elsewhere]), Verdict::Unchanged);
    assert_eq!(comparison.diff.errors.resolved.len(), 1);
    let summary = comparison.summary;
    assert_eq!((summary.resolved_errors, summary.not_exercised_errors), (0, 1));
    assert_eq!(comparison.headline(), "unchanged: 1 error nobody could have met");
    check(&lines(&[BOOM]), &lines(&[QUIET]), Verdict::Improved);
    let nowhere = r#"{"level":"error","message":"boom"}"#;
    check(&lines(&[nowhere]), &lines(&[]), Verdict::Unchanged);
    check(&lines(&[nowhere]), &lines(&[elsewhere]), Verdict::Improved);
}

#[test]
fn an_error_in_a_script_whose_hash_looks_like_a_word_is_the_same_after_a_build() {
    let thrown = |script: &str| {
        format!(
            r#"{{"level":"error","source":"exception","message":"boom","url":"http://localhost/a","stack":"Error: boom\n    at f (http://localhost/assets/{script}:1:2)"}}"#
        )
    };
    let [random, word, other] =
        ["index-Bk3f9a2X.js", "index-Diwrgtda.js", "profile-Bk3f9a2X.js"].map(thrown);
    check(&lines(&[&random]), &lines(&[&word]), Verdict::Unchanged);
    check(&lines(&[&word]), &lines(&[&random]), Verdict::Unchanged);
    check(&lines(&[&random]), &lines(&[&other]), Verdict::Mixed);
    check(&lines(&[&random]), &lines(&[&random, &word]), Verdict::Regressed);
}

#[test]
fn an_endpoint_that_refused_and_now_breaks_is_a_new_error() {
    let asked = |outcome: &str| format!(r#"{{"method":"GET","url":"/api/a",{outcome}}}"#);
    let [refused, forbidden, broken, dead, aborted] = [
        r#""status":404"#,
        r#""status":403"#,
        r#""status":500"#,
        r#""status":0,"error":"network""#,
        r#""status":0,"error":"aborted""#,
    ]
    .map(asked);
    let of = |one: &str, other: &str, verdict| {
        let comparison = check(&requests(&[one]), &requests(&[other]), verdict);
        comparison.summary.new_network_errors
    };
    assert_eq!(of(&refused, &broken, Verdict::Regressed), 1);
    assert_eq!(of(&refused, &dead, Verdict::Regressed), 1);
    assert_eq!(of(&refused, &forbidden, Verdict::Unchanged), 0);
    assert_eq!(of(&refused, &aborted, Verdict::Unchanged), 0);
    assert_eq!(of(&broken, &refused, Verdict::Unchanged), 0);
    assert_eq!(of(&broken, &dead, Verdict::Unchanged), 0);
}

#[test]
fn noise_is_listed_and_decides_nothing() {
    let comparison = check(&lines(&[]), &lines(&[NOISE]), Verdict::Unchanged);
    assert_eq!(comparison.diff.errors.new.len(), 1);
    assert!(comparison.headline().starts_with("unchanged"), "{}", comparison.headline());
    let analytics = r#"{"method":"POST","url":"https://www.google-analytics.com/collect","status":0,"error":"blocked"}"#;
    check(&requests(&[]), &requests(&[analytics]), Verdict::Unchanged);
}

#[test]
fn edge_comparing_the_same_snapshot() {
    let same =
        Events { requests: vec![r#"{"method":"GET","url":"/a","status":500}"#], ..lines(&[BOOM]) };
    let comparison = check(&same, &same, Verdict::Unchanged);
    assert_eq!(
        comparison.sections().len(),
        1,
        "only what is unchanged: {:?}",
        comparison.sections()
    );
}

#[test]
fn edge_empty_snapshot() {
    let comparison = check(&Events::default(), &Events::default(), Verdict::Unchanged);
    assert!(comparison.sections().is_empty());
    assert_eq!(comparison.headline(), "unchanged: no difference that counts");
    check(&Events::default(), &lines(&[BOOM]), Verdict::Regressed);
}

#[test]
fn the_words_hold_what_the_rows_hold() {
    let before =
        Events { requests: vec![r#"{"method":"GET","url":"/a","status":200}"#], ..lines(&[BOOM]) };
    let after = Events {
        requests: vec![r#"{"method":"GET","url":"/a","status":0,"error":"network"}"#],
        ..lines(&[OTHER])
    };
    let comparison = check(&before, &after, Verdict::Mixed);
    assert_eq!(
        comparison.headline(),
        "mixed: 1 new error, 1 newly failing endpoint, 1 resolved error"
    );
    let told: Vec<String> = comparison
        .sections()
        .into_iter()
        .flat_map(|section| {
            section.lines.into_iter().map(move |line| format!("{}: {line}", section.title))
        })
        .collect();
    assert_eq!(
        told,
        [
            "new errors: no",
            "failing requests: GET /a → failed (network)",
            "resolved errors: boom 81723",
            "changed requests: GET /a: 200 → 0",
        ]
    );
}
