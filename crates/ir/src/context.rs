//! The interning context: types, constants, attributes, metadata and names of *several* modules,
//! each stored once.
//!
//! Invariant: two ids of one context are equal exactly if what they name is equal by structure (for
//! numbered metadata and globals: by number and name, whose meaning a module gives). So `before`
//! and `after` read into one context are compared by comparing ids.

use crate::types::COMMON;
use crate::{
    Attr, AttrKind, AttrList, AttrListData, AttrSet, Const, ConstData, ConstKind, Entity, Interner,
    Meta, MetaField, MetaFieldValue, MetaKind, Name, Symbol, Type, TypeKind,
};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The interning tables.
#[derive(Clone, Debug)]
pub struct Context {
    symbols: Interner<Symbol, Box<[u8]>>,
    types: Interner<Type, TypeKind>,
    constants: Interner<Const, ConstData>,
    attr_sets: Interner<AttrSet, Box<[Attr]>>,
    attr_lists: Interner<AttrList, AttrListData>,
    metas: Interner<Meta, MetaKind>,
    /// The labels that `blockaddress` constants name, in whatever function.
    addressed_labels: FxHashSet<Name>,
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

/// A context that is only read, and from which threads fork their own.
#[derive(Clone, Debug)]
pub struct FrozenContext {
    symbols: Arc<Interner<Symbol, Box<[u8]>>>,
    types: Arc<Interner<Type, TypeKind>>,
    constants: Arc<Interner<Const, ConstData>>,
    attr_sets: Arc<Interner<AttrSet, Box<[Attr]>>>,
    attr_lists: Arc<Interner<AttrList, AttrListData>>,
    metas: Arc<Interner<Meta, MetaKind>>,
    addressed_labels: FxHashSet<Name>,
}

/// New ids for what a fork added: see [`Context::absorb`].
#[derive(Debug, Default)]
pub struct Renaming {
    symbols: RenamedIds<Symbol>,
    types: RenamedIds<Type>,
    constants: RenamedIds<Const>,
    attr_sets: RenamedIds<AttrSet>,
    attr_lists: RenamedIds<AttrList>,
    metas: RenamedIds<Meta>,
}

#[derive(Debug)]
struct RenamedIds<E> {
    base: usize,
    new: Vec<E>,
}

impl<E> Default for RenamedIds<E> {
    fn default() -> Self {
        Self { base: 0, new: Vec::new() }
    }
}

impl<E: Entity> RenamedIds<E> {
    fn of(&self, id: E) -> E {
        if id.index() < self.base { id } else { self.new[id.index() - self.base] }
    }
}

impl Renaming {
    /// The name of a symbol in the context that absorbed it.
    pub fn symbol(&self, id: Symbol) -> Symbol {
        self.symbols.of(id)
    }
    /// The name of a type in the context that absorbed it.
    pub fn ty(&self, id: Type) -> Type {
        self.types.of(id)
    }
    /// The name of a constant in the context that absorbed it.
    pub fn constant(&self, id: Const) -> Const {
        self.constants.of(id)
    }
    /// The name of an attribute set in the context that absorbed it.
    pub fn attr_set(&self, id: AttrSet) -> AttrSet {
        self.attr_sets.of(id)
    }
    /// The name of an attribute list in the context that absorbed it.
    pub fn attr_list(&self, id: AttrList) -> AttrList {
        self.attr_lists.of(id)
    }
    /// The name of metadata in the context that absorbed it.
    pub fn meta(&self, id: Meta) -> Meta {
        self.metas.of(id)
    }
    fn name(&self, name: Name) -> Name {
        match name {
            Name::Named(symbol) => Name::Named(self.symbol(symbol)),
            Name::Numbered(_) => name,
        }
    }
}

impl Context {
    /// A context that holds the common types and the empty attribute sets.
    pub fn new() -> Self {
        let mut ctx = Self {
            symbols: Interner::new(),
            types: Interner::new(),
            constants: Interner::new(),
            attr_sets: Interner::new(),
            attr_lists: Interner::new(),
            metas: Interner::new(),
            addressed_labels: FxHashSet::default(),
        };
        for kind in COMMON {
            ctx.types.intern(kind.clone());
        }
        ctx.attr_sets.intern(Box::default());
        ctx.attr_lists.intern(AttrListData::default());
        ctx
    }

