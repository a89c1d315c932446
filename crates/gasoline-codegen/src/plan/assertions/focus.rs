//! Where a key leads: what was typed next without a click went into the field that the key chose.

use gasoline_protocol::events::action::ActionType;

use crate::plan::merge::{Did, Intent};
use crate::plan::session::Session;
use crate::step::{Act, Check, Confidence, Expect, Step};

/// Filling a field focuses it, so that a key which did so could fail unseen.
pub(in crate::plan) fn add(steps: &mut [Step], intents: &[Intent<'_>], session: &Session<'_>) {
    for place in 1..intents.len() {
        let (pressed, filled) = (&intents[place - 1], &intents[place]);
        let is_led = pressed.did == Did::Press
            && filled.did == Did::Fill
            && pressed.page == filled.page
            && filled.action.is_some_and(|action| !pressed.is_upon(action))
            && !has_click(pressed, filled, session);
        let Act::Fill { target, .. } = &steps[place].act else { continue };
        if !is_led {
            continue;
        }
        let expects = Expect::Focus(target.clone());
        let because = "what was typed next went there without a click".to_owned();
        let check = Check { expects, confidence: Confidence::Medium, because };
        steps[place - 1].checks.push(check);
    }
}

/// A click that only focused the field is no step, and still was what focused it.
fn has_click(pressed: &Intent<'_>, filled: &Intent<'_>, session: &Session<'_>) -> bool {
    session.actions.iter().any(|acted| {
        acted.action.kind == ActionType::Click
            && acted.page == filled.page
            && pressed.last <= acted.time
            && acted.time <= filled.last
    })
}
