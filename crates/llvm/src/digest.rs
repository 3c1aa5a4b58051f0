//! Digests of functions over their text, with all references resolved.
//!
//! Two functions with the same digest have the same text but for white space, comments and the
//! numbers of attribute groups and metadata, and everything that `#0`, `!7` and `%type` stand for
//! is the same too. So equal functions of two files are recognised without building them. (What a
//! *global* of the same name is, the text of a function does not tell, nor what the module says
//! besides: who draws conclusions from equal digests must compare globals, comdats, data layout,
//! triple, module flags and module assembly as well.)
//!
//! **Soundness.** A digest is a 256-bit cryptographic hash of a sequence from which the resolved
//! text can be read off: every token is written with its kind and length, so sequences of different
//! functions differ. References become digests of what they refer to:
//!
//! * An attribute group becomes its tokens.
//! * A named type becomes its name and, recursively, its body. A local value of the same name is
//!   hashed likewise, which is more than needed and harmless.
//! * A numbered metadata node becomes a digest of everything it reaches. Cycles are broken by
//!   refinement: nodes of a strongly connected component get the digest of their own content, then
//!   of their content and their neighbours' digests, until no two nodes are told apart that were
//!   not before. Then equal digests mean equal unfoldings.
//! * `distinct` nodes have an identity besides their content: whether two accesses have the *same*
//!   alias scope matters. So where tuples reach `distinct` tuples, a function's digest contains the
//!   graph itself, with nodes numbered by first appearance in the function. Specialised nodes
//!   (`!DILocation(...)`) carry no meaning and enter by content.

use crate::read::{Lexer, Tok, unescape};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use tollgate_ir::{
    Context, Func, Meta, MetaFieldValue, MetaKind, Module, Name, PrimaryMap, SecondaryMap, Span,
    Type, TypeKind,
};

/// A digest of a function's resolved text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// The digest of every function of a module, declarations included. Bodies need not have been read.
pub fn function_digests(ctx: &Context, module: &Module) -> PrimaryMap<Func, Digest> {
    let resolver = Resolver::new(ctx, module);
    let mut scratch = Vec::new();
    let mut digests = PrimaryMap::with_capacity(module.functions.len());
    for function in module.functions.values() {
        scratch.clear();
        let mut seen = SeenNodes::default();
        // The header's span begins at `define`; a body stands right after it in the text.
        resolver.tokens(function.header.span, &mut scratch, &mut seen);
        if let Some(body) = resolver.bodies.get(&function.header.span.start) {
            resolver.tokens(*body, &mut scratch, &mut seen);
        }
        digests.push(Digest::of(&scratch));
    }
    digests
}

/// Metadata nodes that a function has mentioned, numbered by first appearance.
type SeenNodes = FxHashMap<u32, u32>;

/// Digests of the types that a module names.
#[derive(Default)]
struct Types {
    named: FxHashMap<Vec<u8>, Digest>,
    numbered: FxHashMap<u32, Digest>,
}

impl Types {
    fn new(ctx: &Context, module: &Module) -> Self {
        let mut types = Self::default();
        let mut known = SecondaryMap::new();
        let named = module.named_types.iter().filter_map(|&ty| match ctx.kind(ty) {
            TypeKind::Named { name, .. } => Some((*name, ty)),
            _ => None,
        });
        for (name, ty) in named.chain(module.type_aliases.iter().copied()) {
            let digest = type_digest(ctx, ty, &mut known);
            match name {
                Name::Named(symbol) => types.named.insert(ctx.bytes(symbol).to_vec(), digest),
                Name::Numbered(number) => types.numbered.insert(number, digest),
            };
        }
        types
    }

    /// The type that a `%name` or `%12` may stand for.
    fn of(&self, kind: Tok, bytes: &[u8]) -> Option<Digest> {
        match kind {
            Tok::LocalName => self.named.get(&*local_name(bytes)).copied(),
            Tok::LocalNumber => self.numbered.get(&number_behind_sigil(bytes)?).copied(),
            _ => None,
        }
    }
}

