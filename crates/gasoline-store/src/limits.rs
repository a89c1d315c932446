//! Capacities and lifetimes: what one test, or the interactive session, may keep.

gasoline_protocol::limits! {
    /// Events that clients say they gave up, of one kind: no client reaches it, and a longer number
    /// could be taken for a card and masked.
    LOST_MAX_COUNT: u64 = 99_999_999;
    /// Pictures kept of one test or session.
    PICTURES_MAX: usize = 20;
    /// Bytes of those pictures, thumbnails included.
    PICTURES_MAX_BYTES: usize = 10 * 1024 * 1024;
    /// Open WebSocket connections described.
    CONNECTIONS_MAX_ACTIVE: usize = 20;
    /// Closed WebSocket connections remembered.
    CONNECTIONS_MAX_CLOSED: usize = 10;
    /// Distinct keys remembered of a connection's JSON messages.
    CONNECTION_MAX_KEYS: usize = 30;
    /// Characters of a message shown as a preview.
    PREVIEW_MAX_CHARS: usize = 200;
    /// Seconds over which a connection's message rate is averaged.
    RATE_WINDOW_SECONDS: usize = 5;
    /// Tests whose events are kept; then the oldest ended one keeps only its record.
    TESTS_MAX_LIVE: usize = 64;
    /// Ended tests that are listed for those who follow, a collector say: as ids, and more than the
    /// journal holds events of.
    ENDED_TESTS_MAX: usize = 256;
    /// Records of tests kept.
    RECORDS_MAX: usize = 5_000;
    /// Bytes of those records; then the oldest ended ones keep only their outcome.
    RECORDS_MAX_BYTES: usize = 12 * 1024 * 1024;
    /// Errors, failed requests or socket errors listed in one record, each.
    RECORD_MAX_ITEMS: usize = 20;
    /// Body kept with a failed request of a record, in bytes.
    RECORD_BODY_MAX_BYTES: usize = 1024;
    /// Stacks of a record whose meaning in the source is kept: a test fails for few reasons.
    RECORD_MAX_PLACES: usize = 5;
    /// Bytes of one such meaning: twenty frames and the code at the top one.
    RECORD_PLACE_MAX_BYTES: usize = 4 * 1024;
    /// Any other text of a record, in characters.
    RECORD_TEXT_MAX_CHARS: usize = 4_000;
    /// Everything kept together, in bytes, so that the whole process stays below 100 MB.
    BUDGET_MAX_BYTES: usize = 72 * 1000 * 1000;
    /// What the allocator loses between events of many sizes, in per cent of them: measured with 64
    /// tests that send and forget large bodies.
    ALLOCATOR_SLACK_PERCENT: usize = 20;
    /// What a running test keeps however full the budget is, in bytes.
    RUNNING_TEST_MIN_BYTES: usize = 1024 * 1024;
    /// What is dropped at once when the budget is full, in bytes: looking for the largest takes time.
    BUDGET_STEP_BYTES: usize = 64 * 1024;
    /// Events that fell out and wait to be freed: a batch of a hundred thousand must not double.
    DROPPED_MAX_EVENTS: usize = 1_000;
    /// Receipts remembered, so that a client may send a batch again.
    RECEIPTS_MAX: usize = 4_096;
    /// Rejections listed in one receipt; the rest is counted.
    REJECTIONS_MAX_LISTED: usize = 100;
    /// Characters of one rejection's reason.
    REASON_MAX_CHARS: usize = 300;
    /// Bytes of rejections remembered with the receipts; then the oldest keep only their counts.
    REMEMBERED_REJECTIONS_MAX_BYTES: usize = 1024 * 1024;
    /// Enrichments that wait for their entry: those of two pages full of errors.
    ENRICHMENTS_WAITING_MAX: usize = 100;
    /// Bytes of those enrichments.
    ENRICHMENTS_WAITING_MAX_BYTES: usize = 1024 * 1024;
    /// Milliseconds an enrichment waits: longer than a client takes to send a refused batch again.
    ENRICHMENT_WAIT_MS: i64 = 10_000;
    /// Milliseconds that a driver may say something happened before the page says so: clocks differ.
    SIGHTING_EARLY_MS: i64 = 2_000;
    /// The same afterwards: a page sends the number of repeats up to ten seconds late, and the driver
    /// of a busy machine notices late.
    SIGHTING_LATE_MS: i64 = 12_000;
    /// Page events that are compared with one sighting, the newest first.
    SIGHTING_CANDIDATES_MAX: usize = 200;
    /// Joined and kept sightings that are remembered in a test.
    SIGHTINGS_MAX: usize = 256;
    /// Characters by which the text of an error is recognized; pages and drivers truncate long ones.
    SIGHTING_TEXT_MAX_CHARS: usize = 200;
    /// Runs of forgotten events a ring can tell apart; older ones are merged.
    FORGOTTEN_MAX_RUNS: usize = 64;
    /// Pages with a performance baseline; as many again whose routes and restorations have one.
    BASELINES_MAX: usize = 20;
    /// Loads remembered of a page: the last ten may be judged, against twenty before them. Four
    /// kilobytes.
    PAGE_LOADS_MAX: usize = 30;
    /// A request logged and captured within this many milliseconds is one failure, not two.
    SAME_REQUEST_WINDOW_MS: i64 = 2_000;
    /// A running test that sends nothing for this long no longer keeps the server alive, in seconds.
    TEST_STALE_SECONDS: i64 = 600;
    /// Longest url, id or reason kept, in characters.
    CONNECTION_NAME_MAX_CHARS: usize = 500;
    /// Shapes of messages told apart before "there are more" is all that matters.
    CONNECTION_MAX_VARIANTS: usize = 10;
    /// Bytes a described connection is taken to use.
    CONNECTION_BYTES: usize = 2048;
    /// Samples of a baseline that are averaged plainly; after those the newest weighs a fifth.
    BASELINE_PLAIN_SAMPLES: u32 = 5;
}
