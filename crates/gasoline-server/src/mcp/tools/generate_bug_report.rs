//! `generate_bug_report`: an error with its steps, pictures and evidence, as a text people can send.

use std::sync::{Arc, LazyLock};

use gasoline_codegen::bug_report::{html, markdown};
use gasoline_protocol::{Seq, schema};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::app::App;
use crate::limits;
use crate::mcp::answer::{Answer, Link, Masking};
use crate::mcp::arguments::read;
use crate::mcp::bug_report::{self, Made, Wanted};
use crate::mcp::filter::Filter;
use crate::mcp::refusal::Refusal;
use crate::mcp::scripts::masked;
use crate::mcp::show;
use crate::mcp::tool::{Effect, Run, Tool};
use crate::save::Place;
use crate::source_maps;

pub(super) static TOOL: Tool = Tool {
    name: "generate_bug_report",
    title: "Bug report",
    description: "Bug report of one error: steps, screenshots, expected and actual, evidence, \
                  script.",
    answers: "`report` (Markdown or HTML; left out when saved), `title`, `format`, `error_id?`, \
              `step_count`, `screenshots[]` (ids), `saved_to?`, `warnings[]`",
    effect: Effect::Writes,
    is_core: false,
    schema: LazyLock::new(schema::inline::<Arguments>),
    run: Run::Later(|app, arguments| Box::pin(run(app, arguments))),
};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum FormatArgument {
    #[default]
    Markdown,
    Html,
}

impl FormatArgument {
    fn name(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Html => "html",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Markdown => ".md",
            Self::Html => ".html",
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Id (`c42`); default newest.
    error: Option<String>,
    title: Option<String>,
    format: Option<FormatArgument>,
    /// At most 20.
    #[schemars(range(max = 20))]
    screenshots: Option<usize>,
    /// New file in `--save-dir`.
    save_to: Option<String>,
    url: Option<String>,
    tab_id: Option<i64>,
    test_id: Option<String>,
}

async fn run(app: Arc<App>, arguments: Map<String, Value>) -> Result<Answer, Refusal> {
    let arguments: Arguments = read(arguments)?;
    let format = arguments.format.unwrap_or_default();
    let place = arguments.save_to.as_deref();
    let place = place
        .map(|name| Place::new(app.config.save_dir.as_deref(), name, format.ending()))
        .transpose()?;
    let Arguments { error, title, screenshots, url, tab_id, test_id, .. } = arguments;
    let wanted = Wanted {
        filter: Filter::new(url, tab_id, test_id, None)?,
        error: error.as_deref().map(error_id).transpose()?,
        title: title.as_deref().filter(|title| !title.trim().is_empty()).map(masked),
        pictures: screenshots.unwrap_or(limits::REPORT_PICTURES),
        // A single page holds its pictures itself.
        beside: place
            .as_ref()
            .filter(|_| format == FormatArgument::Markdown)
            .map(|place| place.stem().to_owned()),
        are_whole: place.is_some(),
    };
    let mut made = bug_report::make(&app, &wanted)?;
    let thrown: Vec<_> = made.thrown.take().into_iter().collect();
    if source_maps::settle(&app, &thrown).await {
        made = bug_report::make(&app, &wanted)?;
    }
    let text = match format {
        FormatArgument::Markdown => markdown(&made.report),
        FormatArgument::Html => html(&made.report),
    };
    let Some(place) = place else { return Ok(answer(&made, format, text)) };
    let is_beside = wanted.beside.is_some();
    saved(made, format, text, place, is_beside).await
}

fn error_id(id: &str) -> Result<Seq, Refusal> {
    id.parse().map_err(|()| {
        Refusal::new(
            format!("`{}` is no id of an error", show::clip(id, 40)),
            "pass an id that `get_browser_errors` shows, such as `c42`",
        )
    })
}

/// The whole report, as text.
fn answer(made: &Made, format: FormatArgument, text: String) -> Answer {
    let mut answer = Answer { masking: Masking::Before, ..Answer::default() };
    tell(&mut answer, made, format);
    answer.set("report", &text);
    answer.text = text;
    answer
}

/// Where the report was written, and what is in it.
async fn saved(
    made: Made,
    format: FormatArgument,
    text: String,
    place: Place,
    is_beside: bool,
) -> Result<Answer, Refusal> {
    let mut answer = Answer { masking: Masking::Before, ..Answer::default() };
    tell(&mut answer, &made, format);
    let title = made.report.title.clone();
    let pictures = if is_beside { made.pictures } else { Vec::new() };
    let files = pictures.len() + 1;
    let writing = tokio::task::spawn_blocking(move || {
        let beside: Vec<(&str, &[u8])> =
            pictures.iter().map(|picture| (picture.name.as_str(), &*picture.bytes)).collect();
        place.write(&text, &beside)
    });
    let path = writing
        .await
        .map_err(|_| Refusal::new("the report was not written", "ask again"))??
        .display()
        .to_string();
    answer.text = format!("saved {} as {path}: {title}", show::count(files, "file"));
    answer.set("saved_to", &path);
    Ok(answer)
}

fn tell(answer: &mut Answer, made: &Made, format: FormatArgument) {
    answer.set("title", &made.report.title);
    answer.set("format", &format.name());
    if let Some(error) = made.error {
        answer.set("error_id", &error);
    }
    answer.set("step_count", &made.report.steps.len());
    let ids: Vec<u64> = made.pictures.iter().map(|picture| picture.id).collect();
    answer.set("screenshots", &ids);
    answer.set("warnings", &made.warnings);
    if !made.warnings.is_empty() {
        answer.more.push(format!("warnings:\n- {}", made.warnings.join("\n- ")));
    }
    answer.links.extend(ids.into_iter().map(|id| Link {
        uri: format!("gasoline://screenshot/{id}"),
        name: format!("screenshot {id}"),
        mime_type: "image/png",
    }));
}
