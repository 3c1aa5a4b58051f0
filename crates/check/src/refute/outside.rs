//! What is known of the functions that a pair calls and that have no body.
//!
//! Both programs of a pair live in one world. So what is promised of an outside function by either module, or by any call in either function,
//! is taken for granted in both: an environment that breaks a promise shows nothing, and one that keeps more of them than it must is still one.
//!
//! LLVM also knows the C library by heart, and folds, replaces and removes calls of it without being told by attributes. A function that it
//! may know and that the interpreter cannot execute is [`special`](Traits::special): a run that calls it has nothing to tell.

use crate::Side;
use rustc_hash::{FxHashMap, FxHashSet};
use tollgate_exec::environment::{Promise, effects_of};
use tollgate_exec::libc::{OUTPUT, is_mathematical, is_silent};
use tollgate_ir::{
    Access, AttrKind, AttrSet, Body, Context, Extra, Func, MemoryEffects, Module, Name, Opcode,
};
use tollgate_sem::call::{self, Kind};

/// What is known of an outside function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    /// What it touches, and whether it returns.
    pub promise: Promise,
    /// Whether the compiler may know it better than we do.
    pub special: bool,
    /// Whether it is the C library's, so that a call of another function may stand for it.
    pub library: bool,
}

/// What is known of all outside functions of a pair.
#[derive(Debug, Default)]
pub(super) struct Outside {
    functions: FxHashMap<Vec<u8>, Traits>,
    /// Functions that have a body in one of the modules.
    bodies: FxHashSet<Vec<u8>>,
}

/// So many functions that are called from one another are looked at.
const MAX_FUNCTIONS: usize = 10_000;

impl Outside {
    /// What both sides of a pair say. None if a promise is made of calls through pointers, since nobody knows of whom it speaks.
    pub(super) fn of(ctx: &Context, sides: [Side<'_>; 2]) -> Option<Self> {
        let mut outside = Self::default();
        let mut declared: FxHashMap<Vec<u8>, (Vec<AttrSet>, AttrSet)> = FxHashMap::default();
        for side in sides {
            let mut seen: FxHashSet<Func> = FxHashSet::default();
            let mut left = vec![side.func];
            while let Some(func) = left.pop() {
                if !seen.insert(func) {
                    continue;
                }
                if seen.len() > MAX_FUNCTIONS {
                    return None;
                }
                let function = &side.module.functions[func];
                let Some(body) = function.body() else { continue };
                outside.calls_in(ctx, side.module, body, &mut left, &mut declared)?;
            }
        }
        Some(outside)
    }

    fn calls_in(
        &mut self,
        ctx: &Context,
        module: &Module,
        body: &Body,
        left: &mut Vec<Func>,
        declared: &mut FxHashMap<Vec<u8>, (Vec<AttrSet>, AttrSet)>,
    ) -> Option<()> {
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            // Functions are also called back, and through pointers.
            for operand in body.operands(inst) {
                if let Some(func) = function_of(ctx, module, body, operand) {
                    left.push(func);
                }
            }
            if !matches!(body.inst(inst).opcode, Opcode::Call | Opcode::Invoke | Opcode::CallBr) {
                continue;
            }
            let Extra::Call(info) = body.extra(inst) else { continue };
            let callee = body.callee(inst).and_then(|callee| function_of(ctx, module, body, callee));
            let intrinsic = callee.is_some_and(|func| match Kind::of(ctx, &module.functions[func]) {
                Kind::Intrinsic(_) | Kind::UnknownIntrinsic => true,
                Kind::Plain => false,
            });
            // What bundles do besides, only some know.
            if !info.bundles.is_empty() && !intrinsic {
                return None;
            }
            let site = ctx.attr_list_data(info.attrs);
            let Some(func) = callee else {
                let promised = effects_of(ctx, &[site.function]) != MemoryEffects::all(Access::ReadWrite);
                if promised {
                    return None;
                }
                continue;
            };
            if intrinsic {
                continue;
            }
            let function = &module.functions[func];
            let name = name_of(ctx, function.header.name);
            if !function.is_declaration() {
                self.bodies.insert(name);
                continue;
            }
            let attrs = ctx.attr_list_data(function.attrs);
            let has =
                |kind: AttrKind| ctx.has_attr(attrs.function, kind) || ctx.has_attr(site.function, kind);
            let effects = effects_of(ctx, &[attrs.function, site.function]);
            let (nounwind, willreturn) = (has(AttrKind::NoUnwind), has(AttrKind::WillReturn));
            let said: (Vec<AttrSet>, AttrSet) = (attrs.params.to_vec(), attrs.result);
            // Another declaration in the other module speaks of values in another way: whose is true, is not our business.
            let disputed = declared.entry(name.clone()).or_insert_with(|| said.clone()) != &said;
            let special = disputed || has(AttrKind::AllocKind) || is_special(&name);
            let library = is_library(&name);
            let traits = self.functions.entry(name).or_insert(Traits {
                promise: Promise {
                    effects: MemoryEffects::all(Access::ReadWrite),
                    returns: false,
                    nounwind: false,
                },
                special,
                library,
            });
            traits.promise.effects = traits.promise.effects.intersect(effects);
            traits.promise.returns |= willreturn;
            traits.promise.nounwind |= nounwind;
            traits.special |= special;
        }
        Some(())
    }

