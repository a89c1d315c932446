//! What was captured, from a running server or saved snapshots, as HAR or OTLP.

use std::io::Write;
use std::path::Path;

use gasoline_analysis::report::{gaps, name_sessions, sessions};
use gasoline_codegen::export::Recorded;
use gasoline_codegen::export::har::har as print_har;
use gasoline_codegen::export::otlp::{Begun, Origin, otlp as print_otlp};
use gasoline_server::VERSION;

use crate::args::Captured;
use crate::report::{CannotReport, Source};
use crate::{CLEAN, COULD_NOT_LOOK, snapshot};

pub(super) fn har(
    port: u16,
    options: &Captured,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<u8> {
    let (text, code) =
        gather(port, options, err, |sessions, notes| print_har(&sessions, notes, VERSION))?;
    save(&text, options, out)?;
    Ok(code)
}

/// The lines of OpenTelemetry's file exporter: one request of traces, one of logs.
pub(super) fn otlp(
    port: u16,
    options: &Captured,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<u8> {
    let origin = Origin::new(VERSION, |name| std::env::var(name).ok());
    let mut missing = Vec::new();
    let (text, code) = gather(port, options, err, |sessions, notes| {
        missing = notes.to_vec();
        print_otlp(sessions, &origin, &mut Begun::default()).lines()
    })?;
    // The format has no place for it.
    for note in missing {
        let _ = writeln!(err, "note: {note}");
    }
    save(&text, options, out)?;
    Ok(code)
}

/// Reads what is asked for, and has it printed. With the code to end with: a file that could not be
/// read was not looked at.
fn gather(
    port: u16,
    options: &Captured,
    err: &mut dyn Write,
    print: impl FnOnce(Vec<Recorded<'_>>, &[String]) -> String,
) -> anyhow::Result<(String, u8)> {
    let (test_id, since) = (options.test_id.as_deref(), options.since.as_deref());
    let source = Source { port, from: &options.from, test_id, since };
    let opened = source.open(err)?;
    let (mut shards, refused) = opened.read(err)?;
    name_sessions(&mut shards);
    let held = sessions(&shards, test_id);
    if let Some(wanted) = test_id.filter(|_| held.is_empty()) {
        return Err(CannotReport::no_such_test(wanted, &shards).into());
    }
    let mut notes = gaps(&shards);
    notes.extend(refused.iter().map(|why| format!("not read: {why}")));
    let all: Vec<_> =
        held.iter().map(|held| Recorded { record: held.record, view: held.read() }).collect();
    let unreadable: usize = all.iter().map(|recorded| recorded.view.unreadable).sum();
    if unreadable > 0 {
        notes.push(format!("{unreadable} events could not be read and are left out"));
    }
    let code = if refused.is_empty() { CLEAN } else { COULD_NOT_LOOK };
    Ok((print(all, &notes), code))
}

fn save(text: &str, options: &Captured, out: &mut dyn Write) -> anyhow::Result<()> {
    let output = options.output.as_ref().filter(|path| path.as_path() != Path::new("-"));
    Ok(snapshot::save(text.as_bytes(), output, out)?)
}
