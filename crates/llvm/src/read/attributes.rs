//! Attributes in text. What LLVM 14 said with `readnone`, `argmemonly` and their like on functions
//! becomes `memory(...)`, as LLVM itself upgrades it.

use super::lexer::Tok;
use super::parser::{Parse, Parser, quote};
use super::tables::Dialect;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;
use tollgate_ir::{
    Access, Attr, AttrForm, AttrKind, AttrSet, FP_CLASSES, Linkage, MemoryEffects, MemoryPart,
    Opcode, Places,
};

/// The kind of attribute that a word names.
fn kind_of(word: &[u8]) -> Option<AttrKind> {
    static KINDS: OnceLock<FxHashMap<&'static [u8], AttrKind>> = OnceLock::new();
    let kinds = KINDS
        .get_or_init(|| AttrKind::ALL.iter().map(|&kind| (kind.word().as_bytes(), kind)).collect());
    kinds.get(word).copied()
}

/// Words of function attributes up to LLVM 15 that `memory(...)` replaced: the memory they leave
/// accessible.
const OLD_MEMORY_WORDS: &[(&str, &[MemoryPart])] = &[
    ("argmemonly", &[MemoryPart::Arguments]),
    ("inaccessiblememonly", &[MemoryPart::Inaccessible]),
    ("inaccessiblemem_or_argmemonly", &[MemoryPart::Inaccessible, MemoryPart::Arguments]),
];

/// Words that may follow a function's attributes in its header.
const HEADER_WORDS: &[&str] = &[
    "section",
    "partition",
    "comdat",
    "align",
    "gc",
    "prefix",
    "prologue",
    "personality",
    "addrspace",
];

/// Bare words that begin a constant, so that they are no attributes.
const CONSTANT_WORDS: &[&str] = &[
    "true",
    "false",
    "null",
    "undef",
    "poison",
    "none",
    "zeroinitializer",
    "splat",
    "asm",
    "blockaddress",
    "dso_local_equivalent",
    "no_cfi",
    "ptrauth",
];

/// Words that are something else wherever they stand, so that they are no attributes of a newer
/// LLVM.
const RESERVED: &[&str] = &[
    "define",
    "declare",
    "global",
    "constant",
    "alias",
    "ifunc",
    "type",
    "to",
    "label",
    "unwind",
    "x",
    "vscale",
    "c",
    "cc",
    "tail",
    "musttail",
    "notail",
    "attributes",
    "dso_local",
    "within",
    "from",
    "caller",
    "distinct",
    "module",
    "source_filename",
];

impl Parser<'_, '_> {
    /// Attributes of a parameter or a result, up to the first word that is none.
    pub(crate) fn value_attrs(&mut self, place: Places) -> Parse<AttrSet> {
        if self.tok.kind != Tok::Word && self.tok.kind != Tok::String {
            return Ok(AttrSet::EMPTY);
        }
        let mut attrs: Vec<Attr> = Vec::new();
        loop {
            match self.tok.kind {
                Tok::String => attrs.push(self.string_attr()?),
                Tok::Word => {
                    let word = self.slice(self.tok);
                    match kind_of(word) {
                        Some(kind) => attrs.push(self.attr(kind, false)?),
                        None if self.begins_value(word, place) => break,
                        None => attrs.push(self.unknown_attr()?),
                    }
                }
                _ => break,
            }
        }
        Ok(self.ctx.attr_set(&attrs))
    }

    /// Whether a word at the place of an attribute begins what comes after the attributes.
    fn begins_value(&self, word: &[u8], place: Places) -> bool {
        if place == Places::RESULT {
            // A type follows; every word that is none would be an error anyway.
            return self.peek_is_type(word);
        }
        CONSTANT_WORDS.iter().any(|it| it.as_bytes() == word)
            || matches!(word, [b'u' | b's', b'0', b'x', ..])
            || super::opcodes::opcode(word).is_some()
    }

