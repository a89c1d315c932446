//! What it costs to take an entry in.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use gasoline_protocol::events::console::LogEntry;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::process::{Server, cpu_seconds};
use super::workload::{BATCH, batch};

const CONNECTIONS: usize = 4;
const BATCHES_EACH: usize = 5_000;

/// Microseconds of CPU to parse one entry and do nothing with it: every entry as raw JSON, and its
/// known members read. The best of several rounds, so that other load does not count.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
#[expect(clippy::cast_precision_loss, reason = "counts of thousands")]
pub(super) fn reference() -> f64 {
    #[derive(Deserialize)]
    struct Body<'a> {
        #[serde(borrow)]
        entries: Vec<&'a RawValue>,
    }
    let body = batch(0);
    let round = || {
        let start = Instant::now();
        let mut read = 0;
        for _ in 0..200 {
            let parsed: Body<'_> = serde_json::from_str(&body).expect("valid");
            for raw in &parsed.entries {
                let entry: LogEntry<'_> = serde_json::from_str(raw.get()).expect("valid");
                read += usize::from(entry.message.is_some());
            }
        }
        assert_eq!(read, 200 * BATCH);
        start.elapsed().as_secs_f64() * 1e6 / (200 * BATCH) as f64
    };
    (0..20).map(|_| round()).fold(f64::INFINITY, f64::min)
}

pub(super) fn report(binary: &Path, reference: f64, out: &mut dyn Write) -> Result<()> {
    let (cpu, wall) = take_in(&Server::start(binary)?)?;
    writeln!(
        out,
        "POST /logs: {cpu:.2} µs of server CPU an entry, {:.1} × the reference, {:.0} entries/s a core; {wall:.0} entries/s with the sender on the same machine",
        cpu / reference,
        1e6 / cpu
    )?;
    let server = Server::start(binary)?;
    let mut stream = server.connect()?;
    stream.get("/events/stream?throttle_seconds=1")?;
    let (streamed_cpu, streamed_wall) = take_in(&server)?;
    writeln!(
        out,
        "the same while somebody listens: {:.2} × the CPU, {:.2} × the entries/s",
        streamed_cpu / cpu,
        streamed_wall / wall
    )?;
    Ok(())
}

/// Sends a flood, and gives microseconds of server CPU an entry and entries a second.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
#[expect(clippy::cast_precision_loss, reason = "counts of millions")]
fn take_in(server: &Server) -> Result<(f64, f64)> {
    let bodies: Vec<String> = (0..20).map(batch).collect();
    let before = cpu_seconds(server.pid())?;
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..CONNECTIONS {
            scope.spawn(|| {
                let mut connection = server.connect().expect("a connection");
                for number in 0..BATCHES_EACH {
                    connection.post("/logs", &bodies[number % bodies.len()]).expect("a receipt");
                }
            });
        }
    });
    let entries = (CONNECTIONS * BATCHES_EACH * BATCH) as f64;
    let cpu = (cpu_seconds(server.pid())? - before) * 1e6 / entries;
    Ok((cpu, entries / start.elapsed().as_secs_f64()))
}
