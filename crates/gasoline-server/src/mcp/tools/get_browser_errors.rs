//! `get_browser_errors`: what broke, where in the source, and what led to it.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use gasoline_analysis::issues::Issue;
use gasoline_protocol::{Kind, Seq, Snapshot, schema};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::app::App;
use crate::limits;
use crate::mcp::answer::{Answer, Rows};
use crate::mcp::arguments::{Moment, read};
use crate::mcp::diagnosis::found::{self, Found, with_found};
use crate::mcp::diagnosis::{self, Around, Places, Told, failures};
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Effect, Run, Tool};
use crate::source_maps::{self, Thrown};

pub(super) static TOOL: Tool = Tool {
    name: "get_browser_errors",
    title: "Browser errors",
    description: "Call this first: the newest error with source, component, state, the request \
                  that caused it (both bodies) and the action before it; other errors and failed \
                  requests in a line each.",
    answers: "`errors[]` {message, level, source, url, filename, lineno, colno, count, first_seen, \
              last_seen, last_seq, tabs, tests, noise?, location? {file, line, column, function?}} and, \
              of those in full, {stack, fingerprint, frames? [{file, line, column, function?, mapped?, \
              library?}], no_source_map?, _aiContext {summary, sourceSnippets? [{file, line, column, \
              function?, snippet[] {line, text, isError?}}], componentAncestry? {framework, \
              components[]}, stateSnapshot? {source, keys, relevantSlice}}, action_before? {type, \
              target, ms_before, sure}, cause?[] {method, url, status, error?, duration, requestBody?, \
              responseBody?, sure (`certain likely possible`), because[], ms_before, resource}, \
              screenshot?}, `network_failures[]` {method, url, status, error?, duration, requestBody?, \
              responseBody?, count, resource, noise?}, `count`, `total`, `cursor`, `truncated?`, \
              `missed?`, `empty?`",
    effect: Effect::ReadOnly,
    is_core: true,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::Later(|app, arguments| Box::pin(run(app, arguments))),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// URL substring.
    url: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
    /// Cursor or time.
    since: Option<Moment>,
    limit: Option<usize>,
    /// Errors shown in full: `first` (default), `all`, `none` or an id (`c42`).
    detail: Option<String>,
}

/// Which errors are shown in full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    First,
    All,
    None,
    One(Seq),
}

impl Detail {
    fn read(asked: Option<&str>) -> Result<Self, Refusal> {
        match asked {
            None | Some("" | "first") => Ok(Self::First),
            Some("all") => Ok(Self::All),
            Some("none") => Ok(Self::None),
            Some(other) => other.parse().map(Self::One).map_err(|()| {
                Refusal::new(
                    format!("unknown `detail` `{}`", show::clip(other, 40)),
                    "one of `first`, `all`, `none`, or the id of an error, such as `c42`",
                )
            }),
        }
    }

    /// Whether the issue at this place is one of them. Noise is shown in full only on request.
    fn wants(self, index: usize, issue: &Issue) -> bool {
        match self {
            Self::First => index == 0 && issue.noise.is_none(),
            Self::All => issue.noise.is_none(),
            Self::None => false,
            Self::One(seq) => issue.is_named(seq),
        }
    }

    /// Whether the caller wants more than the usual answer.
    fn asks_for_more(self) -> bool {
        matches!(self, Self::All | Self::One(_))
    }
}

/// Answers at once, unless the first errors lack a source map that may be on its way.
async fn run(app: Arc<App>, arguments: Map<String, Value>) -> Result<Answer, Refusal> {
    let arguments: Arguments = read(arguments)?;
    let mut open = Open::default();
    let answered = answer(&app, &arguments, &mut open)?;
    // A place found while the answer was written is told too, though nobody waited for it.
    if source_maps::settle(&app, &open.errors).await || open.lacks_place {
        return answer(&app, &arguments, &mut Open::default());
    }
    Ok(answered)
}

/// The first errors of an answer, whose source maps may be on their way.
#[derive(Default)]
struct Open {
    errors: Vec<Thrown>,
    /// Whether one of them was told without its place.
    lacks_place: bool,
}

