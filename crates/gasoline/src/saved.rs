//! A saved snapshot: a file that `gasoline snapshot` wrote, read back.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use gasoline_analysis::changes::Seen;
use gasoline_analysis::digest::{Digest, Gaps, Material, Room};
use gasoline_analysis::masking::mask_event;
use gasoline_analysis::noise::Noise;
use gasoline_analysis::report::Shard;
use gasoline_analysis::verification::Watch;
use gasoline_protocol::action::EnhancedAction;
use gasoline_protocol::console::LogEntry;
use gasoline_protocol::event::Captured;
use gasoline_protocol::network::NetworkBody;
use gasoline_protocol::performance::PerformanceSnapshot;
use gasoline_protocol::time::WireTime;
use gasoline_protocol::websocket::WebSocketEvent;
use gasoline_protocol::{Hint, Kind, Seq, Timestamp};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::limits::SAVED_FILE_MAX_BYTES;

/// Why a file is of no use.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("cannot read `{}`: {error}", path.display())]
    NoFile { path: PathBuf, error: std::io::Error },
    #[error("`{}` is larger than {SAVED_FILE_MAX_BYTES} bytes", path.display())]
    TooLarge { path: PathBuf },
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
            Self::TooLarge { .. } => "save less with `gasoline snapshot --since` or `--test-id`",
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
    #[serde(borrow, default)]
    performance: Vec<&'a RawValue>,
    #[serde(default)]
    forgotten: BTreeMap<String, u64>,
}

/// Where a snapshot ends in the journal of its server.
#[derive(Debug, Deserialize)]
pub(crate) struct Moment {
    /// Which process answered; older ones do not say.
    server: Option<String>,
    cursor: Option<String>,
    /// The one test that was asked for.
    test_id: Option<String>,
    timestamp: WireTime,
}

impl Moment {
    /// From where on `later` tells what this one does not: both are of one process, of the same
    /// scope, and `later` was taken later. Seqs of two processes say nothing about each other.
    pub(crate) fn until(&self, later: &Self) -> Option<Watch> {
        let is_same =
            self.server.is_some() && self.server == later.server && self.test_id == later.test_id;
        let (since, end) = (self.head()?, later.head()?);
        let WireTime(at) = self.timestamp;
        (is_same && since < end).then_some(Watch { since, at: at? })
    }

    fn head(&self) -> Option<Seq> {
        self.cursor.as_ref()?.strip_prefix('c')?.parse().ok().map(Seq)
    }
}

/// What the server adds to an event.
#[derive(Debug, Deserialize)]
struct Place {
    #[serde(default)]
    seq: u64,
    #[serde(default)]
    received_at: WireTime,
}

struct Event<T> {
    seq: Seq,
    time: Timestamp,
    view: T,
}

impl Saved {
    pub(crate) fn open(path: &Path) -> Result<Self, Unreadable> {
        let no_file = |error| Unreadable::NoFile { path: path.to_owned(), error };
        // A pipe has no size, and is read no further than a file.
        let mut text = String::new();
        let file = fs::File::open(path).map_err(no_file)?;
        let size =
            file.take(SAVED_FILE_MAX_BYTES + 1).read_to_string(&mut text).map_err(no_file)?;
        if size as u64 > SAVED_FILE_MAX_BYTES {
            return Err(Unreadable::TooLarge { path: path.to_owned() });
        }
        Ok(Self { path: path.to_owned(), text })
    }

    /// A snapshot that a server just answered.
    pub(crate) fn answered(text: String) -> Self {
        Self { path: PathBuf::new(), text }
    }

    /// Whether a server answered it just now.
    pub(crate) fn is_answer(&self) -> bool {
        self.path.as_os_str().is_empty()
    }

    /// What the snapshot says of a run of tests.
    pub(crate) fn shard(&self) -> Result<Shard<'_>, Unreadable> {
        let name = self.path.display().to_string();
        Shard::read(&name, &self.text).map_err(|error| self.complaint(error))
    }

    /// When and where it was taken.
    pub(crate) fn moment(&self) -> Result<Moment, Unreadable> {
        serde_json::from_str(&self.text).map_err(|error| self.complaint(error))
    }

    /// Digests the file, or what in it came since an earlier one. What in it cannot be read as an
    /// event is left out.
    pub(crate) fn digest(
        &self,
        since: Option<Watch>,
        url: Option<&str>,
        noise: &Noise,
    ) -> Result<Digest, Unreadable> {
        let members: Members<'_> =
            serde_json::from_str(&self.text).map_err(|error| self.complaint(error))?;
        let texts = [
            (Kind::Logs, &members.logs),
            (Kind::NetworkBodies, &members.network_bodies),
            (Kind::WebsocketEvents, &members.websocket_events),
            (Kind::EnhancedActions, &members.enhanced_actions),
            (Kind::Performance, &members.performance),
        ];
        let [logs, requests, sockets, actions, loads] =
            texts.map(|(kind, events)| masked(kind, events));
        let logs = read::<LogEntry<'_>>(&logs, since, |_| None);
        let requests = read::<NetworkBody<'_>>(&requests, since, |body| body.duration);
        let sockets = read::<WebSocketEvent<'_>>(&sockets, since, |_| None);
        let actions = read::<EnhancedAction<'_>>(&actions, since, |_| None);
        let loads = read::<PerformanceSnapshot<'_>>(&loads, since, |_| None);
        let material = Material {
            logs: seen(&logs),
            requests: seen(&requests),
            sockets: seen(&sockets),
            actions: seen(&actions),
            loads: seen(&loads),
        };
        let WireTime(taken_at) = members.timestamp;
        let mut digest =
            Digest::within(Room::OF_FILE, &material, url, noise, taken_at.unwrap_or_default());
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

/// A file may come from a server that masked it, or from anywhere.
fn masked<'a>(kind: Kind, events: &[&'a RawValue]) -> Vec<Cow<'a, str>> {
    let one = |raw: &&'a RawValue| {
        mask_event(kind, raw.get()).map_or(Cow::Borrowed(raw.get()), Cow::Owned)
    };
    events.iter().map(one).collect()
}

/// The events that came since an earlier file; `duration_ms` tells how long one took, where that
/// is known.
fn read<'a, T: Captured<'a>>(
    events: &'a [Cow<'_, str>],
    since: Option<Watch>,
    duration_ms: impl Fn(&T) -> Option<f64>,
) -> Vec<Event<T>> {
    let one = |text: &'a Cow<'_, str>| {
        let view: T = serde_json::from_str(text).ok()?;
        let place: Place = serde_json::from_str(text).ok()?;
        let WireTime(received_at) = place.received_at;
        let time = view.header().time().or(received_at).unwrap_or_default();
        let seq = Seq(place.seq);
        let is_in = since
            .is_none_or(|watch| seq > watch.since && watch.admits_call(time, duration_ms(&view)));
        is_in.then_some(Event { seq, time, view })
    };
    events.iter().filter_map(one).collect()
}

fn seen<T>(events: &[Event<T>]) -> Vec<Seen<'_, T>> {
    let events = events.iter();
    events
        .map(|Event { seq, time, view }| Seen { seq: *seq, time: *time, test: None, view })
        .collect()
}
