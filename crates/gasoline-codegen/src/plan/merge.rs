//! From what was captured to what was meant: keystrokes are one fill, a navigation is the effect of
//! the click before it.

use std::collections::BTreeSet;

use gasoline_analysis::timeline::Cause;
use gasoline_protocol::events::action::{ActionType, EnhancedAction, Selectors};
use gasoline_protocol::{Seq, Timestamp};

use super::session::{Acted, Session};
use crate::limits::{DOUBLE_CLICK_MS, EFFECT_MAX_MS};

/// One thing the user meant to do.
#[derive(Debug, Clone)]
pub(super) struct Intent<'a> {
    /// The actions it stands for, in order; the last one counts.
    pub(super) seqs: Vec<Seq>,
    pub(super) first: Timestamp,
    pub(super) last: Timestamp,
    pub(super) page: usize,
    pub(super) did: Did,
    /// `None` for a page that was open before the first action.
    pub(super) action: Option<&'a EnhancedAction<'a>>,
    /// Where the page was before.
    pub(super) from: Option<String>,
    /// Where it led.
    pub(super) arrival: Option<String>,
    /// The page it opened.
    pub(super) opens: Option<usize>,
    /// What the browser asked because of it, and how the user answered.
    pub(super) dialogs: Vec<&'a EnhancedAction<'a>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Did {
    Visit(String),
    Reload,
    Back,
    Click(u32),
    Toggle(bool),
    Fill,
    Upload,
    Press,
    Select,
    Submit,
    Scroll,
    /// A page opened by another shows itself.
    Appear,
}

impl Did {
    /// Whether it was done to an element of the page.
    fn is_by_hand(&self) -> bool {
        self.is_act() && !matches!(self, Self::Visit(_) | Self::Reload | Self::Back)
    }

    /// Whether it can cause something.
    pub(super) fn is_act(&self) -> bool {
        !matches!(self, Self::Scroll | Self::Appear)
    }
}

/// What the user meant, in order. `None` if no action says on which page it was.
pub(super) fn intents<'a>(session: &Session<'a>) -> Option<Vec<Intent<'a>>> {
    let mut merge = Merge {
        intents: Vec::new(),
        session,
        causes: session.requests.iter().filter_map(|called| cause(called.request.cause)).collect(),
        urls: Vec::new(),
    };
    for acted in &session.actions {
        merge.take(acted)?;
    }
    Some(merge.intents)
}

fn cause(cause: Cause) -> Option<Seq> {
    match cause {
        Cause::Action(seq) => Some(seq),
        Cause::PageLoad(_) | Cause::Background(_) => None,
    }
}

struct Merge<'s, 'a> {
    intents: Vec<Intent<'a>>,
    session: &'s Session<'a>,
    /// Actions that caused requests: dropping one would lose them.
    causes: BTreeSet<Seq>,
    /// Where each page has been, by its number.
    urls: Vec<Vec<String>>,
}

