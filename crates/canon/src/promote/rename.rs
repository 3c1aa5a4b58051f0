//! The rewriting itself: parameters where they were found to be needed, and one walk over the
//! dominator tree that knows what each part holds.

use super::Accepted;
use super::slots::{Event, Part, Slot, Slots};
use super::timeline::Timeline;
use crate::DominatorTree;
use crate::unreachable::forget_in_records;
use rustc_hash::FxHashMap;
use tollgate_ir::{
    Block, Body, Context, Edge, Inst, NewInst, Opcode, Opt, SecondaryMap, Type, User, Value,
    Wrapped,
};

/// Promotes slots, given the blocks where each of their parts needs a parameter.
pub(super) fn rename(
    ctx: &mut Context,
    body: &mut Body,
    dominators: &DominatorTree,
    slots: &Slots,
    timeline: &Timeline,
    accepted: &[Accepted],
) {
    let mut renamer = Renamer {
        ctx,
        body,
        slots,
        is_accepted: SecondaryMap::new(),
        holds: SecondaryMap::new(),
        undo: Vec::new(),
        params: SecondaryMap::new(),
        replaced: FxHashMap::default(),
    };
    for Accepted { slot, params } in accepted {
        renamer.accept(*slot, params);
    }
    renamer.walk(dominators, timeline);
    renamer.forget_unreached(dominators, timeline);
    renamer.forget_slots(accepted);
}

struct Renamer<'a> {
    ctx: &'a mut Context,
    body: &'a mut Body,
    slots: &'a Slots,
    is_accepted: SecondaryMap<Slot, bool>,
    /// What each part holds at the place of the walk.
    holds: SecondaryMap<Part, Opt<Value>>,
    /// What parts held before, for the way back up.
    undo: Vec<(Part, Opt<Value>)>,
    /// The new parameters of each block, in order.
    params: SecondaryMap<Block, Vec<(Part, Value)>>,
    /// What stands for the results of loads that are gone.
    replaced: FxHashMap<Value, Value>,
}

enum Visit {
    Enter(Block),
    /// Leaves what was done since the log had this length.
    Leave(usize),
}

