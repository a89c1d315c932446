//! `get_browser_logs`: console lines and exceptions, newest first; a line that repeats its neighbour
//! is counted.
//!
//! ````text
//! + log {"level":"warn","message":"slow network","url":"http://localhost/cart"}
//! + log {"level":"warn","message":"slow network","url":"http://localhost/cart"}
//! + log {"level":"error","source":"exception","message":"Uncaught TypeError: total is undefined","url":"http://localhost/cart"}
//! > {"level":"warn"}
//! 3 log entries, newest first
//! 10:00:02.000 error [exception]: Uncaught TypeError: total is undefined
//! 10:00:01.000 warn: slow network  ×2
//! cursor: c3
//! ````

use gasoline_analysis::view::{Row, Session};
use gasoline_protocol::escape;
use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::{LogEntry, Logs};
use gasoline_protocol::truncate::truncate;
use gasoline_protocol::{Kind, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits;
use crate::mcp::arguments::Moment;
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::resources;
use crate::mcp::response::Response;
use crate::mcp::response::listing::{Budget, Listing, Page};
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GetBrowserLogs>();

struct GetBrowserLogs;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Minimum level.
    level: Option<Level>,
    url: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    since: Option<Moment>,
    limit: Option<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LogsResponse {
    entries: Listing<LogRow>,
    #[serde(flatten)]
    page: Page,
    /// Repeated lines included.
    #[serde(skip)]
    entry_count: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LogRow {
    seq: u64,
    timestamp: Timestamp,
    level: Level,
    source: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tab_id: Option<i64>,
    #[serde(rename = "test_id", skip_serializing_if = "Option::is_none")]
    test_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stack: Option<String>,
    /// How often it is repeated.
    count: usize,
    /// The rule that marks it as noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    noise: Option<String>,
    resource: String,
}

impl Tool for GetBrowserLogs {
    const NAME: &'static str = "get_browser_logs";
    const TITLE: &'static str = "Browser logs";
    const DESCRIPTION: &'static str = "Console lines and exceptions of all levels, newest first.";
    const IS_CORE: bool = true;

    type Arguments = Arguments;
    type Response = LogsResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<LogsResponse, Refusal> {
        let Arguments { level, url, tab_id, test_id, since, limit } = arguments;
        let filter = Filter::new(url, tab_id, test_id, since.as_ref())?;
        let snapshot = filter.snapshot(caller.app, &[Kind::Logs]);
        let session = Session::of_kind(&snapshot, Kind::Logs);
        let least = level.unwrap_or(Level::Debug);
        let mut entries = session.rows::<Logs>();
        entries.retain(|row| {
            row.view.level >= least && filter.admits([row.view.url.as_deref()], row.view.tab_id)
        });
        entries.reverse();
        let noise = caller.app.retained.noise();
        let repeated: Vec<_> = entries.chunk_by(is_same).collect();
        let rows = repeated.iter().map(|rows| {
            let row = LogRow::new(rows, noise.log(&rows[0].view).map(|rule| rule.id.clone()));
            (render(rows, &row), row)
        });
        let listing = Listing::fill(Budget::new(limit, limits::LOG_ROWS), rows);
        let page = listing.page_or(&snapshot, "pass `limit`, `level` or `since`", || {
            filter.why_empty(caller.app, &snapshot, Kind::Logs)
        });
        Ok(LogsResponse { entries: listing, page, entry_count: entries.len() })
    }
}

impl Response for LogsResponse {
    fn render(&self, text: &mut String) {
        let count = show::count(self.entry_count, "log entry").replace("entrys", "entries");
        self.page.render(text, &format!("{count}, newest first"), &self.entries);
    }
}

/// Whether a line only repeats its neighbour.
fn is_same(row: &Row<'_, LogEntry<'_>>, other: &Row<'_, LogEntry<'_>>) -> bool {
    row.view.level == other.view.level
        && row.view.message == other.view.message
        && row.view.tab_id == other.view.tab_id
        && row.view.is_retracted() == other.view.is_retracted()
        && row.test == other.test
}

impl LogRow {
    /// Of rows that are the same, the newest first.
    fn new(rows: &[Row<'_, LogEntry<'_>>], noise: Option<String>) -> Self {
        let (row, entry) = (&rows[0], &rows[0].view);
        let shown = |text: &str| truncate(text, limits::MESSAGE_SHOWN_CHARS);
        Self {
            seq: row.seq.0,
            timestamp: row.time,
            level: entry.level,
            source: entry.origin().to_owned(),
            message: shown(&entry.said()),
            url: entry.url.as_deref().map(str::to_owned),
            tab_id: entry.tab_id,
            test_id: row.test.map(str::to_owned),
            stack: entry.stack.as_deref().map(shown),
            count: rows.len(),
            noise,
            resource: resources::uri(Kind::Logs, row.seq),
        }
    }
}

fn render(rows: &[Row<'_, LogEntry<'_>>], row: &LogRow) -> String {
    let times = if row.count > 1 { format!("  ×{}", row.count) } else { String::new() };
    let noise = row.noise.as_ref().map(|rule| format!("  [noise: {rule}]")).unwrap_or_default();
    let late = if rows[0].view.is_retracted() { "  [handled later]" } else { "" };
    let source = match &*row.source {
        "console" => String::new(),
        other => format!(" [{}]", show::truncated(other, 30)),
    };
    let tab = row.tab_id.map(|tab| format!("  (tab {tab})")).unwrap_or_default();
    let (time, level, message) =
        (show::clock(row.timestamp), row.level.name(), escape::line(&row.message));
    format!("{time} {level}{source}: {message}{times}{tab}{late}{noise}")
}
