//! `diff_sessions`: named snapshots of what was captured, held against each other.

use std::sync::LazyLock;

use gasoline_analysis::comparison::{self, Comparison};
use gasoline_analysis::digest::{Digest, Metric};
use gasoline_analysis::verification::Watch;
use gasoline_protocol::{Timestamp, schema};
use gasoline_store::shelf::{Gone, Missing};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::limits;
use crate::mcp::answer::Answer;
use crate::mcp::arguments::read;
use crate::mcp::digest;
use crate::mcp::refusal::Refusal;
use crate::mcp::sections::Sections;
use crate::mcp::show;
use crate::mcp::tool::{Caller, Effect, Run, Tool};
use crate::shelves::Named;

/// The name of what is captured at this moment.
const CURRENT: &str = "current";

pub(super) static TOOL: Tool = Tool {
    name: "diff_sessions",
    title: "Compare sessions",
    description: "Save captured data under a name; compare two names (or `current`): errors, \
                  requests, performance, sockets.",
    answers: "of `capture` `action: captured`, `name`, `snapshot` {captured_at, console_errors, \
              console_warnings, network_requests, network_errors, websocket_connections, performance?, \
              unique_endpoints, page_url?, forgotten?}, `expires_at`, `evicted?`; of `compare` `action: \
              compared`, `a`, `b`, `diff` {errors {new, resolved, unchanged}[] {type, message, count, \
              noise?, not_exercised?}, network {new_errors, status_changes, new_endpoints, \
              missing_endpoints}, performance {page, load_time, … {before, after, change, regression}, \
              other_pages?}, websockets {connection_changes[]}}, `summary` {verdict (`improved regressed \
              unchanged mixed`), new_errors, resolved_errors, not_exercised_errors?, \
              performance_regressions, new_network_errors, …}, `notes?[]`, `truncated?`; of `list` `action: listed`, `snapshots[]` \
              {name, captured_at, page_url, error_count, expires_at}; of `delete` `action: deleted`, `name`",
    effect: Effect::Settings,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::AtOnce(|caller, arguments| run(caller, &read(arguments)?)),
};

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
    name: Option<String>,
    compare_a: Option<String>,
    compare_b: Option<String>,
    /// At `capture`: URL substring.
    url_filter: Option<String>,
}

