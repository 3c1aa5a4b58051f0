//! One pass over one function: opportunities of all blocks in order, then a worklist.
//!
//! Each opportunity is applied if it is not stale and, unless it is to be applied everywhere,
//! [pays]. Passes that make code simpler are then asked again about the blocks that were touched;
//! those that copy code take each opportunity once.

use crate::Pass;
use crate::report::{Broken, Size, Stop};
use crate::transform::{Opportunity, World, apply, find, pays};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::VecDeque;
use tollgate_canon::{Editor, verify};
use tollgate_ir::{Block, Body, BodyState, Func, Module, verify_function};

/// Loops that are unrolled in a function by one pass.
pub const MAX_UNROLLS: u64 = 15;
/// Loops that are unswitched in a function by one pass.
pub const MAX_UNSWITCHES: u64 = 3;
/// All steps of a plan together let a function grow to at most this many times its instructions ...
pub const GROWTH_FACTOR: usize = 2;
/// ... and this many more.
pub const GROWTH_SLACK: usize = 64;
/// The same where transformations are applied everywhere: a guard against running away.
pub const GROWTH_FACTOR_EVERYWHERE: usize = 4;
/// See [`GROWTH_FACTOR_EVERYWHERE`].
pub const GROWTH_SLACK_EVERYWHERE: usize = 1000;

/// What came of a pass, besides the function.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    /// How often each transformation was applied, in the order of the first time.
    pub(crate) applied: Vec<(Pass, u64)>,
    pub(crate) stale: u64,
    pub(crate) unprofitable: u64,
    pub(crate) stop: Stop,
}

impl Done {
    pub(crate) fn new() -> Self {
        Self { applied: Vec::new(), stale: 0, unprofitable: 0, stop: Stop::Empty }
    }

    pub(crate) fn count(&mut self, pass: Pass) {
        match self.applied.iter_mut().find(|(other, _)| *other == pass) {
            Some((_, times)) => *times += 1,
            None => self.applied.push((pass, 1)),
        }
    }

    pub(crate) fn times(&self, pass: Pass) -> u64 {
        self.applied.iter().find(|(other, _)| *other == pass).map_or(0, |&(_, times)| times)
    }
}

/// Looks at what every application left, if that is wanted.
pub(crate) struct Inspector {
    /// The module without bodies, into which the function is put; none if that is not asked for.
    scratch: Option<Module>,
}

impl Inspector {
    pub(crate) fn new(module: &Module, wanted: bool) -> Self {
        let scratch = wanted.then(|| {
            let mut scratch = module.clone();
            let functions: Vec<Func> = scratch.functions.keys().collect();
            for func in functions {
                scratch.functions[func].body = BodyState::None;
            }
            scratch
        });
        Self { scratch }
    }

    /// Fails if a function is not what it has to be after an application.
    pub(crate) fn inspect(
        &mut self,
        editor: &Editor<'_>,
        func: Func,
        opportunity: Opportunity,
    ) -> Result<(), Box<Broken>> {
        let Some(scratch) = &mut self.scratch else { return Ok(()) };
        let mut violations: Vec<String> =
            verify(editor.function()).iter().map(ToString::to_string).collect();
        scratch.functions[func].body = BodyState::Read(Box::new(editor.body().clone()));
        let faults = verify_function(editor.context(), scratch, func);
        violations.extend(faults.iter().map(ToString::to_string));
        scratch.functions[func].body = BodyState::None;
        if violations.is_empty() {
            return Ok(());
        }
        let function = editor.context().name_text(scratch.functions[func].header.name).into_owned();
        Err(Box::new(Broken { function, opportunity, violations }))
    }
}

/// How large a body is.
pub(crate) fn size(body: &Body) -> Size {
    let mut size = Size::default();
    for block in body.blocks() {
        size.blocks += 1;
        size.instructions += body.insts(block).count();
    }
    size
}

/// How much a function may grow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Its most instructions.
    most: usize,
    /// Up to so many instructions that were ever made it cannot have more than that, and need not
    /// be counted.
    counted: usize,
}

impl Room {
    /// The room of a function as it was before all steps.
    pub(crate) fn of(body: &Body, everywhere: bool) -> Self {
        let (factor, slack) = match everywhere {
            true => (GROWTH_FACTOR_EVERYWHERE, GROWTH_SLACK_EVERYWHERE),
            false => (GROWTH_FACTOR, GROWTH_SLACK),
        };
        Self {
            most: size(body).instructions.saturating_mul(factor).saturating_add(slack),
            counted: 0,
        }
    }

    /// The function is another one than when it was last asked for.
    pub(crate) fn recount(&mut self) {
        self.counted = 0;
    }

    /// Whether a function has more instructions than it may.
    pub(crate) fn is_full(&mut self, body: &Body) -> bool {
        if body.inst_ids() <= self.counted {
            return false;
        }
        match self.most.checked_sub(size(body).instructions) {
            Some(left) => {
                self.counted = body.inst_ids() + left;
                false
            }
            None => true,
        }
    }
}

