//! The beginning and the end of a program: constructors, `main`, `exit`, `atexit`, `abort`.

use super::arguments::{Args, nothing, null};
use super::{CLibrary, Handler};
use crate::environment::{Answer, Host, Task, TaskStep};
use crate::machine::number;
use crate::trap::Trap;
use crate::value::Val;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use tollgate_sem::word;

type Library<'a, 'w> = &'a mut CLibrary<'w>;

pub(super) fn handler(name: &[u8]) -> Option<Handler> {
    Some(match name {
        b"exit" => exit,
        b"_exit" | b"_Exit" | b"quick_exit" => |_, args, _| Err(Trap::Exit(args.signed(0)? as i32)),
        b"abort" => |library, _, _| {
            library.flush();
            Err(Trap::Abort)
        },
        b"__assert_fail" => assert_fail,
        b"__stack_chk_fail" | b"__chk_fail" => |_, _, _| Err(Trap::Abort),
        b"atexit" => atexit,
        b"__cxa_atexit" => cxa_atexit,
        b"getenv" | b"secure_getenv" => |_, _, _| Ok(null()),
        b"time" => time,
        b"clock" => |_, args, host| Ok(args.return_int((host.executed / 1_000) as i64)),
        b"getpid" => |_, args, _| Ok(args.return_int(1)),
        b"isatty" => |_, args, _| Ok(args.return_int(0)),
        b"setlocale" => |_, _, _| Ok(null()),
        _ => return None,
    })
}

/// A function to be called when the program ends, with its argument if it takes one.
type ExitHandler = (Val, Option<Val>);

/// The functions to be called when the program ends; shared with the tasks that call them.
#[derive(Clone, Default)]
pub(crate) struct ExitHandlers(Rc<RefCell<Vec<ExitHandler>>>);

impl ExitHandlers {
    fn push(&self, handler: ExitHandler) {
        self.0.borrow_mut().push(handler);
    }

    fn pop(&self) -> Option<ExitHandler> {
        self.0.borrow_mut().pop()
    }

    /// Calls the handler that was registered last, or ends the program.
    fn next(&self, status: i32) -> Result<TaskStep, Trap> {
        match self.pop() {
            Some((callee, argument)) => {
                Ok(TaskStep::Call { callee, args: argument.into_iter().collect() })
            }
            None => Err(Trap::Exit(status)),
        }
    }
}

/// Runs a program: its constructors, `main`, and what `atexit` registered.
pub(crate) struct Startup {
    /// Constructors, then `main`, with their arguments.
    pub calls: VecDeque<(Val, Vec<Val>)>,
    /// The number of calls that are left when `main` has returned.
    pub handlers: ExitHandlers,
    /// What `main` returned.
    pub status: Option<i32>,
}

impl Task for Startup {
    fn resume(&mut self, result: Option<Val>, _: &mut Host<'_, '_>) -> Result<TaskStep, Trap> {
        if let Some((callee, args)) = self.calls.pop_front() {
            return Ok(TaskStep::Call { callee, args });
        }
        let status = *self.status.get_or_insert_with(|| {
            result.and_then(|value| number(&value)).map_or(0, |bits| word::signed(bits, 32) as i32)
        });
        self.handlers.next(status)
    }
}

/// `exit`: what `atexit` registered, last first, then the end.
struct Exit {
    handlers: ExitHandlers,
    status: i32,
}

impl Task for Exit {
    fn resume(&mut self, _: Option<Val>, _: &mut Host<'_, '_>) -> Result<TaskStep, Trap> {
        self.handlers.next(self.status)
    }
}

fn exit(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let status = args.signed(0)? as i32;
    Ok(Answer::Task(Box::new(Exit { handlers: library.exit_handlers(), status })))
}

fn assert_fail(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let (text, file, line) =
        (args.string(0, host.memory)?, args.string(1, host.memory)?, args.unsigned(2)?);
    let function = args.string(3, host.memory)?;
    library.flush();
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let message = format!(
        "{}:{line}: {}: Assertion `{}' failed.\n",
        lossy(&file),
        lossy(&function),
        lossy(&text)
    );
    let _ = library.errors.write_all(message.as_bytes());
    Err(Trap::Abort)
}

fn atexit(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    library.handlers_at_exit.push((args.value(0)?.clone(), None));
    Ok(args.return_int(0))
}

fn cxa_atexit(
    library: Library<'_, '_>,
    args: &Args<'_, '_>,
    _: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    library.handlers_at_exit.push((args.value(0)?.clone(), Some(args.value(1)?.clone())));
    Ok(args.return_int(0))
}

/// The time is the environment's; here it stands still, so that runs can be repeated.
fn time(_: Library<'_, '_>, args: &Args<'_, '_>, host: &mut Host<'_, '_>) -> Result<Answer, Trap> {
    const NOW: u64 = 1_700_000_000;
    let place = args.pointer(0)?;
    if place.1 != 0 && !host.memory.quick_store(place.0, place.1, 8, NOW) {
        host.memory.check(place.0, place.1, 8, 8, crate::memory::AccessKind::Write)?;
        return Ok(nothing());
    }
    Ok(args.return_int(NOW as i64))
}
