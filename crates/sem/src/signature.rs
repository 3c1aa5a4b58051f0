//! Signatures of known functions, as short texts in the tables of intrinsics and of the C library.
//!
//! ```text
//! signature ::= type '(' ( type ( ',' type )* )? ')'          a last '...' allows more arguments
//! type      ::= plain '!'?                                     '!': must be a constant
//! plain     ::= 'void' | 'iN' | 'half' | 'float' | 'double' | 'ptr' | 'size' | 'metadata'
//!             | 'token'
//!             | '{' type ( ',' type )* '}'
//!             | variable ( '=' digit )?                        '=n': as many lanes as variable n
//!             | 'b' digit                                      i1 with as many lanes as variable n
//!             | 'e' digit                                      the lanes' type of variable n
//! variable  ::= class digit
//! class     ::= 'I' integers   'F' floats   'P' pointers       scalar or vector
//!             | 'S' an integer  'N' a float    'A' a pointer   scalar
//!             | 'W' integers   'G' floats   'V' anything       vector
//!             | 'T' any type
//! ```
//! A variable stands for one type throughout; those of an intrinsic are numbered as LLVM puts their
//! types into its name. `ptr` is a pointer into any address space, each time its own; `size` is the
//! integer as wide as a pointer of address space 0. The texts are part of this crate: one that does
//! not parse is a bug, which the tests of the tables find.

use tollgate_ir::{Context, Type, TypeKind};

/// The types that the variables of a signature stand for.
#[derive(Default)]
struct Binding {
    types: [Option<Type>; 10],
}

/// Does the function type `ty` have this signature? `size_bits` is the width of `size`.
pub(crate) fn matches(signature: &str, ctx: &Context, ty: Type, size_bits: u32) -> bool {
    bound(signature, ctx, ty, size_bits).is_some()
}

/// The types that the variables stand for, in the order of their numbers, if the function type `ty`
/// has this signature.
pub(crate) fn variable_types(signature: &str, ctx: &Context, ty: Type) -> Option<Vec<Type>> {
    Some(bound(signature, ctx, ty, 0)?.types.into_iter().flatten().collect())
}

fn bound(signature: &str, ctx: &Context, ty: Type, size_bits: u32) -> Option<Binding> {
    let TypeKind::Function { ret, params, vararg } = ctx.kind(ty) else {
        return None;
    };
    let (result, arguments) = signature.strip_suffix(')')?.split_once('(')?;
    let mut patterns: Vec<&str> = split(arguments).collect();
    let more = patterns.last() == Some(&"...");
    if more {
        patterns.pop();
    }
    if *vararg != more || patterns.len() != params.len() {
        return None;
    }
    let mut binding = Binding::default();
    // Variables are bound wherever they stand first, so those that refer to others are looked at in
    // a second round.
    let plain = patterns.iter().map(|pattern| pattern.trim_end_matches('!'));
    let all = || std::iter::once((result, *ret)).chain(plain.clone().zip(params.iter().copied()));
    let holds = all().all(|(pattern, ty)| binding.bind(ctx, pattern, ty))
        && all().all(|(pattern, ty)| binding.matches(ctx, pattern, ty, size_bits));
    holds.then_some(binding)
}

/// Must this argument be a constant?
pub(crate) fn is_immediate(signature: &str, argument: usize) -> bool {
    let arguments = signature
        .strip_suffix(')')
        .and_then(|text| text.split_once('('))
        .map_or("", |(_, arguments)| arguments);
    split(arguments).nth(argument).is_some_and(|pattern| pattern.ends_with('!'))
}

/// The pieces between commas that are not in braces.
fn split(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    list.split(move |c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    })
    .filter(|piece| !piece.is_empty())
}

/// A class letter and its number, if the pattern is a variable.
fn variable(pattern: &str) -> Option<(u8, usize)> {
    match *pattern.as_bytes() {
        [
            class @ (b'I' | b'F' | b'P' | b'S' | b'N' | b'A' | b'W' | b'G' | b'V' | b'T'),
            digit @ b'0'..=b'9',
        ] => Some((class, usize::from(digit - b'0'))),
        _ => None,
    }
}

/// The number after a letter.
fn numbered(pattern: &str, letter: u8) -> Option<usize> {
    match *pattern.as_bytes() {
        [first, digit @ b'0'..=b'9'] if first == letter => Some(usize::from(digit - b'0')),
        _ => None,
    }
}

/// The fields of a literal struct and the patterns for them, if both are structs.
fn fields<'a>(ctx: &'a Context, pattern: &'a str, ty: Type) -> Option<(Vec<&'a str>, &'a [Type])> {
    let inner = pattern.strip_prefix('{')?.strip_suffix('}')?;
    match ctx.kind(ctx.structural(ty)) {
        TypeKind::Struct { packed: false, fields } => Some((split(inner).collect(), fields)),
        _ => None,
    }
}

impl Binding {
    fn bind(&mut self, ctx: &Context, pattern: &str, ty: Type) -> bool {
        if pattern.starts_with('{') {
            let Some((patterns, types)) = fields(ctx, pattern, ty) else {
                return false;
            };
            return patterns.len() == types.len()
                && patterns.iter().zip(types).all(|(pattern, &ty)| self.bind(ctx, pattern, ty));
        }
        match variable(pattern.split('=').next().unwrap_or("")) {
            None => true,
            Some((_, number)) => *self.types[number].get_or_insert(ty) == ty,
        }
    }

