//! Whether a run of the source allows a run of the target (§2), and whether
//! values and memory refine.

use tollgate_exec::environment::effects_of;
use tollgate_exec::memory::{Memory, ObjectKind};
use tollgate_exec::outcome::{Event, Observation, Outcome};
use tollgate_exec::value::{Val, Wide};
use tollgate_ir::{AttrKind, Context, MemoryPart, Module, Name, Symbol};
use tollgate_sem::Int;

use super::judge::Seen;

/// Whether something allows something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    Yes,
    No,
    /// The comparison is not exact enough to tell.
    Unsure,
}

impl Cover {
    fn of(yes: bool) -> Cover {
        if yes { Cover::Yes } else { Cover::No }
    }

    /// The second result, where the first is certain. Runs that may have received different results
    /// are not compared further.
    fn then(self, other: impl FnOnce() -> Cover) -> Cover {
        if self == Cover::Yes { other() } else { self }
    }

    fn and(self, other: impl FnOnce() -> Cover) -> Cover {
        match self {
            Cover::No => Cover::No,
            Cover::Yes => other(),
            Cover::Unsure => match other() {
                Cover::No => Cover::No,
                Cover::Yes | Cover::Unsure => Cover::Unsure,
            },
        }
    }
}

fn all(covers: impl IntoIterator<Item = Cover>) -> Cover {
    covers.into_iter().fold(Cover::Yes, |sum, cover| sum.and(|| cover))
}

/// Events in order: after one whose result may differ nothing can be concluded.
fn in_order(covers: impl IntoIterator<Item = Cover>) -> Cover {
    covers.into_iter().find(|&cover| cover != Cover::Yes).unwrap_or(Cover::Yes)
}

/// Compares runs of functions of one module.
pub struct Coverage<'m> {
    pub ctx: &'m Context,
    pub module: &'m Module,
}

