//! Writing results: to standard output, or to a file that is complete or not there.

use crate::exit::{Failure, OUTPUT};
use anyhow::Result;
use std::fs::Permissions;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use tollgate_ir::printable_lines;

/// Writes bytes to a file, or to standard output if there is none.
pub fn write(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    match path {
        Some(path) => write_file(path, bytes)
            .map_err(|error| Failure::output(&path.display().to_string(), &error)),
        None => {
            let mut out = io::stdout().lock();
            Ok(out.write_all(bytes).and_then(|()| out.flush())?)
        }
    }
}

/// Writes text for people, with control characters escaped.
pub fn write_text(path: Option<&Path>, text: &str) -> Result<()> {
    write(path, printable_lines(text).as_bytes())
}

/// Writes a message to standard error; errors are ignored.
pub fn note(text: &str) {
    let _ = io::stderr().write_all(printable_lines(text).as_bytes());
}

fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let found = std::fs::symlink_metadata(path).ok();
    // A device, a pipe or a link is written to, never replaced: `-o /dev/null` must leave it what
    // it is.
    if found.as_ref().is_some_and(|found| !found.file_type().is_file()) {
        return std::fs::write(path, bytes);
    }
    // As any new file: readable by others as far as the user's mask allows. A file that is there
    // keeps its own.
    let permissions = found.map_or(Permissions::from_mode(0o666), |found| found.permissions());
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().permissions(permissions).tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// A writer that remembers its first error, for programs whose C library goes on without output. A
/// closed pipe ends the process at once, as `SIGPIPE` would.
pub struct Watched<W> {
    inner: W,
    /// The first error.
    pub error: Option<io::Error>,
}

impl<W> Watched<W> {
    /// Watches a writer.
    pub fn new(inner: W) -> Self {
        Self { inner, error: None }
    }

    fn watch<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            match kind {
                io::ErrorKind::BrokenPipe => std::process::exit(OUTPUT.into()),
                io::ErrorKind::Interrupted => {}
                _ => {
                    self.error.get_or_insert(error);
                }
            }
            kind.into()
        })
    }
}

impl<W: io::Write> io::Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.inner.write(bytes);
        self.watch(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.inner.flush();
        self.watch(result)
    }
}
