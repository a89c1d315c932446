//! `get_browser_errors`: what broke, grouped, with what the user did before and what failed beside it.

use std::sync::{Arc, LazyLock};

use gasoline_analysis::issues::{self, Issue, Sighting};
use gasoline_analysis::requests::Failures;
use gasoline_protocol::action::{EnhancedAction, EnhancedActions};
use gasoline_protocol::console::{LogEntry, Logs};
use gasoline_protocol::event::Level;
use gasoline_protocol::network::{NetworkBodies, NetworkBody};
use gasoline_protocol::{Facet, Kind, schema};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::exit::{Leaving, Row};
use crate::limits;
use crate::mcp::answer::{Answer, Rows};
use crate::mcp::arguments::{Moment, read};
use crate::mcp::filter::Filter;
use crate::mcp::places::Places;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Effect, Run, Tool};
use crate::settings;
use crate::source_maps::{self, Thrown};

pub(super) static TOOL: Tool = Tool {
    name: "get_browser_errors",
    title: "Browser errors",
    description: "What broke in the browser: errors grouped and counted, with source file, line and \
                  code, the user action before, and failed requests with bodies. Call this first.",
    answers: "`errors[]` {message, level, source, url, stack, filename, lineno, colno, count, \
              first_seen, last_seen, tabs, tests, noise?, action_before?, location? {file, line, column, \
              function?, snippet[] {line, text, isError?}}, frames? [{file, line, column, function?, \
              mapped?, library?}], no_source_map?}, `network_failures[]` \
              {method, url, status, error?, duration, requestBody, responseBody, count, resource, \
              noise?}, `count`, `total`, `cursor`, `truncated?`, `missed?`, `empty?`",
    effect: Effect::ReadOnly,
    is_core: true,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::Later(|app, arguments| Box::pin(run(app, arguments))),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Page, script or request URL contains this.
    url: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    /// Cursor from an answer, or a time.
    since: Option<Moment>,
    limit: Option<usize>,
}

/// Answers at once, unless the first errors lack a source map that may be on its way.
async fn run(app: Arc<App>, arguments: Map<String, Value>) -> Result<Answer, Refusal> {
    let arguments: Arguments = read(arguments)?;
    let mut open = Vec::new();
    let answered = answer(&app, &arguments, &mut open)?;
    if source_maps::settle(&app, &open).await {
        return answer(&app, &arguments, &mut Vec::new());
    }
    Ok(answered)
}

