//! What the timeline of a full session costs.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use gasoline_analysis::noise::Noise;
use gasoline_analysis::timeline::{Scope, timeline};
use gasoline_analysis::view::{Row, View};
use gasoline_protocol::event::EventView;
use gasoline_protocol::{Seq, Timestamp};
use serde_json::Value;

use super::spread;
use super::workload::{action, entry, request};

const ROUNDS: usize = 100;

/// What the specification caps a timeline at.
const CAP: usize = 200;

/// Hands over a session as large as the buffers let it be.
pub(super) fn full_buffers(look: impl FnOnce(&View<'_>, &Noise) -> Result<()>) -> Result<()> {
    let texts = |count: usize, make: fn(usize) -> Value| -> Vec<String> {
        (0..count).map(|number| make(number).to_string()).collect()
    };
    let (actions, requests, logs) = (texts(50, action), texts(100, request), texts(1_000, entry));
    let view = View {
        actions: rows(&actions, 0)?,
        requests: rows(&requests, 1_000)?,
        logs: rows(&logs, 2_000)?,
        ..View::default()
    };
    look(&view, &Noise::new())
}

/// Prints what it takes to merge full buffers, tell causes and read the shapes of responses.
pub(super) fn report(out: &mut dyn Write) -> Result<()> {
    full_buffers(|view, noise| measure(view, noise, out))
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn measure(view: &View<'_>, noise: &Noise, out: &mut dyn Write) -> Result<()> {
    let mut shown = 0;
    let samples = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        for cap in [CAP, usize::MAX] {
            let scope = Scope { cap: Some(cap), ..Scope::default() };
            shown = timeline(view, Some(noise), &scope).entries.len();
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

fn rows<'a, V: EventView<'a>>(texts: &'a [String], first: u64) -> Result<Vec<Row<'a, V>>> {
    let row = |(seq, text): (u64, &'a String)| {
        let view: V = serde_json::from_str(text)?;
        let time = view.header().time().unwrap_or_else(|| Timestamp::saturating_from_ms(0));
        Ok(Row::new(Seq(seq), time, view))
    };
    (first..).zip(texts).map(row).collect()
}
