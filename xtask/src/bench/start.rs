//! From the start of `gasoline mcp` to the answer to `initialize`.

use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;

use super::process::{Editor, Server};
use super::spread;

const ROUNDS: usize = 30;

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
pub(super) fn report(binary: &Path, out: &mut dyn Write) -> Result<()> {
    let server = Server::start(binary)?;
    let mut samples = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let editor = Editor::open(binary, server.port, &[])?;
        samples.push(start.elapsed().as_secs_f64() * 1e3);
        drop(editor);
    }
    let least = samples.iter().copied().fold(f64::INFINITY, f64::min);
    let (median, p99) = spread(samples);
    writeln!(out, "start, server up: p50 {median:.1} ms, p99 {p99:.1} ms, least {least:.1} ms")?;
    let mut samples = Vec::new();
    for _ in 0..ROUNDS {
        // A port that was free a moment ago; the background server ends a second after the editor.
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let start = Instant::now();
        let editor = Editor::open(binary, port, &[("GASOLINE_IDLE_EXIT_SECONDS", "1")])?;
        samples.push(start.elapsed().as_secs_f64() * 1e3);
        drop(editor);
    }
    let least = samples.iter().copied().fold(f64::INFINITY, f64::min);
    let (median, p99) = spread(samples);
    writeln!(
        out,
        "start, server started too: p50 {median:.1} ms, p99 {p99:.1} ms, least {least:.1} ms"
    )?;
    Ok(())
}
