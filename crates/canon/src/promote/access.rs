//! What an access and an address of a slot have to be.

use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_ir::{
    Attr, AttrKind, Body, Context, Extra, Flags, FloatType, Inst, Meta, Opcode, Type, TypeKind,
};
use tollgate_sem::Int;
use tollgate_sem::address;
use tollgate_sem::call;
use tollgate_sem::intrinsics::Intrinsic;
use tollgate_sem::lanes;
use tollgate_sem::layout::DataLayout;

/// What matters of a type that is loaded or stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Measure {
    /// The bytes that a store writes.
    pub size: u64,
    /// The alignment of an access that says none.
    pub align: u64,
    /// Its values are the bits of its bytes, and nothing else: between two such types of one size
    /// `bitcast` does what a store and a load do.
    pub is_bits: bool,
}

/// Measures types, each once. Gives none for one whose values memory does not give back as they
/// were, or that cannot be a parameter.
pub(super) struct Measures<'a> {
    pub ctx: &'a Context,
    pub layout: &'a DataLayout,
    known: FxHashMap<Type, Option<Measure>>,
}

impl<'a> Measures<'a> {
    pub(super) fn new(ctx: &'a Context, layout: &'a DataLayout) -> Self {
        Self { ctx, layout, known: FxHashMap::default() }
    }

    pub(super) fn of(&mut self, ty: Type) -> Option<Measure> {
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        let measure = self.measure(ty);
        self.known.insert(ty, measure);
        measure
    }

    fn measure(&self, ty: Type) -> Option<Measure> {
        if !is_given_back(self.ctx, self.layout, ty) {
            return None;
        }
        let size = self.layout.store_size(self.ctx, ty).ok().filter(|&size| size > 0)?;
        let align = self.layout.abi_align(self.ctx, ty).ok()?;
        let is_bits = match *self.ctx.kind(ty) {
            TypeKind::Int(width) => u64::from(width) == size * 8,
            TypeKind::Float(format) => match format {
                FloatType::Half
                | FloatType::BFloat
                | FloatType::Float
                | FloatType::Double
                | FloatType::Fp128 => true,
                // Their bytes are not in the order of one number on every machine.
                FloatType::X86Fp80 | FloatType::PpcFp128 => false,
            },
            _ => false,
        };
        Some(Measure { size, align, is_bits })
    }
}

/// Whether a load of this type gives back what a store of it put there, whatever that was.
fn is_given_back(ctx: &Context, layout: &DataLayout, ty: Type) -> bool {
    let mut stack = vec![ty];
    let mut seen: FxHashSet<Type> = FxHashSet::default();
    while let Some(ty) = stack.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match ctx.kind(ty) {
            TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Ptr(_) => {}
            TypeKind::Array { elem, .. } => stack.push(*elem),
            TypeKind::Struct { fields, .. } => stack.extend(fields.iter()),
            TypeKind::Named { body: Some(body), .. } => stack.push(*body),
            // Lanes that share a byte share its poison.
            TypeKind::Vector { scalable: false, elem, .. } => {
                if lanes::share_bytes(ctx, layout, *elem) {
                    return false;
                }
                stack.push(*elem);
            }
            TypeKind::Vector { scalable: true, .. }
            | TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::X86Amx
            | TypeKind::X86Mmx
            | TypeKind::Byte(_)
            | TypeKind::Named { body: None, .. }
            | TypeKind::Target { .. }
            | TypeKind::Function { .. } => return false,
        }
    }
    true
}

/// A marker of a lifetime.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Marker {
    /// `llvm.lifetime.start`
    Start,
    /// `llvm.lifetime.end`
    End,
}

/// The marker that a call is, with its operand of this number as the address, of the whole of a
/// slot of so many bytes.
pub(super) fn marker(
    ctx: &Context,
    body: &Body,
    inst: Inst,
    operand: u32,
    slot_size: u64,
) -> Option<Marker> {
    let marker = match call::intrinsic(ctx, body, inst)? {
        Intrinsic::LifetimeStart => Marker::Start,
        Intrinsic::LifetimeEnd => Marker::End,
        _ => return None,
    };
    let args = body.call_args(inst).len();
    // Arguments and the callee: there are no bundles.
    if body.inst(inst).opcode != Opcode::Call || body.inst(inst).operand_count() != args + 1 {
        return None;
    }
    if !promises_nothing(ctx, body, inst) {
        return None;
    }
    // The address is the second of two arguments, or, since LLVM 22, the only one.
    let size = match (args, operand) {
        (1, 0) => slot_size,
        (2, 1) => ctx.int_value(body.as_const(body.operand(inst, 0))?)?,
        _ => return None,
    };
    (size == slot_size || size == u64::MAX).then_some(marker)
}

