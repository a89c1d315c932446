//! The sentences of a report, each from something that was seen.

use std::sync::Arc;

use gasoline_analysis::issues::Issue;
use gasoline_analysis::view::Session;
use gasoline_protocol::events::action::EnhancedActions;
use gasoline_protocol::events::network::{NetworkBodies, NetworkBody};
use gasoline_protocol::events::page::DomSnapshots;
use gasoline_protocol::messages::without_prefix;
use gasoline_protocol::{Kind, Snapshot, Timestamp};

use crate::app::App;
use crate::limits;
use crate::mcp::diagnosis::Told;
use crate::mcp::filter::Filter;
use crate::mcp::response::show;

/// The message without what follows it, and without what browsers put in front.
pub(super) fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default().trim();
    show::truncated(without_prefix(line), limits::MESSAGE_SHOWN_CHARS)
}

pub(super) fn title(message: &str) -> String {
    show::one_line(message, limits::REPORT_TITLE_CHARS)
}

pub(super) fn severity(issue: &Issue) -> String {
    let what = match issue.source.as_str() {
        "exception" => "unhandled exception",
        "unhandledrejection" => "unhandled rejection",
        "console" => "logged by the page",
        "resource" => "a resource did not load",
        "csp" => "blocked by the content security policy",
        other => other,
    };
    format!("Error ({what})")
}

/// How often, if more than once.
pub(super) fn times(issue: &Issue) -> Option<String> {
    (issue.count > 1).then(|| {
        format!(
            "It happened {} times, first at {}, last at {}.",
            issue.count, issue.first_seen, issue.last_seen
        )
    })
}

/// What the session shows of how it should be: the same request answered well, the same action
/// without an error.
pub(super) fn expected(told: &Told<'_>, session: &Snapshot) -> Vec<String> {
    let mut said = Vec::new();
    let cause = told.diagnosis.requests.first();
    if let Some(link) = cause.filter(|link| link.request.view.is_failure()) {
        said.extend(answered_before(&link.request.view, link.request.time, session));
    }
    if let Some(link) = &told.diagnosis.action {
        let actions = Session::of_kind(session, Kind::EnhancedActions);
        let actions = actions.rows::<EnhancedActions>();
        let done = show::action(&link.action.view);
        let first_error = told.issue.first_seen;
        let earlier = actions.iter().rev().find(|row| {
            // What the error came of may be long past when it comes: it is no example of going well.
            row.seq < link.action.seq
                && row.view.tab_id == link.action.view.tab_id
                && show::action(&row.view) == done
                && row.view.url == link.action.view.url
                && first_error.ms_since(row.time) > limits::REPORT_EFFECT_MS
        });
        if let Some(row) = earlier {
            let at = show::clock(row.time);
            said.push(format!("The same action at {at} was followed by no such error."));
        }
    }
    said
}

/// An earlier request of the same method and address that went well.
pub(super) fn answered_before(
    failed: &NetworkBody<'_>,
    time: Timestamp,
    session: &Snapshot,
) -> Vec<String> {
    let requests = Session::of_kind(session, Kind::NetworkBodies);
    let requests = requests.rows::<NetworkBodies>();
    let path = |url: &str| url.split(['?', '#']).next().unwrap_or_default().to_owned();
    let wanted = path(&failed.url);
    let good = requests.iter().rev().find(|row| {
        row.time < time
            && row.view.method == failed.method
            && (200..400).contains(&row.view.status)
            && path(&row.view.url) == wanted
    });
    good.map(|row| {
        let at = show::clock(row.time);
        let status = row.view.status;
        format!("{} {wanted} was answered with {status} at {at}.", failed.method.line())
    })
    .into_iter()
    .collect()
}

/// What the page said of itself right after a moment. What is shown later, or on another page, need
/// not come of it.
pub(super) fn afterwards(
    app: &Arc<App>,
    filter: &Filter,
    time: Timestamp,
    page: Option<&str>,
) -> Option<String> {
    let session = filter.session(app, &[Kind::DomSnapshots]);
    let outlines = Session::new(&session, |event| {
        (0..=limits::AROUND_AFTER_MS).contains(&event.time.ms_since(time))
    });
    let outlines = outlines.rows::<DomSnapshots>();
    let row = outlines.iter().find(|row| {
        let url = row.view.url.as_deref();
        url == page && filter.admits([url], row.view.tab_id)
    })?;
    let elements = row.view.elements.as_deref().unwrap_or_default();
    let shown: Vec<String> = elements
        .iter()
        .filter(|element| element.visible != Some(false))
        .filter_map(|element| {
            let text = element.text.as_deref().filter(|text| !text.trim().is_empty())?;
            let role = element.role.as_deref().unwrap_or("text");
            Some(format!("{role} \"{}\"", show::one_line(text, limits::MESSAGE_LINE_CHARS)))
        })
        .collect();
    (!shown.is_empty()).then(|| format!("Afterwards the page showed: {}.", shown.join(", ")))
}
