//! Maps good and bad: our own, hostile ones, and the suite of ECMA-426 where it is at hand.

use std::collections::BTreeMap;

use gasoline_protocol::limits::SOURCE_MAP_MAX_BYTES;
use gasoline_random::{CASES, for_all};
use serde_json::{Value, json};

use super::*;

fn decode(text: &str) -> Result<SourceMap, BadMap> {
    SourceMap::decode(text.to_owned())
}

#[track_caller]
fn refused(map: &Value, expected: &str) {
    let said = decode(&map.to_string()).expect_err("the map is bad").to_string();
    assert!(said.contains(expected), "{said}");
}

fn cart() -> String {
    fixture::map(
        &[("src/cart.ts", "const a = 1;\nfunction total() {}\n"), ("lib/x.js", "x")],
        &["total"],
        &[(0, 0, 0, 0, 0, None), (0, 10, 0, 1, 9, Some(0)), (2, 4, 1, 0, 0, None)],
    )
}

#[test]
fn a_place_is_told_with_source_name_and_text() {
    let map = decode(&cart()).expect("a good map");
    let found = map.lookup(1, 12).expect("it is mapped");
    assert_eq!((found.source, found.line, found.column), (Some("src/cart.ts"), 2, 10));
    assert_eq!(found.name.as_deref(), Some("total"));
    assert!(found.content().is_some_and(|text| text.starts_with("const a")));
    assert_eq!(map.lookup(3, 5).and_then(|found| found.source), Some("lib/x.js"));
    for (line, column) in [(2, 1), (3, 4), (4, 1), (0, 0), (u32::MAX, u32::MAX)] {
        assert!(map.lookup(line, column).is_none(), "{line}:{column}");
    }
}

#[test]
fn the_guard_line_the_byte_order_mark_and_escapes_are_read_over() {
    assert!(decode(&format!(")]}}'\n{}", cart())).is_ok());
    assert!(decode(&format!("\u{feff}{}", cart())).is_ok());
    let escaped =
        r#"{"version":3,"sources":["a\u002ejs"],"names":["\u0061"],"mappings":"\u0041AAAA"}"#;
    let map = decode(escaped).expect("a good map");
    let found = map.lookup(1, 1).expect("it is mapped");
    assert_eq!((found.source, found.name.as_deref()), (Some("a.js"), Some("a")));
    assert!(decode(")]}'").is_err());
}

#[test]
fn the_root_comes_before_sources_that_are_not_complete() {
    let map = json!({"version": 3, "sourceRoot": "/app/", "sources": ["a.js", "/b.js", "webpack://c/c.js"],
        "mappings": "AAAA,CCAA,CCAA"});
    let map = decode(&map.to_string()).expect("a good map");
    let source = |column| map.lookup(1, column).and_then(|found| found.source);
    assert_eq!(
        [source(1), source(2), source(3)],
        [Some("/app/a.js"), Some("/b.js"), Some("webpack://c/c.js")]
    );
}

#[test]
fn both_lists_of_libraries_are_known() {
    for list in ["ignoreList", "x_google_ignoreList"] {
        let map = json!({"version": 3, "sources": ["a", "b"], "mappings": "AAAA,CCAA", list: [1]});
        let map = decode(&map.to_string()).expect("a good map");
        let ignored = |column| map.lookup(1, column).map(|found| found.is_ignored);
        assert_eq!([ignored(1), ignored(2)], [Some(false), Some(true)]);
    }
}

#[test]
fn sections_begin_where_they_say_also_within_each_other() {
    let leaf = |name: &str| json!({"version": 3, "sources": [name], "mappings": "AAAA;AACA"});
    let section = |line: u32, column: u32, map: Value| json!({"offset": {"line": line, "column": column}, "map": map});
    let index = |sections: Vec<Value>| json!({"version": 3, "sections": sections});
    let inner = index(vec![section(0, 5, leaf("b")), section(2, 0, leaf("c"))]);
    let map =
        index(vec![section(0, 0, leaf("a")), section(1, 10, inner), section(9, 0, leaf("d"))]);
    let map = decode(&map.to_string()).expect("a good map");
    let source = |line, column| {
        map.lookup(line, column).map(|found| (found.source.unwrap_or("-"), found.line))
    };
    assert_eq!(source(1, 3), Some(("a", 1)));
    assert_eq!(source(2, 15), Some(("a", 2)));
    assert_eq!(source(2, 16), Some(("b", 1)));
    assert_eq!(source(3, 1), Some(("b", 2)));
    assert_eq!(source(4, 1), Some(("c", 1)));
    assert_eq!(source(10, 1), Some(("d", 1)));
    refused(&index(vec![section(1, 0, leaf("a")), section(1, 0, leaf("b"))]), "not in order");
    let reaching =
        index(vec![section(0, 0, index(vec![section(5, 0, leaf("a"))])), section(1, 0, leaf("b"))]);
    refused(&reaching, "not in order");
    refused(
        &json!({"version": 3, "sections": [{"offset": {"line": 0, "column": 0}, "url": "a.map"}]}),
        "missing field `map`",
    );
}

