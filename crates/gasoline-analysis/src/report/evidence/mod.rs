//! What was seen while an attempt ran, with what led to what.

mod picture;
mod shown;
mod timeline;

use std::borrow::Cow;
use std::collections::BTreeSet;

use gasoline_protocol::event::Level;
use gasoline_protocol::events::console::LogEntry;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::truncate::truncate;
use gasoline_protocol::{Seq, Timestamp};

pub(super) use timeline::socket_moment;

use super::attempts::Tried;
use super::outcome::{
    BrowserError, Cause, ConsoleLine, Evidence, FailedRequest, NoiseMark, SocketFailure,
};
use super::record::is_duration;
use super::words::{clean, line};
use crate::diagnosis::{Broken, Diagnosis, complaint, diagnose, excerpt};
use crate::issues::{self, Issue};
use crate::limits;
use crate::noise::{Noise, Rule};
use crate::requests::Failures;
use crate::sources::{Explained, explain};
use crate::view::{Row, View};

/// What an attempt is looked at with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look<'a> {
    pub(super) tried: Tried<'a>,
    pub(super) view: &'a View<'a>,
    pub(super) noise: &'a Noise,
    /// The least level of a line of the console that is listed.
    pub(super) least: Level,
    start: Timestamp,
}

impl<'a> Look<'a> {
    pub(super) fn new(
        tried: Tried<'a>,
        view: &'a View<'a>,
        noise: &'a Noise,
        least: Level,
    ) -> Self {
        let first = [
            view.logs.first().map(|it| it.time),
            view.requests.first().map(|it| it.time),
            view.actions.first().map(|it| it.time),
        ];
        let first = first.into_iter().flatten().min();
        let start = tried.record.started.or(first).unwrap_or_default();
        Self { tried, view, noise, least, start }
    }

    pub(super) fn evidence(&self) -> Evidence {
        let record = self.tried.record;
        let (errors, omitted_errors) = self.errors();
        let (network_failures, omitted_failures) = self.failures();
        let ws_errors = self.sockets();
        let (timeline, omitted_moments) = self.timeline(&errors, &ws_errors);
        let omitted = omitted_errors + omitted_failures + omitted_moments + self.view.unreadable;
        Evidence {
            error: record.error.clone(),
            console: self.console(),
            screenshots: self.screenshots(),
            shown: self.shown(),
            gaps: self.tried.shard.gaps.clone(),
            forgotten: self.tried.shard.forgotten,
            requests: self.view.requests.len(),
            omitted: record.omitted.saturating_add(omitted as u64),
            errors,
            network_failures,
            ws_errors,
            timeline,
            hints: Vec::new(),
        }
    }

    fn at(&self, time: Timestamp) -> i64 {
        time.ms_since(self.start).max(0)
    }

    /// The errors, without lines that only repeat a failed request.
    fn errors(&self) -> (Vec<BrowserError>, usize) {
        let failures = Failures::among(&self.view.requests);
        let logs = self.view.logs.iter();
        let own = logs.clone().filter(|log| !self.is_echo(log));
        let mut issues = issues::issues(own, &failures, self.noise, Level::Error);
        // Told in the order they came: the first is the cause more often than the last.
        issues.sort_by_key(|issue| (issue.noise.is_some(), rank(&issue.source), issue.first_seen));
        let omitted = issues.len().saturating_sub(limits::REPORT_MAX_ERRORS);
        issues.truncate(limits::REPORT_MAX_ERRORS);
        let requests = self.view.requests.iter();
        let noise: BTreeSet<Seq> =
            requests.filter(|it| self.noise.request(&it.view).is_some()).map(|it| it.seq).collect();
        let told = issues.iter().filter_map(|issue| {
            let log = logs.clone().find(|log| log.seq == issue.last_seq)?;
            Some(self.error(issue, log, &noise))
        });
        (told.collect(), omitted)
    }

