; RUN: tollgate run %s --fn f
; CLAUSE: floating-point environment: loads and stores keep the bits of a NaN, also of a signalling one
target datalayout = "e"

define i64 @f() {
  %p = alloca double
  store double 0x7FF0000000000001, ptr %p
  %x = load double, ptr %p
  %r = bitcast double %x to i64
  ret i64 %r
}
