//! A crate that uses well-known crates the way programs do, so that their generic code is
//! instantiated.
//!
//! Every public function is `#[inline(never)]`, hence compiled here, with all it needs.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hashbrown::HashMap;
use indexmap::IndexMap;
use num_bigint::{BigInt, BigUint};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256, Sha512};
use smallvec::SmallVec;
use unicode_segmentation::UnicodeSegmentation;

/// How often each word occurs, in a hash table with owned keys.
#[inline(never)]
pub fn count_words(text: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for word in text.unicode_words() {
        *counts.entry(word.to_lowercase()).or_insert(0) += 1;
    }
    counts
}

/// The lines of a text in the order of their first appearance, with the places they appear at.
#[inline(never)]
pub fn line_index(text: &str) -> IndexMap<&str, SmallVec<[u32; 4]>> {
    let mut index: IndexMap<&str, SmallVec<[u32; 4]>> = IndexMap::new();
    for (number, line) in text.lines().enumerate() {
        index.entry(line).or_default().push(number as u32);
    }
    index.sort_by(|left, _, right, _| left.len().cmp(&right.len()));
    index.retain(|line, _| !line.trim().is_empty());
    index
}

/// All places of a byte and of a byte string.
#[inline(never)]
pub fn find_both(haystack: &[u8], byte: u8, needle: &[u8]) -> (Vec<usize>, Vec<usize>) {
    let bytes = memchr::memchr_iter(byte, haystack).collect();
    let strings = memchr::memmem::find_iter(haystack, needle).collect();
    (bytes, strings)
}

/// Replaces every occurrence of any of the patterns by a dash.
#[inline(never)]
pub fn redact(text: &str, patterns: &[String]) -> Option<String> {
    let searcher = aho_corasick::AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(patterns)
        .ok()?;
    Some(searcher.replace_all(text, &vec!["-"; patterns.len()]))
}

/// The first match of a regular expression, by the meta engine and by an explicit lazy automaton.
#[inline(never)]
pub fn first_match(pattern: &str, text: &str) -> Option<(usize, usize)> {
    let meta = regex_automata::meta::Regex::new(pattern).ok()?;
    let found = meta.find(text)?;
    let lazy = regex_automata::hybrid::regex::Regex::new(pattern).ok()?;
    let again = lazy.find(&mut lazy.create_cache(), text)?;
    (found.range() == again.range()).then_some((found.start(), found.end()))
}

/// How deep a regular expression nests.
#[inline(never)]
pub fn pattern_depth(pattern: &str) -> usize {
    use regex_syntax::hir::{Hir, HirKind};
    fn depth(hir: &Hir) -> usize {
        1 + match hir.kind() {
            HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Look(_) => 0,
            HirKind::Repetition(repetition) => depth(&repetition.sub),
            HirKind::Capture(capture) => depth(&capture.sub),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => {
                parts.iter().map(depth).max().unwrap_or(0)
            }
        }
    }
    regex_syntax::parse(pattern).map_or(0, |hir| depth(&hir))
}

/// Adds up all numbers in a JSON text, and writes the text again with its keys sorted.
#[inline(never)]
pub fn sum_json(text: &str) -> Result<(f64, String), serde_json::Error> {
    fn sum(value: &Value) -> f64 {
        match value {
            Value::Null | Value::Bool(_) | Value::String(_) => 0.0,
            Value::Number(number) => number.as_f64().unwrap_or(0.0),
            Value::Array(items) => items.iter().map(sum).sum(),
            Value::Object(fields) => fields.values().map(sum).sum(),
        }
    }
    let value: Value = serde_json::from_str(text)?;
    let total = sum(&value);
    let mut fields = Map::new();
    fields.insert("total".to_owned(), json!(total));
    fields.insert("value".to_owned(), value);
    Ok((total, serde_json::to_string_pretty(&fields)?))
}

/// Reads a JSON text into typed containers.
#[inline(never)]
pub fn typed_json(text: &str) -> Result<BTreeMap<String, Vec<Option<u32>>>, serde_json::Error> {
    serde_json::from_str(text)
}

/// Two digests of one text, in base 64.
#[inline(never)]
pub fn digests(text: &[u8]) -> (String, String) {
    let mut long = Sha512::new();
    for part in text.chunks(13) {
        long.update(part);
    }
    (
        STANDARD.encode(Sha256::digest(text)),
        STANDARD.encode(long.finalize()),
    )
}

/// Back from base 64.
#[inline(never)]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// Compresses and decompresses.
#[inline(never)]
pub fn round_trip(bytes: &[u8], level: u8) -> Option<Vec<u8>> {
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(bytes, level);
    miniz_oxide::inflate::decompress_to_vec_zlib(&packed).ok()
}

/// A factorial, and a power modulo a prime.
#[inline(never)]
pub fn big_numbers(n: u32) -> (BigUint, BigInt) {
    let factorial = (1..=n).fold(BigUint::from(1u32), |product, factor| product * factor);
    let prime = (BigUint::from(1u32) << 127) - 1u32;
    let power = BigUint::from(3u32).modpow(&factorial, &prime);
    (factorial, BigInt::from(power) - BigInt::from(n))
}

/// Decimal texts of numbers.
#[inline(never)]
pub fn decimals(whole: &[i64], fractions: &[f64]) -> String {
    let mut text = String::new();
    let mut integers = itoa::Buffer::new();
    for &number in whole {
        text.push_str(integers.format(number));
        text.push(' ');
    }
    let mut floats = ryu::Buffer::new();
    for &number in fractions {
        text.push_str(floats.format(number));
        text.push(' ');
    }
    text
}