    fn peek_is_type(&self, word: &[u8]) -> bool {
        let sized = |rest: &[u8]| !rest.is_empty() && rest.iter().all(u8::is_ascii_digit);
        match word {
            b"ptr" | b"void" | b"label" | b"metadata" | b"token" | b"x86_amx" | b"x86_mmx"
            | b"target" => true,
            b"half" | b"bfloat" | b"float" | b"double" | b"x86_fp80" | b"fp128" | b"ppc_fp128"
            | b"opaque" => true,
            // Not attributes, and better reported where they are not expected.
            b"asm" | b"addrspace" => true,
            [b'i' | b'b', rest @ ..] => sized(rest),
            _ => false,
        }
    }

    /// Function attributes of a definition or declaration, groups included; `align` may stand
    /// between them.
    pub(crate) fn header_attrs(&mut self) -> Parse<(AttrSet, Option<u64>)> {
        let stop = |_: &Self, word: &[u8]| HEADER_WORDS.iter().any(|it| it.as_bytes() == word);
        let mut groups = Vec::new();
        let mut attrs = self.function_attrs(false, &mut groups, stop)?;
        let mut align = None;
        while self.eat_word("align") {
            // `align(16)` is accepted as well as `align 16`.
            let parenthesised = self.eat(Tok::LParen);
            align = Some(self.alignment_value()?);
            if parenthesised {
                self.expect(Tok::RParen, "`)`")?;
            }
            attrs.append(&mut self.function_attrs(false, &mut groups, stop)?);
        }
        self.merge_groups(&mut attrs, &groups);
        // `align=16` of a group is the function's alignment too, and wins.
        attrs.retain(|attr| match *attr {
            Attr::Int(AttrKind::Align, value) => {
                align = Some(value);
                false
            }
            _ => true,
        });
        Ok((self.ctx.attr_set(&attrs), align))
    }

    /// Function attributes of a call site, groups included.
    pub(crate) fn call_attrs(&mut self) -> Parse<AttrSet> {
        if !matches!(self.tok.kind, Tok::AttrGroup | Tok::Word | Tok::String) {
            return Ok(AttrSet::EMPTY);
        }
        // A word that no table knows is an attribute only on the line of its call: else it begins
        // an instruction.
        let stop = |this: &Self, word: &[u8]| {
            let between = &this.text[this.last_end as usize..this.tok.start as usize];
            between.contains(&b'\n')
                || matches!(word, b"to" | b"tail" | b"musttail" | b"notail" | b"phi" | b"align")
                || this.tables.dialect == Dialect::Gated
                    && matches!(word, b"gate" | b"mu" | b"gamma" | b"eta")
                || super::opcodes::opcode(word).is_some_and(|opcode| opcode != Opcode::DebugRecord)
        };
        let mut groups = Vec::new();
        let mut attrs = self.function_attrs(false, &mut groups, stop)?;
        self.merge_groups(&mut attrs, &groups);
        Ok(self.ctx.attr_set(&attrs))
    }

    /// The attributes of a group: `{ ... }`.
    pub(crate) fn group_attrs(&mut self) -> Parse<Vec<Attr>> {
        self.expect(Tok::LBrace, "`{`")?;
        let attrs = self.function_attrs(true, &mut Vec::new(), |_, _| false)?;
        self.expect(Tok::RBrace, "`}` or an attribute")?;
        Ok(attrs)
    }

    /// Adds the attributes of groups. Wherever they are written, LLVM reads them after what stands
    /// in place, so that they win over it; a group that is mentioned twice counts where it is
    /// mentioned last.
    fn merge_groups(&self, attrs: &mut Vec<Attr>, groups: &[u32]) {
        let mut seen = FxHashSet::default();
        let mut last: Vec<u32> =
            groups.iter().rev().copied().filter(|&group| seen.insert(group)).collect();
        last.reverse();
        for group in last {
            attrs.extend_from_slice(self.tables.groups.get(&group).map_or(&[], Vec::as_slice));
        }
    }

