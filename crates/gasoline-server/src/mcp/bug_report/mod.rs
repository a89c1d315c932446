//! A bug report put together: one error, what led to it, and the evidence.

mod environment;
mod pictures;
mod words;

use std::sync::Arc;

use gasoline_analysis::issues::Issue;
use gasoline_analysis::view::Session;
use gasoline_codegen::bug_report::{BugReport, FailedRequest, ReportStep};
use gasoline_codegen::limits::SCRIPT_MAX_BYTES;
use gasoline_codegen::step::{Act, Plan};
use gasoline_codegen::{Checks, Format, Options};
use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::Logs;
use gasoline_protocol::{Facet, Kind, Seq, Snapshot, Timestamp};

use super::diagnosis::failures::FailureGroup;
use super::diagnosis::found::{self, Found};
use super::diagnosis::{Places, Told};
use super::filter::{Filter, Spot};
use super::refusal::Refusal;
use super::scripts::{self, Wanted as WantedScript, Written};
use crate::app::App;
use crate::limits;
use crate::mcp::response::show;
use crate::source_maps::Thrown;

pub(super) use pictures::PictureFile;

/// What is asked for.
pub(super) struct Wanted {
    pub(super) filter: Filter,
    /// The error it is about; without it the newest of the application.
    pub(super) error: Option<Seq>,
    pub(super) title: Option<String>,
    /// How many pictures, whether they are in the report or beside it, and whether whole: an answer
    /// that a model reads has room for thumbnails only.
    pub(super) pictures: usize,
    pub(super) beside: Option<String>,
    pub(super) are_whole: bool,
}

/// A report, and what was made of on the way.
pub(super) struct Made {
    pub(super) report: BugReport,
    /// The error it is about; a report may be about a request that failed without one.
    pub(super) error: Option<Seq>,
    pub(super) pictures: Vec<PictureFile>,
    pub(super) warnings: Vec<String>,
    /// The error as it was thrown, whose source map may be on its way.
    pub(super) thrown: Option<Thrown>,
    /// When each step was begun.
    steps_at: Vec<Timestamp>,
}

impl Made {
    /// The last step is what went wrong.
    fn ends_with(&mut self, says: &str, error: String, time: Timestamp) {
        let says = says.to_owned();
        self.report.steps.push(ReportStep { says, error: Some(error), picture: None });
        self.steps_at.push(time);
    }
}

/// What a report is about: an error, or a request that failed without one.
#[derive(Debug, Clone, Copy)]
enum About {
    Error(Seq),
    Failure(Seq),
}

/// Makes the report from what is held.
pub(super) fn make(app: &Arc<App>, wanted: &Wanted) -> Result<Made, Refusal> {
    let mut snapshot = wanted.filter.snapshot(app, &[Kind::Logs, Kind::NetworkBodies]);
    let chosen = {
        let session = found::broken(&snapshot);
        choose(wanted, &Found::new(app, &wanted.filter, &session.view()))?
    };
    let Some((about, spot)) = chosen else {
        let empty = wanted.filter.why_empty(app, &snapshot, Kind::Logs);
        return Err(empty.refuse("nothing broke, so there is nothing to report"));
    };
    // What happened in another test or tab is not part of it.
    let filter = wanted.filter.at(&spot);
    filter.confine(&mut snapshot);
    let session = found::broken(&snapshot);
    let view = session.view();
    let found = Found::new(app, &filter, &view);
    let case =
        Case { app, wanted, filter: &filter, spot: &spot, snapshot: &snapshot, found: &found };
    let made = match about {
        About::Error(seq) => {
            let issue = found.issues.iter().find(|issue| issue.is_named(seq));
            issue.map(|issue| of_error(&case, issue))
        }
        About::Failure(seq) => {
            let failed = found.failed.iter().find(|group| group.has(seq));
            failed.map(|failed| of_failure(&case, failed))
        }
    };
    let (About::Error(seq) | About::Failure(seq)) = about;
    made.ok_or_else(|| found::no_such_error(seq))
}

