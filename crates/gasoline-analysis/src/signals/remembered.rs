//! A bounded memory: what was noted longest ago is forgotten first.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Notes under keys, at most so many.
#[derive(Debug)]
pub struct Remembered<K, V> {
    notes: HashMap<K, V>,
    /// Keys, those noted longest ago first.
    order: VecDeque<K>,
    most: usize,
}

impl<K: Clone + Eq + Hash, V> Remembered<K, V> {
    pub fn new(most: usize) -> Self {
        Self { notes: HashMap::new(), order: VecDeque::new(), most }
    }

    /// Notes a value and gives what was noted before. A key that is noted again keeps its place.
    pub fn note(&mut self, key: K, value: V) -> Option<V> {
        let before = self.notes.insert(key.clone(), value);
        if before.is_none() {
            self.order.push_back(key);
            if self.order.len() > self.most
                && let Some(oldest) = self.order.pop_front()
            {
                self.notes.remove(&oldest);
            }
        }
        before
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        self.notes.get(key)
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.notes.get_mut(key)
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.order.iter().filter_map(|key| self.notes.get(key))
    }

    /// Takes out what is asked for, those noted longest ago first.
    pub fn take_if(&mut self, is_asked: impl Fn(&V) -> bool) -> Vec<V> {
        let keys = self.order.iter().filter(|key| self.notes.get(*key).is_some_and(&is_asked));
        let keys: Vec<K> = keys.cloned().collect();
        self.order.retain(|key| !keys.contains(key));
        keys.iter().filter_map(|key| self.notes.remove(key)).collect()
    }

    pub fn len(&self) -> usize {
        self.notes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_longest_ago_makes_room() {
        let mut memory = Remembered::new(2);
        assert_eq!(memory.note("a", 1), None);
        assert_eq!(memory.note("b", 2), None);
        assert_eq!(memory.note("a", 3), Some(1));
        assert_eq!(memory.note("c", 4), None);
        assert_eq!((memory.get(&"a"), memory.get(&"b"), memory.len()), (None, Some(&2), 2));
    }

    #[test]
    fn what_is_taken_is_gone_and_leaves_its_place() {
        let mut memory = Remembered::new(2);
        memory.note("a", 1);
        memory.note("b", 2);
        assert_eq!(memory.take_if(|value| *value == 1), [1]);
        memory.note("c", 3);
        assert_eq!(memory.values().collect::<Vec<_>>(), [&2, &3]);
    }
}
