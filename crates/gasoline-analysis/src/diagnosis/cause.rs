//! The request an error depends on, and what speaks for it.

use gasoline_protocol::complaint::type_of;
use gasoline_protocol::events::action::EnhancedAction;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::truncate::truncate;
use gasoline_protocol::url::Url;
use serde_json::Value;

use super::mentions::Mentions;
use super::{Broken, Sure, is_beside};
use crate::limits;
use crate::view::Row;

/// A request that an error depends on.
#[derive(Debug, Clone)]
pub struct RequestLink<'a> {
    pub request: &'a Row<'a, NetworkBody<'a>>,
    pub sure: Sure,
    /// What speaks for it, the strongest first.
    pub because: Vec<String>,
    /// From its end to the error.
    pub ms_before: i64,
    weight: u32,
    is_named: bool,
}

/// The request that speaks loudest, and a second one where it can hardly be told which.
pub(super) fn links<'a>(
    broken: &Broken<'a>,
    mentions: &Mentions<'_>,
    requests: impl DoubleEndedIterator<Item = &'a Row<'a, NetworkBody<'a>>>,
    actions: &[Row<'a, EnhancedAction<'a>>],
) -> Vec<RequestLink<'a>> {
    let mut found: Vec<RequestLink<'a>> = Vec::new();
    // Of the same call made twice, the later one was answered nearer to the error.
    for request in requests.rev() {
        let view = &request.view;
        let is_known = found.iter().any(|known| {
            let known = &known.request.view;
            known.method == view.method && known.url == view.url
        });
        if !is_known && is_beside(broken.error, request.test, view.tab_id) {
            found.extend(weigh(broken, mentions, request, actions));
        }
    }
    found.sort_by_key(|link| (std::cmp::Reverse(link.weight), link.ms_before));
    let best = found.first().map_or(0, |link| link.weight);
    found.retain(|link| link.weight + limits::CAUSE_CLEAR_LEAD > best);
    found.truncate(limits::CAUSES_MAX);
    if found.len() > 1 {
        for link in &mut found {
            let least = if link.is_named { Sure::Likely } else { Sure::Possible };
            link.sure = link.sure.min(least);
        }
    }
    found
}

/// What speaks for a request, or `None` if too little does.
fn weigh<'a>(
    broken: &Broken<'a>,
    mentions: &Mentions<'_>,
    request: &'a Row<'a, NetworkBody<'a>>,
    actions: &[Row<'a, EnhancedAction<'a>>],
) -> Option<RequestLink<'a>> {
    let (error, view) = (broken.error, &request.view);
    let ms_before = error.time.ms_since(request.time) - whole(view.duration);
    // Clocks in a page have whole milliseconds, so an answer may seem to come just after.
    if !(-limits::CLOCK_SLACK_MS..=limits::CAUSE_NAMED_REACH_MS).contains(&ms_before) {
        return None;
    }
    let ms_before = ms_before.max(0);
    let mut evidence = Evidence::default();
    let parsed = view.response_body.as_deref().and_then(|body| serde_json::from_str(body).ok());
    named(&mut evidence, mentions, view, parsed.as_ref());
    read(&mut evidence, mentions, view, parsed.as_ref());
    if ms_before > limits::CAUSE_REACH_MS && !evidence.is_named {
        return None;
    }
    let is_failure = view.is_failure();
    let is_telling = evidence.is_named || evidence.is_told_by_body;
    if !is_failure && !is_telling {
        return None;
    }
    if is_failure {
        evidence.weight += 2;
    }
    let since_action = actions.iter().rev().find(|action| {
        is_beside(error, action.test, action.view.tab_id) && action.time <= error.time
    });
    if let Some(action) = since_action.filter(|action| action.time <= request.time) {
        evidence.weight += 1;
        let ms = request.time.ms_since(action.time);
        evidence.because.push(format!("sent {ms} ms after the {}", action.view.kind.name()));
    }
    evidence.weight += match ms_before {
        0..=50 => 3,
        51..=500 => 2,
        501..=2_000 => 1,
        _ => 0,
    };
    evidence.because.push(format!("answered {ms_before} ms before"));
    if evidence.weight < limits::CAUSE_LEAST_WEIGHT {
        return None;
    }
    let sure = if evidence.is_named {
        Sure::Certain
    } else if evidence.weight >= limits::CAUSE_LIKELY_WEIGHT {
        Sure::Likely
    } else {
        Sure::Possible
    };
    Some(RequestLink {
        request,
        sure,
        because: evidence.because,
        ms_before,
        weight: evidence.weight,
        is_named: evidence.is_named,
    })
}

#[derive(Default)]
struct Evidence {
    weight: u32,
    /// The error names the request, its status or its answer.
    is_named: bool,
    /// The answer has what the error complains about.
    is_told_by_body: bool,
    because: Vec<String>,
}