    // Names.

    /// Interns a byte string.
    pub fn symbol(&mut self, bytes: &[u8]) -> Symbol {
        self.symbols.intern_ref(bytes)
    }

    /// The symbol of a byte string, if it was interned.
    pub fn find_symbol(&self, bytes: &[u8]) -> Option<Symbol> {
        self.symbols.find(bytes)
    }

    /// The bytes of a symbol.
    pub fn bytes(&self, symbol: Symbol) -> &[u8] {
        self.symbols.get(symbol)
    }

    /// A symbol as text, for messages.
    pub fn text(&self, symbol: Symbol) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(symbol))
    }

    /// A name as text without its sigil, for messages.
    pub fn name_text(&self, name: Name) -> std::borrow::Cow<'_, str> {
        match name {
            Name::Named(symbol) => self.text(symbol),
            Name::Numbered(number) => number.to_string().into(),
        }
    }

    // Types.

    /// Interns a type.
    pub fn ty(&mut self, kind: TypeKind) -> Type {
        self.types.intern(kind)
    }

    /// What a type is made of.
    #[inline]
    pub fn kind(&self, ty: Type) -> &TypeKind {
        self.types.get(ty)
    }

    /// `iN`.
    pub fn int_type(&mut self, width: u32) -> Type {
        self.ty(TypeKind::Int(width))
    }

    /// A type with the name taken off: the body of a named struct, else the type itself.
    pub fn structural(&self, ty: Type) -> Type {
        match *self.kind(ty) {
            TypeKind::Named { body: Some(body), .. } => body,
            _ => ty,
        }
    }

    /// The type of a vector's lanes, else the type itself.
    pub fn scalar(&self, ty: Type) -> Type {
        match *self.kind(ty) {
            TypeKind::Vector { elem, .. } => elem,
            _ => ty,
        }
    }

    /// A type like `ty` with lanes of type `lane`: a vector of as many lanes if `ty` is one, else
    /// `lane`.
    pub fn with_scalar(&mut self, ty: Type, lane: Type) -> Type {
        match *self.kind(ty) {
            TypeKind::Vector { len, scalable, .. } => {
                self.ty(TypeKind::Vector { len, scalable, elem: lane })
            }
            _ => lane,
        }
    }

    /// The type of part `index` of an array, struct or vector.
    pub fn part(&self, ty: Type, index: u64) -> Option<Type> {
        match self.kind(self.structural(ty)) {
            TypeKind::Array { len, elem } => (index < *len).then_some(*elem),
            TypeKind::Vector { len, scalable, elem } => {
                (*scalable || index < u64::from(*len)).then_some(*elem)
            }
            TypeKind::Struct { fields, .. } => fields.get(usize::try_from(index).ok()?).copied(),
            _ => None,
        }
    }

    /// How many components a value of a type has, lanes of scalable vectors counted once; none for
    /// a scalar.
    pub fn part_count(&self, ty: Type) -> Option<u64> {
        match self.kind(self.structural(ty)) {
            TypeKind::Array { len, .. } => Some(*len),
            TypeKind::Vector { len, .. } => Some(u64::from(*len)),
            TypeKind::Struct { fields, .. } => Some(fields.len() as u64),
            TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::X86Amx
            | TypeKind::X86Mmx
            | TypeKind::Int(..)
            | TypeKind::Byte(..)
            | TypeKind::Float(..)
            | TypeKind::Ptr(..)
            | TypeKind::Named { .. }
            | TypeKind::Target { .. }
            | TypeKind::Function { .. } => None,
        }
    }

    /// What an array has elements of.
    pub fn array_elem(&self, ty: Type) -> Option<Type> {
        match self.kind(ty) {
            TypeKind::Array { elem, .. } => Some(*elem),
            TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::X86Amx
            | TypeKind::X86Mmx
            | TypeKind::Int(..)
            | TypeKind::Byte(..)
            | TypeKind::Float(..)
            | TypeKind::Ptr(..)
            | TypeKind::Vector { .. }
            | TypeKind::Struct { .. }
            | TypeKind::Named { .. }
            | TypeKind::Target { .. }
            | TypeKind::Function { .. } => None,
        }
    }

    /// The width of an integer type.
    pub fn int_width(&self, ty: Type) -> Option<u32> {
        match *self.kind(ty) {
            TypeKind::Int(width) => Some(width),
            _ => None,
        }
    }

    // Constants.

    /// A constant's type and structure.
    #[inline]
    pub fn constant(&self, id: Const) -> &ConstData {
        self.constants.get(id)
    }

    /// Interns a constant that needs no normalising; see the methods below for those that do.
    pub fn make_const(&mut self, ty: Type, kind: ConstKind) -> Const {
        if let ConstKind::BlockAddress { block, .. } = kind {
            self.addressed_labels.insert(block);
        }
        self.constants.intern(ConstData { ty, kind })
    }

    /// Whether some `blockaddress` names this label, in whatever function.
    pub fn is_addressed(&self, label: Name) -> bool {
        self.addressed_labels.contains(&label)
    }

    /// An integer constant of at most 64 bits; bits above the width of `ty` are dropped.
    pub fn const_int(&mut self, ty: Type, value: u64) -> Const {
        let width = self.int_width(ty).unwrap_or(64);
        debug_assert!(width <= 64);
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        self.make_const(ty, ConstKind::Int(value & mask))
    }

    /// An integer constant of any width from little-endian limbs; missing limbs are zero, bits
    /// above the width dropped.
    pub fn const_wide_int(&mut self, ty: Type, limbs: &[u64]) -> Const {
        let width = self.int_width(ty).unwrap_or(64);
        if width <= 64 {
            return self.const_int(ty, limbs.first().copied().unwrap_or(0));
        }
        let count = width.div_ceil(64) as usize;
        let mut limbs: Vec<u64> =
            limbs.iter().copied().chain(std::iter::repeat(0)).take(count).collect();
        if !width.is_multiple_of(64) {
            limbs[count - 1] &= (1 << (width % 64)) - 1;
        }
        self.make_const(ty, ConstKind::WideInt(limbs.into()))
    }

    /// `true` or `false`.
    pub fn const_bool(&mut self, value: bool) -> Const {
        self.const_int(Type::I1, u64::from(value))
    }

    /// The zero of a type, if it has one.
    pub fn const_zero(&mut self, ty: Type) -> Option<Const> {
        let kind = match self.kind(ty) {
            TypeKind::Int(width) if *width > 64 => return Some(self.const_wide_int(ty, &[])),
            TypeKind::Int(_) | TypeKind::Byte(_) => ConstKind::Int(0),
            TypeKind::Float(_) => ConstKind::Float(0, 0),
            TypeKind::Ptr(_) => ConstKind::Null,
            TypeKind::Token => ConstKind::NoneToken,
            TypeKind::Array { .. } | TypeKind::Vector { .. } | TypeKind::Struct { .. } => {
                ConstKind::Zero
            }
            TypeKind::Named { body: Some(_), .. } | TypeKind::Target { .. } => ConstKind::Zero,
            TypeKind::X86Amx | TypeKind::X86Mmx => ConstKind::Zero,
            TypeKind::Named { body: None, .. } | TypeKind::Function { .. } => return None,
            TypeKind::Void | TypeKind::Label | TypeKind::Metadata => return None,
        };
        Some(self.make_const(ty, kind))
    }

    /// `undef`.
    pub fn const_undef(&mut self, ty: Type) -> Const {
        self.make_const(ty, ConstKind::Undef)
    }

    /// `poison`.
    pub fn const_poison(&mut self, ty: Type) -> Const {
        self.make_const(ty, ConstKind::Poison)
    }

    /// Whether a constant is the zero of its type.
    pub fn is_zero(&self, id: Const) -> bool {
        match &self.constant(id).kind {
            ConstKind::Int(0) | ConstKind::Float(0, 0) | ConstKind::Null | ConstKind::Zero => true,
            ConstKind::WideInt(limbs) => limbs.iter().all(|&limb| limb == 0),
            _ => false,
        }
    }

    /// The integer of at most 64 bits that a constant is.
    pub fn int_value(&self, id: Const) -> Option<u64> {
        match self.constant(id).kind {
            ConstKind::Int(value) => Some(value),
            _ => None,
        }
    }

    /// Whether a constant is one integer.
    pub fn is_int(&self, id: Const) -> bool {
        matches!(self.constant(id).kind, ConstKind::Int(_) | ConstKind::WideInt(_))
    }

    /// An array, struct or vector of these elements, normalised.
    pub fn const_aggregate(&mut self, ty: Type, elems: &[Const]) -> Const {
        let Some(&first) = elems.first() else {
            return self.make_const(ty, ConstKind::Zero);
        };
        let is = |ctx: &Self, wanted: &ConstKind| {
            elems.iter().all(|&elem| ctx.constant(elem).kind == *wanted)
        };
        if elems.iter().all(|&elem| self.is_zero(elem)) {
            return self.make_const(ty, ConstKind::Zero);
        }
        for kind in [ConstKind::Poison, ConstKind::Undef] {
            if is(self, &kind) {
                return self.make_const(ty, kind);
            }
        }
        match *self.kind(ty) {
            TypeKind::Vector { .. } if elems.iter().all(|&elem| elem == first) => {
                return self.make_const(ty, ConstKind::Splat(first));
            }
            TypeKind::Array { elem: Type::I8, .. } => {
                let bytes: Option<Box<[u8]>> = elems
                    .iter()
                    .map(|&elem| self.int_value(elem).map(|value| value as u8))
                    .collect();
                if let Some(bytes) = bytes {
                    return self.make_const(ty, ConstKind::Bytes(bytes));
                }
            }
            _ => {}
        }
        self.make_const(ty, ConstKind::Aggregate(elems.into()))
    }

    /// An array of bytes, normalised.
    pub fn const_bytes(&mut self, ty: Type, bytes: &[u8]) -> Const {
        let zero = bytes.iter().all(|&byte| byte == 0);
        self.make_const(ty, if zero { ConstKind::Zero } else { ConstKind::Bytes(bytes.into()) })
    }

    /// A vector of equal lanes, normalised.
    pub fn const_splat(&mut self, ty: Type, lane: Const) -> Const {
        let kind = match self.constant(lane).kind {
            ConstKind::Undef => ConstKind::Undef,
            ConstKind::Poison => ConstKind::Poison,
            _ if self.is_zero(lane) => ConstKind::Zero,
            _ => ConstKind::Splat(lane),
        };
        self.make_const(ty, kind)
    }

    /// Part `index` of a constant array, struct or vector. Expressions are not looked into.
    pub fn const_part(&mut self, id: Const, index: u64) -> Option<Const> {
        let ty = self.part(self.constant(id).ty, index)?;
        match &self.constant(id).kind {
            ConstKind::Zero => self.const_zero(ty),
            ConstKind::Undef => Some(self.const_undef(ty)),
            ConstKind::Poison => Some(self.const_poison(ty)),
            ConstKind::Splat(lane) => Some(*lane),
            ConstKind::Aggregate(elems) => elems.get(index as usize).copied(),
            ConstKind::Bytes(bytes) => {
                let byte = *bytes.get(index as usize)?;
                Some(self.const_int(ty, u64::from(byte)))
            }
            _ => None,
        }
    }

    // Attributes.

    /// Interns a set of attributes: sorted, and of several with the same kind or key only the last
    /// is unique.
    pub fn attr_set(&mut self, attrs: &[Attr]) -> AttrSet {
        if attrs.is_empty() {
            return AttrSet::EMPTY;
        }
        if attrs.len() == 1 {
            return self.attr_sets.intern_ref(attrs);
        }
        // By content, not by id: the order must not depend on what else the context holds.
        let mut unique = attrs.to_vec();
        unique.sort_by_cached_key(|attr| {
            let key = match attr {
                Attr::String(key, _) | Attr::Unknown(key, _) => self.bytes(*key).to_vec(),
                _ => Vec::new(),
            };
            (attr.kind().is_none(), attr.kind(), matches!(attr, Attr::Unknown(..)), key)
        });
        let same = |a: &Attr, b: &Attr| match (a, b) {
            (Attr::String(a, _), Attr::String(b, _))
            | (Attr::Unknown(a, _), Attr::Unknown(b, _)) => a == b,
            _ => a.kind().is_some() && a.kind() == b.kind(),
        };
        // The sort is stable, so that of equal ones the last that was written comes last.
        unique.dedup_by(|later, earlier| {
            let repeated = same(earlier, later);
            if repeated {
                *earlier = *later;
            }
            repeated
        });
        self.attr_sets.intern(unique.into())
    }

    /// The attributes of a set.
    pub fn attrs(&self, set: AttrSet) -> &[Attr] {
        self.attr_sets.get(set)
    }

    /// The attribute of this kind in a set.
    pub fn attr(&self, set: AttrSet, kind: AttrKind) -> Option<Attr> {
        self.attrs(set).iter().copied().find(|attr| attr.kind() == Some(kind))
    }

    /// Whether a set has an attribute of this kind.
    pub fn has_attr(&self, set: AttrSet, kind: AttrKind) -> bool {
        self.attr(set, kind).is_some()
    }

    /// The number that an attribute of this kind carries in a set.
    pub fn int_attr(&self, set: AttrSet, kind: AttrKind) -> Option<u64> {
        match self.attr(set, kind)? {
            Attr::Int(_, value) => Some(value),
            _ => None,
        }
    }

    /// The type that an attribute of this kind carries in a set.
    pub fn type_attr(&self, set: AttrSet, kind: AttrKind) -> Option<Type> {
        match self.attr(set, kind)? {
            Attr::Type(_, ty) => Some(ty),
            _ => None,
        }
    }

    /// The value of a string attribute in a set.
    pub fn string_attr(&self, set: AttrSet, key: &[u8]) -> Option<&[u8]> {
        self.attrs(set).iter().find_map(|attr| match *attr {
            Attr::String(found, value) if self.bytes(found) == key => {
                Some(value.map_or(&[][..], |it| self.bytes(it)))
            }
            _ => None,
        })
    }

    /// Interns a list of attribute sets; empty sets at the end are dropped.
    pub fn attr_list(
        &mut self,
        function: AttrSet,
        result: AttrSet,
        params: &[AttrSet],
    ) -> AttrList {
        let used = params.iter().rposition(|&set| set != AttrSet::EMPTY).map_or(0, |last| last + 1);
        self.attr_lists.intern(AttrListData { function, result, params: params[..used].into() })
    }

    /// The sets of a list.
    pub fn attr_list_data(&self, list: AttrList) -> &AttrListData {
        self.attr_lists.get(list)
    }

    // Metadata.

    /// Interns metadata.
    pub fn meta(&mut self, kind: MetaKind) -> Meta {
        self.metas.intern(kind)
    }

    /// What metadata is made of.
    pub fn meta_kind(&self, meta: Meta) -> &MetaKind {
        self.metas.get(meta)
    }

    // Threads.

    /// Makes the context shareable; [`FrozenContext::thaw`] gives it back.
    pub fn freeze(self) -> FrozenContext {
        FrozenContext {
            symbols: Arc::new(self.symbols),
            types: Arc::new(self.types),
            constants: Arc::new(self.constants),
            attr_sets: Arc::new(self.attr_sets),
            attr_lists: Arc::new(self.attr_lists),
            metas: Arc::new(self.metas),
            addressed_labels: self.addressed_labels,
        }
    }

    /// Takes over what a fork of this context added; the fork must have been made when this context
    /// was as it is now but for other forks of the same freeze that were absorbed before.
    pub fn absorb(&mut self, fork: Fork) -> Renaming {
        let Fork(fork, base) = fork;
        let mut renaming = Renaming::default();
        renaming.symbols.base = base.symbols;
        for symbol in fork.symbols.into_added() {
            renaming.symbols.new.push(self.symbols.intern(symbol));
        }
        renaming.types.base = base.types;
        for kind in fork.types.into_added() {
            let kind = rename_type(kind, &renaming);
            renaming.types.new.push(self.types.intern(kind));
        }
        renaming.constants.base = base.constants;
        for data in fork.constants.into_added() {
            let kind = rename_const(data.kind, &renaming);
            renaming.constants.new.push(self.make_const(renaming.ty(data.ty), kind));
        }
        renaming.attr_sets.base = base.attr_sets;
        for set in fork.attr_sets.into_added() {
            let set = set.iter().map(|attr| rename_attr(*attr, &renaming)).collect();
            renaming.attr_sets.new.push(self.attr_sets.intern(set));
        }
        renaming.attr_lists.base = base.attr_lists;
        for list in fork.attr_lists.into_added() {
            let list = AttrListData {
                function: renaming.attr_set(list.function),
                result: renaming.attr_set(list.result),
                params: list.params.iter().map(|&set| renaming.attr_set(set)).collect(),
            };
            renaming.attr_lists.new.push(self.attr_lists.intern(list));
        }
        renaming.metas.base = base.metas;
        for kind in fork.metas.into_added() {
            let kind = rename_meta(kind, &renaming);
            renaming.metas.new.push(self.metas.intern(kind));
        }
        renaming
    }
}

