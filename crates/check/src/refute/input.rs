//! The inputs of runs: arguments, contents of variables, and the environment.

use tollgate_exec::arguments::{ArgSpec, ObjectSpec};
use tollgate_exec::environment::Havoc;
use tollgate_exec::memory::Shadow;
use tollgate_exec::value::{Val, Wide};
use tollgate_ir::{AttrList, Context};

/// An input: the same for both functions of a pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Input {
    /// The arguments.
    pub args: Vec<ArgSpec>,
    /// The environment.
    pub world: WorldSpec,
    /// The seed of the target's own choices.
    pub choices: u64,
}

impl Input {
    /// Whether an argument is undef, or has undef parts.
    pub(super) fn has_undef(&self) -> bool {
        self.args.iter().any(|arg| holds(arg, &|value| *value == Val::Undef, &|_| false))
    }

    /// Whether a value in it is undef, or has undef bits.
    pub(super) fn has_any_undef(&self) -> bool {
        self.has_any(&|value| is_undef(value), &|byte| !byte.is_poison() && byte.undef_mask() != 0)
    }

    /// Whether a value in it is poison.
    pub(super) fn has_any_poison(&self) -> bool {
        self.has_any(&|value| *value == Val::Poison, &|byte| byte.is_poison())
    }

    fn has_any(&self, value: &dyn Fn(&Val) -> bool, byte: &dyn Fn(Shadow) -> bool) -> bool {
        let object = |object: &ObjectSpec| object.contents.iter().any(|it| byte(it.shadow));
        self.world.undef
            || self.args.iter().any(|arg| holds(arg, value, &object))
            || self.world.globals.iter().any(|(_, it)| object_holds(it, value, &object))
            || self.world.answers.iter().flat_map(|(_, answers)| answers).any(value)
    }

    /// Whether no value in it is poison or undef.
    pub(super) fn is_definite(&self) -> bool {
        let indefinite = |value: &Val| matches!(value, Val::Poison | Val::Undef);
        let bytes =
            |object: &ObjectSpec| !object.contents.iter().all(|byte| byte.shadow.is_plain());
        !self.world.undef
            && !self.args.iter().any(|arg| holds(arg, &indefinite, &bytes))
            && !self
                .world
                .globals
                .iter()
                .any(|(_, object)| object_holds(object, &indefinite, &bytes))
    }
}

/// Whether a scalar is undef, or has undef bits.
fn is_undef(value: &Val) -> bool {
    match value {
        Val::Undef => true,
        Val::Wide(wide) => matches!(&**wide, Wide::Partial { .. }),
        Val::Poison | Val::Bits(_) | Val::Ptr { .. } => false,
    }
}

/// Whether an argument, or an object that it points to, has such a value.
fn holds(
    arg: &ArgSpec,
    of_value: &dyn Fn(&Val) -> bool,
    of_object: &dyn Fn(&ObjectSpec) -> bool,
) -> bool {
    fn in_value(value: &Val, of_value: &dyn Fn(&Val) -> bool) -> bool {
        of_value(value)
            || value
                .as_parts()
                .is_some_and(|parts| parts.iter().any(|part| in_value(part, of_value)))
    }
    match arg {
        ArgSpec::Value(value) => in_value(value, of_value),
        ArgSpec::Parts(parts) => parts.iter().any(|part| holds(part, of_value, of_object)),
        ArgSpec::Object(object) => object_holds(object, of_value, of_object),
        ArgSpec::Same { .. } => false,
    }
}

fn object_holds(
    object: &ObjectSpec,
    of_value: &dyn Fn(&Val) -> bool,
    of_object: &dyn Fn(&ObjectSpec) -> bool,
) -> bool {
    of_object(object)
        || object.pointers.iter().any(|pointer| holds(&pointer.to, of_value, of_object))
}

/// The parameters of an environment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct WorldSpec {
    /// Determines all results that are not given.
    pub seed: u64,
    /// Whether functions may unwind.
    pub unwind: bool,
    /// Whether functions may never return.
    pub hang: bool,
    /// Whether functions may return poison and undef.
    pub undef: bool,
    /// Whether functions write no memory.
    pub still: bool,
    /// Results of functions, one call after another, in the order of their names.
    pub answers: Vec<(Vec<u8>, Vec<Val>)>,
    /// Initial contents of variables, in the order of their names.
    pub globals: Vec<(Vec<u8>, ObjectSpec)>,
}

impl WorldSpec {
    /// Whether it says what the variable of this name holds.
    pub(super) fn gives(&self, name: &[u8]) -> bool {
        self.globals.iter().any(|(given, _)| given == name)
    }

    /// The environment for a source with these attributes. The target has the same one: it must
    /// satisfy attributes about the environment that only it has by itself.
    pub(super) fn havoc(&self, ctx: &Context, source: AttrList) -> Havoc {
        let mut havoc = Havoc::for_function(self.seed, ctx, source);
        (havoc.may_unwind, havoc.may_hang, havoc.may_return_undef) =
            (self.unwind, self.hang, self.undef);
        havoc.may_write &= !self.still;
        havoc.answers = self.answers.iter().cloned().collect();
        havoc.globals = self.globals.iter().cloned().collect();
        havoc
    }
}
