//! Attributes of one function in two modules: which may differ, and why those that only the target
//! has hold.
//!
//! **Facts come from the source** (§4.9). What each attribute means, and how a difference in it is
//! treated, is a row of [`tollgate_sem::world`]. An attribute that asserts a fact ([`Duty::Show`])
//! and that the source does not have, or only a weaker one, is [`TargetOnly`]: never a fact, and a
//! proof obligation unless it is known to hold. The converse is harmless: dropping an attribute
//! removes undefined behaviour.
//!
//! Attributes that decide *how a value is passed* or that change meaning in ways that are not
//! treated must be the same. Attributes for code generation or as hints to optimisers may differ.
//!
//! # Why an attribute holds
//!
//! * [`Keeper::Intrinsic`]: intrinsics of the table have the attributes that LLVM gives them,
//!   whatever a text has.
//! * [`Keeper::ComparedItself`]: the function is defined in both modules, exactly (the linker
//!   cannot replace it), with the same signature. Its own pair is then about *every* argument and
//!   environment, with these attributes as its own target-only attributes; a verdict `valid` for it
//!   shows that they hold. The verdict of the caller names this as an assumption, because the
//!   callee's verdict may be another one.
//! * [`Keeper::CLibrary`]: it is declared, and the table of the C library has the attribute.
//! * [`Keeper::Nobody`]: it remains to be shown.

use super::difference::Facet;
use rustc_hash::FxHashMap;
use tollgate_ir::{
    Attr, AttrKind, AttrList, AttrSet, Context, Function, MemoryEffects, MemoryPart, Name,
};
use tollgate_sem::call::Kind;
use tollgate_sem::libc::{Outcome, Role, Routine};
use tollgate_sem::world::Duty;
use tollgate_sem::world::attribute::{self, Position};
use tollgate_sem::world::linkage::{self, Definition};

/// An attribute that only the target has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TargetOnly {
    /// The callee that has it; none if it is the target function itself.
    pub callee: Option<Name>,
    /// Its position.
    pub place: AttrPlace,
    /// The attribute.
    pub attr: Attr,
    /// Why it holds.
    pub keeper: Keeper,
    /// The attribute and its position as text: `noundef` of parameter 1 of @f.
    pub text: String,
}

impl TargetOnly {
    pub(super) fn new(
        ctx: &Context,
        callee: Option<Name>,
        place: AttrPlace,
        attr: Attr,
        keeper: Keeper,
    ) -> Self {
        let mut text = format!("`{}`", text(ctx, attr));
        match place {
            AttrPlace::Function => {}
            AttrPlace::Result => text.push_str(" of the result"),
            AttrPlace::Param(index) => text.push_str(&format!(" of parameter {}", index + 1)),
        }
        if let Some(callee) = callee {
            text.push_str(&format!(" of @{}", ctx.name_text(callee)));
        }
        Self { callee, place, attr, keeper, text }
    }
}

/// The position of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AttrPlace {
    /// On the function.
    Function,
    /// On the result.
    Result,
    /// On the parameter with this number.
    Param(usize),
}

/// Why an attribute of the target holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeper {
    /// By definition of the intrinsic.
    Intrinsic,
    /// The function is defined in both modules and compared itself.
    ComparedItself,
    /// The table of the C library has it.
    CLibrary,
    /// It remains to be shown.
    Nobody,
}

/// The function whose attributes are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The pair itself.
    Own,
    /// A function that the pair may call.
    Callee,
}

/// The result of comparing the attributes of a function.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Differences that keep the pair (or, of a callee, its callers) from being compared.
    pub facets: Vec<Facet>,
    /// Attributes of the target only.
    pub target_only: Vec<(AttrPlace, Attr)>,
    /// The target's attributes without those.
    pub common: AttrList,
}

