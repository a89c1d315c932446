//! Why no script could be written.

use gasoline_protocol::Hint;

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotGenerate {
    #[error("no user actions were recorded")]
    NothingRecorded,
    #[error("the recorded actions name no page: none has a `url` or a `toUrl`")]
    NoPage,
    #[error("`base_url` is no address of a site: `{0}`")]
    BaseUrl(String),
    #[error("mocked answers are a fixture for Playwright; a Cypress script cannot use them")]
    MockInCypress,
}

impl Hint for CannotGenerate {
    fn hint(&self) -> String {
        match self {
            Self::NothingRecorded => {
                "use the page with the Gasoline extension or capture script on, then call again"
            }
            Self::NoPage => "reload the page, repeat the actions, then call again",
            Self::MockInCypress => "pass `format` playwright, or `fixtures` setup",
            Self::BaseUrl(_) => "pass an origin such as `http://localhost:3000`",
        }
        .to_owned()
    }
}
