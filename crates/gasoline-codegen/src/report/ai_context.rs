//! The failed and flaky tests of a run, for a model: all that helps, in at most 500 tokens each.

use gasoline_analysis::diagnosis::excerpt;
use gasoline_analysis::report::{
    BrowserError, FailedRequest, MomentKind, NoiseMark, Outcome, Run, TestOutcome, line,
};
use gasoline_protocol::messages::without_prefix;

use super::tokens::estimate;
use super::words;
use crate::limits;
use crate::limits::AI_CONTEXT_MAX_CONSOLE_LINES;

/// How much of each part is shown.
#[derive(Debug, Clone, Copy)]
struct Room {
    title_chars: usize,
    runner_chars: usize,
    errors: usize,
    message_chars: usize,
    frames: usize,
    body_chars: usize,
    moments: usize,
    moment_chars: usize,
    hints: usize,
    hint_chars: usize,
    differences: usize,
}

/// From plenty to little: the first that stays below the limit is printed.
const ROOMS: [Room; 7] = [
    Room {
        title_chars: 120,
        runner_chars: 200,
        errors: 4,
        message_chars: 200,
        frames: 3,
        body_chars: 200,
        moments: 12,
        moment_chars: 110,
        hints: 6,
        hint_chars: 260,
        differences: 5,
    },
    Room {
        title_chars: 120,
        runner_chars: 160,
        errors: 3,
        message_chars: 160,
        frames: 3,
        body_chars: 140,
        moments: 8,
        moment_chars: 90,
        hints: 5,
        hint_chars: 220,
        differences: 4,
    },
    Room {
        title_chars: 100,
        runner_chars: 140,
        errors: 3,
        message_chars: 140,
        frames: 2,
        body_chars: 100,
        moments: 6,
        moment_chars: 80,
        hints: 4,
        hint_chars: 180,
        differences: 3,
    },
    Room {
        title_chars: 100,
        runner_chars: 110,
        errors: 2,
        message_chars: 110,
        frames: 2,
        body_chars: 80,
        moments: 4,
        moment_chars: 70,
        hints: 3,
        hint_chars: 160,
        differences: 3,
    },
    Room {
        title_chars: 80,
        runner_chars: 80,
        errors: 2,
        message_chars: 80,
        frames: 1,
        body_chars: 60,
        moments: 3,
        moment_chars: 60,
        hints: 2,
        hint_chars: 120,
        differences: 2,
    },
    Room {
        title_chars: 60,
        runner_chars: 60,
        errors: 1,
        message_chars: 60,
        frames: 1,
        body_chars: 0,
        moments: 1,
        moment_chars: 50,
        hints: 1,
        hint_chars: 80,
        differences: 1,
    },
    Room {
        title_chars: 30,
        runner_chars: 30,
        errors: 1,
        message_chars: 30,
        frames: 0,
        body_chars: 0,
        moments: 0,
        moment_chars: 0,
        hints: 1,
        hint_chars: 30,
        differences: 1,
    },
];

/// Every failed and flaky test; of a run without any, that it has none. What a reader should know of
/// the report itself comes last, within what the last test may take.
pub fn ai_context(run: &Run) -> String {
    let notes = notes(run);
    let telling: Vec<&TestOutcome> = words::telling(run).collect();
    let Some((last, others)) = telling.split_last() else {
        let failed = if run.summary.tests == 0 { "" } else { "No test failed. " };
        return format!("{failed}{}\n{notes}", words::headline(&run.summary));
    };
    let mut blocks: Vec<String> = others.iter().map(|test| failure_context(test)).collect();
    let room = limits::AI_CONTEXT_MAX_TOKENS.saturating_sub(estimate(&notes));
    blocks.push(context_within(last, room) + &notes);
    blocks.join("\n")
}

/// The notes that fit, and how many do not.
fn notes(run: &Run) -> String {
    let mut text = String::new();
    for (index, note) in run.notes.iter().enumerate() {
        let room = limits::AI_CONTEXT_NOTES_MAX_TOKENS.saturating_sub(estimate(&text));
        let mut told = NOTE_CHARS.iter().map(|chars| format!("note: {}\n", line(note, *chars)));
        let Some(told) = told.find(|told| estimate(told) <= room) else {
            text.push_str(&format!("note: and {} more\n", run.notes.len() - index));
            break;
        };
        text.push_str(&told);
    }
    text
}

