//! The conversation with the browser: every page, frame and worker, those to come included.

use std::collections::HashMap;

use futures_util::SinkExt;
use gasoline_protocol::{KINDS, Kind};
use gasoline_store::{Clock, SystemClock};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Instant, sleep_until, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::address::{Address, NoBrowser};
use super::dialogs::Dialogs;
use super::errands::Request;
use super::error_pictures::{ErrorPictures, Wish};
use super::outbox::{Outbox, Wanted};
use super::shots::{Ask, Shots};
use super::socket::{converse, hear};
use super::sources::{Next, Sources};
use super::told::{Ear, Kind as TargetKind, Told};
use crate::limits::ATTACH_READY_TIMEOUT;

/// The code of an answer for a target that has gone meanwhile.
const SESSION_GONE: i64 = -32001;

/// The browser's function in pages; the script takes it away before they see it.
pub(super) const BINDING: &str = "__gasolineAttached";

/// Where pages may send something through us: what the capture script sends.
fn known_path(path: &str) -> Option<&'static str> {
    let captured = KINDS.iter().filter(|info| info.client_name.is_some()).map(|info| info.path);
    captured.chain(["/enrichments"]).find(|known| *known == path)
}

/// What an answer that is awaited is for.
enum Asked {
    /// The first attaching: the targets that were there are known with it.
    Attach,
    /// A step of making the target of this session ready.
    Ready(String),
    /// A target goes on.
    Resume,
    Picture(Wish),
    /// A piece of a script or of its map.
    Source,
    /// A step towards a picture that was asked for.
    Shot {
        turn: u64,
        session: String,
    },
}

/// How long a target still stands still.
struct Held {
    /// Steps that are not answered.
    steps: usize,
    until: Instant,
}

pub(crate) struct Browser {
    socket: WebSocketStream<TcpStream>,
    asked: HashMap<u64, Asked>,
    next_id: u64,
    /// By session.
    ears: HashMap<String, Ear>,
    /// Targets that stand still until they are ready, by session.
    held: HashMap<String, Held>,
    outbox: Outbox,
    /// What the server wants of the pages.
    wanted: UnboundedReceiver<Wanted>,
    sources: Sources,
    /// Pictures that the server asks for.
    requests: UnboundedReceiver<Request>,
    shots: Shots,
    dialogs: Dialogs,
    script: String,
    test_id: Option<String>,
    error_pictures: ErrorPictures,
    pages: usize,
}

impl Browser {
    pub(crate) async fn connect(
        address: &Address,
        path: &str,
        script: String,
        test_id: Option<String>,
        (outbox, wanted): (Outbox, UnboundedReceiver<Wanted>),
    ) -> Result<Self, NoBrowser> {
        let socket = converse(address, path).await?;
        Ok(Self {
            socket,
            asked: HashMap::new(),
            next_id: 0,
            ears: HashMap::new(),
            held: HashMap::new(),
            outbox,
            wanted,
            sources: Sources::default(),
            requests: unbounded_channel().1,
            shots: Shots::of_test(test_id.clone()),
            dialogs: Dialogs::default(),
            script,
            test_id,
            error_pictures: ErrorPictures::default(),
            pages: 0,
        })
    }

    /// Takes the pictures that are asked for.
    pub(super) fn with_requests(self, requests: UnboundedReceiver<Request>) -> Self {
        Self { requests, ..self }
    }

    /// Attaches to all there is, and returns with the number of pages when each is watched.
    pub(crate) async fn attach(&mut self) -> Option<usize> {
        self.ask(None, "Target.setAutoAttach", auto_attach(), Some(Asked::Attach)).await?;
        let patience = Instant::now() + ATTACH_READY_TIMEOUT;
        let is_awaited =
            |asked: &Asked| matches!(asked, Asked::Attach | Asked::Ready(_) | Asked::Resume);
        while self.asked.values().any(is_awaited) {
            // Only the wait is cut short: a target that is half ready would stand still for ever.
            let Ok(heard) = timeout_at(patience, hear(&mut self.socket)).await else { break };
            self.take(heard?).await?;
        }
        Some(self.pages)
    }

