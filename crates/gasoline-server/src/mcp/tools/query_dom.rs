//! `query_dom`: the elements of a live page that match a selector.

use gasoline_protocol::escape;
use gasoline_protocol::worker::ErrandName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::browsers::errands::{self, Errand};
use crate::limits;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::listing::{Budget, Listing, Truncated};
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<QueryDom>();

struct QueryDom;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    selector: String,
    include_styles: Option<bool>,
    include_children: Option<bool>,
    /// At most 5.
    #[schemars(range(min = 1, max = 5))]
    max_depth: Option<u8>,
    /// Such as `checked`.
    properties: Option<Vec<String>>,
    tab_id: Option<i64>,
}

/// What the browser reports.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Found {
    url: String,
    #[serde(deserialize_with = "errands::or_default")]
    title: String,
    match_count: usize,
    matches: Vec<Element>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct QueryDomResponse {
    url: String,
    title: String,
    /// Elements that match.
    match_count: usize,
    /// Elements in this response.
    returned_count: usize,
    matches: Listing<Element>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<Truncated>,
    #[serde(skip)]
    selector: String,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
struct Element {
    tag: String,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    visible: Option<bool>,
    attributes: Map<String, Value>,
    #[serde(deserialize_with = "errands::or_default", skip_serializing_if = "Option::is_none")]
    bounding_box: Option<BoundingBox>,
    /// With `include_styles`.
    #[serde(skip_serializing_if = "Option::is_none")]
    styles: Option<Map<String, Value>>,
    /// Those that the call names.
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Map<String, Value>>,
    /// With `include_children`; in the form of `matches`.
    #[serde(skip_serializing_if = "Option::is_none")]
    children: Option<Vec<Element>>,
    /// Children that are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    more_children: Option<usize>,
    /// Styles, properties and children are left out, because they are too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<bool>,
    #[serde(flatten)]
    more: Map<String, Value>,
}

/// In CSS pixels of the viewport.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct BoundingBox {
    x: Number,
    y: Number,
    width: Number,
    height: Number,
}

impl Tool for QueryDom {
    const NAME: &'static str = "query_dom";
    const TITLE: &'static str = "Query the DOM";
    const DESCRIPTION: &'static str =
        "Elements of the live page that match a CSS selector: text, attributes, box, visibility.";

    type Arguments = Arguments;
    type Response = QueryDomResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<QueryDomResponse, Refusal> {
        if arguments.selector.trim().is_empty() {
            return Err(Refusal::new(
                "`selector` is empty",
                "pass a CSS selector, as `main button`",
            ));
        }
        let errand = Errand::new(ErrandName::QueryDom, arguments.tab_id, &arguments);
        let found = errands::parse(errands::run(caller.app, errand).await?)?;
        Ok(QueryDomResponse::new(arguments.selector, found))
    }
}

impl QueryDomResponse {
    fn new(selector: String, found: Found) -> Self {
        let Found { url, title, match_count, matches } = found;
        let unsent = match_count.saturating_sub(matches.len());
        let rows = matches.into_iter().enumerate().map(|(index, element)| {
            (format!("{}. {}", index + 1, element.render()), element.bounded())
        });
        let matches = Listing::fill(Budget::new(None, usize::MAX), rows).and_more(unsent);
        Self {
            url,
            title,
            match_count: matches.total(),
            returned_count: matches.rows.len(),
            truncated: matches.omitted("pass a narrower `selector`"),
            matches,
            selector,
        }
    }
}

impl Response for QueryDomResponse {
    fn render(&self, text: &mut String) {
        let verb = if self.match_count == 1 { "matches" } else { "match" };
        text.push_str(&format!(
            "{} {verb} `{}` on {} \"{}\"\n{}",
            show::count(self.match_count, "element"),
            show::truncated(&self.selector, 200),
            show::truncated(&self.url, 200),
            show::truncated(&self.title, 100),
            self.matches.text,
        ));
        if let Some(truncated) = &self.truncated {
            text.push_str(&format!("{}\n", truncated.text()));
        }
        if self.match_count == 0 {
            text.push_str("hint: `get_page_info` shows what is on the page");
        }
    }
}

impl Element {
    /// `<button id="pay"> "Pay" visible, 120×32 at 10,200`, then what was asked for besides.
    fn render(&self) -> String {
        let state = if self.visible == Some(false) { "hidden" } else { "visible" };
        let mut text = format!("{} {state}", self.opening());
        if let Some(BoundingBox { x, y, width, height }) = &self.bounding_box {
            let [x, y, width, height] =
                [x, y, width, height].map(|side| side.as_f64().unwrap_or(0.0));
            text.push_str(&format!(", {width:.0}×{height:.0} at {x:.0},{y:.0}"));
        }
        for (name, members) in [("styles", &self.styles), ("properties", &self.properties)] {
            let pairs: Vec<String> = members
                .iter()
                .flatten()
                .map(|(key, value)| escape::line(&format!("{key}: {}", plain(value))).into_owned())
                .collect();
            if !pairs.is_empty() {
                text.push_str(&format!("\n   {name}: {}", pairs.join("; ")));
            }
        }
        self.render_children(1, &mut text);
        text
    }

    fn render_children(&self, depth: usize, text: &mut String) {
        for child in self.children.iter().flatten() {
            text.push_str(&format!("\n   {}{}", "  ".repeat(depth), child.opening()));
            child.render_children(depth + 1, text);
        }
    }

    /// `<button id="pay" class="big"> "Pay"`.
    fn opening(&self) -> String {
        let attribute = |(name, value): (&String, &Value)| {
            format!(" {}=\"{}\"", escape::line(name), show::one_line(&plain(value), 100))
        };
        let attributes: String = self.attributes.iter().map(attribute).collect();
        let words = show::one_line(&self.text, 200);
        let words = if words.is_empty() { words } else { format!(" \"{words}\"") };
        format!("<{}{attributes}>{words}", escape::line(&self.tag))
    }

    /// Without its large parts, if they make it too large.
    fn bounded(self) -> Self {
        let json = serde_json::to_string(&self).unwrap_or_default();
        if json.len() <= limits::ANSWER_ASKED_MAX_BYTES {
            return self;
        }
        Self { styles: None, properties: None, children: None, truncated: Some(true), ..self }
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_element_is_rendered_on_a_line() {
        let found = json!({
            "url": "http://localhost/", "title": "Shop", "matchCount": 2,
            "matches": [{
                "tag": "button", "text": "Pay\n now", "visible": true,
                "attributes": {"id": "pay"}, "boundingBox": {"x": 1, "y": 2, "width": 30.4, "height": 9},
                "styles": {"color": "red"},
                "children": [{"tag": "b", "text": "now", "children": [{"tag": "i"}]}],
            }],
        });
        let found = serde_json::from_value(found).expect("it parses");
        let response = QueryDomResponse::new("button".to_owned(), found);
        let mut text = String::new();
        response.render(&mut text);
        assert_eq!(
            text,
            "2 elements match `button` on http://localhost/ \"Shop\"\n\
             1. <button id=\"pay\"> \"Pay now\" visible, 30×9 at 1,2\n   \
                styles: color: red\n     <b> \"now\"\n       <i>\n\
             … 1 more not shown; pass a narrower `selector`\n"
        );
        assert_eq!(response.returned_count, 1);
    }
}
