//! `validate_api`: what the answers of each endpoint have in common, and which answers broke it.

use std::sync::LazyLock;

use gasoline_analysis::contracts::{Analysis, EndpointReport, Filter, Violation};
use gasoline_protocol::{Kind, Snapshot, schema};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::mcp::answer::{Answer, Rows};
use crate::mcp::arguments::read;
use crate::mcp::filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Run, Tool};
use crate::{exit, limits};

pub(super) static TOOL: Tool = Tool {
    name: "validate_api",
    title: "API contracts",
    description: "API responses that differ from the learned shape: missing or retyped fields, \
                  new failures.",
    answers: "of `analyze` `action: analyzed`, `violations[]` {endpoint, type (`shape_change \
              type_change error_spike new_field array_shape_change null_field`), severity, path \
              (`items[].price`), description, field?, expected_type?, actual_type?, sample_value?, \
              expected_shape?, actual_shape?, missing_fields?, status_history?, last_error_body?, \
              occurrences {expected_count, violation_count, first_seen, last_violation}, recovered}, \
              `tracked_endpoints`, `total_requests_analyzed`, `clean_endpoints`, \
              `learning_endpoints`, `answers_too_long?`, `forgotten_endpoints?`, \
              `violations_not_kept?`; of `report` \
              `action: report`, `endpoints[]` {endpoint, method, call_count, status_codes, \
              established_shape, established, consistency (`unknown` where no answer could be read), \
              answers_too_long?, last_called}; of `clear` `action: \
              cleared`, `endpoints_forgotten`; `truncated?`, `empty?`",
    effect: Effect::Settings,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, read(arguments)?)),
};

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Action {
    Analyze,
    Report,
    Clear,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// `report`: learned shapes; `clear`: start over.
    action: Action,
    url_filter: Option<String>,
    /// URL substrings.
    ignore_endpoints: Option<Vec<String>>,
}

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    let Arguments { action, url_filter, ignore_endpoints } = arguments;
    let ignore = ignore_endpoints.unwrap_or_default();
    let url = url_filter.filter(|url| !url.is_empty());
    let filter = Filter { url: url.as_deref(), ignore: &ignore };
    match action {
        Action::Clear => Ok(clear(caller)),
        Action::Analyze => {
            let analysis = caller.app.contracts().analyze(&filter);
            if analysis.tracked_endpoints == 0 {
                return nothing(caller, &filter, "analyzed", "violations");
            }
            Ok(analyzed(&analysis, &stand(caller)))
        }
        Action::Report => {
            let endpoints = caller.app.contracts().report(&filter);
            if endpoints.is_empty() {
                return nothing(caller, &filter, "report", "endpoints");
            }
            Ok(reported(&endpoints, &stand(caller)))
        }
    }
}

/// Where the journal stands, without its events.
fn stand(caller: &Caller<'_>) -> Snapshot {
    Snapshot::new(caller.app.now(), caller.app.journal.head())
}

/// No endpoint to tell of, and why.
fn nothing(
    caller: &Caller<'_>,
    filter: &Filter<'_>,
    action: &str,
    list: &str,
) -> Result<Answer, Refusal> {
    let known = caller.app.contracts().analyze(&Filter::default());
    let seen = filter::Filter::new(filter.url.map(str::to_owned), None, None, None)?;
    let snapshot = seen.snapshot(caller.app, &[Kind::NetworkBodies]);
    let empty = seen.why_empty(caller.app, &snapshot, Kind::NetworkBodies);
    let mut answer = Answer::empty(list, &empty, &snapshot);
    answer.set("action", &action);
    answer.set("tracked_endpoints", &0);
    answer.set("total_requests_analyzed", &0);
    answer.set("clean_endpoints", &0);
    answer.text = match known.tracked_endpoints {
        0 => format!("tracked endpoints: 0; {}", answer.text),
        some => format!(
            "none of the {} tracked matches\nhint: widen `url_filter` or `ignore_endpoints`",
            show::count(some, "endpoint")
        ),
    };
    Ok(answer)
}

fn analyzed(analysis: &Analysis, snapshot: &Snapshot) -> Answer {
    let mut rows = Rows::new(None, usize::MAX);
    for violation in &analysis.violations {
        rows.offer(render(violation), || masked(violation));
    }
    let more = "fix these first, or pass `url_filter` or `ignore_endpoints`";
    let mut answer = rows.into_answer(&heading(analysis), "violations", more, snapshot);
    answer.set("action", &analysis.action);
    answer.set("tracked_endpoints", &analysis.tracked_endpoints);
    answer.set("total_requests_analyzed", &analysis.total_requests_analyzed);
    answer.set("clean_endpoints", &analysis.clean_endpoints);
    answer.set("learning_endpoints", &analysis.learning_endpoints);
    if analysis.answers_too_long > 0 {
        answer.set("answers_too_long", &analysis.answers_too_long);
    }
    if analysis.forgotten_endpoints > 0 {
        answer.set("forgotten_endpoints", &analysis.forgotten_endpoints);
    }
    if analysis.violations_not_kept > 0 {
        answer.set("violations_not_kept", &analysis.violations_not_kept);
    }
    answer
}

