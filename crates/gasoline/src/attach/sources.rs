//! Source maps that the server may not fetch: the browser is asked for them, one file after the other.
//!
//! The browser loads them for a page as its own tools would: with the page's cookies and certificate
//! exceptions, from its cache where it has them, and only where the page's policy lets it connect.

use std::collections::{HashMap, VecDeque};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gasoline_analysis::sources::find::{map_reference, resolve};
use gasoline_protocol::limits::SOURCE_MAP_MAX_BYTES;
use serde_json::{Value, json};

use crate::limits::SOURCES_MAX_WAITING;

/// Bytes of a file asked for in one message.
const PIECE_BYTES: usize = 1024 * 1024;

/// What is to be done next.
#[derive(Debug, PartialEq)]
pub(super) enum Next {
    /// A command for the page, whose answer is awaited.
    Ask { session: String, method: &'static str, params: Value },
    /// A body for `/source-maps`.
    Send(String),
}

/// A file on its way.
#[derive(Debug)]
struct Fetching {
    session: String,
    frame: String,
    script: String,
    /// The address of the file: of the script, or of its map.
    address: String,
    is_map: bool,
    /// What the header of the script names as its map.
    named: Option<String>,
    handle: Option<String>,
    bytes: Vec<u8>,
}

/// The scripts that are wanted, and the one that is being fetched.
#[derive(Debug, Default)]
pub(super) struct Sources {
    waiting: VecDeque<(String, String)>,
    current: Option<Fetching>,
    /// Files that were read, or given up: the browser keeps them until it is told.
    read: Vec<(String, String)>,
}

impl Sources {
    /// Notes scripts that failed in the page of a session.
    pub(super) fn want(&mut self, session: &str, scripts: Vec<String>) {
        for script in scripts {
            let is_known = self.waiting.iter().any(|(_, known)| *known == script)
                || self.current.as_ref().is_some_and(|current| current.script == script);
            if !is_known && self.waiting.len() < SOURCES_MAX_WAITING {
                self.waiting.push_back((session.to_owned(), script));
            }
        }
    }

    /// Begins with the next script, unless one is under way. `frames` has the frame of each session.
    pub(super) fn begin(&mut self, frames: &HashMap<String, String>) -> Option<Next> {
        while self.current.is_none() {
            let (session, script) = self.waiting.pop_front()?;
            let Some(frame) = frames.get(&session).cloned() else { continue };
            let address = script.clone();
            let (is_map, named, handle, bytes) = (false, None, None, Vec::new());
            let fetching =
                Fetching { session, frame, script, address, is_map, named, handle, bytes };
            let next = fetching.load();
            self.current = Some(fetching);
            return Some(next);
        }
        None
    }

    /// Forgets what a page was asked for that has gone.
    pub(super) fn gone(&mut self, session: &str) {
        if self.current.as_ref().is_some_and(|current| current.session == session) {
            self.current = None;
        }
    }

    /// Takes an answer of the browser; what comes next, if it is not finished with the script.
    pub(super) fn answered(&mut self, answer: &Value) -> Option<Next> {
        let mut fetching = self.current.take()?;
        let open = fetching.handle.clone();
        let next = fetching.step(answer);
        let is_closed = next.is_err() || fetching.handle.is_none() || is_sent(&next);
        if let Some(handle) = open.filter(|_| is_closed) {
            self.read.push((fetching.session.clone(), handle));
        }
        let next = next.unwrap_or_else(|why| {
            Next::Send(json!({"url": fetching.script, "error": why}).to_string())
        });
        if matches!(next, Next::Ask { .. }) {
            self.current = Some(fetching);
        }
        Some(next)
    }

