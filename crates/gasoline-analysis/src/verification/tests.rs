//! The rows of "Verification Loop" that need no server, in their order.

use super::*;
use crate::digest::Gaps;
use crate::digest::fixture::Events;

const LOGIN_ERROR: &str = r#"{"level":"error","message":"Cannot read property 'user' of undefined","url":"http://localhost:3000/login"}"#;
const OTHER_ERROR: &str =
    r#"{"level":"error","message":"no stock for 81723","url":"http://localhost:3000/cart"}"#;
const QUIET_LOGIN: &str =
    r#"{"level":"log","message":"hello","url":"http://localhost:3000/login"}"#;
const LOGIN_FAILS: &str =
    r#"{"method":"POST","url":"http://localhost:3000/api/login","status":500}"#;
const LOGIN_WORKS: &str =
    r#"{"method":"POST","url":"http://localhost:3000/api/login","status":200}"#;
const LOGIN_REFUSES: &str =
    r#"{"method":"POST","url":"http://localhost:3000/api/login","status":401}"#;
const NOISE: &str = r#"{"level":"error","message":"x","source":"exception","filename":"chrome-extension://abc/a.js","url":"http://localhost:3000/login"}"#;

fn lines<'a>(logs: &[&'a str]) -> Events<'a> {
    Events { logs: logs.to_vec(), ..Events::default() }
}

fn requests<'a>(requests: &[&'a str]) -> Events<'a> {
    Events { requests: requests.to_vec(), ..Events::default() }
}

fn session(baseline: &Events<'_>) -> Session {
    Session::start("verify-1".to_owned(), None, None, baseline.digest())
}

#[track_caller]
fn check(before: &Events<'_>, after: &Events<'_>, expected: Verdict) -> VerificationResult {
    let mut session = session(before);
    session.watch(Seq(0), Timestamp::default());
    let result = session.compare(&after.digest()).expect("it watches");
    assert_eq!(result.verdict, expected, "{result:#?}");
    result
}

fn told(changes: &[VerifyChange]) -> Vec<String> {
    changes.iter().map(|change| format!("{} {}", change.kind, change.after)).collect()
}

#[test]
fn session_lifecycle_start_watch_compare() {
    let mut session = session(&lines(&[LOGIN_ERROR]));
    assert_eq!(session.status, Status::BaselineCaptured);
    let refused = session.compare(&Digest::default()).expect_err("watch is missing");
    assert!(refused.hint().contains("\"watch\"") && refused.hint().contains("verify-1"));
    assert_eq!(session.status, Status::BaselineCaptured, "a refusal changes nothing");
    session.watch(Seq(7), Timestamp::default());
    assert_eq!(session.window().map(|watch| watch.since), Ok(Seq(7)));
    assert!(session.compare(&Digest::default()).is_ok());
    assert_eq!(session.status, Status::Compared);
}

#[test]
fn session_lifecycle_double_compare_and_watch_again() {
    let mut session = session(&lines(&[LOGIN_ERROR]));
    session.watch(Seq(7), Timestamp::default());
    let still = session.compare(&lines(&[LOGIN_ERROR]).digest()).expect("it watches");
    let gone = session.compare(&lines(&[QUIET_LOGIN]).digest()).expect("it watches");
    assert_eq!((still.verdict, gone.verdict), (Verdict::Unchanged, Verdict::Fixed));
    session.watch(Seq(9), Timestamp::default());
    assert_eq!(
        (session.status, session.window().map(|watch| watch.since)),
        (Status::Watching, Ok(Seq(9)))
    );
}

#[test]
fn after_capture_leaves_out_what_happened_before_watch_and_came_late() {
    let at = |ms: i64| Timestamp::saturating_from_ms(100_000 + ms);
    let watch = Watch { since: Seq(0), at: at(0) };
    for (ms, expected) in [(0, true), (50, true), (-1, false), (-10_000, false), (-10_001, true)] {
        assert_eq!(watch.admits(at(ms)), expected, "{ms}");
    }
    for (ms, took, expected) in [
        (0, 20_000.0, true),
        (-1, 20_000.0, false),
        (-15_000, 15_200.0, false),
        (-15_000, 20.0, true),
        (-25_201, 15_200.4, false),
        (-25_202, 15_200.4, true),
        (-1, -5.0, false),
        (-10_001, f64::NAN, true),
        (-90_000, f64::INFINITY, false),
    ] {
        assert_eq!(watch.admits_call(at(ms), Some(took)), expected, "{ms} {took}");
    }
}

