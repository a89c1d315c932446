//! What a request is attributed to.

use serde_json::{Value, json};

use super::all;
use super::session::Session;

/// Documents, as our clients name them.
const PAGE: &str = "pagepagepagepage";
const NEXT: &str = "nextnextnextnext";
const FRAME: &str = "frameframeframe1";

/// An event that says which document it is of, and which of its events it is.
fn of(document: &str, number: u32, mut event: Value) -> Value {
    event["id"] = json!(format!("{document}-{number}"));
    event
}

fn click(time: u64) -> Value {
    json!({"type": "click", "timestamp": time})
}

fn get(time: u64, url: &str) -> Value {
    json!({"method": "GET", "url": url, "status": 200, "timestamp": time, "duration": 10})
}

/// What each request of a session was attributed to, in the order of time.
fn causes(session: &Session) -> Vec<String> {
    let lines = session.lines(&all());
    let requests = lines.iter().filter(|line| line.contains(" network "));
    requests.map(|line| line.rsplit(" ← ").next().unwrap_or_default().to_owned()).collect()
}

#[track_caller]
fn check(session: &Session, expected: &[&str]) {
    assert_eq!(causes(session), expected, "{:#?}", session.lines(&all()));
}

#[test]
fn a_request_belongs_to_the_action_before_it_for_two_seconds() {
    let mut session = Session::default();
    session.act(1_000, "click");
    session.get(1_050, "/a");
    session.get(1_200, "/b");
    session.get(3_000, "/c");
    session.get(3_300, "/d");
    session.act(5_000, "click");
    session.get(5_000, "/e");
    check(&session, &["#1", "#1", "#1", "Late", "#6"]);
}

#[test]
fn a_request_under_way_when_something_is_done_is_not_its_effect() {
    let mut session = Session::default();
    session.act(1_000, "click");
    session.took(1_010, 900, "/slow");
    session.act(1_500, "click");
    session.get(1_510, "/quick");
    check(&session, &["#1", "#3"]);
}

#[test]
fn keys_and_scrolling_are_what_people_do_meanwhile() {
    let mut session = Session::default();
    session.act(1_000, "click");
    session.act(1_100, "keypress");
    session.act(1_200, "scroll");
    session.get(1_300, "/a");
    session.act(9_000, "scroll");
    session.get(9_100, "/more");
    check(&session, &["#1", "#5"]);
    for (kind, key, expected) in [
        ("keypress", Some("Enter"), "#2"),
        ("keypress", Some("Control+Enter"), "#2"),
        ("keypress", Some("Shift+Tab"), "#1"),
        ("keypress", Some("Escape"), "#1"),
        ("submit", None, "#2"),
        ("select", None, "#2"),
        ("input", None, "#2"),
        ("navigate", None, "load #2"),
    ] {
        let mut session = Session::default();
        session.act(1_000, "click");
        session.action(&json!({"type": kind, "key": key, "timestamp": 1_100}));
        session.get(1_110, "/a");
        assert_eq!(causes(&session), [expected], "{kind} {key:?}");
    }
}

#[test]
fn what_an_answer_leads_to_belongs_to_the_action_too() {
    let mut session = Session::default();
    session.act(0, "click");
    session.took(10, 3_000, "/first");
    session.took(3_050, 2_000, "/second");
    session.took(5_060, 10, "/third");
    session.took(5_400, 10, "/too-late");
    session.act(9_000, "scroll");
    check(&session, &["#1", "#1", "#1", "Late"]);
}

#[test]
fn a_newer_action_ends_the_chain_unless_it_found_the_request_under_way() {
    let mut session = Session::default();
    session.act(0, "click");
    session.took(10, 3_000, "/first");
    session.act(500, "click");
    session.get(3_050, "/of-neither");
    check(&session, &["#1", "Late"]);

    let mut session = Session::default();
    session.act(0, "click");
    session.took(10, 1_000, "/first");
    session.act(800, "click");
    session.get(1_020, "/because-of-the-answer");
    session.get(1_300, "/because-of-the-click");
    check(&session, &["#1", "#1", "#3"]);

    let mut session = Session::default();
    session.act(0, "click");
    session.took(10, 1_000, "/first");
    session.act(1_000, "click");
    session.get(1_020, "/because-of-the-click");
    check(&session, &["#1", "#3"]);
}

