//! The renaming map: which values of loops are known outside by the names of which etas.
//!
//! Where gated SSA is made of SSA, the uses of a value outside of its loop become uses of an eta
//! (here that is done by loop closure, before gates are made), and on the way back the eta becomes
//! the value again. Herklotz, Demange and Blazy (2023) validate the map instead of the code that
//! makes it, and so does [`Renaming::new`], which takes an eta into the map if
//!
//! * all of its arms have one value, which is not the eta;
//! * the value is defined in a block that strictly dominates the exit.
//!
//! That the map is complete is loop closure, which [`check_form`](crate::check_form) asks: outside
//! of its loop a value is used by etas only.
//!
//! **Claim.** To replace the eta by the value changes nothing.
//!
//! *Argument.* Whichever arm is chosen, the eta gets the value *v* that is current when control
//! enters the exit *x*. A use of the eta is in a block that *x* dominates, or at the end of one. It
//! reads *v* as it was then, unless the definition *d* of *v* was executed again since, without *x*
//! being entered after that. But there is a path from the entry to *d* without *x*, since *d*
//! strictly dominates *x*; and from *d* it would go on to the use without *x*, which dominates the
//! use.

use crate::{Gated, Kind};
use tollgate_canon::DominatorTree;
use tollgate_ir::{Block, Body, Value, ValueDef};

/// An eta that is another name of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renamed {
    /// The value in the loop.
    pub value: Value,
    /// The eta.
    pub eta: Value,
    /// The exit of the loop, where the eta stands.
    pub exit: Block,
}

/// The renaming map of a function.
#[derive(Clone, Debug, Default)]
pub struct Renaming {
    /// In the order of the blocks.
    pub etas: Vec<Renamed>,
}

impl Renaming {
    /// The map of a function in [gated form](crate::check_form).
    pub fn new(gated: &Gated, dominators: &DominatorTree) -> Self {
        let body = gated.body();
        let mut etas = Vec::new();
        for exit in body.blocks().filter(|&block| dominators.contains(block)) {
            for (position, &eta) in body.params(exit).iter().enumerate() {
                if gated.kind(eta) != Kind::Eta {
                    continue;
                }
                let mut values =
                    (0..gated.entries(exit).len()).map(|arm| gated.arm_value(exit, position, arm));
                let Some(value) = values.next() else { continue };
                if value != eta
                    && values.all(|other| other == value)
                    && is_defined_before(body, dominators, value, exit)
                {
                    etas.push(Renamed { value, eta, exit });
                }
            }
        }
        Self { etas }
    }
}

