//! What caused what, as far as order, time and pattern tell.
//!
//! A request belongs to the action before it that is likely to cause requests, if it began within
//! two seconds; or to the action of the request whose answer it came after, however late. What the
//! page does by itself (polling, counters, files) belongs to none.

use std::collections::BTreeMap;

use gasoline_protocol::events::action::{ActionType, EnhancedAction};
use gasoline_protocol::{Seq, Timestamp};

use super::background::background;
use super::moment::Moment;
use super::polling::{Call, polling};
use super::{Background, Cause};
use crate::limits;
use crate::noise::Noise;
use crate::view::View;

/// The causes of all requests of a session, and what is needed to tell those of other events.
pub(super) struct Causes<'a> {
    /// By test, in the order of time.
    acts: BTreeMap<Option<&'a str>, Vec<Act<'a>>>,
    /// By test, in the order of time, those that are not background.
    effects: BTreeMap<Option<&'a str>, Vec<Effect<'a>>>,
    /// When something was first seen of a document.
    documents: BTreeMap<&'a str, Timestamp>,
    requests: BTreeMap<Seq, Cause>,
}

/// How long after an action, and after an answer, something may still come of it.
#[derive(Debug, Clone, Copy)]
struct Reach {
    window_ms: i64,
    chain_ms: i64,
}

impl Reach {
    const USUAL: Self = Self { window_ms: limits::CAUSE_WINDOW_MS, chain_ms: limits::CHAIN_MS };
    /// A page is there when its server has answered.
    const TO_PAGE: Self =
        Self { window_ms: limits::CAUSE_WINDOW_MS, chain_ms: limits::CAUSE_WINDOW_MS };
    /// A form that is sent leads to a page, however slow its server is.
    const FORM_TO_PAGE: Self =
        Self { window_ms: limits::PAGE_LOAD_WINDOW_MS, chain_ms: limits::CAUSE_WINDOW_MS };
}

/// An action as a cause.
#[derive(Debug, Clone, Copy)]
struct Act<'a> {
    moment: Moment<'a>,
    kind: ActionType,
    /// Clicks and the like are; scrolling and most keys are what people do meanwhile.
    is_likely: bool,
}

impl Act<'_> {
    fn cause(&self) -> Cause {
        match self.kind {
            ActionType::Navigate => Cause::PageLoad(Some(self.moment.seq)),
            _ => Cause::Action(self.moment.seq),
        }
    }
}

/// A request that something caused.
#[derive(Debug, Clone, Copy)]
struct Effect<'a> {
    moment: Moment<'a>,
    end_ms: i64,
    cause: Cause,
}

impl<'a> Causes<'a> {
    pub(super) fn of(view: &'a View<'a>, noise: Option<&Noise>) -> Self {
        let mut causes = Self {
            acts: BTreeMap::new(),
            effects: BTreeMap::new(),
            documents: BTreeMap::new(),
            requests: BTreeMap::new(),
        };
        for seen in &view.actions {
            let moment = Moment::of(seen, seen.view.tab_id, seen.view.id.as_deref());
            let kind = seen.view.kind;
            let act = Act { moment, kind, is_likely: is_likely(&seen.view) };
            causes.acts.entry(seen.test).or_default().push(act);
            causes.note_document(&moment);
        }
        for acts in causes.acts.values_mut() {
            acts.sort_by_key(|act| (act.moment.time, act.moment.seq));
        }
        let mut calls: Vec<Call<'a>> = Vec::new();
        for seen in &view.requests {
            let body = &seen.view;
            let moment = Moment::of(seen, body.tab_id, body.id.as_deref());
            causes.note_document(&moment);
            if let Some(by_itself) = background(body, noise) {
                causes.requests.insert(seen.seq, Cause::Background(by_itself));
            } else {
                let end_ms = end_ms(seen.time, body.duration);
                calls.push(Call { moment, end_ms, body, after_action_ms: None });
            }
        }
        for seen in &view.logs {
            let id = seen.view.id.as_deref();
            causes.note_document(&Moment::of(seen, seen.view.tab_id, id));
        }
        causes.attribute(calls);
        causes
    }

