//! `gasoline snapshot`: saves what `/snapshot` returns.

use std::io::Write;
use std::path::PathBuf;

use gasoline_protocol::Hint;

use crate::args::Snapshot;
use crate::{CLEAN, server};

/// Why the file was not written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{}`: {error}", path.display())]
pub(crate) struct CannotSave {
    path: PathBuf,
    error: std::io::Error,
}

impl Hint for CannotSave {
    fn hint(&self) -> String {
        "choose another file with `--output`".to_owned()
    }
}

pub(crate) fn run(port: u16, options: &Snapshot, out: &mut dyn Write) -> anyhow::Result<u8> {
    let mut path = "/snapshot?".to_owned();
    for (name, value) in [("test_id", &options.test_id), ("since", &options.since)] {
        if let Some(value) = value {
            path.push_str(&format!("{name}={}&", encode(value)));
        }
    }
    let body = server::get(port, &path)?;
    match &options.output {
        Some(path) => {
            std::fs::write(path, &body)
                .map_err(|error| CannotSave { path: path.clone(), error })?;
            let size = body.len();
            let _ = writeln!(anstream::stderr(), "saved {size} bytes to {}", path.display());
        }
        // A closed pipe is the reader's choice.
        None => {
            let _ = out.write_all(&body);
        }
    }
    Ok(CLEAN)
}

/// Percent-encodes all that is not plain.
fn encode(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
