//! Saved shards in, exact reports out, in every format.
//! `UPDATE_EXPECT=1 cargo test -p gasoline-codegen --test it reports::` writes them again.

use std::path::{Path, PathBuf};

use expect_test::expect_file;
use gasoline_analysis::noise::Noise;
use gasoline_analysis::report::{Options, Run, Shard, run};
use gasoline_codegen::report::{Format, Paint, estimate_tokens, failure_context, print};
use gasoline_protocol::event::Level;
use serde_json::json;

const CASES: [&str; 3] = ["shop", "hostile", "quiet"];

const FORMATS: [(&str, Format); 6] = [
    ("txt", Format::Text(Paint::Plain)),
    ("json", Format::Json),
    ("ai.md", Format::AiContext),
    ("xml", Format::Junit),
    ("html", Format::Html),
    ("github.md", Format::Github),
];

fn folder(case: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("report-cases").join(case)
}

#[expect(clippy::disallowed_methods, reason = "the cases are files")]
fn shards(case: &str) -> Vec<(String, String)> {
    let names = ["shard-1.json", "shard-2.json"];
    let read = |name: &str| {
        let text = std::fs::read_to_string(folder(case).join(name)).ok()?;
        Some((name.to_owned(), text))
    };
    names.into_iter().filter_map(read).collect()
}

fn report(texts: &[(String, String)]) -> Run {
    let mut shards: Vec<Shard<'_>> = texts
        .iter()
        .map(|(name, text)| Shard::read(name, text).expect("the case is a snapshot"))
        .collect();
    let noise = Noise::new();
    run(&mut shards, &Options { test_id: None, severity: Level::Warn, noise: &noise })
}

#[test]
fn every_case_gives_its_report_in_every_format() {
    for case in CASES {
        let texts = shards(case);
        let run = report(&texts);
        assert_eq!(run, report(&texts), "{case}: equal shards, equal reports");
        for (ending, format) in FORMATS {
            let expected = folder(case).join(format!("expected.{ending}"));
            expect_file![expected].assert_eq(&print(&run, format));
        }
    }
}

#[test]
fn a_failure_stays_below_what_is_promised_whatever_was_captured() {
    for case in CASES {
        for test in report(&shards(case)).tests {
            let tokens = estimate_tokens(&failure_context(&test));
            assert!(tokens <= 475, "{case}: `{}` takes {tokens}", test.title);
        }
    }
}

/// What of XML 1.0 a report must hold, read without a parser: every `<` begins a tag of ours, every
/// tag is closed in order, and no character is one that XML cannot hold.
#[track_caller]
fn check_xml(xml: &str) {
    let known = [
        "testsuites",
        "testsuite",
        "properties",
        "property",
        "testcase",
        "failure",
        "error",
        "skipped",
        "system-out",
        "system-err",
    ];
    let mut open: Vec<&str> = Vec::new();
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").expect("a head");
    for part in body.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains("]]>"), "{text}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        assert!(known.contains(&name), "<{tag}>");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(xml.chars().all(|it| !it.is_control() || matches!(it, '\n' | '\t')));
}

#[test]
fn junit_has_one_testcase_a_test_and_counts_that_hold() {
    for case in CASES {
        let run = report(&shards(case));
        let xml = print(&run, Format::Junit);
        check_xml(&xml);
        let count = |what: &str| xml.matches(what).count();
        assert_eq!(count("<testcase "), run.tests.len(), "{case}");
        assert_eq!(count("<failure "), run.summary.failed, "{case}");
        assert_eq!(count("<error "), run.summary.interrupted, "{case}");
        let sum = |name: &str| -> usize {
            let rows = xml.split("<testsuite ").skip(1);
            let value = |row: &str| {
                row.split(&format!("{name}=\"")).nth(1)?.split('"').next()?.parse::<usize>().ok()
            };
            rows.filter_map(value).sum::<usize>()
        };
        assert_eq!(
            (sum(" tests"), sum("failures"), sum("errors")),
            (run.tests.len(), run.summary.failed, run.summary.interrupted)
        );
        for suite in xml.split("<testsuite ").skip(1) {
            // The stricter schema takes these in this order and no other.
            let places = ["<properties>", "</properties>", "<system-out>", "<system-err>"];
            let found: Vec<usize> = places.iter().map(|it| suite.find(it).expect(it)).collect();
            assert!(found.is_sorted(), "{suite}");
            for name in ["name=", "package=", "id=", "timestamp=", "hostname=", "time="] {
                assert!(suite.contains(name), "no {name} in {suite}");
            }
        }
    }
}