#[test]
fn comparison_fixed() {
    let before = Events { requests: vec![LOGIN_FAILS], ..lines(&[LOGIN_ERROR, LOGIN_ERROR]) };
    let after = Events { requests: vec![LOGIN_WORKS], ..lines(&[QUIET_LOGIN]) };
    let result = check(&before, &after, Verdict::Fixed);
    assert_eq!((result.before.console_errors, result.before.network_errors), (2, 1));
    assert_eq!((result.before.total_issues, result.before.distinct_issues), (3, 2));
    assert_eq!(result.after, IssueSummary::default());
    assert_eq!(
        serde_json::to_value(&result.changes).expect("JSON"),
        serde_json::json!([
            {"type": "resolved", "category": "console",
             "before": "Cannot read property 'user' of undefined (x2)", "after": "(not seen)"},
            {"type": "resolved", "category": "network",
             "before": "POST /api/login → 500", "after": "POST /api/login → 200"},
        ])
    );
}

#[test]
fn comparison_improved() {
    check(
        &lines(&[LOGIN_ERROR, OTHER_ERROR]),
        &lines(&[OTHER_ERROR, QUIET_LOGIN]),
        Verdict::Improved,
    );
}

#[test]
fn comparison_unchanged_however_often_it_came() {
    let result =
        check(&lines(&[LOGIN_ERROR]), &lines(&[LOGIN_ERROR, LOGIN_ERROR]), Verdict::Unchanged);
    assert_eq!(result.changes[0].kind, "changed");
    assert_eq!(result.changes[0].after, "Cannot read property 'user' of undefined (x2)");
    check(&lines(&[LOGIN_ERROR; 5]), &lines(&[LOGIN_ERROR]), Verdict::Unchanged);
}

#[test]
fn comparison_different_issue() {
    check(&lines(&[LOGIN_ERROR]), &lines(&[OTHER_ERROR, QUIET_LOGIN]), Verdict::DifferentIssue);
}

#[test]
fn comparison_regressed() {
    let result =
        check(&lines(&[LOGIN_ERROR]), &lines(&[LOGIN_ERROR, OTHER_ERROR]), Verdict::Regressed);
    assert_eq!(told(&result.new_issues), ["new no stock for 81723"]);
    check(&lines(&[]), &lines(&[OTHER_ERROR]), Verdict::Regressed);
}

#[test]
fn comparison_not_exercised_when_nobody_visited_the_page_again() {
    let elsewhere = r#"{"level":"log","message":"hi","url":"http://localhost:3000/about"}"#;
    let result = check(&lines(&[LOGIN_ERROR]), &lines(&[elsewhere]), Verdict::NotExercised);
    assert_eq!(
        result.not_exercised[0].reason,
        "its page `localhost:3000/login` saw nothing after `watch`"
    );
    assert!(result.changes.is_empty());
    let half = lines(&[QUIET_LOGIN]);
    let result = check(&lines(&[LOGIN_ERROR, OTHER_ERROR]), &half, Verdict::Improved);
    assert_eq!(result.not_exercised[0].issue, "no stock for 81723");
}

#[test]
fn what_a_load_took_is_compared_and_proves_no_visit() {
    let first = r#"{"url":"/login","id":"load-1","timing":{"load":300}}"#;
    let second = r#"{"url":"/login","id":"load-2","timing":{"load":100}}"#;
    let before = Events { loads: vec![first], ..lines(&[LOGIN_ERROR]) };
    let left = Events { loads: vec![first], ..Events::default() };
    let result = check(&before, &left, Verdict::NotExercised);
    assert_eq!(result.performance_diff, None, "one load is not two");
    let told_late = Events { loads: vec![second], ..Events::default() };
    check(&before, &told_late, Verdict::NotExercised);
    let visited = Events { loads: vec![second], ..lines(&[QUIET_LOGIN]) };
    let diff = check(&before, &visited, Verdict::Fixed).performance_diff.expect("both loaded it");
    assert_eq!(
        (&*diff.load_time_before, &*diff.load_time_after, &*diff.change),
        ("300ms", "100ms", "-67%")
    );
}