#[test]
fn hostile_maps_are_refused_in_short_time() {
    let mut deep = json!({"version": 3, "sources": [], "mappings": ""});
    for _ in 0..50 {
        deep =
            json!({"version": 3, "sections": [{"offset": {"line": 0, "column": 0}, "map": deep}]});
    }
    refused(&deep, "deeper than 4 levels");
    let whole = cart();
    for length in 0..whole.len() {
        assert!(decode(&whole[..length]).is_err(), "cut at {length}");
    }
    let large = " ".repeat(SOURCE_MAP_MAX_BYTES + 1);
    assert_eq!(
        decode(&large).expect_err("too large").to_string(),
        "the map is 16 MiB, and 16 MiB are read at most"
    );
    assert!(decode(&"[".repeat(1_000_000)).is_err());
    let lines = json!({"version": 3, "sources": ["a"], "mappings": ";".repeat(4_000_000) + "AAAA"});
    let map = decode(&lines.to_string()).expect("many lines are no error");
    assert!(map.lookup(4_000_001, 1).is_some() && map.lookup(3_999_999, 1).is_none());
}

#[test]
fn a_map_takes_about_the_memory_of_its_text() {
    let rows: Vec<fixture::Row> =
        (0..100_000).map(|at| (0, at * 7, 0, at / 10, at % 80, None)).collect();
    let text = fixture::map(&[("a.ts", &"const a = 1;\n".repeat(10_000))], &[], &rows);
    let map = decode(&text).expect("a good map");
    assert!(
        map.size_bytes() < text.len() + text.len() / 10,
        "{} of {}",
        map.size_bytes(),
        text.len()
    );
    assert_eq!(
        map.lookup(1, 700_000 - 6).map(|found| (found.line, found.column)),
        Some((10_000, 80))
    );
}

/// The consumer suite of ECMA-426, where the corpora are at hand.
#[test]
#[expect(clippy::disallowed_methods, clippy::print_stderr, reason = "a test reads a corpus")]
fn the_suite_of_the_standard_is_passed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpora/source-map-tests");
    let Ok(suite) = std::fs::read_to_string(format!("{folder}/source-map-spec-tests.json")) else {
        eprintln!("skipped: the corpora are not at hand");
        return;
    };
    let suite: Value = serde_json::from_str(&suite).expect("the suite is JSON");
    let (mut refused, mut broken, mut right, mut mappings) = (0, 0, 0, 0);
    for test in suite["tests"].as_array().expect("tests") {
        let file = test["sourceMapFile"].as_str().expect("a file");
        let text =
            std::fs::read_to_string(format!("{folder}/resources/{file}")).expect("it is there");
        let map = decode(&text);
        if test["sourceMapIsValid"] == false {
            broken += 1;
            refused += usize::from(map.is_err());
            continue;
        }
        let map = map.unwrap_or_else(|error| panic!("{file} is good: {error}"));
        for action in test["testActions"].as_array().into_iter().flatten() {
            if action["actionType"] == "checkMapping" {
                mappings += 1;
                right += usize::from(is_right(&map, action));
            }
        }
    }
    eprintln!("broken maps refused: {refused} of {broken}; mappings right: {right} of {mappings}");
    assert!(refused >= 60 && right == mappings, "{refused} refused, {right} right");
}

fn is_right(map: &SourceMap, action: &Value) -> bool {
    let number = |name: &str| action[name].as_u64().and_then(|number| u32::try_from(number).ok());
    let place = |name| number(name).map_or(0, |number| number + 1);
    let found = map.lookup(place("generatedLine"), place("generatedColumn"));
    let Some(found) = found else { return action["originalLine"].is_null() };
    found.source == action["originalSource"].as_str()
        && Some(found.line - 1) == number("originalLine")
        && Some(found.column - 1) == number("originalColumn")
        && found.name.as_deref() == action["mappedName"].as_str()
}

#[test]
fn nothing_makes_it_panic() {
    const CHARACTERS: &str =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/;,=\\";
    for_all(CASES, |random| {
        let mappings = random.text_of(CHARACTERS, 0..61);
        let sources = vec!["a"; random.number(0..3)];
        let map = json!({"version": 3, "sources": sources, "names": ["n"], "mappings": mappings});
        if let Ok(map) = decode(&map.to_string()) {
            for _ in 0..8 {
                let (line, column): (u32, u32) =
                    (random.number(0..1 << 32), random.number(0..1 << 32));
                let _ = map.lookup(line % 4, column % 100);
                let _ = map.lookup(line, column);
            }
        }
    });
}

#[test]
fn every_row_is_found_again() {
    for_all(CASES, |random| {
        let rows: BTreeMap<(u32, u32), (u32, u32, u32)> = random
            .list(1..400, |random| {
                let place = (random.number(0..5), random.number(0..300));
                (place, (random.number(0..2), random.number(0..50), random.number(0..50)))
            })
            .into_iter()
            .collect();
        let rows: Vec<fixture::Row> = rows
            .into_iter()
            .map(|((line, column), (source, at, from))| (line, column, source, at, from, None))
            .collect();
        let map = decode(&fixture::map(&[("a", ""), ("b", "")], &[], &rows)).expect("a good map");
        for row in rows {
            let found = map.lookup(row.0 + 1, row.1 + 1).expect("it is mapped");
            let source = if row.2 == 0 { "a" } else { "b" };
            let expected = (Some(source), row.3 + 1, row.4 + 1);
            assert_eq!((found.source, found.line, found.column), expected);
        }
    });
}
