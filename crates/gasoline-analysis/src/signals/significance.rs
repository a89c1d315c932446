//! Significance: which events are worth a signal.
//!
//! | category | signal |
//! |---|---|
//! | `errors` | an error that was not seen before, or not since the page was loaded anew; a rejection nobody handled |
//! | `network_errors` | a status from 500; a 4xx where the last answers were fine |
//! | `performance` | a page that loads more than twice as long as usual; a task over 500 ms |
//! | `user_frustration` | see [`Frustration`] |
//! | `security` | a credential in a request, each kind once for each endpoint |
//!
//! An error that comes again is told to those who wait for what comes, if it had been silent for a
//! while: after a change, silence reads as success.
//!
//! What a noise rule marks is no signal. Events come masked; only where a credential is looked for
//! the captured words are asked, and none of them enters a signal.

use std::hash::{DefaultHasher, Hash, Hasher};

use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::events::performance::PerformanceSnapshot;
use gasoline_protocol::loads::{Figure, History, Load};
use gasoline_protocol::truncate::{one_line, truncate};
use gasoline_protocol::{Purpose, Seq, Timestamp};

use super::{Category, Frustration, Remembered, Severity, Signal, path};
use crate::endpoints::Endpoint;
use crate::noise::Noise;
use crate::requests::Failures;
use crate::secrets::{self, Pattern};
use crate::timeline::document;
use crate::view::Row;
use crate::{issues, limits, performance};

/// Finds signals among events, which come in the order they were accepted.
#[derive(Debug)]
pub struct Watcher {
    /// Errors that were seen, as numbers made of what tells them apart.
    errors: Remembered<u64, Met>,
    /// Errors with the document they were seen in, and the part of the session.
    shown: Remembered<u64, ()>,
    /// Counts the times from which on errors are news again.
    part: u64,
    failures: Failures,
    /// How endpoints answered.
    answers: Remembered<u64, Answered>,
    /// Loads, as numbers made of their ids.
    loads: Remembered<u64, ToldOfLoad>,
    /// Rules and the endpoints they found something at.
    exposures: Remembered<u64, ()>,
    pub frustration: Frustration,
}

/// When an error was last seen, and when it was last told.
#[derive(Debug, Clone, Copy)]
struct Met {
    seen_at: Timestamp,
    told_at: Timestamp,
}

/// How an endpoint answered.
#[derive(Debug, Clone, Copy)]
struct Answered {
    last: u16,
    /// The last answer that was fine.
    fine: Option<u16>,
}

/// What was told of a load.
#[derive(Debug, Clone, Copy, Default)]
struct ToldOfLoad {
    is_slow: bool,
    /// The longest task.
    longest_ms: f64,
}

impl Default for Watcher {
    fn default() -> Self {
        Self {
            errors: Remembered::new(limits::SIGNAL_ERRORS_MAX),
            shown: Remembered::new(limits::SIGNAL_ERRORS_MAX),
            part: 0,
            failures: Failures::default(),
            answers: Remembered::new(limits::SIGNAL_ENDPOINTS_MAX),
            loads: Remembered::new(limits::SIGNAL_LOADS_MAX),
            exposures: Remembered::new(limits::SIGNAL_ENDPOINTS_MAX),
            frustration: Frustration::default(),
        }
    }
}

impl Watcher {
    /// From here on errors are news again: what was captured is cleared, or a fix is watched.
    pub fn begin_anew(&mut self) {
        self.part += 1;
    }

    /// Looks at a log line.
    pub fn log(
        &mut self,
        seen: &Row<'_, LogEntry<'_>>,
        noise: &Noise,
        now: Timestamp,
    ) -> Option<Signal> {
        let entry = &seen.view;
        if entry.level != Level::Error || entry.is_retracted() {
            return None;
        }
        let likeness = issues::identity(entry);
        let time = seen.time.min(now);
        let key = number(&likeness);
        let met = self.errors.get(&key).copied();
        let shown = (key, self.part, document(entry.id.as_deref()));
        let is_new = self.shown.note(number(&shown), ()).is_none();
        let is_rejection = entry.origin() == "unhandledrejection";
        let is_news = is_new || is_rejection;
        let is_due = met.is_none_or(|met| {
            time.ms_since(met.seen_at) >= limits::KNOWN_QUIET_MS
                || time.ms_since(met.told_at) >= limits::REPEAT_WINDOW_MS
        });
        let told_at = met.filter(|_| !is_news && !is_due).map_or(time, |met| met.told_at);
        self.errors.note(key, Met { seen_at: time, told_at });
        let is_told = (is_news || is_due)
            && noise.log(entry).is_none()
            && !self.failures.repeats(entry, seen.time);
        if !is_told {
            return None;
        }
        let said = one_line(&entry.said());
        let words = match (is_rejection, met) {
            (true, _) => "Unhandled rejection",
            (false, None) => "New error",
            (false, Some(_)) => "Error again",
        };
        let signal = Signal::new(Category::Errors, Severity::Error, &format!("{words}: {said}"))
            .with("url", entry.url.as_deref())
            .with("source", entry.origin())
            .with("file", place(entry))
            .with("error_id", entry.id.as_deref())
            .with("seen_before", met.map(|_| true));
        Some(Signal { likeness, is_known: !is_news, ..stamped(signal, seen, now) })
    }

