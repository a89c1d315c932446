//! Hints for a failed test: rules that look at its evidence, each with what it rests on.

use gasoline_protocol::event::Level;

use super::evidence::socket_moment;
use super::outcome::{
    Attempt, BrowserError, Clue, ConsoleLine, Evidence, FailedRequest, MomentKind, SocketFailure,
    TestOutcome,
};
use super::words::{answered, counted, duration, line, short_url};
use crate::diagnosis::{Complaint, Sure};
use crate::issues::fingerprint;
use crate::limits;
use gasoline_protocol::messages::without_prefix;

const UNAUTHORIZED: u16 = 401;
const FORBIDDEN: u16 = 403;

/// What a test most likely failed of.
enum Primary<'e> {
    /// A request, known by an error that depends on it or by itself.
    Request {
        method: &'e str,
        url: &'e str,
        at_ms: i64,
    },
    Error(&'e BrowserError),
    Socket(&'e SocketFailure),
    /// Nothing that the timeline marks as a failure: a dialog, an answer that may be wrong.
    Unmarked,
}

/// Writes the hints of a test, and marks its primary failure in the timeline.
pub(super) fn conclude(test: &mut TestOutcome) {
    let mut hints = Vec::new();
    let primary = primary(&test.evidence, &mut hints).or_else(|| quiet(&test.evidence, &mut hints));
    let marked = match &primary {
        Some(Primary::Request { method, url, at_ms }) => {
            Some((MomentKind::Request, format!("{method} {}", short_url(url)), *at_ms))
        }
        Some(Primary::Error(error)) => Some((
            MomentKind::Error,
            line(&error.message, limits::REPORT_LINE_MAX_CHARS),
            error.at_ms,
        )),
        Some(Primary::Socket(socket)) => {
            Some((MomentKind::Socket, socket_moment(socket), socket.at_ms))
        }
        Some(Primary::Unmarked) | None => None,
    };
    let is_socket = matches!(primary, Some(Primary::Socket(_)));
    let slow = slow(test);
    if primary.is_none() && slow.is_none() {
        hints.push(nothing_wrong(&test.evidence));
    }
    hints.extend(slow);
    hints.extend(noise(&test.evidence));
    hints.extend(refused(&test.evidence));
    hints.extend(other_tests(&test.evidence));
    hints.extend(sockets(&test.evidence).filter(|_| !is_socket));
    hints.extend(every_attempt(&test.attempts));
    hints.truncate(limits::REPORT_MAX_HINTS);
    if let Some((kind, says, at_ms)) = marked {
        let moments = test.evidence.timeline.iter_mut();
        let found =
            moments.filter(|it| it.kind == kind && it.says == says).find(|it| it.at_ms == at_ms);
        if let Some(moment) = found {
            moment.is_primary = true;
        }
    }
    test.evidence.hints = hints;
}

/// Whether the browser says why it let a request fail: a policy of another origin, a page that is not
/// secure. A page only learns that it failed.
fn is_reason(error: &BrowserError) -> bool {
    // A socket that was lost has its own words.
    error.is_of_driver && error.source == "network" && !error.message.starts_with("WebSocket")
}

/// The primary failure: what the browser itself gives as a reason; else the first error nobody caught
/// and what it depends on; without one, a failed request, the gravest first; without one, an error
/// that was only logged.
fn primary<'e>(evidence: &'e Evidence, hints: &mut Vec<Clue>) -> Option<Primary<'e>> {
    let real: Vec<&BrowserError> = evidence.errors.iter().filter(|it| it.noise.is_none()).collect();
    let failed: Vec<&FailedRequest> =
        evidence.network_failures.iter().filter(|it| it.noise.is_none()).collect();
    if let Some(error) = real.iter().find(|it| is_reason(it)) {
        hints.push(Clue {
            says: format!("Primary failure: {}", line(&error.message, REASON_CHARS)),
            because: format!("the browser's own reason, after {} ms", error.at_ms),
        });
        return Some(Primary::Error(error));
    }
    let uncaught = real.iter().find(|it| it.source != "console");
    let caused = real.iter().find(|it| it.cause.as_ref().is_some_and(|it| it.sure >= Sure::Likely));
    let error = caused.or(uncaught).copied();
    if let Some(error) = error
        && let Some(cause) = error.cause.as_ref().filter(|it| it.sure >= Sure::Likely)
    {
        let request = format!("{} {}", cause.method, short_url(&cause.url));
        let outcome = answered(cause.status, cause.error.as_deref());
        hints.push(Clue {
            says: format!("Primary failure: {request} → {outcome}"),
            because: format!(
                "the {} cause of {}: {}",
                cause.sure.name(),
                named(&error.message),
                cause.because.join("; ")
            ),
        });
        hints.extend(cause.complaint.as_ref().map(root));
        return Some(Primary::Request {
            method: &cause.method,
            url: &cause.url,
            at_ms: cause.at_ms,
        });
    }
    let gravest = failed.iter().max_by_key(|it| (gravity(it.status), std::cmp::Reverse(it.at_ms)));
    // A logged line is somebody's comment; a request that failed is a fact.
    let error = error.or_else(|| real.first().copied().filter(|_| gravest.is_none()));
    if let Some(error) = error {
        let place = error.frames.first().map(|it| format!(" in {}:{}", it.file, it.line));
        let linked = match (&error.cause, gravest) {
            (Some(cause), _) => format!(
                "{} {} → {} is a possible cause: {}",
                cause.method,
                short_url(&cause.url),
                answered(cause.status, cause.error.as_deref()),
                cause.because.join("; ")
            ),
            (None, Some(_)) => "no failed request fits its time or words".to_owned(),
            (None, None) => "no request failed".to_owned(),
        };
        hints.push(Clue {
            says: format!(
                "Primary failure: {}{}",
                line(without_prefix(&error.message), SHOWN_CHARS),
                place.unwrap_or_default()
            ),
            because: format!("{} after {} ms; {linked}", kind(&error.source), error.at_ms),
        });
        hints.extend(error.cause.as_ref().and_then(|it| it.complaint.as_ref()).map(possible));
        return Some(Primary::Error(error));
    }
    let request = *gravest?;
    let outcome = answered(request.status, request.error.as_deref());
    let rank = if failed.len() == 1 {
        "the only request that failed".to_owned()
    } else {
        format!("the gravest of {} that failed", counted(failed.len(), "request"))
    };
    hints.push(Clue {
        says: format!(
            "Primary failure: {} {} → {outcome}",
            request.method,
            short_url(&request.url)
        ),
        because: format!("{rank}, and the page threw no error that nobody caught"),
    });
    hints.extend(request.complaint.as_ref().map(root));
    Some(Primary::Request { method: &request.method, url: &request.url, at_ms: request.at_ms })
}

