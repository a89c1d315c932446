//! Whether an entry that somebody wrote by hand starts Gasoline as well as ours would.
//!
//! | Entry | |
//! |---|---|
//! | `npx -y gasoline-mcp`, with or without `mcp`, also through `cmd /c` | yes |
//! | `gasoline mcp`, found by the client's own `PATH` | yes |
//! | `http://127.0.0.1:7890/mcp` | yes |
//! | a path to another binary, another port | no |

use serde_json::Value as Json;

use super::jsonc::parse;
use super::merge::{NAME, port_in};

/// Whether the entry of a config is one of the ways above, to a server on this port.
pub(super) fn is_gasoline(text: &str, servers_key: &str, port: u16, usual_port: u16) -> bool {
    let body = text.trim_start_matches('\u{feff}');
    let Some(root) = parse(body).ok().and_then(|parsed| parsed.value) else { return false };
    let entry = &Json::from(root)[servers_key][NAME];
    if let Some(url) = entry["url"].as_str() {
        return ["127.0.0.1", "localhost"]
            .iter()
            .any(|host| url.trim_end_matches('/') == format!("http://{host}:{port}/mcp"));
    }
    let words = words(entry);
    let Some(options) = options(&words) else { return false };
    let port = port.to_string();
    port_in(options).unwrap_or(&usual_port.to_string()) == port
}

fn words(entry: &Json) -> Vec<String> {
    let args = entry["args"].as_array().map_or(&[][..], Vec::as_slice);
    let all = std::iter::once(&entry["command"]).chain(args);
    all.filter_map(Json::as_str).map(str::to_owned).collect()
}

/// What is given to a Gasoline that speaks MCP, if it is one.
fn options(words: &[String]) -> Option<&[String]> {
    let starts = |beginning: &[&str]| {
        let is_same = words.iter().zip(beginning).all(|(word, known)| word == known);
        (words.len() >= beginning.len() && is_same).then(|| &words[beginning.len()..])
    };
    let rest = starts(&["gasoline"])
        .or_else(|| starts(&["npx", "-y", "gasoline-mcp"]))
        .or_else(|| starts(&["npx", "gasoline-mcp"]))
        .or_else(|| starts(&["cmd", "/c", "npx", "-y", "gasoline-mcp"]))?;
    match rest.split_first() {
        Some((first, options)) if first == "mcp" => Some(options),
        Some((first, _)) if !first.starts_with('-') => None,
        _ => Some(rest),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(entry: &Json, port: u16, expected: bool) {
        let text = json!({"mcpServers": {"gasoline": entry}}).to_string();
        assert_eq!(is_gasoline(&text, "mcpServers", port, 7890), expected, "{entry}");
    }

    #[test]
    fn what_the_documents_say_is_recognised() {
        check(&json!({"command": "npx", "args": ["-y", "gasoline-mcp"]}), 7890, true);
        check(&json!({"command": "npx", "args": ["-y", "gasoline-mcp", "mcp"]}), 7890, true);
        check(&json!({"command": "gasoline", "args": ["mcp"]}), 7890, true);
        check(&json!({"command": "gasoline", "args": ["mcp", "--tools", "core"]}), 7890, true);
        check(&json!({"url": "http://127.0.0.1:7890/mcp"}), 7890, true);
    }

    #[test]
    fn another_port_or_program_is_not() {
        check(&json!({"command": "npx", "args": ["-y", "gasoline-mcp"]}), 9000, false);
        let elsewhere = json!({"command": "gasoline", "args": ["mcp", "--port", "9000"]});
        check(&elsewhere, 7890, false);
        check(&elsewhere, 9000, true);
        check(&json!({"command": "/old/gasoline", "args": ["mcp"]}), 7890, false);
        check(&json!({"command": "gasoline", "args": ["serve"]}), 7890, false);
        check(&json!({"url": "http://192.0.2.1:7890/mcp"}), 7890, false);
        check(&json!({"command": "npx", "args": ["-y", "other"]}), 7890, false);
        check(&json!(7), 7890, false);
    }
}
