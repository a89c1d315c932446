//! What a script from full buffers costs.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use gasoline_analysis::noise::Noise;
use gasoline_analysis::timeline::{Include, Part, Scope, timeline};
use gasoline_analysis::view::View;
use gasoline_codegen::{Checks, Fixtures, Format, Options, plan, print};

use super::spread;
use super::timeline::full_buffers;

const ROUNDS: usize = 100;

/// Prints what it takes from events to the text of a test with all assertions and mocked answers.
pub(super) fn report(out: &mut dyn Write) -> Result<()> {
    full_buffers(|view, noise| measure(view, noise, out))
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn measure(view: &View<'_>, noise: &Noise, out: &mut dyn Write) -> Result<()> {
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
        let timeline = timeline(view, Some(noise), &scope);
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
