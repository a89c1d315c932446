//! `configure_streaming`: what the client is told unasked.
//!
//! ````text
//! > {"enabled":true,"events":["errors"]}
//! streaming is on: errors, at most every 5 s and 12 times a minute
//! this client keeps no MCP session: what happens comes with later answers, and on `subscriptions/listen`
//! ````

use gasoline_analysis::limits::{THROTTLE_MAX_SECONDS, THROTTLE_MIN_SECONDS};
use gasoline_analysis::redact::Quoted;
use gasoline_analysis::signals::Category;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::tool::{Caller, Effect, Tool, ToolEntry};
use crate::streaming;

pub(super) static TOOL: ToolEntry = ToolEntry::of::<ConfigureStreaming>();

struct ConfigureStreaming;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    enabled: Option<bool>,
    events: Option<Vec<Category>>,
    /// 1 to 60; default 5.
    #[schemars(range(min = THROTTLE_MIN_SECONDS, max = THROTTLE_MAX_SECONDS))]
    throttle_seconds: Option<f64>,
    url_filter: Option<Quoted>,
}

/// While streaming is on, every response may have `pending_events[]` (at most three that no earlier
/// response had), `pending_left` (how many go with the next) and `pending_lost` (how many had no room).
#[derive(Debug, Serialize, JsonSchema)]
struct StreamingResponse {
    enabled: bool,
    events: Vec<Category>,
    throttle_seconds: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    url_filter: Option<String>,
    /// Whether this client is sent notifications.
    pushed: bool,
    /// Events that came faster than they were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    unseen: Option<u64>,
}

impl Tool for ConfigureStreaming {
    const NAME: &'static str = "configure_streaming";
    const TITLE: &'static str = "Streaming";
    const DESCRIPTION: &'static str =
        "Push errors, slow pages and user frustration as notifications. Off by default.";
    const EFFECT: Effect = Effect::Settings;

    type Arguments = Arguments;
    type Response = StreamingResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<StreamingResponse, Refusal> {
        let app = caller.app;
        let listeners = &app.streaming.listeners;
        let mut settings = listeners.settings(app, caller.shelf);
        let before = settings.clone();
        settings.is_on = arguments.enabled.unwrap_or(settings.is_on);
        if let Some(events) = arguments.events {
            settings.choice.categories =
                Category::ALL.into_iter().filter(|category| events.contains(category)).collect();
        }
        if let Some(seconds) = arguments.throttle_seconds {
            // The schema has held it against its limits; the cast saturates.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let seconds = seconds.ceil() as u32;
            settings.throttle_seconds = seconds.clamp(THROTTLE_MIN_SECONDS, THROTTLE_MAX_SECONDS);
        }
        if let Some(part) = arguments.url_filter {
            settings.choice.url = Some(part.into_string()).filter(|part| !part.is_empty());
        }
        if settings.is_on {
            streaming::wake(app);
        }
        if settings != before {
            listeners.set(app, caller.shelf, settings.clone());
        }
        let pusher = caller.pusher.filter(|_| settings.is_on);
        if let Some(pusher) = pusher {
            pusher.start(app, caller.shelf);
        }
        Ok(StreamingResponse {
            enabled: settings.is_on,
            events: settings.choice.categories,
            throttle_seconds: settings.throttle_seconds,
            url_filter: settings.choice.url,
            pushed: pusher.is_some(),
            unseen: Some(app.streaming.unseen()).filter(|unseen| *unseen > 0),
        })
    }
}

impl Response for StreamingResponse {
    fn render(&self, text: &mut String) {
        if self.enabled {
            let events: Vec<&str> = self.events.iter().map(|one| one.name()).collect();
            let url = self.url_filter.as_ref();
            let about = url.map(|url| format!(" about URLs with `{url}`")).unwrap_or_default();
            text.push_str(&format!(
                "streaming is on: {}{about}, at most every {} s and 12 times a minute",
                if events.is_empty() { "no events".to_owned() } else { events.join(", ") },
                self.throttle_seconds
            ));
        } else {
            text.push_str(
                "streaming is off\nhint: call it with `enabled: true`; `wait_for_event` works either \
                 way",
            );
        }
        if self.enabled && !self.pushed {
            text.push_str(
                "\nthis client keeps no MCP session: what happens comes with later answers, and on \
                 `subscriptions/listen`",
            );
        }
        if let Some(unseen) = self.unseen {
            text.push_str(&format!(
                "\n({unseen} events came faster than they were looked at; `get_changes_since` counts all)"
            ));
        }
    }
}
