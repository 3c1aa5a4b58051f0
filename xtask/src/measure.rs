//! Running one command: its time, its peak memory, what it wrote, and a limit on how long it may
//! take.
//!
//! Peak memory is `ru_maxrss` of `wait4`: the kernel's own high-water mark of that one child (and
//! of the children it waited for), exact however short its life was. Sampling `/proc/PID/status`
//! would miss the peak of a process that ends between two samples, and `getrusage(RUSAGE_CHILDREN)`
//! is the maximum over *all* children so far, which says nothing about the second command.
//!
//! The mark has a floor: on Linux a child starts with the high-water mark of the process that
//! started it, which is us. A peak that is not above ours is therefore reported as not known, and
//! this program takes care to stay small: it reads modules in pieces.
//!
//! Invariant: a signal is only ever sent to a process that has not been reaped. The watchdog thread
//! holds the right to kill until [`run`] has seen the child end with `WNOWAIT`, which leaves the
//! process id taken; only after the watchdog has been joined is the child reaped.

use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The kernel counts pages in batches for each processor, so two readings of one mark differ by
/// less than this.
const PEAK_SLACK: u64 = 4 << 20;

/// The result of a command, and its cost.
#[derive(Debug)]
pub struct Measured {
    /// How it ended.
    pub ending: Ending,
    /// Wall time from start to end.
    pub wall: Duration,
    /// Time on the processor, in user and in kernel mode.
    pub processor: Duration,
    /// The most memory that was resident at any moment; `None` if that was no more than our own
    /// peak.
    pub peak_bytes: Option<u64>,
    /// What it wrote to its standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to its standard error.
    pub stderr: Vec<u8>,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, or by a signal that was not ours.
    Exited(ExitStatus),
    /// We ended it, because it ran past its limit.
    TimedOut(Duration),
}

impl Measured {
    /// `None` if the command succeeded, else one line that says how it failed and the first thing
    /// it complained of.
    pub fn failure(&self) -> Option<String> {
        let how = match self.ending {
            Ending::Exited(status) if status.success() => return None,
            Ending::Exited(status) => match status.signal() {
                Some(signal) => format!("ended by signal {signal}"),
                None => format!("exit status {}", status.code().unwrap_or(-1)),
            },
            Ending::TimedOut(limit) => {
                return Some(format!("stopped after the limit of {} s", limit.as_secs()));
            }
        };
        let stderr = String::from_utf8_lossy(&self.stderr);
        let complaint = stderr
            .lines()
            .find(|line| line.contains("error"))
            .or_else(|| stderr.lines().find(|line| !line.trim().is_empty()));
        Some(match complaint {
            Some(line) => format!("{how}: {}", line.trim()),
            None => how,
        })
    }
}

/// Runs a command to its end, or to `limit`, with nothing on its standard input. Both outputs are
/// kept in memory.
///
/// The limit ends the command itself, not processes it may have started; no tool we put a limit on
/// starts any.
pub fn run(command: &mut Command, limit: Option<Duration>) -> io::Result<Measured> {
    let start = Instant::now();
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let process = process_id(&child);
    let (stdout_pipe, stderr_pipe) = (child.stdout.take(), child.stderr.take());

    let (finished, watch) = mpsc::channel::<()>();
    let (outputs, ended, timed_out) = thread::scope(|scope| {
        let watchdog = limit.map(|limit| {
            scope.spawn(move || match watch.recv_timeout(limit) {
                Err(RecvTimeoutError::Timeout) => {
                    kill(process);
                    true
                }
                Ok(()) | Err(RecvTimeoutError::Disconnected) => false,
            })
        });
        let stderr_reader = scope.spawn(move || read_all(stderr_pipe));
        let stdout = read_all(stdout_pipe);
        let stderr = join(stderr_reader);
        let ended = wait_without_reaping(process);
        drop(finished);
        (stdout.and_then(|out| Ok((out, stderr?))), ended, watchdog.is_some_and(join))
    });
    let wall = start.elapsed();
    let (status, usage) = reap(process)?;
    let floor = own_usage()?;
    ended?;
    let (stdout, stderr) = outputs?;

    // A command that ends on its own at the very limit was not ended by us.
    let ending = match limit {
        Some(limit) if timed_out && status.signal() == Some(libc::SIGKILL) => {
            Ending::TimedOut(limit)
        }
        Some(_) | None => Ending::Exited(status),
    };
    Ok(Measured {
        ending,
        wall,
        processor: duration(usage.ru_utime) + duration(usage.ru_stime),
        peak_bytes: Some(resident_bytes(&usage))
            .filter(|&peak| peak > resident_bytes(&floor) + PEAK_SLACK),
        stdout,
        stderr,
    })
}