struct Resolver<'m> {
    module: &'m Module,
    types: Types,
    groups: FxHashMap<u32, Digest>,
    metadata: Metadata,
    /// The body of each definition, by where the definition begins.
    bodies: FxHashMap<u32, Span>,
}

impl<'m> Resolver<'m> {
    fn new(ctx: &'m Context, module: &'m Module) -> Self {
        let types = Types::new(ctx, module);
        let mut resolver = Self {
            module,
            metadata: Metadata::new(ctx, module, &types),
            types,
            groups: FxHashMap::default(),
            bodies: crate::read::definition_bodies(&module.source.text).collect(),
        };
        for &(number, span) in &module.attr_groups {
            // `attributes #0 =` itself does not count.
            let mut tokens = Vec::new();
            let text = &module.source.text;
            let start = span.of(text).iter().position(|&byte| byte == b'{').unwrap_or(0);
            let span = Span { start: span.start + start as u32, end: span.end };
            // A group that is written twice has what both say.
            if let Some(first) = resolver.groups.get(&number) {
                tokens.extend_from_slice(&first.0);
            }
            resolver.tokens(span, &mut tokens, &mut SeenNodes::default());
            resolver.groups.insert(number, Digest::of(&tokens));
        }
        resolver
    }

    /// Writes the tokens of a range, references resolved.
    fn tokens(&self, span: Span, out: &mut Vec<u8>, seen: &mut SeenNodes) {
        let text = &self.module.source.text[..];
        let mut lexer = Lexer::new(text, span);
        loop {
            let token = lexer.next();
            let bytes = &text[token.start as usize..token.end as usize];
            match token.kind {
                Tok::Eof => return,
                Tok::AttrGroup => {
                    out.push(token.kind as u8);
                    if let Some(digest) =
                        number_behind_sigil(bytes).and_then(|number| self.groups.get(&number))
                    {
                        out.extend_from_slice(&digest.0);
                    }
                }
                Tok::MetaNumber => {
                    out.push(token.kind as u8);
                    if let Some(number) = number_behind_sigil(bytes) {
                        self.metadata_reference(number, out, seen);
                    }
                }
                _ => {
                    out.push(token.kind as u8);
                    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
                    out.extend_from_slice(bytes);
                    if let Some(digest) = self.types.of(token.kind, bytes) {
                        out.extend_from_slice(&digest.0);
                    }
                }
            }
        }
    }

    fn metadata_reference(&self, number: u32, out: &mut Vec<u8>, seen: &mut SeenNodes) {
        let Some(&at) = self.metadata.index.get(&number) else { return };
        out.extend_from_slice(&self.metadata.digests[at].0);
        if !self.metadata.reaches_distinct[at] {
            return;
        }
        let mut stack = vec![number];
        while let Some(number) = stack.pop() {
            let fresh = seen.len() as u32;
            let known = *seen.entry(number).or_insert(fresh);
            out.extend_from_slice(&known.to_le_bytes());
            let Some(&at) = self.metadata.index.get(&number) else { continue };
            out.extend_from_slice(&self.metadata.digests[at].0);
            if known == fresh && self.metadata.reaches_distinct[at] {
                stack.extend(self.metadata.tuple_slots[at].iter().rev());
            }
        }
        out.push(0xff);
    }
}

fn number_behind_sigil(bytes: &[u8]) -> Option<u32> {
    std::str::from_utf8(bytes.get(1..)?).ok()?.parse().ok()
}

/// The name in `%name` or `%"name"`, escapes resolved.
fn local_name(bytes: &[u8]) -> Cow<'_, [u8]> {
    let name = &bytes[1..];
    match name.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\"")) {
        Some(quoted) => unescape(quoted),
        None => name.into(),
    }
}