/// What a fork added, cut off from its base: see [`Context::absorb`].
#[derive(Debug)]
pub struct Fork(Context, BaseLengths);

#[derive(Debug, Clone, Copy)]
struct BaseLengths {
    symbols: usize,
    types: usize,
    constants: usize,
    attr_sets: usize,
    attr_lists: usize,
    metas: usize,
}

impl FrozenContext {
    /// A context that sees the frozen one and adds after it.
    pub fn fork(&self) -> Context {
        Context {
            symbols: Interner::fork(&self.symbols),
            types: Interner::fork(&self.types),
            constants: Interner::fork(&self.constants),
            attr_sets: Interner::fork(&self.attr_sets),
            attr_lists: Interner::fork(&self.attr_lists),
            metas: Interner::fork(&self.metas),
            addressed_labels: self.addressed_labels.clone(),
        }
    }

    /// Takes what a fork added.
    pub fn finish(&self, fork: Context) -> Fork {
        let base = BaseLengths {
            symbols: self.symbols.len(),
            types: self.types.len(),
            constants: self.constants.len(),
            attr_sets: self.attr_sets.len(),
            attr_lists: self.attr_lists.len(),
            metas: self.metas.len(),
        };
        Fork(fork.detach(), base)
    }

    /// The context again, once no fork refers to it any more (else a copy of it).
    pub fn thaw(self) -> Context {
        Context {
            symbols: Arc::unwrap_or_clone(self.symbols),
            types: Arc::unwrap_or_clone(self.types),
            constants: Arc::unwrap_or_clone(self.constants),
            attr_sets: Arc::unwrap_or_clone(self.attr_sets),
            attr_lists: Arc::unwrap_or_clone(self.attr_lists),
            metas: Arc::unwrap_or_clone(self.metas),
            addressed_labels: self.addressed_labels,
        }
    }
}

