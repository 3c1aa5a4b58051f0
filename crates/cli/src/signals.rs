//! Signals that ask the program to end.
//!
//! A dedicated thread waits for them (`sigwait`): unlike a signal handler it may take locks, write
//! and allocate. All other threads are started later and inherit its signal mask, so they never
//! receive the signals; child processes get the original mask, which the standard library restores.

/// Calls `act` once when the program is interrupted or terminated. To be called before other
/// threads are started. Where signals cannot be waited for they have their default effect.
pub fn on_end(act: impl FnOnce() + Send + 'static) {
    #[cfg(unix)]
    unix::on_end(act);
    #[cfg(not(unix))]
    drop(act);
}

#[cfg(unix)]
mod unix {
    use std::mem::MaybeUninit;
    use std::ptr;

    pub fn on_end(act: impl FnOnce() + Send + 'static) {
        let Some(signals) = block() else { return };
        // If the thread cannot be started only the summary is lost: the signals are unblocked
        // again.
        let waiting = move || {
            let mut signal = 0;
            // SAFETY: both pointers are valid for the duration of the call.
            if unsafe { libc::sigwait(&signals, &mut signal) } == 0 {
                act();
            }
        };
        if std::thread::Builder::new().name("signals".to_owned()).spawn(waiting).is_err() {
            // SAFETY: as above.
            unsafe { libc::pthread_sigmask(libc::SIG_UNBLOCK, &signals, ptr::null_mut()) };
        }
    }

    /// Blocks the signals that are not ignored.
    fn block() -> Option<libc::sigset_t> {
        let mut set = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: the first call initialises the set.
        unsafe {
            libc::sigemptyset(set.as_mut_ptr());
            let mut set = set.assume_init();
            let mut any = false;
            for signal in [libc::SIGINT, libc::SIGTERM] {
                let mut now = MaybeUninit::<libc::sigaction>::uninit();
                if libc::sigaction(signal, ptr::null(), now.as_mut_ptr()) == 0
                    && now.assume_init().sa_sigaction != libc::SIG_IGN
                {
                    libc::sigaddset(&mut set, signal);
                    any = true;
                }
            }
            (any && libc::pthread_sigmask(libc::SIG_BLOCK, &set, ptr::null_mut()) == 0)
                .then_some(set)
        }
    }
}
