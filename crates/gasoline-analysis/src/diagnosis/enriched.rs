//! What the page told of an error afterwards: its components and its state.

use std::collections::BTreeMap;

use gasoline_protocol::events::console::LogEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A component: what it is called, and the names of what it holds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Component {
    pub name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prop_keys: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_state: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub state_keys: Vec<String>,
}

/// The components around an error, root first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Components {
    pub framework: String,
    pub components: Vec<Component>,
}

/// The state of the page as it broke: its shape, and the values that may explain it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct State {
    pub source: String,
    pub keys: Value,
    pub relevant_slice: BTreeMap<String, Value>,
}

/// Whatever the page told. What cannot be read was told by somebody else, and is left out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Enriched {
    pub components: Option<Components>,
    pub state: Option<State>,
}

impl Enriched {
    pub(super) fn of(entry: &LogEntry<'_>) -> Self {
        let told = entry.ai_context.and_then(|told| serde_json::from_str::<Value>(told.get()).ok());
        let Some(Value::Object(mut told)) = told else { return Self::default() };
        let components: Option<Components> =
            told.remove("componentAncestry").and_then(|told| serde_json::from_value(told).ok());
        let state: Option<State> =
            told.remove("stateSnapshot").and_then(|told| serde_json::from_value(told).ok());
        Self {
            components: components.filter(|told| !told.components.is_empty()),
            state: state.filter(|told| !told.source.is_empty()),
        }
    }

    /// Adds what another report of the same error tells beyond this one: React 18 reports a failed
    /// render once more when the component is gone.
    pub fn add(&mut self, other: &LogEntry<'_>) {
        let Self { components, state } = Self::of(other);
        let own = self.components.as_ref().map(|told| &told.components[..]).unwrap_or_default();
        let goes_deeper = components.as_ref().is_some_and(|told| {
            let is_same = |(one, other): (&Component, &Component)| one.name == other.name;
            told.components.len() > own.len() && own.iter().zip(&told.components).all(is_same)
        });
        if goes_deeper {
            self.components = components;
        }
        self.state = self.state.take().or(state);
    }
}

impl Components {
    /// `App > Cart > PayButton`.
    pub fn path(&self) -> String {
        let names: Vec<&str> = self.components.iter().map(|one| &*one.name).collect();
        names.join(" > ")
    }
}

impl State {
    /// `cart.total=3, cart.error="out of stock"`.
    pub fn values(&self) -> String {
        let pairs: Vec<String> =
            self.relevant_slice.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join(", ")
    }
}
