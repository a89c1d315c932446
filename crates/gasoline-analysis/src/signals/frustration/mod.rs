//! Frustration: the same control clicked again and again without effect, a form sent into silence.
//!
//! An action is first a suspect. When it rests, or its five seconds are over, it is held against
//! what the session has: a request, a navigation, a change of the page that it led to clears it.
//! Actions in frames are not judged: what changes there is not captured.

use gasoline_protocol::events::action::{ActionType, EnhancedAction, Selectors};
use gasoline_protocol::events::websocket::{Direction, SocketEvent};
use gasoline_protocol::truncate::truncate;
use gasoline_protocol::{Seq, Timestamp};
use serde_json::value::RawValue;

use super::{Category, Remembered, Severity, Signal, after, path};
use crate::limits;
use crate::noise::Noise;
use crate::timeline::{Include, Part, Scope, What, timeline};
use crate::view::{Row, View};

/// Roles one clicks to write, choose or move something: the browser itself answers.
const ANSWERED_BY_THE_BROWSER: &[&str] = &[
    "checkbox",
    "combobox",
    "listbox",
    "option",
    "radio",
    "scrollbar",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "textbox",
];

/// Elements of which the same is true, or whose effects no document shows.
const SILENT_ELEMENTS: &[&str] = &[
    "audio", "body", "canvas", "embed", "html", "iframe", "object", "option", "select", "textarea",
    "video",
];

