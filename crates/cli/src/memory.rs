//! The allocator of the program: the system's, which also counts what each thread holds, and has a
//! last word when there is no more memory.
//!
//! The count is what `check --memory-limit` asks. It is a number of the thread's own, so that
//! counting costs an addition.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    // Made without running code and without a destructor: the allocator may use it at any time.
    static HELD: Cell<i64> = const { Cell::new(0) };
}

/// How many bytes this thread has allocated and not freed. What others allocated may be freed too,
/// so it may be negative.
pub fn held() -> i64 {
    HELD.try_with(Cell::get).unwrap_or(0)
}

/// What is to be done when there is no more memory.
static LAST_WORD: OnceLock<fn()> = OnceLock::new();
static IS_SAID: AtomicBool = AtomicBool::new(false);

/// Does this when there is no more memory, before the program ends. Small allocations may still
/// succeed.
pub fn on_exhaustion(act: fn()) {
    // Whoever came first stays.
    let _ = LAST_WORD.set(act);
}

#[inline]
fn add(bytes: i64) {
    // A thread that is coming to its end is not counted any more.
    let _ = HELD.try_with(|held| held.set(held.get() + bytes));
}

#[cold]
fn exhausted() {
    if let Some(act) = LAST_WORD.get()
        && !IS_SAID.swap(true, Ordering::Relaxed)
    {
        act();
    }
}

// SAFETY: every call is passed on to the system's allocator as it is; counting neither allocates
// nor panics. The last word is said once, where the standard library would end the program next;
// what it allocates comes here again, and does not say it again.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as i64);
        // SAFETY: the caller keeps to the contract, which is the same.
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
    fn what_is_held_is_counted() {
        let before = held();
        let mut bytes: Vec<u8> = Vec::with_capacity(10_000);
        assert_eq!(held() - before, 10_000);
        bytes.reserve_exact(20_000);
        assert_eq!(held() - before, 20_000);
        drop(bytes);
        assert_eq!(held(), before);
    }
}