impl Coverage<'_> {
    /// Whether a run of a source allows everything: it is undefined before the environment can have
    /// stopped it.
    pub fn allows_all(&self, source: &Seen) -> bool {
        matches!(source.run.outcome, Outcome::Undefined { .. })
            && source.run.observations.iter().all(|it| self.certainly_returns(it) == Cover::Yes)
    }

    /// Whether one of these runs of a source allows a run of the target.
    pub fn by_any(&self, sources: &[Seen], target: &Seen) -> Cover {
        let mut best = Cover::No;
        for source in sources {
            match self.covers(source, target) {
                Cover::Yes => return Cover::Yes,
                Cover::Unsure => best = Cover::Unsure,
                Cover::No => {}
            }
        }
        best
    }

    fn covers(&self, source: &Seen, target: &Seen) -> Cover {
        let (a, b) = (&source.run, &target.run);
        let (seen_a, seen_b) = (&a.observations, &b.observations);
        // As far as both go.
        let common = || {
            in_order((0..seen_a.len().min(seen_b.len())).map(|at| self.event(source, target, at)))
        };
        let same = || common().then(|| Cover::of(seen_a.len() == seen_b.len()));
        match (&a.outcome, &b.outcome) {
            (Outcome::Unsupported { .. }, _) | (_, Outcome::Unsupported { .. }) => Cover::Unsure,
            (Outcome::Undefined { .. }, _) => self.after_undefined(source, target),
            (Outcome::Stopped(_), Outcome::Stopped(_)) => common(),
            // One of them runs for ever, or only the target is undefined. Nothing can be concluded
            // about runs that may have received different results.
            (Outcome::Stopped(_), _) | (_, Outcome::Stopped(_) | Outcome::Undefined { .. }) => {
                common().then(|| Cover::No)
            }
            (Outcome::Return(None), Outcome::Return(None)) => {
                same().then(|| self.memory(&a.memory, &b.memory))
            }
            (Outcome::Return(Some(x)), Outcome::Return(Some(y))) => same().then(|| {
                value((x, &a.memory), (y, &b.memory)).and(|| self.memory(&a.memory, &b.memory))
            }),
            (Outcome::Unwind(_), Outcome::Unwind(_)) => {
                same().then(|| self.memory(&a.memory, &b.memory))
            }
            (Outcome::Exit(x), Outcome::Exit(y)) => same().then(|| Cover::of(x == y)),
            (Outcome::Abort, Outcome::Abort) | (Outcome::NotReturned, Outcome::NotReturned) => {
                same()
            }
            (
                Outcome::Return(_)
                | Outcome::Unwind(_)
                | Outcome::Exit(_)
                | Outcome::Abort
                | Outcome::NotReturned,
                Outcome::Return(_)
                | Outcome::Unwind(_)
                | Outcome::Exit(_)
                | Outcome::Abort
                | Outcome::NotReturned,
            ) => Cover::No,
        }
    }

    /// A source that is undefined allows everything after its last observation that may not have
    /// returned.
    fn after_undefined(&self, source: &Seen, target: &Seen) -> Cover {
        let seen = &source.run.observations;
        let last = |may: &dyn Fn(Cover) -> bool| {
            seen.iter().rposition(|it| may(self.certainly_returns(it))).map_or(0, |at| at + 1)
        };
        let (least, most) = (last(&|it| it == Cover::No), last(&|it| it != Cover::Yes));
        let performs = |count: usize| match count <= target.run.observations.len() {
            true => in_order((0..count).map(|at| self.event(source, target, at))),
            false => Cover::No,
        };
        match (performs(most), performs(least)) {
            (Cover::Yes, _) => Cover::Yes,
            (_, Cover::No) => Cover::No,
            _ => Cover::Unsure,
        }
    }

    /// Whether an observation is certain to be followed by others.
    fn certainly_returns(&self, observation: &Observation) -> Cover {
        match &observation.event {
            Event::Call { callee: Some(name), .. } => {
                let Some(func) = self.module.function_named(Name::Named(*name)) else {
                    return Cover::Unsure;
                };
                let attrs = self.ctx.attr_list_data(self.module.functions[func].attrs).function;
                let has = |kind| self.ctx.has_attr(attrs, kind);
                Cover::of(has(AttrKind::NoUnwind) && has(AttrKind::WillReturn))
            }
            Event::Call { callee: None, .. } => Cover::Unsure,
            // The contract lets a volatile access stop a program; that a division in front of one
            // is wrong is not what is tested here.
            Event::Load { .. } | Event::Store { .. } => Cover::Unsure,
        }
    }

    fn event(&self, source: &Seen, target: &Seen, at: usize) -> Cover {
        let memories = (&source.run.memory, &target.run.memory);
        let both = |x: &Val, y: &Val| value((x, memories.0), (y, memories.1));
        match (&source.run.observations[at].event, &target.run.observations[at].event) {
            (
                Event::Call { callee: f, args: x, memory: digest_x, .. },
                Event::Call { callee: g, args: y, memory: digest_y, .. },
            ) => {
                let calls = |observations: &[Observation]| {
                    observations[..at]
                        .iter()
                        .filter(|it| matches!(it.event, Event::Call { .. }))
                        .count()
                };
                // The interpreter's environment writes through pointers that it is given, and so
                // differs where one takes the place of undef.
                let given = |(x, y): (&Val, &Val)| match (x, y) {
                    (Val::Undef | Val::Poison, Val::Ptr { .. }) => Cover::Unsure,
                    _ => both(x, y),
                };
                Cover::of(f == g && x.len() == y.len()).and(|| all(x.iter().zip(y).map(given))).and(
                    || {
                        if digest_x == digest_y {
                            return Cover::Yes;
                        }
                        let first = source.snapshots.get(calls(&source.run.observations));
                        let second = target.snapshots.get(calls(&target.run.observations));
                        match (first, second) {
                            (Some(first), Some(second)) => match self.memory(first, second) {
                                // What differs may be an object of the functions' own.
                                Cover::Yes | Cover::Unsure => Cover::Unsure,
                                Cover::No if self.reads_all(*f) => Cover::No,
                                Cover::No => Cover::Unsure,
                            },
                            _ => Cover::Unsure,
                        }
                    },
                )
            }
            (Event::Load { address: x, ty: a, .. }, Event::Load { address: y, ty: b, .. }) => {
                Cover::of(a == b).and(|| both(x, y))
            }
            (
                Event::Store { address: x, ty: a, value: v },
                Event::Store { address: y, ty: b, value: w },
            ) => Cover::of(a == b).and(|| both(x, y)).and(|| both(v, w)),
            _ => Cover::No,
        }
    }

    /// Whether a function may read all that the caller can reach.
    fn reads_all(&self, callee: Option<Symbol>) -> bool {
        let func = callee.and_then(|name| self.module.function_named(Name::Named(name)));
        func.is_some_and(|func| {
            let attrs = self.ctx.attr_list_data(self.module.functions[func].attrs).function;
            effects_of(self.ctx, &[attrs]).access(MemoryPart::Other).reads()
        })
    }

    /// Whether what the caller can reach refines.
    fn memory(&self, first: &Memory, second: &Memory) -> Cover {
        let compared = first.live_objects().filter(|(_, object)| {
            object.is_writable()
                && matches!(
                    object.kind(),
                    ObjectKind::Argument(_) | ObjectKind::Global(_) | ObjectKind::Outside(_)
                )
        });
        let covers = compared.map(|(prov, object)| {
            let other = second.live_objects().find(|(_, other)| other.kind() == object.kind());
            let Some((other, found)) = other else { return Cover::Unsure };
            if found.size() != object.size() {
                return Cover::Unsure;
            }
            all(first.contents(prov).zip(second.contents(other)).map(|(a, b)| {
                if a.shadow.is_poison() {
                    return Cover::Yes;
                }
                if a.shadow.is_fragment() || b.shadow.is_fragment() {
                    return Cover::Unsure;
                }
                let (open, left) = (a.shadow.undef_mask(), b.shadow.undef_mask());
                Cover::of(
                    !b.shadow.is_poison() && left & !open == 0 && (a.bits ^ b.bits) & !open == 0,
                )
            }))
        });
        all(covers)
    }
}

