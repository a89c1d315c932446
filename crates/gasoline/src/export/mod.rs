//! `gasoline export`: what was captured or found, in the formats others read.

mod captured;
mod sarif;

use std::io::Write;
use std::path::PathBuf;

use gasoline_protocol::Hint;
use serde_json::Value;

use crate::args::{Format, Sarif};
use crate::{server, snapshot};

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
) -> anyhow::Result<()> {
    match format {
        Format::Har(options) => captured::har(port, options, out, err),
        Format::Otlp(options) => captured::otlp(port, options, out, err),
        Format::Sarif(options) => {
            let report = report(port, options)?;
            let log = sarif::log(&report, options.severity_min);
            save(&log, options.output.as_ref(), out)
        }
        Format::Openapi(options) => {
            let sketch = serde_json::from_slice(&server::get(port, "/openapi")?);
            save(&sketch.map_err(NotReadable)?, options.output.as_ref(), out)
        }
    }
}

fn save(document: &Value, output: Option<&PathBuf>, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut text = serde_json::to_vec_pretty(document).unwrap_or_default();
    text.push(b'\n');
    Ok(snapshot::save(&text, output, out)?)
}

fn report(port: u16, options: &Sarif) -> anyhow::Result<Value> {
    let path =
        snapshot::path("/security-audit", options.test_id.as_deref(), options.since.as_deref());
    Ok(serde_json::from_slice(&server::get(port, &path)?).map_err(NotReadable)?)
}
