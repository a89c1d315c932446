//! `get_changes_since`: what is new since this client last asked, or since a checkpoint.

use std::sync::LazyLock;

use gasoline_analysis::changes::{Changes, Least, Recent, changes};
use gasoline_protocol::action::EnhancedActions;
use gasoline_protocol::console::Logs;
use gasoline_protocol::event::Level;
use gasoline_protocol::network::NetworkBodies;
use gasoline_protocol::websocket::{SocketEvent, WebSocketEvents};
use gasoline_protocol::{Facet, Kind, Seq, Timestamp, schema};
use gasoline_store::{Query, Since};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::exit::{Leaving, Row};
use crate::limits;
use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "get_changes_since",
    title: "Changes",
    description: "New since your last call or a checkpoint: errors, failing or slower endpoints, \
                  sockets, actions.",
    answers: "`from`, `to`, `duration_ms`, `severity` (error, warning, clean), `summary`, \
              `token_count`, `console` {total_new, errors[], warnings[] {message, source, count, \
              noise?}}, `network` {total_new, failures[] {path, status, previous_status, count, \
              noise?}, new_endpoints[], degraded[] {path, duration_ms, baseline_ms}}, `websocket` \
              {total_new, disconnections[], connections[], errors[]}, `actions` {total_new, \
              actions[]}, `cursor`, `saved?`, `truncated?`, `missed?`",
    effect: Effect::ReadOnly,
    is_core: true,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, &read(arguments)?)),
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
    /// Cursor, saved name or time.
    checkpoint: Option<String>,
    /// Name a new checkpoint.
    save_as: Option<String>,
    include: Option<Vec<Part>>,
    severity: Option<Severity>,
    test_id: Option<String>,
}

