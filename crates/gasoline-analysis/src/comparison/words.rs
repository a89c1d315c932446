//! A comparison in words: what `diff_sessions` and `gasoline diff` show.

use super::{Comparison, ErrorRow, NetworkChange, PageDiff, RequestRow, SocketChange};

/// Lines under one heading, the most telling first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The list in the JSON that has the same rows.
    pub list: &'static str,
    pub title: &'static str,
    pub lines: Vec<String>,
}

impl Comparison {
    /// What it comes to, in one line.
    pub fn headline(&self) -> String {
        let summary = &self.summary;
        let parts = [
            (summary.new_errors, ("new error", "new errors")),
            (summary.new_network_errors, ("newly failing endpoint", "newly failing endpoints")),
            (summary.new_websocket_errors, ("newly failing socket", "newly failing sockets")),
            (
                summary.performance_regressions,
                ("performance regression", "performance regressions"),
            ),
            (summary.resolved_errors, ("resolved error", "resolved errors")),
            (summary.resolved_network_errors, ("recovered endpoint", "recovered endpoints")),
            (summary.resolved_websocket_errors, ("recovered socket", "recovered sockets")),
            (
                summary.not_exercised_errors,
                ("error nobody could have met", "errors nobody could have met"),
            ),
        ];
        let said: Vec<String> = parts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, noun)| counted(count, noun))
            .collect();
        let said =
            if said.is_empty() { "no difference that counts".to_owned() } else { said.join(", ") };
        format!("{}: {said}", summary.verdict.name())
    }

    /// What is different, section by section; empty ones are left out.
    pub fn sections(&self) -> Vec<Section> {
        let diff = &self.diff;
        let pages = diff.performance.page.iter().chain(&diff.performance.other_pages);
        let sections = [
            Section::new("/errors/new", "new errors", &diff.errors.new, error),
            Section::new(
                "/network/new_errors",
                "failing requests",
                &diff.network.new_errors,
                request,
            ),
            Section::new("", "performance", &pages.collect::<Vec<_>>(), |page| performance(page)),
            Section::new(
                "/websockets/connection_changes",
                "sockets",
                &diff.websockets.connection_changes,
                socket,
            ),
            Section::new("/errors/resolved", "resolved errors", &diff.errors.resolved, error),
            Section::new(
                "/network/status_changes",
                "changed requests",
                &diff.network.status_changes,
                change,
            ),
            Section::new("/errors/unchanged", "unchanged errors", &diff.errors.unchanged, error),
            Section::new(
                "/network/new_endpoints",
                "called only in the second",
                &diff.network.new_endpoints,
                request,
            ),
            Section::new(
                "/network/missing_endpoints",
                "called only in the first (not counted as fixed)",
                &diff.network.missing_endpoints,
                request,
            ),
        ];
        sections.into_iter().filter(|section| !section.lines.is_empty()).collect()
    }
}

impl Section {
    fn new<T>(
        list: &'static str,
        title: &'static str,
        rows: &[T],
        line: impl Fn(&T) -> String,
    ) -> Self {
        Self { list, title, lines: rows.iter().map(line).collect() }
    }
}

fn counted(count: usize, (one, many): (&str, &str)) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn marked(noise: Option<&String>) -> String {
    noise.map(|rule| format!("  [noise: {rule}]")).unwrap_or_default()
}

fn error(row: &ErrorRow) -> String {
    let message = row.message.split_whitespace().collect::<Vec<_>>().join(" ");
    let times = if row.count > 1 { format!(" (x{})", row.count) } else { String::new() };
    let caution = if row.not_exercised { "  [its page is not in the second session]" } else { "" };
    format!("{message}{times}{caution}{}", marked(row.noise.as_ref()))
}

fn request(row: &RequestRow) -> String {
    let outcome = match (row.status, &row.error) {
        (0, reason) => format!("failed ({})", reason.as_deref().unwrap_or("no response")),
        (status, _) => status.to_string(),
    };
    format!("{} {} → {outcome}{}", row.method, row.url, marked(row.noise.as_ref()))
}

fn change(row: &NetworkChange) -> String {
    let statuses = if row.before == row.after {
        row.after.to_string()
    } else {
        format!("{} → {}", row.before, row.after)
    };
    let duration = row.duration_change.as_ref().map(|by| format!(" ({by})")).unwrap_or_default();
    format!("{} {}: {statuses}{duration}{}", row.method, row.url, marked(row.noise.as_ref()))
}

fn performance(page: &PageDiff) -> String {
    let figures: Vec<String> = page
        .metrics
        .iter()
        .map(|(name, change)| {
            let mark = if change.regression { " REGRESSION" } else { "" };
            format!("{name} {} → {} ({}){mark}", change.before, change.after, change.change)
        })
        .collect();
    format!("{}: {}", page.page, figures.join(", "))
}

fn socket(row: &SocketChange) -> String {
    let name =
        |state: Option<crate::digest::SocketState>| state.map_or("none", |state| state.name());
    let code = row.close_code.map(|code| format!(", code {code}")).unwrap_or_default();
    let (before, after) = (name(row.before), name(row.after));
    format!("{}: {before} → {after}{code}{}", row.url, marked(row.noise.as_ref()))
}
