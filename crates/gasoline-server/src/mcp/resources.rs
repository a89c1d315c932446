//! Resources: what is too large for an answer, read by its own address.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gasoline_protocol::{Event, Kind, Seq};
use gasoline_store::Query;
use rmcp::model::{ErrorData, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::json;

use crate::app::App;
use crate::exit;

/// The addresses there are.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let template = |uri: &str, name: &str, description: &str, mime_type: &str| {
        let mut template = ResourceTemplate::new(uri, name);
        template.description = Some(description.to_owned());
        template.mime_type = Some(mime_type.to_owned());
        template
    };
    vec![
        template(
            "gasoline://network/{seq}",
            "request",
            "A request with its whole captured bodies",
            "application/json",
        ),
        template(
            "gasoline://log/{seq}",
            "log entry",
            "A log entry with its whole stack and context",
            "application/json",
        ),
        template(
            "gasoline://websocket/{seq}",
            "WebSocket event",
            "A WebSocket event with its whole data",
            "application/json",
        ),
        template("gasoline://screenshot/{id}", "screenshot", "A screenshot", "image/png"),
    ]
}

/// The screenshots held, newest first; requests and log entries are too many to list.
pub(super) fn list(app: &Arc<App>) -> Vec<Resource> {
    let snapshot = app.journal.snapshot(&Query::of(&[Kind::Screenshots]));
    let held = snapshot.of(Kind::Screenshots).iter().rev().filter_map(|event| {
        let text = exit::leaving(event);
        let shot: gasoline_protocol::page::Screenshot<'_> = Event::read(&text)?;
        app.journal.picture(shot.id.parse().ok()?)?;
        let page = shot.url.as_deref().unwrap_or("a page");
        let mut resource = Resource::new(
            format!("gasoline://screenshot/{}", shot.id),
            format!("screenshot of {page}"),
        );
        resource.mime_type = Some("image/png".to_owned());
        Some(resource)
    });
    held.collect()
}

pub(super) fn read(app: &Arc<App>, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let not_found = || {
        let said = format!("nothing is held at `{uri}`; it may have been forgotten to make room");
        let mut data = json!({ "uri": uri });
        exit::value(&mut data);
        ErrorData::resource_not_found(exit::text(&said).into_owned(), Some(data))
    };
    let address = uri.strip_prefix("gasoline://").ok_or_else(not_found)?;
    let (kind, id) = address.split_once('/').ok_or_else(not_found)?;
    let id: u64 = id.parse().map_err(|_| not_found())?;
    if kind == "screenshot" {
        let (full, _) = app.journal.picture(id).ok_or_else(not_found)?;
        let mut contents = ResourceContents::blob(STANDARD.encode(&full), uri);
        if let ResourceContents::BlobResourceContents { mime_type, .. } = &mut contents {
            *mime_type = Some("image/png".to_owned());
        }
        return Ok(ReadResourceResult::new(vec![contents]));
    }
    let kind = match kind {
        "network" => Kind::NetworkBodies,
        "log" => Kind::Logs,
        "websocket" => Kind::WebsocketEvents,
        _ => return Err(not_found()),
    };
    let snapshot = app.journal.snapshot(&Query::of(&[kind]));
    let event =
        snapshot.of(kind).iter().find(|event| event.seq == Seq(id)).ok_or_else(not_found)?;
    let mut json = String::new();
    exit::write(&mut json, event);
    let mut contents = ResourceContents::text(json, uri);
    if let ResourceContents::TextResourceContents { mime_type, .. } = &mut contents {
        *mime_type = Some("application/json".to_owned());
    }
    Ok(ReadResourceResult::new(vec![contents]))
}
