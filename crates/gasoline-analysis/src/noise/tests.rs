//! What is marked, what is not, and what is refused.

use std::sync::{Arc, LazyLock};

use gasoline_protocol::event::{Draft, Facet, Level};
use gasoline_protocol::{Hint, Seq, Snapshot};
use gasoline_random::{CASES, for_all};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::*;

/// What each built-in rule is for: `id`, then a line (`level message`, with a script as
/// `level message @script`), a request (`method status url`) or a socket's URL.
const MARKED: &[(&str, &str)] = &[
    ("extension_source", "error TypeError: no @chrome-extension://abcdef/content.js"),
    (
        "extension_message",
        "error Denying load of chrome-extension://abcdef/x.js. Resources must be listed",
    ),
    ("extension_messaging", "error Uncaught Error: Extension context invalidated."),
    (
        "extension_attributes",
        "error Warning: Extra attributes from the server: %s%s data-gr-ext-installed",
    ),
    ("extension_request", "GET 200 chrome-extension://abcdef/inject.css"),
    ("favicon", "GET 404 http://localhost:3000/favicon.ico"),
    ("favicon_message", "error GET http://localhost:3000/favicon.ico 404 (Not Found)"),
    ("source_map", "GET 404 http://localhost:3000/static/main.js.map"),
    (
        "source_map_message",
        "warn DevTools failed to load source map: Could not load content for http://localhost/a.js.map",
    ),
    ("cors_preflight", "OPTIONS 204 http://localhost:4000/api/users"),
    ("service_worker", "log Service Worker registered with scope: http://localhost:3000/"),
    ("workbox", "debug workbox Router is responding to: /"),
    (
        "passive_listener",
        "warn [Violation] Added non-passive event listener to a scroll-blocking 'touchstart' event.",
    ),
    ("violation", "debug [Violation] 'click' handler took 213ms"),
    (
        "deprecation",
        "warn [Deprecation] Synchronous XMLHttpRequest on the main thread is deprecated",
    ),
    (
        "autocomplete",
        "debug [DOM] Input elements should have autocomplete attributes (suggested: \"email\")",
    ),
    (
        "unused_preload",
        "warn The resource http://localhost/a.woff2 was preloaded using link preload but not used within a few seconds from the window's load event.",
    ),
    ("resize_observer", "error ResizeObserver loop completed with undelivered notifications."),
    ("blocked_by_client", "error Failed to load resource: net::ERR_BLOCKED_BY_CLIENT"),
    (
        "same_site",
        "warn Cookie “_ga” will be soon rejected because it has the “SameSite” attribute set to “None”",
    ),
    ("third_party_cookie", "warn Third-party cookie will be blocked in future Chrome versions"),
    ("webpack_hmr", "log [HMR] Waiting for update signal from WDS..."),
    ("bundle_rebuilt", "log [HMR] bundle rebuilt in 210ms"),
    ("hot_update", "GET 200 http://localhost:3000/main.3f2a9c1b.hot-update.json"),
    ("vite_client", "debug [vite] connected."),
    ("vite_request", "GET 200 http://localhost:5173/node_modules/.vite/deps/react.js?v=1"),
    ("fast_refresh", "log [Fast Refresh] done in 325ms"),
    ("next_static", "GET 200 http://localhost:3000/_next/static/chunks/main.js"),
    ("next_overlay", "POST 200 http://localhost:3000/__nextjs_original-stack-frames"),
    ("webpack_internal", "GET 200 webpack-internal:///./src/App.js"),
    (
        "framework_devtools",
        "info %cDownload the React DevTools for a better development experience: https://react.dev/link/react-devtools",
    ),
    ("react_legacy", "error Warning: ReactDOM.render is no longer supported in React 18."),
    ("react_key", "error Warning: Each child in a list should have a unique \"key\" prop."),
    (
        "react_repetition",
        "error The above error occurred in the <Receipt> component:\n\n    at Receipt (http://localhost/app.js:1:2)",
    ),
    ("hydration_warning", "warn [Vue warn]: Hydration node mismatch:"),
    (
        "react_router_future",
        "warn ⚠️ React Router Future Flag Warning: React Router will begin wrapping state updates",
    ),
    ("vue_development", "info You are running a development build of Vue."),
    ("angular_development", "log Angular is running in development mode."),
    ("svelte_development", "warn <App> was created with unknown prop 'name'"),
    ("lit_development", "warn Lit is in dev mode. Not recommended for production!"),
    ("google_analytics", "POST 204 https://www.google-analytics.com/g/collect?v=2"),
    ("segment", "POST 0 https://api.segment.io/v1/t"),
    ("mixpanel", "POST 200 https://api-js.mixpanel.com/track/"),
    ("hotjar", "GET 200 https://static.hotjar.com/c/hotjar-1.js"),
    ("amplitude", "POST 200 https://api2.amplitude.com/2/httpapi"),
    ("plausible", "POST 202 https://plausible.io/api/event"),
    ("posthog", "POST 200 https://eu.i.posthog.com/e/"),
    ("datadog", "POST 202 https://browser-intake-datadoghq.com/api/v2/rum"),
    ("sentry", "POST 429 https://o1.ingest.us.sentry.io/api/1/envelope/"),
    ("logrocket", "POST 200 https://r.lr-in-prod.com/i"),
    ("fullstory", "POST 200 https://rs.fullstory.com/rec/page"),
    ("heap", "GET 200 https://heapanalytics.com/h?a=1"),
    ("other_analytics", "POST 0 https://www.clarity.ms/collect"),
    (
        "analytics_message",
        "error Loading failed for the <script> with source “https://www.googletagmanager.com/gtm.js?id=1”.",
    ),
    ("hot_reload_socket", "ws://localhost:3000/_next/webpack-hmr"),
    ("developer_tools_socket", "ws://localhost:9229/4a5b"),
    ("analytics_socket", "wss://ws.hotjar.com/api/v2/client/ws"),
];