/// Compares the attributes of a function of two modules; `before` is empty for one that only the
/// second has.
pub fn compare(ctx: &mut Context, before: AttrList, after: AttrList, whose: Whose) -> Compared {
    let mut result = Compared { common: after, ..Compared::default() };
    if before == after {
        return result;
    }
    let (old, new) = (ctx.attr_list_data(before).clone(), ctx.attr_list_data(after).clone());
    let mut set = |place, old, new| compare_sets(ctx, place, old, new, whose, &mut result);
    let function = set(AttrPlace::Function, old.function, new.function);
    let returned = set(AttrPlace::Result, old.result, new.result);
    let params: Vec<AttrSet> = (0..old.params.len().max(new.params.len()))
        .map(|at| set(AttrPlace::Param(at), old.param(at), new.param(at)))
        .collect();
    result.common = ctx.attr_list(function, returned, &params);
    result
}

/// Compares two sets, and returns the second without the attributes that only it has.
fn compare_sets(
    ctx: &mut Context,
    place: AttrPlace,
    before: AttrSet,
    after: AttrSet,
    whose: Whose,
    result: &mut Compared,
) -> AttrSet {
    if before == after {
        return after;
    }
    let mut common = Vec::new();
    for &attr in ctx.attrs(after) {
        if ctx.attrs(before).contains(&attr) {
            common.push(attr);
            continue;
        }
        match duty(ctx, &attr, [before, after], place, whose) {
            Duty::Show if implied(ctx, before, attr) => common.push(attr),
            Duty::Show => result.target_only.push((place, attr)),
            Duty::Free => common.push(attr),
            // Not a fact of the source, and not one that can be shown.
            Duty::NotNew | Duty::Same | Duty::Refuse => {
                result.facets.push(Facet::Attribute(text(ctx, attr)));
            }
        }
    }
    for &attr in ctx.attrs(before) {
        let must_stay = match duty(ctx, &attr, [before, after], place, whose) {
            Duty::Same => true,
            // Unknown attributes are ignored in the source; known ones that are not treated are
            // refused.
            Duty::Refuse => !matches!(attr, Attr::Unknown(..)),
            Duty::Free | Duty::Show | Duty::NotNew => false,
        };
        if must_stay && !ctx.attrs(after).contains(&attr) {
            let facet = Facet::Attribute(text(ctx, attr));
            if !result.facets.contains(&facet) {
                result.facets.push(facet);
            }
        }
    }
    ctx.attr_set(&common)
}

/// How a difference in an attribute of these sets is treated.
fn duty(ctx: &Context, attr: &Attr, sets: [AttrSet; 2], place: AttrPlace, whose: Whose) -> Duty {
    // The alignment of a `byval` copy decides where it is put: caller and callee must agree.
    let is_copy = sets.into_iter().any(|set| ctx.has_attr(set, AttrKind::ByVal));
    if is_copy && attr.kind() == Some(AttrKind::Align) {
        return Duty::Same;
    }
    match (whose, place) {
        (Whose::Own, AttrPlace::Function) => attribute::of(ctx, attr, Position::Function).target,
        (Whose::Own, AttrPlace::Result) => attribute::of(ctx, attr, Position::Result).target,
        (Whose::Own, AttrPlace::Param(_)) => attribute::of(ctx, attr, Position::Parameter).target,
        (Whose::Callee, _) => attribute::of(ctx, attr, Position::Declaration).modules,
    }
}

/// Whether a set implies an attribute.
fn implied(ctx: &Context, set: AttrSet, wanted: Attr) -> bool {
    ctx.attrs(set).iter().any(|&given| {
        if let (Attr::Int(kind, given), Attr::Int(same, wanted)) = (given, wanted) {
            let is_ordered = matches!(
                kind,
                AttrKind::Align | AttrKind::Dereferenceable | AttrKind::DereferenceableOrNull
            );
            // An alignment that is larger is a multiple.
            return kind == same
                && (is_ordered && given >= wanted
                    || kind == AttrKind::NoFpClass && given & wanted == wanted);
        }
        if let (Attr::Memory(given), Attr::Memory(wanted)) = (given, wanted) {
            return within(given, wanted);
        }
        given == wanted
    })
}

/// Whether effects allow nothing that others do not.
fn within(inner: MemoryEffects, outer: MemoryEffects) -> bool {
    inner.intersect(outer) == inner
}