    /// Carries what pages say until the browser is gone.
    pub(crate) async fn carry(&mut self) {
        loop {
            let overdue = self.held.values().map(|held| held.until).min();
            let late = self.shots.overdue();
            let picture = self.error_pictures.due(Instant::now());
            let asking = self.dialogs.overdue();
            let going_on = tokio::select! {
                () = sleep_until(overdue.unwrap_or_else(Instant::now)), if overdue.is_some() => {
                    self.resume_overdue().await
                }
                () = sleep_until(late.unwrap_or_else(Instant::now)), if late.is_some() => {
                    let asks = self.shots.hurry();
                    self.aim(asks).await
                }
                () = sleep_until(picture.unwrap_or_else(Instant::now)), if picture.is_some() => {
                    self.picture().await
                }
                () = sleep_until(asking.unwrap_or_else(Instant::now)), if asking.is_some() => {
                    for (session, what) in self.dialogs.warn(Instant::now()) {
                        self.warn(&session, &what);
                    }
                    Some(())
                }
                Some(request) = self.requests.recv() => {
                    let asks = self.shots.begin(request);
                    self.aim(asks).await
                }
                Some((session, scripts)) = self.wanted.recv() => {
                    self.sources.want(&session, scripts);
                    self.fetch().await
                }
                message = hear(&mut self.socket) => match message {
                    Some(message) => self.take(message).await,
                    None => None,
                },
            };
            if going_on.is_none() {
                return;
            }
        }
    }

    /// The next steps towards a picture that was asked for.
    async fn aim(&mut self, asks: Vec<Ask>) -> Option<()> {
        for Ask { session, method, params, turn } in asks {
            let asked = turn.map(|turn| Asked::Shot { turn, session: session.clone() });
            self.ask(Some(&session), method, params, asked).await?;
        }
        Some(())
    }

    /// Leaves the pages as they are; how many batches did not arrive.
    pub(crate) async fn leave(mut self) -> u64 {
        let _ = self.socket.close(None).await;
        self.outbox.close()
    }

    /// Begins with the next script that is wanted, if none is under way.
    async fn fetch(&mut self) -> Option<()> {
        let frame = |(session, ear): (&String, &Ear)| (session.clone(), ear.target.clone());
        let frames = self.ears.iter().map(frame).collect();
        match self.sources.begin(&frames) {
            Some(next) => self.go_on(next).await,
            None => Some(()),
        }
    }

    /// The next step on the way to a source map.
    async fn go_on(&mut self, next: Next) -> Option<()> {
        match next {
            Next::Ask { session, method, params } => {
                self.ask(Some(&session), method, params, Some(Asked::Source)).await
            }
            Next::Send(body) => {
                self.outbox.put("/source-maps", body);
                Box::pin(self.fetch()).await
            }
        }
    }

    async fn sourced(&mut self, answer: &Value) -> Option<()> {
        let next = self.sources.answered(answer);
        while let Some((session, file)) = self.sources.close() {
            self.ask(Some(&session), "IO.close", file, None).await?;
        }
        match next {
            Some(next) => self.go_on(next).await,
            None => Some(()),
        }
    }

    async fn take(&mut self, message: Value) -> Option<()> {
        if let Some(id) = message["id"].as_u64() {
            match self.asked.remove(&id) {
                Some(Asked::Picture(wish)) => self.pictured(&message["result"], &wish),
                Some(Asked::Source) => return self.sourced(&message).await,
                Some(Asked::Shot { turn, session }) => {
                    let asks = self.shots.answered(turn, &session, &message);
                    return self.aim(asks).await;
                }
                Some(Asked::Ready(session)) => {
                    complain(&message["error"]);
                    return self.is_ready(session).await;
                }
                Some(Asked::Attach | Asked::Resume) => complain(&message["error"]),
                None => {}
            }
            return Some(());
        }
        let method = message["method"].as_str().unwrap_or_default();
        let params = &message["params"];
        match method {
            "Target.attachedToTarget" => self.welcome(params).await,
            "Target.detachedFromTarget" => {
                let gone = params["sessionId"].as_str().unwrap_or_default();
                if let Some(what) = self.dialogs.gone(gone) {
                    self.warn(gone, &what);
                }
                self.ears.remove(gone);
                self.held.remove(gone);
                self.sources.gone(gone);
                let asks = self.shots.closed(gone);
                self.aim(asks).await?;
                self.fetch().await
            }
            "Runtime.bindingCalled" if params["name"] == BINDING => {
                let payload = params["payload"].as_str().unwrap_or_default();
                let session = message["sessionId"].as_str().unwrap_or_default();
                self.shots.note_activity(session);
                self.deliver(payload, session).await
            }
            _ => {
                let session = message["sessionId"].as_str().unwrap_or_default();
                self.dialogs.hear(session, method, params, Instant::now());
                let told = self.ears.get_mut(session).and_then(|ear| ear.hear(method, params));
                if let Some(told) = told {
                    self.tell(told);
                }
                Some(())
            }
        }
    }

