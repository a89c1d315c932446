//! Small pieces of text that several tools show alike.

use gasoline_protocol::Timestamp;
use gasoline_protocol::escape;
use gasoline_protocol::events::action::EnhancedAction;
use gasoline_protocol::events::network::NetworkBody;
use gasoline_protocol::truncate::{self, truncate};
use serde_json::Number;

use crate::limits;

pub(crate) use gasoline_analysis::report::counted as count;

/// The time of day, to the millisecond: within a session the date is known.
pub(crate) fn clock(time: Timestamp) -> String {
    let whole = time.to_string();
    whole.get(11..23).unwrap_or(&whole).to_owned()
}

/// The first `max_chars` characters of a text of a page, on one line.
pub(crate) fn truncated(text: &str, max_chars: usize) -> String {
    escape::line(&truncate(text, max_chars)).into_owned()
}

/// A text of a page on one line, its words one blank apart.
pub(crate) fn one_line(text: &str, most: usize) -> String {
    truncated(&truncate::one_line(text), most)
}

/// A text of a page under its name, its lines indented so that none can pass for ours.
pub(crate) fn block(name: &str, text: &str) -> String {
    format!("   {name}: {}\n", escape::lines(text).replace('\n', "\n      "))
}

/// Lines under a heading, each of which may quote a page.
pub(crate) fn list(heading: &str, lines: &[String]) -> String {
    let mut text = heading.to_owned();
    for line in lines {
        text.push_str("\n- ");
        text.push_str(&escape::line(line));
    }
    text
}

/// The first lines of a stack, indented; the message it begins with is shown elsewhere.
pub(crate) fn stack(stack: &str) -> String {
    stack
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("at ") || line.contains('@'))
        .take(limits::STACK_SHOWN_LINES)
        .map(|line| format!("   {}\n", truncated(line, limits::MESSAGE_SHOWN_CHARS)))
        .collect::<Vec<_>>()
        .concat()
}

/// A captured number as clients send it: without a fraction where it is a whole one.
pub(crate) fn number(value: f64) -> Number {
    // The cast saturates; a number that it changes stays as it is.
    #[expect(clippy::cast_possible_truncation)]
    let whole = value as i64;
    #[expect(clippy::cast_precision_loss)]
    let is_whole = (whole as f64 - value).abs() < f64::EPSILON;
    Number::from_f64(value).filter(|_| !is_whole).unwrap_or(whole.into())
}

/// `POST http://… → 500 (132 ms)`.
pub(crate) fn request(body: &NetworkBody<'_>) -> String {
    let url = truncated(&body.url, limits::MESSAGE_SHOWN_CHARS);
    format!("{} {url} → {}", body.method.line(), outcome(body))
}

/// `500 (132 ms)`.
pub(crate) fn outcome(body: &NetworkBody<'_>) -> String {
    let outcome = match (body.status, body.error.as_deref()) {
        (0, Some(error)) => format!("failed ({})", escape::line(error)),
        (0, None) => "failed (no response)".to_owned(),
        (status, _) => match body.status_text.as_deref() {
            Some(text) if !text.is_empty() => format!("{status} {}", escape::line(text)),
            _ => status.to_string(),
        },
    };
    let duration = body.duration.map(|ms| format!(" ({ms:.0} ms)")).unwrap_or_default();
    format!("{outcome}{duration}")
}

/// The bodies of a request, as far as they are shown in a list.
pub(crate) fn bodies(body: &NetworkBody<'_>) -> String {
    let show = |name: &str, text: Option<&str>, is_cut: Option<bool>| {
        let text = text.filter(|text| !text.is_empty())?;
        let cut = if is_cut == Some(true) { " [captured in part]" } else { "" };
        Some(format!("   {name}: {}{cut}\n", one_line(text, limits::BODY_SHOWN_CHARS)))
    };
    let request = show("request", body.request_body.as_deref(), body.request_truncated);
    let response = show("response", body.response_body.as_deref(), body.response_truncated);
    [request, response].into_iter().flatten().collect()
}

/// `click button "Pay" on http://…`.
pub(crate) fn action(action: &EnhancedAction<'_>) -> String {
    let mut said = match action.answered() {
        Some(answered) => one_line(&answered, 120),
        None => action.kind.name().to_owned(),
    };
    if let Some(selectors) = &action.selectors {
        let named = selectors.role.as_ref().and_then(|role| {
            let name = role.name.as_deref()?;
            Some(format!(
                "{} \"{}\"",
                role.role.as_deref().unwrap_or("element"),
                truncated(name, 60)
            ))
        });
        let target = named
            .or_else(|| {
                selectors.text.as_deref().map(|text| format!("\"{}\"", truncated(text, 60)))
            })
            .or_else(|| {
                selectors.aria_label.as_deref().map(|label| format!("\"{}\"", truncated(label, 60)))
            })
            .or_else(|| {
                selectors
                    .test_id
                    .as_deref()
                    .map(|id| format!("[data-testid={}]", truncated(id, 60)))
            })
            .or_else(|| selectors.id.as_deref().map(|id| format!("#{}", truncated(id, 60))))
            .or_else(|| selectors.css_path.as_deref().map(|path| truncated(path, 80)));
        if let Some(target) = target {
            said.push(' ');
            said.push_str(&target);
        }
    }
    let detail = [
        action.value.as_deref().map(|value| format!(" = \"{}\"", one_line(value, 80))),
        action.key.as_deref().map(|key| format!(" {}", truncated(key, 20))),
        action
            .selected_text
            .as_deref()
            .or(action.selected_value.as_deref())
            .map(|text| format!(" → \"{}\"", truncated(text, 60))),
        action.checked.map(|checked| if checked { " ☑".to_owned() } else { " ☐".to_owned() }),
        action.to_url.as_deref().map(|url| format!(" → {}", truncated(url, 200))),
    ];
    said.extend(detail.into_iter().flatten());
    escape::line(&said).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_page_stays_on_its_line_or_in_its_block() {
        assert_eq!(truncated("a\nhint: b", 20), "a\\nhint: b");
        assert_eq!(truncated("as it is", 5), "as it…");
        assert_eq!(one_line(" a\n  b\u{1b} ", 20), "a b\\u{1b}");
        assert_eq!(block("response", "a\nhint: b"), "   response: a\n      hint: b\n");
    }
}
