//! The functions of a module in canonical form with their gates, laid out for a
//! [`Watcher`](super::Watcher).
//!
//! Everything a watcher asks for goes through tables here, so that errors can be planted in them.

use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_canon::{Canonical, Loop, Mark};
use tollgate_exec::value::Val;
use tollgate_gate::{Condition, Decision, Evaluation, Gates, Predicate, Test, Truth};
use tollgate_ir::{
    Block, BodyState, Const, ConstKind, Context, Edge, Entity, Func, Inst, Module, Opt,
    SecondaryMap,
};
use tollgate_sem::Int;

/// The edges of one terminator into a block that hand over the same arguments.
#[derive(Clone)]
pub struct Arm {
    pub edges: Vec<Edge>,
    pub gate: Predicate,
}

/// What is done to the truth of a condition: an error that was planted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Twist {
    Negated,
    Always(Truth),
}

/// A function and its gates.
pub struct Plan {
    pub canonical: Canonical,
    pub gates: Gates,
    pub evaluation: Evaluation,
    pub activation: SecondaryMap<Block, Predicate>,
    pub arms: SecondaryMap<Block, Vec<Arm>>,
    /// Made when a loop is first left.
    pub exits: FxHashMap<Loop, Vec<(Block, Predicate)>>,
    /// Made when a join is first entered.
    pub decisions: FxHashMap<Block, Decision>,
    /// The blocks of which each loop is the innermost; first of those that are in none.
    pub members: Vec<Vec<Block>>,
    /// The loop whose latch a block is.
    pub latch_of: SecondaryMap<Block, Opt<Loop>>,
    /// Whether every cycle is a loop: then the end of an iteration can be told.
    pub has_clear_ends: bool,
    /// The instructions that conditions ask about, and their numbers.
    pub watched: FxHashMap<Inst, usize>,
    /// What the constants are that switches compare with.
    pub cases: FxHashMap<Const, Val>,
    /// How many entries of each block were checked, and how many calls made from it.
    pub checked: Vec<u32>,
    pub calls_checked: Vec<u32>,
    /// The edges along which blocks were entered that were checked, and the calls that were checked
    /// while they were under exit.
    pub taken: FxHashSet<Edge>,
    pub under_way: FxHashSet<Inst>,
    /// Arms that decisions give for each other: an error that was planted.
    pub swapped_ends: Option<(Edge, Edge)>,
    twists: FxHashMap<Condition, Twist>,
}

impl Plan {
    fn new(ctx: &Context, module: &Module, canonical: Canonical) -> Self {
        let gates = Gates::new(ctx, module, &canonical);
        let (body, loops) = (canonical.body(), canonical.loops());
        let mut members = vec![Vec::new(); loops.len() + 1];
        let mut latch_of = SecondaryMap::new();
        for block in body.blocks() {
            members[loops.innermost(block).map_or(0, |id| id.index() + 1)].push(block);
        }
        for id in loops.loops() {
            if let Some(latch) = canonical.latch(id) {
                latch_of[latch] = id.into();
            }
        }
        let has_clear_ends =
            !canonical.marks().iter().any(|mark| matches!(mark, Mark::Irreducible(_)));
        let (mut watched, mut cases) = (FxHashMap::default(), FxHashMap::default());
        for (_, test) in gates.conditions.iter() {
            match test {
                Test::Unwound(inst) | Test::Returned(inst) | Test::Went(inst, _) => {
                    let next = watched.len();
                    watched.entry(inst).or_insert(next);
                }
                Test::Equals(_, case) => {
                    cases.insert(case, value_of(ctx, case));
                }
                Test::True(_) | Test::Entered(_) => {}
            }
        }
        let blocks = body.block_ids();
        let mut plan = Self {
            evaluation: Evaluation::new(),
            activation: SecondaryMap::with_default(Predicate::FALSE),
            arms: SecondaryMap::new(),
            exits: FxHashMap::default(),
            decisions: FxHashMap::default(),
            members,
            latch_of,
            has_clear_ends,
            watched,
            cases,
            checked: vec![0; blocks],
            calls_checked: vec![0; blocks],
            taken: FxHashSet::default(),
            under_way: FxHashSet::default(),
            swapped_ends: None,
            twists: FxHashMap::default(),
            canonical,
            gates,
        };
        plan.fill();
        plan
    }

    /// Whether two edges are of one arm of a block.
    pub fn same_arm(&self, block: Block, a: Edge, b: Edge) -> bool {
        self.arms[block].iter().any(|arm| arm.edges.contains(&a) && arm.edges.contains(&b))
    }

