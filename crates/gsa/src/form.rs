//! Well-formedness: what a function in gated SSA looks like.
//!
//! * A `mu` stands at the header of a loop, and merges one value from outside with one of the
//!   latch.
//! * A `gamma` stands at any other block that is no exit of a loop, an `eta` at an exit; each has
//!   one arm for each predecessor.
//! * A `phi` stands only where there are no gates: in and behind irreducible regions that could not
//!   be removed.
//! * Values of a loop are used outside of it by etas only.
//! * The value of an instruction's operand is defined wherever the instruction is executed. (Of the
//!   values of arms [validation](crate::validate()) asks it, which knows by which predecessor each
//!   is chosen.)
//! * Gates test what can be tested: `i1` values, integers that are compared with integer constants,
//!   what became of calls, of `invoke`, and of terminators with several targets.
//!
//! Where canonical form could only [mark](tollgate_canon::Mark) a loop, it may have several latches
//! or shared exits, and its values may leave it without an eta; these functions are accepted, and
//! told by [`Form::marked`].

use crate::build::Place;
use crate::{Gated, Kind};
use rustc_hash::FxHashSet;
use std::fmt;
use tollgate_canon::{Bundles, Derived, DominatorTree, LoopForest};
use tollgate_gate::{Formula, Predicate, Test};
use tollgate_ir::{Block, Body, Context, Inst, Opcode, Type, TypeKind, User, Value, ValueDef};

/// What is wrong with the form of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormError {
    /// The block.
    pub block: Block,
    /// The merge, if it is about one.
    pub merge: Option<Value>,
    /// What is wrong.
    pub kind: FormErrorKind,
}

/// What can be wrong with the form of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormErrorKind {
    /// A merge of this kind where one of the other kind has to be.
    Kind(Kind, Kind),
    /// So many arms at a block with so many predecessors.
    Arms(usize, usize),
    /// The value is used in the block, which is not in its loop.
    NotClosed(Value),
    /// The value is used in the block, where it may not be defined.
    NotDefined(Value),
    /// Parallel edges from the block with different values of one merge.
    ParallelEdges(Block),
    /// A gate tests something that cannot be tested.
    Test(Test, &'static str),
}

impl fmt::Display for FormErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(found, wanted) => {
                let place = match wanted {
                    Kind::Mu => "the header of a loop",
                    Kind::Eta => "an exit of a loop",
                    Kind::Gamma => "a join that is neither header nor exit of a loop",
                    Kind::Phi => "a join without gates",
                };
                let (found, wanted) = (found.word(), wanted.word());
                write!(f, "`{found}`, but its block is {place}: expected `{wanted}`")
            }
            Self::Arms(found, wanted) => {
                write!(f, "{found} arms, but the block has {wanted} predecessors")
            }
            Self::NotClosed(_) => {
                write!(f, "a value of a loop is used outside of it: expected an `eta` at the exit")
            }
            Self::NotDefined(_) => write!(f, "a value is used where it may not be defined"),
            Self::ParallelEdges(_) => {
                write!(f, "edges from one block to another have different values")
            }
            Self::Test(_, why) => write!(f, "a gate cannot test this: {why}"),
        }
    }
}

/// The form of a function.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// What is wrong, in the order of the blocks.
    pub errors: Vec<FormError>,
    /// Headers of loops with several latches or entries, and exits that are entered from outside of
    /// the loop.
    pub marked: Vec<Block>,
}

/// Checks the form of a function.
pub fn check_form(ctx: &Context, gated: &Gated) -> Form {
    let body = gated.body();
    let dominators = DominatorTree::new(body);
    let loops = LoopForest::new(body, &dominators);
    let derived = Derived::new(body, &dominators, &Bundles::new(body));
    let is_irreducible = derived.order().iter().any(|&block| derived.is_irreducible(block));
    let form = Form::default();
    let mut checker = Checker { ctx, gated, body, dominators, loops, is_irreducible, form };
    let reached: Vec<Block> =
        body.blocks().filter(|&block| checker.dominators.contains(block)).collect();
    for &block in &reached {
        checker.merges(block);
    }
    for &block in &reached {
        checker.uses(block);
    }
    checker.gates();
    checker.form
}

