//! The message of an error without what browsers add, and the type it starts with.

/// What browsers write before an error that no code caught. How it surfaced is the entry's `source`.
const PREFIXES: [&str; 4] = [
    "Uncaught ",
    "(in promise) ",
    "Unhandled Promise Rejection: ",
    "Unhandled promise rejection: ",
];

pub fn without_prefix(message: &str) -> &str {
    let rest = PREFIXES.iter().find_map(|prefix| message.strip_prefix(prefix));
    rest.map_or(message, without_prefix)
}

/// Type and text of an error.
///
/// | message | type | text |
/// |---|---|---|
/// | `Uncaught TypeError: x is undefined` | `TypeError` | `x is undefined` |
/// | `Unhandled Promise Rejection: no` | none | `no` |
/// | `anything: else` | none | the same |
pub fn split_type(message: &str) -> (Option<&str>, &str) {
    let is_type = |name: &str| {
        (name.ends_with("Error") || name.ends_with("Exception"))
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let message = without_prefix(message);
    match message.split_once(": ") {
        Some((name, text)) if is_type(name) => (Some(name), text),
        _ => (None, message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_and_type_are_split_from_the_text() {
        for (message, expected) in [
            ("Uncaught TypeError: x is undefined", (Some("TypeError"), "x is undefined")),
            ("Uncaught (in promise) Error: no: never", (Some("Error"), "no: never")),
            ("Unhandled Promise Rejection: RangeError: far", (Some("RangeError"), "far")),
            ("Unhandled promise rejection: nothing", (None, "nothing")),
            ("DOMException: aborted", (Some("DOMException"), "aborted")),
            ("My_Error: odd", (Some("My_Error"), "odd")),
            ("anything: else", (None, "anything: else")),
            ("a TypeError: odd", (None, "a TypeError: odd")),
            ("", (None, "")),
        ] {
            assert_eq!(split_type(message), expected, "{message}");
        }
    }
}
