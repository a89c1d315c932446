//! Screenshots made small enough to keep and to show: PNG in, PNG and thumbnail out.
//!
//! A picture is read row by row and shrunk on the way in, so that memory depends on what is kept
//! and not on what was sent. What one sees is what is kept: translucent pixels are laid on white,
//! and of an animation the still picture stays. An original that is small enough is not touched.

mod held;
mod model;
mod resize;

use std::borrow::Cow;
use std::io::Cursor;

use gasoline_protocol::hint::Hint;
use gasoline_protocol::limits::{
    PICTURE_MAX_HEIGHT_PX, PICTURE_MAX_SENT_PIXELS, PICTURE_MAX_WIDTH_PX,
};
use png::{ColorType, Compression, Decoder, DecodingError, Limits, Reader, Transformations};

use crate::app::latest::Latest;
use crate::limits::{
    DECODER_MAX_BYTES, PICTURE_MAX_BYTES, PICTURE_MAX_HELD_PIXELS, PICTURE_MAX_SENT_WIDTH_PX,
    PICTURE_POSTS_MAX, THUMBNAIL_MAX_HEIGHT_PX, THUMBNAIL_WIDTH_PX,
};

pub(crate) use held::Held;
pub(crate) use model::{Shown, is_shown_whole, shown, size};

/// Widths to choose from when a picture is over its bytes; below them, four fifths of the last.
///
/// A slower encoder would win a tenth of the bytes for twenty times the time.
const PICTURE_NARROWER_WIDTHS_PX: [u32; 6] = [1024, 800, 640, 512, 400, 320];

/// The ids that were given to posts, by `batch_id`: a client that heard no answer sends one again.
pub(crate) type PostedPictures = Latest<Box<str>, u64, PICTURE_POSTS_MAX>;

const PNG_SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// A screenshot as it is kept.
#[derive(Debug, PartialEq)]
pub(crate) struct Picture {
    /// PNG, within the limits above.
    pub(crate) full: Vec<u8>,
    /// PNG, [`THUMBNAIL_WIDTH_PX`] wide or as narrow as the picture.
    pub(crate) thumb: Vec<u8>,
    /// Of `full`, in pixels.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The page was taller than [`PICTURE_MAX_HEIGHT_PX`], and its end is missing.
    pub(crate) cropped: bool,
}

/// Why a screenshot cannot be kept.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum BadPicture {
    #[error("not a PNG: it begins with `{beginning}`")]
    NotPng { beginning: String },
    #[error(
        "a picture of {width}×{height} px is too large; at most {PICTURE_MAX_SENT_WIDTH_PX} px \
         wide and {} megapixels",
        PICTURE_MAX_SENT_PIXELS / 1_000_000
    )]
    TooLarge { width: u32, height: u32 },
    #[error("the PNG is cut short: its {bytes} bytes end before its last row")]
    CutShort { bytes: usize },
    #[error("the PNG is damaged: {reason}")]
    Damaged { reason: String },
    #[error("the picture could not be made smaller: {reason}")]
    NotShrunk { reason: String },
}

impl Hint for BadPicture {
    fn hint(&self) -> String {
        match self {
            Self::NotPng { .. } => "send a PNG, as `data:image/png;base64,…`",
            Self::TooLarge { .. } => {
                "capture the visible tab or one element instead of the whole page"
            }
            Self::CutShort { .. } | Self::Damaged { .. } => "take the screenshot again",
            Self::NotShrunk { .. } => "capture a smaller part of the page",
        }
        .to_owned()
    }
}

/// Checks a screenshot, makes it fit, and adds its thumbnail.
pub(crate) fn prepare(png: &[u8]) -> Result<Picture, BadPicture> {
    let (shape, raster) = decode(png, |_| {})?;
    let thumb = thumbnail(&raster, &shape)?;

    let fits = shape.width <= PICTURE_MAX_WIDTH_PX && png.len() <= PICTURE_MAX_BYTES;
    if fits && !shape.cropped {
        let full = png.to_vec();
        return Ok(Picture {
            full,
            thumb,
            width: shape.width,
            height: shape.height,
            cropped: false,
        });
    }

    let mut width = raster.width.min(PICTURE_MAX_WIDTH_PX);
    loop {
        let height = shape.height_at(width);
        let full = raster.resized(width, height).encoded()?;
        // One pixel wide and 16,384 tall is 64 KB at worst: the loop ends.
        if full.len() <= PICTURE_MAX_BYTES || width == 1 {
            return Ok(Picture { full, thumb, width, height, cropped: shape.cropped });
        }
        width = narrower(width, full.len());
    }
}

