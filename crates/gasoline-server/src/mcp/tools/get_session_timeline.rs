//! `get_session_timeline`: what the user did and what it caused, in one list.
//!
//! ````text
//! + action {"type":"navigate","toUrl":"http://localhost/cart","url":"http://localhost/cart"}
//! + action {"type":"click","url":"http://localhost/cart","selectors":{"role":{"role":"button","name":"Pay"}}}
//! + network {"method":"POST","url":"http://localhost/api/orders","status":500,"duration":41,"contentType":"application/json","responseBody":"{\"error\":\"out of stock\"}"}
//! + log {"level":"error","source":"exception","message":"Uncaught TypeError: total is undefined","url":"http://localhost/cart"}
//! > {}
//! 2 actions, 1 request, 1 console error in 3.0 s
//! 10:00:00.000 navigate → http://localhost/cart
//! 10:00:01.000 click button "Pay"
//!    +1000 ms POST http://localhost/api/orders → 500 (41 ms): {"error":"out of stock"}  #3
//!    +2000 ms error: Uncaught TypeError: total is undefined
//! cursor: c4
//! ````

use std::num::NonZeroUsize;

use gasoline_analysis::timeline::{Entry, Include, Part, Scope, Summary, timeline};
use gasoline_analysis::view::Session;
use gasoline_protocol::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::limits;
use crate::mcp::arguments::Moment;
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::listing::Page;
use crate::mcp::timeline::is_in_timeline;
use crate::mcp::timeline::rows::TimelineRow;
use crate::mcp::timeline::text::{self, TimelineText};
use crate::mcp::tool::{Caller, Tool, ToolEntry};
use crate::pictures::Held;

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GetSessionTimeline>();

struct GetSessionTimeline;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Wanted {
    Actions,
    Network,
    Console,
    Websocket,
    Screenshot,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    last_n_actions: Option<NonZeroUsize>,
    url: Option<String>,
    /// Default: actions, network, console.
    include: Option<Vec<Wanted>>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    since: Option<Moment>,
}

/// What can be asked for, and where it is kept.
const PARTS: [(Wanted, Part, Kind); 5] = [
    (Wanted::Actions, Part::Actions, Kind::EnhancedActions),
    (Wanted::Network, Part::Network, Kind::NetworkBodies),
    (Wanted::Console, Part::Console, Kind::Logs),
    (Wanted::Websocket, Part::Sockets, Kind::WebsocketEvents),
    (Wanted::Screenshot, Part::Screenshots, Kind::Screenshots),
];

/// What every timeline is made of, shown or not: causes are found by it.
const NEEDED: [Kind; 2] = [Kind::EnhancedActions, Kind::NetworkBodies];

/// How to see what was cut.
const MORE: &str = "pass `last_n_actions`, `url`, `include` or `since`";

#[derive(Debug, Serialize, JsonSchema)]
struct TimelineResponse {
    /// Oldest first.
    timeline: Vec<TimelineRow>,
    summary: Summary,
    #[serde(flatten)]
    page: Page,
    #[serde(skip)]
    text: TimelineText,
}

impl Tool for GetSessionTimeline {
    const NAME: &'static str = "get_session_timeline";
    const TITLE: &'static str = "Timeline";
    const DESCRIPTION: &'static str =
        "Each user action with the requests and errors it caused, in time order.";

    type Arguments = Arguments;
    type Response = TimelineResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<TimelineResponse, Refusal> {
        let Arguments { last_n_actions, url, include, tab_id, test_id, since } = arguments;
        let filter = Filter::new(url, tab_id, test_id, since.as_ref())?;
        let include = include.filter(|wanted| !wanted.is_empty());
        let is_asked = |part: Part, wanted: Wanted| match &include {
            Some(include) => include.contains(&wanted),
            None => Include::default().has(part),
        };
        let asked: Vec<(Part, Kind)> = PARTS
            .into_iter()
            .filter(|(wanted, part, _)| is_asked(*part, *wanted))
            .map(|(_, part, kind)| (part, kind))
            .collect();
        let kinds: Vec<Kind> = asked.iter().map(|(_, kind)| *kind).chain(NEEDED).collect();
        let snapshot = filter.session(caller.app, &kinds);
        let scope = Scope {
            last_n_actions: last_n_actions.map(NonZeroUsize::get),
            include: Include::only(&asked.iter().map(|(part, _)| *part).collect::<Vec<_>>()),
            cap: Some(limits::TIMELINE_ROWS),
            ..filter.part()
        };
        let held = Held::now(caller.app);
        let session = Session::new(&snapshot, is_in_timeline);
        let view = session.view();
        let mut timeline = timeline(&view, Some(&caller.app.retained.noise()), &scope);
        let total = timeline.entries.len() + timeline.left_out;
        let rows = newest_rows(&timeline.entries, &held);
        timeline.entries.drain(..timeline.entries.len() - rows.len());
        let most_bytes = match last_n_actions {
            Some(_) => limits::ANSWER_ASKED_MAX_BYTES,
            None => limits::ANSWER_MAX_BYTES,
        };
        let mut text = text::render(&timeline, &held, most_bytes - limits::ANSWER_RESERVE_BYTES);
        text.left += total - rows.len();
        let page = if rows.is_empty() {
            let (_, first) = asked[0];
            let filled = asked.iter().find(|(_, kind)| !snapshot.of(*kind).is_empty());
            let kind = filled.map_or(first, |(_, kind)| *kind);
            Page::empty(&snapshot, filter.why_empty(caller.app, &snapshot, kind))
        } else {
            Page::new(&snapshot, rows.len(), total, MORE)
        };
        let page = page.with_missed(&filter.snapshot(caller.app, &kinds));
        Ok(TimelineResponse { timeline: rows, summary: timeline.summary, page, text })
    }
}

impl Response for TimelineResponse {
    fn render(&self, text: &mut String) {
        if self.page.is_empty() {
            self.page.render_empty(text);
            return self.page.render_missed(text);
        }
        let TimelineText { text: entries, left } = &self.text;
        text.push_str(entries);
        if *left > 0 {
            text.push_str(&format!("… {left} more not shown; {MORE}\n"));
        }
        self.page.render_end(text);
    }
}

/// The newest entries as JSON, oldest first, as many as fit.
fn newest_rows(entries: &[Entry<'_>], held: &Held) -> Vec<TimelineRow> {
    let mut room = limits::TIMELINE_MAX_BYTES;
    let mut newest = Vec::new();
    for entry in entries.iter().rev() {
        let row = TimelineRow::new(entry, held);
        let bytes = json!(row).to_string().len() + 1;
        if bytes > room {
            break;
        }
        room -= bytes;
        newest.push(row);
    }
    newest.reverse();
    newest
}
