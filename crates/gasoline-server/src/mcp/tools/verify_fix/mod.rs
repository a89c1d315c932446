//! `verify_fix`: did the change help? Start, watch, compare.
//!
//! ````text
//! + action {"type":"click","url":"http://localhost/cart","selectors":{"role":{"role":"button","name":"Pay"}}}
//! + network {"method":"POST","url":"http://localhost/api/orders","status":500,"duration":41,"contentType":"application/json","responseBody":"{\"error\":\"out of stock\"}"}
//! + log {"level":"error","source":"exception","message":"Uncaught TypeError: total is undefined","url":"http://localhost/cart"}
//! > {"action":"start"}
//! session `verify-1` started, baseline: 1 console error, 1 failed request
//! in the baseline:
//! - Uncaught TypeError: total is undefined
//! - POST /api/orders → 500
//! hint: change the code, then call `verify_fix` with `action: "watch"` for `verify-1`
//! > {"action":"watch","session_id":"verify-1"}
//! session `verify-1` watches from here on (c3): Monitoring started. Ask the user to reproduce the scenario.
//! hint: then call `verify_fix` with `action: "compare"`; to begin anew, `watch` again
//! + action {"type":"click","url":"http://localhost/cart","selectors":{"role":{"role":"button","name":"Pay"}}}
//! + network {"method":"POST","url":"http://localhost/api/orders","status":200,"duration":12,"contentType":"application/json","responseBody":"{\"items\":[{\"id\":7,\"price\":12.5}]}"}
//! > {"action":"compare","session_id":"verify-1"}
//! fixed: every issue of the baseline is gone, and none is new
//! before: 1 console error, 1 failed request; after: none
//! issues of the baseline:
//! - resolved console: Uncaught TypeError: total is undefined
//! - resolved network: POST /api/orders → 200; was: POST /api/orders → 500
//! ````

mod baseline;
mod response;

use gasoline_analysis::verification::{Session, Status};
use gasoline_protocol::Timestamp;
use gasoline_store::shelf::{Gone, Missing};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::mcp::digest;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::listing::MissedEvents;
use crate::mcp::response::sections::Sections;
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Tool, ToolEntry};
use crate::{limits, streaming};
use baseline::Baseline;
use gasoline_analysis::redact::Quoted;

use response::{SessionRow, VerifyResponse, sections};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<VerifyFix>();

struct VerifyFix;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Action {
    Start,
    Watch,
    Compare,
    Status,
    Cancel,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    action: Action,
    session_id: Option<String>,
    label: Option<Quoted>,
    /// At `start`: URL substring.
    url_filter: Option<String>,
}

impl Tool for VerifyFix {
    const NAME: &'static str = "verify_fix";
    const TITLE: &'static str = "Verify a fix";
    const DESCRIPTION: &'static str = "Did a change fix the bug? `start`, change the code, `watch`, \
                                       repeat the scenario, `compare`.";

    type Arguments = Arguments;
    type Response = VerifyResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<VerifyResponse, Refusal> {
        let now = caller.app.now();
        only_at_start(caller, &arguments, now)?;
        match (arguments.action, arguments.session_id.as_deref().filter(|id| !id.is_empty())) {
            (Action::Start, _) => start(caller, arguments, now),
            (Action::Status, None) => Ok(list(caller, now)),
            (action, None) => Err(no_session(caller, action, now)),
            (Action::Watch, Some(id)) => watch(caller, id, now),
            (Action::Compare, Some(id)) => compare(caller, id, now),
            (Action::Status, Some(id)) => status(caller, id, now),
            (Action::Cancel, Some(id)) => cancel(caller, id, now),
        }
    }
}

/// A filter belongs to `start`: what the baseline holds cannot be filtered later, and the other half
/// is seen through the same one.
fn only_at_start(
    caller: &Caller<'_>,
    arguments: &Arguments,
    now: Timestamp,
) -> Result<(), Refusal> {
    let asked = arguments.url_filter.as_deref().filter(|url| !url.is_empty());
    let (Some(asked), false) = (asked, arguments.action == Action::Start) else { return Ok(()) };
    let id = arguments.session_id.as_deref().unwrap_or_default();
    let known = with_session(caller, id, now, |session| session.url.clone()).ok().flatten();
    if known.as_deref() == Some(asked) {
        return Ok(());
    }
    let asked = show::truncated(asked, limits::MESSAGE_LINE_CHARS);
    Err(Refusal::new(
        format!("`url_filter: \"{asked}\"` cannot be applied here: it is chosen at `start`"),
        "leave it out to go on, or call `verify_fix` with `action: \"start\"` and `url_filter`",
    ))
}