/// The next width worth encoding, when one of so many bytes was too much.
///
/// Fewer pixels take fewer bytes, but more bytes each: what is too large in proportion to its area
/// need not be tried.
fn narrower(width: u32, bytes: usize) -> u32 {
    let area = |width: u32| u64::from(width) * u64::from(width);
    let allowed = area(width) * PICTURE_MAX_BYTES as u64 / bytes as u64;
    let worthwhile = |candidate: &u32| *candidate < width && area(*candidate) <= allowed;
    let next = PICTURE_NARROWER_WIDTHS_PX.into_iter().find(worthwhile);
    next.unwrap_or(width * 4 / 5).max(1)
}

fn thumbnail(raster: &Raster<'_>, shape: &Shape) -> Result<Vec<u8>, BadPicture> {
    let width = raster.width.min(THUMBNAIL_WIDTH_PX);
    let height = shape.height_at(width).min(THUMBNAIL_MAX_HEIGHT_PX);
    let rows = (height * raster.width).div_ceil(width);
    raster.top(rows).resized(width, height).encoded()
}

/// What is read of the picture that was sent.
struct Shape {
    width: u32,
    /// In rows that are read, the cropped ones left out.
    height: u32,
    cropped: bool,
    /// How many pixels, in each direction, become one on the way in.
    factor: u32,
}

impl Shape {
    fn new(width: u32, height: u32) -> Result<Self, BadPicture> {
        let pixels = u64::from(width) * u64::from(height);
        if width > PICTURE_MAX_SENT_WIDTH_PX || pixels > PICTURE_MAX_SENT_PIXELS {
            return Err(BadPicture::TooLarge { width, height });
        }
        let kept_width = width.clamp(1, PICTURE_MAX_WIDTH_PX);
        let kept_rows = PICTURE_MAX_HEIGHT_PX * width / kept_width;
        let rows = height.min(kept_rows);

        let held =
            |factor: u32| u64::from(width.div_ceil(factor)) * u64::from(rows.div_ceil(factor));
        let mut factor = (width / PICTURE_MAX_WIDTH_PX).max(1);
        while held(factor) > PICTURE_MAX_HELD_PIXELS {
            factor += 1;
        }
        Ok(Self { width, height: rows, cropped: rows < height, factor })
    }

    /// The height that goes with a width, in proportion.
    fn height_at(&self, width: u32) -> u32 {
        let (width, sent) = (u64::from(width), u64::from(self.width.max(1)));
        let height = (u64::from(self.height) * width + sent / 2) / sent;
        u32::try_from(height).unwrap_or(u32::MAX).clamp(1, PICTURE_MAX_HEIGHT_PX)
    }
}

/// Reads what is kept of a PNG, shrunk by the factor of its shape, which `adapt` may raise.
fn decode(
    png: &[u8],
    adapt: impl FnOnce(&mut Shape),
) -> Result<(Shape, Raster<'static>), BadPicture> {
    if !png.starts_with(&PNG_SIGNATURE) {
        let beginning = png[..png.len().min(PNG_SIGNATURE.len())].escape_ascii().to_string();
        return Err(BadPicture::NotPng { beginning });
    }
    let damage = |error: DecodingError| match error {
        DecodingError::IoError(_) => BadPicture::CutShort { bytes: png.len() },
        other => BadPicture::Damaged { reason: other.to_string() },
    };
    let limits = Limits { bytes: DECODER_MAX_BYTES };
    let mut decoder = Decoder::new_with_limits(Cursor::new(png), limits);
    decoder.set_transformations(Transformations::normalize_to_color8());
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);

    let header = decoder.read_header_info().map_err(damage)?;
    let mut shape = Shape::new(header.width, header.height)?;
    adapt(&mut shape);
    let interlaced = header.interlaced;
    let mut reader = decoder.read_info().map_err(damage)?;
    let raster = if interlaced {
        read_interlaced(&mut reader, &shape, damage)?
    } else {
        read_rows(&mut reader, &shape, damage)?
    };
    if !shape.cropped {
        reader.finish().map_err(damage)?;
    }
    Ok((shape, raster))
}