/// The digest of a type with all names resolved. The reader bounds how deep types nest.
fn type_digest(ctx: &Context, ty: Type, known: &mut SecondaryMap<Type, Option<Digest>>) -> Digest {
    if let Some(digest) = known[ty] {
        return digest;
    }
    let mut out = Vec::new();
    let mut all = |types: &[Type], out: &mut Vec<u8>| {
        for &part in types {
            out.extend_from_slice(&type_digest(ctx, part, known).0);
        }
    };
    match ctx.kind(ty) {
        TypeKind::Array { len, elem } => {
            out.push(b'[');
            out.extend_from_slice(&len.to_le_bytes());
            all(&[*elem], &mut out);
        }
        TypeKind::Vector { len, scalable, elem } => {
            out.push(if *scalable { b'>' } else { b'<' });
            out.extend_from_slice(&len.to_le_bytes());
            all(&[*elem], &mut out);
        }
        TypeKind::Struct { packed, fields } => {
            out.push(if *packed { b'}' } else { b'{' });
            all(fields, &mut out);
        }
        TypeKind::Function { ret, params, vararg } => {
            out.push(if *vararg { b')' } else { b'(' });
            all(&[*ret], &mut out);
            all(params, &mut out);
        }
        TypeKind::Target { name, types, ints } => {
            out.push(b't');
            out.extend_from_slice(&(ctx.bytes(*name).len() as u32).to_le_bytes());
            out.extend_from_slice(ctx.bytes(*name));
            all(types, &mut out);
            out.push(b';');
            ints.iter().for_each(|int| out.extend_from_slice(&int.to_le_bytes()));
        }
        TypeKind::Named { name, body } => {
            out.push(b'%');
            // A number says nothing, but two numbered types may differ by it alone.
            out.extend_from_slice(ctx.name_text(*name).as_bytes());
            out.push(0);
            all(body.as_slice(), &mut out);
        }
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx => {
            crate::write_type(ctx, ty, &mut out);
        }
        TypeKind::X86Mmx
        | TypeKind::Int(_)
        | TypeKind::Byte(_)
        | TypeKind::Float(_)
        | TypeKind::Ptr(_) => {
            crate::write_type(ctx, ty, &mut out);
        }
    }
    let digest = Digest::of(&out);
    known[ty] = Some(digest);
    digest
}

/// Digests of numbered metadata.
struct Metadata {
    /// Where each number stands in the lists below.
    index: FxHashMap<u32, usize>,
    digests: Vec<Digest>,
    /// Whether a node is, or reaches through tuples, a `distinct` tuple.
    reaches_distinct: Vec<bool>,
    /// The numbers that a tuple refers to, in order, specialised nodes left out.
    tuple_slots: Vec<Vec<u32>>,
}

impl Metadata {
    fn new(ctx: &Context, module: &Module, types: &Types) -> Self {
        let defs = &module.numbered_metadata;
        let index: FxHashMap<u32, usize> =
            defs.iter().enumerate().map(|(at, (number, _))| (*number, at)).collect();
        let mut contents: Vec<Content> = Vec::with_capacity(defs.len());
        for (_, def) in defs {
            let mut content = Content::default();
            content.bytes.push(u8::from(def.distinct));
            content.add(ctx, def.meta, &index, types);
            contents.push(content);
        }
        let is_tuple: Vec<bool> = defs
            .iter()
            .map(|(_, def)| matches!(ctx.meta_kind(def.meta), MetaKind::Tuple(_)))
            .collect();
        let tuple_slots = contents
            .iter()
            .zip(&is_tuple)
            .map(|(content, &tuple)| {
                let slots = content.slots.iter().filter(|&&(_, to)| tuple && is_tuple[to]);
                slots.map(|&(_, to)| defs[to].0).collect()
            })
            .collect();
        let components = components(&contents);
        let mut digests = vec![Digest([0; 32]); defs.len()];
        let mut reaches_distinct: Vec<bool> =
            defs.iter().zip(&is_tuple).map(|((_, def), &tuple)| def.distinct && tuple).collect();
        for component in &components {
            refine(&contents, component, &mut digests);
            // A node that holds itself, if only through others, is another than one which looks the
            // same: LLVM makes it `distinct` on reading.
            let holds_itself = component.len() > 1
                || contents[component[0]].slots.iter().any(|&(_, to)| to == component[0]);
            let reaches = component.iter().any(|&at| {
                reaches_distinct[at]
                    || holds_itself && is_tuple[at]
                    || is_tuple[at]
                        && contents[at]
                            .slots
                            .iter()
                            .any(|&(_, to)| is_tuple[to] && reaches_distinct[to])
            });
            for &at in component {
                reaches_distinct[at] |= reaches && is_tuple[at];
            }
        }
        Self { index, digests, reaches_distinct, tuple_slots }
    }
}

