//! How well errors are grouped, measured on messages as browsers and frameworks write them.

use gasoline_protocol::events::console::LogEntry;
use serde_json::{Value, json};

use super::identity;

const PAIRS: &str = include_str!("../../cases/grouping/pairs.tsv");
/// Pairs judged rightly, of a hundred.
const LEAST_PERCENT: usize = 97;
/// Two errors taken for one hide a bug; one taken for two only tells it twice.
const FALSE_MERGES: usize = 1;

struct Pair {
    is_same: bool,
    topic: &'static str,
    entries: [Value; 2],
}

fn pairs() -> Vec<Pair> {
    let lines = PAIRS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split('\t').collect();
            let (verdict, topic, messages, source, stacks) = match parts[..] {
                [verdict, topic, one, other] => (verdict, topic, [one, other], "console", None),
                [verdict, topic, one, other, source, stack, others] => {
                    (verdict, topic, [one, other], source, Some([stack, others]))
                }
                _ => panic!("four parts, or seven: {line}"),
            };
            assert!(["same", "different"].contains(&verdict), "{line}");
            let lines = |text: &str| text.replace("\\n", "\n");
            let entries = [0, 1].map(|place: usize| {
                let stack = stacks.map(|stacks| lines(stacks[place]));
                json!({"level": "error", "source": source, "message": lines(messages[place]),
                       "stack": stack})
            });
            assert_ne!(entries[0], entries[1], "nothing to judge");
            Pair { is_same: verdict == "same", topic, entries }
        })
        .collect()
}

/// What the product tells the issue of an entry by.
fn identity_of(entry: &Value) -> String {
    let text = entry.to_string();
    let entry: LogEntry<'_> = serde_json::from_str(&text).expect("an entry");
    identity(&entry)
}

#[test]
#[expect(clippy::print_stderr, reason = "the accuracy is printed")]
fn errors_are_grouped_as_a_person_would_group_them() {
    let pairs = pairs();
    assert!(pairs.len() >= 150, "{} pairs", pairs.len());
    let (mut right, mut merged, mut split) = (0, Vec::new(), Vec::new());
    for pair in &pairs {
        let [one, other] = pair.entries.each_ref().map(identity_of);
        let told = format!("{}: {:?} ⇒ {one:?}, {other:?}", pair.topic, pair.entries);
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
