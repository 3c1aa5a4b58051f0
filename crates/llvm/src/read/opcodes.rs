//! From words to opcodes, quickly.

use std::sync::OnceLock;
use tollgate_ir::Opcode;

/// A table with a slot for every hash, built so that lookups need one comparison almost always.
struct Words {
    slots: [Option<Opcode>; SLOTS],
}

const SLOTS: usize = 1024;

#[inline]
fn slot_of(word: &[u8]) -> usize {
    let mut hash = word.len() as u64;
    for &byte in word {
        hash = (hash.rotate_left(5) ^ u64::from(byte)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    (hash >> 54) as usize
}

fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut slots = [None; SLOTS];
        for &opcode in Opcode::ALL {
            // `br` means `Br` here; the parser tells the two apart.
            if opcode == Opcode::CondBr {
                continue;
            }
            let mut slot = slot_of(opcode.word().as_bytes());
            while slots[slot].is_some() {
                slot = (slot + 1) % SLOTS;
            }
            slots[slot] = Some(opcode);
        }
        Words { slots }
    })
}

/// The opcode with this word.
#[inline]
pub(crate) fn opcode(word: &[u8]) -> Option<Opcode> {
    let words = words();
    let mut slot = slot_of(word);
    while let Some(opcode) = words.slots[slot] {
        if opcode.word().as_bytes() == word {
            return Some(opcode);
        }
        slot = (slot + 1) % SLOTS;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_word_and_nothing_else() {
        for &wanted in Opcode::ALL {
            let found = opcode(wanted.word().as_bytes());
            assert_eq!(found, Some(if wanted == Opcode::CondBr { Opcode::Br } else { wanted }));
        }
        for word in ["", "ad", "addd", "phi", "foo", "unreachabl"] {
            assert_eq!(opcode(word.as_bytes()), None);
        }
    }
}
