//! The rules of exceptions: where pads stand, how they are entered, and to what they belong.

use super::body::Scope;
use super::{Place, TypeClass, Verifier, ViolationKind};
use crate::{
    Block, Body, Const, Edge, Extra, Flags, Inst, InstData, Opcode, Shape, Type, TypeKind, Value,
    ValueDef,
};

/// The first instruction of a block that is not a debug record.
fn first_inst(body: &Body, block: Block) -> Option<Inst> {
    body.insts(block).find(|&inst| body.inst(inst).opcode.shape() != Shape::DebugRecord)
}

fn is_pad(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::LandingPad | Opcode::CatchPad | Opcode::CleanupPad | Opcode::CatchSwitch
    )
}

/// What an edge is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Nothing was thrown.
    Normal,
    /// An `invoke` unwinds.
    Invoke,
    /// A funclet unwinds further.
    Funclet,
    /// A `catchswitch` chooses a handler.
    Handler,
}

fn way(body: &Body, edge: Edge) -> Way {
    let from = body.inst(body.edge(edge).from);
    let last = from.edges().next_back() == Some(edge);
    match from.opcode {
        Opcode::Invoke if from.edges().next() != Some(edge) => Way::Invoke,
        Opcode::CleanupRet => Way::Funclet,
        Opcode::CatchSwitch if last && from.flags.contains(Flags::UNWIND_LABEL) => Way::Funclet,
        Opcode::CatchSwitch => Way::Handler,
        _ => Way::Normal,
    }
}

