//! `get_page_info`: what is on the live page, in a few lines.

use std::sync::{Arc, LazyLock};

use gasoline_protocol::schema;
use gasoline_protocol::worker::ErrandName;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::App;
use crate::errands::{self, Errand};
use crate::limits;
use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "get_page_info",
    title: "Page info",
    description: "The live page: url, title, viewport, headings, forms, link and image counts.",
    answers: "`url`, `title`, `viewport` {width, height}, `scroll` {x, y}, `documentHeight`, \
              `headings[]`, `links`, `images`, `interactiveElements`, `forms[]` {id, action, \
              fields[]}",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::Later(|app, arguments| Box::pin(run(app, arguments))),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    tab_id: Option<i64>,
}

async fn run(app: Arc<App>, arguments: Map<String, Value>) -> Result<Answer, Refusal> {
    let Arguments { tab_id } = read(arguments.clone())?;
    let errand = Errand { name: ErrandName::GetPageInfo, arguments, tab_id };
    Ok(answer(errands::run(&app, errand).await?))
}

fn answer(mut info: Map<String, Value>) -> Answer {
    const KNOWN: [&str; 10] = [
        "url",
        "title",
        "viewport",
        "scroll",
        "documentHeight",
        "headings",
        "links",
        "images",
        "interactiveElements",
        "forms",
    ];
    info.retain(|name, _| KNOWN.contains(&name.as_str()));
    for list in ["headings", "forms"] {
        if let Some(items) = info.get_mut(list).and_then(Value::as_array_mut) {
            items.truncate(limits::PAGE_INFO_MAX_ROWS);
        }
    }
    let text = render(&Value::Object(info.clone()));
    Answer { text, structured: info, ..Answer::default() }
}

fn render(info: &Value) -> String {
    let word = |name: &str| show::one_line(info[name].as_str().unwrap_or_default(), 200);
    let number = |value: &Value| value.as_f64().unwrap_or_default();
    let mut text = format!(
        "\"{}\" {}\nviewport {:.0}×{:.0}, scrolled to {:.0},{:.0} of {:.0} px\n\
         {:.0} links, {:.0} images, {:.0} interactive elements\n",
        word("title"),
        word("url"),
        number(&info["viewport"]["width"]),
        number(&info["viewport"]["height"]),
        number(&info["scroll"]["x"]),
        number(&info["scroll"]["y"]),
        number(&info["documentHeight"]),
        number(&info["links"]),
        number(&info["images"]),
        number(&info["interactiveElements"]),
    );
    for heading in info["headings"].as_array().into_iter().flatten() {
        let level = heading["level"].as_u64().map(|level| format!("h{level} "));
        let tag = heading["tag"].as_str().map(|tag| format!("{tag} ")).or(level);
        let tag = tag.unwrap_or_default();
        text.push_str(&format!("heading: {tag}{}\n", show::one_line(&words(heading), 100)));
    }
    for form in info["forms"].as_array().into_iter().flatten() {
        let id = form["id"].as_str().filter(|id| !id.is_empty());
        let id = id.map(|id| format!(" #{}", show::clip(id, 60))).unwrap_or_default();
        let action = show::clip(form["action"].as_str().unwrap_or_default(), 200);
        let fields: Vec<String> = form["fields"]
            .as_array()
            .into_iter()
            .flatten()
            .take(limits::PAGE_INFO_MAX_ROWS)
            .map(|field| show::one_line(&words(field), 60))
            .collect();
        text.push_str(&format!("form{id} → {action}: {}\n", fields.join(", ")));
    }
    clip(text)
}

/// What a heading or a field is called: itself, or the member that says it.
fn words(value: &Value) -> String {
    let named =
        ["text", "label", "name", "id", "type"].iter().find_map(|name| value[*name].as_str());
    value.as_str().or(named).map_or_else(|| value.to_string(), str::to_owned)
}

/// The text, as far as an answer may be long.
fn clip(mut text: String) -> String {
    let most = limits::ANSWER_MAX_BYTES - limits::ANSWER_RESERVE_BYTES;
    if text.len() > most {
        let mut end = most;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push_str("…\nhint: ask `query_dom` for the part you need");
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_is_told_in_a_few_lines() {
        let info = json!({
            "url": "http://localhost/", "title": "Shop", "viewport": {"width": 1280, "height": 720},
            "scroll": {"x": 0, "y": 10}, "documentHeight": 3000,
            "headings": [{"level": 1, "text": "Cart"}, "Plain"],
            "links": 3, "images": 1, "interactiveElements": 4,
            "forms": [{"id": "pay", "action": "/pay", "fields": ["card", {"name": "cvc"}]}],
            "other": 1,
        });
        let answer = answer(info.as_object().expect("an object").clone());
        assert_eq!(
            answer.text,
            "\"Shop\" http://localhost/\nviewport 1280×720, scrolled to 0,10 of 3000 px\n\
             3 links, 1 images, 4 interactive elements\nheading: h1 Cart\nheading: Plain\n\
             form #pay → /pay: card, cvc\n"
        );
        assert!(!answer.structured.contains_key("other"));
    }
}