/// Why an attribute that only the target has of a function that the pair may call holds.
pub fn keeper(
    ctx: &Context,
    before: Option<&Function>,
    after: &Function,
    library: Option<Routine>,
    place: AttrPlace,
    attr: Attr,
) -> Keeper {
    match Kind::of(ctx, after) {
        Kind::Intrinsic(_) => return Keeper::Intrinsic,
        // Of an unknown intrinsic nothing is known.
        Kind::UnknownIntrinsic => return Keeper::Nobody,
        Kind::Plain => {}
    }
    if let Some(before) = before
        && is_exact(ctx, before)
        && is_exact(ctx, after)
        && before.ty == after.ty
    {
        return Keeper::ComparedItself;
    }
    match library.is_some_and(|routine| library_keeps(ctx, routine, place, attr)) {
        true => Keeper::CLibrary,
        false => Keeper::Nobody,
    }
}

/// An attribute that only the first module has of a function that may be called indirectly; none if
/// the function is compared itself, or is an intrinsic.
pub fn lost(ctx: &Context, before: &Function, after: &Function) -> Option<Attr> {
    if is_exact(ctx, before) && is_exact(ctx, after) && before.ty == after.ty
        || is_intrinsic(ctx, after)
    {
        return None;
    }
    let (old, new) = (ctx.attr_list_data(before.attrs), ctx.attr_list_data(after.attrs));
    let in_sets = |old: AttrSet, new: AttrSet| {
        ctx.attrs(old).iter().copied().find(|attr| {
            attribute::of(ctx, attr, Position::Declaration).modules == Duty::Show
                && !implied(ctx, new, *attr)
        })
    };
    in_sets(old.function, new.function)
        .or_else(|| in_sets(old.result, new.result))
        .or_else(|| (0..old.params.len()).find_map(|at| in_sets(old.param(at), new.param(at))))
}

fn is_intrinsic(ctx: &Context, function: &Function) -> bool {
    matches!(Kind::of(ctx, function), Kind::Intrinsic(_))
}

/// Whether a function is defined here, and its definition cannot be replaced.
fn is_exact(ctx: &Context, function: &Function) -> bool {
    !function.is_declaration() && linkage::definition(ctx, &function.header) == Definition::Exact
}

/// Whether the table of the C library has this attribute.
fn library_keeps(ctx: &Context, routine: Routine, place: AttrPlace, attr: Attr) -> bool {
    let properties = routine.properties();
    if let Some(keeps) = allocator_keeps(ctx, routine, place, attr) {
        return keeps;
    }
    if let (AttrPlace::Function, Attr::Memory(effects)) = (place, attr) {
        return within(properties.touches.effects(), effects);
    }
    let Attr::Flag(flag) = attr else { return false };
    let is_listed = |known: &[(AttrKind, bool)]| known.contains(&(flag, true));
    match place {
        AttrPlace::Function => is_listed(&[
            (AttrKind::NoUnwind, properties.nounwind),
            (AttrKind::WillReturn, properties.willreturn),
            (AttrKind::MustProgress, properties.willreturn),
            (AttrKind::NoReturn, properties.noreturn),
            (AttrKind::NoFree, properties.nofree),
            (AttrKind::NoSync, properties.nosync),
            (AttrKind::NoCallback, properties.nocallback),
            (AttrKind::Speculatable, properties.speculatable),
        ]),
        AttrPlace::Result => {
            let is_new = matches!(routine.outcome(), Outcome::New | Outcome::NewNonNull);
            is_listed(&[
                (AttrKind::NoAlias, is_new),
                (AttrKind::NonNull, routine.outcome() == Outcome::NewNonNull),
                // A new object, or null, is defined.
                (AttrKind::NoUndef, is_new),
            ])
        }
        AttrPlace::Param(index) => {
            let role = routine.role(index);
            let is_returned =
                matches!(routine.outcome(), Outcome::Argument(at) if usize::from(at) == index);
            let is_not_captured =
                matches!(role, Role::Value | Role::Read | Role::Write | Role::Modify | Role::Free);
            is_listed(&[
                (AttrKind::NoCapture, is_not_captured),
                (AttrKind::ReadOnly, matches!(role, Role::Read | Role::ReadAndReturn)),
                (AttrKind::WriteOnly, matches!(role, Role::Write | Role::WriteAndReturn)),
                (AttrKind::Returned, is_returned),
            ])
        }
    }
}