fn join<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn read_all(pipe: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn process_id(child: &Child) -> libc::pid_t {
    // Process ids are positive `pid_t`s; the standard library only shows them as `u32`.
    child.id() as libc::pid_t
}

fn kill(process: libc::pid_t) {
    // SAFETY: `kill` takes no pointers; the module's invariant says that `process` is still our
    // child.
    unsafe { libc::kill(process, libc::SIGKILL) };
}

/// Blocks until the child has ended, and leaves it as a zombie so that its id cannot be given to
/// anybody else.
fn wait_without_reaping(process: libc::pid_t) -> io::Result<()> {
    retry(|| {
        // SAFETY: all-zero bytes are a valid `siginfo_t`, which is plain data.
        let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
        // SAFETY: `info` is a valid place for the answer and lives through the call.
        unsafe {
            libc::waitid(
                libc::P_PID,
                process as libc::id_t,
                &mut info,
                libc::WEXITED | libc::WNOWAIT,
            )
        }
    })
}

/// Reaps the child and asks what it used. Afterwards `process` is no longer ours.
fn reap(process: libc::pid_t) -> io::Result<(ExitStatus, libc::rusage)> {
    let mut status = 0;
    // SAFETY: all-zero bytes are a valid `rusage`, which is plain data.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both places are valid and live through the call.
    retry(|| unsafe { libc::wait4(process, &mut status, 0, &mut usage) })?;
    Ok((ExitStatus::from_raw(status), usage))
}

/// What this process itself has used so far.
fn own_usage() -> io::Result<libc::rusage> {
    // SAFETY: all-zero bytes are a valid `rusage`, which is plain data.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the place is valid and lives through the call.
    retry(|| unsafe { libc::getrusage(libc::RUSAGE_SELF, &mut usage) })?;
    Ok(usage)
}

/// The time that this thread has been on the processor so far, in seconds.
pub fn processor_time() -> f64 {
    clock(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// The time that all threads of this process together have been on the processor so far, in
/// seconds.
pub fn process_time() -> f64 {
    clock(libc::CLOCK_PROCESS_CPUTIME_ID)
}

fn clock(which: libc::clockid_t) -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the place is valid and lives through the call, which cannot fail for these clocks.
    unsafe { libc::clock_gettime(which, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Repeats a system call for as long as a signal interrupts it.
fn retry(mut call: impl FnMut() -> libc::c_int) -> io::Result<()> {
    loop {
        if call() >= 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

fn duration(time: libc::timeval) -> Duration {
    Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0))
        + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
}

fn resident_bytes(usage: &libc::rusage) -> u64 {
    // The BSDs count in bytes on macOS and in kilobytes elsewhere; Linux counts in kilobytes.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    u64::try_from(usage.ru_maxrss).unwrap_or(0) * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn keeps_both_outputs_and_the_status() {
        let measured =
            run(&mut shell("echo out; echo first error here >&2; exit 3"), None).unwrap();
        assert_eq!(measured.stdout, b"out\n");
        assert_eq!(measured.failure().unwrap(), "exit status 3: first error here");
    }

    #[test]
    fn success_within_the_limit_is_no_failure() {
        let measured = run(&mut shell("exit 0"), Some(Duration::from_secs(60))).unwrap();
        assert_eq!(measured.failure(), None);
    }

    #[test]
    fn stops_at_the_limit() {
        let limit = Duration::from_millis(100);
        let measured = run(Command::new("sleep").arg("60"), Some(limit)).unwrap();
        assert_eq!(measured.ending, Ending::TimedOut(limit));
        assert!(measured.wall >= limit && measured.wall < Duration::from_secs(30));
    }

    #[test]
    fn peak_memory_is_that_of_the_command_alone() {
        let copy = |bytes: u64| {
            let script = format!("dd if=/dev/zero of=/dev/null bs={bytes} count=1");
            run(&mut shell(&script), None).unwrap().peak_bytes
        };
        let (large, larger) = (copy(150_000_000).unwrap(), copy(300_000_000).unwrap());
        assert!(large > 150_000_000 && large < 300_000_000, "{large} bytes");
        assert!(larger > 300_000_000, "{larger} bytes");
        // A later, smaller command is not shadowed by the largest so far.
        let again = copy(150_000_000).unwrap();
        assert!(again < 300_000_000, "{again} bytes");
    }

    #[test]
    fn a_peak_below_our_own_is_not_known() {
        let ballast = vec![1u8; 50_000_000];
        assert_eq!(run(&mut shell(":"), None).unwrap().peak_bytes, None);
        assert_eq!(ballast.last(), Some(&1));
    }

    #[test]
    fn time_on_the_processor_goes_on_with_work_alone() {
        let start = processor_time();
        thread::sleep(Duration::from_millis(50));
        let slept = processor_time() - start;
        assert!((0.0..0.04).contains(&slept), "{slept} s while asleep");
        let mut sum = 0u64;
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_millis(20) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(processor_time() > start + slept && sum > 0);
    }

    #[test]
    fn outputs_larger_than_a_pipe_do_not_block() {
        let script = "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2";
        let measured = run(&mut shell(script), Some(Duration::from_secs(60))).unwrap();
        assert_eq!((measured.stdout.len(), measured.stderr.len()), (300_000, 300_000));
    }
}
