//! What a client should not have sent, taken out again: a client is never trusted.
//!
//! One policy over an event's JSON does the clamping and the scrubbing: sizes, the members only the
//! server writes, the values of sensitive headers, what was typed into a sensitive input.

use std::borrow::Cow;

use gasoline_protocol::event::RESERVED_MEMBERS;
use gasoline_protocol::json::{Bounds, Fate, Place, Policy};
use gasoline_protocol::limits::{
    REQUEST_BODY_MAX_BYTES, RESPONSE_BODY_MAX_BYTES, STRING_MAX_CHARS, TRUNCATION_MARK,
    WEBSOCKET_DATA_MAX_BYTES,
};
use gasoline_protocol::sensitive::{is_sensitive_header, is_sensitive_header_name};
use gasoline_protocol::truncate::{Limit, before_token};

/// Clamps and scrubs one event while it is rewritten.
#[derive(Debug, Default)]
pub(crate) struct Scrub {
    /// Outer members that go, besides the reserved ones.
    drops: Vec<&'static str>,
    /// The `value` was typed into a sensitive input.
    redacts_value: bool,
    /// The flags to set: names of members.
    pub(crate) flags: Vec<&'static str>,
    outer: Outer,
}

/// The outer member the rewriter is in.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Outer {
    RequestBody,
    ResponseBody,
    Data,
    Headers,
    #[default]
    Other,
}

impl Outer {
    fn of(key: &str) -> Self {
        match key {
            "requestBody" => Self::RequestBody,
            "responseBody" => Self::ResponseBody,
            "data" => Self::Data,
            "requestHeaders" | "responseHeaders" => Self::Headers,
            _ => Self::Other,
        }
    }
}

impl Scrub {
    /// The second pass over an event, for what only the first could tell.
    pub(crate) fn again(drops: Vec<&'static str>, redacts_value: bool) -> Self {
        Self { drops, redacts_value, ..Self::default() }
    }

    fn flag(&mut self, name: &'static str) {
        if !self.flags.contains(&name) {
            self.flags.push(name);
        }
    }
}

impl Policy for Scrub {
    fn bounds(&self) -> Bounds {
        Bounds::EVENT
    }

    fn member(&mut self, depth: usize, key: &str) -> Fate {
        if depth == 1 {
            self.outer = Outer::of(key);
            if RESERVED_MEMBERS.contains(&key) || self.drops.contains(&key) {
                return Fate::Drop;
            }
            if key == "value" && self.redacts_value {
                return Fate::Redact;
            }
        }
        let is_header = depth == 2 && self.outer == Outer::Headers && is_sensitive_header(key);
        if is_header || is_sensitive_header_name(key.as_bytes()) {
            return Fate::Redact;
        }
        Fate::Keep
    }

    fn string(&mut self, place: Place<'_>, text: &str) -> Option<String> {
        let (limit, mark, flag) = match self.outer {
            Outer::RequestBody if place.depth == 1 => {
                (Limit::Bytes(REQUEST_BODY_MAX_BYTES), "", "requestTruncated")
            }
            Outer::ResponseBody if place.depth == 1 => {
                (Limit::Bytes(RESPONSE_BODY_MAX_BYTES), "", "responseTruncated")
            }
            Outer::Data if place.depth == 1 => {
                (Limit::Bytes(WEBSOCKET_DATA_MAX_BYTES), "", "truncated")
            }
            // What our clients truncated is that long with its mark, and stays as it is.
            _ if Limit::Chars(STRING_MAX_CHARS + TRUNCATION_MARK.len()).fits(text) => return None,
            _ => (Limit::Chars(STRING_MAX_CHARS), TRUNCATION_MARK, "truncated"),
        };
        match before_token(text, limit, mark) {
            Cow::Borrowed(_) => None,
            Cow::Owned(kept) => {
                self.flag(flag);
                Some(kept)
            }
        }
    }

    fn cut(&mut self) {
        self.flag("truncated");
    }
}

#[cfg(test)]
mod tests {
    use gasoline_protocol::json::rewrite;
    use serde_json::{Value, json};

    use super::*;

    #[track_caller]
    fn check(event: &Value, expected: &Value, flags: &[&str]) {
        let mut scrub = Scrub::default();
        let text = rewrite(&event.to_string(), &mut scrub);
        assert_eq!(&serde_json::from_str::<Value>(&text).expect("valid JSON"), expected);
        assert_eq!(scrub.flags, flags);
    }

    #[test]
    fn header_values_go_and_their_names_stay() {
        check(
            &json!({"requestHeaders": {"Authorization": "Bearer x", "X-My-Token": "t", "accept": "a"}}),
            &json!({"requestHeaders": {"Authorization": "[redacted]", "X-My-Token": "[redacted]", "accept": "a"}}),
            &[],
        );
        check(
            &json!({"args": [{"deep": {"cookie": "a=b", "my-token": "kept"}}]}),
            &json!({"args": [{"deep": {"cookie": "[redacted]", "my-token": "kept"}}]}),
            &[],
        );
    }

    #[test]
    fn bodies_are_cut_in_bytes_and_flagged() {
        let long = "é ".repeat(10_000);
        check(
            &json!({"requestBody": long, "data": "short"}),
            &json!({"requestBody": long[..8192], "data": "short"}),
            &["requestTruncated"],
        );
    }

    #[test]
    fn a_cut_does_not_leave_half_a_word() {
        let text =
            format!("{} {}", "a ".repeat(5115), "ghp_0123456789012345678901234567890123456789");
        let mut scrub = Scrub::default();
        let event = json!({"message": format!("{text} {}", "b ".repeat(5_000))}).to_string();
        let cut = rewrite(&event, &mut scrub);
        assert!(!cut.contains("ghp_"), "{}", &cut[cut.len() - 80..]);
        assert!(cut.contains(TRUNCATION_MARK));
    }

    #[test]
    fn a_string_our_clients_have_cut_is_left_alone() {
        let cut = format!("{}{TRUNCATION_MARK}", "界".repeat(STRING_MAX_CHARS));
        check(&json!({"message": cut}), &json!({"message": cut}), &[]);
    }

    #[test]
    fn the_servers_own_members_cannot_be_sent() {
        check(
            &json!({"seq": 1, "received_at": 2, "a": {"seq": 3}}),
            &json!({"a": {"seq": 3}}),
            &[],
        );
    }
}
