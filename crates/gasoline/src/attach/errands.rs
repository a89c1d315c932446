//! What the server asks of the browser that is watched: a thread waits at its door, and answers.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::limits::{ERRANDS_RETRY, ERRANDS_RETRY_MAX};
use crate::server::{self, NoServer};

/// Of the time an errand has, what the picture may take: the rest is for sending it, in percent.
const SHARE_PERCENT: u64 = 80;

/// A picture that is wanted.
pub(super) struct Request {
    pub(super) selector: Option<String>,
    pub(super) is_whole: bool,
    pub(super) answer: Sender<Outcome>,
}

/// What came of it.
#[derive(Debug, PartialEq)]
pub(super) enum Outcome {
    /// A body for `/screenshots`, and what is to be said of it.
    Taken { picture: Value, note: Option<String> },
    /// `what` and `hint`, as every refusal has them.
    Refused(Value),
}

pub(super) fn refuse(what: &str, hint: &str) -> Outcome {
    Outcome::Refused(json!({"what": what, "hint": hint}))
}

/// Waits for errands until the browser has gone; the pictures that are wanted come by the other end.
pub(super) fn listen(port: u16) -> UnboundedReceiver<Request> {
    let (requests, wanted) = unbounded_channel();
    // It is never waited for: it may be held by the server when the process ends.
    std::thread::spawn(move || Waiter { port, requests }.wait());
    wanted
}

struct Waiter {
    port: u16,
    requests: UnboundedSender<Request>,
}

impl Waiter {
    fn wait(&self) {
        let client = format!("gasoline-attach-{}", std::process::id());
        let question = format!("/errands?client={client}");
        let mut again = ERRANDS_RETRY;
        while !self.requests.is_closed() {
            let Ok(answer) = server::get(self.port, &question) else {
                std::thread::sleep(again);
                again = (again * 2).min(ERRANDS_RETRY_MAX);
                continue;
            };
            again = ERRANDS_RETRY;
            let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
            for errand in answer["errands"].as_array().into_iter().flatten() {
                let mut said = self.run(errand);
                said["id"] = errand["id"].clone();
                said["client"] = json!(client);
                // Nobody may wait for it any more.
                let _ = server::post(self.port, "/errands", &said.to_string());
            }
        }
    }

    /// Does an errand; every way it can fail is an answer.
    fn run(&self, errand: &Value) -> Value {
        let outcome = match errand["errand"].as_str() {
            Some("capture_screenshot") => self.picture(errand),
            _ => {
                refuse("`gasoline attach` only takes pictures", "update `gasoline`, or ask for one")
            }
        };
        match outcome {
            Outcome::Refused(refused) => json!({"refused": refused}),
            Outcome::Taken { picture, note } => self.send(&picture, note.as_deref()),
        }
    }

    fn picture(&self, errand: &Value) -> Outcome {
        let given = &errand["arguments"];
        let (answer, answered) = channel();
        let request = Request {
            selector: given["selector"].as_str().map(str::to_owned),
            is_whole: given["full_page"] == true,
            answer,
        };
        let _ = self.requests.send(request);
        let time = errand["timeoutMs"].as_u64().unwrap_or_default() * SHARE_PERCENT / 100;
        answered.recv_timeout(Duration::from_millis(time)).unwrap_or_else(|_| no_answer())
    }

    fn send(&self, picture: &Value, note: Option<&str>) -> Value {
        match server::post(self.port, "/screenshots", &picture.to_string()) {
            Ok(answer) => {
                let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
                let mut result = json!({"id": answer["id"]});
                if let Some(note) = note {
                    result["note"] = json!(note);
                }
                json!({"result": result})
            }
            Err(NoServer::Refused { said, .. }) => {
                let said: Value = serde_json::from_str(&said).unwrap_or_default();
                let why = said["error"].as_str().unwrap_or("no reason is given");
                let hint = said["hint"].as_str().unwrap_or("ask again");
                json!({"refused": {"what": format!("the picture is refused: {why}"), "hint": hint}})
            }
            Err(away) => json!({"refused": {"what": away.to_string(), "hint": "ask again"}}),
        }
    }
}

pub(super) fn no_answer() -> Outcome {
    refuse(
        "the page does not answer: it is busy, or shows a dialog",
        "ask again when it is idle; whoever drives the browser answers dialogs",
    )
}