impl Context {
    fn detach(mut self) -> Self {
        self.symbols.detach();
        self.types.detach();
        self.constants.detach();
        self.attr_sets.detach();
        self.attr_lists.detach();
        self.metas.detach();
        self
    }
}

fn rename_type(kind: TypeKind, to: &Renaming) -> TypeKind {
    match kind {
        TypeKind::Array { len, elem } => TypeKind::Array { len, elem: to.ty(elem) },
        TypeKind::Vector { len, scalable, elem } => {
            TypeKind::Vector { len, scalable, elem: to.ty(elem) }
        }
        TypeKind::Struct { packed, fields } => {
            TypeKind::Struct { packed, fields: fields.iter().map(|&field| to.ty(field)).collect() }
        }
        TypeKind::Named { name, body } => {
            TypeKind::Named { name: to.name(name), body: body.map(|it| to.ty(it)) }
        }
        TypeKind::Target { name, types, ints } => TypeKind::Target {
            name: to.symbol(name),
            types: types.iter().map(|&it| to.ty(it)).collect(),
            ints,
        },
        TypeKind::Function { ret, params, vararg } => TypeKind::Function {
            ret: to.ty(ret),
            params: params.iter().map(|&param| to.ty(param)).collect(),
            vararg,
        },
        TypeKind::Void
        | TypeKind::Label
        | TypeKind::Metadata
        | TypeKind::Token
        | TypeKind::X86Amx => kind,
        TypeKind::X86Mmx
        | TypeKind::Int(_)
        | TypeKind::Byte(_)
        | TypeKind::Float(_)
        | TypeKind::Ptr(_) => kind,
    }
}

