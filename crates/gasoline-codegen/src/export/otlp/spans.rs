//! The spans of a trace: its root, actions, and the requests and sockets below them.

mod root;
mod socket;

use std::collections::BTreeMap;

use gasoline_analysis::endpoints::Endpoint;
use gasoline_analysis::timeline::{Scope, Seen, Sources, What, timeline};
use gasoline_protocol::Seq;
use gasoline_protocol::action::EnhancedAction;
use gasoline_protocol::network::NetworkBody;

use super::super::facts;
use super::attributes::{Attributes, clip};
use super::format::{Nanos, Span, SpanId, SpanKind, Status};
use super::trace::Trace;
use crate::address::Address;
use crate::limits;

pub(super) use root::root;

/// The spans below the root.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) spans: Vec<Span>,
    pub(super) left_out: usize,
    /// The spans of actions, by what they caused.
    causes: BTreeMap<Seq, SpanId>,
}

impl Told {
    /// The span of the action that led to an event.
    pub(super) fn parent(&self, seq: Seq) -> Option<SpanId> {
        self.causes.get(&seq).copied()
    }
}

pub(super) fn spans(trace: &Trace<'_>) -> Told {
    let material = &trace.material;
    let actions: BTreeMap<Seq, SpanId> = material
        .actions
        .iter()
        .map(|seen| (seen.seq, trace.span("action", seen.seq, seen.time)))
        .collect();
    let mut told = Told { causes: causes(trace, &actions), ..Told::default() };
    let mut spans: Vec<Span> =
        material.requests.iter().map(|seen| request(seen, trace, &told)).collect();
    spans.extend(socket::sockets(trace));
    let mut acts: Vec<Span> = material.actions.iter().map(|seen| action(seen, trace)).collect();
    cover(&mut acts, &spans);
    acts.extend(spans);
    told.left_out = acts.len().saturating_sub(limits::OTLP_ROWS_PER_TRACE_MAX);
    acts.truncate(limits::OTLP_ROWS_PER_TRACE_MAX);
    told.spans = acts;
    told
}

/// Which action led to which event.
fn causes(trace: &Trace<'_>, actions: &BTreeMap<Seq, SpanId>) -> BTreeMap<Seq, SpanId> {
    let material = &trace.material;
    let sources = Sources {
        actions: &material.actions,
        requests: &material.requests,
        logs: &material.logs,
        ..Sources::default()
    };
    let scope = Scope { is_shapeless: true, ..Scope::default() };
    let entries = timeline(&sources, &scope).entries;
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

fn action(seen: &Seen<'_, EnhancedAction<'_>>, trace: &Trace<'_>) -> Span {
    let action = seen.view;
    let selectors = action.selectors.as_ref();
    let target = selectors.and_then(|all| {
        let role = all.role.as_ref().and_then(|role| role.name.as_deref());
        let named = role.or(all.aria_label.as_deref()).or(all.text.as_deref());
        named.or(all.test_id.as_deref()).or(all.css_path.as_deref())
    });
    let target = target.or(action.to_url.as_deref());
    let name = format!("{} {}", action.kind.name(), target.unwrap_or_default());
    let at = Nanos::at(seen.time);
    Span {
        trace_id: trace.id,
        span_id: trace.span("action", seen.seq, seen.time),
        parent_span_id: Some(trace.root),
        name: clip(name.trim_end(), limits::OTLP_NAME_MAX_CHARS),
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

fn request(seen: &Seen<'_, NetworkBody<'_>>, trace: &Trace<'_>, told: &Told) -> Span {
    let body = seen.view;
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
    let start = Nanos::at(seen.time);
    Span {
        trace_id: trace.id,
        span_id: trace.span("request", seen.seq, seen.time),
        parent_span_id: Some(told.parent(seen.seq).unwrap_or(trace.root)),
        name: clip(
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
    let Some(address) = Address::of(url) else { return attributes };
    let scheme = address.origin.split("://").next().unwrap_or_default();
    let port = address.origin.rsplit(':').next().and_then(|port| port.parse::<u16>().ok());
    let usual = if matches!(scheme, "https" | "wss") { 443 } else { 80 };
    attributes
        .text("server.address", address.host().trim_matches(['[', ']']))
        .whole("server.port", port.unwrap_or(usual))
}
