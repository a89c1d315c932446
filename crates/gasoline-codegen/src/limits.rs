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
    /// Characters of typed text in a script: a longer one is cut, with a warning.
    TYPED_MAX_CHARS: usize = 2_000;
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
    ELEMENT_CHECKS_PER_STEP: usize = 3;
    /// An outline cuts texts here, in characters: what is as long may be longer.
    OUTLINE_TEXT_CHARS: usize = 100;
    /// What a page shows this many milliseconds after the last answer is its answer to the user.
    SETTLED_AFTER_MS: i64 = 50;
    /// Equal elements among which a place is worth naming; of more the path is clearer.
    PLACES_MAX: u64 = 10;
    /// Levels of a response that are asserted.
    CONTRACT_MAX_DEPTH: usize = 6;
    /// Members of an object beyond which its names are taken for data.
    CONTRACT_MAX_MEMBERS: usize = 40;
    /// Characters of a number from which it is taken for an id where nothing else tells.
    ID_MIN_DIGITS: usize = 5;
    /// Characters of a recorded error by which it is known again.
    KNOWN_ERROR_MAX_CHARS: usize = 160;
}
