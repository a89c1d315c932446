//! How well errors are grouped, measured on messages as browsers and frameworks write them.

use super::fingerprint;

const PAIRS: &str = include_str!("../../cases/grouping/pairs.tsv");
/// Pairs judged rightly, of a hundred.
const LEAST_PERCENT: usize = 97;
/// Two errors taken for one hide a bug; one taken for two only tells it twice.
const FALSE_MERGES: usize = 1;

struct Pair {
    is_same: bool,
    topic: &'static str,
    messages: [String; 2],
}

fn pairs() -> Vec<Pair> {
    let lines = PAIRS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split('\t').collect();
            let [verdict, topic, one, other] = parts[..] else { panic!("four parts: {line}") };
            assert!(["same", "different"].contains(&verdict), "{line}");
            let messages = [one, other].map(|message| message.replace("\\n", "\n"));
            assert_ne!(messages[0], messages[1], "nothing to judge");
            Pair { is_same: verdict == "same", topic, messages }
        })
        .collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "the accuracy is printed")]
fn errors_are_grouped_as_a_person_would_group_them() {
    let pairs = pairs();
    assert!(pairs.len() >= 150, "{} pairs", pairs.len());
    let (mut right, mut merged, mut split) = (0, Vec::new(), Vec::new());
    for pair in &pairs {
        let [one, other] = pair.messages.each_ref().map(|message| fingerprint(message));
        let told = format!("{}: {:?} ⇒ {one:?}, {other:?}", pair.topic, pair.messages);
        match (pair.is_same, one == other) {
            (true, true) | (false, false) => right += 1,
            (false, true) => merged.push(told),
            (true, false) => split.push(told),
        }
    }
    let percent = right * 100 / pairs.len();
    eprintln!(
        "grouping: {right} of {} pairs ({percent} %), {} falsely merged, {} falsely split",
        pairs.len(),
        merged.len(),
        split.len()
    );
    for told in merged.iter().chain(&split) {
        eprintln!("  {told}");
    }
    assert!(percent >= LEAST_PERCENT, "{percent} %");
    assert!(merged.len() <= FALSE_MERGES, "{merged:#?}");
}
