//! `qsort` and `bsearch`: library functions that call back.
//!
//! `qsort` is glibc's merge sort, with the comparisons in the same order, so that a comparison
//! function with effects sees the same as in a compiled program.

use super::arguments::{Args, nothing, null};
use super::{CLibrary, Handler};
use crate::environment::{Answer, Host, Task, TaskStep};
use crate::machine::number;
use crate::memory::ByteContent;
use crate::outcome::UbReason;
use crate::trap::Trap;
use crate::value::{Prov, Val};
use tollgate_sem::word;

type Library<'a, 'w> = &'a mut CLibrary<'w>;

pub(super) fn handler(name: &[u8]) -> Option<Handler> {
    Some(match name {
        b"qsort" => qsort,
        b"bsearch" => bsearch,
        _ => return None,
    })
}

/// A piece of the array that is to be sorted, or merged from two sorted halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Work {
    Sort { start: u64, count: u64 },
    Merge { start: u64, left: u64, right: u64 },
}

/// A merge that is going on.
#[derive(Clone, Debug)]
struct Merge {
    start: u64,
    /// The next element of each half, and where the halves end.
    left: u64,
    left_end: u64,
    right: u64,
    right_end: u64,
    /// Elements taken so far, in order.
    taken: Vec<Vec<ByteContent>>,
}

struct Sort {
    base: (Prov, u64),
    size: u64,
    compare: Val,
    work: Vec<Work>,
    merge: Option<Merge>,
}

impl Sort {
    fn address(&self, index: u64) -> u64 {
        self.base.1.wrapping_add(index.wrapping_mul(self.size))
    }

    fn element(&self, host: &Host<'_, '_>, index: u64) -> Result<Vec<ByteContent>, Trap> {
        let start = self.address(index);
        (0..self.size)
            .map(|at| host.memory.byte(self.base.0, start + at).map_err(Trap::from))
            .collect()
    }

    fn call(&self, a: u64, b: u64) -> TaskStep {
        let pointer = |index: u64| Val::Ptr { prov: self.base.0, addr: self.address(index) };
        TaskStep::Call { callee: self.compare.clone(), args: vec![pointer(a), pointer(b)] }
    }

    /// Ends a merge: what is left of the first half, then everything back into the array.
    fn finish(&mut self, host: &mut Host<'_, '_>, mut merge: Merge) -> Result<(), Trap> {
        for index in merge.left..merge.left_end {
            merge.taken.push(self.element(host, index)?);
        }
        // What is left of the second half is in its place already.
        for (index, element) in merge.taken.iter().enumerate() {
            let start = self.address(merge.start + index as u64);
            for (at, byte) in element.iter().enumerate() {
                host.memory.set_byte(self.base.0, start + at as u64, *byte)?;
            }
        }
        Ok(())
    }
}

impl Task for Sort {
    fn resume(&mut self, result: Option<Val>, host: &mut Host<'_, '_>) -> Result<TaskStep, Trap> {
        if let Some(mut merge) = self.merge.take() {
            let order = result.and_then(|value| number(&value)).ok_or(UbReason::UndefOperand)?;
            if word::signed(order, 32) <= 0 {
                merge.taken.push(self.element(host, merge.left)?);
                merge.left += 1;
            } else {
                merge.taken.push(self.element(host, merge.right)?);
                merge.right += 1;
            }
            if merge.left < merge.left_end && merge.right < merge.right_end {
                let step = self.call(merge.left, merge.right);
                self.merge = Some(merge);
                return Ok(step);
            }
            self.finish(host, merge)?;
        }
        while let Some(work) = self.work.pop() {
            match work {
                Work::Sort { count, .. } if count <= 1 => {}
                Work::Sort { start, count } => {
                    let left = count / 2;
                    self.work.push(Work::Merge { start, left, right: count - left });
                    self.work.push(Work::Sort { start: start + left, count: count - left });
                    self.work.push(Work::Sort { start, count: left });
                }
                Work::Merge { start, left, right } => {
                    let middle = start + left;
                    self.merge = Some(Merge {
                        start,
                        left: start,
                        left_end: middle,
                        right: middle,
                        right_end: middle + right,
                        taken: Vec::new(),
                    });
                    return Ok(self.call(start, middle));
                }
            }
        }
        Ok(TaskStep::Done(None))
    }
}

fn qsort(_: Library<'_, '_>, args: &Args<'_, '_>, host: &mut Host<'_, '_>) -> Result<Answer, Trap> {
    let (base, count, size) = (args.pointer(0)?, args.unsigned(1)?, args.unsigned(2)?);
    if count <= 1 || size == 0 {
        return Ok(nothing());
    }
    let total = count.checked_mul(size).ok_or(UbReason::Library("qsort of more than there is"))?;
    host.memory.check(base.0, base.1, total, 1, crate::memory::AccessKind::Write)?;
    let compare = args.value(3)?.clone();
    let work = vec![Work::Sort { start: 0, count }];
    Ok(Answer::Task(Box::new(Sort { base, size, compare, work, merge: None })))
}

struct Search {
    key: Val,
    base: (Prov, u64),
    size: u64,
    compare: Val,
    low: u64,
    high: u64,
    started: bool,
}

impl Task for Search {
    fn resume(&mut self, result: Option<Val>, _: &mut Host<'_, '_>) -> Result<TaskStep, Trap> {
        let middle = |low: u64, high: u64| (low + high) / 2;
        let at = |index: u64| Val::Ptr {
            prov: self.base.0,
            addr: self.base.1.wrapping_add(index.wrapping_mul(self.size)),
        };
        if self.started {
            let order = result.and_then(|value| number(&value)).ok_or(UbReason::UndefOperand)?;
            let index = middle(self.low, self.high);
            match word::signed(order, 32) {
                0 => return Ok(TaskStep::Done(Some(at(index)))),
                order if order < 0 => self.high = index,
                _ => self.low = index + 1,
            }
        }
        self.started = true;
        if self.low >= self.high {
            return Ok(TaskStep::Done(Some(Val::NULL)));
        }
        let place = at(middle(self.low, self.high));
        Ok(TaskStep::Call { callee: self.compare.clone(), args: vec![self.key.clone(), place] })
    }
}

fn bsearch(_: Library<'_, '_>, args: &Args<'_, '_>, _: &mut Host<'_, '_>) -> Result<Answer, Trap> {
    let (base, count, size) = (args.pointer(1)?, args.unsigned(2)?, args.unsigned(3)?);
    if count == 0 {
        return Ok(null());
    }
    let (key, compare) = (args.value(0)?.clone(), args.value(4)?.clone());
    Ok(Answer::Task(Box::new(Search {
        key,
        base,
        size,
        compare,
        low: 0,
        high: count,
        started: false,
    })))
}
