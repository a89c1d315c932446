//! `get_page_info`: what is on the live page, in a few lines.

use gasoline_protocol::worker::ErrandName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::browsers::errands::{self, Errand};
use crate::limits;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GetPageInfo>();

struct GetPageInfo;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    tab_id: Option<i64>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
struct PageInfoResponse {
    url: String,
    #[serde(deserialize_with = "errands::or_default")]
    title: String,
    viewport: Viewport,
    scroll: Scroll,
    document_height: Option<Number>,
    /// Such as `h1: Cart`.
    headings: Vec<Value>,
    links: usize,
    images: usize,
    interactive_elements: usize,
    forms: Vec<Form>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
struct Viewport {
    width: Option<Number>,
    height: Option<Number>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
struct Scroll {
    x: Option<Number>,
    y: Option<Number>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Form {
    #[serde(deserialize_with = "errands::or_default")]
    id: String,
    /// As in its attribute.
    action: String,
    /// Names of its fields.
    fields: Vec<Value>,
    #[serde(flatten)]
    more: Map<String, Value>,
}

impl Tool for GetPageInfo {
    const NAME: &'static str = "get_page_info";
    const TITLE: &'static str = "Page info";
    const DESCRIPTION: &'static str =
        "The live page: url, title, viewport, headings, forms, link and image counts.";

    type Arguments = Arguments;
    type Response = PageInfoResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<PageInfoResponse, Refusal> {
        let errand = Errand::new(ErrandName::GetPageInfo, arguments.tab_id, &arguments);
        let result = errands::run(caller.app, errand).await?;
        let mut info: PageInfoResponse = errands::parse(result)?;
        info.headings.truncate(limits::PAGE_INFO_MAX_ROWS);
        info.forms.truncate(limits::PAGE_INFO_MAX_ROWS);
        Ok(info)
    }
}

impl Response for PageInfoResponse {
    fn render(&self, text: &mut String) {
        let number =
            |value: &Option<Number>| value.as_ref().and_then(Number::as_f64).unwrap_or_default();
        text.push_str(&format!(
            "\"{}\" {}\nviewport {:.0}×{:.0}, scrolled to {:.0},{:.0} of {:.0} px\n\
             {} links, {} images, {} interactive elements\n",
            show::one_line(&self.title, 200),
            show::one_line(&self.url, 200),
            number(&self.viewport.width),
            number(&self.viewport.height),
            number(&self.scroll.x),
            number(&self.scroll.y),
            number(&self.document_height),
            self.links,
            self.images,
            self.interactive_elements,
        ));
        for heading in &self.headings {
            let level = heading["level"].as_u64().map(|level| format!("h{level} "));
            let tag = heading["tag"]
                .as_str()
                .map(|tag| format!("{} ", show::one_line(tag, 20)))
                .or(level);
            let tag = tag.unwrap_or_default();
            text.push_str(&format!("heading: {tag}{}\n", show::one_line(&words(heading), 100)));
        }
        for Form { id, action, fields, .. } in &self.forms {
            let id = (!id.is_empty()).then(|| format!(" #{}", show::truncated(id, 60)));
            let fields: Vec<String> = fields
                .iter()
                .take(limits::PAGE_INFO_MAX_ROWS)
                .map(|field| show::one_line(&words(field), 60))
                .collect();
            text.push_str(&format!(
                "form{} → {}: {}\n",
                id.unwrap_or_default(),
                show::truncated(action, 200),
                fields.join(", ")
            ));
        }
        let max_bytes = limits::ANSWER_MAX_BYTES - limits::ANSWER_RESERVE_BYTES;
        if text.len() > max_bytes {
            text.truncate(text.floor_char_boundary(max_bytes));
            text.push_str("…\nhint: ask `query_dom` for the part you need");
        }
    }
}

/// What a heading or a field is called: itself, or the member that says it.
fn words(value: &Value) -> String {
    let named =
        ["text", "label", "name", "id", "type"].iter().find_map(|name| value[*name].as_str());
    value.as_str().or(named).map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_is_rendered_in_a_few_lines() {
        let info = json!({
            "url": "http://localhost/", "title": "Shop", "viewport": {"width": 1280, "height": 720},
            "scroll": {"x": 0, "y": 10}, "documentHeight": 3000,
            "headings": [{"level": 1, "text": "Cart"}, "Plain"],
            "links": 3, "images": 1, "interactiveElements": 4,
            "forms": [
                {"id": "pay", "action": "/pay", "fields": ["card", {"name": "cvc"}]},
                // It has an input named `id`.
                {"id": {}, "action": "/ship", "fields": ["id"]},
            ],
            "other": 1,
        });
        let info: PageInfoResponse = serde_json::from_value(info).expect("it parses");
        let mut text = String::new();
        info.render(&mut text);
        assert_eq!(
            text,
            "\"Shop\" http://localhost/\nviewport 1280×720, scrolled to 0,10 of 3000 px\n\
             3 links, 1 images, 4 interactive elements\nheading: h1 Cart\nheading: Plain\n\
             form #pay → /pay: card, cvc\nform → /ship: id\n"
        );
        assert!(!serde_json::to_string(&info).expect("it serializes").contains("other"));
    }
}
