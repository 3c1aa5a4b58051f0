//! A directory for one test, empty at its start and removed at its end.

use std::fs;
use std::path::{Path, PathBuf};

/// A directory that lives as long as this value.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A fresh directory; `name` tells the tests of one process apart.
    pub fn new(name: &str) -> Scratch {
        let path =
            std::env::temp_dir().join(format!("tollgate-xtask-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The next run of the test removes what could not be removed now.
        let _ = fs::remove_dir_all(&self.0);
    }
}
