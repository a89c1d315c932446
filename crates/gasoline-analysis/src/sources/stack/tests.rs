//! Stacks as browsers write them, and what is read from them.

use std::io::Read as _;

use serde_json::Value;

use super::*;

/// Frames as `function url:line:column`, with `~` before awaited ones and `{line:column}` after
/// those that were evaluated.
#[track_caller]
fn check(stack: &str, expected: &[&str]) {
    let shown: Vec<String> = frames(stack).iter().map(show).collect();
    assert_eq!(shown, expected);
}

fn show(frame: &Frame<'_>) -> String {
    let number =
        |number: Option<u32>| number.map(|number| format!(":{number}")).unwrap_or_default();
    format!(
        "{}{} {}{}{}{}",
        if frame.is_async { "~" } else { "" },
        frame.function.unwrap_or("-"),
        frame.url,
        number(frame.line),
        number(frame.column),
        frame.evaluated.map(|(line, column)| format!("{{{line}:{column}}}")).unwrap_or_default(),
    )
}

#[test]
fn chromium_names_functions_constructors_awaited_calls_and_natives() {
    check(
        "TypeError: GET http://api.test:80 failed\n    at total (http://localhost:3000/app.js:1:204)\n    \
         at new Cart (http://localhost:3000/app.js:1:99)\n    at Array.map (<anonymous>)\n    \
         at async load (http://localhost:3000/app.js:2:5)\n    at async Promise.all (index 0)\n    \
         at async http://localhost:3000/main.js:1:20\n    at Object.run [as go] (app.js:3:4)",
        &[
            "total http://localhost:3000/app.js:1:204",
            "new Cart http://localhost:3000/app.js:1:99",
            "Array.map <anonymous>",
            "~load http://localhost:3000/app.js:2:5",
            "~Promise.all index 0",
            "~- http://localhost:3000/main.js:1:20",
            "Object.run [as go] app.js:3:4",
        ],
    );
}

#[test]
fn evaluated_code_is_placed_where_eval_was_called() {
    check(
        "Error: no\n    at eval (eval at f (http://localhost/a.js:1:2), <anonymous>:3:4)\n    \
         at baz (eval at foo (eval at speak (http://localhost/(x)/a.js:21:17)), <anonymous>:1:30)\n    \
         at eval (webpack-internal:///./src/b.js:7:17)\n\
         baz@http://localhost/a.js line 26 > eval line 2 > eval:1:30",
        &[
            "eval http://localhost/a.js:1:2{3:4}",
            "baz http://localhost/(x)/a.js:21:17{1:30}",
            "eval webpack-internal:///./src/b.js:7:17",
            "baz http://localhost/a.js:26{1:30}",
        ],
    );
}

#[test]
fn firefox_and_safari_put_the_place_after_an_at_sign_or_alone() {
    check(
        "async*load@http://localhost:3000/app.js:10:5\nfoo/<@http://localhost/@vite/client:1:2\n\
         @http://localhost:3000/main.js:48\nmap@[native code]\nobj[\"@fn\"]@Scratchpad/1:10:29\n\
         http://localhost/a.js:48:22\n[native code]\nglobal code@http://localhost/a.js:1:1\n",
        &[
            "~load http://localhost:3000/app.js:10:5",
            "foo/< http://localhost/@vite/client:1:2",
            "- http://localhost:3000/main.js:48",
            "map [native code]",
            "obj[\"@fn\"] Scratchpad/1:10:29",
            "- http://localhost/a.js:48:22",
            "global code http://localhost/a.js:1:1",
        ],
    );
}

#[test]
fn a_message_has_no_frames() {
    check(
        "TypeError: http://localhost:3000 is down\n  at home (alone)\nmail me@example.com:25",
        &[],
    );
    check("at 12:30:45 it broke\n12:30:45\n", &[]);
    check("", &[]);
}

#[test]
fn numbers_no_file_reaches_are_cut_off_at_the_largest() {
    check("at f (a.js:99999999999:1)", &["f a.js:4294967295:1"]);
}

#[test]
fn a_stack_without_end_is_read_in_part() {
    let endless = "    at f (http://localhost/a.js:1:2)\n".repeat(10_000);
    assert_eq!(frames(&endless).len(), limits::STACK_MAX_FRAMES);
}

/// Public stacks of many browsers, where the corpora are at hand.
#[test]
#[expect(clippy::disallowed_types, clippy::print_stderr, reason = "a test reads a corpus")]
fn top_frames_of_public_stacks_are_right_in_97_of_100() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpora/stacks.ndjson.gz");
    let Ok(file) = std::fs::File::open(path) else {
        eprintln!("skipped: the corpora are not at hand");
        return;
    };
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("the corpus is gzipped");
    let (mut right, mut all) = (0, 0);
    for row in text.lines() {
        let row: Value = serde_json::from_str(row).expect("a row is JSON");
        let Some(expected) = Expected::of(&row).filter(|_| !is_of_old_opera(&row)) else {
            continue;
        };
        all += 1;
        let stack = stack_of(&row);
        let top = frames(stack).first().copied();
        if expected.is_met_by(top) {
            right += 1;
        } else {
            let shown = top.map(|frame| show(&frame));
            eprintln!("{}: {expected:?}, found {shown:?}", row["name"]);
        }
    }
    eprintln!("top frames right: {right} of {all}");
    assert!(right * 100 >= all * 97, "only {right} of {all}");
}

/// Where each library that gave a row looks for its frames.
fn stack_of(row: &Value) -> &str {
    let error = &row["error"];
    let old = error["stacktrace"].as_str().filter(|_| row["source"] == "tracekit");
    old.or(error["stack"].as_str()).or(error["message"].as_str()).unwrap_or_default()
}

/// The top frame a library reads, in the words of that library.
#[derive(Debug)]
struct Expected<'a> {
    function: Option<&'a str>,
    url: Option<&'a str>,
    line: Option<u64>,
    column: Option<u64>,
}

impl<'a> Expected<'a> {
    fn of(row: &'a Value) -> Option<Self> {
        let frames = row["expected"].as_array();
        let frames = frames.or_else(|| row["expected"]["stacktrace"]["frames"].as_array())?;
        let is_last_first = row["expected_order"] == "outermost-first";
        let top = if is_last_first { frames.last() } else { frames.first() };
        let top = top.filter(|frame| frame.is_object())?;
        let member =
            |names: [&str; 3]| names.into_iter().map(|name| &top[name]).find(|it| !it.is_null());
        let text = |names| member(names).and_then(Value::as_str);
        let number = |names| member(names).and_then(Value::as_u64);
        let unnamed = ["?", "<unknown>", "<anonymous function>"];
        Some(Self {
            function: text(["function", "methodName", "func"]).filter(|it| !unnamed.contains(it)),
            url: text(["filename", "file", "url"]).map(|url| url.trim_matches(['(', ')'])),
            line: number(["lineno", "lineNumber", "line"]),
            column: number(["colno", "column", "column"]),
        })
    }

    fn is_met_by(&self, found: Option<Frame<'_>>) -> bool {
        found.is_some_and(|found| {
            found.function == self.function
                && self.url.is_none_or(|url| url == found.url)
                && found.line.map(u64::from) == self.line
                && (found.column.map(u64::from) == self.column || self.column.is_none())
        })
    }
}

/// Opera 9 to 12, whose own spelling is not read.
fn is_of_old_opera(row: &Value) -> bool {
    let name = row["name"].as_str().unwrap_or_default();
    ["Opera 9", "Opera 11", "Opera 12"].iter().any(|old| name.contains(old))
}