fn run(caller: &Caller<'_>, arguments: &Arguments) -> Result<Answer, Refusal> {
    let now = caller.app.now();
    let url = arguments.url_filter.as_deref().filter(|url| !url.is_empty());
    if let (Action::List | Action::Delete, Some(_)) = (arguments.action, url) {
        return Err(Refusal::new(
            "`url_filter` has nothing to do for `list` and `delete`",
            "leave it out; it belongs to `capture`",
        ));
    }
    match arguments.action {
        Action::Capture => capture(caller, named(arguments, "capture")?, url, now),
        Action::Compare => compare(caller, arguments, url, now),
        Action::List => Ok(list(caller, now)),
        Action::Delete => delete(caller, named(arguments, "delete")?, now),
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
) -> Result<Answer, Refusal> {
    if name == CURRENT {
        return Err(Refusal::new(
            "`current` is reserved: it is what is captured at this moment",
            "choose another name for the snapshot",
        ));
    }
    if name.chars().count() > limits::SNAPSHOT_NAME_MAX_CHARS {
        let most = limits::SNAPSHOT_NAME_MAX_CHARS;
        return Err(Refusal::new(
            format!("`name` has more than {most} characters: `{}`", show::clip(name, most)),
            "choose a shorter name for the snapshot",
        ));
    }
    let (digest, head) = digest::take(caller.app, None, url);
    let mut answer = Answer::default();
    answer.set("action", &"captured");
    answer.set("name", &name);
    answer.set("snapshot", &summary(&digest));
    answer.text = format!(
        "captured `{name}`: {}, {}, {}, {}",
        show::count(digest.console_errors(), "console error"),
        show::count(digest.requests, "request"),
        show::count(digest.network_errors(), "failed request"),
        show::count(digest.sockets.len(), "socket"),
    );
    if digest.gaps.forgotten > 0 {
        answer.text.push_str(&format!(
            "\n{} events had been forgotten before: they are not in it",
            digest.gaps.forgotten
        ));
    }
    let kept = Named { digest, url: url.map(str::to_owned), head };
    let (evicted, expires_at) = caller.app.shelves.of(caller.shelf, |own| {
        let evicted = own.snapshots.put(name, kept, now);
        let end = own.snapshots.list(now).find(|(known, ..)| *known == name).map(|(.., end)| end);
        (evicted, end)
    });
    answer.set("expires_at", &expires_at);
    if !evicted.is_empty() {
        answer.set("evicted", &evicted);
        answer.text.push_str(&format!(
            "\nthe snapshot used longest ago made room and is forgotten: `{}`",
            evicted.join("`, `")
        ));
    }
    answer.text.push_str(&format!(
        "\nhint: later call `diff_sessions` with `action: \"compare\"`, `compare_a: \"{name}\"`"
    ));
    Ok(answer)
}

fn summary(digest: &Digest) -> Value {
    let connections: usize = digest.sockets.values().map(|socket| socket.connections).sum();
    let mut summary = json!({
        "captured_at": digest.captured_at,
        "console_errors": digest.console_errors(),
        "console_warnings": digest.warnings,
        "network_requests": digest.requests,
        "network_errors": digest.network_errors(),
        "websocket_connections": connections,
        "unique_endpoints": digest.endpoints.len(),
    });
    if let Some(load) = digest.loads.last() {
        let figures = Metric::ALL
            .into_iter()
            .filter_map(|metric| Some((metric.name().to_owned(), json!(load.value(metric)?))));
        summary["performance"] = Value::Object(figures.collect());
    }
    if let Some(url) = &digest.page_url {
        summary["page_url"] = json!(url);
    }
    if digest.gaps.forgotten > 0 {
        summary["forgotten"] = json!(digest.gaps.forgotten);
    }
    summary
}

fn compare(
    caller: &Caller<'_>,
    arguments: &Arguments,
    url: Option<&str>,
    now: Timestamp,
) -> Result<Answer, Refusal> {
    let known = || -> Vec<String> {
        let shelves = &caller.app.shelves;
        shelves.of(caller.shelf, |own| {
            own.snapshots.list(now).map(|(name, ..)| name.to_owned()).collect()
        })
    };
    let Some(a) = arguments.compare_a.as_deref().filter(|name| !name.is_empty()) else {
        return Err(Refusal::new(
            format!("`compare` needs `compare_a`; {}", captured(&known())),
            "pass the name of a snapshot; `compare_b` may be another, or `current`",
        ));
    };
    let b = arguments.compare_b.as_deref().filter(|name| !name.is_empty()).unwrap_or(CURRENT);
    let kept = |name: &str| -> Result<Option<Named>, Refusal> {
        if name == CURRENT {
            return Ok(None);
        }
        let shelves = &caller.app.shelves;
        let found =
            shelves.of(caller.shelf, |own| own.snapshots.get(name, now).map(|kept| kept.clone()));
        found.map(Some).map_err(|missing| unknown(name, &missing))
    };
    let (kept_a, kept_b) = (kept(a)?, kept(b)?);
    for (name, kept) in [(a, &kept_a), (b, &kept_b)] {
        if let (Some(kept), Some(url)) = (kept, url)
            && kept.url.as_deref() != Some(url)
        {
            return Err(too_late(name, kept, url));
        }
    }
    // What is current is seen through the same filter as what it is compared with.
    let filter = url
        .map(str::to_owned)
        .or_else(|| kept_a.as_ref().or(kept_b.as_ref()).and_then(|kept| kept.url.clone()));
    let current = || {
        let (digest, head) = digest::take(caller.app, None, filter.as_deref());
        Named { digest, url: filter.clone(), head }
    };
    let (kept_b, window) = match (&kept_a, kept_b) {
        (Some(earlier), kept_b) => since(caller, earlier, kept_b),
        (None, kept_b) => (kept_b.unwrap_or_else(current), Window::Whole),
    };
    let kept_a = kept_a.unwrap_or_else(current);
    let compared = comparison::compare(&kept_a.digest, &kept_b.digest);
    Ok(tell((a, &kept_a), (b, &kept_b), window, &compared))
}

/// What of the second snapshot is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Window {
    /// All of it: it is not later than the first, or is the first.
    Whole,
    /// What came since the first: what that one has would else be found again.
    Since,
}

/// The second snapshot, or what is current, from where the first ends. Of a snapshot the journal is
/// not asked: it forgets, and what was kept under a name stays.
fn since(caller: &Caller<'_>, earlier: &Named, later: Option<Named>) -> (Named, Window) {
    let watch = Watch { since: earlier.head, at: earlier.digest.captured_at };
    let Some(later) = later else {
        let url = earlier.url.clone();
        let (digest, head) = digest::take(caller.app, Some(watch), url.as_deref());
        return (Named { digest, url, head }, Window::Since);
    };
    if later.head <= earlier.head {
        return (later, Window::Whole);
    }
    let digest = later.digest.since(watch);
    (Named { digest, ..later }, Window::Since)
}

fn too_late(name: &str, kept: &Named, url: &str) -> Refusal {
    let url = show::clip(url, limits::MESSAGE_LINE_CHARS);
    let how = match &kept.url {
        Some(url) => format!("with `url_filter: \"{url}\"`"),
        None => "without `url_filter`".to_owned(),
    };
    Refusal::new(
        format!("`url_filter: \"{url}\"` cannot be applied to `{name}`: it was captured {how}"),
        "pass `url_filter` to `capture`; `compare` then sees `current` through the same filter",
    )
}