#[test]
fn a_resolved_error_whose_action_was_not_repeated_is_told_with_caution() {
    let click = r#"{"type":"click","url":"http://localhost:3000/login","selectors":{"role":{"role":"button","name":"Log in"}}}"#;
    let before = Events { actions: vec![click], ..lines(&[LOGIN_ERROR]) };
    let caution = |after: &Events<'_>| {
        let result = check(&before, after, Verdict::Fixed);
        let caution = result.changes[0].caution.clone();
        let is_told = result.headline().contains("was not done again");
        let is_noted = result.notes.iter().any(|note| note.contains("before you call it fixed"));
        assert_eq!((is_told, is_noted), (caution.is_some(), caution.is_some()), "{result:?}");
        caution
    };
    let said = caution(&lines(&[QUIET_LOGIN])).expect("nobody clicked");
    assert_eq!(said, "`click button \"Log in\"`, which came before it, was not seen again");
    assert_eq!(caution(&Events { actions: vec![click], ..lines(&[QUIET_LOGIN]) }), None);
}

#[test]
fn error_matching_normalized_messages() {
    let at = |line: u8| {
        format!(
            r#"{{"level":"error","message":"Cannot read property 'x' of undefined at line {line}"}}"#
        )
    };
    let (before, after) = (at(42), at(45));
    check(&lines(&[&before]), &lines(&[&after]), Verdict::Unchanged);
}

#[test]
fn error_matching_dynamic_values_stripped() {
    let other_stock = OTHER_ERROR.replace("81723", "99999");
    check(&lines(&[OTHER_ERROR]), &lines(&[&other_stock]), Verdict::Unchanged);
    let bundle = |hash: &str| {
        format!(
            r#"{{"level":"error","source":"exception","message":"x is undefined","stack":"TypeError: x is undefined\n    at f (http://localhost/assets/index-{hash}.js:1:2)"}}"#
        )
    };
    let (before, after) = (bundle("BkX3f9a2"), bundle("CnvBSKXv"));
    check(&lines(&[&before]), &lines(&[&after]), Verdict::Unchanged);
}

#[test]
fn network_matching_status_changes() {
    let result = check(&requests(&[LOGIN_FAILS]), &requests(&[LOGIN_WORKS]), Verdict::Fixed);
    assert_eq!(result.changes[0].after, "POST /api/login → 200");
    let result = check(&requests(&[LOGIN_FAILS]), &requests(&[LOGIN_REFUSES]), Verdict::Unchanged);
    assert_eq!(
        (result.changes[0].kind, &*result.changes[0].after),
        ("changed", "POST /api/login → 401")
    );
    check(&requests(&[LOGIN_FAILS]), &requests(&[LOGIN_FAILS, LOGIN_WORKS]), Verdict::Unchanged);
    let aborted = LOGIN_WORKS.replace("200", "0,\"error\":\"aborted\"");
    check(&requests(&[LOGIN_FAILS]), &requests(&[&aborted]), Verdict::NotExercised);
}

#[test]
fn network_matching_new_endpoints() {
    let other = r#"{"method":"GET","url":"/api/cart/7","status":404}"#;
    let result =
        check(&requests(&[LOGIN_FAILS]), &requests(&[LOGIN_FAILS, other]), Verdict::Regressed);
    assert_eq!(told(&result.new_issues), ["new GET /api/cart/:id → 404"]);
    let result = check(&requests(&[LOGIN_WORKS]), &requests(&[LOGIN_FAILS]), Verdict::Regressed);
    assert_eq!(result.new_issues[0].before, "POST /api/login → 200");
}

#[test]
fn network_matching_missing_endpoints() {
    let elsewhere = r#"{"method":"GET","url":"/api/cart","status":200}"#;
    let result = check(&requests(&[LOGIN_FAILS]), &requests(&[elsewhere]), Verdict::NotExercised);
    assert_eq!(result.not_exercised[0].reason, "the endpoint was not called after `watch`");
}

