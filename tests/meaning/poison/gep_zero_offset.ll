; RUN: tollgate run %s --fn f --args 16,0
; RUN: tollgate run %s --fn f --args 16,1
; CLAUSE: 'getelementptr' Instruction: with inbounds an offset of zero is always allowed, even from an address without an object
target datalayout = "e-p:64:64"

define ptr @f(i64 %a, i64 %i) {
  %p = inttoptr i64 %a to ptr
  %r = getelementptr inbounds i8, ptr %p, i64 %i
  ret ptr %r
}
