//! Texts within texts: every value of a body, decoded, with the name it stands behind.

use std::borrow::Cow;

use gasoline_protocol::truncate::prefix;
use serde_json::Value;

use super::url::{is_form, pairs};
use crate::limits;
use crate::secrets;

/// One value of a body.
#[derive(Debug)]
pub(super) struct Leaf<'a> {
    /// The nearest name, lists looked through; empty where there is none.
    pub(super) name: Cow<'a, str>,
    /// The way to it.
    pub(super) way: Option<&'a Way<'a>>,
    pub(super) text: Cow<'a, str>,
    /// How many objects and lists are around it.
    pub(super) depth: usize,
    /// It is not one value but a whole text that could not be taken apart.
    pub(super) is_whole: bool,
}

/// The names from the outside in. It is written down only for the few values that matter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way<'a> {
    before: Option<&'a Way<'a>>,
    name: &'a str,
}

/// What a list adds to a way.
const ITEM: &str = "[]";

impl Way<'_> {
    /// `user.emails[]`, secrets among the names taken out.
    fn written(&self) -> String {
        let mut names = vec![shown_name(self.name)];
        let mut at = self.before;
        while let Some(way) = at {
            names.push(shown_name(way.name));
            at = way.before;
        }
        names.reverse();
        names.join(".").replace(".[]", ITEM)
    }
}

impl Leaf<'_> {
    /// The way to it: `user.emails[]`; empty at the top.
    pub(super) fn path(&self) -> String {
        self.way.map(Way::written).unwrap_or_default()
    }
}

/// A name as evidence shows it. It is masked before it is cut: half a secret is known by no rule.
pub(super) fn shown_name(name: &str) -> String {
    let masked = secrets::mask(name);
    let name = masked.as_deref().unwrap_or(name);
    prefix(name, limits::AUDIT_NAME_MAX_CHARS).to_owned()
}

/// Calls `see` for every value in `text`: JSON, JSON within JSON, a form, or the text itself.
pub(super) fn leaves(text: &str, see: &mut impl FnMut(Leaf<'_>)) {
    within(text, "", None, 0, see);
}

/// The same for JSON that is a tree already.
pub(super) fn leaves_of(value: &Value, name: &str, see: &mut impl FnMut(Leaf<'_>)) {
    walk(value, name, Some(&Way { before: None, name }), 0, see);
}

fn within(
    text: &str,
    name: &str,
    way: Option<&Way<'_>>,
    depth: usize,
    see: &mut impl FnMut(Leaf<'_>),
) {
    let trimmed = text.trim();
    let is_json = trimmed.starts_with(['{', '[']) || trimmed.starts_with("\"{");
    if is_json
        && depth < limits::AUDIT_MAX_DEPTH
        && let Ok(value) = serde_json::from_str::<Value>(trimmed)
    {
        return walk(&value, name, way, depth, see);
    }
    if is_form(text) {
        for (name, value) in pairs(text) {
            let way = Way { before: way, name: &name };
            let name = Cow::Borrowed(&*name);
            see(Leaf { name, way: Some(&way), text: value, depth: depth + 1, is_whole: false });
        }
        return;
    }
    let (name, text) = (Cow::Borrowed(name), Cow::Borrowed(text));
    see(Leaf { is_whole: name.is_empty(), name, way, text, depth });
}

fn walk(
    value: &Value,
    name: &str,
    way: Option<&Way<'_>>,
    depth: usize,
    see: &mut impl FnMut(Leaf<'_>),
) {
    let leaf = |text| Leaf { name: Cow::Borrowed(name), way, text, depth, is_whole: false };
    match value {
        Value::String(text) if text.starts_with(['{', '[', '"']) => {
            within(text, name, way, depth, see);
        }
        Value::String(text) => see(leaf(Cow::Borrowed(text.as_str()))),
        Value::Number(number) => see(leaf(Cow::Owned(number.to_string()))),
        Value::Array(items) => {
            let way = Way { before: way, name: ITEM };
            for item in items {
                walk(item, name, Some(&way), depth + 1, see);
            }
        }
        Value::Object(members) => {
            // `{"name": "password", "value": "…"}` names its value beside it.
            let called = members.get("name").or_else(|| members.get("key")).and_then(Value::as_str);
            for (key, member) in members {
                if key.len() >= limits::AUDIT_KEY_MIN_BYTES {
                    let text = Cow::Borrowed(key.as_str());
                    let name = Cow::Borrowed("");
                    see(Leaf { name, way, text, depth: depth + 1, is_whole: true });
                }
                let name = called.filter(|_| key == "value").unwrap_or(key);
                walk(member, name, Some(&Way { before: way, name }), depth + 1, see);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str, &str)]) {
        let mut found = Vec::new();
        leaves(text, &mut |leaf| {
            let path = leaf.path();
            found.push((leaf.name.into_owned(), path, leaf.text.into_owned()));
        });
        let expected: Vec<_> = expected
            .iter()
            .map(|(name, path, text)| ((*name).to_owned(), (*path).to_owned(), (*text).to_owned()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn json_comes_apart_at_every_level() {
        check(r#"{"a":{"b":["c",1]}}"#, &[("b", "a.b[]", "c"), ("b", "a.b[]", "1")]);
        check(r#"{"body":"{\"token\":\"x\\/y\"}"}"#, &[("token", "body.token", "x/y")]);
        check(
            r#"{"name":"password","value":"x"}"#,
            &[("name", "name", "password"), ("password", "password", "x")],
        );
    }

    #[test]
    fn forms_are_decoded_and_other_texts_stay_whole() {
        check("a=b%2Bc&d=e+f", &[("a", "a", "b+c"), ("d", "d", "e f")]);
        check("hello there", &[("", "", "hello there")]);
        check(r#"{"cut":"off"#, &[("", "", r#"{"cut":"off"#)]);
    }
}
