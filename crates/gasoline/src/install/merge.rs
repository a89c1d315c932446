//! Our entry in a client's config: what it says, and how it gets in among the others.

use serde_json::{Map, Value as Json, json};

use super::edit::{newline_of, print, set};
use super::jsonc::{self, NotJson};

/// The name of our entry, in every client.
pub(super) const NAME: &str = "gasoline";

const BYTE_ORDER_MARK: char = '\u{feff}';

/// How a client is to start the server.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    /// The kind of server, for clients that want it said.
    pub(super) kind: Option<&'static str>,
    pub(super) command: String,
    /// The arguments that make the command an MCP server.
    pub(super) launch: Vec<String>,
    /// Unless it is the usual one.
    pub(super) port: Option<u16>,
}

/// What became of a config.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Merged {
    /// The new text. There was no entry of ours.
    Added(String),
    /// The new text. There was an entry, and it said something else.
    Updated(String),
    /// The entry is there already.
    Unchanged,
}

/// Why a text cannot take the entry.
#[derive(Debug, PartialEq)]
pub(super) enum CannotMerge {
    NotJson(NotJson),
    /// The file (`None`) or its servers are something else.
    NotAnObject {
        key: Option<&'static str>,
        found: &'static str,
    },
}

/// The whole config of a client that has nothing else in it.
pub(super) fn block(servers_key: &str, entry: &Entry) -> String {
    let config = json!({ servers_key: { NAME: entry.members(&Json::Null) } });
    format!("{}\n", print(&config, "  ", "\n", ""))
}

/// Adds the entry to a config, or brings the one that is there up to date.
///
/// An entry that is there keeps what else it has: an environment, a switch, further options.
pub(super) fn merge(
    text: &str,
    servers_key: &'static str,
    entry: &Entry,
) -> Result<Merged, CannotMerge> {
    let body = text.trim_start_matches(BYTE_ORDER_MARK);
    let mark = &text[..text.len() - body.len()];
    let marked = |body: String| format!("{mark}{body}");
    Ok(match merge_unmarked(body, servers_key, entry)? {
        Merged::Added(body) => Merged::Added(marked(body)),
        Merged::Updated(body) => Merged::Updated(marked(body)),
        Merged::Unchanged => Merged::Unchanged,
    })
}

fn merge_unmarked(
    text: &str,
    servers_key: &'static str,
    entry: &Entry,
) -> Result<Merged, CannotMerge> {
    let not_an_object = |key, found| CannotMerge::NotAnObject { key, found };
    let put = |path: &[&str], key: &str, value: Json| {
        set(text, path, key, &value).unwrap_or_else(|| text.to_owned())
    };

    let Some(root) = jsonc::parse(text).map_err(CannotMerge::NotJson)?.value else {
        return Ok(Merged::Added(append_block(text, servers_key, entry)));
    };
    let Some(config) = root.as_object() else {
        return Err(not_an_object(None, jsonc::name(&root)));
    };
    let fresh = Json::Object(entry.members(&Json::Null));
    let Some(servers) = jsonc::get(config, servers_key) else {
        return Ok(Merged::Added(put(&[], servers_key, json!({ NAME: fresh }))));
    };
    let Some(named) = servers.as_object() else {
        return Err(not_an_object(Some(servers_key), jsonc::name(servers)));
    };
    let Some(existing) = jsonc::get(named, NAME) else {
        return Ok(Merged::Added(put(&[servers_key], NAME, fresh)));
    };
    let current = Json::from(existing.clone());
    if !current.is_object() || is_remote(&current) {
        return Ok(Merged::Updated(put(&[servers_key], NAME, fresh)));
    }
    Ok(update(text, &[servers_key, NAME], &current, &entry.members(&current)))
}

/// Sets the members that differ, each in its place.
fn update(text: &str, path: &[&str], current: &Json, wanted: &Map<String, Json>) -> Merged {
    let mut updated = text.to_owned();
    for (key, value) in wanted.iter().filter(|(key, value)| current.get(key) != Some(value)) {
        updated = set(&updated, path, key, value).unwrap_or(updated);
    }
    if updated == text { Merged::Unchanged } else { Merged::Updated(updated) }
}

/// A file with nothing but comments keeps them at its head.
fn append_block(text: &str, servers_key: &str, entry: &Entry) -> String {
    let newline = newline_of(text);
    let head = text.trim_end();
    let gap = if head.is_empty() { "" } else { newline };
    format!("{head}{gap}{}", block(servers_key, entry).replace('\n', newline))
}

/// An entry that has an address cannot have a command beside it.
fn is_remote(entry: &Json) -> bool {
    ["url", "serverUrl", "httpUrl"].iter().any(|key| entry.get(key).is_some())
}

impl Entry {
    /// What the entry says, given what it says now.
    fn members(&self, current: &Json) -> Map<String, Json> {
        let kind = self.kind.map(|kind| ("type".to_owned(), json!(kind)));
        let command = ("command".to_owned(), json!(self.command));
        let args = ("args".to_owned(), json!(self.args(&current["args"])));
        kind.into_iter().chain([command, args]).collect()
    }

    /// Options that someone added to our arguments stay; only the port is ours to say.
    fn args(&self, current: &Json) -> Vec<String> {
        let strings = |values: &Vec<Json>| -> Option<Vec<String>> {
            values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
        };
        let current = current.as_array().and_then(strings).unwrap_or_default();
        let Some(options) = current.strip_prefix(self.launch.as_slice()) else {
            return self.launch.iter().cloned().chain(self.port_option()).collect();
        };
        if port_in(options) == self.port.map(|port| port.to_string()).as_deref() {
            return current;
        }
        let kept = without_port(options);
        self.launch.iter().cloned().chain(kept).chain(self.port_option()).collect()
    }

    fn port_option(&self) -> impl Iterator<Item = String> + use<> {
        self.port.into_iter().flat_map(|port| ["--port".to_owned(), port.to_string()])
    }
}

/// The port that options name.
pub(super) fn port_in(options: &[String]) -> Option<&str> {
    let joined = options.iter().find_map(|option| option.strip_prefix("--port="));
    let apart = options.windows(2).find(|pair| pair[0] == "--port").map(|pair| pair[1].as_str());
    joined.or(apart)
}

fn without_port(options: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut options = options.iter();
    while let Some(option) = options.next() {
        if option == "--port" {
            options.next();
        } else if !option.starts_with("--port=") {
            kept.push(option.clone());
        }
    }
    kept
}
