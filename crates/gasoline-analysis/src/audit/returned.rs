//! Tokens that pages hand back: the server gave them out to have them returned.
//!
//! A token in an answer is a leak, unless it is what the page was to have. What a page then does with
//! it tells the two apart: a payment, an upload or a form is finished by sending its token to the
//! server it came from, or to the page's own.

use std::collections::BTreeMap;

use gasoline_protocol::url::Url;
use gasoline_protocol::{Kind, Purpose, Snapshot};
use serde::Deserialize;

use super::leaves::leaves;
use super::scene::{Field, Scene, Trace};
use super::url::pairs;
use crate::limits;
use crate::secrets::{self, Doubt, Severity};

/// The values pages sent, and where to.
#[derive(Default)]
struct Sent(BTreeMap<String, Vec<Sending>>);

struct Sending {
    seq: u64,
    origin: String,
    /// The page sent it to its own server.
    is_home: bool,
}

/// What is read of a request.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Call {
    url: String,
    #[serde(default)]
    page_url: Option<String>,
    #[serde(default)]
    request_body: Option<String>,
}

/// Lowers the tokens in answers that a page handed back. The whole snapshot is looked at, also where
/// the audit is about a part of it.
pub(super) fn lower(scenes: &mut [Scene], snapshot: &Snapshot) {
    let has_tokens = scenes.iter().any(|scene| scene.traces.iter().any(is_given));
    if !has_tokens {
        return;
    }
    let sent = Sent::of(snapshot);
    for scene in scenes {
        let origin = Url::parse(&scene.url).normalized_origin();
        for trace in scene.traces.iter_mut().filter(|trace| is_given(trace)) {
            if sent.returns(&trace.secret, scene.seq, &origin) {
                trace.doubt = Some(Doubt::Returned);
                trace.severity = Severity::Info;
            }
        }
    }
}

/// Whether it is a token of an answer: not what a person made up, and not a key of an application.
fn is_given(trace: &Trace) -> bool {
    trace.field == Field::ResponseBody
        && trace.doubt.is_none()
        && (trace.rule.id == "jwt"
            || trace.rule.is_named()
                && !secrets::is_human_name(&trace.name)
                && !super::credentials::says_key(&trace.name))
}

impl Sent {
    fn of(snapshot: &Snapshot) -> Self {
        let mut sent = Self::default();
        for event in snapshot.of(Kind::NetworkBodies) {
            let Ok(call) =
                serde_json::from_str::<Call>(event.captured().expose(Purpose::FindSecrets))
            else {
                continue;
            };
            let address = Url::parse(&call.url);
            let page = Url::parse(call.page_url.as_deref().unwrap_or_default());
            let is_home = page.is_same_origin(&address);
            let mut note = |value: &str| {
                if (limits::AUDIT_RETURNED_MIN_BYTES..=limits::AUDIT_RETURNED_MAX_BYTES)
                    .contains(&value.len())
                {
                    let sending =
                        Sending { seq: event.seq.0, origin: address.normalized_origin(), is_home };
                    sent.0.entry(value.to_owned()).or_default().push(sending);
                }
            };
            leaves(call.request_body.as_deref().unwrap_or_default(), &mut |leaf| {
                note(&leaf.text);
            });
            pairs(address.query).for_each(|(_, value)| note(&value));
        }
        sent
    }

    /// Whether another request than the one that answered with it carried the value to where it came
    /// from, or to the page's own server.
    fn returns(&self, value: &str, seq: u64, origin: &str) -> bool {
        let sendings = self.0.get(value).map_or(&[][..], Vec::as_slice);
        sendings.iter().any(|one| one.seq != seq && (one.is_home || one.origin == origin))
    }
}
