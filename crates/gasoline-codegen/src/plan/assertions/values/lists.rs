//! Lists that obey their request: filtered by what it names, sorted by what it names.

use serde_json::Value;

use super::kinds::{LABELS, is_assertable, is_same, is_telling, plain};
use super::told::Pair;
use crate::fact::{Fact, Path};
use crate::limits::{NAMES_PER_LIST, SORTED_MIN_ITEMS};
use crate::plan::volatile::Volatile;

/// The lists of objects in a body that stand in no other list.
pub(super) fn lists(value: &Value) -> Vec<(Path, &Vec<Value>)> {
    fn walk<'a>(value: &'a Value, path: &mut Path, found: &mut Vec<(Path, &'a Vec<Value>)>) {
        match value {
            Value::Array(items) if items.iter().all(Value::is_object) && !items.is_empty() => {
                found.push((path.clone(), items));
            }
            Value::Object(members) => {
                for (name, member) in members {
                    path.push(name.clone());
                    walk(member, path, found);
                    path.pop();
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(value, &mut Vec::new(), &mut found);
    found
}

/// What a request selects. `others` are answers to the same call with other parameters.
pub(super) fn selected(
    answer: &Value,
    asked: &[Pair],
    others: &[&Value],
    volatile: &Volatile,
) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (list, items) in lists(answer) {
        for pair in asked {
            let Some(text) = pair.value.as_str() else { continue };
            if !volatile.is_stable(text) {
                continue;
            }
            if let Some(member) = filtered(items, pair, &list, others) {
                let value = items[0][&member].clone();
                facts.push(Fact::Every { list: list.clone(), member, value });
            } else if let Some(member) = searched(items, pair) {
                let text = text.to_lowercase();
                facts.push(Fact::EveryTells { list: list.clone(), member, text });
            } else if let Some((member, is_descending)) = sorted(items, pair) {
                facts.push(Fact::Sorted { list: list.clone(), member, is_descending });
            }
        }
    }
    facts
}

/// The member that has the value asked for under its name in every element. One element alone may
/// have it by chance, unless other answers show that elements differ.
fn filtered(items: &[Value], pair: &Pair, list: &Path, others: &[&Value]) -> Option<String> {
    let (member, _) = items.first()?.as_object()?.iter().find(|(name, value)| {
        plain(name) == plain(&pair.name)
            && is_assertable(name, value)
            && is_same(value, &pair.value)
    })?;
    let has_it = |item: &Value| item.get(member).is_some_and(|value| is_same(value, &pair.value));
    let differs = || {
        let all = others.iter().flat_map(|other| lists(other));
        let mut alike = all.filter(|(path, _)| path == list).flat_map(|(_, items)| items);
        alike.any(|item| item.get(member).is_some_and(|value| !is_same(value, &pair.value)))
    };
    (items.iter().all(has_it) && (items.len() > 1 || differs())).then(|| member.clone())
}

/// The member by which people know elements, where a search for words left only those that have
/// the words in it.
fn searched(items: &[Value], pair: &Pair) -> Option<String> {
    const SEARCHES: [&str; 8] =
        ["q", "query", "search", "term", "text", "keyword", "keywords", "filter"];
    let words = pair.value.as_str()?.to_lowercase();
    if !SEARCHES.contains(&plain(&pair.name).as_str()) || !is_telling(&words) || items.len() < 2 {
        return None;
    }
    let tells = |label: &&&str| {
        items.iter().all(|item| {
            let text = item.get(**label).and_then(Value::as_str);
            text.is_some_and(|text| text.to_lowercase().contains(&words))
        })
    };
    LABELS.iter().find(tells).map(|label| (*label).to_owned())
}

/// The number that a request to sort names and that goes up, or down, through the whole list.
/// Texts are not looked at: which of two comes first depends on the language of a server.
fn sorted(items: &[Value], pair: &Pair) -> Option<(String, bool)> {
    const SORTS: [&str; 6] = ["sort", "sortby", "order", "orderby", "ordering", "sortfield"];
    let wanted = pair.value.as_str()?;
    if !SORTS.contains(&plain(&pair.name).as_str()) || items.len() < SORTED_MIN_ITEMS {
        return None;
    }
    let first = items.first()?.as_object()?;
    let named = |name: &&String| {
        let name = plain(name);
        wanted.split([',', ':', ' ', '.', '-', '+', '_']).any(|word| plain(word) == name)
            || plain(wanted) == name
    };
    let member = first.keys().find(named)?;
    let numbers: Option<Vec<f64>> = items.iter().map(|item| item.get(member)?.as_f64()).collect();
    let numbers = numbers?;
    let goes_up = numbers.windows(2).all(|two| two[0] <= two[1]);
    let goes_down = numbers.windows(2).all(|two| two[0] >= two[1]);
    (goes_up != goes_down).then(|| (member.clone(), goes_down))
}

/// Lists whose elements were the same each time the same was asked.
pub(super) fn repeated(answer: &Value, same: &[&Value], volatile: &Volatile) -> Vec<Fact> {
    if same.is_empty() {
        return Vec::new();
    }
    let named = |value: &Value, list: &Path, member: &str| -> Option<Vec<Value>> {
        let (_, items) = lists(value).into_iter().find(|(path, _)| path == list)?;
        items.iter().map(|item| item.get(member).cloned()).collect()
    };
    let mut facts = Vec::new();
    for (list, items) in lists(answer) {
        if !(2..=NAMES_PER_LIST).contains(&items.len()) {
            continue;
        }
        let is_name = |member: &&&str| {
            items.iter().all(|item| {
                let value = item.get(**member);
                let text = value.and_then(Value::as_str);
                text.is_some_and(|text| is_telling(text) && volatile.is_stable(text))
                    && value.is_some_and(|value| is_assertable(member, value))
            })
        };
        let Some(member) = LABELS.iter().find(is_name) else { continue };
        let names = named(answer, &list, member);
        if same.iter().all(|other| named(other, &list, member) == names)
            && let Some(names) = names
        {
            facts.push(Fact::Names { list, member: (*member).to_owned(), names });
        }
    }
    facts
}
