//! Names whose values never leave the page. The same lists are exported to TypeScript.

/// Headers whose value is replaced by [`REDACTED`]; their presence may still be told.
pub const SENSITIVE_HEADERS: &[&str] = &[
    "authorization",
    "cookie",
    "proxy-authorization",
    "set-cookie",
    "x-access-token",
    "x-api-key",
    "x-auth-token",
    "x-csrf-token",
    "x-password",
    "x-secret",
    "x-xsrf-token",
];

/// Any header with one of these inside its name counts as sensitive, and so do all of the above: this
/// is what pages read.
pub const SENSITIVE_HEADER_PARTS: &[&str] =
    &["authorization", "cookie", "token", "secret", "password", "api-key", "apikey"];

/// Input types whose value is never recorded.
pub const SENSITIVE_INPUT_TYPES: &[&str] = &["password", "credit-card"];

/// `autocomplete` values that start like this mark a sensitive input.
pub const SENSITIVE_AUTOCOMPLETE: &[&str] =
    &["cc-", "credit-card", "current-password", "new-password", "one-time-code", "password"];

/// Inputs with one of these inside their name or id are sensitive.
pub const SENSITIVE_INPUT_NAMES: &[&str] =
    &["card", "credit", "cvc", "cvv", "passwd", "password", "secret", "ssn", "token"];

/// What stands in place of a value that was taken out.
pub const REDACTED: &str = "[redacted]";

/// Whether the value of this header may not be kept.
pub fn is_sensitive_header(name: &str) -> bool {
    SENSITIVE_HEADER_PARTS.iter().any(|part| contains_ignore_case(name, part))
}

/// Whether `key` is one of the headers that are sensitive wherever they stand.
///
/// Exact names only: it is asked of every key of every event, and a page may well have a harmless
/// member called `tokens`. The first comparison that decides is the length.
pub fn is_sensitive_header_name(key: &[u8]) -> bool {
    matches!(key.len(), 6 | 8..=14 | 19)
        && SENSITIVE_HEADERS.iter().any(|known| key.eq_ignore_ascii_case(known.as_bytes()))
}

/// Whether an input of this type holds a value that may not be kept.
pub fn is_sensitive_input_type(input_type: &str) -> bool {
    SENSITIVE_INPUT_TYPES.iter().any(|known| input_type.eq_ignore_ascii_case(known))
        || input_type.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("cc-"))
}

fn contains_ignore_case(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len()).any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_names_are_compared_without_case_and_by_parts() {
        assert!(is_sensitive_header("Authorization"));
        assert!(is_sensitive_header("X-Amz-Security-Token"));
        assert!(!is_sensitive_header("Content-Type"));
    }

    #[test]
    fn every_listed_header_passes_the_length_check_and_has_a_part() {
        for name in SENSITIVE_HEADERS {
            assert!(is_sensitive_header_name(name.as_bytes()), "{name}");
            assert!(is_sensitive_header(name), "{name}");
        }
        assert!(!is_sensitive_header_name(b"tokens"));
    }

    #[test]
    fn password_and_card_inputs_are_sensitive() {
        assert!(is_sensitive_input_type("Password"));
        assert!(is_sensitive_input_type("cc-number"));
        assert!(!is_sensitive_input_type("text"));
    }
}
