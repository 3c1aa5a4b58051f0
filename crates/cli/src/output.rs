//! Writing results: to standard output, or to a file that is complete or not there.

use anyhow::{Context as _, Result};
use std::fs::Permissions;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Writes bytes to a file, or to standard output if there is none.
pub fn write(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    match path {
        Some(path) => {
            write_file(path, bytes).with_context(|| format!("cannot write {}", path.display()))
        }
        None => {
            let mut out = std::io::stdout().lock();
            out.write_all(bytes)?;
            Ok(out.flush()?)
        }
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let found = std::fs::symlink_metadata(path).ok();
    // A device, a pipe or a link is written to, never replaced: `-o /dev/null` must leave it what
    // it is.
    if found.as_ref().is_some_and(|found| !found.file_type().is_file()) {
        return Ok(std::fs::write(path, bytes)?);
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
