//! JSON Schema → TypeScript, for the schemas our own types give. Not for any schema there is.
//!
//! | schema | TypeScript |
//! |---|---|
//! | `{"type": "integer"}` | `number` |
//! | `{"enum": ["a", "b"]}` | `"a" \| "b"` |
//! | `{"type": ["string", "null"]}`, required | `string \| null` |
//! | `{"type": ["string", "null"]}`, not required | `name?: string` |
//! | `{"additionalProperties": {"type": "string"}}` | `Record<string, string>` |
//! | `{}` | `unknown` |

use serde_json::{Map, Value};

use crate::markdown::line;

/// Prettier's width: what is longer is broken over lines.
const WIDTH: usize = 80;

/// An exported declaration of a named schema.
pub(super) fn declaration(name: &str, schema: &Value) -> String {
    let comment = comment(words(schema), "");
    let parents: Vec<String> =
        items(schema, "allOf").iter().map(|parent| expression(parent, "")).collect();
    if parents.is_empty() && !schema["properties"].is_object() {
        return format!("{comment}{};\n", assigned(&format!("export type {name} ="), schema));
    }
    let extends =
        if parents.is_empty() { String::new() } else { format!(" extends {}", parents.join(", ")) };
    let body = body(schema, "  ");
    if body.is_empty() {
        return format!("{comment}export interface {name}{extends} {{}}\n");
    }
    format!("{comment}export interface {name}{extends} {{\n{body}}}\n")
}

/// A doc comment, on one line if it fits.
pub(super) fn comment(words: &str, indent: &str) -> String {
    let words = line(words).replace("*/", "*\\/");
    if words.is_empty() {
        return String::new();
    }
    let single = format!("{indent}/** {words} */\n");
    if single.chars().count() <= WIDTH {
        return single;
    }
    let mut out = format!("{indent}/**\n");
    for text in wrap(&words, WIDTH - indent.len() - 3) {
        out.push_str(&format!("{indent} * {text}\n"));
    }
    out + &format!("{indent} */\n")
}

fn wrap(words: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        if let Some(last) = lines.last_mut() {
            if last.is_empty() {
                last.push_str(word);
                continue;
            }
            if last.chars().count() + 1 + word.chars().count() <= width {
                last.push(' ');
                last.push_str(word);
                continue;
            }
        }
        lines.push(word.to_owned());
    }
    lines
}

/// The members of an interface, a line each.
fn body(schema: &Value, indent: &str) -> String {
    let mut out = String::new();
    for (name, member) in properties(schema) {
        let is_optional = !is_required(schema, name);
        let mark = if is_optional { "?" } else { "" };
        let member = if is_optional { &without_null(member) } else { member };
        out.push_str(&comment(words(member), indent));
        out.push_str(&format!("{indent}{name}{mark}: {};\n", expression(member, indent)));
    }
    out
}

/// A type after its name: beside it, below it, or one alternative a line, as fits.
fn assigned(name: &str, schema: &Value) -> String {
    let inner = if items(schema, "oneOf").len() > 1 { "    " } else { "" };
    let all = union(schema, inner);
    let joined = all.join(" | ");
    let width = joined.chars().count() + ";".len();
    if name.len() + 1 + width <= WIDTH || all.len() == 1 {
        format!("{name} {joined}")
    } else if 2 + width <= WIDTH {
        format!("{name}\n  {joined}")
    } else {
        format!("{name}\n  | {}", all.join("\n  | "))
    }
}

/// The type of a value.
pub(super) fn expression(schema: &Value, indent: &str) -> String {
    union(schema, indent).join(" | ")
}

fn union(schema: &Value, indent: &str) -> Vec<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or(reference);
        return vec![match schema["properties"]["type"]["const"].as_str() {
            Some(tag) => format!("({{ type: {tag:?} }} & {name})"),
            None => name.to_owned(),
        }];
    }
    if let Some(word) = schema.get("const") {
        return vec![word.to_string()];
    }
    if schema["enum"].is_array() {
        return items(schema, "enum").iter().map(Value::to_string).collect();
    }
    for choice in ["oneOf", "anyOf"] {
        if schema[choice].is_array() && schema.get("type").is_none() {
            let choices = items(schema, choice);
            return choices.iter().flat_map(|one| union(one, indent)).collect();
        }
    }
    match &schema["type"] {
        Value::String(name) => vec![of_type(name, schema, indent)],
        Value::Array(names) => names
            .iter()
            .filter_map(Value::as_str)
            .map(|name| of_type(name, schema, indent))
            .collect(),
        _ => vec!["unknown".to_owned()],
    }
}

