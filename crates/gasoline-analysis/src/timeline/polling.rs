//! Polling: the same request again and again, at regular times, whatever the user does.

use std::collections::{BTreeMap, BTreeSet};

use gasoline_protocol::Seq;
use gasoline_protocol::events::network::NetworkBody;

use super::background::without_query;
use super::moment::Moment;
use crate::limits;

/// A request, as far as the search for polling is concerned.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) moment: Moment<'a>,
    pub(super) end_ms: i64,
    pub(super) body: &'a NetworkBody<'a>,
    /// How long after an action it came, if one came right before it.
    pub(super) after_action_ms: Option<i64>,
}

impl Call<'_> {
    fn follows_action(&self) -> bool {
        self.after_action_ms.is_some()
    }

    fn start_ms(&self) -> i64 {
        self.moment.time.as_ms()
    }

    fn document(&self) -> Option<&str> {
        self.moment.place.map(|place| place.document)
    }

    fn duration_ms(&self) -> i64 {
        self.end_ms - self.start_ms()
    }
}

/// The calls that are polling. `calls` are in the order of time.
pub(super) fn polling(calls: &[Call<'_>]) -> BTreeSet<Seq> {
    let mut endpoints: BTreeMap<_, Vec<Call<'_>>> = BTreeMap::new();
    for call in calls {
        let operation = call.body.graphql.map(serde_json::value::RawValue::get);
        let Moment { test, tab, .. } = call.moment;
        let key = (test, tab, &*call.body.method, without_query(&call.body.url), operation);
        endpoints.entry(key).or_default().push(*call);
    }
    let busy = endpoints.into_values().filter(|calls| calls.len() >= limits::POLLING_MIN_CALLS);
    busy.flat_map(|calls| ticks(&calls)).collect()
}

/// The regular ones among the calls of one endpoint. A timer starts again with each document, so
/// that calls can be regular within a document and not across two of them; and where every poll
/// loads the page, they are regular across documents only.
fn ticks(calls: &[Call<'_>]) -> BTreeSet<Seq> {
    let mut documents: BTreeMap<_, Vec<Call<'_>>> = BTreeMap::new();
    for call in calls {
        documents.entry(call.document()).or_default().push(*call);
    }
    let free: Vec<_> = calls.iter().filter(|call| !call.follows_action()).copied().collect();
    let mut found = regular(calls);
    found.extend(runs(&free));
    if documents.len() > 1 {
        found.extend(documents.values().flat_map(|calls| regular(calls)));
    }
    let is_tick = |call: &&Call<'_>| {
        let own = call.document().and_then(|document| documents.get(&Some(document)));
        found.iter().any(|run| run.has(call) || own.is_some_and(|own| run.restarts(own, call)))
    };
    calls.iter().filter(is_tick).map(|call| call.moment.seq).collect()
}

/// Runs among calls, some of which follow actions. Where most of them do, the user is what is
/// regular, unless the calls are as regular as only a timer is: a quick user acts right before every
/// tick of it.
fn regular<'a>(calls: &'a [Call<'a>]) -> Vec<Run<'a>> {
    let following = calls.iter().filter(|call| call.follows_action()).count();
    let mut found = runs(calls);
    found.retain(|run| following * 2 <= calls.len() || run.is_clockwork());
    found
}

/// Calls one after another, at regular times.
#[derive(Debug, Clone)]
struct Run<'a> {
    calls: &'a [Call<'a>],
    period_ms: i64,
}

impl Run<'_> {
    /// Whether a call is one of these or belongs to them. Timers slip, so the next one may be
    /// somewhere about; but where an action came right before it, only at its own time.
    fn has(&self, call: &Call<'_>) -> bool {
        self.calls.iter().any(|tick| {
            let distance = (call.start_ms() - tick.start_ms()).abs();
            distance == 0
                || if call.follows_action() {
                    is_near(distance, self.period_ms)
                } else {
                    distance <= 2 * self.period_ms
                }
        })
    }

    /// Whether a call is a tick of the same timer in another document: one period after a call
    /// there, however few came before the page was left.
    fn restarts(&self, document: &[Call<'_>], call: &Call<'_>) -> bool {
        self.calls.iter().all(|tick| tick.document() != call.document())
            && document.iter().any(|one| is_near(call.start_ms() - one.start_ms(), self.period_ms))
    }

    /// Whether a clock makes the calls, and not somebody who acts as regularly: then the actions
    /// would come as regularly before them.
    fn is_clockwork(&self) -> bool {
        let slip_ms = self.period_ms * limits::CLOCKWORK_SLIP_PERCENT / 100;
        let after = || self.calls.iter().filter_map(|call| call.after_action_ms);
        let spread_ms = after().max().zip(after().min()).map_or(0, |(most, least)| most - least);
        spread_ms > slip_ms
            && self.calls.len() >= limits::CLOCKWORK_MIN_CALLS
            && self.calls.windows(2).all(|pair| {
                let step = pair[1].start_ms() - pair[0].start_ms();
                (step - self.period_ms).abs() * 100
                    <= self.period_ms * limits::CLOCKWORK_SLIP_PERCENT
            })
    }

    /// Retries of what an action asked for are its effect; so are the pages of a list, each asked
    /// for when the one before is there.
    fn is_polling(&self) -> bool {
        let retries = self.calls.iter().all(|call| call.body.is_failure());
        let is_chain = self.calls.windows(2).all(|pair| {
            pair[1].start_ms() - pair[0].end_ms <= limits::CHAIN_MS
                && pair[0].duration_ms() < limits::LONG_POLL_MS
        });
        let is_same = self.calls.iter().all(|call| call.body.url == self.calls[0].body.url);
        self.calls.len() >= limits::POLLING_MIN_CALLS
            && self.period_ms >= limits::POLLING_MIN_PERIOD_MS
            && !(retries && self.calls[0].follows_action())
            && (is_same || !is_chain)
    }
}

/// Every run of polling, by the times between starts, or by the pauses between end and start.
fn runs<'a>(calls: &'a [Call<'a>]) -> Vec<Run<'a>> {
    let steps: [fn(&Call<'_>, &Call<'_>) -> i64; 2] =
        [|one, next| next.start_ms() - one.start_ms(), |one, next| next.start_ms() - one.end_ms];
    let mut found = Vec::new();
    for step in steps {
        let mut first = 0;
        while first + 1 < calls.len() {
            let usual = step(&calls[first], &calls[first + 1]);
            let last = (first + 1..calls.len())
                .take_while(|&next| is_near(step(&calls[next - 1], &calls[next]), usual))
                .last()
                .unwrap_or(first + 1);
            let calls = &calls[first..=last];
            let span = calls[calls.len() - 1].start_ms() - calls[0].start_ms();
            let steps = i64::try_from(calls.len() - 1).unwrap_or(i64::MAX);
            let run = Run { calls, period_ms: span / steps };
            if run.is_polling() {
                found.push(run);
            }
            first = last;
        }
    }
    found
}

/// Timers are late, servers slow: a fifth more or less is the same.
fn is_near(ms: i64, usual_ms: i64) -> bool {
    let slack = (usual_ms / limits::POLLING_SLACK_DIVISOR).max(limits::POLLING_SLACK_MS);
    (ms - usual_ms).abs() <= slack
}
