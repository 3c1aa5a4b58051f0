//! What is in memory when a function has ended: the objects that arguments point to, and variables.

use tollgate_check::{run_length, visible};
use tollgate_exec::memory::{Memory, ObjectKind};
use tollgate_ir::{Context, Module};

/// Bytes of an object beyond this many are left out.
const MAX_BYTES: u64 = 4_096;

/// A line an object, as `tollgate check` names them: `memory of argument 1: [01 00 00 00]`.
pub fn lines(ctx: &Context, module: &Module, memory: &Memory) -> Vec<String> {
    let mut lines = Vec::new();
    for (prov, object) in memory.live_objects() {
        let name = match object.kind() {
            ObjectKind::Argument(number) => format!("argument {}", number + 1),
            ObjectKind::Global(global) if !module.globals[global].constant => {
                let name = module.globals[global].header.name;
                format!("@{}", visible(&ctx.name_text(name)))
            }
            _ => continue,
        };
        let bytes = object.size().min(MAX_BYTES);
        let items: Vec<String> = (0..bytes)
            .map(|at| match memory.byte(prov, object.base().wrapping_add(at)) {
                Ok(byte) if byte.shadow.is_poison() => "pp".to_string(),
                Ok(byte) if byte.shadow.is_plain() => format!("{:02x}", byte.bits),
                // Partly undef, or out of reach.
                Ok(_) | Err(_) => "??".to_string(),
            })
            .collect();
        let rest = if object.size() > bytes { " ..." } else { "" };
        lines.push(format!("memory of {name}: [{}{rest}]", run_length(&items)));
    }
    lines
}
