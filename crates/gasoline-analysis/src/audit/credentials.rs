//! Exposed credentials: secrets in URLs, bodies, messages, actions and the console.

use gasoline_protocol::Kind;
use gasoline_protocol::url::Url;

use super::finding::{Category, Finding};
use super::scene::{Field, Scene, Trace};
use super::url::AuditUrl as _;
use super::{Findings, Options, wording};
use crate::secrets::{self, Doubt, Severity};

/// Adds what a secret in an event means, if it is one.
pub(super) fn judge(scene: &Scene, trace: &Trace, options: &Options<'_>, found: &mut Findings) {
    if trace.rule.is_personal() {
        return;
    }
    let Some(category) = category(trace, options) else { return };
    let thing = wording::thing(trace);
    let title = title(trace, &thing);
    let finding = Finding {
        severity: severity(scene, trace),
        category,
        rule: trace.rule.id,
        title,
        description: wording::what_happened(scene, trace, &thing) + why(trace),
        evidence: wording::evidence(scene, trace),
        recommendation: wording::recommendation(advice(trace), trace.doubt, scene.url_of(trace)),
        cwe: Some(cwe(trace)),
        occurrences: 1,
        seq: scene.seq,
    };
    found.add(place(scene, trace), finding);
}

/// What makes two traces of a rule one finding: the endpoint, or what a log entry said.
pub(super) fn place(scene: &Scene, trace: &Trace) -> String {
    match (scene.kind, trace.field) {
        (_, Field::PageUrl) => {
            format!("page {}", Url::parse(scene.url_of(trace)).endpoint())
        }
        (Kind::NetworkBodies | Kind::WebsocketEvents, field) => {
            format!("{} {} {field:?}", scene.verb, scene.address().endpoint())
        }
        // A line that is written a hundred times is one finding; another secret is another.
        (_, field) => format!("{} {} {field:?} {}", scene.verb, scene.url, trace.secret),
    }
}

/// Tokens in the console and passwords in answers are data that are exposed; all else is a
/// credential. A caller who runs only one of the two checks is told all the same.
fn category(trace: &Trace, options: &Options<'_>) -> Option<Category> {
    let is_human = trace.rule.is_named() && secrets::is_human_name(&trace.name);
    let is_token = trace.rule.is_named() && !says_key(&trace.name);
    let (first, second) = match trace.field {
        Field::Console if trace.rule.is_session() || is_human => {
            (Category::PiiExposure, Some(Category::Credentials))
        }
        Field::ResponseBody | Field::Received if is_token => {
            (Category::PiiExposure, Some(Category::Credentials))
        }
        Field::Console | Field::ResponseBody | Field::Received => {
            (Category::Credentials, Some(Category::PiiExposure))
        }
        _ => (Category::Credentials, None),
    };
    [Some(first), second].into_iter().flatten().find(|category| options.runs(*category))
}

/// Whether a name speaks of a key that an application has, rather than of somebody's session.
pub(super) fn says_key(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.contains("key") || name.contains("secret")
}

/// Whether a name speaks of a key that pages may have: `apiKey`, and not `client_secret`.
fn is_key(name: &str) -> bool {
    says_key(name) && !name.to_ascii_lowercase().contains("secret")
}

fn severity(scene: &Scene, trace: &Trace) -> Severity {
    let usual = trace.severity;
    let rule = trace.rule;
    let for_login = scene.address().is_for_login();
    match trace.field {
        _ if rule.id == "signed_url" && trace.field != Field::Console => Severity::Info,
        Field::RequestBody | Field::Sent if rule.is_named() => {
            let is_expected = !says_key(&trace.name);
            if is_expected { Severity::Info } else { usual.min(Severity::Warning) }
        }
        Field::RequestBody | Field::ResponseBody if rule.id == "jwt" && for_login => Severity::Info,
        // Addresses are kept in logs, histories and referrers, and an answer that is not for giving
        // tokens opens a session to whoever reads it.
        Field::Query | Field::Fragment | Field::PageUrl | Field::ResponseBody | Field::Received
            if rule.id == "jwt" =>
        {
            raised(usual)
        }
        Field::ResponseBody | Field::Received if rule.is_named() && !is_key(&trace.name) => {
            let is_given_out = for_login && !secrets::is_human_name(&trace.name);
            match trace.doubt {
                _ if is_given_out => Severity::Info,
                None => Severity::Critical,
                Some(_) => usual,
            }
        }
        Field::Console if rule.is_session() => raised(usual),
        Field::Console if rule.is_named() && says_key(&trace.name) && trace.doubt.is_none() => {
            raised(usual)
        }
        _ => usual,
    }
}

/// One step more, unless something speaks against the finding.
fn raised(severity: Severity) -> Severity {
    match severity {
        Severity::Warning => Severity::Critical,
        other => other,
    }
}

fn title(trace: &Trace, thing: &str) -> String {
    let place = wording::place(trace.field);
    match trace.field {
        Field::Console if trace.rule.is_session() => "Auth token logged to console".to_owned(),
        Field::Query | Field::Fragment | Field::Url => format!("{thing} exposed {place}"),
        _ => format!("{thing} {place}"),
    }
}

fn why(trace: &Trace) -> &'static str {
    match trace.field {
        _ if !trace.rule.masks || trace.doubt == Some(Doubt::ForPages) => {
            " Keys of this kind are made to be public."
        }
        Field::Query | Field::PageUrl => {
            " Query parameters are logged in server access logs, browser history, and may be cached by proxies."
        }
        Field::ResponseBody | Field::Received => " Whoever can read the answer has it.",
        _ => "",
    }
}

fn advice(trace: &Trace) -> &'static str {
    match trace.field {
        Field::Query | Field::Fragment | Field::PageUrl if trace.rule.is_named() => {
            "Move it to the Authorization header or the request body. Never include secrets in URLs."
        }
        Field::Console if trace.rule.is_session() => {
            "Remove console statements that output tokens. Use structured logging that redacts sensitive fields."
        }
        Field::ResponseBody | Field::Received if trace.rule.is_named() => {
            "Leave it out of the answer, or check that the caller has to have it."
        }
        Field::Action => {
            "Use an input of type `password` for it, and rotate what was typed in plain sight."
        }
        _ => trace.rule.advice,
    }
}

fn cwe(trace: &Trace) -> &'static str {
    match trace.field {
        _ if !trace.rule.masks => trace.rule.cwe,
        Field::Query | Field::Fragment | Field::PageUrl => "CWE-598",
        Field::Console => "CWE-532",
        Field::Action => "CWE-549",
        _ => trace.rule.cwe,
    }
}
