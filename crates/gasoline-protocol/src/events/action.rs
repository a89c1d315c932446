//! What the user did, and the selectors to find it again.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::event::{EventView, Header};
use crate::kind::{EventKind, Kind};
use crate::sensitive::{REDACTED, is_sensitive_input_type};
use crate::text::PageText;

crate::wire_enum! {
    /// The acts that are recorded.
    #[derive(Deserialize, JsonSchema)]
    pub enum ActionType {
        Click = "click",
        Input = "input",
        Submit = "submit",
        Keypress = "keypress",
        Navigate = "navigate",
        Scroll = "scroll",
        Select = "select",
        /// The browser showed a dialog, and the user responded.
        Dialog = "dialog",
    }
}

/// The ways to find an element again, best first.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Selectors<'a> {
    #[serde(borrow)]
    pub test_id: Option<PageText<'a>>,
    #[serde(borrow)]
    pub aria_label: Option<PageText<'a>>,
    #[serde(borrow, default, deserialize_with = "crate::object::one")]
    pub role: Option<Role<'a>>,
    #[serde(borrow)]
    pub id: Option<PageText<'a>>,
    #[serde(borrow)]
    pub text: Option<PageText<'a>>,
    #[serde(borrow)]
    pub css_path: Option<PageText<'a>>,
    /// The attribute `testId` stands in, when it is another than `data-testid`.
    #[serde(borrow)]
    pub test_id_attribute: Option<PageText<'a>>,
    /// A locator in Playwright's words that found this element alone when it was made.
    #[serde(borrow)]
    pub locator: Option<PageText<'a>>,
    /// How many elements each strategy (`testId`, `role` …) matched.
    #[serde(borrow)]
    #[schemars(with = "Option<BTreeMap<String, u64>>")]
    pub matches: Option<BTreeMap<PageText<'a>, u64>>,
    /// Which of them it was, counted from 0.
    #[serde(borrow)]
    #[schemars(with = "Option<BTreeMap<String, u64>>")]
    pub index: Option<BTreeMap<PageText<'a>, u64>>,
}

/// The accessible role and name of an element.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Role<'a> {
    #[serde(borrow)]
    pub role: Option<PageText<'a>>,
    #[serde(borrow)]
    pub name: Option<PageText<'a>>,
}

/// The frame of a page in which something happened.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Frame<'a> {
    /// Finds the frame's element in its parent, where the parent lets itself be read.
    #[serde(borrow)]
    pub selector: Option<PageText<'a>>,
    #[serde(borrow)]
    pub name: Option<PageText<'a>>,
    #[serde(borrow)]
    pub url: Option<PageText<'a>>,
    /// The frames around it, the outermost first; one of another origin tells nothing of itself.
    #[serde(borrow, default, deserialize_with = "crate::object::list")]
    pub outer: Option<Vec<OuterFrame<'a>>>,
}

/// A frame with another inside.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct OuterFrame<'a> {
    /// Finds the frame's element in its parent, where the parent lets itself be read.
    #[serde(borrow)]
    pub selector: Option<PageText<'a>>,
    #[serde(borrow)]
    pub name: Option<PageText<'a>>,
    #[serde(borrow)]
    pub url: Option<PageText<'a>>,
}

/// One act of the user.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnhancedAction<'a> {
    #[serde(rename = "type")]
    pub kind: ActionType,
    /// Milliseconds since the epoch.
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub ts: Option<&'a RawValue>,
    /// The page.
    #[serde(borrow)]
    pub url: Option<PageText<'a>>,
    #[serde(borrow, default, deserialize_with = "crate::object::one")]
    pub selectors: Option<Selectors<'a>>,
    #[serde(borrow)]
    pub value: Option<PageText<'a>>,
    #[serde(borrow)]
    pub input_type: Option<PageText<'a>>,
    #[serde(borrow)]
    pub key: Option<PageText<'a>>,
    #[serde(borrow)]
    pub from_url: Option<PageText<'a>>,
    #[serde(borrow)]
    pub to_url: Option<PageText<'a>>,
    /// How it came to a navigation: `typed`, `link`, `reload`, `back_forward` for a page that was
    /// loaded; `push`, `replace`, `traverse` for a change of history.
    #[serde(borrow)]
    pub navigation: Option<PageText<'a>>,
    #[serde(borrow)]
    pub selected_value: Option<PageText<'a>>,
    #[serde(borrow)]
    pub selected_text: Option<PageText<'a>>,
    /// All of them, where more than one can be chosen.
    #[serde(borrow)]
    #[schemars(with = "Option<Vec<String>>")]
    pub selected_values: Option<Vec<PageText<'a>>>,
    pub scroll_x: Option<f64>,
    pub scroll_y: Option<f64>,
    #[serde(borrow)]
    #[schemars(with = "Option<Value>")]
    pub position: Option<&'a RawValue>,
    pub checked: Option<bool>,
    /// 2 for the second click of a double click; absent for a single one.
    pub click_count: Option<f64>,
    #[serde(borrow)]
    pub form_action: Option<PageText<'a>>,
    #[serde(borrow)]
    pub form_method: Option<PageText<'a>>,
    /// Requests under way when it happened.
    #[serde(borrow)]
    #[schemars(with = "Option<Value>")]
    pub pending_requests: Option<&'a RawValue>,
    #[serde(borrow)]
    #[schemars(with = "Option<Value>")]
    pub busy: Option<&'a RawValue>,
    /// The element that had to be hovered for this one to show.
    #[serde(borrow)]
    #[schemars(with = "Option<Value>")]
    pub hovered: Option<&'a RawValue>,
    /// Which of the browser's own dialogs was answered: `alert`, `confirm`, `prompt`. What was
    /// typed into a prompt is the `value`.
    #[serde(borrow)]
    pub dialog: Option<PageText<'a>>,
    /// What the dialog said.
    #[serde(borrow)]
    pub message: Option<PageText<'a>>,
    /// Whether the dialog was answered with OK.
    pub accepted: Option<bool>,
    /// The frame it happened in; absent in the page itself.
    #[serde(borrow, default, deserialize_with = "crate::object::one")]
    pub frame: Option<Frame<'a>>,
    #[serde(borrow)]
    pub id: Option<PageText<'a>>,
    pub tab_id: Option<i64>,
    #[serde(borrow, rename = "test_id")]
    pub test_id: Option<PageText<'a>>,
}

impl EnhancedAction<'_> {
    /// What the browser asked and how it was answered: `accept confirm "Delete it?"`.
    pub fn answered(&self) -> Option<String> {
        let dialog = self.dialog.as_deref().filter(|_| self.kind == ActionType::Dialog)?;
        let answer = if self.accepted == Some(false) { "dismiss" } else { "accept" };
        let message = self.message.as_deref().map(|message| format!(" \"{message}\""));
        Some(format!("{answer} {dialog}{}", message.unwrap_or_default()))
    }
}

impl<'a> EventView<'a> for EnhancedAction<'a> {
    fn is_sensitive(&self) -> bool {
        let is_kept = |value: &PageText<'_>| !value.is_empty() && &**value != REDACTED;
        self.value.as_ref().is_some_and(is_kept)
            && self.input_type.as_deref().is_some_and(is_sensitive_input_type)
    }

    fn header(&self) -> Header<'a> {
        Header { ts: self.ts, timestamp: self.timestamp, test_id: self.test_id.clone() }
    }
}

/// User actions, as a kind of event.
#[derive(Debug)]
pub struct EnhancedActions;

impl EventKind for EnhancedActions {
    const KIND: Kind = Kind::EnhancedActions;
    type View<'a> = EnhancedAction<'a>;
}
