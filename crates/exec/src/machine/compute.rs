//! One instruction by itself, on given operands.

use super::Machine;
use super::constants::gep_value;
use crate::pointers::GepFlags;
use crate::pure::{Operation, Pure};
use crate::shape::Shape;
use crate::trap::Trap;
use crate::value::Val;
use std::sync::Arc;
use tollgate_ir::{Body, Entity as _, Flags, Func, Inst, Opcode};
use tollgate_sem::value::FirstChoice;

/// The result of an instruction that is computed by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Computed {
    /// This value, whatever is chosen.
    Value(Val),
    /// It depends on a choice.
    Choice,
    /// There is none.
    Failed(Trap),
}

impl Machine<'_> {
    /// The result of an instruction of a function that is run, on these operands, without a run:
    /// an operation that is defined on all operands, reads no memory, and knows nothing of objects.
    /// Flags of a `getelementptr`, which speak of objects, are taken to hold.
    pub fn compute(&mut self, func: Func, inst: Inst, operands: &[Val]) -> Computed {
        let Some(body) = self.module.functions[func].body() else {
            return Computed::Failed(Trap::unsupported("function without a body"));
        };
        let mut choice = FirstChoice::default();
        match self.compute_in(func, inst, body, operands, &mut choice) {
            _ if choice.asked => Computed::Choice,
            Ok(value) => Computed::Value(value),
            Err(trap) => Computed::Failed(trap),
        }
    }

    fn compute_in(
        &mut self,
        func: Func,
        inst: Inst,
        body: &Body,
        operands: &[Val],
        choice: &mut FirstChoice,
    ) -> Result<Val, Trap> {
        let data = body.inst(inst);
        let result = data.result().ok_or_else(|| Trap::unsupported("no result"))?;
        let result = self.shape(body.value_type(result))?;
        let shapes: Vec<Arc<Shape>> = body
            .operands(inst)
            .map(|operand| self.shape(body.value_type(operand)))
            .collect::<Result<_, _>>()?;
        if data.opcode == Opcode::GetElementPtr {
            let steps = self.gep_steps(data.ty, operands)?;
            let gep = GepFlags { flags: Flags::NONE, null_is_valid: false };
            let value = gep_value(&self.image, operands, &shapes, &steps, &result, gep);
            return value.ok_or_else(|| Trap::unsupported("address of that kind"));
        }
        let pairs: Vec<(&Val, &Shape)> =
            operands.iter().zip(&shapes).map(|(value, shape)| (value, &**shape)).collect();
        let operation = Operation {
            opcode: data.opcode,
            flags: data.flags,
            int_predicate: (data.opcode == Opcode::ICmp).then(|| data.int_predicate()),
            float_predicate: (data.opcode == Opcode::FCmp).then(|| data.float_predicate()),
            path: body.extra(inst).indices(),
            operands: &pairs,
            result: &result,
        };
        if self.codes[func.index()].is_none() {
            self.prepare(func)?;
        }
        let (denormals, denormals_f32) = match self.code(func) {
            Some(code) => (code.denormals, code.denormals_f32),
            None => return Err(Trap::unsupported("function without code")),
        };
        Pure { memory: &mut self.image, choose: choice, denormals, denormals_f32 }
            .evaluate(&operation)
    }
}
