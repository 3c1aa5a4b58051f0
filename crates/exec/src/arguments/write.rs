//! Arguments as text, such that [`parse`](super::parse()) reads the same argument again.

use super::{ArgSpec, DEFAULT_ALIGN, ObjectSpec};
use crate::memory::ByteContent;
use crate::pure::float_of;
use crate::shape::{Shape, ShapeKind};
use crate::value::{Val, Wide};
use std::fmt::Write as _;
use tollgate_sem::Int;

/// An argument of this shape as text.
pub fn write(spec: &ArgSpec, shape: &Shape) -> String {
    match spec {
        ArgSpec::Value(value) => write_value(value, shape),
        ArgSpec::Object(_) | ArgSpec::Same { .. } => write_pointer(spec),
        ArgSpec::Parts(parts) => {
            let parts = parts.iter().enumerate().map(|(at, part)| match shape.part(at) {
                Some(shape) => write(part, shape),
                None => "poison".to_string(),
            });
            in_brackets(shape, &parts.collect::<Vec<String>>())
        }
    }
}

fn in_brackets(shape: &Shape, parts: &[String]) -> String {
    let (open, close) = match shape.kind {
        ShapeKind::Vector { .. } => ('<', '>'),
        ShapeKind::Array { .. } => ('[', ']'),
        _ => ('{', '}'),
    };
    format!("{open}{}{close}", parts.join(","))
}

fn write_value(value: &Val, shape: &Shape) -> String {
    match (value, &shape.kind) {
        (Val::Poison, _) => "poison".to_string(),
        (Val::Undef, _) => "undef".to_string(),
        (Val::Bits(bits), ShapeKind::Int(1)) => {
            if *bits != 0 { "true" } else { "false" }.to_string()
        }
        (Val::Bits(bits), ShapeKind::Int(width)) => Int::new(*width, *bits).to_signed_decimal(),
        (Val::Bits(_) | Val::Wide(_), ShapeKind::Float(ty)) => match float_of(value, *ty) {
            Some(float) => float.to_string(),
            None => "undef".to_string(),
        },
        (Val::Ptr { addr: 0, .. } | Val::Bits(_) | Val::Ptr { .. }, _) => "null".to_string(),
        (Val::Wide(wide), _) => match &**wide {
            Wide::Bits(value) => value.to_signed_decimal(),
            // No argument is partly undef.
            Wide::Partial { .. } => "undef".to_string(),
            Wide::Parts(parts) => {
                let parts = parts.iter().enumerate().map(|(at, part)| match shape.part(at) {
                    Some(shape) => write_value(part, shape),
                    None => "poison".to_string(),
                });
                in_brackets(shape, &parts.collect::<Vec<String>>())
            }
        },
    }
}

fn write_pointer(spec: &ArgSpec) -> String {
    match spec {
        ArgSpec::Same { argument, offset: 0 } => format!("${argument}"),
        ArgSpec::Same { argument, offset } => format!("${argument}+{offset}"),
        ArgSpec::Object(object) => {
            let undef = object.pointers.is_empty()
                && object.contents.len() > 1
                && object.contents.iter().all(|byte| *byte == ByteContent::UNDEF);
            let mark = if object.constant { "!" } else { "" };
            let mut text = if undef {
                format!("&{mark}{}", object.contents.len())
            } else {
                format!("&{mark}[{}]", write_bytes(object))
            };
            // Writing to a string does not fail.
            if object.offset != 0 {
                let _ = write!(text, "+{}", object.offset);
            }
            if object.align != DEFAULT_ALIGN {
                let _ = write!(text, "%{}", object.align);
            }
            text
        }
        ArgSpec::Value(_) | ArgSpec::Parts(_) => "null".to_string(),
    }
}

/// What an object holds, as it stands between the brackets.
pub fn write_bytes(object: &ObjectSpec) -> String {
    let mut items = Vec::new();
    let mut at = 0;
    while let Some(byte) = object.contents.get(at) {
        match object.pointers.iter().find(|pointer| pointer.at == at as u64) {
            Some(pointer) => {
                items.push(write_pointer(&pointer.to));
                at += pointer.bytes.max(1) as usize;
            }
            None => {
                items.push(write_byte(*byte));
                at += 1;
            }
        }
    }
    items.join(" ")
}

fn write_byte(byte: ByteContent) -> String {
    if byte.shadow.is_poison() {
        "pp".to_string()
    } else if byte.shadow.is_plain() {
        format!("{:02x}", byte.bits)
    } else {
        "??".to_string()
    }
}
