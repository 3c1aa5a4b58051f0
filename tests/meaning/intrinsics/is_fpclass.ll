; RUN: tollgate run %s --fn nan --args nan
; RUN: tollgate run %s --fn nan --args 1.0
; RUN: tollgate run %s --fn negative_zero --args -0.0
; RUN: tollgate run %s --fn negative_zero --args 0.0
; RUN: tollgate run %s --fn subnormal --args 1
; RUN: tollgate run %s --fn subnormal --args 0
; CLAUSE: llvm.is.fpclass: tests for a set of classes, and never poisons or raises
target datalayout = "e"

declare i1 @llvm.is.fpclass.f64(double, i32)

define i1 @nan(double %x) {
  %r = call i1 @llvm.is.fpclass.f64(double %x, i32 3)
  ret i1 %r
}

define i1 @negative_zero(double %x) {
  %r = call i1 @llvm.is.fpclass.f64(double %x, i32 32)
  ret i1 %r
}

define i1 @subnormal(i64 %x) {
  %d = bitcast i64 %x to double
  %r = call i1 @llvm.is.fpclass.f64(double %d, i32 144)
  ret i1 %r
}
