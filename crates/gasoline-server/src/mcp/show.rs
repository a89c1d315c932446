//! Small pieces of text that several tools show alike.

use gasoline_protocol::Timestamp;
use gasoline_protocol::action::EnhancedAction;
use gasoline_protocol::network::NetworkBody;

use crate::{exit, limits};

/// The time of day, to the millisecond: within a session the date is known.
pub(super) fn clock(time: Timestamp) -> String {
    let whole = time.to_string();
    whole.get(11..23).unwrap_or(&whole).to_owned()
}

/// The first `most` characters. Not all that is shown has been masked, and half a secret is known by
/// no rule: so it is before it is cut.
pub(super) fn clip(text: &str, most: usize) -> String {
    if text.char_indices().nth(most).is_none() {
        return text.to_owned();
    }
    let masked = exit::text(text);
    match masked.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &masked[..end]),
        None => masked.into_owned(),
    }
}

/// A text on one line.
pub(super) fn one_line(text: &str, most: usize) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    clip(&joined, most)
}

/// The first lines of a stack, indented; the message it begins with is shown elsewhere.
pub(super) fn stack(stack: &str) -> String {
    stack
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("at ") || line.contains('@'))
        .take(limits::STACK_SHOWN_LINES)
        .map(|line| format!("   {}\n", clip(line, limits::MESSAGE_SHOWN_CHARS)))
        .collect::<Vec<_>>()
        .concat()
}

/// `POST http://… → 500 (132 ms)`.
pub(super) fn request(body: &NetworkBody<'_>) -> String {
    let url = clip(&body.url, limits::MESSAGE_SHOWN_CHARS);
    format!("{} {url} → {}", body.method, outcome(body))
}

/// `500 (132 ms)`.
pub(super) fn outcome(body: &NetworkBody<'_>) -> String {
    let outcome = match (body.status, body.error.as_deref()) {
        (0, Some(error)) => format!("failed ({error})"),
        (0, None) => "failed (no response)".to_owned(),
        (status, _) => match body.status_text.as_deref() {
            Some(text) if !text.is_empty() => format!("{status} {text}"),
            _ => status.to_string(),
        },
    };
    let duration = body.duration.map(|ms| format!(" ({ms:.0} ms)")).unwrap_or_default();
    format!("{outcome}{duration}")
}

/// The bodies of a request, as far as they are shown in a list.
pub(super) fn bodies(body: &NetworkBody<'_>) -> String {
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
pub(super) fn action(action: &EnhancedAction<'_>) -> String {
    let mut said = match action.answered() {
        Some(answered) => one_line(&answered, 120),
        None => action.kind.name().to_owned(),
    };
    if let Some(selectors) = &action.selectors {
        let named = selectors.role.as_ref().and_then(|role| {
            let name = role.name.as_deref()?;
            Some(format!("{} \"{}\"", role.role.as_deref().unwrap_or("element"), clip(name, 60)))
        });
        let target = named
            .or_else(|| selectors.text.as_deref().map(|text| format!("\"{}\"", clip(text, 60))))
            .or_else(|| {
                selectors.aria_label.as_deref().map(|label| format!("\"{}\"", clip(label, 60)))
            })
            .or_else(|| {
                selectors.test_id.as_deref().map(|id| format!("[data-testid={}]", clip(id, 60)))
            })
            .or_else(|| selectors.id.as_deref().map(|id| format!("#{}", clip(id, 60))))
            .or_else(|| selectors.css_path.as_deref().map(|path| clip(path, 80)));
        if let Some(target) = target {
            said.push(' ');
            said.push_str(&target);
        }
    }
    let detail = [
        action.value.as_deref().map(|value| format!(" = \"{}\"", one_line(value, 80))),
        action.key.as_deref().map(|key| format!(" {}", clip(key, 20))),
        action
            .selected_text
            .as_deref()
            .or(action.selected_value.as_deref())
            .map(|text| format!(" → \"{}\"", clip(text, 60))),
        action.checked.map(|checked| if checked { " ☑".to_owned() } else { " ☐".to_owned() }),
        action.to_url.as_deref().map(|url| format!(" → {}", clip(url, 200))),
    ];
    said.extend(detail.into_iter().flatten());
    said
}

/// `3 errors`, `1 error`.
pub(super) fn count(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_secret_is_not_shown() {
        let token = format!("ghp_{}", "16C7e42F292c6912E7710c838347Ae178B4a");
        let text = format!("sent {token} and more");
        for most in 0..text.len() {
            let shown = clip(&text, most);
            assert!(!shown.contains(&token[6..12]) && shown.chars().count() <= most + 1, "{shown}");
        }
        assert_eq!(clip(&text, text.len()), text, "the door masks what is whole");
        assert_eq!(clip("as it is", 5), "as it…");
    }
}
