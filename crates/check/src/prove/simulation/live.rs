//! The values that are still needed at a place of a function.

use super::Point;
use rustc_hash::FxHashSet;
use tollgate_ir::{Block, Body, Opcode, SecondaryMap, User, Value, ValueDef};

/// Values that are needed at the starts of all blocks together; a function with more is not looked
/// at.
const MAX_LIVE: usize = 2_000_000;

/// The values that are needed at the start of each block, without its parameters.
#[derive(Default)]
pub(super) struct Live {
    at_start: SecondaryMap<Block, Vec<Value>>,
}

impl Live {
    /// Those of a function; none if there are too many.
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
                if count > MAX_LIVE {
                    return None;
                }
                open.extend(body.pred_edges(block).filter_map(|edge| body.edge_source(edge)));
            }
        }
        Some(live)
    }

    /// The values that are needed at a place, in the order of their numbers.
    pub(super) fn at(&self, body: &Body, point: Point) -> Vec<Value> {
        let mut needed: Vec<Value> = match point {
            Point::Start(block) => {
                self.at_start[block].iter().chain(body.params(block)).copied().collect()
            }
            Point::End(block) => {
                let mut needed: Vec<Value> = Vec::new();
                needed
                    .extend(body.terminator(block).into_iter().flat_map(|end| body.operands(end)));
                for edge in body.succ_edges(block) {
                    needed.extend(body.edge_args(edge));
                    needed.extend(&self.at_start[body.edge(edge).to]);
                }
                needed.retain(|&value| definition(body, value).is_some());
                needed
            }
        };
        needed.sort_unstable();
        needed.dedup();
        needed
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