fn rename_const(kind: ConstKind, to: &Renaming) -> ConstKind {
    use crate::{ConstExpr, ExprDetail, InlineAsm};
    let all = |ids: &[Const]| -> Box<[Const]> { ids.iter().map(|&id| to.constant(id)).collect() };
    match kind {
        ConstKind::Aggregate(elems) => ConstKind::Aggregate(all(&elems)),
        ConstKind::PtrAuth(parts) => ConstKind::PtrAuth(all(&parts)),
        ConstKind::Splat(lane) => ConstKind::Splat(to.constant(lane)),
        ConstKind::Global(name) => ConstKind::Global(to.name(name)),
        ConstKind::BlockAddress { function, block } => {
            ConstKind::BlockAddress { function: to.name(function), block: to.name(block) }
        }
        ConstKind::DsoLocalEquivalent(name) => ConstKind::DsoLocalEquivalent(to.name(name)),
        ConstKind::NoCfi(name) => ConstKind::NoCfi(to.name(name)),
        ConstKind::Asm(asm) => ConstKind::Asm(Box::new(InlineAsm {
            template: to.symbol(asm.template),
            constraints: to.symbol(asm.constraints),
            ..*asm
        })),
        ConstKind::Expr(expr) => {
            let detail = match expr.detail {
                ExprDetail::Gep { source, inrange } => ExprDetail::Gep {
                    source: to.ty(source),
                    inrange: inrange.map(|(lo, hi)| (to.constant(lo), to.constant(hi))),
                },
                ExprDetail::None | ExprDetail::Indices(_) => expr.detail,
                ExprDetail::IntPredicate(_) | ExprDetail::FloatPredicate(_) => expr.detail,
            };
            ConstKind::Expr(Box::new(ConstExpr {
                opcode: expr.opcode,
                flags: expr.flags,
                operands: all(&expr.operands),
                detail,
            }))
        }
        ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Float(..) | ConstKind::Bytes(_) => {
            kind
        }
        ConstKind::Null
        | ConstKind::NoneToken
        | ConstKind::Zero
        | ConstKind::Undef
        | ConstKind::Poison => kind,
    }
}

