#!/usr/bin/env python3
"""Checks the samples of this directory against LLVM itself, not against Tollgate.

llvm19/ and llvm14/*.opaque.ll: opt-19 accepts them. llvm14/: opt-14 accepts them, and the bitcode of X.ll as LLVM 19
upgrades it is the same text as X.opaque.ll. newer/: the LLVM 22 inside the installed rustc accepts them. between/: LLVM 15.
bad/: opt-19 refuses them, at the line that the first line names, or the second line says how it differs.
A tool that is not installed is reported and its part left out. Exit status 1 if a check failed.
"""
import ctypes, ctypes.util, glob, os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# Read only by a tool that also reads summaries; opt does not know this entry.
SUMMARY_ONLY = {"summary_vtable.ll"}
# LLVM 14's own bitcode loses this expression, so there is no oracle for the pair.
NO_ORACLE = {"const_expr_extractvalue"}
failures = []


def fail(path, why):
    failures.append(f"{os.path.relpath(path, HERE)}: {why}")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    return done.returncode, done.stdout, done.stderr


def files(folder, suffix=".ll"):
    return sorted(glob.glob(os.path.join(HERE, folder, "*" + suffix)))


def normal(text):
    """The parts of a printed module that do not depend on file names, order of declarations and numbers of groups."""
    dropped = ("; ModuleID", "source_filename", "attributes #", "; Function Attrs")
    lines = [re.sub(r" #\d+", "", line) for line in text.split("\n") if line and not line.startswith(dropped)]
    return sorted(line for line in lines if line.startswith("declare")), [line for line in lines if not line.startswith("declare")]


def accepted_by_opt19(paths):
    for path in paths:
        tool = ["llvm-as-19", "-o", os.devnull] if os.path.basename(path) in SUMMARY_ONLY else ["opt-19", "-passes=verify", "-disable-output"]
        status, _, errors = run(*tool, path)
        if status or errors:
            fail(path, errors.strip().split("\n")[0])


def typed_pairs(scratch):
    for path in files("llvm14"):
        name = os.path.basename(path)[:-3]
        if name.endswith(".opaque"):
            continue
        bitcode = os.path.join(scratch, "typed.bc")
        status, _, errors = run("opt-14", "-passes=verify", path, "-o", bitcode)
        if status:
            fail(path, errors.strip().split("\n")[0])
            continue
        upgraded, opaque = run("opt-19", "-S", bitcode)[1], run("opt-19", "-S", path[:-3] + ".opaque.ll")[1]
        if name not in NO_ORACLE and normal(upgraded) != normal(opaque):
            fail(path, "the opaque form differs from LLVM's own upgrade")


def accepted_by_library(library, paths):
    llvm, pointer = ctypes.CDLL(library), ctypes.c_void_p
    llvm.LLVMContextCreate.restype = pointer
    llvm.LLVMCreateMemoryBufferWithContentsOfFile.argtypes = [ctypes.c_char_p, pointer, pointer]
    llvm.LLVMParseIRInContext.argtypes = [pointer] * 4
    llvm.LLVMVerifyModule.argtypes = [pointer, ctypes.c_int, pointer]
    for path in paths:
        buffer, module, message = pointer(), pointer(), ctypes.c_char_p()
        llvm.LLVMCreateMemoryBufferWithContentsOfFile(path.encode(), ctypes.byref(buffer), ctypes.byref(message))
        if llvm.LLVMParseIRInContext(llvm.LLVMContextCreate(), buffer, ctypes.byref(module), ctypes.byref(message)) \
                or llvm.LLVMVerifyModule(module, 2, ctypes.byref(message)):
            fail(path, (message.value or b"").decode(errors="replace").split("\n")[0])


def refused(paths):
    for path in paths:
        head = open(path, encoding="utf-8").read().split("\n")[:2]
        expected = re.match(r"; ERROR: (\d+):(\d+): .", head[0])
        status, _, errors = run("opt-19", "-passes=verify", "-disable-output", path)
        place = re.search(r"\.ll:(\d+):\d+: error:", errors)
        if not expected:
            fail(path, "the first line is not `; ERROR: LINE:COL: phrase`")
        elif head[1].startswith("; NOTE: opt-19 accepts"):
            if status:
                fail(path, "opt-19 refuses it after all")
        elif not status:
            fail(path, "opt-19 accepts it")
        elif not head[1].startswith("; NOTE:") and (not place or place[1] != expected[1]):
            fail(path, "opt-19 points at another line")


def main():
    if shutil.which("opt-19"):
        accepted_by_opt19(files("llvm19") + files("llvm14", ".opaque.ll"))
        refused(files("bad"))
    else:
        print("left out: opt-19 is not installed")
    if shutil.which("opt-14") and shutil.which("opt-19"):
        with tempfile.TemporaryDirectory() as scratch:
            typed_pairs(scratch)
    else:
        print("left out: opt-14 is not installed")
    sysroot = run("rustc", "--print", "sysroot")[1].strip() if shutil.which("rustc") else ""
    for folder, library in (("newer", next(iter(glob.glob(sysroot + "/lib/libLLVM.so.22*")), None)),
                            ("between", ctypes.util.find_library("LLVM-15"))):
        if library:
            accepted_by_library(library, files(folder))
        else:
            print(f"left out: no library for {folder}/")
    print("\n".join(failures) or "all samples agree with LLVM")
    sys.exit(bool(failures))


main()