impl<'a> Merge<'_, 'a> {
    fn take(&mut self, acted: &Acted<'a>) -> Option<()> {
        let action = acted.action;
        if action.kind == ActionType::Navigate {
            if action.frame.is_none() {
                self.navigate(acted);
            }
            return Some(());
        }
        if self.urls_of(acted.page).is_empty() {
            let url = action.url.as_deref()?.to_owned();
            self.visit(acted.page, acted.time, url);
        }
        match action.kind {
            ActionType::Click => self.click(acted),
            ActionType::Input => self.input(acted),
            ActionType::Submit => self.submit(acted),
            ActionType::Keypress => self.push(acted, Did::Press),
            ActionType::Select => {
                self.drop_opening_click(acted);
                match self.before(acted) {
                    Some(before) if before.did == Did::Select && before.is_upon(action) => {
                        before.absorb(acted);
                    }
                    _ => self.push(acted, Did::Select),
                }
            }
            ActionType::Scroll => match self.before(acted) {
                Some(before) if before.did == Did::Scroll => before.absorb(acted),
                _ => self.push(acted, Did::Scroll),
            },
            ActionType::Dialog => self.dialog(acted),
            ActionType::Navigate => {}
        }
        Some(())
    }

    /// A dialog of the browser belongs to what was done before it: whoever answers it must listen
    /// before that. What comes of the answer comes of that as well.
    fn dialog(&mut self, acted: &Acted<'a>) {
        let mut acts = self.intents.iter_mut().rev();
        let before = acts.find(|it| it.page == acted.page && it.did.is_act());
        if let Some(before) = before {
            before.seqs.push(acted.seq);
            before.last = acted.time;
            before.dialogs.push(acted.action);
        }
    }

    fn click(&mut self, acted: &Acted<'a>) {
        let action = acted.action;
        if let Some(checked) = action.checked {
            let label = action.selectors.as_ref().and_then(name);
            let is_label = |before: &mut Intent<'a>| {
                let selectors = before.action.and_then(|action| action.selectors.as_ref());
                let text = selectors.and_then(|selectors| selectors.text.as_deref());
                before.did == Did::Click(1)
                    && before.dialogs.is_empty()
                    && acted.time.ms_since(before.last) <= DOUBLE_CLICK_MS
                    && selectors.is_some_and(|selectors| selectors.role.is_none())
                    && text.is_some()
                    && text == label
            };
            if self.before(acted).is_some_and(is_label) {
                self.intents.pop();
            }
            self.push(acted, Did::Toggle(checked));
            return;
        }
        let count = match action.click_count {
            Some(count) if count > 2.5 => 3,
            Some(count) if count > 1.5 => 2,
            _ => 1,
        };
        if count > 1
            && let Some(before) = self.before(acted)
            && matches!(before.did, Did::Click(_))
            && before.is_upon(action)
            && acted.time.ms_since(before.last) <= DOUBLE_CLICK_MS
        {
            before.did = Did::Click(count);
            before.absorb(acted);
            return;
        }
        self.push(acted, Did::Click(1));
    }

    fn input(&mut self, acted: &Acted<'a>) {
        let action = acted.action;
        let did = match (action.input_type.as_deref(), action.checked) {
            (Some("file"), _) => Did::Upload,
            (_, Some(checked)) => Did::Toggle(checked),
            _ => Did::Fill,
        };
        self.drop_opening_click(acted);
        let is_apart = self.is_apart(acted);
        match self.before(acted) {
            Some(before) if before.did == did && before.is_upon(action) && !is_apart => {
                before.absorb(acted);
            }
            _ => self.push(acted, did),
        }
    }

    /// Whether something else is typed than what led to an answer before: a search that was made
    /// and then cleared is two steps, a word that got longer is one.
    fn is_apart(&mut self, acted: &Acted<'a>) -> bool {
        let Some(before) = self.before(acted) else { return false };
        let typed = |action: &EnhancedAction<'_>| action.value.as_deref().map(str::to_owned);
        let (old, new) = (before.action.and_then(typed), typed(acted.action));
        let is_continued = old.zip(new).is_none_or(|(old, new)| new.starts_with(&old));
        let has_led = before.arrival.is_some();
        let seqs = before.seqs.clone();
        !is_continued && (has_led || seqs.iter().any(|seq| self.causes.contains(seq)))
    }

    /// A click into a field that is filled next did nothing but focus it.
    fn drop_opening_click(&mut self, acted: &Acted<'a>) {
        let causes = &self.causes;
        let is_only_focus = |before: &mut Intent<'a>| {
            matches!(before.did, Did::Click(_))
                && before.is_upon(acted.action)
                && before.arrival.is_none()
                && before.opens.is_none()
                && before.dialogs.is_empty()
                && before.action.is_some_and(|action| action.hovered.is_none())
                && !before.seqs.iter().any(|seq| causes.contains(seq))
        };
        let place = self.intents.iter_mut().rposition(|intent| intent.page == acted.page);
        if let Some(place) = place
            && is_only_focus(&mut self.intents[place])
        {
            self.intents.remove(place);
        }
    }

    /// A form is sent by the click or the key before it; otherwise by its button.
    fn submit(&mut self, acted: &Acted<'a>) {
        let is_effect = |before: &Intent<'a>| {
            matches!(before.did, Did::Click(_) | Did::Press | Did::Toggle(_))
                && acted.time.ms_since(before.last) <= EFFECT_MAX_MS
        };
        match self.before(acted) {
            Some(before) if is_effect(before) => before.seqs.push(acted.seq),
            _ => {
                let role = acted.action.selectors.as_ref().and_then(|it| it.role.as_ref());
                let is_button = role.is_some_and(|role| role.role.as_deref() == Some("button"));
                self.push(acted, if is_button { Did::Click(1) } else { Did::Submit });
            }
        }
    }

    fn navigate(&mut self, acted: &Acted<'a>) {
        let Some(to) = acted.action.to_url.as_deref().or(acted.action.url.as_deref()) else {
            return;
        };
        let to = to.to_owned();
        if self.urls_of(acted.page).is_empty() && acted.page > 0 {
            let opener = self.intents.iter_mut().rev().find(|intent| {
                intent.page != acted.page && intent.did.is_act() && intent.opens.is_none()
            });
            if let Some(opener) = opener {
                opener.opens = Some(acted.page);
            }
            self.urls_of(acted.page).push(to.clone());
            let mut intent = Intent::of(acted, Did::Appear);
            intent.arrival = Some(to);
            self.intents.push(intent);
            return;
        }
        if let Some(place) = self.cause_of(acted).filter(|place| self.is_led(acted, *place)) {
            let intent = &mut self.intents[place];
            intent.seqs.push(acted.seq);
            intent.arrival = Some(to.clone());
            self.urls_of(acted.page).push(to);
            return;
        }
        let how = acted.action.navigation.as_deref();
        let been = self.urls_of(acted.page);
        let did = if been.last() == Some(&to) && how != Some("typed") {
            Did::Reload
        } else if how != Some("typed") && been.len() > 1 && been.get(been.len() - 2) == Some(&to) {
            been.pop();
            Did::Back
        } else {
            Did::Visit(to.clone())
        };
        if !matches!(did, Did::Reload | Did::Back) {
            been.push(to);
        }
        let mut intent = Intent::of(acted, did);
        intent.from = None;
        self.intents.push(intent);
    }

    /// Whether a navigation can be the effect of what was done before it.
    ///
    /// A page that no other sent the user to was asked for in the address bar, or the link to it
    /// sends no referrer. Reloads and ways back are the user's own, unless by a button.
    fn is_led(&self, acted: &Acted<'a>, place: usize) -> bool {
        let intent = &self.intents[place];
        let selectors = intent.action.and_then(|action| action.selectors.as_ref());
        let role = selectors.and_then(|selectors| selectors.role.as_ref());
        match acted.action.navigation.as_deref() {
            Some("typed") => role.is_some_and(|role| role.role.as_deref() == Some("link")),
            // A click leads to one place; going back from there is another thing to do.
            Some("reload" | "back_forward" | "traverse") => {
                intent.did.is_by_hand() && intent.arrival.is_none()
            }
            _ => true,
        }
    }

    /// What led to a navigation: told by the timeline, or what was done or answered just before.
    fn cause_of(&self, acted: &Acted<'a>) -> Option<usize> {
        if let Some(seq) = acted.caused_by
            && let Some(place) = self.intents.iter().rposition(|intent| intent.seqs.contains(&seq))
        {
            return Some(place);
        }
        let place = self
            .intents
            .iter()
            .rposition(|intent| intent.page == acted.page && intent.did.is_act())?;
        let intent = &self.intents[place];
        let answers = self.session.requests.iter().filter(|called| {
            called.page == acted.page
                && called.end <= acted.time
                && called.request.cause.action().is_some_and(|seq| intent.seqs.contains(&seq))
        });
        let latest = answers.map(|called| called.end).max().unwrap_or(intent.last).max(intent.last);
        (acted.time.ms_since(latest) <= EFFECT_MAX_MS).then_some(place)
    }

    fn visit(&mut self, page: usize, time: Timestamp, url: String) {
        self.urls_of(page).push(url.clone());
        self.intents.push(Intent {
            seqs: Vec::new(),
            first: time,
            last: time,
            page,
            did: Did::Visit(url),
            action: None,
            from: None,
            arrival: None,
            opens: None,
            dialogs: Vec::new(),
        });
    }

    fn push(&mut self, acted: &Acted<'a>, did: Did) {
        let mut intent = Intent::of(acted, did);
        intent.from = self.urls_of(acted.page).last().cloned();
        self.intents.push(intent);
    }

    /// What was done last in the same page.
    fn before(&mut self, acted: &Acted<'_>) -> Option<&mut Intent<'a>> {
        self.intents.last_mut().filter(|intent| intent.page == acted.page)
    }

    fn urls_of(&mut self, page: usize) -> &mut Vec<String> {
        if self.urls.len() <= page {
            self.urls.resize(page + 1, Vec::new());
        }
        &mut self.urls[page]
    }
}

