//! Contracts of a corpus, learnt and then broken: what is noticed, and what is an alarm for nothing.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use gasoline_analysis::contracts::{Contracts, Filter, Violation};
use gasoline_analysis::endpoints::{Endpoint, Slugs};
use gasoline_analysis::secrets::Severity;
use gasoline_protocol::Timestamp;
use gasoline_protocol::events::network::NetworkBody;
use serde::Deserialize;
use serde_json::{Value, json};

use super::bars::Bars;
use super::{Detail, read, share};
use crate::project::say;

/// The answers of one endpoint: some to learn from, others that are as legitimate.
#[derive(Deserialize)]
struct Series {
    name: String,
    endpoint: String,
    learn: Vec<Value>,
    holdout: Vec<Value>,
}

/// An answer that comes after a series was learnt.
#[derive(Deserialize)]
struct Case {
    series: String,
    label: String,
    mutation: String,
    path: String,
    body: Value,
}

pub(super) fn report(folder: &Path, detail: Detail, bars: &mut Bars) -> Result<()> {
    let all: Vec<Series> = read(&folder.join("contract-series.ndjson.gz"))?;
    let cases: Vec<Case> = read(&folder.join("contract-cases.ndjson.gz"))?;
    let learnt: BTreeMap<&str, (&Series, Contracts)> =
        all.iter().map(|series| (series.name.as_str(), (series, learn(series)))).collect();
    holdouts(&learnt, detail, bars);
    broken(&learnt, &cases, detail, bars);
    grouping(&all);
    Ok(())
}

fn learn(series: &Series) -> Contracts {
    let mut contracts = Contracts::default();
    for (number, body) in series.learn.iter().enumerate() {
        see(&mut contracts, &series.endpoint, number, body);
    }
    contracts
}

/// A request of the endpoint; its varying segments are another for each number.
fn see(contracts: &mut Contracts, endpoint: &str, number: usize, body: &Value) {
    let (method, path) = endpoint.split_once(' ').unwrap_or(("GET", endpoint));
    let url = format!("https://a.test{}", filled(path, number));
    let event = json!({
        "method": method, "url": url, "status": 200, "contentType": "application/json",
        "responseBody": body.to_string(),
    });
    contracts.see_all(&[&event.to_string()], Timestamp::default());
}

/// What one more answer adds to what was told.
fn violations(contracts: &Contracts, series: &Series, body: &Value) -> Vec<Violation> {
    let mut contracts = contracts.clone();
    let before = contracts.analyze(&Filter::default()).violations;
    let is_new = |now: &Violation| {
        let same = before.iter().find(|old| old.kind == now.kind && old.path == now.path);
        same.is_none_or(|old| old.occurrences.violation_count < now.occurrences.violation_count)
    };
    see(&mut contracts, &series.endpoint, series.learn.len(), body);
    contracts.analyze(&Filter::default()).violations.into_iter().filter(is_new).collect()
}

fn is_alarm(violation: &Violation) -> bool {
    violation.severity > Severity::Info
}

fn holdouts(learnt: &BTreeMap<&str, (&Series, Contracts)>, detail: Detail, bars: &mut Bars) {
    let (mut all, mut alarmed, mut alarmed_in_a_row) = (0, 0, 0);
    for (series, contracts) in learnt.values() {
        let mut going_on = contracts.clone();
        for body in &series.holdout {
            all += 1;
            let mut alarms = violations(contracts, series, body);
            alarms.retain(is_alarm);
            alarmed += usize::from(!alarms.is_empty());
            let later = violations(&going_on, series, body).into_iter().filter(is_alarm).count();
            alarmed_in_a_row += usize::from(later > 0);
            see(&mut going_on, &series.endpoint, all, body);
            for alarm in alarms.iter().filter(|_| detail == Detail::Rows) {
                let (kind, path) = (alarm.kind.name(), &alarm.path);
                say(format_args!("false alarm in {}: {kind} {path}", series.name));
            }
        }
    }
    say(format_args!(
        "contracts, legitimate answers: above `info` {}, one after the other {}",
        share(alarmed, all),
        share(alarmed_in_a_row, all)
    ));
    bars.at_most("legitimate answers that are an alarm", 30, alarmed, all);
    bars.at_most("legitimate answers in a row that are an alarm", 30, alarmed_in_a_row, all);
}

