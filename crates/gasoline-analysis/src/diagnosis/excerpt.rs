//! The part of a body that matters, on one line.

use gasoline_protocol::truncate::{one_line, truncate};
use serde_json::{Map, Value};

use super::cause::is_error_like;

/// How much of a value is kept.
struct Cut {
    string_chars: usize,
    items: usize,
    /// Members beside those that matter.
    others: usize,
}

/// From everything to little: the first that fits is shown.
const CUTS: [Cut; 4] = [
    Cut { string_chars: usize::MAX, items: usize::MAX, others: usize::MAX },
    Cut { string_chars: 120, items: 3, others: 12 },
    Cut { string_chars: 60, items: 1, others: 4 },
    Cut { string_chars: 30, items: 1, others: 0 },
];

/// As much of a body as fits into `most` characters. Of JSON the members stay that are called like
/// one of `names`, or tell of an error; what was left out is a `…`.
pub fn excerpt(body: &str, names: &[String], most: usize) -> String {
    let line = one_line(body);
    if line.chars().count() <= most {
        return line;
    }
    let Ok(value) = serde_json::from_str::<Value>(body) else {
        return truncate(&line, most);
    };
    for cut in &CUTS {
        let text = shrunk(&value, names, cut).to_string();
        if text.chars().count() <= most {
            return text;
        }
    }
    let text = shrunk(&value, names, &CUTS[CUTS.len() - 1]).to_string();
    truncate(&text, most)
}

fn shrunk(value: &Value, names: &[String], cut: &Cut) -> Value {
    match value {
        Value::String(text) => Value::from(truncate(text, cut.string_chars)),
        Value::Array(items) => {
            let mut kept: Vec<Value> =
                items.iter().take(cut.items).map(|item| shrunk(item, names, cut)).collect();
            if items.len() > kept.len() {
                kept.push(Value::String(format!("… {} more", items.len() - kept.len())));
            }
            Value::Array(kept)
        }
        Value::Object(members) => {
            let mut others = cut.others;
            let mut kept = Map::new();
            for (name, member) in members {
                let matters = is_error_like(name) || holds(name, member, names);
                if matters || others > 0 {
                    others -= usize::from(!matters);
                    kept.insert(name.clone(), shrunk(member, names, cut));
                }
            }
            if kept.len() < members.len() {
                let left = members.len() - kept.len();
                kept.insert("…".to_owned(), Value::String(format!("{left} more")));
            }
            Value::Object(kept)
        }
        other => other.clone(),
    }
}

/// Whether a member is one of those that are spoken of, or leads to one.
fn holds(name: &str, value: &Value, names: &[String]) -> bool {
    names.iter().any(|wanted| wanted == name)
        || match value {
            Value::Object(members) => members.iter().any(|(name, value)| holds(name, value, names)),
            Value::Array(items) => items.first().is_some_and(|item| holds("", item, names)),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, names: &[&str], most: usize, expected: &str) {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(excerpt(body, &names, most), expected);
    }

    #[test]
    fn a_short_body_stays_as_it_is_on_one_line() {
        check("{\n  \"a\": 1\n}", &[], 50, r#"{ "a": 1 }"#);
    }

    #[test]
    fn of_a_long_one_what_is_spoken_of_stays() {
        let body = r#"{"id":1,"created":"2026-01-01","theme":"dark","locale":"en","region":"eu","order":{"lines":[{"price":null},{"price":2},{"price":3}],"note":"n"},"error":"no price"}"#;
        check(
            body,
            &["price"],
            130,
            r#"{"order":{"lines":[{"price":null},"… 2 more"],"…":"1 more"},"error":"no price","…":"5 more"}"#,
        );
    }

    #[test]
    fn text_that_is_no_json_is_cut() {
        check("<h1>Internal Server Error</h1>", &[], 10, "<h1>Intern…");
    }
}