fn heading(analysis: &Analysis) -> String {
    let found = match analysis.violations.len() {
        0 => "no violations".to_owned(),
        some => show::count(some, "violation"),
    };
    let requests = usize::try_from(analysis.total_requests_analyzed).unwrap_or(usize::MAX);
    let mut heading = format!(
        "{found} in {} of {}; {} clean",
        show::count(requests, "request"),
        show::count(analysis.tracked_endpoints, "endpoint"),
        analysis.clean_endpoints,
    );
    if analysis.learning_endpoints > 0 {
        heading.push_str(&format!(
            ", {} seen too seldom to have a contract",
            analysis.learning_endpoints
        ));
    }
    if analysis.answers_too_long > 0 {
        heading.push_str("; ");
        heading.push_str(&too_long(analysis.answers_too_long));
    }
    if analysis.forgotten_endpoints > 0 {
        heading.push_str(&format!("; {} made room for others", analysis.forgotten_endpoints));
    }
    if analysis.violations_not_kept > 0 {
        heading.push_str(&format!("; {} violations not kept", analysis.violations_not_kept));
    }
    heading
}

/// Large answers reach the server cut, and half of one tells nothing of what it lacks.
fn too_long(answers: u64) -> String {
    let answers = usize::try_from(answers).unwrap_or(usize::MAX);
    format!("{} too long to learn from", show::count(answers, "answer"))
}

fn render(violation: &Violation) -> String {
    let occurrences = &violation.occurrences;
    let times = match occurrences.violation_count {
        1 => String::new(),
        times => format!(" ×{times}"),
    };
    let recovered = if violation.recovered { ", fine again since" } else { "" };
    let mut text = format!(
        "{} {}: {} `{}`{times}{recovered}\n   {}, last {}",
        violation.severity.name(),
        violation.kind.name(),
        violation.endpoint,
        violation.path,
        violation.description,
        occurrences.last_violation,
    );
    if let Some(body) = &violation.last_error_body {
        let mut body = body.clone();
        exit::captured(&mut body);
        let said = show::one_line(&body.to_string(), limits::MESSAGE_SHOWN_CHARS);
        text.push_str(&format!("\n   answered {said}"));
    }
    if !violation.status_history.is_empty() {
        let statuses: Vec<String> =
            violation.status_history.iter().map(ToString::to_string).collect();
        text.push_str(&format!("\n   statuses {}", statuses.join(" ")));
    }
    if let Some(sample) = sample(violation) {
        text.push_str(&format!(
            "\n   such as {}",
            show::one_line(&sample.to_string(), limits::MESSAGE_SHOWN_CHARS)
        ));
    }
    text
}

fn masked(violation: &Violation) -> Value {
    let mut row = json!(violation);
    if let Some(sample) = sample(violation) {
        row["sample_value"] = sample;
    }
    exit::value(&mut row);
    row
}

/// The value that has the wrong type, masked by the name of the member that holds it.
fn sample(violation: &Violation) -> Option<Value> {
    let value = violation.sample_value.clone()?;
    let name = violation.path.rsplit('.').next().unwrap_or_default().replace("[]", "");
    let mut member = json!({ &name: value });
    exit::captured(&mut member);
    member.as_object_mut()?.values_mut().next().map(Value::take)
}

fn reported(endpoints: &[EndpointReport], snapshot: &Snapshot) -> Answer {
    let mut rows = Rows::new(None, usize::MAX);
    for endpoint in endpoints {
        let text = line(endpoint);
        rows.offer(text, || {
            let mut row = json!(endpoint);
            exit::value(&mut row);
            row
        });
    }
    let heading = show::count(endpoints.len(), "endpoint");
    let more = "pass `url_filter` for the rest";
    let mut answer = rows.into_answer(&heading, "endpoints", more, snapshot);
    answer.set("action", &"report");
    answer
}

fn line(endpoint: &EndpointReport) -> String {
    let statuses: Vec<String> =
        endpoint.status_codes.iter().map(|(status, count)| format!("{status} ×{count}")).collect();
    let learning = if endpoint.established { "" } else { ", still learning" };
    let shape = match &endpoint.established_shape {
        Some(shape) => show::clip(&shape.to_string(), limits::CONTRACT_SHOWN_CHARS),
        None if endpoint.answers_too_long > 0 => "no answer that could be read".to_owned(),
        None => "no JSON".to_owned(),
    };
    let consistent = match endpoint.consistency.as_str() {
        "unknown" => "consistency unknown".to_owned(),
        percent => format!("{percent} consistent"),
    };
    let unread = match endpoint.answers_too_long {
        0 => String::new(),
        some => format!(", {}", too_long(u64::from(some))),
    };
    format!(
        "{}: {} ({}), {consistent}{unread}{learning}, last {}\n   {shape}",
        endpoint.endpoint,
        show::count(endpoint.call_count as usize, "call"),
        statuses.join(", "),
        endpoint.last_called,
    )
}

fn clear(caller: &Caller<'_>) -> Answer {
    let forgotten = caller.app.contracts().clear();
    let text = format!(
        "forgot the contracts of {}; they are learnt anew from what comes next",
        show::count(forgotten, "endpoint")
    );
    let mut answer = Answer { text, ..Answer::default() };
    answer.set("action", &"cleared");
    answer.set("endpoints_forgotten", &forgotten);
    answer
}