/// What a node holds: bytes, with references to other numbered nodes at some of their offsets.
#[derive(Default)]
struct Content {
    bytes: Vec<u8>,
    slots: Vec<(usize, usize)>,
}

impl Content {
    fn text(&mut self, tag: u8, bytes: &[u8]) {
        self.bytes.push(tag);
        self.bytes.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        self.bytes.extend_from_slice(bytes);
    }

    /// Adds metadata that is written in place; the reader bounds how deep it nests.
    fn add(&mut self, ctx: &Context, meta: Meta, index: &FxHashMap<u32, usize>, types: &Types) {
        match ctx.meta_kind(meta) {
            MetaKind::Null => self.bytes.push(b'0'),
            MetaKind::Slot(number) => {
                self.bytes.push(b'!');
                if let Some(&to) = index.get(number) {
                    self.slots.push((self.bytes.len(), to));
                }
            }
            MetaKind::String(text) => self.text(b'"', ctx.bytes(*text)),
            MetaKind::Const(id) => {
                let mut text = Vec::new();
                crate::write_type(ctx, ctx.constant(*id).ty, &mut text);
                text.push(b' ');
                crate::write_const(ctx, *id, &mut text);
                // Types are named in it, also deep inside: resolve them as in the text of a
                // function.
                let mut out = text.clone();
                let mut lexer = Lexer::new(&text, Span::new(0, text.len()));
                loop {
                    let token = lexer.next();
                    if token.kind == Tok::Eof {
                        break;
                    }
                    let bytes = &text[token.start as usize..token.end as usize];
                    out.extend(types.of(token.kind, bytes).iter().flat_map(|digest| digest.0));
                }
                self.text(b'c', &out);
            }
            MetaKind::Tuple(elems) => {
                self.bytes.push(b'{');
                for &elem in elems {
                    self.add(ctx, elem, index, types);
                }
                self.bytes.push(b'}');
            }
            MetaKind::Node { name, fields } => {
                self.text(b'(', ctx.bytes(*name));
                for field in fields {
                    self.text(b':', field.key.map_or(&[][..], |key| ctx.bytes(key)));
                    match &field.value {
                        MetaFieldValue::Meta(meta) => self.add(ctx, *meta, index, types),
                        MetaFieldValue::String(text) => self.text(b'"', ctx.bytes(*text)),
                        MetaFieldValue::Words(text) => self.text(b'w', ctx.bytes(*text)),
                        MetaFieldValue::List(elems) => {
                            self.bytes.push(b'[');
                            for &elem in elems {
                                self.add(ctx, elem, index, types);
                            }
                            self.bytes.push(b']');
                        }
                    }
                }
                self.bytes.push(b')');
            }
        }
    }

    fn digest(&self, digests: &[Digest]) -> Digest {
        let mut hasher = blake3::Hasher::new();
        let mut from = 0;
        for &(offset, to) in &self.slots {
            hasher.update(&self.bytes[from..offset]);
            hasher.update(&digests[to].0);
            from = offset;
        }
        hasher.update(&self.bytes[from..]);
        Digest(*hasher.finalize().as_bytes())
    }
}

