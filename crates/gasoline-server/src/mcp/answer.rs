//! An answer: text a model reads, the same rows as JSON, and links to what is too large for either.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gasoline_protocol::Snapshot;
use rmcp::model::{CallToolResult, ContentBlock, Resource};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::filter::Empty;
use crate::{exit, limits};

/// What a tool answers. It is masked on its way out, whatever the tool did.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) structured: Map<String, Value>,
    pub(crate) links: Vec<Link>,
    /// PNGs to look at, sized for models.
    pub(crate) pictures: Vec<Arc<[u8]>>,
    /// Members of `structured` that hold nothing captured, and are not masked.
    pub(crate) own: Map<String, Value>,
    /// Further texts, each a block of its own.
    pub(crate) more: Vec<String>,
    pub(crate) masking: Masking,
}

/// Whether an answer still has to be masked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Masking {
    #[default]
    OnItsWay,
    /// It was written from masked events. Masking code would break it: `password: 'x'` is a secret
    /// in a log and a line in a script.
    Before,
}

/// Something a client can read as a resource.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) uri: String,
    pub(crate) name: String,
    pub(crate) mime_type: &'static str,
}

impl Answer {
    /// Nothing to show, and why.
    pub(super) fn empty(list: &str, empty: &Empty, snapshot: &Snapshot) -> Self {
        let mut answer = Self { text: empty.to_text(), ..Self::default() };
        answer.set(list, &Vec::<Value>::new());
        answer.set("count", &0);
        answer.set("empty", &empty.to_json());
        answer.set("cursor", &snapshot.head);
        answer
    }

    pub(super) fn set(&mut self, name: &str, value: &impl Serialize) {
        let value = serde_json::to_value(value).unwrap_or_default();
        self.structured.insert(name.to_owned(), value);
    }

    /// Sets a member that the server made up itself, and whose name alone would have it masked.
    pub(super) fn set_own(&mut self, name: &str, value: &impl Serialize) {
        let value = serde_json::to_value(value).unwrap_or_default();
        self.own.insert(name.to_owned(), value);
    }

    /// Says what a reader with a cursor will never see.
    pub(super) fn tell_missed(&mut self, snapshot: &Snapshot) {
        let missed = snapshot.missed;
        if missed.count == 0 {
            return;
        }
        self.set("missed", &json!({"count": missed.count, "exact": missed.is_exact}));
        let least = if missed.is_exact { "" } else { "at least " };
        self.text.push_str(&format!(
            "\n({least}{} events since that cursor were forgotten before this call)",
            missed.count
        ));
    }

    pub(crate) fn into_result(self) -> CallToolResult {
        let masked = |text: String| match self.masking {
            Masking::OnItsWay => exit::text(&text).into_owned(),
            Masking::Before => text,
        };
        let texts = std::iter::once(self.text).chain(self.more);
        let mut content: Vec<ContentBlock> =
            texts.map(|text| ContentBlock::text(masked(text))).collect();
        let pictures = self.pictures.iter();
        content.extend(pictures.map(|png| ContentBlock::image(STANDARD.encode(png), "image/png")));
        content.extend(self.links.into_iter().map(|link| {
            let mut resource = Resource::new(link.uri, exit::text(&link.name).into_owned());
            resource.mime_type = Some(link.mime_type.to_owned());
            ContentBlock::ResourceLink(resource)
        }));
        let mut result = CallToolResult::success(content);
        let mut structured = Value::Object(self.structured);
        if self.masking == Masking::OnItsWay {
            exit::value(&mut structured);
        }
        if let Value::Object(members) = &mut structured {
            members.extend(self.own);
        }
        result.structured_content = Some(structured);
        result
    }
}

/// Rows of a list, taken as long as their text fits.
pub(super) struct Rows {
    pub(super) text: String,
    pub(super) taken: Vec<Value>,
    most_bytes: usize,
    most_count: usize,
    offered: usize,
}

impl Rows {
    /// `asked` is the caller's own `limit`, which also buys more bytes.
    pub(super) fn new(asked: Option<usize>, usual: usize) -> Self {
        let most_bytes =
            if asked.is_some() { limits::ANSWER_ASKED_MAX_BYTES } else { limits::ANSWER_MAX_BYTES };
        Self {
            text: String::new(),
            taken: Vec::new(),
            most_bytes: most_bytes - limits::ANSWER_RESERVE_BYTES,
            most_count: asked.unwrap_or(usual),
            offered: 0,
        }
    }

    /// Sets aside bytes for what the tool writes besides the rows.
    pub(super) fn reserve(&mut self, bytes: usize) {
        self.most_bytes = self.most_bytes.saturating_sub(bytes);
    }

    /// Takes the row if there is room; the first always fits, cut if need be.
    pub(super) fn offer(&mut self, mut text: String, row: impl FnOnce() -> Value) {
        self.offered += 1;
        let is_full = self.taken.len() >= self.most_count
            || self.taken.len() + 1 < self.offered
            || (!self.taken.is_empty() && self.text.len() + text.len() > self.most_bytes);
        if is_full {
            return;
        }
        if text.len() > self.most_bytes {
            // Not all rows have been masked, and half a secret is known by no rule.
            text = exit::text(&text).into_owned();
            text.truncate(text.floor_char_boundary(self.most_bytes));
            text.push('…');
        }
        self.text.push_str(&text);
        self.text.push('\n');
        self.taken.push(row());
    }

    /// Whether another row would be taken at all: the rest need not even be rendered.
    pub(super) fn is_open(&self) -> bool {
        self.taken.len() == self.offered && self.taken.len() < self.most_count
    }

    /// Counts rows that were not even rendered.
    pub(super) fn pass_over(&mut self, rows: usize) {
        self.offered += rows;
    }

    /// The answer around the rows: a heading, the rows, and how to get the rest.
    pub(super) fn into_answer(
        self,
        heading: &str,
        list: &str,
        more: &str,
        snapshot: &Snapshot,
    ) -> Answer {
        let shown = self.taken.len();
        let mut answer = Answer { text: format!("{heading}\n{}", self.text), ..Answer::default() };
        answer.set(list, &self.taken);
        answer.set("count", &shown);
        answer.set("total", &self.offered);
        answer.set("cursor", &snapshot.head);
        if self.offered > shown {
            let left = self.offered - shown;
            answer.set("truncated", &json!({"shown": shown, "total": self.offered, "hint": more}));
            answer.text.push_str(&format!("… {left} more not shown; {more}\n"));
        }
        answer.text.push_str(&format!("cursor: {}", snapshot.head));
        answer.tell_missed(snapshot);
        answer
    }
}
