//! What the tests of scripts share: a snapshot as JSON in, a script out.

use std::collections::BTreeMap;

use gasoline_analysis::noise::Noise;
use gasoline_analysis::timeline::{Include, Part, Scope, timeline};
use gasoline_analysis::view::{Row, View};
use gasoline_codegen::{CannotGenerate, Checks, Fixtures, Format, Options, plan, print};
use gasoline_protocol::Seq;
use gasoline_protocol::event::EventView;
use serde::Deserialize;
use serde_json::{Value, json};

/// What a tool is called with.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Asked {
    pub(crate) tool: String,
    pub(crate) title: Option<String>,
    pub(crate) base_url: Option<String>,
    pub(crate) last_n_actions: Option<usize>,
    pub(crate) format: Option<String>,
    pub(crate) fixtures: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) response_shape: bool,
    pub(crate) network: Option<bool>,
    pub(crate) no_errors: Option<bool>,
    pub(crate) dom_state: Option<bool>,
    pub(crate) include_assertions: Option<bool>,
    pub(crate) include_screenshots: bool,
    pub(crate) visual: bool,
    pub(crate) mask_dynamic: Option<bool>,
}

/// Events of one kind, as text.
fn texts(snapshot: &Value, kind: &str) -> Vec<String> {
    snapshot[kind].as_array().into_iter().flatten().map(Value::to_string).collect()
}

fn rows<'a, V: EventView<'a>>(texts: &'a [String], from: u64) -> Vec<Row<'a, V>> {
    let read = |(place, text): (usize, &'a String)| {
        let view: V = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let time = view.header().time().expect("a time");
        Row::new(Seq(from + place as u64), time, view)
    };
    texts.iter().enumerate().map(read).collect()
}

/// A script and what is told with it.
#[derive(Debug, PartialEq)]
pub(crate) struct Written {
    pub(crate) script: String,
    /// Title, counts, warnings.
    pub(crate) about: Value,
    /// Name and content.
    pub(crate) fixture: Option<(String, String)>,
}

#[track_caller]
pub(crate) fn generate(snapshot: &Value, asked: &Asked) -> Written {
    try_generate(snapshot, asked).expect("a script")
}

pub(crate) fn try_generate(snapshot: &Value, asked: &Asked) -> Result<Written, CannotGenerate> {
    let kinds = ["enhanced_actions", "network_bodies", "logs", "websocket_events", "dom_snapshots"];
    let texts: BTreeMap<&str, Vec<String>> =
        kinds.into_iter().map(|kind| (kind, texts(snapshot, kind))).collect();
    let noise = Noise::default();
    let view = View {
        actions: rows(&texts["enhanced_actions"], 1),
        requests: rows(&texts["network_bodies"], 1_000),
        logs: rows(&texts["logs"], 2_000),
        sockets: rows(&texts["websocket_events"], 3_000),
        outlines: rows(&texts["dom_snapshots"], 4_000),
        ..View::default()
    };
    let include = Include::default().and(Part::Sockets).and(Part::Outlines);
    let scope = Scope { include, ..Scope::default() };
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
            visual: asked.visual,
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
        last_n_actions: asked.last_n_actions,
        checks,
        fixtures,
        error: asked.error.clone(),
        is_reproduction,
        takes_pictures: asked.include_screenshots,
        masks_dynamic: asked.mask_dynamic.unwrap_or(true),
        ..Options::default()
    };
    let timeline = timeline(&view, Some(&noise), &scope);
    let plan = plan::plan(&timeline, &options)?;
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
    Ok(Written { script: print::script(&plan, format), about, fixture })
}
