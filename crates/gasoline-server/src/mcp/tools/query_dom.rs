//! `query_dom`: the elements of a live page that match a selector.

use std::sync::{Arc, LazyLock};

use gasoline_protocol::schema;
use gasoline_protocol::worker::ErrandName;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::App;
use crate::errands::{self, Errand};
use crate::limits;
use crate::mcp::answer::{Answer, Rows};
use crate::mcp::arguments::read;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "query_dom",
    title: "Query the DOM",
    description: "Elements of the live page that match a CSS selector: text, attributes, box, \
                  visibility.",
    answers: "`url`, `title`, `matchCount`, `returnedCount`, `matches[]` {tag, text, visible, \
              attributes, boundingBox {x, y, width, height}, styles?, children?, properties?}, \
              `truncated?`",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::Later(|app, arguments| Box::pin(run(app, arguments))),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the browser reads them; here they are only checked")]
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

async fn run(app: Arc<App>, arguments: Map<String, Value>) -> Result<Answer, Refusal> {
    let checked: Arguments = read(arguments.clone())?;
    if checked.selector.trim().is_empty() {
        return Err(Refusal::new("`selector` is empty", "pass a CSS selector, as `main button`"));
    }
    let errand = Errand { name: ErrandName::QueryDom, arguments, tab_id: checked.tab_id };
    let found = errands::run(&app, errand).await?;
    Ok(answer(&checked.selector, &found))
}

fn answer(selector: &str, found: &Map<String, Value>) -> Answer {
    let word = |name: &str| found.get(name).and_then(Value::as_str).unwrap_or_default();
    let matches = found.get("matches").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let total = found.get("matchCount").and_then(Value::as_u64);
    let total = total.and_then(|total| usize::try_from(total).ok()).unwrap_or(matches.len());
    let mut rows = Rows::new(None, usize::MAX);
    for (index, element) in matches.iter().enumerate() {
        rows.offer(format!("{}. {}", index + 1, render(element)), || bounded(element));
    }
    let shown = rows.taken.len();
    let verb = if total == 1 { "matches" } else { "match" };
    let mut text = format!(
        "{} {verb} `{}` on {} \"{}\"\n{}",
        show::count(total, "element"),
        show::clip(selector, 200),
        show::clip(word("url"), 200),
        show::clip(word("title"), 100),
        rows.text,
    );
    let more = "pass a narrower `selector`";
    if total > shown {
        text.push_str(&format!("… {} more not shown; {more}\n", total - shown));
    }
    if total == 0 {
        text.push_str("hint: `get_page_info` shows what is on the page");
    }
    let mut answer = Answer { text, ..Answer::default() };
    answer.set("url", &word("url"));
    answer.set("title", &word("title"));
    answer.set("matchCount", &total);
    answer.set("returnedCount", &shown);
    answer.set("matches", &rows.taken);
    if total > shown {
        answer.set("truncated", &json!({"shown": shown, "total": total, "hint": more}));
    }
    answer
}

/// `<button id="pay"> "Pay" visible, 120×32 at 10,200`, and what was asked for besides.
fn render(element: &Value) -> String {
    let mut text = opening(element);
    let is_hidden = element["visible"] == false;
    let state = if is_hidden { "hidden" } else { "visible" };
    text.push_str(&format!(" {state}"));
    let side = |name: &str| element["boundingBox"][name].as_f64();
    if let (Some(x), Some(y), Some(width), Some(height)) =
        (side("x"), side("y"), side("width"), side("height"))
    {
        text.push_str(&format!(", {width:.0}×{height:.0} at {x:.0},{y:.0}"));
    }
    for (name, member) in [("styles", &element["styles"]), ("properties", &element["properties"])] {
        let pairs: Vec<String> =
            members(member).map(|(key, value)| format!("{key}: {}", plain(value))).collect();
        if !pairs.is_empty() {
            text.push_str(&format!("\n   {name}: {}", pairs.join("; ")));
        }
    }
    render_children(element, 1, &mut text);
    text
}

fn render_children(element: &Value, depth: usize, text: &mut String) {
    for child in element["children"].as_array().into_iter().flatten() {
        text.push_str(&format!("\n   {}{}", "  ".repeat(depth), opening(child)));
        render_children(child, depth + 1, text);
    }
}

/// `<button id="pay" class="big"> "Pay"`.
fn opening(element: &Value) -> String {
    let tag = element["tag"].as_str().unwrap_or("?");
    let attributes: Vec<String> = members(&element["attributes"])
        .map(|(name, value)| format!(" {name}=\"{}\"", show::one_line(&plain(value), 100)))
        .collect();
    let attributes = attributes.concat();
    let words = show::one_line(element["text"].as_str().unwrap_or_default(), 200);
    let words = if words.is_empty() { words } else { format!(" \"{words}\"") };
    format!("<{tag}{attributes}>{words}")
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The element as JSON, without its large parts if they make it too large.
fn bounded(element: &Value) -> Value {
    let mut element = element.clone();
    if element.to_string().len() > limits::ANSWER_ASKED_MAX_BYTES {
        if let Some(members) = element.as_object_mut() {
            members
                .retain(|name, _| !["children", "styles", "properties"].contains(&name.as_str()));
        }
        element["truncated"] = json!(true);
    }
    element
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_told_on_a_line() {
        let found = json!({
            "url": "http://localhost/", "title": "Shop", "matchCount": 2,
            "matches": [{
                "tag": "button", "text": "Pay\n now", "visible": true,
                "attributes": {"id": "pay"}, "boundingBox": {"x": 1, "y": 2, "width": 30.4, "height": 9},
                "styles": {"color": "red"},
                "children": [{"tag": "b", "text": "now", "children": [{"tag": "i"}]}],
            }],
        });
        let answer = answer("button", found.as_object().expect("an object"));
        assert_eq!(
            answer.text,
            "2 elements match `button` on http://localhost/ \"Shop\"\n\
             1. <button id=\"pay\"> \"Pay now\" visible, 30×9 at 1,2\n   \
                styles: color: red\n     <b> \"now\"\n       <i>\n\
             … 1 more not shown; pass a narrower `selector`\n"
        );
        assert_eq!(answer.structured["returnedCount"], 1);
    }

    #[test]
    fn what_the_browser_answers_need_not_be_what_was_asked() {
        for found in
            [json!({}), json!({"matches": 7}), json!({"matches": [null, 1, {"children": 2}]})]
        {
            answer("a", found.as_object().expect("an object"));
        }
    }
}
