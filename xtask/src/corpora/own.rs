//! The project's own examples, which are there without any corpus.

#[path = "../../../crates/gasoline-analysis/src/secrets/examples.rs"]
mod examples;

use gasoline_analysis::secrets::Severity;

use super::bars::Bars;
use super::{is_secret, share, traffic};
use crate::project::say;

pub(super) fn report(bars: &mut Bars) {
    let examples = examples::examples();
    let finds = |(id, text): &&(&str, String)| {
        traffic::logged(text).iter().any(|finding| finding.rule == *id)
    };
    let found = examples.iter().filter(finds).count();
    let alarms = |text: &&&str| {
        let is_alarm = |severity: Severity| severity >= Severity::Warning;
        traffic::logged(text).iter().any(|one| is_secret(one) && is_alarm(one.severity))
    };
    let alarmed = examples::CLEAN.iter().filter(alarms).count();
    say(format_args!(
        "in-tree examples: found {}, clean ones flagged {}",
        share(found, examples.len()),
        share(alarmed, examples::CLEAN.len())
    ));
    bars.at_least("in-tree examples", 100, found, examples.len());
    bars.at_most("clean in-tree examples flagged", 0, alarmed, examples::CLEAN.len());
}
