//! The spans of a trace: its root, actions, and the requests and sockets below them.

mod root;
mod socket;

use std::collections::BTreeMap;

use gasoline_analysis::endpoints::Endpoint;
use gasoline_analysis::timeline::{Scope, What, timeline};
use gasoline_analysis::view::Row;
use gasoline_protocol::Seq;
use gasoline_protocol::events::action::EnhancedAction;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::truncate::truncate;
use gasoline_protocol::url::Url;

use super::super::facts;
use super::attributes::Attributes;
use super::format::{Nanos, Span, SpanId, SpanKind, Status};
use super::trace::Trace;
use crate::limits;

pub(super) use root::root;

/// The spans below the root.
#[derive(Debug, Default)]
pub(super) struct ChildSpans {
    pub(super) spans: Vec<Span>,
    pub(super) left_out: usize,
    /// The spans of actions, by what they caused.
    causes: BTreeMap<Seq, SpanId>,
}

impl ChildSpans {
    /// The span of the action that led to an event.
    pub(super) fn parent(&self, seq: Seq) -> Option<SpanId> {
        self.causes.get(&seq).copied()
    }
}

pub(super) fn spans(trace: &Trace<'_>) -> ChildSpans {
    let view = &trace.view;
    let actions: BTreeMap<Seq, SpanId> =
        view.actions.iter().map(|row| (row.seq, trace.span("action", row.seq, row.time))).collect();
    let mut children = ChildSpans { causes: causes(trace, &actions), ..ChildSpans::default() };
    let mut spans: Vec<Span> =
        view.requests.iter().map(|row| request(row, trace, &children)).collect();
    spans.extend(socket::sockets(trace));
    let mut acts: Vec<Span> = view.actions.iter().map(|row| action(row, trace)).collect();
    cover(&mut acts, &spans);
    acts.extend(spans);
    children.left_out = acts.len().saturating_sub(limits::OTLP_ROWS_PER_TRACE_MAX);
    acts.truncate(limits::OTLP_ROWS_PER_TRACE_MAX);
    children.spans = acts;
    children
}

/// Which action led to which event.
fn causes(trace: &Trace<'_>, actions: &BTreeMap<Seq, SpanId>) -> BTreeMap<Seq, SpanId> {
    let scope = Scope { is_shapeless: true, ..Scope::default() };
    let entries = timeline(&trace.view, None, &scope).entries;
    let caused = entries.iter().filter(|entry| !matches!(entry.what, What::Action(_)));
    caused.filter_map(|it| Some((it.seq, *actions.get(&it.caused_by?)?))).collect()
}

/// An action lasts from the first to the last of what it caused.
fn cover(acts: &mut [Span], caused: &[Span]) {
    let mut acts: BTreeMap<SpanId, &mut Span> =
        acts.iter_mut().map(|act| (act.span_id, act)).collect();
    for span in caused {
        if let Some(act) = span.parent_span_id.and_then(|id| acts.get_mut(&id)) {
            act.start_time_unix_nano = act.start_time_unix_nano.min(span.start_time_unix_nano);
            act.end_time_unix_nano = act.end_time_unix_nano.max(span.end_time_unix_nano);
        }
    }
}

fn action(row: &Row<'_, EnhancedAction<'_>>, trace: &Trace<'_>) -> Span {
    let action = &row.view;
    let selectors = action.selectors.as_ref();
    let target = selectors.and_then(|all| {
        let role = all.role.as_ref().and_then(|role| role.name.as_deref());
        let named = role.or(all.aria_label.as_deref()).or(all.text.as_deref());
        named.or(all.test_id.as_deref()).or(all.css_path.as_deref())
    });
    let target = target.or(action.to_url.as_deref());
    let name = format!("{} {}", action.kind.name(), target.unwrap_or_default());
    let at = Nanos::at(row.time);
    Span {
        trace_id: trace.id,
        span_id: trace.span("action", row.seq, row.time),
        parent_span_id: Some(trace.root),
        name: truncate(name.trim_end(), limits::OTLP_NAME_MAX_CHARS),
        kind: SpanKind::Internal,
        start_time_unix_nano: at,
        end_time_unix_nano: at,
        attributes: Attributes::default()
            .text("gasoline.action.type", action.kind.name())
            .maybe("gasoline.action.target", target)
            .maybe("url.full", action.url.as_deref())
            .list(),
        events: Vec::new(),
        status: Status::default(),
    }
}

/// Methods that HTTP names; whatever else is asked is one more name.
const METHODS: [&str; 9] =
    ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"];

fn request(row: &Row<'_, NetworkBody<'_>>, trace: &Trace<'_>, children: &ChildSpans) -> Span {
    let body = &row.view;
    let endpoint = Endpoint::of(body);
    let is_known = METHODS.contains(&&*endpoint.method);
    let method = if is_known { &*endpoint.method } else { "_OTHER" };
    let mut attributes = Attributes::default().text("http.request.method", method);
    if !is_known {
        attributes = attributes.text("http.request.method_original", &body.method);
    }
    attributes = host(attributes.text("url.full", &body.url), &body.url)
        .text("url.template", &endpoint.path)
        .text("gasoline.resource.type", facts::resource_type(body))
        .maybe("gasoline.page.url", body.page_url.as_deref());
    if body.status > 0 {
        attributes = attributes.whole("http.response.status_code", body.status);
    }
    if body.is_failure() {
        let failure = match (body.error.as_deref(), body.status) {
            (Some(error), _) => error.to_owned(),
            (None, 400..) => body.status.to_string(),
            (None, _) => "_OTHER".to_owned(),
        };
        attributes = attributes.maybe("error.type", Some(&failure));
    } else if body.error.as_deref() == Some("aborted") {
        // The page changed its mind: that is no failure, and worth knowing.
        attributes = attributes.flag("gasoline.request.aborted");
    }
    let start = Nanos::at(row.time);
    Span {
        trace_id: trace.id,
        span_id: trace.span("request", row.seq, row.time),
        parent_span_id: Some(children.parent(row.seq).unwrap_or(trace.root)),
        name: truncate(
            &format!("{} {}", if is_known { method } else { "HTTP" }, endpoint.path),
            limits::OTLP_NAME_MAX_CHARS,
        ),
        kind: SpanKind::Client,
        start_time_unix_nano: start,
        end_time_unix_nano: start.after(facts::duration_ms(body)),
        attributes: attributes.list(),
        events: Vec::new(),
        // Conventions: a status says itself what went wrong.
        status: if body.is_failure() { Status::error(String::new()) } else { Status::default() },
    }
}

/// Whom a URL asks.
fn host(attributes: Attributes, url: &str) -> Attributes {
    let Some(address) = Url::absolute(url) else { return attributes };
    attributes
        .text("server.address", address.host().trim_matches(['[', ']']))
        .whole("server.port", address.port().unwrap_or(80))
}
