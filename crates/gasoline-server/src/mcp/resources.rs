//! Resources: what is too large for an answer, read by its own address.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gasoline_protocol::escape;
use gasoline_protocol::kind::KindInfo;
use gasoline_protocol::{KINDS, Kind, Seq};
use gasoline_store::Query;
use rmcp::model::{ErrorData, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::json;

use crate::app::App;
use gasoline_analysis::redact;

/// Where a client reads an event whole.
pub(super) fn uri(kind: Kind, seq: Seq) -> String {
    let name = kind.info().resource.map_or("event", |resource| resource.name);
    format!("gasoline://{name}/{}", seq.0)
}

/// The addresses there are.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let template = |uri: &str, name: &str, description: &str, mime_type: &str| {
        let mut template = ResourceTemplate::new(uri, name);
        template.description = Some(description.to_owned());
        template.mime_type = Some(mime_type.to_owned());
        template
    };
    let events = KINDS.iter().filter_map(|info| info.resource).map(|event| {
        let uri = format!("gasoline://{}/{{seq}}", event.name);
        template(&uri, event.title, event.description, "application/json")
    });
    let screenshot =
        template("gasoline://screenshot/{id}", "screenshot", "A screenshot", "image/png");
    events.chain([screenshot]).collect()
}

/// The screenshots held, newest first; requests and log entries are too many to list.
pub(super) fn list(app: &Arc<App>) -> Vec<Resource> {
    let snapshot = app.journal.snapshot(&Query::of(&[Kind::Screenshots]));
    let held = snapshot.of(Kind::Screenshots).iter().rev().filter_map(|event| {
        let json = redact::event(event);
        let shot: gasoline_protocol::events::page::Screenshot<'_> = json.parse()?;
        app.journal.picture(shot.id.parse().ok()?)?;
        let page = shot.url.as_deref().unwrap_or("a page");
        let mut resource = Resource::new(
            format!("gasoline://screenshot/{}", shot.id.line()),
            format!("screenshot of {}", escape::line(page)),
        );
        resource.mime_type = Some("image/png".to_owned());
        Some(resource)
    });
    held.collect()
}

pub(super) fn read(app: &Arc<App>, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let not_found = || {
        let said = format!("nothing is held at `{uri}`; it may have been forgotten to make room");
        let data = json!({ "uri": redact::text(uri) });
        ErrorData::resource_not_found(redact::text(&said).into_owned(), Some(data))
    };
    let address = uri.strip_prefix("gasoline://").ok_or_else(not_found)?;
    let (name, id) = address.split_once('/').ok_or_else(not_found)?;
    let id: u64 = id.parse().map_err(|_| not_found())?;
    if name == "screenshot" {
        let (full, _) = app.journal.picture(id).ok_or_else(not_found)?;
        let mut contents = ResourceContents::blob(STANDARD.encode(&full), uri);
        if let ResourceContents::BlobResourceContents { mime_type, .. } = &mut contents {
            *mime_type = Some("image/png".to_owned());
        }
        return Ok(ReadResourceResult::new(vec![contents]));
    }
    let is_named = |info: &&KindInfo| info.resource.is_some_and(|resource| resource.name == name);
    let kind = KINDS.iter().find(is_named).ok_or_else(not_found)?.kind;
    let snapshot = app.journal.snapshot(&Query::of(&[kind]));
    let event =
        snapshot.of(kind).iter().find(|event| event.seq == Seq(id)).ok_or_else(not_found)?;
    let mut json = String::new();
    redact::write_event(&mut json, event);
    let mut contents = ResourceContents::text(json, uri);
    if let ResourceContents::TextResourceContents { mime_type, .. } = &mut contents {
        *mime_type = Some("application/json".to_owned());
    }
    Ok(ReadResourceResult::new(vec![contents]))
}
