//! Measures the table of secrets on rows of NDJSON: `{label, kind, text, secrets?}` or `{name, text}`.
//!
//! `zcat corpus.ndjson.gz | cargo run --release --example secrets_corpus [-- misses | speed]`

// A measurement needs a clock, and a pure crate has none to hand in.
#![allow(clippy::disallowed_methods)]

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use gasoline_analysis::secrets::{Hit, find, mask};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    label: Option<String>,
    #[serde(alias = "name")]
    kind: String,
    text: String,
    #[serde(default)]
    secrets: Vec<String>,
}

fn main() -> io::Result<()> {
    let rows: Vec<Row> = io::stdin()
        .lock()
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<io::Result<_>>()?;
    let mut out = io::stdout().lock();
    match std::env::args().nth(1).as_deref() {
        Some("speed") => speed(&rows, &mut out),
        choice => quality(&rows, choice == Some("misses"), &mut out),
    }
}

fn quality(rows: &[Row], show: bool, out: &mut impl Write) -> io::Result<()> {
    let (secret, clean): (Vec<&Row>, Vec<&Row>) =
        rows.iter().partition(|row| row.label.as_deref() == Some("secret"));
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let (mut found, mut hidden) = (0, 0);
    for row in &secret {
        let is_found = find(&row.text).next().is_some();
        found += usize::from(is_found);
        hidden += usize::from(is_hidden(row));
        let kind = kinds.entry(&row.kind).or_default();
        kind.0 += usize::from(is_hidden(row));
        kind.1 += 1;
        if show && !is_hidden(row) {
            writeln!(
                out,
                "missed  {} found={is_found} {:?} {:?}",
                row.kind,
                row.text,
                mask(&row.text)
            )?;
        }
    }
    let alarms: Vec<(&&Row, Vec<Hit<'_>>)> = clean
        .iter()
        .map(|row| (row, find(&row.text).filter(|hit| hit.rule.masks).collect::<Vec<_>>()))
        .filter(|(_, hits)| !hits.is_empty())
        .collect();
    for (row, hits) in alarms.iter().filter(|_| show) {
        for hit in hits {
            writeln!(out, "alarm   {} {} {:?}", row.kind, hit.rule.id, hit.secret())?;
        }
    }
    for (kind, (hidden, of)) in kinds.iter().filter(|(_, (hidden, of))| hidden < of) {
        writeln!(out, "{kind:24} {hidden}/{of}")?;
    }
    writeln!(out, "secret rows {}: found {found}, masked {hidden}", secret.len())?;
    writeln!(out, "clean rows {}: masked {}", clean.len(), alarms.len())
}

/// Whether none of the row's secrets can be read in the masked text.
fn is_hidden(row: &Row) -> bool {
    let Some(masked) = mask(&row.text) else { return false };
    row.secrets.iter().all(|secret| !masked.contains(secret.trim_matches(['"', '\''])))
}

fn speed(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let all: String = rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>().join("\n");
    let bytes: Vec<u8> = all.bytes().filter(u8::is_ascii).collect();
    let all = String::from_utf8(bytes).expect("ASCII only");
    for size in [60, 1_000, 10_000] {
        let texts: Vec<&str> =
            (0..all.len() / size).map(|index| &all[index * size..(index + 1) * size]).collect();
        let clean: Vec<&str> = texts.into_iter().filter(|text| mask(text).is_none()).collect();
        // The best of many rounds: a busy machine only ever adds.
        let best = (0..40).map(|_| {
            let start = Instant::now();
            let masked = clean.iter().filter(|text| mask(text).is_some()).count();
            assert_eq!(masked, 0, "clean texts stay clean");
            start.elapsed().as_nanos()
        });
        let each = best.min().unwrap_or_default() / clean.len().max(1) as u128;
        writeln!(out, "{size:6} bytes, {} clean texts: {each} ns each", clean.len())?;
    }
    for (name, piece) in [
        ("password=", "password="),
        ("token=$A", "token=$A"),
        ("token=a(", "token=a("),
        ("?key=a", "?key=a"),
        ("cookie: a(", "cookie: a("),
        ("key", "key"),
        ("digits", "4012888888881881"),
        ("groups", "4012 "),
        ("eyJ", "eyJ"),
        ("eyJ.", "eyJhbGciOiJIUzI1NiJ9."),
        ("BEGIN", "-----BEGIN PRIVATE KEY-----"),
        ("aws", "aws secret "),
        ("@", "://a:b@"),
        ("quotes", "\"token\":\""),
        ("slashes", "token:\\\\\\\""),
        ("sk-", "sk-proj-T3BlbkFJ"),
        ("azure", "AccountKey=a+ASt"),
        ("names", "name=\"token\" "),
        ("bearer", "bearer bearer1 "),
    ] {
        let text = piece.repeat(100_000 / piece.len());
        let start = Instant::now();
        let masked = mask(&text).map(|text| text.len());
        writeln!(out, "100 KB of {name:10}: {:?}, {masked:?} left", start.elapsed())?;
    }
    Ok(())
}
