//! `configure_noise`: which lines, requests and sockets are marked as noise and ranked down.

use std::sync::LazyLock;

use gasoline_analysis::noise::{Author, NewRule};
use gasoline_protocol::schema;
use gasoline_store::Query;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::refusal::Refusal;
use crate::mcp::tool::{Caller, Effect, Run, Tool};

pub(super) static TOOL: Tool = Tool {
    name: "configure_noise",
    title: "Noise rules",
    description: "Rules that mark noise and rank it lower; nothing is hidden.",
    answers: "add: `status`, `rulesAdded`, `totalRules`, `ids[]`; remove: `status`, `removed`; list: \
              `rules[]` {id, category, classification, matchSpec, createdAt?, reason?}, `statistics` \
              {totalFiltered, perRule, lastSignalAt?, lastNoiseAt?}; reset: `status`, `removed`, \
              `totalRules`",
    effect: Effect::Settings,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, read(arguments)?)),
};

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

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    match arguments.action {
        Action::Add => add(caller, arguments.rules.unwrap_or_default()),
        Action::Remove => remove(caller, arguments.rule_id.as_deref()),
        Action::List => Ok(list(caller)),
        Action::Reset => Ok(reset(caller)),
    }
}

fn add(caller: &Caller<'_>, rules: Vec<NewRule>) -> Result<Answer, Refusal> {
    if rules.is_empty() {
        return Err(Refusal::new(
            "`rules` is missing",
            "pass `rules: [{category: \"console\", matchSpec: {messageRegex: \"...\"}}]`",
        ));
    }
    let added = caller.app.noise_mut().add(rules, Author::User, caller.app.now())?;
    let mut answer = Answer {
        text: format!(
            "added {} of {} rules now in force: {}",
            added.rules_added,
            added.total_rules,
            added.ids.join(", ")
        ),
        ..Answer::default()
    };
    answer.set("status", &"ok");
    answer.set("rulesAdded", &added.rules_added);
    answer.set("totalRules", &added.total_rules);
    answer.set("ids", &added.ids);
    Ok(answer)
}

fn remove(caller: &Caller<'_>, rule_id: Option<&str>) -> Result<Answer, Refusal> {
    let rule_id = rule_id.ok_or_else(|| {
        Refusal::new("`rule_id` is missing", "call with `action: \"list\"` to see the ids")
    })?;
    let removed = caller.app.noise_mut().remove(rule_id)?;
    let mut answer = Answer { text: format!("removed `{}`", removed.id), ..Answer::default() };
    answer.set("status", &"ok");
    answer.set("removed", &removed.id);
    Ok(answer)
}

fn list(caller: &Caller<'_>) -> Answer {
    let snapshot = caller.app.journal.snapshot(&Query::default());
    let noise = caller.app.noise();
    let statistics = noise.statistics(&snapshot);
    let mut answer = Answer::default();
    let own: Vec<_> =
        noise.rules().iter().filter(|rule| !rule.id.starts_with("builtin_")).collect();
    answer.text = format!(
        "{} rules, {} of them added; {} of the events held are noise",
        noise.rules().len(),
        own.len(),
        statistics.total_filtered,
    );
    for rule in &own {
        let spec = serde_json::to_string(&rule.match_spec).unwrap_or_default();
        answer.text.push_str(&format!("\n- {} {} {spec}", rule.id, rule.category.name()));
    }
    for (id, count) in &statistics.per_rule {
        answer.text.push_str(&format!("\n{id} marks {count}"));
    }
    let built_in: Vec<&str> = noise
        .rules()
        .iter()
        .map(|rule| rule.id.as_str())
        .filter(|id| id.starts_with("builtin_"))
        .collect();
    answer.text.push_str(&format!("\nbuilt in: {}", built_in.join(", ")));
    answer.set("rules", &noise.rules());
    answer.set("statistics", &statistics);
    answer
}

fn reset(caller: &Caller<'_>) -> Answer {
    let mut noise = caller.app.noise_mut();
    let removed = noise.reset();
    let total = noise.rules().len();
    let mut answer = Answer {
        text: format!("removed {removed} added rules; {total} are in force"),
        ..Answer::default()
    };
    answer.structured = match json!({"status": "ok", "removed": removed, "totalRules": total}) {
        serde_json::Value::Object(members) => members,
        _ => serde_json::Map::new(),
    };
    answer
}
