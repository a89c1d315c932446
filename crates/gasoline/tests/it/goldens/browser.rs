//! The browser of a session: it shows the recorded page, and returns what the session says.

use std::thread;

use serde_json::{Value, json};

use super::session::Session;
use crate::support::worker::Worker;

/// Connects a browser, which serves requests until its server ends.
pub(super) fn connect(session: &Session, port: u16) {
    let (mut worker, _) = Worker::join(port, "one", None);
    let page = session.page.clone();
    worker.say(&json!({"type": "status", "paused": false, "settings": {}, "tabs": page["tabs"]}));
    // The status is read before this is answered.
    worker.batch(0, "/logs", &json!({"entries": []}));
    thread::spawn(move || serve(&mut worker, &page));
}

fn serve(worker: &mut Worker, page: &Value) {
    let mut last_batch = 0;
    while let Ok(frame) = worker.next() {
        if frame["type"] == "ping" {
            worker.say(&json!({"type": "pong"}));
        }
        if frame["type"] != "errand" {
            continue;
        }
        let name = frame["errand"].as_str().expect("a name");
        let result = if name == "capture_screenshot" {
            last_batch += 1;
            let receipt = worker.batch(last_batch, "/screenshots", &page[name]);
            json!({"id": receipt["body"]["id"], "note": "only the visible part"})
        } else {
            page[name].clone()
        };
        let is_gone = frame["arguments"]["selector"] == "#gone";
        let answer = if result.is_null() || is_gone {
            let refused = json!({"what": "nothing matches", "hint": "try another selector"});
            json!({"type": "answer", "id": frame["id"], "refused": refused})
        } else {
            json!({"type": "answer", "id": frame["id"], "result": result})
        };
        worker.say(&answer);
    }
}
