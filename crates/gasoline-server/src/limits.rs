//! Numbers of the doors: how much is read at once, how long, how many ask.

gasoline_protocol::limits! {
    /// Port the server listens on unless told otherwise.
    DEFAULT_PORT: u16 = 7890;
    /// Connections served at once; further ones wait in the kernel's queue.
    CONNECTIONS_MAX: usize = 256;
    /// Bytes of a request's head, and of the buffer a connection reads into: a usual batch fits as well.
    HEAD_MAX_BYTES: usize = 32 * 1024;
    /// Headers of one request.
    HEADERS_MAX: usize = 64;
    /// Seconds a client has to send the head of a request.
    HEAD_TIMEOUT_SECONDS: u64 = 10;
    /// Seconds a client has to send the body of a request.
    BODY_TIMEOUT_SECONDS: u64 = 10;
    /// Bytes of request bodies held at once; with the store's budget this bounds the process.
    BODIES_MAX_BYTES: usize = 8 * 1024 * 1024;
    /// Bytes from which a request body waits for its turn: one large body is read at a time.
    BODY_LARGE_BYTES: usize = 512 * 1024;
    /// Bytes by which the room of a request body grows: however many connections stand still after
    /// their first byte, the others and one large body have room.
    BODY_STEP_BYTES: usize = 8 * 1024;
    /// Milliseconds a request waits for room among those before it is told to come again.
    BODIES_WAIT_MS: u64 = 2_000;
    /// Enrichments taken of one batch: a client sends one for an error, and at most fifty errors.
    ENRICHMENTS_MAX: usize = 200;
    /// Bytes of events up to which an answer is made at once; a larger one is written in pieces.
    WHOLE_ANSWER_MAX_BYTES: usize = 2 * 1024 * 1024;
    /// Bytes of such a piece, at least.
    PIECE_BYTES: usize = 256 * 1024;
    /// Seconds after which a client that was told to come again may do so.
    RETRY_AFTER_SECONDS: u64 = 1;
    /// Seconds an idle background server waits before it ends.
    IDLE_EXIT_SECONDS: u64 = 600;
    /// Seconds between looks at whether the server is idle.
    IDLE_CHECK_SECONDS: u64 = 1;
    /// Seconds open connections have to finish when the server ends.
    SHUTDOWN_SECONDS: u64 = 2;
    /// Hours an MCP session over HTTP lives without a message.
    MCP_SESSION_HOURS: u64 = 4;
    /// MCP sessions over HTTP at a time; the one that was silent longest makes room for the next. Half
    /// of all MCP clients: these seldom say goodbye, and must not keep editors out.
    MCP_SESSIONS_MAX: usize = 128;
    /// Seconds after its last batch during which a page counts as connected.
    PAGE_STALE_SECONDS: i64 = 60;
    /// Pages counted at most.
    PAGES_MAX: usize = 1_000;
    /// Tests whose browser is remembered, for their bug reports.
    PAGE_AGENTS_MAX: usize = 256;
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
    /// Characters of a message that is one line among others.
    MESSAGE_LINE_CHARS: usize = 160;
    /// Bytes of the error that is shown in full by default: with the lines around it, what an agent
    /// reads of the usual bug stays below two thousand.
    DIAGNOSIS_MAX_BYTES: usize = 1_600;
    /// Milliseconds within which the same words are one error reported twice: React does so within one
    /// render, which on a slow machine takes this long.
    REPEATED_REPORT_MS: i64 = 500;
    /// Failed requests that no error depends on and whose bodies are shown.
    FAILURES_WITH_BODIES: usize = 3;
    /// Characters of each of their bodies.
    FAILURE_BODY_CHARS: usize = 240;
    /// Milliseconds a request may have taken that led to an error: servers give up after a minute.
    SLOW_REQUEST_MS: i64 = 60_000;
    /// Milliseconds after an error in which what belongs to it may carry its time.
    AROUND_AFTER_MS: i64 = 3_000;
    /// Characters of a report's title: a tracker shows no more.
    REPORT_TITLE_CHARS: usize = 120;
    /// Milliseconds before an error from which a report shows the console and failed requests.
    REPORT_CONSOLE_MS: i64 = 10_000;
    /// Lines of the console in a report.
    REPORT_CONSOLE_LINES: usize = 20;
    /// Failed requests in a report.
    REPORT_REQUESTS: usize = 5;
    /// Milliseconds in which an action has its effect: an error later is not its own.
    REPORT_EFFECT_MS: i64 = 2_000;
    /// Characters of a file name that `save_to` takes.
    SAVED_NAME_MAX_CHARS: usize = 80;
    /// Pictures in a report unless more are asked for.
    REPORT_PICTURES: usize = 3;
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
    /// Characters `validate_api` shows of a shape.
    CONTRACT_SHOWN_CHARS: usize = 250;
    /// Findings of one category that an export lists: a CI run is read by programs, not by models.
    EXPORTED_FINDINGS_PER_CATEGORY: usize = 1_000;
    /// Entries `get_session_timeline` lists, the newest.
    TIMELINE_ROWS: usize = 200;
    /// Bytes of JSON it lists them in.
    TIMELINE_MAX_BYTES: usize = 100_000;
    /// Levels of a response's shape it shows.
    SHAPE_SHOWN_LEVELS: usize = 3;
    /// Kinds of requests it names that a page makes by itself.
    TIMELINE_BACKGROUND_ROWS: usize = 6;
    /// Characters it shows of a URL: path and first parameters.
    TIMELINE_URL_SHOWN_CHARS: usize = 120;
    /// Characters it shows of a console line.
    TIMELINE_MESSAGE_SHOWN_CHARS: usize = 200;
    /// Characters it shows of the answer to a failed request, and of a socket's message.
    TIMELINE_ANSWER_SHOWN_CHARS: usize = 120;
    /// Characters it shows of the names in a response.
    TIMELINE_NAMES_SHOWN_CHARS: usize = 60;
    /// Named checkpoints kept.
    CHECKPOINTS_MAX: usize = 20;
    /// Characters of a checkpoint's name.
    CHECKPOINT_NAME_MAX_CHARS: usize = 50;
    /// Processes for which one server runs; a run of tests is one.
    RUNNERS_MAX: usize = 256;
    /// MCP clients whose automatic checkpoint is kept.
    CLIENTS_MAX: usize = 256;
    /// Largest picture kept, encoded: twenty of them fit the ten megabytes screenshots may take.
    PICTURE_MAX_BYTES: usize = 500_000;
    /// Longest side of a picture in an answer: model APIs refuse a request with many images when one of
    /// them is longer, and an image that is refused once stays in the conversation.
    PICTURE_SHOWN_MAX_SIDE_PX: u32 = 2_000;
    /// Width of a thumbnail: three of them fit beside a report.
    THUMBNAIL_WIDTH_PX: u32 = 320;
    /// Height of a thumbnail: a phone's screen. Of a taller page it shows the top.
    THUMBNAIL_MAX_HEIGHT_PX: u32 = 800;
    /// Widest picture accepted: a wall of screens, and a bound on the memory of one row.
    PICTURE_MAX_SENT_WIDTH_PX: u32 = 16_384;
    /// Most pixels held while working, at three bytes each: 15 MB, and as much again to resize them.
    PICTURE_MAX_HELD_PIXELS: u64 = 5_000_000;
    /// Posts of pictures remembered, so that a client may send one again.
    PICTURE_POSTS_MAX: usize = 256;
    /// What the decoder may take for itself, in bytes: palettes and the like, not pixels.
    DECODER_MAX_BYTES: usize = 4 * 1024 * 1024;
    /// Scripts whose source map is held, and failures to find one.
    MAPS_MAX: usize = 20;
    /// Bytes of the maps held: a large application's, or many small ones.
    MAPS_MAX_BYTES: usize = 24 * 1000 * 1000;
    /// Bytes of a map that may be read however full the journal is: nothing of it is kept then.
    MAP_ROOM_MIN_BYTES: usize = 8 * 1024 * 1024;
    /// Milliseconds for which a script is taken to be the one that was seen: a rebuild and a reload
    /// take longer.
    MAP_FRESH_MS: i64 = 2_000;
    /// Milliseconds for which a script is taken to have no map.
    MAP_FAILURE_MS: i64 = 5_000;
    /// Characters of the URL a map is sent for.
    MAP_URL_MAX_CHARS: usize = 2_048;
    /// Characters of what tells one build of a script from another.
    MAP_VERSION_MAX_CHARS: usize = 300;
    /// Characters of the reason why there is no map.
    MAP_ERROR_MAX_CHARS: usize = 300;
    /// Milliseconds the page's server has to send a script or a map.
    FETCH_TIMEOUT_MS: u64 = 2_000;
    /// Redirects followed, on one origin.
    FETCH_REDIRECTS_MAX: usize = 3;
    /// Characters of a URL in a reason.
    URL_SHOWN_CHARS: usize = 200;
    /// Scripts of one stack whose maps are looked for: the application's part is at the top.
    SCRIPTS_PER_STACK: usize = 5;
    /// Scripts of a page in which a module to evaluate is looked for.
    SCRIPTS_PER_MODULE: usize = 10;
    /// Stacks whose explanation is kept, at most ten kilobytes each.
    EXPLANATIONS_MAX: usize = 100;
    /// Errors looked at when some have arrived, from the newest: a loop throws thousands …
    ARRIVALS_LOOKED_AT: usize = 100;
    /// … at few places.
    ARRIVALS_EXPLAINED: usize = 10;
    /// Milliseconds between looks at what has arrived.
    ARRIVAL_PAUSE_MS: u64 = 100;
    /// Milliseconds a tool waits for maps that are not there yet.
    SETTLE_MS: u64 = 2_000;
    /// Errors for whose maps a tool waits: those a reader reads.
    SETTLED_ERRORS: usize = 3;
    /// Longest hello of a joining process, in bytes.
    HELLO_MAX_BYTES: u64 = 256 * 1024;
    /// Sockets of extensions open at once: a few browsers and their reconnects. Each may be in the
    /// middle of a frame, so this bounds memory.
    BROWSERS_MAX: usize = 8;
    /// Extension ids that are paired while the process lives.
    PAIRINGS_MAX: usize = 64;
    /// Bytes of the first line of a frame, on top of the body it brings.
    FRAME_HEAD_MAX_BYTES: usize = 4 * 1024;
    /// Bytes a socket reads at once: a usual batch fits.
    FRAME_READ_BYTES: usize = 32 * 1024;
    /// Milliseconds a worker has to say hello.
    BROWSER_HELLO_MS: u64 = 5_000;
    /// Milliseconds between pings: they keep a worker alive, which Chromium ends after 30 s of quiet.
    BROWSER_PING_MS: u64 = 15_000;
    /// Milliseconds without a frame after which a worker is taken for dead: three pings unanswered.
    BROWSER_SILENCE_MS: u64 = 45_000;
    /// Milliseconds a worker may take to read what it is sent before its socket is given up.
    BROWSER_SEND_MS: u64 = 10_000;
    /// Milliseconds a refused worker is given to read why.
    BROWSER_LINGER_MS: u64 = 1_000;
    /// Frames that wait to be sent to one worker; a worker that lets more pile up is let go.
    BROWSER_OUTBOX_FRAMES: usize = 32;
    /// Tabs remembered of one browser.
    TABS_MAX: usize = 100;
    /// Characters remembered of a tab's address and title.
    TAB_TEXT_MAX_CHARS: usize = 300;
    /// Captured tabs `get_status` lists.
    TABS_SHOWN: usize = 20;
    /// Settings remembered of one browser.
    SETTINGS_MAX: usize = 50;
    /// Bytes of one of them.
    SETTING_MAX_BYTES: usize = 1_024;
    /// Errands under way at once: a model asks one thing at a time, and five models may.
    ERRANDS_MAX: usize = 5;
    /// Milliseconds a browser has for an errand.
    ERRAND_MS: u64 = 10_000;
    /// Milliseconds it has for an accessibility audit, which walks the whole page.
    AUDIT_MS: u64 = 30_000;
    /// Milliseconds it has to fetch a script and its map: as long as the server takes for two.
    FETCH_SOURCE_MS: u64 = 2 * FETCH_TIMEOUT_MS;
    /// Milliseconds it has for a picture: a large screen takes seconds, and others may be in line.
    SCREENSHOT_MS: u64 = 20_000;
    /// Milliseconds it has for a picture of a whole page, of which Chrome lets an extension take two
    /// screens a second; most MCP clients wait a minute.
    FULL_PAGE_MS: u64 = 45_000;
    /// Milliseconds a refusal of the browser itself may come after that.
    ERRAND_GRACE_MS: u64 = 500;
    /// Drivers that wait for an errand at once; each takes a connection. A machine runs fewer workers.
    DRIVERS_MAX: usize = 32;
    /// Milliseconds a driver is held that asks for an errand when there is none: less than the half
    /// minute after which clients and proxies give up on an answer.
    DRIVER_HELD_MS: u64 = 25_000;
    /// Milliseconds within which a driver is taken to be back: it asks again as soon as it was
    /// answered.
    DRIVER_BACK_MS: u64 = 2_000;
    /// Characters of a driver's name.
    DRIVER_NAME_MAX_CHARS: usize = 200;
    /// Bytes of the answer to an errand: fifty elements with their styles fit.
    ERRAND_ANSWER_MAX_BYTES: usize = 1024 * 1024;
    /// Headings, forms and fields shown of a page.
    PAGE_INFO_MAX_ROWS: usize = 50;
    /// Elements shown of one accessibility violation; the rest have the same fault.
    AUDIT_NODES_SHOWN: usize = 3;
    /// Audits kept to be answered again.
    AUDITS_MAX: usize = 10;
    /// Seconds for which an audit is answered again.
    AUDIT_FRESH_SECONDS: i64 = 30;
    /// Verification sessions one client keeps: a bug, and two it turned out to be.
    SESSIONS_MAX: usize = 3;
    /// Minutes after which a verification session that nobody used is forgotten.
    SESSION_MINUTES: u64 = 30;
    /// Named snapshots one client keeps.
    SNAPSHOTS_MAX: usize = 10;
    /// Minutes for which a named snapshot is kept.
    SNAPSHOT_MINUTES: u64 = 120;
    /// Characters of a snapshot's name, and of a session's label.
    SNAPSHOT_NAME_MAX_CHARS: usize = 50;
    /// Clients whose sessions and snapshots are kept, a few hundred kilobytes each, a few
    /// megabytes where pages send the longest texts that are taken.
    SHELVES_MAX: usize = 8;
    /// Characters of a line under a heading.
    SECTION_LINE_CHARS: usize = 240;
    /// Signals kept for readers that fell behind or come back, about a kilobyte each.
    SIGNALS_KEPT: usize = 100;
    /// Events of one kind looked at in one go, the newest: a ring of log entries, or a tenth of a second
    /// of a flood.
    LOOKED_AT_MAX: usize = 1_000;
    /// Milliseconds between looks at what has arrived: what belongs together arrives together.
    LOOK_PAUSE_MS: u64 = 100;
    /// Signals that ride on one answer.
    RIDING_MAX: usize = 3;
    /// Signals that wait to ride; of more, the newest are kept.
    RIDING_KEPT: usize = 10;
    /// Milliseconds an MCP client may take to read a notification before no more are sent.
    NOTIFY_SEND_MS: u64 = 10_000;
    /// Streams of events open at once; each takes a connection.
    STREAMS_MAX: usize = 32;
    /// Seconds between signs of life on a stream, for proxies and for readers that check.
    STREAM_ALIVE_SECONDS: u64 = 15;
    /// Milliseconds after which a reader whose stream broke comes again.
    STREAM_RETRY_MS: u64 = 2_000;
    /// Milliseconds between two pulses to a dashboard: what arrives in between is one change on the
    /// screen, which draws every 16 ms and is to show an event within 200.
    PULSE_PAUSE_MS: u64 = 50;
    /// Milliseconds after which a dashboard whose server went away looks for it again.
    PULSE_RETRY_MS: u64 = 1_000;
    /// Calls of `wait_for_event` under way at once.
    WAITS_MAX: usize = 32;
    /// Seconds `wait_for_event` waits, unless the caller asks for others …
    WAIT_SECONDS: u32 = 30;
    /// … of at most so many: clients give up on a tool after a minute or two.
    WAIT_MAX_SECONDS: u32 = 120;
    /// Milliseconds it waits for what belongs to the first event.
    WAIT_SETTLE_MS: u64 = 300;
    /// Milliseconds without events after which what pages did is sent: an act and its answers go
    /// together.
    OTLP_SETTLE_MS: u64 = 1_000;
    /// Milliseconds after which it is sent even if pages never rest.
    OTLP_VISIT_MAX_MS: u64 = 10_000;
    /// Page visits whose beginning is remembered to have been sent.
    OTLP_VISITS_MAX: usize = 1_000;
    /// Milliseconds a collector on this machine has to take a request.
    OTLP_TIMEOUT_MS: u64 = 10_000;
    /// Milliseconds before a request is sent again; twice as many each time.
    OTLP_RETRY_MS: u64 = 250;
    /// How often a request is sent before it is given up: about sixteen seconds, in which a collector
    /// can be started anew.
    OTLP_TRIES_MAX: u32 = 7;
    /// Milliseconds for what is left when the server ends, within the seconds that connections have.
    OTLP_FLUSH_MS: u64 = 1_500;
}