/// The error that is asked for or the newest, else the request that failed last; and where it was.
fn choose(wanted: &Wanted, found: &Found<'_>) -> Result<Option<(About, Spot)>, Refusal> {
    let is_asked = |issue: &&Issue| match wanted.error {
        Some(seq) => issue.is_named(seq),
        None => issue.noise.is_none(),
    };
    let issue = found.issues.iter().find(is_asked);
    if let (Some(seq), None) = (wanted.error, issue) {
        return Err(found::no_such_error(seq));
    }
    if let Some(issue) = issue {
        return Ok(found.spot(issue).map(|spot| (About::Error(issue.last_seq), spot)));
    }
    let failed = found.failed.iter().find(|group| !group.is_noise());
    Ok(failed.map(|failed| (About::Failure(failed.seq()), failed.spot())))
}

/// What a report is made from: what was found where it happened.
struct Case<'c> {
    app: &'c Arc<App>,
    wanted: &'c Wanted,
    /// The caller's, confined to where it happened.
    filter: &'c Filter,
    spot: &'c Spot,
    snapshot: &'c Snapshot,
    found: &'c Found<'c>,
}

/// A report about an error.
fn of_error(case: &Case<'_>, issue: &Issue) -> Made {
    let Case { app, wanted, filter, found, .. } = *case;
    let places = found.places(app, issue);
    let around = found::around(app, case.spot.test.as_deref());
    let near = found::near(&around, &[issue]);
    let near = near.view();
    let told = found.told(issue, places.as_ref(), &near);
    let message = words::first_line(&issue.message);
    let page = issue.url.as_deref();
    let mut made = base(case, &message, issue.last_seen, page);
    made.error = Some(issue.last_seq);
    made.thrown = found.thrown(issue);
    made.report.severity = words::severity(issue);
    made.report.title = wanted.title.clone().unwrap_or_else(|| words::title(&message));
    let place = places.as_ref().and_then(Places::top);
    let at = place.map(|place| format!(" at {place}")).unwrap_or_default();
    made.ends_with("Error", format!("{message}{at}"), issue.last_seen);
    made.report.code = places.as_ref().and_then(Places::code);
    let session = filter.session(app, &[Kind::EnhancedActions, Kind::NetworkBodies]);
    if let Some(told) = &told {
        made.report.actual.push(told.summary());
        made.report.expected = words::expected(told, &session);
        first_the_cause(&mut made.report.failed_requests, told, found);
    }
    made.report.actual.extend(words::times(issue));
    made.report.actual.extend(words::afterwards(app, filter, issue.last_seen, page));
    let shown = told.as_ref().and_then(|told| told.diagnosis.screenshot);
    pictures::add(case, &mut made, shown);
    made
}

/// A report about a request that failed, when the page itself threw nothing.
fn of_failure(case: &Case<'_>, failed: &FailureGroup<'_>) -> Made {
    let Case { app, wanted, filter, .. } = *case;
    let line = failed.line();
    let mut made = base(case, &line, failed.time(), failed.page());
    "Error (failed request)".clone_into(&mut made.report.severity);
    made.report.title = wanted.title.clone().unwrap_or_else(|| line.clone());
    made.ends_with("Request failed", line.clone(), failed.time());
    made.report.actual.push(format!("{line}. The page reported no error of its own."));
    let session = filter.session(app, &[Kind::NetworkBodies]);
    made.report.expected = words::answered_before(failed.view(), failed.time(), &session);
    let afterwards = words::afterwards(app, filter, failed.time(), failed.page());
    made.report.actual.extend(afterwards);
    pictures::add(case, &mut made, None);
    made
}

