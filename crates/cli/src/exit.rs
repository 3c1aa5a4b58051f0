//! Exit statuses, and how errors end the program. Those above 63 are named after `sysexits.h`.

use std::process::ExitCode;

/// All is well.
pub const OK: u8 = 0;
/// Bad usage (`EX_USAGE`).
pub const USAGE: u8 = 64;
/// Unreadable input (`EX_DATAERR`).
pub const INPUT: u8 = 65;
/// Output that cannot be written (`EX_IOERR`).
pub const OUTPUT: u8 = 74;

/// An error that knows its exit status; everything else ends with [`INPUT`].
#[derive(Debug)]
pub struct Failure {
    /// The exit status.
    pub code: u8,
    /// What is shown, as it is; nothing if it is empty.
    pub message: String,
}

impl Failure {
    /// Bad usage.
    pub fn usage(message: impl Into<String>) -> anyhow::Error {
        Self { code: USAGE, message: message.into() }.into()
    }

    /// Unreadable input.
    pub fn input(message: impl Into<String>) -> anyhow::Error {
        Self { code: INPUT, message: message.into() }.into()
    }

    /// Output that cannot be written to `place`. A reader that went away (`tollgate ... | head`) is
    /// not worth a message; the status still says that not everything was written.
    pub fn output(place: &str, error: &std::io::Error) -> anyhow::Error {
        let message = match error.kind() {
            std::io::ErrorKind::BrokenPipe => String::new(),
            _ => format!("cannot write {place}: {error}"),
        };
        Self { code: OUTPUT, message }.into()
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Shows an error and gives the exit status that belongs to it.
pub fn report(error: &anyhow::Error) -> ExitCode {
    // Whoever reads wraps its errors in a `Failure`: a bare one is of writing to standard output.
    if let Some(io) = error.downcast_ref::<std::io::Error>() {
        return report(&Failure::output("standard output", io));
    }
    let message = format!("{error:#}");
    if !message.is_empty() {
        crate::output::note(&format!("{message}\n"));
    }
    error.downcast_ref::<Failure>().map_or(INPUT, |failure| failure.code).into()
}
