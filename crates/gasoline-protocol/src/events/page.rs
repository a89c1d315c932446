//! What a page looked like: DOM outlines and the records of screenshots.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::event::{EventView, Header};
use crate::kind::{EventKind, Kind};
use crate::text::PageText;

/// An element that an assertion can name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutlineElement<'a> {
    #[serde(borrow)]
    pub role: Option<PageText<'a>>,
    pub level: Option<f64>,
    #[serde(borrow)]
    pub text: Option<PageText<'a>>,
    /// Whether `text` is only the beginning of what it says.
    pub truncated: Option<bool>,
    #[serde(borrow)]
    pub test_id: Option<PageText<'a>>,
    /// The attribute `testId` stands in, when it is another than `data-testid`.
    #[serde(borrow)]
    pub test_id_attribute: Option<PageText<'a>>,
    /// `false` for what was there before, and is gone.
    pub visible: Option<bool>,
    /// Whether an entry of a list was there before, and said something else.
    pub changed: Option<bool>,
    /// The first line of the entry of a list that comes after this one, where they changed places.
    #[serde(borrow)]
    pub before: Option<PageText<'a>>,
    /// Where a text stands that nothing else names.
    #[serde(borrow)]
    pub css_path: Option<PageText<'a>>,
}

/// A node whose text changed without a user action.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DynamicNode<'a> {
    #[serde(borrow)]
    pub css_path: Option<PageText<'a>>,
    /// The nearest box around it that kept its size, where that is not the node itself: what stands
    /// beside a text moves with its width.
    #[serde(borrow)]
    pub box_path: Option<PageText<'a>>,
    #[serde(borrow)]
    #[schemars(with = "Option<Value>")]
    pub text_hash: Option<&'a RawValue>,
}

/// The DOM as captured for assertions: a few elements, and the nodes that change by themselves.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DomSnapshot<'a> {
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub ts: Option<&'a RawValue>,
    #[serde(borrow)]
    pub url: Option<PageText<'a>>,
    #[serde(borrow)]
    pub title: Option<PageText<'a>>,
    #[serde(borrow, default, deserialize_with = "crate::object::list")]
    pub elements: Option<Vec<OutlineElement<'a>>>,
    #[serde(borrow, default, deserialize_with = "crate::object::list")]
    pub dynamic: Option<Vec<DynamicNode<'a>>>,
    pub tab_id: Option<i64>,
    #[serde(borrow, rename = "test_id")]
    pub test_id: Option<PageText<'a>>,
}

impl<'a> EventView<'a> for DomSnapshot<'a> {
    fn header(&self) -> Header<'a> {
        Header { ts: self.ts, timestamp: self.timestamp, test_id: self.test_id.clone() }
    }
}

/// What is known of a screenshot besides its pixels. The server writes these; `id` names the file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Screenshot<'a> {
    #[serde(borrow)]
    pub id: PageText<'a>,
    #[serde(borrow)]
    pub url: Option<PageText<'a>>,
    /// `navigation`, `action` and `error` are automatic, `explicit` was asked for; test drivers have
    /// words of their own, such as `failure`.
    #[serde(borrow)]
    pub trigger: Option<PageText<'a>>,
    #[serde(borrow)]
    pub action_id: Option<PageText<'a>>,
    #[serde(borrow)]
    pub error_id: Option<PageText<'a>>,
    #[serde(borrow)]
    pub selector: Option<PageText<'a>>,
    pub full_page: Option<bool>,
    pub width: Option<u32>,
    pub height: Option<u32>,
    pub bytes: Option<u64>,
    /// The end of a very tall page is missing.
    pub cropped: Option<bool>,
    /// Whether the picture is still there; said when the record is listed.
    pub held: Option<bool>,
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    #[schemars(with = "Option<crate::time::WireTime>")]
    pub ts: Option<&'a RawValue>,
    pub tab_id: Option<i64>,
    #[serde(borrow, rename = "test_id")]
    pub test_id: Option<PageText<'a>>,
}

impl<'a> EventView<'a> for Screenshot<'a> {
    fn header(&self) -> Header<'a> {
        Header { ts: self.ts, timestamp: self.timestamp, test_id: self.test_id.clone() }
    }
}

/// DOM outlines, as a kind of event.
#[derive(Debug)]
pub struct DomSnapshots;

impl EventKind for DomSnapshots {
    const KIND: Kind = Kind::DomSnapshots;
    type View<'a> = DomSnapshot<'a>;
}

/// Records of screenshots, as a kind of event.
#[derive(Debug)]
pub struct Screenshots;

impl EventKind for Screenshots {
    const KIND: Kind = Kind::Screenshots;
    type View<'a> = Screenshot<'a>;
}
