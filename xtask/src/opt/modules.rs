//! Modules as the front end of clang writes them for the optimiser, in SSA form. At `-O0`, at which
//! the corpus has its pairs, it says of every function that it must not be inlined.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::corpus;
use crate::corpus::sources::{self, CFile};
use crate::measure;
use crate::setup::{CLANG, OPT};
use crate::side_by_side;

/// Neither tool may take longer for one module.
const LIMIT: Duration = Duration::from_secs(120);
/// Libraries of many small functions.
const LIBRARIES: &[&str] = &["bzip2", "zlib", "lua", "lz4"];

/// Makes modules with functions that may be inlined: a few libraries, and the programs of the
/// repository. Tells the name of each, its library first, and where it lies.
pub fn inlinable(root: &Path, jobs: usize) -> Result<Vec<(String, PathBuf)>> {
    let folder = root.join("target/opt/inlinable");
    let mut files = corpus::files_of(root, LIBRARIES)?;
    files.extend(sources::programs(root)?);
    let outcomes = side_by_side::run(
        "modules for inlining",
        &files,
        jobs,
        |file| file.source.clone(),
        |_, file| {
            let name = format!("{}/{}.ll", file.library, file.name);
            let path = folder.join(&name);
            emit(file, &path)?;
            Ok((name, path))
        },
    );
    outcomes.into_iter().collect()
}

/// Makes the module of a C file.
pub fn emit(file: &CFile, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    }
    let raw = to.with_extension("raw");
    let mut compile = Command::new(CLANG);
    compile.current_dir(&file.directory).args(["-S", "-emit-llvm", "-w"]);
    compile.args(["-O1", "-Xclang", "-disable-llvm-passes"]).args(&file.flags);
    run(compile.arg(&file.file).arg("-o").arg(&raw))?;
    run(Command::new(OPT).args(["-S", "-passes=mem2reg"]).arg(&raw).arg("-o").arg(to))?;
    fs::remove_file(&raw).with_context(|| format!("removing {}", raw.display()))
}

fn run(command: &mut Command) -> Result<()> {
    let measured = measure::run(command, Some(LIMIT)).with_context(|| format!("{command:?}"))?;
    match measured.failure() {
        Some(failure) => bail!("{command:?}: {failure}"),
        None => Ok(()),
    }
}