/// Characters of a note, and of one that does not fit.
const NOTE_CHARS: [usize; 2] = [160, 70];

/// One test, within the limit whatever was captured.
pub fn failure_context(test: &TestOutcome) -> String {
    context_within(test, limits::AI_CONTEXT_MAX_TOKENS)
}

fn context_within(test: &TestOutcome, tokens: usize) -> String {
    let fits = |text: &String| estimate(text) <= tokens;
    let mut shortest = String::new();
    for room in &ROOMS {
        shortest = block(test, room, 0);
        if fits(&shortest) {
            // Other lines of the console take what is left, and nothing from what tells more.
            let most = test.evidence.console.len().min(AI_CONTEXT_MAX_CONSOLE_LINES);
            let fuller = (1..=most).rev().map(|lines| block(test, room, lines)).find(fits);
            return fuller.unwrap_or(shortest);
        }
    }
    shortest
}

fn block(test: &TestOutcome, room: &Room, console_lines: usize) -> String {
    let kind = if test.status == Outcome::Flaky { "Flaky" } else { "Test Failure" };
    let mut text = format!("## {kind}: {}\n", flat(&test.title, room.title_chars));
    if let Some(place) = words::place(test) {
        text.push_str(&format!("{}\n", flat(&place, room.title_chars)));
    }
    if let Some(reason) = words::reason(test, room.runner_chars) {
        text.push_str(&format!("Runner: {}\n", flat(&reason, room.runner_chars)));
    }
    text.push_str(&errors(test, room));
    text.push_str(&console(test, room, console_lines));
    text.push_str(&timeline(test, room));
    if let Some(difference) = &test.difference {
        text.push_str("### Failed against Passed\n");
        for said in difference.lines.iter().take(room.differences) {
            text.push_str(&format!("- {}\n", flat(said, room.hint_chars)));
        }
    }
    if !test.evidence.hints.is_empty() {
        text.push_str("### Diagnosis Hints\n");
        for hint in test.evidence.hints.iter().take(room.hints) {
            let said = format!("{} ({})", hint.says, hint.because);
            text.push_str(&format!("- {}\n", flat(&said, room.hint_chars)));
        }
    }
    text
}

/// A text on one line that no line of the report can be taken for.
fn flat(text: &str, most: usize) -> String {
    line(text, most)
}