fn read_rows(
    reader: &mut Reader<Cursor<&[u8]>>,
    shape: &Shape,
    damage: impl Fn(DecodingError) -> BadPicture + Copy,
) -> Result<Raster<'static>, BadPicture> {
    let (color, _) = reader.output_color_type();
    let mut shrinker = Shrinker::new(shape, color);
    for _ in 0..shape.height {
        if let Some(row) = reader.next_row().map_err(damage)? {
            shrinker.push(row.data());
        }
    }
    Ok(shrinker.finish())
}

/// An interlaced picture has no rows before it is complete; browsers do not make them.
fn read_interlaced(
    reader: &mut Reader<Cursor<&[u8]>>,
    shape: &Shape,
    damage: impl Fn(DecodingError) -> BadPicture,
) -> Result<Raster<'static>, BadPicture> {
    let (width, height) = (reader.info().width, reader.info().height);
    let (color, _) = reader.output_color_type();
    let row_bytes = reader.output_line_size(width);
    let bytes = reader.output_buffer_size();
    let pixels = u64::from(width) * u64::from(height);
    let (Some(row_bytes), Some(bytes), true) =
        (row_bytes, bytes, pixels <= PICTURE_MAX_HELD_PIXELS)
    else {
        return Err(BadPicture::Damaged { reason: "large and interlaced".to_owned() });
    };
    let mut pixels = vec![0; bytes];
    reader.next_frame(&mut pixels).map_err(damage)?;
    let mut shrinker = Shrinker::new(shape, color);
    for row in pixels.chunks_exact(row_bytes) {
        shrinker.push(row);
    }
    Ok(shrinker.finish())
}

/// Pixels of three bytes: red, green, blue.
struct Raster<'a> {
    width: u32,
    height: u32,
    rgb: Cow<'a, [u8]>,
}

impl Raster<'_> {
    fn top(&self, rows: u32) -> Raster<'_> {
        let height = self.height.min(rows);
        let bytes = self.width as usize * height as usize * 3;
        Raster { width: self.width, height, rgb: Cow::Borrowed(&self.rgb[..bytes]) }
    }

    fn resized(&self, width: u32, height: u32) -> Raster<'_> {
        if (width, height) == (self.width, self.height) {
            return self.top(height);
        }
        let from = (self.width as usize, self.height as usize);
        let rgb = resize::resize(&self.rgb, from, (width as usize, height as usize));
        Raster { width, height, rgb: Cow::Owned(rgb) }
    }

    fn encoded(&self) -> Result<Vec<u8>, BadPicture> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_compression(Compression::Fast);
        encoder
            .write_header()
            .and_then(|mut writer| {
                writer.write_image_data(&self.rgb)?;
                writer.finish()
            })
            .map_err(|error| BadPicture::NotShrunk { reason: error.to_string() })?;
        Ok(bytes)
    }
}

/// Takes rows and keeps the average of every square of `factor` × `factor` pixels.
struct Shrinker {
    color: ColorType,
    factor: usize,
    width: u32,
    height: u32,
    rgb: Vec<u8>,
    /// One row with its alpha laid on white, when the source has other than three channels.
    flat: Vec<u8>,
    /// Sums of the rows of the square under way. 257 rows of 255 would still fit.
    sums: Vec<u16>,
    rows_summed: usize,
}

impl Shrinker {
    fn new(shape: &Shape, color: ColorType) -> Self {
        let width = shape.width.div_ceil(shape.factor);
        let height = shape.height.div_ceil(shape.factor);
        Self {
            color,
            factor: shape.factor as usize,
            width,
            height,
            rgb: Vec::with_capacity(width as usize * height as usize * 3),
            flat: Vec::new(),
            sums: vec![0; if shape.factor > 1 { shape.width as usize * 3 } else { 0 }],
            rows_summed: 0,
        }
    }

