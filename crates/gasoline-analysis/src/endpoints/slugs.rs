//! Slugs: segments that are words, and vary while their neighbours stay.

use std::collections::{BTreeMap, BTreeSet};

use super::ID;
use crate::limits;

/// Where slugs stand, learnt from the paths that were seen.
///
/// One path alone cannot tell `/posts/hello-world` from `/posts/drafts`. Several can: under a plural
/// noun, with the same neighbours around them, enough different words are names of things.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Slugs {
    /// What stands before and after, for each place where a slug stands.
    places: BTreeSet<Place>,
}

/// The neighbours of a segment: the path before it, and the path behind it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    before: String,
    after: String,
}

impl Slugs {
    /// Learns from paths whose generated segments were already taken out.
    pub fn learn<'a>(paths: impl IntoIterator<Item = &'a str>) -> Self {
        let mut values: BTreeMap<Place, BTreeSet<&str>> = BTreeMap::new();
        for path in paths {
            for (place, value) in places(path) {
                values.entry(place).or_default().insert(value);
            }
        }
        let varying = values.into_iter().filter(|(place, values)| {
            // With a neighbour behind it a plain word may be somebody's name; at the end of a path
            // it is rather another thing to ask for (`/users/search`).
            let is_slug = |value: &&&str| !place.after.is_empty() || looks_like_slug(value);
            values.iter().filter(is_slug).count() >= limits::SLUG_MIN_VALUES
        });
        Self { places: varying.map(|(place, _)| place).collect() }
    }

    /// The path with its slugs as `:id`.
    ///
    /// | learnt from | path | answer |
    /// |---|---|---|
    /// | `/posts/hello-world`, `/posts/on-rust`, `/posts/my-cat` | `/posts/on-rust` | `/posts/:id` |
    /// | the same | `/posts/drafts` | the same |
    pub fn apply(&self, path: &str) -> String {
        if self.places.is_empty() {
            return path.to_owned();
        }
        let found = places(path).into_iter().find(|(place, value)| {
            self.places.contains(place) && (!place.after.is_empty() || looks_like_slug(value))
        });
        found.map_or_else(
            || path.to_owned(),
            |(Place { before, after }, _)| format!("{before}/{ID}{after}"),
        )
    }
}

/// Every segment of a path that follows a plural noun and is no id yet.
fn places(path: &str) -> Vec<(Place, &str)> {
    let mut found = Vec::new();
    let mut start = 1;
    let mut parent = "";
    for segment in path.strip_prefix('/').unwrap_or_default().split('/') {
        let end = start + segment.len();
        if is_plural(parent) && segment != ID && !segment.is_empty() {
            let before = path[..start - 1].to_owned();
            found.push((Place { before, after: path[end..].to_owned() }, segment));
        }
        parent = segment;
        start = end + 1;
    }
    found
}

fn is_plural(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
}

/// Words joined by hyphens.
fn looks_like_slug(value: &str) -> bool {
    value.contains('-')
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_%".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(paths: &[&str], expected: &[&str]) {
        let slugs = Slugs::learn(paths.iter().copied());
        let applied: BTreeSet<String> = paths.iter().map(|path| slugs.apply(path)).collect();
        assert_eq!(applied.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn words_that_vary_while_their_neighbours_stay_are_slugs() {
        check(&["/posts/hello-world", "/posts/on-rust", "/posts/my-cat"], &["/posts/:id"]);
        check(
            &["/users/alice/orders", "/users/bob/orders", "/users/carol/orders"],
            &["/users/:id/orders"],
        );
    }

    #[test]
    fn other_things_to_ask_for_stay() {
        check(
            &["/users/me", "/users/search", "/users/export"],
            &["/users/export", "/users/me", "/users/search"],
        );
        check(
            &["/api/user-settings", "/api/order-history", "/api/cart-items"],
            &["/api/cart-items", "/api/order-history", "/api/user-settings"],
        );
        check(
            &["/posts/a-b", "/posts/c-d", "/posts/e-f", "/posts/drafts"],
            &["/posts/:id", "/posts/drafts"],
        );
    }

    #[test]
    fn two_are_not_enough() {
        check(&["/posts/a-b", "/posts/c-d"], &["/posts/a-b", "/posts/c-d"]);
    }
}