/// What real applications say when they break, or do.
const APPLICATION: &[&str] = &[
    "error Uncaught TypeError: Cannot read properties of undefined (reading 'map')",
    "error Unhandled Promise Rejection: AxiosError: Request failed with status code 500",
    "error Warning: Text content did not match. Server: \"1\" Client: \"2\"",
    "error Hydration failed because the server rendered HTML didn't match the client.",
    "error Uncaught Error: Minified React error #418; visit https://react.dev/errors/418",
    "error Warning: Cannot update a component (`Cart`) while rendering a different component (`Row`)",
    "error [vite] Internal Server Error",
    "error [vite] Failed to reload /src/App.tsx.",
    "error [webpack-dev-server] ERROR in ./src/App.js",
    "error [HMR] Cannot apply update. Need to do a full reload!",
    "warn [Vue warn]: Unhandled error during execution of render function",
    "error Service Worker registration failed: TypeError: Failed to register a ServiceWorker",
    "error Access to fetch at 'http://localhost:4000/api' from origin 'http://localhost:3000' has been blocked by CORS policy",
    "error Failed to load resource: the server responded with a status of 404 (Not Found)",
    "error ChunkLoadError: Loading chunk 487 failed.",
    "error NG0100: ExpressionChangedAfterItHasBeenCheckedError",
    "warn Cookie “session” has been rejected because it is in a cross-site context",
    "error WebSocket connection to 'ws://localhost:3001/ws' failed",
    "error segment.io is down, and so is our google-analytics.com import",
    "error TypeError: no @http://localhost:3000/app.js",
    "GET 500 http://localhost:3000/_next/static/chunks/main.js",
    "GET 404 http://localhost:3000/_next/image?url=%2Fhero.png",
    "GET 200 http://localhost:3000/_next/data/abc/cart.json",
    "GET 500 http://localhost:3000/node_modules/.vite/deps/react.js",
    "OPTIONS 500 http://localhost:4000/api/users",
    "POST 500 http://localhost:3000/api/segment.io/users",
    "GET 404 http://localhost:3000/api/track?to=https://plausible.io/",
    "GET 401 https://www.google-analytics.com/g/collect",
    "GET 403 http://localhost:3000/favicon.ico",
    "error GET http://localhost:3000/favicon.ico 403 (Forbidden)",
    "ws://localhost:3000/ws",
    "ws://localhost:3000/chat?token=eyJhbGciOiJIUzI1NiJ9",
];

fn marked_by(noise: &Noise, text: &str) -> Option<String> {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rule = if first.starts_with("ws") {
        noise.socket(text)
    } else if let Some((status, url)) =
        rest.split_once(' ').and_then(|(status, url)| Some((status.parse::<u16>().ok()?, url)))
    {
        let body = json!({"method": first, "url": url, "status": status}).to_string();
        noise.request(&serde_json::from_str(&body).expect("the case is a request"))
    } else {
        let (message, script) = rest.split_once(" @").unwrap_or((rest, ""));
        let entry = json!({"level": first, "message": message, "filename": script}).to_string();
        noise.log(&serde_json::from_str(&entry).expect("the case is a line"))
    };
    rule.map(|rule| rule.id.clone())
}

