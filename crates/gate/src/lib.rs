//! Gates: which paths lead to a join, a loop exit or a block, as formulas over branch conditions.
//!
//! A function in canonical form says *where* control goes; a value graph must know *when*. For
//! every block this crate gives the walks that lead there from its immediate dominator, and reads
//! them as formulas over what branches test:
//!
//! * [`Gates::arm`]: which of the edges into a join was taken (a *gamma* selects by it);
//! * [`Gates::exit`]: by which exit a loop was left, seen from its header (an *eta*);
//! * [`Gates::activation`]: whether a block is reached at all in this iteration, calls that do not
//!   return included;
//! * [`Gates::decision`]: the same choice as the arms, nested: the tests in the order in which they
//!   are met.
//!
//! # Data flow
//!
//! ```text
//! body, dominators ─▶ Bundles ─▶ Derived ─▶ Thinning ─┐
//!                        └─▶ EdgeConditions, Transfer ─┴─▶ paths(algebra) ─▶ Gates ─▶ Decision
//! ```
//!
//! [`paths()`] is one algorithm over any [`Algebra`]: with [`Expressions`] it gives exact path
//! expressions, with [`Readings`] flat [`Predicates`] in three-valued logic. The predicates of a
//! run are exact in this sense:
//!
//! > Let every condition have the truth of the last time its value was computed, and be unknown if
//! > it never was. When control arrives at a join that is no loop header (nor the entry of an
//! > irreducible region), the gate of the arm it came by is true and the gates of the other arms
//! > are not. When it arrives at a block, the block's activation is true; when the iteration is
//! > over, the activations of the blocks that it did not come to are not. When a loop is exited,
//! > the gate of the exit is true and the gates of the other exits are not.
//!
//! Everything is near-linear in the size of the body, without recursion, and depends on the body
//! alone.
//!
//! ```
//! use tollgate_canon::Canonical;
//! use tollgate_gate::{Formula, Gates, Test};
//!
//! let text = "
//!   define i32 @max(i32 %a, i32 %b) {
//!     %less = icmp slt i32 %a, %b
//!     br i1 %less, label %join, label %greater
//!   greater:
//!     br label %join
//!   join:
//!     %max = phi i32 [ %b, %0 ], [ %a, %greater ]
//!     ret i32 %max
//!   }";
//! let mut ctx = tollgate_ir::Context::new();
//! let module = tollgate_llvm::read(&mut ctx, "max.ll", text.as_bytes()).unwrap();
//! let body = module.functions.values().find_map(|function| function.body()).unwrap().clone();
//! let less = body
//!     .blocks()
//!     .flat_map(|block| body.insts(block))
//!     .find_map(|inst| body.inst(inst).result())
//!     .unwrap();
//! let join = body.blocks().last().unwrap();
//!
//! let canonical = Canonical::new(&mut ctx, body);
//! let gates = Gates::new(&ctx, &module, &canonical);
//! let arms: Vec<_> = canonical.body().pred_edges(join).map(|edge| gates.arm(edge)).collect();
//! // %b is taken if %less, %a if not.
//! let condition = gates.conditions.find(Test::True(less)).unwrap();
//! assert_eq!(gates.predicates.formula(arms[0]), Formula::Atom(condition));
//! assert_eq!(gates.predicates.formula(arms[1]), Formula::Not(condition));
//! ```

mod algebra;
mod chains;
mod condition;
mod decision;
mod edge_conditions;
mod evaluation;
mod expression;
mod gates;
mod paths;
mod predicate;
mod reading;
#[cfg(test)]
mod tests;
mod thinning;
mod transfer;

pub use algebra::Algebra;
pub use condition::{Condition, Conditions, Test};
pub use decision::{Choice, Decision, DecisionNode};
pub use edge_conditions::EdgeConditions;
pub use evaluation::Evaluation;
pub use expression::{Expression, Expressions, PathExpression};
pub use gates::Gates;
pub use paths::{Paths, paths};
pub use predicate::{Formula, Predicate, Predicates, Truth};
pub use reading::{Reading, Readings};
pub use thinning::Thinning;
pub use tollgate_canon::{Bundles, Derived, Incoming};
pub use transfer::Transfer;
