//! What a run begins with: arguments, the contents of variables, and what the world outside answers.

use tollgate_exec::arguments::{ArgSpec, ObjectSpec};
use tollgate_exec::environment::Havoc;
use tollgate_exec::machine::Machine;
use tollgate_exec::value::Val;
use tollgate_ir::Func;

/// An input: the same for both functions of a pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Input {
    /// The arguments.
    pub args: Vec<ArgSpec>,
    /// The outside world.
    pub world: WorldSpec,
    /// The seed of the target's own choices.
    pub choices: u64,
}

impl Input {
    /// Whether an argument is undef, or a part of one.
    pub(super) fn has_undef(&self) -> bool {
        fn in_arg(arg: &ArgSpec) -> bool {
            match arg {
                ArgSpec::Value(value) => in_value(value),
                ArgSpec::Parts(parts) => parts.iter().any(in_arg),
                ArgSpec::Object(_) | ArgSpec::Same { .. } => false,
            }
        }
        fn in_value(value: &Val) -> bool {
            *value == Val::Undef || value.as_parts().is_some_and(|parts| parts.iter().any(in_value))
        }
        self.args.iter().any(in_arg)
    }
}

/// What the outside world does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct WorldSpec {
    /// Decides what is not given.
    pub seed: u64,
    /// Whether functions may unwind.
    pub unwind: bool,
    /// Whether functions may never return.
    pub hang: bool,
    /// Whether functions may return poison and undef.
    pub undef: bool,
    /// What functions return, one call after another, in the order of their names.
    pub answers: Vec<(Vec<u8>, Vec<Val>)>,
    /// What variables hold, in the order of their names.
    pub globals: Vec<(Vec<u8>, ObjectSpec)>,
}

impl WorldSpec {
    /// The environment for a run of a function.
    pub(super) fn havoc(&self, machine: &Machine<'_>, func: Func) -> Havoc {
        let mut havoc = Havoc::for_function(self.seed, machine, func);
        (havoc.may_unwind, havoc.may_hang, havoc.may_return_undef) = (self.unwind, self.hang, self.undef);
        havoc.answers = self.answers.iter().cloned().collect();
        havoc.globals = self.globals.iter().cloned().collect();
        havoc
    }
}
