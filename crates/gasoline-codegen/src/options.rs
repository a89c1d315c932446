//! What is asked of a script.

use gasoline_protocol::Timestamp;

/// The language of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    #[default]
    Playwright,
    Cypress,
}

/// Which assertions a script makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "six switches, each its own argument")]
pub struct Checks {
    /// Status codes, and that nothing is sent twice.
    pub network: bool,
    pub response_shape: bool,
    /// No errors in the console beyond the recorded ones.
    pub no_errors: bool,
    /// Headings and elements with a test id.
    pub dom_state: bool,
    /// Where navigations lead. Without it the script only waits for them.
    pub navigation: bool,
    /// That the page looks as its baseline does.
    pub visual: bool,
}

impl Checks {
    /// What `generate_test` asserts unless told otherwise.
    pub const OF_A_TEST: Self = Self {
        network: true,
        response_shape: false,
        no_errors: true,
        dom_state: true,
        navigation: true,
        visual: false,
    };

    /// What `get_reproduction_script` asserts.
    pub fn of_a_reproduction(is_asserting: bool) -> Self {
        Self {
            network: false,
            response_shape: false,
            no_errors: false,
            dom_state: is_asserting,
            navigation: is_asserting,
            visual: false,
        }
    }
}

/// Where the data of a test comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixtures {
    /// Answers of the recording, in a file beside the test.
    Mock,
    /// Requests that create the data again before the test.
    Setup,
}

#[derive(Debug, Clone)]
pub struct Options {
    /// The test's name; made from the session if it is not given.
    pub title: Option<String>,
    /// Stands in place of the recorded origin.
    pub base_url: Option<String>,
    /// Only the last actions; what happened before them may be part of the setup.
    pub last_n_actions: Option<usize>,
    /// Only what was done up to then.
    pub until: Option<Timestamp>,
    /// The tab it is about, with those it belongs to; without it the tab that was used last.
    pub tab: Option<i64>,
    pub checks: Checks,
    pub fixtures: Option<Fixtures>,
    /// What went wrong, if the script is to reproduce it.
    pub error: Option<String>,
    /// Whether it is a reproduction: its title and its comments tell of the error.
    pub is_reproduction: bool,
    /// Whether a picture of the page is taken after each step.
    pub takes_pictures: bool,
    /// Whether what changes by itself is masked where the page's looks are asserted.
    pub masks_dynamic: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            title: None,
            base_url: None,
            last_n_actions: None,
            until: None,
            tab: None,
            checks: Checks::OF_A_TEST,
            fixtures: None,
            error: None,
            is_reproduction: false,
            takes_pictures: false,
            masks_dynamic: true,
        }
    }
}
