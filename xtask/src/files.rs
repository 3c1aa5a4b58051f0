//! Writing files so that a reader never sees half of one.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Writes a file under another name and renames it. Makes its directory.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(|| format!("making {}", parent.display()))?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let temporary = path.with_file_name(name);
    fs::write(&temporary, bytes).with_context(|| format!("writing {}", temporary.display()))?;
    fs::rename(&temporary, path).with_context(|| format!("naming {}", path.display()))
}

/// Writes a file unless it already has these contents, so that its time of change means something.
pub fn write_if_changed(path: &Path, text: &str) -> Result<()> {
    match fs::read(path) {
        Ok(bytes) if bytes == text.as_bytes() => Ok(()),
        Ok(_) | Err(_) => write_atomically(path, text.as_bytes()),
    }
}
