//! `get_changes_since`: what is new since this client last asked, or since a checkpoint.

use gasoline_analysis::changes::{Changes, Least, Recent, Seen, changes};
use gasoline_protocol::action::EnhancedActions;
use gasoline_protocol::console::Logs;
use gasoline_protocol::network::NetworkBodies;
use gasoline_protocol::websocket::WebSocketEvents;
use gasoline_protocol::{Event, Kind, Seq, Timestamp, schema};
use gasoline_store::{Query, Since};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::exit::{Leaving, Row};
use crate::limits;
use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "get_changes_since",
    title: "Changes",
    description: "What is new since your last call (or a checkpoint): errors, failing or slower \
                  endpoints, sockets, actions.",
    answers: "`from`, `to`, `duration_ms`, `severity` (error, warning, clean), `summary`, \
              `token_count`, `console` {total_new, errors[], warnings[] {message, source, count, \
              noise?}}, `network` {total_new, failures[] {path, status, previous_status, count, \
              noise?}, new_endpoints[], degraded[] {path, duration_ms, baseline_ms}}, `websocket` \
              {total_new, disconnections[], connections[], errors[]}, `actions` {total_new, \
              actions[]}, `cursor`, `saved?`, `missed?`",
    effect: Effect::ReadOnly,
    is_core: true,
    schema: schema::inline::<Arguments>,
    run: |caller, arguments| run(caller, read(arguments)?),
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Part {
    Console,
    Network,
    Websocket,
    Actions,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Severity {
    All,
    Warnings,
    ErrorsOnly,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Cursor, saved name or time; default: your last call.
    checkpoint: Option<String>,
    /// Save this moment under a name.
    save_as: Option<String>,
    include: Option<Vec<Part>>,
    severity: Option<Severity>,
    test_id: Option<String>,
}

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    if let Some(name) = &arguments.save_as {
        check_name(name)?;
    }
    let start = start(caller, arguments.checkpoint.as_deref())?;
    let test_id = arguments.test_id.as_deref().filter(|id| !id.is_empty());
    let whole = caller.app.journal.snapshot(&Query::default().in_test(test_id));
    let newer = Query::default().in_test(test_id).since(start.since);
    let recent = caller.app.journal.snapshot(&newer);
    let now = recent.taken_at;
    let from = start.at.unwrap_or(caller.app.started());

    let leaving = Kind::ALL.map(|kind| Leaving::of(&recent, kind));
    let logs = leaving[Kind::Logs as usize].rows::<Logs>();
    let requests = leaving[Kind::NetworkBodies as usize].rows::<NetworkBodies>();
    let sockets = leaving[Kind::WebsocketEvents as usize].rows::<WebSocketEvents>();
    let actions = leaving[Kind::EnhancedActions as usize].rows::<EnhancedActions>();
    let known = Leaving::of(&whole, Kind::NetworkBodies);
    let known = known.rows::<NetworkBodies>();
    let first_new = recent.of(Kind::NetworkBodies).first().map_or(Seq(u64::MAX), |event| event.seq);
    let before: Vec<_> = known.iter().filter(|row| row.event.seq < first_new).map(seen).collect();
    let recent_events = Recent {
        logs: logs.iter().map(seen).collect(),
        requests: requests.iter().map(seen).collect(),
        sockets: sockets.iter().map(seen).collect(),
        actions: actions.iter().map(seen).collect(),
    };
    let least = match arguments.severity {
        None | Some(Severity::All) => Least::All,
        Some(Severity::Warnings) => Least::Warnings,
        Some(Severity::ErrorsOnly) => Least::ErrorsOnly,
    };
    let found = changes(&before, &recent_events, &caller.app.noise(), least);

    let mut answer = Answer { text: render(&found, from, now), ..Answer::default() };
    answer.structured = structured(&found, arguments.include.as_deref());
    answer.set("from", &from);
    answer.set("to", &now);
    answer.set("duration_ms", &now.ms_since(from));
    answer.set("cursor", &recent.head);
    let mut checkpoints = caller.app.checkpoints();
    if start.is_automatic {
        checkpoints.advance(caller.client, recent.head, now);
    }
    if let Some(name) = &arguments.save_as {
        checkpoints.save(name, recent.head, now);
        answer.set("saved", name);
        answer.text.push_str(&format!("\nsaved as checkpoint `{name}`"));
    }
    drop(checkpoints);
    answer.text.push_str(&format!("\ncursor: {}", recent.head));
    answer.tell_missed(&recent);
    let bytes = serde_json::to_string(&answer.structured).map_or(0, |json| json.len());
    answer.set("token_count", &(bytes / 4));
    Ok(answer)
}

/// Where to look from.
struct Start {
    since: Since,
    at: Option<Timestamp>,
    /// The client's own checkpoint: it moves with each call.
    is_automatic: bool,
}

