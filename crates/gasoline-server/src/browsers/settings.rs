//! What browsers capture: the settings by storage key, their defaults, and what was set from here.

use std::collections::BTreeMap;

use gasoline_protocol::Kind;
use gasoline_protocol::worker::Status;
use serde_json::{Map, Value, json};

/// Settings by storage key.
pub(crate) type Settings = BTreeMap<String, Value>;

/// What holds unless the user or a tool says otherwise. Keys that say where, not what, to capture
/// are the user's alone and not among these.
pub(crate) fn defaults() -> [(&'static str, Value); 15] {
    [
        ("logLevel", json!("all")),
        ("webSocketCaptureEnabled", json!(true)),
        ("webSocketCaptureMode", json!("messages")),
        ("networkBodyCaptureEnabled", json!(true)),
        ("actionReplayEnabled", json!(true)),
        ("performanceSnapshotEnabled", json!(true)),
        ("domSnapshotEnabled", json!(true)),
        ("aiContextEnabled", json!(true)),
        ("aiContextSourceSnippets", json!(true)),
        ("aiContextComponentTree", json!(true)),
        ("aiContextStateSnapshot", json!(false)),
        ("screenshotOnNavigation", json!(false)),
        ("screenshotOnError", json!(true)),
        ("screenshotOnAction", json!(false)),
        ("paused", json!(false)),
    ]
}

/// The settings of a browser that are not the default.
pub(crate) fn unusual(status: &Status) -> Map<String, Value> {
    let changed = defaults().into_iter().filter_map(|(key, usual)| {
        let value = status.settings.get(key).filter(|value| **value != usual)?;
        Some((key.to_owned(), value.clone()))
    });
    changed.collect()
}

/// Whether a browser wants the code around its errors shown.
pub(crate) fn shows_code(status: &Status) -> bool {
    let is_on = |key| status.settings.get(key) != Some(&Value::Bool(false));
    is_on("aiContextEnabled") && is_on("aiContextSourceSnippets")
}

/// What to say of a browser that may take no pictures.
pub(crate) const NO_LEAVE: &str = "screenshots are not allowed there: automatic ones are skipped\n\
     hint: ask the user to press `Allow screenshots` in the options of the extension";

/// Whether a browser says that it may take no pictures.
pub(crate) fn lacks_leave(status: Option<&Status>) -> bool {
    status.and_then(|status| status.screenshots).is_some_and(|leave| !leave.allowed)
}

/// Whether a browser says that it captures nothing of a kind.
pub(crate) fn is_off(status: &Status, kind: Kind) -> bool {
    kind.info().setting.is_some_and(|key| status.settings.get(key) == Some(&Value::Bool(false)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_switch_of_every_kind_is_on_by_default() {
        for key in Kind::ALL.into_iter().filter_map(|kind| kind.info().setting) {
            assert!(defaults().contains(&(key, json!(true))), "{key}");
        }
    }
}