/// The answer from what is known, and the errors whose place in the source is not.
fn answer(app: &Arc<App>, arguments: &Arguments, open: &mut Open) -> Result<Answer, Refusal> {
    let Arguments { url, tab_id, test_id, since, detail, .. } = arguments;
    let filter = Filter::new(url.clone(), *tab_id, test_id.clone(), since.as_ref())?;
    let detail = Detail::read(detail.as_deref())?;
    let snapshot = filter.snapshot(app, &[Kind::Logs, Kind::NetworkBodies]);
    with_found(app, &filter, &snapshot, |found| {
        if let Detail::One(seq) = detail
            && !found.issues.iter().any(|issue| issue.is_named(seq))
        {
            return Err(found::no_such_error(seq));
        }
        if found.issues.is_empty() && found.failed.is_empty() {
            return Ok(empty(app, &filter, &snapshot));
        }
        Ok(tell(app, found, arguments, detail, open))
    })
}

/// The errors that are asked for in full, the others in a line each, and the failed requests that
/// explain none of them.
fn tell(
    app: &Arc<App>,
    found: &Found<'_>,
    arguments: &Arguments,
    detail: Detail,
    open: &mut Open,
) -> Answer {
    let Found { snapshot, issues, failed, .. } = found;
    let limit = arguments.limit;
    let most = limit.unwrap_or(limits::ERROR_ROWS);
    let shown: Vec<(usize, &Issue)> = issues
        .iter()
        .enumerate()
        .filter(|(index, issue)| !matches!(detail, Detail::One(_)) || detail.wants(*index, issue))
        .take(most)
        .collect();
    let places: Vec<Option<Places>> =
        shown.iter().map(|(_, issue)| found.places(app, issue)).collect();
    for ((index, issue), places) in shown.iter().zip(&places) {
        let is_read = *index < limits::SETTLED_ERRORS || detail.wants(*index, issue);
        let has_room = open.errors.len() < limits::SETTLED_ERRORS;
        if issue.noise.is_none()
            && is_read
            && has_room
            && let Some(thrown) = found.thrown(issue)
        {
            open.errors.push(thrown);
            open.lacks_place |= places.is_none();
        }
    }
    let in_full = shown.iter().filter(|(index, issue)| detail.wants(*index, issue));
    let in_full: Vec<&Issue> = in_full.map(|(_, issue)| *issue).collect();
    let around = Around::of(app, arguments.test_id.as_deref());
    let leaving = around.leaving(&in_full);
    let seen = leaving.rows();
    let scene = seen.scene();
    let told: Vec<Option<Told<'_>>> = shown
        .iter()
        .zip(&places)
        .map(|((index, issue), places)| {
            let is_wanted = detail.wants(*index, issue);
            is_wanted.then(|| found.told(issue, places.as_ref(), &scene)).flatten()
        })
        .collect();
    let causes: BTreeSet<Seq> = told.iter().flatten().flat_map(Told::causes).collect();
    let unexplained = failures::list(failed, &causes, most);

    let mut rows = Rows::new(limit.or(detail.asks_for_more().then_some(most)), most);
    rows.reserve(unexplained.text.len());
    for (((index, issue), places), told) in shown.iter().zip(&places).zip(&told) {
        let places = places.as_ref();
        match told {
            Some(told) => {
                let fullness = told.fullness(*index, detail.asks_for_more());
                rows.offer(told.to_text(*index, fullness), || told.to_json(fullness));
            }
            None => rows.offer(diagnosis::line(*index, issue, places), || {
                diagnosis::line_json(issue, places)
            }),
        }
    }
    rows.pass_over(issues.len() - shown.len());
    rows.text.push_str(&unexplained.text);
    let mut more = "pass `limit`, `since` with a cursor, or `url` to see others";
    if detail != Detail::First {
        more = "leave out `detail`, pass `limit`, `since` with a cursor, or `url` to see others";
    }
    let mut answer = rows.into_answer(&heading(issues, failed.len()), "errors", more, snapshot);
    answer.set("network_failures", &unexplained.rows);
    if shown.len() > 1 && detail == Detail::First {
        answer.text.push_str("\nhint: pass an id as `detail` to see another error in full");
    }
    answer
}

fn heading(issues: &[Issue], failed: usize) -> String {
    let occurrences: usize = issues.iter().map(|issue| issue.count).sum();
    format!(
        "{} ({}), {}",
        show::count(issues.len(), "error"),
        show::count(occurrences, "occurrence"),
        show::count(failed, "failed request"),
    )
}

fn empty(app: &Arc<App>, filter: &Filter, snapshot: &Snapshot) -> Answer {
    let empty = filter.why_empty(app, snapshot, Kind::Logs);
    let mut answer = Answer::empty("errors", &empty, snapshot);
    answer.set("network_failures", &Vec::<Value>::new());
    if !snapshot.is_empty() {
        answer.text = format!("no errors and no failed requests\n{}", answer.text);
    }
    answer
}