fn new_rule(json: &Value) -> NewRule {
    serde_json::from_value(json.clone()).expect("the case is a rule")
}

fn console(message: &str) -> NewRule {
    new_rule(&json!({"category": "console", "matchSpec": {"messageRegex": message}}))
}

fn add(noise: &mut Noise, rules: Vec<NewRule>) -> Result<Added, BadRule> {
    noise.add(rules, Author::User, Timestamp::default())
}

/// What is said about a rule that cannot be added.
#[track_caller]
fn check_refused(rule: &Value, expected: &str) {
    let mut noise = Noise::new();
    let before = noise.rules().len();
    let refusal = add(&mut noise, vec![console("fine"), new_rule(rule)]).expect_err("refused");
    assert_eq!(refusal.to_string(), expected);
    assert!(!refusal.hint().is_empty());
    assert_eq!(noise.rules().len(), before, "all or nothing");
}

#[test]
fn every_built_in_rule_marks_what_it_is_for() {
    let noise = Noise::new();
    for (id, text) in MARKED {
        assert_eq!(marked_by(&noise, text), Some(format!("builtin_{id}")), "{text}");
    }
    let tried: Vec<String> = MARKED.iter().map(|(id, _)| format!("builtin_{id}")).collect();
    let known: Vec<&str> = noise.rules().iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(tried, known);
}

#[test]
fn no_built_in_rule_marks_what_the_application_says() {
    let noise = Noise::new();
    for text in APPLICATION {
        assert_eq!(marked_by(&noise, text), None, "{text}");
    }
}

#[test]
fn built_in_rules_are_fit_to_be_added() {
    for rule in Noise::new().rules() {
        let rule = NewRule {
            category: rule.category,
            classification: rule.classification,
            match_spec: rule.match_spec.clone(),
            reason: None,
        };
        assert_eq!(check(&rule), Ok(()), "{rule:?}");
    }
}

#[test]
fn an_extension_that_wraps_fetch_does_not_make_the_applications_error_noise() {
    let noise = Noise::new();
    let entry = |stack: &str| {
        json!({"level": "error", "message": "TypeError: Failed to fetch", "stack": stack,
            "filename": "chrome-extension://abc/wrap.js"})
        .to_string()
    };
    let both = entry(
        "TypeError: Failed to fetch\n    at window.fetch (chrome-extension://abc/wrap.js:1:2)\n    \
         at load (http://localhost:3000/app.js:3:4)",
    );
    assert!(noise.log(&serde_json::from_str(&both).expect("a line")).is_none());
    let own = entry("TypeError: Failed to fetch\n    at run (chrome-extension://abc/wrap.js:1:2)");
    assert!(noise.log(&serde_json::from_str(&own).expect("a line")).is_some());
}

#[test]
fn an_added_rule_marks_until_it_is_removed() {
    let mut noise = Noise::new();
    let total = noise.rules().len();
    let added = add(&mut noise, vec![console("^ping \\d"), console("Überwachung")]);
    let ids = vec!["user_1".to_owned(), "user_2".to_owned()];
    assert_eq!(added, Ok(Added { ids, rules_added: 2, total_rules: total + 2 }));
    assert_eq!(marked_by(&noise, "error ping 7").as_deref(), Some("user_1"));
    assert_eq!(marked_by(&noise, "info Überwachung an").as_deref(), Some("user_2"));
    assert_eq!(noise.remove("user_1").map(|rule| rule.id), Ok("user_1".to_owned()));
    assert_eq!(marked_by(&noise, "error ping 7"), None);
    let again = add(&mut noise, vec![console("^ping \\d")]);
    assert_eq!(again.map(|added| added.ids), Ok(vec!["user_3".to_owned()]), "no id twice");
}

#[test]
fn the_same_rule_is_added_once() {
    let mut noise = Noise::new();
    let count = |added: Result<Added, BadRule>| added.map(|added| added.rules_added);
    assert_eq!(count(add(&mut noise, vec![console("ping"), console("ping")])), Ok(1));
    assert_eq!(count(add(&mut noise, vec![console("ping")])), Ok(0));
}

