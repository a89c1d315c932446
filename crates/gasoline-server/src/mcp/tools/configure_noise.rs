//! `configure_noise`: which lines, requests and sockets are marked as noise and ranked down.
//!
//! ````text
//! > {"action":"add","rules":[{"category":"console","matchSpec":{"messageRegex":"^slow network"},"reason":"known"}]}
//! added 1 of 58 rules now in force: user_1
//! ````

use gasoline_analysis::noise::{Added, Author, NewRule, Rule, Statistics};
use gasoline_store::Query;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::tool::{Caller, Effect, Tool, ToolEntry};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<ConfigureNoise>();

struct ConfigureNoise;

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Action {
    Add,
    Remove,
    List,
    Reset,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    action: Action,
    rules: Option<Vec<NewRule>>,
    rule_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum NoiseResponse {
    Added { status: Status, rules_added: usize, total_rules: usize, ids: Vec<String> },
    Removed { status: Status, removed: String },
    Listed { rules: Vec<Rule>, statistics: Statistics },
    Reset { status: Status, removed: usize, total_rules: usize },
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Ok,
}

impl Tool for ConfigureNoise {
    const NAME: &'static str = "configure_noise";
    const TITLE: &'static str = "Noise rules";
    const DESCRIPTION: &'static str = "Rules that mark noise and rank it lower; nothing is hidden.";
    const EFFECT: Effect = Effect::Settings;

    type Arguments = Arguments;
    type Response = NoiseResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<NoiseResponse, Refusal> {
        match arguments.action {
            Action::Add => add(caller, arguments.rules.unwrap_or_default()),
            Action::Remove => remove(caller, arguments.rule_id.as_deref()),
            Action::List => Ok(list(caller)),
            Action::Reset => {
                let mut noise = caller.app.retained.noise_mut();
                let removed = noise.reset();
                let total_rules = noise.rules().len();
                Ok(NoiseResponse::Reset { status: Status::Ok, removed, total_rules })
            }
        }
    }
}

fn add(caller: &Caller<'_>, rules: Vec<NewRule>) -> Result<NoiseResponse, Refusal> {
    if rules.is_empty() {
        return Err(Refusal::new(
            "`rules` is missing",
            "pass `rules: [{category: \"console\", matchSpec: {messageRegex: \"...\"}}]`",
        ));
    }
    let Added { ids, rules_added, total_rules } =
        caller.app.retained.noise_mut().add(rules, Author::User, caller.app.now())?;
    Ok(NoiseResponse::Added { status: Status::Ok, rules_added, total_rules, ids })
}

fn remove(caller: &Caller<'_>, rule_id: Option<&str>) -> Result<NoiseResponse, Refusal> {
    let rule_id = rule_id.ok_or_else(|| {
        Refusal::new("`rule_id` is missing", "call with `action: \"list\"` to see the ids")
    })?;
    let removed = caller.app.retained.noise_mut().remove(rule_id)?;
    Ok(NoiseResponse::Removed { status: Status::Ok, removed: removed.id.clone() })
}

fn list(caller: &Caller<'_>) -> NoiseResponse {
    let snapshot = caller.app.journal.snapshot(&Query::default());
    let noise = caller.app.retained.noise();
    let rules = noise.rules().iter().map(Rule::shown).collect();
    NoiseResponse::Listed { rules, statistics: noise.statistics(&snapshot) }
}

impl Response for NoiseResponse {
    fn render(&self, text: &mut String) {
        match self {
            Self::Added { rules_added, total_rules, ids, .. } => {
                let ids = ids.join(", ");
                text.push_str(&format!(
                    "added {rules_added} of {total_rules} rules now in force: {ids}"
                ));
            }
            Self::Removed { removed, .. } => text.push_str(&format!("removed `{removed}`")),
            Self::Listed { rules, statistics } => render_list(text, rules, statistics),
            Self::Reset { removed, total_rules, .. } => {
                text.push_str(&format!(
                    "removed {removed} added rules; {total_rules} are in force"
                ));
            }
        }
    }
}

fn render_list(text: &mut String, rules: &[Rule], statistics: &Statistics) {
    let (built_in, own): (Vec<&Rule>, Vec<&Rule>) =
        rules.iter().partition(|rule| rule.id.starts_with("builtin_"));
    text.push_str(&format!(
        "{} rules, {} of them added; {} of the events held are noise",
        rules.len(),
        own.len(),
        statistics.total_filtered,
    ));
    for rule in own {
        let spec = serde_json::to_string(&rule.match_spec).unwrap_or_default();
        text.push_str(&format!("\n- {} {} {spec}", rule.id, rule.category.name()));
    }
    for (id, count) in &statistics.per_rule {
        text.push_str(&format!("\n{id} marks {count}"));
    }
    let ids: Vec<&str> = built_in.iter().map(|rule| rule.id.as_str()).collect();
    text.push_str(&format!("\nbuilt in: {}", ids.join(", ")));
}
