//! One module brought into canonical form, with all counts and checks that need no other
//! program.

use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use tollgate_canon::{Canonical, Mark};
use tollgate_gate::Gates;
use tollgate_ir::{Body, Context, Module, verify_module};

/// Number of violations of one function that are shown; all are counted.
const TOLD: usize = 3;

/// The kinds of [`Mark`], as they are counted.
pub const MARKS: [&str; 6] =
    ["irreducible", "latches", "preheader", "shared exit", "addressed", "token"];

/// The place of a mark in [`MARKS`].
fn kind_of(mark: &Mark) -> usize {
    match mark {
        Mark::Irreducible(_) => 0,
        Mark::Latches(_) => 1,
        Mark::Preheader(_) => 2,
        Mark::SharedExit(..) => 3,
        Mark::Addressed(_) => 4,
        Mark::Token(_) => 5,
    }
}

/// Sums over functions.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Functions with a body.
    pub functions: u64,
    /// Their blocks as they came.
    pub blocks_before: u64,
    /// Their blocks in canonical form.
    pub blocks_after: u64,
    /// Their loops in canonical form.
    pub loops: u64,
    /// Dispatchers that make irreducible regions reducible.
    pub dispatchers: u64,
    /// Functions that have any.
    pub irreducible_functions: u64,
    /// Marks, by [`MARKS`].
    pub marks: [u64; MARKS.len()],
    /// Functions that have any.
    pub marked_functions: u64,
    /// Violations that either verifier found, and panics.
    pub violations: u64,
    /// Time to bring them into canonical form.
    pub canonicalize: Duration,
    /// Time to verify that.
    pub verify: Duration,
    /// Time to find their gates.
    pub gates: Duration,
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        self.functions += other.functions;
        self.blocks_before += other.blocks_before;
        self.blocks_after += other.blocks_after;
        self.loops += other.loops;
        self.dispatchers += other.dispatchers;
        self.irreducible_functions += other.irreducible_functions;
        for (sum, count) in self.marks.iter_mut().zip(other.marks) {
            *sum += count;
        }
        self.marked_functions += other.marked_functions;
        self.violations += other.violations;
        self.canonicalize += other.canonicalize;
        self.verify += other.verify;
        self.gates += other.gates;
    }
}

/// All gates of a function: those of joins and blocks, and those of exits, each from the header of
/// the innermost loop that it leaves. (From the headers further out there can be as many as the
/// square of the depth; they are computed on request.)
pub fn gates_with_exits(ctx: &Context, module: &Module, canonical: &Canonical) -> Gates {
    let mut gates = Gates::new(ctx, module, canonical);
    for id in canonical.loops().loops() {
        for &exit in canonical.loops().own_exits(id) {
            gates.exit(canonical, id, exit);
        }
    }
    gates
}

/// Brings every function of a module into canonical form, in place, and checks it. What is wrong is
/// counted as violations, and the first of each function is shown.
pub fn canonicalize(ctx: &mut Context, module: &mut Module) -> (Counts, Vec<String>) {
    let mut counts = Counts::default();
    let mut faults = Vec::new();
    for func in module.functions.keys() {
        let Some(body) = module.functions[func].body().cloned() else { continue };
        // Whatever one function does, the others are to be seen too.
        let checked =
            catch_unwind(AssertUnwindSafe(|| check_function(ctx, module, body, &mut counts)));
        let name = || ctx.name_text(module.functions[func].header.name).into_owned();
        match checked {
            Ok((canonical, violations)) => {
                if !violations.is_empty() {
                    faults.push(format!("{}: {}", name(), violations.join("; ")));
                }
                if let Some(place) = module.functions[func].body_mut() {
                    *place = canonical;
                }
            }
            Err(panic) => {
                counts.violations += 1;
                let message = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let message = message.or_else(|| panic.downcast_ref::<String>().cloned());
                faults.push(format!("{} panicked: {}", name(), message.unwrap_or_default()));
            }
        }
    }
    let violations = verify_module(ctx, module);
    counts.violations += violations.len() as u64;
    faults.extend(violations.iter().take(TOLD).map(|violation| format!("as IR: {violation}")));
    (counts, faults)
}

/// Counts one function; its new body and the first violations.
fn check_function(
    ctx: &mut Context,
    module: &Module,
    body: Body,
    counts: &mut Counts,
) -> (Body, Vec<String>) {
    counts.functions += 1;
    counts.blocks_before += body.blocks().count() as u64;

    let start = Instant::now();
    let canonical = Canonical::new(ctx, body);
    counts.canonicalize += start.elapsed();

    let start = Instant::now();
    let violations = tollgate_canon::verify(&canonical);
    counts.verify += start.elapsed();

    let start = Instant::now();
    let gates = gates_with_exits(ctx, module, &canonical);
    counts.gates += start.elapsed();
    drop(gates);

    counts.blocks_after += canonical.body().blocks().count() as u64;
    counts.loops += canonical.loops().len() as u64;
    let dispatchers = canonical.dispatchers() as u64;
    counts.dispatchers += dispatchers;
    counts.irreducible_functions += u64::from(dispatchers > 0);
    for mark in canonical.marks() {
        counts.marks[kind_of(mark)] += 1;
    }
    counts.marked_functions += u64::from(!canonical.marks().is_empty());
    counts.violations += violations.len() as u64;
    let told = violations.iter().take(TOLD).map(|violation| violation.to_string()).collect();
    (canonical.into_body(), told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_counted() {
        let text = b"
            declare void @g()
            define void @straight() {
              ret void
            }
            define void @irreducible(i1 %a, i1 %b, i1 %c) {
              br i1 %a, label %x, label %y
            x:
              br i1 %b, label %y, label %out
            y:
              br i1 %c, label %x, label %out
            out:
              ret void
            }
            define void @jumps(ptr %to) {
            entry:
              indirectbr ptr %to, [label %again, label %out]
            again:
              indirectbr ptr %to, [label %again, label %out]
            out:
              ret void
            }
        ";
        let mut ctx = Context::new();
        let mut module = tollgate_llvm::read(&mut ctx, "test.ll", text).unwrap();
        let (counts, faults) = canonicalize(&mut ctx, &mut module);
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!((counts.functions, counts.blocks_before), (3, 8));
        assert_eq!((counts.dispatchers, counts.irreducible_functions), (1, 1));
        assert_eq!((counts.loops, counts.marked_functions, counts.violations), (2, 1, 0));
        // The loop of the last function is entered and left by edges that cannot be split.
        assert_eq!(counts.marks, [0, 0, 1, 1, 0, 0]);

        // The bodies that were put back are canonical: there is nothing left to do.
        let (again, faults) = canonicalize(&mut ctx, &mut module);
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(
            (again.blocks_before, again.blocks_after),
            (counts.blocks_after, counts.blocks_after)
        );
        assert_eq!((again.dispatchers, again.marks), (0, counts.marks));
    }
}
