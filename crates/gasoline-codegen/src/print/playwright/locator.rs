//! Targets in Playwright's words.

use crate::print::quote::quote;
use crate::step::{Frame, Part, Target};

/// `page.getByRole('button', { name: 'Log in', exact: true })`.
pub(super) fn locator(page: &str, target: &Target) -> String {
    let mut code = page.to_owned();
    for Frame::Css(css) in &target.frames {
        code.push_str(&format!(".frameLocator({})", quote(css)));
    }
    for part in &target.parts {
        code.push('.');
        code.push_str(&step(part));
    }
    code
}

fn step(part: &Part) -> String {
    match part {
        Part::TestId(id) => format!("getByTestId({})", quote(id)),
        Part::Role { role, name: Some(name) } => {
            format!("getByRole({}, {{ name: {}, exact: true }})", quote(role), quote(name))
        }
        Part::Role { role, name: None } => format!("getByRole({})", quote(role)),
        Part::Label(label) => format!("getByLabel({}, {{ exact: true }})", quote(label)),
        Part::Text(text) => format!("getByText({}, {{ exact: true }})", quote(text)),
        Part::Css(css) => format!("locator({})", quote(css)),
        Part::HasText(text) => format!("filter({{ hasText: {} }})", quote(text)),
        Part::Nth(place) => format!("nth({place})"),
    }
}
