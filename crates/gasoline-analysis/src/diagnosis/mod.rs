//! Diagnosis: what an error has to do with what happened before it.

mod cause;
mod complaint;
mod enriched;
mod excerpt;
mod mentions;
mod summary;

use gasoline_protocol::Timestamp;
use gasoline_protocol::events::action::{ActionType, EnhancedAction};
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::events::page::Screenshot;
use schemars::JsonSchema;

use crate::limits;
use crate::sources::Explained;
use crate::view::{Row, View};

pub use cause::RequestLink;
pub use complaint::{Complaint, complaint};
pub use enriched::{Component, Components, Enriched, State};
pub use excerpt::excerpt;
pub use summary::summary;

use mentions::Mentions;

/// An error that is to be explained.
#[derive(Debug, Clone, Copy)]
pub struct Broken<'a> {
    pub error: &'a Row<'a, LogEntry<'a>>,
    /// Where it is in the source, if that is known.
    pub explained: Option<&'a Explained>,
}

gasoline_protocol::wire_enum! {
    /// How sure a link is.
    #[derive(PartialOrd, Ord, JsonSchema)]
    pub enum Sure {
        /// The time fits, and nothing speaks against it.
        Possible = "possible",
        /// More than the time fits.
        Likely = "likely",
        /// The error itself names it.
        Certain = "certain",
    }
}

/// What the user did before an error.
#[derive(Debug, Clone, Copy)]
pub struct ActionLink<'a> {
    pub action: &'a Row<'a, EnhancedAction<'a>>,
    pub ms_before: i64,
    pub sure: Sure,
}

/// What an error has to do with what happened before it.
#[derive(Debug, Default)]
pub struct Diagnosis<'a> {
    /// The request the error depends on, the most likely first; two where one cannot be told.
    pub requests: Vec<RequestLink<'a>>,
    pub action: Option<ActionLink<'a>>,
    /// The id of a picture of the page as it broke.
    pub screenshot: Option<&'a str>,
    /// The components and the state the page told of.
    pub enriched: Enriched,
    /// Names the error or the code there speaks of: what matters in a body.
    pub names: Vec<String>,
}

/// Links an error to what happened before it: the actions, requests and screenshots `near` it.
pub fn diagnose<'a>(
    broken: &Broken<'a>,
    near: &'a View<'a>,
    can_be_cause: impl Fn(&Row<'_, NetworkBody<'_>>) -> bool,
) -> Diagnosis<'a> {
    let mentions = Mentions::of(broken);
    let requests = near.requests.iter().filter(|request| can_be_cause(request));
    let requests = cause::links(broken, &mentions, requests, &near.actions);
    Diagnosis {
        action: action(broken, requests.first(), &near.actions),
        requests,
        screenshot: screenshot(broken, &near.screenshots),
        enriched: Enriched::of(&broken.error.view),
        names: mentions.into_names(),
    }
}

/// The action that led to the request the error depends on; without such a request, the latest.
fn action<'a>(
    broken: &Broken<'a>,
    cause: Option<&RequestLink<'a>>,
    actions: &'a [Row<'a, EnhancedAction<'a>>],
) -> Option<ActionLink<'a>> {
    let error = broken.error;
    let before = |time: Timestamp| {
        actions.iter().rev().find(|action| {
            !matches!(action.view.kind, ActionType::Scroll | ActionType::Dialog)
                && is_beside(error, action.test, action.view.tab_id)
                && (0..=limits::ACTION_REACH_MS).contains(&time.ms_since(action.time))
        })
    };
    let by_cause = cause.and_then(|cause| before(cause.request.time));
    let action = by_cause.or_else(|| before(error.time))?;
    let ms_before = error.time.ms_since(action.time);
    let led_to_cause = cause.is_some_and(|cause| {
        let ms = cause.request.time.ms_since(action.time);
        cause.sure >= Sure::Likely && (0..=limits::ACTION_LEADS_MS).contains(&ms)
    });
    let is_near = ms_before <= limits::ACTION_LEADS_MS / 10;
    let sure = if led_to_cause || is_near { Sure::Likely } else { Sure::Possible };
    Some(ActionLink { action, ms_before, sure })
}

/// The picture that was taken for this error, or at the time of it.
fn screenshot<'a>(
    broken: &Broken<'a>,
    screenshots: &'a [Row<'a, Screenshot<'a>>],
) -> Option<&'a str> {
    let error = broken.error;
    let own = screenshots.iter().rev().find(|screenshot| {
        screenshot.view.error_id.is_some() && screenshot.view.error_id == error.view.id
    });
    let near = || {
        screenshots.iter().rev().find(|screenshot| {
            let gap = screenshot.time.ms_since(error.time);
            screenshot.view.trigger.as_deref() == Some("error")
                && is_beside(error, screenshot.test, screenshot.view.tab_id)
                && (0..=limits::SCREENSHOT_AFTER_MS).contains(&gap)
        })
    };
    own.or_else(near).map(|screenshot| &*screenshot.view.id)
}

/// Whether something happened where the error did: in the same test, and in the same tab as far as
/// both know theirs.
fn is_beside(error: &Row<'_, LogEntry<'_>>, test: Option<&str>, tab: Option<i64>) -> bool {
    let is_same_tab = match (error.view.tab_id, tab) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    is_same_tab && error.test == test
}

#[cfg(test)]
mod tests;
