//! `gasoline diff A B`: two saved snapshots compared, as `diff_sessions` compares.

use std::io::Write;
use std::path::Path;

use gasoline_analysis::comparison::{Comparison, compare};
use gasoline_analysis::digest::Digest;
use gasoline_analysis::noise::{Author, Noise};
use gasoline_protocol::Timestamp;
use serde_json::json;

use crate::args::{Diff, DiffFormat};
use crate::saved::Saved;
use crate::{CLEAN, FOUND, project};

pub(crate) fn run(options: &Diff, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<u8> {
    let url = options.url_filter.as_deref();
    let noise = noise(err);
    let before = Saved::open(&options.before)?.digest(url, &noise)?;
    let after = Saved::open(&options.after)?.digest(url, &noise)?;
    let compared = compare(&before, &after);
    let notes = notes(&[(&options.before, &before), (&options.after, &after)]);
    let text = match options.format {
        DiffFormat::Text => as_text(options, &compared, &notes),
        DiffFormat::Json => as_json(options, &compared, &notes),
    };
    // A closed pipe is the reader's choice.
    let _ = out.write_all(text.as_bytes());
    Ok(if compared.summary.verdict.is_worse() { FOUND } else { CLEAN })
}

/// The built-in rules and those of the project the command runs in.
fn noise(err: &mut dyn Write) -> Noise {
    let mut noise = Noise::new();
    let Ok(folder) = std::env::current_dir() else { return noise };
    for rule in project::noise_rules(&folder, err) {
        let added =
            serde_json::from_value(rule).map_err(|error| error.to_string()).and_then(|rule| {
                noise
                    .add(vec![rule], Author::Project, Timestamp::default())
                    .map_err(|bad| bad.to_string())
            });
        if let Err(what) = added {
            let _ = writeln!(err, "warning: a noise rule of the project is not used: {what}");
        }
    }
    noise
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
            text.push_str(&format!("- {line}\n"));
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
