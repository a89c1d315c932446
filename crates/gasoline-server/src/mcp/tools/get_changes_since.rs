//! `get_changes_since`: what is new since this client last asked, or since a checkpoint.
//!
//! ````text
//! + log {"level":"warn","message":"slow network","url":"http://localhost/cart"}
//! > {"save_as":"before"}
//! since 10:00:00.000 (until 10:00:01.000): 1 new warning
//! - warning: slow network
//! saved as checkpoint `before`
//! cursor: c1
//! + log {"level":"error","source":"exception","message":"Uncaught TypeError: total is undefined","url":"http://localhost/cart"}
//! + network {"method":"POST","url":"http://localhost/api/orders","status":500,"duration":41,"contentType":"application/json","responseBody":"{\"error\":\"out of stock\"}"}
//! > {"checkpoint":"before"}
//! since 10:00:01.000 (until 10:00:04.000): 1 new error, 1 failing endpoint, 1 request
//! - error: Uncaught TypeError: total is undefined
//! - failing: POST /api/orders → 500
//! - new endpoints: POST /api/orders
//! cursor: c3
//! ````

use gasoline_analysis::changes::{
    ActionChanges, ConsoleChanges, Least, NetworkChanges, Severity, SocketChanges, changes,
};
use gasoline_analysis::redact::Quoted;
use gasoline_analysis::view::Session;
use gasoline_protocol::escape;
use gasoline_protocol::event::Level;
use gasoline_protocol::events::network::NetworkBodies;
use gasoline_protocol::events::websocket::SocketEvent;
use gasoline_protocol::{Facet, Kind, Seq, Since, Timestamp};
use gasoline_store::Query;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::listing::MissedEvents;
use crate::mcp::response::sections::TruncatedText;
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GetChangesSince>();

struct GetChangesSince;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Part {
    Console,
    Network,
    Websocket,
    Actions,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Cursor, saved name or time.
    checkpoint: Option<Quoted>,
    /// Name a new checkpoint.
    save_as: Option<Quoted>,
    include: Option<Vec<Part>>,
    severity: Option<Least>,
    test_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ChangesResponse {
    from: Timestamp,
    to: Timestamp,
    duration_ms: i64,
    severity: Severity,
    summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    console: Option<ConsoleChanges>,
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<NetworkChanges>,
    #[serde(skip_serializing_if = "Option::is_none")]
    websocket: Option<SocketChanges>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<ActionChanges>,
    cursor: Seq,
    /// The new checkpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<TruncatedText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missed: Option<MissedEvents>,
    /// Estimated from the bytes of this JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    token_count: Option<usize>,
    /// The lines there is room for.
    #[serde(skip)]
    lines: String,
}

impl Tool for GetChangesSince {
    const NAME: &'static str = "get_changes_since";
    const TITLE: &'static str = "Changes";
    const DESCRIPTION: &'static str = "New since your last call or a checkpoint: errors, failing or \
                                       slower endpoints, sockets, actions.";
    const IS_CORE: bool = true;

