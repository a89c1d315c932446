//! `run_accessibility_audit`: what axe-core finds wrong on the live page.

use std::sync::{Arc, LazyLock, PoisonError};

use gasoline_protocol::schema;
use gasoline_protocol::worker::ErrandName;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::App;
use crate::errands::{self, AuditKey, Errand};
use crate::limits;
use crate::mcp::answer::{Answer, Rows};
use crate::mcp::arguments::read;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "run_accessibility_audit",
    title: "Accessibility audit",
    description: "Accessibility violations of the live page (axe-core), worst first.",
    answers: "`violations[]` {id, impact, description, helpUrl, wcag[], nodes[] {selector, html, \
              failureSummary}, nodeCount}, `summary` {violations, passes, incomplete, \
              inapplicable}, `passes?`, `url`, `cached?`, `truncated?`",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::Later(|app, arguments| Box::pin(run(app, arguments))),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// CSS selector.
    scope: Option<String>,
    /// Such as `wcag2aa`.
    tags: Option<Vec<String>>,
    include_passes: Option<bool>,
    force_refresh: Option<bool>,
    tab_id: Option<i64>,
}

async fn run(app: Arc<App>, arguments: Map<String, Value>) -> Result<Answer, Refusal> {
    let Arguments { scope, tags, include_passes, force_refresh, tab_id } = read(arguments.clone())?;
    let mut tags = tags.unwrap_or_default();
    tags.sort_unstable();
    let page = app.browsers.page(tab_id);
    let key = AuditKey { page, scope, tags, include_passes: include_passes == Some(true) };
    let audits = || app.audits.lock().unwrap_or_else(PoisonError::into_inner);
    let known = (key.page.is_some() && force_refresh != Some(true))
        .then(|| audits().find(&key, app.now()))
        .flatten();
    if let Some(known) = known {
        return Ok(answer(&known, true));
    }
    let errand = Errand { name: ErrandName::RunAccessibilityAudit, arguments, tab_id };
    let result = errands::run(&app, errand).await?;
    // A page that has moved on meanwhile is another page.
    let url = result.get("url").and_then(Value::as_str);
    if key.page.as_ref().is_some_and(|(_, shown)| url == Some(shown)) {
        audits().keep(key, app.now(), result.clone());
    }
    Ok(answer(&result, false))
}

fn answer(result: &Map<String, Value>, is_cached: bool) -> Answer {
    let url = result.get("url").and_then(Value::as_str).unwrap_or_default();
    let mut violations: Vec<&Value> =
        result.get("violations").and_then(Value::as_array).into_iter().flatten().collect();
    violations.sort_by_key(|violation| rank(violation));
    let mut rows = Rows::new(None, usize::MAX);
    for (index, violation) in violations.iter().enumerate() {
        rows.offer(format!("{}. {}", index + 1, render(violation)), || bounded(violation));
    }
    let summary = result.get("summary").cloned().unwrap_or_else(|| json!({}));
    let count = |name: &str| summary[name].as_u64().unwrap_or_default();
    let total = violations.len();
    let cached = if is_cached { "; of a moment ago, `force_refresh` audits anew" } else { "" };
    let mut text = format!(
        "{} on {} ({} passes, {} to be checked by hand{cached})\n{}",
        show::count(total, "violation"),
        show::clip(url, 200),
        count("passes"),
        count("incomplete"),
        rows.text,
    );
    let shown = rows.taken.len();
    let more = "pass `scope` or `tags`";
    let mut answer = Answer::default();
    if total > shown {
        text.push_str(&format!("… {} more not shown; {more}\n", total - shown));
        answer.set("truncated", &json!({"shown": shown, "total": total, "hint": more}));
    }
    answer.text = text;
    answer.set("violations", &rows.taken);
    answer.set("summary", &summary);
    answer.set("url", &url);
    if let Some(passes) = result.get("passes").filter(|passes| is_small(passes)) {
        answer.set("passes", passes);
    }
    if is_cached {
        answer.set("cached", &true);
    }
    answer
}

/// Worst first.
fn rank(violation: &Value) -> usize {
    const IMPACTS: [&str; 4] = ["critical", "serious", "moderate", "minor"];
    let impact = violation["impact"].as_str().unwrap_or_default();
    IMPACTS.iter().position(|known| *known == impact).unwrap_or(IMPACTS.len())
}

fn render(violation: &Value) -> String {
    let word =
        |value: &Value, most: usize| show::one_line(value.as_str().unwrap_or_default(), most);
    let nodes = violation["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    let count = violation["nodeCount"].as_u64().unwrap_or(nodes.len() as u64);
    let wcag: Vec<String> =
        violation["wcag"].as_array().into_iter().flatten().map(|tag| word(tag, 20)).collect();
    let wcag = if wcag.is_empty() { String::new() } else { format!(" ({})", wcag.join(", ")) };
    let mut text = format!(
        "[{}] {}: {}{wcag} ×{count}\n   {}",
        word(&violation["impact"], 20),
        word(&violation["id"], 60),
        word(&violation["description"], 200),
        word(&violation["helpUrl"], 200),
    );
    for node in nodes.iter().take(limits::AUDIT_NODES_SHOWN) {
        text.push_str(&format!(
            "\n   - {}  {}\n     {}",
            word(&node["selector"], 120),
            word(&node["html"], 120),
            word(&node["failureSummary"], 200),
        ));
    }
    if count > limits::AUDIT_NODES_SHOWN as u64 {
        text.push_str(&format!("\n   … {} more", count - limits::AUDIT_NODES_SHOWN as u64));
    }
    text
}

/// The violation as JSON, without its nodes if they make it too large.
fn bounded(violation: &Value) -> Value {
    let mut violation = violation.clone();
    if !is_small(&violation)
        && let Some(members) = violation.as_object_mut()
    {
        members.shift_remove("nodes");
        members.insert("truncated".to_owned(), json!(true));
    }
    violation
}

fn is_small(value: &Value) -> bool {
    value.to_string().len() <= limits::ANSWER_ASKED_MAX_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violations_come_worst_first() {
        let result = json!({
            "url": "http://localhost/", "summary": {"violations": 2, "passes": 9, "incomplete": 1},
            "violations": [
                {"id": "region", "impact": "moderate", "description": "Landmarks", "nodes": []},
                {"id": "image-alt", "impact": "critical", "description": "Alternate text",
                 "helpUrl": "https://x", "wcag": ["wcag111"], "nodeCount": 5, "nodes": [
                    {"selector": "img", "html": "<img>", "failureSummary": "Fix any:\n no alt"}]},
            ],
        });
        let answer = answer(result.as_object().expect("an object"), false);
        assert_eq!(
            answer.text,
            "2 violations on http://localhost/ (9 passes, 1 to be checked by hand)\n\
             1. [critical] image-alt: Alternate text (wcag111) ×5\n   https://x\n   \
                - img  <img>\n     Fix any: no alt\n   … 2 more\n\
             2. [moderate] region: Landmarks ×0\n   \n"
        );
        assert_eq!(answer.structured["violations"][0]["id"], "image-alt");
    }
}
