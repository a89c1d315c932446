//! What was different between the attempt that failed and the one that passed.

use std::collections::{BTreeMap, BTreeSet};

use gasoline_protocol::Timestamp;
use gasoline_protocol::events::network::NetworkBody;

use super::attempts::Tried;
use super::material::{asked as events_of, read_renumbered};
use super::outcome::Difference;
use super::record::is_duration;
use super::words::{answered, clean, duration, line, short_url};
use crate::comparison::compare;
use crate::digest::Digest;
use crate::endpoints::Endpoint;
use crate::limits;
use crate::noise::Noise;
use crate::view::View;

/// Compares two attempts at one test.
pub(super) fn difference(failed: &Tried<'_>, passed: &Tried<'_>, noise: &Noise) -> Difference {
    let told = |lines| Difference {
        failed: clean(&failed.record.test_id),
        passed: clean(&passed.record.test_id),
        lines,
    };
    if let Some(why) = cannot(failed, passed) {
        return told(vec![why]);
    }
    let (bad, good) = (events_of(failed), events_of(passed));
    let (bad, good) = (read_renumbered(&bad), read_renumbered(&good));
    let digest = |view| Digest::of(view, None, noise, Timestamp::default());
    let compared = compare(&digest(&good), &digest(&bad));
    let mut lines = Vec::new();
    for row in compared.diff.errors.new.iter().filter(|row| row.noise.is_none()) {
        let message = line(&row.message, limits::REPORT_LINE_MAX_CHARS);
        lines.push(format!("only when it failed: `{message}`"));
    }
    let (failed_calls, passed_calls) = (calls(&bad, &good), calls(&good, &bad));
    lines.extend(requests(&failed_calls, &passed_calls));
    lines.extend(order(&failed_calls, &passed_calls));
    for row in compared.diff.errors.resolved.iter().filter(|row| row.noise.is_none()) {
        let message = line(&row.message, limits::REPORT_LINE_MAX_CHARS);
        lines.push(format!("only when it passed: `{message}`"));
    }
    let cut = lines.len().saturating_sub(limits::REPORT_MAX_DIFFERENCES);
    lines.truncate(limits::REPORT_MAX_DIFFERENCES);
    if cut > 0 {
        lines.push(format!("and {cut} more"));
    }
    if lines.is_empty() {
        lines.push("nothing that was captured: the same requests, answers and errors".to_owned());
    }
    told(lines)
}

/// Why two attempts cannot be compared: of one that holds nothing any more, everything the other did
/// would look like a difference.
fn cannot(failed: &Tried<'_>, passed: &Tried<'_>) -> Option<String> {
    let is_empty = |tried: &Tried<'_>| tried.events().is_none_or(|events| events.len() == 0);
    let which = match (is_empty(failed), is_empty(passed)) {
        (false, false) => return None,
        (true, true) => "of neither attempt",
        (true, false) => "not of the attempt that failed",
        (false, true) => "not of the attempt that passed",
    };
    Some(format!("cannot be compared: events are held {which}"))
}

/// What is asked, in both attempts alike: an endpoint and its query; of a query that only one of them
/// has (a time, a random number), the endpoint alone.
type Asked = (Endpoint, Option<String>);

fn asked(request: &NetworkBody<'_>) -> Asked {
    let query = request.url.split_once('?').map(|(_, query)| query.to_owned());
    (Endpoint::of(request), query)
}

/// The last call of its kind: how it was answered, and when.
struct Call {
    outcome: String,
    is_failure: bool,
    ms: Option<f64>,
    end: i64,
    shown: String,
}

type Calls = BTreeMap<Asked, Call>;

fn calls(view: &View<'_>, other: &View<'_>) -> Calls {
    let common: BTreeSet<Asked> = other.requests.iter().map(|it| asked(&it.view)).collect();
    let calls = view.requests.iter().map(|it| {
        let view = &it.view;
        let ms = view.duration.filter(|ms| is_duration(*ms));
        #[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
        let whole_ms = ms.unwrap_or_default() as i64;
        let call = Call {
            outcome: answered(view.status, view.error.as_deref()),
            is_failure: view.is_failure(),
            ms,
            end: it.time.as_ms().saturating_add(whole_ms),
            shown: format!("{} {}", view.method.line(), short_url(&view.url)),
        };
        let key = asked(view);
        let key = if common.contains(&key) { key } else { (key.0, None) };
        (key, call)
    });
    calls.collect()
}

fn requests(failed: &Calls, passed: &Calls) -> Vec<String> {
    let mut lines = Vec::new();
    for (asked, call) in failed {
        let Call { shown, outcome, .. } = call;
        let Some(other) = passed.get(asked) else {
            lines.push((2, format!("{shown} → {outcome} was asked only when it failed")));
            continue;
        };
        if *outcome != other.outcome {
            let rank = u8::from(call.is_failure == other.is_failure);
            let good = &other.outcome;
            lines
                .push((rank, format!("{shown} → {outcome} when it failed, {good} when it passed")));
        } else if let (Some(bad), Some(good)) = (call.ms, other.ms)
            && bad >= good * limits::REPORT_SLOWER_FACTOR
            && bad - good >= limits::REPORT_SLOWER_MIN_MS
        {
            let (bad, good) = (duration(bad), duration(good));
            lines.push((1, format!("{shown} took {bad} when it failed, {good} when it passed")));
        }
    }
    for (asked, Call { shown, outcome, .. }) in passed {
        if !failed.contains_key(asked) {
            lines.push((2, format!("{shown} → {outcome} was asked only when it passed")));
        }
    }
    lines.sort_by_key(|(rank, _)| *rank);
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Answers that came in another order: what a race looks like.
fn order(failed: &Calls, passed: &Calls) -> Option<String> {
    let both: Vec<(&Call, &Call)> =
        failed.iter().filter_map(|(asked, call)| Some((call, passed.get(asked)?))).collect();
    for (index, (bad, good)) in both.iter().enumerate() {
        for (other_bad, other_good) in &both[index + 1..] {
            let (bad_order, good_order) =
                (bad.end.cmp(&other_bad.end), good.end.cmp(&other_good.end));
            if bad_order == good_order.reverse() && bad_order.is_ne() {
                let (first, second) =
                    if bad_order.is_lt() { (bad, other_bad) } else { (other_bad, bad) };
                return Some(format!(
                    "answers came in another order: {} before {} when it failed, after it when it passed",
                    first.shown, second.shown
                ));
            }
        }
    }
    None
}
