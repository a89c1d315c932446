//! Sets one member of one object in a text and leaves every other byte as it was.
//!
//! What is added follows the text: its line ends, its indentation, its objects on one line, its
//! commas at the end. A comment stays with the line it stands on.

use std::ops::Range;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged as _;
use serde_json::Value as Json;

use super::jsonc::{after_trailing_comma, get, parse};

/// The text with `key` set in the object at `path`, or `None` if no object is there.
pub(super) fn set(text: &str, path: &[&str], key: &str, value: &Json) -> Option<String> {
    let parsed = parse(text).ok()?;
    let root = parsed.value?;
    let holder = path.iter().try_fold(&root, |at, key| get(at.as_object()?, key))?;
    let object = holder.as_object()?;
    let comma = after_trailing_comma(object, &parsed.tokens.unwrap_or_default());

    let page = Page::new(text, &root);
    let one_line = page.is_on_one_line(holder) && page.is_on_one_line_by_choice(holder, &root);
    Some(match (get(object, key), one_line) {
        (Some(old), true) => {
            splice(text, old.start()..old.end(), &page.line_style(object).print(value))
        }
        (Some(old), false) => {
            let indent = page.indent_at(old.start());
            splice(text, old.start()..old.end(), &print(value, &page.unit, page.newline, indent))
        }
        (None, true) => page.add_on_the_line(object, comma, key, value),
        (None, false) => page.add_on_its_own_line(object, comma, key, value),
    })
}

/// A value over several lines, the first of them not indented.
pub(super) fn print(value: &Json, unit: &str, newline: &str, indent: &str) -> String {
    let Json::Object(members) = value else {
        return LineStyle::SPACED.print(value);
    };
    let inner = format!("{indent}{unit}");
    let member = |(key, value): (&String, &Json)| {
        format!("{newline}{inner}{}: {}", quote(key), print(value, unit, newline, &inner))
    };
    let lines: Vec<String> = members.iter().map(member).collect();
    format!("{{{}{newline}{indent}}}", lines.join(","))
}

/// The line end a text uses.
pub(super) fn newline_of(text: &str) -> &'static str {
    let first_line = text.split_inclusive('\n').next().unwrap_or_default();
    if first_line.ends_with("\r\n") { "\r\n" } else { "\n" }
}

fn quote(text: &str) -> String {
    Json::from(text).to_string()
}

fn splice(text: &str, range: Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..range.start], &text[range.end..])
}

/// How an object on one line is spaced.
struct LineStyle {
    colon: &'static str,
    comma: &'static str,
}

impl LineStyle {
    const SPACED: Self = Self { colon: ": ", comma: ", " };
    const TIGHT: Self = Self { colon: ":", comma: "," };

    fn print(&self, value: &Json) -> String {
        let join = |parts: Vec<String>| parts.join(self.comma);
        match value {
            Json::Object(members) => {
                let member = |(key, value): (&String, &Json)| self.member(key, value);
                format!("{{{}}}", join(members.iter().map(member).collect()))
            }
            Json::Array(values) => {
                format!("[{}]", join(values.iter().map(|value| self.print(value)).collect()))
            }
            plain => plain.to_string(),
        }
    }

    fn member(&self, key: &str, value: &Json) -> String {
        format!("{}{}{}", quote(key), self.colon, self.print(value))
    }
}

/// A text and how it is laid out.
struct Page<'a> {
    text: &'a str,
    newline: &'static str,
    /// One level of indentation.
    unit: String,
}

impl<'a> Page<'a> {
    fn new(text: &'a str, root: &Value<'_>) -> Self {
        let mut page = Self { text, newline: newline_of(text), unit: "  ".to_owned() };
        let members = root.as_object().map_or(&[][..], |object| &object.properties);
        let first = members.iter().find(|member| page.starts_its_line(member.start()));
        if let Some(first) = first {
            let outer = page.indent_at(root.start());
            let inner = page.indent_at(first.start());
            let unit = inner.strip_prefix(outer).filter(|unit| !unit.is_empty());
            page.unit = unit.unwrap_or("  ").to_owned();
        }
        page
    }

