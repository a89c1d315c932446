//! Which screenshots belong to which steps.

use std::sync::Arc;

use gasoline_analysis::view::Session;
use gasoline_protocol::events::page::{Screenshot, Screenshots};
use gasoline_protocol::{Kind, Timestamp};

use super::filter::Filter;
use crate::app::App;
use crate::pictures::Held;

/// What is known of a screenshot at a step.
#[derive(Debug)]
pub(super) struct Placed {
    /// The place of the step.
    pub(super) step: usize,
    pub(super) id: u64,
    pub(super) time: Timestamp,
    pub(super) url: Option<String>,
    pub(super) trigger: Option<String>,
}

impl Placed {
    fn of(step: usize, time: Timestamp, view: &Screenshot<'_>) -> Option<Self> {
        let text = |text: Option<&str>| text.map(str::to_owned);
        Some(Self {
            step,
            id: view.id.parse().ok()?,
            time,
            url: text(view.url.as_deref()),
            trigger: text(view.trigger.as_deref()),
        })
    }
}

/// Steps by the times at which they were begun, and how long after the last one a picture still
/// shows it.
pub(super) struct Steps<'s> {
    pub(super) begun: &'s [Timestamp],
    pub(super) most_late_ms: Option<i64>,
    /// A screenshot that belongs to the last step whatever its time.
    pub(super) last: Option<&'s str>,
}

/// One picture a step and one step a picture, in the order of the steps: the latest of it that is
/// held, which is the one after the step's effect.
pub(super) fn placed(app: &Arc<App>, filter: &Filter, steps: &Steps<'_>) -> Vec<Placed> {
    let Some(last) = steps.begun.len().checked_sub(1) else { return Vec::new() };
    let mut snapshot = filter.session(app, &[Kind::Screenshots]);
    let held = Held::now(app);
    snapshot.of_mut(Kind::Screenshots).retain(|event| held.has_event(event));
    let session = Session::of_kind(&snapshot, Kind::Screenshots);
    let rows = session.rows::<Screenshots>();
    let own = rows.iter().filter(|row| steps.last == Some(&*row.view.id));
    let others = rows.iter().rev().filter(|row| {
        let late = row.time.ms_since(steps.begun[last]);
        steps.most_late_ms.is_none_or(|most| late <= most)
            && filter.admits([row.view.url.as_deref()], row.view.tab_id)
    });
    let step_at = |time: Timestamp| steps.begun.iter().rposition(|begun| *begun <= time);
    let found = own.map(|row| (row, Some(last))).chain(others.map(|row| (row, step_at(row.time))));
    let mut placed: Vec<Placed> = Vec::new();
    for (row, step) in found {
        if let Some(step) = step
            && let Some(picture) = Placed::of(step, row.time, &row.view)
            && !placed.iter().any(|known| known.step == step || known.id == picture.id)
        {
            placed.push(picture);
        }
    }
    placed.sort_by_key(|picture| picture.step);
    placed
}
