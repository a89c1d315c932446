//! `configure_streaming`: what the client is told unasked.

use std::sync::LazyLock;

use gasoline_analysis::limits::{THROTTLE_MAX_SECONDS, THROTTLE_MIN_SECONDS};
use gasoline_analysis::signals::Category;
use gasoline_protocol::schema;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::tool::{Caller, Effect, Run, Tool};
use crate::streaming;

pub(super) static TOOL: Tool = Tool {
    name: "configure_streaming",
    title: "Streaming",
    description: "Push errors, slow pages and user frustration as notifications. Off by default.",
    answers: "`enabled`, `events[]`, `throttle_seconds`, `url_filter?`, `pushed`: whether this client \
              is sent notifications, `unseen?`: events that came faster than they were looked at. \
              While it is on, every answer may have `pending_events[]` \
              {category, severity, message, timestamp, context}: at most three that no earlier answer \
              had, `pending_left`: how many go with the next, `pending_lost`: how many had no room",
    effect: Effect::Settings,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| Ok(run(caller, read(arguments)?))),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    enabled: Option<bool>,
    events: Option<Vec<Category>>,
    /// 1 to 60; default 5.
    #[schemars(range(min = THROTTLE_MIN_SECONDS, max = THROTTLE_MAX_SECONDS))]
    throttle_seconds: Option<f64>,
    url_filter: Option<String>,
}

fn run(caller: &Caller<'_>, arguments: Arguments) -> Answer {
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
        settings.choice.url = Some(part).filter(|part| !part.is_empty());
    }
    if settings.is_on {
        streaming::wake(app);
    }
    if settings != before {
        listeners.set(app, caller.shelf, settings.clone());
    }
    if let Some(pusher) = caller.pusher.filter(|_| settings.is_on) {
        pusher.start(app, caller.shelf);
    }
    let events: Vec<&str> = settings.choice.categories.iter().map(|one| one.name()).collect();
    let mut text = if settings.is_on {
        let url = settings.choice.url.as_ref();
        let about = url.map(|url| format!(" about URLs with `{url}`")).unwrap_or_default();
        format!(
            "streaming is on: {}{about}, at most every {} s and 12 times a minute",
            if events.is_empty() { "no events".to_owned() } else { events.join(", ") },
            settings.throttle_seconds
        )
    } else {
        "streaming is off\nhint: call it with `enabled: true`; `wait_for_event` works either way"
            .to_owned()
    };
    let is_pushed = settings.is_on && caller.pusher.is_some();
    if settings.is_on && !is_pushed {
        text.push_str(
            "\nthis client keeps no MCP session: what happens comes with later answers, and on \
             `subscriptions/listen`",
        );
    }
    let unseen = app.streaming.unseen();
    if unseen > 0 {
        text.push_str(&format!(
            "\n({unseen} events came faster than they were looked at; `get_changes_since` counts all)"
        ));
    }
    let mut answer = Answer { text, ..Answer::default() };
    if unseen > 0 {
        answer.set("unseen", &unseen);
    }
    answer.set("enabled", &settings.is_on);
    answer.set("events", &events);
    answer.set("throttle_seconds", &settings.throttle_seconds);
    if let Some(url) = &settings.choice.url {
        answer.set("url_filter", url);
    }
    answer.set("pushed", &is_pushed);
    answer
}
