//! Diagnosis: what an error has to do with what happened before it.

mod cause;
mod complaint;
mod enriched;
mod excerpt;
mod mentions;
mod summary;

use gasoline_protocol::Timestamp;
use gasoline_protocol::action::{ActionType, EnhancedAction};
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::network::NetworkBody;
use gasoline_protocol::page::Screenshot;
use serde::Serialize;

use crate::changes::Seen;
use crate::limits;
use crate::sources::Explained;

pub use cause::RequestLink;
pub use complaint::{Complaint, complaint};
pub use enriched::{Component, Components, Enriched, State};
pub use excerpt::excerpt;
pub use summary::summary;

use mentions::Mentions;

/// An error that is to be explained.
#[derive(Debug, Clone, Copy)]
pub struct Broken<'a> {
    pub error: Seen<'a, LogEntry<'a>>,
    /// Where it is in the source, if that is known.
    pub explained: Option<&'a Explained>,
}

/// What was captured around it, each kind oldest first.
#[derive(Debug)]
pub struct Scene<'a> {
    pub actions: Vec<Seen<'a, EnhancedAction<'a>>>,
    pub requests: Vec<Seen<'a, NetworkBody<'a>>>,
    pub screenshots: Vec<Seen<'a, Screenshot<'a>>>,
}

/// How sure a link is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sure {
    /// The time fits, and nothing speaks against it.
    Possible,
    /// More than the time fits.
    Likely,
    /// The error itself names it.
    Certain,
}

impl Sure {
    pub fn name(self) -> &'static str {
        match self {
            Self::Possible => "possible",
            Self::Likely => "likely",
            Self::Certain => "certain",
        }
    }
}

/// What the user did before an error.
#[derive(Debug, Clone, Copy)]
pub struct ActionLink<'a> {
    pub action: Seen<'a, EnhancedAction<'a>>,
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

/// Links an error to what happened before it.
pub fn diagnose<'a>(broken: &Broken<'a>, scene: &Scene<'a>) -> Diagnosis<'a> {
    let mentions = Mentions::of(broken);
    let requests = cause::links(broken, &mentions, &scene.requests, &scene.actions);
    Diagnosis {
        action: action(broken, requests.first(), &scene.actions),
        requests,
        screenshot: screenshot(broken, &scene.screenshots),
        enriched: Enriched::of(broken.error.view),
        names: mentions.into_names(),
    }
}

/// The action that led to the request the error depends on; without such a request, the latest.
fn action<'a>(
    broken: &Broken<'a>,
    cause: Option<&RequestLink<'a>>,
    actions: &[Seen<'a, EnhancedAction<'a>>],
) -> Option<ActionLink<'a>> {
    let error = &broken.error;
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
    Some(ActionLink { action: *action, ms_before, sure })
}

/// The picture that was taken for this error, or at the time of it.
fn screenshot<'a>(
    broken: &Broken<'a>,
    screenshots: &[Seen<'a, Screenshot<'a>>],
) -> Option<&'a str> {
    let error = &broken.error;
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
fn is_beside(error: &Seen<'_, LogEntry<'_>>, test: Option<&str>, tab: Option<i64>) -> bool {
    let is_same_tab = match (error.view.tab_id, tab) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    is_same_tab && error.test == test
}

#[cfg(test)]
mod tests;
