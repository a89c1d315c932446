//! Pictures that are compared with their baselines.

use super::expectations::named;
use crate::limits::LOOKS_MAX_DIFF_PIXELS;
use crate::looks::{Looks, Mask};
use crate::print::quote::quote;
use crate::script::Script;

pub(super) fn print(script: &mut Script, page: &str, expected: &Looks) {
    script.open(&format!("await expect({page}).toHaveScreenshot({}, {{", quote(&expected.name)));
    script.line("animations: 'disabled',");
    script.line(&format!("maxDiffPixels: {LOOKS_MAX_DIFF_PIXELS},"));
    if !expected.masks.is_empty() {
        script.open("mask: [");
        for mask in &expected.masks {
            script.line(&format!("{},", locator(page, mask)));
        }
        script.close("],");
    }
    script.close("});");
}

fn locator(page: &str, mask: &Mask) -> String {
    match mask {
        Mask::Css(path) => format!("{page}.locator({})", quote(path)),
        Mask::TestId(id) => format!("{page}.getByTestId({})", quote(id)),
        Mask::Heading { name, level } => {
            let level = level.map(|level| format!(", level: {level}")).unwrap_or_default();
            format!("{page}.getByRole('heading', {{ {}{level} }})", named(name))
        }
    }
}
