//! A shelf: bounded, named, expiring things. What it forgot, it can still name.

use std::collections::VecDeque;
use std::time::Duration;

use gasoline_protocol::Timestamp;

/// Things by name, the one used longest ago first.
#[derive(Debug)]
pub struct Shelf<T> {
    things: VecDeque<Thing<T>>,
    /// Names of things that are no longer there, and why.
    gone: VecDeque<(String, Gone)>,
    capacity: usize,
    lifetime: Duration,
}

#[derive(Debug)]
struct Thing<T> {
    name: String,
    value: T,
    since: Timestamp,
}

/// Why a thing is no longer there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gone {
    /// Its time was over.
    Expired,
    /// Another one needed its place.
    Evicted,
}

/// Nothing of that name is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// If it once was: why it is not any more.
    pub gone: Option<Gone>,
    /// What is there, the oldest first.
    pub known: Vec<String>,
}

impl<T> Shelf<T> {
    pub fn new(capacity: usize, lifetime: Duration) -> Self {
        Self { things: VecDeque::new(), gone: VecDeque::new(), capacity, lifetime }
    }

    /// Puts a thing there, in place of one of the same name. Returns the names that had to go to
    /// make room: those used longest ago.
    pub fn put(&mut self, name: &str, value: T, now: Timestamp) -> Vec<String> {
        self.expire(now);
        self.things.retain(|thing| thing.name != name);
        self.gone.retain(|(known, _)| known != name);
        self.things.push_back(Thing { name: name.to_owned(), value, since: now });
        let mut evicted = Vec::new();
        while self.things.len() > self.capacity {
            let Some(oldest) = self.things.pop_front() else { break };
            self.note_gone(oldest.name.clone(), Gone::Evicted);
            evicted.push(oldest.name);
        }
        evicted
    }

    /// The thing of a name, which counts as using it.
    pub fn get(&mut self, name: &str, now: Timestamp) -> Result<&mut T, Missing> {
        self.expire(now);
        let place = self.things.iter().position(|thing| thing.name == name);
        let Some(thing) = place.and_then(|place| self.things.remove(place)) else {
            return Err(self.missing(name));
        };
        self.things.push_back(thing);
        match self.things.back_mut() {
            Some(thing) => Ok(&mut thing.value),
            None => Err(Missing { gone: None, known: Vec::new() }),
        }
    }

    /// Lets a thing live for its whole time again.
    pub fn renew(&mut self, name: &str, now: Timestamp) {
        if let Some(thing) = self.things.iter_mut().find(|thing| thing.name == name) {
            thing.since = now;
        }
    }

    /// Takes a thing away.
    pub fn remove(&mut self, name: &str, now: Timestamp) -> Result<T, Missing> {
        self.expire(now);
        let place = self.things.iter().position(|thing| thing.name == name);
        match place.and_then(|place| self.things.remove(place)) {
            Some(thing) => Ok(thing.value),
            None => Err(self.missing(name)),
        }
    }

    /// Everything that is there with the time it will be over, the one used longest ago first.
    pub fn list(&mut self, now: Timestamp) -> impl Iterator<Item = (&str, &T, Timestamp)> {
        self.expire(now);
        let lifetime = self.lifetime_ms();
        self.things.iter().map(move |thing| {
            let end = Timestamp::saturating_from_ms(thing.since.as_ms().saturating_add(lifetime));
            (&*thing.name, &thing.value, end)
        })
    }

    fn expire(&mut self, now: Timestamp) {
        let lifetime = self.lifetime_ms();
        let (over, left) = std::mem::take(&mut self.things)
            .into_iter()
            .partition::<VecDeque<_>, _>(|thing| now.ms_since(thing.since) >= lifetime);
        self.things = left;
        for thing in over {
            self.note_gone(thing.name, Gone::Expired);
        }
    }

    fn note_gone(&mut self, name: String, why: Gone) {
        self.gone.push_back((name, why));
        if self.gone.len() > self.capacity {
            self.gone.pop_front();
        }
    }

    fn missing(&self, name: &str) -> Missing {
        let gone = self.gone.iter().find(|(known, _)| known == name).map(|(_, why)| *why);
        Missing { gone, known: self.things.iter().map(|thing| thing.name.clone()).collect() }
    }

    fn lifetime_ms(&self) -> i64 {
        i64::try_from(self.lifetime.as_millis()).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::saturating_from_ms(seconds * 1000)
    }

    fn shelf() -> Shelf<u8> {
        Shelf::new(2, Duration::from_mins(1))
    }

    fn names(shelf: &mut Shelf<u8>, now: Timestamp) -> Vec<String> {
        shelf.list(now).map(|(name, ..)| name.to_owned()).collect()
    }

    #[test]
    fn what_was_used_longest_ago_makes_room_and_is_named() {
        let mut shelf = shelf();
        assert!(shelf.put("a", 1, at(0)).is_empty());
        assert!(shelf.put("b", 2, at(1)).is_empty());
        assert_eq!(shelf.get("a", at(2)), Ok(&mut 1));
        assert_eq!(shelf.put("c", 3, at(3)), ["b"]);
        let missing = shelf.get("b", at(4)).expect_err("it made room");
        assert_eq!(
            missing,
            Missing { gone: Some(Gone::Evicted), known: vec!["a".into(), "c".into()] }
        );
    }

    #[test]
    fn a_thing_is_over_after_its_time_however_often_it_was_used() {
        let mut shelf = shelf();
        shelf.put("a", 1, at(0));
        assert!(shelf.get("a", at(59)).is_ok());
        let missing = shelf.get("a", at(60)).expect_err("its time is over");
        assert_eq!(missing.gone, Some(Gone::Expired));
        assert!(names(&mut shelf, at(60)).is_empty());
    }

    #[test]
    fn renewing_gives_a_thing_its_whole_time_again() {
        let mut shelf = shelf();
        shelf.put("a", 1, at(0));
        shelf.renew("a", at(59));
        assert!(shelf.get("a", at(100)).is_ok());
        assert_eq!(shelf.list(at(100)).map(|(_, _, end)| end).collect::<Vec<_>>(), [at(119)]);
    }

    #[test]
    fn the_same_name_takes_the_place_of_the_older_thing() {
        let mut shelf = shelf();
        shelf.put("a", 1, at(0));
        shelf.put("b", 2, at(0));
        assert!(shelf.put("a", 3, at(1)).is_empty(), "nothing had to go");
        assert_eq!(names(&mut shelf, at(1)), ["b", "a"]);
        assert_eq!(shelf.get("a", at(1)), Ok(&mut 3));
    }

    #[test]
    fn what_is_taken_away_was_never_lost() {
        let mut shelf = shelf();
        shelf.put("a", 1, at(0));
        assert_eq!(shelf.remove("a", at(1)), Ok(1));
        assert_eq!(shelf.remove("a", at(1)), Err(Missing { gone: None, known: Vec::new() }));
    }
}
