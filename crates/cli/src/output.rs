//! Writing results: to standard output, or to a file that is complete or not there.

use anyhow::{Context as _, Result};
use std::io::Write as _;
use std::path::Path;

/// Writes bytes to a file, or to standard output if there is none.
pub fn write(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    let Some(path) = path else {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    };
    // A device, a pipe or a link is written to, never replaced: `-o /dev/null` must leave it what it is.
    if std::fs::symlink_metadata(path).is_ok_and(|found| !found.file_type().is_file()) {
        let shown = path.display();
        return std::fs::write(path, bytes).with_context(|| format!("cannot write {shown}"));
    }
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let shown = path.display();
    let mut file =
        tempfile::NamedTempFile::new_in(folder).with_context(|| format!("cannot write {shown}"))?;
    file.write_all(bytes).with_context(|| format!("cannot write {shown}"))?;
    file.persist(path).with_context(|| format!("cannot write {shown}"))?;
    Ok(())
}
