//! `wait_for_event`: blocks until something significant happens, for clients that drop notifications.

use std::sync::Arc;
use std::time::Duration;

use gasoline_analysis::signals::{Batch, Category, Choice, Signal};
use gasoline_protocol::Seq;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::limits;
use crate::mcp::notify::lines;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};
use crate::streaming::{self, Reader, Settings};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<WaitForEvent>();

struct WaitForEvent;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// At most 120.
    #[schemars(range(min = 1, max = limits::WAIT_MAX_SECONDS))]
    timeout_seconds: Option<f64>,
    events: Option<Vec<Category>>,
    url: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct WaitResponse {
    /// `context.seen_before` marks an error that comes again.
    events: Vec<Arc<Signal>>,
    timed_out: bool,
    waited_ms: i64,
    /// Events there was no room for.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<usize>,
    /// Events gone before they could be reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    missed: Option<u64>,
    cursor: Seq,
    #[serde(skip)]
    is_browser_known: bool,
}

impl Tool for WaitForEvent {
    const NAME: &'static str = "wait_for_event";
    const TITLE: &'static str = "Wait for an event";
    const DESCRIPTION: &'static str =
        "Wait for a significant event, from now or since the last wait.";

    type Arguments = Arguments;
    type Response = WaitResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<WaitResponse, Refusal> {
        let Caller { app, shelf, .. } = caller;
        let Ok(_permit) = app.streaming.waits.try_acquire() else {
            return Err(Refusal::new(
                format!("{} calls wait already", limits::WAITS_MAX),
                "wait with one call at a time; `get_changes_since` answers at once",
            ));
        };
        let url = arguments.url.filter(|part| !part.is_empty());
        let categories = arguments.events.unwrap_or(Category::ALL.to_vec());
        // An error that comes again is no news, but whoever waits may think that it was fixed.
        let choice = Choice { categories, url, known: true };
        let settings = Settings { choice, ..Settings::default() };
        let seconds = arguments.timeout_seconds.unwrap_or(f64::from(limits::WAIT_SECONDS));
        let timeout =
            Duration::from_secs_f64(seconds.clamp(0.0, f64::from(limits::WAIT_MAX_SECONDS)));
        streaming::wake(app);
        let listeners = &app.streaming.listeners;
        let mut reader = Reader::new(&settings, listeners.waits_from(app, *shelf));
        let began = app.now();
        // The fuzzer has no runtime, and nothing happens.
        if tokio::runtime::Handle::try_current().is_ok() {
            let _ = tokio::time::timeout(timeout, first(app, &mut reader)).await;
        }
        reader.collect(app);
        let batch = reader.take_waiting();
        listeners.note_waited(app, *shelf, reader.place(), batch.as_ref());
        Ok(WaitResponse {
            events: batch.iter().flat_map(Batch::signals).cloned().collect(),
            timed_out: batch.is_none(),
            waited_ms: app.now().ms_since(began),
            left: batch.as_ref().map(Batch::left).filter(|left| *left > 0),
            missed: Some(reader.take_missed()).filter(|missed| *missed > 0),
            cursor: app.journal.head(),
            is_browser_known: app.presence.last_heard().is_some() || app.clients().extension > 0,
        })
    }
}

/// Waits for the first event, and a moment for what belongs to it.
async fn first(app: &App, reader: &mut Reader) {
    reader.collect(app);
    while !reader.has_waiting() {
        reader.rest(app).await;
        reader.collect(app);
    }
    tokio::time::sleep(Duration::from_millis(limits::WAIT_SETTLE_MS)).await;
}

impl Response for WaitResponse {
    fn render(&self, text: &mut String) {
        if !self.timed_out {
            let more = self.left.map(|left| format!(" and {left} more")).unwrap_or_default();
            let count = show::count(self.events.len(), "event");
            text.push_str(&format!("{count}{more}:{}", lines(self.events.iter())));
            text.push_str(
                "\nhint: `get_browser_errors` says what led to errors and failed requests",
            );
        } else if self.is_browser_known {
            let waited = Duration::from_millis(u64::try_from(self.waited_ms).unwrap_or_default());
            text.push_str(&format!(
                "nothing significant happened within {:.1} s\nhint: call it again, it goes on from here",
                waited.as_secs_f64()
            ));
        } else {
            text.push_str(
                "nothing happened: no browser has sent anything to this server\nhint: open the page \
                 with the Gasoline extension or capture script on; `gasoline doctor` checks the connection",
            );
        }
        text.push_str(&format!("\ncursor: {}", self.cursor));
        if let Some(missed) = self.missed {
            text.push_str(&format!("\n({missed} earlier events were gone before this call)"));
        }
    }
}
