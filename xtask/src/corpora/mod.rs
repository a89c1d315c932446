//! `cargo xtask corpora`: what the audit finds in public test data, what it takes for a secret, and
//! which answers break a contract.
//!
//! The data are not part of the project. They are read where they lie: in the folder that is named,
//! in `GASOLINE_CORPORA`, or in `../shared/corpora` beside the project. Where they are missing that
//! is said, and the project's own examples are measured all the same. It ends with 1 where a figure is
//! below what is asked for (`bars.rs`).

mod bars;
mod contexts;
mod contracts;
mod own;
mod traffic;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use bars::Bars;
use flate2::read::GzDecoder;
use gasoline_analysis::audit::Finding;
use gasoline_analysis::secrets::{RULES, Severity, mask};
use serde::Deserialize;

use crate::project::{root, say};

/// One line of a corpus.
#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    label: String,
    #[serde(alias = "name")]
    kind: String,
    text: String,
    #[serde(default)]
    secrets: Vec<String>,
}

/// Whether the rows that went wrong are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Figures,
    Rows,
}

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let detail = if arguments.iter().any(|argument| argument == "--rows") {
        Detail::Rows
    } else {
        Detail::Figures
    };
    let folder = arguments.iter().find(|argument| !argument.starts_with("--")).map(PathBuf::from);
    let folder = folder
        .or_else(|| std::env::var_os("GASOLINE_CORPORA").map(PathBuf::from))
        .unwrap_or_else(|| root().join("../shared/corpora"));
    let mut bars = Bars::default();
    own::report(&mut bars);
    if folder.is_dir() {
        let rows: Vec<Row> = read(&folder.join("secrets.ndjson.gz"))?;
        secrets(&rows, detail, &mut bars);
        contexts::report(&rows, detail, &mut bars);
        personal(&read(&folder.join("pii.ndjson.gz"))?, detail, &mut bars);
        benign(&read(&folder.join("benign-bodies.ndjson.gz"))?, detail, &mut bars);
        contracts::report(&folder, detail, &mut bars)?;
    } else {
        say(format_args!("no corpora at {}: nothing else measured", folder.display()));
    }
    if !bars.missed.is_empty() {
        bail!("below what is asked for: {}", bars.missed.join("; "));
    }
    Ok(())
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    lines.map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}

/// Whether a finding is of a secret, and not of a person or of the transport.
fn is_secret(finding: &Finding) -> bool {
    RULES.iter().any(|rule| rule.id == finding.rule && !rule.is_personal())
}

/// A share in per cent, with what it is a share of.
fn share(part: usize, whole: usize) -> String {
    #[expect(clippy::cast_precision_loss, reason = "rows are few")]
    let percent = part as f64 * 100.0 / whole.max(1) as f64;
    format!("{part}/{whole} ({percent:.1} %)")
}

fn secrets(rows: &[Row], detail: Detail, bars: &mut Bars) {
    let (mut all, mut found, mut warned, mut hidden) = (0, 0, 0, 0);
    let (mut clean, mut noted, mut alarmed) = (0, 0, 0);
    for row in rows {
        let findings = traffic::logged(&row.text);
        let worst =
            findings.iter().filter(|finding| is_secret(finding)).map(|one| one.severity).max();
        let is_warned = worst >= Some(Severity::Warning);
        if row.label == "secret" {
            all += 1;
            found += usize::from(worst.is_some());
            warned += usize::from(is_warned);
            let masked = mask(&row.text).unwrap_or_else(|| row.text.clone());
            let is_hidden = |secret: &String| !masked.contains(secret.trim_matches(['"', '\'']));
            hidden += usize::from(masked != row.text && row.secrets.iter().all(is_hidden));
            if worst.is_none() && detail == Detail::Rows {
                say(format_args!("missed {}: {:?}", row.kind, row.text));
            }
        } else {
            clean += 1;
            noted += usize::from(worst.is_some());
            alarmed += usize::from(is_warned);
            if is_warned && detail == Detail::Rows {
                say(format_args!("false alarm {}: {:?}", row.kind, row.text));
            }
        }
    }
    say(format_args!("secrets: masked {}", share(hidden, all)));
    for (severity, found, flagged) in [("warning", warned, alarmed), ("info", found, noted)] {
        say(format_args!(
            "    at `{severity}` or above: found {}, clean rows flagged {}",
            share(found, all),
            share(flagged, clean)
        ));
    }
    bars.at_least("secrets at `warning` or above", 93, warned, all);
    bars.at_most("clean rows flagged at `warning` or above", 10, alarmed, clean);
}

fn personal(rows: &[Row], detail: Detail, bars: &mut Bars) {
    let mut kinds: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    for (kind, rule) in [
        ("email", "email"),
        ("us_ssn", "social_security_number"),
        ("credit_card", "card_number"),
        ("phone", "phone"),
    ] {
        let count = kinds.entry(kind).or_default();
        for row in rows {
            let is_found = traffic::logged(&row.text).iter().any(|finding| finding.rule == rule);
            let is_one = row.label == "pii" && row.kind == kind;
            count.0 += usize::from(is_one);
            count.1 += usize::from(is_one && is_found);
            let is_false = row.label == "clean" && is_found;
            count.2 += usize::from(is_false);
            if detail == Detail::Rows && (is_false || is_one && !is_found) {
                let said = if is_false { "false alarm" } else { "missed" };
                say(format_args!("{said} {kind}: {:?}", row.text));
            }
        }
    }
    for (kind, (all, found, alarms)) in kinds {
        say(format_args!("{kind}: found {}, false alarms {alarms}", share(found, all)));
        let least = match kind {
            "email" => 97,
            "phone" => 90,
            _ => 95,
        };
        bars.at_least(kind, least, found, all);
        if kind == "credit_card" {
            bars.at_most("false card numbers", 0, alarms, rows.len());
        }
    }
}

fn benign(rows: &[Row], detail: Detail, bars: &mut Bars) {
    let (mut credentials, mut notes, mut numbers) = (0, 0, 0);
    let (mut phones, mut warned_phones) = (0, 0);
    for row in rows {
        let findings = traffic::answered(&row.text);
        let alarms: Vec<&Finding> = findings
            .iter()
            .filter(|finding| is_secret(finding) && finding.severity >= Severity::Warning)
            .collect();
        credentials += alarms.len();
        notes += findings.iter().filter(|finding| is_secret(finding)).count() - alarms.len();
        let is_number = |rule: &str| matches!(rule, "card_number" | "social_security_number");
        numbers += findings.iter().filter(|finding| is_number(finding.rule)).count();
        let phone = findings.iter().find(|finding| finding.rule == "phone");
        phones += usize::from(phone.is_some());
        warned_phones +=
            usize::from(phone.is_some_and(|finding| finding.severity >= Severity::Warning));
        for alarm in alarms.iter().filter(|_| detail == Detail::Rows) {
            say(format_args!("false alarm {}: {} {:?}", row.kind, alarm.rule, alarm.evidence));
        }
    }
    say(format_args!(
        "benign bodies: {credentials} credential findings in {} ({notes} at `info`); {numbers} cards and social security numbers; phones in {} at `warning`, in {} at `info`",
        rows.len(),
        share(warned_phones, rows.len()),
        share(phones - warned_phones, rows.len())
    ));
    if credentials > 2 {
        bars.missed
            .push(format!("credential findings in benign bodies: {credentials} of at most 2"));
    }
    bars.at_most("phones in benign bodies", 10, warned_phones, rows.len());
}