/// Roles that are made to be clicked: nobody selects their text by clicking three times.
const CONTROLS: &[&str] =
    &["button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "treeitem"];

/// Watches what the user does.
#[derive(Debug)]
pub struct Frustration {
    clicks: Remembered<String, Suspect>,
    submits: Remembered<Seq, Suspect>,
}

/// Actions that may have had no effect.
#[derive(Debug, Clone)]
pub struct Suspect {
    what: Doubt,
    acts: Vec<Act>,
    tab: Option<i64>,
    test: Option<String>,
    page: Option<String>,
    /// When to look whether they had one.
    due_at: Timestamp,
}

#[derive(Debug, Clone)]
enum Doubt {
    /// Clicks on this.
    Clicks { target: String, is_control: bool },
    /// A form sent there.
    Submit { action: String },
}

/// One click or submit.
#[derive(Debug, Clone, Copy)]
struct Act {
    seq: Seq,
    time: Timestamp,
    /// Requests that were under way.
    pending: u64,
    /// Which click of several in one place it was, where the client tells.
    click_count: Option<f64>,
    is_busy: bool,
}

impl Default for Frustration {
    fn default() -> Self {
        Self {
            clicks: Remembered::new(limits::SUSPECTS_MAX),
            submits: Remembered::new(limits::SUSPECTS_MAX),
        }
    }
}

impl Frustration {
    /// Takes in what the user did.
    pub fn see(&mut self, seen: &Row<'_, EnhancedAction<'_>>, now: Timestamp) {
        let action = &seen.view;
        if action.frame.is_some() {
            return;
        }
        match action.kind {
            ActionType::Click => self.clicked(seen, now),
            ActionType::Submit => {
                let to = action.form_action.as_deref().or(action.url.as_deref());
                let what = Doubt::Submit { action: path(to.unwrap_or("/")).to_owned() };
                let due_at = after(now, limits::SILENCE_MS);
                self.submits.note(seen.seq, Suspect::new(what, seen, due_at));
            }
            _ => {}
        }
    }

    fn clicked(&mut self, seen: &Row<'_, EnhancedAction<'_>>, now: Timestamp) {
        let action = &seen.view;
        let Some(selectors) = &action.selectors else { return };
        if action.checked.is_some() || is_answered_by_the_browser(selectors) {
            return;
        }
        let Some(target) = target(selectors) else { return };
        let page = action.url.as_deref().map(path);
        let key = format!("{:?} {:?} {page:?} {target}", seen.test, action.tab_id);
        let due_at = after(now, limits::CLICKS_REST_MS);
        if let Some(suspect) = self.clicks.get_mut(&key) {
            suspect.acts.push(Act::of(seen));
            // Far more than enough to tell, and a bound for a machine that clicks.
            if suspect.acts.len() > limits::CLICKS_REMEMBERED {
                suspect.acts.remove(0);
            }
            suspect.due_at = due_at;
            return;
        }
        let is_control = role(selectors).is_some_and(|role| CONTROLS.contains(&role));
        let what = Doubt::Clicks { target, is_control };
        self.clicks.note(key, Suspect::new(what, seen, due_at));
    }

    /// When there will be something to look at.
    pub fn due_at(&self) -> Option<Timestamp> {
        self.clicks.values().chain(self.submits.values()).map(|suspect| suspect.due_at).min()
    }

    /// Those to look at now. Clicks that were few, or far apart, are dropped.
    pub fn due(&mut self, now: Timestamp) -> Vec<Suspect> {
        let is_due = |suspect: &Suspect| suspect.due_at <= now;
        let mut due = self.clicks.take_if(is_due);
        due.retain(Suspect::is_repeated);
        due.extend(self.submits.take_if(is_due));
        due
    }
}

impl Suspect {
    fn new(what: Doubt, seen: &Row<'_, EnhancedAction<'_>>, due_at: Timestamp) -> Self {
        Self {
            what,
            acts: vec![Act::of(seen)],
            tab: seen.view.tab_id,
            test: seen.test.map(str::to_owned),
            page: seen.view.url.as_deref().map(str::to_owned),
            due_at,
        }
    }

    /// Whether there were enough clicks close together, and not to select a text.
    fn is_repeated(&self) -> bool {
        let Doubt::Clicks { is_control, .. } = &self.what else { return true };
        let enough = limits::CLICKS_REPEATED;
        let is_quick = self.acts.windows(enough).any(|few| {
            few[enough - 1].time.ms_since(few[0].time).abs() <= limits::CLICKS_WINDOW_MS
        });
        let counts = self.acts.iter().map(|act| act.click_count.unwrap_or(1.0));
        let is_one_triple_click = !is_control && counts.eq([1.0, 2.0, 3.0]);
        is_quick && !is_one_triple_click
    }

    /// What there is to say, unless something came of it. `view` has what was captured since.
    pub fn judge(&self, view: &View<'_>, noise: Option<&Noise>, now: Timestamp) -> Option<Signal> {
        if self.had_effect(view, noise) {
            return None;
        }
        let last = self.acts.last()?;
        let (message, count) = match &self.what {
            Doubt::Clicks { target, .. } => {
                (format!("Repeated clicks on {target} — handler may be broken"), self.acts.len())
            }
            Doubt::Submit { action } => {
                (format!("Form submit to {action} — no response after 5s"), 0)
            }
        };
        let mut signal = Signal::new(Category::UserFrustration, Severity::Warning, &message)
            .with("url", &self.page);
        signal = match &self.what {
            Doubt::Clicks { target, .. } => signal.with("selector", target).with("clicks", count),
            Doubt::Submit { action } => signal.with("action", action),
        };
        Some(Signal { timestamp: last.time, seq: last.seq, noticed_at: now, ..signal })
    }

    fn had_effect(&self, view: &View<'_>, noise: Option<&Noise>) -> bool {
        let (Some(first), Some(last)) = (self.acts.first(), self.acts.last()) else { return true };
        let has_started = self.acts.windows(2).any(|two| two[1].pending > two[0].pending);
        if has_started || self.acts.iter().any(|act| act.is_busy) {
            return true;
        }
        let until = after(last.time, limits::CAUSE_WINDOW_MS);
        let is_within = |time: Timestamp| time >= first.time && time <= until;
        let is_own = |seq: Seq| self.acts.iter().any(|act| act.seq == seq);
        let include = Include::only(&[Part::Actions, Part::Network, Part::Sockets, Part::Outlines]);
        let all = timeline(view, noise, &Scope { include, ..Scope::default() });
        all.entries.iter().any(|entry| {
            let is_beside = entry.test == self.test.as_deref()
                && self.tab.zip(entry.what.tab_id()).is_none_or(|(own, other)| own == other);
            let is_caused = entry.caused_by.is_some_and(is_own);
            is_beside
                && match &entry.what {
                    // What was asked and never answered is silence, where an answer was due.
                    What::Request(request) => {
                        is_caused
                            && (request.body.status > 0
                                || matches!(self.what, Doubt::Clicks { .. }))
                    }
                    What::Action(action) => match action.kind {
                        ActionType::Navigate => is_caused || is_within(entry.time),
                        // A gallery that moves.
                        ActionType::Scroll => is_within(entry.time),
                        // The browser asked; its time is that of the answer, which may take long.
                        ActionType::Dialog => entry.time >= first.time,
                        _ => false,
                    },
                    What::Socket(socket) => {
                        is_within(entry.time)
                            && (socket.direction == Some(Direction::Outgoing)
                                || socket.event == SocketEvent::Connecting)
                    }
                    What::Outline(_) => is_caused || is_within(entry.time),
                    What::Console(_) | What::Screenshot(_) => false,
                }
        })
    }
}

impl Act {
    fn of(seen: &Row<'_, EnhancedAction<'_>>) -> Self {
        let action = &seen.view;
        let pending = action.pending_requests.and_then(|raw| serde_json::from_str(raw.get()).ok());
        Self {
            seq: seen.seq,
            time: seen.time,
            pending: pending.unwrap_or_default(),
            click_count: action.click_count,
            is_busy: action.busy.map(RawValue::get) == Some("true"),
        }
    }
}

fn role<'a>(selectors: &'a Selectors<'_>) -> Option<&'a str> {
    selectors.role.as_ref()?.role.as_deref()
}

fn is_answered_by_the_browser(selectors: &Selectors<'_>) -> bool {
    if let Some(role) = role(selectors) {
        return ANSWERED_BY_THE_BROWSER.contains(&role);
    }
    let path = selectors.css_path.as_deref().unwrap_or_default();
    let last = path.rsplit([' ', '>']).next().unwrap_or_default();
    let name = last.split(['.', '#', ':', '[']).next().unwrap_or_default();
    SILENT_ELEMENTS.contains(&name)
}

/// What was clicked, in the words that name it best.
fn target(selectors: &Selectors<'_>) -> Option<String> {
    let short = |text: &str| truncate(text, limits::DEED_MAX_CHARS);
    let quoted = |name: &str| format!("\"{}\"", short(name));
    let by_role = || {
        let role = selectors.role.as_ref()?;
        let name = role.name.as_deref().filter(|name| !name.is_empty())?;
        Some(format!("{} {}", role.role.as_deref().unwrap_or("element"), quoted(name)))
    };
    let test_id = selectors.test_id.as_deref().map(|id| format!("[data-testid={}]", quoted(id)));
    test_id
        .or_else(|| selectors.id.as_deref().map(|id| format!("#{}", short(id))))
        .or_else(by_role)
        .or_else(|| selectors.aria_label.as_deref().map(quoted))
        .or_else(|| selectors.text.as_deref().map(quoted))
        .or_else(|| selectors.css_path.as_deref().map(short))
}

#[cfg(test)]
mod tests;