#[test]
fn everything_that_is_given_must_hold() {
    let mut noise = Noise::new();
    let rules = [
        json!({"category": "console", "matchSpec": {"messageRegex": "^ping", "level": "warn"}}),
        json!({"category": "console",
            "matchSpec": {"messageRegex": "^tick", "sourceRegex": "vendor\\.js"}}),
        json!({"category": "network",
            "matchSpec": {"method": "get", "urlRegex": "/health$", "statusMin": 500}}),
    ];
    add(&mut noise, rules.iter().map(new_rule).collect()).expect("the rules are good");
    for (text, expected) in [
        ("warn ping", Some("user_1")),
        ("error ping", None),
        ("error tick", Some("user_2")),
        ("error other @http://localhost/vendor.js", Some("user_2")),
        ("GET 503 http://localhost/health", Some("user_3")),
        ("GET 200 http://localhost/health", None),
        ("POST 503 http://localhost/health", None),
    ] {
        assert_eq!(marked_by(&noise, text).as_deref(), expected, "{text}");
    }
}

#[test]
fn refused_access_is_never_noise_whatever_a_rule_says() {
    let mut noise = Noise::new();
    let rules = [
        json!({"category": "network", "matchSpec": {"statusMin": 400}}),
        json!({"category": "console", "matchSpec": {"messageRegex": "status code"}}),
    ];
    add(&mut noise, rules.iter().map(new_rule).collect()).expect("the rules are good");
    assert_eq!(marked_by(&noise, "GET 404 http://localhost/x").as_deref(), Some("user_1"));
    assert_eq!(marked_by(&noise, "GET 401 http://localhost/x"), None);
    assert_eq!(marked_by(&noise, "GET 403 http://localhost/x"), None);
    assert_eq!(marked_by(&noise, "error Request failed with status code 403"), None);
}

#[test]
fn a_rule_that_cannot_be_used_is_refused_by_name() {
    check_refused(
        &json!({"category": "console", "matchSpec": {"level": "error"}}),
        "`rules[1].matchSpec` says nothing that a `console` event could match",
    );
    check_refused(
        &json!({"category": "network", "matchSpec": {}}),
        "`rules[1].matchSpec` says nothing that a `network` event could match",
    );
    check_refused(
        &json!({"category": "websocket", "matchSpec": {"urlRegex": "x", "method": "GET"}}),
        "`rules[1].matchSpec.method` is no part of a `websocket` event",
    );
    check_refused(
        &json!({"category": "console", "matchSpec": {"messageRegex": "(?=x)y"}}),
        "`rules[1].matchSpec.messageRegex` cannot be read: look-around, including look-ahead and \
         look-behind, is not supported",
    );
    check_refused(
        &json!({"category": "console", "matchSpec": {"messageRegex": ".*"}}),
        "`rules[1].matchSpec.messageRegex` matches everything",
    );
    check_refused(
        &json!({"category": "network", "matchSpec": {"statusMin": 500, "statusMax": 400}}),
        "`rules[1].matchSpec` has `statusMin` 500 above `statusMax` 400",
    );
    check_refused(
        &json!({"category": "console", "matchSpec": {"messageRegex": "(a{99}){99}"}}),
        "`rules[1].matchSpec.messageRegex` cannot be read: Compiled regex exceeds size limit of \
         65536 bytes.",
    );
}

#[test]
fn there_are_at_most_so_many_rules() {
    let mut noise = Noise::new();
    let room = NOISE_MAX_RULES - noise.rules().len();
    let many = |count: usize| (0..count).map(|n| console(&format!("ping {n}"))).collect();
    let refusal = add(&mut noise, many(room + 1)).expect_err("one too many");
    assert_eq!(refusal, BadRule { index: room, fault: Fault::TooMany });
    assert_eq!(
        refusal.to_string(),
        format!(
            "`rules[{room}]` would be one more than the 100 rules kept, built-in ones included"
        )
    );
    add(&mut noise, many(room)).expect("just enough");
    assert_eq!(noise.reset(), room);
}

#[test]
fn a_rule_that_cannot_be_removed_says_which_can() {
    let mut noise = Noise::new();
    let refusal = noise.remove("builtin_favicon").expect_err("built in");
    assert_eq!(refusal.to_string(), "`builtin_favicon` is built in and cannot be removed");
    let refusal = noise.remove("user_1").expect_err("unknown");
    assert_eq!(refusal.to_string(), "no rule `user_1`; only built-in rules are in force");
    add(&mut noise, vec![console("a+"), console("b+")]).expect("the rules are good");
    let refusal = noise.remove("user_9").expect_err("unknown");
    assert_eq!(refusal.to_string(), "no rule `user_9`; one of `user_1`, `user_2`");
}