/// Gives the nodes of a component their digests; what they reach outside it has its own already.
///
/// Let `d_r` be a node's digest after round `r`. It determines `d_(r-1)`. When a round splits no
/// class, `d_r` and `d_(r-1)` correspond one to one within the component. If two components have
/// the same *set* of stable digests, they have the same correspondence, so nodes with equal `d_r`
/// have children with equal `d_r`: equal unfoldings. Without the set in the digest, two cycles of
/// different length could meet. Members are therefore hashed with the set.
///
/// A component that takes many rounds is hashed as it is numbered instead: that tells more apart
/// than needed.
fn refine(contents: &[Content], component: &[usize], digests: &mut [Digest]) {
    if let &[only] = component
        && contents[only].slots.iter().all(|&(_, to)| to != only)
    {
        digests[only] = contents[only].digest(digests);
        return;
    }
    let mut classes = 1;
    for _ in 0..MAX_ROUNDS {
        let next: Vec<Digest> = component.iter().map(|&at| contents[at].digest(digests)).collect();
        let mut sorted = next.clone();
        sorted.sort_unstable();
        sorted.dedup();
        for (&at, digest) in component.iter().zip(next) {
            digests[at] = digest;
        }
        if sorted.len() == classes {
            let all: Vec<u8> = sorted.iter().flat_map(|digest| digest.0).collect();
            let all = Digest::of(&all);
            for &at in component {
                digests[at] = Digest::of(&[&all.0[..], &digests[at].0].concat());
            }
            return;
        }
        classes = sorted.len();
    }
    let mut members = component.to_vec();
    members.sort_unstable();
    for (number, &at) in members.iter().enumerate() {
        digests[at] = Digest::of(&number.to_le_bytes());
    }
    let mut all = blake3::Hasher::new();
    for &at in &members {
        all.update(&contents[at].digest(digests).0);
    }
    let all = all.finalize();
    for (number, &at) in members.iter().enumerate() {
        digests[at] = Digest::of(&[&all.as_bytes()[..], &number.to_le_bytes()].concat());
    }
}

/// Rounds of refinement before a component is hashed as it is numbered.
const MAX_ROUNDS: usize = 64;

