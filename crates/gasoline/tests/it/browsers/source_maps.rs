//! Errors of minified code, told in the words of the source: over real HTTP, by the real binary.

use crate::support::editor::{Called, HttpEditor};
use crate::support::server::Server;
use crate::support::shop::{BUNDLE, MAP, REBUILT, stack};
use crate::support::site::{Page, Site};
use crate::support::wait_until;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

fn report(server: &Server, page: &str, stack: &str) {
    server.feed(
        "/logs",
        &json!({"entries": [{
            "level": "error", "source": "exception", "url": page, "stack": stack,
            "message": "Uncaught TypeError: Cannot read properties of undefined (reading 'amount')",
        }]}),
    );
}

fn errors(server: &Server) -> Called {
    HttpEditor::join(server.port).call("get_browser_errors", &json!({}))
}

/// The newest error, once it says what `is_told` waits for.
#[track_caller]
fn told(server: &Server, what: &str, is_told: impl Fn(&Value) -> bool) -> Called {
    let mut editor = HttpEditor::join(server.port);
    let mut last = None;
    wait_until(what, || {
        let answer = editor.call("get_browser_errors", &json!({}));
        let is_so = is_told(&answer.structured["errors"][0]);
        last = Some(answer);
        is_so
    });
    last.expect("it was asked")
}

fn shop() -> Site {
    let site = Site::start();
    site.put("/assets/app.js", Page::of(BUNDLE)).put("/assets/app.js.map", Page::of(MAP));
    site
}

fn data_url(map: &str) -> String {
    format!("data:application/json;base64,{}", STANDARD.encode(map))
}

fn without_comment() -> &'static str {
    BUNDLE.split("//# sourceMappingURL").next().expect("code")
}

#[test]
fn an_error_names_file_line_function_and_code() {
    let (server, site) = (Server::start(), shop());
    report(&server, &site.url("/cart"), &stack(&site.url("/assets/app.js")));
    // The first answer waits for the map.
    let answer = errors(&server);
    let error = &answer.structured["errors"][0];
    assert_eq!(error["location"]["file"], "src/cart.ts");
    assert_eq!(error["location"]["line"], 18);
    assert_eq!(error["location"]["function"], "Cart.total");
    let marked: Vec<&Value> = error["_aiContext"]["sourceSnippets"][0]["snippet"]
        .as_array()
        .expect("lines")
        .iter()
        .filter(|it| it["isError"] == true)
        .collect();
    assert_eq!(
        marked,
        [&json!({"line": 18, "text": "      .map((item) => item.price!.amount)", "isError": true})]
    );
    let frames: Vec<String> = (error["frames"].as_array().expect("frames").iter())
        .map(|frame| {
            format!("{}:{} {}", frame["file"], frame["line"], frame["function"]).replace('"', "")
        })
        .collect();
    assert_eq!(
        frames,
        [
            "src/cart.ts:18 Cart.total",
            "src/cart.ts:18 Cart.total",
            "src/main.ts:9 showTotal",
            "src/main.ts:13 pay"
        ]
    );
    for expected in [
        "exception at src/cart.ts:18:34 in Cart.total",
        "> 18 |       .map((item)",
        "at src/main.ts:13:3 in pay",
    ] {
        assert!(answer.text.contains(expected), "`{expected}` is not in:\n{}", answer.text);
    }
    assert!(!answer.text.contains("app.js"), "{}", answer.text);
    assert!(answer.text.len() <= 2_000, "{} bytes:\n{}", answer.text.len(), answer.text);
}

#[test]
fn a_map_is_found_by_header_data_url_and_redirect() {
    let plain = without_comment();
    let inline = format!("{plain}//# sourceMappingURL={}\n", data_url(MAP));
    let sites = [
        Site::start()
            .put("/app.js", Page::of(plain).header("SourceMap", "maps/a.map"))
            .put("/maps/a.map", Page::of(MAP))
            .clone(),
        Site::start()
            .put("/app.js", Page::of(plain).header("X-SourceMap", "/a.map"))
            .put("/a.map", Page::of(MAP))
            .clone(),
        Site::start().put("/app.js", Page::of(inline)).clone(),
        Site::start()
            .put("/app.js", Page::redirect("/v1/app.js"))
            .put("/v1/app.js", Page::of(BUNDLE))
            .put("/app.js.map", Page::of(format!(")]}}'\n{MAP}")))
            .clone(),
    ];
    for site in sites {
        let server = Server::start();
        report(&server, &site.url("/"), &stack(&site.url("/app.js")));
        let answer = told(&server, "the place in the source", |error| !error["location"].is_null());
        assert_eq!(answer.structured["errors"][0]["location"]["line"], 18);
    }
}

