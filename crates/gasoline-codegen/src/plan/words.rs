//! What the user did, in the words of a comment.

use gasoline_protocol::events::action::EnhancedAction;
use gasoline_protocol::url::Url;

use super::merge::{Did, Intent};
use super::volatile::Volatile;

/// `login-leads-to-dashboard`: a text as part of a file name.
pub(super) fn slug(text: &str, max_chars: usize) -> String {
    let mut slug = String::new();
    for character in text.chars() {
        if slug.len() >= max_chars {
            break;
        }
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// `Click button "Log in"`.
pub(super) fn says(intent: &Intent<'_>) -> String {
    let element = intent.action.map(element).unwrap_or_default();
    match &intent.did {
        Did::Visit(url) => format!("Open {}", place(url)),
        Did::Reload => "Reload the page".to_owned(),
        Did::Back => "Go back".to_owned(),
        Did::Click(1) => format!("Click {element}"),
        Did::Click(_) => format!("Double-click {element}"),
        Did::Toggle(true) => format!("Check {element}"),
        Did::Toggle(false) => format!("Uncheck {element}"),
        Did::Fill => format!("Fill {element}"),
        Did::Upload => format!("Choose a file for {element}"),
        Did::Press => {
            let key = intent.action.and_then(|action| action.key.as_deref()).unwrap_or("Enter");
            format!("Press {key}")
        }
        Did::Select => {
            let text = intent.action.and_then(|action| action.selected_text.as_deref());
            match text.filter(|text| !text.is_empty()) {
                Some(text) => format!("Select \"{text}\" in {element}"),
                None => format!("Select in {element}"),
            }
        }
        Did::Submit => format!("Submit {element}"),
        Did::Scroll => {
            let y = intent.action.and_then(|action| action.scroll_y).unwrap_or(0.0);
            format!("User scrolled to y={y}")
        }
        Did::Appear => "A new page opens".to_owned(),
    }
}

/// `button "Log in"`, `textbox "Email"`, `[data-testid=x]`.
fn element(action: &EnhancedAction<'_>) -> String {
    let Some(selectors) = &action.selectors else { return "the element".to_owned() };
    let named = selectors
        .role
        .as_ref()
        .and_then(|role| Some(format!("{} \"{}\"", role.role.as_deref()?, role.name.as_deref()?)));
    named
        .or_else(|| selectors.aria_label.as_deref().map(|label| format!("\"{label}\"")))
        .or_else(|| selectors.text.as_deref().map(|text| format!("\"{text}\"")))
        .or_else(|| selectors.test_id.as_deref().map(str::to_owned))
        .or_else(|| selectors.id.as_deref().map(|id| format!("#{id}")))
        .or_else(|| selectors.css_path.as_deref().map(str::to_owned))
        .unwrap_or_else(|| "the element".to_owned())
}

/// The path of a page, with its route.
pub(super) fn place(url: &str) -> String {
    match Url::absolute(url) {
        Some(address) if address.has_route() => format!("{}#{}", address.path, address.fragment),
        Some(address) => address.path.to_owned(),
        None => url.to_owned(),
    }
}

/// A name for the whole: where it began, where it ended, what was done last.
pub(super) fn title(intents: &[Intent<'_>], volatile: &Volatile) -> String {
    let place = |url: &str| volatile.path(&place(url)).show();
    let start = intents.iter().find_map(|intent| match &intent.did {
        Did::Visit(url) => Some(place(url)),
        _ => None,
    });
    let end = intents.iter().rev().find_map(|intent| intent.arrival.as_deref()).map(place);
    let last = intents
        .iter()
        .rev()
        .find(|intent| matches!(intent.did, Did::Click(_) | Did::Press | Did::Submit | Did::Select))
        .map(says);
    let start = start.unwrap_or_else(|| "/".to_owned());
    match (last, end) {
        (Some(last), Some(end)) if end != start => {
            format!("{start}: {} leads to {end}", lower_first(&last))
        }
        (Some(last), _) => format!("{start}: {}", lower_first(&last)),
        (None, Some(end)) if end != start => format!("{start} leads to {end}"),
        (None, _) => format!("{start} works as recorded"),
    }
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => String::new(),
    }
}
