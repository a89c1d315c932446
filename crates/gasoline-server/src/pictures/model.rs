//! The copy of a kept picture that a model is shown, where the picture itself is too long for one.

use super::{BadPicture, Shape, decode, narrower};
use crate::limits::{PICTURE_MAX_BYTES, PICTURE_SHOWN_MAX_SIDE_PX};

/// A smaller copy of a picture.
#[derive(Debug, PartialEq)]
pub(crate) struct Shown {
    /// PNG, neither side over [`PICTURE_SHOWN_MAX_SIDE_PX`].
    pub(crate) png: Vec<u8>,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Width and height, by the header of a PNG.
pub(crate) fn size(png: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(png.get(at..at + 4)?.try_into().ok()?));
    Some((number(16)?, number(20)?))
}

/// Whether a picture of this size can be shown as it is.
pub(crate) fn is_shown_whole(width: u32, height: u32) -> bool {
    width.max(height) <= PICTURE_SHOWN_MAX_SIDE_PX
}

/// The whole of a picture, small enough to be shown.
pub(crate) fn shown(png: &[u8]) -> Result<Shown, BadPicture> {
    let longest = |shape: &Shape| shape.width.max(shape.height).max(1);
    let (shape, raster) = decode(png, |shape| {
        // What is not shown need not be held either.
        shape.factor = shape.factor.max(longest(shape) / PICTURE_SHOWN_MAX_SIDE_PX);
    })?;
    let most = PICTURE_SHOWN_MAX_SIDE_PX.min(longest(&shape));
    let mut width = (shape.width * most / longest(&shape)).max(1);
    loop {
        let height = shape.height_at(width).min(most);
        let png = raster.resized(width, height).encoded()?;
        // One pixel wide and so tall is a few kilobytes at worst: the loop ends.
        if png.len() <= PICTURE_MAX_BYTES || width == 1 {
            return Ok(Shown { png, width, height });
        }
        width = narrower(width, png.len());
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{noise, squares};
    use super::*;

    fn check(png: &[u8], expected: (u32, u32)) {
        let shown = shown(png).expect("a copy");
        assert_eq!((shown.width, shown.height), expected);
        assert_eq!(size(&shown.png), Some(expected));
        assert!(shown.png.len() <= PICTURE_MAX_BYTES);
    }

    #[test]
    fn the_longest_side_of_a_copy_is_bounded_and_its_shape_stays() {
        check(&squares(160, 16_384), (19, 1_946));
        check(&squares(320, 2_560), (250, 2_000));
        check(&squares(3_000, 100), (2_000, 67));
        check(&squares(800, 600), (800, 600));
    }

    #[test]
    fn a_copy_that_does_not_compress_is_narrowed_until_it_fits() {
        let shown = shown(&noise(300, 3_000)).expect("a copy");
        assert!(shown.png.len() <= PICTURE_MAX_BYTES && shown.width < 200, "{}", shown.width);
    }

    #[test]
    fn only_what_is_longer_needs_a_copy() {
        assert!(is_shown_whole(1280, 2_000) && !is_shown_whole(1280, 2_001));
        assert!(!is_shown_whole(2_001, 1));
    }
}