/// Whether an allocation function of the C library satisfies an attribute on what it allocates and
/// frees; none if the attribute is about something else.
fn allocator_keeps(ctx: &Context, routine: Routine, place: AttrPlace, attr: Attr) -> Option<bool> {
    // The arguments that are the size, and the kinds of the attribute `allockind`.
    type Row = (Routine, Option<(u32, Option<u32>)>, &'static [u8]);
    const HEAP: [Row; 4] = [
        (Routine::Malloc, Some((0, None)), b"alloc,uninitialized"),
        (Routine::Calloc, Some((0, Some(1))), b"alloc,zeroed"),
        (Routine::Realloc, Some((1, None)), b"realloc"),
        (Routine::Free, None, b"free"),
    ];
    let row = HEAP.iter().find(|row| row.0 == routine);
    let (is_heap, size) = (row.is_some(), row.and_then(|row| row.1));
    match attr {
        Attr::Pair(AttrKind::AllocSize, first, second) => Some(size == Some((first, second))),
        Attr::Text(AttrKind::AllocKind, words) => {
            let words: Vec<u8> =
                ctx.bytes(words).iter().copied().filter(|byte| !b"\" ".contains(byte)).collect();
            Some(row.is_some_and(|row| words == row.2))
        }
        Attr::Flag(AttrKind::AllocPtr) => Some(
            matches!(routine, Routine::Realloc | Routine::Free) && place == AttrPlace::Param(0),
        ),
        Attr::Flag(AttrKind::AllocAlign) => Some(false),
        Attr::String(key, value) if ctx.bytes(key) == b"alloc-family" => {
            Some(is_heap && value.is_some_and(|value| ctx.bytes(value) == b"malloc"))
        }
        Attr::Flag(_)
        | Attr::Int(..)
        | Attr::Pair(..)
        | Attr::Type(..)
        | Attr::Memory(_)
        | Attr::Range(..)
        | Attr::Text(..)
        | Attr::String(..)
        | Attr::Unknown(..) => None,
    }
}

/// Attributes that only the target has, by callee.
pub type Promises = FxHashMap<Name, Vec<TargetOnly>>;

/// An attribute as text for messages.
pub fn text(ctx: &Context, attr: Attr) -> String {
    match attr {
        Attr::Flag(kind) => kind.word().to_string(),
        Attr::Int(kind, value) => format!("{}({value})", kind.word()),
        Attr::Pair(kind, first, None) => format!("{}({first})", kind.word()),
        Attr::Pair(kind, first, Some(second)) => format!("{}({first}, {second})", kind.word()),
        Attr::Type(kind, ty) => {
            let mut out = Vec::new();
            tollgate_llvm::write_type(ctx, ty, &mut out);
            format!("{}({})", kind.word(), String::from_utf8_lossy(&out))
        }
        Attr::Memory(effects) => format!("memory({})", memory_text(effects)),
        Attr::Range(low, high) => {
            let mut out = Vec::new();
            tollgate_llvm::write_const(ctx, low, &mut out);
            out.extend_from_slice(b", ");
            tollgate_llvm::write_const(ctx, high, &mut out);
            format!("range({})", String::from_utf8_lossy(&out))
        }
        Attr::Text(kind, argument) => format!("{}({})", kind.word(), ctx.text(argument)),
        Attr::String(key, None) => format!("\"{}\"", ctx.text(key)),
        Attr::String(key, Some(value)) => format!("\"{}\"=\"{}\"", ctx.text(key), ctx.text(value)),
        Attr::Unknown(word, None) => ctx.text(word).into_owned(),
        Attr::Unknown(word, Some(argument)) => {
            format!("{}({})", ctx.text(word), ctx.text(argument))
        }
    }
}

/// What a `memory(...)` allows: the access to locations that are not named, then the locations that
/// differ from it.
fn memory_text(effects: MemoryEffects) -> String {
    let other = effects.access(MemoryPart::Other);
    let parts = MemoryPart::ALL.iter().filter_map(|&part| {
        let access = effects.access(part);
        (access != other).then(|| format!("{}: {}", part.word().unwrap_or_default(), access.word()))
    });
    let mut words: Vec<String> = vec![other.word().to_string()];
    words.extend(parts);
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_ir::{Access, Module};

    fn read(ctx: &mut Context, text: &str) -> Module {
        tollgate_llvm::read(ctx, "t.ll", text.as_bytes()).unwrap()
    }

    /// Compares the attributes of two declarations; returns facets, attributes of the target only,
    /// and common attributes.
    fn compared(
        before: &str,
        after: &str,
        whose: Whose,
    ) -> (Vec<String>, Vec<String>, Vec<String>) {
        let mut ctx = Context::new();
        let (old, new) = (read(&mut ctx, before), read(&mut ctx, after));
        let attrs = |module: &Module| module.functions.values().next().unwrap().attrs;
        let result = compare(&mut ctx, attrs(&old), attrs(&new), whose);
        let facets = result.facets.iter().map(ToString::to_string).collect();
        let promises = result
            .target_only
            .iter()
            .map(|&(place, attr)| TargetOnly::new(&ctx, None, place, attr, Keeper::Nobody).text);
        let common = ctx.attrs(ctx.attr_list_data(result.common).function);
        (facets, promises.collect(), common.iter().map(|&attr| text(&ctx, attr)).collect())
    }

    #[test]
    fn only_the_target_promises() {
        let (facets, promises, common) = compared(
            "declare ptr @f(ptr align 8 dereferenceable(4), ptr nonnull) \
             willreturn memory(read) cold",
            "declare noalias ptr @f(ptr align 4 dereferenceable(8), ptr noundef) \
             nounwind memory(argmem: read) hot",
            Whose::Callee,
        );
        assert_eq!(facets, Vec::<String>::new());
        assert_eq!(
            promises,
            [
                "`memory(none, argmem: read)`",
                "`nounwind`",
                "`noalias` of the result",
                "`dereferenceable(8)` of parameter 1",
                "`noundef` of parameter 2",
            ]
        );
        assert_eq!(common, ["hot"]);
    }

    #[test]
    fn weaker_promises_are_implied() {
        let (facets, promises, common) = compared(
            "declare float @f(ptr align 8 dereferenceable(8), float nofpclass(nan inf)) \
             nounwind memory(none)",
            "declare float @f(ptr align 8 dereferenceable(4), float nofpclass(nan)) \
             memory(argmem: read)",
            Whose::Callee,
        );
        assert_eq!((facets.len(), promises.len()), (0, 0), "{facets:?} {promises:?}");
        assert_eq!(common, ["memory(none, argmem: read)"]);
    }

    #[test]
    fn meaning_must_be_the_same() {
        let different = |before: &str, after: &str, whose| compared(before, after, whose).0.len();
        for (before, after) in [
            ("declare void @f(i8 zeroext)", "declare void @f(i8 signext)"),
            ("declare void @f(ptr byval(i32))", "declare void @f(ptr)"),
            ("declare void @f(ptr byval(i32) align 16)", "declare void @f(ptr byval(i32) align 8)"),
            ("declare void @f(ptr byval(i32))", "declare void @f(ptr byval(i32) align 8)"),
            ("declare void @f(ptr)", "declare void @f(ptr sret(i32))"),
            ("declare void @f() returns_twice", "declare void @f()"),
            ("declare void @f()", "declare void @f() convergent"),
            ("declare void @f()", "declare void @f() nobuiltin"),
        ] {
            assert!(different(before, after, Whose::Own) > 0, "{before} {after}");
            assert!(different(before, after, Whose::Callee) > 0, "{before} {after}");
        }
        // Unknown attributes that only the source has are ignored.
        for (attribute, gained, lost) in [
            ("null_pointer_is_valid", 1, 1),
            ("\"target-features\"=\"+avx\"", 1, 1),
            ("\"no-such-attribute\"", 1, 0),
            ("\"no-nans-fp-math\"=\"true\"", 1, 0),
            ("\"frame-pointer\"=\"all\"", 0, 0),
            ("noinline optnone sspstrong uwtable", 0, 0),
        ] {
            let (with, without) =
                (format!("declare void @f(i64) {attribute}"), "declare void @f(i64)");
            assert_eq!(different(without, &with, Whose::Own), gained, "{attribute}");
            assert_eq!(different(&with, without, Whose::Own), lost, "{attribute}");
            // How a callee is compiled does not matter to callers; an unknown string attribute may
            // change meaning.
            let of_callee = usize::from(attribute == "\"no-such-attribute\"");
            assert_eq!(different(without, &with, Whose::Callee), of_callee, "{attribute}");
        }
    }

    #[test]
    fn the_library_keeps_what_its_table_says() {
        use AttrPlace::{Function, Param, Result};
        let ctx = &mut Context::new();
        let zeroed = Attr::Text(AttrKind::AllocKind, ctx.symbol(b"\"alloc,zeroed\""));
        let keeps = |routine, place, kind| library_keeps(ctx, routine, place, Attr::Flag(kind));
        assert!(keeps(Routine::Strlen, Function, AttrKind::NoUnwind));
        assert!(keeps(Routine::Strlen, Param(0), AttrKind::ReadOnly));
        assert!(!keeps(Routine::Strlen, Param(0), AttrKind::NoUndef));
        assert!(keeps(Routine::Malloc, Result, AttrKind::NoAlias));
        assert!(!keeps(Routine::Malloc, Result, AttrKind::NonNull));
        assert!(keeps(Routine::Memcpy, Param(0), AttrKind::Returned));
        assert!(!keeps(Routine::Memcpy, Param(1), AttrKind::Returned));
        assert!(!keeps(Routine::Memcpy, Param(0), AttrKind::NoCapture));
        assert!(!keeps(Routine::Fopen, Function, AttrKind::NoUnwind));
        let reads = MemoryEffects::all(Access::None).with(MemoryPart::Arguments, Access::Read);
        assert!(library_keeps(ctx, Routine::Strlen, Function, Attr::Memory(reads)));
        assert!(!library_keeps(ctx, Routine::Strcpy, Function, Attr::Memory(reads)));
        let first = Attr::Pair(AttrKind::AllocSize, 0, None);
        assert!(library_keeps(ctx, Routine::Malloc, Function, first));
        assert!(!library_keeps(ctx, Routine::Realloc, Function, first));
        assert!(library_keeps(ctx, Routine::Calloc, Function, zeroed));
        assert!(!library_keeps(ctx, Routine::Malloc, Function, zeroed));
        assert!(keeps(Routine::Free, Param(0), AttrKind::AllocPtr));
    }

    #[test]
    fn who_keeps_a_promise() {
        let mut ctx = Context::new();
        let old = read(
            &mut ctx,
            "define void @exact() { ret void } define weak void @weak() { ret void } \
             declare void @outside() define linkonce_odr void @odr() { ret void } \
             define void @other(i32) { ret void } declare void @llvm.x() \
             declare void @llvm.donothing()",
        );
        let new = read(
            &mut ctx,
            "define void @exact() { ret void } define weak void @weak() { ret void } \
             declare void @outside() define linkonce_odr void @odr() { ret void } \
             define void @other(i64) { ret void } declare void @llvm.x() \
             declare void @llvm.donothing()",
        );
        let keepers: Vec<Keeper> = old
            .functions
            .values()
            .zip(new.functions.values())
            .map(|(old, new)| {
                keeper(
                    &ctx,
                    Some(old),
                    new,
                    None,
                    AttrPlace::Function,
                    Attr::Flag(AttrKind::NoUnwind),
                )
            })
            .collect();
        use Keeper::{ComparedItself, Intrinsic, Nobody};
        assert_eq!(keepers, [ComparedItself, Nobody, Nobody, Nobody, Nobody, Nobody, Intrinsic]);
    }
}
