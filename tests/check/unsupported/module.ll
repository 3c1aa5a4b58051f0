; RUN: tollgate check %s %s.layout
; RUN: tollgate check %s %s.triple
; RUN: tollgate check %s %s.asm
; RUN: tollgate check %s %s.flags
; What the two files say for all of their functions is not the same. (§6.2)
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @f(i32 %x) {
  ret i32 %x
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 2, !"Debug Info Version", i32 3}
