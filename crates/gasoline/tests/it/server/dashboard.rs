//! The dashboard's doors: the page and what it may do, the pulse, and the loads of pages.

use crate::support::http::Answer;
use crate::support::process::signal;
use crate::support::server::Server;
use crate::support::stream::Stream;
use serde_json::json;

const BROWSER: (&str, &str) = ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");

fn page(server: &Server) -> Answer {
    let page = server.ask("GET", "/", &[BROWSER], b"");
    assert_eq!(page.status, 200);
    page
}

fn say(server: &Server, message: &str) {
    server.feed("/logs", &json!({"entries": [{"level": "error", "message": message}]}));
}

#[test]
fn a_browser_gets_the_page_and_a_program_gets_json() {
    let server = Server::start();
    let page = page(&server);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.text().starts_with("<!doctype html>"), "{}", page.text());
    for accept in ["*/*", "application/json"] {
        let about = server.ask("GET", "/", &[("Accept", accept)], b"");
        assert_eq!(about.json()["name"], "gasoline", "{accept}");
    }
    assert_eq!(server.read("/")["name"], "gasoline");
}

#[test]
fn the_page_runs_its_own_script_only_asks_its_own_server_only_and_is_shown_in_no_frame() {
    let server = Server::start();
    let page = page(&server);
    let policy = page.header("content-security-policy").expect("a policy");
    for rule in [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    ] {
        assert!(policy.split("; ").any(|one| one == rule), "{rule} is not in {policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    let script = server.get("/dashboard.js");
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(script.header("cross-origin-resource-policy"), Some("same-origin"));
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(page.header("cross-origin-resource-policy"), Some("same-origin"));
}

#[test]
fn a_pulse_tells_how_far_the_journal_has_got() {
    let server = Server::start();
    let pulses = Stream::pulses(server.port);
    let first = pulses.next().data;
    assert_eq!((first["cursor"].as_str(), first["cleared"].as_u64()), (Some("c0"), Some(0)));
    say(&server, "broken");
    let second = pulses.next().data;
    assert_eq!(second["cursor"], "c1");
    assert_eq!(second["run"], first["run"]);
    server.feed("/clear", &json!({}));
    assert_eq!(pulses.next().data["cleared"], 1);
    server.feed("/test-boundary", &json!({"test_id": "t", "action": "start"}));
    let third = pulses.next().data;
    assert_eq!(third["cursor"], "c1", "a test began, though no event came");
    assert_ne!(third["tests"], second["tests"], "and its record is worth asking for");
    let tell = |level: &str| {
        let entry = json!({"level": level, "message": "x"});
        server.feed("/logs", &json!({"test_id": "t", "entries": [entry]}));
        pulses.next().data["tests"].clone()
    };
    assert_eq!(tell("info"), third["tests"], "no record tells of it");
    assert_ne!(tell("error"), third["tests"]);
}

#[test]
fn a_flood_is_a_few_pulses_and_the_last_one_has_it_all() {
    let server = Server::start();
    let pulses = Stream::pulses(server.port);
    pulses.next();
    for number in 0..200 {
        say(&server, &format!("error {number}"));
    }
    let mut count = 0;
    loop {
        count += 1;
        if pulses.next().data["cursor"] == "c200" {
            break;
        }
    }
    assert!(count < 200, "{count} pulses for 200 batches");
}

#[test]
fn pulses_are_for_programs_and_for_our_own_page() {
    let server = Server::start();
    for origin in ["https://evil.example", "null", "http://localhost:3000"] {
        let refused = server.ask("GET", "/live", &[("Origin", origin)], b"");
        assert_eq!(refused.status, 403, "{origin}");
    }
    let image = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors")];
    assert_eq!(server.ask("GET", "/live", &image, b"").status, 403);
}

#[test]
fn an_open_dashboard_keeps_the_server_until_it_is_closed() {
    let (server, mut looks) = Server::with_idle_rule();
    let pulses = Stream::pulses(server.port);
    pulses.next();
    looks.wait_for(true);
    drop(pulses);
    looks.wait_for(false);
}

#[test]
fn a_server_with_an_open_dashboard_ends_when_it_is_told_to() {
    let mut server = Server::start();
    let pulses = Stream::pulses(server.port);
    pulses.next();
    signal("TERM", server.pid());
    assert_eq!(server.process.end().code(), Some(0));
}

#[test]
fn every_load_of_a_page_is_told_though_only_the_newest_is_held() {
    let server = Server::start();
    for (number, lcp) in [900, 1100, 1000].into_iter().enumerate() {
        server.feed(
            "/performance-snapshot",
            &json!({"url": "/cart", "origin": "http://localhost:3000", "id": format!("l{number}"),
                    "timing": {"load": lcp + 100, "largestContentfulPaint": lcp}}),
        );
    }
    assert_eq!(server.read("/snapshot")["performance"].as_array().map(Vec::len), Some(1));
    let told = server.read("/page-loads");
    assert_eq!(told["count"], 1);
    let page = &told["pages"][0];
    assert_eq!((page["url"].as_str(), page["way"].as_str()), (Some("/cart"), Some("load")));
    let loads = page["loads"].as_array().expect("loads");
    let lcp: Vec<_> = loads.iter().map(|load| load["figures"]["lcp"].as_f64()).collect();
    assert_eq!(lcp, [Some(900.0), Some(1100.0), Some(1000.0)]);
}

#[test]
fn records_of_tests_are_left_out_of_a_snapshot_on_request() {
    let server = Server::start();
    server.feed("/test-boundary", &json!({"test_id": "t", "action": "start"}));
    say(&server, "broken");
    let count = |path: &str| server.read(path)["tests"].as_array().map(Vec::len);
    assert_eq!((count("/snapshot"), count("/snapshot?tests=true")), (Some(1), Some(1)));
    assert_eq!(count("/snapshot?tests=false"), Some(0));
    assert_eq!(server.read("/snapshot?tests=false")["logs"][0]["message"], "broken");
    assert_eq!(server.get("/snapshot?tests=perhaps").status, 400);
}