    /// What is known of a function.
    pub(super) fn traits(&self, name: &[u8]) -> Option<&Traits> {
        self.functions.get(name)
    }

    /// Whether a function has a body in one of the modules.
    pub(super) fn has_body(&self, name: &[u8]) -> bool {
        self.bodies.contains(name)
    }

    /// All promises, for an environment to keep.
    pub(super) fn promises(&self) -> FxHashMap<Vec<u8>, Promise> {
        self.functions.iter().map(|(name, traits)| (name.clone(), traits.promise)).collect()
    }

    /// All functions, in the order of their names.
    pub(super) fn names(&self) -> Vec<Vec<u8>> {
        let mut names: Vec<Vec<u8>> = self.functions.keys().cloned().collect();
        names.sort();
        names
    }
}

/// The function that a constant operand is.
fn function_of(ctx: &Context, module: &Module, body: &Body, value: tollgate_ir::Value) -> Option<Func> {
    call::function_named(ctx, module, body.as_const(value)?)
}

/// A global's name without its sigil; that of an unnamed one is its number behind a zero byte.
pub(super) fn name_of(ctx: &Context, name: Name) -> Vec<u8> {
    match name {
        Name::Named(symbol) => ctx.bytes(symbol).to_vec(),
        Name::Numbered(number) => format!("\0{number}").into_bytes(),
    }
}

/// Whether the C library has a function of this name that compilers know.
fn is_library(name: &[u8]) -> bool {
    is_silent(name) || is_output(name) || is_special(name)
}

fn is_output(name: &[u8]) -> bool {
    OUTPUT.iter().any(|output| output.as_bytes() == name)
}

/// Whether compilers know a function of this name that the interpreter does not execute.
fn is_special(name: &[u8]) -> bool {
    if is_silent(name) || is_output(name) {
        return false;
    }
    let Ok(text) = std::str::from_utf8(name) else { return false };
    // C++'s allocation functions, in all their forms.
    let allocates = ["_Znw", "_Zna", "_Zdl", "_Zda", "??2@", "??3@", "??_U@", "??_V@"];
    if allocates.iter().any(|prefix| text.starts_with(prefix)) {
        return true;
    }
    let stem = text.strip_suffix(['f', 'l']).unwrap_or(text);
    let is_in = |list: &str, word: &str| list.split_ascii_whitespace().any(|it| it == word);
    is_in(SPECIAL, text) || is_in(SPECIAL_MATH, text) || is_in(SPECIAL_MATH, stem) || is_mathematical(name)
}

/// Functions of the C library and of its kin that LLVM knows by name, and the interpreter does not execute here.
const SPECIAL: &str = "
    strtok strtok_r strxfrm strcoll strlcat strlcpy __strlcat_chk __strlcpy_chk __strlen_chk __memccpy_chk memccpy
    bcopy valloc pvalloc reallocf reallocarray vec_malloc vec_calloc vec_realloc vec_free __kmpc_alloc_shared __kmpc_free_shared
    __rust_alloc __rust_alloc_zeroed __rust_dealloc __rust_realloc objc_retain objc_release
    sprintf snprintf vsprintf vsnprintf asprintf vasprintf __sprintf_chk __snprintf_chk __vsprintf_chk __vsnprintf_chk
    siprintf iprintf fiprintf small_printf small_fprintf small_sprintf
    scanf sscanf fscanf vscanf vsscanf vfscanf __isoc99_scanf __isoc99_sscanf __isoc23_scanf __isoc23_sscanf
    getc fgetc getchar gets fgets ungetc fread fread_unlocked fgets_unlocked fgetc_unlocked getc_unlocked getchar_unlocked
    fopen fopen64 fdopen freopen fclose fseek fseeko fseeko64 ftell ftello ftello64 rewind feof ferror clearerr fileno
    setbuf setvbuf tmpfile tmpfile64 fgetpos fsetpos flockfile funlockfile ftrylockfile popen pclose
    open open64 read write pread pwrite access chmod chown closedir opendir rmdir mkdir rename remove unlink readlink realpath
    stat lstat fstat stat64 lstat64 fstat64 statvfs statvfs64 fstatvfs fstatvfs64 utime utimes lchown
    getenv getlogin_r getpwnam gettimeofday gmtime localtime mktime time times uname unsetenv setitimer getitimer
    ctermid system perror qsort bsearch htonl htons ntohl ntohs ffs ffsl ffsll fls flsl flsll atexit __cxa_atexit
    __cxa_guard_abort __cxa_guard_acquire __cxa_guard_release __cospi __cospif __sinpi __sinpif __sincospi_stret __sincospif_stret
    memset_pattern4 memset_pattern8 memset_pattern16 __nvvm_reflect under_IO_getc under_IO_putc _IO_getc dunder_strdup
    isascii toascii setjmp _setjmp longjmp __sigsetjmp sigsetjmp siglongjmp vfork fork execl execlp execle execv execvp execve
    rand random srand srandom
";

/// Functions of floats that LLVM knows, without the suffix of their type.
const SPECIAL_MATH: &str = "
    acosh asinh atanh erf erfc tgamma lgamma exp10 fma frexp ldexp modf logb ilogb scalbn scalbln nan lrint llrint lround llround
    lroundeven significand drem pow10 sincos roundeven nexttoward fmaximum fminimum fmaximum_num fminimum_num cabs carg creal
    cimag j0 j1 jn y0 y1 yn remquo
";
