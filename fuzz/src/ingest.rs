//! Fuzzes ingest: any bytes as a batch of any kind, through the only way in.
//!
//! The first byte picks the kind, the rest is the body of the request.

use std::sync::{Arc, LazyLock};

use gasoline_protocol::{KINDS, Kind, Purpose, Since};
use gasoline_store::limits::BUDGET_MAX_BYTES;
use gasoline_store::{Batch, Journal, ManualClock, Query, Receipt};
use serde::de::IgnoredAny;

/// Takes everything of a run, so that budgets and rings fill up.
static LONG_LIVED: LazyLock<Journal> = LazyLock::new(journal);

fn journal() -> Journal {
    Journal::new(Arc::new(ManualClock::at_ms(1_767_323_045_678)))
}

pub(crate) fn run(data: &[u8]) {
    let Some((&choice, body)) = data.split_first() else { return };
    let captured: Vec<Kind> =
        KINDS.iter().filter(|info| info.client_name.is_some()).map(|info| info.kind).collect();
    let kind = captured[usize::from(choice) % captured.len()];
    let read = || Batch::read(kind, body);
    let Ok(batch) = read() else { return };
    let offered = batch.drafts.len() + batch.rejected;
    let journal = journal();
    let receipt = journal.accept(batch);
    adds_up(&receipt, offered);
    accounted_for(&journal, kind, &receipt);
    stored_as_json(&journal);

    let again = read().expect("it was read before");
    let is_known = again.batch_id.is_some();
    let second = journal.accept(again);
    assert_eq!(second, receipt, "the same batch has the same receipt");
    if is_known {
        assert_eq!(journal.head().0, receipt.received as u64, "a known batch is not stored twice");
    }

    LONG_LIVED.accept(read().expect("it was read before"));
    let bytes = LONG_LIVED.bytes();
    assert!(bytes <= BUDGET_MAX_BYTES, "{bytes} bytes are kept");
}

fn adds_up(receipt: &Receipt, offered: usize) {
    assert_eq!(receipt.received + receipt.rejected, offered, "{receipt:?}");
    assert_eq!(receipt.rejections.len() + receipt.rejections_omitted, receipt.rejected);
    for rejection in receipt.rejections.iter() {
        assert!(rejection.index < offered && !rejection.reason.is_empty(), "{rejection:?}");
    }
}

/// Every event received has a place and is held or counted as forgotten.
fn accounted_for(journal: &Journal, kind: Kind, receipt: &Receipt) {
    let received = receipt.received as u64;
    assert_eq!(journal.head().0, received);
    let fill = journal.fill()[kind as usize];
    assert_eq!(fill.accepted, received);
    assert_eq!(fill.held as u64 + fill.forgotten, received, "{fill:?}");
    let held = journal.snapshot(&Query::of(&[kind])).of(kind).len();
    assert_eq!(held, fill.held);
    let latest = Query::default().since(Since::Seq(journal.head()));
    assert!(journal.snapshot(&latest).is_empty(), "nothing comes after the newest event");
}

fn stored_as_json(journal: &Journal) {
    let snapshot = journal.snapshot(&Query::default());
    for kind in Kind::ALL {
        for event in snapshot.of(kind) {
            let text = event.captured().expose(Purpose::Store);
            let parsed = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text);
            // A number no float can hold is JSON all the same.
            let is_json = parsed.is_ok() || serde_json::from_str::<IgnoredAny>(text).is_ok();
            assert!(is_json, "stored: {text}");
            let mut answered = String::new();
            event.write_json(&mut answered, text, event.test.as_deref());
            assert!(serde_json::from_str::<IgnoredAny>(&answered).is_ok(), "answered: {answered}");
        }
    }
}
