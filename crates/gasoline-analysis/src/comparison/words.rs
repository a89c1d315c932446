//! A comparison in words: what `diff_sessions` and `gasoline diff` show.

use gasoline_protocol::truncate::one_line;

use super::{Comparison, ErrorRow, NetworkChange, PageDiff, RequestRow, SessionDiff, SocketChange};

/// Lines under one heading, the most telling first.
#[derive(Debug, Clone)]
pub struct Section {
    pub title: &'static str,
    pub lines: Vec<String>,
    /// Shortens the list that has the same rows.
    pub truncate: fn(&mut SessionDiff, usize),
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
            Section::new("new errors", &diff.errors.new, error, |diff, rows| {
                diff.errors.new.truncate(rows);
            }),
            Section::new("failing requests", &diff.network.new_errors, request, |diff, rows| {
                diff.network.new_errors.truncate(rows);
            }),
            Section::new(
                "performance",
                &pages.collect::<Vec<_>>(),
                |page| performance(page),
                |_, _| {},
            ),
            Section::new("sockets", &diff.websockets.connection_changes, socket, |diff, rows| {
                diff.websockets.connection_changes.truncate(rows);
            }),
            Section::new("resolved errors", &diff.errors.resolved, error, |diff, rows| {
                diff.errors.resolved.truncate(rows);
            }),
            Section::new("changed requests", &diff.network.status_changes, change, |diff, rows| {
                diff.network.status_changes.truncate(rows);
            }),
            Section::new("unchanged errors", &diff.errors.unchanged, error, |diff, rows| {
                diff.errors.unchanged.truncate(rows);
            }),
            Section::new(
                "called only in the second",
                &diff.network.new_endpoints,
                request,
                |diff, rows| diff.network.new_endpoints.truncate(rows),
            ),
            Section::new(
                "called only in the first (not counted as fixed)",
                &diff.network.missing_endpoints,
                request,
                |diff, rows| diff.network.missing_endpoints.truncate(rows),
            ),
        ];
        sections.into_iter().filter(|section| !section.lines.is_empty()).collect()
    }
}

impl Section {
    fn new<T>(
        title: &'static str,
        rows: &[T],
        line: impl Fn(&T) -> String,
        truncate: fn(&mut SessionDiff, usize),
    ) -> Self {
        Self { title, lines: rows.iter().map(line).collect(), truncate }
    }
}

fn counted(count: usize, (one, many): (&str, &str)) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn marked(noise: Option<&String>) -> String {
    noise.map(|rule| format!("  [noise: {rule}]")).unwrap_or_default()
}

fn error(row: &ErrorRow) -> String {
    let message = one_line(&row.message);
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
