//! The rules of attributes: where they stand, what they carry, and what they contradict.

use super::types::{is_float, is_int, is_ptr, scalar_is};
use super::{Verifier, ViolationKind};
use crate::{Attr, AttrForm, AttrKind, AttrList, AttrSet, Name, Places, Type};

/// Where a set of attributes stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seat {
    Function,
    Result,
    Param,
    Global,
}

impl Seat {
    fn place(self) -> Places {
        match self {
            Self::Function => Places::FUNCTION,
            Self::Result => Places::RESULT,
            Self::Param => Places::PARAM,
            Self::Global => Places::GLOBAL,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Function => "a function",
            Self::Result => "a result",
            Self::Param => "a parameter",
            Self::Global => "a variable",
        }
    }
}

/// Attributes that need an integer.
const INTEGER: &[AttrKind] =
    &[AttrKind::ZeroExt, AttrKind::SignExt, AttrKind::NoExt, AttrKind::AllocAlign];

/// Attributes that need a pointer.
const POINTER: &[AttrKind] = &[
    AttrKind::AllocPtr,
    AttrKind::ByRef,
    AttrKind::ByVal,
    AttrKind::Captures,
    AttrKind::DeadOnUnwind,
    AttrKind::Dereferenceable,
    AttrKind::DereferenceableOrNull,
    AttrKind::ElementType,
    AttrKind::InAlloca,
    AttrKind::Initializes,
    AttrKind::Nest,
    AttrKind::NoAlias,
    AttrKind::NoCapture,
    AttrKind::NonNull,
    AttrKind::Preallocated,
    AttrKind::ReadNone,
    AttrKind::ReadOnly,
    AttrKind::StructRet,
    AttrKind::SwiftError,
    AttrKind::Writable,
    AttrKind::WriteOnly,
];

/// Pairs that contradict each other on a function.
const FUNCTION_CONFLICTS: &[(AttrKind, AttrKind)] = &[
    (AttrKind::AlwaysInline, AttrKind::NoInline),
    (AttrKind::OptNone, AttrKind::OptSize),
    (AttrKind::OptNone, AttrKind::MinSize),
    (AttrKind::OptNone, AttrKind::OptDebug),
];

/// Pairs that contradict each other on a result or parameter.
const VALUE_CONFLICTS: &[(AttrKind, AttrKind)] = &[
    (AttrKind::ZeroExt, AttrKind::SignExt),
    (AttrKind::ZeroExt, AttrKind::NoExt),
    (AttrKind::SignExt, AttrKind::NoExt),
    (AttrKind::ReadNone, AttrKind::ReadOnly),
    (AttrKind::ReadNone, AttrKind::WriteOnly),
    (AttrKind::ReadOnly, AttrKind::WriteOnly),
];

/// Ways to pass an argument, of which it has at most one. `sret` may be passed `inreg`.
const WAYS: &[&[AttrKind]] = &[
    &[AttrKind::ByVal],
    &[AttrKind::InAlloca],
    &[AttrKind::Preallocated],
    &[AttrKind::StructRet, AttrKind::InReg],
    &[AttrKind::Nest],
    &[AttrKind::ByRef],
];

/// Attributes that one parameter of a function may have.
const UNIQUE: &[AttrKind] = &[
    AttrKind::StructRet,
    AttrKind::Nest,
    AttrKind::Returned,
    AttrKind::SwiftSelf,
    AttrKind::SwiftAsync,
    AttrKind::SwiftError,
];