    /// Looks at a request.
    pub fn request<'a>(
        &mut self,
        seen: &Row<'a, NetworkBody<'a>>,
        noise: &Noise,
        now: Timestamp,
    ) -> Vec<Signal> {
        let body = &seen.view;
        self.failures.note(body, seen.time);
        self.failures.forget_but(limits::SIGNAL_FAILURES_MAX);
        let failed = self.answered(body).filter(|_| noise.request(body).is_none());
        let captured = seen.captured().map(|body| body.expose(Purpose::FindSecrets));
        let exposed = self.exposed(body, captured.as_ref().unwrap_or(body));
        failed.into_iter().chain(exposed).map(|signal| stamped(signal, seen, now)).collect()
    }

    /// Notes how an endpoint answered, and tells whether that is worth telling.
    fn answered(&mut self, body: &NetworkBody<'_>) -> Option<Signal> {
        let status = body.status;
        if status == 0 {
            return None;
        }
        let endpoint = Endpoint::of(body).to_string();
        let exact = format!("{endpoint} {}", body.url.split(['?', '#']).next().unwrap_or_default());
        let of_endpoint = self.note_answer(&endpoint, status);
        let of_exact = self.note_answer(&exact, status);
        // A thing that is not there is no news where others of its kind were; access refused is.
        let before = if matches!(status, 401 | 403) { of_endpoint } else { of_exact };
        let (message, severity, previous) = match (status, before) {
            (500.., _) => {
                let said =
                    format!("Server error: {} {} → {status}", body.method.line(), path(&body.url));
                (said, Severity::Error, of_endpoint.map(|answered| answered.last))
            }
            (400..500, Some(Answered { last, fine: Some(fine) }))
                if !(400..500).contains(&last) =>
            {
                let (method, path) = (body.method.line(), path(&body.url));
                let said = format!("Auth/access issue: {method} {path} → {status} (was {fine})");
                (said, Severity::Warning, Some(fine))
            }
            _ => return None,
        };
        let preview = body.response_body.as_deref().filter(|text| !text.is_empty());
        let signal = Signal::new(Category::NetworkErrors, severity, &message)
            .with("method", &*body.method)
            .with("url", &*body.url)
            .with("status", status)
            .with("response_preview", preview.map(|text| truncate(text, limits::PREVIEW_MAX_CHARS)))
            .with("previous_status", previous)
            .with("page", body.page_url.as_deref());
        Some(signal)
    }

    fn note_answer(&mut self, endpoint: &str, status: u16) -> Option<Answered> {
        let key = number(endpoint);
        let before = self.answers.get(&key).copied();
        let fine = if (200..300).contains(&status) {
            Some(status)
        } else {
            before.and_then(|before| before.fine)
        };
        self.answers.note(key, Answered { last: status, fine });
        before
    }

    /// Credentials in what was sent: in the address whatever is one, in the body what has the form of
    /// one. A password in a body is how people log in.
    fn exposed(&mut self, body: &NetworkBody<'_>, captured: &NetworkBody<'_>) -> Option<Signal> {
        let is_credential = |pattern: Pattern| !matches!(pattern, Pattern::Digits(_));
        let in_url = secrets::find(&captured.url)
            .find(|hit| hit.rule.masks && is_credential(hit.rule.pattern))
            .map(|hit| (hit.rule, "url"));
        let in_body = || {
            let sent = captured.request_body.as_deref()?;
            let mut hits = secrets::find(sent);
            hits.find(|hit| hit.rule.masks && matches!(hit.rule.pattern, Pattern::Format(_)))
                .map(|hit| (hit.rule, "request_body"))
        };
        let (rule, place) = in_url.or_else(in_body)?;
        let key = number(&(rule.id, place, Endpoint::of(body).to_string()));
        if self.exposures.note(key, ()).is_some() {
            return None;
        }
        let (method, path) = (body.method.line(), path(&body.url));
        let said = format!("Possible credential exposure in {method} {path}");
        let signal = Signal::new(Category::Security, Severity::Warning, &said)
            .with("method", &*body.method)
            .with("url", &*body.url)
            .with("rule", rule.title)
            .with("place", place)
            .with("page", body.page_url.as_deref());
        Some(signal)
    }

    /// Looks at the performance of a page load, of which more may come later. `history` has what is
    /// known of the page's loads, this one among them.
    pub fn load(
        &mut self,
        seen: &Row<'_, PerformanceSnapshot<'_>>,
        history: Option<&History>,
        now: Timestamp,
    ) -> Vec<Signal> {
        let sample = &seen.view;
        let key = number(&(&*sample.url, sample.id.as_deref().ok_or(seen.seq)));
        let mut told = self.loads.get(&key).copied().unwrap_or_default();
        let slow = history.filter(|_| !told.is_slow).and_then(|history| slow(seen, history));
        told.is_slow |= slow.is_some();
        let address = address(sample);
        let longest_ms = sample.long_tasks.map_or(0.0, |tasks| tasks.longest);
        let blocked =
            (longest_ms > limits::LONG_TASK_MS && longest_ms > told.longest_ms).then(|| {
                told.longest_ms = longest_ms;
                let said = format!("Main thread blocked for {longest_ms:.0}ms");
                Signal::new(Category::Performance, Severity::Warning, &said)
                    .with("url", &address)
                    .with("duration_ms", longest_ms.round())
            });
        self.loads.note(key, told);
        slow.into_iter().chain(blocked).map(|signal| stamped(signal, seen, now)).collect()
    }
}

