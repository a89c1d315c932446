//! The baseline of a verification: which issues there were before the change.

use gasoline_analysis::digest::Digest;
use gasoline_protocol::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::mcp::response::sections::Sections;
use crate::mcp::response::show;

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Baseline {
    captured_at: Timestamp,
    console_errors: usize,
    network_errors: usize,
    websocket_errors: usize,
    /// Noise last.
    error_details: Vec<Issue>,
    /// Events evicted before: the baseline may lack issues.
    #[serde(skip_serializing_if = "Option::is_none")]
    forgotten: Option<u64>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Issue {
    Console {
        message: String,
        count: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        noise: Option<String>,
    },
    Network {
        method: String,
        url: String,
        status: u16,
        count: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        noise: Option<String>,
    },
    Websocket {
        url: String,
        code: Option<u16>,
        count: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        noise: Option<String>,
    },
}

/// An issue, and what is shown of it.
struct Row {
    line: String,
    is_noise: bool,
    issue: Issue,
}

impl Baseline {
    /// Adds a section with the issues, and keeps those it has room for.
    pub(super) fn new(digest: &Digest, sections: &mut Sections) -> Self {
        let mut rows = rows(digest);
        sections.rows("in the baseline", &mut rows, |row| row.line.clone());
        let forgotten = Some(digest.gaps.forgotten).filter(|count| *count > 0);
        if let Some(count) = forgotten {
            sections.line(&format!(
                "{count} events had been forgotten before: the baseline may lack issues"
            ));
        }
        Self {
            captured_at: digest.captured_at,
            console_errors: digest.console_errors(),
            network_errors: digest.network_errors(),
            websocket_errors: digest.websocket_errors(),
            error_details: rows.into_iter().map(|row| row.issue).collect(),
            forgotten,
        }
    }
}

/// `3 console errors, 1 failed request`.
pub(super) fn counts(digest: &Digest) -> String {
    let parts = [
        (digest.console_errors(), "console error"),
        (digest.network_errors(), "failed request"),
        (digest.websocket_errors(), "failed socket"),
    ];
    let counts: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, noun)| show::count(count, noun))
        .collect();
    if counts.is_empty() { "no issues".to_owned() } else { counts.join(", ") }
}

fn rows(digest: &Digest) -> Vec<Row> {
    let errors = digest.errors.iter().map(|error| {
        let (message, count, noise) = (error.message.clone(), error.count, error.noise.clone());
        Row::new(
            &error.message,
            count,
            error.noise.as_ref(),
            Issue::Console { message, count, noise },
        )
    });
    let failing = digest.endpoints.iter().filter(|(_, traffic)| traffic.is_failing());
    let requests = failing.map(|(endpoint, traffic)| {
        let issue = Issue::Network {
            method: endpoint.method.clone(),
            url: endpoint.path.clone(),
            status: traffic.telling_status(),
            count: traffic.failures,
            noise: traffic.noise.clone(),
        };
        let text = format!("{endpoint} → {}", traffic.outcome());
        Row::new(&text, traffic.failures, traffic.noise.as_ref(), issue)
    });
    let failing = digest.sockets.iter().filter(|(_, socket)| socket.is_failing());
    let sockets = failing.map(|(url, socket)| {
        let issue = Issue::Websocket {
            url: url.clone(),
            code: socket.close_code,
            count: socket.failures,
            noise: socket.noise.clone(),
        };
        Row::new(&format!("{url} failed"), socket.failures, socket.noise.as_ref(), issue)
    });
    let mut rows: Vec<Row> = errors.chain(requests).chain(sockets).collect();
    rows.sort_by_key(|row| row.is_noise);
    rows
}

impl Row {
    fn new(text: &str, count: usize, noise: Option<&String>, issue: Issue) -> Self {
        let times = if count > 1 { format!(" (x{count})") } else { String::new() };
        let mark = noise.map(|rule| format!("  [noise: {rule}]")).unwrap_or_default();
        Self { line: format!("{text}{times}{mark}"), is_noise: noise.is_some(), issue }
    }
}
