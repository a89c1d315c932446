//! `run_accessibility_audit`: what axe-core finds wrong on the live page.

use gasoline_protocol::worker::ErrandName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::browsers::errands::{self, AuditKey, Errand};
use crate::limits;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::listing::{Budget, Listing, Truncated};
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<RunAccessibilityAudit>();

struct RunAccessibilityAudit;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
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

/// What the browser reports.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Audit {
    url: String,
    violations: Vec<Violation>,
    summary: Summary,
    passes: Option<Vec<Value>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct AccessibilityResponse {
    /// Worst first.
    violations: Listing<Violation>,
    summary: Summary,
    url: String,
    /// With `include_passes`: `id` and `description` of each rule, unless they are too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    passes: Option<Vec<Value>>,
    /// Set where this is an earlier result.
    #[serde(skip_serializing_if = "Option::is_none")]
    cached: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<Truncated>,
}

/// Rules by their outcome.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Summary {
    violations: u64,
    passes: u64,
    /// To be checked by hand.
    incomplete: u64,
    inapplicable: u64,
    #[serde(flatten)]
    more: Map<String, Value>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
struct Violation {
    id: String,
    /// `critical`, `serious`, `moderate` or `minor`.
    impact: Option<String>,
    description: String,
    help_url: String,
    /// WCAG tags.
    wcag: Vec<String>,
    /// The first elements that violate the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<Vec<Node>>,
    /// All elements that violate it.
    #[serde(skip_serializing_if = "Option::is_none")]
    node_count: Option<u64>,
    /// The nodes are left out, because they are too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<bool>,
    #[serde(flatten)]
    more: Map<String, Value>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
struct Node {
    selector: String,
    html: String,
    failure_summary: String,
    #[serde(flatten)]
    more: Map<String, Value>,
}

impl Tool for RunAccessibilityAudit {
    const NAME: &'static str = "run_accessibility_audit";
    const TITLE: &'static str = "Accessibility audit";
    const DESCRIPTION: &'static str =
        "Accessibility violations of the live page (axe-core), worst first.";

    type Arguments = Arguments;
    type Response = AccessibilityResponse;

    async fn run(
        caller: &Caller<'_>,
        arguments: Arguments,
    ) -> Result<AccessibilityResponse, Refusal> {
        let app = caller.app;
        let Arguments { scope, tags, include_passes, force_refresh, tab_id } = &arguments;
        let mut tags = tags.clone().unwrap_or_default();
        tags.sort_unstable();
        let page = app.browsers.page(*tab_id);
        let include_passes = *include_passes == Some(true);
        let key = AuditKey { page, scope: scope.clone(), tags, include_passes };
        let audits = &app.browsers.audits;
        let known = (key.page.is_some() && *force_refresh != Some(true))
            .then(|| audits.find(&key, app.now()))
            .flatten();
        if let Some(known) = known {
            return Ok(AccessibilityResponse::new(errands::parse(known)?, true));
        }
        let errand = Errand::new(ErrandName::RunAccessibilityAudit, *tab_id, &arguments);
        let result = errands::run(app, errand).await?;
        let audit: Audit = errands::parse(result.clone())?;
        // A page that has moved on meanwhile is another page.
        if key.page.as_ref().is_some_and(|(_, shown)| audit.url == *shown) {
            audits.keep(key, app.now(), result);
        }
        Ok(AccessibilityResponse::new(audit, false))
    }
}

impl AccessibilityResponse {
    fn new(audit: Audit, is_cached: bool) -> Self {
        let Audit { url, mut violations, summary, passes } = audit;
        violations.sort_by_key(Violation::rank);
        let rows = violations.into_iter().enumerate().map(|(index, violation)| {
            (format!("{}. {}", index + 1, violation.render()), violation.bounded())
        });
        let violations = Listing::fill(Budget::new(None, usize::MAX), rows);
        Self {
            truncated: violations.omitted("pass `scope` or `tags`"),
            violations,
            summary,
            url,
            passes: passes.filter(is_small),
            cached: is_cached.then_some(true),
        }
    }
}

impl Response for AccessibilityResponse {
    fn render(&self, text: &mut String) {
        let cached = match self.cached {
            Some(true) => "; of a moment ago, `force_refresh` audits anew",
            _ => "",
        };
        text.push_str(&format!(
            "{} on {} ({} passes, {} to be checked by hand{cached})\n{}",
            show::count(self.violations.total(), "violation"),
            show::truncated(&self.url, 200),
            self.summary.passes,
            self.summary.incomplete,
            self.violations.text,
        ));
        if let Some(truncated) = &self.truncated {
            text.push_str(&format!("{}\n", truncated.text()));
        }
    }
}

impl Violation {
    /// Worst first.
    fn rank(&self) -> usize {
        const IMPACTS: [&str; 4] = ["critical", "serious", "moderate", "minor"];
        let impact = self.impact.as_deref().unwrap_or_default();
        IMPACTS.iter().position(|known| *known == impact).unwrap_or(IMPACTS.len())
    }

    fn render(&self) -> String {
        let nodes = self.nodes.as_deref().unwrap_or_default();
        let count = self.node_count.unwrap_or(nodes.len() as u64);
        let wcag: Vec<String> = self.wcag.iter().map(|tag| show::one_line(tag, 20)).collect();
        let wcag = if wcag.is_empty() { String::new() } else { format!(" ({})", wcag.join(", ")) };
        let mut text = format!(
            "[{}] {}: {}{wcag} ×{count}\n   {}",
            show::one_line(self.impact.as_deref().unwrap_or_default(), 20),
            show::one_line(&self.id, 60),
            show::one_line(&self.description, 200),
            show::one_line(&self.help_url, 200),
        );
        for node in nodes.iter().take(limits::AUDIT_NODES_SHOWN) {
            text.push_str(&format!(
                "\n   - {}  {}\n     {}",
                show::one_line(&node.selector, 120),
                show::one_line(&node.html, 120),
                show::one_line(&node.failure_summary, 200),
            ));
        }
        if count > limits::AUDIT_NODES_SHOWN as u64 {
            text.push_str(&format!("\n   … {} more", count - limits::AUDIT_NODES_SHOWN as u64));
        }
        text
    }

    /// Without its nodes, if they make it too large.
    fn bounded(self) -> Self {
        if is_small(&self) {
            return self;
        }
        Self { nodes: None, truncated: Some(true), ..self }
    }
}

fn is_small(part: &impl Serialize) -> bool {
    serde_json::to_string(part).is_ok_and(|json| json.len() <= limits::ANSWER_ASKED_MAX_BYTES)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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
        let audit = serde_json::from_value(result).expect("it parses");
        let response = AccessibilityResponse::new(audit, false);
        let mut text = String::new();
        response.render(&mut text);
        assert_eq!(
            text,
            "2 violations on http://localhost/ (9 passes, 1 to be checked by hand)\n\
             1. [critical] image-alt: Alternate text (wcag111) ×5\n   https://x\n   \
                - img  <img>\n     Fix any: no alt\n   … 2 more\n\
             2. [moderate] region: Landmarks ×0\n   \n"
        );
        assert_eq!(response.violations.rows[0].id, "image-alt");
    }
}
