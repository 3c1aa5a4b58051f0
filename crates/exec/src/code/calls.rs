//! Attributes of call sites and signatures, evaluated once.

use super::{Quick, Reg};
use crate::shape::Shape;
use std::rc::Rc;
use std::sync::Arc;
use tollgate_ir::{Attr, AttrKind, AttrList, AttrSet, Const, Context, Flags, Func, Inst, Type};
use tollgate_sem::intrinsics::{CallShape, Intrinsic};

/// The callee.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    /// A function of the module.
    Direct(Func),
    /// An intrinsic, declared as this function; none if the table does not know it.
    Intrinsic(Func, Option<(Intrinsic, Option<Rc<CallShape>>)>),
    /// Whatever the register points to.
    Indirect(Reg),
    /// Inline assembly.
    Asm,
}

/// Attributes of an argument or a result.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueChecks {
    /// Neither poison nor undef, else undefined behaviour.
    pub noundef: bool,
    /// Not null, else poison.
    pub nonnull: bool,
    /// Aligned so, else poison.
    pub align: Option<u64>,
    /// In this range, else poison.
    pub range: Option<(Const, Const)>,
    /// None of these float classes, else poison.
    pub nofpclass: u32,
    /// Number of dereferenceable bytes; otherwise undefined behaviour.
    pub dereferenceable: u64,
    /// Number of bytes dereferenceable unless it is null.
    pub dereferenceable_or_null: u64,
    /// Number of bytes passed by reference, which must exist; otherwise undefined behaviour.
    pub present: u64,
    /// All of these bytes can also be written, since they are stored back when the callee is
    /// entered.
    pub writable: bool,
    /// Size and alignment of the callee's copy.
    pub byval: Option<(u64, u64)>,
    /// Alignment of the object that is copied; otherwise undefined behaviour: `align` of a `byval`
    /// argument is about both.
    pub copied_align: u64,
    /// The attribute is one that is not interpreted.
    pub unsupported: Option<&'static str>,
    /// Whether none of the above applies.
    pub nothing: bool,
    /// Whether `noundef` is all that applies: checked in line.
    pub only_noundef: bool,
}

impl ValueChecks {
    /// The checks for these attributes; `sizes` returns size and alignment of a type.
    pub(crate) fn of(
        ctx: &Context,
        set: AttrSet,
        sizes: &mut dyn FnMut(Type) -> Option<(u64, u64)>,
    ) -> Self {
        let mut checks = Self::default();
        let mut align = None;
        for attr in ctx.attrs(set) {
            match *attr {
                Attr::Flag(AttrKind::NoUndef) => checks.noundef = true,
                Attr::Flag(AttrKind::NonNull) => checks.nonnull = true,
                Attr::Flag(AttrKind::Writable) => checks.writable = true,
                Attr::Int(AttrKind::Align, bytes) => align = Some(bytes),
                Attr::Int(AttrKind::NoFpClass, mask) => checks.nofpclass = mask as u32,
                Attr::Int(AttrKind::Dereferenceable, bytes) => checks.dereferenceable = bytes,
                Attr::Int(AttrKind::DereferenceableOrNull, bytes) => {
                    checks.dereferenceable_or_null = bytes
                }
                Attr::Range(low, high) => checks.range = Some((low, high)),
                Attr::Type(AttrKind::ByVal, ty) => match sizes(ty) {
                    Some(size) => checks.byval = Some(size),
                    None => checks.unsupported = Some("byval of a type without a size"),
                },
                // Who calls guarantees that the memory is there, and, of a result that is passed,
                // that it can be written.
                Attr::Type(kind @ (AttrKind::StructRet | AttrKind::ByRef), ty) => match sizes(ty) {
                    Some((size, _)) => {
                        checks.present = checks.present.max(size);
                        checks.writable |= kind == AttrKind::StructRet;
                    }
                    None => checks.unsupported = Some("memory of a type without a size"),
                },
                Attr::Type(AttrKind::InAlloca, _) => checks.unsupported = Some("inalloca"),
                Attr::Type(AttrKind::Preallocated, _) => checks.unsupported = Some("preallocated"),
                _ => {}
            }
        }
        match (&mut checks.byval, align) {
            // The copy has the alignment of the attribute.
            (Some(copy), Some(align)) => (copy.1, checks.copied_align) = (align, align),
            (Some(_), None) => checks.copied_align = 1,
            (None, align) => checks.align = align,
        }
        // What the callee may write then is its copy.
        checks.writable &= checks.byval.is_none();
        // `dereferenceable` implies `noundef` (§11.12).
        checks.noundef |= checks.dereferenceable != 0 || checks.dereferenceable_or_null != 0;
        checks.finish()
    }

    /// The checks without `dereferenceable`. Arguments of intrinsics are checked where they are
    /// accessed; LLVM 19 shortens a `memset` and leaves the attribute as it was, which is too large
    /// then.
    pub(super) fn without_dereferenceable(self) -> Self {
        Self { dereferenceable: 0, dereferenceable_or_null: 0, ..self }.finish()
    }

    fn finish(mut self) -> Self {
        let others = self.nonnull
            || self.align.is_some()
            || self.range.is_some()
            || self.nofpclass != 0
            || self.dereferenceable != 0
            || self.dereferenceable_or_null != 0
            || self.present != 0
            || self.byval.is_some()
            || self.unsupported.is_some();
        self.nothing = !others && !self.noundef;
        self.only_noundef = !others && self.noundef;
        self
    }
}

/// An argument of a call site.
#[derive(Clone, Debug)]
pub(crate) struct ArgSite {
    pub reg: Reg,
    pub ty: Type,
    pub shape: Arc<Shape>,
    pub checks: ValueChecks,
}

/// A call, invoke or callbr.
#[derive(Clone, Debug)]
pub(crate) struct CallSite {
    pub callee: Callee,
    pub args: Box<[ArgSite]>,
    pub dst: Reg,
    /// The function type at the site.
    pub ty: Type,
    pub result_type: Type,
    pub result: Arc<Shape>,
    pub convention: u32,
    pub result_checks: ValueChecks,
    /// Attributes of the site itself.
    pub site_attrs: AttrSet,
    pub site_list: AttrList,
    pub no_unwind: bool,
    pub no_return: bool,
    pub must_tail: bool,
    /// Whether it is marked as a tail call, of whatever kind.
    pub tail: bool,
    /// Whether metadata asserts a fact about the result.
    pub has_value_metadata: bool,
    /// Edges of an invoke: normal, unwind.
    pub edges: Option<(u32, u32)>,
    /// How it is done on plain words, if it is an intrinsic for which that is known.
    pub quick: Option<Quick>,
    /// Fast-math flags.
    pub flags: Flags,
    pub inst: Inst,
}
