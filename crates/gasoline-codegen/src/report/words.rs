//! Sentences that several formats say alike.

use gasoline_analysis::report::{
    BrowserError, FailedRequest, Moment, MomentKind, Run, SocketFailure, Summary, TestOutcome,
    answered, counted, duration, line, short_url,
};
use gasoline_analysis::sources::PlacedFrame;

/// `12 tests: 2 failed, 1 flaky, 9 passed (8.1 s)`.
pub(super) fn headline(summary: &Summary) -> String {
    if summary.tests == 0 {
        return "No test was recorded".to_owned();
    }
    let parts = [
        (summary.failed, "failed"),
        (summary.interrupted, "interrupted"),
        (summary.flaky, "flaky"),
        (summary.passed, "passed"),
        (summary.skipped, "skipped"),
        (summary.unknown, "unknown"),
    ];
    let said: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let time = summary.duration_ms.map(|ms| format!(" ({})", whole_duration(ms)));
    let said = if said.is_empty() { String::new() } else { format!(": {}", said.join(", ")) };
    format!("{}{said}{}", counted(summary.tests, "test"), time.unwrap_or_default())
}

#[expect(clippy::cast_precision_loss, reason = "a run takes no millennia")]
fn whole_duration(ms: i64) -> String {
    duration(ms as f64)
}

/// `checkout.spec.ts:12`, with the project where there is one.
pub(super) fn place(test: &TestOutcome) -> Option<String> {
    let file = test.file.as_ref()?;
    let line = test.line.map(|line| format!(":{line}")).unwrap_or_default();
    let project = test.project.as_ref().map(|it| format!(" [{it}]")).unwrap_or_default();
    Some(format!("{file}{line}{project}"))
}

/// `CheckoutForm.submit (src/checkout.tsx:42)`.
pub(super) fn frame(frame: &PlacedFrame) -> String {
    match &frame.function {
        Some(name) => format!("{name} ({}:{})", frame.file, frame.line),
        None => format!("{}:{}", frame.file, frame.line),
    }
}

/// `POST /api/orders → 500`.
pub(super) fn request(request: &FailedRequest) -> String {
    let times = times(request.count);
    let outcome = answered(request.status, request.error.as_deref());
    format!("{} {} → {outcome}{times}", request.method, short_url(&request.url))
}

pub(super) fn socket(socket: &SocketFailure) -> String {
    let code = socket.code.map(|code| format!(" {code}")).unwrap_or_default();
    let reason = socket.reason.as_ref().filter(|it| !it.is_empty());
    let reason = reason.map(|it| format!(": {it}")).unwrap_or_default();
    format!("{} → {}{code}{reason}", short_url(&socket.url), socket.event)
}

/// ` (x3)`.
pub(super) fn times(count: usize) -> String {
    if count > 1 { format!(" (x{count})") } else { String::new() }
}

/// `GET /api/cart → 200 (89ms)`, and what is worth marking.
pub(super) fn moment(moment: &Moment) -> String {
    let took = moment.duration_ms.map(|ms| format!(" ({ms:.0}ms)")).unwrap_or_default();
    let mut said = match (moment.kind, moment.status) {
        (MomentKind::Request, Some(status)) => {
            format!("{} → {}{took}", moment.says, answered(status, moment.error.as_deref()))
        }
        (MomentKind::Error, _) => format!("error: {}", moment.says),
        _ => moment.says.clone(),
    };
    if moment.is_noise {
        said.push_str(" [noise]");
    } else if moment.is_primary {
        said.push_str(" ← FAILURE");
    } else if moment.is_failure && moment.kind == MomentKind::Request {
        said.push_str(" ← failed");
    }
    said
}

/// The first line of what the runner said, or what speaks for the status instead.
pub(super) fn reason(test: &TestOutcome, most: usize) -> Option<String> {
    let said = test
        .evidence
        .error
        .as_ref()
        .and_then(|error| error.message.lines().map(str::trim).find(|line| !line.is_empty()));
    said.or(test.because.as_deref()).map(|text| line(text, most))
}

/// How the hint begins that names what a test failed of.
pub(super) const PRIMARY: &str = "Primary failure: ";

/// What a reader with one line is told of a test: the first hint, or the runner's words.
pub(super) fn gist(test: &TestOutcome, most: usize) -> String {
    let hint = test
        .evidence
        .hints
        .first()
        .map(|hint| line(hint.says.strip_prefix(PRIMARY).unwrap_or(&hint.says), most));
    let difference = test.difference.as_ref().and_then(|it| it.lines.first());
    hint.or_else(|| difference.map(|text| line(text, most)))
        .or_else(|| reason(test, most))
        .unwrap_or_default()
}

/// The errors of the application before those of others.
pub(super) fn own_errors(test: &TestOutcome) -> impl Iterator<Item = &BrowserError> {
    test.evidence.errors.iter().filter(|error| error.noise.is_none())
}

/// Failed, interrupted and flaky tests.
pub(super) fn telling(run: &Run) -> impl Iterator<Item = &TestOutcome> {
    run.tests.iter().filter(|test| test.status.is_telling())
}
