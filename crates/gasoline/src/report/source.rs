//! Where snapshots come from: a running server, or saved files, read all alike.

use std::io::Write;
use std::path::PathBuf;

use gasoline_analysis::report::Shard;
use gasoline_protocol::{Hint as _, Since};

use super::{CannotReport, files, live};
use crate::saved::{Saved, Unreadable};

/// What is asked for, and of whom.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) port: u16,
    /// Files and folders; without any the server is asked.
    pub(crate) from: &'a [PathBuf],
    pub(crate) test_id: Option<&'a str>,
    pub(crate) since: Option<&'a str>,
}

/// Snapshots as text, and why others are not among them.
pub(crate) struct Opened {
    pub(super) texts: Vec<Saved>,
    pub(super) refused: Vec<String>,
    since: Since,
}

impl Source<'_> {
    pub(crate) fn open(&self, err: &mut dyn Write) -> anyhow::Result<Opened> {
        let since = self.since.map(since).transpose()?.unwrap_or_default();
        let (texts, refused) = if self.from.is_empty() {
            (live::ask(self.port, self)?, Vec::new())
        } else {
            files::open(self.from, since, err)?
        };
        Ok(Opened { texts, refused, since })
    }
}

impl Opened {
    /// Reads the snapshots. One that is damaged is told by name, and the others are read all the same.
    pub(crate) fn read(
        &self,
        err: &mut dyn Write,
    ) -> anyhow::Result<(Vec<Shard<'_>>, Vec<String>)> {
        let (mut shards, mut refused) = (Vec::new(), self.refused.clone());
        let all = self.texts.len() + refused.len();
        for text in &self.texts {
            match text.shard() {
                Ok(shard) => shards.push(shard),
                Err(_) if text.is_answer() => return Err(CannotReport::NotReadable.into()),
                Err(error) if all == 1 => return Err(error.into()),
                Err(error) => refused.push(complain(&error, err)),
            }
        }
        if shards.is_empty() {
            return Err(CannotReport::NothingRead { files: all }.into());
        }
        for shard in &mut shards {
            shard.keep_since(self.since);
        }
        Ok((shards, refused))
    }
}

/// Tells what is wrong with one file among many, and gives it back for the report.
pub(super) fn complain(error: &Unreadable, err: &mut dyn Write) -> String {
    let _ = writeln!(err, "error: {}", error.with_hint());
    error.to_string()
}

fn since(text: &str) -> Result<Since, CannotReport> {
    Since::parse(text).ok_or_else(|| CannotReport::BadSince { since: text.to_owned() })
}
