; RUN: tollgate check %s %d/missing.ll
; RUN: tollgate check %s %s.after
; RUN: tollgate check %s %s.broken
; RUN: tollgate check %s %s %s
; RUN: tollgate check %s %s --time-limit soon
; RUN: tollgate check %s %s --jobs 0
; Files that cannot be read, or that break LLVM's rules, and bad usage.
define i32 @f(i32 %x) {
  ret i32 %x
}
