//! Numbers with a reason.

gasoline_protocol::limits! {
    /// How much of a secret evidence shows at its start: the vendor's prefix, not much more.
    SECRET_SHOWN_AT_START: usize = 6;
    /// How much of a secret evidence shows at its end: enough to tell two keys apart.
    SECRET_SHOWN_AT_END: usize = 3;
    /// Below this many characters the two ends would give away half the secret.
    SECRET_LONG_ENOUGH_TO_SHOW: usize = 2 * (SECRET_SHOWN_AT_START + SECRET_SHOWN_AT_END);
    /// Hits reported for one text: beyond these an audit learns nothing new. Masking has no such end.
    SECRET_HITS_PER_TEXT: usize = 100;
    /// How often masking looks again at what it has masked, because a cut can bring a new neighbour
    /// to a name. Two rounds are usual; after the last, secrets show neither end.
    SECRET_MASK_ROUNDS: usize = 6;
    /// How far the name of a value is followed from the word that betrays it. Longer names are
    /// generated, and what follows them is judged by their nearest part alone.
    SECRET_NAME_REACH_BYTES: usize = 48;
    /// How far a value may be from its name in markup and in pretty-printed text.
    SECRET_VALUE_REACH_BYTES: usize = 256;
    /// Up to this length a quoted value may turn out to be a sentence ("must be 8 characters");
    /// anything longer is masked unread, which also keeps the search linear.
    SECRET_SENTENCE_MAX_BYTES: usize = 160;
    /// The longest user name and password looked for before the `@` of a URL.
    SECRET_USERINFO_MAX_BYTES: usize = 512;
    /// Backslashes before a quote: four levels of JSON within JSON. Deeper ones do not occur, and
    /// counting on would make long runs of backslashes slow.
    SECRET_QUOTE_MAX_SLASHES: usize = 15;
    /// Noise rules in force, built-in ones included: each is asked about every line shown.
    NOISE_MAX_RULES: usize = 100;
    /// One compiled expression of a noise rule: a sentence fits many times over, `(a{99}){99}` not.
    NOISE_REGEX_MAX_BYTES: usize = 64 * 1024;
    /// All expressions of a kind joined into one.
    NOISE_SIEVE_MAX_BYTES: usize = NOISE_MAX_RULES * NOISE_REGEX_MAX_BYTES;
    /// Rows in each list of what changed.
    CHANGES_MAX_ROWS: usize = 50;
    /// Characters of a message in a list of what changed.
    CHANGE_MESSAGE_MAX_CHARS: usize = 200;
    /// An endpoint has degraded when it takes this many times as long as before …
    DEGRADED_FACTOR: u32 = 3;
    /// … and at least this many milliseconds longer: three times nothing is nothing.
    DEGRADED_MIN_MS: u32 = 50;
    /// A request logged and captured within this many milliseconds is one failure, not two.
    SAME_REQUEST_WINDOW_MS: i64 = 2_000;
    /// How often one log entry may say that it came: sums of such counts stay numbers.
    REPEATED_MAX: usize = 1_000_000;
    /// Frames read of one stack: Chromium sends ten, Firefox 128, an endless recursion more.
    STACK_MAX_FRAMES: usize = 128;
    /// Frames of one stack that are explained, the browser's own left out.
    EXPLAINED_MAX_FRAMES: usize = 20;
    /// Index maps within index maps. Bundlers write one; every level is read again.
    SOURCE_MAP_MAX_DEPTH: usize = 4;
    /// Mappings between two places from which a search can begin: 36 bytes for each such place
    /// against a microsecond for each search.
    MAPPINGS_PER_MARK: usize = 128;
    /// Lines at the end of a script among which the comment that names its map is looked for.
    SCRIPT_TAIL_LINES: usize = 20;
    /// Lines of source shown before the one that broke …
    SNIPPET_LINES_BEFORE: u32 = 5;
    /// … and after it.
    SNIPPET_LINES_AFTER: u32 = 5;
    /// Characters of a line of source: code that was minified before it was mapped has one line.
    SNIPPET_LINE_MAX_CHARS: usize = 200;
    /// Frames shown with their source: the cause is seldom further down.
    SNIPPETS_MAX: usize = 3;
    /// Source shown for one error, in bytes.
    SNIPPETS_MAX_BYTES: usize = 10 * 1024;
    /// How far into a source the function around a place is looked for, in bytes: ten milliseconds.
    FUNCTION_SEARCH_MAX_BYTES: usize = 1024 * 1024;
    /// Brackets within brackets in a source; deeper ones are not code.
    FUNCTION_MAX_DEPTH: usize = 256;
    /// A name with fewer characters may be one that a minifier gave.
    FUNCTION_NAME_MIN_CHARS: usize = 3;
    /// Places at which a name is looked for as a whole word.
    FUNCTION_NAME_MAX_HITS: usize = 1_000;
    /// Milliseconds within which an action may be what led to an error.
    ACTION_REACH_MS: i64 = 10_000;
    /// Milliseconds within which what an action starts has started.
    ACTION_LEADS_MS: i64 = 2_000;
    /// Milliseconds after an error within which a picture taken for an error is of this one.
    SCREENSHOT_AFTER_MS: i64 = 3_000;
    /// Names of a message and of a line of code that are looked for in a body.
    MENTIONED_NAMES_MAX: usize = 40;
    /// Milliseconds by which an answer may seem to come after the error it led to: a page's clocks
    /// count whole milliseconds, and durations are rounded apart from times.
    CLOCK_SLACK_MS: i64 = 5;
    /// Milliseconds before an error within which an answer may have led to it …
    CAUSE_REACH_MS: i64 = 5_000;
    /// … if nothing names it; an error that names a request may be thrown much later.
    CAUSE_NAMED_REACH_MS: i64 = 30_000;
    /// Weight from which a request is a possible cause: a failure just before, with nothing else.
    CAUSE_LEAST_WEIGHT: u32 = 4;
    /// Weight from which it is a likely one: a failure just before, and one more sign.
    CAUSE_LIKELY_WEIGHT: u32 = 6;
    /// Weight by which the first must lead for the second not to be told.
    CAUSE_CLEAR_LEAD: u32 = 2;
    /// Requests told as the cause of one error.
    CAUSES_MAX: usize = 2;
    /// Characters of a path that is looked for in a message: `/` is in every one.
    CAUSE_PATH_MIN_CHARS: usize = 4;
    /// Characters of a text of an answer that is looked for in a message: shorter ones are words.
    CAUSE_TEXT_MIN_CHARS: usize = 6;
    /// Characters of an answer that is no JSON, and yet may be repeated whole.
    CAUSE_TEXT_MAX_CHARS: usize = 300;
    /// Texts of one answer that are looked for.
    CAUSES_TEXTS_MAX: usize = 20;
    /// Levels of an answer that are looked into.
    CAUSE_BODY_DEPTH: usize = 6;
    /// Characters of each part of a summary.
    SUMMARY_PART_MAX_CHARS: usize = 160;
    /// Milliseconds within which a request may be the effect of an action.
    CAUSE_WINDOW_MS: i64 = 2_000;
    /// Milliseconds a request may come after the answer to another and still be made because of it:
    /// the page reads the body, renders, and asks on.
    CHAIN_MS: i64 = 250;
    /// The same where an action came in between, which is the likelier cause of anything slower.
    FOLLOW_UP_MS: i64 = 100;
    /// Milliseconds a page may take until it asks for its first data, and a form until its answer is
    /// a page: development servers compile on demand.
    PAGE_LOAD_WINDOW_MS: i64 = 10_000;
    /// Calls that make polling: two have one distance, which is always regular.
    POLLING_MIN_CALLS: usize = 3;
    /// Calls that a timer makes whatever the user does meanwhile …
    CLOCKWORK_MIN_CALLS: usize = 4;
    /// … and how much each of its steps may slip, of a hundred.
    CLOCKWORK_SLIP_PERCENT: i64 = 4;
    /// Milliseconds between calls of polling, at least. What is quicker is typing, or a loop.
    POLLING_MIN_PERIOD_MS: i64 = 500;
    /// Timers are late and servers slow: distances that differ by this part of them are alike …
    POLLING_SLACK_DIVISOR: i64 = 5;
    /// … or by this many milliseconds.
    POLLING_SLACK_MS: i64 = 100;
    /// Milliseconds from which a request is one that waits for news, and is made again after each.
    LONG_POLL_MS: i64 = 5_000;
    /// Different words at one place of a path from which on they are names of things: two may be two
    /// things to ask for.
    SLUG_MIN_VALUES: usize = 3;
    /// Pages remembered of one issue.
    ISSUE_MAX_PAGES: usize = 5;
    /// Errors of one digest: what a person would go through.
    DIGEST_MAX_ERRORS: usize = 50;
    /// Endpoints of one digest: as many as the journal holds requests of one session.
    DIGEST_MAX_ENDPOINTS: usize = 100;
    /// Pages of one digest.
    DIGEST_MAX_PAGES: usize = 200;
    /// Addresses of WebSockets of one digest.
    DIGEST_MAX_SOCKETS: usize = 50;
    /// Different things the user did, of one digest.
    DIGEST_MAX_DEEDS: usize = 100;
    /// Characters by which two errors are told apart.
    DIGEST_FINGERPRINT_MAX_CHARS: usize = 1_000;
    /// Characters of a message or URL kept in a digest.
    DIGEST_TEXT_MAX_CHARS: usize = 300;
    /// Characters of what an action was done to.
    DEED_MAX_CHARS: usize = 80;
    /// A request takes longer or shorter when its mean changes by this many per cent …
    DURATION_CHANGE_MIN_PERCENT: u32 = 50;
    /// … and this many milliseconds: below, it is the machine.
    DURATION_CHANGE_MIN_MS: u32 = 100;
    /// A page has become slower when a time grows by more than this many per cent …
    SLOWER_MIN_PERCENT: u32 = 50;
    /// … and more than this many milliseconds.
    SLOWER_MIN_MS: u32 = 200;
    /// A page asks for more when its requests grow by more than this many per cent …
    MORE_REQUESTS_MIN_PERCENT: u32 = 50;
    /// … and by more than this many.
    MORE_REQUESTS_MIN: u32 = 5;
    /// A page has become heavier when what it loads grows by more than this many per cent …
    LARGER_TRANSFER_MIN_PERCENT: u32 = 100;
    /// … and more than this many bytes.
    LARGER_TRANSFER_MIN_BYTES: u32 = 100 * 1024;
    /// A page shifts more when the score grows by more than this many thousandths.
    MORE_SHIFT_MIN_THOUSANDTHS: u32 = 50;
    /// Milliseconds before `watch` within which what arrives after it had happened already: batches
    /// take a while. What claims to be older has a clock of its own.
    LATE_ARRIVAL_MS: i64 = 10_000;
}