#[test]
fn html_asks_for_nothing_and_holds_no_captured_tag() {
    for case in CASES {
        let page = print(&report(&shards(case)), Format::Html);
        for word in ["http-equiv=\"Content-Security-Policy\"", "default-src 'none'", "<title>"] {
            assert!(page.contains(word), "{case}: {word}");
        }
        assert_eq!(page.matches("<script").count(), 1, "{case}: only ours");
        for word in ["<link", "<iframe", " src=\"http", " href=", "@import", "url(", "onerror=\""] {
            assert!(!page.contains(word), "{case}: {word}");
        }
        assert_eq!(page.matches("<img").count(), usize::from(case == "shop"), "{case}");
    }
}

#[test]
fn a_summary_on_github_shows_captured_text_and_nothing_it_could_mean() {
    let text = print(&report(&shards("hostile")), Format::Github);
    let mut html = String::new();
    let options = pulldown_cmark::Options::ENABLE_TABLES;
    pulldown_cmark::html::push_html(&mut html, pulldown_cmark::Parser::new_ext(&text, options));
    for tag in ["<img", "<script", "<a ", "<strong", "<em"] {
        assert!(!html.contains(tag), "{tag} in {html}");
    }
    assert_eq!(html.matches("<tr>").count(), 3, "a head and two tests: {html}");
    assert_eq!(html.matches("<h2").count(), 1, "nobody forges a heading: {html}");
}

/// As many tests as a server keeps records of, all of them failed.
fn large() -> Run {
    let test = |number: usize| {
        json!({"test_id": format!("t{number}"), "status": "failed", "file": "a.spec.ts",
            "title": format!("test {number} {}", "x".repeat(100)), "duration_ms": 10,
            "error": {"message": "m".repeat(300)},
            "errors": [{"message": format!("boom {}", "y".repeat(200)), "source": "exception",
                "timestamp": 1_767_323_045_000_u64, "count": 1}]})
    };
    let snapshot = json!({"timestamp": 1_767_323_045_000_u64, "logs": [], "network_bodies": [],
        "websocket_events": [], "enhanced_actions": [], "tests": (0..5_000).map(test).collect::<Vec<_>>()});
    report(&[("large.json".to_owned(), snapshot.to_string())])
}

#[test]
fn a_run_of_five_thousand_failures_fits_every_format() {
    let run = large();
    let github = print(&run, Format::Github);
    assert!(github.len() < 1024 * 1024, "{} bytes", github.len());
    assert!(github.contains("more are not shown in full") && github.contains("test 0 "));
    let html = print(&run, Format::Html);
    assert!(html.contains("test 4999 ") && html.contains("Left out to keep the file small"));
    let xml = print(&run, Format::Junit);
    assert_eq!(xml.matches("<testcase ").count(), 5_000);
    assert_eq!(print(&run, Format::AiContext).matches("## Test Failure: ").count(), 5_000);
}

fn saved(tests: &serde_json::Value, gaps: &[String]) -> Run {
    let snapshot = json!({"timestamp": 1_767_323_045_000_u64, "logs": [], "network_bodies": [],
        "websocket_events": [], "enhanced_actions": [], "tests": tests, "gaps": gaps});
    report(&[("shard-1.json".to_owned(), snapshot.to_string())])
}

#[test]
fn what_is_missing_is_told_in_every_format_for_people_and_models() {
    const GAP: &str = "the server stopped answering at 12:03:04";
    let failed = json!([{"test_id": "t", "status": "failed", "title": "pays"}]);
    let run = saved(&failed, &[GAP.to_owned()]);
    for format in [Format::Text(Paint::Plain), Format::AiContext, Format::Html, Format::Github] {
        let text = print(&run, format);
        assert!(text.contains(GAP), "{text}");
        assert!(!text.contains("before a page was open"), "{text}");
    }
    let many: Vec<String> =
        (0..20).map(|number| format!("{GAP}, {number}: {}", "x".repeat(400))).collect();
    let text = print(&saved(&failed, &many), Format::AiContext);
    assert!(estimate_tokens(&text) <= 475, "{text}");
    assert!(
        text.contains("note: `shard-1.json`: the server") && text.contains(" more\n"),
        "{text}"
    );
}

#[test]
fn a_run_without_a_test_is_no_success() {
    let run = saved(&json!([]), &[]);
    let summary = print(&run, Format::Github);
    assert!(summary.starts_with("## ⚠️ No test was recorded\n"), "{summary}");
    for format in [Format::Text(Paint::Plain), Format::AiContext, Format::Html] {
        let text = print(&run, format);
        assert!(
            text.contains("No test was recorded") && !text.contains("No test failed"),
            "{text}"
        );
    }
}