/// What any report has: the steps up to a moment, the console, the requests that failed.
fn base(case: &Case<'_>, what: &str, time: Timestamp, url: Option<&str>) -> Made {
    let mut report = BugReport {
        url: url.map(str::to_owned),
        observed: time.to_string(),
        console: console(case.filter, case.snapshot, time),
        failed_requests: failures(case.found, time),
        environment: environment::of(case.app, case.spot, url, time),
        ..BugReport::default()
    };
    let mut warnings = Vec::new();
    let mut steps_at = Vec::new();
    match script(case, what, time) {
        Ok(written) => {
            (report.steps, steps_at) = steps(&written.plan);
            warnings.extend(written.plan.warnings);
            report.script = Some(written.script);
        }
        Err(_) => warnings.push(
            "no user action was captured before it, so there are no steps and no script".to_owned(),
        ),
    }
    Made { report, error: None, pictures: Vec::new(), warnings, thrown: None, steps_at }
}

/// The script that does it again, up to what went wrong.
fn script(case: &Case<'_>, what: &str, until: Timestamp) -> Result<Written, Refusal> {
    let options = Options {
        until: Some(until),
        tab: case.spot.tab,
        checks: Checks::of_a_reproduction(true),
        error: Some(what.to_owned()),
        is_reproduction: true,
        ..Options::default()
    };
    let wanted = WantedScript {
        filter: case.filter.clone(),
        options,
        format: Format::Playwright,
        most_bytes: SCRIPT_MAX_BYTES,
    };
    scripts::write(case.app, &wanted)
}

/// What was done, and when each of it.
fn steps(plan: &Plan) -> (Vec<ReportStep>, Vec<Timestamp>) {
    let done = plan.steps.iter().filter(|step| step.act != Act::Nothing);
    done.map(|step| {
        let says = show::one_line(&step.says, limits::MESSAGE_LINE_CHARS);
        (ReportStep { says, ..ReportStep::default() }, step.at)
    })
    .unzip()
}

/// Warnings and errors around a moment, a line each.
fn console(filter: &Filter, snapshot: &Snapshot, time: Timestamp) -> Vec<String> {
    let near = Session::new(snapshot, |event| {
        let before = time.ms_since(event.time);
        (-limits::AROUND_AFTER_MS..=limits::REPORT_CONSOLE_MS).contains(&before)
            && matches!(
                event.facet,
                Facet::Log { level: Level::Warn | Level::Error, is_retracted: false, .. }
            )
    });
    let rows = near.rows::<Logs>();
    let asked = rows.iter().filter(|row| filter.admits([row.view.url.as_deref()], row.view.tab_id));
    let lines: Vec<String> = asked
        .map(|row| {
            let said = show::one_line(&row.view.said(), limits::MESSAGE_SHOWN_CHARS);
            format!("{} {}: {said}", show::clock(row.time), row.view.level.name())
        })
        .collect();
    let start = lines.len().saturating_sub(limits::REPORT_CONSOLE_LINES);
    lines[start..].to_vec()
}

fn failures(found: &Found<'_>, time: Timestamp) -> Vec<FailedRequest> {
    let is_near = |group: &&FailureGroup<'_>| {
        let before = time.ms_since(group.time());
        !group.is_noise()
            && (-limits::AROUND_AFTER_MS..=limits::REPORT_CONSOLE_MS).contains(&before)
    };
    let near = found.failed.iter().filter(is_near).take(limits::REPORT_REQUESTS);
    near.map(FailureGroup::reported).collect()
}

/// The request that caused the error stands first, whether or not it is one that failed.
fn first_the_cause(requests: &mut Vec<FailedRequest>, told: &Told<'_>, found: &Found<'_>) {
    let causes: Vec<Seq> = told.causes().collect();
    let is_cause = |group: &&FailureGroup<'_>| causes.iter().any(|seq| group.has(*seq));
    if let Some(group) = found.failed.iter().find(is_cause) {
        let cause = group.reported();
        requests.retain(|request| request.line != cause.line);
        requests.insert(0, cause);
    }
}
