//! [`Machine`]: a module, ready to run.
//!
//! A machine holds what all runs of a module share: the code of its functions, and the image of its
//! memory before the first instruction. It is cheap to make: functions are compiled, and globals
//! laid out, when a run first needs them. The state of one run is in `Execution`.

mod access;
mod calls;
mod checks;
mod compute;
mod constants;
mod copied;
mod execution;
mod general;
mod globals;
mod promised;
mod quick;
mod step;
mod unwind;
mod widening;

pub(crate) use access::address_of;
pub(crate) use constants::{TOO_LARGE, zero};
pub(crate) use execution::{CallFrame, Execution, Flow, Opened, VarArg, mix};
pub(crate) use general::number;
pub(crate) use widening::widen_result;

use crate::choices::Chooser;
use crate::code::{Code, Compiler};
use crate::environment::Environment;
use crate::limits::Limits;
use crate::memory::{Memory, MemoryConfig};
use crate::outcome::{Outcome, Run};
use crate::shape::{Shape, Shapes};
use crate::trace::Tracer;
use crate::value::{Prov, Val};
pub use compute::Computed;
use globals::GlobalTable;
pub use globals::Static;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use tollgate_ir::{Const, Context, Entity, Func, Global, Module, Name, Type};
use tollgate_sem::layout::DataLayout;
use tollgate_sem::reading::{Answer, Fixed, Reading, Row, Rows};

/// The parameters of runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Their limits.
    pub limits: Limits,
    /// What programs mean where the authorities differ (§11.20).
    pub reading: Reading,
    /// Whether a pointer loaded from bytes that are not a pointer's may access an object whose
    /// address was exposed, as with `inttoptr`. No reading defines that, but programs run as `main`
    /// rely on it.
    pub finds_exposed: bool,
    /// Whether observations are recorded, with digests of memory. Programs run as `main` do not
    /// need them.
    pub observe: bool,
    /// Maximum number of bits of an address, besides that of pointers in address space zero:
    /// pointers of other address spaces must be able to hold it.
    pub address_bits: u32,
    /// The purpose of runs.
    pub purpose: Purpose,
}

/// The purpose of runs, which decides where the reference leaves the behaviour open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A program is run by itself: it behaves as machines do.
    Execution,
    /// The source of a pair: results are over-approximated. An attribute violated in one lane makes
    /// all lanes poison, an integer of odd width that was not stored as one is poison, and a copy
    /// leaves poison in the padding of its `!tbaa.struct`.
    Source,
    /// The target of a pair: results are under-approximated, and where that is not possible the run
    /// is inconclusive.
    Target,
}

/// A range that pointers made from a constant `getelementptr` with `inrange` stay in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InRange {
    /// The object.
    pub prov: Prov,
    /// The address where the range begins.
    pub start: u64,
    /// The address after the range.
    pub end: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            reading: strict_reading(),
            finds_exposed: true,
            observe: true,
            address_bits: 64,
            purpose: Purpose::Execution,
        }
    }
}

/// The reading for programs that are run by themselves: what may be undefined is, and everything
/// else is as on a machine.
pub fn strict_reading() -> Reading {
    let answers = [
        (Row::PointerLoad, Answer::NoProvenance),
        (Row::DeadLoad, Answer::Undefined),
        (Row::DeadStore, Answer::Undefined),
        (Row::Padding, Answer::Undef),
        (Row::IntegerCopy, Answer::AsInteger),
        (Row::InaccessibleWrites, Answer::Observed),
    ];
    let fixed = answers.into_iter().filter_map(|(row, answer)| Fixed::new(row, answer));
    fixed.fold(Reading::default(), Reading::with)
}

/// The same, except that loads outside of lifetimes are poison.
pub fn lenient_reading() -> Reading {
    Fixed::new(Row::DeadLoad, Answer::Poison)
        .map_or_else(strict_reading, |fixed| strict_reading().with(fixed))
}

/// A module, ready to run. See the [module](self).
pub struct Machine<'m> {
    ctx: &'m Context,
    module: &'m Module,
    config: Config,
    shapes: Shapes,
    codes: Vec<Option<Rc<Code>>>,
    image: Memory,
    globals: GlobalTable,
    constants: FxHashMap<Const, Result<Val, String>>,
    /// Ranges that constants assert by `inrange`.
    ranges: Vec<InRange>,
    /// Functions whose globals are laid out, by number.
    reached: Vec<bool>,
    /// Functions that were mentioned, and whose globals are still to be laid out.
    mentioned: Vec<Func>,
    /// A function that is watched, and whether it was entered since the last query.
    watched: Option<(Func, bool)>,
}

impl<'m> Machine<'m> {
    /// A machine for a module that was read into this context. Fails if the data layout is
    /// malformed.
    pub fn new(ctx: &'m Context, module: &'m Module, config: Config) -> Result<Self, String> {
        let layout = match module.datalayout {
            Some(text) => {
                let text = ctx.text(text);
                DataLayout::parse(&text).map_err(|error| error.to_string())?
            }
            None => DataLayout::default(),
        };
        let bits = layout.pointer(0).bits.min(config.address_bits).min(64);
        let memory = MemoryConfig {
            address_bits: bits,
            smallest_pointer: (bits / 8).clamp(2, 8),
            big_endian: layout.is_big_endian(),
            limit: config.limits.memory,
        };
        let mut image = Memory::new(memory);
        image.set_of_source(config.purpose == Purpose::Source);
        Ok(Self {
            ctx,
            module,
            config,
            shapes: Shapes::new(layout),
            codes: (0..module.functions.len()).map(|_| None).collect(),
            image,
            globals: GlobalTable::default(),
            constants: FxHashMap::default(),
            ranges: Vec::new(),
            reached: vec![false; module.functions.len()],
            mentioned: Vec::new(),
            watched: None,
        })
    }

