//! Requests that failed, those that failed alike together.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use gasoline_analysis::diagnosis::excerpt;
use gasoline_analysis::view::Row;
use gasoline_codegen::bug_report::FailedRequest;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::{Seq, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use super::rows::RequestRow;
use crate::limits;
use crate::mcp::filter::Spot;
use crate::mcp::response::show;

/// Requests that failed alike.
pub(in crate::mcp) struct FailureGroup<'a> {
    newest: &'a Row<'a, NetworkBody<'a>>,
    seqs: BTreeSet<Seq>,
    noise: Option<String>,
}

/// The failed requests as they are shown.
pub(in crate::mcp) struct Listed {
    pub(in crate::mcp) text: String,
    pub(in crate::mcp) rows: Vec<FailureRow>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct FailureRow {
    #[serde(flatten)]
    request: RequestRow,
    /// Of the newest.
    timestamp: Timestamp,
    count: usize,
    /// The rule that marks it as noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    noise: Option<String>,
}

/// Groups by method, URL and status; application failures first, newest first.
pub(in crate::mcp) fn group<'a>(
    failures: impl Iterator<Item = &'a Row<'a, NetworkBody<'a>>>,
    noise: impl Fn(&NetworkBody<'a>) -> Option<String>,
) -> Vec<FailureGroup<'a>> {
    let mut groups: Vec<FailureGroup<'a>> = Vec::new();
    for row in failures {
        let is_same = |group: &&mut FailureGroup<'_>| {
            let known = &group.newest.view;
            known.method == row.view.method
                && known.url == row.view.url
                && known.status == row.view.status
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => {
                group.newest = row;
                group.seqs.insert(row.seq);
            }
            None => groups.push(FailureGroup {
                newest: row,
                seqs: BTreeSet::from([row.seq]),
                noise: noise(&row.view),
            }),
        }
    }
    groups.sort_by_key(|group| (group.noise.is_some(), Reverse(group.newest.seq)));
    groups
}

/// Lists the groups; one that is told as the cause of an error is a row, but no line. The newest of
/// the application have their bodies, for they are causes more often than not.
pub(in crate::mcp) fn list(
    failed: &[FailureGroup<'_>],
    causes: &BTreeSet<Seq>,
    most: usize,
) -> Listed {
    let mut listed = Listed { text: String::new(), rows: Vec::new() };
    let mut with_bodies = limits::FAILURES_WITH_BODIES;
    let mut left = 0;
    for group in failed {
        let is_told = group.seqs.iter().any(|seq| causes.contains(seq));
        let has_bodies = group.noise.is_none() && !is_told && with_bodies > 0;
        let body_chars = if has_bodies { limits::FAILURE_BODY_CHARS } else { 0 };
        let text = if is_told { String::new() } else { group.to_text(body_chars) };
        let is_full = listed.text.len() + text.len() > limits::ANSWER_MAX_BYTES / 3;
        if listed.rows.len() >= most || (is_full && !listed.rows.is_empty()) {
            left += 1;
            continue;
        }
        with_bodies -= usize::from(has_bodies);
        listed.text.push_str(&text);
        listed.rows.push(group.row(body_chars));
    }
    if left > 0 {
        let more = "call `get_network_bodies` with `status_min: 400`";
        listed.text.push_str(&format!("… {left} more: {more}\n"));
    }
    if !listed.text.is_empty() {
        let others = if causes.is_empty() { "" } else { "other " };
        listed.text.push('\n');
        listed.text.insert_str(0, &format!("{others}failed requests:\n"));
    }
    listed
}

impl<'a> FailureGroup<'a> {
    pub(in crate::mcp) fn is_noise(&self) -> bool {
        self.noise.is_some()
    }

    /// When it last failed.
    pub(in crate::mcp) fn time(&self) -> Timestamp {
        self.newest.time
    }

    /// The newest of them.
    pub(in crate::mcp) fn seq(&self) -> Seq {
        self.newest.seq
    }

    /// Where it last failed.
    pub(in crate::mcp) fn spot(&self) -> Spot {
        let test = self.newest.stored_test().map(str::to_owned);
        Spot { test, tab: self.newest.view.tab_id }
    }

    pub(in crate::mcp) fn view(&self) -> &'a NetworkBody<'a> {
        &self.newest.view
    }

    /// The page that asked.
    pub(in crate::mcp) fn page(&self) -> Option<&'a str> {
        self.newest.view.page_url.as_deref()
    }

    pub(in crate::mcp) fn has(&self, seq: Seq) -> bool {
        self.seqs.contains(&seq)
    }

    /// `POST http://… → 500 (132 ms)`, and how often.
    pub(in crate::mcp) fn line(&self) -> String {
        let count = self.seqs.len();
        let times = if count > 1 { format!(", {count} times") } else { String::new() };
        format!("{}{times}", show::request(&self.newest.view))
    }

    /// As a bug report shows it.
    pub(in crate::mcp) fn reported(&self) -> FailedRequest {
        let body = |text: &Option<gasoline_protocol::PageText<'_>>| {
            let text = text.as_deref().filter(|text| !text.trim().is_empty())?;
            Some(excerpt(text, &[], limits::FAILURE_BODY_CHARS))
        };
        let view = self.view();
        FailedRequest {
            line: self.line(),
            request: body(&view.request_body),
            response: body(&view.response_body),
        }
    }

    fn to_text(&self, body_chars: usize) -> String {
        let count = self.seqs.len();
        let times = if count > 1 { format!("  ×{count}") } else { String::new() };
        let noise =
            self.noise.as_ref().map(|rule| format!("  [noise: {rule}]")).unwrap_or_default();
        let row = self.newest;
        let head =
            format!("- {} {}{times}{noise}\n", show::clock(row.time), show::request(&row.view));
        let body = |name: &str,
                    text: &Option<gasoline_protocol::PageText<'_>>,
                    is_cut: Option<bool>| {
            let text = text.as_deref().filter(|text| !text.trim().is_empty() && body_chars > 0)?;
            let cut = if is_cut == Some(true) { " [captured in part]" } else { "" };
            Some(format!("   {name}: {}{cut}\n", excerpt(text, &[], body_chars)))
        };
        let request = body("request", &row.view.request_body, row.view.request_truncated);
        let response = body("response", &row.view.response_body, row.view.response_truncated);
        [Some(head), request, response].into_iter().flatten().collect()
    }

    fn row(&self, body_chars: usize) -> FailureRow {
        let part = |body: &str| (body_chars > 0).then(|| excerpt(body, &[], body_chars));
        FailureRow {
            request: RequestRow::new(self.newest, part),
            timestamp: self.newest.time,
            count: self.seqs.len(),
            noise: self.noise.clone(),
        }
    }
}