/// Where no error and no failed request explains a test, what else does: a socket that was lost, a
/// dialog that nobody answered, an answer that is what the expectation did not want.
fn quiet<'e>(evidence: &'e Evidence, hints: &mut Vec<Clue>) -> Option<Primary<'e>> {
    const NOTHING_ELSE: &str = "no error of the page and no failed request";
    if let Some(socket) = lost_socket(evidence) {
        hints.push(Clue {
            says: format!("Primary failure: {}", lost(socket)),
            because: format!("`{}` after {} ms; {NOTHING_ELSE}", socket.event, socket.at_ms),
        });
        return Some(Primary::Socket(socket));
    }
    let is_dialog = |it: &&ConsoleLine| {
        it.is_of_driver
            && it.level == Level::Warn
            && it.noise.is_none()
            && it.message.contains("dialog")
    };
    if let Some(dialog) = evidence.console.iter().find(is_dialog) {
        hints.push(Clue {
            says: format!("Primary failure: {}", line(&dialog.message, SHOWN_CHARS * 2)),
            because: format!("seen by the driver after {} ms; {NOTHING_ELSE}", dialog.at_ms),
        });
        return Some(Primary::Unmarked);
    }
    let shown = evidence.shown.as_ref()?;
    hints.push(Clue {
        says: format!(
            "Likely a wrong answer: {} {} → {} has what the test received: {}",
            shown.method,
            short_url(&shown.url),
            shown.status,
            shown.says
        ),
        because: format!(
            "the runner received `{}`; asked after {} ms; {NOTHING_ELSE}",
            shown.received, shown.at_ms
        ),
    });
    Some(Primary::Unmarked)
}