fn start(
    caller: &Caller<'_>,
    arguments: Arguments,
    now: Timestamp,
) -> Result<VerifyResponse, Refusal> {
    let label = arguments.label.map(Quoted::into_string).filter(|label| !label.is_empty());
    if label.as_ref().is_some_and(|label| label.chars().count() > limits::SNAPSHOT_NAME_MAX_CHARS) {
        let most = limits::SNAPSHOT_NAME_MAX_CHARS;
        return Err(Refusal::new(
            format!("`label` has more than {most} characters"),
            "name the session in a few words",
        ));
    }
    let url = arguments.url_filter.filter(|url| !url.is_empty());
    let (digest, _) = digest::take(caller.app, None, url.as_deref());
    let id = caller.app.shelves.next_session_id();
    let mut sections =
        Sections::new(format!("session `{id}` started, baseline: {}", baseline::counts(&digest)));
    let baseline = Baseline::new(&digest, &mut sections);
    if digest.issues() == 0 {
        sections.line(
            "no issue is in the baseline: to prove a fix, let the bug happen first and start again",
        );
    }
    let session = Session::start(id.clone(), label.clone(), url, digest);
    let status = session.status;
    let (evicted, expires_at) = caller.app.shelves.of(caller.shelf, |own| {
        let evicted = own.sessions.put(&id, session, now);
        (evicted, expiry(own.sessions.list(now), &id))
    });
    if !evicted.is_empty() {
        sections.line(&format!(
            "the session used longest ago made room and is forgotten: `{}`",
            evicted.join("`, `")
        ));
    }
    sections.line(&format!(
        "hint: change the code, then call `verify_fix` with `action: \"watch\"` for `{id}`"
    ));
    Ok(VerifyResponse::Session {
        session_id: id,
        status,
        label,
        url_filter: None,
        baseline,
        truncated: sections.omitted(),
        watch_started_at: None,
        evicted,
        expires_at,
        text: sections.text,
    })
}

fn watch(caller: &Caller<'_>, id: &str, now: Timestamp) -> Result<VerifyResponse, Refusal> {
    with_session(caller, id, now, |_| ())?;
    streaming::begin_anew(caller.app);
    let cursor = caller.app.journal.head();
    with_session(caller, id, now, |session| session.watch(cursor, now))?;
    Ok(VerifyResponse::Watching {
        session_id: id.to_owned(),
        status: Status::Watching,
        message: "Monitoring started. Ask the user to reproduce the scenario.",
        cursor,
        expires_at: renew(caller, id, now),
    })
}

fn compare(caller: &Caller<'_>, id: &str, now: Timestamp) -> Result<VerifyResponse, Refusal> {
    let (window, url) =
        with_session(caller, id, now, |session| (session.window(), session.url.clone()))?;
    let (after, cursor) = digest::take(caller.app, Some(window?), url.as_deref());
    let (result, label) =
        with_session(caller, id, now, |session| (session.compare(&after), session.label.clone()))?;
    let expires_at = renew(caller, id, now);
    let mut result = result?;
    let sections = sections(id, &mut result);
    Ok(VerifyResponse::Compared {
        session_id: id.to_owned(),
        status: Status::Compared,
        label,
        result: Box::new(result),
        missed: MissedEvents::new(after.gaps.forgotten, after.gaps.is_exact),
        truncated: sections.omitted(),
        cursor,
        expires_at,
        text: sections.text,
    })
}

