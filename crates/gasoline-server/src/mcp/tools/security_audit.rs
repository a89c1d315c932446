//! `security_audit`: what the captured traffic, logs and actions give away, most severe first.

use std::sync::LazyLock;

use gasoline_analysis::audit::{Category, Finding, Options, Scanned, Summary, audit};
use gasoline_analysis::secrets::Severity;
use gasoline_protocol::{Kind, Snapshot, schema};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::mcp::answer::{Answer, Rows};
use crate::mcp::arguments::{Moment, read};
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Run, Tool};
use crate::{exit, limits};

pub(super) static TOOL: Tool = Tool {
    name: "security_audit",
    title: "Security audit",
    description: "Exposed credentials, missing authentication, personal data and insecure \
                  transport in captured data.",
    answers: "`findings[]` {severity, category, rule, title, description, evidence, \
              recommendation, cwe, occurrences, seq}, most severe first; `summary` {total, \
              critical, warning, info, below_severity_min, scanned {network_requests, \
              console_entries, unique_endpoints, websocket_events, actions, pages}}; `cursor`, \
              `truncated?`, `missed?`, `empty?`",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, read(arguments)?)),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    checks: Option<Vec<Category>>,
    url_filter: Option<String>,
    severity_min: Option<Severity>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    since: Option<Moment>,
}

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    let Arguments { checks, url_filter, severity_min, tab_id, test_id, since } = arguments;
    let url = url_filter.clone().filter(|url| !url.is_empty());
    let filter = Filter::new(url_filter, tab_id, test_id, since.as_ref())?;
    let snapshot = filter.snapshot(caller.app, &[]);
    let checks = checks.filter(|checks| !checks.is_empty()).unwrap_or(Category::ALL.to_vec());
    let options = Options {
        checks: &checks,
        severity_min: severity_min.unwrap_or(Severity::Warning),
        url: url.as_deref(),
        tab_id,
        ..Options::default()
    };
    let report = audit(&snapshot, &options);
    let mut answer = if report.summary.scanned.total() == 0 {
        nothing(caller, &filter, &snapshot)
    } else {
        found(&report.findings, &report.summary, options.severity_min, &snapshot)
    };
    answer.set("summary", &report.summary);
    Ok(answer)
}

/// Nothing was scanned, and why.
fn nothing(caller: &Caller<'_>, filter: &Filter, snapshot: &Snapshot) -> Answer {
    let empty = filter.why_empty(caller.app, snapshot, Kind::NetworkBodies);
    let mut answer = Answer::empty("findings", &empty, snapshot);
    answer.text = format!("scanned: 0; {}", answer.text);
    answer
}

fn found(findings: &[Finding], summary: &Summary, least: Severity, snapshot: &Snapshot) -> Answer {
    let mut rows = Rows::new(None, usize::MAX);
    for finding in findings {
        rows.offer(render(finding), || masked(finding));
    }
    rows.pass_over(summary.truncated);
    let heading = heading(summary, least);
    let more = "fix these first, or pass `checks`, `url_filter` or `severity_min`";
    rows.into_answer(&heading, "findings", more, snapshot)
}

fn heading(summary: &Summary, least: Severity) -> String {
    let scanned = said(&summary.scanned);
    let counts: Vec<String> =
        [(summary.critical, "critical"), (summary.warning, "warning"), (summary.info, "info")]
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, name)| format!("{count} {name}"))
            .collect();
    let found = match summary.total {
        0 => format!("no findings at or above `{}`", least.name()),
        total => format!("{}: {}", show::count(total, "finding"), counts.join(", ")),
    };
    let below = match summary.below_severity_min {
        0 => String::new(),
        some => format!("; {some} less severe, shown with `severity_min: \"info\"`"),
    };
    format!("{found}{below}\nscanned {scanned}")
}

fn said(scanned: &Scanned) -> String {
    format!(
        "{} ({}), {}, {}, {}",
        show::count(scanned.network_requests, "request"),
        show::count(scanned.unique_endpoints, "endpoint"),
        show::count(scanned.console_entries, "console entry").replace("entrys", "entries"),
        show::count(scanned.websocket_events, "WebSocket event"),
        show::count(scanned.actions, "action"),
    )
}

fn render(finding: &Finding) -> String {
    let times =
        if finding.occurrences > 1 { format!(" ×{}", finding.occurrences) } else { String::new() };
    let value = finding.evidence.get("redacted_value").and_then(Value::as_str);
    let value = value.map(|value| format!(" [{value}]")).unwrap_or_default();
    let source = finding.evidence.get("source").and_then(Value::as_str);
    let source = source.map(|source| format!(" ({source})")).unwrap_or_default();
    format!(
        "{} {}: {}{times}{value}\n   {}{source} #{}\n   fix: {}{}",
        finding.severity.name(),
        finding.category.name(),
        finding.title,
        show::one_line(&finding.description, limits::MESSAGE_SHOWN_CHARS),
        finding.seq,
        finding.recommendation,
        finding.cwe.map(|cwe| format!(" ({cwe})")).unwrap_or_default(),
    )
}

fn masked(finding: &Finding) -> Value {
    let mut row = json!(finding);
    exit::value(&mut row);
    row
}