fn broken(
    learnt: &BTreeMap<&str, (&Series, Contracts)>,
    cases: &[Case],
    detail: Detail,
    bars: &mut Bars,
) {
    let (mut all, mut reported, mut warned, mut legitimate, mut alarmed) = (0, 0, 0, 0, 0);
    for case in cases {
        let Some((series, contracts)) = learnt.get(case.series.as_str()) else { continue };
        let found = violations(contracts, series, &case.body);
        if case.label != "violation" {
            legitimate += 1;
            alarmed += usize::from(found.iter().any(is_alarm));
            continue;
        }
        all += 1;
        let path = dotted(&case.path);
        let kinds = expected(&case.mutation, &path);
        let hit = found.iter().find(|one| one.path == path && kinds.contains(&one.kind.name()));
        reported += usize::from(hit.is_some());
        warned += usize::from(hit.is_some_and(is_alarm));
        if hit.is_none() && detail == Detail::Rows {
            let told: Vec<String> =
                found.iter().map(|one| format!("{} {}", one.kind.name(), one.path)).collect();
            say(format_args!("missed {} {} {path}: {told:?}", case.series, case.mutation));
        }
    }
    say(format_args!(
        "contracts, broken answers: right path and type {}, above `info` {}; legitimate changes above `info` {}",
        share(reported, all),
        share(warned, all),
        share(alarmed, legitimate)
    ));
    bars.at_least("broken answers with the right path and type", 99, reported, all);
}

/// `issue/labels/0/node_id` → `issue.labels[].node_id`.
fn dotted(path: &str) -> String {
    path.split('/').fold(String::new(), |mut out, part| {
        if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) {
            out.push_str("[]");
        } else {
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(part);
        }
        out
    })
}

/// The types a mutation may be told as: inside of arrays it is always the array that changed.
fn expected(mutation: &str, path: &str) -> &'static [&'static str] {
    match mutation {
        _ if path.contains("[]") => &["array_shape_change"],
        "array_mixed" => &["array_shape_change"],
        "drop" | "drop_deep" | "rename" => &["shape_change"],
        _ => &["type_change"],
    }
}

/// Whether requests of one endpoint, and only those, get one name.
fn grouping(all: &[Series]) {
    let mut requests: Vec<(&str, String, String)> = Vec::new();
    // Some names of the corpus are numbers by chance, and stand for ids in every other API.
    let is_named = |series: &&Series| {
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        !series.endpoint.rsplit('/').next().is_some_and(is_number)
    };
    for series in all.iter().filter(is_named) {
        let (method, path) = series.endpoint.split_once(' ').unwrap_or(("GET", &series.endpoint));
        for number in 0..series.learn.len() + series.holdout.len() {
            let url = format!("https://a.test{}?page={number}", filled(path, number));
            let text = json!({"method": method, "url": url}).to_string();
            let Ok(body) = serde_json::from_str::<NetworkBody<'_>>(&text) else { continue };
            let endpoint = Endpoint::of(&body);
            requests.push((&series.endpoint, endpoint.method, endpoint.path));
        }
    }
    let slugs = Slugs::learn(requests.iter().map(|(.., path)| path.as_str()));
    let named: Vec<(&str, String)> = requests
        .iter()
        .map(|(truth, method, path)| (*truth, format!("{method} {}", slugs.apply(path))))
        .collect();
    let (mut both, mut grouped, mut belonging) = (0, 0, 0);
    for (place, (truth, name)) in named.iter().enumerate() {
        for (other_truth, other_name) in &named[..place] {
            grouped += usize::from(name == other_name);
            belonging += usize::from(truth == other_truth);
            both += usize::from(name == other_name && truth == other_truth);
        }
    }
    say(format_args!(
        "endpoint grouping of {} requests, by pairs: precision {}, recall {}",
        named.len(),
        share(both, grouped),
        share(both, belonging)
    ));
}

/// A path whose `:id` is filled with ids of many kinds.
fn filled(path: &str, number: usize) -> String {
    let id = match number % 6 {
        0 => format!("{}", 7 + number * 131),
        1 => format!("550e8400-e29b-41d4-a716-4466554{number:05}"),
        2 => format!("507f1f77bcf86cd7994{number:05x}"),
        3 => format!("01ARZ3NDEKTSV4RRFFQ69G5{number:03}"),
        4 => format!("2026-01-{:02}", number % 28 + 1),
        _ => format!("cus_NffrFeUfNV2H{number}b"),
    };
    path.replace(":id", &id)
}
