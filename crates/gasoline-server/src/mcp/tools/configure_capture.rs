//! `configure_capture`: what the connected browsers capture, shown and set.

use std::sync::LazyLock;

use gasoline_protocol::schema;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Run, Tool};
use crate::settings::{self, Settings};

pub(super) static TOOL: Tool = Tool {
    name: "configure_capture",
    title: "Capture switches",
    description: "Set what browsers capture; without arguments, report it. Lasts until the server \
                  ends or `reset`.",
    answers: "`settings` {storage key: value}: what is set from here; `browsers[]` {version, paused, \
              settings}: each one's own that are not the default; `told`: browsers that were told",
    effect: Effect::Settings,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| Ok(run(caller, &read(arguments)?))),
};

/// What to say of drivers, who hear nothing of settings.
const OF_DRIVERS: &str = "`auto_screenshot` does not reach what drives a browser: `gasoline attach` \
                          takes a picture of each error, the Playwright fixture one of a failed \
                          test, and both take one when `capture_screenshot` asks";

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum LogLevel {
    All,
    Warn,
    Error,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Sockets {
    Off,
    Lifecycle,
    Messages,
}

/// Pictures taken unasked.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(description = "")]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the names of the wire")]
struct AutoScreenshot {
    on_navigation: Option<bool>,
    on_error: Option<bool>,
    on_action: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    log_level: Option<LogLevel>,
    websocket: Option<Sockets>,
    network_bodies: Option<bool>,
    actions: Option<bool>,
    performance: Option<bool>,
    dom_snapshots: Option<bool>,
    ai_context: Option<bool>,
    auto_screenshot: Option<AutoScreenshot>,
    paused: Option<bool>,
    /// Restore the user's settings first.
    reset: Option<bool>,
}

impl Arguments {
    fn changes(&self) -> Settings {
        let mut changes = Settings::new();
        let mut set = |key: &str, value: Value| {
            if !value.is_null() {
                changes.insert(key.to_owned(), value);
            }
        };
        set("logLevel", json!(self.log_level));
        set("networkBodyCaptureEnabled", json!(self.network_bodies));
        set("actionReplayEnabled", json!(self.actions));
        set("performanceSnapshotEnabled", json!(self.performance));
        set("domSnapshotEnabled", json!(self.dom_snapshots));
        set("aiContextEnabled", json!(self.ai_context));
        set("paused", json!(self.paused));
        if let Some(auto) = &self.auto_screenshot {
            set("screenshotOnNavigation", json!(auto.on_navigation));
            set("screenshotOnError", json!(auto.on_error));
            set("screenshotOnAction", json!(auto.on_action));
        }
        match self.websocket {
            Some(Sockets::Off) => set("webSocketCaptureEnabled", json!(false)),
            Some(mode) => {
                set("webSocketCaptureEnabled", json!(true));
                set("webSocketCaptureMode", json!(mode));
            }
            None => {}
        }
        changes
    }
}

fn run(caller: &Caller<'_>, arguments: &Arguments) -> Answer {
    let browsers = &caller.app.browsers;
    let changes = arguments.changes();
    let is_reset = arguments.reset == Some(true);
    let told = (is_reset || !changes.is_empty()).then(|| {
        browsers.set(|settings| {
            if is_reset {
                settings.clear();
            }
            settings.extend(changes);
        })
    });
    let overrides = browsers.overrides();
    let here = browsers.list();
    let mut text = match told {
        Some(told) => format!("set; {} told at once\n", show::count(told, "browser")),
        None => String::new(),
    };
    if overrides.is_empty() {
        text.push_str("nothing is set from here: each browser captures what its user has set");
    } else {
        text.push_str(&format!("set from here: {}", listed(overrides.iter())));
    }
    let mut rows = Vec::new();
    for browser in &here {
        let Some(status) = &browser.status else { continue };
        let unusual = settings::unusual(status);
        let paused = if status.paused { "paused, " } else { "" };
        let own =
            if unusual.is_empty() { "all by default".to_owned() } else { listed(unusual.iter()) };
        text.push_str(&format!("\n- extension {}: {paused}{own}", browser.version));
        rows.push(json!({
            "version": browser.version, "paused": status.paused, "settings": unusual,
        }));
    }
    if here.is_empty() {
        text.push_str(
            "\nno browser is connected; the next one is told at its welcome. The capture script takes \
             its mode from its address",
        );
    }
    let wants_pictures = arguments.auto_screenshot.is_some();
    if wants_pictures && here.iter().any(|browser| settings::lacks_leave(browser.status.as_ref())) {
        text.push_str(&format!("\n{}", settings::NO_LEAVE));
    }
    if wants_pictures && caller.app.drivers.are_here(caller.app) {
        text.push_str(&format!("\n{OF_DRIVERS}"));
    }
    let mut answer = Answer { text, ..Answer::default() };
    answer.set("settings", &overrides);
    answer.set("browsers", &rows);
    if let Some(told) = told {
        answer.set("told", &told);
    }
    answer
}

fn listed<'a>(settings: impl Iterator<Item = (&'a String, &'a Value)>) -> String {
    settings.map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ")
}
