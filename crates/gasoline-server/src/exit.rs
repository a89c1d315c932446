//! The door out: whatever leaves by tool, route, resource or notification is masked here.
//!
//! Secrets are kept as captured, in memory only, because the audit must see them. An event is
//! scanned once, when it first leaves, and the verdict is remembered: a clean one leaves as its
//! stored bytes, another is rebuilt from its masked values. Masking works on decoded strings and
//! keys, never on JSON text, so what leaves is always whole JSON.

use std::borrow::Cow;

use gasoline_analysis::changes::Seen;
use gasoline_analysis::masking::{Masking, Source, mask_event, mask_own_json};
use gasoline_analysis::secrets;
use gasoline_analysis::timeline::Shape;
use gasoline_protocol::event::Sort;
use gasoline_protocol::json::{Place, Policy as _};
use gasoline_protocol::{Event, Kind, Snapshot};
use serde::Serialize;
use serde_json::Value;

/// The member of an answer that tells the shape of a response.
pub(crate) const SHAPE: &str = "responseShape";

/// All members of answers that tell shapes.
const SHAPES: [&str; 4] = [SHAPE, "expected_shape", "actual_shape", "established_shape"];

/// The event's JSON, masked.
pub(crate) fn leaving(event: &Event) -> Cow<'_, str> {
    let mut masked = None;
    let is_clean = event.is_clean(|text| {
        masked = mask_event(event.kind, text);
        masked.is_none()
    });
    match masked {
        Some(masked) => Cow::Owned(masked),
        None if is_clean => Cow::Borrowed(event.text()),
        None => {
            mask_event(event.kind, event.text()).map_or(Cow::Borrowed(event.text()), Cow::Owned)
        }
    }
}

/// A text that is no JSON, masked.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    secrets::mask(text).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The first characters of a text, masked before it is cut: half a secret is known by no rule.
pub(crate) fn beginning(whole: &str, most: usize) -> String {
    text(whole).chars().take(most).collect()
}

/// Anything of our own that leaves as JSON, masked.
pub(crate) fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    mask_own_json(&text).unwrap_or(text)
}

/// A tree of our own JSON, masked in place. Its numbers are ours: what a page chose freely is masked
/// when it is taken out of its event.
pub(crate) fn value(value: &mut Value) {
    mask_value(value, None, &mut Masking::new(Source::Own));
}

/// A tree of JSON as a page or a browser sent it, masked in place.
pub(crate) fn captured(value: &mut Value) {
    mask_value(value, None, &mut Masking::new(Source::Captured));
}

fn mask_value(value: &mut Value, key: Option<&str>, mask: &mut Masking) {
    let place = Place { depth: 0, key, path: None };
    match value {
        Value::String(text) => {
            if let Some(masked) = mask.string(place, text) {
                *text = masked;
            }
        }
        Value::Number(number) => {
            if let Some(masked) = mask.number(place, &number.to_string()) {
                *value = Value::String(masked);
            }
        }
        Value::Array(items) => {
            for item in items {
                mask_value(item, key, mask);
            }
        }
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                // `{"token": "string"}` is the type of a secret, not one.
                if !SHAPES.contains(&name.as_str()) || !Shape::is_printed(member) {
                    mask_value(member, Some(name), mask);
                }
            }
            if members.keys().any(|name| mask.key(name).is_some()) {
                let renamed = std::mem::take(members).into_iter();
                *members = renamed
                    .map(|(name, member)| (mask.key(&name).unwrap_or(name), member))
                    .collect();
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

/// Writes an event as it is answered.
pub(crate) fn write(out: &mut String, event: &Event) {
    let test_id = event.test.as_deref().map(text);
    event.write_json(out, &leaving(event), test_id.as_deref());
}

/// An event on its way out, read as its type.
#[derive(Debug)]
pub(crate) struct Row<'a, T> {
    pub(crate) event: &'a Event,
    pub(crate) view: T,
}

impl<'a, T> Row<'a, T> {
    pub(crate) fn seen(&'a self) -> Seen<'a, T> {
        let Event { seq, time, ref test, .. } = *self.event;
        Seen { seq, time, test: test.as_deref(), view: &self.view }
    }
}

/// The events of one kind, masked: what the tools work with.
pub(crate) struct Leaving<'a> {
    texts: Vec<(&'a Event, Cow<'a, str>)>,
}

impl<'a> Leaving<'a> {
    pub(crate) fn of(snapshot: &'a Snapshot, kind: Kind) -> Self {
        Self::of_those(snapshot, kind, |_| true)
    }

    /// Only those that `is_asked`: what is decided by the facet need not be masked and read.
    pub(crate) fn of_those(
        snapshot: &'a Snapshot,
        kind: Kind,
        is_asked: impl Fn(&Event) -> bool,
    ) -> Self {
        let asked = snapshot.of(kind).iter().filter(|event| is_asked(event));
        Self { texts: asked.map(|event| (&**event, leaving(event))).collect() }
    }

    /// The events as their type, oldest first.
    pub(crate) fn rows<S: Sort>(&self) -> Vec<Row<'_, S::Of<'_>>> {
        self.texts
            .iter()
            .filter_map(|(event, text)| {
                Event::read::<S::Of<'_>>(text).map(|view| Row { event, view })
            })
            .collect()
    }
}
