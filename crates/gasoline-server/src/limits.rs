//! Numbers of the doors: how much is read at once, how long, how many ask.

gasoline_protocol::limits! {
    /// Port the server listens on unless told otherwise.
    DEFAULT_PORT: u16 = 7890;
    /// Connections served at once; further ones wait in the kernel's queue.
    CONNECTIONS_MAX: usize = 256;
    /// Bytes of a request's head: a browser's cookies for localhost fit, a flood does not.
    HEAD_MAX_BYTES: usize = 16 * 1024;
    /// Headers of one request.
    HEADERS_MAX: usize = 64;
    /// Seconds a client has to send the head of a request.
    HEAD_TIMEOUT_SECONDS: u64 = 10;
    /// Seconds a client has to send the body of a request.
    BODY_TIMEOUT_SECONDS: u64 = 10;
    /// Bytes of request bodies held at once; with the store's budget this bounds the process.
    BODIES_MAX_BYTES: usize = 8 * 1024 * 1024;
    /// Milliseconds a request waits for room among those before it is told to come again.
    BODIES_WAIT_MS: u64 = 2_000;
    /// Seconds after which a client that was told to come again may do so.
    RETRY_AFTER_SECONDS: u64 = 1;
    /// Minutes an idle background server waits before it ends.
    IDLE_EXIT_SECONDS: u64 = 600;
    /// Seconds between looks at whether the server is idle.
    IDLE_CHECK_SECONDS: u64 = 1;
    /// Seconds open connections have to finish when the server ends.
    SHUTDOWN_SECONDS: u64 = 2;
    /// Hours an MCP session over HTTP lives without a message.
    MCP_SESSION_HOURS: u64 = 4;
    /// Seconds after its last batch during which a page counts as connected.
    PAGE_STALE_SECONDS: i64 = 60;
    /// Pages counted at most.
    PAGES_MAX: usize = 1_000;
    /// Bytes of text in a tool's answer by default: a model's context is dear.
    ANSWER_MAX_BYTES: usize = 8 * 1024;
    /// Bytes of text in a tool's answer to a call that asks for a number of rows.
    ANSWER_ASKED_MAX_BYTES: usize = 64 * 1024;
    /// Bytes kept free in an answer for the lines around the rows.
    ANSWER_RESERVE_BYTES: usize = 900;
    /// Characters of a body shown in a list; the resource has the rest.
    BODY_SHOWN_CHARS: usize = 600;
    /// Characters of a message shown in a list.
    MESSAGE_SHOWN_CHARS: usize = 500;
    /// Lines of a stack shown in a list.
    STACK_SHOWN_LINES: usize = 5;
    /// Requests `get_network_bodies` lists by default.
    NETWORK_ROWS: usize = 20;
    /// WebSocket events `get_websocket_events` lists by default.
    WEBSOCKET_ROWS: usize = 50;
    /// Log entries `get_browser_logs` lists by default.
    LOG_ROWS: usize = 100;
    /// Errors `get_browser_errors` lists by default.
    ERROR_ROWS: usize = 20;
    /// Named checkpoints kept.
    CHECKPOINTS_MAX: usize = 20;
    /// Characters of a checkpoint's name.
    CHECKPOINT_NAME_MAX_CHARS: usize = 50;
    /// MCP clients whose automatic checkpoint is kept.
    CLIENTS_MAX: usize = 256;
}