    /// One list of function attributes; the numbers of groups are put into `groups`.
    ///
    /// The words of old versions that speak of memory narrow each other, and as one `memory(...)`
    /// win over one that is written in the same list; of several written ones the last counts.
    fn function_attrs(
        &mut self,
        group: bool,
        groups: &mut Vec<u32>,
        stop: impl Fn(&Self, &[u8]) -> bool,
    ) -> Parse<Vec<Attr>> {
        let mut attrs = Vec::new();
        let mut old_words: Option<MemoryEffects> = None;
        let mut narrow = |said: MemoryEffects| {
            old_words =
                Some(old_words.map_or(said, |effects: MemoryEffects| effects.intersect(said)));
        };
        loop {
            match self.tok.kind {
                Tok::AttrGroup => {
                    let token = self.bump();
                    let number = self.number(token)?;
                    groups.push(number);
                    if !self.tables.groups.contains_key(&number) {
                        // LLVM takes it as empty.
                        self.warn_at(
                            token.span(),
                            format!("the attribute group #{number} is not defined"),
                        );
                    }
                }
                Tok::String => attrs.push(self.string_attr()?),
                Tok::Word => {
                    let word = self.slice(self.tok);
                    if let Some(old) = OLD_MEMORY_WORDS.iter().find(|(it, _)| it.as_bytes() == word)
                    {
                        self.bump();
                        let effects = old
                            .1
                            .iter()
                            .fold(MemoryEffects::all(Access::None), |effects, &part| {
                                effects.with(part, Access::ReadWrite)
                            });
                        narrow(effects);
                        continue;
                    }
                    // A function's own alignment is a clause of its header, not an attribute.
                    if !group && word == b"align" {
                        break;
                    }
                    match kind_of(word) {
                        Some(kind) => match self.attr(kind, group)? {
                            Attr::Flag(AttrKind::ReadNone) => {
                                narrow(MemoryEffects::all(Access::None))
                            }
                            Attr::Flag(AttrKind::ReadOnly) => {
                                narrow(MemoryEffects::all(Access::Read))
                            }
                            Attr::Flag(AttrKind::WriteOnly) => {
                                narrow(MemoryEffects::all(Access::Write))
                            }
                            attr => attrs.push(attr),
                        },
                        None if stop(self, word) => break,
                        None => attrs.push(self.unknown_attr()?),
                    }
                }
                _ => break,
            }
        }
        attrs.extend(old_words.map(Attr::Memory));
        Ok(attrs)
    }

    fn string_attr(&mut self) -> Parse<Attr> {
        let key = self.string()?;
        let value = if self.eat(Tok::Equal) { Some(self.string()?) } else { None };
        Ok(Attr::String(key, value))
    }

    /// A word that no table knows, kept with its argument.
    fn unknown_attr(&mut self) -> Parse<Attr> {
        let token = self.bump();
        let word = self.slice(token);
        let reserved =
            RESERVED.iter().any(|it| it.as_bytes() == word) || Linkage::from_word(word).is_some();
        let plain = word.first().is_some_and(u8::is_ascii_lowercase);
        if !plain || reserved || self.peek_is_type(word) || super::opcodes::opcode(word).is_some() {
            let shown = quote(word);
            return self.fail(token, format!("expected an attribute, found {shown}"));
        }
        let symbol = self.ctx.symbol(word);
        let argument =
            if self.tok.kind == Tok::LParen { Some(self.balanced_text()?) } else { None };
        let shown = quote(word);
        self.warn_at(
            token.span(),
            format!("the attribute {shown} is not known; it is kept, and nothing follows from it"),
        );
        Ok(Attr::Unknown(symbol, argument))
    }