#[test]
fn a_script_without_a_map_shows_its_own_code() {
    let (server, site) = (Server::start(), Site::start());
    let script = "function total(items) {\n  return items.map((item) => item.price.amount);\n}\n";
    site.put("/cart.js", Page::of(script).header("Content-Type", "text/javascript"));
    let url = site.url("/cart.js");
    report(&server, &site.url("/"), &format!("TypeError: no\n    at total ({url}:2:41)"));
    let answer = told(&server, "the code", |error| !error["location"].is_null());
    assert_eq!(answer.structured["errors"][0]["location"]["file"], "cart.js");
    assert!(answer.text.contains("> 2 |   return items.map"), "{}", answer.text);
    assert!(answer.text.contains("at cart.js:2:41 in total"), "{}", answer.text);
}

#[test]
fn a_bundle_that_was_built_anew_is_read_anew() {
    let (server, site) = (Server::start(), shop());
    for (version, map, line) in [("\"1\"", MAP, 18), ("\"2\"", REBUILT, 20)] {
        let bundle = format!("{BUNDLE}//# debugId={version}\n");
        // The map first: whoever sees the new bundle must not find the old map beside it.
        site.put("/assets/app.js.map", Page::of(map));
        site.put("/assets/app.js", Page::of(bundle).header("ETag", version));
        wait_until("the line of this build", || {
            report(&server, &site.url("/cart"), &stack(&site.url("/assets/app.js")));
            errors(&server).structured["errors"][0]["location"]["line"] == line
        });
    }
    let scripts = site.asked().iter().filter(|path| *path == "/assets/app.js").count();
    let maps = site.asked().iter().filter(|path| *path == "/assets/app.js.map").count();
    assert!(scripts >= 2 && maps == 2, "{:?}", site.asked());
}

#[test]
fn what_an_old_error_says_does_not_change_with_the_bundle() {
    let (server, site) = (Server::start(), shop());
    report(&server, &site.url("/cart"), &stack(&site.url("/assets/app.js")));
    told(&server, "the place in the source", |error| error["location"]["line"] == 18);
    site.put("/assets/app.js", Page::of("nothing();\n")).put("/assets/app.js.map", Page::of("{}"));
    let other = stack(&site.url("/assets/app.js")).replace("amount", "weight");
    wait_until("the new bundle is seen", || {
        report(&server, &site.url("/other"), &other);
        errors(&server).structured["errors"][0]["no_source_map"].is_string()
    });
    let answer = HttpEditor::join(server.port).call("get_browser_errors", &json!({"url": "/cart"}));
    assert_eq!(answer.structured["errors"][0]["location"]["line"], 18);
}

