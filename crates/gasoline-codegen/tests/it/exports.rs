//! Saved snapshots in, exact HAR and OTLP out.
//! `UPDATE_EXPECT=1 cargo test -p gasoline-codegen --test it exports::` writes them again.

use std::path::{Path, PathBuf};

use expect_test::expect_file;
use gasoline_analysis::report::{Shard, gaps, name_sessions, sessions};
use gasoline_codegen::export::Recorded;
use gasoline_codegen::export::har::har;
use gasoline_codegen::export::otlp::{Begun, Origin, otlp};
use serde_json::Value;

const CASES: [&str; 2] = ["shop", "hostile"];

/// Secrets of the hostile case, and what would be left of them if only their beginning were masked.
const SECRETS: [&str; 4] = [
    "16C7e42F292c6912E7710c838347Ae178",
    "51H8xQ2eZvKYlo2C0aBcDeFgHi",
    "hunter2h",
    "hunter2hunter2",
];

fn folder(case: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("export-cases").join(case)
}

#[expect(clippy::disallowed_methods, reason = "the cases are files")]
fn exported(case: &str, print: fn(Vec<Recorded<'_>>, &[String]) -> String) -> String {
    let text = std::fs::read_to_string(folder(case).join("snapshot.json")).expect("a case");
    let mut shards = [Shard::read("", &text).expect("a snapshot")];
    name_sessions(&mut shards);
    let held = sessions(&shards, None);
    let all = held.iter().map(|held| Recorded { record: held.record, view: held.read() });
    print(all.collect(), &gaps(&shards))
}

fn as_har(case: &str) -> String {
    exported(case, |sessions, notes| har(&sessions, notes, "1.2.3"))
}

fn as_otlp(case: &str) -> String {
    exported(case, |sessions, _| {
        otlp(sessions, &Origin::new("1.2.3", |_| None), &mut Begun::default()).lines()
    })
}

#[test]
fn every_case_gives_its_export_in_every_format() {
    for case in CASES {
        for (ending, print) in [("har", as_har as fn(&str) -> String), ("otlp.jsonl", as_otlp)] {
            let text = print(case);
            assert_eq!(text, print(case), "{case}: equal snapshots, equal exports");
            expect_file![folder(case).join(format!("expected.{ending}"))].assert_eq(&text);
        }
    }
}

/// Every span but the root hangs on another of its trace, and every record on a span.
#[test]
fn spans_and_records_form_trees() {
    for case in CASES {
        let lines = as_otlp(case);
        let lines: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let spans = lines[0]["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array();
        let spans = spans.expect("spans");
        let is_known = |trace: &Value, id: &Value| {
            spans.iter().any(|span| span["traceId"] == *trace && span["spanId"] == *id)
        };
        for span in spans {
            let is_in_order =
                |name: &str| span[name].as_str().and_then(|it| it.parse::<u64>().ok());
            assert!(is_in_order("startTimeUnixNano") <= is_in_order("endTimeUnixNano"), "{span}");
            assert!(
                span.get("parentSpanId").is_none_or(|id| is_known(&span["traceId"], id)),
                "{span}"
            );
        }
        let records = lines[1]["resourceLogs"][0]["scopeLogs"][0]["logRecords"].as_array();
        for record in records.expect("records") {
            assert!(is_known(&record["traceId"], &record["spanId"]), "{record}");
        }
    }
}

#[test]
fn no_export_holds_a_secret_however_it_was_written() {
    for case in CASES {
        for text in [as_har(case), as_otlp(case)] {
            for secret in SECRETS {
                assert!(!text.contains(secret), "{case}: {secret}");
            }
        }
    }
}

#[test]
fn times_and_sizes_of_a_har_are_numbers_that_add_up() {
    for case in CASES {
        let har: Value = serde_json::from_str(&as_har(case)).expect("JSON");
        for entry in har["log"]["entries"].as_array().expect("entries") {
            let timings = entry["timings"].as_object().expect("timings");
            let known = timings.values().filter_map(Value::as_f64).filter(|ms| *ms >= 0.0);
            assert_eq!(entry["time"].as_f64(), Some(known.sum()), "{entry}");
            assert!(entry["response"]["content"]["size"].as_i64().is_some_and(|it| it >= -1));
        }
    }
}