fn start(caller: &Caller<'_>, checkpoint: Option<&str>) -> Result<Start, Refusal> {
    let checkpoints = caller.app.checkpoints();
    let Some(checkpoint) = checkpoint.filter(|name| !name.is_empty()) else {
        let last = checkpoints.of_client(caller.client);
        return Ok(Start {
            since: last.map_or(Since::Beginning, |(seq, _)| Since::Seq(seq)),
            at: last.map(|(_, at)| at),
            is_automatic: true,
        });
    };
    if let Some((seq, at)) = checkpoints.named(checkpoint) {
        return Ok(Start { since: Since::Seq(seq), at: Some(at), is_automatic: false });
    }
    match Since::parse(checkpoint) {
        Some(Since::Time(at)) => Ok(Start { since: Since::Time(at), at: Some(at), is_automatic: false }),
        Some(since) => Ok(Start { since, at: None, is_automatic: false }),
        None => {
            let names = checkpoints.names();
            let known = if names.is_empty() { "none is saved".to_owned() } else { format!("saved: `{}`", names.join("`, `")) };
            Err(Refusal::new(
                format!("unknown checkpoint `{}`; {known}", show::clip(checkpoint, 60)),
                "pass a cursor, a time or a saved name, or call with `save_as` first",
            ))
        }
    }
}

fn check_name(name: &str) -> Result<(), Refusal> {
    let hint = "choose another name for the checkpoint";
    if name.is_empty() || name.chars().count() > limits::CHECKPOINT_NAME_MAX_CHARS {
        let most = limits::CHECKPOINT_NAME_MAX_CHARS;
        return Err(Refusal::new(format!("`save_as` must have 1 to {most} characters"), hint));
    }
    if Since::parse(name).is_some() {
        return Err(Refusal::new(format!("`{name}` reads as a cursor or a time"), hint));
    }
    Ok(())
}

fn seen<'a, T>(row: &'a Row<'a, T>) -> Seen<'a, T> {
    let event: &Event = row.event;
    Seen { seq: event.seq, time: event.time, test: event.test.as_deref(), view: &row.view }
}

fn structured(found: &Changes, include: Option<&[Part]>) -> Map<String, Value> {
    let Ok(Value::Object(mut members)) = serde_json::to_value(found) else { return Map::new() };
    let parts = [
        (Part::Console, "console"),
        (Part::Network, "network"),
        (Part::Websocket, "websocket"),
        (Part::Actions, "actions"),
    ];
    if let Some(include) = include {
        for (part, name) in parts {
            if !include.contains(&part) {
                members.shift_remove(name);
            }
        }
    }
    members
}

fn render(found: &Changes, from: Timestamp, now: Timestamp) -> String {
    let mut text = format!("since {} (until {}): {}", show::clock(from), show::clock(now), found.summary);
    let noise = |noise: &Option<String>| noise.as_ref().map(|rule| format!("  [noise: {rule}]")).unwrap_or_default();
    for (name, lines) in [("error", &found.console.errors), ("warning", &found.console.warnings)] {
        for line in lines {
            let times = if line.count > 1 { format!(" ×{}", line.count) } else { String::new() };
            text.push_str(&format!("\n- {name}: {}{times}{}", line.message, noise(&line.noise)));
        }
    }
    for row in &found.network.failures {
        let before = row.previous_status.map(|status| format!(", was {status}")).unwrap_or_default();
        let times = if row.count > 1 { format!(" ×{}", row.count) } else { String::new() };
        text.push_str(&format!("\n- failing: {} → {}{before}{times}{}", row.path, row.status, noise(&row.noise)));
    }
    for row in &found.network.degraded {
        text.push_str(&format!("\n- slower: {} {:.0} ms, was {:.0} ms", row.path, row.duration_ms, row.baseline_ms));
    }
    for row in &found.websocket.errors {
        text.push_str(&format!("\n- socket error: {} {}", row.url, row.message));
    }
    for row in &found.websocket.disconnections {
        let code = row.close_code.map(|code| format!(" code {code}")).unwrap_or_default();
        text.push_str(&format!("\n- socket closed: {}{code}", row.url));
    }
    if !found.network.new_endpoints.is_empty() {
        text.push_str(&format!("\n- new endpoints: {}", show::clip(&found.network.new_endpoints.join(", "), 600)));
    }
    if !found.actions.actions.is_empty() {
        let acts: Vec<&str> = found.actions.actions.iter().map(|act| act.kind).collect();
        text.push_str(&format!("\n- user: {}", show::clip(&acts.join(", "), 300)));
    }
    show::clip(&text, limits::ANSWER_MAX_BYTES - limits::ANSWER_RESERVE_BYTES)
}
