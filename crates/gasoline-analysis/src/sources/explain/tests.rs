//! Stacks of minified code, explained.

use super::*;
use crate::sources::map::fixture;

const CART: &str = "import { sum } from './sum';\n\nexport function total(items: Item[]): number {\n  \
                    return items\n    .map((item) => item.price.amount)\n    .reduce(sum);\n}\n\n\
                    export const pay = () => total(load());\n";

/// `total` at 0:10 of the script, its callback at 0:40, a library at 0:100, `pay` at 0:200.
fn map() -> SourceMap {
    let text = fixture::map(
        &[("../src/cart.ts", CART), ("../node_modules/lib/run.js", "run(f)")],
        &["amount", "total"],
        &[
            (0, 0, 0, 2, 0, None),
            (0, 40, 0, 4, 30, Some(0)),
            (0, 100, 1, 0, 0, None),
            (0, 200, 0, 8, 25, Some(1)),
        ],
    );
    SourceMap::decode(text).expect("a good map")
}

const STACK: &str = "TypeError: Cannot read properties of undefined (reading 'amount')\n    \
                     at http://localhost:3000/assets/app.js:1:45\n    \
                     at Array.map (<anonymous>)\n    \
                     at r (http://localhost:3000/assets/app.js:1:110)\n    \
                     at t (http://localhost:3000/assets/app.js:1:205)\n    \
                     at http://localhost:3000/other.js:7:8";

/// Frames as they are shown in a line.
fn lines(explained: &Explained) -> Vec<String> {
    let line = |frame: &PlacedFrame| {
        let function =
            frame.function.as_deref().map(|name| format!(" in {name}")).unwrap_or_default();
        let library = if frame.library { " (library)" } else { "" };
        format!("{}:{}{function}{library}", frame.file, frame.line)
    };
    explained.frames.iter().map(line).collect()
}

#[test]
fn frames_are_told_in_the_words_of_the_source() {
    let map = map();
    let explained = explain(STACK, Some("http://localhost:3000/cart"), |frame| {
        frame.url.ends_with("/app.js").then_some(&map)
    });
    assert_eq!(
        lines(&explained),
        [
            "src/cart.ts:5 in total",
            "node_modules/lib/run.js:1 in total (library)",
            "src/cart.ts:9 in pay",
            "other.js:7"
        ]
    );
    assert!(explained.is_mapped());
}

#[test]
fn the_code_of_the_application_is_shown_and_that_of_libraries_is_not() {
    let map = map();
    let explained = explain(STACK, None, |_| Some(&map));
    let [first, second] = explained.sources.as_slice() else { panic!("{explained:?}") };
    assert_eq!((first.file.as_str(), first.line, first.column), ("src/cart.ts", 5, 31));
    let marked: Vec<&SnippetLine> = first.snippet.iter().filter(|line| line.is_error).collect();
    assert_eq!(marked.len(), 1);
    assert_eq!(marked[0].text, "    .map((item) => item.price.amount)");
    assert_eq!((second.line, second.function.as_deref()), (9, Some("pay")));
}

#[test]
fn a_stack_without_maps_is_shown_as_it_is() {
    let explained = explain(STACK, Some("http://localhost:3000/"), |_| None);
    assert_eq!(
        lines(&explained),
        ["assets/app.js:1", "assets/app.js:1 in r", "assets/app.js:1 in t", "other.js:7"]
    );
    assert!(!explained.is_mapped() && explained.sources.is_empty());
    let module = explain("f@webpack-internal:///./src/b.js?x:1:2", None, |_| None);
    assert_eq!(lines(&module), ["src/b.js:1 in f"]);
    assert_eq!(explain("no stack", None, |_| None), Explained::default());
}

