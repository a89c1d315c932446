//! The values that were used last, by key: the one used longest ago makes room.

use std::collections::VecDeque;

/// At most `MOST` values, the one used last at the end.
#[derive(Debug)]
pub(crate) struct Latest<K, V, const MOST: usize>(VecDeque<(K, V)>);

impl<K, V, const MOST: usize> Default for Latest<K, V, MOST> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<K: PartialEq, V, const MOST: usize> Latest<K, V, MOST> {
    /// The value whose key `is_it`. Looking is not using.
    pub(crate) fn find(&self, is_it: impl Fn(&K) -> bool) -> Option<&V> {
        self.0.iter().find(|(key, _)| is_it(key)).map(|(_, value)| value)
    }

    pub(crate) fn find_mut(&mut self, is_it: impl Fn(&K) -> bool) -> Option<&mut V> {
        self.0.iter_mut().find(|(key, _)| is_it(key)).map(|(_, value)| value)
    }

    /// Those used longest ago first.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    pub(crate) fn put(&mut self, key: K, value: V) {
        self.remove(&key);
        self.0.push_back((key, value));
        if self.0.len() > MOST {
            self.0.pop_front();
        }
    }

    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        let at = self.0.iter().position(|(known, _)| known == key)?;
        self.0.remove(at).map(|(_, value)| value)
    }

    /// Works on the value of a key, which `new` makes if there is none.
    pub(crate) fn with<T>(
        &mut self,
        key: K,
        new: impl FnOnce() -> V,
        work: impl FnOnce(&mut V) -> T,
    ) -> T {
        let mut value = self.remove(&key).unwrap_or_else(new);
        let done = work(&mut value);
        self.put(key, value);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_used_longest_ago_makes_room() {
        let mut latest = Latest::<_, _, 2>::default();
        latest.put("a", 1);
        latest.put("b", 2);
        latest.with("a", || 0, |value| *value += 10);
        latest.put("c", 3);
        assert_eq!(latest.keys().copied().collect::<Vec<_>>(), ["a", "c"]);
        assert_eq!(latest.find(|key| *key == "a"), Some(&11));
        assert_eq!((latest.remove(&"b"), latest.remove(&"c")), (None, Some(3)));
    }
}
