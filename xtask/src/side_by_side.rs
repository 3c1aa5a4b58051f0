//! Processing a list on several threads, with progress.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::progress::Progress;

/// Does `work` for every item, at most `threads` at a time, and answers in the order of the items.
/// `work` gets the number of its thread, below `threads`, so that it can have resources of its own.
pub fn run<T: Sync, R: Send>(
    title: &str,
    items: &[T],
    threads: usize,
    name: impl Fn(&T) -> String + Sync,
    work: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    let progress = Progress::new(title, items.len());
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    thread::scope(|scope| {
        for thread in 0..threads.clamp(1, items.len().max(1)) {
            let (next, done, progress, name, work) = (&next, &done, &progress, &name, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { return };
                    let result = work(thread, item);
                    done.lock()
                        .unwrap_or_else(|poisoned| poisoned.into_inner())
                        .push((index, result));
                    progress.step(&name(item));
                }
            });
        }
    });
    // A thread that panicked has made `scope` panic: every item is there.
    let mut done = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    done.sort_unstable_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_order() {
        let items: Vec<u64> = (0..100).collect();
        let squares = run("squares", &items, 3, u64::to_string, |thread, item| {
            assert!(thread < 3);
            item * item
        });
        assert_eq!(squares, items.iter().map(|item| item * item).collect::<Vec<u64>>());
    }

    #[test]
    fn nothing_to_do() {
        let none: [u8; 0] = [];
        assert!(run("nothing", &none, 2, u8::to_string, |_, _| ()).is_empty());
    }
}