#[test]
fn a_reset_keeps_the_projects_rules() {
    let mut noise = Noise::new();
    add(&mut noise, vec![console("a+")]).expect("the rule is good");
    noise
        .add(vec![console("b+")], Author::Project, Timestamp::default())
        .expect("the rule is good");
    assert_eq!(noise.reset(), 1);
    assert_eq!(noise.rules().last().map(|rule| rule.id.as_str()), Some("project_1"));
}

#[test]
fn a_rule_is_shown_in_the_shape_it_is_added_in() {
    let mut noise = Noise::new();
    let given = json!({"category": "network", "classification": "repetitive", "reason": "polling",
        "match_spec": {"url_regex": "/poll", "status_max": 299}});
    add(&mut noise, vec![new_rule(&given)]).expect("the rule is good");
    let shown = serde_json::to_string(noise.rules().last().expect("a rule")).expect("JSON");
    assert_eq!(
        shown,
        "{\"id\":\"user_1\",\"category\":\"network\",\"classification\":\"repetitive\",\
         \"matchSpec\":{\"urlRegex\":\"/poll\",\"statusMax\":299},\
         \"createdAt\":\"1970-01-01T00:00:00.000Z\",\"reason\":\"polling\"}"
    );
    let unknown = json!({"category": "console", "matchSpec": {"text": "x"}});
    assert!(serde_json::from_value::<NewRule>(unknown).is_err());
}

#[test]
fn the_schema_of_a_rule_is_terse() {
    let settings = SchemaSettings::draft2020_12().with(|all| all.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<NewRule>();
    let text = serde_json::to_string(&schema).expect("a schema is JSON");
    assert!(text.len() < 1500, "{} bytes: {text}", text.len());
    let value = json!({"category": "console", "matchSpec": {"level": "warning"}});
    assert_eq!(
        gasoline_protocol::complaint::complaint(schema.as_value(), &value, "field").as_deref(),
        Some("unknown `matchSpec.level` `warning`; one of `debug`, `log`, `info`, `warn`, `error`")
    );
}

#[test]
fn statistics_count_each_event_once_however_often_they_are_asked_for() {
    let noise = Noise::new();
    let mut snapshot = Snapshot::default();
    let lines = [
        (1, r#"{"level":"debug","message":"[vite] connected."}"#),
        (2, r#"{"level":"debug","message":"[vite] connecting..."}"#),
        (3, r#"{"level":"error","message":"no"}"#),
    ];
    for (ms, text) in lines {
        let time = Timestamp::saturating_from_ms(ms);
        let draft = Draft {
            kind: Kind::Logs,
            facet: Facet::Plain,
            time: Some(time),
            test: None,
            text: text.into(),
        };
        let event = Event::new(draft, Seq(ms.unsigned_abs()), time, None);
        snapshot.of_mut(Kind::Logs).push(Arc::new(event));
    }
    let expected = json!({"totalFiltered": 2, "perRule": {"builtin_vite_client": 2},
        "lastSignalAt": "1970-01-01T00:00:00.003Z", "lastNoiseAt": "1970-01-01T00:00:00.002Z"});
    for _ in 0..2 {
        assert_eq!(serde_json::to_value(noise.statistics(&snapshot)).expect("JSON"), expected);
    }
}

#[test]
fn many_threads_may_ask_at_once() {
    fn is_sync<T: Sync + Send>() {}
    is_sync::<Noise>();
}

static BUILT_IN: LazyLock<Noise> = LazyLock::new(Noise::new);

/// The joined expression may never hold back what a rule alone would mark.
#[test]
fn the_sieve_lets_through_what_a_rule_marks() {
    for_all(CASES, |random| {
        let noise = &*BUILT_IN;
        let (_, example) = random.one_of(MARKED);
        let begin = example.split_once(' ').unwrap_or_default().1;
        let message = format!("{begin}{}", random.text(0..21));
        let line = Line { level: Level::Warn, message: &message, script: None, page: None };
        let entry = json!({"level": "warn", "message": message}).to_string();
        let is_marked = noise.rules().iter().any(|rule| rule.marks_line(&line));
        let entry = serde_json::from_str(&entry).expect("a line");
        assert_eq!(noise.log(&entry).is_some(), is_marked, "{message:?}");
    });
}
