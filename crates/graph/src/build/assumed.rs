//! `llvm.assume`: where it does not hold, the program is undefined.
//!
//! It is `br i1 %c, label %on, label %unreachable`: `c` must be defined, and where it is false,
//! `unreachable` is reached. Bundles assert more of operands. What they can assert has a row in
//! [`bundle`]; one without a row is refused in the target, and dropped in the source, which is then
//! undefined less often.
//!
//! * `nonnull`: as if `p != null` were assumed. Whether poison violates it the authorities do not
//!   say, so that is a [question](crate::asked).
//! * `noundef`: the value must be defined.
//! * `ignore`, `cold`: nothing.
//! * All others are questions about their operands and the allocations. In [related
//!   mode](Mode::Related), where a node need not be the value that each function has, they cannot
//!   be asked: there the target makes an opaque call, and the source asserts nothing.

use super::{Builder, Mode, Pending};
use crate::asked::Asked;
use crate::node::{Node, Op, RootKind};
use tollgate_canon::Role;
use tollgate_ir::{Block, ConstKind, Extra, Inst, Symbol, Type};
use tollgate_sem::world::{Duty, bundle};

/// What a bundle of an assumption asserts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Assertion {
    Nothing,
    NonNull,
    NoUndef,
    /// What this tag stands for.
    Other(Symbol),
    Unknown,
}

impl Builder<'_, '_, '_> {
    /// The bundles of an assumption, each with its operands.
    fn bundles(&self, inst: Inst) -> Vec<(Assertion, Vec<usize>)> {
        let Extra::Call(call) = self.subject.body.extra(inst) else { return Vec::new() };
        let mut at = call.args as usize;
        let mut found = Vec::new();
        for bundle in &call.bundles {
            let operands: Vec<usize> = (at..at + bundle.operands as usize).collect();
            at += operands.len();
            let is_pointer = |at: usize| {
                self.subject.body.value_type(self.subject.body.operand(inst, at)) == Type::PTR
            };
            let tag = self.env.ctx.bytes(bundle.tag);
            let assertion = match (bundle::of_assumption(tag).target, tag, &operands[..]) {
                (Duty::Free, ..) => Assertion::Nothing,
                (Duty::Show, b"nonnull", &[pointer]) if is_pointer(pointer) => Assertion::NonNull,
                (Duty::Show, b"noundef", [_]) => Assertion::NoUndef,
                (Duty::Show, ..) => Assertion::Other(bundle.tag),
                (Duty::NotNew | Duty::Same | Duty::Refuse, ..) => Assertion::Unknown,
            };
            found.push((assertion, operands));
        }
        found
    }

    /// Whether an assumption can be expressed by roots.
    pub(super) fn is_understood(&self, inst: Inst) -> bool {
        self.subject.side == Role::Source
            || self.bundles(inst).iter().all(|&(assertion, _)| match assertion {
                Assertion::Nothing | Assertion::NonNull | Assertion::NoUndef => true,
                Assertion::Other(_) => self.subject.mode == Mode::Exact,
                Assertion::Unknown => false,
            })
    }

    /// An assumption, given the allocations.
    pub(super) fn assume(&mut self, block: Block, inst: Inst, allocations: Node) {
        let condition = self.value_in(self.subject.body.operand(inst, 0), Some(block));
        self.defined_and_true(inst, block, condition);
        for (assertion, operands) in self.bundles(inst) {
            let mut nodes = Vec::new();
            for at in operands {
                nodes.push(self.value_in(self.subject.body.operand(inst, at), Some(block)));
            }
            match (assertion, &nodes[..]) {
                (Assertion::NoUndef, &[value]) => {
                    self.root_if(RootKind::Branch, inst, block, vec![value], None)
                }
                (Assertion::NonNull, &[pointer]) => {
                    let null = self.env.ctx.make_const(Type::PTR, ConstKind::Null);
                    let null = self.graph.node(Op::Const(null), Type::PTR, &[]);
                    let is_null = self.equals(pointer, null);
                    let asked = RootKind::Asked(Asked::NullOrNot);
                    self.root_if(asked, inst, block, vec![is_null], None);
                    let is_null = self.graph.simplify_defined(self.env, is_null);
                    self.root_if(RootKind::Unreachable, inst, block, Vec::new(), Some(is_null));
                }
                (Assertion::Other(tag), operands) if self.subject.mode == Mode::Exact => {
                    let operands = [&[allocations], operands].concat();
                    self.root_if(RootKind::Asked(Asked::Bundle(tag)), inst, block, operands, None);
                }
                // Of the source: it asserts less.
                (
                    Assertion::Nothing
                    | Assertion::NoUndef
                    | Assertion::NonNull
                    | Assertion::Other(_)
                    | Assertion::Unknown,
                    _,
                ) => {}
            }
        }
    }

    fn defined_and_true(&mut self, inst: Inst, block: Block, condition: Node) {
        self.root_if(RootKind::Branch, inst, block, vec![condition], None);
        let holds = self.graph.simplify_defined(self.env, condition);
        let fails = self.graph.not(self.env, holds);
        self.root_if(RootKind::Unreachable, inst, block, Vec::new(), Some(fails));
    }

    fn root_if(
        &mut self,
        kind: RootKind,
        inst: Inst,
        block: Block,
        operands: Vec<Node>,
        only: Option<Node>,
    ) {
        self.pending.roots.push(Pending { kind, inst, block, operands, only, private: false });
    }
}
