//! Dialogs that stand open: a page that asks, and nobody answers, stands still.

use std::collections::HashMap;

use serde_json::Value;
use tokio::time::Instant;

use crate::limits::ATTACH_DIALOG_TIMEOUT;

/// The dialog of each session that has one open.
#[derive(Debug, Default)]
pub(super) struct Dialogs {
    open: HashMap<String, Open>,
}

#[derive(Debug)]
struct Open {
    what: String,
    /// When it is warned of; `None` once it was.
    due: Option<Instant>,
}

impl Dialogs {
    /// Follows what the browser tells of a session.
    pub(super) fn hear(&mut self, session: &str, method: &str, params: &Value, now: Instant) {
        match method {
            "Page.javascriptDialogOpening" => {
                let text = |name: &str| params[name].as_str().unwrap_or_default().to_owned();
                let what = format!(
                    "nobody answers the dialog ({}) that the page opened: {}",
                    text("type"),
                    text("message")
                );
                let open = Open { what, due: Some(now + ATTACH_DIALOG_TIMEOUT) };
                self.open.insert(session.to_owned(), open);
            }
            "Page.javascriptDialogClosed" => {
                self.open.remove(session);
            }
            _ => {}
        }
    }

    /// When the next is warned of.
    pub(super) fn overdue(&self) -> Option<Instant> {
        self.open.values().filter_map(|open| open.due).min()
    }

    /// Those that stand open for too long, each once, with its session.
    pub(super) fn warn(&mut self, now: Instant) -> Vec<(String, String)> {
        let late = self.open.iter_mut().filter(|(_, open)| open.due.is_some_and(|due| due <= now));
        late.map(|(session, open)| {
            open.due = None;
            (session.clone(), open.what.clone())
        })
        .collect()
    }

    /// What the page of a session still asked when it went, unless that was warned of.
    pub(super) fn gone(&mut self, session: &str) -> Option<String> {
        self.open.remove(session).filter(|open| open.due.is_some()).map(|open| open.what)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked() -> Value {
        json!({"type": "confirm", "message": "really?"})
    }

    #[test]
    fn a_dialog_that_stands_open_is_warned_of_once() {
        let (mut dialogs, now) = (Dialogs::default(), Instant::now());
        dialogs.hear("s", "Page.javascriptDialogOpening", &asked(), now);
        assert!(dialogs.warn(now).is_empty(), "there is time to answer");
        let what = "nobody answers the dialog (confirm) that the page opened: really?";
        let later = now + ATTACH_DIALOG_TIMEOUT;
        assert_eq!(dialogs.overdue(), Some(later));
        assert_eq!(dialogs.warn(later), [("s".to_owned(), what.to_owned())]);
        assert_eq!((dialogs.warn(later).len(), dialogs.overdue()), (0, None));
        assert_eq!(dialogs.gone("s"), None);
    }

    #[test]
    fn one_that_is_answered_is_not_and_one_whose_page_goes_is_told() {
        let (mut dialogs, now) = (Dialogs::default(), Instant::now());
        dialogs.hear("s", "Page.javascriptDialogOpening", &asked(), now);
        dialogs.hear("s", "Page.javascriptDialogClosed", &json!({"result": false}), now);
        assert_eq!((dialogs.gone("s"), dialogs.overdue()), (None, None));
        dialogs.hear("s", "Page.javascriptDialogOpening", &asked(), now);
        assert!(dialogs.gone("s").is_some_and(|what| what.contains("really?")));
    }
}