    fn push(&mut self, row: &[u8]) {
        let row = if self.color == ColorType::Rgb {
            row
        } else {
            flatten(row, self.color, &mut self.flat);
            &self.flat
        };
        if self.factor == 1 {
            self.rgb.extend_from_slice(row);
            return;
        }
        for (sum, sample) in self.sums.iter_mut().zip(row) {
            *sum += u16::from(*sample);
        }
        self.rows_summed += 1;
        if self.rows_summed == self.factor {
            self.average();
        }
    }

    fn average(&mut self) {
        for square in self.sums.chunks(self.factor * 3) {
            let mut pixel = [0_u32; 3];
            for column in square.chunks_exact(3) {
                for (sum, sample) in pixel.iter_mut().zip(column) {
                    *sum += u32::from(*sample);
                }
            }
            let samples = square.len() / 3 * self.rows_summed;
            self.rgb.extend(pixel.map(|sum| mean(sum, samples)));
        }
        self.sums.fill(0);
        self.rows_summed = 0;
    }

    fn finish(mut self) -> Raster<'static> {
        if self.rows_summed > 0 {
            self.average();
        }
        Raster { width: self.width, height: self.height, rgb: Cow::Owned(self.rgb) }
    }
}

/// Multiplying by the reciprocal is several times faster than dividing, and rounds the same.
#[expect(clippy::cast_possible_truncation, reason = "a mean of bytes is a byte")]
fn mean(sum: u32, samples: usize) -> u8 {
    const ONE: u64 = 1 << 32;
    let reciprocal = ONE / samples as u64;
    ((u64::from(sum) * reciprocal + ONE / 2) / ONE) as u8
}

