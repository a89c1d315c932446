//! `gasoline snapshot`: saves what `/snapshot` returns, with the pictures that end with the server.

use std::io::Write;
use std::path::PathBuf;

use gasoline_protocol::Hint;
use gasoline_protocol::url::percent_encode;

use crate::args::Snapshot;
use crate::{CLEAN, pictures, server};

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
    let body = server::get(
        port,
        &path("/snapshot", options.test_id.as_deref(), options.since.as_deref()),
    )?;
    save(&with_pictures(port, options, body), options.output.as_ref(), out)?;
    Ok(CLEAN)
}

/// The answer with its pictures; one that cannot be read is saved as it is.
fn with_pictures(port: u16, options: &Snapshot, body: Vec<u8>) -> Vec<u8> {
    if options.no_pictures {
        return body;
    }
    let text = std::str::from_utf8(&body).ok();
    let embedded = text.and_then(|text| pictures::embed(text, |id| pictures::fetch(port, id)).ok());
    let Some((text, left_out)) = embedded else { return body };
    if left_out > 0 {
        let _ = writeln!(anstream::stderr(), "{left_out} pictures left out: there are too many");
    }
    text.into_bytes()
}

/// A path with the query of the reads.
pub(crate) fn path(path: &str, test_id: Option<&str>, since: Option<&str>) -> String {
    let mut path = format!("{path}?");
    for (name, value) in [("test_id", test_id), ("since", since)] {
        if let Some(value) = value {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
            path.push_str(&format!("{name}={}&", percent_encode(value, is_plain)));
        }
    }
    path
}

/// Writes an answer to a file, or to stdout.
pub(crate) fn save(
    body: &[u8],
    output: Option<&PathBuf>,
    out: &mut dyn Write,
) -> Result<(), CannotSave> {
    match output {
        Some(path) => {
            std::fs::write(path, body).map_err(|error| CannotSave { path: path.clone(), error })?;
            let size = body.len();
            let _ = writeln!(anstream::stderr(), "saved {size} bytes to {}", path.display());
        }
        // A closed pipe is the reader's choice.
        None => {
            let _ = out.write_all(body);
        }
    }
    Ok(())
}