    /// A file that the browser need not keep any longer, of which session.
    pub(super) fn close(&mut self) -> Option<(String, Value)> {
        self.read.pop().map(|(session, handle)| (session, json!({"handle": handle})))
    }
}

fn is_sent(next: &Result<Next, String>) -> bool {
    matches!(next, Ok(Next::Send(_)))
}

impl Fetching {
    /// The next step; an error says why there is none.
    fn step(&mut self, answer: &Value) -> Result<Next, String> {
        let at = &self.address;
        if let Some(why) = answer["error"]["message"].as_str() {
            return Err(format!("`{at}` is not loaded by the browser: {why}"));
        }
        let result = &answer["result"];
        if self.handle.is_none() {
            let resource = &result["resource"];
            let status = resource["httpStatusCode"].as_f64().unwrap_or_default();
            if resource["success"] != true || (status - 200.0).abs() > 0.5 {
                let why = resource["netErrorName"].as_str().filter(|it| *it != "net::OK");
                let why = why.map_or_else(|| format!("it is answered with {status}"), Into::into);
                return Err(format!("`{at}` is not loaded by the browser: {why}"));
            }
            if !self.is_map {
                self.named = header(&resource["headers"], &["sourcemap", "x-sourcemap"]);
            }
            let stream = resource["stream"].as_str();
            self.handle = Some(stream.ok_or_else(|| format!("`{at}` is empty"))?.to_owned());
            return Ok(self.read());
        }
        let data = result["data"].as_str().unwrap_or_default();
        if result["base64Encoded"] == true {
            let piece = STANDARD.decode(data).map_err(|_| format!("`{at}` is no text"))?;
            self.bytes.extend(piece);
        } else {
            self.bytes.extend(data.as_bytes());
        }
        if self.bytes.len() > SOURCE_MAP_MAX_BYTES {
            return Err(format!("`{at}` is larger than {SOURCE_MAP_MAX_BYTES} bytes"));
        }
        if result["eof"] == true { self.whole() } else { Ok(self.read()) }
    }

    /// The file is there.
    fn whole(&mut self) -> Result<Next, String> {
        let at = &self.address;
        let text = String::from_utf8(std::mem::take(&mut self.bytes))
            .map_err(|_| format!("`{at}` is no text"))?;
        if self.is_map {
            return Ok(Next::Send(with_map(&self.script, text.trim_start())));
        }
        let Some(named) = self.named.take().or_else(|| map_reference(&text).map(str::to_owned))
        else {
            return Ok(Next::Send(json!({"url": self.script, "script": text}).to_string()));
        };
        if named.starts_with("data:") {
            return Ok(Next::Send(json!({"url": self.script, "map": named}).to_string()));
        }
        self.address = resolve(&self.script, &named)
            .ok_or_else(|| format!("`{at}` names a source map that has no address"))?;
        (self.is_map, self.handle) = (true, None);
        Ok(self.load())
    }

    fn load(&self) -> Next {
        // The page's own copy, if the browser still has it: that is the one that failed.
        let options = json!({"disableCache": false, "includeCredentials": true});
        let params = json!({"frameId": self.frame, "url": self.address, "options": options});
        self.ask("Network.loadNetworkResource", params)
    }

    fn read(&self) -> Next {
        self.ask("IO.read", json!({"handle": self.handle, "size": PIECE_BYTES}))
    }

