//! Contracts are learnt from answers, and broken by the answers that differ.

mod endpoints;
mod learning;
mod violations;

use gasoline_protocol::Timestamp;
use gasoline_protocol::events::network::NetworkBody;
use serde_json::{Value, json};

use super::{Contracts, Filter, Violation};
use crate::limits;

/// Feeds answers of `GET /api/things`, one a second.
fn fed(answers: &[Value]) -> Contracts {
    let mut contracts = Contracts::default();
    for answer in answers {
        answer_with(&mut contracts, "/api/things", 200, answer);
    }
    contracts
}

fn answer_with(contracts: &mut Contracts, url: &str, status: u16, answer: &Value) {
    let text = answer.to_string();
    call(contracts, &json!({"method": "GET", "url": url, "status": status, "responseBody": text}));
}

fn call(contracts: &mut Contracts, event: &Value) {
    let text = event.to_string();
    let body: NetworkBody<'_> = serde_json::from_str(&text).expect("a request");
    contracts.see(&body, Timestamp::saturating_from_ms(1_000));
}

fn violations(contracts: &Contracts) -> Vec<Violation> {
    contracts.analyze(&Filter::default()).violations
}

fn told(contracts: &Contracts) -> Vec<String> {
    let said = |violation: &Violation| {
        format!("{} {} {}", violation.severity.name(), violation.kind.name(), violation.path)
    };
    violations(contracts).iter().map(said).collect()
}

/// Learns from `usual` three times, then sees `then`.
#[track_caller]
fn check(usual: &Value, then: &Value, expected: &[&str]) {
    let contracts = fed(&[usual.clone(), usual.clone(), usual.clone(), then.clone()]);
    assert_eq!(told(&contracts), expected, "{then}");
}
