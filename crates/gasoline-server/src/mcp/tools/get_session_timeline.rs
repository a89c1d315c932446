//! `get_session_timeline`: what the user did and what it caused, in one list.

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use gasoline_analysis::timeline::{Entry, Include, Part, Scope, Summary, Timeline, timeline};
use gasoline_protocol::{Kind, Snapshot, schema};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::limits;
use crate::mcp::answer::Answer;
use crate::mcp::arguments::{Moment, read};
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::timeline::{rows, text, with_sources};
use crate::mcp::tool::{Caller, Effect, Run, Tool};
use crate::pictures::Held;

pub(super) static TOOL: Tool = Tool {
    name: "get_session_timeline",
    title: "Timeline",
    description: "Each user action with the requests and errors it caused, in time order.",
    answers: "`timeline[]`, oldest first: `ts`, `kind`, `seq`, `caused_by?` (`seq` of the action), \
              `test_id?`; action: the action as captured; network: `method`, `url`, `status`, \
              `duration`, `contentType`, `responseShape?`, `error?`, `background?` (polling, \
              analytics, hot_reload, static, noise, late); console: `level`, `message`, `source`, \
              `url`, `repeated?`; websocket, screenshot (`evicted?`) on request. `summary` {actions, \
              network_requests, console_errors, duration_ms}, `count`, `total`, `cursor`, \
              `truncated?`, `missed?`, `empty?`",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, read(arguments)?)),
};

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

/// What every timeline is made of, shown or not: causes are told by it.
const NEEDED: [Kind; 2] = [Kind::EnhancedActions, Kind::NetworkBodies];

/// How to see what was cut.
const MORE: &str = "pass `last_n_actions`, `url`, `include` or `since`";

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    let Arguments { last_n_actions, url, include, tab_id, test_id, since } = arguments;
    let last_n_actions = last_n_actions.map(NonZeroUsize::get);
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
        last_n_actions,
        include: Include::only(&asked.iter().map(|(part, _)| *part).collect::<Vec<_>>()),
        cap: Some(limits::TIMELINE_ROWS),
        ..filter.part()
    };
    let held = Held::now(caller.app);
    let (rows, mut answer) = with_sources(&snapshot, &caller.app.noise(), |sources| {
        answer(timeline(sources, &scope), &snapshot, &held, last_n_actions)
    });
    if rows == 0 {
        let (_, first) = asked[0];
        let filled = asked.iter().find(|(_, kind)| !snapshot.of(*kind).is_empty());
        let kind = filled.map_or(first, |(_, kind)| *kind);
        let empty = filter.why_empty(caller.app, &snapshot, kind);
        let summary = answer.structured.remove("summary");
        answer = Answer::empty("timeline", &empty, &snapshot);
        answer.set("summary", &summary);
    }
    answer.tell_missed(&filter.snapshot(caller.app, &kinds));
    Ok(answer)
}

/// The answer, and how many rows it has.
fn answer(
    mut timeline: Timeline<'_>,
    snapshot: &Snapshot,
    held: &Held,
    last_n_actions: Option<usize>,
) -> (usize, Answer) {
    let total = timeline.entries.len() + timeline.left_out;
    let rows = newest_rows(&timeline.entries, held);
    let shown = rows.len();
    timeline.entries.drain(..timeline.entries.len() - shown);
    let most_bytes = match last_n_actions {
        Some(_) => limits::ANSWER_ASKED_MAX_BYTES,
        None => limits::ANSWER_MAX_BYTES,
    };
    let told = text::tell(&timeline, held, most_bytes - limits::ANSWER_RESERVE_BYTES);
    let mut answer = Answer { text: told.text, ..Answer::default() };
    let Summary { actions, network_requests, console_errors, duration_ms } = timeline.summary;
    answer.set("timeline", &rows);
    answer.set(
        "summary",
        &json!({"actions": actions, "network_requests": network_requests,
                "console_errors": console_errors, "duration_ms": duration_ms}),
    );
    answer.set("count", &shown);
    answer.set("total", &total);
    answer.set("cursor", &snapshot.head);
    if total > shown {
        answer.set("truncated", &json!({"shown": shown, "total": total, "hint": MORE}));
    }
    let left = told.left + total - shown;
    if left > 0 {
        answer.text.push_str(&format!("… {left} more not shown; {MORE}\n"));
    }
    answer.text.push_str(&format!("cursor: {}", snapshot.head));
    (shown, answer)
}

/// The newest entries as JSON, oldest first, as many as fit.
fn newest_rows(entries: &[Entry<'_>], held: &Held) -> Vec<Value> {
    let mut room = limits::TIMELINE_MAX_BYTES;
    let mut newest = Vec::new();
    for entry in entries.iter().rev() {
        let row = rows::row(entry, held);
        let bytes = row.to_string().len() + 1;
        if bytes > room {
            break;
        }
        room -= bytes;
        newest.push(row);
    }
    newest.reverse();
    newest
}
