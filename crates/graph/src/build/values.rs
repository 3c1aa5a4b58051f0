//! The nodes of values, and refinement points.

use super::equals::Equalities;
use super::{Builder, Mode, metadata};
use crate::node::{Node, Op};
use tollgate_canon::Role;
use tollgate_ir::{Block, ConstKind, Inst, SecondaryMap, Type, Value, ValueDef};

/// The nodes of values as far as the function has been built.
#[derive(Default)]
pub(super) struct Values {
    pub nodes: SecondaryMap<Value, Option<Node>>,
    /// What is known to be equal to a constant, and where.
    pub equalities: Equalities,
    /// The events, by instruction.
    pub events: SecondaryMap<Inst, Option<Node>>,
    /// The numbers of the blocks in the order of visits.
    pub visited: SecondaryMap<Block, u32>,
}

impl Builder<'_, '_, '_> {
    /// The node of a value.
    pub(super) fn value(&mut self, value: Value) -> Node {
        if let Some(node) = self.values.nodes[value] {
            return node;
        }
        let ty = self.subject.body.value_type(value);
        let node = match self.subject.body.value(value).def {
            ValueDef::Const(id) => self.graph.node(Op::Const(id), ty, &[]),
            ValueDef::Meta(meta) => {
                let meta = self.resolved(meta, metadata::Use::Other);
                self.graph.node(Op::Metadata(meta), ty, &[])
            }
            // Values wrapped in metadata are operands of events only.
            ValueDef::Wrapped(_)
            | ValueDef::Undefined
            | ValueDef::Arg(_)
            | ValueDef::Param(_)
            | ValueDef::Inst(_) => {
                let unknown = Op::Opaque(self.subject.side, Inst::from_u32(value.as_u32()), None);
                let unknown = self.graph.node(unknown, ty, &[]);
                if let Some(segment) = &mut self.segment {
                    segment.note_missing_value();
                    return unknown;
                }
                unknown
            }
        };
        self.values.nodes[value] = Some(node);
        node
    }

    /// A value at a refinement point.
    pub(super) fn generalise_at(&mut self, value: Node, block: Block) -> Node {
        if self.subject.mode == Mode::Exact || matches!(self.graph.op(value), Op::DontCare) {
            return value;
        }
        let generalised = self.graph.generalised(self.env, value);
        // A constant is fully defined: the target has just that, and of the source it is a
        // refinement.
        let number = match self.subject.side {
            Role::Source => generalised,
            Role::Target => value,
        };
        if let Op::Const(id) = self.graph.op(number)
            && matches!(
                self.env.ctx.constant(*id).kind,
                ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Float(..) | ConstKind::Null
            )
        {
            return number;
        }
        self.pending.refinement_points.push((generalised, value, block));
        let ty = self.graph.ty(generalised);
        self.graph.node(Op::Generalised, ty, &[generalised])
    }

    pub(super) fn dont_care(&mut self, ty: Type) -> Node {
        self.graph.node(Op::DontCare, ty, &[])
    }
}
