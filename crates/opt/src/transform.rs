//! Transformations: where each can be applied, and how.
//!
//! An [`Opportunity`] says where: it is anchored at a block, so that after an edit only the blocks
//! that it touched are asked again. Between being found and being applied other opportunities may
//! have been taken; so [`apply`] asks for the precondition again, and a stale opportunity does
//! nothing.
//!
//! That something can be done does not say that it should be: what copies code has besides its
//! precondition an estimate ([`pays`]) of whether that is worth it. Drivers ask for it unless they
//! are told to apply everything everywhere.

mod const_prop;
mod copy_prop;
mod dce;
mod folding;
mod if_simplify;
mod inline;
mod iterations;
mod jump_simplify;
mod jump_thread;
mod licm;
mod loops;
mod peel;
mod rotate;
mod straighten;
#[cfg(test)]
mod testing;
mod unroll;
mod unswitch;

use crate::Pass;
use rustc_hash::FxHashMap;
use tollgate_canon::{Canonical, Editor};
use tollgate_ir::{Block, Edge, Func, Inst, Module};
use tollgate_sem::layout::DataLayout;

/// What a transformation may ask besides the function itself.
#[derive(Clone, Copy, Debug)]
pub struct World<'a> {
    /// The module, whose functions are as they were before.
    pub module: &'a Module,
    /// The function that is edited.
    pub func: Func,
    /// Its data layout.
    pub layout: &'a DataLayout,
    /// Canonical forms of functions that may be inlined.
    pub callees: &'a FxHashMap<Func, Canonical>,
}

/// Something inside a block that an opportunity is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Subject {
    /// The block itself, or the loop that it heads.
    Block,
    /// One of its instructions.
    Inst(Inst),
    /// An edge that enters it.
    Edge(Edge),
    /// One of its parameters.
    Param(u32),
}

/// A place where a transformation can be applied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Opportunity {
    /// Which one.
    pub pass: Pass,
    /// Where.
    pub block: Block,
    /// What is meant there.
    pub subject: Subject,
}

/// Finds the opportunities of a transformation that are anchored at a block.
pub fn find(
    pass: Pass,
    editor: &Editor<'_>,
    world: World<'_>,
    block: Block,
    found: &mut Vec<Opportunity>,
) {
    match pass {
        Pass::Straighten => straighten::find(editor, block, found),
        Pass::IfSimplify => if_simplify::find(editor, block, found),
        Pass::JumpSimplify => jump_simplify::find(editor, world, block, found),
        Pass::JumpThread => jump_thread::find(editor, world, block, found),
        Pass::Inline => inline::find(editor, world, block, found),
        Pass::Unswitch => unswitch::find(editor, world, block, found),
        Pass::Unroll => unroll::find(editor, world, block, found),
        Pass::Peel => peel::find(editor, world, block, found),
        Pass::Rotate => rotate::find(editor, world, block, found),
        Pass::ConstProp => const_prop::find(editor, world, block, found),
        Pass::CopyProp => copy_prop::find(editor, world, block, found),
        Pass::Dce => dce::find(editor, world, block, found),
        Pass::Licm => licm::find(editor, world, block, found),
    }
}

/// Applies a transformation if its precondition still holds; tells whether it did.
pub fn apply(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    if !editor.body().contains_block(opportunity.block) {
        return false;
    }
    match opportunity.pass {
        Pass::Straighten => straighten::apply(editor, opportunity),
        Pass::IfSimplify => if_simplify::apply(editor, opportunity),
        Pass::JumpSimplify => jump_simplify::apply(editor, world, opportunity),
        Pass::JumpThread => jump_thread::apply(editor, world, opportunity),
        Pass::Inline => inline::apply(editor, world, opportunity),
        Pass::Unswitch => unswitch::apply(editor, world, opportunity),
        Pass::Unroll => unroll::apply(editor, world, opportunity),
        Pass::Peel => peel::apply(editor, world, opportunity),
        Pass::Rotate => rotate::apply(editor, world, opportunity),
        Pass::ConstProp => const_prop::apply(editor, world, opportunity),
        Pass::CopyProp => copy_prop::apply(editor, world, opportunity),
        Pass::Dce => dce::apply(editor, world, opportunity),
        Pass::Licm => licm::apply(editor, world, opportunity),
    }
}

/// Whether an application is expected to gain more than it costs in code that is copied. What
/// copies nothing does; each of the others has an estimate of its own, in its module.
pub fn pays(editor: &mut Editor<'_>, world: World<'_>, opportunity: Opportunity) -> bool {
    let Opportunity { pass, block, subject } = opportunity;
    if !editor.body().contains_block(block) {
        return false;
    }
    match pass {
        Pass::Straighten
        | Pass::IfSimplify
        | Pass::JumpSimplify
        | Pass::ConstProp
        | Pass::CopyProp
        | Pass::Dce
        | Pass::Licm => true,
        Pass::JumpThread => jump_thread::pays(editor, block),
        Pass::Inline => matches!(subject, Subject::Inst(call) if inline::pays(editor, world, call)),
        Pass::Unswitch => unswitch::pays(editor, world, block),
        Pass::Unroll => unroll::pays(editor, world, block),
        Pass::Peel => peel::pays(editor, world, block),
        Pass::Rotate => rotate::pays(editor, block),
    }
}

/// What an application is expected to gain; the greatest is taken first by the phaseless driver.
/// Applications that only make code smaller come before those that may make it larger.
pub fn score(editor: &Editor<'_>, opportunity: Opportunity) -> u32 {
    let depth = editor.loops().depth(editor.loops().innermost(opportunity.block)).min(9);
    let base = match opportunity.pass {
        Pass::ConstProp => 900,
        Pass::CopyProp => 880,
        Pass::IfSimplify => 860,
        Pass::Straighten => 840,
        Pass::Dce => 820,
        Pass::JumpSimplify => 600,
        Pass::JumpThread => 560,
        Pass::Licm => 520,
        Pass::Inline => 400,
        Pass::Unswitch => 300,
        Pass::Rotate => 280,
        Pass::Peel => 200,
        Pass::Unroll => 100,
    };
    base + depth
}
