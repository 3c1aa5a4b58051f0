//! The exact peak memory of a task: the allocator of this program, which counts on request.
//!
//! The peak memory of a process, which [`measure`](crate::measure) gives, says nothing about work
//! that needs less than the program around it. Here only what the measured thread allocates and
//! frees between two points counts. Nothing is counted otherwise, so that measured times are those
//! of the system's allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting.
pub struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[derive(Clone, Copy)]
struct Count {
    active: bool,
    /// Bytes allocated less bytes freed; what was there before may be freed too.
    live: i64,
    peak: i64,
}

thread_local! {
    // Initialised without running code and without a destructor: the allocator may use it at any
    // time.
    static COUNT: Cell<Count> = const { Cell::new(Count { active: false, live: 0, peak: 0 }) };
}

fn add(bytes: i64) {
    // A thread that is ending is not measured any more.
    let _ = COUNT.try_with(|cell| {
        let mut count = cell.get();
        if count.active {
            count.live += bytes;
            count.peak = count.peak.max(count.live);
            cell.set(count);
        }
    });
}

// SAFETY: every call is forwarded to the system's allocator unchanged, and counting neither
// allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as i64);
        // SAFETY: the caller guarantees the same contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        add(-(layout.size() as i64));
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size as i64 - layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.realloc(place, layout, size) }
    }
}

/// Runs a task and returns its peak memory on this thread, in bytes beyond those held before.
pub fn peak<T>(work: impl FnOnce() -> T) -> (T, u64) {
    COUNT.set(Count { active: true, live: 0, peak: 0 });
    let result = work();
    let count = COUNT.replace(Count { active: false, live: 0, peak: 0 });
    (result, count.peak.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_what_was_held_at_once() {
        let (_, bytes) = peak(|| {
            drop(vec![1u8; 3_000]);
            let live = vec![1u8; 1_000];
            drop(vec![1u8; 1_500]);
            live
        });
        assert_eq!(bytes, 3_000);
    }

    #[test]
    fn growing_counts_what_is_added() {
        let mut list: Vec<u8> = Vec::with_capacity(1_000);
        let ((), bytes) = peak(|| {
            list.extend([0; 1_000]);
            list.reserve_exact(2_000);
        });
        assert_eq!(bytes, 2_000);
        let ((), bytes) = peak(|| drop(list));
        assert_eq!(bytes, 0);
    }
}