    fn ask(&self, method: &'static str, params: Value) -> Next {
        Next::Ask { session: self.session.clone(), method, params }
    }
}

/// Unquoted where it is an object: quoted it may be larger than what the server takes.
fn with_map(script: &str, map: &str) -> String {
    if map.starts_with('{') {
        format!("{{\"url\":{},\"map\":{map}}}", json!(script))
    } else {
        json!({"url": script, "map": map}).to_string()
    }
}

fn header(headers: &Value, names: &[&str]) -> Option<String> {
    let headers = headers.as_object()?;
    let is_one = |name: &str| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    headers.iter().find(|(name, _)| is_one(name)).and_then(|(_, it)| it.as_str()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "https://shop.test/js/app.js";

    fn begun() -> Sources {
        let mut sources = Sources::default();
        sources.want("s1", vec![SCRIPT.to_owned(), SCRIPT.to_owned()]);
        let frames = HashMap::from([("s1".to_owned(), "f1".to_owned())]);
        let first = sources.begin(&frames);
        assert_eq!(asked(first), ("Network.loadNetworkResource", json!(SCRIPT)));
        assert_eq!(sources.begin(&frames), None);
        sources
    }

    #[track_caller]
    fn asked(next: Option<Next>) -> (&'static str, Value) {
        match next {
            Some(Next::Ask { method, params, .. }) => (method, params["url"].clone()),
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn sent(next: Option<Next>) -> Value {
        match next {
            Some(Next::Send(body)) => serde_json::from_str(&body).expect("JSON"),
            other => panic!("{other:?}"),
        }
    }

    fn loaded(headers: &Value) -> Value {
        json!({"result": {"resource": {
            "success": true, "httpStatusCode": 200, "stream": "1", "headers": headers}}})
    }

    fn piece(text: &str, eof: bool) -> Value {
        json!({"result": {"data": STANDARD.encode(text), "base64Encoded": true, "eof": eof}})
    }

    #[test]
    fn a_script_is_read_in_pieces_and_then_the_map_that_it_names() {
        let mut sources = begun();
        assert_eq!(asked(sources.answered(&loaded(&json!({})))).0, "IO.read");
        assert_eq!(asked(sources.answered(&piece("a();\n//# source", false))).0, "IO.read");
        let next = sources.answered(&piece("MappingURL=../app.map", true));
        let at = json!("https://shop.test/app.map");
        assert_eq!(asked(next), ("Network.loadNetworkResource", at));
        assert_eq!(sources.close(), Some(("s1".to_owned(), json!({"handle": "1"}))));
        assert_eq!(sources.close(), None);
        sources.answered(&loaded(&json!({})));
        let body = sent(sources.answered(&piece("{\"version\":3}", true)));
        assert_eq!(body, json!({"url": SCRIPT, "map": {"version": 3}}));
        assert_eq!(sources.answered(&json!({})), None);
        assert!(sources.close().is_some() && sources.close().is_none());
    }

    #[test]
    fn a_header_names_the_map_and_a_script_without_one_is_sent_itself() {
        let mut sources = begun();
        sources.answered(&loaded(&json!({"SourceMap": "data:application/json,{}"})));
        let body = sent(sources.answered(&piece("a()", true)));
        assert_eq!(body, json!({"url": SCRIPT, "map": "data:application/json,{}"}));
        let mut sources = begun();
        sources.answered(&loaded(&json!({})));
        let body = sent(sources.answered(&piece("a()", true)));
        assert_eq!(body, json!({"url": SCRIPT, "script": "a()"}));
    }

    #[test]
    fn what_cannot_be_had_is_told_with_the_reason() {
        let failed = json!({"success": false, "netErrorName": "net::ERR_FAILED"});
        let missing = json!({"success": true, "httpStatusCode": 404, "stream": "1", "netErrorName": "net::OK"});
        for (answer, why) in [
            (json!({"error": {"code": -32000, "message": "CSP violation"}}), "CSP violation"),
            (json!({"result": {"resource": failed}}), "net::ERR_FAILED"),
            (json!({"result": {"resource": missing}}), "it is answered with 404"),
            (json!(null), "it is answered with 0"),
        ] {
            let body = sent(begun().answered(&answer));
            assert!(body["error"].as_str().is_some_and(|it| it.ends_with(why)), "{body}");
        }
    }

    #[test]
    fn a_page_that_goes_takes_what_it_was_asked_for_with_it() {
        let mut sources = begun();
        sources.want("s2", vec!["https://shop.test/b.js".to_owned()]);
        sources.gone("s1");
        assert_eq!(sources.answered(&loaded(&json!({}))), None);
        let frames = HashMap::from([("s2".to_owned(), "f2".to_owned())]);
        assert_eq!(asked(sources.begin(&frames)).1, "https://shop.test/b.js");
    }
}
