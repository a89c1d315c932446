//! `capture_screenshot`: what the page looks like, as a picture for a model.

use std::sync::{Arc, LazyLock};

use gasoline_protocol::page::Screenshot;
use gasoline_protocol::worker::ErrandName;
use gasoline_protocol::{Event, Kind, schema};
use gasoline_store::Query;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::App;
use crate::errands::{self, Errand, NotDone};
use crate::exit;
use crate::limits;
use crate::mcp::answer::{Answer, Link};
use crate::mcp::arguments::read;
use crate::mcp::refusal::Refusal;
use crate::mcp::show;
use crate::mcp::tool::{Effect, Run, Tool};
use crate::pictures::{self, Shown};

pub(super) static TOOL: Tool = Tool {
    name: "capture_screenshot",
    title: "Screenshot",
    description: "Screenshot of the visible tab, one element or the full page.",
    answers: "an image; `id`, `url`, `width`, `height`, `bytes`, `trigger`, `selector?`, \
              `full_page?`, `cropped?`, `note?`, `shown?` {width, height, bytes} of the image where it \
              is a smaller copy; a link to the whole at `gasoline://screenshot/{id}`",
    effect: Effect::ReadOnly,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::Later(|app, arguments| Box::pin(run(app, arguments))),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// CSS selector.
    selector: Option<String>,
    full_page: Option<bool>,
    tab_id: Option<i64>,
}

async fn run(app: Arc<App>, arguments: Map<String, Value>) -> Result<Answer, Refusal> {
    let checked: Arguments = read(arguments.clone())?;
    if checked.selector.as_deref().is_some_and(|selector| selector.trim().is_empty()) {
        return Err(Refusal::new("`selector` is empty", "pass a CSS selector, as `main button`"));
    }
    if checked.selector.is_some() && checked.full_page == Some(true) {
        return Err(Refusal::new(
            "`selector` is one element and `full_page` all of them",
            "pass one of the two",
        ));
    }
    let errand = Errand { name: ErrandName::CaptureScreenshot, arguments, tab_id: checked.tab_id };
    let taken = errands::run(&app, errand)
        .await
        .map_err(|not_done| refusal(&app, checked.tab_id, not_done))?;
    let id = taken.get("id").and_then(Value::as_str).and_then(|id| id.parse().ok());
    let id: u64 = id.ok_or(NotDone::Unreadable)?;
    let note = taken.get("note").and_then(Value::as_str);
    let forgotten =
        || Refusal::new(format!("screenshot {id} was forgotten to make room"), "take it again");
    let (full, _) = app.journal.picture(id).ok_or_else(forgotten)?;
    let shown = copy(&app, id, &full).await?;
    answer(&app, id, note, full, shown).ok_or_else(forgotten)
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
    if tab_id.is_some() && app.drivers.are_here(app) {
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
    let ids = snapshot.of(Kind::Screenshots).iter().rev().filter_map(|event| {
        Event::read::<Screenshot<'_>>(event.text()).and_then(|shot| shot.id.parse().ok())
    });
    ids.into_iter().find(|id| app.journal.picture(*id).is_some())
}

/// The record of the picture that was posted under this id, with what of it is shown.
fn answer(
    app: &App,
    id: u64,
    note: Option<&str>,
    full: Arc<[u8]>,
    shown: Option<Shown>,
) -> Option<Answer> {
    let snapshot = app.journal.snapshot(&Query::of(&[Kind::Screenshots]));
    let name = id.to_string();
    let smaller = shown.as_ref().map(|shown| smaller(shown, id));
    let notes: Vec<String> =
        note.map(|note| show::clip(note, 500)).into_iter().chain(smaller).collect();
    let note = (!notes.is_empty()).then(|| notes.join("; "));
    let texts = snapshot.of(Kind::Screenshots).iter().rev().map(|event| exit::leaving(event));
    let mut records = texts.filter_map(|text| {
        let record: Screenshot<'_> = Event::read(&text)?;
        (*record.id == *name).then(|| told(&record, full.len(), note.as_deref()))
    });
    let mut answer = records.next()?;
    let picture = match shown {
        Some(shown) => {
            let bytes = shown.png.len();
            let size = json!({"width": shown.width, "height": shown.height, "bytes": bytes});
            answer.set("shown", &size);
            shown.png.into()
        }
        None => full,
    };
    answer.pictures.push(picture);
    Some(answer)
}

/// What to say of a copy.
fn smaller(shown: &Shown, id: u64) -> String {
    format!(
        "the image here is a copy of {}×{} px, because models take no side over {} px: the whole is \
         at gasoline://screenshot/{id}, and `selector` shows one part at its size",
        shown.width,
        shown.height,
        limits::PICTURE_SHOWN_MAX_SIDE_PX
    )
}

fn told(record: &Screenshot<'_>, bytes: usize, note: Option<&str>) -> Answer {
    let (width, height) = (record.width.unwrap_or_default(), record.height.unwrap_or_default());
    let url = record.url.as_deref().unwrap_or("a page");
    let what = match (record.selector.as_deref(), record.full_page) {
        (Some(selector), _) => format!("`{}` on ", show::clip(selector, 200)),
        (None, Some(true)) => "the whole of ".to_owned(),
        _ => String::new(),
    };
    let uri = format!("gasoline://screenshot/{}", record.id);
    let mut text = format!(
        "screenshot {} of {what}{}: {width}×{height} px, {} KB, {uri}",
        record.id,
        show::clip(url, 200),
        bytes.div_ceil(1000),
    );
    if let Some(note) = note {
        text.push_str(&format!("\nnote: {note}"));
    }
    let mut answer = Answer { text, ..Answer::default() };
    answer.set("id", &&*record.id);
    answer.set("url", &record.url.as_deref());
    answer.set("width", &width);
    answer.set("height", &height);
    answer.set("bytes", &bytes);
    answer.set("trigger", &record.trigger.as_deref());
    if let Some(selector) = record.selector.as_deref() {
        answer.set("selector", &selector);
    }
    if record.full_page == Some(true) {
        answer.set("full_page", &true);
    }
    if record.cropped == Some(true) {
        answer.set("cropped", &true);
    }
    if let Some(note) = note {
        answer.set("note", &note);
    }
    let name = format!("screenshot of {url}");
    answer.links.push(Link { uri, name, mime_type: "image/png" });
    answer
}
