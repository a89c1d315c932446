//! `security_audit`: what the captured traffic, logs and actions give away, most severe first.
//!
//! ````text
//! + network {"method":"GET","url":"http://localhost/api/me?token=ghp_16C7e42F292c6912E7710c838347Ae178B4a","status":200,"contentType":"application/json","responseBody":"{}"}
//! > {}
//! 1 finding: 1 warning
//! scanned 1 request (1 endpoint), 0 console entries, 0 WebSocket events, 0 actions
//! warning credentials: GitHub token exposed in URL query parameter [ghp_16***B4a]
//!    GET request to http://localhost/api/me includes a GitHub token as query parameter `token`. Query parameters are logged in server access logs, browser history, and may be cached by proxies. #1
//!    fix: Revoke it, and make the call from the server instead of the page. Weighs less than usual: its check sum does not fit, so it may be made up or cut. (CWE-598)
//! cursor: c1
//! ````

use gasoline_analysis::audit::{Category, Finding, Options, Scanned, Summary, audit};
use gasoline_analysis::secrets::Severity;
use gasoline_protocol::Kind;
use gasoline_protocol::escape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits;
use crate::mcp::arguments::Moment;
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::listing::{Budget, Listing, Page};
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<SecurityAudit>();

struct SecurityAudit;

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

#[derive(Debug, Serialize, JsonSchema)]
struct AuditResponse {
    /// Most severe first.
    findings: Listing<Finding>,
    #[serde(flatten)]
    page: Page,
    summary: Summary,
    #[serde(skip)]
    severity_min: Severity,
}

impl Tool for SecurityAudit {
    const NAME: &'static str = "security_audit";
    const TITLE: &'static str = "Security audit";
    const DESCRIPTION: &'static str = "Exposed credentials, missing authentication, personal data \
                                       and insecure transport in captured data.";

    type Arguments = Arguments;
    type Response = AuditResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<AuditResponse, Refusal> {
        let Arguments { checks, url_filter, severity_min, tab_id, test_id, since } = arguments;
        let url = url_filter.clone().filter(|url| !url.is_empty());
        let filter = Filter::new(url_filter, tab_id, test_id, since.as_ref())?;
        let snapshot = filter.snapshot(caller.app, &[]);
        let checks = checks.filter(|checks| !checks.is_empty()).unwrap_or(Category::ALL.to_vec());
        let severity_min = severity_min.unwrap_or(Severity::Warning);
        let options = Options {
            checks: &checks,
            severity_min,
            url: url.as_deref(),
            tab_id,
            ..Options::default()
        };
        let report = audit(&snapshot, &options);
        let summary = report.summary;
        let rows = report.findings.into_iter().map(|finding| (render(&finding), finding));
        let findings =
            Listing::fill(Budget::new(None, usize::MAX), rows).and_more(summary.truncated);
        let page = if summary.scanned.total() == 0 {
            let empty = filter.why_empty(caller.app, &snapshot, Kind::NetworkBodies);
            Page::empty(&snapshot, empty)
        } else {
            let more = "fix these first, or pass `checks`, `url_filter` or `severity_min`";
            findings.page(&snapshot, more)
        };
        Ok(AuditResponse { findings, page, summary, severity_min })
    }
}

impl Response for AuditResponse {
    fn render(&self, text: &mut String) {
        if self.page.is_empty() {
            text.push_str("scanned: 0; ");
        }
        self.page.render(text, &heading(&self.summary, self.severity_min), &self.findings);
    }
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
    let value = value.map(|value| format!(" [{}]", escape::line(value))).unwrap_or_default();
    let source = finding.evidence.get("source").and_then(Value::as_str);
    let source = source.map(|source| format!(" ({})", escape::line(source))).unwrap_or_default();
    format!(
        "{} {}: {}{times}{value}\n   {}{source} #{}\n   fix: {}{}",
        finding.severity.name(),
        finding.category.name(),
        escape::line(&finding.title),
        show::one_line(&finding.description, limits::MESSAGE_SHOWN_CHARS),
        finding.seq,
        escape::line(&finding.recommendation),
        finding.cwe.map(|cwe| format!(" ({cwe})")).unwrap_or_default(),
    )
}