#[test]
fn what_a_page_asks_for_while_it_loads_belongs_to_the_navigation() {
    let mut session = Session::default();
    session.action(&of(PAGE, 1, json!({"type": "navigate", "timestamp": 0, "toUrl": "/"})));
    session.request(&of(PAGE, 2, get(5_000, "/first-of-a-slow-page")));
    session.request(&of(PAGE, 3, get(6_500, "/second")));
    session.request(&of(PAGE, 4, get(9_000, "/heartbeat")));
    check(&session, &["load #1", "load #1", "Late"]);
    let mut session = Session::default();
    session.act(0, "navigate");
    session.get(30_000, "/much-later");
    check(&session, &["Late"]);
}

#[test]
fn the_extension_tells_of_a_load_before_the_page_has_a_name() {
    let mut session = Session::default();
    session.action(&of(NEXT, 1, json!({"type": "navigate", "timestamp": 0, "toUrl": "/"})));
    session.request(&of(PAGE, 1, get(20, "/first")));
    session.action(&of(PAGE, 2, click(3_000)));
    session.request(&of(PAGE, 3, get(3_010, "/second")));
    check(&session, &["load #1", "#3"]);
}

#[test]
fn a_load_that_nobody_saw_begin_is_one_all_the_same() {
    let mut session = Session::default();
    session.get(1_000, "/a");
    session.get(1_500, "/b");
    session.get(8_000, "/c");
    session.act(9_000, "click");
    session.get(9_001, "/d");
    check(&session, &["load", "load", "Late", "#4"]);
}

#[test]
fn tabs_and_tests_do_not_mix() {
    let mut session = Session::default();
    session.action(&json!({"type": "click", "timestamp": 0, "tabId": 1}));
    session.action(&json!({"type": "click", "timestamp": 100, "tabId": 2}));
    session.request(&json!({"method": "GET", "url": "/a", "timestamp": 200, "tabId": 1}));
    session.request(&json!({"method": "GET", "url": "/b", "timestamp": 201, "tabId": 3}));
    session.request(&json!({"method": "GET", "url": "/c", "timestamp": 202}));
    check(&session, &["#1", "load", "#2"]);
    let mut session = Session::default();
    session.action(&json!({"type": "click", "timestamp": 0, "test_id": "a"}));
    session.action(&json!({"type": "click", "timestamp": 100, "test_id": "b"}));
    session.request(&json!({"method": "GET", "url": "/a", "timestamp": 200, "test_id": "a"}));
    check(&session, &["#1"]);
}

#[test]
fn a_frame_does_not_work_for_another_ones_buttons() {
    let mut session = Session::default();
    session.request(&of(FRAME, 1, get(0, "/chat/hello")));
    session.action(&of(PAGE, 5, click(10_000)));
    session.request(&of(FRAME, 2, get(10_500, "/chat/news")));
    session.action(&of(FRAME, 3, click(11_000)));
    session.action(&of(PAGE, 6, click(11_100)));
    session.request(&of(FRAME, 4, get(11_200, "/chat/send")));
    session.request(&of(PAGE, 7, get(11_300, "/page")));
    check(&session, &["load", "Late", "#4", "#5"]);
}

#[test]
fn a_frame_that_a_click_opened_loads_because_of_it() {
    let mut session = Session::default();
    session.action(&of(PAGE, 1, click(0)));
    session.request(&of(FRAME, 1, get(500, "/checkout/config")));
    check(&session, &["#1"]);
}

#[test]
fn within_a_millisecond_the_order_in_the_document_counts() {
    let mut session = Session::default();
    session.action(&of(PAGE, 1, click(0)));
    session.request(&of(PAGE, 2, get(1_000, "/before")));
    session.action(&of(PAGE, 3, click(1_000)));
    session.request(&of(PAGE, 4, get(1_000, "/after")));
    check(&session, &["#1", "#3"]);
}

