; RUN: tollgate run %s --fn f
; CLAUSE: load: memory that was never written is undef (semantics.md section 11 follows LLVM 19, not Alive2's poison)
target datalayout = "e"

define i32 @f() {
  %p = alloca i32
  %r = load i32, ptr %p
  ret i32 %r
}
