//! Writing files so that a reader never sees half of one, and keeping two writers apart.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The name under which a file is written before it gets its own. A run that was stopped leaves
/// it, and the next one overwrites it; so only the holder of a [`Lock`] may write.
pub fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

/// Writes a file under another name and renames it. Makes its directory.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(|| format!("making {}", parent.display()))?;
    }
    let temporary = temporary_name(path);
    fs::write(&temporary, bytes).with_context(|| format!("writing {}", temporary.display()))?;
    fs::rename(&temporary, path).with_context(|| format!("naming {}", path.display()))
}

/// Like [`write_atomically`], with the bytes of another file.
pub fn copy_atomically(from: &Path, to: &Path) -> Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).with_context(|| format!("making {}", parent.display()))?;
    }
    let temporary = temporary_name(to);
    fs::copy(from, &temporary).with_context(|| format!("copying {}", from.display()))?;
    fs::rename(&temporary, to).with_context(|| format!("naming {}", to.display()))
}

/// Writes a file unless it already has these contents, so that its time of change means something.
pub fn write_if_changed(path: &Path, text: &str) -> Result<()> {
    match fs::read(path) {
        Ok(bytes) if bytes == text.as_bytes() => Ok(()),
        Ok(_) | Err(_) => write_atomically(path, text.as_bytes()),
    }
}

/// The right to write below a directory. It ends with this value, or with the process however that
/// ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a directory, waiting for its current holder.
    pub fn take(directory: &Path) -> Result<Lock> {
        fs::create_dir_all(directory).with_context(|| format!("making {}", directory.display()))?;
        let path = directory.join(".lock");
        let file = File::create(&path).with_context(|| format!("making {}", path.display()))?;
        if !flock(&file, libc::LOCK_EX | libc::LOCK_NB)? {
            eprintln!("waiting for another run that writes to {}", directory.display());
            while !flock(&file, libc::LOCK_EX)? {}
        }
        Ok(Lock { _file: file })
    }
}

/// Whether the lock was taken; `false` if another has it or a signal came. (`File::lock` is newer
/// than the oldest Rust this workspace builds with.)
fn flock(file: &File, operation: libc::c_int) -> Result<bool> {
    // SAFETY: the descriptor is that of an open file, and no pointers are passed.
    if unsafe { libc::flock(file.as_raw_fd(), operation) } == 0 {
        return Ok(true);
    }
    let error = io::Error::last_os_error();
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => Ok(false),
        _ => Err(error).context("locking"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn a_second_writer_waits() {
        let scratch = Scratch::new("lock");
        let first = Lock::take(scratch.path()).unwrap();
        let file = File::create(scratch.path().join(".lock")).unwrap();
        assert!(!flock(&file, libc::LOCK_EX | libc::LOCK_NB).unwrap());
        drop(first);
        assert!(flock(&file, libc::LOCK_EX | libc::LOCK_NB).unwrap());
    }

    #[test]
    fn writing_leaves_nothing_but_the_file() {
        let scratch = Scratch::new("files");
        let path = scratch.path().join("a/b.txt");
        write_atomically(&path, b"one").unwrap();
        let time = || fs::metadata(&path).unwrap().modified().unwrap();
        let before = time();
        write_if_changed(&path, "one").unwrap();
        assert_eq!(before, time());
        write_if_changed(&path, "two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(scratch.path().join("a")).unwrap().count(), 1);
    }
}
