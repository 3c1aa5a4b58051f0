; RUN: tollgate run %s --fn f --args 2.5
; RUN: tollgate run %s --fn f --args -3.5
; CLAUSE: llvm.lrint: rounds to the nearest integer, ties to even
target datalayout = "e"

declare i64 @llvm.lrint.i64.f64(double)

define i64 @f(double %x) {
  %r = call i64 @llvm.lrint.i64.f64(double %x)
  ret i64 %r
}