fn status(caller: &Caller<'_>, id: &str, now: Timestamp) -> Result<VerifyResponse, Refusal> {
    let session = with_session(caller, id, now, |session| session.clone())?;
    let expires_at = caller.app.shelves.of(caller.shelf, |own| expiry(own.sessions.list(now), id));
    let next = match session.status {
        Status::BaselineCaptured => "has a baseline; next: `watch`",
        Status::Watching => "is watching; next: `compare`, once the scenario was repeated",
        Status::Compared => {
            "was compared; `compare` again, or `watch` to begin the second half anew"
        }
    };
    let mut sections = Sections::new(format!(
        "session `{id}` {next}\nbaseline: {}",
        baseline::counts(&session.baseline)
    ));
    let baseline = Baseline::new(&session.baseline, &mut sections);
    sections.line(&format!("it is forgotten at {}", show::clock(expires_at)));
    Ok(VerifyResponse::Session {
        session_id: id.to_owned(),
        status: session.status,
        watch_started_at: session.watched().map(|watch| watch.at),
        label: session.label,
        url_filter: session.url.map(|url| Quoted::new(&url).into_string()),
        baseline,
        truncated: sections.omitted(),
        evicted: Vec::new(),
        expires_at,
        text: sections.text,
    })
}

/// The caller's sessions.
fn list(caller: &Caller<'_>, now: Timestamp) -> VerifyResponse {
    let row = |(id, session, expires_at): (&str, &Session, Timestamp)| SessionRow {
        session_id: id.to_owned(),
        status: session.status,
        label: session.label.clone(),
        expires_at,
    };
    let shelves = &caller.app.shelves;
    let sessions = shelves.of(caller.shelf, |own| own.sessions.list(now).map(row).collect());
    VerifyResponse::Listed { sessions }
}

fn cancel(caller: &Caller<'_>, id: &str, now: Timestamp) -> Result<VerifyResponse, Refusal> {
    let shelves = &caller.app.shelves;
    let removed = shelves.of(caller.shelf, |own| own.sessions.remove(id, now));
    removed.map_err(|missing| unknown(id, &missing))?;
    Ok(VerifyResponse::Cancelled { session_id: id.to_owned(), status: "cancelled" })
}

fn with_session<T>(
    caller: &Caller<'_>,
    id: &str,
    now: Timestamp,
    work: impl FnOnce(&mut Session) -> T,
) -> Result<T, Refusal> {
    let done = caller.app.shelves.of(caller.shelf, |own| own.sessions.get(id, now).map(work));
    done.map_err(|missing| unknown(id, &missing))
}

/// A session that is worked with is not stale.
fn renew(caller: &Caller<'_>, id: &str, now: Timestamp) -> Timestamp {
    caller.app.shelves.of(caller.shelf, |own| {
        own.sessions.renew(id, now);
        expiry(own.sessions.list(now), id)
    })
}

fn expiry<'a, T: 'a>(
    mut things: impl Iterator<Item = (&'a str, &'a T, Timestamp)>,
    id: &str,
) -> Timestamp {
    things.find(|(name, ..)| *name == id).map(|(_, _, end)| end).unwrap_or_default()
}

fn unknown(id: &str, missing: &Missing) -> Refusal {
    let shown = show::truncated(id, 60);
    let what = match missing.gone {
        Some(Gone::Expired) => format!(
            "session `{shown}` has expired: it was not used for {} minutes",
            limits::SESSION_MINUTES
        ),
        Some(Gone::Evicted) => {
            format!(
                "session `{shown}` made room for a later one; {} are kept",
                limits::SESSIONS_MAX
            )
        }
        None => format!("unknown session `{shown}`"),
    };
    Refusal::new(format!("{what}; {}", known(&missing.known)), START_HINT)
}

const START_HINT: &str =
    "pass the `session_id` that `start` returned, or call `verify_fix` with `action: \"start\"`";

fn known(names: &[String]) -> String {
    if names.is_empty() {
        "none is open".to_owned()
    } else {
        format!("open: `{}`", names.join("`, `"))
    }
}

fn no_session(caller: &Caller<'_>, action: Action, now: Timestamp) -> Refusal {
    let names: Vec<String> = caller
        .app
        .shelves
        .of(caller.shelf, |own| own.sessions.list(now).map(|(name, ..)| name.to_owned()).collect());
    let action = match action {
        Action::Start => "start",
        Action::Watch => "watch",
        Action::Compare => "compare",
        Action::Status => "status",
        Action::Cancel => "cancel",
    };
    Refusal::new(format!("`{action}` needs a `session_id`; {}", known(&names)), START_HINT)
}