/// The first socket that was lost. Browsers tell an error before the close that says why.
fn lost_socket(evidence: &Evidence) -> Option<&SocketFailure> {
    let mut real = evidence.ws_errors.iter().filter(|it| it.noise.is_none());
    let first = real.next()?;
    real.find(|it| first.event == "error" && it.url == first.url && it.code.is_some())
        .or(Some(first))
}

/// `the socket /live was closed with code 4001: sold out`.
fn lost(socket: &SocketFailure) -> String {
    let url = short_url(&socket.url);
    if socket.event == "error" {
        return format!("the socket {url} failed");
    }
    let code = socket.code.map(|code| format!(" with code {code}")).unwrap_or_default();
    let reason = socket.reason.as_ref().filter(|it| !it.is_empty());
    let reason = reason.map(|it| format!(": {}", line(it, SHOWN_CHARS))).unwrap_or_default();
    format!("the socket {url} was closed{code}{reason}")
}

/// Characters of what a browser says: it names both addresses before the reason.
const REASON_CHARS: usize = 240;

/// Characters of a message inside a sentence.
const SHOWN_CHARS: usize = 120;

/// An answer of 500 tells of a broken server, none at all of one that is not there.
fn gravity(status: u16) -> u8 {
    match status {
        500.. => 3,
        0 => 2,
        _ => 1,
    }
}

fn kind(source: &str) -> &str {
    match source {
        "exception" => "an exception that nobody caught",
        "unhandledrejection" => "a rejection that nobody handled",
        "csp" => "a violation of the Content-Security-Policy",
        "resource" => "a file that did not load",
        "console" => "logged as an error",
        _ => "an error of the page",
    }
}

fn root(complaint: &Complaint) -> Clue {
    let because = match &complaint.member {
        Some(member) => format!("`{member}` of its answer"),
        None => "its whole answer".to_owned(),
    };
    Clue { says: format!("Root cause likely: \"{}\"", line(&complaint.text, SHOWN_CHARS)), because }
}

fn possible(complaint: &Complaint) -> Clue {
    let Clue { says, because } = root(complaint);
    Clue { says: says.replacen("Root cause likely", "Possible root cause", 1), because }
}

/// `TypeError`, or the beginning of a message that has no such word.
fn named(message: &str) -> String {
    let message = without_prefix(message);
    match message.split_once(':') {
        Some((kind, _)) if kind.ends_with("Error") && !kind.contains(' ') => format!("the {kind}"),
        _ => format!("`{}`", line(message, SHOWN_CHARS / 2)),
    }
}

fn nothing_wrong(evidence: &Evidence) -> Clue {
    let captured = evidence.requests + evidence.timeline.len();
    if captured == 0 && evidence.errors.is_empty() {
        let forgotten = usize::try_from(evidence.forgotten).ok().filter(|count| *count > 0);
        let forgotten = forgotten
            .map(|count| format!("{} had been forgotten to make room", counted(count, "event")));
        if let Some(gap) = evidence.gaps.first().cloned().or(forgotten) {
            return Clue {
                says: "Nothing is held of this test: what it captured may be lost".to_owned(),
                because: gap,
            };
        }
        return Clue {
            says: "Nothing was captured of this test".to_owned(),
            because: "no event of a page carries its id: it failed before a page was open, \
                      capture was not in that page, or its events name no test and others ran \
                      beside it"
                .to_owned(),
        };
    }
    if let Some(gap) = evidence.gaps.first() {
        return Clue {
            says: "Nothing went wrong in what is held of this test, and some of it is missing"
                .to_owned(),
            because: gap.clone(),
        };
    }
    Clue {
        says: "The browser saw nothing wrong: look at the expectation itself".to_owned(),
        because: format!(
            "no error and no failed request among {}",
            counted(evidence.requests, "request")
        ),
    }
}