    type Arguments = Arguments;
    type Response = ChangesResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<ChangesResponse, Refusal> {
        let Arguments { checkpoint, save_as, include, severity, test_id } = arguments;
        if let Some(name) = &save_as {
            check_name(name)?;
        }
        let start = start(caller, checkpoint.as_deref())?;
        let test_id = test_id.as_deref().filter(|id| !id.is_empty());
        let whole = caller.app.journal.snapshot(&Query::default().in_test(test_id));
        let newer = Query::default().in_test(test_id).since(start.since);
        let recent = caller.app.journal.snapshot(&newer);
        let now = recent.taken_at;
        let from = start.at.unwrap_or(caller.app.started());

        let session = Session::new(&recent, |event| match event.facet {
            Facet::Log { level, .. } => level >= Level::Warn,
            Facet::Network { .. } => true,
            Facet::WebSocket { event, .. } => event != SocketEvent::Message,
            Facet::Plain => event.kind == Kind::EnhancedActions,
        });
        let first_new =
            recent.of(Kind::NetworkBodies).first().map_or(Seq(u64::MAX), |event| event.seq);
        let before = Session::new(&whole, |event| {
            event.kind == Kind::NetworkBodies && event.seq < first_new
        });
        let (before, least) = (before.rows::<NetworkBodies>(), severity.unwrap_or_default());
        let mut found = changes(&before, &session.view(), &caller.app.retained.noise(), least);
        // Quiet lines and socket messages are counted but not read.
        found.console.total_new = recent.of(Kind::Logs).len();
        found.websocket.total_new = recent.of(Kind::WebsocketEvents).len();

        let checkpoints = &caller.app.retained.checkpoints;
        if start.is_automatic {
            checkpoints.advance(caller.client, (recent.head, now));
        }
        if let Some(name) = &save_as {
            checkpoints.save(name, (recent.head, now));
        }
        let includes =
            |part: Part| include.as_ref().is_none_or(|included| included.contains(&part));
        let mut response = ChangesResponse {
            from,
            to: now,
            duration_ms: now.ms_since(from),
            severity: found.severity,
            summary: found.summary,
            console: includes(Part::Console).then_some(found.console),
            network: includes(Part::Network).then_some(found.network),
            websocket: includes(Part::Websocket).then_some(found.websocket),
            actions: includes(Part::Actions).then_some(found.actions),
            cursor: recent.head,
            saved: save_as.map(Quoted::into_string),
            truncated: None,
            missed: MissedEvents::new(recent.missed.count, recent.missed.is_exact),
            token_count: None,
            lines: String::new(),
        };
        response.fill_lines();
        let bytes = serde_json::to_string(&response).map_or(0, |json| json.len());
        response.token_count = Some(bytes / 4);
        Ok(response)
    }
}

/// Where to look from.
struct Start {
    since: Since,
    at: Option<Timestamp>,
    /// The client's own checkpoint: it moves with each call.
    is_automatic: bool,
}

fn start(caller: &Caller<'_>, checkpoint: Option<&str>) -> Result<Start, Refusal> {
    let checkpoints = &caller.app.retained.checkpoints;
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
                format!("unknown checkpoint `{}`; {known}", show::truncated(checkpoint, 60)),
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

impl ChangesResponse {
    /// Takes lines as long as there is room, and counts the others.
    fn fill_lines(&mut self) {
        let (from, to) = (show::clock(self.from), show::clock(self.to));
        let mut text = format!("since {from} (until {to}): {}", self.summary);
        let max_bytes = limits::ANSWER_MAX_BYTES - limits::ANSWER_RESERVE_BYTES;
        // A flood of errors leaves room for the failed requests behind them.
        let parts = [
            (self.console.as_ref().map(console_lines), max_bytes * 2 / 3),
            (self.network.as_ref().map(network_lines), max_bytes),
            (self.websocket.as_ref().map(websocket_lines), max_bytes),
            (self.actions.as_ref().map(action_lines), max_bytes),
        ];
        let mut left = 0;
        for (lines, max_bytes) in parts {
            let mut lines = lines.into_iter().flatten().peekable();
            while let Some(line) = lines.next_if(|line| text.len() + line.len() < max_bytes) {
                text.push_str("\n- ");
                text.push_str(&escape::line(&line));
            }
            left += lines.count();
        }
        let more = "pass `include`, `severity` or a later `checkpoint`";
        self.truncated = TruncatedText::new(left, Some(more));
        self.lines = text;
    }
}

impl Response for ChangesResponse {
    fn render(&self, text: &mut String) {
        text.push_str(&self.lines);
        if let Some(TruncatedText { lines, hint: Some(hint) }) = &self.truncated {
            text.push_str(&format!("\n… {lines} more not shown; {hint}"));
        }
        if let Some(name) = &self.saved {
            text.push_str(&format!("\nsaved as checkpoint `{name}`"));
        }
        text.push_str(&format!("\ncursor: {}", self.cursor));
        if let Some(missed) = &self.missed {
            text.push_str(&format!("\n{}", missed.text()));
        }
    }
}

fn marked(noise: Option<&String>) -> String {
    noise.map(|rule| format!("  [noise: {rule}]")).unwrap_or_default()
}

fn times(count: usize) -> String {
    if count > 1 { format!(" ×{count}") } else { String::new() }
}

fn console_lines(console: &ConsoleChanges) -> Vec<String> {
    let named = [("error", &console.errors), ("warning", &console.warnings)];
    let lines =
        named.into_iter().flat_map(|(name, lines)| lines.iter().map(move |line| (name, line)));
    lines
        .map(|(name, line)| {
            format!("{name}: {}{}{}", line.message, times(line.count), marked(line.noise.as_ref()))
        })
        .collect()
}

fn network_lines(network: &NetworkChanges) -> Vec<String> {
    let mut lines = Vec::new();
    for row in &network.failures {
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
    for row in &network.degraded {
        lines.push(format!(
            "slower: {} {:.0} ms, was {:.0} ms",
            row.path, row.duration_ms, row.baseline_ms
        ));
    }
    if !network.new_endpoints.is_empty() {
        let names = network.new_endpoints.join(", ");
        lines.push(format!("new endpoints: {}", show::truncated(&names, 600)));
    }
    lines
}

fn websocket_lines(websocket: &SocketChanges) -> Vec<String> {
    let errors = websocket.errors.iter();
    let mut lines: Vec<String> =
        errors.map(|row| format!("socket error: {} {}", row.url, row.message)).collect();
    for row in &websocket.disconnections {
        let code = row.close_code.map(|code| format!(" code {code}")).unwrap_or_default();
        lines.push(format!("socket closed: {}{code}", row.url));
    }
    lines
}

fn action_lines(actions: &ActionChanges) -> Vec<String> {
    if actions.actions.is_empty() {
        return Vec::new();
    }
    let acts: Vec<&str> = actions.actions.iter().map(|act| act.kind).collect();
    vec![format!("user: {}", show::truncated(&acts.join(", "), 300))]
}