/// The comparison in words, and the same rows as JSON.
fn tell(
    (a, kept_a): (&str, &Named),
    (b, kept_b): (&str, &Named),
    window: Window,
    compared: &Comparison,
) -> Answer {
    let mut sections = Sections::new(format!("`{a}` → `{b}`: {}", compared.headline()));
    let mut diff = serde_json::to_value(&compared.diff).unwrap_or_default();
    for section in compared.sections() {
        let taken = sections.add(section.title, &section.lines);
        if let Some(rows) = diff.pointer_mut(section.list).and_then(Value::as_array_mut) {
            rows.truncate(taken);
        }
    }
    let notes = notes((a, kept_a), (b, kept_b), window);
    sections.add("to be known", &notes);
    let mut answer = Answer { text: sections.text, ..Answer::default() };
    answer.set("action", &"compared");
    answer.set("a", &a);
    answer.set("b", &b);
    answer.set("diff", &diff);
    answer.set("summary", &compared.summary);
    if !notes.is_empty() {
        answer.set("notes", &notes);
    }
    if sections.left > 0 {
        answer.set("truncated", &json!({"lines": sections.left}));
    }
    answer
}

fn notes(a: (&str, &Named), b: (&str, &Named), window: Window) -> Vec<String> {
    let mut notes = Vec::new();
    let (is_empty, is_since) = (b.1.digest.events == 0, window == Window::Since);
    let (first, second) = (a.0, b.0);
    match window {
        Window::Whole => {}
        Window::Since if is_empty => notes.push(format!(
            "nothing was captured from `{first}` to `{second}`, so this proves nothing: let the \
             scenario be repeated, then compare again"
        )),
        Window::Since => notes.push(format!(
            "of `{second}` only what came after `{first}` was captured is compared; an error of \
             `{first}` that did not come again counts as resolved"
        )),
    }
    for (name, kept) in [a, b] {
        let gaps = &kept.digest.gaps;
        let of_since = is_since && name == second;
        if gaps.forgotten > 0 && of_since && name == CURRENT {
            notes.push(format!(
                "{} events since `{first}` were forgotten before this comparison: an error among them \
                 is not counted",
                gaps.forgotten
            ));
        } else if gaps.forgotten > 0 {
            notes.push(format!("{} events had been forgotten before `{name}`", gaps.forgotten));
        }
        if let Some(at) = gaps.cleared_at.filter(|_| of_since) {
            notes.push(format!(
                "the journal was cleared at {at}, after `{first}`: what came between is gone"
            ));
        }
        if kept.digest.cut > 0 {
            notes.push(format!(
                "{} older errors or endpoints of `{name}` had no room and were not compared",
                kept.digest.cut
            ));
        }
        if kept.digest.events == 0 && !of_since {
            notes.push(format!("nothing is in `{name}`"));
        }
    }
    if a.1.url != b.1.url {
        notes.push("the two were captured with different `url_filter`s".to_owned());
    }
    notes
}

fn list(caller: &Caller<'_>, now: Timestamp) -> Answer {
    let rows: Vec<Value> = caller.app.shelves.of(caller.shelf, |own| {
        let snapshots = own.snapshots.list(now);
        snapshots
            .map(|(name, kept, expires_at)| {
                json!({
                    "name": name, "captured_at": kept.digest.captured_at,
                    "page_url": kept.digest.page_url, "error_count": kept.digest.console_errors(),
                    "network_errors": kept.digest.network_errors(), "expires_at": expires_at,
                })
            })
            .collect()
    });
    let mut text = format!("{} kept", show::count(rows.len(), "snapshot"));
    for row in &rows {
        let word = |name: &str| row[name].as_str().unwrap_or_default();
        let page = show::clip(word("page_url"), limits::MESSAGE_LINE_CHARS);
        let (name, at, errors) = (word("name"), word("captured_at"), &row["error_count"]);
        text.push_str(&format!("\n- `{name}` {at}, {errors} errors, {page}"));
    }
    if rows.is_empty() {
        text.push_str("\nhint: call `diff_sessions` with `action: \"capture\"` and a `name`");
    }
    let mut answer = Answer { text, ..Answer::default() };
    answer.set("action", &"listed");
    answer.set("snapshots", &rows);
    answer
}

fn delete(caller: &Caller<'_>, name: &str, now: Timestamp) -> Result<Answer, Refusal> {
    caller
        .app
        .shelves
        .of(caller.shelf, |own| own.snapshots.remove(name, now))
        .map_err(|missing| unknown(name, &missing))?;
    let mut answer = Answer { text: format!("`{name}` is deleted"), ..Answer::default() };
    answer.set("action", &"deleted");
    answer.set("name", &name);
    Ok(answer)
}

fn unknown(name: &str, missing: &Missing) -> Refusal {
    let shown = show::clip(name, limits::SNAPSHOT_NAME_MAX_CHARS);
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
