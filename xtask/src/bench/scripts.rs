//! What a script from full buffers costs.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use gasoline_analysis::noise::Noise;
use gasoline_analysis::timeline::{Include, Part, Scope, Sources, timeline};
use gasoline_codegen::{Checks, Fixtures, Format, Options, plan, print};
use gasoline_protocol::action::EnhancedAction;
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::network::NetworkBody;
use serde_json::Value;

use super::spread;
use super::timeline::{seen, views};
use super::workload::{action, entry, request};

const ROUNDS: usize = 100;

/// Prints what it takes from events to the text of a test with all assertions and mocked answers.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
pub(super) fn report(out: &mut dyn Write) -> Result<()> {
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
    let include = Include::default().and(Part::Sockets).and(Part::Outlines);
    let scope = Scope { include, ..Scope::default() };
    let options = Options {
        checks: Checks { response_shape: true, ..Checks::OF_A_TEST },
        fixtures: Some(Fixtures::Mock),
        ..Options::default()
    };
    let mut bytes = 0;
    let mut samples = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let timeline = timeline(&sources, &scope);
        let plan = plan::plan(&timeline, &options)?;
        let mock = plan.mock.as_ref().map(|mock| print::mock(mock, &plan.title).len());
        bytes = print::script(&plan, Format::Playwright).len() + mock.unwrap_or_default();
        samples.push(start.elapsed().as_secs_f64() * 1e3);
    }
    let first = samples[0];
    let (median, p99) = spread(samples);
    writeln!(
        out,
        "test with all assertions and mocks from full buffers: p50 {median:.2} ms, p99 {p99:.2} ms, \
         first {first:.2} ms (promised 50), {bytes} bytes"
    )?;
    Ok(())
}