fn of_type(name: &str, schema: &Value, indent: &str) -> String {
    match name {
        "integer" => "number".to_owned(),
        "array" => match schema.get("items").map(|item| expression(item, indent)) {
            Some(item) if item.contains(" | ") => format!("({item})[]"),
            Some(item) => format!("{item}[]"),
            None => "unknown[]".to_owned(),
        },
        "object" if schema["properties"].is_object() => {
            format!("{{\n{}{indent}}}", body(schema, &format!("{indent}  ")))
        }
        "object" => match schema.get("additionalProperties") {
            Some(inner) => format!("Record<string, {}>", expression(inner, indent)),
            None => "Record<string, unknown>".to_owned(),
        },
        other => other.to_owned(),
    }
}

/// The schema of a member that may be absent: `null` means the same and is not offered.
fn without_null(schema: &Value) -> Value {
    let is_null = |one: &Value| one == "null" || one["type"] == "null" || one.is_null();
    let mut schema = schema.clone();
    for list in ["type", "anyOf", "oneOf", "enum"] {
        if let Some(all) = schema.get_mut(list).and_then(Value::as_array_mut) {
            all.retain(|one| !is_null(one));
        }
    }
    schema
}

/// One member of an object, for a row of a table.
#[derive(Debug, PartialEq)]
pub(super) struct Member {
    /// Dotted where it stands inside another, `[]` where it is repeated.
    pub(super) path: String,
    pub(super) kind: String,
    pub(super) meaning: String,
    pub(super) is_optional: bool,
}

/// The members of an object and of the objects inside it, outermost first.
pub(super) fn members(schema: &Value) -> Vec<Member> {
    let mut found = Vec::new();
    gather(schema, "", &mut found);
    found
}

fn gather(schema: &Value, prefix: &str, found: &mut Vec<Member>) {
    for (name, member) in properties(schema) {
        let is_optional = !is_required(schema, name);
        let member = if is_optional { &without_null(member) } else { member };
        let path = format!("{prefix}{name}");
        let (inner, suffix) = inside(member);
        let kind = if inner.is_some() {
            format!("object{suffix}")
        } else {
            expression(member, "").replace('"', "")
        };
        let meaning = line(words(member));
        found.push(Member { path: path.clone(), kind, meaning, is_optional });
        if let Some(inner) = inner {
            gather(inner, &format!("{path}{suffix}."), found);
        }
    }
    // One of several kinds of row.
    for kind in items(schema, "oneOf") {
        gather(kind, prefix, found);
    }
}

/// The object a member is, or a list of, or may be.
fn inside(member: &Value) -> (Option<&Value>, &'static str) {
    if member["properties"].is_object() {
        return (Some(member), "");
    }
    if member["items"]["properties"].is_object() {
        return (Some(&member["items"]), "[]");
    }
    match items(member, "anyOf") {
        [only] => inside(only),
        _ => (None, ""),
    }
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["properties"].as_object().into_iter().flat_map(Map::iter)
}

fn is_required(schema: &Value, name: &str) -> bool {
    items(schema, "required").iter().any(|required| required == name)
}

fn items<'a>(schema: &'a Value, list: &str) -> &'a [Value] {
    schema[list].as_array().map_or(&[], Vec::as_slice)
}

