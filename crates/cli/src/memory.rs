//! The allocator of the program: the system's, which also counts the bytes that each thread holds,
//! and calls a function when memory is exhausted.
//!
//! The count serves `check --memory-limit`. It is thread-local, so that counting costs an addition.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    // Initialised without running code and without a destructor: the allocator may use it at any
    // time.
    static HELD: Cell<i64> = const { Cell::new(0) };
}

/// The number of bytes that this thread has allocated and not freed. It may be negative, because
/// threads free what others allocated.
pub fn held() -> i64 {
    HELD.try_with(Cell::get).unwrap_or(0)
}

/// The function that is called when memory is exhausted.
static ON_EXHAUSTION: OnceLock<fn()> = OnceLock::new();
static IS_CALLED: AtomicBool = AtomicBool::new(false);

/// Calls `act` when memory is exhausted, before the program ends. Small allocations may still
/// succeed.
pub fn on_exhaustion(act: fn()) {
    // The first one stays.
    let _ = ON_EXHAUSTION.set(act);
}

#[inline]
fn add(bytes: i64) {
    // A thread that is ending is not counted any more.
    let _ = HELD.try_with(|held| held.set(held.get() + bytes));
}

#[cold]
fn exhausted() {
    if let Some(act) = ON_EXHAUSTION.get()
        && !IS_CALLED.swap(true, Ordering::Relaxed)
    {
        act();
    }
}

// SAFETY: every call is forwarded to the system's allocator unchanged; counting neither allocates
// nor panics. The function is called once, where the standard library would abort next; its own
// allocations come here again and do not call it again.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as i64);
        // SAFETY: the caller guarantees the same contract.
        let place = unsafe { System.alloc(layout) };
        if place.is_null() {
            exhausted();
        }
        place
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as i64);
        // SAFETY: as above.
        let place = unsafe { System.alloc_zeroed(layout) };
        if place.is_null() {
            exhausted();
        }
        place
    }

    #[inline]
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        add(-(layout.size() as i64));
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size as i64 - layout.size() as i64);
        // SAFETY: as above.
        let place = unsafe { System.realloc(place, layout, size) };
        if place.is_null() {
            exhausted();
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_bytes_are_counted() {
        let before = held();
        let mut bytes: Vec<u8> = Vec::with_capacity(10_000);
        assert_eq!(held() - before, 10_000);
        bytes.reserve_exact(20_000);
        assert_eq!(held() - before, 20_000);
        drop(bytes);
        assert_eq!(held(), before);
    }
}
