//! The words that say what a number or a quoted text beside them is.

/// Words after which a quoted text is a name in the program.
pub(super) const NAMING: [&str; 8] = [
    "reading ",
    "setting ",
    "property ",
    "properties ",
    "evaluating ",
    "attribute ",
    "prop ",
    "named ",
];

/// Words after which a number is a place in a text.
pub(super) const PLACE_WORDS: [&str; 7] =
    ["line", "column", "col", "ln", "position", "offset", "character"];

/// Words after which a number is a code, however long.
pub(super) const CODE_WORDS: [&str; 12] = [
    "code",
    "status",
    "port",
    "errno",
    "error",
    "http",
    "close",
    "closed",
    "disconnected",
    "sqlstate",
    "reason",
    "hresult",
];

/// Words before `code` after which it may be long.
pub(super) const CODED_WORDS: [&str; 4] = ["error", "exit", "status", "result"];

/// Words after which a number of three digits is an HTTP status, also in quotes.
pub(super) const ANSWER_WORDS: [&str; 4] = ["response", "responded", "answered", "returned"];

/// Words after which a number counts how often, as long as it is no status: `retry 429`.
pub(super) const COUNTING_WORDS: [&str; 5] = ["attempt", "retry", "try", "iteration", "round"];

/// Words after which a number says which one of many, however small it is. Not `request`, `page`,
/// `post` and others behind which a status may stand.
pub(super) const COUNTED_WORDS: [&str; 21] = [
    "index",
    "worker",
    "batch",
    "upload",
    "slide",
    "notification",
    "product",
    "order",
    "item",
    "user",
    "customer",
    "account",
    "invoice",
    "ticket",
    "record",
    "row",
    "comment",
    "article",
    "task",
    "job",
    "chunk",
];

/// What stands before a quoted text that is a value, whatever it says.
pub(super) const VALUES: [&str; 3] = ["same key, ", "with value ", "with value: "];

/// What React puts before the text that a server and a browser rendered: its numbers vary.
pub(super) const RENDERED: [&str; 2] = ["Server: ", "Client: "];

/// Names in capitals behind which a number is a code, wherever they stand.
pub(super) const CODE_FAMILIES: [&str; 8] =
    ["ORA", "PLS", "TNS", "SQL", "ERR", "RFC", "CWE", "HTTP"];

/// Words after which a name in capitals with a number is a code.
pub(super) const CODE_PREFACES: [&str; 4] = ["with", "error", "code", "exception"];

/// Words of a message about a connection: a number in brackets behind them is why it was closed.
pub(super) const CONNECTION_WORDS: [&str; 3] = ["disconnect", "socket", "clos"];

/// What the hosts of previews end in: each deployment has another, and it tells nothing.
pub(super) const PREVIEWS: [&str; 12] = [
    ".vercel.app",
    ".netlify.app",
    ".pages.dev",
    ".amplifyapp.com",
    ".azurestaticapps.net",
    ".ngrok.io",
    ".ngrok-free.app",
    ".trycloudflare.com",
    ".app.github.dev",
    ".gitpod.io",
    ".csb.app",
    ".webcontainer.io",
];

/// Words after which a duration is measured rather than configured.
pub(super) const MEASURED_WORDS: [&str; 3] = ["took", "in", "lasted"];

/// Files whose names bundlers make, and that stand before a line number.
pub(super) const SCRIPT_EXTENSIONS: [&str; 17] = [
    "js", "mjs", "cjs", "jsx", "ts", "tsx", "mts", "cts", "vue", "svelte", "astro", "css", "scss",
    "less", "map", "wasm", "json",
];

/// Other files a page loads.
pub(super) const ASSET_EXTENSIONS: [&str; 17] = [
    "html", "htm", "php", "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "woff",
    "woff2", "ttf", "mp4", "webm", "pdf",
];

pub(super) fn is_one_of(words: &[&str], word: &str) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a text ends in one of these, in any case.
pub(super) fn ends_in_one_of(endings: &[&str], text: &[u8]) -> bool {
    let ends_in = |ending: &&str| {
        let start = text.len().checked_sub(ending.len());
        start.is_some_and(|start| text[start..].eq_ignore_ascii_case(ending.as_bytes()))
    };
    endings.iter().any(ends_in)
}

/// `code`, `errorCode`, `exit_code`, `DBError`.
pub(super) fn is_code_word(word: &str) -> bool {
    is_one_of(&CODE_WORDS, word)
        || ["Code", "_code", "CODE", "Status", "_status"].iter().any(|end| word.ends_with(end))
        || is_error_word(word)
}

/// `error`, `DBError`, `AppException`: a sentence may follow, or a code.
pub(super) fn is_error_word(word: &str) -> bool {
    word.eq_ignore_ascii_case("error") || word.ends_with("Error") || word.ends_with("Exception")
}

/// `id`, `userId`, `user_id`; not `void`.
pub(super) fn is_id_word(word: &str) -> bool {
    word == "id" || ["Id", "ID", "_id"].iter().any(|ending| word.ends_with(ending))
}
