//! Instructions: what one holds besides its operands.

use crate::{
    AttrList, Block, Edge, Flags, FloatPredicate, Inst, IntPredicate, Meta, Opcode, Opt, Ordering,
    RmwOp, Span, Symbol, Type, UseRange, Value,
};

/// What a function body stores of an instruction. It is read through
/// [`Body::inst`](crate::Body::inst) and changed only through the methods of [`Body`](crate::Body).
#[derive(Clone, Debug)]
pub struct InstData {
    /// What it does.
    pub opcode: Opcode,
    /// Predicate of a comparison, as its number.
    pub(crate) predicate: u8,
    /// Binary logarithm of the alignment plus one; zero for none.
    pub(crate) align: u8,
    /// How many metadata attachments it has besides its debug location.
    pub(crate) attachment_count: u8,
    /// Its flags.
    pub flags: Flags,
    /// The type that is written in it: the allocated type of `alloca`, the source element type of
    /// `getelementptr`, the callee's function type of calls; else the type of the result, or of the
    /// first operand if there is none.
    pub ty: Type,
    pub(crate) extra: u32,
    pub(crate) operands: UseRange,
    pub(crate) first_edge: u32,
    pub(crate) edge_count: u32,
    pub(crate) result: Opt<Value>,
    pub(crate) block: Opt<Block>,
    pub(crate) prev: Opt<Inst>,
    pub(crate) next: Opt<Inst>,
    /// Where it stands in the text.
    pub span: Span,
    /// Its debug location.
    pub debug: Opt<Meta>,
    pub(crate) first_attachment: u32,
}

const _: () = assert!(size_of::<InstData>() <= 72);

impl InstData {
    /// The predicate of an `icmp`.
    pub fn int_predicate(&self) -> IntPredicate {
        IntPredicate::ALL[self.predicate as usize]
    }

    /// The predicate of an `fcmp`.
    pub fn float_predicate(&self) -> FloatPredicate {
        FloatPredicate::ALL[self.predicate as usize]
    }

    /// The alignment in bytes, if one is written.
    pub fn align(&self) -> Option<u64> {
        (self.align > 0).then(|| 1 << (self.align - 1))
    }

    /// Its result.
    #[inline]
    pub fn result(&self) -> Option<Value> {
        self.result.get()
    }

    /// The block it stands in; none if it was removed.
    pub fn block(&self) -> Option<Block> {
        self.block.get()
    }

    /// The edges that leave it.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = Edge> + ExactSizeIterator + use<> {
        (self.first_edge..self.first_edge + self.edge_count).map(Edge::from_u32)
    }

    /// How many operands it has.
    pub fn operand_count(&self) -> usize {
        self.operands.len as usize
    }
}

/// What some opcodes need besides operands, flags and type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Extra {
    /// Nothing.
    None,
    /// Of `call`, `invoke` and `callbr`.
    Call(CallInfo),
    /// Of atomic accesses and `fence`.
    Atomic(AtomicInfo),
    /// The path of `extractvalue` and `insertvalue`.
    Indices(Box<[u32]>),
    /// Which clauses of a `landingpad` are filters; the others catch.
    Filters(Box<[bool]>),
    /// Which debug record: `value`, `declare`, `assign`, `label`, ...
    Record(Symbol),
}

impl Extra {
    /// What a call needs; none of other instructions.
    pub fn call(&self) -> Option<&CallInfo> {
        match self {
            Self::Call(call) => Some(call),
            Self::None
            | Self::Atomic(_)
            | Self::Indices(_)
            | Self::Filters(_)
            | Self::Record(_) => None,
        }
    }

    /// What an atomic access or a fence needs; none of other instructions.
    pub fn atomic(&self) -> Option<&AtomicInfo> {
        match self {
            Self::Atomic(atomic) => Some(atomic),
            Self::None | Self::Call(_) | Self::Indices(_) | Self::Filters(_) | Self::Record(_) => {
                None
            }
        }
    }

    /// Whether this is of an atomic access above `unordered`, which is observed (§1.3).
    pub fn is_ordered(&self) -> bool {
        self.atomic().is_some_and(|atomic| atomic.ordering > Ordering::Unordered)
    }

    /// The path of `extractvalue` and `insertvalue`; empty of other instructions.
    pub fn indices(&self) -> &[u32] {
        match self {
            Self::Indices(path) => path,
            Self::None | Self::Call(_) | Self::Atomic(_) | Self::Filters(_) | Self::Record(_) => {
                &[]
            }
        }
    }
}

/// What a call needs besides its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallInfo {
    /// The calling convention, as LLVM's number.
    pub convention: u32,
    /// Attributes of the call site.
    pub attrs: AttrList,
    /// How many operands are arguments: bundle operands and the callee come after them.
    pub args: u32,
    /// The operand bundles in order.
    pub bundles: Box<[Bundle]>,
}

/// An operand bundle of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// Its tag.
    pub tag: Symbol,
    /// How many operands it has.
    pub operands: u32,
}

/// How an atomic access behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomicInfo {
    /// The operation of an `atomicrmw`.
    pub op: Option<RmwOp>,
    /// The ordering; of a `cmpxchg` that succeeds.
    pub ordering: Ordering,
    /// The ordering of a `cmpxchg` that fails.
    pub failure: Ordering,
    /// The synchronisation scope; none for the whole system.
    pub scope: Option<Symbol>,
}

/// An instruction that is to be made.
#[derive(Clone, Debug)]
pub struct NewInst<'a> {
    /// What it does.
    pub opcode: Opcode,
    /// Its flags.
    pub flags: Flags,
    /// See [`InstData::ty`].
    pub ty: Type,
    /// The type of its result; none or `void` if it has none.
    pub result: Option<Type>,
    /// Its operands.
    pub operands: &'a [Value],
    /// Its edges, with the arguments for the target's parameters.
    pub edges: &'a [(Block, &'a [Value])],
    /// Number of the predicate of a comparison.
    pub predicate: u8,
    /// Alignment in bytes: a power of two.
    pub align: Option<u64>,
    /// What else the opcode needs.
    pub extra: Extra,
    /// Where it stands.
    pub span: Span,
    /// Its debug location.
    pub debug: Option<Meta>,
    /// Its metadata attachments.
    pub attachments: &'a [(Symbol, Meta)],
}

impl<'a> NewInst<'a> {
    /// An instruction without flags, edges and extras.
    pub fn new(opcode: Opcode, ty: Type, operands: &'a [Value]) -> Self {
        Self {
            opcode,
            flags: Flags::NONE,
            ty,
            result: None,
            operands,
            edges: &[],
            predicate: 0,
            align: None,
            extra: Extra::None,
            span: Span::NONE,
            debug: None,
            attachments: &[],
        }
    }

    /// With a result of the instruction's own type.
    pub fn with_result(self) -> Self {
        let ty = self.ty;
        self.returning(ty)
    }

    /// With a result of this type.
    pub fn returning(self, ty: Type) -> Self {
        Self { result: Some(ty), ..self }
    }

    /// With these flags.
    pub fn flags(self, flags: Flags) -> Self {
        Self { flags, ..self }
    }

    /// With these edges.
    pub fn edges(self, edges: &'a [(Block, &'a [Value])]) -> Self {
        Self { edges, ..self }
    }
}
