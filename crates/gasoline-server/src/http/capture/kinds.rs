//! The paths of the kinds of events: events in, a receipt out, and the events again.

use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, Request, State};
use axum::routing::{MethodRouter, get};
use gasoline_analysis::redact;
use gasoline_protocol::Captured;
use gasoline_protocol::kind::{GetResponse, KindInfo, PostBody};
use gasoline_protocol::limits::HTTP_BODY_MAX_BYTES;
use gasoline_protocol::{Event, KINDS, Kind};
use gasoline_store::{Batch, Receipt};
use http::HeaderName;
use http::header::{ORIGIN, USER_AGENT};
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::http::Shared;
use crate::http::capture::performance_snapshot;
use crate::http::capture::screenshots;
use crate::http::rejection::Rejection;
use crate::http::reply::{Json, Listing};
use crate::http::since::Asked;

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ClearedEvents {
    #[schemars(extend("const" = true))]
    cleared: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReceivedPerformance {
    received: bool,
    baseline_updated: bool,
}

pub(crate) fn router() -> Router<Arc<App>> {
    KINDS.iter().fold(Router::new(), |router, info| router.route(info.path, methods(info)))
}

fn methods(info: &'static KindInfo) -> MethodRouter<Arc<App>> {
    let kind = info.kind;
    let methods = match info.get {
        GetResponse::OldestFirst | GetResponse::NewestFirst => {
            get(async move |State(app): Shared, RawQuery(query): RawQuery| {
                list(&app, kind, query.as_deref())
            })
        }
        GetResponse::PageBaseline => get(performance_snapshot::get),
        GetResponse::Nothing => MethodRouter::new(),
    };
    let methods =
        methods.post(async move |State(app): Shared, request| post(&app, kind, request).await);
    if !info.has_delete {
        return methods;
    }
    methods.delete(async move |State(app): Shared, RawQuery(query): RawQuery| {
        let scope = Asked::read(query.as_deref())?.query(&[]).scope;
        app.clear(&scope, &[kind]);
        Ok::<_, Rejection>(Json::new(&ClearedEvents { cleared: true }))
    })
}

/// Accepts events of a kind.
pub(crate) async fn post(app: &Arc<App>, kind: Kind, request: Request) -> Result<Json, Rejection> {
    let form = kind.info().body;
    if form == PostBody::Screenshot {
        return screenshots::post(app, request).await;
    }
    let [origin, agent] = [ORIGIN, USER_AGENT].map(|name| header(&request, &name));
    let body = app.bodies.read(request, HTTP_BODY_MAX_BYTES).await?;
    let is_request = kind == Kind::NetworkBodies;
    let mut requests = Vec::new();
    let batch = Batch::read_noting(kind, &body.bytes, &mut |json| {
        // What a driver saw may be what a page reports too.
        if is_request && !json.contains("\"seenBy\"") {
            requests.push(json);
        }
    })?;
    // There is no list here whose other events could be kept.
    if form == PostBody::Single
        && let Some(rejected) = batch.rejections.first()
    {
        return Err(Rejection::Malformed {
            what: rejected.reason.clone(),
            hint: "send one performance snapshot, see docs/http.md".to_owned(),
        });
    }
    // Contracts are learned from requests as they came, before bodies are truncated, and whatever
    // the journal forgets.
    if is_request && !app.journal.knows(&batch) {
        app.retained.contracts().see_all(&requests, app.now());
    }
    let receipt = append(app, origin.as_deref(), agent.as_deref(), batch);
    Ok(match form {
        PostBody::Single => {
            Json::new(&ReceivedPerformance { received: true, baseline_updated: true })
        }
        // Reasons quote what was sent.
        PostBody::Batch | PostBody::Screenshot => {
            Json::new(&redact::value(Captured::new(&receipt)))
        }
    })
}

fn append(app: &Arc<App>, origin: Option<&str>, agent: Option<&str>, batch: Batch) -> Receipt {
    app.note_sender(origin, batch.client.as_deref());
    if let Some(agent) = agent {
        app.browsers.page_agents.note(batch.test.as_deref(), agent);
    }
    let receipt = app.journal.accept(batch);
    app.source_maps.make_room(app);
    receipt
}

/// The page or extension a request comes from.
pub(crate) fn origin(request: &Request) -> Option<String> {
    header(request, &ORIGIN)
}

fn header(request: &Request, name: &HeaderName) -> Option<String> {
    request.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

/// `{<list>: [...], "count": n}`, the shape of every list.
fn list(app: &App, kind: Kind, query: Option<&str>) -> Result<Listing, Rejection> {
    let info = kind.info();
    let snapshot = app.journal.snapshot(&Asked::read(query)?.query(&[kind]));
    let events = snapshot.of(kind);
    let mut listing = Listing::default();
    listing.text(format!("{{\"{}\":", info.list.unwrap_or(info.kind.name())));
    match info.get {
        GetResponse::NewestFirst => write(&mut listing, app, kind, events.iter().rev()),
        _ => write(&mut listing, app, kind, events.iter()),
    }
    listing.text(format!(",\"count\":{}}}", events.len()));
    Ok(listing)
}

/// Writes events of a kind, as an array.
pub(crate) fn write<'a>(
    listing: &mut Listing,
    app: &App,
    kind: Kind,
    events: impl Iterator<Item = &'a Arc<Event>>,
) {
    match kind {
        // Few and small, and the only ones that outlive what they are about.
        Kind::Screenshots => listing.text(screenshots::listed(app, events)),
        _ => listing.events(events),
    }
}
