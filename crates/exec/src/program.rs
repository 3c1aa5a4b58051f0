//! Running a whole program: constructors, `main`, the handlers of `atexit`.

use crate::choices::Chooser;
use crate::libc::{CLibrary, Startup};
use crate::limits::Limit;
use crate::machine::{Execution, Machine};
use crate::memory::{ByteContent, Memory, ObjectKind};
use crate::outcome::{Outcome, Run};
use crate::trace::Tracer;
use crate::value::{Prov, Val};
use std::collections::VecDeque;
use tollgate_ir::{ConstKind, Func, GlobalRef, Name, TypeKind};

/// The status that a shell sees of a process that `abort` ended.
const ABORTED: i32 = 128 + 6;

/// The status of a program whose run ended so; none if it did not end by itself.
pub fn exit_status(outcome: &Outcome) -> Option<i32> {
    match outcome {
        Outcome::Exit(status) => Some(status & 0xff),
        Outcome::Abort => Some(ABORTED),
        // An uncaught exception ends the program with `abort`.
        Outcome::Unwind(_) => Some(ABORTED),
        Outcome::Return(_) | Outcome::Undefined { .. } | Outcome::NotReturned => None,
        Outcome::Stopped(_) | Outcome::Unsupported { .. } => None,
    }
}

impl<'m> Machine<'m> {
    /// Runs the module as a program with these arguments, of which the first is its name.
    /// Observations are not kept. Output goes to the library's streams and is complete when this
    /// returns.
    pub fn run_main(
        &mut self,
        args: &[&[u8]],
        library: &mut CLibrary<'_>,
        chooser: &mut dyn Chooser,
        tracer: Option<&mut dyn Tracer>,
    ) -> Run {
        let observe = std::mem::replace(&mut self.config_mut().observe, false);
        let run = match self.program(args, library) {
            Ok((startup, memory)) => {
                // Inside of an option, the trait object does not shorten its lifetime by itself.
                let tracer = tracer.map(|tracer| tracer as &mut dyn Tracer);
                let run = Execution::new(self, memory, library, chooser, tracer)
                    .run_task(Box::new(startup));
                library.flush();
                run
            }
            Err(outcome) => Run {
                observations: Vec::new(),
                outcome,
                memory: self.image().clone(),
                choices: Vec::new(),
                depends_on_choice: false,
                instructions: 0,
                args: Vec::new(),
                touched: tollgate_sem::reading::Rows::NONE,
            },
        };
        self.config_mut().observe = observe;
        run
    }

    fn program(
        &mut self,
        args: &[&[u8]],
        library: &CLibrary<'_>,
    ) -> Result<(Startup, Memory), Outcome> {
        let unsupported = |what: String| Outcome::Unsupported { what, at: None };
        let main = self
            .function_named(b"main")
            .ok_or_else(|| unsupported("module without @main".to_string()))?;
        if self.module().functions[main].body().is_none() {
            return Err(unsupported("module without a body of @main".to_string()));
        }
        let constructors = self.constructors().map_err(unsupported)?;
        let mut pointers = Vec::new();
        for func in constructors.iter().copied().chain([main]) {
            self.prepare(func).map_err(unsupported)?;
            pointers.push(self.pointer_to(func).map_err(unsupported)?);
        }
        self.prepare(main).map_err(unsupported)?;
        let mut memory = self.image().clone();
        memory.set_limit(self.config().limits.memory);
        let arguments = self.main_arguments(main, args, &mut memory)?;
        let mut calls: VecDeque<(Val, Vec<Val>)> =
            pointers.into_iter().map(|pointer| (pointer, Vec::new())).collect();
        if let Some(last) = calls.back_mut() {
            last.1 = arguments;
        }
        Ok((Startup { calls, handlers: library.exit_handlers(), status: None }, memory))
    }

    /// `argc`, `argv` and an empty environment, as far as `main` takes them.
    fn main_arguments(
        &mut self,
        main: Func,
        args: &[&[u8]],
        memory: &mut Memory,
    ) -> Result<Vec<Val>, Outcome> {
        let count = match self.ctx().kind(self.module().functions[main].ty) {
            TypeKind::Function { params, .. } => params.len(),
            _ => 0,
        };
        if count == 0 {
            return Ok(Vec::new());
        }
        if self.layout().pointer(0).bits != 64 {
            return Err(Outcome::Unsupported {
                what: "arguments of @main on this target".to_string(),
                at: None,
            });
        }
        let stopped = |limit: Limit| Outcome::Stopped(limit);
        let mut strings = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            let prov = memory
                .allocate(ObjectKind::Outside(index as u32 + 1), arg.len() as u64 + 1, 1)
                .map_err(stopped)?;
            let bytes = arg.iter().chain(&[0]).map(|&byte| ByteContent::plain(byte));
            memory.initialise(prov, 0, bytes);
            strings.push(prov);
        }
        let pointers = |memory: &mut Memory, strings: &[Prov]| -> Result<Val, Outcome> {
            let size = (strings.len() as u64 + 1) * 8;
            let array =
                memory.allocate_zeroed(ObjectKind::Outside(0), size, 16).map_err(stopped)?;
            let base = memory.object(array).map_or(0, |object| object.base());
            for (index, &string) in strings.iter().enumerate() {
                let addr = memory.object(string).map_or(0, |object| object.base());
                memory.quick_store_pointer(array, base + index as u64 * 8, string, addr);
            }
            Ok(Val::Ptr { prov: array, addr: base })
        };
        let mut values = vec![Val::Bits(args.len() as u64), pointers(memory, &strings)?];
        if count > 2 {
            values.push(pointers(memory, &[])?);
        }
        values.truncate(count);
        Ok(values)
    }

    /// The functions that `@llvm.global_ctors` lists, in the order in which they run.
    fn constructors(&mut self) -> Result<Vec<Func>, String> {
        let Some(name) = self.ctx().find_symbol(b"llvm.global_ctors") else {
            return Ok(Vec::new());
        };
        let Some(GlobalRef::Var(list)) = self.module().lookup(Name::Named(name)) else {
            return Ok(Vec::new());
        };
        let Some(init) = self.module().globals[list].init else { return Ok(Vec::new()) };
        let mut found: Vec<(u64, Func)> = Vec::new();
        if let ConstKind::Aggregate(entries) = &self.ctx().constant(init).kind {
            for &entry in entries {
                let ConstKind::Aggregate(parts) = &self.ctx().constant(entry).kind else {
                    continue;
                };
                let priority =
                    parts.first().and_then(|&part| self.ctx().int_value(part)).unwrap_or(65_535);
                let Some(ConstKind::Global(name)) =
                    parts.get(1).map(|&part| &self.ctx().constant(part).kind)
                else {
                    return Err("constructor that is no function".to_string());
                };
                let func =
                    self.module().function_named(*name).ok_or("constructor that is no function")?;
                found.push((priority, func));
            }
        }
        found.sort_by_key(|(priority, _)| *priority);
        Ok(found.into_iter().map(|(_, func)| func).collect())
    }
}
