//! Resizes rows of three-byte pixels with a triangle filter, which has no ringing around letters.

/// Fractional bits of a weight.
const PRECISION: u32 = 16;

/// The source pixels that one target pixel consists of, and how much each counts.
struct Window {
    first: usize,
    weights: Vec<u32>,
}

/// The windows that turn `from` pixels into `to`.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pixels of a screenshot, at most 2^32"
)]
fn windows(from: usize, to: usize) -> Vec<Window> {
    let scale = from as f64 / to as f64;
    let reach = scale.max(1.0);
    let window = |index: usize| {
        let center = (index as f64 + 0.5) * scale;
        let first = (center - reach).floor().max(0.0) as usize;
        let end = from.min((center + reach).ceil() as usize);
        let weight = |at: usize| (1.0 - (at as f64 + 0.5 - center).abs() / reach).max(0.0);
        let sum: f64 = (first..end).map(weight).sum();
        let unit = f64::from(1 << PRECISION) / sum;
        Window {
            first,
            weights: (first..end).map(|at| (weight(at) * unit).round() as u32).collect(),
        }
    };
    (0..to).map(window).collect()
}

fn rounded(sum: u32) -> u8 {
    u8::try_from((sum + (1 << (PRECISION - 1))) >> PRECISION).unwrap_or(u8::MAX)
}

/// The picture of `from` pixels, width and height, as one of `to`.
pub(super) fn resize(rgb: &[u8], from: (usize, usize), to: (usize, usize)) -> Vec<u8> {
    let row_bytes = from.0 * 3;
    let columns = windows(from.0, to.0);
    let mut resized = Vec::with_capacity(to.0 * to.1 * 3);
    let mut sums = vec![0; row_bytes];
    let mut row = vec![0; row_bytes];
    for rows in windows(from.1, to.1) {
        sums.fill(0);
        let sources = rgb[rows.first * row_bytes..].chunks_exact(row_bytes);
        for (source, weight) in sources.zip(&rows.weights) {
            for (sum, byte) in sums.iter_mut().zip(source) {
                *sum += u32::from(*byte) * weight;
            }
        }
        for (byte, sum) in row.iter_mut().zip(&sums) {
            *byte = rounded(*sum);
        }
        for column in &columns {
            let mut pixel = [0; 3];
            let sources = row[column.first * 3..].as_chunks::<3>().0;
            for (source, weight) in sources.iter().zip(&column.weights) {
                for (sum, byte) in pixel.iter_mut().zip(source) {
                    *sum += u32::from(*byte) * weight;
                }
            }
            resized.extend(pixel.map(rounded));
        }
    }
    resized
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One row of gray pixels.
    #[track_caller]
    fn check(from: &[u8], expected: &[u8]) {
        let rgb: Vec<u8> = from.iter().flat_map(|gray| [*gray; 3]).collect();
        let gray = |rgb: &[u8]| rgb.iter().step_by(3).copied().collect::<Vec<_>>();
        let wide = resize(&rgb, (from.len(), 1), (expected.len(), 1));
        assert_eq!(gray(&wide), expected);
        let tall = resize(&rgb, (1, from.len()), (1, expected.len()));
        assert_eq!(gray(&tall), expected);
    }

    #[test]
    fn a_flat_color_stays_what_it_is() {
        for to in 1..20 {
            check(&[255; 13], &vec![255; to]);
            check(&[0; 13], &vec![0; to]);
            check(&[77; 13], &vec![77; to]);
        }
    }

    #[test]
    fn an_edge_becomes_a_gradient() {
        check(&[0, 0, 255, 255], &[36, 219]);
        check(&[0, 0, 0, 0, 255, 255, 255, 255], &[0, 32, 223, 255]);
        check(&[0, 255], &[0, 64, 191, 255]);
    }

    #[test]
    fn channels_do_not_mix() {
        let red_then_blue = [255, 0, 0, 0, 0, 255];
        assert_eq!(resize(&red_then_blue, (2, 1), (1, 1)), [128, 0, 128]);
    }
}
