//! `diff_sessions`: named snapshots of what was captured, compared with each other.
//!
//! ````text
//! + network {"method":"GET","url":"http://localhost/api/cart","status":200,"duration":12,"contentType":"application/json","responseBody":"{\"items\":[{\"id\":7,\"price\":12.5}]}"}
//! > {"action":"capture","name":"before"}
//! captured `before`: 0 console errors, 1 request, 0 failed requests, 0 sockets
//! hint: later call `diff_sessions` with `action: "compare"`, `compare_a: "before"`
//! + log {"level":"error","source":"exception","message":"Uncaught TypeError: total is undefined","url":"http://localhost/cart"}
//! > {"action":"compare","compare_a":"before","compare_b":"current"}
//! `before` → `current`: regressed: 1 new error
//! new errors:
//! - Uncaught TypeError: total is undefined
//! called only in the first (not counted as fixed):
//! - GET /api/cart → 200
//! to be known:
//! - of `current` only what came after `before` was captured is compared; an error of `before` that did not come again counts as resolved
//! ````

mod compare;
mod response;

use gasoline_analysis::redact::Quoted;
use gasoline_protocol::Timestamp;
use gasoline_store::shelf::{Gone, Missing};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::app::shelves::Named;
use crate::limits;
use crate::mcp::digest;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::show;
use crate::mcp::tool::{Caller, Effect, Tool, ToolEntry};

use response::{DiffResponse, SnapshotRow, SnapshotSummary};

/// The name of what is captured at this moment.
const CURRENT: &str = "current";

pub(super) static TOOL: ToolEntry = ToolEntry::of::<DiffSessions>();

struct DiffSessions;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Action {
    Capture,
    Compare,
    List,
    Delete,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    action: Action,
    name: Option<Quoted>,
    compare_a: Option<Quoted>,
    compare_b: Option<Quoted>,
    /// At `capture`: URL substring.
    url_filter: Option<String>,
}

impl Tool for DiffSessions {
    const NAME: &'static str = "diff_sessions";
    const TITLE: &'static str = "Compare sessions";
    const DESCRIPTION: &'static str = "Save captured data under a name; compare two names (or \
                                       `current`): errors, requests, performance, sockets.";
    const EFFECT: Effect = Effect::Settings;

    type Arguments = Arguments;
    type Response = DiffResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<DiffResponse, Refusal> {
        let now = caller.app.now();
        let url = arguments.url_filter.as_deref().filter(|url| !url.is_empty());
        if let (Action::List | Action::Delete, Some(_)) = (arguments.action, url) {
            return Err(Refusal::new(
                "`url_filter` has nothing to do for `list` and `delete`",
                "leave it out; it belongs to `capture`",
            ));
        }
        match arguments.action {
            Action::Capture => capture(caller, named(&arguments, "capture")?, url, now),
            Action::Compare => compare::compare(caller, &arguments, url, now),
            Action::List => Ok(list(caller, now)),
            Action::Delete => delete(caller, named(&arguments, "delete")?, now),
        }
    }
}

fn named<'a>(arguments: &'a Arguments, action: &str) -> Result<&'a str, Refusal> {
    arguments.name.as_deref().filter(|name| !name.is_empty()).ok_or_else(|| {
        Refusal::new(format!("`{action}` needs a `name`"), "pass `name`, such as `before-deploy`")
    })
}

fn capture(
    caller: &Caller<'_>,
    name: &str,
    url: Option<&str>,
    now: Timestamp,
) -> Result<DiffResponse, Refusal> {
    if name == CURRENT {
        return Err(Refusal::new(
            "`current` is reserved: it is what is captured at this moment",
            "choose another name for the snapshot",
        ));
    }
    if name.chars().count() > limits::SNAPSHOT_NAME_MAX_CHARS {
        let most = limits::SNAPSHOT_NAME_MAX_CHARS;
        return Err(Refusal::new(
            format!("`name` has more than {most} characters: `{}`", show::truncated(name, most)),
            "choose a shorter name for the snapshot",
        ));
    }
    let (digest, head) = digest::take(caller.app, None, url);
    let snapshot = SnapshotSummary::new(&digest);
    let kept = Named { digest, url: url.map(str::to_owned), head };
    let (evicted, expires_at) = caller.app.shelves.of(caller.shelf, |own| {
        let evicted = own.snapshots.put(name, kept, now);
        let end = own.snapshots.list(now).find(|(known, ..)| *known == name).map(|(.., end)| end);
        (evicted, end)
    });
    let name = name.to_owned();
    Ok(DiffResponse::Captured { action: "captured", name, snapshot, evicted, expires_at })
}

fn list(caller: &Caller<'_>, now: Timestamp) -> DiffResponse {
    let row = |(name, kept, expires_at): (&str, &Named, Timestamp)| SnapshotRow {
        name: name.to_owned(),
        captured_at: kept.digest.captured_at,
        page_url: kept.digest.page_url.clone(),
        error_count: kept.digest.console_errors(),
        network_errors: kept.digest.network_errors(),
        expires_at,
    };
    let shelves = &caller.app.shelves;
    let snapshots = shelves.of(caller.shelf, |own| own.snapshots.list(now).map(row).collect());
    DiffResponse::Listed { action: "listed", snapshots }
}

fn delete(caller: &Caller<'_>, name: &str, now: Timestamp) -> Result<DiffResponse, Refusal> {
    let shelves = &caller.app.shelves;
    let removed = shelves.of(caller.shelf, |own| own.snapshots.remove(name, now));
    removed.map_err(|missing| unknown(name, &missing))?;
    Ok(DiffResponse::Deleted { action: "deleted", name: name.to_owned() })
}

fn unknown(name: &str, missing: &Missing) -> Refusal {
    let shown = show::truncated(name, limits::SNAPSHOT_NAME_MAX_CHARS);
    let what = match missing.gone {
        Some(Gone::Expired) => {
            let hours = limits::SNAPSHOT_MINUTES / 60;
            format!("snapshot `{shown}` has expired: it is kept for {hours} hours")
        }
        Some(Gone::Evicted) => {
            format!(
                "snapshot `{shown}` made room for a later one; {} are kept",
                limits::SNAPSHOTS_MAX
            )
        }
        None => format!("unknown snapshot `{shown}`"),
    };
    Refusal::new(
        format!("{what}; {}", captured(&missing.known)),
        "pass a name that was captured, or `current`; `action: \"list\"` tells which there are",
    )
}

fn captured(names: &[String]) -> String {
    if names.is_empty() {
        "none is captured".to_owned()
    } else {
        format!("captured: `{}`", names.join("`, `"))
    }
}
