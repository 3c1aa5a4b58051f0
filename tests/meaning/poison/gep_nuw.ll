; RUN: tollgate run %s --fn f --args 16,8
; RUN: tollgate run %s --fn f --args 16,-8
; RUN: tollgate run %s --fn f --args -16,16
; CLAUSE: 'getelementptr' Instruction: with nuw the sum of address and offset, all unsigned, must not wrap
target datalayout = "e-p:64:64"

define ptr @f(i64 %a, i64 %i) {
  %p = inttoptr i64 %a to ptr
  %r = getelementptr nuw i8, ptr %p, i64 %i
  ret ptr %r
}