impl Renamer<'_> {
    /// Makes the parameters of a slot, and sets what its parts hold at entry.
    fn accept(&mut self, slot: Slot, params: &[Vec<Block>]) {
        self.is_accepted[slot] = true;
        for (part, blocks) in self.slots.parts(slot).zip(params) {
            let ty = self.slots.ty(part);
            self.holds[part] = self.nothing(ty, !self.slots.has_start(slot)).into();
            for &block in blocks {
                let param = self.body.append_param(block, ty);
                self.params[block].push((part, param));
            }
        }
    }

    /// What a part holds that was never set: undef in its lifetime, else poison.
    fn nothing(&mut self, ty: Type, is_alive: bool) -> Value {
        let id = if is_alive { self.ctx.const_undef(ty) } else { self.ctx.const_poison(ty) };
        self.body.constant(id, ty)
    }

    fn walk(&mut self, dominators: &DominatorTree, timeline: &Timeline) {
        let mut stack: Vec<Visit> = dominators.root().map(Visit::Enter).into_iter().collect();
        while let Some(visit) = stack.pop() {
            match visit {
                Visit::Enter(block) => {
                    stack.push(Visit::Leave(self.undo.len()));
                    self.enter(block, timeline);
                    stack.extend(dominators.children(block).map(Visit::Enter));
                }
                Visit::Leave(length) => {
                    for (part, held) in self.undo.drain(length..).rev() {
                        self.holds[part] = held;
                    }
                }
            }
        }
    }

    fn set(&mut self, part: Part, value: Value) {
        let held = std::mem::replace(&mut self.holds[part], value.into());
        self.undo.push((part, held));
    }

    fn enter(&mut self, block: Block, timeline: &Timeline) {
        for index in 0..self.params[block].len() {
            let (part, param) = self.params[block][index];
            self.set(part, param);
        }
        for &(inst, event) in timeline.events(block) {
            if self.is_accepted[event.slot()] {
                self.apply(inst, event);
            }
        }
        for edge in self.body.succ_edges(block) {
            self.pass(edge, |this, part| this.holds[part].get());
        }
    }

    /// Gives an edge the arguments for the new parameters of its target.
    fn pass(&mut self, edge: Edge, held: impl Fn(&Self, Part) -> Option<Value>) {
        let to = self.body.edge(edge).to;
        if self.params[to].is_empty() {
            return;
        }
        let mut args: Vec<Value> = self.body.edge_args(edge).collect();
        for index in 0..self.params[to].len() {
            let part = self.params[to][index].0;
            let arg = match held(self, part) {
                Some(value) => value,
                None => self.nothing(self.slots.ty(part), false),
            };
            args.push(arg);
        }
        self.body.set_edge_args(edge, &args);
    }

    fn apply(&mut self, inst: Inst, event: Event) {
        match event {
            Event::Load(_, part) => {
                if let (Some(held), Some(result)) =
                    (self.holds[part].get(), self.body.inst(inst).result())
                {
                    let value = self.converted(held, self.body.value_type(result), inst);
                    self.replace(result, value);
                }
            }
            Event::Store(_, part) => {
                let value = self.converted(self.body.operand(inst, 0), self.slots.ty(part), inst);
                self.set(part, value);
            }
            Event::Start(slot) | Event::End(slot) => {
                for part in self.slots.parts(slot) {
                    let nothing =
                        self.nothing(self.slots.ty(part), matches!(event, Event::Start(_)));
                    self.set(part, nothing);
                }
            }
        }
        self.body.remove_inst(inst);
    }

    /// The bits of a value as another type, computed before an instruction.
    fn converted(&mut self, value: Value, ty: Type, before: Inst) -> Value {
        if self.body.value_type(value) == ty {
            return value;
        }
        let at = self.body.inst(before);
        let (span, debug) = (at.span, at.debug.get());
        let operands = [value];
        let cast =
            NewInst { span, debug, ..NewInst::new(Opcode::BitCast, ty, &operands).with_result() };
        let cast = self.body.create_inst(cast);
        self.body.insert_before(cast, before);
        // A cast has a result.
        self.body.inst(cast).result().unwrap_or(value)
    }

    /// Lets everybody use another value. Metadata follows at the end, all in one go.
    fn replace(&mut self, old: Value, new: Value) {
        let users: Vec<User> = self.body.users(old).collect();
        for user in users {
            self.body.set_user(user, new);
        }
        self.replaced.insert(old, new);
    }

    /// Removes what blocks do that the entry does not reach, and lets their edges pass something.
    fn forget_unreached(&mut self, dominators: &DominatorTree, timeline: &Timeline) {
        for &(inst, event) in timeline.unreached() {
            if !self.is_accepted[event.slot()] {
                continue;
            }
            if let Some(result) = self.body.inst(inst).result() {
                let nothing = self.nothing(self.body.value_type(result), false);
                self.replace(result, nothing);
            }
            self.body.remove_inst(inst);
        }
        let dead: Vec<Edge> = self
            .body
            .blocks()
            .filter(|&block| !dominators.contains(block))
            .flat_map(|block| self.body.succ_edges(block))
            .collect();
        for edge in dead {
            self.pass(edge, |_, _| None);
        }
    }

    /// Removes the slots and what metadata says of them.
    fn forget_slots(&mut self, accepted: &[Accepted]) {
        for &Accepted { slot, .. } in accepted {
            for &inst in self.slots.derived(slot).iter().rev() {
                self.body.remove_inst(inst);
            }
            self.body.remove_inst(self.slots.alloca(slot));
        }
        for wrapped in &mut self.body.wrapped {
            let values = match wrapped {
                Wrapped::Value(value) => std::slice::from_mut(value),
                Wrapped::List(values) => &mut **values,
            };
            for value in values {
                *value = self.replaced.get(value).copied().unwrap_or(*value);
            }
        }
        forget_in_records(self.ctx, self.body);
    }
}
