//! A driver of browsers as a script: it asks for errands over HTTP, and says what a test tells it to.

use serde_json::{Value, json};

use super::http::{Answer, Connection};
use super::picture;
use super::server::Server;
use super::wait_until;

/// A driver that waits for an errand.
pub(crate) struct Driver {
    connection: Connection,
    port: u16,
    name: String,
}

impl Driver {
    /// Asks for an errand, and returns when the server holds so many.
    #[track_caller]
    pub(crate) fn wait(server: &Server, name: &str, waiting: u64) -> Self {
        let driver = Self::ask(server.port, name);
        wait_until("the driver waits", || count(server) == waiting);
        driver
    }

    /// Asks for an errand.
    pub(crate) fn ask(port: u16, name: &str) -> Self {
        let mut connection = Connection::open(port);
        let head = format!("GET /errands?client={name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
        connection.send(head.as_bytes()).expect("the server listens");
        Self { connection, port, name: name.to_owned() }
    }

    /// Asks again.
    pub(crate) fn again(&self) -> Self {
        Self::ask(self.port, &self.name)
    }

    /// What it is answered.
    #[track_caller]
    pub(crate) fn told(&mut self) -> Value {
        let answer = self.connection.answer().expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    /// The errand it is given.
    #[track_caller]
    pub(crate) fn errand(&mut self) -> Value {
        let told = self.told();
        let [errand] = told["errands"].as_array().expect("errands").as_slice() else {
            panic!("{told}");
        };
        assert_eq!(errand["errand"], "capture_screenshot");
        errand.clone()
    }

    /// Answers an errand; `outcome` has `result` or `refused`.
    pub(crate) fn answer(&self, id: &Value, mut outcome: Value) -> Answer {
        outcome["id"] = id.clone();
        outcome["client"] = json!(self.name);
        self.post("/errands", &outcome)
    }

    /// Posts a picture of this width and answers with its id.
    #[track_caller]
    pub(crate) fn take(&self, id: &Value, width: u32) {
        let png = picture::data_url(&picture::white(width, 10));
        let posted = json!({"dataUrl": png, "url": "http://localhost/", "trigger": "explicit"});
        let shot = self.post("/screenshots", &posted).json();
        let answered = self.answer(id, json!({"result": {"id": shot["id"]}}));
        assert_eq!(answered.json(), json!({"received": true}));
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = [("Content-Type", "application/json")];
        Connection::open(self.port).ask("POST", path, &headers, body.to_string().as_bytes())
    }
}

/// How many drivers wait for an errand.
pub(crate) fn count(server: &Server) -> u64 {
    server.read("/health")["clients"]["drivers"].as_u64().expect("a count")
}
