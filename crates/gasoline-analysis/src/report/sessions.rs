//! What shards hold of each attempt and of the interactive session: the material of exports.

use super::attempts::attempts;
use super::material::{asked, read};
use super::record::Record;
use super::shard::Shard;
use super::{name_session, notes};
use crate::view::{Session, View};

/// One attempt at a test, or the interactive session, with its masked events.
#[derive(Debug)]
pub struct Held<'a> {
    /// Of the interactive session it names no test.
    pub record: &'a Record,
    session: Session<'a>,
}

impl Held<'_> {
    /// The events as their types, each with the Seq its server gave it.
    pub fn read(&self) -> View<'_> {
        read(&self.session)
    }
}

/// Names the sessions that only events tell of, so that [`sessions`] finds them.
pub fn name_sessions(shards: &mut [Shard<'_>]) {
    shards.iter_mut().for_each(name_session);
}

/// All sessions of the shards, or those of the tests that are meant: the ones of this id or title;
/// where there is none, those whose id has it inside. The same attempt in two shards is one. Where only
/// what came later is asked for, an attempt without later events is none.
pub fn sessions<'a>(shards: &'a [Shard<'a>], wanted: Option<&str>) -> Vec<Held<'a>> {
    let mut all = attempts(shards);
    let is_exact =
        |record: &Record, id: &str| record.test_id == id || record.title.as_deref() == Some(id);
    let has_exact = wanted.is_some_and(|id| all.iter().any(|tried| is_exact(tried.record, id)));
    all.retain(|tried| {
        wanted.is_none_or(|id| {
            is_exact(tried.record, id) || (!has_exact && tried.record.test_id.contains(id))
        })
    });
    all.sort_by_key(|tried| (tried.record.started, &tried.record.test_id));
    all.iter()
        .filter(|tried| !tried.shard.is_narrowed || tried.events().is_some())
        .map(|tried| Held { record: tried.record, session: asked(tried) })
        .collect()
}

/// What the shards cannot tell: events that were forgotten, rows that cannot be read.
pub fn gaps(shards: &[Shard<'_>]) -> Vec<String> {
    notes(shards, true)
}
