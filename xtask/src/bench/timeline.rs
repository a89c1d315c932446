//! What the timeline of a full session costs.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use gasoline_analysis::noise::Noise;
use gasoline_analysis::timeline::{Scope, Seen, Sources, timeline};
use gasoline_protocol::action::EnhancedAction;
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::event::Captured;
use gasoline_protocol::network::NetworkBody;
use gasoline_protocol::{Seq, Timestamp};
use serde_json::Value;

use super::spread;
use super::workload::{action, entry, request};

const ROUNDS: usize = 100;

/// What the specification caps a timeline at.
const CAP: usize = 200;

/// Hands over a session as large as the buffers let it be.
pub(super) fn full_buffers(look: impl FnOnce(&Sources<'_>) -> Result<()>) -> Result<()> {
    let texts = |count: usize, make: fn(usize) -> Value| -> Vec<String> {
        (0..count).map(|number| make(number).to_string()).collect()
    };
    let (actions, requests, logs) = (texts(50, action), texts(100, request), texts(1_000, entry));
    let actions: Vec<EnhancedAction<'_>> = views(&actions)?;
    let requests: Vec<NetworkBody<'_>> = views(&requests)?;
    let logs: Vec<LogEntry<'_>> = views(&logs)?;
    let noise = Noise::new();
    let sources = Sources {
        actions: &seen(&actions, 0),
        requests: &seen(&requests, 1_000),
        logs: &seen(&logs, 2_000),
        noise: Some(&noise),
        ..Sources::default()
    };
    look(&sources)
}

/// Prints what it takes to merge full buffers, tell causes and read the shapes of responses.
pub(super) fn report(out: &mut dyn Write) -> Result<()> {
    full_buffers(|sources| measure(sources, out))
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn measure(sources: &Sources<'_>, out: &mut dyn Write) -> Result<()> {
    let mut shown = 0;
    let samples = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        for cap in [CAP, usize::MAX] {
            let scope = Scope { cap: Some(cap), ..Scope::default() };
            shown = timeline(sources, &scope).entries.len();
        }
        start.elapsed().as_secs_f64() * 1e3 / 2.0
    });
    let samples: Vec<f64> = samples.collect();
    let first = samples[0];
    let (median, p99) = spread(samples);
    writeln!(
        out,
        "timeline of 50 actions, 100 requests and 1000 log entries: p50 {median:.2} ms, p99 \
         {p99:.2} ms, first {first:.2} ms (promised 10), {shown} entries uncapped"
    )?;
    Ok(())
}

fn views<'a, T: Captured<'a>>(texts: &'a [String]) -> Result<Vec<T>> {
    texts.iter().map(|text| Ok(serde_json::from_str(text)?)).collect()
}

fn seen<'a, T: Captured<'a>>(views: &'a [T], first: u64) -> Vec<Seen<'a, T>> {
    let place = |(seq, view): (u64, &'a T)| {
        let time = view.header().time().unwrap_or_else(|| Timestamp::saturating_from_ms(0));
        Seen { seq: Seq(seq), time, test: None, view }
    };
    (first..).zip(views).map(place).collect()
}
