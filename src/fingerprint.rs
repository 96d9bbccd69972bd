//! FNV-1a hashes of texts, in hexadecimal digits. They distinguish texts and reveal damage, but
//! do not protect from attacks.

const SHORT_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const SHORT_PRIME: u64 = 0x0000_0100_0000_01b3;
const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The 64-bit hash, for headers and names.
pub fn short_fingerprint(bytes: impl Iterator<Item = u8>) -> String {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(SHORT_PRIME);
    format!("{:016x}", bytes.fold(SHORT_OFFSET, step))
}

/// The 128-bit hash, for keys of a cache.
pub fn fingerprint(text: &str) -> String {
    let hash =
        text.bytes().fold(OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts_have_their_published_hashes() {
        assert_eq!(fingerprint(""), "6c62272e07bb014262b821756295c58d");
        assert_eq!(fingerprint("a"), "d228cb696f1a8caf78912b704e4a8964");
        assert_eq!(short_fingerprint(b"".iter().copied()), "cbf29ce484222325");
        assert_eq!(short_fingerprint(b"a".iter().copied()), "af63dc4c8601ec8c");
    }
}