impl<'a> Intent<'a> {
    fn of(acted: &Acted<'a>, did: Did) -> Self {
        Self {
            seqs: vec![acted.seq],
            first: acted.time,
            last: acted.time,
            page: acted.page,
            did,
            action: Some(acted.action),
            from: None,
            arrival: None,
            opens: None,
            dialogs: Vec::new(),
        }
    }

    /// The same again, with a newer value.
    fn absorb(&mut self, acted: &Acted<'a>) {
        self.seqs.push(acted.seq);
        self.last = acted.time;
        self.action = Some(acted.action);
    }

    /// Whether it was done to the same element.
    pub(super) fn is_upon(&self, action: &EnhancedAction<'_>) -> bool {
        let before = self.action.and_then(|action| action.selectors.as_ref());
        let frame = |action: &EnhancedAction<'_>| {
            action.frame.as_ref().and_then(|frame| frame.selector.as_deref().map(str::to_owned))
        };
        let is_same_frame = self.action.is_some_and(|before| frame(before) == frame(action));
        is_same_frame && before.zip(action.selectors.as_ref()).is_some_and(|(a, b)| is_same(a, b))
    }
}

fn is_same(one: &Selectors<'_>, other: &Selectors<'_>) -> bool {
    let paths = one.css_path.as_deref().zip(other.css_path.as_deref());
    let ids = one.id.as_deref().zip(other.id.as_deref());
    let test_ids = one.test_id.as_deref().zip(other.test_id.as_deref());
    let names = name(one).zip(name(other));
    let labels = one.aria_label.as_deref().zip(other.aria_label.as_deref());
    match paths.or(ids).or(test_ids).or(names).or(labels) {
        Some((one, other)) => one == other,
        None => false,
    }
}

fn name<'s>(selectors: &'s Selectors<'_>) -> Option<&'s str> {
    selectors.role.as_ref().and_then(|role| role.name.as_deref())
}
