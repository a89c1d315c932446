//! `configure_capture`: what the connected browsers capture, shown and set.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::browsers::Browser;
use crate::browsers::settings::{self, Settings};
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Effect, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<ConfigureCapture>();

struct ConfigureCapture;

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

#[derive(Debug, Serialize, JsonSchema)]
struct CaptureResponse {
    /// What is set from here, by storage key.
    settings: Settings,
    /// What each browser has set that is not the default.
    browsers: Vec<BrowserSettings>,
    /// Browsers that were sent the settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    told: Option<usize>,
    #[serde(skip)]
    is_browser_connected: bool,
    #[serde(skip)]
    notes: Vec<&'static str>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct BrowserSettings {
    version: String,
    paused: bool,
    settings: Map<String, Value>,
}

impl Tool for ConfigureCapture {
    const NAME: &'static str = "configure_capture";
    const TITLE: &'static str = "Capture switches";
    const DESCRIPTION: &'static str = "Set what browsers capture; without arguments, report it. \
                                       Lasts until the server ends or `reset`.";
    const EFFECT: Effect = Effect::Settings;

    type Arguments = Arguments;
    type Response = CaptureResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<CaptureResponse, Refusal> {
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
        let connected = browsers.list();
        let settings_of = |browser: &Browser| {
            let status = browser.status.as_ref()?;
            let settings = settings::unusual(status);
            Some(BrowserSettings {
                version: browser.version.clone(),
                paused: status.paused,
                settings,
            })
        };
        let mut notes = Vec::new();
        if arguments.auto_screenshot.is_some() {
            if connected.iter().any(|browser| settings::lacks_leave(browser.status.as_ref())) {
                notes.push(settings::NO_LEAVE);
            }
            if caller.app.browsers.drivers.are_here(caller.app) {
                notes.push(OF_DRIVERS);
            }
        }
        Ok(CaptureResponse {
            settings: browsers.overrides(),
            browsers: connected.iter().filter_map(settings_of).collect(),
            told,
            is_browser_connected: !connected.is_empty(),
            notes,
        })
    }
}

impl Response for CaptureResponse {
    fn render(&self, text: &mut String) {
        if let Some(told) = self.told {
            text.push_str(&format!("set; {} told at once\n", show::count(told, "browser")));
        }
        if self.settings.is_empty() {
            text.push_str("nothing is set from here: each browser captures what its user has set");
        } else {
            text.push_str(&format!("set from here: {}", listed(&self.settings)));
        }
        for BrowserSettings { version, paused, settings } in &self.browsers {
            let paused = if *paused { "paused, " } else { "" };
            let own =
                if settings.is_empty() { "all by default".to_owned() } else { listed(settings) };
            text.push_str(&format!("\n- extension {version}: {paused}{own}"));
        }
        if !self.is_browser_connected {
            text.push_str(
                "\nno browser is connected; the next one is told at its welcome. The capture script \
                 takes its mode from its address",
            );
        }
        for note in &self.notes {
            text.push_str(&format!("\n{note}"));
        }
    }
}

fn listed<'a>(settings: impl IntoIterator<Item = (&'a String, &'a Value)>) -> String {
    let settings = settings.into_iter();
    settings.map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ")
}
