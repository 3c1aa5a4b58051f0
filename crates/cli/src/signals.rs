//! Signals that ask the program to end.
//!
//! A thread of its own waits for them (`sigwait`) and then does what it was told: it may take
//! locks, write and allocate, which a signal handler may not. All other threads are started behind
//! it and so never see the signals; processes that we start get the mask of before, which the
//! standard library sees to.

/// Does this, once, when somebody interrupts or ends the program. To be called before other threads
/// are started. Where signals cannot be waited for they do what they always do.
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
        // Without the thread, nothing is lost but the summary: the signals stay pending, and so are
        // let through again.
        let waiting = move || {
            let mut signal = 0;
            // SAFETY: both point to what is there for as long as the call takes.
            if unsafe { libc::sigwait(&signals, &mut signal) } == 0 {
                act();
            }
        };
        if std::thread::Builder::new().name("signals".to_owned()).spawn(waiting).is_err() {
            // SAFETY: as above.
            unsafe { libc::pthread_sigmask(libc::SIG_UNBLOCK, &signals, ptr::null_mut()) };
        }
    }

    /// Blocks the signals that nobody asked to be ignored.
    fn block() -> Option<libc::sigset_t> {
        let mut set = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: the set is made by the first call and then used.
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