/// Writes a row as red, green, blue, on a white ground.
fn flatten(row: &[u8], color: ColorType, flat: &mut Vec<u8>) {
    let channels = color.samples();
    flat.resize(row.len() / channels * 3, 0);
    for (rgb, pixel) in flat.chunks_exact_mut(3).zip(row.chunks_exact(channels)) {
        let color = match *pixel {
            [gray] => [gray; 3],
            [gray, alpha] => [on_white(gray, alpha); 3],
            [red, green, blue, 255] | [red, green, blue] => [red, green, blue],
            [red, green, blue, alpha] => {
                [on_white(red, alpha), on_white(green, alpha), on_white(blue, alpha)]
            }
            // PNG has no other number of channels.
            _ => [255; 3],
        };
        rgb.copy_from_slice(&color);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a mean of bytes is a byte")]
fn on_white(sample: u8, alpha: u8) -> u8 {
    let (sample, alpha) = (u32::from(sample), u32::from(alpha));
    ((sample * alpha + 255 * (255 - alpha) + 127) / 255) as u8
}

#[cfg(test)]
mod tests {
    use png::BitDepth;

    use super::*;

    /// A page of squares: flat enough to compress, and each row and column differs from others.
    pub(super) fn squares(width: u32, height: u32) -> Vec<u8> {
        let pixel = |x: u32, y: u32| [[30, 60, 90], [250; 3]][((x / 64 + y / 64) % 2) as usize];
        let row = |y: u32| (0..width).flat_map(move |x| pixel(x, y));
        encode(width, height, ColorType::Rgb, &(0..height).flat_map(row).collect::<Vec<u8>>())
    }

    pub(super) fn noise(width: u32, height: u32) -> Vec<u8> {
        let mut state = 0x2545_f491_u32;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state.to_le_bytes()[0]
        };
        let samples: Vec<u8> = (0..width as usize * height as usize * 3).map(|_| next()).collect();
        encode(width, height, ColorType::Rgb, &samples)
    }

    fn encode(width: u32, height: u32, color: ColorType, data: &[u8]) -> Vec<u8> {
        encode_with(width, height, data, |encoder| encoder.set_color(color))
    }

    fn encode_with(
        width: u32,
        height: u32,
        data: &[u8],
        set: impl FnOnce(&mut png::Encoder<'_, &mut Vec<u8>>),
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        set(&mut encoder);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(data).expect("pixels");
        writer.finish().expect("an end");
        bytes
    }

    /// A PNG that claims a size and has no pixels to show for it.
    fn claim(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let writer = png::Encoder::new(&mut bytes, width, height).write_header();
        // Dropping the writer ends the file without complaint.
        drop(writer);
        bytes
    }

    fn size(png: &[u8]) -> (u32, u32) {
        let reader = Decoder::new(Cursor::new(png)).read_info().expect("our own PNG");
        (reader.info().width, reader.info().height)
    }

    fn pixels(png: &[u8]) -> Vec<u8> {
        let mut reader = Decoder::new(Cursor::new(png)).read_info().expect("our own PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
        reader.next_frame(&mut pixels).expect("our own PNG");
        pixels
    }

    #[track_caller]
    fn check(png: &[u8], expected: (u32, u32), expected_thumb: (u32, u32)) -> Picture {
        let picture = prepare(png).expect("a good picture");
        assert_eq!((picture.width, picture.height), expected);
        assert_eq!(size(&picture.full), expected, "the fields tell what the PNG says");
        assert_eq!(size(&picture.thumb), expected_thumb);
        assert!(picture.full.len() <= PICTURE_MAX_BYTES, "{} bytes", picture.full.len());
        picture
    }

    #[track_caller]
    fn refuse(png: &[u8], expected: &str) {
        assert_eq!(prepare(png).expect_err("a bad picture").with_hint(), expected);
    }

    #[test]
    fn a_small_original_is_kept_byte_for_byte() {
        let original = squares(1280, 400);
        let picture = check(&original, (1280, 400), (320, 100));
        assert_eq!(picture.full, original);
    }

    #[test]
    fn a_wide_picture_becomes_1280_wide() {
        check(&squares(2560, 160), (1280, 80), (320, 20));
        check(&squares(1920, 108), (1280, 72), (320, 18));
        check(&squares(1281, 7), (1280, 7), (320, 2));
        check(&squares(3001, 101), (1280, 43), (320, 11));
    }

    #[test]
    fn a_thumbnail_is_never_larger_than_its_picture() {
        check(&squares(100, 50), (100, 50), (100, 50));
        check(&squares(1, 1), (1, 1), (1, 1));
    }

    #[test]
    fn noise_is_narrowed_until_it_fits() {
        check(&noise(1280, 300), (800, 188), (320, 75));
        check(&noise(500, 700), (320, 448), (320, 448));
    }

    #[test]
    fn noise_in_a_tower_fits_too() {
        check(&noise(12, 16_384), (9, 12_288), (12, 800));
    }

    #[test]
    fn the_end_of_a_very_tall_page_is_cropped() {
        let picture = check(&squares(20, 20_000), (20, 16_384), (20, 800));
        assert!(picture.cropped);
        assert!(!prepare(&squares(100, 100)).expect("a good picture").cropped);
    }

    #[test]
    fn a_tall_page_is_held_in_bounded_memory() {
        for (width, height, factor) in [
            (1280, 800, 1),
            (2559, 1600, 1),
            (2560, 1600, 2),
            (5120, 2880, 4),
            (1280, 8000, 2),
            (1400, 16_000, 3),
            (1280, 3900, 1),
            (16_384, 1400, 12),
        ] {
            let shape = Shape::new(width, height).expect("under 24 megapixels");
            assert_eq!(shape.factor, factor, "{width}×{height}");
        }
    }

    #[test]
    fn every_kind_of_png_comes_out_in_its_colours() {
        let wide = |channels: &[u8]| channels.repeat(2560 * 2);
        let of = |color, channels: &[u8]| encode(2560, 2, color, &wide(channels));
        let deep = encode_with(2560, 2, &wide(&[200, 0, 100, 0, 50, 0]), |encoder| {
            encoder.set_color(ColorType::Rgb);
            encoder.set_depth(BitDepth::Sixteen);
        });
        let palette = encode_with(2560, 2, &wide(&[1]), |encoder| {
            encoder.set_color(ColorType::Indexed);
            encoder.set_palette(vec![0, 0, 0, 200, 100, 50]);
        });
        let animated = encode_with(2560, 2, &wide(&[200, 100, 50]), |encoder| {
            encoder.set_color(ColorType::Rgb);
            encoder.set_animated(1, 0).expect("one frame");
        });
        for (png, expected) in [
            (of(ColorType::Rgb, &[200, 100, 50]), [200, 100, 50]),
            (of(ColorType::Rgba, &[200, 100, 50, 255]), [200, 100, 50]),
            (of(ColorType::Rgba, &[200, 100, 50, 0]), [255; 3]),
            (of(ColorType::Rgba, &[200, 100, 50, 102]), [233, 193, 173]),
            (of(ColorType::Grayscale, &[77]), [77; 3]),
            (of(ColorType::GrayscaleAlpha, &[77, 255]), [77; 3]),
            (deep, [200, 100, 50]),
            (palette, [200, 100, 50]),
            (animated, [200, 100, 50]),
        ] {
            let picture = check(&png, (1280, 1), (320, 1));
            assert_eq!(pixels(&picture.full), expected.repeat(1280));
        }
    }

    #[test]
    fn an_interlaced_picture_is_read_as_well() {
        let mut bytes = Vec::new();
        let mut info = png::Info::with_size(1, 1);
        info.interlaced = true;
        let encoder = png::Encoder::with_info(&mut bytes, info).expect("a size");
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&[77]).expect("one pixel is the same, interlaced or not");
        writer.finish().expect("an end");

        let picture = check(&bytes, (1, 1), (1, 1));
        assert_eq!(pixels(&picture.thumb), [77; 3]);
    }

    #[test]
    fn squares_are_averaged_and_a_half_square_counts_for_what_it_has() {
        let shape = Shape { width: 3, height: 3, cropped: false, factor: 2 };
        let mut shrinker = Shrinker::new(&shape, ColorType::Grayscale);
        shrinker.push(&[10, 20, 100]);
        shrinker.push(&[30, 40, 200]);
        shrinker.push(&[1, 2, 7]);
        let raster = shrinker.finish();
        assert_eq!((raster.width, raster.height), (2, 2));
        assert_eq!(*raster.rgb, [[25; 3], [150; 3], [2; 3], [7; 3]].concat());
    }

    #[test]
    fn a_mean_is_exact_at_both_ends() {
        for samples in 1..=256 * 256_usize {
            let most = u32::try_from(samples).expect("a small number") * 255;
            assert_eq!((mean(0, samples), mean(most, samples)), (0, 255));
        }
    }

    #[test]
    fn what_is_not_a_png_is_refused_by_its_first_bytes() {
        refuse(
            b"\xff\xd8\xff\xe0\0\x10JFIF",
            "not a PNG: it begins with `\\xff\\xd8\\xff\\xe0\\x00\\x10JF`\n\
             hint: send a PNG, as `data:image/png;base64,…`",
        );
        refuse(b"", "not a PNG: it begins with ``\nhint: send a PNG, as `data:image/png;base64,…`");
    }

    #[test]
    fn a_picture_too_large_is_refused_by_its_header_alone() {
        refuse(
            &claim(100_000, 100_000),
            "a picture of 100000×100000 px is too large; at most 16384 px wide and 24 megapixels\n\
             hint: capture the visible tab or one element instead of the whole page",
        );
        assert_eq!(
            prepare(&claim(16_000, 16_000)),
            Err(BadPicture::TooLarge { width: 16_000, height: 16_000 }),
        );
    }

    #[test]
    fn a_png_cut_short_is_refused_wherever_it_was_cut() {
        let whole = squares(64, 64);
        for length in PNG_SIGNATURE.len()..whole.len() - 12 {
            let error = prepare(&whole[..length]).expect_err("a part of a picture");
            assert_eq!(error, BadPicture::CutShort { bytes: length });
        }
        refuse(
            &whole[..50],
            "the PNG is cut short: its 50 bytes end before its last row\n\
             hint: take the screenshot again",
        );
    }

    #[test]
    fn a_changed_byte_is_refused_or_harmless_but_never_a_crash() {
        let whole = squares(64, 64);
        for index in 0..whole.len() {
            let mut changed = whole.clone();
            changed[index] ^= 0x5a;
            let _ = prepare(&changed);
        }
    }
}
