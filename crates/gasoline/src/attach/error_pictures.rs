//! Pictures of errors as the user saw them: at most one a second; errors that come faster wait.

use std::collections::VecDeque;

use tokio::time::Instant;

use crate::limits::{ERROR_PICTURE_TIMEOUT, ERROR_PICTURES_APART, ERROR_PICTURES_MAX_WAITING};

/// An error that wants a picture of its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wish {
    pub(super) error_id: String,
    pub(super) url: String,
    pub(super) session: String,
}

#[derive(Debug, Default)]
pub(super) struct ErrorPictures {
    begun_at: Option<Instant>,
    /// Whether the last one that was begun is not there yet.
    is_under_way: bool,
    waiting: VecDeque<Wish>,
}

impl ErrorPictures {
    /// An error came. Where too many wait, the one that waited longest goes without: its page has
    /// moved on furthest.
    pub(super) fn want(&mut self, wish: Wish) {
        if self.waiting.len() == ERROR_PICTURES_MAX_WAITING {
            self.waiting.pop_front();
        }
        self.waiting.push_back(wish);
    }

    /// When the next picture may be taken, if one is wanted.
    pub(super) fn due(&self, now: Instant) -> Option<Instant> {
        self.waiting.front()?;
        let rest = if self.is_under_way { ERROR_PICTURE_TIMEOUT } else { ERROR_PICTURES_APART };
        Some(self.begun_at.map_or(now, |at| at + rest))
    }

    /// The picture to take now, if one is due.
    pub(super) fn begin(&mut self, now: Instant) -> Option<Wish> {
        if self.due(now)? > now {
            return None;
        }
        self.begun_at = Some(now);
        self.is_under_way = true;
        self.waiting.pop_front()
    }

    /// The last one is there, or will never be.
    pub(super) fn end(&mut self) {
        self.is_under_way = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(error_id: &str) -> Wish {
        let (error_id, url) = (error_id.to_owned(), "http://localhost/".to_owned());
        Wish { error_id, url, session: "s".to_owned() }
    }

    #[test]
    fn an_error_that_comes_too_soon_has_its_picture_later() {
        let mut pictures = ErrorPictures::default();
        let mut now = Instant::now();
        assert_eq!(pictures.due(now), None);
        pictures.want(wish("e1"));
        assert_eq!(pictures.begin(now), Some(wish("e1")));
        pictures.end();
        pictures.want(wish("e2"));
        assert_eq!(pictures.begin(now), None, "a second has not passed");
        now += ERROR_PICTURES_APART;
        assert_eq!(pictures.begin(now), Some(wish("e2")));
        assert_eq!(pictures.due(now), None);
    }

    #[test]
    fn of_a_flood_the_newest_have_theirs() {
        let mut pictures = ErrorPictures::default();
        let mut now = Instant::now();
        for error in ["e1", "e2", "e3", "e4", "e5"] {
            pictures.want(wish(error));
        }
        for error in ["e3", "e4", "e5"] {
            assert_eq!(pictures.begin(now), Some(wish(error)));
            pictures.end();
            now += ERROR_PICTURES_APART;
        }
        assert_eq!(pictures.begin(now), None);
    }

    #[test]
    fn one_that_never_comes_is_given_up() {
        let mut pictures = ErrorPictures::default();
        let mut now = Instant::now();
        pictures.want(wish("e1"));
        pictures.begin(now);
        pictures.want(wish("e2"));
        now += ERROR_PICTURES_APART;
        assert_eq!(pictures.begin(now), None, "the first may still come");
        now += ERROR_PICTURE_TIMEOUT;
        assert_eq!(pictures.begin(now), Some(wish("e2")));
    }
}
