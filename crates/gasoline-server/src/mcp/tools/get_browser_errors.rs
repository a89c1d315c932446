//! `get_browser_errors`: what broke, where in the source, and what led to it.
//!
//! ````text
//! + action {"type":"click","url":"http://localhost/cart","selectors":{"role":{"role":"button","name":"Pay"}}}
//! + network {"method":"POST","url":"http://localhost/api/orders","status":500,"duration":41,"contentType":"application/json","responseBody":"{\"error\":\"out of stock\"}"}
//! + log {"level":"error","source":"exception","message":"Uncaught TypeError: total is undefined","url":"http://localhost/cart"}
//! > {}
//! 1 error (1 occurrence), 1 failed request
//! 1. Uncaught TypeError: total is undefined  [c3]
//!    exception on http://localhost/cart, at 10:00:02.000
//!    cause, likely: POST http://localhost/api/orders → 500 (41 ms)
//!      because its answer has no `total`; sent 1000 ms after the click; answered 959 ms before
//!      response: {"error":"out of stock"}
//!    user: click button "Pay" (2000 ms before, likely trigger)
//!
//! cursor: c3
//! ````

use std::collections::BTreeSet;
use std::sync::Arc;

use gasoline_analysis::issues::Issue;
use gasoline_protocol::{Kind, Seq, Snapshot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::limits;
use crate::mcp::arguments::Moment;
use crate::mcp::diagnosis::failures::{self, FailureRow};
use crate::mcp::diagnosis::found::{self, Found};
use crate::mcp::diagnosis::{self, ErrorRow, Places, Told};
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::Response;
use crate::mcp::response::listing::{Budget, Listing, Page};
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};
use crate::source_maps::{self, Thrown};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<GetBrowserErrors>();

struct GetBrowserErrors;

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
                    format!("unknown `detail` `{}`", show::truncated(other, 40)),
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

    /// Whether the caller wants more than the usual response.
    fn asks_for_more(self) -> bool {
        matches!(self, Self::All | Self::One(_))
    }
}

#[derive(Debug, Serialize, JsonSchema)]
struct ErrorsResponse {
    /// Newest first. Those in one line lack `fingerprint` and the fields after it.
    errors: Listing<ErrorRow>,
    /// Equal failures are one row.
    network_failures: Vec<FailureRow>,
    #[serde(flatten)]
    page: Page,
    #[serde(skip)]
    heading: String,
    /// Whether another error can be seen in full.
    #[serde(skip)]
    has_others: bool,
}

impl Tool for GetBrowserErrors {
    const NAME: &'static str = "get_browser_errors";
    const TITLE: &'static str = "Browser errors";
    const DESCRIPTION: &'static str = "Call this first: the newest error with source, component, \
                                       state, the request that caused it (both bodies) and the \
                                       action before it; other errors and failed requests in a \
                                       line each.";
    const IS_CORE: bool = true;

    type Arguments = Arguments;
    type Response = ErrorsResponse;

    /// Waits only if the first errors lack a source map that may be on its way.
    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<ErrorsResponse, Refusal> {
        let mut open = Open::default();
        let response = respond(caller.app, &arguments, &mut open)?;
        // A place found while the response was written is shown too, though it was not waited for.
        if source_maps::settle(caller.app, &open.errors).await || open.lacks_place {
            return respond(caller.app, &arguments, &mut Open::default());
        }
        Ok(response)
    }
}

impl Response for ErrorsResponse {
    fn render(&self, text: &mut String) {
        if self.page.is_empty() {
            text.push_str(&self.heading);
        }
        self.page.render(text, &self.heading, &self.errors);
        if self.has_others {
            text.push_str("\nhint: pass an id as `detail` to see another error in full");
        }
    }
}

/// The first errors of a response, whose source maps may be on their way.
#[derive(Default)]
struct Open {
    errors: Vec<Thrown>,
    /// Whether the place of one of them is missing in the response.
    lacks_place: bool,
}

/// The response from what is known, and the errors whose place in the source is not.
fn respond(
    app: &Arc<App>,
    arguments: &Arguments,
    open: &mut Open,
) -> Result<ErrorsResponse, Refusal> {
    let Arguments { url, tab_id, test_id, since, detail, .. } = arguments;
    let filter = Filter::new(url.clone(), *tab_id, test_id.clone(), since.as_ref())?;
    let detail = Detail::read(detail.as_deref())?;
    let snapshot = filter.snapshot(app, &[Kind::Logs, Kind::NetworkBodies]);
    let session = found::broken(&snapshot);
    let view = session.view();
    let found = Found::new(app, &filter, &view);
    if let Detail::One(seq) = detail
        && !found.issues.iter().any(|issue| issue.is_named(seq))
    {
        return Err(found::no_such_error(seq));
    }
    let mut response = list(app, &found, &snapshot, arguments, detail, open);
    if found.issues.is_empty() && found.failed.is_empty() {
        response.page = Page::empty(&snapshot, filter.why_empty(app, &snapshot, Kind::Logs));
        response.heading.clear();
        if !snapshot.is_empty() {
            response.heading.push_str("no errors and no failed requests\n");
        }
    }
    Ok(response)
}

/// The errors that are asked for in full, the others in a line each, and the failed requests that
/// explain none of them.
fn list(
    app: &Arc<App>,
    found: &Found<'_>,
    snapshot: &Snapshot,
    arguments: &Arguments,
    detail: Detail,
    open: &mut Open,
) -> ErrorsResponse {
    let Found { issues, failed, .. } = found;
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
    let around = found::around(app, arguments.test_id.as_deref());
    let near = found::near(&around, &in_full);
    let near = near.view();
    let diagnosed: Vec<Option<Told<'_>>> = shown
        .iter()
        .zip(&places)
        .map(|((index, issue), places)| {
            let is_wanted = detail.wants(*index, issue);
            is_wanted.then(|| found.told(issue, places.as_ref(), &near)).flatten()
        })
        .collect();
    let causes: BTreeSet<Seq> = diagnosed.iter().flatten().flat_map(Told::causes).collect();
    let unexplained = failures::list(failed, &causes, most);

    let rows = shown.iter().zip(&places).zip(&diagnosed);
    let rows = rows.map(|((&(index, issue), places), diagnosed)| {
        let places = places.as_ref();
        let Some(error) = diagnosed else {
            return (diagnosis::line(index, issue, places), ErrorRow::new(issue, places));
        };
        let fullness = error.fullness(index, detail.asks_for_more());
        (error.to_text(index, fullness), ErrorRow::in_full(error, fullness))
    });
    let budget = Budget::new(limit.or(detail.asks_for_more().then_some(most)), most);
    let errors = Listing::fill(budget.reserving(unexplained.text.len()), rows)
        .and_more(issues.len() - shown.len())
        .and_text(&unexplained.text);
    let mut more = "pass `limit`, `since` with a cursor, or `url` to see others";
    if detail != Detail::First {
        more = "leave out `detail`, pass `limit`, `since` with a cursor, or `url` to see others";
    }
    ErrorsResponse {
        page: errors.page(snapshot, more),
        errors,
        network_failures: unexplained.rows,
        heading: heading(issues, failed.len()),
        has_others: shown.len() > 1 && detail == Detail::First,
    }
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