    fn error(
        &self,
        issue: &Issue,
        log: &Row<'a, LogEntry<'a>>,
        noise: &BTreeSet<Seq>,
    ) -> BrowserError {
        let stack = log.view.stack.as_deref();
        let known = stack.and_then(|stack| self.tried.shard.explained(stack));
        let explained = known.map_or_else(|| Cow::Owned(unmapped(&log.view)), Cow::Borrowed);
        let broken = Broken { error: log, explained: Some(&*explained) };
        // What a rule marks as noise is not a cause, however well its time fits.
        let diagnosis = diagnose(&broken, self.view, |request| !noise.contains(&request.seq));
        let is_narrowed = self.tried.shard.is_narrowed;
        let remembered = self.tried.record.errors.iter().filter(|_| !is_narrowed);
        let remembered = remembered.filter_map(|row| {
            let message = row["message"].as_str()?;
            let count = row["count"].as_u64().and_then(|count| usize::try_from(count).ok())?;
            issue.message.starts_with(message.trim_end_matches('…')).then_some(count)
        });
        let has_own = explained.frames.iter().any(|frame| !frame.library);
        let frames = explained.frames.iter().filter(|frame| !(has_own && frame.library));
        BrowserError {
            message: truncate(&clean(&issue.message), limits::REPORT_MESSAGE_MAX_CHARS),
            source: line(&issue.source, limits::REPORT_NAME_MAX_CHARS),
            url: issue.url.as_deref().map(|url| line(url, limits::REPORT_LINE_MAX_CHARS)),
            count: issue.count.max(remembered.max().unwrap_or(0)),
            timestamp: issue.first_seen,
            at_ms: self.at(issue.first_seen),
            frames: frames.take(limits::REPORT_MAX_FRAMES).cloned().collect(),
            code: explained.sources.iter().find(|it| !it.snippet.is_empty()).cloned(),
            cause: self.cause(&diagnosis),
            action: diagnosis.action.and_then(|link| timeline::deed(&link.action.view)),
            components: diagnosis
                .enriched
                .components
                .map(|it| line(&it.path(), limits::REPORT_LINE_MAX_CHARS)),
            noise: issue.noise.as_deref().and_then(|id| self.mark_of(id)),
            other_tests: 0,
            fingerprint: issue.fingerprint.clone(),
            is_of_driver: log.view.is_of_driver(),
        }
    }

    fn cause(&self, diagnosis: &Diagnosis<'_>) -> Option<Cause> {
        let link = diagnosis.requests.first()?;
        let request = &link.request.view;
        Some(Cause {
            method: method(request),
            url: line(&request.url, limits::REPORT_LINE_MAX_CHARS),
            status: request.status,
            error: request.error.as_deref().map(|it| line(it, limits::REPORT_NAME_MAX_CHARS)),
            at_ms: self.at(link.request.time),
            sure: link.sure,
            because: link
                .because
                .iter()
                .map(|it| line(it, limits::REPORT_LINE_MAX_CHARS))
                .collect(),
            complaint: request.response_body.as_deref().and_then(complaint),
        })
    }

    /// Requests that failed, the same call once.
    fn failures(&self) -> (Vec<FailedRequest>, usize) {
        let mut list: Vec<FailedRequest> = Vec::new();
        for request in self.view.requests.iter().filter(|it| it.view.is_failure()) {
            let view = &request.view;
            let url = line(&view.url, limits::REPORT_LINE_MAX_CHARS);
            let known = list.iter_mut().find(|known| {
                known.status == view.status && known.url == url && known.method == method(view)
            });
            if let Some(known) = known {
                known.count += 1;
                continue;
            }
            let body = |text: Option<&str>| {
                let text = clean(text.filter(|text| !text.trim().is_empty())?);
                Some(excerpt(&text, &[], limits::REPORT_BODY_MAX_CHARS))
            };
            list.push(FailedRequest {
                method: method(view),
                status: view.status,
                error: view.error.as_deref().map(|it| line(it, limits::REPORT_NAME_MAX_CHARS)),
                count: 1,
                duration_ms: view.duration.filter(|ms| is_duration(*ms)),
                timestamp: request.time,
                at_ms: self.at(request.time),
                request_body: body(view.request_body.as_deref()),
                response_body: body(view.response_body.as_deref()),
                complaint: view.response_body.as_deref().and_then(complaint),
                noise: self.noise.request(view).map(mark),
                url,
            });
        }
        list.sort_by_key(|it| (it.noise.is_some(), it.timestamp));
        let omitted = list.len().saturating_sub(limits::REPORT_MAX_ERRORS);
        list.truncate(limits::REPORT_MAX_ERRORS);
        (list, omitted)
    }