fn rename_attr(attr: Attr, to: &Renaming) -> Attr {
    match attr {
        Attr::Type(kind, ty) => Attr::Type(kind, to.ty(ty)),
        Attr::Range(lo, hi) => Attr::Range(to.constant(lo), to.constant(hi)),
        Attr::Text(kind, text) => Attr::Text(kind, to.symbol(text)),
        Attr::String(key, value) => Attr::String(to.symbol(key), value.map(|it| to.symbol(it))),
        Attr::Unknown(word, text) => Attr::Unknown(to.symbol(word), text.map(|it| to.symbol(it))),
        Attr::Flag(_) | Attr::Int(..) | Attr::Pair(..) | Attr::Memory(_) => attr,
    }
}

fn rename_meta(kind: MetaKind, to: &Renaming) -> MetaKind {
    let all = |ids: &[Meta]| -> Box<[Meta]> { ids.iter().map(|&id| to.meta(id)).collect() };
    match kind {
        MetaKind::Null | MetaKind::Slot(_) => kind,
        MetaKind::String(text) => MetaKind::String(to.symbol(text)),
        MetaKind::Const(id) => MetaKind::Const(to.constant(id)),
        MetaKind::Tuple(elems) => MetaKind::Tuple(all(&elems)),
        MetaKind::Node { name, fields } => MetaKind::Node {
            name: to.symbol(name),
            fields: fields
                .iter()
                .map(|field| MetaField {
                    key: field.key.map(|key| to.symbol(key)),
                    value: match &field.value {
                        MetaFieldValue::Meta(meta) => MetaFieldValue::Meta(to.meta(*meta)),
                        MetaFieldValue::String(text) => MetaFieldValue::String(to.symbol(*text)),
                        MetaFieldValue::Words(text) => MetaFieldValue::Words(to.symbol(*text)),
                        MetaFieldValue::List(elems) => MetaFieldValue::List(all(elems)),
                    },
                })
                .collect(),
        },
    }
}
