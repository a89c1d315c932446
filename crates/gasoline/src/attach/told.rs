//! What the browser tells of a page that the page itself cannot see, as events of the journal.

use std::collections::VecDeque;

use gasoline_protocol::Timestamp;
use serde_json::{Value, json};

use super::cookies::Cookies;
use crate::limits::ATTACH_MAX_DOCUMENTS;

/// What a target is, as far as its events depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Page,
    /// Its uncaught errors reach the page that made it.
    Worker,
    /// Shared and service workers, which belong to no page.
    LoneWorker,
}

impl Kind {
    pub(super) fn of(target_type: &str) -> Option<Self> {
        match target_type {
            "page" | "iframe" => Some(Self::Page),
            "worker" => Some(Self::Worker),
            "shared_worker" | "service_worker" => Some(Self::LoneWorker),
            _ => None,
        }
    }
}

/// One event for the journal.
#[derive(Debug, PartialEq)]
pub(super) enum Told {
    Log(Value),
    Request(Value),
}

/// Listens to one target.
#[derive(Debug)]
pub(super) struct Ear {
    pub(super) target: String,
    kind: Kind,
    url: String,
    /// From when on it listens: a browser repeats what it said before.
    since: Timestamp,
    /// Requests for documents: id, method, address.
    documents: VecDeque<(String, String, String)>,
    pub(super) cookies: Cookies,
}

impl Ear {
    pub(super) fn new(target: String, kind: Kind, url: String, since: Timestamp) -> Self {
        Self { target, kind, url, since, documents: VecDeque::new(), cookies: Cookies::default() }
    }

    /// What an event of the browser says, if a page could not have said it.
    pub(super) fn hear(&mut self, method: &str, params: &Value) -> Option<Told> {
        let text = |pointer: &str| params.pointer(pointer).and_then(Value::as_str);
        self.cookies.hear(method, params);
        match method {
            // The script in the page tells these, and more of each.
            "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" if self.kind == Kind::Page => {
                None
            }
            "Runtime.exceptionThrown" => self.exception(&params["exceptionDetails"]),
            "Runtime.consoleAPICalled" => Some(self.console(params)),
            "Log.entryAdded" => self.browser_line(&params["entry"]),
            "Page.frameNavigated" if params["frame"]["parentId"].is_null() => {
                text("/frame/url")?.clone_into(&mut self.url);
                None
            }
            "Inspector.targetCrashed" => {
                Some(self.log("error", "the page crashed: its renderer process ended", "exception"))
            }
            "Page.javascriptDialogOpening" => {
                let kind = text("/type").unwrap_or("unknown");
                let said = text("/message").unwrap_or_default();
                let what = format!("the page opened a dialog ({kind}): {said}");
                Some(self.log("info", &what, "console"))
            }
            "Network.requestWillBeSent" if text("/type") == Some("Document") => {
                let id = text("/requestId")?.to_owned();
                let method = text("/request/method")?.to_owned();
                let url = text("/request/url")?.to_owned();
                self.documents.retain(|(known, ..)| *known != id);
                self.documents.push_back((id, method, url));
                if self.documents.len() > ATTACH_MAX_DOCUMENTS {
                    self.documents.pop_front();
                }
                None
            }
            "Network.responseReceived" => {
                let status =
                    params.pointer("/response/status")?.as_u64().filter(|it| *it >= 400)?;
                let (method, url) = self.document(text("/requestId")?)?;
                let status_text = text("/response/statusText").unwrap_or_default();
                let content_type = text("/response/mimeType").unwrap_or_default();
                Some(Told::Request(json!({
                    "method": method, "url": url, "status": status, "statusText": status_text,
                    "contentType": content_type, "initiator": "resource", "pageUrl": url,
                })))
            }
            "Network.loadingFailed" => {
                let (method, url) = self.document(text("/requestId")?)?;
                // Who goes elsewhere before the page is there, or downloads it, has not failed.
                if params["canceled"] == true || text("/errorText") == Some("net::ERR_ABORTED") {
                    return None;
                }
                let error = if params["blockedReason"].is_string() { "blocked" } else { "network" };
                Some(Told::Request(json!({
                    "method": method, "url": url, "status": 0, "error": error,
                    "statusText": text("/errorText").unwrap_or_default(),
                    "initiator": "resource", "pageUrl": url,
                })))
            }
            _ => None,
        }
    }