    fn matches(&self, ctx: &Context, pattern: &str, ty: Type, size_bits: u32) -> bool {
        if pattern.starts_with('{') {
            return fields(ctx, pattern, ty).is_some_and(|(patterns, types)| {
                patterns
                    .iter()
                    .zip(types)
                    .all(|(pattern, &ty)| self.matches(ctx, pattern, ty, size_bits))
            });
        }
        let lanes_of = |number: usize| self.types[number].map(|bound| lanes(ctx, bound));
        if let Some((pattern, number)) = pattern.split_once('=') {
            let number = number.parse().unwrap_or(0);
            return Some(lanes(ctx, ty)) == lanes_of(number)
                && self.matches(ctx, pattern, ty, size_bits);
        }
        if let Some((class, _)) = variable(pattern) {
            return in_class(ctx, class, ty);
        }
        if let Some(number) = numbered(pattern, b'b') {
            return ctx.scalar(ty) == Type::I1 && Some(lanes(ctx, ty)) == lanes_of(number);
        }
        if let Some(number) = numbered(pattern, b'e') {
            return self.types[number].is_some_and(|bound| ctx.scalar(bound) == ty);
        }
        match pattern {
            "void" => ty == Type::VOID,
            "half" => ty == Type::HALF,
            "float" => ty == Type::FLOAT,
            "double" => ty == Type::DOUBLE,
            "ptr" => matches!(ctx.kind(ty), TypeKind::Ptr(_)),
            "size" => ctx.int_width(ty) == Some(size_bits),
            "metadata" => ty == Type::METADATA,
            "token" => ty == Type::TOKEN,
            _ => {
                let width = pattern.strip_prefix('i').and_then(|width| width.parse().ok());
                width.is_some() && ctx.int_width(ty) == width
            }
        }
    }
}

/// The number of lanes of a vector, and whether it is scalable; none for a scalar.
fn lanes(ctx: &Context, ty: Type) -> Option<(u32, bool)> {
    match *ctx.kind(ty) {
        TypeKind::Vector { len, scalable, .. } => Some((len, scalable)),
        _ => None,
    }
}

fn in_class(ctx: &Context, class: u8, ty: Type) -> bool {
    let vector = matches!(ctx.kind(ty), TypeKind::Vector { .. });
    let scalar = ctx.kind(ctx.scalar(ty));
    let (int, float) = (matches!(scalar, TypeKind::Int(_)), matches!(scalar, TypeKind::Float(_)));
    match class {
        b'I' => int,
        b'F' => float,
        b'P' => matches!(scalar, TypeKind::Ptr(_)),
        b'S' => int && !vector,
        b'N' => float && !vector,
        b'A' => matches!(scalar, TypeKind::Ptr(_)) && !vector,
        b'W' => int && vector,
        b'G' => float && vector,
        b'V' => vector,
        _ => ctx.kind(ty).is_first_class(),
    }
}

/// The texts of the types in a signature, the result first: for tests of the tables.
#[cfg(test)]
pub(crate) fn type_texts(signature: &str) -> Vec<&str> {
    let (result, arguments) =
        signature.strip_suffix(')').and_then(|text| text.split_once('(')).expect("a signature");
    std::iter::once(result).chain(split(arguments)).collect()
}

/// Is a text a type of a signature? For tests of the tables.
#[cfg(test)]
pub(crate) fn is_type_text(text: &str) -> bool {
    let text = text.strip_suffix('!').unwrap_or(text);
    if let Some(inner) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        return split(inner).all(is_type_text);
    }
    if let Some((text, number)) = text.split_once('=') {
        return variable(text).is_some()
            && number.len() == 1
            && number.as_bytes()[0].is_ascii_digit();
    }
    let word = ["void", "half", "float", "double", "ptr", "size", "metadata", "token", "..."]
        .contains(&text);
    let int = text
        .strip_prefix('i')
        .is_some_and(|width| width.parse::<u32>().is_ok_and(|width| width > 0));
    word || int
        || variable(text).is_some()
        || numbered(text, b'b').is_some()
        || numbered(text, b'e').is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_bind_and_lanes_agree() {
        let mut ctx = Context::new();
        let vector = ctx.ty(TypeKind::Vector { len: 4, scalable: false, elem: Type::I32 });
        let bools = ctx.ty(TypeKind::Vector { len: 4, scalable: false, elem: Type::I1 });
        let floats = ctx.ty(TypeKind::Vector { len: 4, scalable: false, elem: Type::FLOAT });
        let pair = ctx.ty(TypeKind::Struct { packed: false, fields: [vector, bools].into() });
        let mut function = |ret, params: &[Type]| {
            ctx.ty(TypeKind::Function { ret, params: params.into(), vararg: false })
        };
        let overflow = function(pair, &[vector, vector]);
        let mixed = function(pair, &[vector, Type::I32]);
        let convert = function(vector, &[floats]);
        let narrow = function(Type::I32, &[floats]);
        let strlen = function(Type::I64, &[Type::PTR]);
        assert!(matches("{I0,b0}(I0,I0)", &ctx, overflow, 64));
        assert!(!matches("{I0,b0}(I0,I0)", &ctx, mixed, 64));
        assert!(matches("I0(F1=0)", &ctx, convert, 64));
        assert!(!matches("I0(F1=0)", &ctx, narrow, 64));
        assert!(matches("size(ptr)", &ctx, strlen, 64));
        assert!(!matches("size(ptr)", &ctx, strlen, 32));
        assert!(!matches("size(ptr,...)", &ctx, strlen, 64));
        assert!(!matches("size(ptr,ptr)", &ctx, strlen, 64));
    }
}