/// The answer from what is known, and the errors whose place in the source is not.
fn answer(
    app: &Arc<App>,
    arguments: &Arguments,
    open: &mut Vec<Thrown>,
) -> Result<Answer, Refusal> {
    let Arguments { url, tab_id, test_id, since, limit } = arguments;
    let filter = Filter::new(url.clone(), *tab_id, test_id.clone(), since.as_ref())?;
    let kinds = [Kind::Logs, Kind::NetworkBodies, Kind::EnhancedActions];
    let snapshot = filter.snapshot(app, &kinds);
    let logs = Leaving::of_those(&snapshot, Kind::Logs, |event| {
        matches!(event.facet, Facet::Log { level: Level::Error, is_retracted: false, .. })
    });
    let requests = Leaving::of_those(&snapshot, Kind::NetworkBodies, |event| {
        matches!(event.facet, Facet::Network { is_failure: true, .. })
    });
    let actions = Leaving::of(&snapshot, Kind::EnhancedActions);
    let noise = app.noise();

    let requests = requests.rows::<NetworkBodies>();
    let mut failures = Failures::default();
    for row in &requests {
        failures.note(&row.view, row.event.time);
    }
    let logs = logs.rows::<Logs>();
    let errors: Vec<_> = logs
        .iter()
        .filter(|row| !failures.repeats(&row.view, row.event.time))
        .filter(|row| {
            let urls =
                [row.view.url.as_deref(), row.view.filename.as_deref(), row.view.stack.as_deref()];
            filter.admits(urls, row.view.tab_id)
        })
        .map(|row| (row, noise.log(&row.view).map(|rule| rule.id.clone())))
        .collect();
    let issues = issues::group(errors.iter().map(|(row, noise)| Sighting {
        seq: row.event.seq,
        time: row.event.time,
        test: row.event.test.as_deref(),
        entry: &row.view,
        noise: noise.as_deref(),
    }));
    let failed = group_failures(
        requests.iter().filter(|row| {
            filter.admits([Some(&*row.view.url), row.view.page_url.as_deref()], row.view.tab_id)
        }),
        |body| noise.request(body).map(|rule| rule.id.clone()),
    );
    if issues.is_empty() && failed.is_empty() {
        let empty = filter.why_empty(app, &snapshot, Kind::Logs);
        let mut answer = Answer::empty("errors", &empty, &snapshot);
        answer.set("network_failures", &Vec::<Value>::new());
        if snapshot.is_empty() {
            return Ok(answer);
        }
        answer.text = format!("no errors and no failed requests\n{}", answer.text);
        return Ok(answer);
    }
    let actions = actions.rows::<EnhancedActions>();
    let occurrences: usize = issues.iter().map(|issue| issue.count).sum();
    let heading = format!(
        "{} ({}), {}",
        show::count(issues.len(), "error"),
        show::count(occurrences, "occurrence"),
        show::count(failed.len(), "failed request"),
    );
    // Failed requests share the room: they are causes more often than not.
    let mut rows = Rows::new(*limit, limits::ERROR_ROWS);
    let mut failure_rows = Vec::new();
    let mut failure_text = String::new();
    for failure in failed.iter().take(limit.unwrap_or(limits::ERROR_ROWS).min(limits::ERROR_ROWS)) {
        let text = render_failure(failure);
        if failure_text.len() + text.len() > limits::ANSWER_MAX_BYTES / 3
            && !failure_rows.is_empty()
        {
            break;
        }
        failure_text.push_str(&text);
        failure_rows.push(failure_json(failure));
    }
    rows.reserve(failure_text.len());
    for (index, issue) in issues.iter().enumerate() {
        let around = Around {
            action: action_before(&actions, issue),
            places: places(app, &logs, issue, index == 0),
        };
        if issue.noise.is_none() && open.len() < limits::SETTLED_ERRORS {
            open.extend(thrown(&logs, issue));
        }
        rows.offer(render(index, issue, &around), || row_json(issue, &around));
    }
    let more = "pass `limit`, `since` with a cursor, or `url` to see others";
    let mut answer = rows.into_answer(&heading, "errors", more, &snapshot);
    answer.set("network_failures", &failure_rows);
    if !failure_text.is_empty() {
        let left = failed.len() - failure_rows.len();
        let rest = if left > 0 {
            format!("… {left} more: call `get_network_bodies` with `status_min: 400`\n")
        } else {
            String::new()
        };
        answer.text.push_str(&format!("\n\nfailed requests:\n{failure_text}{rest}"));
    }
    Ok(answer)
}

/// The action the error followed, if one was near enough in time.
fn action_before<'a>(
    actions: &'a [Row<'a, EnhancedAction<'a>>],
    issue: &Issue,
) -> Option<&'a Row<'a, EnhancedAction<'a>>> {
    actions.iter().rev().find(|row| {
        let gap = issue.last_seen.ms_since(row.event.time);
        let same_tab =
            row.view.tab_id.is_none_or(|tab| issue.tabs.is_empty() || issue.tabs.contains(&tab));
        (0..=limits::ACTION_REACH_MS).contains(&gap) && same_tab
    })
}

/// Where the newest sighting of an issue is in the source, if that is known.
fn places(
    app: &App,
    logs: &[Row<'_, LogEntry<'_>>],
    issue: &Issue,
    is_first: bool,
) -> Option<Places> {
    let told = app.source_maps.told(&thrown(logs, issue)?)?;
    let browsers = app.browsers.list();
    let shows_code =
        browsers.iter().filter_map(|one| one.status.as_ref()).all(settings::shows_code);
    Some(Places { told, is_in_full: is_first && issue.noise.is_none() && shows_code })
}

/// The newest sighting of an issue, as it was stored.
fn thrown(logs: &[Row<'_, LogEntry<'_>>], issue: &Issue) -> Option<Thrown> {
    let row = logs.iter().find(|row| row.event.seq == issue.last_seq)?;
    Thrown::of(row.event)
}

/// What was found around an issue.
struct Around<'a> {
    action: Option<&'a Row<'a, EnhancedAction<'a>>>,
    places: Option<Places>,
}

