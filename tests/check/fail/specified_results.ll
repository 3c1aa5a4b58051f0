; RUN: tollgate check %s
; Beside results that are unspecified (`unknown/unspecified_results.ll`): an allocation of some bytes
; holds what was stored, `operator new` of none is not null, a number that its type can hold and the
; exponent of a number are what they are. (§11b.2)

@normal = private constant [6 x i8] c"1e-30\00"

declare ptr @malloc(i64)
declare ptr @_Znwm(i64)
declare double @strtod(ptr, ptr)
declare { double, i32 } @llvm.frexp.f64.i32(double)

define i8 @src1() {
  %p = call ptr @malloc(i64 1)
  store i8 5, ptr %p
  %v = load i8, ptr %p
  ret i8 %v
}

define i8 @tgt1() {
  ret i8 6
}

define i1 @src2() {
  %p = call ptr @_Znwm(i64 0)
  %c = icmp eq ptr %p, null
  ret i1 %c
}

define i1 @tgt2() {
  ret i1 true
}

define double @src3() {
  %r = call double @strtod(ptr @normal, ptr null)
  ret double %r
}

define double @tgt3() {
  ret double 0.0
}

define i32 @src4(double noundef %x) {
  %a = call { double, i32 } @llvm.frexp.f64.i32(double %x)
  %e = extractvalue { double, i32 } %a, 1
  ret i32 %e
}

define i32 @tgt4(double noundef %x) {
  %a = call { double, i32 } @llvm.frexp.f64.i32(double %x)
  %e = extractvalue { double, i32 } %a, 1
  %f = add i32 %e, 1
  ret i32 %f
}
