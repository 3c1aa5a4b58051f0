//! Watches a run and compares what gates say with what happens.
//!
//! The rules, with every condition as it was when its value was last computed:
//!
//! * a block is left by the bundle whose condition is true, and the conditions of its other bundles
//!   are not;
//! * at every block that is entered, `reach` of it and of all blocks that strictly dominate it is
//!   true;
//! * it is active, and so are the preheaders of all loops around it;
//! * at every block that is no header, the gate of the arm taken is true, those of the other arms
//!   are not, and the nested decision chooses the arm taken;
//! * at every loop exit taken, the gate of the exit is true for every loop that is left, and those
//!   of its other exits are not;
//! * when an iteration is over (by going back to the header, by leaving the loop, at the end of the
//!   run), exactly those blocks of the loop are active and selected that were entered in it, and
//!   those instructions that were begun. When the run ends in a call that does not return, this
//!   holds of activation alone.
//!
//! The last rule is what tells a gate that is true too often from a right one.

use super::flow::Flow;
use super::table::{Table, Truths};
use super::world::Event;
use std::fmt;
use std::ops::AddAssign;
use tollgate_ir::Inst;

/// A rule that was broken. Blocks, bundles and loops are named by their numbers in [`Flow`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Complaint {
    /// The bundle was taken, but its condition is not true.
    EdgeNotTrue(usize),
    /// The condition of this bundle is true, but another was taken.
    EdgeTrue(usize),
    /// The first block was entered, but `reach` of the second, which dominates it, is not true.
    ReachNotTrue(usize, usize),
    /// The first block was entered, but the second (itself, or the preheader of a loop around it)
    /// is not active.
    NotActive(usize, usize),
    /// The bundle was taken, but its gate is not true.
    ArmNotTrue(usize),
    /// The gate of this bundle is true, but another was taken.
    ArmTrue(usize),
    /// The bundle was taken, but the decision chose another, or none.
    Decision(usize, Option<usize>),
    /// The loop was left by the exit, but its gate is not true.
    ExitNotTrue(usize, usize),
    /// The gate of this exit of the loop is true, but it was left by another.
    ExitTrue(usize, usize),
    /// The block was entered in the iteration that ends, but is not active.
    WasNotActive(usize),
    /// The block was not entered in the iteration that ends, but is active.
    WasActive(usize),
    /// The block was entered in the iteration that ends, but is not selected.
    WasNotSelected(usize),
    /// The block was not entered in the iteration that ends, but is selected.
    WasSelected(usize),
    /// The instruction was begun in the iteration that ends, but is not active.
    WasNotBegun(Inst),
    /// The instruction was not begun in the iteration that ends, but is active.
    WasBegun(Inst),
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EdgeNotTrue(bundle) => {
                write!(f, "bundle {bundle} is taken and its condition is not true")
            }
            Self::EdgeTrue(bundle) => {
                write!(f, "the condition of bundle {bundle} is true, another is taken")
            }
            Self::ReachNotTrue(at, above) => {
                write!(f, "at block {at}, reach of {above} is not true")
            }
            Self::NotActive(at, block) => write!(f, "at block {at}, block {block} is not active"),
            Self::ArmNotTrue(bundle) => {
                write!(f, "bundle {bundle} is taken and its gate is not true")
            }
            Self::ArmTrue(bundle) => {
                write!(f, "the gate of bundle {bundle} is true, another is taken")
            }
            Self::Decision(bundle, Some(chosen)) => {
                write!(f, "bundle {bundle} is taken, {chosen} is chosen")
            }
            Self::Decision(bundle, None) => write!(f, "bundle {bundle} is taken, none is chosen"),
            Self::ExitNotTrue(id, exit) => {
                write!(f, "loop {id} is left to {exit} and the gate is not true")
            }
            Self::ExitTrue(id, exit) => {
                write!(f, "loop {id} is left and the gate of its other exit {exit} is true")
            }
            Self::WasNotActive(block) => {
                write!(f, "block {block} was entered and is not active at the end")
            }
            Self::WasActive(block) => {
                write!(f, "block {block} was not entered and is active at the end")
            }
            Self::WasNotSelected(block) => {
                write!(f, "block {block} was entered and is not selected at the end")
            }
            Self::WasSelected(block) => {
                write!(f, "block {block} was not entered and is selected at the end")
            }
            Self::WasNotBegun(inst) => write!(f, "{inst} was begun and is not active at the end"),
            Self::WasBegun(inst) => write!(f, "{inst} was not begun and is active at the end"),
        }
    }
}