    fn sockets(&self) -> Vec<SocketFailure> {
        let failed = self.view.sockets.iter().filter(|it| it.view.is_error());
        let told = failed.map(|it| {
            let url = it.view.url.as_deref().unwrap_or_default();
            SocketFailure {
                event: it.view.event.name().to_owned(),
                url: line(url, limits::REPORT_LINE_MAX_CHARS),
                code: it.view.code.filter(|code| code.is_finite()),
                reason: it.view.reason.as_deref().map(|it| line(it, limits::REPORT_LINE_MAX_CHARS)),
                timestamp: it.time,
                at_ms: self.at(it.time),
                noise: self.noise.socket(url).map(mark),
            }
        });
        told.take(limits::REPORT_MAX_ERRORS).collect()
    }

    /// Lines that are no errors, down to the severity that was asked for; the last ones. What a
    /// driver warns of is always among them: a dialog that nobody answered is why a test stands still.
    fn console(&self) -> Vec<ConsoleLine> {
        let is_asked = |log: &&Row<'_, LogEntry<'_>>| {
            let is_warned = log.view.level == Level::Warn && log.view.is_of_driver();
            log.view.level != Level::Error
                && (is_warned || rank_of(log.view.level) >= rank_of(self.least))
        };
        let lines = self.view.logs.iter().rev().filter(is_asked).map(|log| ConsoleLine {
            level: log.view.level,
            message: truncate(&clean(&log.view.said()), limits::REPORT_MESSAGE_MAX_CHARS),
            at_ms: self.at(log.time),
            noise: self.noise.log(&log.view).map(mark),
            is_of_driver: log.view.is_of_driver(),
        });
        let mut lines: Vec<ConsoleLine> = lines.take(limits::REPORT_MAX_ERRORS).collect();
        lines.reverse();
        lines
    }

    fn mark_of(&self, id: &str) -> Option<NoiseMark> {
        self.noise.rules().iter().find(|rule| rule.id == id).map(mark)
    }

    /// The browser's own line about a request that failed, told with that request.
    fn is_echo(&self, log: &Row<'_, LogEntry<'_>>) -> bool {
        log.view.said().starts_with("Failed to load resource")
            && self.view.requests.iter().any(|it| {
                it.view.is_failure()
                    && log.time.ms_since(it.time).abs() <= limits::SAME_REQUEST_WINDOW_MS
            })
    }
}

fn mark(rule: &Rule) -> NoiseMark {
    NoiseMark { rule: rule.id.clone(), reason: rule.reason.clone().unwrap_or_default() }
}

fn method(request: &NetworkBody<'_>) -> String {
    line(&request.method, limits::REPORT_NAME_MAX_CHARS).to_uppercase()
}

/// What nobody caught comes before what somebody logged.
fn rank(source: &str) -> u8 {
    match source {
        "exception" | "unhandledrejection" => 0,
        "console" => 2,
        _ => 1,
    }
}

fn rank_of(level: Level) -> u8 {
    match level {
        Level::Debug | Level::Log | Level::Info => 0,
        Level::Warn => 1,
        Level::Error => 2,
    }
}

/// The frames of a stack as the browser gave them.
fn unmapped(entry: &LogEntry<'_>) -> Explained {
    let place = || {
        let (file, line) = (entry.filename.as_deref()?, entry.lineno?);
        Some(format!("@{file}:{line}:{}", entry.colno.unwrap_or(1.0)))
    };
    let stack = entry.stack.as_deref().map(str::to_owned).or_else(place).unwrap_or_default();
    explain(&clean(&stack), entry.url.as_deref(), |_| None)
}
