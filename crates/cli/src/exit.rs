//! Exit statuses, and how errors end the program.

use std::process::ExitCode;

/// All is well.
pub const OK: u8 = 0;
/// Bad usage.
pub const USAGE: u8 = 64;
/// Unreadable input.
pub const INPUT: u8 = 65;

/// An error that knows its exit status; everything else ends with [`INPUT`].
#[derive(Debug)]
pub struct Failure {
    /// The exit status.
    pub code: u8,
    /// What is shown, as it is.
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
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Shows an error and gives the exit status that belongs to it.
pub fn report(error: &anyhow::Error) -> ExitCode {
    // A reader that went away (`tollgate ... | head`) is no error of ours.
    if let Some(io) = error.downcast_ref::<std::io::Error>()
        && io.kind() == std::io::ErrorKind::BrokenPipe
    {
        return OK.into();
    }
    eprintln!("{error:#}");
    error.downcast_ref::<Failure>().map_or(INPUT, |failure| failure.code).into()
}
