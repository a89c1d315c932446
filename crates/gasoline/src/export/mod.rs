//! `gasoline export`: what was captured or found, in the formats others read.

mod captured;
mod sarif;

use std::io::Write;
use std::path::PathBuf;

use gasoline_protocol::Hint;
use serde_json::Value;

use crate::args::{Format, Sarif};
use crate::report::ids_of;
use crate::{CLEAN, server, snapshot};

/// The server answered something else than the report that was asked for.
#[derive(Debug, thiserror::Error)]
#[error("the server's report cannot be read: {0}")]
pub(crate) struct NotReadable(serde_json::Error);

impl Hint for NotReadable {
    fn hint(&self) -> String {
        "run the same version of `gasoline` as the server; `gasoline doctor` tells both".to_owned()
    }
}

pub(crate) fn run(
    port: u16,
    format: &Format,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<u8> {
    match format {
        Format::Har(options) => captured::har(port, options, out, err),
        Format::Otlp(options) => captured::otlp(port, options, out, err),
        Format::Sarif(options) => {
            let report = report(port, options)?;
            let log = sarif::log(&report, options.severity_min);
            save(&log, options.output.as_ref(), out)?;
            Ok(CLEAN)
        }
        Format::Openapi(options) => {
            let sketch = serde_json::from_slice(&server::get(port, "/openapi")?);
            save(&sketch.map_err(NotReadable)?, options.output.as_ref(), out)?;
            Ok(CLEAN)
        }
    }
}

fn save(document: &Value, output: Option<&PathBuf>, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut text = serde_json::to_vec_pretty(document).unwrap_or_default();
    text.push(b'\n');
    Ok(snapshot::save(&text, output, out)?)
}

/// What the audit found; of all attempts at a test, where one is named.
fn report(port: u16, options: &Sarif) -> anyhow::Result<Value> {
    let ask = |id: Option<&str>| -> anyhow::Result<Value> {
        let path = snapshot::path("/security-audit", id, options.since.as_deref());
        Ok(serde_json::from_slice(&server::get(port, &path)?).map_err(NotReadable)?)
    };
    let Some(wanted) = &options.test_id else { return ask(None) };
    let mut whole = Value::Null;
    // A name that is nobody's would pass for a test without findings.
    for id in ids_of(port, wanted)? {
        let mut report = ask(Some(&id))?;
        match whole["findings"].as_array_mut() {
            Some(all) => all
                .extend(report["findings"].as_array_mut().map(std::mem::take).unwrap_or_default()),
            None => whole = report,
        }
    }
    Ok(whole)
}