/// What was looked at.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Blocks entered.
    pub blocks: usize,
    /// Joins entered that are no headers: with several arms.
    pub joins: usize,
    /// Loops left, counted for each loop.
    pub exits: usize,
    /// Iterations that ended, runs included.
    pub iterations: usize,
    /// Gates evaluated.
    pub evaluations: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.blocks += other.blocks;
        self.joins += other.joins;
        self.exits += other.exits;
        self.iterations += other.iterations;
        self.evaluations += other.evaluations;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { blocks, joins, exits, iterations, evaluations } = self;
        write!(
            f,
            "{blocks:9} blocks {joins:8} joins {exits:8} exits {iterations:8} iterations \
                {evaluations:10} gates"
        )
    }
}

/// Watches runs.
pub struct Watcher<'a> {
    flow: &'a Flow,
    table: &'a Table,
    /// By block: whether it is an entry of an irreducible region or dominated by one.
    below_irreducible: Vec<bool>,
    at: usize,
    now: usize,
    /// By block: when it was last entered.
    entered: Vec<Option<usize>>,
    /// By loop: when its iteration began.
    began: Vec<usize>,
    pub complaints: Vec<Complaint>,
    pub tally: Tally,
}

impl<'a> Watcher<'a> {
    pub fn new(flow: &'a Flow, table: &'a Table) -> Self {
        let region = |block| {
            flow.irreducible[block] || flow.strict_dominators(block).any(|it| flow.irreducible[it])
        };
        let mut watcher = Self {
            flow,
            table,
            below_irreducible: (0..flow.len()).map(region).collect(),
            at: 0,
            now: 0,
            entered: Vec::new(),
            began: Vec::new(),
            complaints: Vec::new(),
            tally: Tally::default(),
        };
        watcher.restart();
        watcher
    }

    /// A run begins: control stands at the entry.
    pub fn restart(&mut self) {
        (self.at, self.now) = (0, 0);
        self.entered = vec![None; self.flow.len()];
        self.entered[0] = Some(0);
        self.began = vec![0; self.flow.loops.len()];
        self.tally.blocks += 1;
    }

    /// Something happens, in a state in which predicates have this truth.
    pub fn tell(&mut self, event: Event, truths: &Truths) {
        match event {
            Event::Enter(bundle) => self.enter(bundle, truths),
            Event::Return | Event::Hang(_) => {
                let around: Vec<usize> = self.flow.around(self.at).collect();
                for id in around.into_iter().map(Some).chain([None]) {
                    self.iteration_ends(id, event, truths);
                }
            }
        }
    }

    fn expect(&mut self, holds: bool, otherwise: Complaint) {
        self.tally.evaluations += 1;
        if !holds {
            self.complaints.push(otherwise);
        }
    }

    fn enter(&mut self, bundle: usize, truths: &Truths) {
        let (flow, table) = (self.flow, self.table);
        let to = flow.bundles[bundle].to;
        assert_eq!(flow.bundles[bundle].from, self.at, "runs follow the control flow");
        for &other in &flow.out[self.at] {
            let holds = truths.holds(table.edge[other]);
            if other == bundle {
                self.expect(holds, Complaint::EdgeNotTrue(other));
            } else {
                self.expect(!holds, Complaint::EdgeTrue(other));
            }
        }
        let left: Vec<usize> = flow.left_by(bundle).collect();
        for &id in &left {
            self.leave(id, to, truths);
        }
        let again = flow.is_back(bundle).then(|| flow.headed_by(to)).flatten();
        for id in left.into_iter().chain(again) {
            self.iteration_ends(Some(id), Event::Enter(bundle), truths);
        }
        if flow.headed_by(to).is_none() && !flow.irreducible[to] {
            self.join(bundle, truths);
        }
        for above in std::iter::once(to).chain(flow.strict_dominators(to)) {
            self.expect(truths.holds(table.reach[above]), Complaint::ReachNotTrue(to, above));
        }
        let preheaders = flow.around(to).filter_map(|id| self.preheader(id));
        for block in std::iter::once(to).chain(preheaders).collect::<Vec<_>>() {
            self.expect(truths.holds(table.activation[block]), Complaint::NotActive(to, block));
        }
        self.now += 1;
        self.at = to;
        self.entered[to] = Some(self.now);
        self.tally.blocks += 1;
        if let Some(id) = flow.headed_by(to) {
            self.began[id] = self.now;
        }
    }

