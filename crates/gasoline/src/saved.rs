//! A saved snapshot: a file that `gasoline snapshot` wrote, read back.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use gasoline_analysis::changes::Seen;
use gasoline_analysis::digest::{Digest, Gaps, Material};
use gasoline_analysis::noise::Noise;
use gasoline_protocol::action::EnhancedAction;
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::event::Captured;
use gasoline_protocol::network::NetworkBody;
use gasoline_protocol::performance::PerformanceSnapshot;
use gasoline_protocol::time::WireTime;
use gasoline_protocol::websocket::WebSocketEvent;
use gasoline_protocol::{Hint, Seq, Timestamp};
use serde::Deserialize;
use serde_json::value::RawValue;

/// Why a file is of no use.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("cannot read `{}`: {error}", path.display())]
    NoFile { path: PathBuf, error: std::io::Error },
    #[error("`{}` ends in the middle: it was not saved whole", path.display())]
    Truncated { path: PathBuf },
    #[error("`{}` is no JSON: {error}", path.display())]
    NoJson { path: PathBuf, error: serde_json::Error },
    #[error("`{}` is no snapshot of Gasoline: {what}", path.display())]
    Foreign { path: PathBuf, what: String },
}

impl Hint for Unreadable {
    fn hint(&self) -> String {
        match self {
            Self::NoFile { .. } => "name a file that `gasoline snapshot --output FILE` wrote",
            Self::Truncated { .. } => "save it again with `gasoline snapshot --output FILE`",
            Self::NoJson { .. } | Self::Foreign { .. } => {
                "make one with `gasoline snapshot --output FILE` while the server runs"
            }
        }
        .to_owned()
    }
}

/// The text of a saved snapshot.
#[derive(Debug)]
pub(crate) struct Saved {
    path: PathBuf,
    text: String,
}

/// What `/snapshot` answers, as far as it is read here. Members that every snapshot has are asked
/// for, so that other JSON is told from it.
#[derive(Debug, Deserialize)]
struct Members<'a> {
    timestamp: WireTime,
    #[serde(borrow)]
    logs: Vec<&'a RawValue>,
    #[serde(borrow)]
    network_bodies: Vec<&'a RawValue>,
    #[serde(borrow)]
    websocket_events: Vec<&'a RawValue>,
    #[serde(borrow)]
    enhanced_actions: Vec<&'a RawValue>,
    #[serde(borrow)]
    performance: Vec<&'a RawValue>,
    #[serde(default)]
    forgotten: BTreeMap<String, u64>,
}

/// What the server adds to an event.
#[derive(Debug, Deserialize)]
struct Place {
    #[serde(default)]
    seq: u64,
    #[serde(default)]
    received_at: WireTime,
}

struct Read<T> {
    seq: Seq,
    time: Timestamp,
    view: T,
}

impl Saved {
    pub(crate) fn open(path: &Path) -> Result<Self, Unreadable> {
        let text = fs::read_to_string(path)
            .map_err(|error| Unreadable::NoFile { path: path.to_owned(), error })?;
        Ok(Self { path: path.to_owned(), text })
    }

    /// Digests the file. What in it cannot be read as an event is left out.
    pub(crate) fn digest(&self, url: Option<&str>, noise: &Noise) -> Result<Digest, Unreadable> {
        let members: Members<'_> =
            serde_json::from_str(&self.text).map_err(|error| self.complaint(error))?;
        let logs = read::<LogEntry<'_>>(&members.logs);
        let requests = read::<NetworkBody<'_>>(&members.network_bodies);
        let sockets = read::<WebSocketEvent<'_>>(&members.websocket_events);
        let actions = read::<EnhancedAction<'_>>(&members.enhanced_actions);
        let loads = read::<PerformanceSnapshot<'_>>(&members.performance);
        let material = Material {
            logs: seen(&logs),
            requests: seen(&requests),
            sockets: seen(&sockets),
            actions: seen(&actions),
            loads: seen(&loads),
        };
        let WireTime(taken_at) = members.timestamp;
        let mut digest = Digest::of(&material, url, noise, taken_at.unwrap_or_default());
        let telling = ["logs", "network_bodies", "websocket_events"];
        let forgotten = telling.iter().filter_map(|kind| members.forgotten.get(*kind)).sum();
        digest.gaps = Gaps { forgotten, is_exact: true, cleared_at: None };
        Ok(digest)
    }

    fn complaint(&self, error: serde_json::Error) -> Unreadable {
        let path = self.path.clone();
        match error.classify() {
            serde_json::error::Category::Eof => Unreadable::Truncated { path },
            serde_json::error::Category::Data => {
                Unreadable::Foreign { path, what: error.to_string() }
            }
            _ => Unreadable::NoJson { path, error },
        }
    }
}

fn read<'a, T: Captured<'a>>(events: &[&'a RawValue]) -> Vec<Read<T>> {
    let one = |raw: &&'a RawValue| {
        let view: T = serde_json::from_str(raw.get()).ok()?;
        let place: Place = serde_json::from_str(raw.get()).ok()?;
        let WireTime(received_at) = place.received_at;
        let time = view.header().time().or(received_at).unwrap_or_default();
        Some(Read { seq: Seq(place.seq), time, view })
    };
    events.iter().filter_map(one).collect()
}

fn seen<T>(events: &[Read<T>]) -> Vec<Seen<'_, T>> {
    let events = events.iter();
    events
        .map(|Read { seq, time, view }| Seen { seq: *seq, time: *time, test: None, view })
        .collect()
}