    /// Why a request was made.
    pub(super) fn of_request(&self, seq: Seq) -> Cause {
        self.requests.get(&seq).copied().unwrap_or(Cause::Background(Background::Late))
    }

    /// The action that led to something else than a request.
    pub(super) fn behind(&self, moment: &Moment<'a>) -> Option<Seq> {
        self.find(moment, Reach::USUAL).and_then(Cause::action)
    }

    /// The action that led to a navigation.
    pub(super) fn behind_navigation(&self, moment: &Moment<'a>) -> Option<Seq> {
        let last = self.nearest(moment, |act| act.is_likely);
        let is_sent = last.is_some_and(|act| act.kind == ActionType::Submit);
        let reach = if is_sent { Reach::FORM_TO_PAGE } else { Reach::TO_PAGE };
        self.find(moment, reach).and_then(Cause::action)
    }

    fn note_document(&mut self, moment: &Moment<'a>) {
        if let Some(place) = moment.place {
            let first = self.documents.entry(place.document).or_insert(moment.time);
            *first = (*first).min(moment.time);
        }
    }

    fn attribute(&mut self, mut calls: Vec<Call<'a>>) {
        calls.sort_by_key(|call| (call.moment.time, call.moment.seq));
        for call in &mut calls {
            let nearest = self.nearest(&call.moment, |act| act.is_likely);
            let after_ms = nearest.map(|act| call.moment.time.ms_since(act.moment.time));
            call.after_action_ms = after_ms.filter(|after| *after <= limits::CHAIN_MS);
        }
        let ticks = polling(&calls);
        for call in calls {
            let seq = call.moment.seq;
            let cause = if ticks.contains(&seq) {
                Cause::Background(Background::Polling)
            } else {
                self.of_call(&call).unwrap_or(Cause::Background(Background::Late))
            };
            self.requests.insert(seq, cause);
            if !matches!(cause, Cause::Background(_)) {
                let effect = Effect { moment: call.moment, end_ms: call.end_ms, cause };
                self.effects.entry(call.moment.test).or_default().push(effect);
            }
        }
    }

    fn of_call(&self, call: &Call<'a>) -> Option<Cause> {
        let moment = &call.moment;
        self.find(moment, Reach::USUAL).or_else(|| {
            match self.nearest(moment, |act| act.is_likely) {
                Some(act) if act.kind == ActionType::Navigate => self.of_loading(act, moment),
                Some(_) => None,
                None => self.of_unseen_loading(moment),
            }
        })
    }