    /// A line of the browser's own, unless it is told in another way: failed requests as requests, what
    /// a policy of the page blocked as an event of it, lost sockets as events of them.
    fn browser_line(&self, entry: &Value) -> Option<Told> {
        let (text, source) = (entry["text"].as_str()?, entry["source"].as_str()?);
        let is_told = text.starts_with("Failed to load resource")
            || text.starts_with("WebSocket")
            || text.contains("Content Security Policy");
        let is_of_network = text.contains("CORS policy") || text.contains("Mixed Content");
        let is_own = is_of_network || matches!(source, "security" | "network" | "other");
        if entry["level"] != "error" || is_told || !is_own {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
        let time = Timestamp::from_ms(entry["timestamp"].as_f64()?.ceil() as i64)?;
        if time < self.since {
            return None;
        }
        let source = if is_of_network { "network" } else { "console" };
        let Told::Log(mut line) = self.log("error", text, source) else { return None };
        line["timestamp"] = json!(time);
        Some(Told::Log(line))
    }

    /// What nobody but a driver can warn of.
    pub(super) fn warning(&self, what: &str) -> Told {
        self.log("warn", what, "console")
    }

    fn document(&mut self, id: &str) -> Option<(String, String)> {
        let at = self.documents.iter().position(|(known, ..)| known == id)?;
        self.documents.remove(at).map(|(_, method, url)| (method, url))
    }

    fn exception(&self, details: &Value) -> Option<Told> {
        let text = details["text"].as_str().unwrap_or("Uncaught");
        let is_rejection = text.contains("(in promise)");
        if self.kind == Kind::Worker && !is_rejection {
            return None;
        }
        let described = details.pointer("/exception/description").and_then(Value::as_str);
        let value = details.pointer("/exception/value");
        let what = match (described, value) {
            (Some(described), _) => described.to_owned(),
            (None, Some(value)) => plain(value),
            (None, None) => String::new(),
        };
        let first = what.lines().next().unwrap_or_default();
        let mut entry = json!({
            "level": "error",
            "message": format!("{text} {first}").trim_end(),
            "source": if is_rejection { "unhandledrejection" } else { "exception" },
            "url": self.url,
            "filename": details["url"],
            "lineno": details["lineNumber"].as_u64().map(|line| line + 1),
            "colno": details["columnNumber"].as_u64().map(|column| column + 1),
            "metadata": {"worker": true},
        });
        if what.contains('\n') {
            entry["stack"] = json!(what);
        }
        Some(Told::Log(entry))
    }

    fn console(&self, params: &Value) -> Told {
        let level = match params["type"].as_str().unwrap_or_default() {
            "warning" => "warn",
            "error" | "assert" => "error",
            "info" => "info",
            "debug" => "debug",
            _ => "log",
        };
        let args = params["args"].as_array().map(Vec::as_slice).unwrap_or_default();
        let said: Vec<String> = args
            .iter()
            .map(|arg| match arg["description"].as_str() {
                Some(described) if arg["value"].is_null() => described.to_owned(),
                _ => plain(&arg["value"]),
            })
            .collect();
        Told::Log(json!({
            "level": level, "message": said.join(" "), "source": "console", "url": self.url,
            "metadata": {"worker": true},
        }))
    }

    fn log(&self, level: &str, message: &str, source: &str) -> Told {
        Told::Log(json!({
            "level": level, "message": message, "source": source, "url": self.url,
            "metadata": {"seenBy": "driver"},
        }))
    }
}

/// Strings without their quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(told: Option<Told>) -> Value {
        match told {
            Some(Told::Log(entry)) => entry,
            other => panic!("{other:?}"),
        }
    }

    fn ear(kind: Kind) -> Ear {
        let since = Timestamp::saturating_from_ms(1_000);
        Ear::new("t1".to_owned(), kind, "http://localhost/".to_owned(), since)
    }

    #[test]
    fn errors_of_a_worker_that_its_page_hears_are_not_told_twice() {
        let uncaught = json!({"exceptionDetails": {"text": "Uncaught",
            "exception": {"description": "Error: x\n    at w.js:1:2"}}});
        assert_eq!(ear(Kind::Worker).hear("Runtime.exceptionThrown", &uncaught), None);
        let entry = log(ear(Kind::LoneWorker).hear("Runtime.exceptionThrown", &uncaught));
        assert_eq!(entry["message"], "Uncaught Error: x");
        assert_eq!(entry["stack"], "Error: x\n    at w.js:1:2");
        let rejected = json!({"exceptionDetails": {"text": "Uncaught (in promise)",
            "exception": {"value": 7}, "url": "w.js", "lineNumber": 4, "columnNumber": 0}});
        let entry = log(ear(Kind::Worker).hear("Runtime.exceptionThrown", &rejected));
        assert_eq!(entry["message"], "Uncaught (in promise) 7");
        assert_eq!((&entry["lineno"], &entry["source"]), (&json!(5), &json!("unhandledrejection")));
    }

    #[test]
    fn the_console_of_a_worker_is_told_in_words() {
        let said = json!({"type": "warning", "args": [
            {"type": "string", "value": "low on"}, {"type": "number", "value": 3},
            {"type": "object", "description": "Object"}]});
        let entry = log(ear(Kind::Worker).hear("Runtime.consoleAPICalled", &said));
        assert_eq!(
            (&entry["level"], &entry["message"]),
            (&json!("warn"), &json!("low on 3 Object"))
        );
    }

    #[test]
    fn a_document_that_fails_is_told_once_and_one_that_is_left_is_not() {
        let mut page = ear(Kind::Page);
        let sent = |id: &str| {
            json!({"requestId": id, "type": "Document",
                "request": {"method": "GET", "url": "http://localhost/gone"}})
        };
        assert_eq!(page.hear("Network.requestWillBeSent", &sent("1")), None);
        let answered =
            json!({"requestId": "1", "response": {"status": 404, "statusText": "Not Found"}});
        let Some(Told::Request(request)) = page.hear("Network.responseReceived", &answered) else {
            panic!("a missing document is told");
        };
        assert_eq!(
            (&request["status"], &request["url"]),
            (&json!(404), &json!("http://localhost/gone"))
        );
        assert_eq!(page.hear("Network.loadingFailed", &json!({"requestId": "1"})), None);

        page.hear("Network.requestWillBeSent", &sent("2"));
        let left = json!({"requestId": "2", "errorText": "net::ERR_ABORTED", "canceled": true});
        assert_eq!(page.hear("Network.loadingFailed", &left), None);

        page.hear("Network.requestWillBeSent", &sent("3"));
        let refused = json!({"requestId": "3", "errorText": "net::ERR_CONNECTION_REFUSED"});
        let Some(Told::Request(request)) = page.hear("Network.loadingFailed", &refused) else {
            panic!("a refused document is told");
        };
        assert_eq!((&request["status"], &request["error"]), (&json!(0), &json!("network")));
    }

    #[test]
    fn a_dialog_is_told_with_the_page_that_is_shown() {
        let mut page = ear(Kind::Page);
        page.hear("Page.frameNavigated", &json!({"frame": {"url": "http://localhost/cart"}}));
        let inner = json!({"frame": {"url": "http://localhost/ad", "parentId": "1"}});
        page.hear("Page.frameNavigated", &inner);
        let asked = json!({"type": "confirm", "message": "really?"});
        let entry = log(page.hear("Page.javascriptDialogOpening", &asked));
        assert_eq!(entry["url"], "http://localhost/cart");
        assert_eq!(entry["message"], "the page opened a dialog (confirm): really?");
    }

    #[test]
    fn the_browsers_own_reasons_are_told_and_what_the_page_tells_is_not_told_again() {
        let said = |source: &str, level: &str, text: &str, at: f64| {
            let entry = json!({"source": source, "level": level, "text": text, "timestamp": at});
            ear(Kind::Page).hear("Log.entryAdded", &json!({"entry": entry}))
        };
        let cors = "Access to fetch at 'http://a/' has been blocked by CORS policy";
        let entry = log(said("javascript", "error", cors, 2_000.5));
        assert_eq!((&entry["message"], &entry["source"]), (&json!(cors), &json!("network")));
        assert_eq!(entry["metadata"]["seenBy"], "driver");
        let entry = log(said("security", "error", "the certificate is of nobody", 2_000.0));
        assert_eq!(entry["source"], "console");
        for (source, level, text, at) in [
            ("javascript", "error", cors, 999.0),
            ("network", "error", "Failed to load resource: net::ERR_FAILED", 2_000.0),
            ("security", "error", "Refused by the Content Security Policy directive", 2_000.0),
            ("network", "error", "WebSocket connection to 'ws://a/' failed", 2_000.0),
            ("javascript", "error", "Uncaught Error: x", 2_000.0),
            ("worker", "error", "Uncaught Error: x", 2_000.0),
            ("deprecation", "warning", "unload is deprecated", 2_000.0),
            ("security", "warning", "something is not secure", 2_000.0),
        ] {
            assert_eq!(said(source, level, text, at), None, "{text} at {at}");
        }
    }

    #[test]
    fn what_has_no_form_is_nothing() {
        for method in [
            "Runtime.exceptionThrown",
            "Network.responseReceived",
            "Network.loadingFailed",
            "Log.entryAdded",
        ] {
            for params in [json!(null), json!([]), json!({"requestId": 7, "response": 1})] {
                let _ = ear(Kind::Page).hear(method, &params);
            }
        }
    }
}
