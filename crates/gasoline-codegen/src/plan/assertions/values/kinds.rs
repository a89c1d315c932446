//! Which values can be asserted at all, by their names and their kind.

use gasoline_analysis::secrets::is_secret_name;
use serde_json::Value;

use crate::limits::VALUE_MAX_CHARS;
use crate::plan::locators::is_masked;

/// Members that people know an element by, the best first.
pub(super) const LABELS: [&str; 8] =
    ["name", "title", "label", "subject", "displayName", "fullName", "slug", "text"];

/// Whether a member may be asserted: it is no secret, and nothing that changes by itself.
pub(in crate::plan) fn is_assertable(name: &str, value: &Value) -> bool {
    // Live figures, and words that tell a first time from a second.
    const LIVE: [&str; 22] = [
        "stock",
        "left",
        "available",
        "availability",
        "remaining",
        "inventory",
        "online",
        "unread",
        "views",
        "likes",
        "cached",
        "created",
        "existing",
        "existed",
        "isnew",
        "new",
        "changed",
        "updated",
        "modified",
        "uptime",
        "version",
        "timestamp",
    ];
    let plain = plain(name);
    let is_usable = match value {
        Value::String(text) => {
            !text.is_empty() && !is_masked(text) && text.chars().count() <= VALUE_MAX_CHARS
        }
        Value::Number(_) | Value::Bool(_) => true,
        _ => false,
    };
    is_usable && !is_secret_name(name) && !LIVE.contains(&plain.as_str())
}

/// `order_date` and `orderDate` are one name.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(|one| one.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// Whether a text says enough to be no coincidence when it is met again.
pub(super) fn is_telling(text: &str) -> bool {
    text.trim().chars().count() >= 3 && text.chars().any(char::is_alphabetic)
}

/// A word out of a few that stand for a state: `CANCELLED`, or `admin` as a role. Words for states
/// that pass by themselves do not count.
pub(super) fn is_enum(name: &str, text: &str) -> bool {
    const NAMES: [&str; 14] = [
        "status",
        "state",
        "type",
        "kind",
        "role",
        "mode",
        "currency",
        "country",
        "category",
        "result",
        "outcome",
        "stage",
        "visibility",
        "priority",
    ];
    const PASSING: [&str; 12] = [
        "pending",
        "queued",
        "processing",
        "running",
        "progress",
        "inprogress",
        "started",
        "loading",
        "syncing",
        "waiting",
        "scheduled",
        "new",
    ];
    let is_word = |one: char| one.is_ascii_alphabetic() || one == '_' || one == '-';
    let is_short = (2..=24).contains(&text.len()) && text.chars().all(is_word);
    let is_capital = text.len() >= 3 && !text.chars().any(|one| one.is_ascii_lowercase());
    let lower = plain(name);
    let is_named = NAMES.iter().any(|known| lower.ends_with(known));
    is_short && (is_capital || is_named) && !PASSING.contains(&plain(text).as_str())
}

/// Equal as forms and addresses see it: `"2"` is 2.
pub(in crate::plan) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Number(number), Value::String(text))
        | (Value::String(text), Value::Number(number)) => {
            text.trim().parse::<f64>().ok().is_some_and(|read| Some(read) == number.as_f64())
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn secrets_live_figures_and_masked_texts_are_never_asserted() {
        for (name, value) in [
            ("token", json!("abc")),
            ("stock", json!(4)),
            ("is_new", json!(true)),
            ("note", json!("sk_liv***abc")),
            ("note", json!("")),
            ("note", json!(null)),
            ("list", json!([1])),
        ] {
            assert!(!is_assertable(name, &value), "{name}: {value}");
        }
        assert!(is_assertable("giftWrap", &json!(true)));
        assert!(is_assertable("name", &json!("Milk")));
    }

    #[test]
    fn words_for_a_state_count_unless_the_state_passes() {
        assert!(is_enum("status", "CANCELLED"));
        assert!(is_enum("userRole", "admin"));
        for (name, text) in
            [("status", "pending"), ("name", "Ada"), ("code", "A-1"), ("status", "IN_PROGRESS")]
        {
            assert!(!is_enum(name, text), "{name}: {text}");
        }
    }

    #[test]
    fn what_a_form_sends_as_text_comes_back_as_a_number() {
        assert!(is_same(&json!("79"), &json!(79)));
        assert!(is_same(&json!("84.5"), &json!(84.5)));
        assert!(!is_same(&json!("x"), &json!(0)));
        assert!(!is_same(&json!("true"), &json!(true)));
    }
}