fn render(index: usize, issue: &Issue, around: &Around<'_>) -> String {
    let times = if issue.count > 1 { format!("  ×{}", issue.count) } else { String::new() };
    let noise = issue.noise.as_ref().map(|rule| format!("  [noise: {rule}]")).unwrap_or_default();
    let message = show::clip(&issue.message, limits::MESSAGE_SHOWN_CHARS);
    let mut text = format!("{}. {message}{times}{noise}\n", index + 1);
    let mapped = around.places.as_ref().and_then(Places::top).map(|place| format!(" at {place}"));
    let place = issue.filename.as_ref().map(|file| {
        let line = issue.lineno.map(|line| format!(":{line}")).unwrap_or_default();
        let column = issue.colno.map(|column| format!(":{column}")).unwrap_or_default();
        format!(" at {file}{line}{column}")
    });
    let page =
        issue.url.as_ref().map(|url| format!(" on {}", show::clip(url, 200))).unwrap_or_default();
    text.push_str(&format!("   {}{}{page}, ", issue.source, mapped.or(place).unwrap_or_default()));
    if issue.count > 1 {
        text.push_str(&format!(
            "first {}, last {}\n",
            show::clock(issue.first_seen),
            show::clock(issue.last_seen)
        ));
    } else {
        text.push_str(&format!("at {}\n", show::clock(issue.last_seen)));
    }
    if issue.noise.is_none() {
        match &around.places {
            Some(places) => text.push_str(&places.to_text()),
            None => text.push_str(&show::stack(issue.stack.as_deref().unwrap_or_default())),
        }
        if let Some(row) = around.action {
            let gap = issue.last_seen.ms_since(row.event.time);
            text.push_str(&format!(
                "   before it: {} ({gap} ms earlier)\n",
                show::action(&row.view)
            ));
        }
    }
    text
}

fn row_json(issue: &Issue, around: &Around<'_>) -> Value {
    let mut row = serde_json::to_value(issue).unwrap_or_default();
    if let (Some(members), Some(places)) = (row.as_object_mut(), &around.places) {
        places.fill(members);
    }
    if let (Some(members), Some(before)) = (row.as_object_mut(), around.action) {
        let gap = issue.last_seen.ms_since(before.event.time);
        let action = json!({
            "type": before.view.kind.name(), "target": show::action(&before.view), "ms_before": gap,
        });
        members.insert("action_before".to_owned(), action);
    }
    row
}

/// Requests that failed alike.
struct FailureGroup<'a> {
    newest: &'a Row<'a, NetworkBody<'a>>,
    count: usize,
    noise: Option<String>,
}

/// Groups by method, URL and status; application failures first, newest first.
fn group_failures<'a>(
    failures: impl Iterator<Item = &'a Row<'a, NetworkBody<'a>>>,
    noise: impl Fn(&NetworkBody<'a>) -> Option<String>,
) -> Vec<FailureGroup<'a>> {
    let mut groups: Vec<FailureGroup<'a>> = Vec::new();
    for row in failures {
        let is_same = |group: &&mut FailureGroup<'_>| {
            let known = &group.newest.view;
            known.method == row.view.method
                && known.url == row.view.url
                && known.status == row.view.status
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => {
                group.count += 1;
                group.newest = row;
            }
            None => groups.push(FailureGroup { newest: row, count: 1, noise: noise(&row.view) }),
        }
    }
    groups.sort_by_key(|group| (group.noise.is_some(), std::cmp::Reverse(group.newest.event.seq)));
    groups
}

fn render_failure(failure: &FailureGroup<'_>) -> String {
    let times = if failure.count > 1 { format!("  ×{}", failure.count) } else { String::new() };
    let noise = failure.noise.as_ref().map(|rule| format!("  [noise: {rule}]")).unwrap_or_default();
    let row = failure.newest;
    let bodies = if failure.noise.is_none() { show::bodies(&row.view) } else { String::new() };
    format!(
        "- {} {}{times}{noise}\n{bodies}",
        show::clock(row.event.time),
        show::request(&row.view),
    )
}

fn failure_json(failure: &FailureGroup<'_>) -> Value {
    let body = &failure.newest.view;
    let shown = |text: &Option<gasoline_protocol::Text<'_>>| {
        text.as_deref().map(|text| show::clip(text, limits::BODY_SHOWN_CHARS))
    };
    let mut row = json!({
        "method": body.method, "url": body.url, "status": body.status, "duration": body.duration,
        "requestBody": shown(&body.request_body), "responseBody": shown(&body.response_body),
        "timestamp": failure.newest.event.time, "count": failure.count,
        "resource": format!("gasoline://network/{}", failure.newest.event.seq.0),
    });
    if let Some(members) = row.as_object_mut() {
        members.retain(|_, value| !value.is_null());
        if let Some(error) = &body.error {
            members.insert("error".to_owned(), json!(error));
        }
        if let Some(noise) = &failure.noise {
            members.insert("noise".to_owned(), json!(noise));
        }
    }
    row
}
