//! The table of C library functions: signatures, what they touch, how they end.
//!
//! A declaration is a library function if it has the name *and* the signature, is not defined in
//! the module, and the call is not `nobuiltin`; the last two are for the caller to see to. The C++
//! operators `new` and `delete` can be replaced by the program: they count only at calls that are
//! `builtin`. The facts are those of the C standard and POSIX, and no stronger than what LLVM 19
//! infers (a test compares them), except for the functions that the standard makes pure (`fabs`,
//! `abs`, `isdigit`, ...), for which LLVM leaves room for `errno`.
//!
//! `size` in a signature is `size_t`: as wide as a pointer. `long` and its like are any integer
//! type, `long double` any float type.

mod names;
mod table;

pub use names::is_known_by_name;
pub use table::Routine;

use crate::intrinsics::{Intrinsic, Properties, SlotLifetimes, Touches};
use crate::layout::DataLayout;
use crate::signature;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use tollgate_ir::{Context, Type};

/// What a call does besides giving its result, apart from its pointer arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Nothing.
    Pure,
    /// May set `errno`.
    Errno,
    /// Touches what its pointer arguments point to, as their [`Role`]s say.
    Arguments,
    /// Touches its arguments, and reads the library's state: the locale.
    ReadsState,
    /// Touches its arguments, reads and writes the library's state and `errno`.
    State,
    /// Touches its arguments and the heap.
    Heap,
    /// Input, output, or anything else that the world sees: an observation.
    World,
    /// Calls a function that it was given.
    Callback,
    /// Ends the program, running what was registered for that.
    Exit,
    /// Ends the program at once.
    Abort,
}

/// What is done with an argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// A number, or a pointer that is only looked at as such.
    Value,
    /// What it points to is read; the pointer is not kept.
    Read,
    /// What it points to is written; the pointer is not kept.
    Write,
    /// What it points to is read and written; the pointer is not kept.
    Modify,
    /// What it points to is read; the result may point into it.
    ReadAndReturn,
    /// What it points to is written; the result points into it.
    WriteAndReturn,
    /// What it points to is read and written; the result may point into it.
    ModifyAndReturn,
    /// It is freed.
    Free,
    /// An object of the library, like a `FILE`.
    Handle,
    /// A function that is called.
    Function,
    /// It may be kept.
    Capture,
}

/// What a result is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A number, or nothing.
    Value,
    /// A new object, or null.
    New,
    /// A new object, never null.
    NewNonNull,
    /// This argument, always.
    Argument(u8),
    /// A pointer into this argument, or null.
    Into(u8),
    /// A pointer to an object of the library, or null.
    Library,
}

/// What an allocation function does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allocation {
    /// Allocates as many bytes as this argument says, contents undefined.
    Bytes(u8),
    /// Allocates the product of the first two arguments, contents zero.
    ZeroedProduct,
    /// Allocates as many bytes as the second argument says, at the alignment that the first says.
    Aligned,
    /// Frees the first argument and allocates as many bytes as the second says, with the old
    /// contents.
    Resize,
    /// Frees the first argument.
    Release,
    /// Allocates a copy of a string.
    CopyOfString,
}

/// Which functions belong together: what one allocates only the same family frees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// `malloc` and `free`.
    Malloc,
    /// C++ `new` and `delete`.
    New,
    /// C++ `new[]` and `delete[]`.
    NewArray,
}

struct Row {
    name: &'static str,
    signature: &'static str,
    roles: &'static str,
    outcome: Outcome,
    effect: Effect,
    allocation: Option<(Family, Allocation)>,
    same_as: Option<Intrinsic>,
}

static BY_NAME: LazyLock<FxHashMap<&'static [u8], Routine>> = LazyLock::new(|| {
    Routine::ALL.iter().map(|&routine| (routine.name().as_bytes(), routine)).collect()
});

impl Routine {
    /// The routine with this name, whatever its signature.
    pub fn from_name(name: &[u8]) -> Option<Routine> {
        BY_NAME.get(name).copied()
    }

    /// The routine that a declaration is, if name and signature are those of the table.
    pub fn of(ctx: &Context, layout: &DataLayout, name: &[u8], ty: Type) -> Option<Routine> {
        let size_bits = layout.pointer(0).bits;
        Routine::from_name(name)
            .filter(|it| signature::matches(it.row().signature, ctx, ty, size_bits))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Its signature, in the notation of the tables.
    pub fn signature(self) -> &'static str {
        self.row().signature
    }

    /// What it does besides giving its result.
    pub fn effect(self) -> Effect {
        self.row().effect
    }

    /// What its result is.
    pub fn outcome(self) -> Outcome {
        self.row().outcome
    }

