//! JSON as code: every name and every string goes through `quote`.

use serde_json::Value;

use super::quote::quote;
use crate::plan::USER_PROVIDED;

/// A value over several lines, each indented below the first.
pub(super) fn literal(value: &Value, depth: usize) -> String {
    write(value, None, depth)
}

fn write(value: &Value, name: Option<&str>, depth: usize) -> String {
    let inside = "  ".repeat(depth + 1);
    let outside = "  ".repeat(depth);
    match value {
        Value::String(text) if text == USER_PROVIDED => {
            format!("process.env.{} ?? {}", variable(name), quote(text))
        }
        Value::String(text) => quote(text),
        Value::Array(items) if items.is_empty() => "[]".to_owned(),
        Value::Array(items) => {
            let lines =
                items.iter().map(|item| format!("{inside}{},\n", write(item, name, depth + 1)));
            format!("[\n{}{outside}]", lines.collect::<String>())
        }
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let lines = members.iter().map(|(name, member)| {
                format!("{inside}{}: {},\n", key(name), write(member, Some(name), depth + 1))
            });
            format!("{{\n{}{outside}}}", lines.collect::<String>())
        }
        plain => plain.to_string(),
    }
}

/// A name in an object. `__proto__` would set the prototype, computed it is a name like others.
fn key(name: &str) -> String {
    match name {
        "__proto__" => "['__proto__']".to_owned(),
        name if is_identifier(name) => name.to_owned(),
        name => quote(name),
    }
}

/// A member of an expression: `.name` or `['na me']`.
pub(super) fn member(name: &str) -> String {
    if is_identifier(name) { format!(".{name}") } else { format!("[{}]", quote(name)) }
}

pub(super) fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$')
}

/// The variable that holds what was withheld: `GASOLINE_PASSWORD`.
fn variable(name: Option<&str>) -> String {
    let name = name.unwrap_or("value");
    let plain: String = name
        .chars()
        .map(|one| if one.is_ascii_alphanumeric() { one.to_ascii_uppercase() } else { '_' })
        .collect();
    format!("GASOLINE_{plain}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_and_strings_are_quoted() {
        let value =
            json!({"a": [1, null], "b c": "it's", "__proto__": {}, "pass-word": "[user-provided]"});
        assert_eq!(
            literal(&value, 0),
            "{\n  a: [\n    1,\n    null,\n  ],\n  'b c': 'it\\'s',\n  ['__proto__']: {},\n  \
             'pass-word': process.env.GASOLINE_PASS_WORD ?? '[user-provided]',\n}"
        );
    }
}
