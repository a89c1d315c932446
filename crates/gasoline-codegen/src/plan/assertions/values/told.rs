//! What was told before an answer came: by the user's hands, and by requests.

use gasoline_protocol::url::Url;
use gasoline_protocol::url::decode_path;
use serde_json::Value;

use crate::plan::assertions::calls;
use crate::plan::merge::Intent;
use crate::plan::session::{Called, Session};
use crate::step::{Act, Entry, Step};

/// One value of a request, by its name.
#[derive(Debug, Clone)]
pub(in crate::plan) struct Pair {
    pub(in crate::plan) name: String,
    pub(in crate::plan) value: Value,
    /// It sets what is there, where others add to it.
    pub(in crate::plan) is_setting: bool,
}

/// What the user typed and chose, with the step in which it was.
#[derive(Debug, Default)]
pub(in crate::plan) struct Entered {
    typed: Vec<(usize, String)>,
    chosen: Vec<(usize, String)>,
}

impl Entered {
    pub(in crate::plan) fn of(steps: &[Step], intents: &[Intent<'_>]) -> Self {
        let mut entered = Self::default();
        for (place, (step, intent)) in steps.iter().zip(intents).enumerate() {
            match &step.act {
                Act::Fill { value: Entry::Text(text), .. } if !text.is_empty() => {
                    entered.typed.push((place, text.clone()));
                }
                Act::Select { values, .. } => {
                    let told = intent.action.and_then(|action| action.selected_text.as_deref());
                    let all = values.iter().cloned().chain(told.map(str::to_owned));
                    entered
                        .chosen
                        .extend(all.filter(|text| !text.is_empty()).map(|text| (place, text)));
                }
                _ => {}
            }
        }
        entered
    }

    /// Whether the user typed exactly this, in a step up to this one.
    pub(in crate::plan) fn has_typed(&self, text: &str, step: usize) -> bool {
        self.typed.iter().any(|(place, typed)| *place <= step && typed.trim() == text.trim())
    }

    /// Whether the user typed or chose this, however it is written.
    pub(in crate::plan) fn has(&self, value: &Value, step: usize) -> bool {
        let mut all = self.typed.iter().chain(&self.chosen);
        all.any(|(place, text)| {
            *place <= step
                && match value {
                    Value::String(value) => text.trim() == value.trim(),
                    Value::Number(number) => text.trim().parse::<f64>().ok() == number.as_f64(),
                    _ => false,
                }
        })
    }
}

/// The part of a request's body that tells values: of GraphQL the variables.
pub(in crate::plan) fn content<'s>(
    called: &Called<'_>,
    session: &'s Session<'_>,
) -> Option<&'s Value> {
    let value = session.sent(called)?;
    if calls::operation(called.request.body).is_some() {
        value.get("variables")
    } else {
        Some(value)
    }
}

/// Everything a request told by name: in its body and in its address.
pub(super) fn pairs(called: &Called<'_>, session: &Session<'_>) -> Vec<Pair> {
    let method = called.request.body.method.as_ref();
    let is_setting = matches!(method, "PUT" | "PATCH");
    let mut found = Vec::new();
    if let Some(value) = content(called, session) {
        scalars(value, "", &mut |name, value| {
            found.push(Pair { name: name.to_owned(), value: value.clone(), is_setting });
        });
    }
    for (name, value) in calls::parameters(called.request.body) {
        if !value.is_empty() {
            found.push(Pair { name, value: Value::String(value), is_setting });
        }
    }
    found
}

/// The last part of the path: what is asked about, in many addresses.
pub(super) fn last_segment(called: &Called<'_>) -> Option<String> {
    let address = Url::absolute(&called.request.body.url)?;
    address
        .path
        .rsplit('/')
        .find(|segment| !segment.is_empty())
        .map(|segment| decode_path(segment).into_owned())
}

fn scalars(value: &Value, name: &str, found: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| scalars(member, name, found));
        }
        Value::Array(items) => items.iter().for_each(|item| scalars(item, name, found)),
        Value::Null => {}
        scalar => found(name, scalar),
    }
}