#[test]
fn hostile_maps_never_break_the_error_itself() {
    let large = format!("{{\"version\":3,\"x\":\"{}\"}}", "x".repeat(50 * 1000 * 1000));
    let deep =
        "{\"version\":3,\"sections\":[{\"offset\":{\"line\":0,\"column\":0},\"map\":".repeat(5_000);
    let no_content = MAP.replace("sourcesContent", "x");
    // An index map that names itself as its own section, as older drafts allowed.
    let cyclic =
        r#"{"version":3,"sections":[{"offset":{"line":0,"column":0},"url":"app.js.map"}]}"#;
    let mappings = |text: &str| {
        let before = MAP.split("\"mappings\"").next().expect("the first part");
        Page::of(format!("{before}\"mappings\": \"{text}\"}}"))
    };
    for (map, expected) in [
        (Page::of(&MAP[..MAP.len() / 2]), "no source map"),
        (Page::of(MAP.replace("\"mappings\": \"", "\"mappings\": \"!")), "no base64"),
        (mappings("g"), "a segment that breaks off"),
        (mappings("gggggggggggB"), "a number beyond 32 bits"),
        (mappings("AEAA"), "a source that is not listed"),
        (mappings("AAAAAA"), "more than five numbers"),
        (Page::of(large), "larger than 16777216 bytes"),
        (Page::of(cyclic), "no source map"),
        (Page::of("[]"), "no source map"),
        (Page::of(""), "no source map"),
        (Page::of(deep), "no source map"),
        (Page::of(vec![0xff, 0xfe, 0x00]), "is no text"),
        (Page::silent(), "did not come within 2 s"),
        (Page::redirect("http://localhost:1/evil.map"), "not on the page's origin"),
        (Page::of(MAP).header("Content-Encoding", "br"), "is answered with 200"),
    ] {
        let (server, site) = (Server::start(), shop());
        site.put("/assets/app.js.map", map);
        report(&server, &site.url("/"), &stack(&site.url("/assets/app.js")));
        let answer = told(&server, expected, |error| error["no_source_map"].is_string());
        assert!(
            answer.text.contains("reading 'amount'") && answer.text.contains("assets/app.js:1:108"),
            "{}",
            answer.text
        );
        assert!(answer.text.contains(expected), "`{expected}` is not in:\n{}", answer.text);
    }
    let (server, site) = (Server::start(), shop());
    site.put("/assets/app.js.map", Page::of(no_content));
    report(&server, &site.url("/"), &stack(&site.url("/assets/app.js")));
    let answer = told(&server, "the place", |error| !error["location"].is_null());
    assert!(answer.structured["errors"][0]["_aiContext"]["sourceSnippets"].is_null());
}

#[test]
fn only_the_page_s_own_server_on_this_machine_is_asked() {
    let (server, page, other) = (Server::start(), Site::start(), shop());
    for (script, page) in [
        (other.url("/assets/app.js"), page.url("/")),
        (format!("http://127.0.0.1:{}/assets/app.js", other.port), other.url("/")),
        ("http://shop.example/app.js".to_owned(), "http://shop.example/".to_owned()),
        (
            format!("http://localhost:{}/snapshot", server.port),
            format!("http://localhost:{}/", server.port),
        ),
    ] {
        server.feed("/clear", &json!({}));
        report(&server, &page, &stack(&script));
        let answer = told(&server, "the refusal", |error| error["no_source_map"].is_string());
        assert!(
            answer.text.contains("not on this machine or not on the page's origin"),
            "{}",
            answer.text
        );
    }
    // A map that the script names elsewhere is no more fetched than a script.
    page.put("/app.js", Page::of(BUNDLE.replace("app.js.map", &other.url("/assets/app.js.map"))));
    server.feed("/clear", &json!({}));
    report(&server, &page.url("/"), &stack(&page.url("/app.js")));
    told(&server, "the refusal", |error| error["no_source_map"].is_string());
    assert_eq!(page.asked(), ["/app.js"]);
    assert_eq!(other.asked(), Vec::<String>::new());
}

#[test]
fn whoever_can_reach_a_map_may_send_it() {
    let server = Server::start();
    let script = "https://shop.example/app.js";
    report(&server, "https://shop.example/cart", &stack(script));
    told(&server, "the refusal", |error| error["no_source_map"].is_string());
    let failed = json!({"url": script, "error": "403 from the CDN"});
    assert_eq!(server.feed("/source-maps", &failed), json!({"received": true}));
    told(&server, "the sender's reason", |error| error["no_source_map"] == "403 from the CDN");
    for map in [json!(MAP), serde_json::from_str(MAP).expect("a map")] {
        server.feed("/source-maps", &json!({"url": script, "map": map}));
        let answer = told(&server, "the place", |error| !error["location"].is_null());
        assert_eq!(
            answer.structured["errors"][0]["location"]["function"], "Cart.total",
            "{}",
            answer.structured
        );
    }
    assert_eq!(server.read("/health")["source_maps"]["held"], 1);
    for (bad, status) in [
        (json!({"url": script, "map": {"version": 4}}), 400),
        (json!({"url": script}), 400),
        (json!({"url": "", "error": "no"}), 400),
        (json!({"url": script, "map": MAP, "error": "both"}), 400),
        (json!({"url": script, "error": "x".repeat(17 * 1024 * 1024)}), 413),
    ] {
        server.post("/source-maps", &bad).check_error(status);
    }
}

