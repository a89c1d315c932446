//! `/screenshots`: pictures in, pictures out.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gasoline_protocol::batch::BadBatch;
use gasoline_protocol::events::page::Screenshots;
use gasoline_protocol::limits::{ENVELOPE_MEMBER_MAX_CHARS, HTTP_BODY_MAX_BYTES};
use gasoline_protocol::{Event, Kind};
use gasoline_store::Batch;
use gasoline_store::ingest::draft;
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::app::App;
use crate::http::Shared;
use crate::http::capture::kinds;
use crate::http::rejection::Rejection;
use crate::http::reply::Json;
use crate::pictures::{self, BadPicture, Held};
use gasoline_analysis::redact;

/// A screenshot, and what it shows.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PostedScreenshot {
    /// The PNG as a data URL.
    #[schemars(extend("pattern" = "^data:image/png;base64,iVBORw0KGgo"))]
    data_url: String,
    /// The page.
    url: Option<String>,
    /// `navigation`, `action`, `error`, `explicit`, or a word of the driver such as `failure`.
    trigger: Option<String>,
    /// The action it was taken after.
    action_id: Option<String>,
    /// The log entry it was taken for.
    error_id: Option<String>,
    /// The element it shows.
    selector: Option<String>,
    /// It shows more than the window.
    full_page: Option<bool>,
    /// The end of the page was left out.
    cropped: Option<bool>,
    tab_id: Option<i64>,
    /// The test it belongs to.
    #[serde(rename = "test_id")]
    test_id: Option<String>,
    /// Identifies the request: sent again, it is stored once.
    #[serde(rename = "batch_id")]
    batch_id: Option<String>,
    /// The sender's own name for itself.
    client: Option<String>,
    /// When it was taken.
    #[schemars(extend("type" = ["string", "number", "null"]))]
    timestamp: Option<Value>,
    #[schemars(skip)]
    ts: Option<Value>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StoredScreenshot {
    /// Identifies the screenshot.
    id: String,
}

pub(crate) async fn post(app: &App, request: Request) -> Result<Json, Rejection> {
    let origin = kinds::origin(&request);
    let body = app.bodies.read(request, HTTP_BODY_MAX_BYTES).await?;
    let posted: PostedScreenshot =
        serde_json::from_slice(&body.bytes).map_err(|error| Rejection::Malformed {
            what: format!("the body cannot be read: {error}"),
            hint: "send `{\"dataUrl\": \"data:image/png;base64,...\", \"url\": \"...\"}`"
                .to_owned(),
        })?;
    drop(body);
    for (member, text) in [("test_id", &posted.test_id), ("batch_id", &posted.batch_id)] {
        if text.as_ref().is_some_and(|text| text.chars().count() > ENVELOPE_MEMBER_MAX_CHARS) {
            return Err(BadBatch::BadMember { member, most: ENVELOPE_MEMBER_MAX_CHARS }.into());
        }
    }
    let encoded = posted.data_url.strip_prefix("data:image/png;base64,").ok_or_else(|| {
        Rejection::Malformed {
            what: "`dataUrl` is no PNG".to_owned(),
            hint: "send a data URL that begins `data:image/png;base64,`".to_owned(),
        }
    })?;
    let png = STANDARD.decode(encoded.trim()).map_err(|error| Rejection::Malformed {
        what: format!("`dataUrl` is no base64: {error}"),
        hint: "encode the picture with the standard alphabet, padded".to_owned(),
    })?;
    // Decoding takes tens of milliseconds and megabytes: not on a thread that answers others, and
    // one at a time.
    let mut known = app.pictures.lock().await;
    let batch_id = posted.batch_id.as_deref().filter(|id| !id.is_empty());
    if let Some(id) = batch_id.and_then(|batch_id| known.find(|known| **known == *batch_id)) {
        return Ok(Json::new(&StoredScreenshot { id: id.to_string() }));
    }
    let picture = tokio::task::spawn_blocking(move || pictures::prepare(&png))
        .await
        .unwrap_or_else(|error| Err(BadPicture::Damaged { reason: error.to_string() }))?;
    app.note_sender(origin.as_deref(), posted.client.as_deref());
    let id = app.journal.next_picture_id();
    let record = record(&posted, id, &picture);
    let draft = draft::<Screenshots>(&record).map_err(|reason| Rejection::Malformed {
        what: reason,
        hint: "see docs/http.md for what a screenshot may say of itself".to_owned(),
    })?;
    if let Some(batch_id) = batch_id {
        known.put(batch_id.into(), id);
    }
    let test: Option<Box<str>> = posted.test_id.filter(|id| !id.is_empty()).map(Into::into);
    let batch = Batch::of(Kind::Screenshots, vec![draft], test);
    app.journal.accept_picture(batch, picture.full.into(), picture.thumb.into(), id);
    Ok(Json::new(&StoredScreenshot { id: id.to_string() }))
}

