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
    /// How far a value without quotes is read to see whether it is an expression of a program: names
    /// joined by dots that go on for longer are one, or are read as a value.
    SECRET_CODE_MAX_BYTES: usize = 80;
    /// The longest user name and password looked for before the `@` of a URL.
    SECRET_USERINFO_MAX_BYTES: usize = 512;
    /// Backslashes before a quote: four levels of JSON within JSON. Deeper ones do not occur, and
    /// counting on would make long runs of backslashes slow.
    SECRET_QUOTE_MAX_SLASHES: usize = 15;
    /// The longest word taken for a type between a name and its `=`: `token string = "…"`.
    SECRET_TYPE_MAX_BYTES: usize = 24;
    /// Texts below this many bytes hold nothing that an audit looks for: `a@b.co` has as many.
    SECRET_TEXT_MIN_BYTES: usize = 6;
    /// How much of a secret is looked at for words that speak against it: in longer ones, keys in
    /// base 64 say, every short word occurs by chance.
    SECRET_WEIGHED_BYTES: usize = 256;
    /// Bytes between a command and the login that is one of its arguments.
    SECRET_COMMAND_MAX_BYTES: usize = 400;
    /// Findings of one category in an audit: beyond these the first are to be fixed anyway.
    AUDIT_FINDINGS_PER_CATEGORY: usize = 20;
    /// JSON within JSON within JSON that an audit takes apart; deeper it is read as text.
    AUDIT_MAX_DEPTH: usize = 32;
    /// Levels of a body in which personal data are looked for: deeper ones are seldom a page's.
    AUDIT_PERSONAL_MAX_DEPTH: usize = 5;
    /// Characters of a name in an audit's evidence.
    AUDIT_NAME_MAX_CHARS: usize = 80;
    /// Characters of a URL in an audit's evidence.
    AUDIT_URL_MAX_CHARS: usize = 300;
    /// The lengths of values that are looked at together with their names: an AWS secret key, which
    /// has no other mark, has the least.
    AUDIT_NAMED_FORMAT_MIN_BYTES: usize = 40;
    /// … and longer values are texts of their own.
    AUDIT_NAMED_FORMAT_MAX_BYTES: usize = 256;
    /// Bytes of the text before a secret that evidence shows.
    AUDIT_PREVIEW_BYTES: usize = 32;
    /// Texts below this many bytes are nobody's secret, whatever they are called.
    AUDIT_TEXT_MIN_BYTES: usize = 3;
    /// Keys of objects below this many bytes hold no secret themselves.
    AUDIT_KEY_MIN_BYTES: usize = 11;
    /// Values below this many bytes that a page sends are words and numbers, which occur by chance.
    AUDIT_RETURNED_MIN_BYTES: usize = 8;
    /// Values above this many bytes that a page sends are texts, not tokens.
    AUDIT_RETURNED_MAX_BYTES: usize = 4 * 1024;
    /// Names of personal data that evidence lists.
    AUDIT_FIELDS_MAX: usize = 10;
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
    /// Bytes before and behind what is shown of a line in which its secrets are looked for: the
    /// longest private keys fit, indented.
    SNIPPET_SECRET_REACH_BYTES: usize = 8 * 1024;
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
    /// Errors, endpoints, pages and addresses of a digest that is made of a file: as many as a file of
    /// full buffers has.
    FILE_DIGEST_MAX: usize = 20_000;
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
    /// Loads of a page before others can be judged against them: with fewer, three slow ones in a row
    /// would be no more than chance.
    BASELINE_MIN_LOADS: usize = 5;
    /// Loads that make up what is usual: older ones are of another day.
    BASELINE_MAX_LOADS: usize = 20;
    /// Loads that must agree before a time has got worse: one or two may be a busy machine.
    JUDGED_MIN_LOADS: usize = 3;
    /// Loads after a change during which it is told; then it is what is usual.
    JUDGED_MAX_LOADS: usize = 10;
    /// Loads up to which ranks are asked for unasked: each number of loads that is tried is one more
    /// chance to be wrong.
    RANKED_MAX_LOADS: usize = 5;
    /// Loads shown in the line of a trend.
    TREND_MAX_LOADS: usize = 16;
    /// A time has got worse when its median grows by more than this many per cent …
    REGRESSION_MIN_PERCENT: u32 = 50;
    /// … and more than this many milliseconds, which loads that agree can tell apart …
    REGRESSION_MIN_MS: u32 = 25;
    /// … and either each load is that far from each before, but for one in so many …
    OUTLIERS_ONE_IN: usize = 10;
    /// … or the median has grown by more than this many times what loads differ anyway …
    REGRESSION_MIN_SPREADS: f64 = 2.0;
    /// … and the ranks would come by chance in less than one of so many cases. Loads in a row are
    /// alike, and twelve figures are looked at: measured, this gives one false alarm in a hundred.
    REGRESSION_MAX_CHANCE_ONE_IN: f64 = 10_000.0;
    /// How many times what loads differ anyway two must be off to be worth a word before three agree …
    SUSPECTS_MIN_SPREADS: f64 = 3.0;
    /// … and a single one: measured, both together suspect one of twenty-five unchanged loads.
    SINGLE_SUSPECT_MIN_SPREADS: f64 = 15.0;
    /// Time that tasks block the page matters when it grows by more than this many per cent …
    BLOCKING_MIN_PERCENT: u32 = 100;
    /// … and more than this many milliseconds.
    BLOCKING_MIN_MS: u32 = 200;
    /// Long tasks matter when they grow by more than this many per cent …
    MORE_TASKS_MIN_PERCENT: u32 = 100;
    /// … and by more than this many: one or two come and go with the machine.
    MORE_TASKS_MIN: u32 = 2;
    /// Characters of a signal's message.
    SIGNAL_MESSAGE_MAX_CHARS: usize = 300;
    /// Characters of a response shown with a signal: which error it is, not what it is about.
    PREVIEW_MAX_CHARS: usize = 100;
    /// Milliseconds of silence after which an error that comes again is told to those who wait: it was
    /// provoked anew, and does not just go on.
    KNOWN_QUIET_MS: i64 = 5_000;
    /// Errors remembered as seen, a few bytes each.
    SIGNAL_ERRORS_MAX: usize = 1_000;
    /// Endpoints whose answers are remembered, and those at which a credential was found.
    SIGNAL_ENDPOINTS_MAX: usize = 500;
    /// Loads of which it is remembered what was told: more may become known of each.
    SIGNAL_LOADS_MAX: usize = 50;
    /// Failed requests that log lines may repeat.
    SIGNAL_FAILURES_MAX: usize = 50;
    /// A page loads slowly when it takes more than this many times as long as usual.
    LOAD_SLOW_FACTOR: f64 = 2.0;
    /// Milliseconds from which a blocked main thread is worth telling.
    LONG_TASK_MS: f64 = 500.0;
    /// Clicks on one control that are one too many …
    CLICKS_REPEATED: usize = 3;
    /// … within this many milliseconds.
    CLICKS_WINDOW_MS: i64 = 5_000;
    /// Milliseconds without another click after which it is looked whether they had an effect: the
    /// page tells what changed 300 ms after the last one, and its batch takes a while.
    CLICKS_REST_MS: i64 = 1_500;
    /// Clicks remembered of one control.
    CLICKS_REMEMBERED: usize = 50;
    /// Controls and forms watched at once.
    SUSPECTS_MAX: usize = 50;
    /// Milliseconds after which a form that was sent and not answered is told.
    SILENCE_MS: i64 = 5_000;
    /// Milliseconds within which the same is not told again to one reader.
    REPEAT_WINDOW_MS: i64 = 30_000;
    /// Milliseconds within which what follows goes with the first.
    BATCH_WINDOW_MS: i64 = 2_000;
    /// Signals in one notification; further ones are counted.
    BATCH_MAX_SIGNALS: usize = 10;
    /// Notifications one reader gets in a minute, at most.
    NOTIFICATIONS_A_MINUTE: usize = 12;
    /// Milliseconds of that minute.
    MINUTE_MS: i64 = 60_000;
    /// Signals remembered as told to one reader.
    SIGNALS_TOLD_MAX: usize = 200;
    /// Seconds between two notifications, unless the reader asks for others …
    THROTTLE_SECONDS: u32 = 5;
    /// … of at least …
    THROTTLE_MIN_SECONDS: u32 = 1;
    /// … and at most so many.
    THROTTLE_MAX_SECONDS: u32 = 60;
    /// Endpoints whose contract is tracked: a page's API, and a bound on memory. Those called longest
    /// ago make room.
    CONTRACT_MAX_ENDPOINTS: usize = 30;
    /// Answers, or successes, from which on a contract is one.
    CONTRACT_MIN_ANSWERS: u32 = 3;
    /// Levels of an answer that are learnt: what lies deeper is a document, not an interface.
    CONTRACT_MAX_DEPTH: usize = 10;
    /// Paths learnt of one endpoint: the largest public webhooks have about seven hundred.
    CONTRACT_MAX_PATHS: usize = 2_000;
    /// Largest answer that is learnt from: one is read at a time, and takes several times its text.
    CONTRACT_BODY_MAX_BYTES: usize = 1024 * 1024;
    /// Different request paths that are remembered to tell slugs from names.
    CONTRACT_MAX_PATHS_SEEN: usize = 200;
    /// Members from which on an object may be a map.
    MAP_MIN_NAMES: usize = 3;
    /// Differences looked at in one answer.
    DIFFERENCES_MAX: usize = 100;
    /// Violations kept of one endpoint.
    ENDPOINT_MAX_VIOLATIONS: usize = 10;
    /// Statuses kept of one endpoint.
    STATUS_HISTORY_MAX: usize = 20;
    /// Characters kept of a value that has the wrong type.
    SAMPLE_MAX_CHARS: usize = 100;
    /// Characters kept of what a failure was answered.
    ERROR_BODY_MAX_CHARS: usize = 1_000;
    /// Levels of a shape that are shown …
    SHAPE_LEVELS: usize = 3;
    /// … in at most this many bytes, else fewer.
    SHAPE_MAX_BYTES: usize = 1_000;
    /// Members of one object that are shown.
    SHAPE_MAX_NAMES: usize = 60;
    /// Errors, failed requests, sockets and lines of the console that a report lists of one test, each.
    REPORT_MAX_ERRORS: usize = 50;
    /// Rows of the timeline of one test, the latest: what led to the end of a test is near its end.
    REPORT_MAX_MOMENTS: usize = 200;
    /// Sentences of one shard on what is missing in it.
    REPORT_MAX_GAPS: usize = 20;
    /// Frames of one error in a report.
    REPORT_MAX_FRAMES: usize = 8;
    /// Hints of one test: what is not among the first is not read.
    REPORT_MAX_HINTS: usize = 6;
    /// Lines on what was different between two attempts.
    REPORT_MAX_DIFFERENCES: usize = 8;
    /// Characters of a message in a report.
    REPORT_MESSAGE_MAX_CHARS: usize = 2_000;
    /// Characters of what is told on one line.
    REPORT_LINE_MAX_CHARS: usize = 300;
    /// Characters of a title, a file, an id and other names.
    REPORT_NAME_MAX_CHARS: usize = 500;
    /// Characters of an address as it is shown.
    REPORT_URL_MAX_CHARS: usize = 120;
    /// Characters of a body in a report: the part that matters, not the whole.
    REPORT_BODY_MAX_CHARS: usize = 1_000;
    /// Characters of what an expectation received, where an answer is told to hold it.
    REPORT_RECEIVED_MAX_CHARS: usize = 80;
    /// A screenshot in a file, as text: half a megabyte of pixels and what base64 adds.
    REPORT_PICTURE_MAX_BYTES: usize = 1024 * 1024;
    /// Milliseconds that something may have taken: a day. What is longer is no duration.
    REPORT_DURATION_MAX_MS: f64 = 86_400_000.0;
    /// Share of a test's time from which one request is told as slow, in percent …
    REPORT_SLOW_PERCENT: f64 = 50.0;
    /// … and the least milliseconds of such a request: most of a short test is one request.
    REPORT_SLOW_MIN_MS: f64 = 1_000.0;
    /// Milliseconds that a request must have taken longer than in the other attempt to be told.
    REPORT_SLOWER_MIN_MS: f64 = 200.0;
    /// How many times as long it must have taken.
    REPORT_SLOWER_FACTOR: f64 = 2.0;
    /// Hexadecimal of at least this length that has a digit is not a word.
    SEGMENT_HEX_MIN_BYTES: usize = 8;
    /// Letters and digits that change places often are generated, from this length on: shorter names
    /// such as `utf8Decoder` change once.
    SEGMENT_RANDOM_MIN_BYTES: usize = 10;
    /// A word with a number of this many digits behind it is one of many; `step-1` and `top-10` are not.
    SEGMENT_NUMBERED_MIN_DIGITS: usize = 3;
    /// Letters, digits and no word among them for this long: a token.
    SEGMENT_TOKEN_MIN_BYTES: usize = 20;
    /// Hexadecimal with a digit of at least this length is another one in the next run of a script.
    SCRIPT_HEX_MIN_BYTES: usize = 16;
    /// A number of at least this many digits is one too: a time in milliseconds, a large id.
    SCRIPT_NUMBER_MIN_DIGITS: usize = 10;
    /// So are letters and digits of at least this length.
    SCRIPT_TOKEN_MIN_BYTES: usize = 20;
    /// No port and hardly a code has more digits.
    ISSUE_CODE_MAX_DIGITS: usize = 5;
    /// Longest quoted name in a message that is grouped.
    ISSUE_NAME_MAX_BYTES: usize = 200;
    /// How far back a word is looked for that says what a number is.
    ISSUE_WORD_MAX_BYTES: usize = 32;
    /// How much of a component stack is looked at.
    ISSUE_STACK_MAX_LINES: usize = 20;
    /// From this many digits on a number is an id, unless a word says otherwise.
    ISSUE_ID_MIN_DIGITS: usize = 4;
    /// What is called an error code may be longer than other codes.
    ISSUE_ERROR_CODE_MAX_DIGITS: usize = 10;
    /// A time zone's name in brackets, the longest a browser writes and some.
    ISSUE_ZONE_MAX_BYTES: usize = 80;
    /// Hexadecimal of at least this length is neither a word nor an amount.
    ISSUE_HEX_MIN_BYTES: usize = 8;
    /// Letters alone can be hexadecimal by accident (`defaced`); not for this long.
    ISSUE_HEX_LETTERS_MIN_BYTES: usize = 16;
    /// Identifiers with digits in them (`utf8Decoder`) are shorter, or change between letters and
    /// digits less often, than generated ids.
    ISSUE_RANDOM_MIN_BYTES: usize = 12;
    /// What payment and identity services put behind their prefix is at least this long.
    ISSUE_VENDOR_ID_MIN_BYTES: usize = 14;
    /// Shorter constants (`0x1f`) are masks and characters.
    ISSUE_ADDRESS_MIN_DIGITS: usize = 4;
    /// With this many digits behind it a word is one of many.
    ISSUE_NUMBERED_MIN_DIGITS: usize = 6;
    /// How far back in a message a folder is looked for.
    ISSUE_FOLDER_MAX_BYTES: usize = 120;
    /// Last line of a private key: thirty words and blanks, which may be escaped, and the dashes.
    SECRET_LAST_LINE_MAX_BYTES: usize = 95;
    /// The longest part before the `@` that mail servers take.
    EMAIL_LOCAL_MAX_BYTES: usize = 64;
    /// Longest host name of an email address.
    EMAIL_DOMAIN_MAX_BYTES: usize = 253;
    /// Longest IBAN.
    IBAN_MAX_LETTERS: usize = 34;
    /// Fewest digits of a phone number that can be called from abroad.
    PHONE_MIN_DIGITS: usize = 7;
    /// Most digits of a phone number, by E.164.
    PHONE_MAX_DIGITS: usize = 15;
    /// Fewest digits of a phone number after a word that announces it: small places have six.
    PHONE_ANNOUNCED_MIN_DIGITS: usize = 6;
    /// Longest written phone number looked at.
    PHONE_WRITTEN_MAX_BYTES: usize = 32;
    /// Shorter values are words, numbers and names of things, not random.
    SECRET_DRAWN_MIN_BYTES: usize = 8;
    /// Letters of one case alone are random only if they are many.
    SECRET_DRAWN_WORD_MIN_BYTES: usize = 24;
    /// Shorter runs of small letters occur in random text.
    SECRET_SPOKEN_MIN_LETTERS: usize = 4;
}
