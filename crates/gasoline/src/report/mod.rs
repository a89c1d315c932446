//! `gasoline report`: which tests failed and why, from a running server or from saved snapshots.
//!
//! Exit codes: 1 when a test failed; 2 when nothing could be looked at, or when no test failed but a
//! file that was named could not be read, since what it holds may have failed; 0 otherwise.

mod files;
mod live;
mod source;

use std::io::Write;
use std::path::Path;

use anstream::ColorChoice;
use gasoline_analysis::report::{Options, Shard, run as put_together};
use gasoline_codegen::report::{Format, Paint, print};
use gasoline_protocol::Hint;
use gasoline_protocol::event::Level;

use crate::args::{Report, ReportFormat, ReportSeverity};
use crate::snapshot::save;
use crate::{CLEAN, COULD_NOT_LOOK, FOUND, project};

pub(crate) use live::ids_of;
pub(crate) use source::Source;

/// Why there is nothing to report.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CannotReport {
    #[error("no test is called `{wanted}`")]
    NoSuchTest { wanted: String, known: Vec<String> },
    #[error("`--since {since}` is neither a cursor nor a time")]
    BadSince { since: String },
    #[error("a cursor belongs to one server, and {files} files were named")]
    CursorOfMany { files: usize },
    #[error("`{folder}` has no file that ends in .json")]
    EmptyFolder { folder: String },
    #[error("none of the {files} files could be read")]
    NothingRead { files: usize },
    #[error("the server's answer cannot be read")]
    NotReadable,
}

impl CannotReport {
    pub(crate) fn no_such_test(wanted: &str, shards: &[Shard<'_>]) -> Self {
        let known = shards.iter().flat_map(Shard::test_ids).take(NAMED_TESTS).map(str::to_owned);
        Self::NoSuchTest { wanted: wanted.to_owned(), known: known.collect() }
    }
}

impl Hint for CannotReport {
    fn hint(&self) -> String {
        match self {
            Self::NoSuchTest { known, .. } if known.is_empty() => {
                "no test was recorded: a runner tells of its tests at POST /test-boundary"
                    .to_owned()
            }
            Self::NoSuchTest { known, .. } => {
                let known: Vec<String> = known.iter().map(|id| format!("`{id}`")).collect();
                format!("pass an id, a title or a part of an id, such as {}", known.join(", "))
            }
            Self::BadSince { .. } => {
                "pass a cursor (`c42`), an RFC 3339 time or epoch milliseconds".to_owned()
            }
            Self::CursorOfMany { .. } => "pass a time, or one file".to_owned(),
            Self::EmptyFolder { .. } => {
                "name files that `gasoline snapshot --output FILE` wrote".to_owned()
            }
            Self::NothingRead { .. } => {
                "see above what is wrong with each; save them again with `gasoline snapshot`"
                    .to_owned()
            }
            Self::NotReadable => {
                "run the same version of `gasoline` as the server; `gasoline doctor` tells both"
                    .to_owned()
            }
        }
    }
}

pub(crate) fn run(
    port: u16,
    options: &Report,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<u8> {
    let noise = project::noise(err);
    let is_live = options.from.is_empty();
    let (test_id, since) = (options.test_id.as_deref(), options.since.as_deref());
    let source = Source { port, from: &options.from, test_id, since };
    let opened = source.open(err)?;
    let (mut shards, refused) = opened.read(err)?;
    let asked = Options {
        test_id: options.test_id.as_deref(),
        severity: match options.severity {
            ReportSeverity::Error => Level::Error,
            ReportSeverity::Warn => Level::Warn,
            ReportSeverity::Info => Level::Debug,
        },
        noise: &noise,
    };
    let mut run = put_together(&mut shards, &asked);
    if let Some(wanted) = test_id.filter(|_| run.tests.is_empty()) {
        return Err(CannotReport::no_such_test(wanted, &shards).into());
    }
    run.notes.extend(refused.iter().map(|why| format!("not read: {why}")));
    if is_live && options.format == ReportFormat::Html {
        live::fetch_pictures(port, &mut run);
    }
    let output = options.output.as_ref().filter(|path| path.as_path() != Path::new("-"));
    let text = print(&run, format(options.format, output.is_none()));
    save(text.as_bytes(), output, out)?;
    Ok(if run.summary.failed + run.summary.interrupted > 0 {
        FOUND
    } else if refused.is_empty() {
        CLEAN
    } else {
        COULD_NOT_LOOK
    })
}

/// Tests that are named to somebody who asked for another.
const NAMED_TESTS: usize = 5;

fn format(format: ReportFormat, is_stdout: bool) -> Format {
    match format {
        ReportFormat::Text => {
            // What a file or a pipe gets, a program may read.
            let choice = anstream::AutoStream::choice(&std::io::stdout());
            let is_coloured = is_stdout && choice != ColorChoice::Never;
            Format::Text(if is_coloured { Paint::Coloured } else { Paint::Plain })
        }
        ReportFormat::Json => Format::Json,
        ReportFormat::AiContext => Format::AiContext,
        ReportFormat::Junit => Format::Junit,
        ReportFormat::Html => Format::Html,
        ReportFormat::Github => Format::Github,
    }
}
