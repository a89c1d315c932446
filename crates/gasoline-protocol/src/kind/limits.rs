//! How much of each kind one test, or the interactive session, keeps.

crate::limits! {
    /// Log entries of one test or session: a noisy page's last minutes.
    LOGS_MAX_EVENTS: usize = 1_000;
    /// Bytes of those log entries.
    LOGS_MAX_BYTES: usize = 4 * 1024 * 1024;
    /// Network bodies of one test or session.
    NETWORK_MAX_EVENTS: usize = 100;
    /// Bytes of those bodies.
    NETWORK_MAX_BYTES: usize = 8 * 1024 * 1024;
    /// WebSocket events of one test or session.
    WEBSOCKET_MAX_EVENTS: usize = 500;
    /// Bytes of those events.
    WEBSOCKET_MAX_BYTES: usize = 4 * 1024 * 1024;
    /// User actions of one test or session: longer recordings make no better tests.
    ACTIONS_MAX_EVENTS: usize = 50;
    /// Bytes of those actions.
    ACTIONS_MAX_BYTES: usize = 1024 * 1024;
    /// Pages whose newest performance snapshot is kept.
    PERFORMANCE_MAX_EVENTS: usize = 20;
    /// Bytes of those snapshots.
    PERFORMANCE_MAX_BYTES: usize = 256 * 1024;
    /// DOM outlines of one test or session.
    OUTLINES_MAX_EVENTS: usize = 20;
    /// Bytes of those outlines.
    OUTLINES_MAX_BYTES: usize = 512 * 1024;
    /// Records of screenshots: they outlive the pictures, so that a timeline stays whole.
    SCREENSHOT_RECORDS_MAX_EVENTS: usize = 100;
    /// Bytes of those records.
    SCREENSHOT_RECORDS_MAX_BYTES: usize = 256 * 1024;
}