    /// What it does with an argument; of a variable argument only that it may be kept.
    pub fn role(self, argument: usize) -> Role {
        match self.row().roles.as_bytes().get(argument) {
            Some(b'-') => Role::Value,
            Some(b'r') => Role::Read,
            Some(b'w') => Role::Write,
            Some(b'm') => Role::Modify,
            Some(b'R') => Role::ReadAndReturn,
            Some(b'W') => Role::WriteAndReturn,
            Some(b'M') => Role::ModifyAndReturn,
            Some(b'f') => Role::Free,
            Some(b'h') => Role::Handle,
            Some(b'p') => Role::Function,
            _ => Role::Capture,
        }
    }

    /// What it allocates or frees.
    pub fn allocation(self) -> Option<(Family, Allocation)> {
        self.row().allocation
    }

    /// The intrinsic that gives the same result, for functions that are exactly defined. The
    /// intrinsic does not set `errno`.
    pub fn same_as(self) -> Option<Intrinsic> {
        self.row().same_as
    }

    /// What is known of every call.
    pub fn properties(self) -> Properties {
        let effect = self.effect();
        let quiet = matches!(
            effect,
            Effect::Pure
                | Effect::Errno
                | Effect::Arguments
                | Effect::ReadsState
                | Effect::State
                | Effect::Heap
        );
        let ends = matches!(effect, Effect::Exit | Effect::Abort);
        let frees = self
            .allocation()
            .is_some_and(|(_, it)| matches!(it, Allocation::Release | Allocation::Resize));
        let throws = matches!(
            self.allocation(),
            Some((Family::New | Family::NewArray, Allocation::Bytes(_)))
        );
        let writes = (0..self.row().roles.len()).any(|at| {
            !matches!(
                self.role(at),
                Role::Value | Role::Read | Role::ReadAndReturn | Role::Function
            )
        });
        let touches = match effect {
            Effect::Pure => Touches::Nothing,
            Effect::Arguments if writes => Touches::Arguments,
            Effect::Arguments => Touches::ArgumentsRead,
            Effect::ReadsState if !writes => Touches::Read,
            // No part of the table is for `errno` alone.
            Effect::Errno => Touches::Write,
            Effect::Heap if self.row().roles.bytes().all(|role| role == b'-') => {
                Touches::Inaccessible
            }
            Effect::Heap => Touches::ArgumentsAndInaccessible,
            Effect::ReadsState
            | Effect::State
            | Effect::World
            | Effect::Callback
            | Effect::Exit
            | Effect::Abort => Touches::Anything,
        };
        Properties {
            touches,
            // `free` may run a hook, streams may have functions behind them; the others have no way
            // back.
            nocallback: matches!(effect, Effect::Pure | Effect::Errno | Effect::Arguments),
            nofree: !frees && !ends && effect != Effect::Callback && self != Routine::Fclose,
            nosync: effect == Effect::Pure,
            // Threads are cancelled by unwinding, at calls that wait for the world.
            nounwind: (quiet && !throws) || effect == Effect::Abort,
            willreturn: quiet && !throws,
            noreturn: ends,
            speculatable: effect == Effect::Pure && self.same_as().is_some(),
            convergent: false,
            slots: SlotLifetimes::Keeps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signature::{is_type_text, type_texts};

    #[test]
    fn rows_are_well_formed() {
        for &routine in Routine::ALL {
            let texts = type_texts(routine.signature());
            assert!(texts.iter().all(|text| is_type_text(text)), "{routine:?}");
            let fixed = texts.len() - 1 - usize::from(texts.last() == Some(&"..."));
            assert_eq!(routine.row().roles.len(), fixed, "{routine:?}");
            for (index, text) in texts[1..=fixed].iter().enumerate() {
                let pointer = *text == "ptr";
                let value = routine.role(index) == Role::Value;
                assert!(pointer || value, "{routine:?}: argument {index} is no pointer");
            }
            if let Outcome::Argument(index) | Outcome::Into(index) = routine.outcome() {
                let role = routine.role(usize::from(index));
                let returned = matches!(
                    role,
                    Role::ReadAndReturn | Role::WriteAndReturn | Role::ModifyAndReturn
                );
                assert!(returned, "{routine:?}: {role:?}");
            }
            assert_eq!(BY_NAME[routine.name().as_bytes()], routine);
        }
    }

    #[test]
    fn the_signature_counts() {
        let mut ctx = Context::new();
        let layout = DataLayout::default();
        let mut function = |ret, params: &[Type]| {
            ctx.ty(tollgate_ir::TypeKind::Function { ret, params: params.into(), vararg: false })
        };
        let right = function(Type::I64, &[Type::PTR]);
        let wrong = function(Type::I32, &[Type::PTR]);
        assert_eq!(Routine::of(&ctx, &layout, b"strlen", right), Some(Routine::Strlen));
        assert_eq!(Routine::of(&ctx, &layout, b"strlen", wrong), None);
        assert_eq!(Routine::of(&ctx, &layout, b"strlen2", right), None);
    }
}
