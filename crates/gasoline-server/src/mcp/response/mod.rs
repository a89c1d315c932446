//! What a tool responds: one struct gives the JSON, its schema and the text.

pub(crate) mod event_json;
pub(crate) mod listing;
pub(crate) mod sections;
pub(crate) mod show;

use std::borrow::Cow;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gasoline_protocol::escape;
use rmcp::model::{CallToolResult, ContentBlock, Resource};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// The response of a tool, of redacted events and values. It serializes to `structuredContent`, and renders the same as text.
pub(crate) trait Response: Serialize + JsonSchema + Send {
    /// What a model reads: the same rows as the JSON, in short.
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

/// The response as MCP sends it.
pub(crate) fn to_result<R: Response>(response: &R) -> CallToolResult {
    let Attachments { links, screenshots, texts } = response.attachments();
    let mut text = String::new();
    response.render(&mut text);
    let texts = std::iter::once(text).chain(texts);
    // What prints text of a page has escaped its line breaks; this is for all other texts alike.
    let mut content: Vec<ContentBlock> =
        texts.map(|text| ContentBlock::text(escape::lines(&text))).collect();
    let images = screenshots.iter();
    content.extend(images.map(|png| ContentBlock::image(STANDARD.encode(png), "image/png")));
    content.extend(links.into_iter().map(|link| {
        let mut resource = Resource::new(link.uri, escape::line(&link.name));
        resource.mime_type = Some(link.mime_type.to_owned());
        ContentBlock::ResourceLink(resource)
    }));
    let mut result = CallToolResult::success(content);
    let mut structured = serde_json::to_value(response).unwrap_or_default();
    escape_hidden(&mut structured);
    result.structured_content = Some(structured);
    result
}

/// Models read the JSON too. The resource of an event has its texts as they were captured.
pub(crate) fn escape_hidden(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(shown) = escape::unseen(text) {
                *text = shown;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(escape_hidden),
        Value::Object(fields) => {
            if fields.keys().any(|name| matches!(escape::unseen(name), Cow::Owned(_))) {
                let named = std::mem::take(fields).into_iter();
                *fields = named
                    .map(|(name, value)| (escape::unseen(&name).into_owned(), value))
                    .collect();
            }
            fields.values_mut().for_each(escape_hidden);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