#[test]
fn a_search_while_typing_belongs_to_the_typing() {
    let mut session = Session::default();
    session.action(&of(PAGE, 1, click(0)));
    // Typing has the place of its first letter and the time of its last.
    for (number, time) in [(3, 900), (4, 1_200), (5, 1_500), (6, 1_800)] {
        session.request(&of(PAGE, number, get(time, &format!("/search?q={number}"))));
    }
    session.action(&of(PAGE, 2, json!({"type": "input", "timestamp": 1_700, "value": "shoe"})));
    check(&session, &["#6", "#6", "#6", "#6"]);
    let scope = crate::timeline::Scope { last_n_actions: Some(1), ..all() };
    assert_eq!(session.lines(&scope).len(), 5, "what it caused before it was over is shown");
}

#[test]
fn the_same_request_at_regular_times_is_polling() {
    let mut session = Session::default();
    session.act(0, "navigate");
    for time in [20_u64, 2_031, 4_020, 6_055, 8_021] {
        session.get(time, &format!("/api/news?at={time}"));
    }
    session.act(5_000, "click");
    session.get(5_010, "/api/cart");
    check(&session, &["Polling", "Polling", "Polling", "#7", "Polling", "Polling"]);
}

#[test]
fn polling_that_waits_for_its_answer_is_regular_in_its_pauses() {
    let mut session = Session::default();
    session.act(0, "navigate");
    for (time, duration) in [(3_000, 100), (5_100, 1_400), (8_500, 300), (10_800, 50)] {
        session.took(time, duration, "/api/job");
    }
    check(&session, &["Polling"; 4]);
    let mut session = Session::default();
    session.act(0, "navigate");
    for (time, duration) in [(0, 9_000), (9_005, 25_000), (34_020, 12_000), (46_030, 30_000)] {
        session.took(time, duration, &format!("/api/wait?since={time}"));
    }
    check(&session, &["Polling"; 4]);
}

#[test]
fn a_late_timer_does_not_end_polling() {
    let mut session = Session::default();
    session.act(0, "navigate");
    for time in [700, 1_400, 2_100, 3_250, 3_500, 4_900, 5_600] {
        session.get(time, "/api/news");
    }
    session.act(3_245, "click");
    session.act(4_500, "click");
    check(&session, &["Polling"; 7]);
}

#[test]
fn a_timer_starts_again_with_its_document() {
    let mut session = Session::default();
    session.act(0, "navigate");
    for (number, time) in (1..).zip([100, 2_100, 4_100]) {
        session.request(&of(PAGE, number, get(time, "/api/news")));
    }
    session.act(5_000, "navigate");
    session.request(&of(NEXT, 1, get(5_120, "/api/news")));
    session.action(&of(NEXT, 2, click(7_015)));
    session.request(&of(NEXT, 3, get(7_120, "/api/news")));
    check(&session, &["Polling", "Polling", "Polling", "load #5", "Polling"]);
}

#[test]
fn two_frames_that_poll_do_not_hide_each_other() {
    let mut session = Session::default();
    session.act(0, "navigate");
    for (number, time) in (1..).zip([1_000, 3_000, 5_000, 7_000]) {
        session.request(&of(PAGE, number, get(time, "/api/news")));
        session.request(&of(FRAME, number, get(time + 700, "/api/news")));
    }
    session.action(&of(PAGE, 9, click(8_900)));
    session.request(&of(PAGE, 10, get(9_000, "/api/news")));
    check(&session, &["Polling"; 9]);
}

#[test]
fn a_click_that_asks_for_the_same_as_polling_keeps_its_request() {
    let mut session = Session::default();
    session.act(0, "navigate");
    for time in [1_000, 3_000, 5_000] {
        session.get(time, "/api/news");
    }
    session.act(5_700, "click");
    session.get(5_710, "/api/news");
    for time in [7_000, 9_000, 11_000] {
        session.get(time, "/api/news");
    }
    session.act(12_950, "click");
    session.get(13_000, "/api/news");
    let mut expected = ["Polling"; 8];
    expected[3] = "#5";
    check(&session, &expected);
}

#[test]
fn a_user_who_clicks_regularly_does_not_poll() {
    let mut session = Session::default();
    for round in 0..4 {
        session.act(round * 1_000, "click");
        session.get(round * 1_000 + 20, "/api/next");
    }
    check(&session, &["#1", "#3", "#5", "#7"]);
}

#[test]
fn a_clock_ticks_whatever_a_quick_user_does_right_before_it() {
    let mut session = Session::default();
    for (tick, before) in [(1_000, 20), (2_001, 180), (3_001, 90), (4_010, 240)] {
        session.act(tick - before, "click");
        session.get(tick, "/api/notifications");
    }
    check(&session, &["Polling"; 4]);
}

