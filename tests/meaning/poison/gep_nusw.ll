; RUN: tollgate run %s --fn f --args 16,-8
; RUN: tollgate run %s --fn f --args 16,-17
; RUN: tollgate run %s --fn f --args 16,-16
; RUN: tollgate run %s --fn f --args -16,16
; CLAUSE: 'getelementptr' Instruction: with nusw an unsigned address plus a signed offset must not wrap
target datalayout = "e-p:64:64"

define ptr @f(i64 %a, i64 %i) {
  %p = inttoptr i64 %a to ptr
  %r = getelementptr nusw i8, ptr %p, i64 %i
  ret ptr %r
}