enum Item<'t> {
    Error(&'t BrowserError),
    Request(&'t FailedRequest),
}

/// Errors and failed requests in one list: the application's first, each kind as it came.
fn errors(test: &TestOutcome, room: &Room) -> String {
    let evidence = &test.evidence;
    let mut items: Vec<(bool, Item<'_>)> = evidence
        .errors
        .iter()
        .map(|it| (it.noise.is_some(), Item::Error(it)))
        .chain(evidence.network_failures.iter().map(|it| (it.noise.is_some(), Item::Request(it))))
        .collect();
    items.sort_by_key(|(is_noise, _)| *is_noise);
    let sockets = evidence.ws_errors.len();
    let total = items.len() + sockets;
    if total == 0 {
        return String::new();
    }
    let mut text = format!("### Browser Errors ({total})\n");
    let mut shown = 0;
    let (own, noisy): (Vec<_>, Vec<_>) = items.iter().partition(|(is_noise, _)| !is_noise);
    // What is only noise must be known as such, or somebody goes after it.
    let most = room.errors.saturating_sub(usize::from(!noisy.is_empty() && room.errors > 2));
    for (_, item) in own.iter().take(most).chain(noisy.iter().take(room.errors - most)) {
        shown += 1;
        match item {
            Item::Error(error) => text.push_str(&error_lines(shown, error, room)),
            Item::Request(request) => text.push_str(&request_lines(shown, request, room)),
        }
    }
    for socket in evidence.ws_errors.iter().take(room.errors.saturating_sub(shown)) {
        shown += 1;
        let said = flat(&words::socket(socket), room.message_chars);
        text.push_str(&format!("{shown}. [websocket] {said}\n"));
    }
    if shown < total {
        let noise = noisy.len().saturating_sub(room.errors - most);
        let noise = if noise > 0 { format!(", {noise} of them noise") } else { String::new() };
        text.push_str(&format!("… {} more{noise}\n", total - shown));
    }
    text
}

fn error_lines(number: usize, error: &BrowserError, room: &Room) -> String {
    let first = without_prefix(&error.message).lines().next().unwrap_or_default();
    let message = flat(first, room.message_chars);
    let source = flat(&error.source, SOURCE_CHARS);
    let mut text = format!("{number}. [{source}] {message}{}\n", words::times(error.count));
    if let Some(mark) = &error.noise {
        text.push_str(&noise(mark, room));
        return text;
    }
    for frame in error.frames.iter().take(room.frames) {
        text.push_str(&format!("   at {}\n", flat(&words::frame(frame), room.message_chars)));
    }
    let code = error.code.as_ref().and_then(|it| it.snippet.iter().find(|line| line.is_error));
    if let Some(code) = code.filter(|_| room.frames > 1) {
        text.push_str(&format!("   > {}\n", flat(&code.text, room.message_chars)));
    }
    if let Some(action) = error.action.as_ref().filter(|_| room.frames > 0) {
        text.push_str(&format!("   after: {}\n", flat(action, room.moment_chars)));
    }
    if let Some(components) = error.components.as_ref().filter(|_| room.frames > 1) {
        text.push_str(&format!("   in: {}\n", flat(components, room.moment_chars)));
    }
    text
}

/// Characters of the word for where an error came from.
const SOURCE_CHARS: usize = 24;

fn noise(mark: &NoiseMark, room: &Room) -> String {
    format!("   [likely noise: {}]\n", flat(&mark.reason, room.message_chars))
}

fn request_lines(number: usize, request: &FailedRequest, room: &Room) -> String {
    let said = flat(&words::request(request), room.message_chars);
    let mut text = format!("{number}. [network] {said}\n");
    if let Some(mark) = &request.noise {
        text.push_str(&noise(mark, room));
        return text;
    }
    for (name, body) in [("Request", &request.request_body), ("Response", &request.response_body)] {
        if let Some(body) = body.as_ref().filter(|_| room.body_chars > 0) {
            let body = excerpt(body, &[], room.body_chars);
            text.push_str(&format!("   {name}: {}\n", flat(&body, room.body_chars)));
        }
    }
    text
}

/// The last lines of the console that are neither errors nor noise.
fn console(test: &TestOutcome, room: &Room, lines: usize) -> String {
    let all: Vec<_> = test.evidence.console.iter().filter(|it| it.noise.is_none()).collect();
    if all.is_empty() || lines == 0 {
        return String::new();
    }
    let left_out = all.len().saturating_sub(lines);
    let mut text = format!("### Console ({})\n", all.len());
    for said in &all[left_out..] {
        let message = flat(&said.message, room.message_chars);
        text.push_str(&format!("- {}: {message}\n", said.level.name()));
    }
    if left_out > 0 {
        text.push_str(&format!("… {left_out} before\n"));
    }
    text
}

/// The requests around the failure, in order; what was left out between them is counted.
fn timeline(test: &TestOutcome, room: &Room) -> String {
    let moments: Vec<_> = test
        .evidence
        .timeline
        .iter()
        .filter(|it| matches!(it.kind, MomentKind::Request | MomentKind::Action))
        .collect();
    if moments.is_empty() || room.moments == 0 {
        return String::new();
    }
    // The failing one stays, then its neighbours, the later ones first to go.
    let centre = moments
        .iter()
        .position(|it| it.is_primary)
        .or_else(|| moments.iter().rposition(|it| it.is_failure && !it.is_noise))
        .unwrap_or(moments.len() - 1);
    let before = (room.moments * 2 / 3).min(centre);
    let first = centre - before;
    let last = (first + room.moments).min(moments.len());
    let mut text = "### Network Timeline\n".to_owned();
    if first > 0 {
        text.push_str(&format!("  … {first} earlier\n"));
    }
    for moment in &moments[first..last] {
        let said = flat(&words::moment(moment), room.moment_chars);
        text.push_str(&format!("{:>5}ms: {said}\n", moment.at_ms));
    }
    if last < moments.len() {
        text.push_str(&format!("  … {} later\n", moments.len() - last));
    }
    text
}
