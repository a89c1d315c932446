//! Posts of pictures that may come again: a client that heard no answer sends the same one.

use std::collections::VecDeque;

use crate::limits;

/// The ids that were given to posts, by `batch_id`: a client may send one again.
#[derive(Debug, Default)]
pub(crate) struct PostedPictures(VecDeque<(Box<str>, u64)>);

impl PostedPictures {
    pub(crate) fn find(&self, batch_id: &str) -> Option<u64> {
        self.0.iter().find(|(known, _)| **known == *batch_id).map(|(_, id)| *id)
    }

    pub(crate) fn remember(&mut self, batch_id: &str, id: u64) {
        self.0.push_back((batch_id.into(), id));
        if self.0.len() > limits::PICTURE_POSTS_MAX {
            self.0.pop_front();
        }
    }
}
