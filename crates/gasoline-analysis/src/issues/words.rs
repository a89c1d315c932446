//! The words that say what a number or a quoted text beside them is.

/// What browsers put before an error nobody caught. How it surfaced is the entry's `source`.
pub(super) const ANNOUNCEMENTS: [&str; 4] = [
    "Uncaught ",
    "(in promise) ",
    "Unhandled Promise Rejection: ",
    "Unhandled promise rejection: ",
];

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
pub(super) const CODE_WORDS: [&str; 10] = [
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

/// `id`, `userId`, `user_id`; not `void`.
pub(super) fn is_id_word(word: &str) -> bool {
    word == "id" || ["Id", "ID", "_id"].iter().any(|ending| word.ends_with(ending))
}