#[test]
fn a_driver_is_told_which_maps_are_wanted_and_where_a_script_has_its_map() {
    let (server, site) = (Server::start(), Site::start());
    let script = "https://shop.example/assets/app.js";
    let wanted = |query: &str| server.read(&format!("/source-maps{query}"))["wanted"].clone();
    report(&server, "https://shop.example/cart", &stack(script));
    // What the server fetches itself, or serves itself, nobody is asked for.
    report(&server, &site.url("/"), &stack(&site.url("/app.js")));
    let own = format!("http://127.0.0.1:{}/gasoline-ci.js", server.port);
    report(&server, "https://shop.example/", &stack(&own));
    assert_eq!(wanted(""), json!([script]));
    assert_eq!(wanted("?test_id=another"), json!([]));
    let named = server.feed("/source-maps", &json!({"url": script, "script": BUNDLE}));
    assert_eq!(named["map_url"], "https://shop.example/assets/app.js.map");
    assert_eq!(wanted(""), json!([script]));
    let inline = BUNDLE.replace("app.js.map", &data_url(MAP));
    assert_eq!(
        server.feed("/source-maps", &json!({"url": script, "script": inline})),
        json!({"received": true})
    );
    assert_eq!(wanted(""), json!([]));
    server.feed("/clear", &json!({}));
    report(&server, "https://shop.example/cart", &stack(script));
    told(&server, "the place", |error| error["location"]["function"] == "Cart.total");
}

#[test]
fn a_map_larger_than_any_other_body_may_be_sent() {
    let server = Server::start();
    let content = "const a = 1;\n".repeat(900_000);
    let map =
        json!({"version": 3, "sources": ["a.ts"], "sourcesContent": [content], "mappings": "AAAA"});
    server.feed("/source-maps", &json!({"url": "https://shop.example/a.js", "map": map}));
    let held = &server.read("/health")["source_maps"];
    assert!(held["held"] == 1 && held["bytes"].as_u64() > Some(10_000_000), "{held}");
}

#[test]
fn a_module_that_webpack_evaluates_is_found_in_the_page_s_scripts() {
    let (server, site) = (Server::start(), Site::start());
    let code = without_comment().replace('\n', "").replace('\\', "\\\\").replace('"', "\\\"");
    let module = "webpack-internal:///./src/main.ts";
    let bundle = format!(
        "eval(\"{code}//# sourceMappingURL={}\\n//# sourceURL={module}\\n\");",
        data_url(MAP)
    );
    site.put(
        "/",
        Page::of("<html><script defer src=\"/other.js\"></script><script src=/main.js></script>"),
    );
    site.put("/main.js", Page::of(bundle)).put("/other.js", Page::of("0;"));
    report(&server, &site.url("/"), &stack(module));
    let answer = told(&server, "the place", |error| !error["location"].is_null());
    assert_eq!(answer.structured["errors"][0]["location"]["line"], 18);
}

#[test]
fn a_secret_in_the_source_stays_where_it_is() {
    let secret = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";
    let (server, site) = (Server::start(), shop());
    let map = MAP.replace(".map((item)", &format!(".map(/* {secret} */ (item)"));
    assert_ne!(map, MAP);
    let map = map.replace("cart.ts", &format!("{secret}.ts"));
    site.put("/assets/app.js.map", Page::of(map));
    let stack = stack(&site.url("/assets/app.js"));
    let frame = format!("    at {secret} ({})", site.url(&format!("/{secret}/page.js:1:1")));
    report(&server, &site.url("/"), &format!("{stack}\n{frame}"));
    let answer = told(&server, "the place", |error| !error["location"].is_null());
    assert!(answer.text.contains("> 18 |       .map(/* "), "{}", answer.text);
    assert!(!answer.whole.to_string().contains(secret), "{}", answer.text);
}
