//! A digest of the journal, masked: what the tools that compare keep.

use std::sync::Arc;

use gasoline_analysis::digest::{Digest, Gaps};
use gasoline_analysis::verification::Watch;
use gasoline_analysis::view::Session;
use gasoline_protocol::{Kind, Seq, Since};
use gasoline_store::Query;

use crate::app::App;

/// What is digested.
const KINDS: [Kind; 5] = [
    Kind::Logs,
    Kind::NetworkBodies,
    Kind::WebsocketEvents,
    Kind::EnhancedActions,
    Kind::Performance,
];

/// What may hold an issue: losses among these are told. An older load of a page is no loss.
const TELLING: [Kind; 3] = [Kind::Logs, Kind::NetworkBodies, Kind::WebsocketEvents];

/// Digests everything held, or what came since a session watches, and says up to where.
pub(super) fn take(app: &Arc<App>, watch: Option<Watch>, url: Option<&str>) -> (Digest, Seq) {
    let since = watch.map_or(Since::Beginning, |watch| Since::Seq(watch.since));
    let snapshot = app.journal.snapshot(&Query::of(&KINDS).since(since));
    let session = Session::new(&snapshot, |_| true);
    let mut view = session.view();
    if let Some(watch) = watch {
        view.keep_since(watch);
    }
    let mut digest = Digest::of(&view, url, &app.retained.noise(), snapshot.taken_at);
    digest.gaps = gaps(app, watch);
    (digest, snapshot.head)
}

fn gaps(app: &Arc<App>, watch: Option<Watch>) -> Gaps {
    let Some(watch) = watch else {
        let snapshot = app.journal.snapshot(&Query::of(&TELLING));
        let forgotten = TELLING.iter().map(|kind| snapshot.forgotten_of(*kind)).sum();
        return Gaps { forgotten, is_exact: true, cleared_at: snapshot.cleared_at };
    };
    let snapshot = app.journal.snapshot(&Query::of(&TELLING).since(Since::Seq(watch.since)));
    Gaps {
        forgotten: snapshot.missed.count,
        is_exact: snapshot.missed.is_exact,
        cleared_at: snapshot.cleared_at.filter(|at| *at >= watch.at),
    }
}
