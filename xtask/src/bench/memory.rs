//! What the server occupies: idle, for each editor, after a million entries.

use std::io::Write;
use std::path::Path;

use anyhow::Result;

use super::process::{Editor, Server, resident_mb};
use super::workload::{BATCH, batch};

const EDITORS: usize = 5;
const ENTRIES: usize = 1_000_000;

#[expect(clippy::cast_precision_loss, reason = "five editors")]
pub(super) fn report(binary: &Path, out: &mut dyn Write) -> Result<()> {
    let server = Server::start(binary)?;
    server.connect()?.get("/health")?;
    let (idle, _) = resident_mb(server.pid())?;
    let editors: Vec<Editor> =
        (0..EDITORS).map(|_| Editor::open(binary, server.port, &[])).collect::<Result<_>>()?;
    let (joined, _) = resident_mb(server.pid())?;
    let own = editors.iter().map(|editor| resident_mb(editor.pid())).collect::<Result<Vec<_>>>()?;
    let each = own.iter().map(|(now, _)| now).sum::<f64>() / EDITORS as f64;
    let grown = (joined - idle) / EDITORS as f64;
    writeln!(
        out,
        "memory: idle {idle:.1} MB; each editor {each:.1} MB of its own and {grown:.1} MB in the server"
    )?;
    drop(editors);
    let bodies: Vec<String> = (0..20).map(batch).collect();
    let mut connection = server.connect()?;
    for number in 0..ENTRIES / BATCH {
        connection.post("/logs", &bodies[number % bodies.len()])?;
    }
    let (now, peak) = resident_mb(server.pid())?;
    writeln!(out, "memory after {ENTRIES} entries: {now:.1} MB, at its highest {peak:.1} MB")?;
    Ok(())
}