/// What there is to say of a load that took far longer than those before it.
fn slow(seen: &Row<'_, PerformanceSnapshot<'_>>, history: &History) -> Option<Signal> {
    let (url, id) = (&*seen.view.url, seen.view.id.as_deref());
    let is_it = |load: &Load| load.seq == seen.seq || (id.is_some() && load.id.as_deref() == id);
    let place = history.loads.iter().rposition(is_it)?;
    let load_ms = history.loads[place].figures.get(Figure::Load).filter(|ms| *ms > 0.0)?;
    let (usual_ms, count) = performance::usual(Figure::Load, &history.loads[..place])?;
    let is_slow = load_ms > usual_ms * limits::LOAD_SLOW_FACTOR
        && load_ms - usual_ms > f64::from(limits::SLOWER_MIN_MS);
    let said = format!(
        "Performance regression: {url} loaded in {load_ms:.0}ms (baseline: {usual_ms:.0}ms)"
    );
    is_slow.then(|| {
        Signal::new(Category::Performance, Severity::Warning, &said)
            .with("url", address(&seen.view))
            .with("load_ms", load_ms.round())
            .with("baseline_ms", usual_ms.round())
            .with("samples", count)
    })
}

/// The page a load is of, with its origin where that is known: readers may have asked for a host.
fn address(sample: &PerformanceSnapshot<'_>) -> String {
    format!("{}{}", sample.origin.as_deref().unwrap_or_default(), &*sample.url)
}

fn stamped<T>(signal: Signal, seen: &Row<'_, T>, now: Timestamp) -> Signal {
    Signal { timestamp: seen.time, seq: Seq(seen.seq.0), noticed_at: now, ..signal }
}

