//! `capture_screenshot`: what the page looks like, as a picture for a model.

use std::sync::Arc;

use gasoline_analysis::view::Session;
use gasoline_protocol::events::page::Screenshots;
use gasoline_protocol::worker::ErrandName;
use gasoline_protocol::{Kind, PageText};
use gasoline_store::Query;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::browsers::errands::{self, Errand, NotDone};
use crate::limits;
use crate::mcp::refusal::Refusal;
use crate::mcp::response::show;
use crate::mcp::response::{Attachments, Link, Response};
use crate::mcp::tool::{Caller, Tool, ToolEntry};
use crate::pictures::{self, Shown};

pub(super) static TOOL: ToolEntry = ToolEntry::of::<CaptureScreenshot>();

struct CaptureScreenshot;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// CSS selector.
    selector: Option<String>,
    full_page: Option<bool>,
    tab_id: Option<i64>,
}

/// What the browser reports: the id that the server gave to the screenshot it posted.
#[derive(Debug, Deserialize)]
struct Taken {
    id: String,
    #[serde(default, deserialize_with = "errands::or_default")]
    note: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ScreenshotResponse {
    id: String,
    url: Option<String>,
    width: u32,
    height: u32,
    bytes: usize,
    trigger: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selector: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_page: Option<bool>,
    /// The end of a very tall page is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    cropped: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The image in this response, where it is a smaller copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<ShownSize>,
    #[serde(skip)]
    image: Arc<[u8]>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ShownSize {
    width: u32,
    height: u32,
    bytes: usize,
}

impl Tool for CaptureScreenshot {
    const NAME: &'static str = "capture_screenshot";
    const TITLE: &'static str = "Screenshot";
    const DESCRIPTION: &'static str =
        "Screenshot of the visible tab, one element or the full page.";

    type Arguments = Arguments;
    type Response = ScreenshotResponse;

    async fn run(caller: &Caller<'_>, arguments: Arguments) -> Result<ScreenshotResponse, Refusal> {
        let app = caller.app;
        let Arguments { selector, full_page, tab_id } = &arguments;
        if selector.as_deref().is_some_and(|selector| selector.trim().is_empty()) {
            return Err(Refusal::new(
                "`selector` is empty",
                "pass a CSS selector, as `main button`",
            ));
        }
        if selector.is_some() && *full_page == Some(true) {
            return Err(Refusal::new(
                "`selector` is one element and `full_page` all of them",
                "pass one of the two",
            ));
        }
        let errand = Errand::new(ErrandName::CaptureScreenshot, *tab_id, &arguments);
        let taken = errands::run(app, errand).await;
        let taken = taken.map_err(|not_done| refusal(app, *tab_id, not_done))?;
        let Taken { id, note } = errands::parse(taken)?;
        let id: u64 = id.parse().map_err(|_| NotDone::Unreadable)?;
        let evicted =
            || Refusal::new(format!("screenshot {id} was forgotten to make room"), "take it again");
        let (full, _) = app.journal.picture(id).ok_or_else(evicted)?;
        let shown = copy(app, id, &full).await?;
        response(app, id, note.as_deref(), full, shown).ok_or_else(evicted)
    }
}

/// A copy that models take, where the picture is too long for them.
async fn copy(app: &App, id: u64, full: &Arc<[u8]>) -> Result<Option<Shown>, Refusal> {
    let Some((width, height)) = pictures::size(full) else { return Ok(None) };
    if pictures::is_shown_whole(width, height) {
        return Ok(None);
    }
    // As when it came: not on a thread that answers others, and one at a time.
    let _turn = app.pictures.lock().await;
    let full = Arc::clone(full);
    let made = tokio::task::spawn_blocking(move || pictures::shown(&full)).await;
    made.ok().and_then(Result::ok).map(Some).ok_or_else(|| {
        Refusal::new(
            format!("screenshot {id} is {width}×{height} px, and no smaller copy could be made"),
            format!("read `gasoline://screenshot/{id}`, or take one without `full_page`"),
        )
    })
}

/// A page of the capture script has nobody who could take its picture, unless something drives it.
fn refusal(app: &App, tab_id: Option<i64>, not_done: NotDone) -> Refusal {
    if !matches!(not_done, NotDone::NoBrowser) {
        return not_done.into();
    }
    if tab_id.is_some() && app.browsers.drivers.are_here(app) {
        return Refusal::new(
            "`tab_id` names a tab of a browser with the extension, and none is connected",
            "call it without `tab_id`: what drives the browser takes the page that is shown",
        );
    }
    if app.clients().pages > 0 {
        let newest = newest(app).map_or_else(String::new, |id| {
            format!("look at the newest picture there is, `gasoline://screenshot/{id}`; or ")
        });
        return Refusal::new(
            "the pages that are captured run the capture script, which cannot take pictures",
            format!(
                "{newest}take it where the browser is driven (`page.screenshot()`) and post it to \
                 `/screenshots` as `{{dataUrl, url, trigger, test_id}}`; or run `gasoline attach`, \
                 which can; or open the page in a browser with the extension"
            ),
        );
    }
    not_done.into()
}

/// The newest picture that is held: drivers take one of an error, or of a failed test.
fn newest(app: &App) -> Option<u64> {
    let snapshot = app.journal.snapshot(&Query::of(&[Kind::Screenshots]));
    let session = Session::of_kind(&snapshot, Kind::Screenshots);
    let rows = session.rows::<Screenshots>();
    let mut ids = rows.iter().rev().filter_map(|row| row.view.id.parse().ok());
    ids.find(|id| app.journal.picture(*id).is_some())
}

/// The record of the screenshot that was posted under this id, with the image to show.
fn response(
    app: &App,
    id: u64,
    note: Option<&str>,
    full: Arc<[u8]>,
    shown: Option<Shown>,
) -> Option<ScreenshotResponse> {
    let snapshot = app.journal.snapshot(&Query::of(&[Kind::Screenshots]));
    let session = Session::of_kind(&snapshot, Kind::Screenshots);
    let name = id.to_string();
    let mut rows = session.rows::<Screenshots>().into_iter();
    let record = rows.find(|row| *row.view.id == *name)?.view;
    let smaller = shown.as_ref().map(|shown| smaller(shown, id));
    let notes: Vec<String> =
        note.map(|note| show::truncated(note, 500)).into_iter().chain(smaller).collect();
    let bytes = full.len();
    let (shown, image) = match shown {
        Some(Shown { width, height, png }) => {
            (Some(ShownSize { width, height, bytes: png.len() }), png.into())
        }
        None => (None, full),
    };
    Some(ScreenshotResponse {
        id: name,
        url: record.url.map(PageText::into_owned),
        width: record.width.unwrap_or_default(),
        height: record.height.unwrap_or_default(),
        bytes,
        trigger: record.trigger.map(PageText::into_owned),
        selector: record.selector.map(PageText::into_owned),
        full_page: record.full_page.filter(|is_full| *is_full),
        cropped: record.cropped.filter(|is_cropped| *is_cropped),
        note: (!notes.is_empty()).then(|| notes.join("; ")),
        shown,
        image,
    })
}

/// The note on a copy.
fn smaller(shown: &Shown, id: u64) -> String {
    format!(
        "the image here is a copy of {}×{} px, because models take no side over {} px: the whole is \
         at gasoline://screenshot/{id}, and `selector` shows one part at its size",
        shown.width,
        shown.height,
        limits::PICTURE_SHOWN_MAX_SIDE_PX
    )
}

impl Response for ScreenshotResponse {
    fn render(&self, text: &mut String) {
        let part = match (&self.selector, self.full_page) {
            (Some(selector), _) => format!("`{}` on ", show::truncated(selector, 200)),
            (None, Some(true)) => "the whole of ".to_owned(),
            _ => String::new(),
        };
        text.push_str(&format!(
            "screenshot {} of {part}{}: {}×{} px, {} KB, gasoline://screenshot/{}",
            self.id,
            show::truncated(self.url.as_deref().unwrap_or("a page"), 200),
            self.width,
            self.height,
            self.bytes.div_ceil(1000),
            self.id,
        ));
        if let Some(note) = &self.note {
            text.push_str(&format!("\nnote: {note}"));
        }
    }

    fn attachments(&self) -> Attachments {
        let uri = format!("gasoline://screenshot/{}", self.id);
        let name = format!("screenshot of {}", self.url.as_deref().unwrap_or("a page"));
        Attachments {
            links: vec![Link { uri, name, mime_type: "image/png" }],
            screenshots: vec![Arc::clone(&self.image)],
            ..Attachments::default()
        }
    }
}
