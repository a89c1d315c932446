//! Personal data where others can read them: in the console, in URLs, in answers nobody logged in for.

use super::credentials::place;
use super::finding::{Category, Finding};
use super::scene::{Auth, Field, Scene, Trace};
use super::{Findings, Options, wording};
use crate::limits;
use crate::secrets::{Doubt, Pattern, Severity};

/// Adds what a personal datum in an event means, if it is one.
pub(super) fn judge(scene: &Scene, trace: &Trace, options: &Options<'_>, found: &mut Findings) {
    if !trace.rule.is_personal() || !options.runs(Category::PiiExposure) {
        return;
    }
    let Some(severity) = severity(scene, trace) else { return };
    let thing = trace.rule.title;
    let description = wording::what_happened(scene, trace, thing) + said_of_auth(scene, trace);
    let finding = Finding {
        severity,
        category: Category::PiiExposure,
        rule: trace.rule.id,
        title: format!("{thing} {}", wording::place(trace.field)),
        description,
        evidence: wording::evidence(scene, trace),
        recommendation: wording::recommendation(advice(trace), trace.doubt, scene.url_of(trace)),
        cwe: Some(if trace.field == Field::Console { "CWE-532" } else { trace.rule.cwe }),
        occurrences: 1,
        seq: scene.seq,
    };
    found.add(place(scene, trace), finding);
}

/// Numbers that open an account or a life, not only a mail box.
fn is_grave(trace: &Trace) -> bool {
    matches!(trace.rule.pattern, Pattern::Digits(_))
}

/// `None` where such data belong: what a user sends was the user's to send.
fn severity(scene: &Scene, trace: &Trace) -> Option<Severity> {
    let is_grave = is_grave(trace);
    let severity = match trace.field {
        Field::Console | Field::Query | Field::Fragment | Field::Url | Field::PageUrl => {
            if is_grave { Severity::Critical } else { Severity::Info }
        }
        Field::ResponseBody if !scene.has_json_answer && !is_grave => return None,
        Field::ResponseBody | Field::Received => {
            if trace.depth > limits::AUDIT_PERSONAL_MAX_DEPTH && !is_grave {
                return None;
            }
            let severity = match scene.auth {
                Auth::None => Severity::Warning,
                Auth::Shown | Auth::NotVisible => Severity::Info,
            };
            match (is_grave, severity) {
                (false, severity) => severity,
                (true, Severity::Warning) => Severity::Critical,
                (true, _) => Severity::Warning,
            }
        }
        Field::RequestBody | Field::Sent | Field::Action => {
            if !is_grave {
                return None;
            }
            Severity::Warning
        }
        Field::RequestHeader | Field::ResponseHeader | Field::Other => Severity::Info,
    };
    let is_made_up = matches!(trace.doubt, Some(Doubt::Example | Doubt::Test));
    Some(if is_made_up { Severity::Info } else { severity })
}

fn said_of_auth(scene: &Scene, trace: &Trace) -> &'static str {
    match (trace.field, scene.auth) {
        (Field::ResponseBody, Auth::Shown) => {
            " The request was authenticated, so this may be expected."
        }
        (Field::ResponseBody, Auth::None) => {
            " The request carried neither an Authorization header nor cookies."
        }
        (Field::ResponseBody, Auth::NotVisible) => {
            " No Authorization header was sent; a session cookie may have been, which pages cannot see."
        }
        _ => "",
    }
}

fn advice(trace: &Trace) -> &'static str {
    match trace.field {
        Field::Console => "Take personal data out of log statements.",
        Field::Query | Field::Fragment | Field::Url | Field::PageUrl => {
            "Send personal data in the body: URLs are kept in logs, histories and referrers."
        }
        _ => trace.rule.advice,
    }
}
