//! Lists in responses: as many rows as fit, how many there are, and how to get the rest.

use std::borrow::Cow;

use gasoline_protocol::{Seq, Snapshot};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use crate::limits;
use crate::mcp::filter::Empty;

/// How much of a list is shown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    max_bytes: usize,
    max_rows: usize,
}

impl Budget {
    /// `limit` is the caller's own, which also buys more bytes.
    pub(crate) fn new(limit: Option<usize>, usual: usize) -> Self {
        let max_bytes =
            if limit.is_some() { limits::ANSWER_ASKED_MAX_BYTES } else { limits::ANSWER_MAX_BYTES };
        Self {
            max_bytes: max_bytes - limits::ANSWER_RESERVE_BYTES,
            max_rows: limit.unwrap_or(usual),
        }
    }

    /// Sets aside bytes for what is shown below the rows.
    pub(crate) fn reserving(mut self, bytes: usize) -> Self {
        self.max_bytes = self.max_bytes.saturating_sub(bytes);
        self
    }
}

/// Rows that fit the budget. Each is rendered once: text and JSON hold the same rows.
#[derive(Debug)]
pub(crate) struct Listing<R> {
    pub(crate) rows: Vec<R>,
    pub(crate) text: String,
    total: usize,
}

impl<R> Listing<R> {
    /// Takes rows with their texts as long as there is room. The first always fits, truncated if need
    /// be.
    pub(crate) fn fill(budget: Budget, rows: impl ExactSizeIterator<Item = (String, R)>) -> Self {
        let mut listing = Self { rows: Vec::new(), text: String::new(), total: rows.len() };
        for (mut text, row) in rows.take(budget.max_rows) {
            if !listing.rows.is_empty() && listing.text.len() + text.len() > budget.max_bytes {
                break;
            }
            if text.len() > budget.max_bytes {
                text.truncate(text.floor_char_boundary(budget.max_bytes));
                text.push('…');
            }
            listing.text.push_str(&text);
            listing.text.push('\n');
            listing.rows.push(row);
        }
        listing
    }

    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// The rows that are left out; `hint` is how to get them.
    pub(crate) fn omitted(&self, hint: &'static str) -> Option<Truncated> {
        let (shown, total) = (self.rows.len(), self.total);
        (total > shown).then_some(Truncated { shown, total, hint })
    }

    /// Counts rows that nobody offered.
    pub(crate) fn and_more(mut self, rows: usize) -> Self {
        self.total += rows;
        self
    }

    /// Adds text below the rows.
    pub(crate) fn and_text(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// The page that shows these rows, or says why there are none.
    pub(crate) fn page_or(
        &self,
        snapshot: &Snapshot,
        more: &'static str,
        empty: impl FnOnce() -> Empty,
    ) -> Page {
        if self.total == 0 { Page::empty(snapshot, empty()) } else { self.page(snapshot, more) }
    }

    /// The page that shows these rows; `more` is how to get the rest.
    pub(crate) fn page(&self, snapshot: &Snapshot, more: &'static str) -> Page {
        Page::new(snapshot, self.rows.len(), self.total, more)
    }
}

impl<R: Serialize> Serialize for Listing<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows.serialize(serializer)
    }
}

impl<R: JsonSchema> JsonSchema for Listing<R> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        <Vec<R>>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<R>>::json_schema(generator)
    }
}

/// What is said around the rows of a list.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(description = "")]
pub(crate) struct Page {
    /// Rows in this response.
    count: usize,
    /// Rows that match.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<usize>,
    /// For `since`, to get only what is newer.
    cursor: Seq,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<Truncated>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missed: Option<MissedEvents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    empty: Option<Empty>,
}

/// Rows there was no room for.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Truncated {
    pub(crate) shown: usize,
    pub(crate) total: usize,
    pub(crate) hint: &'static str,
}

impl Truncated {
    /// A line that says so.
    pub(crate) fn text(&self) -> String {
        format!("… {} more not shown; {}", self.total - self.shown, self.hint)
    }
}

/// Events since the cursor that were evicted before the call.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MissedEvents {
    count: u64,
    /// Else there were at least as many.
    exact: bool,
}

impl MissedEvents {
    pub(crate) fn new(count: u64, is_exact: bool) -> Option<Self> {
        (count > 0).then_some(Self { count, exact: is_exact })
    }

    /// A line that says so.
    pub(crate) fn text(&self) -> String {
        let least = if self.exact { "" } else { "at least " };
        format!("({least}{} events since that cursor were forgotten before this call)", self.count)
    }
}

impl Page {
    /// The page around `shown` of `total` rows; `more` is how to get the rest.
    pub(crate) fn new(snapshot: &Snapshot, shown: usize, total: usize, more: &'static str) -> Self {
        let page = Self {
            count: shown,
            total: Some(total),
            cursor: snapshot.head,
            truncated: (total > shown).then_some(Truncated { shown, total, hint: more }),
            missed: None,
            empty: None,
        };
        page.with_missed(snapshot)
    }

    /// Reports the events that are missing in this snapshot.
    pub(crate) fn with_missed(mut self, snapshot: &Snapshot) -> Self {
        self.missed = MissedEvents::new(snapshot.missed.count, snapshot.missed.is_exact);
        self
    }

    /// Nothing to show, and why.
    pub(crate) fn empty(snapshot: &Snapshot, empty: Empty) -> Self {
        let (total, truncated, missed) = (None, None, None);
        Self { count: 0, total, cursor: snapshot.head, truncated, missed, empty: Some(empty) }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.empty.is_some()
    }

    /// Why there is nothing.
    pub(crate) fn render_empty(&self, text: &mut String) {
        if let Some(empty) = &self.empty {
            text.push_str(&empty.to_text());
        }
    }

    /// A heading, the rows, and how to get the rest.
    pub(crate) fn render<R>(&self, text: &mut String, heading: &str, listing: &Listing<R>) {
        if self.is_empty() {
            return self.render_empty(text);
        }
        text.push_str(&format!("{heading}\n{}", listing.text));
        if let Some(truncated) = &self.truncated {
            text.push_str(&truncated.text());
            text.push('\n');
        }
        self.render_end(text);
    }

    /// The cursor, and what is missing before it.
    pub(crate) fn render_end(&self, text: &mut String) {
        text.push_str(&format!("cursor: {}", self.cursor));
        self.render_missed(text);
    }

    pub(crate) fn render_missed(&self, text: &mut String) {
        if let Some(missed) = &self.missed {
            text.push_str(&format!("\n{}", missed.text()));
        }
    }
}