    /// Makes the gates of the exits of a loop, if that was not done yet.
    pub fn make_exits(&mut self, id: Loop) {
        let (gates, canonical) = (&mut self.gates, &self.canonical);
        self.exits.entry(id).or_insert_with(|| {
            let mut exits = canonical.loops().exits(id);
            exits.sort_unstable();
            exits.dedup();
            exits.into_iter().map(|exit| (exit, gates.exit(canonical, id, exit))).collect()
        });
    }

    /// Makes the decision of a join, if that was not done yet.
    pub fn make_decision(&mut self, join: Block) {
        let (gates, canonical) = (&self.gates, &self.canonical);
        self.decisions.entry(join).or_insert_with(|| gates.decision(canonical, join));
    }

    /// The truth of a condition with the errors that were planted.
    pub fn twisted(&self, condition: Condition, truth: Truth) -> Truth {
        match self.twists.get(&condition) {
            None => truth,
            Some(Twist::Negated) => !truth,
            Some(Twist::Always(truth)) => *truth,
        }
    }

    /// Plants an error in a condition.
    pub fn twist(&mut self, condition: Condition, twist: Twist) {
        self.twists.insert(condition, twist);
    }

    /// Whether the arms of a block choose: those of headers and of entries of irreducible regions
    /// do not.
    pub fn has_arms(&self, block: Block) -> bool {
        self.canonical.loops().headed_by(block).is_none()
            && !self.gates.derived().is_irreducible(block)
    }

    /// Whether the last run entered the function, and that was checked.
    pub fn was_entered(&self) -> bool {
        self.checked.iter().any(|&count| count > 0)
    }

    /// Fills the tables, and removes the errors that were planted in them.
    pub fn fill(&mut self) {
        for block in self.canonical.body().blocks() {
            self.activation[block] = self.gates.activation(block);
            self.arms[block] = gather_arms(&self.canonical, &self.gates, block);
        }
        self.exits.clear();
        self.twists.clear();
        self.swapped_ends = None;
    }
}

fn gather_arms(canonical: &Canonical, gates: &Gates, block: Block) -> Vec<Arm> {
    let body = canonical.body();
    let mut by_exit: FxHashMap<(Inst, Vec<_>), usize> = FxHashMap::default();
    let mut arms: Vec<Arm> = Vec::new();
    for edge in body.pred_edges(block) {
        let exit = (body.edge(edge).from, body.edge_args(edge).collect());
        let number = *by_exit.entry(exit).or_insert_with(|| {
            arms.push(Arm { edges: Vec::new(), gate: gates.arm(edge) });
            arms.len() - 1
        });
        arms[number].edges.push(edge);
        assert_eq!(gates.arm(edge), arms[number].gate, "edges of one arm have one gate");
    }
    arms
}

/// What a register holds that equals an integer constant.
fn value_of(ctx: &Context, id: Const) -> Val {
    let data = ctx.constant(id);
    match &data.kind {
        ConstKind::Int(value) => Val::Bits(*value),
        ConstKind::WideInt(limbs) => {
            let width = ctx.int_width(data.ty).expect("a switch compares integers");
            Val::int(Int::from_limbs(width, limbs.to_vec()))
        }
        kind => panic!("a switch compares with {kind:?}"),
    }
}

/// The plans of the functions of a module.
pub struct Plans {
    plans: Vec<Option<Plan>>,
}

impl Plans {
    /// Brings all functions of a module into canonical form and makes their gates.
    pub fn new(ctx: &mut Context, module: &mut Module) -> Self {
        let funcs: Vec<Func> = module.functions.keys().collect();
        let canonicals: Vec<Option<Canonical>> = funcs
            .iter()
            .map(|&func| {
                let body = module.functions[func].body()?.clone();
                let canonical = Canonical::new(ctx, body);
                module.functions[func].body = BodyState::Read(Box::new(canonical.body().clone()));
                Some(canonical)
            })
            .collect();
        let plan = |canonical: Canonical| Plan::new(ctx, module, canonical);
        Self { plans: canonicals.into_iter().map(|canonical| canonical.map(plan)).collect() }
    }

    pub fn get_mut(&mut self, func: Func) -> Option<&mut Plan> {
        self.plans.get_mut(func.index())?.as_mut()
    }

    /// All plans.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Func, &mut Plan)> {
        self.plans
            .iter_mut()
            .enumerate()
            .filter_map(|(index, plan)| Some((Func::new(index), plan.as_mut()?)))
    }

    /// A new run: nothing was checked yet.
    pub fn begin(&mut self) {
        for plan in self.plans.iter_mut().flatten() {
            plan.checked.fill(0);
            plan.calls_checked.fill(0);
            plan.taken.clear();
            plan.under_way.clear();
        }
    }
}