#[test]
fn retries_of_what_a_click_asked_for_are_its_effect() {
    let mut session = Session::default();
    session.act(0, "click");
    for time in [10, 710, 1_410] {
        session.request(&json!({"method": "POST", "url": "/api/pay", "status": 503, "timestamp": time, "duration": 20}));
    }
    check(&session, &["#1"; 3]);
}

#[test]
fn pages_of_a_list_asked_for_one_after_another_are_no_polling() {
    let mut session = Session::default();
    session.act(0, "click");
    for page in 0..5_u64 {
        session.took(10 + page * 620, 600, &format!("/api/list?page={page}"));
    }
    check(&session, &["#1"; 5]);
}

#[test]
fn two_of_a_kind_are_no_polling() {
    let mut session = Session::default();
    session.act(0, "click");
    session.get(10, "/a");
    session.get(1_010, "/a");
    check(&session, &["#1", "#1"]);
}

#[test]
fn operations_of_one_address_are_told_apart() {
    let mut session = Session::default();
    session.act(0, "click");
    for (time, name) in [(10, "A"), (1_010, "B"), (1_990, "C")] {
        session.request(&json!({"method": "POST", "url": "/graphql", "status": 200, "timestamp": time, "graphql": {"operationName": name}}));
    }
    check(&session, &["#1"; 3]);
}

#[test]
fn counters_and_files_are_nobodys_effect() {
    let mut session = Session::default();
    session.act(0, "click");
    session.get(5, "https://www.google-analytics.com/g/collect?v=2");
    session.get(6, "http://localhost:3000/main.abc.hot-update.json");
    session.get(7, "http://localhost:3000/chunk.js");
    session.get(8, "http://localhost:3000/api/cart");
    check(&session, &["Analytics", "HotReload", "Static", "#1"]);
}

#[test]
fn a_navigation_has_the_click_before_it() {
    let navigation = |session: &Session| {
        let lines = session.lines(&all());
        let line = lines.iter().rfind(|line| line.contains("navigate")).expect("a navigation");
        line.rsplit_once(" ← ").map(|(_, cause)| cause.to_owned())
    };
    let visit =
        |time: u64| of(NEXT, 1, json!({"type": "navigate", "timestamp": time, "toUrl": "/next"}));
    let check = |before: &[Value], request: Option<Value>, time: u64, expected: Option<&str>| {
        let mut session = Session::default();
        for (number, action) in (1..).zip(before) {
            session.action(&of(PAGE, number, action.clone()));
        }
        if let Some(request) = request {
            session.request(&of(PAGE, 9, request));
        }
        session.action(&visit(time));
        assert_eq!(navigation(&session).as_deref(), expected, "{:#?}", session.lines(&all()));
    };
    check(&[click(0)], None, 900, Some("#1"));
    check(&[click(0)], None, 5_000, None);
    check(&[click(0), json!({"type": "scroll", "timestamp": 500})], None, 900, Some("#1"));
    // A login that took its time, and then went on.
    let mut slow = get(10, "/api/login");
    slow["duration"] = json!(4_000);
    check(&[click(0)], Some(slow), 5_000, Some("#1"));
    // A form whose answer is the next page.
    let submit = json!({"type": "submit", "timestamp": 3});
    check(&[click(0), submit], None, 8_000, Some("#2"));
}

#[test]
fn an_error_belongs_to_what_was_done_before_it() {
    let mut session = Session::default();
    session.act(0, "click");
    session.took(10, 4_000, "/slow");
    session.log(&json!({"level": "error", "message": "soon", "timestamp": 100}));
    session.log(&json!({"level": "error", "message": "on the answer", "timestamp": 4_020}));
    session.log(&json!({"level": "error", "message": "out of the blue", "timestamp": 9_000}));
    session.screenshot(&json!({"id": "1", "timestamp": 9_500, "actionId": "none"}));
    session.check(
        &all(),
        &[
            "0 action click",
            "10 network GET /slow ← #1",
            "100 console soon ← #1",
            "4020 console on the answer ← #1",
            "9000 console out of the blue",
        ],
    );
}
