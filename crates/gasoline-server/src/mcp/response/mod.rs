//! What a tool responds: one struct gives the JSON, its schema and the text.

pub(crate) mod event_json;
pub(crate) mod listing;
pub(crate) mod sections;
pub(crate) mod show;

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{CallToolResult, ContentBlock, Resource};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::exit;

/// The response of a tool. It serializes to `structuredContent`, and renders the same as text.
pub(crate) trait Response: Serialize + JsonSchema + Send {
    /// Members that hold nothing captured, and are not redacted: their names alone would have it.
    const OWN: &'static [&'static str] = &[];
    const REDACTION: Redaction = Redaction::AsSent;

    /// What a model reads. It says everything that the JSON says, in short.
    fn render(&self, text: &mut String);

    fn attachments(&self) -> Attachments {
        Attachments::default()
    }
}

/// What goes with a response besides its text and its JSON.
#[derive(Debug, Default)]
pub(crate) struct Attachments {
    pub(crate) links: Vec<Link>,
    /// PNGs to look at, sized for models.
    pub(crate) screenshots: Vec<Arc<[u8]>>,
    /// Further texts, each a block of its own.
    pub(crate) texts: Vec<String>,
}

/// Something a client can read as a resource.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) uri: String,
    pub(crate) name: String,
    pub(crate) mime_type: &'static str,
}

/// Whether a response is redacted as it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Redaction {
    AsSent,
    /// It was written from redacted events. Redacting code would break it: `password: 'x'` is a
    /// secret in a log and a line in a script.
    Before,
}

/// The response as MCP sends it, redacted whatever the tool did.
pub(crate) fn to_result<R: Response>(response: &R) -> CallToolResult {
    let is_redacted = R::REDACTION == Redaction::Before;
    let redact = |text: String| if is_redacted { text } else { exit::text(&text).into_owned() };
    let Attachments { links, screenshots, texts } = response.attachments();
    let mut text = String::new();
    response.render(&mut text);
    let texts = std::iter::once(text).chain(texts);
    let mut content: Vec<ContentBlock> =
        texts.map(|text| ContentBlock::text(redact(text))).collect();
    let images = screenshots.iter();
    content.extend(images.map(|png| ContentBlock::image(STANDARD.encode(png), "image/png")));
    content.extend(links.into_iter().map(|link| {
        let mut resource = Resource::new(link.uri, exit::text(&link.name).into_owned());
        resource.mime_type = Some(link.mime_type.to_owned());
        ContentBlock::ResourceLink(resource)
    }));
    let mut result = CallToolResult::success(content);
    result.structured_content = Some(structured(response, is_redacted));
    result
}

fn structured<R: Response>(response: &R, is_redacted: bool) -> Value {
    let mut value = serde_json::to_value(response).unwrap_or_default();
    let Value::Object(members) = &mut value else { return value };
    let own: Vec<_> = R::OWN.iter().filter_map(|name| members.shift_remove_entry(*name)).collect();
    if !is_redacted {
        exit::value(&mut value);
    }
    if let Value::Object(members) = &mut value {
        members.extend(own);
    }
    value
}