impl Evidence {
    fn name(&mut self, weight: u32, reason: String) {
        self.is_named = true;
        self.weight += weight;
        self.because.push(reason);
    }
}

/// What the words of the error say about the request.
fn named(
    evidence: &mut Evidence,
    mentions: &Mentions<'_>,
    request: &NetworkBody<'_>,
    parsed: Option<&Value>,
) {
    let path = Url::parse(&request.url).path;
    let is_distinct = path.len() >= limits::CAUSE_PATH_MIN_CHARS;
    if mentions.says(&request.url) || (is_distinct && mentions.says(path)) {
        evidence.name(6, "the message names its address".to_owned());
    }
    if request.is_failure() && mentions.says_status(request.status) {
        evidence.name(4, format!("the message names its status {}", request.status));
    }
    let answer = request.response_body.as_deref().unwrap_or_default();
    if let Some(text) = texts(answer, parsed).into_iter().find(|text| mentions.says(text)) {
        evidence.name(5, format!("the message repeats its answer `{}`", truncate(&text, 60)));
    }
    if request.status == 0 && request.is_failure() && mentions.says_unanswered() {
        evidence.name(4, "the message is the browser's for a request without an answer".to_owned());
    }
    if is_distinct && mentions.has_in_code(path) {
        evidence.weight += 4;
        evidence.is_told_by_body |= request.is_failure();
        evidence.because.push(format!("the code there calls `{path}`"));
    }
}

/// What the answer has to do with what the code took it for.
fn read(
    evidence: &mut Evidence,
    mentions: &Mentions<'_>,
    request: &NetworkBody<'_>,
    parsed: Option<&Value>,
) {
    let answer = request.response_body.as_deref().unwrap_or_default();
    let is_whole = request.response_truncated != Some(true);
    if mentions.says_not_json() && is_whole && parsed.is_none() && request.status != 0 {
        let what = match answer.trim_start() {
            "" => "empty",
            text if text.starts_with('<') => "HTML",
            _ => "no JSON",
        };
        evidence.name(4, format!("its answer is {what}"));
    }
    let (Some(culprit), Some(parsed)) = (&mentions.culprit, parsed) else { return };
    match find(parsed, culprit, 0) {
        Some(Value::Null) => {
            evidence.weight += 4;
            evidence.is_told_by_body = true;
            evidence.because.push(format!("`{culprit}` is null in its answer"));
        }
        Some(value) if mentions.says_wrong_kind() && !value.is_array() => {
            evidence.weight += 4;
            evidence.is_told_by_body = true;
            evidence.because.push(format!("`{culprit}` is {} in its answer", type_of(value)));
        }
        None if is_whole && parsed.is_object() && request.is_failure() => {
            evidence.weight += 2;
            evidence.because.push(format!("its answer has no `{culprit}`"));
        }
        _ => {}
    }
}

/// Texts of an answer that an error may repeat: what it calls its error, or all of it if it is short.
fn texts(answer: &str, parsed: Option<&Value>) -> Vec<String> {
    let is_long_enough = |text: &str| text.len() >= limits::CAUSE_TEXT_MIN_CHARS;
    match parsed {
        Some(value) => {
            let mut texts = Vec::new();
            collect(value, None, 0, &mut texts);
            texts.retain(|text| is_long_enough(text));
            texts
        }
        None if answer.len() <= limits::CAUSE_TEXT_MAX_CHARS && is_long_enough(answer.trim()) => {
            vec![answer.trim().to_owned()]
        }
        None => Vec::new(),
    }
}

fn collect(value: &Value, key: Option<&str>, depth: usize, texts: &mut Vec<String>) {
    if depth > limits::CAUSE_BODY_DEPTH || texts.len() > limits::CAUSES_TEXTS_MAX {
        return;
    }
    match value {
        Value::String(text) if key.is_none_or(is_error_like) => texts.push(text.clone()),
        Value::Array(items) => {
            for item in items {
                collect(item, key, depth + 1, texts);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                collect(member, Some(name), depth + 1, texts);
            }
        }
        _ => {}
    }
}

/// Whether a member of an answer tells what went wrong.
pub(super) fn is_error_like(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["error", "message", "detail", "reason", "title", "code", "status", "fail", "exception"]
        .iter()
        .any(|word| name.contains(word))
}

/// The member of this name, the nearest to the top.
fn find<'v>(value: &'v Value, name: &str, depth: usize) -> Option<&'v Value> {
    if depth > limits::CAUSE_BODY_DEPTH {
        return None;
    }
    match value {
        Value::Object(members) => members
            .get(name)
            .or_else(|| members.values().find_map(|member| find(member, name, depth + 1))),
        Value::Array(items) => items.iter().find_map(|item| find(item, name, depth + 1)),
        _ => None,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn whole(duration: Option<f64>) -> i64 {
    duration.unwrap_or_default() as i64
}