#[test]
fn a_script_that_is_its_own_source_shows_its_code() {
    let url = "http://localhost:3000/js/cart.js";
    let script = SourceMap::of_script(url, "function total() {\n  return a.b.c;\n}\n".to_owned());
    let stack = format!("    at total ({url}:2:14)\n    at {url}:9:9");
    let explained = explain(&stack, Some("http://localhost:3000/"), |_| Some(&script));
    assert_eq!(lines(&explained), ["js/cart.js:2 in total", "js/cart.js:9"]);
    assert!(!explained.is_mapped());
    assert_eq!(explained.sources[0].snippet[1].text, "  return a.b.c;");
    assert!(explained.sources[1].snippet.is_empty());
    assert!(script.size_bytes() > 30);
}

#[test]
fn a_name_that_was_not_shortened_stays() {
    let map = map();
    let named = |name: &str| {
        let stack = format!("    at {name} (http://localhost:3000/app.js:1:45)");
        explain(&stack, None, |_| Some(&map)).frames[0].function.clone()
    };
    assert_eq!(named("o.total [as x]").as_deref(), Some("total"));
    assert_eq!(named("Object.sum").as_deref(), Some("Object.sum"));
    assert_eq!(named("HTMLDocument.<anonymous>").as_deref(), Some("total"));
    assert_eq!(named("HTMLDocument.eval").as_deref(), Some("total"));
    assert_eq!(named("minified").as_deref(), Some("total"));
    assert_eq!(named("t").as_deref(), Some("total"));
}

#[test]
fn a_map_without_the_source_gives_the_place_and_the_name_the_caller_used() {
    let map = SourceMap::decode(
        r#"{"version":3,"sources":["a.ts"],"names":["total"],"mappings":"AAEA;AAAAA"}"#.to_owned(),
    )
    .expect("a good map");
    let explained =
        explain("t@http://localhost/a.js:1:5\n@http://localhost/a.js:2:1", None, |_| Some(&map));
    assert_eq!(lines(&explained), ["a.ts:3 in total", "a.ts:3"]);
    assert_eq!(explained.sources.len(), 1);
    assert!(explained.sources[0].snippet.is_empty());
}

#[test]
fn a_callback_has_no_name_from_the_library_that_calls_it() {
    let source = "import { onUpdated } from 'vue';\nonUpdated(() => { throw broken })\n";
    let text = fixture::map(
        &[("../src/Cart.vue", source), ("../node_modules/vue/run.js", "hook()\nflush()")],
        &["hook", "flush"],
        &[(0, 0, 0, 1, 18, None), (0, 40, 1, 0, 0, Some(0)), (0, 80, 1, 1, 0, Some(1))],
    );
    let map = SourceMap::decode(text).expect("a good map");
    let url = "http://localhost:3000/app.js";
    let stack = format!("    at {url}:1:5\n    at a ({url}:1:41)\n    at b ({url}:1:81)");
    assert_eq!(
        lines(&explain(&stack, None, |_| Some(&map))),
        [
            "src/Cart.vue:2",
            "node_modules/vue/run.js:1 in flush (library)",
            "node_modules/vue/run.js:2 (library)"
        ]
    );
}

#[test]
fn all_snippets_together_stay_within_their_room() {
    let long = "x".repeat(199) + "\n";
    let text = fixture::map(
        &[("a.ts", &long.repeat(99))],
        &[],
        &[(0, 0, 0, 10, 0, None), (0, 10, 0, 40, 0, None), (0, 20, 0, 70, 0, None)],
    );
    let map = SourceMap::decode(text).expect("a good map");
    let stack =
        "@http://localhost/a.js:1:1\n@http://localhost/a.js:1:11\n@http://localhost/a.js:1:21\n"
            .repeat(9);
    let explained = explain(&stack, None, |_| Some(&map));
    let size: usize =
        explained.sources.iter().flat_map(|it| &it.snippet).map(|line| line.text.len()).sum();
    assert_eq!(explained.sources.len(), 3);
    assert!(size <= limits::SNIPPETS_MAX_BYTES);
}
