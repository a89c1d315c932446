//! `verify_fix`: did the change help? Start, watch, compare.

use std::sync::LazyLock;

use gasoline_analysis::verification::{
    NotExercised, Session, Status, VerificationResult, VerifyChange,
};
use gasoline_protocol::{Timestamp, schema};
use gasoline_store::shelf::{Gone, Missing};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::baseline;
use crate::mcp::digest;
use crate::mcp::refusal::Refusal;
use crate::mcp::sections::Sections;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Run, Tool};
use crate::{exit, limits, streaming};

pub(super) static TOOL: Tool = Tool {
    name: "verify_fix",
    title: "Verify a fix",
    description: "Did a change fix the bug? `start`, change the code, `watch`, repeat the \
                  scenario, `compare`.",
    answers: "`session_id`, `status` (`baseline_captured watching compared cancelled`), `label?`, \
              `expires_at`; of `start` and `status` `baseline` {captured_at, console_errors, \
              network_errors, websocket_errors, error_details[] {type, message, count} or {type, method, \
              url, status, count}, forgotten?}; of `start` `evicted?`; of `watch` `message`; of `status` \
              `url_filter?`, `watch_started_at?`, or without `session_id` `sessions[]`; of `compare` \
              `result` {verdict, before and after {console_errors, network_errors, websocket_errors, \
              total_issues, distinct_issues, noise?}, changes[] and new_issues[] {type, category, \
              before, after, caution?, noise?}, performance_diff? {load_time_before, load_time_after, \
              change, page, metrics}, not_exercised[] {category, issue, reason}, notes?[]}, `missed?`, \
              `truncated?`",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, read(arguments)?)),
};

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
    label: Option<String>,
    /// At `start`: URL substring.
    url_filter: Option<String>,
}

fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<Answer, Refusal> {
    let now = caller.app.now();
    only_at_start(caller, &arguments, now)?;
    match (arguments.action, arguments.session_id.as_deref().filter(|id| !id.is_empty())) {
        (Action::Start, _) => start(caller, arguments, now),
        (Action::Status, None) => Ok(list(caller, now)),
        (action, None) => Err(no_session(caller, action, now)),
        (Action::Watch, Some(id)) => watch(caller, id, now),
        (Action::Compare, Some(id)) => compare(caller, id, now),
        (Action::Status, Some(id)) => status(caller, id, now),
        (Action::Cancel, Some(id)) => {
            caller
                .app
                .shelves
                .of(caller.shelf, |own| own.sessions.remove(id, now))
                .map_err(|missing| unknown(id, &missing))?;
            let text = format!("session `{id}` is cancelled; its baseline is forgotten");
            let mut answer = Answer { text, ..Answer::default() };
            answer.set_own("session_id", &id);
            answer.set("status", &"cancelled");
            Ok(answer)
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
    let asked = show::clip(asked, limits::MESSAGE_LINE_CHARS);
    Err(Refusal::new(
        format!("`url_filter: \"{asked}\"` cannot be applied here: it is chosen at `start`"),
        "leave it out to go on, or call `verify_fix` with `action: \"start\"` and `url_filter`",
    ))
}

fn start(caller: &Caller<'_>, arguments: Arguments, now: Timestamp) -> Result<Answer, Refusal> {
    let label = arguments.label.filter(|label| !label.is_empty());
    if label.as_ref().is_some_and(|label| label.chars().count() > limits::SNAPSHOT_NAME_MAX_CHARS) {
        let most = limits::SNAPSHOT_NAME_MAX_CHARS;
        return Err(Refusal::new(
            format!("`label` has more than {most} characters"),
            "name the session in a few words",
        ));
    }
    let url = arguments.url_filter.filter(|url| !url.is_empty());
    let (baseline, _) = digest::take(caller.app, None, url.as_deref());
    let id = caller.app.shelves.next_session_id();
    let session = Session::start(id.clone(), label, url, baseline);
    let mut answer = Answer::default();
    let mut sections = Sections::new(format!(
        "session `{id}` started, baseline: {}",
        baseline::counts(&session.baseline)
    ));
    answer.set_own("session_id", &id);
    answer.set("status", &session.status);
    baseline::tell(&session.baseline, &mut sections, &mut answer);
    if session.baseline.issues() == 0 {
        sections.line(
            "no issue is in the baseline: to prove a fix, let the bug happen first and start again",
        );
    }
    if let Some(label) = &session.label {
        answer.set("label", label);
    }
    let (evicted, expires_at) = caller.app.shelves.of(caller.shelf, |own| {
        let evicted = own.sessions.put(&id, session, now);
        (evicted, expiry(own.sessions.list(now), &id))
    });
    answer.set("expires_at", &expires_at);
    if !evicted.is_empty() {
        answer.set("evicted", &evicted);
        sections.line(&format!(
            "the session used longest ago made room and is forgotten: `{}`",
            evicted.join("`, `")
        ));
    }
    sections.line(&format!(
        "hint: change the code, then call `verify_fix` with `action: \"watch\"` for `{id}`"
    ));
    answer.text = sections.text;
    Ok(answer)
}

fn watch(caller: &Caller<'_>, id: &str, now: Timestamp) -> Result<Answer, Refusal> {
    with_session(caller, id, now, |_| ())?;
    streaming::begin_anew(caller.app);
    let head = caller.app.journal.head();
    with_session(caller, id, now, |session| session.watch(head, now))?;
    let expires_at = renew(caller, id, now);
    let message = "Monitoring started. Ask the user to reproduce the scenario.";
    let text = format!(
        "session `{id}` watches from here on ({head}): {message}\nhint: then call `verify_fix` with \
         `action: \"compare\"`; to begin anew, `watch` again"
    );
    let mut answer = Answer { text, ..Answer::default() };
    answer.set_own("session_id", &id);
    answer.set("status", &Status::Watching);
    answer.set("message", &message);
    answer.set("cursor", &head);
    answer.set("expires_at", &expires_at);
    Ok(answer)
}

fn compare(caller: &Caller<'_>, id: &str, now: Timestamp) -> Result<Answer, Refusal> {
    let (window, url) =
        with_session(caller, id, now, |session| (session.window(), session.url.clone()))?;
    let (after, head) = digest::take(caller.app, Some(window?), url.as_deref());
    let (result, label) =
        with_session(caller, id, now, |session| (session.compare(&after), session.label.clone()))?;
    let expires_at = renew(caller, id, now);
    let mut answer = tell(id, result?);
    answer.set_own("session_id", &id);
    answer.set("status", &Status::Compared);
    if let Some(label) = label {
        answer.set("label", &label);
    }
    if after.gaps.forgotten > 0 {
        let (count, exact) = (after.gaps.forgotten, after.gaps.is_exact);
        answer.set("missed", &json!({"count": count, "exact": exact}));
    }
    answer.set("cursor", &head);
    answer.set("expires_at", &expires_at);
    Ok(answer)
}

/// The result in words, and the same rows as JSON.
fn tell(id: &str, mut result: VerificationResult) -> Answer {
    let mut sections = Sections::new(format!("{}\n{}", result.headline(), result.counts()));
    let lines: Vec<_> = result.new_issues.iter().map(VerifyChange::line).collect();
    result.new_issues.truncate(sections.add("new issues", &lines));
    let lines: Vec<_> = result.changes.iter().map(VerifyChange::line).collect();
    result.changes.truncate(sections.add("issues of the baseline", &lines));
    let lines: Vec<_> = result.not_exercised.iter().map(NotExercised::line).collect();
    result
        .not_exercised
        .truncate(sections.add("not exercised, so neither fixed nor broken", &lines));
    if let Some(performance) = result.performance() {
        sections.line(&performance);
    }
    sections.add("to be known", &result.notes);
    if !result.not_exercised.is_empty() {
        sections.line(&format!(
            "hint: let the scenario be repeated there, then call `verify_fix` with `action: \
             \"compare\"` for `{id}` again"
        ));
    }
    let mut answer = Answer { text: sections.text, ..Answer::default() };
    if sections.left > 0 {
        answer.set("truncated", &json!({"lines": sections.left}));
    }
    answer.set("result", &result);
    answer
}

fn status(caller: &Caller<'_>, id: &str, now: Timestamp) -> Result<Answer, Refusal> {
    let session = with_session(caller, id, now, |session| session.clone())?;
    let expires_at = caller.app.shelves.of(caller.shelf, |own| expiry(own.sessions.list(now), id));
    let mut answer = Answer::default();
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
    baseline::tell(&session.baseline, &mut sections, &mut answer);
    answer.set_own("session_id", &id);
    answer.set("status", &session.status);
    answer.set("label", &session.label);
    answer.set("url_filter", &session.url);
    answer.set("watch_started_at", &session.watched().map(|watch| watch.at));
    answer.set("expires_at", &expires_at);
    sections.line(&format!("it is forgotten at {}", show::clock(expires_at)));
    answer.structured.retain(|_, value| !value.is_null());
    answer.text = sections.text;
    Ok(answer)
}

/// The caller's sessions.
fn list(caller: &Caller<'_>, now: Timestamp) -> Answer {
    let rows: Vec<Value> = caller.app.shelves.of(caller.shelf, |own| {
        let sessions = own.sessions.list(now);
        sessions
            .map(|(id, session, expires_at)| {
                json!({"session_id": id, "status": session.status, "label": session.label.as_deref().map(exit::text),
                       "expires_at": expires_at})
            })
            .collect()
    });
    let mut text = format!("{} open", show::count(rows.len(), "session"));
    for row in &rows {
        let word = |name: &str| row[name].as_str().unwrap_or_default();
        text.push_str(&format!(
            "\n- `{}` {} {}",
            word("session_id"),
            word("status"),
            word("label")
        ));
    }
    if rows.is_empty() {
        text.push_str(
            "\nhint: call `verify_fix` with `action: \"start\"` while the bug is captured",
        );
    }
    let mut answer = Answer { text, ..Answer::default() };
    answer.set_own("sessions", &rows);
    answer
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
    let shown = show::clip(id, 60);
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