/// Whether a call of a marker promises nothing but what is so of every stack slot.
fn promises_nothing(ctx: &Context, body: &Body, inst: Inst) -> bool {
    let Extra::Call(call) = body.extra(inst) else { return false };
    let data = ctx.attr_list_data(call.attrs);
    let is_known = |attr: &Attr| {
        matches!(
            attr.kind(),
            Some(AttrKind::ImmArg | AttrKind::NoCapture | AttrKind::NonNull | AttrKind::NoUndef)
        )
    };
    let is_usual =
        |attr: &Attr| matches!(attr.kind(), Some(AttrKind::NoUnwind | AttrKind::WillReturn));
    call.convention == 0
        && ctx.attrs(data.function).iter().all(is_usual)
        && data.params.iter().all(|&set| ctx.attrs(set).iter().all(is_known))
}

/// Whether a call of a marker asserts that the address is not null.
pub(super) fn asserts_not_null(ctx: &Context, body: &Body, inst: Inst) -> bool {
    let Extra::Call(call) = body.extra(inst) else { return true };
    let params = &ctx.attr_list_data(call.attrs).params;
    params.iter().any(|&set| ctx.has_attr(set, AttrKind::NonNull))
}

/// Whether a load or store does nothing besides reading or writing.
pub(super) fn is_plain(body: &Body, inst: Inst) -> bool {
    !body.inst(inst).flags.intersects(Flags::VOLATILE) && matches!(body.extra(inst), Extra::None)
}

/// What an access promises of the others to the same place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Promises {
    /// Their TBAA tags agree with this one.
    tag: Option<Meta>,
    /// It is in scopes that others may be without.
    is_in_scopes: bool,
    /// None of them is in some scopes.
    excludes_scopes: bool,
}

impl Promises {
    /// The promises of an access; none if it makes others.
    pub(super) fn of(ctx: &Context, body: &Body, inst: Inst) -> Option<Self> {
        let mut this = Self::default();
        for &(kind, meta) in body.attachments(inst) {
            match ctx.bytes(kind) {
                b"tbaa" => this.tag = Some(meta),
                b"alias.scope" => this.is_in_scopes = true,
                b"noalias" => this.excludes_scopes = true,
                // Hints and notes.
                b"nontemporal" | b"annotation" | b"DIAssignID" | b"pcsections" => {}
                _ => return None,
            }
        }
        Some(this)
    }

    /// Whether these are kept by all accesses to a place, being all there are.
    pub(super) fn are_uniform(all: impl Iterator<Item = Self> + Clone) -> bool {
        let mut tags = all.clone().filter_map(|it| it.tag);
        let one_tag = tags.next().is_none_or(|first| tags.all(|tag| tag == first));
        let scopes =
            all.clone().any(|it| it.is_in_scopes) && all.clone().any(|it| it.excludes_scopes);
        one_tag && !scopes
    }
}

/// Where a `getelementptr` leads that begins `base` bytes into an object of `size` bytes, if that
/// is one constant for one pointer and no step of it leaves the object: then all flags hold.
pub(super) fn destination(
    ctx: &Context,
    layout: &DataLayout,
    body: &Body,
    gep: Inst,
    base: u64,
    size: u64,
) -> Option<u64> {
    let data = body.inst(gep);
    let TypeKind::Ptr(space) = *ctx.kind(body.value_type(data.result()?)) else { return None };
    let mut numbers: Vec<u64> = Vec::new();
    let mut indices: Vec<Int> = Vec::new();
    for index in body.operands(gep).skip(1) {
        let TypeKind::Int(width) = *ctx.kind(body.value_type(index)) else { return None };
        let number = ctx.int_value(body.as_const(index)?)?;
        numbers.push(number);
        indices.push(Int::new(width, number));
    }
    let (steps, _) =
        address::steps(ctx, layout, data.ty, numbers.len(), |at| numbers.get(at).copied()).ok()?;
    let mut reached = base;
    for count in 1..=steps.len() {
        let width = layout.pointer(space).index_bits;
        let offset = address::offset(&steps[..count], &indices, width, data.flags)?.to_i64()?;
        reached = base.checked_add_signed(offset).filter(|&at| at <= size)?;
    }
    // Backwards is a wrap of unsigned numbers.
    (reached >= base || !data.flags.contains(Flags::NUW)).then_some(reached)
}