/// On what terms transformations are applied to a function.
#[derive(Debug)]
pub(crate) struct Terms<'a> {
    /// Wherever they can be, and not only where they pay.
    pub(crate) everywhere: bool,
    /// How much the function may still grow.
    pub(crate) room: &'a mut Room,
}

impl Terms<'_> {
    /// Whether an opportunity is to be taken.
    pub(crate) fn accept(
        &self,
        editor: &mut Editor<'_>,
        world: World<'_>,
        opportunity: Opportunity,
    ) -> bool {
        self.everywhere || pays(editor, world, opportunity)
    }
}

impl Pass {
    /// Whether it needs no edge to be edited: it can be applied to every function.
    pub fn is_scalar(self) -> bool {
        match self {
            Self::ConstProp | Self::CopyProp | Self::Dce | Self::Licm => true,
            Self::Straighten
            | Self::IfSimplify
            | Self::JumpSimplify
            | Self::JumpThread
            | Self::Inline
            | Self::Unswitch
            | Self::Unroll
            | Self::Peel
            | Self::Rotate => false,
        }
    }

    /// Whether it copies code.
    pub fn grows(self) -> bool {
        match self {
            Self::JumpSimplify
            | Self::JumpThread
            | Self::Inline
            | Self::Unswitch
            | Self::Unroll
            | Self::Peel
            | Self::Rotate => true,
            Self::Straighten
            | Self::IfSimplify
            | Self::ConstProp
            | Self::CopyProp
            | Self::Dce
            | Self::Licm => false,
        }
    }

    /// Whether what it touched is asked again.
    pub(crate) fn asks_again(self) -> bool {
        match self {
            Self::Straighten
            | Self::IfSimplify
            | Self::JumpSimplify
            | Self::JumpThread
            | Self::ConstProp
            | Self::CopyProp
            | Self::Dce
            | Self::Licm => true,
            Self::Inline | Self::Unswitch | Self::Unroll | Self::Peel | Self::Rotate => false,
        }
    }

    /// How often it is applied to one function.
    pub(crate) fn limit(self) -> u64 {
        match self {
            Self::Unroll => MAX_UNROLLS,
            Self::Unswitch => MAX_UNSWITCHES,
            Self::Straighten
            | Self::IfSimplify
            | Self::JumpSimplify
            | Self::JumpThread
            | Self::Inline
            | Self::Peel
            | Self::Rotate
            | Self::ConstProp
            | Self::CopyProp
            | Self::Dce
            | Self::Licm => u64::MAX,
        }
    }
}

/// All blocks in the order in which a pass looks at them.
fn order(editor: &Editor<'_>, pass: Pass) -> Vec<Block> {
    let mut blocks: Vec<Block> = editor.dominators().preorder().collect();
    match pass {
        // Definitions come before uses.
        Pass::ConstProp | Pass::CopyProp => {}
        Pass::Straighten | Pass::IfSimplify | Pass::JumpSimplify | Pass::JumpThread | Pass::Dce => {
            blocks.reverse()
        }
        Pass::Inline | Pass::Unswitch | Pass::Unroll | Pass::Peel | Pass::Rotate | Pass::Licm => {
            let loops = editor.loops();
            blocks.sort_by_cached_key(|&block| Reverse(loops.depth(loops.innermost(block))));
        }
    }
    blocks
}

/// Applies a pass to all opportunities that there are.
pub(crate) fn run_pass(
    editor: &mut Editor<'_>,
    world: World<'_>,
    pass: Pass,
    terms: &mut Terms<'_>,
    inspector: &mut Inspector,
) -> Result<Done, Box<Broken>> {
    let mut done = Done::new();
    let mut found = Vec::new();
    for block in order(editor, pass) {
        find(pass, editor, world, block, &mut found);
    }
    if pass.grows() && terms.room.is_full(editor.body()) {
        return Ok(Done { stop: Stop::Growth, ..done });
    }
    let mut waiting: FxHashSet<Opportunity> = found.iter().copied().collect();
    let mut queue: VecDeque<Opportunity> = found.drain(..).collect();
    editor.take_touched();
    while let Some(opportunity) = queue.pop_front() {
        waiting.remove(&opportunity);
        if !editor.body().contains_block(opportunity.block) {
            done.stale += 1;
            continue;
        }
        if !terms.accept(editor, world, opportunity) {
            done.unprofitable += 1;
            continue;
        }
        if !apply(editor, world, opportunity) {
            done.stale += 1;
            continue;
        }
        done.count(pass);
        inspector.inspect(editor, world.func, opportunity)?;
        if done.times(pass) == pass.limit() && !queue.is_empty() {
            done.stop = Stop::PassLimit;
            break;
        }
        if pass.grows() && !queue.is_empty() && terms.room.is_full(editor.body()) {
            done.stop = Stop::Growth;
            break;
        }
        let touched = editor.take_touched();
        if !pass.asks_again() {
            continue;
        }
        for block in touched {
            if editor.body().contains_block(block) {
                find(pass, editor, world, block, &mut found);
            }
        }
        queue.extend(found.drain(..).filter(|opportunity| waiting.insert(*opportunity)));
    }
    Ok(done)
}