    /// The context of the module.
    pub fn ctx(&self) -> &'m Context {
        self.ctx
    }

    /// The module.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// The parameters of runs.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Changes the parameters of later runs.
    pub fn config_mut(&mut self) -> &mut Config {
        &mut self.config
    }

    /// The layout of types.
    pub fn layout(&self) -> &DataLayout {
        &self.shapes.layout
    }

    /// Ranges that constants assert by `inrange`, of the functions prepared so far. Accesses are
    /// not checked against them.
    pub fn ranges(&self) -> &[InRange] {
        &self.ranges
    }

    /// The shape of a type, or why it is not interpreted.
    pub fn shape(&mut self, ty: Type) -> Result<Arc<Shape>, String> {
        self.shapes.of(self.ctx, ty)
    }

    /// The shape of a type, if [`Self::shape`] was called for it before.
    pub fn known_shape(&self, ty: Type) -> Option<Arc<Shape>> {
        self.shapes.known(ty)
    }

    /// The name of a function without its sigil.
    pub fn function_name(&self, func: Func) -> &'m [u8] {
        match self.module.functions[func].header.name {
            Name::Named(name) => self.ctx.bytes(name),
            Name::Numbered(_) => b"",
        }
    }

    /// The function of this name.
    pub fn function_named(&self, name: &[u8]) -> Option<Func> {
        self.module.function_named(Name::Named(self.ctx.find_symbol(name)?))
    }

    /// Records from now on whether a function is entered.
    pub fn watch(&mut self, func: Func) {
        self.watched = Some((func, false));
    }

    /// Whether the watched function was entered since the last query. None if none is watched.
    pub fn take_entered(&mut self) -> Option<bool> {
        self.watched.as_mut().map(|(_, entered)| std::mem::take(entered))
    }

    /// Whether a function that was [prepared](Self::prepare) has a body to run.
    pub(crate) fn has_code(&self, func: Func) -> bool {
        self.reached[func.index()] && self.module.functions[func].body().is_some()
    }

    /// The code of a function; none if it has no body, or was not [prepared](Self::prepare). It is
    /// compiled when it is first entered: most runs enter few of the functions that they may call.
    pub(crate) fn code(&mut self, func: Func) -> Option<&Rc<Code>> {
        if !self.reached[func.index()] {
            return None;
        }
        if let Some((watched, entered)) = &mut self.watched {
            *entered |= *watched == func;
        }
        if self.codes[func.index()].is_none() {
            let body = self.module.functions[func].body()?;
            // All globals that it mentions are laid out: the image of memory does not change any
            // more.
            let code = Compiler::compile(self, func, body);
            self.codes[func.index()] = Some(Rc::new(code));
        }
        self.codes[func.index()].as_ref()
    }

    /// Lays out all globals mentioned by a function and by the functions that it may call,
    /// transitively.
    pub(crate) fn prepare(&mut self, func: Func) -> Result<(), String> {
        self.mentioned.push(func);
        loop {
            while let Some(func) = self.mentioned.pop() {
                if self.reached[func.index()] {
                    continue;
                }
                if let Some(body) = self.module.functions[func].body() {
                    if body.entry().is_none() {
                        return Err("function without blocks".to_string());
                    }
                    self.lay_out_mentions(body);
                }
                self.reached[func.index()] = true;
            }
            self.write_initialisers()?;
            if self.mentioned.is_empty() {
                return Ok(());
            }
        }
    }

    /// A pointer to a function.
    pub(crate) fn pointer_to(&mut self, func: Func) -> Result<Val, String> {
        let prov = self.function_object(func)?;
        Ok(self.start_of(prov))
    }

    /// The image of memory before the first instruction.
    pub(crate) fn image(&self) -> &Memory {
        &self.image
    }

    /// The global variables that were laid out, and their objects.
    pub(crate) fn variables(&self) -> Vec<(Global, Prov)> {
        self.globals.variables()
    }

    /// Runs a function on these values. Pointers among them must be into `memory`, which
    /// [`new_memory`](Self::new_memory) gives.
    pub fn run<'r>(
        &'r mut self,
        func: Func,
        args: &[Val],
        memory: Memory,
        environment: &'r mut dyn Environment,
        chooser: &'r mut dyn Chooser,
        tracer: Option<&'r mut dyn Tracer>,
    ) -> Run {
        if let Err(what) = self.prepare(func) {
            return Run {
                observations: Vec::new(),
                outcome: Outcome::Unsupported { what, at: None },
                memory,
                choices: Vec::new(),
                depends_on_choice: false,
                instructions: 0,
                args: args.to_vec(),
                touched: Rows::NONE,
            };
        }
        Execution::new(self, memory, environment, chooser, tracer).run_function(func, args)
    }

    /// The memory in which a run of this function begins: the globals that it may reach.
    pub fn new_memory(&mut self, func: Func) -> Result<Memory, String> {
        self.prepare(func)?;
        let mut memory = self.image.clone();
        memory.set_limit(self.config.limits.memory);
        Ok(memory)
    }
}