struct Checker<'a> {
    ctx: &'a Context,
    gated: &'a Gated,
    body: &'a Body,
    dominators: DominatorTree,
    loops: LoopForest,
    /// Whether there are irreducible regions, in and behind which phis stay.
    is_irreducible: bool,
    form: Form,
}

impl Checker<'_> {
    fn error(&mut self, block: Block, merge: Option<Value>, kind: FormErrorKind) {
        self.form.errors.push(FormError { block, merge, kind });
    }

    fn merges(&mut self, block: Block) {
        let body = self.body;
        let place = Place::of(body, &self.dominators, &self.loops, block);
        let entries = self.gated.entries(block);
        if self.is_marked(block) {
            self.form.marked.push(block);
        }
        let wanted = match place {
            Place::Header => Kind::Mu,
            Place::Exit(_) => Kind::Eta,
            Place::Join => Kind::Gamma,
        };
        for (position, &merge) in body.params(block).iter().enumerate() {
            let kind = self.gated.kind(merge);
            if kind != wanted && kind != Kind::Phi {
                self.error(block, Some(merge), FormErrorKind::Kind(kind, wanted));
            }
            let arms = self.gated.gates(merge).len();
            if kind.has_gates() && arms != entries.len() {
                self.error(block, Some(merge), FormErrorKind::Arms(arms, entries.len()));
            }
            if kind == Kind::Phi && !self.is_irreducible {
                self.error(block, Some(merge), FormErrorKind::Kind(kind, wanted));
            }
            for entry in entries {
                let value = body.edge_arg(entry.edge, position);
                let differs = body
                    .succ_edges(entry.source)
                    .filter(|&edge| body.edge(edge).to == block)
                    .any(|edge| body.edge_arg(edge, position) != value);
                if differs {
                    self.error(block, Some(merge), FormErrorKind::ParallelEdges(entry.source));
                }
            }
        }
    }

    /// Whether a block is the header of a loop without one latch and a preheader of its own, or an
    /// exit of a loop that is entered from outside of it too.
    fn is_marked(&self, block: Block) -> bool {
        let entries = self.gated.entries(block).iter().map(|entry| entry.source);
        let reached: Vec<Block> =
            entries.filter(|&source| self.dominators.contains(source)).collect();
        let (inside, outside): (Vec<Block>, Vec<Block>) =
            reached.iter().partition(|&&source| self.dominators.dominates(block, source));
        if !inside.is_empty() {
            let leads_here = |edge| self.body.edge(edge).to == block;
            let is_preheader = |&source: &Block| self.body.succ_edges(source).all(leads_here);
            return inside.len() != 1 || outside.len() != 1 || !outside.iter().all(is_preheader);
        }
        let mut left = reached.iter().flat_map(|&source| self.loops.left_by(source, block));
        left.any(|id| !reached.iter().all(|&source| self.loops.contains(id, source)))
    }

    fn uses(&mut self, block: Block) {
        let body = self.body;
        let defined = body.params(block).iter().copied();
        let results = body.insts(block).filter_map(|inst| body.inst(inst).result());
        let values: Vec<Value> = defined.chain(results).collect();
        let inner = self.loops.innermost(block);
        let mut seen = FxHashSet::default();
        for value in values {
            seen.clear();
            // A token can be the value of no merge.
            let is_token = *self.ctx.kind(body.value_type(value)) == TypeKind::Token;
            let must_close = self.form.marked.is_empty() && !is_token;
            for user in body.users(value) {
                let (at, is_eta, is_arm) = match user {
                    User::Operand(inst, _) => (body.inst(inst).block(), false, false),
                    User::EdgeArg(edge, position) => {
                        let to = body.edge(edge).to;
                        let kind = self.gated.kind(body.params(to)[position as usize]);
                        (body.edge_source(edge), kind == Kind::Eta, kind.has_gates())
                    }
                };
                let Some(at) = at.filter(|&at| self.dominators.contains(at)) else { continue };
                let is_defined = match user {
                    // By which predecessor a gate chooses it is not known here.
                    User::EdgeArg(..) if is_arm => true,
                    User::EdgeArg(..) => self.dominators.dominates(block, at),
                    User::Operand(inst, _) => self.is_defined_before(value, block, inst, at),
                };
                if !is_defined && seen.insert((at, 0)) {
                    self.error(at, None, FormErrorKind::NotDefined(value));
                }
                let is_inside = inner.is_none_or(|inner| self.loops.contains(inner, at));
                if !is_inside && !is_eta && must_close && seen.insert((at, 1)) {
                    self.error(at, None, FormErrorKind::NotClosed(value));
                }
            }
        }
    }

    fn is_defined_before(&self, value: Value, block: Block, inst: Inst, at: Block) -> bool {
        if block != at {
            return self.dominators.dominates(block, at);
        }
        match self.body.value(value).def {
            ValueDef::Inst(definition) => {
                definition != inst
                    && self.body.insts(block).find(|&it| it == definition || it == inst)
                        == Some(definition)
            }
            ValueDef::Param(_)
            | ValueDef::Arg(_)
            | ValueDef::Const(_)
            | ValueDef::Meta(_)
            | ValueDef::Wrapped(_)
            | ValueDef::Undefined => true,
        }
    }

    /// Every condition that a gate tests, each once.
    fn gates(&mut self) {
        let mut seen: FxHashSet<Predicate> = FxHashSet::default();
        let mut tested = FxHashSet::default();
        for block in self.body.blocks() {
            for &merge in self.body.params(block) {
                let mut stack = self.gated.gates(merge).to_vec();
                while let Some(at) = stack.pop() {
                    if !seen.insert(at) {
                        continue;
                    }
                    match self.gated.predicates.formula(at) {
                        Formula::False | Formula::True => {}
                        Formula::And(a, b) | Formula::Or(a, b) => stack.extend([a, b]),
                        Formula::Atom(condition) | Formula::Not(condition) => {
                            let test = self.gated.conditions.test(condition);
                            if tested.insert(condition)
                                && let Some(why) = self.untestable(test)
                            {
                                self.error(block, Some(merge), FormErrorKind::Test(test, why));
                            }
                        }
                    }
                }
            }
        }
    }

    fn untestable(&self, test: Test) -> Option<&'static str> {
        let body = self.body;
        let in_function = |inst: Inst| body.inst(inst).block().is_some();
        match test {
            Test::True(value) => {
                (body.value_type(value) != Type::I1).then_some("it is no value of type i1")
            }
            Test::Equals(value, constant) => {
                let is_int = matches!(self.ctx.kind(body.value_type(value)), TypeKind::Int(_));
                if !is_int {
                    Some("only integers are compared with constants")
                } else if self.ctx.constant(constant).ty != body.value_type(value) {
                    Some("the constant has another type")
                } else if !self.ctx.is_int(constant) {
                    Some("only constant integers are compared with")
                } else {
                    None
                }
            }
            Test::Unwound(inst) => (!in_function(inst) || body.inst(inst).opcode != Opcode::Invoke)
                .then_some("the block does not end in an `invoke`"),
            Test::Returned(inst) if !in_function(inst) => Some("there is no such instruction"),
            Test::Returned(inst) => body
                .inst(inst)
                .block()
                .is_some_and(|block| body.terminator(block) == Some(inst))
                .then_some("what became of a terminator, `unwound` and `went` ask"),
            Test::Went(inst, to) => {
                let goes = in_function(inst)
                    && body.inst(inst).edges().any(|edge| body.edge(edge).to == to);
                let by_value = in_function(inst)
                    && matches!(
                        body.inst(inst).opcode,
                        Opcode::Br | Opcode::CondBr | Opcode::Switch | Opcode::Invoke
                    );
                if !goes {
                    Some("the terminator does not go there")
                } else {
                    by_value.then_some("where this terminator goes, other tests ask")
                }
            }
            Test::Entered(_) => Some("no instruction tells whether a block was entered"),
        }
    }
}
