//! The environment of a pair: silent functions of the C library, and an adversary for all other
//! external functions.
//!
//! What the contracts of the library leave open is left open for the source: the result of `memcmp`
//! has a sign and no specified value, `sin` has no specified precision. Such results are widened
//! from the computed one.

use super::external_functions::ExternalFunctions;
use super::input::WorldSpec;
use std::io::Sink;
use tollgate_canon::Role;
use tollgate_exec::environment::{Answer, Environment, ExternalCall, Havoc, Host, Reply};
use tollgate_exec::libc::{CLibrary, is_mathematical};
use tollgate_exec::memory::{ByteContent, Memory};
use tollgate_exec::shape::{Shape, ShapeKind};
use tollgate_exec::trap::Trap;
use tollgate_exec::value::{Val, Wide};
use tollgate_ir::{AttrList, Context, Func, Global, Name};
use tollgate_sem::{Float, Int};

/// The environment of one run.
pub(super) struct World<'w> {
    library: CLibrary<'w>,
    pub havoc: Havoc,
    external_functions: &'w ExternalFunctions,
    role: Role,
    /// Memory at each external call, if it is recorded.
    pub snapshots: Option<Vec<Memory>>,
}

/// The output of library functions, which is discarded.
pub(super) struct Streams(Sink, Sink);

impl Streams {
    pub(super) fn new() -> Self {
        Self(std::io::sink(), std::io::sink())
    }
}

impl<'w> World<'w> {
    /// The environment of a run of one function of the pair; `source` are the attributes of the
    /// source function.
    pub(super) fn new(
        spec: &WorldSpec,
        ctx: &Context,
        source: AttrList,
        external_functions: &'w ExternalFunctions,
        role: Role,
        streams: &'w mut Streams,
    ) -> Self {
        let mut havoc = spec.havoc(ctx, source);
        havoc.promises = external_functions.promises();
        havoc.has_pool = external_functions.gives_pointers();
        let library = CLibrary::new(&mut streams.0, &mut streams.1).silent_only();
        Self { library, havoc, external_functions, role, snapshots: None }
    }
}

/// A computed result, widened to what the contract of the C library specifies.
fn as_promised(name: &[u8], shape: &Shape, value: Val) -> Val {
    match name {
        b"memcmp" | b"strcmp" | b"strncmp" | b"strcasecmp" | b"strncasecmp" | b"strcoll" => {
            let (ShapeKind::Int(width), Val::Bits(bits)) = (&shape.kind, &value) else {
                return value;
            };
            if *bits == 0 {
                return value;
            }
            // Only the sign is specified.
            let sign = Int::signed_min(*width);
            Val::partial(Int::new(*width, *bits).and(&sign), sign.not())
        }
        // Zero or non-zero is specified.
        b"bcmp" | b"isascii" | b"isalpha" | b"isdigit" | b"isalnum" | b"isspace" | b"isupper"
        | b"islower" | b"isprint" | b"isgraph" | b"ispunct" | b"iscntrl" | b"isxdigit"
        | b"isblank"
            if value != Val::Bits(0) =>
        {
            Val::Undef
        }
        _ if is_mathematical(name) && !is_exact(name) => Val::Undef,
        // These only move bits.
        b"fabs" | b"fabsf" | b"fabsl" | b"copysign" | b"copysignf" | b"copysignl" => value,
        _ => with_any_nan(shape, value),
    }
}

/// A float. A NaN is widened to all patterns with its exponent: the library does not specify the
/// other bits.
fn with_any_nan(shape: &Shape, value: Val) -> Val {
    let ShapeKind::Float(ty) = shape.kind else { return value };
    let bits = match &value {
        Val::Bits(bits) => u128::from(*bits),
        Val::Wide(wide) => match &**wide {
            Wide::Bits(value) => value.to_u128().unwrap_or(0),
            Wide::Partial { .. } | Wide::Parts(_) => return value,
        },
        Val::Poison | Val::Undef | Val::Ptr { .. } => return value,
    };
    let number = Float::from_bits(ty, bits);
    let (Ok(true), Ok(infinity)) = (number.is_nan(), Float::infinity(ty, false)) else {
        return value;
    };
    let exponent = Int::from_u128(ty.bits(), infinity.bits());
    Val::partial(exponent.clone(), exponent.not())
}

/// Whether the module mentions a variable in which functions of the C library leave something: what
/// they leave there is not executed.
fn has_library_state(host: &Host<'_, '_>) -> bool {
    let (ctx, module) = (host.machine.ctx(), host.machine.module());
    let names: [&[u8]; 2] = [b"errno", b"signgam"];
    names.into_iter().any(|name| {
        let global = ctx.find_symbol(name).and_then(|name| module.lookup(Name::Named(name)));
        global.is_some_and(|global| !module.header(global).linkage.is_local())
    })
}

/// Whether a mathematical function has exactly one result on numbers.
fn is_exact(name: &[u8]) -> bool {
    let text = std::str::from_utf8(name).unwrap_or_default();
    let stem = text.strip_suffix(['f', 'l']).unwrap_or(text);
    let exact = ["fabs", "floor", "ceil", "trunc", "round", "copysign"];
    exact.contains(&text) || exact.contains(&stem)
}

impl Environment for World<'_> {
    fn begin(&mut self, host: &mut Host<'_, '_>) -> Result<(), Trap> {
        self.havoc.begin(host)
    }

    fn call(&mut self, call: &ExternalCall<'_>, host: &mut Host<'_, '_>) -> Result<Reply, Trap> {
        let traits = self.external_functions.traits(call.name);
        if traits.is_none_or(|traits| traits.special) {
            let name = String::from_utf8_lossy(call.name);
            return Err(Trap::unsupported(format!(
                "call of @{name}, which compilers may know better"
            )));
        }
        let reply = self.library.call(call, host)?;
        if !matches!(reply.answer, Answer::Unknown) && has_library_state(host) {
            let name = String::from_utf8_lossy(call.name);
            return Err(Trap::unsupported(format!(
                "call of @{name} beside variables of the C library"
            )));
        }
        match reply.answer {
            Answer::Return(Some(value)) if self.role == Role::Source => {
                let value = as_promised(call.name, call.result, value);
                Ok(Reply { answer: Answer::Return(Some(value)), ..reply })
            }
            Answer::Unknown => {
                if let Some(snapshots) = &mut self.snapshots {
                    snapshots.push(host.memory.clone());
                }
                self.havoc.call(call, host)
            }
            Answer::Return(_) | Answer::Unwind(_) | Answer::NotReturned | Answer::Task(_) => {
                Ok(reply)
            }
        }
    }

    fn is_quiet(&mut self, func: Func, name: &[u8]) -> bool {
        self.library.is_quiet(func, name)
    }

    fn volatile_load(
        &mut self,
        address: &Val,
        shape: &Shape,
        host: &mut Host<'_, '_>,
    ) -> Option<Val> {
        self.havoc.volatile_load(address, shape, host)
    }

    fn initial_contents(
        &mut self,
        global: Global,
        host: &mut Host<'_, '_>,
    ) -> Option<Vec<ByteContent>> {
        self.havoc.initial_contents(global, host)
    }

    fn library_global(&mut self, _: &[u8], _: &mut Host<'_, '_>) -> Option<Val> {
        None
    }
}