fn words(schema: &Value) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(schema: &Value, expected: &str) {
        assert_eq!(expression(schema, ""), expected);
    }

    #[test]
    fn plain_types_are_named() {
        check(&json!({"type": "string"}), "string");
        check(&json!({"type": "integer", "minimum": 0}), "number");
        check(&json!({"type": ["string", "number"]}), "string | number");
        check(&json!({"type": "array", "items": {"type": "string"}}), "string[]");
        check(&json!({"$ref": "#/$defs/Level"}), "Level");
        let tagged = json!({"$ref": "#/$defs/Status", "properties": {"type": {"const": "status"}}});
        check(&tagged, r#"({ type: "status" } & Status)"#);
        check(&json!({}), "unknown");
        check(&json!(true), "unknown");
    }

    #[test]
    fn enumerations_become_unions_of_their_words() {
        check(&json!({"type": "string", "enum": ["a", "b"]}), r#""a" | "b""#);
        check(&json!({"oneOf": [{"const": "a"}, {"const": "b"}]}), r#""a" | "b""#);
        check(&json!({"type": "array", "items": {"enum": ["a", "b"]}}), r#"("a" | "b")[]"#);
    }

    #[test]
    fn maps_become_records() {
        let map = json!({"type": "object", "additionalProperties": {"type": "string"}});
        check(&map, "Record<string, string>");
        check(&json!({"type": "object"}), "Record<string, unknown>");
    }

    #[test]
    fn a_member_that_may_be_absent_is_exactly_that() {
        let schema = json!({
            "type": "object",
            "description": "A thing.",
            "required": ["url", "end"],
            "properties": {
                "url": {"type": "string", "description": "Where."},
                "end": {"type": ["string", "null"]},
                "level": {"anyOf": [{"$ref": "#/$defs/Level"}, {"type": "null"}]},
                "place": {"type": "object", "properties": {"x": {"type": ["number", "null"]}}},
            },
        });
        assert_eq!(
            declaration("Thing", &schema),
            "/** A thing. */\n\
             export interface Thing {\n  \
               /** Where. */\n  \
               url: string;\n  \
               end: string | null;\n  \
               level?: Level;\n  \
               place?: {\n    \
                 x?: number;\n  \
               };\n\
             }\n"
        );
    }

    #[test]
    fn what_stands_in_another_schema_is_inherited() {
        let schema = json!({
            "allOf": [{"$ref": "#/components/schemas/Envelope"}],
            "required": ["entries"],
            "properties": {"entries": {"type": "array", "items": {"$ref": "#/x/LogEntry"}}},
        });
        assert_eq!(
            declaration("LogBatch", &schema),
            "export interface LogBatch extends Envelope {\n  entries: LogEntry[];\n}\n"
        );
    }

    #[test]
    fn a_long_union_takes_a_line_each() {
        let words: Vec<String> = (0..9).map(|n| format!("alternative-{n}")).collect();
        let printed = declaration("Word", &json!({"enum": words}));
        assert!(printed.starts_with("export type Word =\n  | \"alternative-0\"\n"), "{printed}");
    }

    #[test]
    fn a_comment_cannot_be_left_early() {
        assert_eq!(comment("a */ b", ""), "/** a *\\/ b */\n");
    }

    #[test]
    fn rows_go_into_what_stands_inside() {
        let schema = json!({"properties": {
            "rules": {"type": ["array", "null"], "items": {
                "required": ["status"],
                "properties": {"status": {"type": "integer", "description": "Of the\n answer."}},
            }},
        }});
        let row = |path: &str, kind: &str, meaning: &str, is_optional| Member {
            path: path.to_owned(),
            kind: kind.to_owned(),
            meaning: meaning.to_owned(),
            is_optional,
        };
        let expected = [
            row("rules", "object[]", "", true),
            row("rules[].status", "number", "Of the answer.", false),
        ];
        assert_eq!(members(&schema), expected);
    }

    #[test]
    fn rows_of_several_kinds_list_the_members_of_each_kind() {
        let kind = |name: &str, member: &str| {
            json!({
                "properties": {"kind": {"const": name}, member: {"type": "string"}},
                "required": ["kind"],
            })
        };
        let schema = json!({
            "properties": {"seq": {"type": "integer"}},
            "oneOf": [kind("a", "url"), kind("b", "text")],
        });
        let found = members(&schema);
        let paths: Vec<(&str, &str)> =
            found.iter().map(|member| (&*member.path, &*member.kind)).collect();
        let expected = [
            ("seq", "number"),
            ("kind", "a"),
            ("url", "string"),
            ("kind", "b"),
            ("text", "string"),
        ];
        assert_eq!(paths, expected);
    }
}
