//! C++ exceptions: the part of the run-time library that compiled code calls.
//!
//! An exception object is a heap object; what a landing pad receives is its address. Reference
//! counts and destructors of exception objects are not modelled: an exception object lives until
//! the end of the run.

use super::arguments::{Args, nothing};
use super::{CLibrary, Handler};
use crate::environment::{Answer, Host, Thrown};
use crate::trap::Trap;
use crate::value::Val;

pub(super) fn handler(name: &[u8]) -> Option<Handler> {
    Some(match name {
        b"__cxa_allocate_exception" => allocate,
        b"__cxa_free_exception" | b"__cxa_end_catch" => |_, _, _| Ok(nothing()),
        b"__cxa_throw" => throw,
        b"__cxa_rethrow" => |_, _, _| Err(Trap::unsupported("__cxa_rethrow")),
        b"__cxa_begin_catch" | b"__cxa_get_exception_ptr" => {
            |_, args, _| Ok(args.return_argument(0))
        }
        b"_Unwind_Resume" => |_, args, _| {
            Ok(Answer::Unwind(Thrown { object: args.value(0)?.clone(), type_info: None }))
        },
        b"_ZSt9terminatev"
        | b"__cxa_call_unexpected"
        | b"__cxa_pure_virtual"
        | b"__clang_call_terminate" => |library, _, _| {
            library.flush();
            Err(Trap::Abort)
        },
        _ => return None,
    })
}

fn allocate(
    _: &mut CLibrary<'_>,
    args: &Args<'_, '_>,
    host: &mut Host<'_, '_>,
) -> Result<Answer, Trap> {
    let prov = host.memory.allocate_heap_zeroed(args.unsigned(0)?, 16)?;
    Ok(Answer::Return(Some(host.start_of(prov))))
}

fn throw(_: &mut CLibrary<'_>, args: &Args<'_, '_>, _: &mut Host<'_, '_>) -> Result<Answer, Trap> {
    let (object, type_info): (Val, Val) = (args.value(0)?.clone(), args.value(1)?.clone());
    Ok(Answer::Unwind(Thrown { object, type_info: Some(type_info) }))
}