/// Strongly connected components, each after those it refers to (Tarjan's algorithm with an
/// explicit stack).
fn components(contents: &[Content]) -> Vec<Vec<usize>> {
    const NEW: u32 = u32::MAX;
    let mut order = vec![NEW; contents.len()];
    let mut low = vec![0u32; contents.len()];
    let mut on_stack = vec![false; contents.len()];
    let mut stack = Vec::new();
    let mut result = Vec::new();
    let mut next = 0;
    for root in 0..contents.len() {
        if order[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some(&mut (at, ref mut edge)) = path.last_mut() {
            if *edge == 0 {
                order[at] = next;
                low[at] = next;
                next += 1;
                stack.push(at);
                on_stack[at] = true;
            }
            if let Some(&(_, to)) = contents[at].slots.get(*edge) {
                *edge += 1;
                if order[to] == NEW {
                    path.push((to, 0));
                } else if on_stack[to] {
                    low[at] = low[at].min(order[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[at]);
            }
            if low[at] == order[at] {
                let from = stack.iter().rposition(|&it| it == at).unwrap_or(0);
                let component = stack.split_off(from);
                component.iter().for_each(|&it| on_stack[it] = false);
                result.push(component);
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digests(text: &str) -> Vec<Digest> {
        let mut ctx = Context::new();
        let source = tollgate_ir::Source { file: "t.ll".into(), text: text.as_bytes().into() };
        let options = crate::Options { lazy: true, jobs: 1 };
        let (module, diagnostics) = crate::read_source(&mut ctx, source, options);
        let module = module.unwrap_or_else(|| panic!("{diagnostics}"));
        function_digests(&ctx, &module).values().copied().collect()
    }

    fn same(a: &str, b: &str) -> bool {
        digests(a) == digests(b)
    }

    #[test]
    fn numbers_and_white_space_do_not_matter() {
        assert!(same(
            "define void @f() #0 {\n  ret void, !tbaa !7 ; note\n}\nattributes #0 = { nounwind \
                }\n!7 = !{!\"a\", i32 1}",
            "define void @f()  #3 {\n ret void, !tbaa !2\n}\nattributes #3 = { nounwind }\n!2 = \
                !{!\"a\", i32 1}",
        ));
    }

    #[test]
    fn what_numbers_stand_for_matters() {
        let with = |attrs: &str, text: &str, ty: &str| {
            format!(
                "%t = type {{ {ty} }}\ndefine void @f(ptr %p) #0 {{\n  \
                    %x = load %t, ptr %p, !tbaa !7\n  ret void\n}}\n\
                 attributes #0 = {{ {attrs} }}\n!7 = !{{!\"{text}\", !8}}\n!8 = !{{!7}}"
            )
        };
        let base = with("nounwind", "a", "i32");
        assert!(same(&base, &with("nounwind", "a", "i32")));
        assert!(!same(&base, &with("readonly", "a", "i32")));
        assert!(!same(&base, &with("nounwind", "b", "i32")));
        assert!(!same(&base, &with("nounwind", "a", "i64")));
    }

    #[test]
    fn distinct_nodes_have_an_identity() {
        let scopes =
            "!1 = distinct !{!1}\n!2 = distinct !{!2}\n!3 = !{!1}\n!4 = !{!2}\n!5 = !{!1, !2}\n";
        let with = |a: u32, b: u32| {
            format!(
                "define void @f(ptr %p) {{\n  store i8 0, ptr %p, !alias.scope !{a}\n  \
                    store i8 0, ptr %p, !noalias !{b}\n  \
                 ret void\n}}\n{scopes}"
            )
        };
        assert!(same(&with(3, 4), &with(3, 4)));
        assert!(
            same(&with(3, 4), &with(4, 3)),
            "which of two equal scopes is the first does not matter"
        );
        assert!(!same(&with(3, 4), &with(3, 3)), "whether they are one does");
        // Nodes that hold themselves are distinct whether they say so or not.
        let silent = |a: u32, b: u32| with(a, b).replace("distinct ", "");
        assert!(same(&silent(3, 4), &silent(4, 3)));
        assert!(!same(&silent(3, 4), &silent(3, 3)));
    }

    #[test]
    fn cycles_of_different_length_differ() {
        let f = "define void @f() {\n  ret void, !x !0\n}\n";
        let two = "!0 = !{!\"a\", !1}\n!1 = !{!\"b\", !0}";
        let three = "!0 = !{!\"a\", !1}\n!1 = !{!\"b\", !2}\n!2 = !{!\"c\", !0}";
        assert!(!same(&format!("{f}{two}"), &format!("{f}{three}")));
    }

    #[test]
    fn long_cycles_are_hashed_in_time() {
        let f = "define void @f() {\n  ret void, !x !0\n}\n";
        let cycle = |last: &str| -> String {
            let nodes = (0..20_000).map(|at| format!("!{at} = !{{!\"n\", !{}}}\n", at + 1));
            f.to_string() + &nodes.collect::<String>() + &format!("!20000 = !{{!\"{last}\", !0}}\n")
        };
        assert!(same(&cycle("a"), &cycle("a")));
        assert!(!same(&cycle("a"), &cycle("b")));
    }

    #[test]
    fn every_kind_of_type_name_is_resolved() {
        for name in ["%t", "%\"caf\\C3\\A9\"", "%7"] {
            let with = |body: &str| {
                format!(
                    "{name} = type {body}\ndefine void @f(ptr %p) {{\n  \
                        %x = load {name}, ptr %p\n  ret void\n}}\n"
                )
            };
            assert!(same(&with("{ i32 }"), &with("{ i32 }")));
            assert!(!same(&with("{ i32 }"), &with("{ i64 }")), "{name}");
            assert!(!same(&with("i32"), &with("i64")), "{name} as an alias");
        }
        let in_metadata = |body: &str| {
            format!(
                "%t = type {{ {body}, i8 }}\n@g = global %t zeroinitializer\ndefine void @f() \
                    {{\n  ret void, !x !0\n}}\n\
                 !0 = !{{i64 ptrtoint (ptr getelementptr (%t, ptr @g, i32 0, i32 1) to i64)}}"
            )
        };
        assert!(!same(&in_metadata("i32"), &in_metadata("i64")));
    }

    #[test]
    fn equal_cycles_of_two_modules_meet() {
        let f = "define void @f() {\n  ret void, !x !0\n}\n";
        assert!(same(
            &format!("{f}!0 = !{{!1}}\n!1 = !{{!0, !\"a\"}}"),
            &format!("{f}!0 = !{{!5}}\n!5 = !{{!0, !\"a\"}}")
        ));
        assert!(!same(
            &format!("{f}!0 = !{{!1}}\n!1 = !{{!0, !\"a\"}}"),
            &format!("{f}!0 = !{{!5}}\n!5 = !{{!0, !\"b\"}}")
        ));
    }
}
