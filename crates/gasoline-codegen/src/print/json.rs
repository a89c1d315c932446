//! JSON as code: every name and every string goes through `quote`.

use serde_json::Value;

use super::quote::quote;
use crate::plan::USER_PROVIDED;

/// How wide a line may be before it is broken.
const WIDE: usize = 100;

/// Where a script finds the variables of its environment.
#[derive(Clone, Copy)]
pub(super) enum Variables {
    Node,
    Cypress,
}

/// A value over several lines, each indented below the first.
pub(super) fn literal(value: &Value, depth: usize) -> String {
    literal_with(value, depth, Variables::Node)
}

/// The same, in a language that keeps its variables elsewhere.
pub(super) fn literal_with(value: &Value, depth: usize, variables: Variables) -> String {
    write(value, None, depth, variables)
}

/// What was withheld, as the value of a variable that is named after its member.
pub(super) fn withheld(name: Option<&str>, variables: Variables) -> String {
    let variable = variable(name);
    let read = match variables {
        Variables::Node => format!("process.env.{variable}"),
        Variables::Cypress => format!("Cypress.env('{variable}')"),
    };
    format!("{read} ?? {}", quote(USER_PROVIDED))
}

/// A value on one line where it fits behind `taken` characters, else each of its parts on a line.
pub(super) fn fitting(value: &Value, taken: usize) -> String {
    broken(value, taken, 0)
}

fn broken(value: &Value, taken: usize, depth: usize) -> String {
    let line = inline(value);
    if taken + line.len() <= WIDE {
        return line;
    }
    let (inside, outside) = ("  ".repeat(depth + 1), "  ".repeat(depth));
    match value {
        Value::Array(items) => {
            let lines = items
                .iter()
                .map(|item| format!("{inside}{},\n", broken(item, inside.len(), depth + 1)));
            format!("[\n{}{outside}]", lines.collect::<String>())
        }
        Value::Object(members) => {
            let lines = members.iter().map(|(name, member)| {
                let start = format!("{inside}{}: ", key(name));
                let value = broken(member, start.len(), depth + 1);
                format!("{start}{value},\n")
            });
            format!("{{\n{}{outside}}}", lines.collect::<String>())
        }
        _ => line,
    }
}

fn inline(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, member)| format!("{}: {}", key(name), inline(member)))
                .collect();
            format!("{{ {} }}", members.join(", "))
        }
        plain => write(plain, None, 0, Variables::Node),
    }
}

fn write(value: &Value, name: Option<&str>, depth: usize, variables: Variables) -> String {
    let inside = "  ".repeat(depth + 1);
    let outside = "  ".repeat(depth);
    match value {
        Value::String(text) if text == USER_PROVIDED => withheld(name, variables),
        Value::String(text) => quote(text),
        Value::Array(items) if items.is_empty() => "[]".to_owned(),
        Value::Array(items) => {
            let lines = items
                .iter()
                .map(|item| format!("{inside}{},\n", write(item, name, depth + 1, variables)));
            format!("[\n{}{outside}]", lines.collect::<String>())
        }
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let lines = members.iter().map(|(name, member)| {
                let value = write(member, Some(name), depth + 1, variables);
                format!("{inside}{}: {value},\n", key(name))
            });
            format!("{{\n{}{outside}}}", lines.collect::<String>())
        }
        plain => plain.to_string(),
    }
}

/// A name in an object. `__proto__` would set the prototype, computed it is a name like others.
pub(super) fn key(name: &str) -> String {
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
