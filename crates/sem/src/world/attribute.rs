//! The rows of attributes, at each position.

use super::{Duty, Program, Row, Run, string_attribute};
use tollgate_ir::{Attr, AttrKind, AttrList, AttrSet, Context};

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Position {
    /// On the function that is compared.
    Function,
    /// On its result.
    Result,
    /// On one of its parameters.
    Parameter,
    /// On a call that it makes, or on the result or an argument there.
    CallSite,
    /// On a function that it may call, or on the result or a parameter there.
    Declaration,
    /// On a variable.
    Variable,
}

impl Position {
    /// All of them.
    pub const ALL: [Position; 6] = [
        Self::Function,
        Self::Result,
        Self::Parameter,
        Self::CallSite,
        Self::Declaration,
        Self::Variable,
    ];
}

/// Words of LLVM up to 15, which say what `memory(...)` says today. They are known to the reader
/// only as words.
pub const OLD_MEMORY_WORDS: [&[u8]; 3] =
    [b"argmemonly", b"inaccessiblememonly", b"inaccessiblemem_or_argmemonly"];

/// The row of an attribute.
pub fn of(ctx: &Context, attr: &Attr, position: Position) -> Row {
    match *attr {
        Attr::Flag(kind) | Attr::Int(kind, _) | Attr::Pair(kind, ..) | Attr::Type(kind, _) => {
            row(kind, position)
        }
        Attr::Text(AttrKind::DenormalFpEnv, mode) => denormal_fpenv(ctx.bytes(mode), position),
        Attr::Text(kind, _) => row(kind, position),
        Attr::Memory(_) => row(AttrKind::Memory, position),
        Attr::Range(..) => row(AttrKind::Range, position),
        Attr::String(key, value) => {
            let value = value.map_or(&[][..], |value| ctx.bytes(value));
            string_attribute::row(ctx.bytes(key), value, position)
        }
        Attr::Unknown(word, None) if OLD_MEMORY_WORDS.contains(&ctx.bytes(word)) => {
            row(AttrKind::Memory, position)
        }
        Attr::Unknown(..) => Row::UNKNOWN,
    }
}

/// An attribute without its argument, for messages.
pub fn word(ctx: &Context, attr: &Attr) -> String {
    match *attr {
        Attr::String(key, _) => format!("\"{}\"", ctx.text(key)),
        Attr::Unknown(word, _) => ctx.text(word).into_owned(),
        Attr::Flag(kind) | Attr::Int(kind, _) | Attr::Pair(kind, ..) => kind.word().to_string(),
        Attr::Type(kind, _) | Attr::Text(kind, _) => kind.word().to_string(),
        Attr::Memory(_) => AttrKind::Memory.word().to_string(),
        Attr::Range(..) => AttrKind::Range.word().to_string(),
    }
}

/// The first attribute of a list for which a function, or a call, of this program cannot be
/// treated.
pub fn refused(
    ctx: &Context,
    attrs: AttrList,
    position: Position,
    program: Program,
) -> Option<Attr> {
    let data = ctx.attr_list_data(attrs);
    let at = |place: Position| match position {
        Position::Function | Position::Result | Position::Parameter => place,
        Position::CallSite | Position::Declaration | Position::Variable => position,
    };
    let in_set = |set: AttrSet, position: Position| {
        ctx.attrs(set).iter().copied().find(|attr| of(ctx, attr, position).is_refused_in(program))
    };
    in_set(data.function, at(Position::Function))
        .or_else(|| in_set(data.result, at(Position::Result)))
        .or_else(|| data.params.iter().find_map(|&set| in_set(set, at(Position::Parameter))))
}

