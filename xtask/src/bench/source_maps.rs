//! What a source map costs: read for the first time, and asked again.

use std::io::Write;
use std::time::Instant;

use anyhow::{Context as _, Result};
use gasoline_analysis::sources::{SourceMap, explain};
use serde_json::json;

use super::spread;

const ROUNDS: usize = 15;

/// Prints what maps of the sizes that are promised take.
pub(super) fn report(out: &mut impl Write) -> Result<()> {
    for (megabytes, promised) in [(2, 40), (9, 150)] {
        let text = map_text(megabytes * 1_000_000);
        let stack = stack(text.columns);
        let (mut cold, mut cached) = (Vec::new(), Vec::new());
        let mut size = 0;
        for _ in 0..ROUNDS {
            let copy = text.json.clone();
            let start = now();
            let map = SourceMap::decode(copy).context("the map is good")?;
            let explained = explain(&stack, None, |_| Some(&map));
            cold.push(start.elapsed().as_secs_f64() * 1000.0);
            assert!(explained.is_mapped() && explained.sources.len() == 3);
            let start = now();
            explain(&stack, None, |_| Some(&map));
            cached.push(start.elapsed().as_secs_f64() * 1000.0);
            size = map.size_bytes();
        }
        let ((cold, worst), (cached, _)) = (spread(cold), spread(cached));
        writeln!(
            out,
            "source map of {:.1} MB: read and three frames explained in {cold:.1} ms (at worst \
             {worst:.1}, promised {promised}), then {cached:.2} ms (promised 2), held in {:.1} MB",
            megabytes_of(text.json.len()),
            megabytes_of(size),
        )?;
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures the real clock")]
fn now() -> Instant {
    Instant::now()
}

#[expect(clippy::cast_precision_loss)]
fn megabytes_of(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

struct Text {
    json: String,
    /// Columns of the one line of the script.
    columns: usize,
}

/// A map as a bundler writes it of a large application: a third of it mappings, on one line.
fn map_text(bytes: usize) -> Text {
    const MODULE: &str = "export function total(items) {\n  const prices = items.map((item) => item.price);\n  \
                          return prices.reduce((one, other) => one + other, 0);\n}\n\n";
    let source = MODULE.repeat(200);
    let sources = bytes * 2 / 3 / source.len();
    let per_source = bytes / 3 / 7 / sources;
    let mut mappings = String::with_capacity(bytes / 2);
    for index in 0..sources {
        // Seven bytes: four columns on, the next line every fifth time, back at a new source.
        for segment in 0..per_source {
            let is_new = segment == 0 && index > 0;
            let back = number(-i64::try_from(per_source / 5).unwrap_or_default());
            mappings.push_str(match (is_new, segment % 5) {
                (true, _) => "IC",
                (false, _) => "IA",
            });
            mappings.push_str(if is_new {
                &back
            } else if segment % 5 == 4 {
                "C"
            } else {
                "A"
            });
            mappings.push_str(if segment % 5 == 4 { "JA," } else { "CA," });
        }
    }
    mappings.pop();
    let names: Vec<String> = (0..sources).map(|index| format!("../src/module{index}.ts")).collect();
    let json = json!({
        "version": 3, "sources": names, "sourcesContent": vec![source; sources], "names": ["total"],
        "mappings": mappings,
    });
    Text { json: json.to_string(), columns: sources * per_source * 4 }
}

fn number(value: i64) -> String {
    let mut rest = (value.unsigned_abs() << 1) | u64::from(value < 0);
    let mut out = String::new();
    loop {
        let digit = (rest & 31) | if rest > 31 { 32 } else { 0 };
        rest >>= 5;
        let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        out.push(char::from(alphabet[usize::try_from(digit).unwrap_or_default()]));
        if rest == 0 {
            return out;
        }
    }
}

/// Three frames far from each other.
fn stack(columns: usize) -> String {
    let frame = |share: usize| {
        format!("    at t (http://localhost:3000/app.js:1:{})\n", columns / 10 * share)
    };
    format!("Error: no\n{}{}{}", frame(9), frame(5), frame(2))
}