/// A number in place of a text of any length.
fn number(key: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

/// `http://…/app.js:10:5`, where the browser tells.
fn place(entry: &LogEntry<'_>) -> Option<String> {
    let file = entry.filename.as_deref().filter(|file| !file.is_empty())?;
    let line = entry.lineno.map(|line| format!(":{line}")).unwrap_or_default();
    let column = entry.colno.filter(|_| !line.is_empty());
    Some(format!("{file}{line}{}", column.map(|column| format!(":{column}")).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use gasoline_protocol::event::EventView;
    use gasoline_protocol::loads::{Figures, Page};
    use serde_json::{Value, json};

    use super::*;

    static NOISE: LazyLock<Noise> = LazyLock::new(Noise::new);

    #[derive(Default)]
    struct Desk {
        watcher: Watcher,
        count: u64,
        /// Of the one page that is loaded.
        loads: Vec<Load>,
        seconds: i64,
    }

    impl Desk {
        fn show<'a, T: EventView<'a>>(
            &mut self,
            json: &'a str,
            look: impl FnOnce(&mut Watcher, &Row<'_, T>, Timestamp) -> Vec<Signal>,
        ) -> Vec<Signal> {
            self.count += 1;
            let view: T = serde_json::from_str(json).expect("an event");
            let time = Timestamp::saturating_from_ms(1_790_000_000_000 + self.seconds * 1000);
            let seen = Row::new(Seq(self.count), time, view);
            look(&mut self.watcher, &seen, time)
        }

        fn logs(&mut self, entry: &Value) -> Vec<String> {
            let signals = self.signals_of(entry);
            let news = signals.into_iter().filter(|signal| !signal.is_known);
            news.map(|signal| signal.message).collect()
        }

        fn signals_of(&mut self, entry: &Value) -> Vec<Signal> {
            self.show::<LogEntry<'_>>(&entry.to_string(), |watcher, seen, now| {
                watcher.log(seen, &NOISE, now).into_iter().collect()
            })
        }

        /// What those are told who wait for whatever comes, so many seconds after the last.
        fn waits(&mut self, seconds: i64, entry: &Value) -> Vec<String> {
            self.seconds += seconds;
            let told = self.signals_of(entry);
            for signal in &told {
                let is_again = signal.message.starts_with("Error again");
                assert_eq!(signal.context.get("seen_before").is_some(), is_again);
            }
            told.into_iter().map(|signal| signal.message).collect()
        }

        fn requests(&mut self, body: &Value) -> Vec<Signal> {
            self.show::<NetworkBody<'_>>(&body.to_string(), |watcher, seen, now| {
                watcher.request(seen, &NOISE, now)
            })
        }

        fn asks(&mut self, method: &str, url: &str, status: u16) -> Vec<String> {
            let signals = self.requests(&json!({"method": method, "url": url, "status": status}));
            signals.into_iter().map(|signal| signal.message).collect()
        }

        fn loads(&mut self, sample: &Value) -> Vec<String> {
            let json = sample.to_string();
            let sample: PerformanceSnapshot<'_> = serde_json::from_str(&json).expect("a sample");
            let (id, figures) = (sample.id.as_deref(), Figures::of(&sample));
            match self.loads.iter_mut().find(|load| load.id.as_deref() == id) {
                Some(load) => load.figures.follow(&figures),
                None => self.loads.push(Load {
                    id: id.map(Into::into),
                    seq: Seq(self.count + 1),
                    time: Timestamp::default(),
                    test: None,
                    figures,
                }),
            }
            let history =
                History { page: Page::of(&sample), loads: self.loads.clone(), forgotten: 0 };
            let signals = self.show::<PerformanceSnapshot<'_>>(&json, |watcher, seen, now| {
                watcher.load(seen, Some(&history), now)
            });
            signals.into_iter().map(|signal| signal.message).collect()
        }
    }

    #[test]
    fn an_error_is_told_when_it_is_seen_for_the_first_time() {
        let mut desk = Desk::default();
        let error = |message: &str| json!({"level": "error", "message": message});
        assert_eq!(desk.logs(&error("order 81723 failed")), ["New error: order 81723 failed"]);
        assert!(desk.logs(&error("order 99999 failed")).is_empty(), "the same issue");
        assert_eq!(desk.logs(&error("cart is\nempty")), ["New error: cart is empty"]);
    }

    #[test]
    fn an_error_is_news_again_in_a_page_that_was_loaded_anew_and_in_a_new_part() {
        let mut desk = Desk::default();
        let of = |document: char| {
            let id = format!("{}-7", document.to_string().repeat(16));
            json!({"level": "error", "message": "boom", "id": id})
        };
        assert_eq!(desk.logs(&of('a')), ["New error: boom"]);
        assert!(desk.logs(&of('a')).is_empty());
        assert_eq!(desk.logs(&of('b')), ["Error again: boom"]);
        assert!(desk.logs(&of('a')).is_empty(), "tabs may take turns");
        desk.watcher.begin_anew();
        assert_eq!(desk.logs(&of('b')), ["Error again: boom"]);
        assert!(desk.logs(&of('b')).is_empty());
    }

    #[test]
    fn whoever_waits_is_told_of_an_error_that_comes_again_after_a_while() {
        let mut desk = Desk::default();
        let error = json!({"level": "error", "message": "boom"});
        assert_eq!(desk.waits(0, &error), ["New error: boom"]);
        assert!(desk.waits(4, &error).is_empty());
        assert_eq!(desk.waits(5, &error), ["Error again: boom"]);
        assert!(desk.logs(&error).is_empty(), "it is no news");
        let times: Vec<i64> = (1..=70).filter(|_| !desk.waits(1, &error).is_empty()).collect();
        assert_eq!(times, [30, 60], "one that never ends is told seldom");
    }

    #[test]
    fn a_load_is_known_by_its_host_as_well() {
        let mut desk = Desk::default();
        let sample = json!({"url": "/shop", "origin": "http://localhost:3000", "id": "a",
                            "longTasks": {"longest": 900.0}});
        let signals = desk
            .show::<PerformanceSnapshot<'_>>(&sample.to_string(), |watcher, seen, now| {
                watcher.load(seen, None, now)
            });
        assert_eq!(signals[0].context["url"], "http://localhost:3000/shop");
        assert!(signals[0].is_about("localhost:3000"));
    }

    #[test]
    fn a_rejection_nobody_handled_is_told_each_time() {
        let mut desk = Desk::default();
        let entry = json!({"level": "error", "message": "no", "source": "unhandledrejection"});
        assert_eq!(desk.logs(&entry), ["Unhandled rejection: no"]);
        assert_eq!(desk.logs(&entry), ["Unhandled rejection: no"]);
        let retracted = json!({"level": "error", "message": "late", "_retracted": true,
                               "source": "unhandledrejection"});
        assert!(desk.logs(&retracted).is_empty());
    }

    #[test]
    fn what_is_no_error_or_noise_or_repeats_a_request_is_not_told() {
        let mut desk = Desk::default();
        for level in ["warn", "info", "log", "debug"] {
            assert!(desk.logs(&json!({"level": level, "message": "hello"})).is_empty());
        }
        let noise = json!({"level": "error", "message": "x",
                           "filename": "chrome-extension://abc/content.js"});
        assert!(desk.logs(&noise).is_empty());
        assert_eq!(desk.asks("GET", "http://localhost/api/a", 500).len(), 1);
        let line = json!({"level": "error", "source": "network",
                          "message": "GET http://localhost/api/a 500"});
        assert!(desk.logs(&line).is_empty());
    }

    #[test]
    fn a_server_error_is_told_with_what_the_endpoint_answered_before() {
        let mut desk = Desk::default();
        assert!(desk.asks("POST", "http://localhost/api/users", 200).is_empty());
        let body = json!({"method": "POST", "url": "http://localhost/api/users?a=1", "status": 500,
                          "responseBody": "{\"error\":\"no\"}".to_owned() + &"x".repeat(500)});
        let signals = desk.requests(&body);
        let signal = &signals[0];
        assert_eq!(signal.message, "Server error: POST /api/users → 500");
        assert_eq!((signal.category, signal.severity), (Category::NetworkErrors, Severity::Error));
        assert_eq!(signal.context["previous_status"], 200);
        let preview = signal.context["response_preview"].as_str().expect("a preview");
        assert_eq!(preview.chars().count(), limits::PREVIEW_MAX_CHARS + 1, "and an ellipsis");
    }

    #[test]
    fn a_refusal_is_told_where_the_endpoint_was_fine_before() {
        let mut desk = Desk::default();
        let url = "http://localhost/api/dashboard";
        assert!(desk.asks("GET", url, 403).is_empty(), "it may always have been so");
        assert!(desk.asks("GET", url, 200).is_empty());
        let expected = "Auth/access issue: GET /api/dashboard → 403 (was 200)";
        assert_eq!(desk.asks("GET", url, 403), [expected]);
        assert!(desk.asks("GET", url, 403).is_empty(), "it is known");
        assert!(desk.asks("GET", url, 200).is_empty());
        assert_eq!(desk.asks("GET", url, 403), [expected], "it was mended in between");
    }

    #[test]
    fn a_thing_that_is_not_there_is_no_news_where_another_of_its_kind_was() {
        let mut desk = Desk::default();
        assert!(desk.asks("GET", "http://localhost/api/users/1", 200).is_empty());
        assert!(desk.asks("GET", "http://localhost/api/users/2", 404).is_empty());
        assert_eq!(desk.asks("GET", "http://localhost/api/users/1", 404).len(), 1);
        assert_eq!(desk.asks("GET", "http://localhost/api/users/3", 401).len(), 0, "404 before");
        assert!(desk.asks("GET", "http://localhost/api/users/4", 200).is_empty());
        assert_eq!(desk.asks("GET", "http://localhost/api/users/5", 401).len(), 1);
    }

    #[test]
    fn answers_that_are_fine_or_never_came_are_not_told() {
        let mut desk = Desk::default();
        for status in [0, 200, 204, 301, 304] {
            assert!(desk.asks("GET", "http://localhost/api/a", status).is_empty(), "{status}");
        }
    }

    #[test]
    fn a_page_that_takes_more_than_twice_as_long_as_usual_is_told_once_for_each_load() {
        let mut desk = Desk::default();
        let load = |id: &str, ms: f64| json!({"url": "/shop", "id": id, "timing": {"load": ms}});
        assert!(desk.loads(&load("a", 4000.0)).is_empty(), "nothing is usual yet");
        let mut desk = Desk::default();
        assert!(desk.loads(&load("a", 1000.0)).is_empty());
        assert!(desk.loads(&load("b", 1900.0)).is_empty());
        let expected = "Performance regression: /shop loaded in 3000ms (baseline: 1450ms)";
        assert_eq!(desk.loads(&load("c", 3000.0)), [expected]);
        assert!(desk.loads(&load("c", 3100.0)).is_empty(), "more is known of the same load");
        assert!(desk.loads(&load("a", 1000.0)).is_empty(), "and of one before");
        assert!(desk.loads(&load("c", 3000.0)).is_empty(), "tabs may take turns");
        let again = "Performance regression: /shop loaded in 4000ms (baseline: 1900ms)";
        assert_eq!(desk.loads(&load("d", 4000.0)), [again], "one slow load moves nothing much");
        let mut quick = Desk::default();
        quick.loads(&load("a", 40.0));
        assert!(quick.loads(&load("b", 120.0)).is_empty(), "three times nothing is nothing");
    }

    #[test]
    fn a_long_task_is_told_and_again_only_when_a_longer_one_comes() {
        let mut desk = Desk::default();
        let load = |ms: f64| json!({"url": "/shop", "id": "a", "longTasks": {"longest": ms}});
        assert!(desk.loads(&load(500.0)).is_empty());
        assert_eq!(desk.loads(&load(612.4)), ["Main thread blocked for 612ms"]);
        assert!(desk.loads(&load(612.4)).is_empty());
        assert_eq!(desk.loads(&load(900.0)), ["Main thread blocked for 900ms"]);
    }

    #[test]
    fn a_credential_in_a_request_is_told_once_for_each_endpoint() {
        let mut desk = Desk::default();
        let key = concat!("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a");
        let url = format!("http://localhost/api/repos?access_token={key}");
        let expected = "Possible credential exposure in GET /api/repos";
        assert_eq!(desk.asks("GET", &url, 200), [expected]);
        assert!(desk.asks("GET", &url, 200).is_empty());
        let body = json!({"method": "POST", "url": "http://localhost/api/save", "status": 200,
                          "requestBody": format!("{{\"note\":\"{key}\"}}")});
        let signals = desk.requests(&body);
        assert_eq!(signals[0].context["place"], "request_body");
        assert_eq!(signals[0].category, Category::Security);
    }

    #[test]
    fn logging_in_is_no_exposure() {
        let mut desk = Desk::default();
        let body = json!({"method": "POST", "url": "http://localhost/login", "status": 200,
                          "requestBody": "{\"user\":\"a\",\"password\":\"correct horse battery\"}"});
        assert!(desk.requests(&body).is_empty());
        assert!(desk.asks("GET", "http://localhost/api/items?page=2", 200).is_empty());
    }

    #[test]
    fn a_flood_of_different_errors_fills_no_memory() {
        let mut desk = Desk::default();
        for number in 0..3_000_u32 {
            let word: String =
                number.to_string().bytes().map(|digit| char::from(digit + 49)).collect();
            desk.logs(&json!({"level": "error", "message": format!("broken {word}")}));
            desk.asks("GET", &format!("http://localhost/{word}"), 500);
        }
        assert!(desk.watcher.errors.len() <= limits::SIGNAL_ERRORS_MAX);
        assert!(desk.watcher.answers.len() <= limits::SIGNAL_ENDPOINTS_MAX);
    }
}