    /// The attribute whose word is at hand.
    fn attr(&mut self, kind: AttrKind, group: bool) -> Parse<Attr> {
        self.bump();
        match kind.form() {
            AttrForm::Flag => Ok(Attr::Flag(kind)),
            AttrForm::Int => self.int_attr(kind, group),
            AttrForm::Type => {
                self.expect(Tok::LParen, "`(`")?;
                let ty = self.ty()?;
                self.expect(Tok::RParen, "`)`")?;
                Ok(Attr::Type(kind, ty))
            }
            AttrForm::Pair => {
                self.expect(Tok::LParen, "`(`")?;
                let first = self.u32()?;
                let second = if self.eat(Tok::Comma) { Some(self.u32()?) } else { None };
                self.expect(Tok::RParen, "`)`")?;
                Ok(Attr::Pair(kind, first, second))
            }
            AttrForm::Memory => self.memory_attr(),
            AttrForm::Range => {
                self.expect(Tok::LParen, "`(`")?;
                let ty = self.value_type()?;
                let low = self.constant(ty)?;
                self.expect(Tok::Comma, "`,`")?;
                let high = self.constant(ty)?;
                self.expect(Tok::RParen, "`)`")?;
                Ok(Attr::Range(low, high))
            }
            AttrForm::FpClass => self.fp_class_attr(kind),
            AttrForm::Text => Ok(Attr::Text(kind, self.balanced_text()?)),
            AttrForm::FlagOrText => {
                if self.tok.kind == Tok::LParen {
                    let token = self.peek();
                    let text = self.balanced_text()?;
                    if kind == AttrKind::UwTable
                        && !matches!(self.ctx.bytes(text), b"sync" | b"async")
                    {
                        return self
                            .fail(token, "the kind of an unwind table is `sync` or `async`");
                    }
                    Ok(Attr::Text(kind, text))
                } else {
                    Ok(Attr::Flag(kind))
                }
            }
        }
    }

    fn int_attr(&mut self, kind: AttrKind, group: bool) -> Parse<Attr> {
        let aligned = matches!(kind, AttrKind::Align | AttrKind::AlignStack);
        let token = self.tok;
        let bare =
            group && self.eat(Tok::Equal) || kind == AttrKind::Align && self.tok.kind == Tok::Int;
        let value = if bare { self.u64()? } else { self.parenthesised_u64()? };
        if aligned && (!value.is_power_of_two() || value > 1 << 32) {
            return self.fail(token, "an alignment is a power of two up to 2^32");
        }
        Ok(Attr::Int(kind, value))
    }

    fn memory_attr(&mut self) -> Parse<Attr> {
        self.expect(Tok::LParen, "`(`")?;
        let mut effects = MemoryEffects::all(Access::None);
        loop {
            let mut part = None;
            if self.tok.kind == Tok::Label || self.peek().kind == Tok::Colon {
                let token = self.bump();
                self.eat(Tok::Colon);
                let word = self.name_bytes(token);
                let known = MemoryPart::ALL
                    .iter()
                    .find(|it| it.word().is_some_and(|it| it.as_bytes() == &*word));
                match known {
                    Some(&known) => part = Some(known),
                    None => {
                        return self
                            .fail(token, format!("the memory {} is not known", quote(&word)));
                    }
                }
            }
            let word = self.word();
            let Some(&access) = Access::ALL.iter().find(|it| it.word().as_bytes() == word) else {
                return Err(self.expected("`none`, `read`, `write` or `readwrite`"));
            };
            self.bump();
            effects = match part {
                Some(part) => effects.with(part, access),
                None => MemoryEffects::all(access),
            };
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)`")?;
        Ok(Attr::Memory(effects))
    }

    fn fp_class_attr(&mut self, kind: AttrKind) -> Parse<Attr> {
        self.expect(Tok::LParen, "`(`")?;
        let mut mask = 0;
        if self.tok.kind == Tok::Int {
            mask = self.u32()?;
        } else {
            loop {
                let word = self.word();
                let Some((_, classes)) = FP_CLASSES.iter().find(|(it, _)| it.as_bytes() == word)
                else {
                    return Err(self.expected("a class of floats such as `nan` or `inf`"));
                };
                mask |= classes;
                self.bump();
                if self.tok.kind == Tok::RParen {
                    break;
                }
            }
        }
        self.expect(Tok::RParen, "`)`")?;
        Ok(Attr::Int(kind, mask.into()))
    }
}
