//! Everything that an instruction says, on its own: to be changed and made again, there or in
//! another body.

use crate::{Block, Body, Extra, Flags, Inst, Meta, NewInst, Opcode, Span, Symbol, Type, Value};

/// All that an instruction says.
#[derive(Clone, Debug)]
pub struct Blueprint {
    /// What it does.
    pub opcode: Opcode,
    /// Its flags.
    pub flags: Flags,
    /// See [`InstData::ty`](crate::InstData::ty).
    pub ty: Type,
    /// The type of its result, if it has one.
    pub result: Option<Type>,
    /// Its operands.
    pub operands: Vec<Value>,
    /// Where its edges lead, with their arguments.
    pub edges: Vec<(Block, Vec<Value>)>,
    /// The number of the predicate of a comparison.
    pub predicate: u8,
    /// Its alignment.
    pub align: Option<u64>,
    /// What else it has.
    pub extra: Extra,
    /// Where it stands in the text.
    pub span: Span,
    /// Its debug location.
    pub debug: Option<Meta>,
    /// Its other metadata.
    pub attachments: Vec<(Symbol, Meta)>,
}

impl Blueprint {
    /// A plain instruction without a result.
    pub fn new(opcode: Opcode, ty: Type, operands: &[Value]) -> Self {
        Self {
            opcode,
            flags: Flags::NONE,
            ty,
            result: None,
            operands: operands.to_vec(),
            edges: Vec::new(),
            predicate: 0,
            align: None,
            extra: Extra::None,
            span: Span::NONE,
            debug: None,
            attachments: Vec::new(),
        }
    }

    /// A jump.
    pub fn jump(to: Block, args: Vec<Value>) -> Self {
        Self { edges: vec![(to, args)], ..Self::new(Opcode::Br, Type::VOID, &[]) }
    }
}

impl Body {
    /// What an instruction says.
    pub fn blueprint(&self, inst: Inst) -> Blueprint {
        let data = self.inst(inst);
        Blueprint {
            opcode: data.opcode,
            flags: data.flags,
            ty: data.ty,
            result: data.result().map(|value| self.value_type(value)),
            operands: self.operands(inst).collect(),
            edges: data
                .edges()
                .map(|edge| (self.edge(edge).to, self.edge_args(edge).collect()))
                .collect(),
            predicate: match data.opcode {
                Opcode::ICmp => data.int_predicate() as u8,
                Opcode::FCmp => data.float_predicate() as u8,
                _ => 0,
            },
            align: data.align(),
            extra: self.extra(inst).clone(),
            span: data.span,
            debug: data.debug.get(),
            attachments: self.attachments(inst).to_vec(),
        }
    }

    /// Makes an instruction that says this, not yet in a block, whose result is a value that is yet
    /// undefined.
    pub fn create_from(&mut self, blueprint: Blueprint, result: Option<Value>) -> Inst {
        let edges: Vec<(Block, &[Value])> =
            blueprint.edges.iter().map(|(to, args)| (*to, &args[..])).collect();
        let new = NewInst {
            opcode: blueprint.opcode,
            flags: blueprint.flags,
            ty: blueprint.ty,
            result: blueprint.result,
            operands: &blueprint.operands,
            edges: &edges,
            predicate: blueprint.predicate,
            align: blueprint.align,
            extra: blueprint.extra,
            span: blueprint.span,
            debug: blueprint.debug,
            attachments: &blueprint.attachments,
        };
        self.create_inst_for(new, result)
    }
}
