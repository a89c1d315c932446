//! Learned shapes: counts of types and fields at each path of the responses of an endpoint.

use std::collections::BTreeMap;

use super::seen::Seen;
use crate::shape::JsonType;
use crate::{endpoints, limits};

/// Counts of the values at one path, over all learned responses.
#[derive(Debug, Clone, Default)]
pub(super) struct LearnedShape {
    /// Values by type, in the order of [`JsonType::ALL`].
    types: [u32; JsonType::ALL.len()],
    pub(super) members: BTreeMap<Box<str>, Member>,
    /// All elements of arrays, as one.
    pub(super) element: Option<Box<Self>>,
    /// All values of a map, as one: an object whose names are data (`{"2026-01-02": 7}`).
    pub(super) values: Option<Box<Self>>,
    /// Answers in a row that brought nothing new here.
    steady: u32,
    /// How often an answer brought something new here.
    surprises: u32,
    last_surprise: u32,
    last_answer: u32,
}

/// A member of objects at one path.
#[derive(Debug, Clone, Default)]
pub(super) struct Member {
    pub(super) may_be_missing: bool,
    pub(super) learned: LearnedShape,
}

/// The number of the learned response, and how many more paths may be stored.
pub(super) struct Lesson {
    pub(super) answer: u32,
    pub(super) room: usize,
}

impl LearnedShape {
    /// How many values of that type were seen here.
    pub(super) fn count(&self, kind: JsonType) -> u32 {
        self.types[kind as usize]
    }

    /// How many values were seen here.
    pub(super) fn total(&self) -> u32 {
        self.types.iter().sum()
    }

    /// The types that were seen here.
    pub(super) fn types(&self) -> impl Iterator<Item = JsonType> {
        JsonType::ALL.into_iter().filter(|kind| self.count(*kind) > 0)
    }

    /// `number`, `null | string`.
    pub(super) fn words(&self) -> String {
        self.types().map(JsonType::name).collect::<Vec<_>>().join(" | ")
    }

    /// Whether what is here has held long enough to be relied upon. Each surprise has to be made up
    /// for by as many quiet answers as the first three were.
    pub(super) fn is_settled(&self) -> bool {
        self.steady >= limits::CONTRACT_MIN_ANSWERS.saturating_mul(self.surprises + 1)
    }

    /// How many paths there are, this one included.
    pub(super) fn size(&self) -> usize {
        let members = self.members.values().map(|member| member.learned.size());
        let others = self.element.iter().chain(&self.values).map(|learned| learned.size());
        1 + members.chain(others).sum::<usize>()
    }

    /// Learns from a value, and says whether there was anything new in it.
    pub(super) fn learn(&mut self, seen: &Seen<'_>, lesson: &mut Lesson) -> bool {
        let kind = seen.kind();
        let is_known = self.total() == 0 || self.count(kind) > 0 || kind == JsonType::Null;
        let mut has_news = !is_known;
        let mut has_news_below = false;
        self.types[kind as usize] = self.types[kind as usize].saturating_add(1);
        match seen {
            Seen::Object(members) => {
                if let Some(values) = &mut self.values {
                    for value in members.values() {
                        has_news_below |= values.learn(value, lesson);
                    }
                } else {
                    has_news |= self.meet(members.keys().map(AsRef::as_ref), lesson);
                    for (name, value) in members {
                        if let Some(member) = self.members.get_mut(name.as_ref()) {
                            has_news_below |= member.learned.learn(value, lesson);
                        }
                    }
                    has_news |= self.miss(members);
                    if has_news || self.count(JsonType::Object) == 1 {
                        self.become_map();
                    }
                }
            }
            Seen::Array(elements) => {
                let element = self.element.get_or_insert_default();
                for value in elements {
                    has_news_below |= element.learn(value, lesson);
                }
            }
            _ => {}
        }
        self.note(has_news, lesson.answer);
        has_news || has_news_below
    }