fn run(caller: &Caller<'_>, arguments: &Arguments) -> Result<Answer, Refusal> {
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

    let logs = Leaving::of_those(&recent, Kind::Logs, |event| {
        matches!(event.facet, Facet::Log { level: Level::Warn | Level::Error, .. })
    });
    let requests = Leaving::of(&recent, Kind::NetworkBodies);
    let sockets = Leaving::of_those(&recent, Kind::WebsocketEvents, |event| {
        !matches!(event.facet, Facet::WebSocket { event: SocketEvent::Message, .. })
    });
    let actions = Leaving::of(&recent, Kind::EnhancedActions);
    let (logs, requests) = (logs.rows::<Logs>(), requests.rows::<NetworkBodies>());
    let (sockets, actions) = (sockets.rows::<WebSocketEvents>(), actions.rows::<EnhancedActions>());
    let first_new = recent.of(Kind::NetworkBodies).first().map_or(Seq(u64::MAX), |event| event.seq);
    let known = Leaving::of_those(&whole, Kind::NetworkBodies, |event| event.seq < first_new);
    let known = known.rows::<NetworkBodies>();
    let before: Vec<_> = known.iter().map(Row::seen).collect();
    let recent_events = Recent {
        logs: logs.iter().map(Row::seen).collect(),
        requests: requests.iter().map(Row::seen).collect(),
        sockets: sockets.iter().map(Row::seen).collect(),
        actions: actions.iter().map(Row::seen).collect(),
        log_count: recent.of(Kind::Logs).len(),
        socket_count: recent.of(Kind::WebsocketEvents).len(),
    };
    let least = match arguments.severity {
        None | Some(Severity::All) => Least::All,
        Some(Severity::Warnings) => Least::Warnings,
        Some(Severity::ErrorsOnly) => Least::ErrorsOnly,
    };
    let found = changes(&before, &recent_events, &caller.app.noise(), least);

    let include = arguments.include.as_deref();
    let (text, left) = render(&found, include, from, now);
    let mut answer = Answer { text, ..Answer::default() };
    answer.structured = structured(&found, include);
    if left > 0 {
        let more = "pass `include`, `severity` or a later `checkpoint`";
        answer.set("truncated", &json!({"lines": left, "hint": more}));
        answer.text.push_str(&format!("\n… {left} more not shown; {more}"));
    }
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
        Some(Since::Time(at)) => {
            Ok(Start { since: Since::Time(at), at: Some(at), is_automatic: false })
        }
        Some(since) => Ok(Start { since, at: None, is_automatic: false }),
        None => {
            let names = checkpoints.names();
            let known = if names.is_empty() {
                "none is saved".to_owned()
            } else {
                format!("saved: `{}`", names.join("`, `"))
            };
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

/// The changes in words, and how many lines there was no room for.
fn render(
    found: &Changes,
    include: Option<&[Part]>,
    from: Timestamp,
    now: Timestamp,
) -> (String, usize) {
    let mut text =
        format!("since {} (until {}): {}", show::clock(from), show::clock(now), found.summary);
    let whole = limits::ANSWER_MAX_BYTES - limits::ANSWER_RESERVE_BYTES;
    // A flood of errors leaves room for the failed requests behind them.
    let parts = [
        (Part::Console, console_lines(found), whole * 2 / 3),
        (Part::Network, network_lines(found), whole),
        (Part::Websocket, websocket_lines(found), whole),
        (Part::Actions, action_lines(found), whole),
    ];
    let mut left = 0;
    for (part, lines, most_bytes) in parts {
        if include.is_some_and(|include| !include.contains(&part)) {
            continue;
        }
        let mut lines = lines.into_iter().peekable();
        while let Some(line) = lines.next_if(|line| text.len() + line.len() < most_bytes) {
            text.push_str("\n- ");
            text.push_str(&line);
        }
        left += lines.count();
    }
    (text, left)
}

fn marked(noise: Option<&String>) -> String {
    noise.map(|rule| format!("  [noise: {rule}]")).unwrap_or_default()
}

fn times(count: usize) -> String {
    if count > 1 { format!(" ×{count}") } else { String::new() }
}

fn console_lines(found: &Changes) -> Vec<String> {
    let named = [("error", &found.console.errors), ("warning", &found.console.warnings)];
    let lines =
        named.into_iter().flat_map(|(name, lines)| lines.iter().map(move |line| (name, line)));
    lines
        .map(|(name, line)| {
            format!("{name}: {}{}{}", line.message, times(line.count), marked(line.noise.as_ref()))
        })
        .collect()
}

fn network_lines(found: &Changes) -> Vec<String> {
    let mut lines = Vec::new();
    for row in &found.network.failures {
        let before =
            row.previous_status.map(|status| format!(", was {status}")).unwrap_or_default();
        let noise = marked(row.noise.as_ref());
        lines.push(format!(
            "failing: {} → {}{before}{}{noise}",
            row.path,
            row.status,
            times(row.count)
        ));
    }
    for row in &found.network.degraded {
        lines.push(format!(
            "slower: {} {:.0} ms, was {:.0} ms",
            row.path, row.duration_ms, row.baseline_ms
        ));
    }
    if !found.network.new_endpoints.is_empty() {
        let names = found.network.new_endpoints.join(", ");
        lines.push(format!("new endpoints: {}", show::clip(&names, 600)));
    }
    lines
}

fn websocket_lines(found: &Changes) -> Vec<String> {
    let errors = found.websocket.errors.iter();
    let mut lines: Vec<String> =
        errors.map(|row| format!("socket error: {} {}", row.url, row.message)).collect();
    for row in &found.websocket.disconnections {
        let code = row.close_code.map(|code| format!(" code {code}")).unwrap_or_default();
        lines.push(format!("socket closed: {}{code}", row.url));
    }
    lines
}

fn action_lines(found: &Changes) -> Vec<String> {
    if found.actions.actions.is_empty() {
        return Vec::new();
    }
    let acts: Vec<&str> = found.actions.actions.iter().map(|act| act.kind).collect();
    vec![format!("user: {}", show::clip(&acts.join(", "), 300))]
}