impl Verifier<'_> {
    /// Checks all that has to do with exceptions in a body.
    pub(super) fn exceptions(&mut self, scope: Scope<'_>) {
        let body = scope.body;
        let mut exception_type: Option<Type> = None;
        for block in body.blocks() {
            let first = first_inst(body, block);
            for inst in body.insts(block) {
                let data = body.inst(inst);
                (self.place, self.span) = (Place::Inst(scope.func, inst), data.span);
                if is_pad(data.opcode) && first != Some(inst) {
                    self.report(ViolationKind::PadNotFirst { opcode: data.opcode });
                }
                self.one_kind_of_exception(scope, inst, data, &mut exception_type);
                self.pad_parent(scope, inst, data);
                for edge in data.edges() {
                    self.unwinding(scope, edge);
                }
            }
            let Some(pad) = first.filter(|&inst| is_pad(body.inst(inst).opcode)) else { continue };
            (self.place, self.span) = (Place::Inst(scope.func, pad), body.inst(pad).span);
            self.entered(scope, block, pad);
        }
    }

    /// All landing pads and resumes of a function speak of one type, and somebody handles them.
    fn one_kind_of_exception(
        &mut self,
        scope: Scope<'_>,
        inst: Inst,
        data: &InstData,
        seen: &mut Option<Type>,
    ) {
        let ty = match data.opcode {
            Opcode::LandingPad => data.result().map(|result| scope.body.value_type(result)),
            Opcode::Resume => {
                scope.body.operands(inst).next().map(|value| scope.body.value_type(value))
            }
            opcode if is_pad(opcode) => None,
            _ => return,
        };
        if scope.function.personality.is_none() {
            self.report(ViolationKind::MissingPersonality { opcode: data.opcode });
        }
        let Some(ty) = ty else { return };
        let expected = *seen.get_or_insert(ty);
        if expected != ty {
            let (expected, found) = (self.show(expected), self.show(ty));
            self.report(ViolationKind::LandingPadTypes { expected, found });
        }
    }

    /// What a pad or the end of one belongs to.
    fn pad_parent(&mut self, scope: Scope<'_>, inst: Inst, data: &InstData) {
        let body = scope.body;
        let maker = |value: Option<Value>| match value.map(|value| body.value(value).def) {
            Some(ValueDef::Inst(maker)) => Some(body.inst(maker).opcode),
            _ => None,
        };
        let is_const =
            |value: Option<Value>| value.is_some_and(|value| body.as_const(value).is_some());
        let (first, last) = (body.operands(inst).next(), body.operands(inst).next_back());
        let (fits, expected) = match data.opcode {
            Opcode::CatchPad => (maker(last) == Some(Opcode::CatchSwitch), "a `catchswitch`"),
            Opcode::CleanupPad => (
                is_const(last) || maker(last).is_some_and(is_funclet),
                "`none`, a `catchpad` or a `cleanuppad`",
            ),
            Opcode::CatchSwitch => (
                is_const(first) || maker(first).is_some_and(is_funclet),
                "`none`, a `catchpad` or a `cleanuppad`",
            ),
            Opcode::CatchRet => (maker(first) == Some(Opcode::CatchPad), "a `catchpad`"),
            Opcode::CleanupRet => (maker(first) == Some(Opcode::CleanupPad), "a `cleanuppad`"),
            _ => return,
        };
        if !fits {
            self.report(ViolationKind::PadParent { opcode: data.opcode, expected });
        }
    }

    /// Whether an edge on which something was thrown leads to a pad that takes it.
    fn unwinding(&mut self, scope: Scope<'_>, edge: Edge) {
        let body = scope.body;
        let to = body.edge(edge).to;
        if !body.contains_block(to) {
            return;
        }
        let pad = first_inst(body, to).map(|inst| (inst, body.inst(inst).opcode));
        let opcode = pad.map(|(_, opcode)| opcode);
        match way(body, edge) {
            Way::Normal => {}
            Way::Invoke => {
                if !matches!(
                    opcode,
                    Some(Opcode::LandingPad | Opcode::CleanupPad | Opcode::CatchSwitch)
                ) {
                    self.report(ViolationKind::UnwindTarget);
                }
            }
            Way::Funclet => {
                if !matches!(opcode, Some(Opcode::CleanupPad | Opcode::CatchSwitch)) {
                    self.report(ViolationKind::UnwindTarget);
                }
            }
            Way::Handler => {
                let switch = body.inst(body.edge(edge).from).result();
                let own = pad.is_some_and(|(inst, opcode)| {
                    opcode == Opcode::CatchPad && body.operands(inst).next_back() == switch
                });
                if !own {
                    self.report(ViolationKind::HandlerTarget);
                }
            }
        }
    }

    /// Whether a block with a pad is entered only by what the pad takes.
    fn entered(&mut self, scope: Scope<'_>, block: Block, pad: Inst) {
        let body = scope.body;
        let opcode = body.inst(pad).opcode;
        let (allowed, expected): (&[Way], _) = match opcode {
            Opcode::LandingPad => {
                (&[Way::Invoke], "an `invoke` that unwinds, and not by starting the function")
            }
            Opcode::CatchPad => (&[Way::Handler], "its `catchswitch`"),
            _ => (
                &[Way::Invoke, Way::Funclet],
                "something that unwinds, and not by starting the function",
            ),
        };
        let entry = body.entry() == Some(block);
        if entry || body.pred_edges(block).any(|edge| !allowed.contains(&way(body, edge))) {
            self.report(ViolationKind::PadEntered { opcode, expected });
        }
    }

    pub(super) fn landing_pad(
        &mut self,
        scope: Scope<'_>,
        inst: Inst,
        data: &InstData,
        types: &[Type],
        constants: &[Option<Const>],
        result: Option<Type>,
    ) {
        let filters: &[bool] = match scope.body.extra(inst) {
            Extra::Filters(filters) => filters,
            _ => &[],
        };
        self.operand_count(
            data.opcode,
            filters.len() == types.len(),
            "one operand for each clause",
            types.len(),
        );
        self.result_type(data.ty, result);
        if types.is_empty() && !data.flags.contains(Flags::CLEANUP) {
            self.report(ViolationKind::EmptyLandingPad);
        }
        for (operand, (&ty, constant)) in types.iter().zip(constants).enumerate() {
            if constant.is_none() {
                self.operand_type(operand, false, TypeClass::Const, ty);
            } else if filters.get(operand).copied().unwrap_or(false) {
                let is_array = matches!(self.ctx.kind(ty), TypeKind::Array { .. });
                self.operand_type(operand, is_array, TypeClass::Array, ty);
            } else {
                self.address_operand(operand, ty);
            }
        }
    }
}

fn is_funclet(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::CatchPad | Opcode::CleanupPad)
}
