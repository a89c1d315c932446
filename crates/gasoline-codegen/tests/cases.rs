//! A saved snapshot in, exact text out. `UPDATE_EXPECT=1 cargo test -p gasoline-codegen` writes anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use gasoline_analysis::noise::Noise;
use gasoline_analysis::timeline::{Include, Part, Scope, Seen, Sources, timeline};
use gasoline_codegen::{Checks, Fixtures, Format, Options, plan, print};
use gasoline_protocol::event::Captured;
use gasoline_protocol::{Seq, Timestamp};
use serde::Deserialize;
use serde_json::{Value, json};

/// What a tool is called with.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Asked {
    tool: String,
    title: Option<String>,
    base_url: Option<String>,
    last_n_actions: Option<usize>,
    format: Option<String>,
    fixtures: Option<String>,
    error: Option<String>,
    response_shape: bool,
    network: Option<bool>,
    no_errors: Option<bool>,
    dom_state: Option<bool>,
    include_assertions: Option<bool>,
}

/// Events of one kind, as text.
fn texts(snapshot: &Value, kind: &str) -> Vec<String> {
    snapshot[kind].as_array().into_iter().flatten().map(Value::to_string).collect()
}

fn views<'a, T: Captured<'a>>(texts: &'a [String], from: u64) -> Vec<(Seq, Timestamp, T)> {
    let read = |(place, text): (usize, &'a String)| {
        let view: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let time = view.header().time().expect("a time");
        (Seq(from + place as u64), time, view)
    };
    texts.iter().enumerate().map(read).collect()
}

fn seen<'a, T>(views: &'a [(Seq, Timestamp, T)]) -> Vec<Seen<'a, T>> {
    views
        .iter()
        .map(|(seq, time, view)| Seen { seq: *seq, time: *time, test: None, view })
        .collect()
}

/// The script, its warnings, and its fixture.
fn generate(snapshot: &Value, asked: &Asked) -> (String, Value, Option<(String, String)>) {
    let kinds = ["enhanced_actions", "network_bodies", "logs", "websocket_events", "dom_snapshots"];
    let texts: BTreeMap<&str, Vec<String>> =
        kinds.into_iter().map(|kind| (kind, texts(snapshot, kind))).collect();
    let actions = views(&texts["enhanced_actions"], 1);
    let requests = views(&texts["network_bodies"], 1_000);
    let logs = views(&texts["logs"], 2_000);
    let sockets = views(&texts["websocket_events"], 3_000);
    let outlines = views(&texts["dom_snapshots"], 4_000);
    let noise = Noise::default();
    let sources = Sources {
        actions: &seen(&actions),
        requests: &seen(&requests),
        logs: &seen(&logs),
        sockets: &seen(&sockets),
        outlines: &seen(&outlines),
        noise: Some(&noise),
        ..Sources::default()
    };
    let include = Include::default().and(Part::Sockets).and(Part::Outlines);
    let scope = Scope { last_n_actions: asked.last_n_actions, include, ..Scope::default() };
    let is_reproduction = asked.tool == "get_reproduction_script";
    let checks = if is_reproduction {
        Checks::of_a_reproduction(asked.include_assertions.unwrap_or(true))
    } else {
        Checks {
            network: asked.network.unwrap_or(true),
            no_errors: asked.no_errors.unwrap_or(true),
            dom_state: asked.dom_state.unwrap_or(true),
            response_shape: asked.response_shape,
            navigation: true,
        }
    };
    let fixtures = asked.fixtures.as_deref().map(|name| match name {
        "mock" => Fixtures::Mock,
        "setup" => Fixtures::Setup,
        other => panic!("no fixtures are called `{other}`"),
    });
    let options = Options {
        title: asked.title.clone(),
        base_url: asked.base_url.clone(),
        checks,
        fixtures,
        error: asked.error.clone(),
        is_reproduction,
    };
    let timeline = timeline(&sources, &scope);
    let plan = plan::plan(&timeline, &options).expect("a plan");
    let format = if asked.format.as_deref() == Some("cypress") {
        Format::Cypress
    } else {
        Format::Playwright
    };
    let about = json!({
        "title": plan.title, "actions": plan.action_count, "assertions": plan.assertion_count(),
        "selectors_used": plan.selectors_used, "warnings": plan.warnings,
    });
    let fixture =
        plan.mock.as_ref().map(|mock| (mock.name.clone(), print::mock(mock, &plan.title)));
    (print::script(&plan, format), about, fixture)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

fn names() -> Vec<String> {
    let listed = std::fs::read_dir(folder()).expect("the cases");
    let mut names: Vec<String> = listed
        .filter_map(|entry| entry.ok().filter(|entry| entry.path().is_dir()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn read(name: &str, file: &str) -> Value {
    let path = folder().join(name).join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_case_gives_its_text() {
    for name in names() {
        let snapshot = read(&name, "snapshot.json");
        let asked: Asked = serde_json::from_value(read(&name, "options.json")).expect("options");
        let (script, about, fixture) = generate(&snapshot, &asked);
        let again = generate(&snapshot, &asked);
        assert_eq!(
            (&script, &about),
            (&again.0, &again.1),
            "{name}: equal snapshots give equal scripts"
        );
        let file = if asked.format.as_deref() == Some("cypress") {
            "expected.cy.js"
        } else {
            "expected.spec.ts"
        };
        let place = folder().join(&name);
        expect_file![place.join(file)].assert_eq(&script);
        let about = serde_json::to_string_pretty(&about).expect("JSON");
        expect_file![place.join("expected.about.json")].assert_eq(&format!("{about}\n"));
        if let Some((fixture_name, content)) = fixture {
            expect_file![place.join(fixture_name)].assert_eq(&content);
        }
    }
}