/// Whether a value refines another one.
fn value(source: (&Val, &Memory), target: (&Val, &Memory)) -> Cover {
    let (a, b) = (source.0, target.0);
    if a.is_poison() {
        return Cover::Yes;
    }
    if let Some(count) = a.as_parts().or(b.as_parts()).map(<[Val]>::len) {
        return all((0..count).map(|at| value((&a.part(at), source.1), (&b.part(at), target.1))));
    }
    match (a, b) {
        (_, Val::Poison) => Cover::No,
        (Val::Poison | Val::Undef, _) => Cover::Yes,
        (Val::Ptr { prov: p, addr: x }, Val::Ptr { prov: q, addr: y }) => {
            let place =
                |memory: &Memory, prov| memory.object(prov).map(|it| (it.kind(), it.base()));
            match (place(source.1, *p), place(target.1, *q)) {
                _ if p.is_none() && q.is_none() => Cover::of(x == y),
                (Some((kind, base)), Some((other, other_base)))
                    if kind == other && !kind.is_own() =>
                {
                    Cover::of(x.wrapping_sub(base) == y.wrapping_sub(other_base))
                }
                _ => Cover::Unsure,
            }
        }
        (Val::Ptr { .. }, _) | (_, Val::Ptr { .. }) => Cover::Unsure,
        (Val::Bits(x), Val::Bits(y)) => Cover::of(x == y),
        // All bits undef are more than some.
        (_, Val::Undef) => Cover::No,
        (Val::Bits(_) | Val::Wide(_), Val::Bits(_) | Val::Wide(_)) => {
            let width = [a, b].into_iter().find_map(|it| match it {
                Val::Wide(wide) => match &**wide {
                    Wide::Bits(int) | Wide::Partial { value: int, .. } => Some(int.width()),
                    Wide::Parts(_) => None,
                },
                _ => None,
            });
            let Some(width) = width else { return Cover::Unsure };
            let (Some((x, open)), Some((y, left))) = (bits(a, width), bits(b, width)) else {
                return Cover::Unsure;
            };
            let closed = open.not();
            Cover::of(left.and(&closed).is_zero() && x.xor(&y).and(&closed).is_zero())
        }
    }
}

/// The bits of a scalar and those of them that are undef.
fn bits(value: &Val, width: u32) -> Option<(Int, Int)> {
    match value {
        Val::Bits(bits) => Some((Int::new(width, *bits), Int::zero(width))),
        Val::Wide(wide) => match &**wide {
            Wide::Bits(int) => Some((int.clone(), Int::zero(width))),
            Wide::Partial { value, undef } => Some((value.clone(), undef.clone())),
            Wide::Parts(_) => None,
        },
        Val::Poison | Val::Undef | Val::Ptr { .. } => None,
    }
}
