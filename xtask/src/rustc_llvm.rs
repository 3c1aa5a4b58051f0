//! The verifier of the LLVM that rustc carries: for modules that rustc writes, which the LLVM of
//! the system is too old to read.
//!
//! That LLVM comes as a shared library without programs. A child process of ours loads it and calls
//! four functions of LLVM's C interface, which keep their meaning from version to version; if the
//! library fails an assertion, only the child ends.

use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::ptr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::measure;

/// Time limit of one module.
const LIMIT: Duration = Duration::from_secs(300);

/// `LLVMReturnStatusAction`: the verifier answers instead of ending the process.
const RETURN_STATUS: c_int = 2;

/// Where the library is; none if rustc has its LLVM inside itself.
pub fn library() -> Option<PathBuf> {
    let measured =
        measure::run(Command::new("rustc").args(["--print", "sysroot"]), Some(LIMIT)).ok()?;
    let sysroot = OsStr::from_bytes(measured.stdout.trim_ascii_end());
    let mut found: Vec<PathBuf> = fs::read_dir(Path::new(sysroot).join("lib"))
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.file_name().is_some_and(|name| name.as_bytes().starts_with(b"libLLVM.so."))
        })
        .collect();
    found.sort();
    found.pop()
}

/// Whether that LLVM reads a module and its verifier passes it; else what it complains of.
pub fn verifies(library: &Path, module: &Path) -> Result<Result<(), String>> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("rustc-llvm-verify").arg(library).arg(module);
    let measured =
        measure::run(&mut command, Some(LIMIT)).context("starting this program again")?;
    Ok(measured.failure().map_or(Ok(()), Err))
}

/// `cargo xtask rustc-llvm-verify LIBRARY FILE`: what the child does.
pub fn verify(library: &Path, module: &Path) -> Result<()> {
    let library = Library::load(library)?;
    let path = CString::new(module.as_os_str().as_bytes()).context("a path with a zero in it")?;
    type Place = *mut *mut c_void;
    type Message = *mut *mut c_char;
    // SAFETY: these are the types that LLVM's headers give, with C's calling convention.
    let (make_context, read_file, parse, verify) = unsafe {
        (
            library.function::<extern "C" fn() -> *mut c_void>(c"LLVMContextCreate")?,
            library.function::<extern "C" fn(*const c_char, Place, Message) -> c_int>(
                c"LLVMCreateMemoryBufferWithContentsOfFile",
            )?,
            library.function::<extern "C" fn(*mut c_void, *mut c_void, Place, Message) -> c_int>(
                c"LLVMParseIRInContext",
            )?,
            library.function::<extern "C" fn(*mut c_void, c_int, Message) -> c_int>(
                c"LLVMVerifyModule",
            )?,
        )
    };
    let mut message: *mut c_char = ptr::null_mut();
    let (mut buffer, mut parsed) = (ptr::null_mut(), ptr::null_mut());
    // What is made is never given back: the process ends when this is done.
    let complaint = if read_file(path.as_ptr(), &mut buffer, &mut message) != 0 {
        "cannot be opened"
    } else if parse(make_context(), buffer, &mut parsed, &mut message) != 0 {
        "cannot be read"
    } else if verify(parsed, RETURN_STATUS, &mut message) != 0 {
        "is not valid"
    } else {
        return Ok(());
    };
    let message = if message.is_null() {
        String::new()
    } else {
        // SAFETY: LLVM sets a message that is not null to a text that ends with a zero.
        unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned()
    };
    bail!("{complaint}: {}", message.lines().next().unwrap_or_default())
}

/// A shared library that was loaded; it stays for as long as the process.
struct Library(*mut c_void);

impl Library {
    fn load(path: &Path) -> Result<Library> {
        let name = CString::new(path.as_os_str().as_bytes()).context("a path with a zero in it")?;
        // SAFETY: the name ends with a zero; what the library does when it is loaded is what it
        // does for rustc.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW) };
        if handle.is_null() {
            bail!("{} cannot be loaded", path.display());
        }
        Ok(Library(handle))
    }

    /// A function of the library.
    ///
    /// # Safety
    /// `F` is the type of a function pointer, and that of the function with this name.
    unsafe fn function<F: Copy>(&self, name: &CStr) -> Result<F> {
        const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
        // SAFETY: the handle is that of a loaded library, the name ends with a zero.
        let place = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        if place.is_null() {
            bail!("the library has no {}", name.to_string_lossy());
        }
        // SAFETY: the caller says that what is there is a function of this type.
        Ok(unsafe { std::mem::transmute_copy(&place) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn good_modules_pass_and_bad_ones_do_not() {
        // A toolchain whose LLVM is linked into rustc has nothing to test.
        let Some(library) = library() else { return };
        let scratch = Scratch::new("rustc-llvm");
        let verified = |text: &str| {
            let path = scratch.path().join("module.ll");
            fs::write(&path, text).unwrap();
            verify(&library, &path).map_err(|error| error.to_string())
        };
        assert_eq!(verified("define i32 @f(i32 %x) {\n  ret i32 %x\n}\n"), Ok(()));
        assert!(verified("define i32 @f(i32 %x) {\n").unwrap_err().starts_with("cannot be read"));
        let not_dominated =
            "define i32 @f() {\n  %y = add i32 %x, 1\n  %x = add i32 1, 1\n  ret i32 %y\n}\n";
        assert!(verified(not_dominated).unwrap_err().starts_with("is not valid"));
    }
}