#[test]
fn sockets_are_issues_of_their_own() {
    let failed = r#"{"event":"close","id":"1","url":"ws://localhost/live","code":1006}"#;
    let open = r#"{"event":"open","id":"2","url":"ws://localhost/live"}"#;
    let sockets = |event| Events { sockets: vec![event], ..Events::default() };
    let result = check(&sockets(failed), &sockets(open), Verdict::Fixed);
    assert_eq!(
        (&*result.changes[0].before, &*result.changes[0].after),
        ("localhost/live failed (1006)", "localhost/live open")
    );
    check(&sockets(failed), &sockets(failed), Verdict::Unchanged);
    check(&sockets(failed), &lines(&[QUIET_LOGIN]), Verdict::NotExercised);
    let connecting = r#"{"event":"connecting","id":"2","url":"ws://localhost/live"}"#;
    let result = check(&sockets(failed), &sockets(connecting), Verdict::NotExercised);
    assert_eq!(result.not_exercised[0].reason, "it is still connecting");
    check(&sockets(open), &sockets(failed), Verdict::Regressed);
}

#[test]
fn noise_is_listed_and_decides_nothing() {
    let result = check(&lines(&[LOGIN_ERROR]), &lines(&[QUIET_LOGIN, NOISE]), Verdict::Fixed);
    assert_eq!((result.after.console_errors, result.after.noise), (0, 1));
    assert!(result.new_issues[0].noise.is_some());
    check(&lines(&[NOISE]), &lines(&[]), Verdict::NoIssuesDetected);
    check(&lines(&[NOISE]), &lines(&[NOISE]), Verdict::NoIssuesDetected);
}

#[test]
fn edge_empty_baseline() {
    let result = check(&lines(&[]), &lines(&[QUIET_LOGIN]), Verdict::NoIssuesDetected);
    assert_eq!((result.before, result.notes), (IssueSummary::default(), Vec::<String>::new()));
}

#[test]
fn edge_empty_after() {
    let result = check(&lines(&[LOGIN_ERROR]), &lines(&[]), Verdict::NotExercised);
    assert!(result.notes[0].starts_with("nothing was captured since `watch`"), "{result:?}");
    let nowhere = r#"{"level":"error","message":"boom"}"#;
    let result = check(&lines(&[nowhere]), &lines(&[]), Verdict::NotExercised);
    assert_eq!(result.not_exercised[0].reason, "nothing was captured after `watch`");
    check(&lines(&[nowhere]), &lines(&[QUIET_LOGIN]), Verdict::Fixed);
}

#[test]
fn edge_what_was_forgotten_is_said() {
    let mut session = session(&lines(&[LOGIN_ERROR]));
    session.baseline.gaps = Gaps { forgotten: 3, is_exact: true, cleared_at: None };
    session.watch(Seq(0), Timestamp::default());
    let mut after = lines(&[QUIET_LOGIN]).digest();
    after.gaps = Gaps { forgotten: 2, is_exact: false, cleared_at: Some(Timestamp::default()) };
    let notes = session.compare(&after).expect("it watches").notes;
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert!(notes[0].starts_with("3 events") && notes[1].starts_with("at least 2 events"));
    assert!(notes[2].contains("cleared"), "{notes:?}");
}

#[test]
fn an_application_at_another_port_is_the_same_one() {
    let thrown = |port: u16| {
        format!(
            r#"{{"level":"error","message":"no cart","source":"exception","filename":"http://localhost:{port}/src/cart.js","url":"http://localhost:{port}/cart"}}"#
        )
    };
    let quiet = |port: u16| {
        format!(r#"{{"level":"log","message":"x","url":"http://localhost:{port}/cart"}}"#)
    };
    let (before, again) = (thrown(5173), thrown(5174));
    check(&lines(&[&before]), &lines(&[&again]), Verdict::Unchanged);
    check(&lines(&[&before]), &lines(&[&quiet(5174)]), Verdict::Fixed);
}
