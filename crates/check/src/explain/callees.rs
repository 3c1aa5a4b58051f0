//! What both functions call: how often, and whether in loops.
//!
//! That a call was moved out of a loop, inlined, or replaced by another one explains more than the
//! conditions and memories in which that shows.

use super::calls::is_in_loop;
use super::hint::Hint;
use super::notation::{Notation, SOURCE, TARGET};
use tollgate_ir::{Body, ConstKind, Inst, Opcode};

/// Callees that are told of.
const MAX_CALLEES: usize = 3;

/// Blocks that are looked at, for all calls, for whether these are in loops.
const MAX_LOOKED_AT: usize = 50_000;

/// What a function calls.
struct Callee {
    name: String,
    /// The lines of the calls.
    lines: Vec<u32>,
    /// How many of the calls are in loops.
    in_loops: usize,
}

impl Notation<'_> {
    /// What one of the functions calls more often, or only outside of loops.
    pub(super) fn hints_of_calls(&self) -> Vec<Hint> {
        let [Some(mine), Some(others)] = [SOURCE, TARGET].map(|side| self.callees(side)) else {
            return Vec::new();
        };
        let of = |callees: &[Callee], name: &str| -> (Vec<u32>, usize) {
            let found = callees.iter().find(|it| it.name == name);
            found.map_or((Vec::new(), 0), |it| (it.lines.clone(), it.in_loops))
        };
        let only_target = others.iter().filter(|it| mine.iter().all(|own| own.name != it.name));
        let names = mine.iter().chain(only_target).map(|it| it.name.clone());
        let hint = |callee: String| {
            let ((source, in_source), (target, in_target)) =
                (of(&mine, &callee), of(&others, &callee));
            let is_apart = |lines: &[u32], in_loops: usize| !lines.is_empty() && in_loops == 0;
            if source.len() != target.len() {
                return Some(Hint::Called { callee, source, target });
            }
            let is_moved = in_source > 0 && is_apart(&target, in_target)
                || in_target > 0 && is_apart(&source, in_source);
            let (source, target, out) = (source[0], target[0], in_source > 0);
            is_moved.then_some(Hint::MovedCall { callee, source, target, out })
        };
        names.filter_map(hint).take(MAX_CALLEES).collect()
    }

    fn callees(&self, side: usize) -> Option<Vec<Callee>> {
        let names = &self.names[side];
        let body = names.side().body()?;
        // This is said without being asked for: it has to be had at once.
        let calls = body.blocks().flat_map(|block| body.insts(block));
        let calls = calls.filter(|&inst| body.inst(inst).opcode == Opcode::Call).count();
        if calls.saturating_mul(body.blocks().count()) > MAX_LOOKED_AT {
            return None;
        }
        let mut found: Vec<Callee> = Vec::new();
        for block in body.blocks() {
            for inst in body.insts(block) {
                let Some(name) = self.callee(body, inst) else { continue };
                let line = names.position(body.inst(inst).span).0;
                let in_loop = usize::from(is_in_loop(body, block));
                match found.iter_mut().find(|it| it.name == name) {
                    Some(callee) => {
                        callee.lines.push(line);
                        callee.in_loops += in_loop;
                    }
                    None => found.push(Callee { name, lines: vec![line], in_loops: in_loop }),
                }
            }
        }
        Some(found)
    }

    /// What an instruction calls, if that is seen by others.
    fn callee(&self, body: &Body, inst: Inst) -> Option<String> {
        match body.inst(inst).opcode {
            Opcode::Fence => return Some("fence".into()),
            Opcode::Call | Opcode::Invoke => {}
            _ => return None,
        }
        let callee = body.callee(inst).and_then(|callee| body.as_const(callee))?;
        let ConstKind::Global(name) = self.ctx.constant(callee).kind else { return None };
        let name = crate::text::visible(&self.ctx.name_text(name));
        // Intrinsics of memory stand for calls; others are operations, or say something only.
        let is_intrinsic = name.starts_with("llvm.");
        let is_of_memory =
            ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."].iter().any(|it| name.starts_with(it));
        (!is_intrinsic || is_of_memory).then(|| format!("@{name}"))
    }
}
