//! What is new since a moment: errors by their fingerprint, requests that fail or got slow, sockets,
//! what the user did.

use std::collections::{BTreeMap, BTreeSet};

use gasoline_protocol::Timestamp;
use gasoline_protocol::event::Level;
use gasoline_protocol::events::action::EnhancedAction;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::events::websocket::SocketEvent;
use gasoline_protocol::truncate::truncate;
use gasoline_protocol::url::Url;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::issues::{self, Issue};
use crate::limits;
use crate::noise::Noise;
use crate::requests::Failures;
use crate::view::{Row, View};

/// Which changes matter to the reader.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[schemars(description = "")]
#[serde(rename_all = "snake_case")]
pub enum Least {
    #[default]
    All,
    Warnings,
    ErrorsOnly,
}

/// How bad the worst change is. Noise makes nothing worse.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    #[default]
    Clean,
    Warning,
    Error,
}

#[derive(Debug, Default)]
pub struct Changes {
    pub severity: Severity,
    pub summary: String,
    pub console: ConsoleChanges,
    pub network: NetworkChanges,
    pub websocket: SocketChanges,
    pub actions: ActionChanges,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct ConsoleChanges {
    pub total_new: usize,
    pub errors: Vec<Line>,
    pub warnings: Vec<Line>,
}

/// A message and how often it came.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Line {
    pub message: String,
    pub source: String,
    pub count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct NetworkChanges {
    pub total_new: usize,
    pub failures: Vec<FailedEndpoint>,
    pub new_endpoints: Vec<String>,
    pub degraded: Vec<SlowEndpoint>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct FailedEndpoint {
    /// With the method: `GET /api/items`.
    pub path: String,
    pub status: u16,
    /// The status before; `null` if it was not called before.
    pub previous_status: Option<u16>,
    pub count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct SlowEndpoint {
    /// With the method: `GET /api/items`.
    pub path: String,
    /// Mean of the new requests.
    pub duration_ms: f64,
    /// Mean of the earlier requests.
    pub baseline_ms: f64,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct SocketChanges {
    pub total_new: usize,
    pub disconnections: Vec<Disconnection>,
    pub connections: Vec<Connection>,
    pub errors: Vec<SocketError>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Disconnection {
    pub url: String,
    pub close_code: Option<f64>,
    pub close_reason: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Connection {
    pub url: String,
    pub id: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct SocketError {
    pub url: String,
    pub message: String,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct ActionChanges {
    pub total_new: usize,
    pub actions: Vec<Act>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Act {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub url: Option<String>,
    pub timestamp: Timestamp,
}

/// Finds what is new. `before` are the requests from before the moment, to compare with.
pub fn changes<'a>(
    before: &[Row<'a, NetworkBody<'a>>],
    recent: &View<'a>,
    noise: &Noise,
    least: Least,
) -> Changes {
    let mut changes = Changes {
        console: console(recent, noise),
        network: network(before, &recent.requests, noise),
        websocket: sockets(recent, noise),
        actions: actions(&recent.actions),
        ..Changes::default()
    };
    changes.severity = severity(&changes);
    changes.summary = summary(&changes);
    if least > Least::All {
        changes.actions.actions.clear();
        changes.network.new_endpoints.clear();
        changes.websocket.connections.clear();
    }
    if least == Least::ErrorsOnly {
        changes.console.warnings.clear();
        changes.network.degraded.clear();
    }
    changes
}

fn console(recent: &View<'_>, noise: &Noise) -> ConsoleChanges {
    let failures = Failures::among(&recent.requests);
    let issues = issues::issues(&recent.logs, &failures, noise, Level::Warn);
    let lines = |level: Level| {
        let of_level = issues.iter().filter(|issue| issue.level == level);
        of_level.take(limits::CHANGES_MAX_ROWS).map(line).collect()
    };
    ConsoleChanges {
        total_new: recent.logs.len(),
        errors: lines(Level::Error),
        warnings: lines(Level::Warn),
    }
}

fn line(issue: &Issue) -> Line {
    Line {
        message: truncate(&issue.message, limits::CHANGE_MESSAGE_MAX_CHARS),
        source: issue.source.clone(),
        count: issue.count,
        noise: issue.noise.clone(),
    }
}

/// What is known of one endpoint.
#[derive(Default)]
struct Endpoint {
    status: Option<u16>,
    total_ms: f64,
    samples: u32,
    failures: usize,
    noise: Option<String>,
}

impl Endpoint {
    fn see(&mut self, body: &NetworkBody<'_>) {
        self.status = Some(body.status);
        if let Some(duration) = body.duration {
            self.total_ms += duration;
            self.samples += 1;
        }
    }

    fn mean_ms(&self) -> Option<f64> {
        (self.samples > 0).then(|| self.total_ms / f64::from(self.samples))
    }
}

fn network(
    before: &[Row<'_, NetworkBody<'_>>],
    requests: &[Row<'_, NetworkBody<'_>>],
    noise: &Noise,
) -> NetworkChanges {
    let mut known: BTreeMap<String, Endpoint> = BTreeMap::new();
    for seen in before {
        known.entry(endpoint(&seen.view)).or_default().see(&seen.view);
    }
    let mut now: BTreeMap<String, Endpoint> = BTreeMap::new();
    let mut failed: BTreeMap<(String, u16), Endpoint> = BTreeMap::new();
    for seen in requests {
        now.entry(endpoint(&seen.view)).or_default().see(&seen.view);
        if seen.view.is_failure() {
            let row = failed.entry((endpoint(&seen.view), seen.view.status)).or_default();
            row.failures += 1;
            row.noise = noise.request(&seen.view).map(|rule| rule.id.clone());
        }
    }
    let mut failures: Vec<FailedEndpoint> = failed
        .into_iter()
        .map(|((path, status), row)| FailedEndpoint {
            previous_status: known.get(&path).and_then(|endpoint| endpoint.status),
            path,
            status,
            count: row.failures,
            noise: row.noise,
        })
        .collect();
    // Noise last, then server errors, then the rest.
    failures.sort_by_key(|row| (row.noise.is_some(), std::cmp::Reverse(row.status)));
    failures.truncate(limits::CHANGES_MAX_ROWS);
    let slow = now.iter().filter_map(|(path, endpoint)| {
        let baseline_ms = known.get(path)?.mean_ms()?;
        let duration_ms = endpoint.mean_ms()?;
        (duration_ms > f64::from(limits::DEGRADED_FACTOR) * baseline_ms
            && duration_ms - baseline_ms >= f64::from(limits::DEGRADED_MIN_MS))
        .then(|| SlowEndpoint { path: path.clone(), duration_ms, baseline_ms })
    });
    let new: BTreeSet<&String> = now.keys().filter(|path| !known.contains_key(*path)).collect();
    NetworkChanges {
        total_new: requests.len(),
        failures,
        degraded: slow.take(limits::CHANGES_MAX_ROWS).collect(),
        new_endpoints: new.into_iter().take(limits::CHANGES_MAX_ROWS).cloned().collect(),
    }
}

/// Method and path of a request, without host and query.
fn endpoint(body: &NetworkBody<'_>) -> String {
    format!("{} {}", &*body.method, Url::parse(&body.url).path)
}

fn sockets(recent: &View<'_>, noise: &Noise) -> SocketChanges {
    let mut changes = SocketChanges { total_new: recent.sockets.len(), ..SocketChanges::default() };
    for seen in &recent.sockets {
        let socket = &seen.view;
        let url = socket.url.as_deref().unwrap_or_default().to_owned();
        if noise.socket(&url).is_some() {
            continue;
        }
        match socket.event {
            SocketEvent::Open => {
                changes.connections.push(Connection { url, id: socket.id.to_string() });
            }
            SocketEvent::Close => changes.disconnections.push(Disconnection {
                url,
                close_code: socket.code,
                close_reason: socket.reason.as_deref().map(str::to_owned),
            }),
            SocketEvent::Error => changes.errors.push(SocketError {
                url,
                message: socket.reason.as_deref().unwrap_or("the connection failed").to_owned(),
            }),
            SocketEvent::Connecting | SocketEvent::Message => {}
        }
    }
    changes.connections.truncate(limits::CHANGES_MAX_ROWS);
    changes.disconnections.truncate(limits::CHANGES_MAX_ROWS);
    changes.errors.truncate(limits::CHANGES_MAX_ROWS);
    changes
}

fn actions(actions: &[Row<'_, EnhancedAction<'_>>]) -> ActionChanges {
    let newest = actions.iter().rev().take(limits::CHANGES_MAX_ROWS);
    let mut acts: Vec<Act> = newest
        .map(|seen| Act {
            kind: seen.view.kind.name(),
            url: seen.view.url.as_deref().map(str::to_owned),
            timestamp: seen.time,
        })
        .collect();
    acts.reverse();
    ActionChanges { total_new: actions.len(), actions: acts }
}

fn severity(changes: &Changes) -> Severity {
    let is_real = |line: &Line| line.noise.is_none();
    let is_abnormal = |close: &Disconnection| {
        close.close_code.is_some_and(|code| ![1000.0, 1001.0, 1005.0].contains(&code))
    };
    if changes.console.errors.iter().any(is_real)
        || changes.network.failures.iter().any(|row| row.noise.is_none())
        || !changes.websocket.errors.is_empty()
        || changes.websocket.disconnections.iter().any(is_abnormal)
    {
        return Severity::Error;
    }
    if changes.console.warnings.iter().any(is_real) || !changes.network.degraded.is_empty() {
        return Severity::Warning;
    }
    Severity::Clean
}

fn summary(changes: &Changes) -> String {
    let real = |lines: &[Line]| lines.iter().filter(|line| line.noise.is_none()).count();
    let noise = changes.console.errors.iter().chain(&changes.console.warnings);
    let parts = [
        (real(&changes.console.errors), "new error"),
        (
            changes.network.failures.iter().filter(|row| row.noise.is_none()).count(),
            "failing endpoint",
        ),
        (changes.websocket.errors.len(), "socket error"),
        (changes.websocket.disconnections.len(), "socket closed"),
        (real(&changes.console.warnings), "new warning"),
        (changes.network.degraded.len(), "slower endpoint"),
        (noise.filter(|line| line.noise.is_some()).count(), "noisy message"),
        (changes.network.total_new, "request"),
        (changes.actions.total_new, "action"),
    ];
    let said: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, noun)| {
            let plural = if *count == 1 || noun.ends_with("closed") { "" } else { "s" };
            format!("{count} {noun}{plural}")
        })
        .collect();
    if said.is_empty() { "nothing new".to_owned() } else { said.join(", ") }
}

#[cfg(test)]
mod tests {
    use gasoline_protocol::events::console::LogEntry;

    use super::*;

    fn row<V>(view: V) -> Row<'static, V> {
        let time = Timestamp::from_ms(5_000).expect("in range");
        Row::new(gasoline_protocol::Seq(1), time, view)
    }

    fn request(json: &str) -> NetworkBody<'_> {
        serde_json::from_str(json).expect("a request")
    }

    #[test]
    fn an_endpoint_that_worked_and_fails_now_is_told_with_both_statuses() {
        let old =
            request(r#"{"method":"GET","url":"http://x/api?a=1","status":200,"duration":10}"#);
        let new =
            request(r#"{"method":"GET","url":"http://x/api?a=2","status":500,"duration":200}"#);
        let recent = View { requests: vec![row(new)], ..View::default() };
        let changes = changes(&[row(old)], &recent, &Noise::new(), Least::All);
        let row = &changes.network.failures[0];
        assert_eq!((&*row.path, row.status, row.previous_status), ("GET /api", 500, Some(200)));
        assert_eq!(changes.network.degraded.len(), 1);
        assert!(changes.network.new_endpoints.is_empty());
        assert_eq!(changes.severity, Severity::Error);
        assert_eq!(changes.summary, "1 failing endpoint, 1 slower endpoint, 1 request");
    }

    #[test]
    fn repeated_errors_are_one_line_and_only_errors_are_left_when_asked() {
        let line: LogEntry<'_> =
            serde_json::from_str(r#"{"level":"error","message":"boom 12345678"}"#).expect("a line");
        let same: LogEntry<'_> =
            serde_json::from_str(r#"{"level":"error","message":"boom 87654321"}"#).expect("a line");
        let warning: LogEntry<'_> =
            serde_json::from_str(r#"{"level":"warn","message":"hm"}"#).expect("a line");
        let recent = View { logs: vec![row(line), row(same), row(warning)], ..View::default() };
        let changes = changes(&[], &recent, &Noise::new(), Least::ErrorsOnly);
        assert_eq!(changes.console.errors.len(), 1);
        assert_eq!(changes.console.errors[0].count, 2);
        assert!(changes.console.warnings.is_empty());
        assert_eq!(changes.console.total_new, 3);
    }

    #[test]
    fn nothing_is_clean() {
        let changes = changes(&[], &View::default(), &Noise::new(), Least::All);
        assert_eq!((changes.severity, &*changes.summary), (Severity::Clean, "nothing new"));
    }
}