    /// The cause of something: the last action if that was likely and recent, else the one that led
    /// to the answer right before it, else anything recent.
    fn find(&self, moment: &Moment<'a>, reach: Reach) -> Option<Cause> {
        let is_recent = |act: &&Act<'a>| moment.time.ms_since(act.moment.time) <= reach.window_ms;
        let likely = self.nearest(moment, |act| act.is_likely);
        let answered = self.answered_before(moment, reach.chain_ms);
        if let Some(act) = likely.filter(is_recent) {
            let older = answered.filter(|answered| is_under_way(answered, act, moment));
            return Some(older.map_or_else(|| act.cause(), |older| older.cause));
        }
        let is_current = |effect: &&Effect<'a>| {
            likely.is_none_or(|act| effect.cause.action() == Some(act.moment.seq))
        };
        let followed = answered.filter(is_current).map(|effect| effect.cause);
        followed.or_else(|| self.nearest(moment, |_| true).filter(is_recent).map(Act::cause))
    }

    /// The last of the actions before something that can have to do with it.
    fn nearest(
        &self,
        moment: &Moment<'a>,
        is_asked: impl Fn(&Act<'a>) -> bool,
    ) -> Option<&Act<'a>> {
        let acts = self.acts.get(&moment.test)?;
        acts.iter().rev().find(|act| is_asked(act) && self.can_lead(&act.moment, moment))
    }

    /// The request that was answered last, at most so long before something.
    fn answered_before(&self, moment: &Moment<'a>, chain_ms: i64) -> Option<&Effect<'a>> {
        let effects = self.effects.get(&moment.test)?;
        let before = effects.iter().filter(|effect| {
            let pause_ms = moment.time.as_ms() - effect.end_ms;
            (0..=chain_ms).contains(&pause_ms) && self.can_lead(&effect.moment, moment)
        });
        before.max_by_key(|effect| effect.end_ms)
    }

    /// Whether one thing can have led to another: it began before that, in the same tab, and in the
    /// same document or one that was there before the other's. A frame does not work for another's
    /// buttons, but it may have been opened by one.
    fn can_lead(&self, moment: &Moment<'a>, to: &Moment<'a>) -> bool {
        let opened = to.place.and_then(|place| self.documents.get(place.document));
        moment.is_beside(to)
            && moment.began_before(to)
            && (!moment.is_elsewhere(to) || opened.is_none_or(|opened| *opened >= moment.time))
    }

    /// Large pages take their time until they ask for anything: the first requests after a
    /// navigation are its effect, if nothing else was done meanwhile.
    fn of_loading(&self, act: &Act<'a>, moment: &Moment<'a>) -> Option<Cause> {
        let cause = act.cause();
        let effects = self.effects.get(&moment.test).map_or(&[][..], Vec::as_slice);
        let first = effects.iter().find(|effect| effect.cause == cause);
        let is_first = match first {
            Some(first) => moment.time.ms_since(first.moment.time) <= limits::CAUSE_WINDOW_MS,
            None => true,
        };
        let waited_ms = moment.time.ms_since(act.moment.time);
        (is_first && waited_ms <= limits::PAGE_LOAD_WINDOW_MS).then_some(cause)
    }

    /// The same where no navigation is known: the first requests of all.
    fn of_unseen_loading(&self, moment: &Moment<'a>) -> Option<Cause> {
        let effects = self.effects.get(&moment.test).map_or(&[][..], Vec::as_slice);
        let first = effects.iter().find(|effect| effect.moment.is_beside(moment));
        let is_first = first
            .is_none_or(|first| moment.time.ms_since(first.moment.time) <= limits::CAUSE_WINDOW_MS);
        is_first.then_some(Cause::PageLoad(None))
    }
}

/// Whether something came right after an answer to a request that an action found under way. Then
/// it is the answer that led to it, and not the action, which had its chance before.
fn is_under_way(answered: &Effect<'_>, act: &Act<'_>, moment: &Moment<'_>) -> bool {
    let since_answer_ms = moment.time.as_ms() - answered.end_ms;
    let since_act_ms = moment.time.ms_since(act.moment.time);
    answered.moment.began_before(&act.moment)
        && answered.end_ms > act.moment.time.as_ms()
        && since_answer_ms <= limits::FOLLOW_UP_MS
        && since_act_ms > limits::FOLLOW_UP_MS
}

/// Whether an action is of those that make a page ask its server for something.
fn is_likely(action: &EnhancedAction<'_>) -> bool {
    match action.kind {
        ActionType::Scroll => false,
        ActionType::Keypress => {
            action.key.as_deref().is_none_or(|key| key.rsplit('+').next() == Some("Enter"))
        }
        _ => true,
    }
}

/// When a request was answered, in milliseconds since the epoch.
fn end_ms(start: Timestamp, duration: Option<f64>) -> i64 {
    // The cast saturates, and no request takes that long.
    #[expect(clippy::cast_possible_truncation)]
    let duration = duration.unwrap_or_default().max(0.0) as i64;
    start.as_ms().saturating_add(duration)
}