/// The row of a kind of attribute. One table, in which every kind is looked up, so one function.
pub const fn row(kind: AttrKind, position: Position) -> Row {
    use AttrKind::*;
    match kind {
        // Promises of values.
        Align | NonNull | Range | NoFpClass => match position {
            // Of a variable it says where it is put.
            Position::Variable => Row::same(Run::Executed),
            Position::Function | Position::Result | Position::Parameter => {
                Row::poison(Run::Checked)
            }
            Position::CallSite | Position::Declaration => Row::poison(Run::Checked),
        },
        Dereferenceable | DereferenceableOrNull | NoUndef | NoReturn | NoUnwind => {
            Row::promise(Run::Checked)
        }

        // Promises that the audit watches.
        Captures | Memory | NoAlias | NoCapture | NoFree | NoRecurse | NoSync | ReadNone
        | ReadOnly | Returned | WriteOnly => Row::promise(Run::Audited),

        // Of a run that does not end nothing is concluded.
        MustProgress | WillReturn => Row::promise(Run::Ignored),
        // The interpreter looks for memory that can be written. That it is stored back, and who
        // promises not to write, the audit watches.
        Writable => Row::promise(Run::Checked),
        DeadOnUnwind => match position {
            // The comparison of memory leaves it out.
            Position::Function | Position::Result | Position::Parameter | Position::Variable => {
                Row::promise(Run::Executed)
            }
            // Whoever looks at what is poison then is in doubt.
            Position::CallSite | Position::Declaration => Row::promise(Run::Audited),
        },
        NoCallback => match position {
            Position::Function | Position::Result | Position::Parameter | Position::Variable => {
                Row::promise(Run::Unseen)
            }
            // The environment does not call back. What the C library does so is watched.
            Position::CallSite | Position::Declaration => Row::promise(Run::Audited),
        },

        // Promises that nobody watches: not of functions that are entered, nor of calls that leave
        // the module.
        DeadOnReturn | Initializes | NoCreateUndefOrPoison | NoDivergenceSource | Speculatable => {
            Row::promise(Run::Unseen)
        }

        // How values are passed.
        ByVal => Row::same(Run::Executed),
        // The memory is there, which the interpreter checks.
        ByRef | StructRet => Row::same(Run::Checked),
        AlignStack | ElementType | ImmArg | InReg | Nest | NoExt | SignExt | SwiftAsync
        | SwiftError | SwiftSelf | ZeroExt => Row::same(Run::Ignored),
        // How long vectors are.
        VScaleRange => Row::same(Run::Ignored),

        // What code generation is to do.
        DisableSanitizerInstrumentation
        | FnRetThunkExtern
        | HybridPatchable
        | JumpTable
        | NoCfCheck
        | NoImplicitFloat
        | NoRedZone
        | NoSanitizeBounds
        | NoSanitizeCoverage
        | NonLazyBind
        | SafeStack
        | SanitizeAddress
        | SanitizeAllocToken
        | SanitizeHwAddress
        | SanitizeMemory
        | SanitizeNumericalStability
        | SanitizeRealtime
        | SanitizeRealtimeBlocking
        | SanitizeRealtimeUnsafe
        | SanitizeThread
        | SanitizeType
        | ShadowCallStack
        | SpeculativeLoadHardening
        | StackProtect
        | StackProtectReq
        | StackProtectStrong
        | UwTable => Row::FREE,
        // Tags of memory change addresses of variables.
        SanitizeMemTag => match position {
            Position::Variable => Row::same(Run::Ignored),
            Position::Function | Position::Result | Position::Parameter => Row::FREE,
            Position::CallSite | Position::Declaration => Row::FREE,
        },

        // Advice to optimisers.
        AlwaysInline | Cold | Flatten | Hot | InlineHint | MinSize | NoInline | NoIpa | NoMerge
        | NoProfile | OptDebug | OptForFuzzing | OptNone | OptSize | SkipProfile => Row::FREE,

        // What the function is: how many bytes it gives, what is in them, and that nobody else has
        // them.
        AllocAlign | AllocKind | AllocPtr | AllocSize => Row::promise(Run::Ignored),
        Builtin | CoroElideSafe | ModularFormat | NoBuiltin => Row::same(Run::Ignored),
        // How a callee computes is its own affair.
        NullPointerIsValid => match position {
            Position::Declaration => Row { modules: Duty::Free, ..Row::same(Run::Executed) },
            Position::Function | Position::Result | Position::Parameter => {
                Row { modules: Duty::Free, ..Row::same(Run::Executed) }
            }
            Position::CallSite | Position::Variable => Row::same(Run::Executed),
        },
        DenormalFpEnv => denormal_fpenv(b"", position),

        // What no clause treats.
        Convergent
        | CoroOnlyDestroyWhenComplete
        | InAlloca
        | Naked
        | NoDuplicate
        | Preallocated
        | PresplitCoroutine
        | ReturnsTwice
        | StrictFp => Row::REFUSED,
    }
}