/// The record of a screenshot, as listed in `/snapshot` and in timelines.
fn record(posted: &PostedScreenshot, id: u64, picture: &pictures::Picture) -> String {
    let mut record = json!({
        "id": id.to_string(),
        "width": picture.width,
        "height": picture.height,
        "bytes": picture.full.len(),
        "cropped": picture.cropped || posted.cropped == Some(true),
    });
    let optional = [
        ("url", json!(posted.url)),
        ("trigger", json!(posted.trigger)),
        ("actionId", json!(posted.action_id)),
        ("errorId", json!(posted.error_id)),
        ("selector", json!(posted.selector)),
        ("fullPage", json!(posted.full_page)),
        ("tabId", json!(posted.tab_id)),
        ("timestamp", json!(posted.timestamp)),
        ("ts", json!(posted.ts)),
    ];
    if let Some(members) = record.as_object_mut() {
        members.extend(
            optional
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| (name.to_owned(), value)),
        );
    }
    record.to_string()
}

/// Records as an array, each with whether its picture is held.
pub(crate) fn listed<'a>(app: &App, records: impl Iterator<Item = &'a Arc<Event>>) -> String {
    let held = Held::now(app);
    let mut out = "[".to_owned();
    for record in records {
        if out.len() > 1 {
            out.push(',');
        }
        redact::write_event(&mut out, record);
        // Into the object that was written.
        out.pop();
        out.push_str(&format!(",\"held\":{}}}", held.has_event(record)));
    }
    out.push(']');
    out
}

pub(crate) async fn full(
    State(app): Shared,
    file: Result<Path<String>, PathRejection>,
) -> Result<Response, Rejection> {
    let Path(file) = file.map_err(|rejection| unreadable(&rejection))?;
    let id = file
        .strip_suffix(".png")
        .ok_or_else(|| Rejection::NoSuchPath { path: format!("/screenshots/{file}") })?;
    picture(&app, id, |(full, _)| full)
}

pub(crate) async fn thumb(
    State(app): Shared,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, Rejection> {
    let Path(id) = id.map_err(|rejection| unreadable(&rejection))?;
    picture(&app, &id, |(_, thumb)| thumb)
}

fn unreadable(rejection: &PathRejection) -> Rejection {
    Rejection::Malformed {
        what: format!("the path cannot be read: {rejection}"),
        hint: "`GET /screenshots` lists the pictures".to_owned(),
    }
}

type Both = (Arc<[u8]>, Arc<[u8]>);

fn picture(
    app: &crate::App,
    id: &str,
    which: fn(Both) -> Arc<[u8]>,
) -> Result<Response, Rejection> {
    let id: Option<u64> = id.parse().ok();
    let held = id.and_then(|id| app.journal.picture(id)).map(which);
    let bytes = held.ok_or_else(|| {
        let was_taken = id.is_some_and(|id| app.journal.has_taken_picture(id));
        let what =
            if was_taken { "the picture is no longer held" } else { "there is no such picture" };
        Rejection::NotFound {
            what: what.to_owned(),
            hint: "`GET /screenshots` lists the newest".to_owned(),
        }
    })?;
    let mut response = bytes.to_vec().into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/png"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600, immutable"));
    Ok(response)
}
