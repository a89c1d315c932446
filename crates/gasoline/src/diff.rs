//! `gasoline diff A B`: two saved snapshots compared, as `diff_sessions` compares.

use std::io::Write;
use std::path::{Path, PathBuf};

use gasoline_analysis::comparison::{Comparison, compare};
use gasoline_analysis::digest::{Digest, Gaps, Room};
use gasoline_analysis::session_file::FileInfo;
use gasoline_analysis::verification::Watch;
use gasoline_analysis::view::Session;
use gasoline_protocol::Hint;
use gasoline_protocol::escape;
use serde_json::json;

use crate::args::{Diff, DiffFormat};
use crate::saved::Saved;
use crate::{CLEAN, FOUND, project};

/// The second file has nothing that could be better or worse.
#[derive(Debug, thiserror::Error)]
#[error("nothing is in `{}`{which}: it cannot be said whether it is better or worse", path.display())]
pub(crate) struct NothingToSee {
    path: PathBuf,
    which: String,
}

impl NothingToSee {
    fn new(options: &Diff, is_since: bool) -> Self {
        let mut which = String::new();
        if is_since {
            which.push_str(&format!(" that came after `{}`", options.before.display()));
        }
        if let Some(url) = &options.url_filter {
            which.push_str(&format!(" that has `{url}` in its URL"));
        }
        Self { path: options.after.clone(), which }
    }
}

impl Hint for NothingToSee {
    fn hint(&self) -> String {
        "let the scenario run while the server captures, then save it again with `gasoline snapshot \
         --output FILE`"
            .to_owned()
    }
}

pub(crate) fn run(options: &Diff, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<u8> {
    let url = options.url_filter.as_deref();
    let noise = project::noise(err);
    let (first, second) = (Saved::open(&options.before)?, Saved::open(&options.after)?);
    let ((first, first_info), (second, second_info)) = (first.session()?, second.session()?);
    let since = first_info.until(&second_info);
    let digest = |session: &Session<'_>, info: &FileInfo<'_>, since: Option<Watch>| {
        let mut view = session.view();
        if let Some(watch) = since {
            view.keep_since(watch);
        }
        let taken_at = info.taken_at.unwrap_or_default();
        let mut digest = Digest::within(Room::OF_FILE, &view, url, &noise, taken_at);
        digest.gaps = Gaps { forgotten: info.forgotten, is_exact: true, cleared_at: None };
        digest
    };
    let before = digest(&first, &first_info, None);
    let after = digest(&second, &second_info, since);
    if after.events == 0 {
        return Err(NothingToSee::new(options, since.is_some()).into());
    }
    let compared = compare(&before, &after);
    let mut notes = notes(&[(&options.before, &before), (&options.after, &after)]);
    if since.is_some() {
        let (before, after) = (options.before.display(), options.after.display());
        notes.insert(
            0,
            format!(
                "both were saved of one running server: of `{after}` only what came after `{before}` \
                 is compared"
            ),
        );
    }
    let text = match options.format {
        DiffFormat::Text => as_text(options, &compared, &notes),
        DiffFormat::Json => as_json(options, &compared, &notes),
    };
    // A closed pipe is the reader's choice.
    let _ = out.write_all(text.as_bytes());
    Ok(if compared.summary.verdict.is_worse() { FOUND } else { CLEAN })
}

/// What must be known to read the comparison rightly.
fn notes(sides: &[(&Path, &Digest)]) -> Vec<String> {
    let mut notes = Vec::new();
    for (path, digest) in sides {
        let path = path.display();
        if digest.gaps.forgotten > 0 {
            notes.push(format!(
                "{} events had been forgotten before `{path}` was saved",
                digest.gaps.forgotten
            ));
        }
        if digest.cut > 0 {
            notes.push(format!(
                "{} older errors or endpoints of `{path}` had no room and were not compared",
                digest.cut
            ));
        }
        if digest.events == 0 {
            notes.push(format!("nothing is in `{path}`"));
        }
    }
    notes
}

fn as_text(options: &Diff, compared: &Comparison, notes: &[String]) -> String {
    let (before, after) = (options.before.display(), options.after.display());
    let mut text = format!("{before} → {after}: {}\n", compared.headline());
    for section in compared.sections() {
        text.push_str(&format!("\n{}:\n", section.title));
        for line in section.lines {
            text.push_str(&format!("- {}\n", escape::line(&line)));
        }
    }
    for note in notes {
        text.push_str(&format!("\nnote: {note}\n"));
    }
    text
}

fn as_json(options: &Diff, compared: &Comparison, notes: &[String]) -> String {
    let answer = json!({
        "action": "compared",
        "a": options.before,
        "b": options.after,
        "diff": compared.diff,
        "summary": compared.summary,
        "notes": notes,
    });
    format!("{answer:#}\n")
}
