//! `llvm.assume`: where it does not hold, the program is undefined.
//!
//! It is `br i1 %c, label %on, label %unreachable`: `c` must be defined, and where it is false, `unreachable` is reached. Bundles say more of operands. Of the source,
//! what is not understood is dropped: it is undefined less often. Of the target, everything must be understood, else the call stays an event that nobody knows anything of:
//!
//! * `nonnull`: as if `p != null` were assumed. Whether poison breaks it the authorities do not say, so it does in the target and does not in the source.
//! * `noundef`: the value must be defined.
//! * `ignore`, `cold`: nothing.

use super::{Builder, Pending};
use crate::node::{Node, Op, RootKind, Side};
use tollgate_ir::{Block, ConstKind, Extra, Inst, Type};

/// What a bundle of an assumption says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Nothing,
    NonNull,
    NoUndef,
    Unknown,
}

impl Builder<'_, '_, '_> {
    /// The bundles of an assumption, each with its operands.
    fn bundles(&self, inst: Inst) -> Vec<(Said, Vec<usize>)> {
        let Extra::Call(call) = self.body.extra(inst) else { return Vec::new() };
        let mut at = call.args as usize;
        let mut found = Vec::new();
        for bundle in &call.bundles {
            let operands: Vec<usize> = (at..at + bundle.operands as usize).collect();
            at += operands.len();
            let said = match (self.env.ctx.bytes(bundle.tag), operands.len()) {
                (b"ignore" | b"cold", _) => Said::Nothing,
                (b"nonnull", 1)
                    if self.body.value_type(self.body.operand(inst, operands[0])) == Type::PTR =>
                {
                    Said::NonNull
                }
                (b"noundef", 1) => Said::NoUndef,
                _ => Said::Unknown,
            };
            found.push((said, operands));
        }
        found
    }

    /// Whether an assumption can be said by roots.
    pub(super) fn is_understood(&self, inst: Inst) -> bool {
        self.side == Side::Source || self.bundles(inst).iter().all(|&(said, _)| said != Said::Unknown)
    }

    pub(super) fn assume(&mut self, block: Block, inst: Inst) {
        let condition = self.value_in(self.body.operand(inst, 0), Some(block));
        self.defined_and_true(inst, block, condition);
        for (said, operands) in self.bundles(inst) {
            let operand = operands.first().map(|&at| self.value_in(self.body.operand(inst, at), Some(block)));
            match (said, operand) {
                (Said::NoUndef, Some(value)) => {
                    self.root_if(RootKind::Branch, inst, block, vec![value], None)
                }
                (Said::NonNull, Some(pointer)) => {
                    let null = self.env.ctx.make_const(Type::PTR, ConstKind::Null);
                    let null = self.graph.node(Op::Const(null), Type::PTR, &[]);
                    let is_null = self.equals(pointer, null);
                    if self.side == Side::Target {
                        self.root_if(RootKind::Branch, inst, block, vec![is_null], None);
                    }
                    let is_null = self.graph.protect(self.env, is_null);
                    self.root_if(RootKind::Unreachable, inst, block, Vec::new(), Some(is_null));
                }
                _ => {}
            }
        }
    }

    fn defined_and_true(&mut self, inst: Inst, block: Block, condition: Node) {
        self.root_if(RootKind::Branch, inst, block, vec![condition], None);
        let holds = self.graph.protect(self.env, condition);
        let fails = self.graph.not(self.env, holds);
        self.root_if(RootKind::Unreachable, inst, block, Vec::new(), Some(fails));
    }

    fn root_if(&mut self, kind: RootKind, inst: Inst, block: Block, operands: Vec<Node>, only: Option<Node>) {
        self.pending.push(Pending { kind, inst, block, operands, only, private: false });
    }
}