    fn join(&mut self, bundle: usize, truths: &Truths) {
        let (flow, table) = (self.flow, self.table);
        let to = flow.bundles[bundle].to;
        for &other in &flow.into[to] {
            let holds = truths.holds(table.arm[other]);
            if other == bundle {
                self.expect(holds, Complaint::ArmNotTrue(other));
            } else {
                self.expect(!holds, Complaint::ArmTrue(other));
            }
        }
        if let Some(nested) = &table.nested[to] {
            let chosen = table.choose(flow, nested, to, truths);
            self.expect(chosen == Some(bundle), Complaint::Decision(bundle, chosen));
        }
        self.tally.joins += usize::from(flow.into[to].len() > 1);
    }

    fn leave(&mut self, id: usize, to: usize, truths: &Truths) {
        for &exit in &self.flow.loops[id].exits {
            let holds = truths.holds(self.table.exit[&(id, exit)]);
            if exit == to {
                self.expect(holds, Complaint::ExitNotTrue(id, exit));
            } else {
                self.expect(!holds, Complaint::ExitTrue(id, exit));
            }
        }
        self.tally.exits += 1;
    }

    /// An iteration of a loop, or the run, is over.
    fn iteration_ends(&mut self, id: Option<usize>, event: Event, truths: &Truths) {
        let (flow, table) = (self.flow, self.table);
        let began = id.map_or(0, |id| self.began[id]);
        for block in (0..flow.len()).filter(|&block| flow.innermost[block] == id) {
            let entered = self.entered[block].is_some_and(|at| at >= began);
            let active = truths.holds(table.activation[block]);
            let selected = truths.holds(table.selection[block]);
            // Inside an irreducible region a block may be entered, and its dominator again, in one
            // iteration.
            if entered && !self.below_irreducible[block] {
                self.expect(active, Complaint::WasNotActive(block));
                self.expect(selected, Complaint::WasNotSelected(block));
            }
            if !entered {
                self.expect(!active, Complaint::WasActive(block));
                if !matches!(event, Event::Hang(_)) {
                    self.expect(!selected, Complaint::WasSelected(block));
                }
            }
        }
        for &(block, inst, gate) in
            table.instructions.iter().filter(|(block, ..)| flow.innermost[*block] == id)
        {
            let entered = self.entered[block].is_some_and(|at| at >= began);
            let hung = match event {
                Event::Hang(hung) if block == self.at => table.comes_before(block, hung, inst),
                Event::Hang(_) | Event::Enter(_) | Event::Return => false,
            };
            if entered && !hung && !self.below_irreducible[block] {
                self.expect(truths.holds(gate), Complaint::WasNotBegun(inst));
            }
            if !entered || hung {
                self.expect(!truths.holds(gate), Complaint::WasBegun(inst));
            }
        }
        self.tally.iterations += 1;
    }

    /// The block from which a loop is entered, if it is one.
    fn preheader(&self, id: usize) -> Option<usize> {
        let natural = &self.flow.loops[id];
        let into =
            self.flow.into[natural.header].iter().map(|&bundle| self.flow.bundles[bundle].from);
        let mut outside: Vec<usize> = into.filter(|&from| !natural.inside[from]).collect();
        outside.dedup();
        match outside[..] {
            [one] => Some(one),
            _ => None,
        }
    }
}
