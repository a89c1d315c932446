//! Missing authentication: endpoints that give out personal data to whoever asks.

use std::collections::{BTreeMap, BTreeSet};

use gasoline_protocol::Kind;
use serde_json::{Map, json};

use super::Findings;
use super::finding::{Category, Finding};
use super::scene::{Auth, Field, Scene, Trace};
use super::url::AuditUrl as _;
use super::wording::{recommendation, shown_place, shown_url};
use crate::limits;
use crate::secrets::{Doubt, Severity};

/// All calls of one endpoint.
#[derive(Default)]
struct Calls<'a> {
    total: usize,
    with_auth: usize,
    /// Those that gave out personal data without being asked who they are.
    open: Vec<(&'a Scene, Vec<&'a Trace>)>,
}

/// Judges every endpoint over all its calls.
pub(super) fn check(scenes: &[Scene], found: &mut Findings) {
    let mut endpoints: BTreeMap<(&str, String), Calls<'_>> = BTreeMap::new();
    for scene in scenes.iter().filter(|scene| scene.kind == Kind::NetworkBodies) {
        let calls = endpoints.entry((&scene.verb, scene.address().endpoint())).or_default();
        calls.total += 1;
        if scene.auth == Auth::Shown {
            calls.with_auth += 1;
            continue;
        }
        let told = personal(scene);
        if (200..300).contains(&scene.status) && scene.has_json_answer && !told.is_empty() {
            calls.open.push((scene, told));
        }
    }
    for ((method, endpoint), calls) in endpoints {
        if let Some(finding) = judge(&calls) {
            found.add(format!("{method} {endpoint}"), finding);
        }
    }
}

/// The personal data in an answer, but for those the caller sent and those that are made up.
fn personal(scene: &Scene) -> Vec<&Trace> {
    let told = scene.traces.iter().filter(|trace| {
        trace.field == Field::ResponseBody
            && trace.rule.is_personal()
            && trace.depth <= limits::AUDIT_PERSONAL_MAX_DEPTH
            && !matches!(trace.doubt, Some(Doubt::Example | Doubt::Test))
            && !scene.request_body.contains(&trace.secret)
    });
    told.collect()
}

fn judge(calls: &Calls<'_>) -> Option<Finding> {
    let is_bare = |scene: &Scene| scene.auth == Auth::None;
    let worst =
        calls.open.iter().find(|(scene, _)| is_bare(scene)).or_else(|| calls.open.first())?;
    let (scene, told) = worst;
    let is_cookieless = is_bare(scene);
    let fields: BTreeSet<&str> = told
        .iter()
        .map(|trace| if trace.name.is_empty() { trace.rule.id } else { &trace.name })
        .take(limits::AUDIT_FIELDS_MAX)
        .collect();
    let fields: Vec<&str> = fields.into_iter().collect();
    let for_login = scene.address().is_for_login();
    let severity = if is_cookieless && !for_login { Severity::Warning } else { Severity::Info };
    let cookie = if is_cookieless {
        "no session cookie can have been sent"
    } else {
        "a session cookie may have been sent, which pages cannot see"
    };
    let calls_said = match calls.with_auth {
        0 if calls.total == 1 => "It was called once".to_owned(),
        0 => format!("None of {} calls had one", calls.total),
        some => format!("{some} of {} calls had one", calls.total),
    };
    let description = format!(
        "{} {} returned user PII ({}) but no Authorization header was present in the request, and {cookie}. {calls_said}.",
        scene.verb,
        shown_place(&scene.url),
        fields.join(", "),
    );
    let mut evidence = Map::new();
    for (name, value) in [
        ("method", json!(scene.verb)),
        ("url", json!(shown_url(&scene.url))),
        ("status", json!(scene.status)),
        ("auth_header_present", json!(false)),
        ("cookie_session", json!(if is_cookieless { "none" } else { "not visible" })),
        ("response_contains_pii", json!(true)),
        ("pii_fields", json!(fields)),
        ("calls", json!(calls.total)),
        ("calls_with_auth", json!(calls.with_auth)),
    ] {
        evidence.insert(name.to_owned(), value);
    }
    Some(Finding {
        severity,
        category: Category::AuthPatterns,
        rule: "missing_auth",
        title: "Endpoint returns user data without authentication".to_owned(),
        description,
        evidence,
        recommendation: recommendation(
            "Ensure this endpoint requires authentication. If public by design, verify no sensitive data is exposed.",
            None,
            &scene.url,
        ),
        cwe: Some("CWE-306"),
        occurrences: calls.open.len(),
        seq: scene.seq,
    })
}
