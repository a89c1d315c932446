//! Numbers with a reason.

gasoline_protocol::limits! {
    /// A reproduction script in bytes; of a longer session the last actions are kept.
    SCRIPT_MAX_BYTES: usize = 50 * 1024;
    /// A generated test in bytes, the same way.
    TEST_MAX_BYTES: usize = 100 * 1024;
    /// A fixture file in bytes; responses that do not fit are left out, the largest first.
    FIXTURE_MAX_BYTES: usize = 50 * 1024;
    /// Elements of an array in a fixture: the page shows a list, not all of it. Elements that the
    /// test names stay whatever their place.
    FIXTURE_ARRAY_MAX_ITEMS: usize = 10;
    /// Bytes of an array that stays whole because the page shows how many elements it has: a third of
    /// the file at most.
    FIXTURE_COUNTED_MAX_BYTES: usize = 16 * 1024;
    /// Messages of a socket in a fixture: enough to show what it brings; a ticker goes on for ever.
    FIXTURE_SOCKET_MAX_MESSAGES: usize = 10;
    /// Characters of typed text in a script: a longer one is cut, with a warning.
    TYPED_MAX_CHARS: usize = 2_000;
    /// Dialogs of the browser that one step answers: whoever shows more shows them in a loop.
    DIALOGS_MAX: usize = 10;
    /// Characters of captured text in a comment.
    COMMENT_MAX_CHARS: usize = 120;
    /// Characters of a name in the title of a test.
    TITLE_MAX_CHARS: usize = 80;
    /// A pause before an action that is worth telling, in milliseconds.
    PAUSE_MIN_MS: i64 = 2_000;
    /// A navigation, a submit or a tab within this many milliseconds of what the user did, or of an
    /// answer to it, is its effect.
    EFFECT_MAX_MS: i64 = 2_000;
    /// Two clicks within this many milliseconds may be a double click, or a label and its checkbox.
    DOUBLE_CLICK_MS: i64 = 700;
    /// Assertions about elements after one step: more say the same again.
    ELEMENT_CHECKS_PER_STEP: usize = 5;
    /// A message is waited for this many milliseconds from before the step: it comes with an answer,
    /// which may take its time.
    MESSAGE_MAX_MS: i64 = 15_000;
    /// Milliseconds a step may take beside the answers it waits for: an element has to appear first,
    /// on a busy machine.
    STEP_MAX_MS: u32 = 10_000;
    /// Lines of an entry of a list by which it is known again.
    ROW_MAX_LINES: usize = 4;
    /// Characters of what was entered from which on it is looked for in the page afterwards.
    ENTERED_MIN_CHARS: usize = 3;
    /// An outline cuts texts here, in characters: what is as long may be longer.
    OUTLINE_TEXT_CHARS: usize = 100;
    /// What a page shows this many milliseconds after the last answer is its answer to the user.
    SETTLED_AFTER_MS: i64 = 50;
    /// Equal elements among which a place is worth naming; of more the path is clearer.
    PLACES_MAX: u64 = 10;
    /// A name or test id in bytes: a longer one may have been cut on its way, and nobody reads it.
    LOOKED_FOR_MAX_BYTES: usize = 2_000;
    /// Levels of a response that are asserted.
    CONTRACT_MAX_DEPTH: usize = 6;
    /// Members of an object beyond which its names are taken for data.
    CONTRACT_MAX_MEMBERS: usize = 40;
    /// Characters of a number from which it is taken for an id where nothing else tells.
    ID_MIN_DIGITS: usize = 5;
    /// Facts about one answer: a reader takes in a few, and the first ones say most.
    FACTS_PER_ANSWER: usize = 5;
    /// Values of one object that are asserted.
    VALUES_PER_OBJECT: usize = 10;
    /// Characters of a value that is asserted: a longer one is prose, and its start says as little
    /// as its end.
    VALUE_MAX_CHARS: usize = 200;
    /// Elements of a list that steps changed and that are asserted one by one.
    CHANGES_PER_LIST: usize = 3;
    /// Elements of a list whose names are asserted in their order.
    NAMES_PER_LIST: usize = 12;
    /// Elements from which an order is no chance: of two, one is first anyway.
    SORTED_MIN_ITEMS: usize = 3;
    /// An answer may take this many times as long as it was recorded to take: machines that run
    /// tests are busy with several at once.
    ANSWER_MAX_TIMES: u32 = 5;
    /// And at least this many milliseconds, whatever was recorded: a few milliseconds say nothing
    /// about another machine, and people stop waiting for a page within ten seconds.
    ANSWER_MIN_LIMIT_MS: u32 = 5_000;
    /// A socket that told something within this many milliseconds of its opening is waited for to
    /// tell it again; another may have told it by chance.
    SOCKET_TELLS_WITHIN_MS: i64 = 2_000;
    /// Pixels that may differ from a baseline: edges of letters are drawn otherwise now and then.
    LOOKS_MAX_DIFF_PIXELS: u32 = 100;
    /// Masks of one picture: as many nodes as an outline tells of that change by themselves.
    LOOKS_MAX_MASKS: usize = 50;
    /// Characters of what was done in the name of a baseline.
    LOOKS_NAME_MAX_CHARS: usize = 48;
    /// Characters of a recorded error by which it is known again.
    KNOWN_ERROR_MAX_CHARS: usize = 160;
    /// Tokens of one failed test in `ai-context`, as estimated: below the 500 that are promised, for
    /// an estimate may be short by a few.
    AI_CONTEXT_MAX_TOKENS: usize = 475;
    /// Tokens of the notes on the report itself, taken from those of its last test.
    AI_CONTEXT_NOTES_MAX_TOKENS: usize = 90;
    /// Bytes of the summary of a GitHub job: GitHub takes one megabyte a step.
    GITHUB_SUMMARY_MAX_BYTES: usize = 1_000_000;
    /// Bytes kept for the sentence on what is left out of it.
    GITHUB_NOTE_BYTES: usize = 512;
    /// Bytes of all screenshots in one HTML report, as text.
    HTML_PICTURES_MAX_BYTES: usize = 32 * 1024 * 1024;
    /// Tests that are told in full in one HTML report: a page with more opens slowly.
    HTML_MAX_DETAILS: usize = 1_000;
    /// Failed tests that an HTML report shows open.
    HTML_MAX_OPEN: usize = 5;
    /// Rows of the picture of a timeline: what no screen shows at once is no picture.
    HTML_MAX_MOMENTS: usize = 60;
    /// Characters of one line about a test.
    HTML_GIST_MAX_CHARS: usize = 200;
    /// Rows of a list in the text for a terminal.
    REPORT_TEXT_MAX_ROWS: usize = 20;
    /// Characters of a text in an attribute of OTLP: stores cut or refuse longer ones.
    OTLP_TEXT_MAX_CHARS: usize = 2_000;
    /// Characters of a stack in OTLP: the frames that matter are the first ones.
    OTLP_STACK_MAX_CHARS: usize = 4_000;
    /// Characters of the name of a span: it is a heading.
    OTLP_NAME_MAX_CHARS: usize = 100;
    /// Spans of one trace, and log records beside them: more than a server holds of a test, so that
    /// only files that others wrote are cut.
    OTLP_ROWS_PER_TRACE_MAX: usize = 2_000;
    /// No secret that is known by its form alone is shorter.
    FIXTURE_SECRET_MIN_BYTES: usize = 12;
    /// Console lines below errors: the last few show the state of the page.
    AI_CONTEXT_MAX_CONSOLE_LINES: usize = 6;
    /// Width of the shortest bar in a waterfall: it can still be seen.
    HTML_BAR_MIN_WIDTH_PX: f64 = 3.0;
}