    /// A new target: it waits until it is ready, and then goes on.
    async fn welcome(&mut self, params: &Value) -> Option<()> {
        let Some(session) = params["sessionId"].as_str().map(str::to_owned) else {
            return Some(());
        };
        let about = &params["targetInfo"];
        let target = about["targetId"].as_str().unwrap_or_default().to_owned();
        // A service worker comes from the browser and again from each of its pages.
        let is_known = self.ears.values().any(|ear| ear.target == target);
        let kind = TargetKind::of(about["type"].as_str().unwrap_or_default()).filter(|_| !is_known);
        let url = about["url"].as_str().unwrap_or_default().to_owned();
        let steps = match kind {
            Some(TargetKind::Page) => {
                self.pages += 1;
                vec![
                    ("Page.enable", json!({})),
                    // Without it no script is run in the documents to come.
                    ("Runtime.enable", json!({})),
                    ("Inspector.enable", json!({})),
                    // Why the browser let a request fail, which no page learns.
                    ("Log.enable", json!({})),
                    // The bodies are read in the page: the browser need not keep any for us.
                    (
                        "Network.enable",
                        json!({"maxTotalBufferSize": 1, "maxResourceBufferSize": 1}),
                    ),
                    ("Runtime.addBinding", json!({"name": BINDING})),
                    (
                        "Page.addScriptToEvaluateOnNewDocument",
                        json!({"source": self.script, "runImmediately": true}),
                    ),
                    ("Target.setAutoAttach", auto_attach()),
                ]
            }
            Some(_) => vec![("Runtime.enable", json!({}))],
            None => Vec::new(),
        };
        if let Some(kind) = kind {
            if about["type"] == "page" {
                self.shots.opened(&session, &target);
            }
            self.ears.insert(session.clone(), Ear::new(target, kind, url, SystemClock.now()));
        }
        if steps.is_empty() {
            return self.resume(session).await;
        }
        let held = Held { steps: steps.len(), until: Instant::now() + ATTACH_READY_TIMEOUT };
        self.held.insert(session.clone(), held);
        for (method, params) in steps {
            self.ask(Some(&session), method, params, Some(Asked::Ready(session.clone()))).await?;
        }
        Some(())
    }

    /// Lets a target go on after its last step. Told earlier, the browser would let it navigate while
    /// steps are under way, and the first scripts of its document could come before ours.
    async fn is_ready(&mut self, session: String) -> Option<()> {
        let Some(held) = self.held.get_mut(&session) else { return Some(()) };
        held.steps -= 1;
        if held.steps > 0 {
            return Some(());
        }
        self.held.remove(&session);
        self.resume(session).await
    }

    /// Lets targets go on that did not get ready in time.
    async fn resume_overdue(&mut self) -> Option<()> {
        let now = Instant::now();
        let overdue: Vec<String> =
            self.held.extract_if(|_, held| held.until <= now).map(|(session, _)| session).collect();
        for session in overdue {
            self.resume(session).await?;
        }
        Some(())
    }

    async fn resume(&mut self, session: String) -> Option<()> {
        let go_on = "Runtime.runIfWaitingForDebugger";
        self.ask(Some(&session), go_on, json!({}), Some(Asked::Resume)).await
    }

