//! PNGs to send as screenshots.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A PNG of noise: `seed` makes each a different one that does not compress.
pub(crate) fn noise(width: u32, height: u32, seed: u32) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[0]
    };
    let samples: Vec<u8> = (0..width * height * 3).map(|_| next()).collect();
    encode(width, height, &samples)
}

/// A white PNG.
pub(crate) fn white(width: u32, height: u32) -> Vec<u8> {
    encode(width, height, &vec![255; (width * height * 3) as usize])
}

fn encode(width: u32, height: u32, samples: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(samples).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

pub(crate) fn data_url(png: &[u8]) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(png))
}

/// Width and height by a PNG's header.
pub(crate) fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n", "a PNG");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}
