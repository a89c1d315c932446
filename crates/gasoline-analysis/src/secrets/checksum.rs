//! What real keys have and made-up ones do not: check sums, and parts that can be read.

/// Letters of a key that are drawn at random, before its check sum.
const RANDOM_LETTERS: usize = 30;
/// Letters of the check sum: thirty-two bits in base 62.
const CRC_LETTERS: usize = 6;

/// Whether the last six letters of a GitHub or npm token are the CRC-32 of the thirty before them.
///
/// Both vendors write it in base 62, digits first, then large letters. Tokens of other lengths
/// (`github_pat_`, the older `ghs_`) are not judged: how they are checked is not published.
pub(super) fn ends_in_crc(token: &str) -> bool {
    let Some((_, body)) = token.split_once('_').filter(|(_, body)| {
        body.len() == RANDOM_LETTERS + CRC_LETTERS
            && body.bytes().all(|byte| byte.is_ascii_alphanumeric())
    }) else {
        return true;
    };
    let (random, check) = body.split_at(RANDOM_LETTERS);
    base62(crc32fast::hash(random.as_bytes())) == check.as_bytes()
}

/// Whether an AWS key id is in the alphabet its account number is written in, base 32.
pub(super) fn is_base_32_key(key: &str) -> bool {
    let letters = key.bytes().skip(4);
    letters.clone().all(|byte| matches!(byte, b'A'..=b'Z' | b'2'..=b'7'))
        && letters.collect::<std::collections::BTreeSet<_>>().len() > 4
}

fn base62(mut number: u32) -> [u8; CRC_LETTERS] {
    const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut letters = [b'0'; CRC_LETTERS];
    for letter in letters.iter_mut().rev() {
        *letter = ALPHABET[(number % 62) as usize];
        number /= 62;
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_base_62() {
        assert_eq!(&base62(0), b"000000");
        assert_eq!(&base62(61 + 62), b"00001z");
    }

    /// The token is put together here, so that no scanner takes this file for a leak.
    #[test]
    fn a_token_is_checked_by_its_last_letters() {
        let random = "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5";
        assert!(ends_in_crc(&format!("ghp_{random}2t2c4v")));
        assert!(!ends_in_crc(&format!("ghp_{random}000000")));
        assert!(ends_in_crc(&format!("github_pat_{}", "a".repeat(82))), "others are not judged");
    }

    #[test]
    fn an_access_key_is_base_32() {
        assert!(is_base_32_key(concat!("AKIA", "QWERTYUIOPAS2345")));
        assert!(!is_base_32_key(concat!("AKIA", "0189018901890189")));
        assert!(!is_base_32_key(concat!("A3T0", "ZZZZZZZZZZZZZZZZ")));
    }
}
