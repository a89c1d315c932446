//! Limits both sides must agree on: the page keeps them, and the server keeps them again.

/// One documented number: what `docs/limits.md` prints and `protocol.generated.ts` exports.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    pub name: &'static str,
    pub value: u64,
    /// The doc comment, line by line.
    pub reason: &'static [&'static str],
}

/// Declares constants with their reasons once; the table behind them feeds the generated docs.
#[macro_export]
macro_rules! limits {
    ($( $(#[doc = $reason:literal])+ $name:ident: $kind:ty = $value:expr; )+) => {
        $( $(#[doc = $reason])+ pub const $name: $kind = $value; )+

        /// Every limit of this room, in the order of the file.
        pub const ALL: &[$crate::limits::Limit] = &[
            $( $crate::limits::Limit {
                name: stringify!($name),
                value: $name as u64,
                reason: &[$($reason),+],
            } ),+
        ];
    };
}

limits! {
    /// Request body kept, in bytes of UTF-8: forms and API calls fit, uploads do not.
    REQUEST_BODY_MAX_BYTES: usize = 8 * 1024;
    /// Response body kept, in bytes of UTF-8: enough to see the shape of an answer.
    RESPONSE_BODY_MAX_BYTES: usize = 16 * 1024;
    /// WebSocket message kept, in bytes of UTF-8.
    WEBSOCKET_DATA_MAX_BYTES: usize = 4 * 1024;
    /// Any other string, in characters; the mark of truncation comes on top.
    STRING_MAX_CHARS: usize = 10_240;
    /// How far a cut moves back so as not to leave the first half of a secret behind, which no rule
    /// would recognise. Longer runs are data, not keys.
    CUT_WORD_MAX_BYTES: usize = 512;
    /// Levels of arrays and objects kept inside a captured value.
    VALUE_MAX_DEPTH: usize = 10;
    /// Elements of an array kept.
    ARRAY_MAX_ITEMS: usize = 100;
    /// Members of an object kept.
    OBJECT_MAX_KEYS: usize = 50;
    /// Events of a kind a client puts into one batch.
    BATCH_MAX_EVENTS: usize = 50;
    /// How long a client gathers events before it sends them, in milliseconds.
    BATCH_WAIT_MS: u64 = 100;
    /// Body of any HTTP request, in bytes.
    HTTP_BODY_MAX_BYTES: usize = 5 * 1024 * 1024;
    /// Body of a posted source map, in bytes: maps are large.
    SOURCE_MAP_MAX_BYTES: usize = 16 * 1024 * 1024;
    /// Widest picture kept: what a model reads without scaling it down itself.
    PICTURE_MAX_WIDTH_PX: u32 = 1280;
    /// Tallest picture kept: the most Chromium captures of a page. What lies below is cropped.
    PICTURE_MAX_HEIGHT_PX: u32 = 16_384;
    /// Most pixels accepted: a full page at 1280 px, and a bound on the memory of decoding one.
    PICTURE_MAX_SENT_PIXELS: u64 = 24_000_000;
    /// Elements of one DOM outline that feed assertions.
    OUTLINE_MAX_ELEMENTS: usize = 5;
    /// Text of one outline element, in characters.
    OUTLINE_TEXT_MAX_CHARS: usize = 100;
    /// Nodes of one DOM outline seen to change without a user action.
    OUTLINE_MAX_DYNAMIC: usize = 50;
    /// Slowest requests listed in a performance snapshot.
    PERFORMANCE_MAX_SLOWEST: usize = 3;
    /// What a worker tells of its browser at once, in bytes: a hundred tabs with long addresses fit.
    STATUS_MAX_BYTES: usize = 256 * 1024;
    /// Characters of a `batch_id`, a `client` or a `test_id`: long titles fit, payloads do not.
    ENVELOPE_MEMBER_MAX_CHARS: usize = 1_000;
}

// Only the server needs these, so the page's scripts get no copy.

/// Text quoted in an error message, in characters: enough to recognize it.
pub(crate) const COMPLAINT_QUOTE_MAX_CHARS: usize = 60;

/// Last millisecond that RFC 3339 can write (9999-12-31T23:59:59.999Z).
pub(crate) const LATEST_MS: i64 = 253_402_300_799_999;

/// Levels of a whole event: a captured value, inside a list (`args`), inside the event.
pub const EVENT_MAX_DEPTH: usize = VALUE_MAX_DEPTH + 2;

/// What a shortened string ends with.
pub const TRUNCATION_MARK: &str = "... [truncated]";
