; RUN: tollgate run %s --fn f --args 65504
; RUN: tollgate run %s --fn f --args 65520
; RUN: tollgate run %s --fn f --args 65519
; CLAUSE: uitofp: a number beyond the format is rounded to infinity
target datalayout = "e"

define half @f(i32 %a) {
  %r = uitofp i32 %a to half
  ret half %r
}
