//! What is told an MCP client unasked: `notifications/gasoline/event`, the same once more as
//! `notifications/message`, and with the next answer, because many clients drop both.

#![expect(
    deprecated,
    reason = "logging is on its way out of MCP, and the one message all clients know"
)]

use std::sync::Arc;
use std::time::Duration;

use gasoline_analysis::signals::{Batch, Severity, Signal};
use rmcp::model::{
    CallToolResult, ContentBlock, CustomNotification, LoggingLevel,
    LoggingMessageNotificationParam, ServerNotification, SetLevelRequestParams,
};
use rmcp::{Peer, RoleServer};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::response::show;
use crate::app::App;
use crate::limits;
use crate::mcp::response::escape_hidden;
use crate::streaming::{Reader, Riding, Settings};

const METHOD: &str = "notifications/gasoline/event";
const LOGGER: &str = "gasoline";

/// How loud a log message is, and how a client says which it takes.
pub(super) type Level = LoggingLevel;
pub(super) type SetLevel = SetLevelRequestParams;

/// What a client takes that has not said.
pub(super) const EVERYTHING: Option<Level> = Some(LoggingLevel::Debug);

/// Which log messages a client takes: those at least so severe; `None` for none at all.
pub(super) type Loudness = watch::Receiver<Option<LoggingLevel>>;

/// How a client with a session is pushed to.
#[derive(Clone)]
pub(crate) struct Pusher {
    pub(super) peer: Peer<RoleServer>,
    pub(super) loudness: Loudness,
}

impl Pusher {
    /// Begins to push to a client, unless that has begun.
    pub(super) fn start(&self, app: &Arc<App>, client: u64) {
        let listeners = &app.streaming.listeners;
        if !listeners.begin_push(app, client) {
            return;
        }
        let settings = listeners.follow(app, client);
        let from = app.streaming.newest();
        let (app, own) = (Arc::clone(app), self.clone());
        tokio::spawn(async move {
            push(Arc::clone(&app), own.peer, from, settings, own.loudness).await;
            app.streaming.listeners.end_push(client);
        });
    }
}

/// Pushes signals after the place `from` to a client until it has gone. `settings` are what it has set.
pub(super) async fn push(
    app: Arc<App>,
    peer: Peer<RoleServer>,
    from: u64,
    mut settings: watch::Receiver<Settings>,
    loudness: Loudness,
) {
    let mut reader = Reader::new(&settings.borrow_and_update(), from);
    let mut was_on = settings.borrow().is_on;
    loop {
        let now = settings.borrow_and_update().clone();
        if now.is_on && !was_on {
            reader.skip_to(app.streaming.newest());
        }
        reader.set(&now);
        was_on = now.is_on;
        let batch = tokio::select! {
            changed = settings.changed() => match changed {
                Ok(()) => continue,
                Err(_) => return,
            },
            batch = reader.next(&app), if was_on => batch,
        };
        let least = *loudness.borrow();
        if !send(&peer, &batch, reader.take_missed(), least).await {
            return;
        }
    }
}

/// Sends one notification by both methods. Whether the client is still there and reads.
async fn send(
    peer: &Peer<RoleServer>,
    batch: &Batch,
    missed: u64,
    least: Option<LoggingLevel>,
) -> bool {
    let mut told = batch.to_json();
    escape_hidden(&mut told);
    if missed > 0 {
        told["context"]["missed"] = json!(missed);
    }
    let custom = CustomNotification::new(METHOD, Some(told.clone()));
    let mut messages = vec![ServerNotification::CustomNotification(custom)];
    let level = level(batch.severity());
    if least.is_some_and(|least| level as u8 >= least as u8) {
        let message = LoggingMessageNotificationParam::new(level, told).with_logger(LOGGER);
        messages.push(ServerNotification::LoggingMessageNotification(
            rmcp::model::LoggingMessageNotification::new(message),
        ));
    }
    for message in messages {
        let sent = peer.send_notification(message);
        let patience = Duration::from_millis(limits::NOTIFY_SEND_MS);
        if !matches!(tokio::time::timeout(patience, sent).await, Ok(Ok(()))) {
            return false;
        }
    }
    true
}

fn level(severity: Severity) -> LoggingLevel {
    match severity {
        Severity::Warning => LoggingLevel::Warning,
        Severity::Error => LoggingLevel::Error,
    }
}

/// Adds to an answer what the client was not told with an earlier one.
pub(super) fn ride(app: &App, client: u64, result: &mut CallToolResult) {
    let Riding { signals, left, lost } = app.streaming.listeners.ride(app, client);
    if signals.is_empty() {
        return;
    }
    let mut more = Vec::new();
    if left > 0 {
        more.push(format!("{left} more with the next answer"));
    }
    if lost > 0 {
        more.push(format!("{lost} earlier ones had no room; `get_changes_since` has their events"));
    }
    let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join("; ")) };
    let text = format!("meanwhile in the browser{more}:{}", lines(signals.iter()));
    result.content.push(ContentBlock::text(text));
    let mut events = json!(signals.iter().map(|signal| json!(**signal)).collect::<Vec<_>>());
    escape_hidden(&mut events);
    if let Some(Value::Object(structured)) = &mut result.structured_content {
        structured.insert("pending_events".to_owned(), events);
        if left > 0 {
            structured.insert("pending_left".to_owned(), json!(left));
        }
        if lost > 0 {
            structured.insert("pending_lost".to_owned(), json!(lost));
        }
    }
}

/// A line for each signal.
pub(super) fn lines<'a>(signals: impl Iterator<Item = &'a Arc<Signal>>) -> String {
    let line = |signal: &Arc<Signal>| {
        let said = show::one_line(&signal.message, limits::MESSAGE_LINE_CHARS);
        format!("\n- {} [{}] {said}", show::clock(signal.timestamp), signal.category.name())
    };
    signals.map(line).collect()
}