/// The row of `denormal_fpenv(mode)`. Only denormals as IEEE 754 has them are treated; how a callee
/// computes is its own affair.
const fn denormal_fpenv(mode: &[u8], position: Position) -> Row {
    match (position, mode) {
        (Position::Declaration, _) => Row::FREE,
        (
            Position::Function
            | Position::Result
            | Position::Parameter
            | Position::CallSite
            | Position::Variable,
            b"ieee" | b"ieee|ieee" | b"ieee, ieee",
        ) => Row { target: Duty::Free, modules: Duty::Free, ..Row::same(Run::Ignored) },
        (
            Position::Function
            | Position::Result
            | Position::Parameter
            | Position::CallSite
            | Position::Variable,
            _,
        ) => Row { modules: Duty::Free, ..Row::REFUSED },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Conclusion;
    use tollgate_ir::Places;

    #[test]
    fn values_carry_what_makes_them_poison() {
        for &kind in AttrKind::ALL {
            if row(kind, Position::Parameter).source == Conclusion::Poison {
                assert!(kind.places().allows(Places::RESULT), "{kind:?}");
            }
        }
    }

    #[test]
    fn what_is_concluded_in_the_source_is_not_free_in_the_target() {
        for &kind in AttrKind::ALL {
            for position in Position::ALL {
                let row = row(kind, position);
                match row.source {
                    Conclusion::Poison | Conclusion::Undefined => {
                        assert_eq!(row.target, Duty::Show, "{kind:?} {position:?}");
                        assert_eq!(row.modules, Duty::Show, "{kind:?} {position:?}");
                    }
                    Conclusion::Meaning => {
                        assert!(
                            matches!(row.target, Duty::Same | Duty::Refuse),
                            "{kind:?} {position:?}"
                        )
                    }
                    Conclusion::Nothing => {}
                }
            }
        }
    }

    #[test]
    fn words_that_no_row_knows_are_refused() {
        let mut ctx = Context::new();
        let word = ctx.symbol(b"no_such_word");
        let old = ctx.symbol(b"argmemonly");
        for position in Position::ALL {
            assert_eq!(of(&ctx, &Attr::Unknown(word, None), position), Row::UNKNOWN);
            assert!(of(&ctx, &Attr::Unknown(old, None), position).is_promise());
        }
    }

    #[test]
    fn the_first_refused_attribute_is_found_at_every_place() {
        let mut ctx = Context::new();
        let set =
            ctx.attr_set(&[Attr::Flag(AttrKind::NoUnwind), Attr::Flag(AttrKind::NoDuplicate)]);
        let plain = ctx.attr_set(&[Attr::Flag(AttrKind::NoUndef)]);
        let empty = AttrSet::EMPTY;
        let lists = [
            ctx.attr_list(set, empty, &[]),
            ctx.attr_list(empty, set, &[]),
            ctx.attr_list(empty, empty, &[plain, set]),
        ];
        for list in lists {
            for program in [Program::Source, Program::Target] {
                let found = refused(&ctx, list, Position::Function, program);
                assert_eq!(found, Some(Attr::Flag(AttrKind::NoDuplicate)));
            }
        }
        let fine = ctx.attr_list(empty, plain, &[plain]);
        assert_eq!(refused(&ctx, fine, Position::CallSite, Program::Target), None);
        let word = ctx.symbol(b"no_such_word");
        let unknown = ctx.attr_set(&[Attr::Unknown(word, None)]);
        let unknown = ctx.attr_list(unknown, empty, &[]);
        assert!(refused(&ctx, unknown, Position::Function, Program::Target).is_some());
        assert!(refused(&ctx, unknown, Position::Function, Program::Source).is_none());
    }
}