    /// A batch of a page, on its way to the server.
    async fn deliver(&mut self, payload: &str, session: &str) -> Option<()> {
        let Ok(Value::Object(mut parcel)) = serde_json::from_str(payload) else { return Some(()) };
        let (Some(Value::String(path)), Some(Value::String(body))) =
            (parcel.remove("path"), parcel.remove("body"))
        else {
            return Some(());
        };
        let Some(path) = known_path(&path) else { return Some(()) };
        let kind = Kind::of_path(path);
        let error = (kind == Some(Kind::Logs)).then(|| first_error(&body)).flatten();
        let Some(error) = error else {
            let page = self.ears.get(session).filter(|_| kind == Some(Kind::NetworkBodies));
            let body = match page {
                Some(page) => page.cookies.add_to(body),
                None => body,
            };
            self.outbox.put(path, body);
            return Some(());
        };
        self.outbox.put_error(path, body, session);
        let (error_id, url) = error;
        self.error_pictures.want(Wish { error_id, url, session: session.to_owned() });
        self.picture().await
    }

    /// Takes a picture of what the user saw when it went wrong, if one is due.
    async fn picture(&mut self) -> Option<()> {
        let Some(wish) = self.error_pictures.begin(Instant::now()) else { return Some(()) };
        self.asked.retain(|_, asked| !matches!(asked, Asked::Picture(_)));
        let params = json!({"format": "png", "optimizeForSpeed": true});
        let session = wish.session.clone();
        self.ask(Some(&session), "Page.captureScreenshot", params, Some(Asked::Picture(wish))).await
    }

    fn pictured(&mut self, result: &Value, wish: &Wish) {
        self.error_pictures.end();
        let Some(data) = result["data"].as_str() else { return };
        let mut picture = json!({
            "dataUrl": format!("data:image/png;base64,{data}"),
            "url": wish.url, "trigger": "error", "errorId": wish.error_id,
        });
        if let Some(test_id) = &self.test_id {
            picture["test_id"] = json!(test_id);
        }
        self.outbox.put("/screenshots", picture.to_string());
    }

    fn warn(&self, session: &str, what: &str) {
        if let Some(ear) = self.ears.get(session) {
            self.tell(ear.warning(what));
        }
    }

    fn tell(&self, told: Told) {
        let (kind, mut event) = match told {
            Told::Log(entry) => (Kind::Logs, entry),
            Told::Request(request) => (Kind::NetworkBodies, request),
        };
        let info = kind.info();
        if event["timestamp"].is_null() {
            event["timestamp"] = json!(SystemClock.now());
        }
        let list = info.list.unwrap_or(info.kind.name());
        let mut batch = json!({ list: [event], "client": "gasoline-attach" });
        if let Some(test_id) = &self.test_id {
            batch["test_id"] = json!(test_id);
        }
        self.outbox.put(info.path, batch.to_string());
    }

    /// Sends a command; `None` when the browser is gone.
    async fn ask(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: Value,
        asked: Option<Asked>,
    ) -> Option<()> {
        self.next_id += 1;
        let mut command = json!({"id": self.next_id, "method": method, "params": params});
        if let Some(session) = session {
            command["sessionId"] = json!(session);
        }
        if let Some(asked) = asked {
            self.asked.insert(self.next_id, asked);
        }
        self.socket.send(Message::text(command.to_string())).await.ok()
    }
}

/// Says why a target is not watched as it should be.
fn complain(error: &Value) {
    if let Some(why) = error["message"].as_str().filter(|_| error["code"] != SESSION_GONE) {
        super::say(&format!("something is not watched: {why}"));
    }
}

fn auto_attach() -> Value {
    json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true})
}

/// Id and page of the first error in a batch of log entries.
fn first_error(body: &str) -> Option<(String, String)> {
    let batch: Value = serde_json::from_str(body).ok()?;
    let entries = batch["entries"].as_array()?;
    let error = entries.iter().find(|entry| entry["level"] == "error")?;
    let id = error["id"].as_str()?.to_owned();
    Some((id, error["url"].as_str().unwrap_or_default().to_owned()))
}
