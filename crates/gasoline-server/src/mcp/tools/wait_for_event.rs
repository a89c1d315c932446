//! `wait_for_event`: blocks until something significant happens, for clients that drop notifications.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use gasoline_analysis::signals::{Batch, Category, Choice};
use gasoline_protocol::schema;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::limits;
use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::notify::lines;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Effect, Run, Tool};
use crate::streaming::{self, Reader, Settings};

pub(super) static TOOL: Tool = Tool {
    name: "wait_for_event",
    title: "Wait for an event",
    description: "Wait for a significant event, from now or since the last wait.",
    answers: "`events[]` {category, severity, message, timestamp, context}, where `context.seen_before` \
              marks an error that comes again, `timed_out`, `waited_ms`, `left?`: events there was no \
              room for, `missed?`: events gone before they could be told, `cursor`",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::Waits(|app, client, arguments| Box::pin(run(app, client, arguments))),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// At most 120.
    #[schemars(range(min = 1, max = limits::WAIT_MAX_SECONDS))]
    timeout_seconds: Option<f64>,
    events: Option<Vec<Category>>,
    url: Option<String>,
}

async fn run(app: Arc<App>, client: u64, arguments: Map<String, Value>) -> Result<Answer, Refusal> {
    let arguments: Arguments = read(arguments)?;
    let Ok(_place) = app.streaming.waits.try_acquire() else {
        return Err(Refusal::new(
            format!("{} calls wait already", limits::WAITS_MAX),
            "wait with one call at a time; `get_changes_since` answers at once",
        ));
    };
    let url = arguments.url.filter(|part| !part.is_empty());
    let categories = arguments.events.unwrap_or(Category::ALL.to_vec());
    // An error that comes again is no news, but whoever waits may think that it was mended.
    let choice = Choice { categories, url, known: true };
    let settings = Settings { choice, ..Settings::default() };
    let seconds = arguments.timeout_seconds.unwrap_or(f64::from(limits::WAIT_SECONDS));
    let patience = Duration::from_secs_f64(seconds.clamp(0.0, f64::from(limits::WAIT_MAX_SECONDS)));
    streaming::wake(&app);
    let listeners = &app.streaming.listeners;
    let mut reader = Reader::new(&settings, listeners.waits_from(&app, client));
    let began = app.now();
    // The fuzzer has no runtime, and nothing happens.
    if tokio::runtime::Handle::try_current().is_ok() {
        let _ = tokio::time::timeout(patience, first(&app, &mut reader)).await;
    }
    reader.collect(&app);
    let told = reader.take_waiting();
    listeners.note_waited(&app, client, reader.place(), told.as_ref());
    let waited_ms = app.now().ms_since(began);
    Ok(answer(&app, told.as_ref(), reader.take_missed(), waited_ms))
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

fn answer(app: &App, told: Option<&Batch>, missed: u64, waited_ms: i64) -> Answer {
    let events: Vec<Value> = told
        .map(|batch| batch.signals().map(|signal| json!(**signal)).collect())
        .unwrap_or_default();
    let mut text = match told {
        Some(batch) => {
            let more = batch.left();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{}{more}:{}", show::count(events.len(), "event"), lines(batch.signals()))
        }
        None if app.last_heard().is_none() && app.clients().extension == 0 => {
            "nothing happened: no browser has sent anything to this server\nhint: open the page with \
             the Gasoline extension or capture script on; `gasoline doctor` checks the connection"
                .to_owned()
        }
        None => format!(
            "nothing significant happened within {:.1} s\nhint: call it again, it goes on from here",
            Duration::from_millis(u64::try_from(waited_ms).unwrap_or_default()).as_secs_f64()
        ),
    };
    if told.is_some() {
        text.push_str("\nhint: `get_browser_errors` says what led to errors and failed requests");
    }
    let head = app.journal.head();
    text.push_str(&format!("\ncursor: {head}"));
    let mut answer = Answer { text, ..Answer::default() };
    answer.set("events", &events);
    answer.set("timed_out", &told.is_none());
    answer.set("waited_ms", &waited_ms);
    if let Some(left) = told.map(Batch::left).filter(|left| *left > 0) {
        answer.set("left", &left);
    }
    if missed > 0 {
        answer.set("missed", &missed);
        answer.text.push_str(&format!("\n({missed} earlier events were gone before this call)"));
    }
    answer.set("cursor", &head);
    answer
}
