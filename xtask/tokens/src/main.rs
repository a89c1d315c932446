//! Counts the tokens of texts on stdin, parted by NUL: a line each, with the larger count of two
//! tokenizers, because models differ.

use std::io::{Read, Write};

use tiktoken_rs::{cl100k_base_singleton, o200k_base_singleton};

fn main() -> std::io::Result<()> {
    let mut texts = String::new();
    std::io::stdin().read_to_string(&mut texts)?;
    let mut out = std::io::stdout().lock();
    for text in texts.split('\0').filter(|text| !text.is_empty()) {
        let counts = [cl100k_base_singleton(), o200k_base_singleton()]
            .map(|tokenizer| tokenizer.encode_ordinary(text).len());
        writeln!(out, "{}", counts[0].max(counts[1]))?;
    }
    Ok(())
}