    fn is_on_one_line(&self, holder: &Value<'_>) -> bool {
        !self.text[holder.start()..holder.end()].contains('\n')
    }

    /// An empty object says nothing about its style; the whole document does, unless it is empty.
    fn is_on_one_line_by_choice(&self, holder: &Value<'_>, root: &Value<'_>) -> bool {
        let has_members =
            |value: &Value<'_>| value.as_object().is_some_and(|it| !it.properties.is_empty());
        has_members(holder) || (has_members(root) && self.is_on_one_line(root))
    }

    fn line_style(&self, object: &Object<'_>) -> LineStyle {
        let is_tight = object
            .properties
            .first()
            .is_some_and(|first| self.text[first.name.end()..first.value.start()].ends_with(':'));
        if is_tight { LineStyle::TIGHT } else { LineStyle::SPACED }
    }

    fn add_on_the_line(
        &self,
        object: &Object<'_>,
        comma: Option<usize>,
        key: &str,
        value: &Json,
    ) -> String {
        let style = self.line_style(object);
        let member = style.member(key, value);
        let gap = style.comma.trim_start_matches(',');
        match (object.properties.last(), comma) {
            (_, Some(at)) => splice(self.text, at..at, &format!("{gap}{member},")),
            (Some(last), None) => {
                let at = last.value.end();
                splice(self.text, at..at, &format!(",{gap}{member}"))
            }
            (None, None) => {
                let at = object.end() - 1;
                splice(self.text, at..at, &member)
            }
        }
    }

    fn add_on_its_own_line(
        &self,
        object: &Object<'_>,
        comma: Option<usize>,
        key: &str,
        value: &Json,
    ) -> String {
        let outer = self.indent_at(object.start());
        let inner = match object.properties.last() {
            Some(last) if self.starts_its_line(last.start()) => {
                self.indent_at(last.start()).to_owned()
            }
            _ => format!("{outer}{}", self.unit),
        };
        let Self { newline, unit, .. } = self;
        let printed = print(value, unit, newline, &inner);
        let line = format!("{newline}{inner}{}: {printed}", quote(key));
        match (object.properties.last(), comma) {
            (_, Some(after_comma)) => {
                let at = self.after_comments_on_line(after_comma);
                splice(self.text, at..at, &format!("{line},"))
            }
            (Some(last), None) => {
                let end = last.value.end();
                let at = self.after_comments_on_line(end);
                splice(&splice(self.text, at..at, &line), end..end, ",")
            }
            (None, None) => {
                let at = self.after_comments_on_line(object.start() + 1);
                let close = object.end() - 1;
                if self.text[at..close].contains('\n') {
                    splice(self.text, at..at, &line)
                } else {
                    splice(self.text, at..close, &format!("{line}{newline}{outer}"))
                }
            }
        }
    }

    /// Behind the last comment that begins on the same line, or where it was asked from.
    fn after_comments_on_line(&self, from: usize) -> usize {
        let mut end = from;
        loop {
            let rest = self.text[end..].trim_start_matches([' ', '\t']);
            let at = self.text.len() - rest.len();
            if rest.starts_with("//") {
                let line = rest.split(['\r', '\n']).next().unwrap_or(rest);
                return at + line.len();
            }
            match rest.strip_prefix("/*").and_then(|comment| comment.find("*/")) {
                Some(length) => end = at + length + 4,
                None => return end,
            }
        }
    }

    /// The white space that the line of an offset begins with.
    fn indent_at(&self, offset: usize) -> &'a str {
        let line = &self.text[self.line_start(offset)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    fn starts_its_line(&self, offset: usize) -> bool {
        self.text[self.line_start(offset)..offset].trim_matches([' ', '\t']).is_empty()
    }

    fn line_start(&self, offset: usize) -> usize {
        self.text[..offset].rfind('\n').map_or(0, |newline| newline + 1)
    }
}