impl Verifier<'_> {
    pub(super) fn global_attrs(&mut self, set: AttrSet) {
        self.set(set, Seat::Global);
    }

    /// Checks the attributes of a function or call site whose result and arguments have these
    /// types.
    pub(super) fn attr_list(&mut self, list: AttrList, ret: Type, params: &[Type], callee: Name) {
        if list == AttrList::EMPTY {
            return;
        }
        let ctx = self.ctx;
        let data = ctx.attr_list_data(list);
        self.set(data.function, Seat::Function);
        if let Some(Attr::Pair(kind, first, second)) = ctx.attr(data.function, AttrKind::AllocSize)
        {
            for index in [Some(first), second].into_iter().flatten() {
                if !params.get(index as usize).is_some_and(|&ty| is_int(ctx.kind(ty))) {
                    self.report(ViolationKind::AttributeParameter {
                        attribute: kind.word(),
                        index,
                    });
                }
            }
        }
        self.set(data.result, Seat::Result);
        self.typed_set(data.result, ret);
        if data.params.len() > params.len() {
            let (expected, found) = (params.len(), data.params.len());
            self.report(ViolationKind::AttributeCount { expected, found });
        }
        for (&set, &ty) in data.params.iter().zip(params) {
            self.set(set, Seat::Param);
            self.typed_set(set, ty);
        }
        for &kind in UNIQUE {
            if data.params.iter().filter(|&&set| ctx.has_attr(set, kind)).count() > 1 {
                self.report(ViolationKind::AttributeRepeated { attribute: kind.word() });
            }
        }
        if data.params.iter().skip(2).any(|&set| ctx.has_attr(set, AttrKind::StructRet)) {
            let attribute = AttrKind::StructRet.word().to_string();
            self.report(ViolationKind::AttributePlace {
                attribute,
                place: "a parameter behind the second",
            });
        }
        let immediate = data.params.iter().any(|&set| ctx.has_attr(set, AttrKind::ImmArg));
        if immediate && !self.is_intrinsic(callee) {
            let attribute = AttrKind::ImmArg.word().to_string();
            self.report(ViolationKind::AttributePlace {
                attribute,
                place: "a parameter of a function that is no intrinsic",
            });
        }
    }

    /// What can be checked of a set whatever it stands on. Each set is checked once for each kind
    /// of place.
    fn set(&mut self, set: AttrSet, seat: Seat) {
        let bit = 1u8 << seat as u8;
        if set == AttrSet::EMPTY || self.checked_attr_sets[set] & bit != 0 {
            return;
        }
        self.checked_attr_sets[set] |= bit;
        let ctx = self.ctx;
        for attr in ctx.attrs(set) {
            let Some(kind) = attr.kind() else { continue };
            if !kind.places().allows(seat.place()) {
                self.report(ViolationKind::AttributePlace {
                    attribute: kind.word().to_string(),
                    place: seat.words(),
                });
            }
            if !has_form(attr, kind) {
                self.report(ViolationKind::AttributeForm { attribute: kind.word().to_string() });
            }
            if let Attr::Range(low, high) = *attr {
                self.constant(low);
                self.constant(high);
            }
        }
        let has = |kind: AttrKind| ctx.has_attr(set, kind);
        let conflicts = if seat == Seat::Function { FUNCTION_CONFLICTS } else { VALUE_CONFLICTS };
        for &(first, second) in conflicts {
            if has(first) && has(second) {
                self.report(ViolationKind::AttributeConflict {
                    first: first.word(),
                    second: second.word(),
                });
            }
        }
        if seat == Seat::Param {
            let ways: Vec<AttrKind> =
                WAYS.iter().filter_map(|way| way.iter().copied().find(|&kind| has(kind))).collect();
            if let [first, second, ..] = ways[..] {
                self.report(ViolationKind::AttributeConflict {
                    first: first.word(),
                    second: second.word(),
                });
            }
        }
        if seat == Seat::Function && has(AttrKind::OptNone) && !has(AttrKind::NoInline) {
            let (attribute, needed) = (AttrKind::OptNone.word(), AttrKind::NoInline.word());
            self.report(ViolationKind::AttributeNeeds { attribute, needed });
        }
    }

    /// What can be checked of a set on a result or parameter of this type.
    fn typed_set(&mut self, set: AttrSet, ty: Type) {
        let ctx = self.ctx;
        for attr in ctx.attrs(set) {
            let Some(kind) = attr.kind() else { continue };
            let (fits, expected) = if INTEGER.contains(&kind) {
                (is_int(ctx.kind(ty)), "an integer")
            } else if POINTER.contains(&kind) {
                (is_ptr(ctx.kind(ty)), "a pointer")
            } else {
                match *attr {
                    Attr::Int(AttrKind::Align, _) => {
                        (scalar_is(ctx, ty, is_ptr), "a pointer or a vector of pointers")
                    }
                    Attr::Int(AttrKind::NoFpClass, _) => (
                        super::types::is_fast_math(ctx, ty) || scalar_is(ctx, ty, is_float),
                        "floats",
                    ),
                    Attr::Range(low, _) => {
                        (ctx.constant(low).ty == ctx.scalar(ty), "an integer of the range's type")
                    }
                    Attr::Flag(AttrKind::NoUndef) => (ty != Type::VOID, "a value"),
                    _ => (true, ""),
                }
            };
            if !fits {
                let (attribute, found) = (kind.word().to_string(), self.show(ty));
                self.report(ViolationKind::AttributeType { attribute, expected, found });
            }
            if let Attr::Type(kind, pointee) = *attr
                && kind != AttrKind::ElementType
                && !self.is_sized(pointee)
            {
                let (attribute, found) = (kind.word().to_string(), self.show(pointee));
                self.report(ViolationKind::AttributeType {
                    attribute,
                    expected: "a type with a size",
                    found,
                });
            }
        }
    }

    /// Whether the callee's declaration wants a constant for this argument.
    pub(super) fn wants_immediate(&self, list: AttrList, index: usize) -> bool {
        let set = self.ctx.attr_list_data(list).param(index);
        set != AttrSet::EMPTY && self.ctx.has_attr(set, AttrKind::ImmArg)
    }
}

/// Whether an attribute carries what its row of the table says.
fn has_form(attr: &Attr, kind: AttrKind) -> bool {
    match (attr, kind.form()) {
        (Attr::Flag(_), AttrForm::Flag | AttrForm::FlagOrText) => true,
        (Attr::Int(AttrKind::Align | AttrKind::AlignStack, align), AttrForm::Int) => {
            align.is_power_of_two() && *align <= super::globals::MAX_ALIGN
        }
        (
            Attr::Int(AttrKind::Dereferenceable | AttrKind::DereferenceableOrNull, bytes),
            AttrForm::Int,
        ) => *bytes != 0,
        (Attr::Int(..), AttrForm::Int) => true,
        (Attr::Int(_, mask), AttrForm::FpClass) => *mask != 0 && *mask <= 0x3ff,
        (Attr::Pair(..), AttrForm::Pair) => true,
        (Attr::Type(..), AttrForm::Type) => true,
        (Attr::Memory(_), AttrForm::Memory) => true,
        (Attr::Range(low, high), AttrForm::Range) => low != high,
        (Attr::Text(..), AttrForm::Text | AttrForm::FlagOrText) => true,
        _ => false,
    }
}