    /// Makes room for members that were not seen before.
    fn meet<'n>(&mut self, names: impl Iterator<Item = &'n str>, lesson: &mut Lesson) -> bool {
        let is_first = self.count(JsonType::Object) == 1;
        let mut has_news = false;
        for name in names {
            if self.members.contains_key(name) || lesson.room == 0 {
                continue;
            }
            lesson.room -= 1;
            let member = Member { may_be_missing: !is_first, ..Member::default() };
            self.members.insert(name.into(), member);
            has_news |= !is_first;
        }
        has_news
    }

    /// Notes which members may be missing, and says whether that is news.
    fn miss(&mut self, present: &BTreeMap<std::borrow::Cow<'_, str>, Seen<'_>>) -> bool {
        let mut has_news = false;
        for (name, member) in &mut self.members {
            if !member.may_be_missing && !present.contains_key(name.as_ref()) {
                member.may_be_missing = true;
                has_news = true;
            }
        }
        has_news
    }

    /// One answer may show many values here; it counts once.
    fn note(&mut self, has_news: bool, answer: u32) {
        if has_news {
            // All news of one answer are one surprise.
            self.surprises += u32::from(self.last_surprise != answer);
            self.last_surprise = answer;
            self.steady = 1;
        } else if self.last_answer != answer {
            self.steady += 1;
        }
        self.last_answer = answer;
    }

    /// Takes an object for a map if its names are data: generated ones, or such that no name is
    /// always there and all values are of one kind.
    fn become_map(&mut self) {
        let names = self.members.len();
        if names < limits::MAP_MIN_NAMES {
            return;
        }
        let mut kinds = self.members.values().map(|member| member.learned.words());
        let first = kinds.next();
        let is_generated = || self.members.keys().all(|name| is_generated(name));
        let is_alike = kinds.all(|kind| Some(kind) == first);
        let varies = self.count(JsonType::Object) >= limits::CONTRACT_MIN_ANSWERS
            && self.members.values().all(|member| member.may_be_missing);
        if is_alike && (varies || is_generated()) {
            let members = std::mem::take(&mut self.members).into_values();
            let values = members.map(|member| member.learned).reduce(Self::merge);
            self.values = values.map(Box::new);
        }
    }

    /// What both are.
    fn merge(mut self, other: Self) -> Self {
        let (own, others) = (self.count(JsonType::Object), other.count(JsonType::Object));
        for (count, more) in self.types.iter_mut().zip(other.types) {
            *count = count.saturating_add(more);
        }
        for member in self.members.iter_mut().filter(|_| others > 0) {
            member.1.may_be_missing |= !other.members.contains_key(member.0);
        }
        for (name, member) in other.members {
            if let Some(known) = self.members.get_mut(&name) {
                known.may_be_missing |= member.may_be_missing;
                known.learned = std::mem::take(&mut known.learned).merge(member.learned);
            } else {
                let may_be_missing = member.may_be_missing || own > 0;
                self.members.insert(name, Member { may_be_missing, ..member });
            }
        }
        self.element = Self::join(self.element, other.element);
        self.values = Self::join(self.values, other.values);
        self.steady = self.steady.max(other.steady);
        self.surprises = self.surprises.max(other.surprises);
        self.last_surprise = self.last_surprise.max(other.last_surprise);
        self.last_answer = self.last_answer.max(other.last_answer);
        self
    }

    fn join(one: Option<Box<Self>>, other: Option<Box<Self>>) -> Option<Box<Self>> {
        match (one, other) {
            (Some(one), Some(other)) => Some(Box::new(one.merge(*other))),
            (one, other) => one.or(other),
        }
    }
}

/// Whether a name is one that no program was written with: a date, a number, a UUID.
fn is_generated(name: &str) -> bool {
    !name.contains('/') && endpoints::path(name).trim_start_matches('/') == endpoints::ID
}
