//! Liveness of SSA values, for the invariants of cut points.

use super::super::certificate::Point;
use crate::limits::MAX_LIVE_VALUES;
use rustc_hash::FxHashSet;
use tollgate_ir::{Block, Body, Opcode, SecondaryMap, User, Value, ValueDef};

/// The values that are live at the start of each block, without its parameters.
#[derive(Default)]
pub(super) struct Live {
    at_start: SecondaryMap<Block, Vec<Value>>,
}

impl Live {
    /// Those of a function; none if there are too many. From each use of a value backwards to its
    /// definition, block by block.
    pub(super) fn new(body: &Body) -> Option<Self> {
        let mut live = Self::default();
        let mut count = 0;
        for value in body.values() {
            let Some(home) = definition(body, value) else { continue };
            let mut open: Vec<Block> = Vec::new();
            for user in body.users(value) {
                open.extend(match user {
                    User::Operand(inst, _) => body.inst(inst).block(),
                    User::EdgeArg(edge, _) => body.edge_source(edge),
                });
            }
            let mut seen: FxHashSet<Block> = FxHashSet::default();
            while let Some(block) = open.pop() {
                if block == home || !seen.insert(block) {
                    continue;
                }
                live.at_start[block].push(value);
                count += 1;
                if count > MAX_LIVE_VALUES {
                    return None;
                }
                open.extend(body.pred_edges(block).filter_map(|edge| body.edge_source(edge)));
            }
        }
        Some(live)
    }

    /// The values that are live at a point, in the order of their numbers.
    pub(super) fn at(&self, body: &Body, point: Point) -> Vec<Value> {
        let mut live: Vec<Value> = match point {
            Point::Start(block) => {
                self.at_start[block].iter().chain(body.params(block)).copied().collect()
            }
            Point::End(block) => {
                let operands = body.terminator(block).into_iter().flat_map(|it| body.operands(it));
                let mut live: Vec<Value> = operands.collect();
                for edge in body.succ_edges(block) {
                    live.extend(body.edge_args(edge));
                    live.extend(&self.at_start[body.edge(edge).to]);
                }
                live.retain(|&value| definition(body, value).is_some());
                live
            }
        };
        live.sort_unstable();
        live.dedup();
        live
    }
}

/// The block in which a value is defined; none for what is the same everywhere, as arguments and
/// the addresses of stack slots are.
fn definition(body: &Body, value: Value) -> Option<Block> {
    match body.value(value).def {
        ValueDef::Arg(_) => None,
        ValueDef::Inst(inst) if body.inst(inst).opcode == Opcode::Alloca => None,
        ValueDef::Param(param) => Some(body.param(param).block),
        ValueDef::Inst(inst) => body.inst(inst).block(),
        ValueDef::Const(_) | ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => None,
    }
}