fn other_tests(evidence: &Evidence) -> Option<Clue> {
    let error = evidence.errors.iter().find(|it| it.noise.is_none() && it.other_tests > 0)?;
    let tests = counted(error.other_tests, "other failed test");
    Some(Clue {
        says: format!("Not of this test alone: {tests} had the same error"),
        because: format!("the words of {}, ids and numbers apart", named(&error.message)),
    })
}

fn refused(evidence: &Evidence) -> Option<Clue> {
    let request = evidence
        .network_failures
        .iter()
        .find(|it| matches!(it.status, UNAUTHORIZED | FORBIDDEN))?;
    Some(Clue {
        says: "Access was refused: check who this test is signed in as".to_owned(),
        because: format!(
            "{} {} → {} after {} ms",
            request.method,
            short_url(&request.url),
            request.status,
            request.at_ms
        ),
    })
}

fn slow(test: &TestOutcome) -> Option<Clue> {
    let whole = test.duration_ms.filter(|ms| *ms > 0.0)?;
    let slowest = test
        .evidence
        .timeline
        .iter()
        .filter(|it| it.kind == MomentKind::Request && !it.is_noise)
        .filter_map(|it| Some((it, it.duration_ms?)))
        .max_by(|(_, one), (_, other)| one.total_cmp(other))?;
    let (moment, ms) = slowest;
    let is_slow =
        ms >= limits::REPORT_SLOW_MIN_MS && ms * 100.0 >= whole * limits::REPORT_SLOW_PERCENT;
    is_slow.then(|| Clue {
        says: format!("Slow: {} took most of the test's time", moment.says),
        because: format!("{} of {}", duration(ms), duration(whole)),
    })
}

fn sockets(evidence: &Evidence) -> Option<Clue> {
    let failed = evidence.ws_errors.iter().find(|it| it.noise.is_none())?;
    let code = failed.code.map(|code| format!(" with code {code}")).unwrap_or_default();
    Some(Clue {
        says: format!("The socket {} was lost", short_url(&failed.url)),
        because: format!("`{}`{code} after {} ms", failed.event, failed.at_ms),
    })
}

/// Whether trying again changed nothing.
fn every_attempt(attempts: &[Attempt]) -> Option<Clue> {
    let first = attempts.first()?.error.as_ref()?;
    let words = fingerprint(first.message.lines().next()?);
    let is_same = |attempt: &Attempt| {
        attempt.error.as_ref().and_then(|it| it.message.lines().next().map(fingerprint)).as_ref()
            == Some(&words)
    };
    (attempts.len() > 1 && attempts.iter().all(is_same)).then(|| Clue {
        says: "Not a matter of chance: every attempt failed the same way".to_owned(),
        because: format!("{} attempts, one message of the runner", attempts.len()),
    })
}

fn noise(evidence: &Evidence) -> Option<Clue> {
    let errors = evidence
        .errors
        .iter()
        .filter_map(|it| Some((line(&it.message, SHOWN_CHARS / 2), it.noise.as_ref()?)));
    let requests = evidence.network_failures.iter().filter_map(|it| {
        let outcome = answered(it.status, it.error.as_deref());
        Some((format!("{} {} → {outcome}", it.method, short_url(&it.url)), it.noise.as_ref()?))
    });
    let all: Vec<_> = requests.chain(errors).collect();
    let (what, mark) = all.first()?;
    let others = match all.len() - 1 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(Clue {
        says: format!("Unrelated noise: {what}{others}"),
        because: format!("{} (rule {})", mark.reason, mark.rule),
    })
}
