; RUN: tollgate run %s --fn f --args 16,-1
; RUN: tollgate run %s --fn f --args 16,2305843009213693952
; CLAUSE: 'getelementptr' Instruction: with nusw the product of index and size must not wrap as a signed number
target datalayout = "e-p:64:64"

define ptr @f(i64 %a, i64 %i) {
  %p = inttoptr i64 %a to ptr
  %r = getelementptr nusw i64, ptr %p, i64 %i
  ret ptr %r
}