/// Whether a value is defined in a block that strictly dominates another.
fn is_defined_before(body: &Body, dominators: &DominatorTree, value: Value, block: Block) -> bool {
    let defined = match body.value(value).def {
        ValueDef::Param(param) => body.param(param).block,
        ValueDef::Inst(inst) => match body.inst(inst).block() {
            Some(defined) => defined,
            None => return false,
        },
        ValueDef::Arg(_) | ValueDef::Const(_) => return true,
        ValueDef::Meta(_) | ValueDef::Wrapped(_) | ValueDef::Undefined => return false,
    };
    defined != block && dominators.dominates(defined, block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, check_form, to_ssa, validate};
    use tollgate_ir::Context;
    use tollgate_llvm::{Numbering, write_value};

    const LEFT_TWICE: &str = "
        define i32 @f(i32 %n, i1 %c, i32 %k) {
          gate low = not %more
          gate high = %more
          gate out = %stop
        entry:
          br label %loop
        loop:
          %i = mu i32 [ 0, %entry ], [ %next, %latch ]
          %next = add i32 %i, 1
          %more = icmp ult i32 %next, %n
          br i1 %more, label %latch, label %end
        latch:
          %stop = icmp eq i32 %next, %k
          br i1 %stop, label %far, label %loop
        end:
          %last = eta i32 [ %i, low ]
          br label %done
        far:
          %there = eta i32 [ %next, out.both ]
          br label %done
        done:
          %r = gamma i32 [ %last, low ], [ %there, out.both ]
          ret i32 %r
          gate out.both = and high, out
        }";

    fn renamed(text: &str) -> Vec<String> {
        let mut ctx = Context::new();
        let read = tollgate_llvm::read_gated(&mut ctx, "f.gsa", text.as_bytes()).unwrap();
        let (func, body) = read.module.functions.iter().next().unwrap();
        let body = body.body().unwrap().clone();
        let gated = Gated::from_text(body, &read.gated[&func]).unwrap();
        let found = Renaming::new(&gated, &DominatorTree::new(gated.body()));
        let name = |value| {
            let (body, mut out) = (gated.body(), Vec::new());
            write_value(&ctx, body, &Numbering::new(body), value, &mut out);
            String::from_utf8(out).unwrap()
        };
        found.etas.iter().map(|it| format!("{} of {}", name(it.eta), name(it.value))).collect()
    }

    #[test]
    fn copies_are_other_names() {
        assert_eq!(renamed(LEFT_TWICE), ["%last of %i", "%there of %next"]);
        let mut ctx = Context::new();
        let read = tollgate_llvm::read_gated(&mut ctx, "f.gsa", LEFT_TWICE.as_bytes()).unwrap();
        let (func, function) = read.module.functions.iter().next().unwrap();
        let body = function.body().unwrap().clone();
        let gated = Gated::from_text(body, &read.gated[&func]).unwrap();
        assert_eq!(check_form(&ctx, &gated).errors, []);
        let validated = validate(&gated, &Options::default());
        let (_, back) = to_ssa(&mut ctx, &gated, &validated).unwrap();
        assert_eq!((back.copies, back.phis), (2, 1));
    }

    /// An eta of an eta of an eta, in an order of blocks in which names are
    /// replaced while they are used.
    #[test]
    fn names_of_names_are_followed() {
        let text = "
            define i32 @h(i1 %c) {
              gate out = %c
            entry:
              br label %first
            first:
              %i = mu i32 [ 0, %entry ], [ %next, %first.latch ]
              br label %second
            second:
              br label %third
            third:
              %next = add i32 %i, 1
              br i1 %c, label %third.exit, label %third
            second.exit:
              %b = eta i32 [ %v, out ]
              br i1 %c, label %outside, label %first.latch
            third.exit:
              %v = eta i32 [ %next, out ]
              br i1 %c, label %second.exit, label %second.latch
            second.latch:
              br label %second
            first.latch:
              br label %first
            outside:
              %a = eta i32 [ %b, out ]
              ret i32 %a
            }";
        let mut ctx = Context::new();
        let read = tollgate_llvm::read_gated(&mut ctx, "h.gsa", text.as_bytes()).unwrap();
        let (func, function) = read.module.functions.iter().next().unwrap();
        let body = function.body().unwrap().clone();
        let gated = Gated::from_text(body, &read.gated[&func]).unwrap();
        assert_eq!(Renaming::new(&gated, &DominatorTree::new(gated.body())).etas.len(), 3);
        let validated = validate(&gated, &Options::default());
        let (body, back) = to_ssa(&mut ctx, &gated, &validated).unwrap();
        assert_eq!(back.copies, 3);
        let mut module = read.module;
        *module.functions[func].body_mut().unwrap() = body;
        assert_eq!(tollgate_ir::verify_module(&ctx, &module), []);
    }

    /// Etas that are no copies: of two values, of a value that is not defined before, of
    /// themselves.
    #[test]
    fn what_is_no_copy_is_not_in_the_map() {
        let copy = "%there = eta i32 [ %next, out.both ]";
        for other in ["%last", "%there", "%r"] {
            let text = LEFT_TWICE.replace(copy, &copy.replace("%next", other));
            assert_eq!(renamed(&text), ["%last of %i"], "{other}");
        }
        let text = "
            define i32 @g(i32 %n, i1 %c) {
              gate low = not %more
              gate high = and more, stop
              gate more = %more
              gate stop = %c
            entry:
              br label %loop
            loop:
              %i = mu i32 [ 0, %entry ], [ %next, %latch ]
              %next = add i32 %i, 1
              %more = icmp ult i32 %next, %n
              br i1 %more, label %latch, label %end
            latch:
              br i1 %c, label %end, label %loop
            end:
              %either = eta i32 [ %i, low ], [ %next, high ]
              %same = eta i32 [ %i, low ], [ %i, high ]
              ret i32 %either
            }";
        assert_eq!(renamed(text), ["%same of %i"]);
    }
}
